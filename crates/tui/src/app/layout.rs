//! Where the parts of a game are on the screen: the board with the panel beside or above it, the message and the keys.

use ratatui::layout::Rect;

/// The width of a screen from which on the panel beside the board has its full width.
const WIDE: u16 = 72;
/// A panel that is narrower is compact.
const COMPACT: u16 = 20;

/// Where the parts of a game are on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScreenLayout {
    pub(crate) board: Rect,
    pub(crate) panel: Rect,
    pub(crate) message: Rect,
    pub(crate) keys: Rect,
}

impl ScreenLayout {
    /// Places the panel to the right of the board.
    pub(crate) fn beside((columns, rows): (u16, u16)) -> ScreenLayout {
        let (message, keys, rest) = foot((columns, rows));
        let wide = match columns {
            0..WIDE => 15 + columns.saturating_sub(44) / 2,
            _ => (columns / 3).clamp(28, 44),
        };
        let wide = wide.min(columns / 2);
        let board = Rect { x: 0, y: 0, width: columns.saturating_sub(wide + 1), height: rest };
        let panel = Rect { x: columns - wide, y: 0, width: wide, height: rest };
        ScreenLayout { board, panel, message, keys }
    }

    /// Places the panel above the board, for narrow and high screens.
    pub(crate) fn above((columns, rows): (u16, u16), players: usize) -> ScreenLayout {
        let (message, keys, rest) = foot((columns, rows));
        let wanted = u16::try_from(players).unwrap_or(u16::MAX).saturating_add(8);
        let high = wanted.min(rest / 2).min(rest.saturating_sub(5));
        let panel = Rect { x: 0, y: 0, width: columns, height: high };
        let board = Rect { x: 0, y: high, width: columns, height: rest - high };
        ScreenLayout { board, panel, message, keys }
    }

    /// Returns whether there is room for a panel of full width beside the board.
    pub(crate) fn is_wide(&self) -> bool {
        self.keys.width >= WIDE
    }

    /// Returns whether the panel has room for names and scores only.
    pub(crate) fn is_compact(&self) -> bool {
        self.panel.width < COMPACT
    }
}

/// Returns the places of the message and the keys, and the number of rows above them.
fn foot((columns, rows): (u16, u16)) -> (Rect, Rect, u16) {
    let lines = if columns < 90 { 2 } else { 1 };
    let rest = rows.saturating_sub(lines + 1);
    let message = Rect { x: 0, y: rest, width: columns, height: lines.min(rows) };
    let keys = Rect { x: 0, y: rows.saturating_sub(1), width: columns, height: 1.min(rows) };
    (message, keys, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_overlap_and_fill_the_screen() {
        for columns in 1..210 {
            for rows in 1..70 {
                for layout in [ScreenLayout::beside((columns, rows)), ScreenLayout::above((columns, rows), 4)]
                {
                    let ScreenLayout { board, panel, message, keys } = layout;
                    assert!(!board.intersects(panel), "{columns}x{rows}: {layout:?}");
                    assert!(!keys.intersects(board) && !keys.intersects(panel), "{columns}x{rows}");
                    for part in [board, panel, message, keys] {
                        assert!(part.right() <= columns && part.bottom() <= rows, "{columns}x{rows}");
                    }
                }
            }
        }
        let smallest = ScreenLayout::beside((44, 16));
        assert_eq!((smallest.board.width, smallest.panel.width, smallest.board.height), (28, 15, 13));
    }
}
