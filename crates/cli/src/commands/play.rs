//! `floe play`: a game at the terminal.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;
use floe_engine::Level;
use floe_locale::Lang;
use floe_rules::penguins::Seat;
use floe_rules::record::PlayerKind;
use floe_session::{GameKind, GameSpec, Placement, SeatSpec, Session, default_level, level_named};
use floe_tui::Theme;
use floe_tui::app::Opening;

use super::layout_parser;
use super::load::load;
use super::values::{milliseconds, whole};
use crate::board_memory::BoardMemory;
use crate::exit::Exit;
use crate::play::{PlayOptions, has_screen, new_seed, play_full_screen, play_plain};

/// Play at the terminal, with people and engines in any seats
///
/// At a terminal, the set-up screen of the game opens, filled in with the options given here. With --plain, and
/// where there is no terminal to draw on, the game is played by questions and answers; options given here are not
/// asked for.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  floe play\n  floe play hex\n  \
                        floe play square --seat person:Ann --seat engine:7 --start\n  \
                        floe play square --board board.txt --penguins 3\n  \
                        floe play gamma --cols 12 --rows 9 --areas 4\n  \
                        floe play hex --plain")]
pub(super) struct PlayArgs {
    /// The game [default: the menu; 'square' with --plain or any option about the game]
    #[arg(value_parser = PossibleValuesParser::new(GameKind::ALL.map(GameKind::name)))]
    game: Option<String>,
    /// Play by questions and answers instead of full screen
    #[arg(long)]
    plain: bool,
    /// Start at once, without the set-up screen
    #[arg(long)]
    start: bool,
    /// A player: person[:NAME] or engine[:LEVEL[:NAME]], with a level from 1 (beginner) to 10 (full-strength) or its name
    /// [default: easy]; repeat in seating order
    #[arg(long, value_name = "WHO")]
    seat: Vec<SeatArg>,
    /// The number of players [default: 2, or the number of --seat options]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<usize>)]
    players: Option<usize>,
    /// The rows of the board
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = whole::<u32>)]
    rows: Option<u32>,
    /// The columns of the board
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>)]
    cols: Option<u32>,
    /// The layout of the hexagons, with 'hex' [default: odd-q]
    #[arg(long, value_name = "LAYOUT", value_parser = layout_parser())]
    layout: Option<String>,
    /// Penguins per player [default: 3 on squares, otherwise depends on the number of players]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>)]
    penguins: Option<u32>,
    /// How penguins are placed: manual (by the players) or automatic (at random)
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(["manual", "automatic"]))]
    placement: Option<String>,
    /// The seed of the board
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole::<u64>)]
    seed: Option<u64>,
    /// A board file to play on
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
    /// The number of the player who moves first on that board
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=9))]
    first: Option<u8>,
    /// The maximum number of areas per player, with 'gamma' [default: 3]
    #[arg(long, value_name = "A", allow_negative_numbers = true, value_parser = whole::<u32>)]
    areas: Option<u32>,
    #[command(flatten)]
    display: DisplayArgs,
}

/// Options for language, colours and time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub(super) struct DisplayArgs {
    /// The language: en, fr or pl [default: the remembered one, or that of LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, value_name = "LANG", value_parser = Lang::from_str)]
    lang: Option<Lang>,
    /// The colour theme [default: the remembered one; else default, or monochrome if NO_COLOR is set]
    #[arg(long, value_name = "THEME", value_parser = PossibleValuesParser::new(Theme::ALL.map(Theme::name)))]
    theme: Option<String>,
    /// Draw boards with ASCII characters only [default: if the locale is not UTF-8, or on the Linux console]
    #[arg(long)]
    ascii: bool,
    /// How long an engine may think about a turn, in milliseconds [default: 1000]
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = milliseconds::<u64>)]
    time: Option<u64>,
    /// How long each turn stays on the full screen, at least, before an engine makes the next one, in milliseconds [default: 400]
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = milliseconds::<u64>)]
    pace: Option<u64>,
    /// Neither use nor change what is remembered: settings and interrupted games
    #[arg(long)]
    no_config: bool,
}

impl DisplayArgs {
    /// Returns these options, or those given before the command where there are none.
    pub(super) fn or(&self, before: &DisplayArgs) -> DisplayArgs {
        DisplayArgs {
            lang: self.lang.or(before.lang),
            theme: self.theme.clone().or_else(|| before.theme.clone()),
            ascii: self.ascii || before.ascii,
            time: self.time.or(before.time),
            pace: self.pace.or(before.pace),
            no_config: self.no_config || before.no_config,
        }
    }

    pub(super) fn options(&self) -> PlayOptions {
        let named = |name: &String| Theme::ALL.into_iter().find(|theme| theme.name() == name);
        PlayOptions {
            lang: self.lang,
            theme: self.theme.as_ref().and_then(named),
            ascii: self.ascii,
            time: self.time.map(Duration::from_millis),
            pace: self.pace.map(Duration::from_millis),
            ..if self.no_config { PlayOptions::default() } else { PlayOptions::remembered() }
        }
    }
}

