//! The guard detects each kind of cheating, and nothing that only looks like it.

use floe_rules::board_file;
use floe_rules::contest::Calling;
use floe_rules::guard::{Finding, Journal, JournalFault, compare, examine};
use floe_rules::penguins::{RuleSet, Setup};

use crate::boards::{id, seat};

fn setup(text: &str) -> Setup {
    board_file::read(text.as_bytes())
        .unwrap_or_else(|faults| panic!("{}", faults.report("test", text.as_bytes())))
}

/// We are player 1 and have just moved; player 2 is to move.
const BEFORE: &str = "3 5\n10 20 10 30 10\n01 10 00 10 10\n10 02 10 02 20\nUs 1 4\nThem 2 6\n";

/// A legal answer: player 2 slides from row 3 column 4 up to row 1 column 4.
const LEGAL: &str = "3 5\n10 20 10 02 10\n01 10 00 10 10\n10 02 10 00 20\nUs 1 4\nThem 2 9\n";

fn name(finding: &Finding) -> String {
    format!("{finding:?}").split([' ', '{']).next().unwrap().to_owned()
}

fn names(before: &str, now: &str, calling: Calling) -> Vec<String> {
    compare(&setup(before), &setup(now), &RuleSet::SQUARE, calling, Some(seat(1))).iter().map(name).collect()
}

#[test]
fn each_kind_of_cheating_is_named() {
    assert_eq!(names(BEFORE, LEGAL, Calling::Movement), [""; 0]);
    assert_eq!(names(BEFORE, BEFORE, Calling::Movement), [""; 0], "a lost turn");
    let cases = [
        ("too many fish claimed", "Them 2 9", "Them 2 10", "WrongScore"),
        ("too few fish claimed", "Them 2 9", "Them 2 5", "WrongScore"),
        ("our score lowered", "Us 1 4", "Us 1 3", "OurScore"),
        ("our score raised", "Us 1 4", "Us 1 5", "OurScore"),
        ("our row renamed", "Us 1 4", "Uz 1 4", "IdChanged"),
        ("our penguin moved away", "01 10 00", "00 01 00", "OurPenguinMoved"),
        ("our penguin drowned", "01 10 00", "00 10 00", "OurPenguinMoved"),
        ("our penguin replaced", "01 10 00", "02 10 00", "OurPenguinMoved"),
        ("a penguin of ours added", "01 10 00", "01 01 00", "OurPenguinAdded"),
        ("a floe came back", "01 10 00", "01 10 10", "FloeCameBack"),
        ("a penguin in the water", "01 10 00", "01 10 02", "FloeCameBack"),
        ("fish grew", "10 20 10 02", "10 30 10 02", "FishChanged"),
        ("fish shrank", "10 20 10 02", "10 10 10 02", "FishChanged"),
        ("fish grew beneath a penguin", "10 20 10 02", "10 20 10 32", ""),
        ("fish appeared beneath a penguin", "10 02 10 00", "10 12 10 00", "FishChanged"),
        ("the floe stayed", "10 02 10 00 20", "10 02 10 10 20", "FloeStayed"),
        ("a floe melted on its own", "10 00 20\nUs", "00 00 20\nUs", "FloeVanished"),
        ("a second penguin appeared", "10 20 10 02 10", "10 20 10 02 02", "PenguinCount"),
        ("a penguin disappeared", "10 20 10 02 10", "10 20 10 30 10", "PenguinCount"),
        ("a player joined late", "Them 2 9\n", "Them 2 9\nNew 3 0\n", "JoinedLate"),
    ];
    for (case, from, to, expected) in cases {
        let now = LEGAL.replace(from, to);
        assert_ne!(now, LEGAL, "{case}: the tampering must change something");
        let found = names(BEFORE, &now, Calling::Movement);
        if expected.is_empty() {
            assert_eq!(found, [""; 0], "{case}: a forgotten fish digit is not cheating");
        } else {
            assert!(found.iter().any(|name| name == expected), "{case}: {found:?}");
            assert!(found.len() <= 3, "{case}: {found:?}");
        }
    }
}

