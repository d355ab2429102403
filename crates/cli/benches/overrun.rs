//! How closely `penguins` keeps its time limit as a whole process, on an idle and on a busy machine.
//!
//! `cargo bench -p floe --bench overrun`, or with `-- TURNS` for another number of turns than 1000.
//!
//! Two of them play games with `time=100` on boards from 4 x 4 to 100 x 100. The time of each process is measured from before its
//! start until its end.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use floe_rules::board_file;
use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::RuleSet;

const PENGUINS: &str = env!("CARGO_BIN_EXE_penguins");
const TURNS: usize = 1000;
const MILLIS: u64 = 100;
/// The sides of the boards, and the penguins per player.
const BOARDS: [(u32, u32); 8] = [(4, 1), (6, 2), (8, 3), (12, 3), (16, 4), (20, 5), (50, 5), (100, 5)];
/// The most turns of a game: on large boards a game would take hours.
const MOST_OF_A_GAME: usize = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let turns = env::args().find_map(|argument| argument.parse().ok()).unwrap_or(TURNS);
    let folder = tempfile::tempdir()?;
    let allowed = Duration::from_millis(MILLIS + MILLIS / 20 + 10);
    println!("{turns} turns with time={MILLIS}, whole process; allowed are {allowed:?}");
    report("idle", play(turns, folder.path())?, allowed);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..cores {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let times = play(turns, folder.path());
        done.store(true, Ordering::Relaxed);
        report("all cores busy", times?, allowed);
        Ok(())
    })
}

fn report(when: &str, mut times: Vec<Duration>, allowed: Duration) {
    times.sort();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    let over = times.iter().filter(|&&time| time > allowed).count();
    println!(
        "{when}: median {:.1?}, 99th percentile {:.1?}, worst {:.1?}, {over} over what is allowed",
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

/// Plays games until so many turns have been made; returns the time of each.
///
/// Turns that took at most half of the time are left out: forced and proven ones.
fn play(turns: usize, folder: &Path) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut times = Vec::new();
    let board = folder.join("board.txt");
    for game in 0.. {
        let (side, penguins) = BOARDS[game % BOARDS.len()];
        let recipe =
            Recipe { penguins, holes: 10, seed: game as u64, ..Recipe::plain(RuleSet::SQUARE, side, side) };
        fs::write(&board, board_file::write(&generate(&recipe)?))?;
        let (mut made, mut stuck) = (0, 0);
        while stuck < 2 && made < MOST_OF_A_GAME {
            let phase = if made < 2 * penguins as usize { "placement" } else { "movement" };
            let name = ["name=One", "name=Two"][(made + stuck) % 2];
            let mut command = Command::new(PENGUINS);
            command.args([name, &format!("phase={phase}"), &format!("penguins={penguins}")]);
            command.arg(format!("time={MILLIS}")).args([&board, &board]);
            let started = Instant::now();
            let status = command.status()?;
            let time = started.elapsed();
            match status.code() {
                Some(0) => (made, stuck) = (made + 1, 0),
                Some(1) => stuck += 1,
                _ => return Err(format!("{command:?}: {status}").into()),
            }
            if time * 2 > Duration::from_millis(MILLIS) {
                times.push(time);
            }
            if times.len() == turns {
                return Ok(times);
            }
        }
    }
    Ok(times)
}
