//! Turns entered by typing: coordinates, or a penguin, a direction and a distance.

mod directions;

use floe_locale::{Lang, tr};
use floe_rules::game::{Game, Turn};
use floe_rules::gamma;
use floe_rules::grid::{Cell, Coord, Direction};
use floe_rules::penguins::{Move, Phase};
use unicode_width::UnicodeWidthChar;

use self::directions::{TypedDirection, arrow_direction, typed_direction};
use super::board_pane::{grid_of, short};
use super::keys::Key;
use super::line_editor::LineEditor;
use super::play::PlayScreen;
use super::{Command, Env};
use crate::plain::is_pass;

pub(crate) use self::directions::{initials, slide_example};

/// The longest typed turn, in characters.
const LONGEST_TURN: usize = 60;

/// The turn that is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum TurnEntry {
    /// Nothing.
    #[default]
    None,
    /// Coordinates or a turn.
    Line(LineEditor),
    /// Which penguin, by its number in the list of those that can move.
    Penguin {
        /// The digits typed so far.
        text: String,
    },
    /// The direction of its slide.
    Direction {
        /// Its tile.
        from: Cell,
        /// The letters typed so far.
        text: String,
    },
    /// The length of its slide.
    Distance {
        /// Its tile.
        from: Cell,
        /// The direction.
        way: Direction,
        /// The digits typed so far.
        text: String,
    },
}

impl TurnEntry {
    /// Returns the question that is asked, if there is one.
    pub(crate) fn prompt(&self, play: &PlayScreen, lang: Lang) -> Option<String> {
        let grid = grid_of(play.game());
        match self {
            TurnEntry::None => None,
            TurnEntry::Line(line) => {
                let text = with_cursor(line);
                Some(match play.game() {
                    Game::Gamma(_) => tr!(lang, "entry-gamma", text = text),
                    Game::Penguins(history) if history.position().phase() == Phase::Placement => {
                        tr!(lang, "entry-place", text = text)
                    }
                    Game::Penguins(_) => {
                        tr!(lang, "entry-slide", example = slide_example(grid.topology()), text = text)
                    }
                })
            }
            TurnEntry::Penguin { text } => {
                let list = play
                    .movable()
                    .into_iter()
                    .enumerate()
                    .map(|(index, cell)| format!("{}\u{a0}{}", index + 1, short(grid, cell)));
                let list = list.collect::<Vec<_>>().join("  ");
                Some(tr!(lang, "entry-penguin", list = list, text = text.as_str()))
            }
            TurnEntry::Direction { from, text } => {
                let ways = play.ways(*from).into_iter().enumerate().filter(|(_, (_, far))| *far > 0).map(
                    |(index, (way, far))| {
                        let name = initials(lang, way);
                        tr!(lang, "entry-way", number = index + 1, way = name, far = far)
                            .replace(' ', "\u{a0}")
                    },
                );
                let list = ways.collect::<Vec<_>>().join("  ");
                let from = short(grid, *from);
                Some(tr!(lang, "entry-direction", from = from, list = list, text = text.as_str()))
            }
            TurnEntry::Distance { from, way, text } => {
                let (far, way) = (play.reach(*from, *way), initials(lang, *way));
                Some(tr!(lang, "entry-distance", way = way, far = far, text = text.as_str()))
            }
        }
    }
}

/// Returns a typed line with a mark at the cursor.
fn with_cursor(line: &LineEditor) -> String {
    let (text, column) = line.visible(LONGEST_TURN + 1);
    let mut width = 0;
    let before: String = text
        .chars()
        .take_while(|letter| {
            width += letter.width().unwrap_or(0);
            width <= column
        })
        .collect();
    format!("{before}_{}", &text[before.len()..])
}

impl PlayScreen {
    /// Starts to ask for a penguin, a direction and a distance.
    pub(crate) fn ask_step_by_step(&mut self, lang: Lang) {
        self.entry = match (self.chosen, self.movable().as_slice()) {
            (Some(from), _) => TurnEntry::Direction { from, text: String::new() },
            (None, []) => {
                self.warn(tr!(lang, "play-choose-one-fish"));
                TurnEntry::None
            }
            (None, _) => TurnEntry::Penguin { text: String::new() },
        };
    }

    /// Returns each direction with how far a penguin can go in it.
    fn ways(&self, from: Cell) -> Vec<(Direction, usize)> {
        let ways = grid_of(self.game()).topology().directions();
        ways.iter().map(|&way| (way, self.reach(from, way))).collect()
    }

    /// Returns how far a penguin can go in a direction.
    fn reach(&self, from: Cell, way: Direction) -> usize {
        use floe_rules::penguins::Ice;
        match self.game() {
            Game::Penguins(history) => {
                let position = history.position();
                position.grid().line(from, way).take_while(|&cell| position.ice().is_free(cell)).count()
            }
            Game::Gamma(_) => 0,
        }
    }

