//! Plays matches of Gamma between players in process, to measure their strength.
//!
//! ```text
//! cargo run --release -p floe-engine --example gamma_contest -- \
//!     one=engine two=greedy side=10 areas=2-4 players=2 games=100 time=50 seed=1
//! ```
//!
//! Each board has random sides and a random number of areas within the given ranges, and is played with the measured player
//! in all seats in turn. With `nodes=` instead of `time=` a match always gives the same result. A wrong argument prints the
//! list of arguments.

mod game;
#[path = "../shared/game_result.rs"]
mod game_result;
mod options;

use std::process::ExitCode;
use std::time::Instant;

use game::play;
use game_result::{Effort, GameResult};
use options::Options;

/// The half-width of a 95% interval in standard errors.
const Z_95: f64 = 1.96;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(why) => {
            eprintln!("gamma_contest: {why}\n\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    let started = Instant::now();
    let mut played = Vec::new();
    for game in 0..options.games {
        match play(&options, game) {
            Ok(one) => played.push(one),
            Err(why) => {
                eprintln!("gamma_contest: {why}");
                return ExitCode::FAILURE;
            }
        }
        let share: f64 = played.iter().map(|played| played.share).sum();
        eprint!(
            "\r{} of {} games, {:.1}%  ",
            played.len(),
            options.games,
            100.0 * share / played.len() as f64
        );
    }
    eprintln!();
    print!("{}", report(&options, &played));
    eprintln!("{} games took {:.0} s", played.len(), started.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

/// Returns the report of a match.
fn report(options: &Options, played: &[GameResult]) -> String {
    let games = played.len() as f64;
    let share = played.iter().map(|played| played.share).sum::<f64>() / games;
    let (low, high) = interval(share, games);
    let won = played.iter().filter(|played| played.share == 1.0).count();
    let lost = played.iter().filter(|played| played.share == 0.0).count();
    let lead = played.iter().map(|played| played.lead as f64).sum::<f64>() / games;
    let mut text = format!(
        "{options}\n  won {won}, drawn {}, lost {lost}\n  share {:.1}% (95%: {:.1} to {:.1}), equal would be {:.1}%\n",
        played.len() - won - lost,
        100.0 * share,
        100.0 * low,
        100.0 * high,
        100.0 / f64::from(options.players)
    );
    text += &format!("  cells ahead of the best other: {lead:+.2}\n");
    for (side, name) in [&options.one.name, &options.two.name].into_iter().enumerate() {
        let mut effort = Effort::default();
        played.iter().for_each(|played| effort.add(&played.efforts[side]));
        let turns = effort.turns.max(1) as f64;
        text += &format!(
            "  {name}: depth {:.1}, {:.0} nodes a turn, {:.2} ms a turn, overrun {:.2} ms\n",
            effort.depth as f64 / turns,
            effort.nodes as f64 / turns,
            1000.0 * effort.time.as_secs_f64() / turns,
            1000.0 * effort.longest_overrun.as_secs_f64()
        );
    }
    text
}

/// Returns the Wilson interval of a share; with draws it is a little wider than necessary.
fn interval(share: f64, games: f64) -> (f64, f64) {
    let squared = Z_95 * Z_95;
    let middle = (share + squared / (2.0 * games)) / (1.0 + squared / games);
    let spread = share * (1.0 - share) / games + squared / (4.0 * games * games);
    let half = Z_95 / (1.0 + squared / games) * spread.sqrt();
    (middle - half, middle + half)
}
