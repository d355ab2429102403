//! Turns that are typed: coordinates, or a penguin, a direction and a distance.

use floe_rules::game::{Game, Turn};
use floe_rules::gamma;
use floe_rules::grid::{Cell, Coord, Direction};
use floe_rules::penguins::Move;

use super::dialog::edit;
use super::keys::Key;
use super::moves::direction;
use super::play::Play;
use super::table::short;

/// What is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Nothing.
    #[default]
    None,
    /// Coordinates or a turn.
    Line(String),
    /// Which penguin, by its number in the list of those that can move.
    Penguin,
    /// In which direction it goes.
    Direction {
        /// Where it stands.
        from: Cell,
    },
    /// How far it goes.
    Distance {
        /// Where it stands.
        from: Cell,
        /// In which direction it goes.
        way: Direction,
        /// What was typed.
        text: String,
    },
}

/// Returns the usual short name of a direction.
pub(crate) fn initials(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "N",
        Direction::NorthEast => "NE",
        Direction::East => "E",
        Direction::SouthEast => "SE",
        Direction::South => "S",
        Direction::SouthWest => "SW",
        Direction::West => "W",
        Direction::NorthWest => "NW",
    }
}

impl Entry {
    /// Returns what is asked, if anything is.
    pub(crate) fn prompt(&self, play: &Play) -> Option<String> {
        let grid = play.table.grid();
        match self {
            Entry::None => None,
            Entry::Line(text) => {
                let example = match play.table.game {
                    Game::Penguins(_) => "row column, r4c7-r4c9, or NE 2 for the chosen penguin",
                    Game::Gamma(_) => "x y, g x y, or pass",
                };
                Some(format!("Turn ({example}): {text}_"))
            }
            Entry::Penguin => {
                let list = play
                    .movable()
                    .into_iter()
                    .enumerate()
                    .map(|(index, cell)| format!("{} {}", index + 1, short(grid, cell)));
                Some(format!("Which penguin? {}", list.collect::<Vec<_>>().join("  ")))
            }
            Entry::Direction { from } => {
                let ways = play
                    .ways(*from)
                    .into_iter()
                    .enumerate()
                    .filter(|(_, (_, far))| *far > 0)
                    .map(|(index, (way, far))| format!("{} {} (to {far})", index + 1, initials(way)));
                let ways: Vec<String> = ways.collect();
                Some(format!("Direction of {}? {}", short(grid, *from), ways.join("  ")))
            }
            Entry::Distance { from, way, text } => {
                let far = play.reach(*from, *way);
                Some(format!("How far {}, 1 to {far}? {text}_", initials(*way)))
            }
        }
    }
}

impl Play {
    /// Asks for a penguin, a direction and a distance, one after the other.
    pub(crate) fn ask_step_by_step(&mut self) {
        self.say("");
        self.entry = match (self.chosen, self.movable().as_slice()) {
            (Some(from), _) => Entry::Direction { from },
            (None, []) => {
                self.complain("penguins are placed by coordinates: choose a floe with one fish");
                Entry::None
            }
            (None, _) => Entry::Penguin,
        };
    }

    /// Returns each direction with how far a penguin can go in it.
    fn ways(&self, from: Cell) -> Vec<(Direction, usize)> {
        let ways = self.table.grid().topology().directions();
        ways.iter().map(|&way| (way, self.reach(from, way))).collect()
    }

    /// Returns how far a penguin can go in a direction.
    fn reach(&self, from: Cell, way: Direction) -> usize {
        use floe_rules::penguins::Ice;
        match &self.table.game {
            Game::Penguins(history) => {
                let position = history.position();
                position.grid().line(from, way).take_while(|&cell| position.ice().is_free(cell)).count()
            }
            Game::Gamma(_) => 0,
        }
    }

    /// Takes a key while something is being typed.
    pub(crate) fn press_in_entry(&mut self, key: Key) {
        self.say("");
        match std::mem::take(&mut self.entry) {
            Entry::None => {}
            Entry::Line(mut text) => match key {
                Key::Enter => self.submit(&text),
                Key::Escape => {}
                Key::Backspace if text.is_empty() => {}
                _ => {
                    if text.len() < 60 || key == Key::Backspace {
                        edit(&mut text, key);
                    }
                    self.entry = Entry::Line(text);
                }
            },
            Entry::Penguin => self.pick_penguin(key),
            Entry::Direction { from } => self.pick_direction(from, key),
            Entry::Distance { from, way, text } => self.pick_distance(from, way, text, key),
        }
    }

    fn pick_penguin(&mut self, key: Key) {
        let movable = self.movable();
        match key {
            Key::Escape | Key::Backspace => {}
            Key::Letter(digit @ '1'..='9') => match movable.get(digit as usize - '1' as usize) {
                Some(&from) => {
                    self.chosen = Some(from);
                    self.table.go_to(self.table.grid().coord(from));
                    self.entry = Entry::Direction { from };
                }
                None => {
                    self.complain(&format!("there are only {} penguins that can move", movable.len()));
                    self.entry = Entry::Penguin;
                }
            },
            _ => self.entry = Entry::Penguin,
        }
    }

