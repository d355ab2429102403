//! The gate: plays two builds of `floe` against each other until a sequential probability ratio test (SPRT) decides.
//!
//! ```text
//! cargo run --release -p floe --example gate -- old=PATH new=PATH board=classic time=50 threads=2
//! ```
//!
//! Both builds run as `floe engine`, with a fixed amount of processor time for each turn. Boards are random, and each is
//! played with the builds in all seats in turn. The gate owns the state of each game: an engine that makes an illegal turn,
//! dies or hangs loses the game. A wrong argument prints the list of arguments.

mod game;
mod options;
mod player;
mod program;
mod reference;
mod report;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use game::{Board, play};
use options::Options;
use player::Player;
use report::Totals;

/// The time between two lines of progress.
const BETWEEN_REPORTS: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(why) => {
            eprintln!("gate: {why}\n\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    let started = Instant::now();
    match play_all(&options) {
        Ok(totals) => {
            print!("{}", totals.summary(&options));
            eprintln!("{} games took {:.0} s", totals.games(), started.elapsed().as_secs_f64());
            if totals.has_faults() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(why) => {
            eprintln!("gate: {why}");
            ExitCode::FAILURE
        }
    }
}

/// What all threads share.
struct Gate<'a> {
    options: &'a Options,
    next_board: AtomicUsize,
    is_over: AtomicBool,
    totals: Mutex<(Totals, Instant)>,
}

/// Plays boards on several threads until the test decides or the last board is played.
fn play_all(options: &Options) -> Result<Totals, String> {
    let gate = Gate {
        options,
        next_board: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
        totals: Mutex::new((Totals::default(), Instant::now())),
    };
    let results: Vec<Result<(), String>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads).map(|_| scope.spawn(|| gate.play_boards())).collect();
        let failed = |_| Err("a thread panicked".to_owned());
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(failed)).collect()
    });
    results.into_iter().collect::<Result<(), String>>()?;
    let (totals, _) = gate.totals.into_inner().map_err(|_| "a thread panicked")?;
    Ok(totals)
}

impl Gate<'_> {
    /// Plays boards, each in all rotations of the seats, with engines of its own.
    fn play_boards(&self) -> Result<(), String> {
        let played = self.play_boards_with_engines();
        if played.is_err() {
            self.is_over.store(true, Ordering::Relaxed);
        }
        played
    }

    fn play_boards_with_engines(&self) -> Result<(), String> {
        let options = self.options;
        let count = usize::from(options.players);
        let mut players: Vec<Box<dyn Player + '_>> = Vec::new();
        for index in 0..count {
            players.push(player::start(if index == 0 { &options.new } else { &options.old }, options)?);
        }
        loop {
            let index = self.next_board.fetch_add(1, Ordering::Relaxed);
            if index >= options.boards() || self.is_over.load(Ordering::Relaxed) {
                return Ok(());
            }
            let board = Board::new(options, index as u64)?;
            let mut results = Vec::new();
            for seat in 0..count {
                match play(&board, &mut players, seat, &self.is_over) {
                    Some(result) => results.push(result),
                    // The test was decided by another game.
                    None => return Ok(()),
                }
            }
            let mut guard = self.totals.lock().map_err(|_| "a thread panicked")?;
            let (totals, reported) = &mut *guard;
            if self.is_over.load(Ordering::Relaxed) {
                return Ok(());
            }
            totals.add(&results);
            if totals.is_decided(options) {
                self.is_over.store(true, Ordering::Relaxed);
            }
            if reported.elapsed() >= BETWEEN_REPORTS {
                *reported = Instant::now();
                eprintln!("{}", totals.progress(options));
            }
        }
    }
}
