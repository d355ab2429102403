//! `floe best`: what the engine would do.

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use floe_engine::{Choice, Level, Limits, MonotonicClock, PenguinsEngine, Search, SearchContext};
use floe_rules::penguins::{Move, Position};
use serde_json::json;

use super::print;
use super::state::StateArgs;
use crate::exit::Exit;

/// Tell what the engine would do in a position
///
/// Prints its turn, then the line that it expects, its value for the player to move in fish, how many turns ahead it
/// saw, and how fast it looked. Exit code 1 when the game is over. Without --penguins it starts in the
/// movement phase.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  floe best board.txt\n  floe best board.txt --rules hex --turn 2 --time 5000\n  \
                        floe best empty.txt --players 2 --penguins 3 --nodes 100000 --json"
)]
pub(super) struct Best {
    #[command(flatten)]
    state: StateArgs,
    /// How long to think, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    time: u64,
    /// Look at so many nodes instead: the same on every machine
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// How well to play
    #[arg(long, value_name = "L", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// Picks between equal turns
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How many threads to use
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// Print the answer as JSON instead
    #[arg(long)]
    json: bool,
}

impl Best {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let (_, position) = self.state.load()?;
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

/// Returns how many nodes were looked at in a second.
fn speed(choice: &Choice<Move>) -> u64 {
    let seconds = choice.progress.elapsed.as_secs_f64();
    if seconds > 0.0 { (choice.progress.nodes as f64 / seconds) as u64 } else { 0 }
}

fn as_text(position: &Position, choice: &Choice<Move>) -> String {
    let progress = &choice.progress;
    format!(
        "{}\nline   {}\nvalue  {:+.2} fish\ndepth  {}\nnodes  {}\ntime   {} ms\nspeed  {} nodes a second\n",
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
