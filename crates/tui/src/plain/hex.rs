//! Penguins on hexagons: a penguin, a direction and a distance; tiles are named by row and column from 1.

use floe_locale::{Lang, MessageKey, key, tr};
use floe_rules::grid::{Cell, Coord, Direction, Grid};
use floe_rules::penguins::{Move, Phase, Position, Scoring, Setup};

use super::console::{NO_BREAK, number, shortened};
use super::dialogue::{Incomplete, pair};
use super::penguins;
use super::vocabulary::without_accents;
use crate::appearance::Charset;
use crate::phrases::{Phrases, direction_letters};

const PLACE: [MessageKey; 2] = [key!("plain-place-hex"), key!("plain-column-hex")];

/// The directions with the messages of their names.
const DIRECTIONS: [(Direction, MessageKey); 8] = [
    (Direction::North, key!("plain-north")),
    (Direction::NorthEast, key!("plain-north-east")),
    (Direction::East, key!("plain-east")),
    (Direction::SouthEast, key!("plain-south-east")),
    (Direction::South, key!("plain-south")),
    (Direction::SouthWest, key!("plain-south-west")),
    (Direction::West, key!("plain-west")),
    (Direction::NorthWest, key!("plain-north-west")),
];

/// Draws the board as hexagons.
pub(super) fn board(position: &Position) -> String {
    let grid = position.grid();
    let tiles = position.ice().tiles().to_vec();
    let setup = Setup::new(grid.rows(), grid.cols(), tiles);
    setup
        .map(|setup| crate::picture::draw(&setup, grid.topology(), Charset::Ascii).plain())
        .unwrap_or_default()
}

/// Reads a row and a column to place at, or a penguin, a direction and a distance; tiles may be typed as `r4c7`.
pub(super) fn parse_turn(
    phrases: &Phrases<'_>,
    position: &Position,
    words: &[String],
) -> Result<Move, Incomplete> {
    let (lang, grid) = (phrases.lang, position.grid());
    if position.phase() == Phase::Placement {
        if let [word] = words
            && let Some(at) = tile(word)
        {
            return cell(lang, &grid, at).map(Move::Place);
        }
        if words.len() > 2 {
            return Err(Incomplete::wrong(tr!(lang, "plain-too-many-place-hex")));
        }
        return cell(lang, &grid, pair(lang, words, 0, PLACE)?).map(Move::Place);
    }
    if words.len() > 3 {
        return Err(Incomplete::Wrong { reason: tr!(lang, "plain-too-many-hex"), keep: 2 });
    }
    if let Some((from, to)) = tiles(words) {
        let (from, to) = (cell(lang, &grid, from)?, cell(lang, &grid, to)?);
        return match penguins::why_not_chosen(phrases, position, from) {
            Some(reason) => Err(Incomplete::wrong(reason)),
            None => Ok(Move::Slide { from, to }),
        };
    }
    let from = penguin(phrases, position, words.first())?;
    let (way, reach) = direction(phrases, position, from, words.get(1))?;
    let distance = distance(phrases, position, (from, way, reach), words.get(2))?;
    let to = grid.line(from, way).nth(distance as usize - 1);
    to.map(|to| Move::Slide { from, to }).ok_or_else(|| off_board(lang, &grid))
}

/// Reads the name of a tile, such as `r4c7`, as its row and column.
fn tile(word: &str) -> Option<(u32, u32)> {
    let (row, col) = word.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    let number = |digits: &str| number(Lang::English, digits).ok();
    Some((number(row)?, number(col)?))
}

/// Reads two tiles: `r4c7-r4c9` or `r4c7 r4c9`.
fn tiles(words: &[String]) -> Option<((u32, u32), (u32, u32))> {
    let (from, to) = match words {
        [both] => both.split_once('-')?,
        [from, to] => (from.as_str(), to.as_str()),
        _ => return None,
    };
    Some((tile(from)?, tile(to)?))
}

fn cell(lang: Lang, grid: &Grid, (row, col): (u32, u32)) -> Result<Cell, Incomplete> {
    let at = row.checked_sub(1).zip(col.checked_sub(1)).map(|(row, col)| Coord { row, col });
    at.and_then(|at| grid.cell(at)).ok_or_else(|| off_board(lang, grid))
}

