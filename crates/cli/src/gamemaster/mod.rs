//! The game master's part of floe: what `match`, `tournament` and `bot-check` have in common.

mod boards;
mod cast;
mod config;
mod contender;
mod output;
mod progress;
mod settings;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(unix)]
use anyhow::Context;
use floe_arena::sandbox::Sandbox;

pub(crate) use boards::Wanted;
pub(crate) use cast::Company;
pub(crate) use config::Config;
pub(crate) use contender::Contender;
pub(crate) use output::Folder;
pub(crate) use progress::Progress;
pub(crate) use settings::STUB;
pub(crate) use settings::{Settings, open_sandbox};

/// Gets everyone ready to play under some settings, and tells how programs are shut in.
pub(crate) fn gather(
    contenders: Vec<(Option<String>, Contender)>,
    settings: &Settings,
    quiet: bool,
) -> anyhow::Result<(Company, String)> {
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
        tell(sandbox);
    }
    let company =
        Company::gather(contenders, sandbox, settings.limits()?, settings.time()?, &settings.rules()?)?;
    if !quiet {
        // Names are chosen by programs, and say little about which is which.
        for entrant in &company.entrants {
            note(&format!("{} is {}", entrant.name, entrant.what));
        }
        for remark in &company.remarks {
            note(remark);
        }
    }
    Ok((company, isolation))
}

/// Tells how programs are shut in, and what is not guarded.
pub(crate) fn tell(sandbox: &Sandbox) {
    note(&format!("isolation: {}", sandbox.description()));
    for gap in sandbox.gaps() {
        note(&gap.to_string());
    }
}

/// Says something besides the results.
pub(crate) fn note(words: &str) {
    // Nobody is left to tell when it cannot be said.
    let _ = writeln!(anstream::stderr(), "{words}");
    let _ = io::stderr().flush();
}

/// Returns a flag that is set when the user wants to stop. Who asks twice means at once.
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
