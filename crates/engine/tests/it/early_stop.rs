//! Searches that end before their time, on a clock that ticks whenever it is read.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use floe_engine::{Choice, Clock, Engine, Limits, Progress, Search, SearchContext};
use floe_rules::game::{Game, GameState, Turn};
use floe_rules::gamma::Gamma;
use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{RuleSet, Stage};

use crate::context;

/// The time limit, in readings of the clock.
const TICKS: u64 = 150;

/// A clock that is a microsecond later at each reading.
#[derive(Default)]
struct TickingClock(AtomicU64);

impl Clock for TickingClock {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Searches for the time limit; returns the choice and the turns of all reports.
fn search(state: &GameState, early_stop: bool) -> (Choice<Turn>, Vec<Turn>) {
    let limits = Limits { early_stop, ..Limits::for_time(Duration::from_micros(TICKS)) };
    let (clock, mut reported) = (TickingClock::default(), Vec::new());
    let mut report = |progress: &Progress<Turn>| reported.push(progress.line[0]);
    let context = SearchContext::new(&limits, &clock).with_report(&mut report);
    let choice = Engine::default().search(state, context).unwrap();
    (choice, reported)
}

/// Returns the positions of a game that a weak search plays.
fn positions(mut game: Game) -> Vec<GameState> {
    let mut all = Vec::new();
    while !game.is_over() {
        all.push(game.state());
        let choice = Engine::default().search(&game.state(), context(&Limits::for_nodes(40))).unwrap();
        game.play(choice.turn).unwrap();
    }
    all
}

fn penguins(players: u8, seed: u64) -> Game {
    let setup = generate(&Recipe { seed, players, ..Recipe::plain(RuleSet::HEX, 9, 9) }).unwrap();
    let stage = Stage::Placement { penguins: 2, seats: setup.seats_for(players) };
    Game::penguins(setup, &RuleSet::HEX, stage, None).unwrap()
}

/// Checks that tree searches of a game that end early choose the turn of searches that go on; returns how many of all
/// ended early.
fn check_tree_searches(game: Game) -> (usize, usize) {
    let (mut early, mut all) = (0, 0);
    for state in positions(game).into_iter().step_by(3) {
        let (Choice { turn, progress }, _) = search(&state, true);
        let used = progress.elapsed.as_micros() as u64;
        all += 1;
        // A search that proves the result, or has nothing to decide, ends early anyway.
        if used < TICKS && used_of(&search(&state, false).0) >= TICKS {
            early += 1;
            // Each check advances this clock, so a search that never checks would visit more nodes in the same time.
            let limits = Limits::for_nodes(progress.nodes * TICKS / used);
            let full = Engine::default().search(&state, context(&limits)).unwrap();
            assert_eq!(turn, full.turn, "turn {all}: {} nodes", progress.nodes);
        }
    }
    (early, all)
}

fn used_of(choice: &Choice<Turn>) -> u64 {
    choice.progress.elapsed.as_micros() as u64
}

#[test]
fn a_tree_search_ends_when_no_turn_can_catch_up() {
    let (mut all_early, mut all_searches) = (0, 0);
    for game in [penguins(3, 1), penguins(4, 2), Game::gamma(Gamma::new(8, 8, 2, 3).unwrap())] {
        let (early, all) = check_tree_searches(game);
        assert!(4 * early > all, "{early} of {all}");
        all_early += early;
        all_searches += all;
    }
    assert!(all_early < all_searches, "{all_early} of {all_searches}");
}

#[test]
fn deepening_ends_when_the_same_turn_stays_best() {
    let (mut early, mut all) = (0, 0);
    for state in [3, 4].into_iter().flat_map(|seed| positions(penguins(2, seed))) {
        let (stopped, reported) = search(&state, true);
        let (full, _) = search(&state, false);
        all += 1;
        // A search that proves the result ends early anyway.
        if used_of(&stopped) < TICKS && used_of(&full) >= TICKS {
            early += 1;
            assert!(2 * used_of(&stopped) >= TICKS, "turn {all}");
            assert!(reported.ends_with(&[stopped.turn; 5]), "turn {all}: {reported:?}");
        }
    }
    assert!(early >= 5 && early < all, "{early} of {all}");
}
