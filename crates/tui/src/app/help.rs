//! The help of each screen: its keys, and the rules in short.

use floe_locale::{Lang, tr};
use floe_rules::grid::Topology;
use floe_rules::penguins::Scoring;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::dialog::middle;
use super::footer::key_name;
use super::keys::{Key, Mouse};
use super::scroll_marks::draw_scroll_marks;
use super::turn_entry::initials;
use crate::appearance::Appearance;

/// The screen that the help is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Menu,
    Setup,
    Settings,
    Penguins { topology: Topology, scoring: Scoring },
    Gamma,
    Replay,
}

/// The keys of a screen with what they do, and paragraphs below them.
#[derive(Debug, Default)]
struct HelpPage {
    lines: Vec<(String, String)>,
    paragraphs: Vec<String>,
}

impl HelpPage {
    fn line(mut self, keys: &[String], what: String) -> HelpPage {
        self.lines.push((keys.join(", "), what));
        self
    }

    fn paragraph(mut self, text: String) -> HelpPage {
        self.paragraphs.push(text);
        self
    }
}

/// The help on the screen, and how far it is scrolled.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HelpView {
    scroll: u16,
}

impl HelpView {
    /// Handles a key; returns false if the help should close.
    ///
    /// Keys scroll only where there is something to scroll: the last line says which keys do, and any other closes.
    pub(crate) fn press(&mut self, key: Key, lang: Lang, topic: Topic, size: (u16, u16)) -> bool {
        let layout = HelpLayout::new(lang, topic, Rect { x: 0, y: 0, width: size.0, height: size.1 });
        if layout.hidden() == 0 {
            return false;
        }
        let page = layout.text().height.saturating_sub(1).max(1);
        let scroll = self.scroll.min(layout.hidden());
        self.scroll = match key {
            Key::Down => scroll + 1,
            Key::Up => scroll.saturating_sub(1),
            Key::PageDown => scroll + page,
            Key::PageUp => scroll.saturating_sub(page),
            Key::Left | Key::Right => scroll,
            _ => return false,
        }
        .min(layout.hidden());
        true
    }

    /// Handles the mouse; returns false if the help should close.
    pub(crate) fn mouse(&mut self, mouse: Mouse, lang: Lang, topic: Topic, size: (u16, u16)) -> bool {
        match mouse {
            Mouse::Wheel { down, .. } => {
                if down != 0 {
                    // A wheel never closes the help.
                    self.press(if down > 0 { Key::Down } else { Key::Up }, lang, topic, size);
                }
                true
            }
            Mouse::Release(_) => true,
            Mouse::Press(_) | Mouse::Cancel(_) => false,
        }
    }

    /// Draws the help of a screen.
    pub(crate) fn draw(self, frame: &mut Frame<'_>, appearance: Appearance, topic: Topic) {
        let lang = appearance.lang;
        let layout = HelpLayout::new(lang, topic, frame.area());
        let hidden = layout.hidden();
        let scroll = self.scroll.min(hidden);
        let room = usize::from(layout.place.width.saturating_sub(4));
        let keys = match hidden {
            0 => tr!(lang, "help-close"),
            _ => Some(tr!(lang, "help-scroll"))
                .filter(|keys| keys.width() <= room)
                .unwrap_or_else(|| tr!(lang, "help-scroll-short")),
        };
        let block = Block::bordered()
            .title(format!(" {} ", tr!(lang, "help-title")))
            .title_bottom(format!(" {keys} "));
        frame.render_widget(Clear, layout.place);
        frame.render_widget(block, layout.place);
        let lines: Vec<Line<'_>> = layout.lines.iter().map(|line| Line::raw(line.as_str())).collect();
        frame.render_widget(Paragraph::new(lines).scroll((scroll, 0)), layout.text());
        // The column between the text and the border.
        let marks = Rect { width: layout.text().width + 1, ..layout.text() };
        draw_scroll_marks(frame, appearance, marks, scroll > 0, scroll < hidden);
    }
}

/// The lines of the help as they fit on the screen, and where they are.
struct HelpLayout {
    place: Rect,
    lines: Vec<String>,
}

