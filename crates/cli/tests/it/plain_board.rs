//! A second opinion: board files read, turns judged and states written by plain code over text.
//!
//! Nothing here comes from the crates under test. It is slow and obvious on purpose.

/// How tiles touch each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tiling {
    Square,
    OddQ,
    EvenQ,
    OddR,
    EvenR,
}

/// When fish are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scored {
    OnArrival,
    OnLeaving,
}

/// What a checker must know of the rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) tiling: Tiling,
    pub(crate) scored: Scored,
}

pub(crate) const SQUARE: Rules = Rules { tiling: Tiling::Square, scored: Scored::OnArrival };

/// What a program is called for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Placement { penguins: usize },
    Movement,
}

/// Two digits of the file: fish and player.
pub(crate) type Field = (u8, u8);
pub(crate) const HOLE: Field = (0, 0);
/// Row and column, from 0.
pub(crate) type At = (usize, usize);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerRow {
    pub(crate) id: Vec<u8>,
    pub(crate) number: u8,
    /// As the file spells it: leading zeros are content.
    pub(crate) score: String,
}

impl PlayerRow {
    pub(crate) fn score(&self) -> u64 {
        self.score.parse().unwrap()
    }

    /// Adds fish; a score that does not change keeps its spelling.
    pub(crate) fn add(&mut self, fish: u8) {
        if fish > 0 {
            self.score = (self.score() + u64::from(fish)).to_string();
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainBoard {
    pub(crate) fields: Vec<Vec<Field>>,
    pub(crate) players: Vec<PlayerRow>,
}

fn words(line: &[u8]) -> Vec<&[u8]> {
    line.split(|byte| b" \t\r".contains(byte)).filter(|word| !word.is_empty()).collect()
}

fn text(word: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(word).map_err(|_| format!("'{}' is no text", word.escape_ascii()))
}

impl PlainBoard {
    /// Reads a board file; the message of an error is for the reader of a failed test.
    pub(crate) fn parse(bytes: &[u8]) -> Result<PlainBoard, String> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut lines = bytes.split(|&byte| byte == b'\n');
        let header = words(lines.next().ok_or("no header")?);
        let [rows, cols] = header[..] else {
            return Err(format!("{} words in the header", header.len()));
        };
        let rows: usize = text(rows)?.parse().map_err(|_| "bad number of rows")?;
        let cols: usize = text(cols)?.parse().map_err(|_| "bad number of columns")?;
        let mut fields = Vec::new();
        for row in 1..=rows {
            let line = words(lines.next().ok_or(format!("row {row} is missing"))?);
            if line.len() != cols {
                return Err(format!("row {row} has {} fields", line.len()));
            }
            let field = |word: &&[u8]| match **word {
                [fish @ b'0'..=b'3', player @ b'0'..=b'9'] => Ok((fish - b'0', player - b'0')),
                _ => Err(format!("bad field '{}' in row {row}", word.escape_ascii())),
            };
            fields.push(line.iter().map(field).collect::<Result<Vec<Field>, String>>()?);
        }
        let mut players = Vec::new();
        for line in lines.map(words).filter(|line| !line.is_empty()) {
            let [id, number, score] = line[..] else {
                return Err(format!("a player row of {} words", line.len()));
            };
            let score = text(score)?.to_owned();
            score.parse::<u64>().map_err(|_| format!("bad score '{score}'"))?;
            let number = text(number)?.parse().map_err(|_| "bad player number")?;
            players.push(PlayerRow { id: id.to_vec(), number, score });
        }
        Ok(PlainBoard { fields, players })
    }

    /// Writes the file as the contract wants it: single spaces, LF, one final newline.
    pub(crate) fn canonical(&self) -> Vec<u8> {
        let mut bytes = format!("{} {}\n", self.fields.len(), self.fields[0].len()).into_bytes();
        for row in &self.fields {
            let row: Vec<String> = row.iter().map(|(fish, player)| format!("{fish}{player}")).collect();
            bytes.extend_from_slice(row.join(" ").as_bytes());
            bytes.push(b'\n');
        }
        for player in &self.players {
            bytes.extend_from_slice(&player.id);
            bytes.extend_from_slice(format!(" {} {}\n", player.number, player.score).as_bytes());
        }
        bytes
    }

    pub(crate) fn field(&self, (row, col): At) -> Field {
        self.fields[row][col]
    }

    pub(crate) fn set(&mut self, (row, col): At, field: Field) {
        self.fields[row][col] = field;
    }

    fn cells(&self) -> impl Iterator<Item = At> {
        let cols = self.fields[0].len();
        (0..self.fields.len()).flat_map(move |row| (0..cols).map(move |col| (row, col)))
    }

    /// Lists where a kind of field is found, in the order of the file.
    pub(crate) fn find(&self, wanted: impl Fn(Field) -> bool) -> Vec<At> {
        self.cells().filter(|&at| wanted(self.field(at))).collect()
    }

    pub(crate) fn penguins_of(&self, number: u8) -> Vec<At> {
        self.find(|(_, player)| player == number)
    }

    pub(crate) fn row_of(&self, id: &[u8]) -> Option<&PlayerRow> {
        self.players.iter().find(|player| player.id == id)
    }

    pub(crate) fn row_mut(&mut self, number: u8) -> &mut PlayerRow {
        self.players.iter_mut().find(|player| player.number == number).unwrap()
    }

    /// Lists the floes that a penguin can slide to.
    pub(crate) fn reach(&self, from: At, tiling: Tiling) -> Vec<At> {
        let directions = if tiling == Tiling::Square { 4 } else { 6 };
        let mut found = Vec::new();
        for direction in 0..directions {
            let mut at = from;
            while let Some(next) = self.neighbour(at, tiling, direction) {
                if self.field(next).0 == 0 || self.field(next).1 != 0 {
                    break;
                }
                found.push(next);
                at = next;
            }
        }
        found
    }

    fn neighbour(&self, (row, col): At, tiling: Tiling, direction: usize) -> Option<At> {
        let (row, col) = (i64::try_from(row).unwrap(), i64::try_from(col).unwrap());
        let (row, col) = if tiling == Tiling::Square {
            let (down, right) = [(0, 1), (1, 0), (0, -1), (-1, 0)][direction];
            (row + down, col + right)
        } else {
            // In axial coordinates, where a straight line is straight in every layout.
            let (dq, dr) = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)][direction];
            let half = |n: i64, sign: i64| (n + sign * (n & 1)) / 2;
            match tiling {
                Tiling::OddQ | Tiling::EvenQ => {
                    let sign = if tiling == Tiling::OddQ { -1 } else { 1 };
                    let (q, r) = (col + dq, row - half(col, sign) + dr);
                    (r + half(q, sign), q)
                }
                _ => {
                    let sign = if tiling == Tiling::OddR { -1 } else { 1 };
                    let (q, r) = (col - half(row, sign) + dq, row + dr);
                    (r, q + half(r, sign))
                }
            }
        };
        let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        (row < self.fields.len() && col < self.fields[0].len()).then_some((row, col))
    }

