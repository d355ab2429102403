//! Code shared by `match`, `tournament` and `bot-check`: players, boards, settings, progress and output.

mod boards;
mod cluster;
mod config;
mod contender;
mod output;
mod progress;
mod ready_players;
mod settings;
mod tournament;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(unix)]
use anyhow::Context;
use floe_arena::printable::printable_lines;
use floe_arena::sandbox::Sandbox;

pub(crate) use boards::BoardSource;
pub(crate) use cluster::{ClusterPlan, CredentialArgs, floe_version};
pub(crate) use config::Config;
pub(crate) use contender::{Contender, EnteredContender};
pub(crate) use output::OutputFolder;
pub(crate) use progress::ProgressLine;
pub(crate) use ready_players::{Preparation, ReadyPlayers, describe};
pub(crate) use settings::{GameSettings, STUB, StateName, TierName, open_sandbox};
pub(crate) use tournament::{PrepareOptions, PreparedTournament, StoredTournament, TournamentFile};

/// The sandbox of an event, if it needs one, and its description.
pub(crate) fn open_isolation(
    settings: &GameSettings,
    entered: &[EnteredContender],
    quiet: bool,
) -> anyhow::Result<(Option<Arc<Sandbox>>, String)> {
    let is_program = |entry: &EnteredContender| matches!(entry.contender, Contender::Program(_));
    if !entered.iter().any(is_program) {
        return Ok((None, "not needed: no programs take part".to_owned()));
    }
    let sandbox = settings.sandbox()?;
    let gaps = sandbox.gaps().iter().map(ToString::to_string);
    let isolation = std::iter::once(sandbox.description()).chain(gaps).collect::<Vec<_>>().join("; ");
    if !quiet {
        print_isolation(&sandbox);
    }
    Ok((Some(sandbox), isolation))
}

/// Prepares all contenders, and returns them with a description of the sandbox.
///
/// Relative paths in their commands refer to `folder`. No program gets a copy of the files of the `event`, which may lie
/// beside it.
pub(crate) fn prepare(
    folder: &Path,
    entered: &[EnteredContender],
    event: &[PathBuf],
    settings: &GameSettings,
    quiet: bool,
) -> anyhow::Result<(ReadyPlayers, String)> {
    let (sandbox, isolation) = open_isolation(settings, entered, quiet)?;
    let preparation = Preparation {
        folder,
        event,
        sandbox,
        limits: settings.limits()?,
        time: settings.time(),
        state: settings.state(),
        rules: settings.rules()?,
        forfeit_broken: settings.forfeit_broken,
    };
    let ready = preparation.prepare(entered)?;
    if !quiet {
        // Programs choose their own names, so a name alone may not tell which program it is.
        for entrant in &ready.entrants {
            note(&format!("{} is {}", entrant.name, entrant.what));
        }
    }
    for warning in ready.warnings.iter().filter(|warning| !quiet || warning.starts_with("WARNING")) {
        note(warning);
    }
    Ok((ready, isolation))
}

/// Prints how programs are isolated, and what the sandbox cannot enforce.
pub(crate) fn print_isolation(sandbox: &Sandbox) {
    note(&format!("isolation: {}", sandbox.description()));
    for gap in sandbox.gaps() {
        note(&gap.to_string());
    }
}

/// Prints a note on standard error, where it cannot control the screen.
pub(crate) fn note(words: &str) {
    // A note that cannot be printed is not worth stopping for.
    let _ = writeln!(anstream::stderr(), "{}", printable_lines(words));
    let _ = io::stderr().flush();
}

/// Returns a flag that SIGINT, SIGTERM and SIGHUP set. A second signal ends the program at once.
///
/// A program that was started with SIGINT or SIGHUP ignored keeps ignoring it: nohup, and shells that start it in the
/// background, mean it to go on.
pub(crate) fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        if signal != signal_hook::consts::SIGTERM && is_ignored(signal) {
            continue;
        }
        let cannot = "cannot listen for signals";
        signal_hook::flag::register_conditional_default(signal, Arc::clone(&stop)).context(cannot)?;
        signal_hook::flag::register(signal, Arc::clone(&stop)).context(cannot)?;
    }
    Ok(stop)
}

/// Returns whether this process ignores a signal. Only Linux says so; elsewhere this is false.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}