impl HelpLayout {
    fn new(lang: Lang, topic: Topic, area: Rect) -> HelpLayout {
        let page = page(lang, topic);
        let width = area.width.saturating_sub(2).min(84);
        let room = usize::from(width.saturating_sub(4)).max(1);
        // On a narrow screen, long names of keys must leave room for what they do.
        let keys_width = page.lines.iter().map(|(keys, _)| keys.width()).max().unwrap_or(0).min(room / 2);
        let mut lines = Vec::new();
        for (keys, what) in &page.lines {
            let keys = textwrap::wrap(keys, keys_width.max(1));
            let what = textwrap::wrap(what, room.saturating_sub(keys_width + 2).max(1));
            for row in 0..keys.len().max(what.len()) {
                let (keys, what) = (keys.get(row), what.get(row));
                let keys = keys.map_or("", |keys| keys);
                let gap = keys_width.saturating_sub(keys.width()) + 2;
                lines.push(format!("{keys}{:gap$}{}", "", what.map_or("", |what| what)));
            }
        }
        for paragraph in &page.paragraphs {
            lines.push(String::new());
            lines.extend(textwrap::wrap(paragraph, room).into_iter().map(std::borrow::Cow::into_owned));
        }
        let needed = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX);
        HelpLayout { place: middle(area, width, needed.min(area.height)), lines }
    }

    /// Returns the place of the text, inside the border.
    fn text(&self) -> Rect {
        let place = self.place;
        Rect {
            x: place.x + 2,
            y: place.y + 1,
            width: place.width.saturating_sub(4),
            height: place.height.saturating_sub(2),
        }
    }

    /// Returns how many lines have no room.
    fn hidden(&self) -> u16 {
        u16::try_from(self.lines.len()).unwrap_or(u16::MAX).saturating_sub(self.text().height)
    }
}

fn page(lang: Lang, topic: Topic) -> HelpPage {
    match topic {
        Topic::Menu => menu(lang),
        Topic::Setup => setup(lang),
        Topic::Settings => settings(lang),
        Topic::Penguins { topology, scoring } => penguins(lang, topology, scoring),
        Topic::Gamma => gamma(lang),
        Topic::Replay => replay(lang),
    }
}

/// Returns the names of some keys.
fn keys<const N: usize>(lang: Lang, keys: [Key; N]) -> Vec<String> {
    keys.map(|key| key_name(lang, key)).to_vec()
}

/// Returns the names of some letters.
fn letters(letters: &str) -> Vec<String> {
    letters.split(' ').map(str::to_owned).collect()
}

/// Returns the keys that move in four directions.
fn cursor_keys(lang: Lang) -> Vec<String> {
    vec![tr!(lang, "help-arrows"), "h j k l".to_owned()]
}

fn menu(lang: Lang) -> HelpPage {
    HelpPage::default()
        .line(&[tr!(lang, "help-arrows"), "j k".to_owned()], tr!(lang, "help-choose-line"))
        .line(&[key_name(lang, Key::Enter), "1-8".to_owned()], tr!(lang, "help-open-entry"))
        .line(&letters("t"), tr!(lang, "help-colours"))
        .line(&letters("L"), tr!(lang, "help-language"))
        .line(&letters("q"), tr!(lang, "help-quit"))
        .paragraph(tr!(lang, "help-rules-penguins"))
        .paragraph(tr!(lang, "help-rules-scoring"))
        .paragraph(tr!(lang, "help-rules-gamma"))
}

fn setup(lang: Lang) -> HelpPage {
    HelpPage::default()
        .line(&keys(lang, [Key::Up, Key::Down]), tr!(lang, "help-choose-line"))
        .line(&keys(lang, [Key::Left, Key::Right]), tr!(lang, "help-change-line"))
        .line(&[tr!(lang, "help-digits")], tr!(lang, "help-type-number"))
        .line(&[tr!(lang, "help-letters")], tr!(lang, "help-type-name"))
        .line(&[tr!(lang, "help-mouse")], tr!(lang, "help-mouse-form"))
        .line(&keys(lang, [Key::Enter]), tr!(lang, "help-enter-form"))
        .line(&letters("o"), tr!(lang, "help-open-board"))
        .line(&letters("r"), tr!(lang, "help-new-seed"))
        .line(&letters("t"), tr!(lang, "help-colours"))
        .line(&letters("L"), tr!(lang, "help-language"))
        .line(&keys(lang, [Key::Escape]), tr!(lang, "help-menu"))
        .paragraph(tr!(lang, "help-setup-players"))
        .paragraph(tr!(lang, "help-setup-board"))
}

fn settings(lang: Lang) -> HelpPage {
    HelpPage::default()
        .line(&keys(lang, [Key::Up, Key::Down]), tr!(lang, "help-choose-line"))
        .line(&keys(lang, [Key::Left, Key::Right]), tr!(lang, "help-change-line"))
        .line(&[tr!(lang, "help-mouse")], tr!(lang, "help-mouse-form"))
        .line(&keys(lang, [Key::Escape]), tr!(lang, "help-menu"))
        .paragraph(tr!(lang, "settings-about"))
}

