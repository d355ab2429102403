//! Reads a record: the sections, the start, the turns, the result.

use super::Record;
use super::error_kind::{ErrorCollector, RecordErrors};
use super::{headers, result, sections, start, turns};

/// Reads and replays a record, or lists the errors in it.
///
/// The game is returned with all turns made; [`go_to`](crate::game::Game::go_to) undoes them. All errors in the
/// headers and the board are listed. The turns are checked if there are none, up to the first wrong turn, and the result
/// if all turns are legal.
///
/// ```
/// use floe_rules::record;
///
/// let text = "floe record 1\ngame: gamma\nboard: 2 1\nareas: 1\nplayer 1: Ann (person)\n\
///             player 2: Floe (engine level 3)\n\n[turns]\n1 x0y0\n\n[result]\nunfinished\n";
/// let record = record::read(text.as_bytes())?;
/// assert_eq!((record.game().made(), record.game().to_move()), (1, Some(2)));
/// assert_eq!(record.player_info(2).unwrap().name(), "Floe");
/// assert_eq!(record::write(&record), text.as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Record, RecordErrors> {
    let mut errors = ErrorCollector { bytes, list: RecordErrors::default() };
    match read_all(&mut errors) {
        Some(record) if errors.list.is_empty() => Ok(record),
        _ => Err(errors.list),
    }
}

fn read_all(errors: &mut ErrorCollector<'_>) -> Option<Record> {
    let parts = sections::find(errors)?;
    let headers = headers::read(parts.headers, errors);
    let mut game = start::game(&headers, parts.start, errors)?;
    turns::play(parts.turns, parts.version, &mut game, errors)?;
    let ending = result::read(parts.result, &game, errors)?;
    Some(Record { game, player_infos: headers.player_infos, more: headers.more, ending })
}

#[cfg(test)]
mod tests {
    use super::super::{Ending, write};
    use super::*;

    const PENGUINS: &str = "\
floe record 1
game: hex
layout: odd-r
penguins: 1
player 1: Ann (person)
player 3: Floe (engine level 10)
seed: 42

[start]
2 3
10 20 00
10 10 00
Ann 1 0

[turns]
1 r1c1
3 r2c1
1 r1c1-r1c2
3 r2c1-r2c2

[result]
1: 1
3: 1
shared: 1 3
";

    const GAMMA: &str = "\
floe record 1
game: gamma
board: 3 1
areas: 1
player 1: Ann (person)
player 2: Ben (program)

[turns]
1 x0y0
2 x1y0
1 pass

[result]
stopped
1: 1
2: 1
shared: 1 2
";

    /// Returns the errors, one per line, with line and column.
    fn errors(text: &[u8]) -> String {
        let Err(errors) = read(text) else {
            return "nothing\n".to_owned();
        };
        let listed = errors.listed().iter();
        listed.map(|error| format!("{}:{}: {}\n", error.place.line, error.place.column, error.kind)).collect()
    }

    /// Replaces a piece of a record and checks the errors that result.
    fn compare(text: &str, table: &[(&str, &str, &str)]) {
        assert_eq!(errors(text.as_bytes()), "nothing\n");
        for (old, new, wanted) in table {
            assert_eq!(text.matches(old).count(), 1, "{old:?}");
            let changed = text.replace(old, new);
            assert_eq!(errors(changed.as_bytes()), format!("{wanted}\n"), "{changed}");
        }
    }

    #[test]
    fn both_examples_are_written_as_they_were_read() {
        for text in [PENGUINS, GAMMA] {
            let record = read(text.as_bytes()).unwrap();
            assert_eq!(String::from_utf8(write(&record)).unwrap(), text);
        }
    }

    #[test]
    fn documentation_examples_round_trip() {
        let page = include_str!("../../../../docs/record.md");
        let blocks = page.split("```\n").filter(|block| block.starts_with("floe record"));
        let games: Vec<&str> = blocks
            .map(|block| {
                let record =
                    read(block.as_bytes()).map_err(|errors| errors.report("record.md", block.as_bytes()));
                let record = record.unwrap_or_else(|report| panic!("{report}"));
                assert_eq!(String::from_utf8(write(&record)).unwrap(), block);
                record.game().name()
            })
            .collect();
        assert_eq!(games, ["square", "hex", "classic", "square", "gamma"]);
    }

