//! Tournaments between players inside this process.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{Id, RuleSet};

use super::*;
use crate::referee::{Policy, Reply, TurnRequest};
use crate::result::Results;
use crate::schedule::{Format, Seating};
use crate::store::{Store, charter_for_tests};

/// A player that always makes the first turn.
struct FirstTurn;

impl Player for FirstTurn {
    fn id(&self) -> Option<&Id> {
        None
    }

    fn is_asked_when_blocked(&self) -> bool {
        false
    }

    fn answer(&mut self, request: &TurnRequest<'_>) -> io::Result<Reply> {
        Ok(Reply::Turn { turn: request.position.turns().first().copied(), took: Duration::ZERO })
    }
}

/// Makes players; fails for one entrant.
struct Factory {
    broken: Option<usize>,
}

const ALL: Factory = Factory { broken: None };

impl PlayerFactory for Factory {
    fn player(&self, entrant: usize, _: &Fixture) -> io::Result<Box<dyn Player>> {
        if self.broken == Some(entrant) {
            return Err(io::Error::other("broken"));
        }
        Ok(Box::new(FirstTurn))
    }
}

/// A Swiss tournament of four with eight games.
fn tournament() -> Tournament {
    let terms = GameTerms { rules: RuleSet::SQUARE, penguins: 1, policy: Policy::Forfeit };
    let setup =
        generate(&Recipe { players: 2, penguins: 1, ..Recipe::plain(RuleSet::SQUARE, 4, 4) }).unwrap();
    let schedule = crate::schedule::ScheduleSettings {
        entrants: 4,
        seats: 2,
        boards: 1,
        spare_boards: 0,
        format: Format::Swiss { rounds: 2 },
        seating: Seating::Rotations,
        repeats: 1,
        seed: 3,
    };
    let entrant =
        |name: &str| Entrant { name: name.to_owned(), what: String::new(), kind: PlayerKind::Program };
    Tournament {
        title: "cup".to_owned(),
        terms,
        terms_in_words: Vec::new(),
        entrants: ["a", "b", "c", "d"].map(entrant).to_vec(),
        boards: vec![NamedBoard { name: "board".to_owned(), setup }],
        schedule: Schedule::new(schedule).unwrap(),
        parallel: 2,
    }
}

fn open(folder: &Path) -> Store {
    Store::open(&folder.join("cup.db"), &charter_for_tests(3)).unwrap()
}

/// Returns results without what differs between runs.
fn comparable(results: Results) -> Vec<(usize, Vec<usize>, String)> {
    results.into_iter().map(|game| (game.number, game.seats, game.record)).collect()
}

#[test]
fn a_game_is_stored_before_it_is_reported_and_not_played_again() {
    let (tournament, stop) = (tournament(), AtomicBool::new(false));
    let mut silent = |_: Update<'_>| Ok(ControlFlow::Continue(()));
    let undisturbed = run(&tournament, &ALL, None, &mut silent, &stop).unwrap();
    assert!(undisturbed.complete);

    let folder = tempfile::tempdir().unwrap();
    let mut finished = 0;
    let mut failing = |update: Update<'_>| {
        finished += usize::from(matches!(update, Update::Finished(_)));
        if finished == 3 { Err("the observer fails".into()) } else { Ok(ControlFlow::Continue(())) }
    };
    let error = run(&tournament, &ALL, Some(&mut open(folder.path())), &mut failing, &stop).unwrap_err();
    assert!(matches!(error, EventError::Observer(_)), "{error}");

    let (mut resumed, mut finished, mut total) = (0, 0, 0);
    let mut counting = |update: Update<'_>| {
        match update {
            Update::Resumed(_) => resumed += 1,
            Update::Finished(_) => finished += 1,
            Update::Total(games) => total = games,
            Update::Started { .. } | Update::Turn { .. } => {}
        }
        Ok(ControlFlow::Continue(()))
    };
    let mut store = open(folder.path());
    let played = run(&tournament, &ALL, Some(&mut store), &mut counting, &stop).unwrap();
    assert_eq!((resumed, finished, total), (3, 5, 8));
    assert!(played.complete);
    assert_eq!(
        comparable(load_stored_games(&tournament, &store, &mut silent).unwrap()),
        comparable(undisturbed.results)
    );
}

#[test]
fn a_tournament_stops_when_it_is_asked_to() {
    let (tournament, stop) = (tournament(), AtomicBool::new(false));
    let mut breaking = |update: Update<'_>| {
        Ok(if matches!(update, Update::Finished(_)) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    };
    let played = run(&tournament, &ALL, None, &mut breaking, &stop).unwrap();
    assert!(!played.complete && !played.results.is_empty());

    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    let stored = run(&tournament, &ALL, Some(&mut store), &mut breaking, &stop).unwrap().results.len();
    let mut break_at_loading = |update: Update<'_>| {
        assert!(!matches!(update, Update::Started { .. }), "no game starts after a break");
        Ok(if matches!(update, Update::Resumed(_)) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    };
    let played = run(&tournament, &ALL, Some(&mut store), &mut break_at_loading, &stop).unwrap();
    assert!(!played.complete && played.results.len() == stored);

    let stop = AtomicBool::new(true);
    let played = run(&tournament, &ALL, None, &mut |_| Ok(ControlFlow::Continue(())), &stop).unwrap();
    assert!(!played.complete && played.results.is_empty());
}

#[test]
fn a_missing_player_and_foreign_results_are_errors() {
    let (tournament, stop) = (tournament(), AtomicBool::new(false));
    let mut silent = |_: Update<'_>| Ok(ControlFlow::Continue(()));
    let broken = Factory { broken: Some(2) };
    let error = run(&tournament, &broken, None, &mut silent, &stop).unwrap_err();
    assert!(matches!(&error, EventError::Player { name, .. } if name == "c"), "{error}");

    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    let played = run(&tournament, &ALL, None, &mut silent, &stop).unwrap();
    let mut stray = played.results.iter().next().unwrap().clone();
    stray.number = 99;
    store.add(&stray).unwrap();
    let error = load_stored_games(&tournament, &store, &mut silent).unwrap_err();
    assert!(matches!(error, EventError::Schedule(ScheduleError::UnknownGame { number: 99 })), "{error}");
}
