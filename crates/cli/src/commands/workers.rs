//! `floe workers`: lists the machines that play for tournaments.

use clap::Args;
use floe_cluster::{WorkerStatus, watch_workers};
use serde_json::json;

use super::print;
use crate::exit::Exit;
use crate::gamemaster::CredentialArgs;

/// List the machines that play games of tournaments
///
/// Listens to the workers on a NATS server for a few seconds.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  floe workers nats://lab:4222")]
pub(super) struct WorkersArgs {
    /// The address of the NATS server
    #[arg(value_name = "NATS-URL")]
    server: String,
    #[command(flatten)]
    credentials: CredentialArgs,
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

impl WorkersArgs {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let workers = watch_workers(&self.credentials.server(&self.server))?;
        if self.json {
            let listed: Vec<_> = workers.iter().map(as_json).collect();
            print(&format!("{:#}\n", json!({ "workers": listed })))?;
        } else if workers.is_empty() {
            print("no worker is there\n")?;
        } else {
            print(&table(&workers))?;
        }
        Ok(Exit::Done)
    }
}

fn as_json(worker: &WorkerStatus) -> serde_json::Value {
    json!({
        "name": worker.id(),
        "machine": worker.name,
        "version": worker.version.to_string(),
        "cores": worker.cores,
        "speed": worker.speed.round(),
        "tier": worker.tier,
        "games": worker.games.iter().map(|game| game.number).collect::<Vec<_>>(),
        "played": worker.played,
        "games_per_minute": (worker.games_per_minute() * 10.0).round() / 10.0,
        "idle": worker.idle,
    })
}

/// Returns the workers as a table.
fn table(workers: &[WorkerStatus]) -> String {
    let mut rows =
        vec![["worker", "cores", "speed", "tier", "playing", "played", "a minute"].map(str::to_owned)];
    for worker in workers {
        let games: Vec<String> = worker.games.iter().map(|game| game.number.to_string()).collect();
        rows.push([
            worker.id().to_owned(),
            worker.cores.to_string(),
            format!("{:.0}", worker.speed),
            worker.tier.clone(),
            if games.is_empty() { "-".to_owned() } else { games.join(" ") },
            worker.played.to_string(),
            format!("{:.1}", worker.games_per_minute()),
        ]);
    }
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        text += cells.join("  ").trim_end();
        text.push('\n');
    }
    for worker in workers {
        if let Some(why) = &worker.idle {
            text += &format!("{} takes no games: {why}\n", worker.id());
        }
    }
    text
}