    /// Makes a slide without asking whether it is legal, and scores it.
    pub(crate) fn slide(&mut self, rules: Rules, from: At, to: At) {
        let ((left, player), (reached, _)) = (self.field(from), self.field(to));
        self.set(from, HOLE);
        match rules.scored {
            Scored::OnArrival => {
                self.set(to, (0, player));
                self.row_mut(player).add(reached);
            }
            Scored::OnLeaving => {
                self.set(to, (reached, player));
                self.row_mut(player).add(left);
            }
        }
    }

    /// Lists every legal slide of a player.
    pub(crate) fn slides(&self, rules: Rules, number: u8) -> Vec<(At, At)> {
        let from = self.penguins_of(number).into_iter();
        from.flat_map(|from| self.reach(from, rules.tiling).into_iter().map(move |to| (from, to))).collect()
    }

    /// Returns the number of a player, or the one that a newcomer must take; nothing when all are taken.
    fn number_for(&self, id: &[u8]) -> Option<u8> {
        if let Some(row) = self.row_of(id) {
            return Some(row.number);
        }
        let taken: Vec<u8> = self.players.iter().map(|player| player.number).collect();
        let after = taken.iter().max().map_or(1, |highest| highest + 1);
        (after..=9).chain(1..=9).find(|number| !taken.contains(number))
    }

    /// Lists every state that a legal turn of the player `id` leads to.
    pub(crate) fn turns(&self, rules: Rules, phase: Phase, id: &[u8]) -> Vec<PlainBoard> {
        let Some(number) = self.number_for(id) else {
            return Vec::new();
        };
        let mut states = Vec::new();
        match phase {
            Phase::Placement { penguins } => {
                if self.penguins_of(number).len() >= penguins {
                    return Vec::new();
                }
                for at in self.find(|field| field == (1, 0)) {
                    let mut state = self.clone();
                    if state.row_of(id).is_none() {
                        state.players.push(PlayerRow { id: id.to_vec(), number, score: "0".to_owned() });
                    }
                    match rules.scored {
                        Scored::OnArrival => {
                            state.set(at, (0, number));
                            state.row_mut(number).add(1);
                        }
                        Scored::OnLeaving => state.set(at, (1, number)),
                    }
                    states.push(state);
                }
            }
            Phase::Movement if self.row_of(id).is_none() => {}
            Phase::Movement => {
                for (from, to) in self.slides(rules, number) {
                    let mut state = self.clone();
                    state.slide(rules, from, to);
                    states.push(state);
                }
            }
        }
        states
    }

    /// Says what is wrong with `written` as one legal turn of `id` in this state, if anything is.
    pub(crate) fn judge(&self, rules: Rules, phase: Phase, id: &[u8], written: &[u8]) -> Result<(), String> {
        let after = PlainBoard::parse(written)?;
        if after.canonical() != written {
            return Err("the blanks are not canonical".to_owned());
        }
        let mut turns = self.turns(rules, phase, id).into_iter();
        if turns.any(|state| state == after) {
            return Ok(());
        }
        let changed: Vec<String> = self
            .cells()
            .filter(|&at| after.fields.get(at.0).and_then(|row| row.get(at.1)) != Some(&self.field(at)))
            .map(|at| format!("{at:?} was {:?}", self.field(at)))
            .collect();
        Err(format!("no legal turn: {changed:?}; rows {:?} -> {:?}", self.players, after.players))
    }
}

#[test]
fn the_checker_knows_straight_lines_on_hexagons() {
    let board = PlainBoard { fields: vec![vec![(1, 0); 5]; 5], players: Vec::new() };
    let reach = |tiling| {
        let mut found = board.reach((2, 2), tiling);
        found.sort_unstable();
        found
    };
    // Worked out by hand on paper: columns 1 and 3 half a tile lower.
    let odd_q =
        [(0, 2), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 3), (3, 0), (3, 2), (3, 4), (4, 2)];
    assert_eq!(reach(Tiling::OddQ), odd_q);
    // Turned by 45 degrees, rows and columns change places.
    let mut odd_r = odd_q.map(|(row, col)| (col, row));
    odd_r.sort_unstable();
    assert_eq!(reach(Tiling::OddR), odd_r);
    assert_eq!(reach(Tiling::Square).len(), 8);
}