#[test]
fn jumps_are_caught_with_their_reason() {
    let cases = [
        // From row 3 column 2: a free way up, then illegal ways to the side, off the line and over penguins.
        ("over a hole", "1 4\n02 00 10 01\nUs 1 4\nThem 2 6\n", "1 4\n00 00 02 01\nUs 1 4\nThem 2 7\n"),
        ("over a penguin", "1 4\n02 01 10 10\nUs 1 4\nThem 2 6\n", "1 4\n00 01 02 10\nUs 1 4\nThem 2 7\n"),
        ("askew", "2 2\n02 10\n10 10\nUs 1 4\nThem 2 6\n", "2 2\n00 10\n10 02\nUs 1 4\nThem 2 7\n"),
    ];
    for (case, before, now) in cases {
        let findings =
            compare(&setup(before), &setup(now), &RuleSet::SQUARE, Calling::Movement, Some(seat(1)));
        assert!(matches!(findings[..], [Finding::IllegalSlide { .. }]), "{case}: {findings:?}");
    }
    // The way was free only until the third player moved into it, and players 2 and 3 both moved: legal.
    let before = "2 3\n02 10 10\n01 03 10\nUs 1 4\nB 2 6\nC 3 6\n";
    let now = "2 3\n00 03 02\n01 00 10\nUs 1 4\nB 2 7\nC 3 7\n";
    assert_eq!(names(before, now, Calling::Movement), [""; 0]);
}

#[test]
fn two_turns_are_only_remarked() {
    let before = "1 5\n02 10 20 10 01\nUs 1 4\nThem 2 6\n";
    let now = "1 5\n00 00 02 10 01\nUs 1 4\nThem 2 9\n";
    let findings = compare(&setup(before), &setup(now), &RuleSet::SQUARE, Calling::Movement, Some(seat(1)));
    assert_eq!(findings, [Finding::SeveralTurns { seat: seat(2), turns: 2 }]);
    assert!(!findings[0].is_accusation());
    // With a wrong total it is still cheating.
    let wrong = now.replace("Them 2 9", "Them 2 8");
    assert_eq!(names(before, &wrong, Calling::Movement), ["WrongScore"]);
}

#[test]
fn placements_are_checked_too() {
    let calling = Calling::Placement { penguins: 2 };
    let before = "2 3\n01 10 20\n10 10 30\nUs 1 1\n";
    let joined = "2 3\n01 02 20\n10 10 30\nUs 1 1\nThem 2 1\n";
    assert_eq!(names(before, joined, calling), [""; 0]);
    let on_two = "2 3\n01 10 02\n10 10 30\nUs 1 1\nThem 2 2\n";
    assert_eq!(names(before, on_two, calling), ["IllegalPlacement"]);
    let greedy = "2 3\n01 02 20\n10 10 30\nUs 1 1\nThem 2 2\n";
    assert_eq!(names(before, greedy, calling), ["WrongScore"]);
    assert_eq!(names(joined, before, calling), ["PlayerGone", "FloeStayed"]);
    // Placement has ended in the meantime, and player 2 has moved the penguin that it placed.
    let moved_on = "2 3\n01 00 20\n10 02 30\nUs 1 1\nThem 2 2\n";
    let findings = compare(&setup(before), &setup(moved_on), &RuleSet::SQUARE, calling, Some(seat(1)));
    assert_eq!(findings, [Finding::SeveralTurns { seat: seat(2), turns: 2 }]);
}

#[test]
fn some_cheating_shows_in_a_single_state() {
    let found = |text: &str, rules: &RuleSet, calling| -> Vec<String> {
        examine(&setup(text), rules, calling).iter().map(name).collect()
    };
    let placement = Calling::Placement { penguins: 1 };
    let (square, hex) = (&RuleSet::SQUARE, &RuleSet::HEX);
    assert_eq!(found("1 3\n01 02 10\nA 1 1\nB 2 1\n", square, placement), [""; 0]);
    assert_eq!(found("1 3\n01 01 10\nA 1 2\n", square, placement), ["TooManyPenguins"]);
    assert_eq!(found("1 3\n01 02 10\nA 1 1\nB 2 3\n", square, placement), ["PlacementScore"]);
    assert_eq!(found("1 3\n01 02 10\nA 1 1\nB 2 0\n", square, Calling::Movement), ["ScoreBelowPenguins"]);
    assert_eq!(found("1 3\n01 02 10\nA 1 1\nB 2 9\n", square, Calling::Movement), [""; 0]);
    assert_eq!(found("1 3\n11 12 10\nA 1 0\nB 2 0\n", hex, placement), [""; 0]);
    assert_eq!(found("1 3\n11 12 10\nA 1 0\nB 2 1\n", hex, placement), ["PlacementScore"]);
    assert_eq!(found("1 3\n11 22 10\nA 1 0\nB 2 0\n", hex, placement), ["PlacedOnFish"]);
    assert_eq!(found("1 3\n11 22 10\nA 1 0\nB 2 0\n", hex, Calling::Movement), [""; 0]);
}