fn off_board(lang: Lang, grid: &Grid) -> Incomplete {
    Incomplete::wrong(tr!(lang, "plain-off-hex", rows = grid.rows(), columns = grid.cols()))
}

/// Reads a penguin of the player to move: its number in the list, or its tile.
fn penguin(phrases: &Phrases<'_>, position: &Position, word: Option<&String>) -> Result<Cell, Incomplete> {
    let lang = phrases.lang;
    let penguins = position.to_move().map(|seat| position.penguins(seat)).unwrap_or_default();
    let count = penguins.len();
    let Some(word) = word else {
        let question = tr!(lang, "plain-which-penguin", count = count);
        return Err(Incomplete::Ask { list: list(phrases, position, &penguins), question });
    };
    let from = if let Some(at) = tile(word) {
        cell(lang, &position.grid(), at)?
    } else {
        let chosen = number(lang, word).map_err(Incomplete::wrong)?;
        let index = chosen.checked_sub(1).map(|index| index as usize);
        *index.and_then(|index| penguins.get(index)).ok_or_else(|| {
            Incomplete::wrong(tr!(lang, "plain-no-such-penguin", number = chosen, count = count))
        })?
    };
    match penguins::why_not_chosen(phrases, position, from) {
        Some(reason) => Err(Incomplete::wrong(reason)),
        None => Ok(from),
    }
}

/// Lists the penguins of the player to move.
fn list(phrases: &Phrases<'_>, position: &Position, penguins: &[Cell]) -> String {
    let lang = phrases.lang;
    let player = position.to_move().map(|seat| phrases.player(u32::from(seat.number()))).unwrap_or_default();
    let mut lines = vec![tr!(lang, "plain-penguins-of", player = player)];
    for (number, &cell) in (1u32..).zip(penguins) {
        let (at, fish) = (phrases.tile(cell), position.tile(cell).fish().count());
        let shows_fish = position.rules().scoring == Scoring::Departure;
        lines.push(match (shows_fish, penguins::can_slide(position, cell)) {
            (false, true) => tr!(lang, "plain-penguin", number = number, at = at),
            (false, false) => tr!(lang, "plain-penguin-cannot", number = number, at = at),
            (true, true) => tr!(lang, "plain-penguin-fish", number = number, at = at, fish = fish),
            (true, false) => tr!(lang, "plain-penguin-fish-cannot", number = number, at = at, fish = fish),
        });
    }
    lines.join("\n")
}

/// Parses a direction; returns it with the number of free tiles, at least one.
fn direction(
    phrases: &Phrases<'_>,
    position: &Position,
    from: Cell,
    word: Option<&String>,
) -> Result<(Direction, u32), Incomplete> {
    let (lang, ways) = (phrases.lang, position.grid().topology().directions());
    let Some(word) = word else {
        let listed: Vec<String> = (1u32..)
            .zip(ways)
            .map(|(number, &way)| match reach(position, from, way) {
                0 => tr!(lang, "plain-direction-blocked", number = number, direction = name(lang, way)),
                reach => {
                    let direction = name(lang, way);
                    tr!(lang, "plain-direction-free", number = number, direction = direction, reach = reach)
                }
            })
            .collect();
        let whole = |entry: &String| entry.replace(' ', &NO_BREAK.to_string());
        let directions = listed.iter().map(whole).collect::<Vec<_>>().join(", ");
        return Err(Incomplete::ask(tr!(lang, "plain-which-direction", directions = directions)));
    };
    let chosen = (1u32..).zip(ways).find(|&(number, &way)| names(word, lang, number, way));
    let Some((_, &way)) = chosen else {
        let all: Vec<String> = ways.iter().map(|&way| direction_letters(lang, way)).collect();
        let (word, letters) = (shortened(word), all.join(", "));
        let reason = tr!(lang, "plain-not-a-direction", word = word, count = ways.len(), letters = letters);
        return Err(Incomplete::Wrong { reason, keep: 1 });
    };
    match reach(position, from, way) {
        0 => {
            let direction = name(lang, way);
            Err(Incomplete::wrong(match obstacle(phrases, position, (from, way, 0)) {
                Obstacle::Edge => tr!(lang, "plain-blocked-by-edge", direction = direction),
                Obstacle::Water(at) => tr!(lang, "plain-blocked-by-water", direction = direction, at = at),
                Obstacle::Penguin { at, player } => {
                    tr!(lang, "plain-blocked-by-penguin", direction = direction, at = at, player = player)
                }
            }))
        }
        reach => Ok((way, reach)),
    }
}

