//! Turns entered by typing: coordinates, or a penguin, a direction and a distance.

use floe_rules::game::{Game, Turn};
use floe_rules::gamma;
use floe_rules::grid::{Cell, Coord, Direction};
use floe_rules::penguins::Move;

use super::board_pane::{grid_of, short};
use super::dialog::edit;
use super::keys::Key;
use super::moves::direction;
use super::play::PlayScreen;
use super::{Command, Env};

/// The turn that is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum TurnEntry {
    /// Nothing.
    #[default]
    None,
    /// Coordinates or a turn.
    Line(String),
    /// Which penguin, by its number in the list of those that can move.
    Penguin,
    /// The direction of its slide.
    Direction {
        /// Its tile.
        from: Cell,
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

impl TurnEntry {
    /// Returns the question that is asked, if there is one.
    pub(crate) fn prompt(&self, play: &PlayScreen) -> Option<String> {
        let grid = grid_of(play.game());
        match self {
            TurnEntry::None => None,
            TurnEntry::Line(text) => {
                let example = match play.game() {
                    Game::Penguins(_) => "row column, r4c7-r4c9, or NE 2 for the chosen penguin",
                    Game::Gamma(_) => "x y, g x y, or pass",
                };
                Some(format!("Turn ({example}): {text}_"))
            }
            TurnEntry::Penguin => {
                let list = play
                    .movable()
                    .into_iter()
                    .enumerate()
                    .map(|(index, cell)| format!("{} {}", index + 1, short(grid, cell)));
                Some(format!("Which penguin? {}", list.collect::<Vec<_>>().join("  ")))
            }
            TurnEntry::Direction { from } => {
                let ways = play
                    .ways(*from)
                    .into_iter()
                    .enumerate()
                    .filter(|(_, (_, far))| *far > 0)
                    .map(|(index, (way, far))| format!("{} {} (to {far})", index + 1, initials(way)));
                let ways: Vec<String> = ways.collect();
                Some(format!("Direction of {}? {}", short(grid, *from), ways.join("  ")))
            }
            TurnEntry::Distance { from, way, text } => {
                let far = play.reach(*from, *way);
                Some(format!("How far {}, 1 to {far}? {text}_", initials(*way)))
            }
        }
    }
}

impl PlayScreen {
    /// Starts to ask for a penguin, a direction and a distance.
    pub(crate) fn ask_step_by_step(&mut self) {
        self.say("");
        self.entry = match (self.chosen, self.movable().as_slice()) {
            (Some(from), _) => TurnEntry::Direction { from },
            (None, []) => {
                self.warn("to place a penguin, choose a floe with one fish");
                TurnEntry::None
            }
            (None, _) => TurnEntry::Penguin,
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
        self.say("");
        match std::mem::take(&mut self.entry) {
            TurnEntry::None => {}
            TurnEntry::Line(mut text) => match key {
                Key::Enter => self.submit(&text, env, commands),
                Key::Escape => {}
                Key::Backspace if text.is_empty() => {}
                _ => {
                    if text.len() < 60 || !matches!(key, Key::Letter(_)) {
                        edit(&mut text, key);
                    }
                    self.entry = TurnEntry::Line(text);
                }
            },
            TurnEntry::Penguin => self.pick_penguin(key),
            TurnEntry::Direction { from } => self.pick_direction(from, key),
            TurnEntry::Distance { from, way, text } => {
                self.pick_distance((from, way, text), key, env, commands);
            }
        }
    }

    fn pick_penguin(&mut self, key: Key) {
        let movable = self.movable();
        match key {
            Key::Escape | Key::Backspace => {}
            Key::Letter(digit @ '1'..='9') => match movable.get(digit as usize - '1' as usize) {
                Some(&from) => {
                    self.chosen = Some(from);
                    self.go_to(grid_of(self.game()).coord(from));
                    self.entry = TurnEntry::Direction { from };
                }
                None => {
                    self.warn(&format!("choose a penguin from 1 to {}", movable.len()));
                    self.entry = TurnEntry::Penguin;
                }
            },
            _ => self.entry = TurnEntry::Penguin,
        }
    }

    fn pick_direction(&mut self, from: Cell, key: Key) {
        let topology = grid_of(self.game()).topology();
        let ways = self.ways(from);
        let picked = match key {
            Key::Escape => return,
            Key::Backspace => {
                self.chosen = None;
                return self.entry = TurnEntry::Penguin;
            }
            Key::Letter(digit @ '1'..='9') => ways.get(digit as usize - '1' as usize).map(|&(way, _)| way),
            _ => direction(key, topology),
        };
        match picked {
            Some(way) if self.reach(from, way) > 0 => {
                self.entry = TurnEntry::Distance { from, way, text: String::new() };
            }
            Some(way) => {
                self.warn(&format!("the penguin cannot go {}", initials(way)));
                self.entry = TurnEntry::Direction { from };
            }
            None => self.entry = TurnEntry::Direction { from },
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
            Key::Backspace if text.is_empty() => return self.entry = TurnEntry::Direction { from },
            Key::Enter => true,
            Key::Letter(digit) if digit.is_ascii_digit() && text.len() < 6 => {
                text.push(digit);
                // One digit is enough where no longer number is possible.
                far < 10
            }
            _ => {
                edit_digits(&mut text, key);
                false
            }
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
                let far = self.reach(from, way);
                let tiles = if far == 1 { "only 1 tile".to_owned() } else { format!("1 to {far} tiles") };
                self.warn(&format!("the penguin can go {tiles} {}", initials(way)));
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
                None => self.off_the_board(text),
            },
            Some(&[row, col, to_row, to_col]) => match coord(row, col).zip(coord(to_row, to_col)) {
                Some(((_, from), (_, to))) => {
                    self.make(Turn::Penguins(Move::Slide { from, to }), env, commands);
                }
                None => self.off_the_board(text),
            },
            _ => self.submit_direction(text, env, commands),
        }
    }

    fn off_the_board(&mut self, text: &str) {
        let grid = grid_of(self.game());
        let (rows, cols) = (grid.rows(), grid.cols());
        self.warn(&format!(
            "'{text}' is not on the board, which has rows 1 to {rows} and columns 1 to {cols}"
        ));
    }

    /// Makes the turn of a direction and a distance, such as `ne 2`.
    fn submit_direction(&mut self, text: &str, env: &Env<'_>, commands: &mut Vec<Command>) {
        let mut words = text.split_whitespace();
        let (way, distance) = (words.next().unwrap_or(""), words.next().unwrap_or("1"));
        let ways = grid_of(self.game()).topology().directions();
        let way = ways.iter().copied().find(|&known| initials(known).eq_ignore_ascii_case(way));
        match (way, distance.parse::<usize>(), self.chosen) {
            (Some(way), Ok(distance), Some(from)) => {
                self.slide((from, way), distance, env, commands);
                self.entry = TurnEntry::None;
            }
            (Some(_), _, None) => self.warn("choose a penguin first, then its direction"),
            _ => {
                self.warn(&format!("'{text}' is not a turn: type row column, r4c7-r4c9, or NE 2"));
            }
        }
    }

    fn submit_gamma(&mut self, text: &str, env: &Env<'_>, commands: &mut Vec<Command>) {
        let (golden, rest) = match text.strip_prefix(['g', 'G']) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        match numbers(rest).as_deref() {
            Some(&[x, y]) => {
                let turn = if golden { gamma::Move::Golden { x, y } } else { gamma::Move::Take { x, y } };
                self.make(Turn::Gamma(turn), env, commands);
            }
            _ => self.warn(&format!("'{text}' is not a turn: type x y, g x y, or pass")),
        }
    }
}

/// Returns the numbers in the text, or `None` if it contains anything else.
fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split([' ', '\t', ',']).filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
}

fn edit_digits(text: &mut String, key: Key) {
    if !matches!(key, Key::Letter(_)) {
        edit(text, key);
    }
}
