//! Plays matches of Penguins between players in process, to measure their strength.
//!
//! ```text
//! cargo run --release -p floe-engine --example contest -- \
//!     one=engine two=playouts board=classic games=100 time=50 seed=1 threads=2
//! ```
//!
//! Boards are random, and each is played with the players in all seats in turn, so that neither the board nor the order of
//! turns favours anybody. With `nodes=` instead of `time=` a match gives the same result on any number of threads. A wrong
//! argument prints the list of arguments.

mod game;
#[path = "../shared/game_result.rs"]
mod game_result;
mod options;
mod tally;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use game::Game;
use game_result::GameResult;
use options::Options;
use tally::Tally;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(why) => {
            eprintln!("contest: {why}\n\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    let started = Instant::now();
    match play_all(&options) {
        Ok(played) => {
            print!("{}", Tally::new(&played, usize::from(options.players)).report(&options));
            eprintln!("{} games took {:.0} s", played.len(), started.elapsed().as_secs_f64());
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("contest: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Plays all games on several threads, and returns their results in order.
fn play_all(options: &Options) -> Result<Vec<GameResult>, String> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<GameResult>>> = Mutex::new(vec![None; options.games]);
    let player = || -> Result<(), String> {
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= options.games {
                return Ok(());
            }
            let played = Game::new(options, game)?.play()?;
            let mut done = done.lock().expect("no thread panics while it holds the lock");
            done[game] = Some(played);
            show_progress(&done);
        }
    };
    let results: Vec<Result<(), String>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads).map(|_| scope.spawn(player)).collect();
        let failed = |_| Err("a player panicked".to_owned());
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(failed)).collect()
    });
    eprintln!();
    results.into_iter().collect::<Result<(), String>>()?;
    let done = done.into_inner().expect("no thread panicked");
    Ok(done.into_iter().flatten().collect())
}

fn show_progress(done: &[Option<GameResult>]) {
    let played = done.iter().flatten().count();
    let share: f64 = done.iter().flatten().map(|played| played.share).sum();
    eprint!("\r{played} of {} games, {:.1}%  ", done.len(), 100.0 * share / played.max(1) as f64);
}
