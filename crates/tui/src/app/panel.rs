//! The panel beside a board: the game, its players with their scores, and what goes on.

use floe_locale::{Lang, tr};
use floe_rules::game::Game;
use floe_rules::penguins::{Phase, Seat};
use floe_rules::record::{PlayerInfo, PlayerKind};
use floe_session::{Roster, ranking};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::board_pane::grid_of;
use super::layout::ScreenLayout;
use crate::appearance::Appearance;
use crate::phrases::mark;
use crate::settings::level_name;

/// What the panel says about the players besides their scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayersShown {
    /// Who is to move.
    ToMove(Option<u32>),
    /// The ranks at the end; the best player comes first.
    Final,
    /// Nothing: the position is an earlier one.
    Earlier,
}

/// The lines of a panel, as wide as it is.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    area: Rect,
    compact: bool,
    lines: Vec<Line<'static>>,
}

impl Panel {
    /// Starts a panel with the game, and the players with their scores.
    pub(crate) fn new(
        appearance: Appearance,
        layout: ScreenLayout,
        (game, roster): (&Game, &Roster),
        standing: PlayersShown,
    ) -> Panel {
        let (area, compact, lang) = (layout.panel, layout.is_compact(), appearance.lang);
        let mut panel = Panel { area, compact, lines: Vec::new() };
        let width = usize::from(area.width);
        let mut seats: Vec<&(u32, PlayerInfo)> = roster.seats().iter().collect();
        let ranks = ranking(game);
        if standing == PlayersShown::Final {
            let place = |player: u32| ranks.iter().position(|&(_, other)| other == player);
            seats.sort_by_key(|(player, _)| place(*player));
        }
        let sign = |player: u32| match standing {
            PlayersShown::ToMove(to_move) if to_move == Some(player) => ">".to_owned(),
            PlayersShown::ToMove(_) | PlayersShown::Earlier => " ".to_owned(),
            PlayersShown::Final => ranks.iter().find(|(_, other)| *other == player).map_or(
                " ".to_owned(),
                |(rank, _)| match game {
                    // Two numbers must not run together.
                    Game::Gamma(_) if compact => format!("{rank}. "),
                    _ => rank.to_string(),
                },
            ),
        };
        // Where there is no line for each player, two share one: all must be seen.
        let crowded = seats.len() + 3 > usize::from(area.height);
        if !compact {
            panel.say(title(lang, game), appearance.palette.strong());
            let names = column_names(lang, game);
            let columns = names.iter().map(|name| format!(" {name}")).collect::<String>();
            panel.lines.push(Line::styled(format!("{columns:>width$}"), appearance.palette.faint()));
        }
        let (abreast, width) = if crowded { (2, width / 2) } else { (1, width) };
        for row in seats.chunks(abreast) {
            let players = row.iter().map(|(number, info)| {
                player_line(appearance, game, (*number, info, &sign(*number)), width, compact || crowded)
            });
            panel.lines.push(Line::from(players.flat_map(|line| line.spans).collect::<Vec<_>>()));
        }
        panel
    }

    /// Returns whether there is room for names and scores only.
    pub(crate) fn is_compact(&self) -> bool {
        self.compact
    }

    /// Returns the lines that are still free.
    pub(crate) fn free(&self) -> usize {
        usize::from(self.area.height).saturating_sub(self.lines.len())
    }

    /// Adds text, broken into lines.
    pub(crate) fn say(&mut self, text: impl AsRef<str>, style: Style) {
        let width = usize::from(self.area.width).max(1);
        for line in textwrap::wrap(text.as_ref(), width) {
            self.lines.push(Line::styled(line.into_owned(), style));
        }
    }

    /// Adds an empty line, if there is room to spare.
    pub(crate) fn gap(&mut self) {
        if self.free() > 6 && self.lines.last().is_some_and(|line| line.width() > 0) {
            self.lines.push(Line::raw(""));
        }
    }

    /// Returns the place below the text.
    pub(crate) fn rest(&self) -> Rect {
        let used = u16::try_from(self.lines.len()).unwrap_or(u16::MAX).min(self.area.height);
        Rect { y: self.area.y + used, height: self.area.height - used, ..self.area }
    }

    /// Draws the text.
    pub(crate) fn draw(&self, frame: &mut ratatui::Frame<'_>) {
        for (line, y) in self.lines.iter().zip(self.area.y..self.area.bottom()) {
            frame.render_widget(line, Rect { y, height: 1, ..self.area });
        }
    }
}