    #[test]
    fn what_makes_no_difference() {
        let plain = read(PENGUINS.as_bytes()).unwrap();
        for (old, new) in [
            ("floe record 1\n", "\u{feff} floe\trecord 1 \n\n# a comment\n"),
            ("game: hex\nlayout: odd-r\n", "layout:odd-r\n  # and another\ngame :\t hex\n"),
            ("penguins: 1\n", "phase: placement\npenguins: 01\n"),
            ("player 1: Ann (person)\n", "\tplayer \t 01 :Ann( person )\n"),
            ("Ann 1 0\n", "Ann  1 0\n\n \t\n"),
            ("[start]\n", " [start]\t\n\n \n"),
            ("\n[turns]\n", "[turns]\n\n#\n"),
            ("1 r1c1\n", " 01\tr01c1 \n# well\n\n"),
            ("1: 1\n3: 1\n", "3 :01\n\n1:1\n# so\n"),
            ("shared: 1 3\n", "shared: 3  1"),
            ("\n", "\r\n"),
        ] {
            assert!(PENGUINS.contains(old), "{old:?}");
            let record = read(PENGUINS.replace(old, new).as_bytes()).unwrap();
            assert_eq!(write(&record), write(&plain), "{old:?}");
        }
    }

    #[test]
    fn a_header_of_another_program_stays() {
        let text = PENGUINS.replace("seed: 42\n", "when:  noon: 12 (or so)\nempty:\nplayers: two\n");
        let record = read(text.as_bytes()).unwrap();
        let more: Vec<(&str, &str)> = record.more().iter().map(|more| (more.key(), more.value())).collect();
        assert_eq!(more, [("when", "noon: 12 (or so)"), ("empty", ""), ("players", "two")]);
        assert_eq!(String::from_utf8(write(&record)).unwrap(), text.replace("when:  noon", "when: noon"));
    }

    #[test]
    fn ids_may_be_any_bytes_and_look_like_anything() {
        let (before, after) = PENGUINS.split_once("Ann 1 0").unwrap();
        for id in [&b"\xff\xfe"[..], b"[turns]", b"[result]", b"#", b"unfinished"] {
            let text = [before.as_bytes(), id, b" 1 0", after.as_bytes()].concat();
            assert_eq!(write(&read(&text).unwrap()), text);
        }
    }

    #[test]
    fn the_first_line_and_the_sections() {
        let cut = |before: &str| PENGUINS.split_once(before).unwrap().0.to_owned();
        for (text, wanted) in [
            (
                String::new(),
                "1:1: the file is empty: a record begins with 'floe record 1' or 'floe record 2'",
            ),
            (
                "\u{feff}".to_owned(),
                "1:1: the file is empty: a record begins with 'floe record 1' or 'floe record 2'",
            ),
            (
                "\nfloe record 1\n".to_owned(),
                "1:1: this is not a record: a record begins with 'floe record 1' or 'floe record 2'",
            ),
            (
                "floe record\n".to_owned(),
                "1:1: this is not a record: a record begins with 'floe record 1' or 'floe record 2'",
            ),
            (
                "floe journal 1\n".to_owned(),
                "1:1: this is not a record: a record begins with 'floe record 1' or 'floe record 2'",
            ),
            (
                "floe record 3\nzzz".to_owned(),
                "1:13: this is a record of version '3', but only versions 1 and 2 are supported",
            ),
            ("floe record 1".to_owned(), "1:14: the record ends without a [result]"),
            (cut("[start]"), "7:9: the record ends without a [result]"),
            (cut("10 10 00"), "11:9: the record ends without a [result]"),
            (cut("c1-r2c2"), "19:5: the record ends without a [result]"),
            (cut("[result]"), "19:12: the record ends without a [result]"),
            (
                cut("1: 1"),
                "21:1: [result] is empty: write 'unfinished', or the scores and a 'winner' or 'shared' line, \
                 with 'stopped' above them if the players stopped the game",
            ),
        ] {
            assert_eq!(errors(text.as_bytes()), format!("{wanted}\n"), "{text}");
        }
        let order = "a record has [start], [turns] and [result]";
        let place = |line: u32, heading: &str| {
            format!("{line}:1: {heading} is out of place: {order}, each once and in this order")
        };
        compare(
            PENGUINS,
            &[
                ("[turns]", "[turn]", "21:1: there is no [turns] before this"),
                ("[turns]", "[start]", &place(15, "[start]")),
                ("[result]", "[turns]", &place(21, "[turns]")),
                ("[turns]", "[result]", &place(21, "[result]")),
                ("[start]", "[x] y", &format!("9:1: unknown section '[x] y': {order}")),
                ("1 r1c1\n", "[x]\n", &format!("16:1: unknown section '[x]': {order}")),
            ],
        );
    }

