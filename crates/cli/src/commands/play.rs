//! `floe play`: a game at the terminal.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use floe_engine::Level;
use floe_rules::penguins::{RuleSet, Seat, Setup};
use floe_rules::record::{PlayerInfo, PlayerKind};
use floe_tui::app::{Chair, Draft, GameKind, Opening};
use floe_tui::{Placement, Theme, plain};

use super::layout_parser;
use super::load::load;
use crate::exit::Exit;
use crate::play::{Manner, by_lines, has_screen, on_screen};

/// Play at the terminal: people and engines in any seats
///
/// At a terminal it opens the set-up screen of the game, filled in with what was said here. With --plain, and
/// where there is no terminal to draw on, the game is played by questions and answers; what was said here is not
/// asked.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  floe play\n  floe play hex\n  \
                        floe play square --seat person:Ann --seat engine:7 --start\n  \
                        floe play square --board board.txt --penguins 3\n  \
                        floe play gamma --cols 12 --rows 9 --areas 4\n  \
                        floe play hex --plain")]
pub(super) struct Play {
    /// The game; without one, the menu
    #[arg(value_parser = PossibleValuesParser::new(GameKind::ALL.map(GameKind::name)))]
    game: Option<String>,
    /// By questions and answers instead of the full screen
    #[arg(long)]
    plain: bool,
    /// Start at once, without the set-up screen
    #[arg(long)]
    start: bool,
    /// A player, in order: person, person:NAME, engine, engine:LEVEL or engine:LEVEL:NAME
    #[arg(long, value_name = "WHO")]
    seat: Vec<Who>,
    /// How many play [default: 2, or as many as --seat says]
    #[arg(long, value_name = "K")]
    players: Option<u8>,
    /// The rows of the board
    #[arg(long, value_name = "M")]
    rows: Option<u32>,
    /// The columns of the board
    #[arg(long, value_name = "N")]
    cols: Option<u32>,
    /// How hexagons are laid out, with 'hex' [default: odd-q]
    #[arg(long, value_name = "LAYOUT", value_parser = layout_parser())]
    layout: Option<String>,
    /// Penguins each [default: 3 on squares; else by the players]
    #[arg(long, value_name = "N")]
    penguins: Option<u32>,
    /// Who places them: the players, or chance
    #[arg(long, value_name = "WHO", value_parser = PossibleValuesParser::new(["manual", "automatic"]))]
    placement: Option<String>,
    /// Picks the board
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// A board file to play on
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
    /// Who is to act first on that board, by number
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=9))]
    first: Option<u8>,
    /// The most areas of a player, with 'gamma' [default: 3]
    #[arg(long, value_name = "A")]
    areas: Option<u32>,
    #[command(flatten)]
    manner: MannerArgs,
}

/// How the screen looks and how long engines take.
#[derive(Debug, Args)]
pub(super) struct MannerArgs {
    /// The colours [default: default; monochrome with NO_COLOR]
    #[arg(long, value_name = "THEME", value_parser = PossibleValuesParser::new(Theme::ALL.map(Theme::name)))]
    theme: Option<String>,
    /// Milliseconds that an engine thinks about a turn
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    time: u64,
    /// Milliseconds for which an engine's turn waits before it is made, full screen
    #[arg(long, value_name = "MS", default_value_t = 400)]
    pace: u64,
}

impl MannerArgs {
    pub(super) fn manner(&self) -> Manner {
        let named = |name: &String| Theme::ALL.into_iter().find(|theme| theme.name() == name);
        Manner {
            theme: self.theme.as_ref().and_then(named),
            think: Duration::from_millis(self.time),
            pace: Duration::from_millis(self.pace),
        }
    }
}

/// Who takes a seat: a kind, and a name if one was given.
#[derive(Clone, Debug)]
struct Who(Chair);

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Who, String> {
        let (kind, rest) = match text.split_once(':') {
            Some((kind, rest)) => (kind, Some(rest)),
            None => (text, None),
        };
        match kind {
            "person" => {
                Ok(Who(Chair { name: rest.unwrap_or_default().to_owned(), kind: PlayerKind::Person }))
            }
            "engine" => {
                let (level, name) = match rest {
                    None => ("10", ""),
                    Some(rest) => rest.split_once(':').unwrap_or((rest, "")),
                };
                let level = level.parse().ok().and_then(Level::new).ok_or("levels go from 1 to 10")?;
                let kind = PlayerKind::Engine { level: level.get() };
                Ok(Who(Chair { name: name.to_owned(), kind }))
            }
            _ => Err("say person, person:NAME, engine, engine:LEVEL or engine:LEVEL:NAME".to_owned()),
        }
    }
}

