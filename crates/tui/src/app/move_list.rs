//! The move list beside a board: it scrolls, marks the current one, and can be clicked.

use floe_locale::{Lang, tr};
use floe_rules::game::{Action, Game, Turn};
use floe_rules::gamma;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::scroll_marks::draw_scroll_marks;
use crate::appearance::Appearance;
use crate::phrases::mark;

/// A move in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveEntry {
    pub(crate) player: u32,
    pub(crate) action: Action<Turn>,
    /// The fish that it got.
    pub(crate) gain: u64,
}

impl MoveEntry {
    /// Returns a move of a game by its index, counted from 0.
    pub(crate) fn of(game: &Game, index: usize) -> Option<MoveEntry> {
        let (player, action) = game.action(index)?;
        let gain = match game {
            Game::Penguins(history) => u64::from(history.gain(index).count()),
            Game::Gamma(_) => 0,
        };
        Some(MoveEntry { player, action, gain })
    }
}

/// Returns the short form of a move: `r4c7`, `r4c7-r4c9`; in Gamma `2 1`, `g 2 1`.
pub(crate) fn short_move(lang: Lang, game: &Game, action: Action<Turn>) -> String {
    match action {
        Action::Turn(turn @ Turn::Penguins(_)) => game.notation(turn).to_string(),
        Action::Turn(Turn::Gamma(gamma::Move::Take { x, y })) => format!("{x} {y}"),
        Action::Turn(Turn::Gamma(gamma::Move::Golden { x, y })) => format!("g {x} {y}"),
        Action::Turn(Turn::Gamma(gamma::Move::Pass)) => tr!(lang, "moves-pass"),
        Action::LostTurn => tr!(lang, "moves-lost-turn"),
        Action::Eliminated => tr!(lang, "moves-eliminated"),
    }
}

/// How far a move list is scrolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveList {
    /// The first visible move; `None` follows the current one.
    first: Option<usize>,
}

impl MoveList {
    /// Follows the current move again.
    pub(crate) fn follow(&mut self) {
        self.first = None;
    }

    /// Returns the first visible move of `count`, after `current` were made.
    fn first(self, area: Rect, count: usize, current: usize) -> usize {
        let rows = usize::from(area.height);
        let first = self.first.unwrap_or_else(|| current.saturating_sub(1).saturating_sub(rows / 2));
        first.min(count.saturating_sub(rows))
    }

    /// Scrolls by some moves.
    pub(crate) fn scroll(&mut self, area: Rect, count: usize, current: usize, down: i64) {
        let first = self.first(area, count, current);
        let by = usize::try_from(down.unsigned_abs()).unwrap_or(usize::MAX);
        let first = if down < 0 { first.saturating_sub(by) } else { first.saturating_add(by) };
        self.first = Some(first.min(count.saturating_sub(area.height.into())));
    }

    /// Returns the number of moves made after the one at a place of the screen.
    pub(crate) fn move_at(self, area: Rect, count: usize, current: usize, at: Position) -> Option<usize> {
        if !area.contains(at) {
            return None;
        }
        let index = self.first(area, count, current) + usize::from(at.y - area.y);
        (index < count).then_some(index + 1)
    }

    /// Draws the moves that fit, with marks where there are more.
    pub(crate) fn draw(
        self,
        frame: &mut Frame<'_>,
        appearance: Appearance,
        area: Rect,
        (game, entry): (&Game, impl Fn(usize) -> Option<MoveEntry>),
        (count, current): (usize, usize),
    ) {
        if area.is_empty() {
            return;
        }
        let palette = appearance.palette;
        let first = self.first(area, count, current);
        let indices = (first..count).take(area.height.into());
        let shown: Vec<(usize, MoveEntry)> =
            indices.filter_map(|index| entry(index).map(|entry| (index, entry))).collect();
        let columns = Columns::fitting(appearance.lang, game, &shown, count, area.width.into());
        for (row, (index, entry)) in shown.iter().enumerate() {
            let is_current = index + 1 == current;
            let style = match index + 1 > current {
                true => palette.faint(),
                false if is_current => palette.strong(),
                false => Style::new(),
            };
            let line = columns.line(appearance, game, *index, entry, is_current, style);
            frame.render_widget(line, Rect { y: area.y + row as u16, height: 1, ..area });
        }
        // The marks are in the column of the pointer, which is at most at one of these moves.
        let pointer = Rect { width: 1, ..area };
        let above = first > 0 && current != first + 1;
        let below = first + shown.len() < count && current != first + shown.len();
        draw_scroll_marks(frame, appearance, pointer, above, below);
    }
}