#[test]
fn departure_scoring_is_checked_by_what_was_left() {
    let before = "1 4\n22 10 30 11\nUs 1 4\nThem 2 6\n";
    let now = "1 4\n00 10 32 11\nUs 1 4\nThem 2 8\n";
    let check = |now: &str| -> Vec<String> {
        let rules = RuleSet::HEX.with_layout(floe_rules::grid::Layout::OddR).unwrap();
        compare(&setup(before), &setup(now), &rules, Calling::Movement, Some(seat(1)))
            .iter()
            .map(name)
            .collect()
    };
    assert_eq!(check(now), [""; 0]);
    assert_eq!(check(&now.replace("Them 2 8", "Them 2 9")), ["WrongScore"]);
    assert_eq!(check(&now.replace("32", "22")), ["FishChanged"]);
    assert_eq!(
        check(&now.replace("32", "02")),
        [""; 0],
        "fish digits that were tidied away are warned of elsewhere"
    );
}

#[test]
fn a_turn_that_was_taken_away_is_remarked() {
    let read = setup(BEFORE);
    let grid = floe_rules::grid::Grid::new(3, 5, RuleSet::SQUARE.topology).unwrap();
    let turn = floe_rules::penguins::Move::parse("r2c1-r1c1", &grid).unwrap();
    let journal =
        Journal { rules: RuleSet::SQUARE, calling: Calling::Movement, id: id("Us"), read, turn: Some(turn) };
    let counted = "3 5\n01 20 10 02 10\n00 10 00 10 10\n10 02 10 00 20\nUs 1 5\nThem 2 9\n";
    assert_eq!(journal.check(&setup(counted)), []);
    assert_eq!(journal.check(&setup(LEGAL)), [Finding::TurnTaken]);
    let neither =
        counted.replace("01 20 10 02 10", "00 20 10 02 10").replace("00 10 00 10 10", "00 01 00 10 10");
    assert!(journal.check(&setup(&neither)).iter().any(Finding::is_accusation));
}

#[test]
fn journals_read_back_and_damage_is_distinguished_from_other_files() {
    let read = setup(BEFORE);
    let rules = RuleSet::HEX.with_layout(floe_rules::grid::Layout::EvenR).unwrap();
    let journal =
        Journal { rules, calling: Calling::Placement { penguins: 4 }, id: id("Łoś'"), read, turn: None };
    let bytes = journal.to_bytes();
    assert_eq!(Journal::parse(&bytes), Ok(journal));
    assert_eq!(Journal::parse(b"5 5\n10 10"), Err(JournalFault::NotAJournal));
    let text = String::from_utf8(bytes).unwrap();
    let cases = [
        ("rules hex even-r", "rules hexx", 2),
        ("placement 4", "placement x", 3),
        ("none", "r9c9", 5),
        ("20 10", "20 x", 7),
    ];
    for (from, to, line) in cases {
        let damaged = text.replacen(from, to, 1);
        assert_eq!(Journal::parse(damaged.as_bytes()), Err(JournalFault::Damaged { line }), "{from}");
    }
    for end in 0..text.len() {
        if text.is_char_boundary(end) {
            let _ = Journal::parse(&text.as_bytes()[..end]);
        }
    }
}

#[test]
fn players_who_swap_what_they_collect_are_not_accused() {
    // Two ways lead to the same board with different scores; the first one found is the wrong one.
    let before = "4 5\n10 10 30 20 10\n04 10 30 10 30\n30 10 03 01 02\n10 10 10 30 20\n\
                  p1 1 6\np2 2 6\np3 3 6\np4 4 6\n";
    let now = "4 5\n10 04 30 20 10\n00 00 30 10 30\n30 00 00 01 00\n02 03 10 30 00\n\
               p1 1 6\np2 2 9\np3 3 8\np4 4 8\n";
    let findings = compare(&setup(before), &setup(now), &RuleSet::CLASSIC, Calling::Movement, Some(seat(1)));
    assert!(findings.iter().all(|finding| !finding.is_accusation()), "{findings:?}");
}

#[test]
fn cheating_too_big_to_follow_still_shows_in_the_total() {
    let board = |floes: usize, score: u64| {
        let melted = ["00"].repeat(floes).join(" ");
        let left = [" 10"].repeat(400 - floes).concat();
        format!("1 403\n01 02 {melted}{left} 10\nUs 1 4\nThem 2 {score}\n")
    };
    let check = |now: &str| names(&board(0, 6).replace("02  10", "02 10"), now, Calling::Movement);
    assert_eq!(check(&board(350, 356)), ["TooMuchChanged"], "too many turns to search for");
    assert_eq!(check(&board(350, 5000)), ["WrongTotal", "TooMuchChanged"]);
    assert_eq!(check(&board(350, 3)), ["WrongScore", "TooMuchChanged"]);
}