impl Play {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let screen = has_screen() && !self.plain;
        let manner = self.manner.manner();
        if screen && self.game.is_none() && !self.says_anything() {
            on_screen(Opening::Menu, &manner)?;
            return Ok(Exit::Done);
        }
        let board = self.board.as_deref().map(load).transpose()?;
        let board = board.map(|loaded| (loaded.name, loaded.setup));
        let draft = self.draft(board)?;
        if screen {
            let opening = if self.start {
                let mut draft = draft;
                draft.seed.get_or_insert_with(crate::play::drawn_seed);
                let (plan, game) = draft.start().map_err(|fault| anyhow!(fault))?;
                Opening::Play(Box::new(plan), game)
            } else {
                Opening::Setup(Box::new(draft))
            };
            on_screen(opening, &manner)?;
        } else {
            by_lines(&self.request(&draft, &manner)?)?;
        }
        Ok(Exit::Done)
    }

    /// Tells whether anything but the manner was said.
    fn says_anything(&self) -> bool {
        self.start
            || !self.seat.is_empty()
            || self.board.is_some()
            || [self.players.is_some(), self.rows.is_some(), self.cols.is_some(), self.layout.is_some()]
                .contains(&true)
            || [self.penguins.is_some(), self.placement.is_some(), self.seed.is_some(), self.areas.is_some()]
                .contains(&true)
    }

    fn kind(&self) -> GameKind {
        let name = self.game.as_deref().unwrap_or("square");
        GameKind::ALL.into_iter().find(|kind| kind.name() == name).unwrap_or(GameKind::Square)
    }

    fn draft(&self, board: Option<(String, Setup)>) -> anyhow::Result<Draft> {
        let kind = self.kind();
        let mut draft = Draft::new(kind);
        if let Some(layout) = &self.layout {
            if kind != GameKind::Hex {
                bail!("a layout goes with 'hex' only, not with '{}'", kind.name());
            }
            draft.layout = layout.parse()?;
        }
        if kind == GameKind::Gamma {
            if self.board.is_some() || self.penguins.is_some() || self.placement.is_some() {
                bail!(
                    "Gamma has no penguins and no board files: leave out --board, --penguins and --placement"
                );
            }
        } else if self.areas.is_some() {
            bail!("--areas goes with 'gamma' only");
        }
        if kind == GameKind::Classic && (self.rows, self.cols) != (None, None) {
            bail!("the classic board is 8 x 8: leave out --rows and --cols, or play 'hex'");
        }
        draft.players = match (self.players, self.seat.len()) {
            (Some(players), _) => usize::from(players),
            (None, 0) => draft.players,
            (None, seats) => seats,
        };
        if self.seat.len() > draft.players || draft.players > draft.chairs.len() {
            bail!("{} players, but {} seats were told", draft.players, self.seat.len().max(draft.players));
        }
        for (chair, Who(told)) in draft.chairs.iter_mut().zip(&self.seat) {
            *chair = told.clone();
        }
        if kind == GameKind::Gamma {
            draft.width = self.cols.unwrap_or(draft.width);
            draft.height = self.rows.unwrap_or(draft.height);
            draft.areas = self.areas.unwrap_or(draft.areas);
        } else {
            draft.rows = self.rows.unwrap_or(draft.rows);
            draft.cols = self.cols.unwrap_or(draft.cols);
        }
        if let Some((path, setup)) = board {
            draft.take_board(&path, setup);
        }
        draft.penguins = self.penguins.or(draft.penguins);
        if self.placement.as_deref() == Some("automatic") {
            draft.placement = Placement::Automatic;
        }
        draft.seed = self.seed;
        draft.first = self.first.and_then(Seat::new);
        Ok(draft)
    }

    /// Returns what plain mode need not ask.
    fn request(&self, draft: &Draft, manner: &Manner) -> anyhow::Result<plain::Request> {
        let game = match draft.rules() {
            Some(rules) => plain::Wanted::Penguins(rules),
            None => plain::Wanted::Gamma,
        };
        let mut request = plain::Request::new(game);
        let told = !self.seat.is_empty() || self.start;
        if told || draft.board.is_some() {
            request.player_infos = Some(self.player_infos(draft)?);
        } else {
            request.players = self.players.map(usize::from);
        }
        let default = |told: Option<u32>, value: u32| if self.start { Some(value) } else { told };
        if draft.rules().is_some() {
            request.rows = default(self.rows, draft.rows);
            request.cols = default(self.cols, draft.cols);
            let by_rules = draft.rules().is_some_and(|rules| rules != RuleSet::SQUARE);
            let known = self.start || by_rules || draft.board.is_some();
            request.penguins = if known { Some(draft.penguins()) } else { self.penguins };
        } else {
            request.rows = default(self.rows, draft.height);
            request.cols = default(self.cols, draft.width);
            request.areas = default(self.areas, draft.areas);
        }
        request.placement = match self.placement.as_deref() {
            Some("manual") => Some(Placement::Manual),
            Some(_) => Some(Placement::Automatic),
            None => None,
        };
        request.board = draft.board.as_ref().map(|(_, setup)| setup.clone());
        request.first = draft.first;
        request.seed = self.seed;
        request.thinking = plain::Thinking { time: manner.think, nodes: None };
        Ok(request)
    }

    fn player_infos(&self, draft: &Draft) -> anyhow::Result<Vec<PlayerInfo>> {
        let plan = draft.plan().map_err(|fault| anyhow!(fault))?;
        Ok(plan.player_infos().to_vec())
    }
}
