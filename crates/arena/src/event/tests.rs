//! Tournaments between players inside this process.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{Id, RuleSet};

use super::*;
use crate::referee::{Policy, Reply, TurnRequest};
use crate::result::{GameResult, Results};
use crate::sandbox::CoreSet;
use crate::schedule::{ByeValue, Format, Seating};
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
        Ok(Reply::Turn {
            turn: request.position.turns().first().copied(),
            took: Duration::ZERO,
            cpu: Duration::ZERO,
        })
    }
}

/// Makes players; fails for one entrant.
pub(super) struct Factory {
    broken: Option<usize>,
}

pub(super) const ALL: Factory = Factory { broken: None };

impl PlayerFactory for Factory {
    fn player(&self, entrant: usize, _: &Fixture) -> io::Result<Box<dyn Player>> {
        if self.broken == Some(entrant) {
            return Err(io::Error::other("broken"));
        }
        Ok(Box::new(FirstTurn))
    }
}

/// A Swiss tournament of four with eight games.
pub(super) fn tournament() -> Tournament {
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
        bye: ByeValue::default(),
        entries: Vec::new(),
    };
    let entrant = |name: &str| Entrant::new(name, "", PlayerKind::Program);
    Tournament {
        title: "cup".to_owned(),
        terms,
        terms_in_words: Vec::new(),
        entrants: ["a", "b", "c", "d"].map(entrant).to_vec(),
        boards: vec![NamedBoard { name: "board".to_owned(), setup }],
        schedule: Schedule::new(schedule).unwrap(),
        cores: vec![CoreSet::any(); 2],
    }
}

fn open(folder: &Path) -> Store {
    Store::open(&folder.join("cup.db"), &charter_for_tests(3)).unwrap()
}

/// What does not differ between runs of a game.
type Comparable = (usize, Vec<usize>, Vec<u64>);

fn comparable(results: Results) -> Vec<Comparable> {
    let fish = |game: &GameResult| game.results.iter().map(|result| result.fish).collect();
    results.into_iter().map(|game| (game.number, game.seats.clone(), fish(&game))).collect()
}

#[test]
fn a_game_is_stored_before_it_is_reported_and_not_played_again() {
    let (tournament, control) = (tournament(), RunControl::new());
    let mut silent = |_: Update<'_>| Ok(ControlFlow::Continue(()));
    let undisturbed = run(&tournament, &mut LocalGames::new(&ALL), None, &mut silent, &control).unwrap();
    assert!(undisturbed.complete);

    let folder = tempfile::tempdir().unwrap();
    let mut finished = 0;
    let mut failing = |update: Update<'_>| {
        finished += usize::from(matches!(update, Update::Finished(_)));
        if finished == 3 { Err("the observer fails".into()) } else { Ok(ControlFlow::Continue(())) }
    };
    let error =
        run(&tournament, &mut LocalGames::new(&ALL), Some(&mut open(folder.path())), &mut failing, &control)
            .unwrap_err();
    assert!(matches!(error, EventError::Observer(_)), "{error}");

    let (mut resumed, mut finished, mut total) = (0, 0, 0);
    let mut counting = |update: Update<'_>| {
        match update {
            Update::Resumed(_) => resumed += 1,
            Update::Finished(_) => finished += 1,
            Update::Total(games) => total = games,
            Update::Started(_) | Update::Turn { .. } | Update::Machines(_) => {}
        }
        Ok(ControlFlow::Continue(()))
    };
    let mut store = open(folder.path());
    let played =
        run(&tournament, &mut LocalGames::new(&ALL), Some(&mut store), &mut counting, &control).unwrap();
    // Games that ended together are stored together.
    assert!(resumed >= 3, "{resumed}");
    assert_eq!((resumed + finished, total), (8, 8));
    assert!(played.complete);
    assert_eq!(
        comparable(load_stored_games(&tournament, &store, &mut silent).unwrap()),
        comparable(undisturbed.results)
    );
}

