//! Boards for checks: ordinary ones, and small situations that are set into an ordinary board.
//!
//! A program may assume that boards have an ordinary size and several players. Only the checks of sizes use others, so
//! that a program that cannot read them does not fail everything else as well.

/// An ordinary board during movement: 8 rows and 10 columns, three players with three penguins each.
pub(super) const MIDDLE: &str = "\
8 10
10 20 30 10 20 00 10 30 20 10
20 02 10 20 10 30 20 10 03 20
30 10 00 10 20 10 01 20 10 30
10 20 10 30 02 20 10 30 20 10
20 30 20 10 20 10 00 10 10 20
10 01 10 20 30 20 10 03 20 10
30 20 02 10 20 30 10 20 30 20
10 10 20 30 01 10 20 03 10 20
Bea 1 4
{me} 2 5
Cid 3 7
";

/// An ordinary board during placement, with one penguin of each of two players; the program has not joined.
pub(super) const START: &str = "\
8 10
10 20 30 10 20 00 10 30 20 10
20 10 10 20 10 30 20 10 30 20
30 10 00 10 20 10 01 20 10 30
10 20 10 30 10 20 10 30 20 10
20 30 20 10 20 10 00 10 10 20
10 10 10 20 30 20 10 02 20 10
30 20 20 10 20 30 10 20 30 20
10 10 20 30 10 10 20 10 10 20
Bea 1 1
Cid 2 1
";

/// An ordinary board before the first turn.
pub(crate) const EMPTY: &str = "\
8 10
10 20 30 10 20 00 10 30 20 10
20 10 10 20 10 30 20 10 30 20
30 10 00 10 20 10 10 20 10 30
10 20 10 30 10 20 10 30 20 10
20 30 20 10 20 10 00 10 10 20
10 10 10 20 30 20 10 10 20 10
30 20 20 10 20 30 10 20 30 20
10 10 20 30 10 10 20 10 10 20
";

/// Rows and columns of the board around a small situation.
const ROWS: usize = 9;
const COLS: usize = 10;

/// Where a small situation begins: even, so that hexagons keep their neighbours.
const CORNER: usize = 2;

/// The fields far from the situation where penguins of players without any stand.
const FAR: [(usize, usize); 4] = [(0, 0), (8, 9), (0, 9), (8, 0)];

/// Returns [`MIDDLE`] with a part replaced; it must be there.
pub(super) fn middle_with(from: &str, to: &str) -> Vec<u8> {
    assert!(MIDDLE.contains(from), "the board has no '{from}'");
    MIDDLE.replacen(from, to, 1).into_bytes()
}

/// Sets a small board into an ordinary one, surrounded by water, with the rows of its players.
///
/// The rest has floes with two and three fish, where nobody can place a penguin. In the movement phase players called
/// Bea and Cid are added far away, if the situation has fewer than three players.
pub(super) fn embedded(small: &str, moving: bool) -> Vec<u8> {
    let mut lines = small.lines();
    let size: Vec<usize> =
        lines.next().unwrap_or_default().split(' ').filter_map(|word| word.parse().ok()).collect();
    let [rows, cols] = size[..] else {
        panic!("a small board begins with its size");
    };
    assert!(rows + CORNER < ROWS && cols + CORNER < COLS, "the situation does not fit");
    let mut fields: Vec<Vec<String>> = (0..ROWS)
        .map(|row| {
            (0..COLS).map(|col| ["20", "30", "20", "00", "30"][(3 * row + 2 * col) % 5].to_owned()).collect()
        })
        .collect();
    for row in &mut fields[CORNER - 1..=CORNER + rows] {
        row[CORNER - 1..=CORNER + cols].iter_mut().for_each(|field| "00".clone_into(field));
    }
    for row in &mut fields[CORNER..CORNER + rows] {
        let words = lines.next().unwrap_or_default().split(' ').map(str::to_owned);
        row[CORNER..CORNER + cols].iter_mut().zip(words).for_each(|(field, word)| *field = word);
    }
    let mut players: Vec<String> = lines.map(str::to_owned).collect();
    if moving {
        let has = |players: &[String], index: usize, word: &str| {
            players.iter().any(|row| row.split(' ').nth(index) == Some(word))
        };
        let mut numbers = (1..=9u8).map(|number| number.to_string());
        for (name, places) in [("Bea", [FAR[0], FAR[1]]), ("Cid", [FAR[2], FAR[3]])] {
            if players.len() >= 3 || has(&players, 0, name) {
                continue;
            }
            let number = numbers.find(|number| !has(&players, 1, number)).unwrap_or_default();
            players.push(format!("{name} {number} 5"));
            for (row, col) in places {
                fields[row][col] = format!("0{number}");
            }
        }
    }
    let mut text = format!("{ROWS} {COLS}\n");
    for line in fields.iter().map(|row| row.join(" ")).chain(players) {
        text += &line;
        text.push('\n');
    }
    text.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn situations_are_set_into_an_ordinary_board() {
        let text = String::from_utf8(embedded("1 2\n01 20\nme 1 4\n", true)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines[0], lines.len()), ("9 10", 13));
        assert_eq!(&lines[3][3..14], "00 01 20 00");
        assert_eq!(&lines[2][3..14], "00 00 00 00");
        assert_eq!(lines[10..], ["me 1 4", "Bea 2 5", "Cid 3 5"]);
        assert!(lines[1].starts_with("02") && lines[9].ends_with("02"));
        let placing = String::from_utf8(embedded("1 1\n10\n", false)).unwrap();
        assert_eq!((placing.lines().count(), placing.matches("10").count()), (10, 2));
    }
}