/// Tells whether a word names a direction: by its number in the list, its name or its letters.
fn names(word: &str, lang: Lang, number: u32, way: Direction) -> bool {
    // A name of several words is typed with dashes.
    let typed = |name: String| without_accents(&name).replace(' ', "-");
    let word = without_accents(word);
    let own = |lang: Lang| word == typed(name(lang, way)) || word == direction_letters(lang, way);
    word == number.to_string() || own(lang) || own(Lang::English)
}

fn distance(
    phrases: &Phrases<'_>,
    position: &Position,
    (from, way, reach): (Cell, Direction, u32),
    word: Option<&String>,
) -> Result<u32, Incomplete> {
    let lang = phrases.lang;
    let Some(word) = word else {
        return Err(Incomplete::ask(tr!(lang, "plain-how-many-tiles", reach = reach)));
    };
    let distance = number(lang, word).map_err(|reason| Incomplete::Wrong { reason, keep: 2 })?;
    if distance == 0 {
        return Err(Incomplete::wrong(tr!(lang, "illegal-no-distance")));
    }
    if distance <= reach {
        return Ok(distance);
    }
    let direction = name(lang, way);
    Err(Incomplete::wrong(match obstacle(phrases, position, (from, way, reach)) {
        Obstacle::Edge => {
            tr!(lang, "plain-too-far-edge", distance = distance, direction = direction, reach = reach)
        }
        Obstacle::Water(at) => {
            tr!(
                lang,
                "plain-too-far-water",
                distance = distance,
                direction = direction,
                reach = reach,
                at = at
            )
        }
        Obstacle::Penguin { at, player } => tr!(
            lang,
            "plain-too-far-penguin",
            distance = distance,
            direction = direction,
            reach = reach,
            at = at,
            player = player,
        ),
    }))
}

/// Returns how many tiles a penguin can slide in a direction.
fn reach(position: &Position, from: Cell, way: Direction) -> u32 {
    let free = position.grid().line(from, way).take_while(|&cell| position.tile(cell).is_free());
    free.map(|_| 1).sum()
}

/// What blocks the way of a penguin.
enum Obstacle {
    Edge,
    Water(String),
    Penguin { at: String, player: String },
}

/// Returns what blocks the way after the free tiles.
fn obstacle(
    phrases: &Phrases<'_>,
    position: &Position,
    (from, way, reach): (Cell, Direction, u32),
) -> Obstacle {
    let Some(cell) = position.grid().line(from, way).nth(reach as usize) else {
        return Obstacle::Edge;
    };
    let at = phrases.tile(cell);
    match position.occupant(cell) {
        Some(seat) => Obstacle::Penguin { at, player: phrases.player(u32::from(seat.number())) },
        None => Obstacle::Water(at),
    }
}

fn index(way: Direction) -> usize {
    DIRECTIONS.iter().position(|&(other, _)| other == way).unwrap_or(0)
}

fn name(lang: Lang, way: Direction) -> String {
    lang.text(DIRECTIONS[index(way)].1)
}

/// Returns the answer that makes a turn.
pub(super) fn answer(lang: Lang, position: &Position, turn: Move) -> String {
    let grid = position.grid();
    let (from, to) = match turn {
        Move::Place(cell) => {
            let at = grid.coord(cell);
            return format!("{} {}", at.row + 1, at.col + 1);
        }
        Move::Slide { from, to } => (from, to),
    };
    let penguins = position.occupant(from).map(|seat| position.penguins(seat)).unwrap_or_default();
    let penguin = penguins.iter().position(|&cell| cell == from).map_or(0, |index| index + 1);
    for &way in grid.topology().directions() {
        if let Some(steps) = grid.line(from, way).position(|cell| cell == to) {
            return format!("{penguin} {} {}", direction_letters(lang, way), steps + 1);
        }
    }
    String::new()
}