#[test]
fn a_tournament_stops_when_it_is_asked_to() {
    let (tournament, control) = (tournament(), RunControl::new());
    let mut breaking = |update: Update<'_>| {
        Ok(if matches!(update, Update::Finished(_)) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    };
    let played = run(&tournament, &mut LocalGames::new(&ALL), None, &mut breaking, &control).unwrap();
    assert!(!played.complete && !played.results.is_empty());

    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    let stored = run(&tournament, &mut LocalGames::new(&ALL), Some(&mut store), &mut breaking, &control)
        .unwrap()
        .results
        .len();
    let mut break_at_loading = |update: Update<'_>| {
        assert!(!matches!(update, Update::Started(_)), "no game starts after a break");
        Ok(if matches!(update, Update::Resumed(_)) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    };
    let played =
        run(&tournament, &mut LocalGames::new(&ALL), Some(&mut store), &mut break_at_loading, &control)
            .unwrap();
    assert!(!played.complete && played.results.len() == stored);

    let control = RunControl::new();
    control.stop();
    let played =
        run(&tournament, &mut LocalGames::new(&ALL), None, &mut |_| Ok(ControlFlow::Continue(())), &control)
            .unwrap();
    assert!(!played.complete && played.results.is_empty());
}

#[test]
fn a_missing_player_and_foreign_results_are_errors() {
    let (tournament, control) = (tournament(), RunControl::new());
    let mut silent = |_: Update<'_>| Ok(ControlFlow::Continue(()));
    let broken = Factory { broken: Some(2) };
    let error = run(&tournament, &mut LocalGames::new(&broken), None, &mut silent, &control).unwrap_err();
    assert!(matches!(&error, EventError::Player { name, .. } if name == "c"), "{error}");

    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    let played = run(&tournament, &mut LocalGames::new(&ALL), None, &mut silent, &control).unwrap();
    let mut stray = played.results.iter().next().unwrap().clone();
    stray.number = 99;
    store.add([&stray]).unwrap();
    let error = load_stored_games(&tournament, &store, &mut silent).unwrap_err();
    assert!(matches!(error, EventError::Schedule(ScheduleError::UnknownGame { number: 99 })), "{error}");
}

/// Notes on which cores each game is played.
#[cfg(target_os = "linux")]
struct Noting(std::sync::Mutex<Vec<(usize, Vec<u32>)>>);

#[cfg(target_os = "linux")]
impl PlayerFactory for Noting {
    fn player(&self, _: usize, fixture: &Fixture) -> io::Result<Box<dyn Player>> {
        self.0.lock().unwrap().push((fixture.number, CoreSet::of_this_thread().numbers().to_vec()));
        Ok(Box::new(FirstTurn))
    }
}

#[cfg(target_os = "linux")]
#[test]
fn each_game_is_played_on_cores_of_its_own() {
    let plan = crate::sandbox::CorePlan::new(None, std::num::NonZeroUsize::MIN).unwrap();
    let sets: Vec<Vec<u32>> = plan.games.iter().map(|set| set.numbers().to_vec()).collect();
    let (tournament, control) = (Tournament { cores: plan.games, ..tournament() }, RunControl::new());
    let noting = Noting(std::sync::Mutex::default());
    run(&tournament, &mut LocalGames::new(&noting), None, &mut |_| Ok(ControlFlow::Continue(())), &control)
        .unwrap();
    let noted = noting.0.into_inner().unwrap();
    assert!(noted.len() == 16 && noted.iter().all(|(_, cores)| sets.contains(cores)), "{noted:?}");
}

#[test]
fn a_record_has_the_times_and_the_replayed_turns() {
    let tournament = tournament();
    let crate::schedule::ScheduleStep::Play(fixtures) = tournament.schedule.next(&Results::new()) else {
        panic!("there are games to play");
    };
    let mut players: Vec<Box<dyn Player>> = vec![Box::new(FirstTurn), Box::new(FirstTurn)];
    let board = &tournament.boards[fixtures[0].board].setup;
    let mut played = crate::referee::play(board, &tournament.terms, &mut players, &mut |_| true).unwrap();
    let busy = crate::sandbox::Disturbance::Busy { waited: Duration::from_millis(380) };
    played.replays.push(crate::result::ReplayNote::new(1, 7, &busy));
    let calls = played.results[0].calls;
    let game = super::game::game_result(&tournament, &fixtures[0], played).unwrap();
    let has = |line: &str| game.record.lines().any(|found| found == line);
    assert!(
        has(
            "replayed 1: after 7 turns, player 2: time-out while the machine was busy (waited 380 ms for a core)"
        ),
        "{}",
        game.record
    );
    let times = "time 0 ms (at most 0 ms in a call), processor time 0 ms (at most 0 ms in a call)";
    assert!(has(&format!("used by player 1: {calls} calls, {times}")), "{}", game.record);
    assert_eq!(game.replays.len(), 1);
}