/// Returns the name of a game.
pub(crate) fn game_name(lang: Lang, game: &Game) -> String {
    match game.name() {
        "square" => tr!(lang, "game-square"),
        "hex" => tr!(lang, "game-hex"),
        "classic" => tr!(lang, "game-classic"),
        "gamma" => tr!(lang, "game-gamma"),
        other => other.to_owned(),
    }
}

fn title(lang: Lang, game: &Game) -> String {
    let (grid, name) = (grid_of(game), game_name(lang, game));
    let (rows, cols) = (grid.rows(), grid.cols());
    match game {
        Game::Penguins(history) => {
            let phase = match history.position().phase() {
                Phase::Placement => tr!(lang, "panel-placing"),
                Phase::Movement => tr!(lang, "panel-moving"),
                Phase::Over => tr!(lang, "panel-over"),
            };
            tr!(lang, "panel-penguins", game = name, rows = rows, cols = cols, phase = phase)
        }
        Game::Gamma(history) => {
            let most = history.board().most_areas();
            tr!(lang, "panel-gamma", game = name, cols = cols, rows = rows, most = most)
        }
    }
}

/// Returns the names of the columns of numbers.
fn column_names(lang: Lang, game: &Game) -> Vec<String> {
    match game {
        Game::Penguins(history) if history.position().phase() == Phase::Placement => {
            vec![tr!(lang, "column-fish"), tr!(lang, "column-to-place")]
        }
        Game::Penguins(_) => vec![tr!(lang, "column-fish")],
        // The golden move has a column of one letter, which needs no name of its own.
        Game::Gamma(_) => vec![tr!(lang, "column-cells"), tr!(lang, "column-areas"), " ".to_owned()],
    }
}

/// Returns the numbers of a player, as wide as the names of their columns.
fn score_columns(lang: Lang, game: &Game, player: u32, compact: bool) -> String {
    let score = game.score(player);
    if compact {
        return format!(" {score}");
    }
    let values = match game {
        Game::Penguins(history) => {
            let seat = u8::try_from(player).ok().and_then(Seat::new);
            let left = seat.and_then(|seat| history.position().unplaced(seat)).unwrap_or(0);
            vec![score.to_string(), left.to_string()]
        }
        Game::Gamma(history) => {
            let board = history.board();
            let golden = if board.has_golden(player) { "G" } else { "-" };
            vec![score.to_string(), board.areas(player).to_string(), golden.to_owned()]
        }
    };
    let columns = column_names(lang, game);
    columns
        .iter()
        .zip(values)
        .map(|(name, value)| format!(" {value:>width$}", width = name.width()))
        .collect()
}

fn player_line(
    appearance: Appearance,
    game: &Game,
    (player, info, sign): (u32, &PlayerInfo, &str),
    width: usize,
    compact: bool,
) -> Line<'static> {
    let palette = appearance.palette;
    let badge = if compact { mark(game, player) } else { format!("[{}]", mark(game, player)) };
    let score = score_columns(appearance.lang, game, player, compact);
    let room = width.saturating_sub(sign.len() + badge.len() + 1 + score.width());
    // A name matters more than a level, and a level is better told by a number than not at all.
    let kinds = match info.kind {
        PlayerKind::Person => Vec::new(),
        PlayerKind::Engine { level } => {
            vec![format!(" ({})", level_name(appearance.lang, level)), format!(" ({level})")]
        }
        PlayerKind::Program => vec![format!(" {}", tr!(appearance.lang, "panel-program"))],
    };
    let fits = |kind: &String| info.name().width() + kind.width() <= room;
    let kind = kinds.into_iter().find(fits).unwrap_or_default();
    let room = room.saturating_sub(kind.width());
    let name = fitted(info.name(), room);
    let spaces = room.saturating_sub(name.width());
    let style = if sign == ">" { palette.strong() } else { Style::new() };
    Line::from(vec![
        Span::styled(sign.to_owned(), palette.success()),
        Span::styled(badge, palette.player(player)),
        Span::styled(format!(" {name}{kind}{:spaces$}{score}", ""), style),
    ])
}

/// Shortens text to so many columns of the screen.
pub(crate) fn fitted(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        let mut longer = short.clone();
        longer.push(letter);
        if longer.width() + 1 > room {
            break;
        }
        short = longer;
    }
    if room > 0 {
        short.push('…');
    }
    short
}
