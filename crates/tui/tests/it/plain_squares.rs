//! Plain mode on squares, which follows a console game.

use std::io::ErrorKind;

use floe_rules::board_file;
use floe_session::{GameKind, GameSpec};
use floe_tui::plain::{PlainOutcome, play};

use crate::plain_scripts::{Shelf, board, budget, engine, people, played, spec};

fn squares() -> GameSpec {
    spec(GameKind::Square)
}

/// The session that the game goes back to, without the question for dimensions and its answer, which a given
/// board makes needless.
const SESSION: &str = "\
Select game mode:
1 - interactive
2 - autonomous
1
Input number of penguins between 1 and 5\x20
1

        --Placement Phase--

 Turn of player A

  X 0  1  2  3  4
Y   -  -  -  -  -
0 | 3  1  1  2  3 |
1 | 1  3  2  1  3 |
2 | 3  3  2  2  2 |
3 | 3  2  3  2  1 |
4 | 1  1  1  2  2 |
    -  -  -  -  -

Provide the x and y coordinates:
1 0

 Turn of player B

  X 0  1  2  3  4
Y   -  -  -  -  -
0 | 3  A  1  2  3 |
1 | 1  3  2  1  3 |
2 | 3  3  2  2  2 |
3 | 3  2  3  2  1 |
4 | 1  1  1  2  2 |
    -  -  -  -  -

Provide the x and y coordinates:
1 4

        --Movement Phase--


 Turn of player A

  X 0  1  2  3  4
Y   -  -  -  -  -
0 | 3  A  1  2  3 |
1 | 1  3  2  1  3 |
2 | 3  3  2  2  2 |
3 | 3  2  3  2  1 |
4 | 1  B  1  2  2 |
    -  -  -  -  -
";

#[test]
fn the_session_that_it_goes_back_to_is_reproduced() {
    let text = "5 5\n30 10 10 20 30\n10 30 20 10 30\n30 30 20 20 20\n30 20 30 20 10\n10 10 10 20 20\n";
    let spec = GameSpec { board: Some(board(text)), ..squares() };
    let played = played(&spec, b"1\n1\n1 0\n1 4\n");
    // What is said besides: an explanation, how to get help, the scores, and a sentence about each turn.
    let besides = |line: &str| {
        line.starts_with("Type help") || line.starts_with("Player A") || line.starts_with("Player B")
    };
    let (explanation, session) = played.screen.split_once("\n\n").expect("an explanation comes first");
    assert!(explanation.starts_with("Interactive: people play."), "{explanation}");
    let lines = session.lines().filter(|line| !besides(line));
    let seen: Vec<&str> = lines.take(SESSION.lines().count()).collect();
    assert_eq!(seen, SESSION.lines().collect::<Vec<_>>());
    assert_eq!(played.ended, PlainOutcome::InputEnded);
}

#[test]
fn dimensions_are_asked_columns_first() {
    let played = played(&squares(), b"1\n1\n6 4\n");
    let question = "\nInput coordinates for x and y dimensions between 4 and 20\n6 4\n";
    assert!(played.screen.contains(question), "{}", played.screen);
    assert!(played.screen.contains("  X 0  1  2  3  4  5\n"), "{}", played.screen);
    assert!(!played.screen.contains("\n4 |"), "{}", played.screen);
}

#[test]
fn a_whole_game() {
    // Some give numbers on lines of their own, some with commas, some all at once.
    let setting_up = "1\n1\n4\n4\n";
    let placing = "0\n0\n3,1\n";
    let moving = "0 0\n0 3\n3 1 3 2\n0\n3\n2\n3\n3 2 3 3\n2, 3, 1, 3\n1 3\r\n1 0\r\n1 0 2 0\n2 0 3 0\n";
    let again = "perhaps\ny\nquit\n";
    let played = played(&squares(), [setting_up, placing, moving, again].concat().as_bytes());
    insta::assert_snapshot!(played.screen.replace('\r', ""));
    assert_eq!(played.ended, PlainOutcome::Quit);
}

#[test]
fn axes_of_two_digits_stay_in_line() {
    let spec = GameSpec { rows: Some(12), cols: Some(13), ..squares() };
    insta::assert_snapshot!(played(&spec, b"1\n1\n").screen);
}

#[test]
fn a_fixed_board_may_be_larger_than_what_is_offered() {
    let fixed = GameSpec { seats: people(&["Ann", "Ben", "Cleo"]), penguins: Some(7), ..squares() };
    let spec = GameSpec { rows: Some(30), cols: Some(101), ..fixed };
    let played = played(&spec, b"");
    let first = played.screen.lines().next();
    assert_eq!(first, Some("Type help for the rules and the commands."), "nothing is asked before the game");
    assert!(played.screen.contains(" Turn of Ann (A)\n"));
    assert!(played.screen.contains("Ann (A): 0 fish, Ben (B): 0 fish, Cleo (C): 0 fish\n"));
    let board: Vec<&str> = played.screen.lines().filter(|line| line.ends_with('|')).collect();
    assert_eq!(board.len(), 30);
    assert!(board.iter().all(|line| line.len() == board[0].len()));
}

/// Two paths of stairs, on which every turn is forced: engines of any strength play the same game.
const STAIRS: &str = "\
4 8
01 20 00 00 00 02 10 00
00 30 10 00 00 00 20 30
00 00 20 30 00 00 00 10
00 00 00 10 00 00 00 00
one 1 1
two 2 1
";