    /// Takes a key while something is being typed.
    pub(crate) fn press_in_entry(&mut self, key: Key, env: &Env<'_>, commands: &mut Vec<Command>) {
        let lang = env.lang();
        match std::mem::take(&mut self.entry) {
            TurnEntry::None => {}
            TurnEntry::Line(mut line) => match key {
                Key::Enter => self.submit(line.text(), env, commands),
                Key::Escape => {}
                Key::Backspace if line.text().is_empty() => {}
                _ => {
                    if line.text().chars().count() < LONGEST_TURN || !matches!(key, Key::Letter(_)) {
                        line.press(key);
                    }
                    self.entry = TurnEntry::Line(line);
                }
            },
            TurnEntry::Penguin { text } => self.pick_penguin(text, key, lang),
            TurnEntry::Direction { from, text } => {
                let has_letters = !text.is_empty();
                self.pick_direction(from, text, key, lang);
                // A direction may be followed by its distance: `n2`.
                if has_letters
                    && matches!(key, Key::Letter('0'..='9'))
                    && matches!(self.entry, TurnEntry::Distance { .. })
                {
                    self.press_in_entry(key, env, commands);
                }
            }
            TurnEntry::Distance { from, way, text } => {
                self.pick_distance((from, way, text), key, env, commands);
            }
        }
    }

    fn pick_penguin(&mut self, mut text: String, key: Key, lang: Lang) {
        let movable = self.movable();
        let submit = match key {
            Key::Escape => return,
            Key::Backspace if text.is_empty() => return,
            Key::Backspace => {
                text.pop();
                false
            }
            Key::Enter => !text.is_empty(),
            Key::Letter(digit) if digit.is_ascii_digit() => {
                text.push(digit);
                // One digit is enough where no longer number is possible.
                text.parse::<usize>().is_ok_and(|number| number > 0 && number * 10 > movable.len())
            }
            _ => false,
        };
        if !submit {
            return self.entry = TurnEntry::Penguin { text };
        }
        let number = text.parse::<usize>().unwrap_or(0);
        match number.checked_sub(1).and_then(|index| movable.get(index)) {
            Some(&from) => {
                self.chosen = Some(from);
                self.go_to(grid_of(self.game()).coord(from));
                self.entry = TurnEntry::Direction { from, text: String::new() };
            }
            None => {
                self.warn(tr!(lang, "entry-penguin-range", most = movable.len()));
                self.entry = TurnEntry::Penguin { text: String::new() };
            }
        }
    }

    fn pick_direction(&mut self, from: Cell, mut text: String, key: Key, lang: Lang) {
        let topology = grid_of(self.game()).topology();
        let ways = self.ways(from);
        let picked = match key {
            Key::Escape => return,
            Key::Backspace if text.is_empty() && self.movable().len() < 2 => return,
            Key::Backspace if text.is_empty() => {
                self.chosen = None;
                return self.entry = TurnEntry::Penguin { text };
            }
            Key::Backspace => {
                text.pop();
                None
            }
            Key::Letter(letter) if letter.is_ascii_alphabetic() => {
                text.push(letter.to_ascii_uppercase());
                match typed_direction(&text, lang, topology) {
                    TypedDirection::Certain(way) => Some(way),
                    TypedDirection::Possible(_) | TypedDirection::Start => None,
                    TypedDirection::Nothing => {
                        self.warn(tr!(lang, "entry-no-direction", way = text.as_str()));
                        text.clear();
                        None
                    }
                }
            }
            Key::Letter(digit) if digit.is_ascii_digit() && text.is_empty() => {
                let index = (digit as usize).checked_sub('1' as usize);
                index.and_then(|index| ways.get(index)).map(|&(way, _)| way)
            }
            Key::Enter | Key::Letter('0'..='9' | ' ') => match typed_direction(&text, lang, topology) {
                TypedDirection::Certain(way) | TypedDirection::Possible(way) => Some(way),
                TypedDirection::Start | TypedDirection::Nothing => None,
            },
            _ => arrow_direction(key, topology),
        };
        match picked {
            Some(way) if self.reach(from, way) > 0 => {
                self.entry = TurnEntry::Distance { from, way, text: String::new() };
            }
            Some(way) => {
                self.warn(tr!(lang, "entry-blocked", way = initials(lang, way)));
                self.entry = TurnEntry::Direction { from, text: String::new() };
            }
            None => self.entry = TurnEntry::Direction { from, text },
        }
    }

    fn pick_distance(
        &mut self,
        (from, way, mut text): (Cell, Direction, String),
        key: Key,
        env: &Env<'_>,
        commands: &mut Vec<Command>,
    ) {
        let far = self.reach(from, way);
        let submit = match key {
            Key::Escape => return,
            Key::Backspace if text.is_empty() => {
                return self.entry = TurnEntry::Direction { from, text };
            }
            Key::Backspace => {
                text.pop();
                false
            }
            Key::Enter => true,
            Key::Letter(digit) if digit.is_ascii_digit() && text.len() < 6 => {
                text.push(digit);
                // One digit is enough where no longer number is possible.
                text.parse::<usize>().is_ok_and(|number| number > 0 && number * 10 > far)
            }
            // The first letter of a diagonal is a direction of its own where there are no diagonals.
            Key::Letter(letter) if letter.is_ascii_alphabetic() && text.is_empty() => {
                let name = format!("{}{}", initials(env.lang(), way), letter.to_ascii_uppercase());
                self.warn(tr!(env.lang(), "entry-no-direction", way = name));
                return self.entry = TurnEntry::Direction { from, text };
            }
            _ => false,
        };
        if submit {
            return self.slide((from, way), text.parse().unwrap_or(0), env, commands);
        }
        self.entry = TurnEntry::Distance { from, way, text };
    }