    #[test]
    fn headers() {
        let kind =
            "a player is written 'NAME (person)', 'NAME (engine level 1)' up to 10, or 'NAME (program)'";
        compare(
            PENGUINS,
            &[
                ("seed: 42", "seed 42", "7:1: a header is written 'key: value'"),
                ("seed: 42", " : 42", "7:1: a key is needed before the colon"),
                ("seed: 42", "se\u{7}ed: 42", "7:3: control character U+0007"),
                ("seed: 42", "seed: 4\r2", "7:8: control character U+000D"),
                ("seed: 42", "seed: 4\t2", "7:7: a header cannot contain the control character U+0009"),
                ("seed: 42", "a: 1\n a : 2", "8:2: 'a' is already given in line 7"),
                ("seed: 42", "layout: odd-q", "7:1: 'layout' is already given in line 3"),
                ("player 3", "player 01", "6:1: 'player 1' is already given in line 5"),
                ("player 3", "player", "6:1: a player's number is 1 to 9, not ''"),
                ("player 3", "player 0", "6:1: a player's number is 1 to 9, not '0'"),
                ("player 3", "player x y", "6:1: a player's number is 1 to 9, not 'x y'"),
                ("player 3", "player 10", "6:1: a player's number is 1 to 9, not '10'"),
                ("Ann (person)", "Ann", &format!("5:11: {kind}")),
                ("level 10", "level 11", &format!("6:11: {kind}")),
                ("Ann (person)", "(person)", "5:11: a name needs at least one letter"),
                ("game: hex", "Game: hex", "1:1: the header 'game' is missing"),
                ("game: hex", "game: chess", "2:7: unknown game 'chess': use square, hex, classic or gamma"),
                ("game: hex", "game: square", "3:9: 'layout' is not allowed with 'square'"),
                ("odd-r", "odd", "3:9: unknown layout 'odd': use odd-q, even-q, odd-r or even-r"),
                ("seed: 42", "areas: 1", "7:8: 'areas' is not allowed with 'hex'"),
                ("seed: 42", "phase: over", "7:8: unknown phase 'over': use placement or movement"),
                ("seed: 42", "phase: movement", "4:11: 'penguins' is not allowed with 'phase: movement'"),
                (
                    "penguins: 1\n",
                    "",
                    "2:7: the header 'penguins' is missing: give the number of penguins per player, or \
                     'phase: movement'",
                ),
                ("penguins: 1", "penguins: 0", "4:11: 'penguins' is a number from 1 to 4294967295, not '0'"),
                (
                    "penguins: 1",
                    "penguins: 4294967296",
                    "4:11: 'penguins' is a number from 1 to 4294967295, not '4294967296'",
                ),
                (
                    "penguins: 1",
                    "phase: movement",
                    "6:1: player 3 has no row in [start], and players can only join while penguins are placed",
                ),
                ("seed: 42", "turn: 10", "7:7: 'turn' is a number from 1 to 9, not '10'"),
                ("seed: 42", "turn: 2", "7:7: player 2 is to act first, but is not in the game"),
            ],
        );
        compare(
            GAMMA,
            &[
                ("board: 3 1\n", "", "2:7: the header 'board' is missing"),
                ("areas: 1\n", "", "2:7: the header 'areas' is missing"),
                ("areas: 1", "areas: one", "4:8: 'areas' is a number from 1 to 4294967295, not 'one'"),
                ("areas: 1", "areas: 1\nturn: 1", "5:7: 'turn' is not allowed with 'gamma'"),
                (
                    "3 1",
                    "3 0",
                    "3:8: 'board' is a width and a height of at least 1, such as '8 6', not '3 0'",
                ),
                ("3 1", "3", "3:8: 'board' is a width and a height of at least 1, such as '8 6', not '3'"),
                (
                    "3 1",
                    "5000 5001",
                    "3:8: a board of 5000 x 5001 cells is too large for a record: the limit is 25000000 cells",
                ),
                (
                    "player 2",
                    "player 4",
                    "2:7: no name is given for player 2\n2:7: no name is given for player 3",
                ),
                ("player 1: Ann (person)\nplayer 2: Ben (program)\n", "", "2:7: there are no players"),
                ("Ben (program)", "Ben", &format!("6:11: {kind}")),
                ("[turns]", "[start]\n\n[turns]", "8:1: Gamma starts on an empty board, without a [start]"),
            ],
        );
        let mut text = PENGUINS.as_bytes().to_vec();
        text[PENGUINS.find("eed: 42").unwrap()] = 0xff;
        assert_eq!(errors(&text), "7:2: this is not UTF-8\n");
    }

