//! Plain mode in all languages: whole games of every kind, and the width of its lines.

use floe_locale::Lang;
use floe_rules::penguins::{RuleSet, Seat, Stage};
use floe_rules::record;
use floe_session::{GameKind, GameSpec, Placement, SeatSpec};
use floe_tui::plain::{OneTurn, PlainOutcome, one_turn, record_text};
use unicode_width::UnicodeWidthStr;

use crate::plain_scripts::{Played, board, budget, engine, people, played_in, spec, typed};

const ICE: &str = "3 4\n10 20 30 10\n20 10 00 20\n10 30 20 10\n";

/// Plays a whole game in a language, and compares it with its golden transcript.
#[track_caller]
fn golden(name: &str, spec: &GameSpec, scripts: [&str; 3]) -> [Played; 3] {
    let mut index = 0;
    Lang::ALL.map(|lang| {
        let played = played_in(lang, spec, scripts[index].as_bytes());
        index += 1;
        insta::assert_snapshot!(format!("plain_{name}_{lang}"), played.screen);
        assert_narrow(&played.said);
        played
    })
}

/// Asserts that no line is wider than 80 columns, unless it belongs to a board.
#[track_caller]
pub(crate) fn assert_narrow(said: &str) {
    let in_a_board = |letter: char| letter.is_ascii_digit() || " ABCDEFGHIXY~.|-/\\_".contains(letter);
    for line in said.lines() {
        let wide = line.width() > 80 && !line.chars().all(in_a_board);
        assert!(!wide, "{} columns: {line}", line.width());
    }
}

#[test]
fn squares() {
    let moves = "0 0\n3 1\n0 0 0 3\n3 1 3 2\n0 3 2 3\n3 2 3 3\n2 3 1 3\n1 3 1 0\n1 0 2 0\n2 0 3 0\n";
    let scripts = [
        format!("\n1\n4 4\nhelp\n3 0\nx\n9 9\n{moves}undo\n2 0 3 0\nsave a.txt\nsave a.txt\nn\n"),
        format!("\n1\n4 4\naide\n3 0\nx\n9 9\n{moves}annuler\n2 0 3 0\nenregistrer a.txt\nsave a.txt\nnon\n"),
        format!("\n1\n4 4\npomoc\n3 0\nx\n9 9\n{moves}cofnij\n2 0 3 0\nzapisz a.txt\nsave a.txt\nnie\n"),
    ];
    for played in golden("square", &spec(GameKind::Square), scripts.each_ref().map(String::as_str)) {
        assert_eq!(played.ended, PlainOutcome::Finished);
        assert_eq!(played.host.files.keys().collect::<Vec<_>>(), ["a.txt"]);
    }
}

#[test]
fn hexagons() {
    let spec = GameSpec {
        board: Some(board(ICE)),
        penguins: Some(2),
        placement: Some(Placement::Manual),
        ..spec(GameKind::Hex)
    };
    let start = "2\nAnn\nBen\n";
    let moves = "1 1\n1 2\nr3c4\n1 4\n3 1\n2\n";
    let rest = "r3c2-r1c2\n2 se 2\n1 s 1\n2 ne 1\n";
    let scripts = [
        format!("{start}{moves}e\nnorth-west\n1\n3 3\n1 s 1\n1 3 9\n1 3 1\n2 SW 2\nundo\nredo\n{rest}n\n"),
        format!(
            "{start}{moves}e\nnord-ouest\n1\n3 3\n1 s 1\n1 3 9\n1 3 1\n2 so 2\nannuler\nrétablir\n{rest}n\n"
        ),
        format!(
            "{start}{moves}e\npolnocny-zachód\n1\n3 3\n1 s 1\n1 3 9\n1 3 1\n2 SW 2\ncofnij\nponów\n{rest}n\n"
        ),
    ];
    for played in golden("hex", &spec, scripts.each_ref().map(String::as_str)) {
        assert_eq!(played.ended, PlainOutcome::Finished, "{}", played.screen);
    }
}

#[test]
fn classic() {
    let spec = GameSpec { board: Some(board(ICE)), penguins: Some(2), ..spec(GameKind::Classic) };
    let moves = "2 w 2\n1 e 2\n2 nw 1\n1 w 1\n2 e 1\n1 se 1\n";
    let scripts = [
        format!("\n\n\n{moves}hint\n1 se 1\nback\ny\nquit\n"),
        format!("\n\n\n{moves}indice\n1 se 1\nretour\noui\nquitter\n"),
        format!("\n\n\n{moves}podpowiedz\n1 se 1\nwroc\ntak\nkoniec\n"),
    ];
    for played in golden("classic", &spec, scripts.each_ref().map(String::as_str)) {
        assert_eq!(played.ended, PlainOutcome::Quit, "{}", played.screen);
    }
}