    /// Slides a penguin by `distance` tiles in a direction, or shows why it cannot.
    fn slide(
        &mut self,
        (from, way): (Cell, Direction),
        distance: usize,
        env: &Env<'_>,
        commands: &mut Vec<Command>,
    ) {
        let grid = grid_of(self.game());
        let to = distance.checked_sub(1).and_then(|steps| grid.line(from, way).nth(steps));
        match to {
            Some(to) => {
                if !self.make(Turn::Penguins(Move::Slide { from, to }), env, commands) {
                    self.entry = TurnEntry::Distance { from, way, text: String::new() };
                }
            }
            None => {
                let (far, lang) = (self.reach(from, way), env.lang());
                self.warn(tr!(lang, "entry-distance-range", far = far, way = initials(lang, way)));
                self.entry = TurnEntry::Distance { from, way, text: String::new() };
            }
        }
    }

    /// Makes the turn of a typed line.
    fn submit(&mut self, text: &str, env: &Env<'_>, commands: &mut Vec<Command>) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if let Ok(turn) = self.game().parse_turn(text)
            && !matches!(turn, Turn::Penguins(Move::Place(_)))
        {
            self.make(turn, env, commands);
            return;
        }
        match self.game() {
            Game::Penguins(_) => self.submit_penguins(text, env, commands),
            Game::Gamma(_) => self.submit_gamma(text, env, commands),
        }
    }

    fn submit_penguins(&mut self, text: &str, env: &Env<'_>, commands: &mut Vec<Command>) {
        let grid = grid_of(self.game());
        if let Ok(Move::Place(cell)) = Move::parse(text, &grid) {
            let at = grid.coord(cell);
            self.go_to(at);
            return self.act_at(at, env, commands);
        }
        let coord = |row: u32, col: u32| {
            let at = Coord { row: row.checked_sub(1)?, col: col.checked_sub(1)? };
            grid.cell(at).map(|cell| (at, cell))
        };
        match numbers(text).as_deref() {
            Some(&[row, col]) => match coord(row, col) {
                Some((at, _)) => {
                    self.go_to(at);
                    self.act_at(at, env, commands);
                }
                None => self.off_the_board(text, env.lang()),
            },
            Some(&[row, col, to_row, to_col]) => match coord(row, col).zip(coord(to_row, to_col)) {
                Some(((_, from), (_, to))) => {
                    self.make(Turn::Penguins(Move::Slide { from, to }), env, commands);
                }
                None => self.off_the_board(text, env.lang()),
            },
            _ => self.submit_direction(text, env, commands),
        }
    }

    fn off_the_board(&mut self, text: &str, lang: Lang) {
        let grid = grid_of(self.game());
        let (rows, cols) = (grid.rows(), grid.cols());
        self.warn(tr!(lang, "entry-off-board", text = text, rows = rows, cols = cols));
    }

    /// Makes the turn of a direction and a distance, such as `ne 2`.
    fn submit_direction(&mut self, text: &str, env: &Env<'_>, commands: &mut Vec<Command>) {
        let lang = env.lang();
        let topology = grid_of(self.game()).topology();
        let mut words = text.split_whitespace();
        let (way, distance) = (words.next().unwrap_or(""), words.next().unwrap_or("1"));
        let way = match typed_direction(way, lang, topology) {
            TypedDirection::Certain(way) | TypedDirection::Possible(way) => Some(way),
            TypedDirection::Start | TypedDirection::Nothing => None,
        };
        match (way, distance.parse::<usize>(), self.chosen) {
            (Some(way), Ok(distance), Some(from)) => {
                self.slide((from, way), distance, env, commands);
                self.entry = TurnEntry::None;
            }
            (Some(_), Ok(_), None) => self.warn(tr!(lang, "entry-choose-first")),
            _ => {
                let example = slide_example(topology);
                self.warn(tr!(lang, "entry-no-turn", text = text, example = example));
            }
        }
    }

    fn submit_gamma(&mut self, text: &str, env: &Env<'_>, commands: &mut Vec<Command>) {
        if is_pass(text) {
            self.make(Turn::Gamma(gamma::Move::Pass), env, commands);
            return;
        }
        let (golden, rest) = match text.strip_prefix(['g', 'G']) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        match numbers(rest).as_deref() {
            Some(&[x, y]) => {
                let turn = if golden { gamma::Move::Golden { x, y } } else { gamma::Move::Take { x, y } };
                self.make(Turn::Gamma(turn), env, commands);
            }
            _ => self.warn(tr!(env.lang(), "entry-no-gamma-turn", text = text)),
        }
    }
}

/// Returns the numbers in the text, or `None` if it contains anything else.
fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split([' ', '\t', ',']).filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
}