    #[test]
    fn the_start() {
        let board = "2 3\n10 20 00\n10 10 00\nAnn 1 0\n";
        let many: String = (1..=7).map(|seat| format!("P{seat} {seat} 0\n")).collect();
        let joining: String = (4..=8).map(|seat| format!("player {seat}: P (program)\n")).collect();
        compare(
            PENGUINS,
            &[
                (board, "", "9:1: [start] is empty: it must contain the starting board"),
                ("[start]\n2 3\n10 20 00\n10 10 00\nAnn 1 0\n", "", {
                    "2:7: this game needs a [start] with its starting board"
                }),
                (
                    "20 00\n10 10",
                    "40 x\n10",
                    "11:4: fish above 3: the field '40' has 4\n\
                     11:7: 'x' is not a field of two digits, fish and player\n\
                     12:6: row 2 has 2 of 3 fields",
                ),
                (
                    "10 10 00\nAnn 1 0\n",
                    "\n",
                    "11:9: row 2 of 2 is missing, and so is every row after it: [start] ends here",
                ),
                ("10 10 00", "10 12 00", "12:4: a penguin of player 2, who has no player row"),
                ("Ann 1 0\n", "Ann 1 0\nAnn 2 0\n", "14:1: the id 'Ann' is already used in line 13"),
                (
                    "Ann 1 0\n",
                    "# no comment here\n",
                    "13:14: a player row needs three fields, id, number and score, but has 4",
                ),
                (
                    "Ann 1 0\n",
                    "Ann 1 4294967295\n",
                    "9:1: the score 4294967295 of 'Ann' leaves no room for the fish still on the board",
                ),
                ("Ann 1 0\n", &many, "9:1: 7 players, but a game under the rules 'hex' has at most 6"),
                ("seed: 42\n", &joining, "2:7: 7 players are too many: there are at most 6"),
                (
                    PENGUINS.strip_prefix("floe record 1\ngame: hex\n").unwrap(),
                    "phase: movement\n[start]\n1 1\n10\n[turns]\n[result]\nunfinished\n",
                    "2:7: there are no players",
                ),
            ],
        );
        // Errors in a header and in the board are reported together.
        let text = PENGUINS.replace("seed: 42", "seed").replace("2 3\n", "2 x\n");
        assert_eq!(
            errors(text.as_bytes()),
            "7:1: a header is written 'key: value'\n10:3: 'x' in the header is not a number\n"
        );
    }

    #[test]
    fn turns() {
        compare(
            PENGUINS,
            &[
                ("1 r1c1\n", "r1c1\n", "16:1: a turn is written as a player's number and a move"),
                ("1 r1c1\n", "1 r1c1 !\n", "16:1: a turn is written as a player's number and a move"),
                ("1 r1c1\n", "3 r1c1\n", "16:1: it is the turn of player 1, not of '3'"),
                ("1 r1c1\n", "Ann r1c1\n", "16:1: it is the turn of player 1, not of 'Ann'"),
                (
                    "1 r1c1\n",
                    "1 r1c4\n",
                    "16:3: 'r1c4' is not a turn on this board: write r4c7 to place, r4c7-r4c9 to slide",
                ),
                (
                    "1 r1c1\n",
                    "1 r1c2\n",
                    "16:1: illegal turn: the floe at row 1 column 2 has 2 fish, and penguins start \
                     on exactly one",
                ),
                (
                    "3 r2c1-r2c2\n",
                    "",
                    "21:1: the game is not over (player 3 is to move): the result must be 'unfinished', or \
                     begin with 'stopped'",
                ),
                ("3 r2c1-r2c2\n", "3 r2c1-r2c2\n1 r1c2-r1c3\n", "20:1: illegal turn: the game is over"),
                (
                    "3 r2c1-r2c2\n",
                    "3 lost\n",
                    "19:3: 'lost' belongs to version 2 of the format: the first line must be 'floe record 2'",
                ),
                // After the end of the game, the player does not matter.
                ("3 r2c1-r2c2\n", "3 r2c1-r2c2\n7 r1c2-r1c3\n", "20:1: illegal turn: the game is over"),
            ],
        );
        compare(
            GAMMA,
            &[
                ("2 x1y0", "2 x0y0", "10:1: illegal turn: player 1 holds that cell"),
                (
                    "2 x1y0",
                    "2 x2y0!",
                    "10:1: illegal turn: that cell is empty: a golden move takes one from another player",
                ),
                (
                    "2 x1y0",
                    "2 1,0",
                    "10:3: '1,0' is not a turn of Gamma: write x3y4 to take a cell, x3y4! for a golden \
                     move, or pass",
                ),
            ],
        );
    }

