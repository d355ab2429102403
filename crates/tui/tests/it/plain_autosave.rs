//! Games that are interrupted in plain mode, and resumed there.

use floe_locale::Lang;
use floe_session::{GameKind, Session};
use floe_tui::plain::PlainOutcome;

use crate::plain_scripts::{Played, Shelf, played_with, spec};
use crate::plain_torture::whole_games;

fn keeping() -> Shelf {
    Shelf { keeps: true, ..Shelf::default() }
}

/// Returns the last board and the result.
fn result(played: &Played) -> &str {
    let end = played.screen.rfind("\nThe game is over").expect("the game was played to its end");
    &played.screen[end..]
}

#[test]
fn a_game_that_is_interrupted_anywhere_can_be_resumed() {
    for (spec, script) in whole_games() {
        let lines: Vec<&str> = script.split_inclusive('\n').collect();
        let whole = played_with(keeping(), Lang::English, &spec, format!("{script}n\n").as_bytes());
        assert_eq!(whole.host.kept, None, "a finished game is forgotten");
        let mut resumed = 0;
        for end in 0..lines.len() {
            let before = played_with(keeping(), Lang::English, &spec, lines[..end].concat().as_bytes());
            let Some(kept) = before.host.kept else { continue };
            assert!(before.screen.ends_with(": floe offers to resume it.\n"));
            let made = Session::from_stored(&kept).expect("what is kept can be read").game().made();
            // Words of a turn that was not made are lost with it.
            let turns: usize = before.said.lines().filter(|line| is_news(line)).count();
            assert_eq!(made, turns, "{}", before.screen);
            if !starts_a_turn(&before.said) {
                continue;
            }
            let host = Shelf { interrupted: Some(kept), ..keeping() };
            let script = format!("y\n{}n\n", lines[end..].concat());
            let after = played_with(host, Lang::English, &spec, script.as_bytes());
            assert_eq!(result(&after), result(&whole));
            assert_eq!((after.host.kept, after.host.interrupted), (None, None));
            resumed += 1;
        }
        assert!(resumed > 5, "{resumed} of {}", spec.kind);
    }
}

fn is_news(line: &str) -> bool {
    [" places ", " moves from ", " takes ", " passes."].iter().any(|verb| line.contains(verb))
        && (line.starts_with("Player ") || line.starts_with("Ann") || line.starts_with("Ben"))
}

/// Tells whether the question that was left begins a turn: no word of the turn was typed before.
fn starts_a_turn(said: &str) -> bool {
    let last = said.rsplit("\n\n").nth(1).unwrap_or_default();
    let first_questions =
        ["coordinates:", "of the penguin:", "Row and column of", "Which penguin? (", "Which cell? ("];
    let asked = last.lines().last().unwrap_or_default();
    first_questions.iter().any(|question| asked.contains(question))
}

#[test]
fn a_game_that_is_left_is_forgotten() {
    for (spec, script) in whole_games() {
        let lines: Vec<&str> = script.split_inclusive('\n').collect();
        let script = lines[..lines.len() - 2].concat() + "quit\n";
        let left = played_with(keeping(), Lang::English, &spec, script.as_bytes());
        assert_eq!((left.ended, left.host.kept), (PlainOutcome::Quit, None), "{}", left.screen);
        assert!(!left.screen.contains("The game is kept"));
    }
}

#[test]
fn an_interrupted_game_can_wait_or_be_discarded() {
    let gamma = spec(GameKind::Gamma);
    let kept = played_with(keeping(), Lang::English, &gamma, b"\n\n\n\n0 0\n1 1\n").host.kept;
    let resumable = || Shelf { interrupted: kept.clone(), ..keeping() };
    let cases = [
        (Lang::English, "help\nboard\nn\n", "There is an interrupted game: ", true),
        (Lang::French, "non\n", "Il y a une partie interrompue : ", true),
        (Lang::Polish, "usun\n", "Jest przerwana gra: ", false),
        (Lang::English, "perhaps\ndiscard\n", "There is an interrupted game: ", false),
        (Lang::English, "", "There is an interrupted game: ", true),
    ];
    for (lang, script, told, waits) in cases {
        let played = played_with(resumable(), lang, &spec(GameKind::Square), script.as_bytes());
        assert!(played.screen.starts_with(told), "{}", played.screen);
        assert_eq!(played.host.interrupted.is_some(), waits, "{}", played.screen);
        insta::assert_snapshot!(format!("plain_interrupted_{lang}_{}", script.len()), played.screen);
    }
    let mut started = spec(GameKind::Gamma);
    started.fill_in();
    let played = played_with(resumable(), Lang::English, &started, b"");
    assert!(!played.screen.contains("interrupted"), "a game without questions begins at once");
}

#[test]
fn a_game_that_could_not_be_kept_is_tried_again() {
    let gamma = spec(GameKind::Gamma);
    let host = Shelf { failures: 2, ..keeping() };
    let played = played_with(host, Lang::English, &gamma, b"\n\n\n\n0 0\n1 1\n2 2\n");
    assert_eq!(played.screen.matches("Autosave failed: ").count(), 1, "{}", played.screen);
    let kept = played.host.kept.expect("the third turn is kept");
    assert_eq!(Session::from_stored(&kept).expect("what is kept can be read").game().made(), 3);
}

#[test]
fn a_game_that_cannot_be_discarded_is_reported() {
    let gamma = spec(GameKind::Gamma);
    let kept = played_with(keeping(), Lang::English, &gamma, b"\n\n\n\n0 0\n1 1\n").host.kept;
    let host = Shelf { interrupted: kept, failures: 1, ..keeping() };
    let played = played_with(host, Lang::English, &gamma, b"discard\n");
    assert!(played.screen.contains("The game cannot be discarded: the disk is full."), "{}", played.screen);
}