/// The keys that games of both kinds have.
fn common_keys(lang: Lang, page: HelpPage) -> HelpPage {
    page.line(&letters("z x"), tr!(lang, "help-undo"))
        .line(&letters("i"), tr!(lang, "help-hint"))
        .line(&letters("m"), tr!(lang, "help-move-now"))
        .line(&letters("p"), tr!(lang, "help-pause"))
        .line(&letters("< v"), tr!(lang, "help-look-back"))
        .line(&letters("+ -"), tr!(lang, "help-pace"))
}

fn penguins(lang: Lang, topology: Topology, scoring: Scoring) -> HelpPage {
    let names: Vec<String> = topology.directions().iter().map(|&way| initials(lang, way)).collect();
    let example = names.first().cloned().unwrap_or_default();
    let mut page = HelpPage::default().line(&cursor_keys(lang), tr!(lang, "help-cursor"));
    if matches!(topology, Topology::Hex(_)) {
        page = page.line(&["y u b n".to_owned()], tr!(lang, "help-cursor-diagonal"));
    }
    page = page
        .line(&keys(lang, [Key::Enter, Key::Letter(' ')]), tr!(lang, "help-act"))
        .line(&keys(lang, [Key::Tab]), tr!(lang, "help-next-penguin"))
        .line(&[tr!(lang, "help-mouse")], tr!(lang, "help-mouse-penguins"))
        .line(
            &[tr!(lang, "help-digits"), "r".to_owned(), ":".to_owned()],
            tr!(lang, "help-type-penguins", direction = example),
        )
        .line(&letters("d"), tr!(lang, "help-steps"));
    page = common_keys(lang, page)
        .line(&letters("s o"), tr!(lang, "help-save-penguins"))
        .line(&letters("t"), tr!(lang, "help-colours"))
        .line(&keys(lang, [Key::Escape]), tr!(lang, "help-escape-penguins"))
        .line(&letters("q"), tr!(lang, "help-quit"));
    page.paragraph(match scoring {
        Scoring::Arrival => tr!(lang, "help-scoring-arrival"),
        Scoring::Departure => tr!(lang, "help-scoring-departure"),
    })
    .paragraph(tr!(lang, "help-signs"))
    .paragraph(tr!(lang, "help-directions", directions = names.join(", ")))
}

fn gamma(lang: Lang) -> HelpPage {
    let page = HelpPage::default()
        .line(&cursor_keys(lang), tr!(lang, "help-cursor"))
        .line(&keys(lang, [Key::Letter(' '), Key::Enter]), tr!(lang, "help-take"))
        .line(&letters("g"), tr!(lang, "help-golden"))
        .line(&letters("c"), tr!(lang, "help-pass"))
        .line(&[tr!(lang, "help-mouse")], tr!(lang, "help-mouse-gamma"))
        .line(&[tr!(lang, "help-digits"), ":".to_owned()], tr!(lang, "help-type-gamma"));
    common_keys(lang, page)
        .line(&letters("s o"), tr!(lang, "help-save-gamma"))
        .line(&letters("t"), tr!(lang, "help-colours"))
        .line(&keys(lang, [Key::Control('d')]), tr!(lang, "help-end-game"))
        .line(&keys(lang, [Key::Escape]), tr!(lang, "help-escape-gamma"))
        .line(&letters("q"), tr!(lang, "help-quit"))
        .paragraph(tr!(lang, "help-rules-gamma"))
        .paragraph(tr!(lang, "help-panel-gamma"))
}

fn replay(lang: Lang) -> HelpPage {
    HelpPage::default()
        .line(&keys(lang, [Key::Right, Key::Letter(' ')]), tr!(lang, "help-next-turn"))
        .line(&keys(lang, [Key::Left]), tr!(lang, "help-previous-turn"))
        .line(&keys(lang, [Key::PageDown, Key::PageUp]), tr!(lang, "help-ten-turns"))
        .line(&keys(lang, [Key::Home, Key::End]), tr!(lang, "help-ends"))
        .line(&[tr!(lang, "help-digits"), key_name(lang, Key::Enter)], tr!(lang, "help-go-to-turn"))
        .line(&letters("p"), tr!(lang, "help-play-stop"))
        .line(&letters("c"), tr!(lang, "help-play-on"))
        .line(&letters("+ -"), tr!(lang, "help-speed"))
        .line(&[tr!(lang, "help-mouse")], tr!(lang, "help-mouse-replay"))
        .line(&letters("s o"), tr!(lang, "help-save-replay"))
        .line(&letters("t"), tr!(lang, "help-colours"))
        .line(&keys(lang, [Key::Escape]), tr!(lang, "help-menu"))
        .line(&letters("q"), tr!(lang, "help-quit"))
}