    fn pick_direction(&mut self, from: Cell, key: Key) {
        let topology = self.table.grid().topology();
        let ways = self.ways(from);
        let picked = match key {
            Key::Escape => return,
            Key::Backspace => {
                self.chosen = None;
                return self.entry = Entry::Penguin;
            }
            Key::Letter(digit @ '1'..='9') => ways.get(digit as usize - '1' as usize).map(|&(way, _)| way),
            _ => direction(key, topology),
        };
        match picked {
            Some(way) if self.reach(from, way) > 0 => {
                self.entry = Entry::Distance { from, way, text: String::new() };
            }
            Some(way) => {
                self.complain(&format!("the penguin cannot go {}", initials(way)));
                self.entry = Entry::Direction { from };
            }
            None => self.entry = Entry::Direction { from },
        }
    }

    fn pick_distance(&mut self, from: Cell, way: Direction, mut text: String, key: Key) {
        let far = self.reach(from, way);
        let submit = match key {
            Key::Escape => return,
            Key::Backspace if text.is_empty() => return self.entry = Entry::Direction { from },
            Key::Enter => true,
            Key::Letter(digit) if digit.is_ascii_digit() && text.len() < 6 => {
                text.push(digit);
                // One digit says it all where no longer number is possible.
                far < 10
            }
            _ => {
                edit_digits(&mut text, key);
                false
            }
        };
        if submit {
            return self.slide(from, way, text.parse().unwrap_or(0));
        }
        self.entry = Entry::Distance { from, way, text };
    }

    /// Slides a penguin so far in a direction, or says why it cannot.
    fn slide(&mut self, from: Cell, way: Direction, distance: usize) {
        let grid = self.table.grid();
        let to = distance.checked_sub(1).and_then(|steps| grid.line(from, way).nth(steps));
        match to {
            Some(to) => {
                if !self.make(Turn::Penguins(Move::Slide { from, to })) {
                    self.entry = Entry::Distance { from, way, text: String::new() };
                }
            }
            None => {
                let far = self.reach(from, way);
                self.complain(&format!("it can go 1 to {far} tiles {}", initials(way)));
                self.entry = Entry::Distance { from, way, text: String::new() };
            }
        }
    }

    /// Does what a typed line says.
    fn submit(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if let Ok(turn) = self.table.game.parse_turn(text)
            && !matches!(turn, Turn::Penguins(Move::Place(_)))
        {
            self.make(turn);
            return;
        }
        match &self.table.game {
            Game::Penguins(_) => self.submit_penguins(text),
            Game::Gamma(_) => self.submit_gamma(text),
        }
    }

    fn submit_penguins(&mut self, text: &str) {
        let grid = self.table.grid();
        if let Ok(Move::Place(cell)) = Move::parse(text, &grid) {
            let at = grid.coord(cell);
            self.table.go_to(at);
            return self.act_at(at);
        }
        let coord = |row: u32, col: u32| {
            let at = Coord { row: row.checked_sub(1)?, col: col.checked_sub(1)? };
            grid.cell(at).map(|cell| (at, cell))
        };
        match numbers(text).as_deref() {
            Some(&[row, col]) => match coord(row, col) {
                Some((at, _)) => {
                    self.table.go_to(at);
                    self.act_at(at);
                }
                None => self.off_the_board(text),
            },
            Some(&[row, col, to_row, to_col]) => match coord(row, col).zip(coord(to_row, to_col)) {
                Some(((_, from), (_, to))) => _ = self.make(Turn::Penguins(Move::Slide { from, to })),
                None => self.off_the_board(text),
            },
            _ => self.submit_direction(text),
        }
    }

    fn off_the_board(&mut self, text: &str) {
        let grid = self.table.grid();
        let (rows, cols) = (grid.rows(), grid.cols());
        self.complain(&format!(
            "'{text}' is not on the board, which has rows 1 to {rows} and columns 1 to {cols}"
        ));
    }

    /// Takes a direction and a distance, such as `ne 2`.
    fn submit_direction(&mut self, text: &str) {
        let mut words = text.split_whitespace();
        let (way, distance) = (words.next().unwrap_or(""), words.next().unwrap_or("1"));
        let ways = self.table.grid().topology().directions();
        let way = ways.iter().copied().find(|&known| initials(known).eq_ignore_ascii_case(way));
        match (way, distance.parse::<usize>(), self.chosen) {
            (Some(way), Ok(distance), Some(from)) => {
                self.slide(from, way, distance);
                self.entry = Entry::None;
            }
            (Some(_), _, None) => self.complain("choose a penguin first, then its direction"),
            _ => {
                self.complain(&format!("'{text}' makes no sense here: write row column, r4c7-r4c9, or NE 2"));
            }
        }
    }

    fn submit_gamma(&mut self, text: &str) {
        let (golden, rest) = match text.strip_prefix(['g', 'G']) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        match numbers(rest).as_deref() {
            Some(&[x, y]) => {
                let turn = if golden { gamma::Move::Golden { x, y } } else { gamma::Move::Take { x, y } };
                self.make(Turn::Gamma(turn));
            }
            _ => self.complain(&format!("'{text}' makes no sense here: write x y, g x y, or pass")),
        }
    }
}

/// Returns the numbers of a text of nothing else.
fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split([' ', '\t', ',']).filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
}

fn edit_digits(text: &mut String, key: Key) {
    if !matches!(key, Key::Letter(_)) {
        edit(text, key);
    }
}
