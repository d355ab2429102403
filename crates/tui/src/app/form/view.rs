//! How the set-up screen is drawn: its labels, values and hints.

use floe_locale::{Lang, tr};
use floe_rules::grid::Layout;
use floe_rules::record::PlayerKind;
use floe_session::{BoardPhase, GameKind, Placement};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::{Field, Form};
use crate::app::footer::Footer;
use crate::app::keys::Key;
use crate::app::panel::fitted;
use crate::app::scroll_marks::draw_scroll_marks;
use crate::appearance::Appearance;
use crate::settings::level_name;

/// The lines below the form for what is wrong.
const NOTE_LINES: u16 = 3;

impl Form {
    /// Returns where the lines are.
    pub(super) fn list(&self) -> Rect {
        let (columns, rows) = self.size;
        let width = columns.saturating_sub(4).min(72);
        let top = if rows < 20 { 1 } else { 2 };
        let height = rows.saturating_sub(top + NOTE_LINES + 1);
        Rect { x: (columns - width) / 2, y: top, width, height }
    }

    /// Returns the line of the footer.
    pub(super) fn bottom(&self) -> Rect {
        let (columns, rows) = self.size;
        Rect { x: 0, y: rows.saturating_sub(1), width: columns, height: 1.min(rows) }
    }

    /// Returns the first line that is shown where there is no room for all of them.
    pub(super) fn first_shown(&self) -> usize {
        let at = self.fields().iter().position(|&field| field == self.at).unwrap_or(0);
        (at + 1).saturating_sub(usize::from(self.list().height))
    }

    /// Returns the label of a line.
    pub(super) fn label(&self, lang: Lang, field: Field) -> String {
        let gamma = self.spec.kind == GameKind::Gamma;
        match field {
            Field::Start => String::new(),
            Field::Game => tr!(lang, "setup-game"),
            Field::Layout => tr!(lang, "setup-layout"),
            Field::Players => tr!(lang, "setup-players"),
            Field::Seat(index) => tr!(lang, "setup-player", mark = self.spec.kind.seat_mark(index)),
            Field::Rows if gamma => tr!(lang, "setup-height"),
            Field::Rows => tr!(lang, "setup-rows"),
            Field::Cols if gamma => tr!(lang, "setup-width"),
            Field::Cols => tr!(lang, "setup-cols"),
            Field::Areas => tr!(lang, "setup-areas"),
            Field::Penguins => tr!(lang, "setup-penguins"),
            Field::Placement => tr!(lang, "setup-placement"),
            Field::Seed => tr!(lang, "setup-seed"),
            Field::Board => tr!(lang, "setup-board"),
            Field::Phase => tr!(lang, "setup-phase"),
            Field::First => tr!(lang, "setup-first"),
        }
    }

    /// Returns the value of a line as far as `room` columns can show it.
    fn value(&self, lang: Lang, field: Field, room: usize) -> String {
        let spec = &self.spec;
        let typed = self.typed.filter(|_| field == self.at);
        if let Some(number) = typed.or_else(|| self.number(field)) {
            return number.to_string();
        }
        match field {
            Field::Start => tr!(lang, "setup-start"),
            Field::Game => game_name(lang, spec.kind),
            Field::Layout => layout_name(lang, spec.chosen_layout(), room),
            Field::Seat(index) => self.seat_value(lang, index, room),
            Field::Placement => match spec.placement() {
                Placement::Manual => tr!(lang, "setup-placement-manual"),
                Placement::Automatic => tr!(lang, "setup-placement-automatic"),
            },
            Field::Board => match &spec.board {
                Some(board) => fitted(&board.name, room),
                None => tr!(lang, "setup-board-new"),
            },
            Field::Phase => match spec.phase() {
                BoardPhase::Placement => tr!(lang, "setup-phase-placement"),
                BoardPhase::Movement => tr!(lang, "setup-phase-movement"),
            },
            Field::First => match spec.first {
                Some(seat) => fitted(&spec.seat_name(usize::from(seat.number()) - 1), room),
                None => tr!(lang, "setup-first-rules"),
            },
            _ => String::new(),
        }
    }