#[test]
fn a_paused_tournament_finishes_its_games_and_starts_no_more() {
    let (tournament, control) = (tournament(), RunControl::new());
    assert_eq!(control.state(), RunState::Running);
    std::thread::scope(|scope| {
        let (pausing, paused) = std::sync::mpsc::channel();
        let run = scope.spawn(|| {
            let pausing = pausing;
            let mut observer = |update: Update<'_>| {
                if matches!(update, Update::Finished(_)) {
                    control.pause();
                    pausing.send(()).unwrap();
                }
                Ok(ControlFlow::Continue(()))
            };
            run(&tournament, &mut LocalGames::new(&ALL), None, &mut observer, &control).unwrap()
        });
        // Each time it is resumed, at least one game is played.
        let mut finished = 0;
        while paused.recv().is_ok() {
            finished += 1;
            while control.state() == RunState::Pausing {
                std::thread::yield_now();
            }
            finished += paused.try_iter().count();
            assert!(run.is_finished() || control.state() == RunState::Paused, "{:?}", control.state());
            control.resume();
        }
        assert!(run.join().unwrap().complete);
        assert_eq!(finished, 8);
    });
    assert_eq!(control.games_in_progress(), 0);
}

#[test]
fn a_paused_tournament_can_be_stopped() {
    let (tournament, flag) = (tournament(), std::sync::Arc::default());
    let control = RunControl::with_stop_flag(std::sync::Arc::clone(&flag));
    control.pause();
    std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            run(
                &tournament,
                &mut LocalGames::new(&ALL),
                None,
                &mut |_| Ok(ControlFlow::Continue(())),
                &control,
            )
        });
        // As a signal handler does, which cannot wake anybody.
        flag.store(true, std::sync::atomic::Ordering::SeqCst);
        let played = run.join().unwrap().unwrap();
        assert!(!played.complete && played.results.is_empty());
    });
    assert_eq!(control.state(), RunState::Stopping);
}

#[test]
fn games_in_progress_are_followed_turn_by_turn() {
    let (tournament, mut live) = (tournament(), LiveGames::new());
    let (mut lengths, mut most) = (std::collections::BTreeMap::new(), 0);
    let mut observer = |update: Update<'_>| {
        if let Update::Finished(game) = &update {
            let followed = live.games().find(|live| live.number == game.number).unwrap().clone();
            let record = floe_rules::record::read(game.record.as_bytes()).unwrap();
            let whole = floe_rules::replay::GameReplay::new(record.game());
            assert_eq!((&followed.start.tiles, &followed.steps), (&whole.tiles, &whole.steps));
            assert_eq!(followed.players.iter().map(|player| player.entrant).collect::<Vec<_>>(), game.seats);
        }
        match live.update(&tournament, &update) {
            Some(LiveChange::Started(game)) => _ = lengths.insert(game.number, 0),
            Some(LiveChange::Step { number, step }) => {
                assert!(!step.text.is_empty());
                *lengths.get_mut(&number).unwrap() += 1;
            }
            Some(LiveChange::Ended { number }) => assert!(lengths[&number] > 0),
            None => {}
        }
        most = most.max(live.games().count());
        Ok(ControlFlow::Continue(()))
    };
    run(&tournament, &mut LocalGames::new(&ALL), None, &mut observer, &RunControl::new()).unwrap();
    assert_eq!((lengths.len(), live.games().count()), (8, 0));
    assert!(most <= 2, "{most}");
}