    #[test]
    fn results() {
        let scores = "1: 1\n3: 1\nshared: 1 3\n";
        compare(
            PENGUINS,
            &[
                (scores, "unfinished\n", "22:1: the game is over, so the result cannot be 'unfinished'"),
                (
                    scores,
                    "stopped\n1: 1\n3: 1\nshared: 1 3\n",
                    "22:1: the game is over, so the result cannot be 'stopped'",
                ),
                ("1: 1\n", "1: 2\n", "22:1: the score of player 1 is 1, not '2'"),
                ("1: 1\n", "1: one\n", "22:1: the score of player 1 is 1, not 'one'"),
                ("1: 1\n", "2: 1\n1: 1\n", "22:1: player 2 is not in the game"),
                ("1: 1\n", "1: 1\n1: 1\n", "23:1: the score of player 1 is already given in line 22"),
                ("1: 1\n", "", "21:1: the score of player 1 is missing: it should be 1"),
                ("1: 1\n", "1: 1\nAnn: 1\n", "23:1: 'Ann: 1' is not a line of a result"),
                ("1: 1\n", "1: 1\n1 1\n", "23:1: '1 1' is not a line of a result"),
                ("1: 1\n", "1: 1\nstopped\n", "23:1: 'stopped' must be the first line of the result"),
                ("1: 1\n", "1: 1\nunfinished\n", "23:1: 'unfinished' must be the first line of the result"),
                (
                    "shared: 1 3\n",
                    "",
                    "21:1: the last line is missing: with these scores it must be 'shared: 1 3'",
                ),
                ("shared: 1 3\n", "shared: 1", "24:1: with these scores the line must be 'shared: 1 3'"),
                ("shared: 1 3\n", "winner: 1", "24:1: with these scores the line must be 'shared: 1 3'"),
                ("shared: 1 3\n", "shared: 1 3 3", "24:1: with these scores the line must be 'shared: 1 3'"),
                ("shared: 1 3\n", "shared: Ann", "24:1: with these scores the line must be 'shared: 1 3'"),
                ("shared: 1 3\n", "shared: 1 3\nwinner: 1\n", "25:1: 'winner' is already given in line 24"),
            ],
        );
        let stopped = "stopped\n1: 1\n2: 1\nshared: 1 2\n";
        compare(
            GAMMA,
            &[
                (
                    "stopped\n",
                    "",
                    "14:1: the game is not over (player 2 is to move): the result must be 'unfinished', or \
                     begin with 'stopped'",
                ),
                (
                    "stopped\n",
                    "unfinished\n",
                    "15:1: nothing may follow 'unfinished'\n16:1: nothing may follow 'unfinished'\n17:1: \
                     nothing may follow 'unfinished'",
                ),
                ("stopped\n", "stopped\nstopped\n", "15:1: 'stopped' must be the first line of the result"),
                (
                    stopped,
                    "#\n",
                    "13:1: [result] is empty: write 'unfinished', or the scores and a 'winner' or 'shared' line, \
                     with 'stopped' above them if the players stopped the game",
                ),
            ],
        );
        let unfinished = read(GAMMA.replace(stopped, "unfinished").as_bytes()).unwrap();
        assert_eq!(unfinished.ending(), Ending::Unfinished);
        assert_eq!(read(GAMMA.as_bytes()).unwrap().ending(), Ending::Stopped);
        assert_eq!(read(PENGUINS.as_bytes()).unwrap().ending(), Ending::Over);
    }

    #[test]
    fn reports_look_like_those_of_board_files() {
        let text = PENGUINS.replace("1 r1c1-r1c2", "1 r1c1-r2c3");
        let report = read(text.as_bytes()).unwrap_err().report("game.floe", text.as_bytes());
        assert_eq!(
            report,
            "game.floe:18:1: error: illegal turn: there is no floe at row 2 column 3\n    \
             1 r1c1-r2c3\n    ^^^^^^^^^^^\n"
        );
    }
}
