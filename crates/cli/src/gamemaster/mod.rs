//! Code shared by `match`, `tournament` and `bot-check`: players, boards, settings, progress and output.

mod boards;
mod config;
mod contender;
mod output;
mod progress;
mod ready_players;
mod settings;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(unix)]
use anyhow::Context;
use floe_arena::sandbox::Sandbox;

pub(crate) use boards::BoardSource;
pub(crate) use config::Config;
pub(crate) use contender::Contender;
pub(crate) use output::OutputFolder;
pub(crate) use progress::ProgressLine;
pub(crate) use ready_players::ReadyPlayers;
pub(crate) use settings::{GameSettings, STUB, TierName, open_sandbox};

/// Prepares all contenders, and returns them with a description of the sandbox.
///
/// Relative paths in their commands refer to `folder`.
pub(crate) fn prepare(
    folder: &Path,
    contenders: Vec<(Option<String>, Contender)>,
    settings: &GameSettings,
    quiet: bool,
) -> anyhow::Result<(ReadyPlayers, String)> {
    let has_programs = contenders.iter().any(|(_, contender)| matches!(contender, Contender::Program(_)));
    let sandbox = if has_programs { Some(settings.sandbox()?) } else { None };
    let isolation = match &sandbox {
        Some(sandbox) => {
            let gaps = sandbox.gaps().iter().map(ToString::to_string);
            std::iter::once(sandbox.description()).chain(gaps).collect::<Vec<_>>().join("; ")
        }
        None => "not needed: no programs take part".to_owned(),
    };
    if let Some(sandbox) = sandbox.as_deref().filter(|_| !quiet) {
        print_isolation(sandbox);
    }
    let ready = ReadyPlayers::prepare(
        folder,
        contenders,
        sandbox,
        settings.limits()?,
        settings.time(),
        &settings.rules()?,
    )?;
    if !quiet {
        // Programs choose their own names, so a name alone may not tell which program it is.
        for entrant in &ready.entrants {
            note(&format!("{} is {}", entrant.name, entrant.what));
        }
        for warning in &ready.warnings {
            note(warning);
        }
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

/// Prints a note on standard error.
pub(crate) fn note(words: &str) {
    // A note that cannot be printed is not worth stopping for.
    let _ = writeln!(anstream::stderr(), "{words}");
    let _ = io::stderr().flush();
}

/// Returns a flag that SIGINT, SIGTERM and SIGHUP set. A second signal ends the program at once.
pub(crate) fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        let cannot = "cannot listen for signals";
        signal_hook::flag::register_conditional_default(signal, Arc::clone(&stop)).context(cannot)?;
        signal_hook::flag::register(signal, Arc::clone(&stop)).context(cannot)?;
    }
    Ok(stop)
}