#[test]
fn engines_play_while_you_watch() {
    let spec = GameSpec { board: Some(board(STAIRS)), penguins: Some(1), ..squares() };
    let played = played(&spec, b"2\n");
    insta::assert_snapshot!(played.screen);
    assert_eq!(played.ended, PlainOutcome::Finished);
}

#[test]
fn engines_finish_on_any_board_and_twice_alike() {
    let seats = vec![engine("One"), engine("Two"), engine("Three")];
    let fixed = GameSpec { seats, penguins: Some(2), rows: Some(6), cols: Some(6), ..squares() };
    let first = played(&fixed, b"");
    assert_eq!(first.ended, PlainOutcome::Finished);
    assert!(!first.screen.contains("Again?"), "nobody was asked, so nobody may be there");
    assert_eq!(first.screen, played(&fixed, b"").screen);
    let turns = first.screen.lines().filter(|line| line.contains(" and gets ")).count();
    let boards = first.screen.lines().filter(|line| line.starts_with("One (A): ")).count();
    assert_eq!(boards, turns + 1, "a board at the start and after every turn");
}

#[test]
fn undo_goes_back_to_the_turn_of_a_person() {
    let seats = vec![people(&["Ann"]).remove(0), engine("Robot")];
    let spec = GameSpec { board: Some(board(STAIRS)), penguins: Some(1), seats, ..squares() };
    let words = "undo\n0 0 1 0\nhint\nundo\nredo\nredo\nboard\nundo\nsave a.txt\nsave x/y\nsave\nquit\n";
    let played = played(&spec, words.as_bytes());
    insta::assert_snapshot!(played.screen);
    let saved = board_file::read(&played.host.files["a.txt"]);
    assert_eq!(saved.as_ref(), Ok(&board(STAIRS).setup), "everything was undone");
}

#[test]
fn wrong_answers_are_explained_and_asked_again() {
    let text = "4 5\n01 20 00 20 10\n10 02 30 10 10\n30 20 20 10 01\n20 00 02 00 01\nAnn 1 3\nBen 2 2\n";
    let seats = people(&["Ann", "Ben"]);
    let spec = GameSpec { board: Some(board(text)), seats, penguins: Some(4), ..squares() };
    let wrong_place = "help\n\n0\nx\n1 2 3\n-1 0\n99999999999 1\n5 0\n0 0\n2 0\n1 0\n1.5 2\n3\nback\n";
    let placed = "4 0\n0 1\n3 1\n";
    let wrong_penguin = "1 1\n2 1\n0 9\nA B\n4 3\n0 0 1 0 1\n";
    let wrong_way = "4 2 4 2\n4 2\n1 2 3\nx 2\n4 2\n4 2 4 0\n4 2 2 1\n4 2 4\n9\n0 0 3 0\n0 0 2 0\n0 1 2 1\n";
    let changed_mind = "4 2\nback\n4 2\nundo\n3 1\nquit\n";
    let script = [wrong_place, placed, wrong_penguin, wrong_way, changed_mind].concat();
    insta::assert_snapshot!(played(&spec, script.as_bytes()).screen);
}

#[test]
fn questions_before_the_game_explain_too() {
    let script = "3\nx\nboard\nhelp\n1 2\n\n1\n0\n6\n5\n3 3\n4 x\n4 4 4\n21\n\n4\n20\nquit\n";
    insta::assert_snapshot!(played(&squares(), script.as_bytes()).screen);
}

#[test]
fn a_game_that_cannot_start_is_asked_again_or_refused() {
    let crowded = GameSpec { players: Some(9), ..squares() };
    let screen = played(&crowded, b"1\n5\n4 4\n1\n1\n4 4\n").screen;
    assert!(
        screen.contains("9 players with 5 penguins each need 45 floes with one fish, but the board has\n16."),
        "{screen}"
    );
    assert!(screen.contains(" Turn of player A\n"), "{screen}");

    let nothing_to_ask =
        GameSpec { seats: people(&["Ann"]), penguins: Some(99), rows: Some(2), cols: Some(2), ..squares() };
    let too_many = GameSpec { players: Some(10), ..squares() };
    for spec in [nothing_to_ask, too_many] {
        let error = play(
            &spec,
            budget(),
            floe_locale::Lang::English,
            &mut &b"1\n"[..],
            &mut Vec::new(),
            &mut Shelf::default(),
        );
        assert_eq!(error.map_err(|error| error.kind()), Err(ErrorKind::InvalidInput));
    }
}

#[test]
fn options_that_no_answer_can_save_are_refused_before_the_questions() {
    for (kind, penguins, side) in
        [(GameKind::Classic, 30, None), (GameKind::Square, 9, Some(4)), (GameKind::Hex, 1300, None)]
    {
        let spec = GameSpec { penguins: Some(penguins), rows: side, cols: side, ..GameSpec::new(kind) };
        let mut output = Vec::new();
        let played = play(
            &spec,
            budget(),
            floe_locale::Lang::English,
            &mut &b"2\n\n\n"[..],
            &mut output,
            &mut Shelf::default(),
        );
        assert_eq!(played.unwrap_err().kind(), std::io::ErrorKind::InvalidInput, "{kind}");
        assert!(output.is_empty(), "{kind} asked: {}", String::from_utf8_lossy(&output));
    }
}