/// Returns the letter of a player; a number is in brackets, or it would look like a part of the move.
fn player_mark(game: &Game, player: u32) -> String {
    match game {
        Game::Penguins(_) => mark(game, player),
        Game::Gamma(_) => format!("[{}]", mark(game, player)),
    }
}

/// The columns of a list that fit into its width. The number goes first, then the gain.
#[derive(Clone, Copy, Debug)]
struct Columns {
    number: usize,
    player: usize,
    text: usize,
    gain: bool,
}

impl Columns {
    fn fitting(lang: Lang, game: &Game, shown: &[(usize, MoveEntry)], count: usize, width: usize) -> Columns {
        let widest = |of: &dyn Fn(&MoveEntry) -> usize| shown.iter().map(|(_, entry)| of(entry)).max();
        let text = widest(&|entry| short_move(lang, game, entry.action).width()).unwrap_or(0);
        let player = widest(&|entry| player_mark(game, entry.player).len()).unwrap_or(1);
        let number = count.to_string().len();
        let gain = shown.iter().any(|(_, entry)| entry.gain > 0);
        // The mark of the current move, the player, a blank, the move.
        let least = 1 + player + 1 + text;
        let gain_width = if gain { 3 } else { 0 };
        if least + gain_width + number < width {
            Columns { number, player, text, gain }
        } else if least + gain_width <= width {
            Columns { number: 0, player, text, gain }
        } else {
            Columns { number: 0, player, text, gain: false }
        }
    }

    fn line(
        self,
        appearance: Appearance,
        game: &Game,
        index: usize,
        entry: &MoveEntry,
        is_current: bool,
        style: Style,
    ) -> Line<'static> {
        let pointer = if is_current { ">" } else { " " };
        let mut spans = vec![Span::styled(pointer, appearance.palette.strong())];
        if self.number > 0 {
            spans.push(Span::styled(format!("{:>width$} ", index + 1, width = self.number), style));
        }
        let player = format!("{:>width$}", player_mark(game, entry.player), width = self.player);
        spans.push(Span::styled(player, appearance.palette.player(entry.player)));
        let text = short_move(appearance.lang, game, entry.action);
        let gap = self.text.saturating_sub(text.width());
        spans.push(Span::styled(format!(" {text}"), style));
        if self.gain && entry.gain > 0 {
            spans.push(Span::styled(format!("{:gap$} +{}", "", entry.gain), style));
        }
        Line::from(spans)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect { x: 10, y: 5, width: 20, height: 4 };

    fn at(list: MoveList, count: usize, current: usize, y: u16) -> Option<usize> {
        list.move_at(AREA, count, current, Position { x: 12, y })
    }

    #[test]
    fn the_list_follows_the_current_move() {
        let list = MoveList::default();
        assert_eq!(at(list, 0, 0, 5), None);
        assert_eq!(at(list, 3, 3, 5), Some(1));
        assert_eq!(at(list, 3, 3, 8), None);
        assert_eq!(at(list, 30, 30, 5), Some(27));
        assert_eq!(at(list, 30, 30, 8), Some(30));
        assert_eq!(at(list, 30, 10, 5), Some(8));
        assert_eq!(at(list, 30, 10, 9), None, "below the list");
    }

    #[test]
    fn the_list_scrolls_within_its_moves() {
        let mut list = MoveList::default();
        list.scroll(AREA, 30, 30, -3);
        assert_eq!(at(list, 30, 30, 5), Some(24));
        list.scroll(AREA, 30, 30, -300);
        assert_eq!(at(list, 30, 30, 5), Some(1));
        list.scroll(AREA, 30, 30, i64::MAX);
        assert_eq!(at(list, 30, 30, 8), Some(30));
        assert_eq!(at(list, 2, 2, 5), Some(1), "after turns were undone");
        list.follow();
        assert_eq!(list, MoveList::default());
    }
}
