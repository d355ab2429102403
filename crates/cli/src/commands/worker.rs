//! `floe worker`: plays games of tournaments that other machines run.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use clap::Args;
use floe_arena::event::PlayerFactory;
use floe_arena::sandbox::Tier;
use floe_cluster::{Worker, WorkerOptions};

use super::values::whole;
use crate::exit::Exit;
use crate::gamemaster::{
    CredentialArgs, ReadyPlayers, TierName, floe_version, note, open_sandbox, stop_flag,
};

/// Play games of tournaments that run on other machines
///
/// The worker takes games from a NATS server, plays each one here in the sandbox, and sends back the result. It plays for
/// every tournament on that server that was started with 'floe tournament --workers' by the same version of floe, until it
/// is stopped; games that it has not finished are then played elsewhere.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  floe worker nats://lab:4222\n  floe worker nats://lab:4222 --creds worker.creds -j 4"
)]
pub(super) struct WorkerArgs {
    /// The address of the NATS server
    #[arg(value_name = "NATS-URL")]
    server: String,
    #[command(flatten)]
    credentials: CredentialArgs,
    /// The name of this machine [default: its host name]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// How many games to play at the same time, at most as many as there are cores for [default: as many]
    #[arg(long, short = 'j', value_name = "N", allow_negative_numbers = true, value_parser = whole::<NonZeroUsize>)]
    parallel: Option<NonZeroUsize>,
    /// The weakest tier in which programs of others may run here
    #[arg(long, value_name = "TIER", default_value = "basic")]
    weakest_tier: TierName,
}

impl WorkerArgs {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let stop = stop_flag()?;
        let host = || {
            let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
            Some(name.trim().to_owned()).filter(|name| !name.is_empty())
        };
        let worker = Worker::connect(WorkerOptions {
            server: self.credentials.server(&self.server),
            name: self.name.clone().or_else(host).unwrap_or_else(|| "worker".to_owned()),
            version: floe_version()?,
            parallel: self.parallel,
            weakest_tier: self.weakest_tier.into(),
            sandbox: Box::new(|tier: Option<Tier>| {
                open_sandbox(tier.map(TierName::from)).map_err(|error| format!("{error:#}"))
            }),
            players: Box::new(|parts| {
                let players = ReadyPlayers::from_parts(parts).map_err(|error| format!("{error:#}"))?;
                Ok(Box::new(players) as Box<dyn PlayerFactory + Send>)
            }),
            notes: Box::new(note),
        })?;
        let status = worker.status();
        note(&format!(
            "worker {}: {} games at a time, speed {:.0}, {}; it waits for tournaments until Ctrl-C",
            worker.id(),
            status.cores,
            status.speed,
            status.tier
        ));
        let stop: &AtomicBool = &stop;
        worker.run(stop)?;
        Ok(Exit::Done)
    }
}