#[test]
fn gamma() {
    let start = "4\n3\n\n1\n";
    let moves = "0 0\n3 2\n0 1\n3 1\n3 1\n2 0\n1 1\n2 2\n1 0\n3 0\n0 2\n2 0\n2 1\n1 2\n";
    let scripts = [
        format!("{start}help\n{moves}g 1 2\npass\nhint\nsave ice.txt\nstop\nundo\nquit\n"),
        format!("{start}aide\n{moves}g 1 2\npasser\nindice\nenregistrer ice.txt\nstop\nannuler\nquitter\n"),
        format!("{start}pomoc\n{moves}g 1 2\npas\npodpowiedź\nzapisz ice.txt\nstop\ncofnij\nkoniec\n"),
    ];
    for played in golden("gamma", &spec(GameKind::Gamma), scripts.each_ref().map(String::as_str)) {
        assert_eq!(played.ended, PlainOutcome::Quit, "{}", played.screen);
    }
}

#[test]
fn one_turn_of_the_contest_program() {
    let setup = board("3 3\n10 20 03\n10 10 00\n30 05 10\nthree 3 1\nfive 5 1\n").setup;
    let seat = Seat::new(5).expect("5 is a seat");
    for lang in Lang::ALL {
        let asked = OneTurn {
            setup: &setup,
            rules: RuleSet::SQUARE,
            stage: Stage::Movement,
            lang,
            seat,
            name: "Floe",
            budget: budget(),
            seed: 0,
        };
        let script = "help\n2 0\nhint\nsave b.txt\nundo\n1 2 1 1\n";
        let (turn, screen) =
            typed(script, |input, output| one_turn(&asked, input, output).expect("memory does not fail"));
        assert!(turn.is_some(), "{screen}");
        insta::assert_snapshot!(format!("plain_one_turn_{lang}"), screen);
        assert_narrow(&screen);
    }
}

#[test]
fn long_lists_and_names_fit_into_80_columns() {
    let names: Vec<String> = (1..=9).map(|number| format!("{number} {}", "Łoś 鲸".repeat(6))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for lang in Lang::ALL {
        let seats = people(&names);
        let sides = GameSpec { rows: Some(6), cols: Some(6), ..spec(GameKind::Gamma) };
        let fixed = GameSpec { seats, areas: Some(3), ..sides };
        let script = "help\n0 0\n1 1\ng 0 0\ng 1 1\nsave a very long name of a file that would not fit on a line of this width.txt\nsave a.game\nstop\nn\n";
        let played = played_in(lang, &fixed, script.as_bytes());
        assert_narrow(&played.said);
        let record = record::read(&played.host.files["a.game"]).expect("what is saved reads back");
        assert_narrow(&record_text(lang, &record, None));
        let seats = people(&names[..6]);
        let fixed = GameSpec { seats, rows: Some(9), cols: Some(9), ..spec(GameKind::Hex) };
        let script = "1\nhelp\nnowhere\n1\n\n1 1 99\n1 2 99\n1 3 99\n1 4 99\n1 5 99\n1 6 99\nboard\nquit\n";
        assert_narrow(&played_in(lang, &fixed, script.as_bytes()).said);
        let fixed =
            GameSpec { seats: people(&names), rows: Some(12), cols: Some(12), ..spec(GameKind::Square) };
        assert_narrow(&played_in(lang, &fixed, b"3\n0 0\n1 1\n2 2\n3 3\n4 4\nhint\nhelp\nquit\n").said);
    }
}

#[test]
fn every_game_mentions_help_at_its_start_and_confirms_turns() {
    let words = [("help", "takes"), ("aide", "prend"), ("pomoc", "zajmuje")];
    for (lang, (help, takes)) in Lang::ALL.into_iter().zip(words) {
        for kind in GameKind::ALL {
            let seats = people(&["Ann", "Ben"]);
            let mut fixed = GameSpec { seats, ..spec(kind) };
            fixed.fill_in();
            let screen = played_in(lang, &fixed, b"").screen;
            assert!(screen.contains(help), "{lang} {kind}: {screen}");
        }
        let seats: Vec<SeatSpec> = vec![people(&["Ann"]).remove(0), engine("Robot")];
        let fixed = GameSpec { seats, rows: Some(3), cols: Some(3), areas: Some(1), ..spec(GameKind::Gamma) };
        let screen = played_in(lang, &fixed, b"1 1\n").screen;
        assert!(screen.contains(&format!("Ann (1) {takes} x 1 y 1")), "{lang}: {screen}");
        assert!(screen.contains(&format!("Robot (2) {takes} x")), "{lang}: {screen}");
    }
}

#[test]
fn a_game_that_is_left_has_no_winner() {
    for kind in GameKind::ALL {
        let mut fixed = GameSpec { seats: people(&["Ann", "Ben"]), ..spec(kind) };
        fixed.fill_in();
        for script in ["quit\n", ""] {
            let screen = played_in(Lang::English, &fixed, script.as_bytes()).screen;
            assert!(screen.contains("The game was not finished; the standings:\n1. Ann"), "{kind}: {screen}");
            assert!(!screen.contains("wins") && !screen.contains("share the win"), "{kind}: {screen}");
        }
    }
}

#[test]
fn squares_advise_nothing_about_hexagons() {
    let mut fixed = GameSpec { seats: people(&["Ann", "Ben"]), ..spec(GameKind::Square) };
    fixed.fill_in();
    let screen = played_in(Lang::English, &fixed, b"help\nhint\nne 2\n").screen.to_lowercase();
    for word in ["direction", " ne ", "hexagon", "r4c7", "north"] {
        assert!(!screen.replace("ne 2", "").contains(word), "{word}: {screen}");
    }
}
