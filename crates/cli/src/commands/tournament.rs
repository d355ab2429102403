//! `floe tournament`: plays a tournament from a configuration file, and resumes it after an interruption.

use std::env;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::Args;
use floe_arena::event::RunControl;
use floe_arena::result::GameResult;
use floe_web::{ServeError, ServerOptions, TournamentFeed, serve};

use super::print_report;
use super::serve::{page_address, warn_of_network};
use crate::exit::Exit;
use crate::gamemaster::{
    CredentialArgs, PrepareOptions, PreparedTournament, ProgressLine, TournamentFile, note, stop_flag,
};
use crate::output;

/// Play a tournament between programs
///
/// The configuration names the programs, the boards and the format: round-robin, gauntlet, swiss or knock-out.
/// Results are stored in a database next to it, game by game: whenever floe is stopped, by Ctrl-C, by kill -9 or by
/// a power failure, the same command resumes the tournament. Paths in the configuration are relative to it.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  floe tournament cup.toml\n  floe tournament cup.toml --report-only --json\n\n\
                  A small configuration:\n  format = \"round-robin\"\n  seed = 7\n  [game]\n  time = 500\n  penguins = 3\n  \
                  [boards]\n  count = 4\n  make = { rows = 10, cols = 10 }\n  [[program]]\n  command = \"./mine\"\n  \
                  [[program]]\n  name = \"Floe 5\"\n  command = \"engine:level=5,nodes=2000\""
)]
pub(super) struct TournamentArgs {
    /// The configuration, in TOML
    #[arg(value_name = "CONFIG")]
    config: PathBuf,
    /// Only write the reports of the games played so far; play no games
    #[arg(long)]
    report_only: bool,
    /// Resume although programs have changed: replaced ones become new versions, new ones late entrants, and those that
    /// are marked as withdrawn play no more
    #[arg(long)]
    accept_changes: bool,
    /// Let programs that are missing or broken lose their games by forfeit, instead of refusing to start
    #[arg(long)]
    forfeit_broken: bool,
    /// Show the tournament in a browser while it is played, and afterwards until Ctrl-C
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:8080", conflicts_with = "report_only")]
    serve: Option<SocketAddr>,
    /// Let the workers at a NATS server play the games; see 'floe worker'
    #[arg(long, value_name = "NATS-URL", conflicts_with = "report_only")]
    workers: Option<String>,
    #[command(flatten)]
    credentials: CredentialArgs,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Do not print progress
    #[arg(long, short)]
    quiet: bool,
}

/// A tournament that a server shows while it is played.
struct ShownTournament {
    feed: Arc<TournamentFeed>,
    stop: Arc<AtomicBool>,
    server: JoinHandle<Result<(), ServeError>>,
}

impl ShownTournament {
    /// Starts the server, and prints its address and the organiser's.
    fn start(
        address: SocketAddr,
        prepared: &PreparedTournament,
        control: &Arc<RunControl>,
    ) -> anyhow::Result<ShownTournament> {
        let (feed, token) = TournamentFeed::played_here(
            prepared.tournament.clone(),
            prepared.sprt,
            prepared.store.reader()?,
            control.clone(),
        );
        warn_of_network(address, "follow the tournament");
        let options = ServerOptions { tournament: Some(feed.clone()), ..ServerOptions::default() };
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, ready) = mpsc::channel();
        let server = thread::spawn({
            let stop = stop.clone();
            // The receiver waits for it.
            let ready = move |address| sender.send(address).expect("somebody waits for the address");
            move || serve(address, options, &stop, ready)
        });
        let Ok(address) = ready.recv() else {
            server.join().map_err(|_| anyhow!("the server panicked"))??;
            bail!("the server did not start");
        };
        let page = page_address(address);
        note(&format!("the tournament is at {page}tournament/"));
        note(&format!("to pause, resume and stop it: {page}tournament/#token={}", token.expose()));
        Ok(ShownTournament { feed, stop, server })
    }

    /// Shows the tournament until the user stops floe.
    fn wait(self, stopped: &AtomicBool) -> anyhow::Result<()> {
        self.feed.finish();
        if !stopped.load(Ordering::Relaxed) {
            note("the page stays until Ctrl-C");
        }
        while !stopped.load(Ordering::Relaxed) && !self.server.is_finished() {
            thread::sleep(Duration::from_millis(100));
        }
        self.stop.store(true, Ordering::Relaxed);
        Ok(self.server.join().map_err(|_| anyhow!("the server panicked"))??)
    }
}

impl TournamentArgs {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        // The result is printed after hours, perhaps.
        output::check()?;
        let stop = stop_flag()?;
        let control = Arc::new(RunControl::with_stop_flag(stop.clone()));
        let mut prepared = TournamentFile::read(&self.config)?.prepare(&PrepareOptions {
            report_only: self.report_only,
            accept_changes: self.accept_changes,
            forfeit_broken: self.forfeit_broken,
            quiet: self.quiet,
            workers: self.workers.clone(),
            credentials: self.credentials.clone(),
            live: self.serve.is_some(),
        })?;
        if !self.report_only && !self.quiet {
            note(&format!("to resume after an interruption: {}", self.command()));
        }
        let shown =
            self.serve.map(|address| ShownTournament::start(address, &prepared, &control)).transpose()?;
        let entrants = prepared.tournament.entrants.clone();
        let mut progress = ProgressLine::new(&entrants, self.quiet);
        let results = prepared.run(&control, &mut |_, update| {
            if let Some(shown) = &shown {
                shown.feed.update(update);
            }
            progress.update(update);
        });
        progress.close();
        let report = prepared.report(results?);
        let records = |game: &GameResult| prepared.record(game);
        prepared.folder.report(&report, &records)?;
        print_report(&report, &records, self.json)?;
        if !self.quiet {
            note(&format!("records and reports are in {}", prepared.folder.path().display()));
        }
        if let Some(shown) = shown {
            shown.wait(&stop)?;
        }
        if report.games_left == 0 || self.report_only {
            return Ok(Exit::Done);
        }
        note(&format!("interrupted with {} games left; to resume: {}", report.games_left, self.command()));
        Ok(Exit::Failed)
    }

    /// Returns the command that resumes this tournament.
    fn command(&self) -> String {
        let program = env::args_os().next().unwrap_or_else(|| "floe".into());
        let program = program.to_string_lossy();
        let config = self.config.to_string_lossy();
        let mut words = vec![&*program, "tournament", &*config];
        words.extend(self.forfeit_broken.then_some("--forfeit-broken"));
        let workers = self.workers.as_ref().map(|address| self.credentials.server(address).shown());
        words.extend(workers.iter().flat_map(|address| ["--workers", address]));
        let credentials = self.credentials.words();
        words.extend(credentials.iter().map(String::as_str));
        let serve = self.serve.map(|address| address.to_string());
        words.extend(serve.iter().flat_map(|address| ["--serve", address]));
        words.extend(self.json.then_some("--json"));
        shell_words::join(words)
    }
}
