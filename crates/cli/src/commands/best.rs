//! `floe best`: the turn that the engine chooses.

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use floe_engine::{Choice, Level, Limits, MonotonicClock, PenguinsEngine, Search, SearchContext};
use floe_rules::penguins::{Move, Position};
use serde_json::json;

use super::print;
use super::state::StateArgs;
use super::values::{milliseconds, whole};
use crate::exit::Exit;

/// Print the turn that the engine chooses in a position
///
/// Also prints the principal variation, the value in fish for the player to move, the depth and the speed. The exit
/// code is 1 when the game is over. Without --penguins, the position is in the movement phase.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  floe best board.txt\n  floe best board.txt --rules hex --turn 2 --time 5000\n  \
                        floe best empty.txt --players 2 --penguins 3 --nodes 100000 --json"
)]
pub(super) struct Best {
    #[command(flatten)]
    state: StateArgs,
    /// The search time in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000, allow_negative_numbers = true, value_parser = milliseconds::<u64>)]
    time: u64,
    /// Search N nodes instead of for a fixed time; with one thread, the result is the same on every machine
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>)]
    nodes: Option<u64>,
    /// The playing strength
    #[arg(long, value_name = "L", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// The seed for choosing between equally good turns
    #[arg(long, value_name = "S", default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u64>)]
    seed: u64,
    /// The number of threads
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole::<NonZeroUsize>)]
    threads: NonZeroUsize,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

impl Best {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let (_, position) = self.state.load_to_play()?;
        let limits = Limits {
            level: Level::new(self.level).context("levels go from 1 to 10")?,
            threads: self.threads,
            seed: self.seed,
            ..Limits::for_nodes_or_time(self.nodes, Duration::from_millis(self.time))
        };
        let Some(choice) = PenguinsEngine::default()
            .search(&position, SearchContext::new(&limits, &MonotonicClock::start()))
        else {
            print(if self.json { "null\n" } else { "the game is over\n" })?;
            return Ok(Exit::NoTurn);
        };
        print(&if self.json { as_json(&position, &choice) } else { as_text(&position, &choice) })?;
        Ok(Exit::Done)
    }
}

fn line(position: &Position, choice: &Choice<Move>) -> Vec<String> {
    choice.progress.line.iter().map(|turn| turn.notation(&position.grid()).to_string()).collect()
}

/// Returns the nodes per second.
fn speed(choice: &Choice<Move>) -> u64 {
    let seconds = choice.progress.elapsed.as_secs_f64();
    if seconds > 0.0 { (choice.progress.nodes as f64 / seconds) as u64 } else { 0 }
}

fn as_text(position: &Position, choice: &Choice<Move>) -> String {
    let progress = &choice.progress;
    format!(
        "{}\nline   {}\nvalue  {:+.2} fish\ndepth  {}\nnodes  {}\ntime   {} ms\nspeed  {} nodes per second\n",
        choice.turn.notation(&position.grid()),
        line(position, choice).join(" "),
        progress.value.0 as f64 / 100.0,
        progress.depth,
        progress.nodes,
        progress.elapsed.as_millis(),
        speed(choice),
    )
}

fn as_json(position: &Position, choice: &Choice<Move>) -> String {
    let progress = &choice.progress;
    let answer = json!({
        "turn": choice.turn.notation(&position.grid()).to_string(),
        "line": line(position, choice),
        "value": progress.value.0 as f64 / 100.0,
        "depth": progress.depth,
        "nodes": progress.nodes,
        "milliseconds": progress.elapsed.as_millis() as u64,
        "nodes_per_second": speed(choice),
    });
    format!("{answer:#}\n")
}
