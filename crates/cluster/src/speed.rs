//! How fast a machine is: a fixed search, on one thread.

use std::time::{Duration, Instant};

use floe_engine::{Limits, MonotonicClock, PenguinsEngine, Search, SearchContext};
use floe_rules::board_file;
use floe_rules::history::GameHistory;
use floe_rules::penguins::{Position, RuleSet, Seat, Stage};

/// The nodes of one search.
const NODES: u64 = 50_000;
/// How often the search is repeated: the fastest counts, since others may have used the core during the rest.
const REPEATS: u32 = 3;

/// Returns the position that is searched: it never changes, whatever makes boards.
fn position() -> Position {
    let fish = |cell: usize| 1 + (cell * 7 + cell / 10 * 5) % 13 % 3;
    let row =
        |row: usize| (0..10).map(|col| format!("{}0", fish(row * 10 + col))).collect::<Vec<_>>().join(" ");
    let text = format!("10 10\n{}\n", (0..10).map(row).collect::<Vec<_>>().join("\n"));
    let board = board_file::read(text.as_bytes()).expect("it is a board");
    let stage = Stage::Placement { penguins: 3, seats: Seat::all().take(2).collect() };
    let mut game = GameHistory::penguins(board, &RuleSet::SQUARE, stage, None).expect("it can be played on");
    for placed in 0..6 {
        let turns = game.position().turns();
        let turn = turns[(placed * 11) % turns.len()];
        game.play(turn).expect("it is a legal turn");
    }
    game.position().clone()
}

/// Measures the speed of this machine, in thousands of nodes a second.
pub fn measure() -> f64 {
    let start = position();
    let search = || {
        let begin = Instant::now();
        let limits = Limits::for_nodes_or_time(Some(NODES), Duration::ZERO);
        let context = MonotonicClock::start();
        let found = PenguinsEngine::default().search(&start, SearchContext::new(&limits, &context));
        let nodes = found.map_or(0, |choice| choice.progress.nodes);
        nodes as f64 / begin.elapsed().as_secs_f64().max(1e-9) / 1000.0
    };
    (0..REPEATS).map(|_| search()).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_speed_of_this_machine_is_known() {
        let speed = super::measure();
        assert!(speed.is_finite() && speed > 1.0, "{speed}");
    }
}
