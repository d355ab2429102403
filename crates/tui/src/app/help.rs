//! The page of help: the keys of a screen, and the rules in short.

use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::dialog::middle;

/// What help is wanted about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Menu,
    Setup,
    Penguins,
    Gamma,
    Replay,
}

const MENU: &str = "\
arrows, j k     choose
Enter, digits   open
t               other colours
q, Esc          quit

Penguins: in turn, place your penguins on floes with one fish, then slide one of them each turn, as far
as you like in a straight line over free floes. The floe it leaves melts. Who cannot move is skipped; when
nobody can move, the most fish win.

Gamma: in turn, take a cell. Your cells may hang together in at most so many areas. Once in a game, take a
cell from somebody else: the golden move. The most cells win.";

const SETUP: &str = "\
up, down        choose a line
left, right     change it
digits          type a number
letters         type a name, on the line of a player
Enter           start the game, open a board, or go to the next line
o               open a board or a record
r               another seed, on its line
Esc             back to the menu

Players are people or engines; engines have levels from 1, a friendly beginner, to 10.
The same seed gives the same board. Penguins are placed by the players in turn, or by chance.";

const PENGUINS: &str = "\
arrows, hjkl    move the cursor; y u b n go along the slopes of hexagons
Enter, Space    place a penguin, choose one, or slide the chosen one
Tab             choose the next penguin that can move
mouse           the same by clicks; pull a penguin to where it goes; the wheel scrolls
digits, r, :    type a turn: row column, r4c7-r4c9, or NE 2 for the chosen penguin
d               choose a penguin, a direction and a distance, step by step
Esc             let go of the penguin; leave the game
z, x            undo, redo
i               hint: what the engine would do
m               move now: the engine stops thinking
p               pause
s, o            save, open (a board in .txt, or a record)
t               other colours
q               quit

Digits and ><> are fish, letters are penguins (with the fish beneath them), ~ is water. Stars show where a
penguin can go. Place on floes with one fish, then slide in straight lines over free floes; the floe you
leave melts.";

const GAMMA: &str = "\
arrows, hjkl    move the cursor
Space, Enter    take the cell
G               take it from another player: the golden move, once in a game
C               pass
mouse           a click takes the cell; the wheel scrolls
digits, :       type a turn: x y, g x y, or pass
z, x            undo, redo
i               hint: what the engine would do
m               move now: the engine stops thinking
p               pause
s, o            save the record, open one
t               other colours
Ctrl-D          end the game here
q               quit

Beside each player: its cells, its areas of those it may hold, and G while the golden move is left.
Neighbouring cells of one player are one area.";

const REPLAY: &str = "\
right, Space    the next turn
left            the turn before
PgDn, PgUp      ten turns
Home, End       the start, the end
digits, Enter   go to a turn
p               play by itself, or stop
+, -            faster, slower
wheel           step
s, o            save, open
Esc             the menu
q               quit";

/// Draws the page.
pub(crate) fn draw(frame: &mut Frame<'_>, topic: Topic, scroll: u16) {
    let text = match topic {
        Topic::Menu => MENU,
        Topic::Setup => SETUP,
        Topic::Penguins => PENGUINS,
        Topic::Gamma => GAMMA,
        Topic::Replay => REPLAY,
    };
    let area = frame.area();
    let width = area.width.saturating_sub(2).min(84);
    let inner = usize::from(width.saturating_sub(4)).max(1);
    let text = flowing(text);
    let lines: usize = text.iter().map(|line| line.len() / inner + 1).sum();
    let high = u16::try_from(lines + 2).unwrap_or(u16::MAX).min(area.height);
    let place = middle(area, width, high);
    frame.render_widget(Clear, place);
    let hidden = u16::try_from(lines + 2).unwrap_or(u16::MAX).saturating_sub(high);
    let block = Block::bordered().title(" Help ").title_bottom(" any key: back   down: more ");
    let lines: Vec<Line<'_>> = text.into_iter().map(|line| Line::raw(format!(" {line}"))).collect();
    let page = Paragraph::new(lines).block(block).wrap(Wrap { trim: false }).scroll((scroll.min(hidden), 0));
    frame.render_widget(page, place);
}

/// Joins the lines of a paragraph, so that it can be broken anew; lists of keys stay as they are.
fn flowing(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut joins = false;
    for line in text.lines() {
        let is_key = line.get(..16).is_some_and(|start| start.ends_with("  ")) || line.len() < 40;
        match lines.last_mut() {
            Some(last) if joins && !line.is_empty() => {
                last.push(' ');
                last.push_str(line);
            }
            _ => lines.push(line.to_owned()),
        }
        joins = !line.is_empty() && (joins || !is_key);
    }
    lines
}
