//! Marks at the side of a list that is longer than its place.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::appearance::{Appearance, Charset};

/// Draws an arrow in the last column where there is more above or below.
pub(crate) fn draw_scroll_marks(
    frame: &mut Frame<'_>,
    appearance: Appearance,
    area: Rect,
    above: bool,
    below: bool,
) {
    if area.width == 0 || area.height == 0 {
        return;
    }
    let (up, down) = match appearance.charset {
        Charset::Unicode => ("↑", "↓"),
        Charset::Ascii => ("^", "v"),
    };
    let last = Rect { x: area.right() - 1, width: 1, height: 1, ..area };
    if above {
        frame.render_widget(Line::styled(up, appearance.palette.strong()), last);
    }
    if below {
        let bottom = Rect { y: area.bottom() - 1, ..last };
        frame.render_widget(Line::styled(down, appearance.palette.strong()), bottom);
    }
}
