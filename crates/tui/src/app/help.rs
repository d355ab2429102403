//! The help of each screen: its keys, and the rules in short.

use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::dialog::middle;
use crate::appearance::Appearance;

/// The screen that the help is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Menu,
    Setup,
    Penguins,
    Gamma,
    Replay,
}

/// The keys of a screen with what they do, and paragraphs below them.
type HelpPage = (&'static [(&'static str, &'static str)], &'static [&'static str]);

const MENU: HelpPage = (
    &[("arrows, j k", "choose"), ("Enter, digits", "open"), ("t", "change the colours"), ("q, Esc", "quit")],
    &[
        "Penguins: players take turns placing penguins on one-fish floes; then, each turn, slide one of yours as far \
         as you like in a straight line over free floes. The floe it leaves melts. A player who cannot move is \
         skipped; when nobody can move, the player with the most fish wins.",
        "Gamma: in turn, take a cell. Your cells may form only a limited number of areas. Once per game, take a \
         cell from another player: the golden move. The player with the most cells wins.",
    ],
);

const SETUP: HelpPage = (
    &[
        ("up, down", "choose a line"),
        ("left, right", "change it"),
        ("digits", "type a number"),
        ("letters", "type a name (on a Player line)"),
        ("Enter", "start the game, open a board, or go to the next line"),
        ("o", "open a board or a record"),
        ("r", "new random seed (on the Seed line)"),
        ("Esc", "back to the menu"),
    ],
    &[
        "Players are people or engines; engines have levels from 1, a friendly beginner, to 10. The same seed \
         gives the same board. Players place their penguins in turn, or the penguins are placed at random.",
    ],
);

const PENGUINS: HelpPage = (
    &[
        ("arrows, hjkl", "move the cursor; y u b n move diagonally on hexagons"),
        ("Enter, Space", "place a penguin, choose one, or slide the chosen one"),
        ("Tab", "choose the next penguin that can move"),
        ("mouse", "click to do the same; drag a penguin to its destination; the wheel scrolls"),
        ("digits, r, :", "type a turn: row column, r4c7-r4c9, or NE 2 for the chosen penguin"),
        ("d", "choose a penguin, a direction and a distance, step by step"),
        ("Esc", "deselect the penguin; leave the game"),
        ("z, x", "undo, redo"),
        ("i", "hint: the turn that the engine would make"),
        ("m", "move now: the engine stops thinking"),
        ("p", "pause, resume"),
        ("s, o", "save, open (a board in .txt, or a record)"),
        ("t", "change the colours"),
        ("q", "quit"),
    ],
    &[
        "Digits and ><> are fish, letters are penguins (with the fish under them), ~ is water. Stars mark where a \
         penguin can go. Place on floes with one fish, then slide in straight lines over free floes; the floe \
         you leave melts. Undo removes your last turn and the engines' replies.",
    ],
);

const GAMMA: HelpPage = (
    &[
        ("arrows, hjkl", "move the cursor"),
        ("Space, Enter", "take the cell"),
        ("G", "golden move: take the cell at the cursor from another player, once per game"),
        ("C", "pass"),
        ("mouse", "click to take a cell; the wheel scrolls"),
        ("digits, :", "type a turn: x y, g x y, or pass"),
        ("z, x", "undo, redo"),
        ("i", "hint: the turn that the engine would make"),
        ("m", "move now: the engine stops thinking"),
        ("p", "pause, resume"),
        ("s, o", "save the record, open one"),
        ("t", "change the colours"),
        ("Ctrl-D", "end the game here"),
        ("q", "quit"),
    ],
    &[
        "The panel shows the cells and areas of each player, and G while the golden move is unused. Neighbouring \
         cells of one player are one area.",
    ],
);

const REPLAY: HelpPage = (
    &[
        ("right, Space", "next turn"),
        ("left", "previous turn"),
        ("PgDn, PgUp", "ten turns"),
        ("Home, End", "start, end"),
        ("digits, Enter", "go to a turn"),
        ("p", "play, stop"),
        ("+, -", "faster, slower"),
        ("wheel", "step"),
        ("s, o", "save, open"),
        ("t", "change the colours"),
        ("q", "quit"),
        ("Esc", "menu"),
    ],
    &[],
);

/// Draws the help of a screen.
pub(crate) fn draw(frame: &mut Frame<'_>, _appearance: Appearance, topic: Topic, scroll: u16) {
    let (keys, paragraphs) = match topic {
        Topic::Menu => MENU,
        Topic::Setup => SETUP,
        Topic::Penguins => PENGUINS,
        Topic::Gamma => GAMMA,
        Topic::Replay => REPLAY,
    };
    let area = frame.area();
    let width = area.width.saturating_sub(2).min(84);
    let wrap = |text: &str, indent: &str| {
        let options = textwrap::Options::new(usize::from(width.saturating_sub(4))).subsequent_indent(indent);
        textwrap::wrap(text, options).into_iter().map(|line| format!(" {line}")).collect::<Vec<_>>()
    };
    let indent = " ".repeat(16);
    let mut lines: Vec<String> =
        keys.iter().flat_map(|(keys, what)| wrap(&format!("{keys:<15} {what}"), &indent)).collect();
    for paragraph in paragraphs {
        lines.push(String::new());
        lines.extend(wrap(paragraph, ""));
    }
    let needed = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX);
    let high = needed.min(area.height);
    let place = middle(area, width, high);
    let block = Block::bordered().title(" Help ").title_bottom(" Up/Down: scroll   any other key: close ");
    let page = Paragraph::new(lines.into_iter().map(Line::raw).collect::<Vec<_>>());
    frame.render_widget(Clear, place);
    frame.render_widget(page.block(block).scroll((scroll.min(needed - high), 0)), place);
}
