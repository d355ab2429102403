//! `floe bench`: the benchmark of the engine.

use std::time::Duration;

use clap::Args;
use floe_engine::{MonotonicClock, bench};
use serde_json::json;

use super::print;
use crate::exit::Exit;

/// Measure the speed of the engine, and count its nodes
///
/// Searches fixed positions to fixed depths on one thread. The node count is the same on every machine and changes only if the
/// search changes. The last line of the output is that count.
#[derive(Debug, Args)]
pub(super) struct Bench {
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

impl Bench {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let rate = |nodes: u64, elapsed: Duration| nodes as f64 / elapsed.as_secs_f64().max(1e-9);
        let timings = bench(&MonotonicClock::start());
        let nodes: u64 = timings.iter().map(|timing| timing.nodes).sum();
        let elapsed: Duration = timings.iter().map(|timing| timing.elapsed).sum();
        if self.json {
            let one = |timing: &floe_engine::BenchTiming| {
                let speed = rate(timing.nodes, timing.elapsed) as u64;
                json!({ "name": timing.name, "nodes": timing.nodes, "nodes_per_second": speed })
            };
            let positions: Vec<_> = timings.iter().map(one).collect();
            let speed = rate(nodes, elapsed) as u64;
            let answer = json!({ "nodes": nodes, "nodes_per_second": speed, "positions": positions });
            print(&format!("{answer:#}\n"))?;
            return Ok(Exit::Done);
        }
        let mut text = String::new();
        for timing in &timings {
            let speed = rate(timing.nodes, timing.elapsed) / 1e6;
            text += &format!("{:<22} {:>9} nodes {speed:>6.2} M/s\n", timing.name, timing.nodes);
        }
        text += &format!("{:<22} {nodes:>9} nodes {:>6.2} M/s\n{nodes}\n", "all", rate(nodes, elapsed) / 1e6);
        print(&text)?;
        Ok(Exit::Done)
    }
}