    /// Returns who plays in a seat: the kind in a column, then the name. A long level loses its name first.
    fn seat_value(&self, lang: Lang, index: usize, room: usize) -> String {
        let kind = |index: usize, short: bool| match self.spec.seat(index).kind {
            PlayerKind::Person => tr!(lang, "setup-person"),
            PlayerKind::Engine { level } if short => tr!(lang, "setup-engine-short", level = level),
            PlayerKind::Engine { level } => {
                tr!(lang, "setup-engine", level = level, name = level_name(lang, level))
            }
            PlayerKind::Program => tr!(lang, "setup-program"),
        };
        let widest = |short: bool| {
            (0..self.spec.player_count()).map(|index| kind(index, short).width()).max().unwrap_or(0)
        };
        let name = self.spec.seat_name(index);
        // All lines are shortened alike, so that the names stay in one column.
        let longest =
            (0..self.spec.player_count()).map(|index| self.spec.seat_name(index).width()).max().unwrap_or(0);
        let short = widest(false) + 2 + longest.min(16) > room;
        let width = widest(short);
        let kind = kind(index, short);
        let gap = width.saturating_sub(kind.width()) + 2;
        format!("{kind}{:gap$}{}", "", fitted(&name, room.saturating_sub(width + 2)))
    }

    /// Returns what can be done on a line.
    fn hint(&self, lang: Lang, field: Field) -> String {
        if let Some(range) = self.range(field).filter(|_| field != Field::Seed) {
            return match (*range.start(), *range.end()) {
                (least, most) if most >= u64::from(u32::MAX) => tr!(lang, "setup-hint-from", least = least),
                (least, most) => tr!(lang, "setup-hint-range", least = least, most = most),
            };
        }
        match field {
            Field::Start => String::new(),
            Field::Seat(_) => tr!(lang, "setup-hint-seat"),
            Field::Seed => tr!(lang, "setup-hint-seed"),
            Field::Board if self.spec.board.is_some() => tr!(lang, "setup-hint-board"),
            Field::Board => tr!(lang, "setup-hint-new-board"),
            _ => tr!(lang, "setup-hint-change"),
        }
    }