/// The value of --seat: a person or an engine, with a name if one is given.
#[derive(Clone, Debug)]
enum SeatArg {
    Person { name: String },
    Engine { level: Option<Level>, name: String },
}

impl SeatArg {
    /// Returns the seat; `level` is that of an engine without one.
    fn seat(&self, level: Level) -> SeatSpec {
        let (name, kind) = match self {
            SeatArg::Person { name } => (name, PlayerKind::Person),
            SeatArg::Engine { level: given, name } => {
                (name, PlayerKind::Engine { level: given.unwrap_or(level).get() })
            }
        };
        SeatSpec { name: name.clone(), kind }
    }
}

impl FromStr for SeatArg {
    type Err = String;

    fn from_str(text: &str) -> Result<SeatArg, String> {
        let (kind, rest) = match text.split_once(':') {
            Some((kind, rest)) => (kind, Some(rest)),
            None => (text, None),
        };
        match kind {
            "person" => Ok(SeatArg::Person { name: rest.unwrap_or_default().to_owned() }),
            "engine" => {
                let (level, name) = rest.map_or(("", ""), |rest| rest.split_once(':').unwrap_or((rest, "")));
                let level = match level {
                    "" => None,
                    level => Some(level_named(level).map_err(|error| error.to_string())?),
                };
                Ok(SeatArg::Engine { level, name: name.to_owned() })
            }
            _ => Err("use person, person:NAME, engine, engine:LEVEL or engine:LEVEL:NAME".to_owned()),
        }
    }
}

impl PlayArgs {
    /// Plays; `before` are the options before the command.
    pub(super) fn run(&self, before: &DisplayArgs) -> anyhow::Result<Exit> {
        let screen = has_screen() && !self.plain;
        let options = self.display.or(before).options();
        if screen && self.game.is_none() && !self.describes_a_game() {
            play_full_screen(Opening::Menu, &options)?;
            return Ok(Exit::Done);
        }
        let mut spec = self.spec(&options)?;
        spec.check()?;
        if !screen {
            if self.start {
                spec.fill_in();
            } else if spec.board.is_some() {
                spec.fill_in_seats();
                spec.penguins = Some(spec.penguins());
            }
            play_plain(&spec, &options)?;
            return Ok(Exit::Done);
        }
        let opening = if self.start {
            spec.seed.get_or_insert_with(new_seed);
            Opening::Play(Box::new(Session::new(spec, options.budget())?))
        } else {
            Opening::Setup(Box::new(spec))
        };
        play_full_screen(opening, &options)?;
        Ok(Exit::Done)
    }

    /// Returns whether any option describes the game.
    fn describes_a_game(&self) -> bool {
        let numbers = [self.rows, self.cols, self.penguins, self.areas];
        self.start
            || !self.seat.is_empty()
            || numbers.iter().any(Option::is_some)
            || (self.board.is_some() || self.layout.is_some() || self.placement.is_some())
            || (self.players.is_some() || self.seed.is_some() || self.first.is_some())
    }

    fn spec(&self, options: &PlayOptions) -> anyhow::Result<GameSpec> {
        let kind = self.game.as_deref().map_or(Ok(GameKind::Square), str::parse)?;
        let level = options.file.settings().level.unwrap_or_else(default_level);
        let mut spec = GameSpec {
            layout: self.layout.as_deref().map(str::parse).transpose()?,
            players: self.players,
            seats: self.seat.iter().map(|seat| seat.seat(level)).collect(),
            rows: self.rows,
            cols: self.cols,
            placement: self.placement.as_deref().map(|placement| match placement {
                "automatic" => Placement::Automatic,
                _ => Placement::Manual,
            }),
            areas: self.areas,
            seed: self.seed,
            first: self.first.and_then(Seat::new),
            ..GameSpec::new(kind)
        };
        let loaded = self.board.as_deref().map(load).transpose()?;
        let remembered = self.board.as_deref().zip(loaded.as_ref()).and_then(|(path, loaded)| {
            let memory = BoardMemory::new(options.state.as_ref().map(|state| state.join("boards.json")));
            memory.recall(path, &loaded.text)
        });
        // Another game may be played on a board than the one that saved it.
        let remembered = remembered.filter(|known| self.game.is_none() || known.kind == kind);
        let takes_seats = remembered.is_some() && self.seat.is_empty();
        if let Some(known) = remembered {
            spec.kind = known.kind;
            spec.layout = spec.layout.or(known.layout);
            spec.penguins = known.penguins;
            (spec.first, spec.phase) = (spec.first.or(known.first), known.phase);
            if takes_seats {
                (spec.seats, spec.players) = (known.seats, spec.players.or(known.players));
            }
        }
        options.file.settings().apply_to(&mut spec, options.lang());
        match loaded {
            Some(loaded) if takes_seats => spec.set_known_board(&loaded.name, loaded.setup),
            Some(loaded) => spec.set_board(&loaded.name, loaded.setup),
            None => {}
        }
        if spec.board.is_some() {
            // A board has its own size: the check says so.
            (spec.rows, spec.cols) = (self.rows, self.cols);
        }
        spec.penguins = self.penguins.or(spec.penguins);
        Ok(spec)
    }
}
