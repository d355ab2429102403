//! `floe tournament`: plays a tournament from a configuration file, and resumes it after an interruption.

use std::env;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use floe_arena::event::{self, NamedBoard, ObserverError, Tournament, Update};
use floe_arena::rating::sprt::Sprt;
use floe_arena::report;
use floe_arena::schedule::{Format, Schedule, ScheduleSettings};
use floe_arena::store::{Charter, Store, StoreError, StoredProgram};
use floe_rules::board_file;

use super::{print, with_causes};
use crate::exit::Exit;
use crate::gamemaster::{
    BoardSource, Config, Contender, OutputFolder, ProgressLine, ReadyPlayers, note, prepare, stop_flag,
};
use crate::output;

/// The number of further boards for knock-out matches that end in a tie.
const SPARE_BOARDS: u32 = 1;

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
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Do not print progress
    #[arg(long, short)]
    quiet: bool,
}

/// A tournament that is ready to start or resume.
struct Prepared {
    tournament: Tournament,
    ready: ReadyPlayers,
    store: Store,
    folder: OutputFolder,
    sprt: Option<Sprt>,
}

impl TournamentArgs {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        // The result is printed after hours, perhaps.
        output::check()?;
        let stop = stop_flag()?;
        let name = self.config.display().to_string();
        let text = fs::read_to_string(&self.config).with_context(|| format!("cannot read {name}"))?;
        let config = Config::parse(&text).with_context(|| format!("in {name}"))?;
        let path = std::path::absolute(&self.config).with_context(|| format!("cannot find {name}"))?;

        let Prepared { tournament, ready, mut store, folder, sprt } = self.prepare(&config, &path)?;
        let mut progress = ProgressLine::new(&tournament.entrants, self.quiet);
        let mut observe = |update: Update<'_>| -> Result<ControlFlow<()>, ObserverError> {
            // A game may be in the database without its record in the folder, so the records of resumed games are
            // written again.
            if let Update::Resumed(game) | Update::Finished(game) = update {
                folder.write_game(game)?;
            }
            progress.update(&update);
            Ok(ControlFlow::Continue(()))
        };
        let results = if self.report_only {
            event::load_stored_games(&tournament, &store, &mut observe)?
        } else {
            if !self.quiet {
                note(&format!("to resume after an interruption: {}", self.command()));
            }
            let played = event::run(&tournament, &ready, Some(&mut store), &mut observe, &stop);
            progress.close();
            played?.results
        };
        let report = report::summary(&tournament, results, sprt.as_ref());
        folder.report(&report)?;
        print(&if self.json { report::json(&report) } else { report::text(&report) })?;
        if !self.quiet {
            note(&format!("records and reports are in {}", folder.path().display()));
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
        words.extend(self.json.then_some("--json"));
        shell_words::join(words)
    }

    /// Prepares everything that can fail before the first game. `path` is the absolute path of the configuration.
    fn prepare(&self, config: &Config, path: &Path) -> anyhow::Result<Prepared> {
        let name = self.config.display().to_string();
        let in_config = || format!("in {name}");
        let folder = path.parent().context("the configuration path has no parent folder")?;
        let players = config.players;
        let format = config.format().with_context(in_config)?;
        let sprt = config.sprt().with_context(in_config)?;
        let terms = config.game.terms(players).with_context(in_config)?;
        let database = config
            .database
            .as_ref()
            .map_or_else(|| path.with_extension("db"), |database| folder.join(database));
        if self.report_only && !database.exists() {
            bail!("nothing has been played yet: there is no database {}", database.display());
        }
        let boards = &config.boards;
        let source = BoardSource {
            folder,
            paths: &boards.files,
            count: boards.count,
            recipe: &boards.make,
            seed: config.seed,
        };
        let mut boards = source.boards(&terms, players)?;
        let count = boards.len();
        if format == Format::KnockOut {
            let seed = config.seed.wrapping_add(count as u64);
            let spare = BoardSource { paths: &[], count: Some(SPARE_BOARDS), seed, ..source };
            boards.extend(spare.boards(&terms, players)?);
        }
        let schedule = Schedule::new(ScheduleSettings {
            entrants: config.programs.len(),
            seats: players.into(),
            boards: count,
            spare_boards: boards.len() - count,
            format,
            seating: config.seating,
            repeats: config.repeats,
            seed: config.seed,
        })
        .with_context(in_config)?;
        let contenders = contenders(config, folder, &name)?;
        let (ready, isolation) = prepare(folder, contenders, &config.game, self.quiet)?;
        let mut terms_in_words = config.game.words(players, &isolation)?;
        terms_in_words.push(("seed".to_owned(), config.seed.to_string()));

        let charter = charter(config, &schedule, &boards)?;
        let store = Store::open(&database, &charter).map_err(|error| match error {
            StoreError::InUse(_) | StoreError::Sqlite { .. } => error.into(),
            StoreError::Other { path, difference } => anyhow!(
                "{difference}, but '{}' holds the tournament as it was: undo the change to resume it, or choose another \
                 'database' for a new one",
                path.display()
            ),
            _ => {
                let cause = with_causes(&error.into());
                anyhow!("{cause}; choose another 'database' for a new tournament")
            }
        })?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let reports = config
            .reports
            .as_ref()
            .map_or_else(|| path.with_file_name(format!("{stem}-reports")), |reports| folder.join(reports));
        let tournament = Tournament {
            title: config.title.clone().unwrap_or(stem),
            terms,
            terms_in_words,
            entrants: ready.entrants.clone(),
            boards,
            schedule,
            parallel: config.game.parallel(),
        };
        Ok(Prepared { tournament, ready, store, folder: OutputFolder::open(&reports)?, sprt })
    }
}

fn contenders(
    config: &Config,
    folder: &Path,
    name: &str,
) -> anyhow::Result<Vec<(Option<String>, Contender)>> {
    let mut contenders = Vec::new();
    for entry in &config.programs {
        let readable: Vec<PathBuf> = config.game.readable().iter().chain(&entry.read).cloned().collect();
        let contender = Contender::parse(entry.command.get_ref(), folder, &readable)
            .with_context(|| format!("in {name}, line {}", entry.line))?;
        contenders.push((entry.name.clone(), contender));
    }
    if contenders.len() < usize::from(config.players) {
        let players = config.players;
        bail!("games of {players} players need at least {players} programs, not {}", contenders.len());
    }
    Ok(contenders)
}

/// Returns everything that the results depend on.
fn charter(config: &Config, schedule: &Schedule, boards: &[NamedBoard]) -> anyhow::Result<Charter> {
    let game = &config.game;
    let terms = game.terms(config.players)?;
    Ok(Charter {
        schedule: schedule.settings().clone(),
        rules: terms.rules.name.to_owned(),
        layout: game.layout().map(|layout| layout.name().to_owned()),
        penguins: terms.penguins,
        policy: terms.policy,
        time: game.time(),
        limits: game.limits()?,
        programs: config
            .programs
            .iter()
            .map(|entry| StoredProgram { name: entry.name.clone(), command: entry.command.get_ref().clone() })
            .collect(),
        boards: boards
            .iter()
            .map(|board| String::from_utf8_lossy(&board_file::write(&board.setup)).into_owned())
            .collect(),
    })
}