    /// Returns the keys that work now.
    pub(super) fn footer(&self, lang: Lang) -> Footer {
        let enter = match self.at {
            Field::Start => tr!(lang, "setup-footer-start"),
            Field::Board => tr!(lang, "footer-open"),
            _ => tr!(lang, "setup-footer-next"),
        };
        let changes = !matches!(self.at, Field::Start | Field::Board);
        let typing = self.is_typing();
        let help = if typing { Key::Help } else { Key::Letter('?') };
        Footer::new(lang)
            .item(Key::Enter, enter)
            .item(Key::Escape, tr!(lang, "footer-menu"))
            .item_if(changes, Key::Right, tr!(lang, "setup-footer-change"))
            .item(help, tr!(lang, "footer-help"))
            .item_if(self.at == Field::Start, Key::Down, tr!(lang, "setup-footer-next"))
            .item_if(self.at == Field::Seed, Key::Letter('r'), tr!(lang, "setup-footer-seed"))
            .item_if(
                self.at == Field::Board && self.spec.board.is_some(),
                Key::Backspace,
                tr!(lang, "setup-footer-remove"),
            )
            .item_if(!typing, Key::Letter('t'), tr!(lang, "footer-colours"))
            .item_if(!typing, Key::Letter('L'), tr!(lang, "footer-language"))
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, appearance: Appearance, cursor: bool) {
        let (palette, lang) = (appearance.palette, appearance.lang);
        let list = self.list();
        let heading = Rect { x: list.x, y: 0, width: list.width, height: 1 };
        let title = match self.spec.kind {
            GameKind::Gamma => tr!(lang, "setup-title-gamma"),
            _ => tr!(lang, "setup-title-penguins"),
        };
        frame.render_widget(Line::styled(title, palette.strong()), heading);
        let fields = self.fields();
        let labels = fields.iter().map(|&field| self.label(lang, field).width());
        let label_width = labels.max().unwrap_or(0).max(10);
        // The mark, the label and a gap.
        let before = u16::try_from(label_width + 3).unwrap_or(u16::MAX);
        let room = usize::from(list.width.saturating_sub(before));
        let first = self.first_shown();
        let shown = fields.iter().copied().skip(first).take(usize::from(list.height));
        for (y, field) in (list.y..).zip(shown) {
            let chosen = field == self.at;
            let line = Rect { y, height: 1, ..list };
            let mark = if chosen { ">" } else { " " };
            let label = self.label(lang, field);
            let gap = label_width.saturating_sub(label.width()) + 1;
            let value = self.value(lang, field, room.saturating_sub(1));
            let style = if chosen { palette.selected() } else { Style::new() };
            let end = before + u16::try_from(value.width()).unwrap_or(0);
            let mut spans = vec![Span::raw(format!("{mark} {label}{:gap$}", "")), Span::styled(value, style)];
            let hint = self.hint(lang, field);
            if chosen && usize::from(end) + hint.width() + 3 < usize::from(list.width) {
                spans.push(Span::styled(format!("   {hint}"), self.hint_style(appearance)));
            }
            frame.render_widget(Line::from(spans), line);
            if chosen && cursor {
                frame.set_cursor_position(Position { x: (list.x + end).min(list.right() - 1), y });
            }
        }
        let below = first + usize::from(list.height) < fields.len();
        draw_scroll_marks(frame, appearance, list, first > 0, below);
        self.draw_note(frame, appearance, list);
        self.footer(lang).draw(frame, appearance, self.bottom());
    }

    /// A hint shows the range, which stands out while a number outside of it is typed.
    fn hint_style(&self, appearance: Appearance) -> Style {
        let outside = match (self.typed, self.range(self.at)) {
            (Some(typed), Some(range)) => !range.contains(&typed),
            _ => false,
        };
        if outside { appearance.palette.warning() } else { appearance.palette.faint() }
    }

    fn draw_note(&self, frame: &mut Frame<'_>, appearance: Appearance, list: Rect) {
        let lines = textwrap::wrap(&self.note.text, usize::from(list.width).max(1));
        let style = match self.note.is_warning {
            true => appearance.palette.warning(),
            false => appearance.palette.success(),
        };
        let lines: Vec<Line<'_>> = lines.into_iter().map(Line::raw).collect();
        let place = Rect { y: list.bottom(), height: NOTE_LINES, ..list };
        frame.render_widget(Paragraph::new(lines).style(style), place.intersection(frame.area()));
    }
}

/// Returns the name of a game.
pub(crate) fn game_name(lang: Lang, kind: GameKind) -> String {
    match kind {
        GameKind::Square => tr!(lang, "game-square"),
        GameKind::Hex => tr!(lang, "game-hex"),
        GameKind::Classic => tr!(lang, "game-classic"),
        GameKind::Gamma => tr!(lang, "game-gamma"),
    }
}

/// Returns the name of a layout, and what it means where there is room.
fn layout_name(lang: Lang, layout: Option<Layout>, room: usize) -> String {
    let Some(layout) = layout else { return String::new() };
    let about = match layout {
        Layout::OddQ => tr!(lang, "layout-odd-q"),
        Layout::EvenQ => tr!(lang, "layout-even-q"),
        Layout::OddR => tr!(lang, "layout-odd-r"),
        Layout::EvenR => tr!(lang, "layout-even-r"),
    };
    let long = format!("{} ({about})", layout.name());
    if long.width() <= room { long } else { layout.name().to_owned() }
}
