//! `floe tournament`: many programs, many games, and a table at the end.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};
use clap::Args;
use floe_arena::event::{self, Board, Event, EventError, Happening};
use floe_arena::rating::sprt::Sprt;
use floe_arena::report;
use floe_arena::result::Results;
use floe_arena::schedule::{Format, Schedule, Step, Terms};
use floe_arena::store::{Charter, Store, StoreError};
use floe_rules::board_file;

use super::print;
use crate::exit::Exit;
use crate::gamemaster::{
    Company, Config, Contender, Folder, Progress, Settings, Wanted, gather, note, stop_flag,
};

/// How many boards more are made to decide matches of a knock-out that end equal.
const SPARE_BOARDS: u32 = 1;

/// Play a tournament between programs
///
/// The configuration names the programs, the boards and the format: round-robin, gauntlet, swiss or knock-out.
/// Results are kept in a database beside it, game by game: whenever floe is stopped, by Ctrl-C, by kill -9 or by
/// a power failure, the same command goes on where it was. Paths in the configuration are relative to it.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  floe tournament cup.toml\n  floe tournament cup.toml --report-only --json\n\n\
                  A small configuration:\n  format = \"round-robin\"\n  seed = 7\n  [game]\n  time = 500\n  penguins = 3\n  \
                  [boards]\n  count = 4\n  make = { rows = 10, cols = 10 }\n  [[program]]\n  command = \"./mine\"\n  \
                  [[program]]\n  name = \"Floe 5\"\n  command = \"engine:level=5,nodes=2000\""
)]
pub(super) struct Tournament {
    /// The configuration, in TOML
    #[arg(value_name = "CONFIG")]
    config: PathBuf,
    /// Play nothing: write the reports of what has been played
    #[arg(long)]
    report_only: bool,
    /// Print the report as JSON instead
    #[arg(long)]
    json: bool,
    /// Tell nothing on the way
    #[arg(long, short)]
    quiet: bool,
}

/// A tournament that is ready to go on.
struct Arena {
    event: Event,
    company: Company,
    schedule: Schedule,
    store: Store,
    folder: Folder,
    sprt: Option<Sprt>,
}

impl Tournament {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let stop = stop_flag()?;
        let name = self.config.display().to_string();
        let text = fs::read_to_string(&self.config).with_context(|| format!("cannot read {name}"))?;
        let config = Config::parse(&text).with_context(|| format!("in {name}"))?;
        let path = std::path::absolute(&self.config).with_context(|| format!("cannot find {name}"))?;
        let home = path.parent().context("a configuration lies in a folder")?;
        // Commands with scripts and folders of boards mean what they mean beside the configuration.
        env::set_current_dir(home).with_context(|| format!("cannot go to {}", home.display()))?;

        let mut arena = self.prepare(&config, &path)?;
        if !self.quiet && !self.report_only {
            note(&format!("to go on after an interruption: {}", self.again()));
        }
        let games = self.play(&mut arena, &stop)?;
        let report = report::summary(&arena.event, &arena.schedule, games, arena.sprt.as_ref());
        arena.folder.report(&report)?;
        print(&if self.json { report::json(&report) } else { report::text(&report) })?;
        if !self.quiet {
            note(&format!("records and reports are in {}", arena.folder.path().display()));
        }
        if report.games_left == 0 || self.report_only {
            return Ok(Exit::Done);
        }
        note(&format!("interrupted with {} games left; to go on: {}", report.games_left, self.again()));
        Ok(Exit::Failed)
    }

    /// Returns the command that goes on with this tournament.
    fn again(&self) -> String {
        let program = env::args_os().next().unwrap_or_else(|| "floe".into());
        let program = program.to_string_lossy();
        let config = self.config.to_string_lossy();
        let mut words = vec![&*program, "tournament", &*config];
        words.extend(self.json.then_some("--json"));
        shell_words::join(words)
    }

    fn prepare(&self, config: &Config, path: &Path) -> anyhow::Result<Arena> {
        let name = self.config.display().to_string();
        let in_config = || format!("in {name}");
        let players = config.players;
        let format = config.format().with_context(in_config)?;
        let sprt = config.sprt().with_context(in_config)?;
        let terms = config.game.terms(players).with_context(in_config)?;
        let database = config.database.clone().unwrap_or_else(|| path.with_extension("db"));
        if self.report_only && !database.exists() {
            bail!("nothing has been played yet: there is no database {}", database.display());
        }
        let boards = &config.boards;
        let wanted =
            Wanted { paths: &boards.files, count: boards.count, recipe: &boards.make, seed: config.seed };
        let mut boards = wanted.boards(&terms, players)?;
        let count = boards.len();
        if format == Format::KnockOut {
            let seed = config.seed.wrapping_add(count as u64);
            let spare = Wanted { paths: &[], count: Some(SPARE_BOARDS), seed, ..wanted };
            boards.extend(spare.boards(&terms, players)?);
        }
        let schedule = Schedule::new(Terms {
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
        let contenders = contenders(config, &name)?;
        let (company, isolation) = gather(contenders, &config.game, self.quiet)?;
        let mut terms_in_words = config.game.words(players, &isolation)?;
        terms_in_words.push(("seed".to_owned(), config.seed.to_string()));

        let charter = charter(config, &schedule, &boards)?;
        let store = Store::open(&database, &charter).map_err(|error| match error {
            StoreError::Other { .. } | StoreError::NoTournament(_) | StoreError::Version { .. } => {
                anyhow::Error::from(error).context("choose another 'database' for a new tournament")
            }
            StoreError::InUse(_) | StoreError::Sqlite { .. } => error.into(),
        })?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let reports =
            config.reports.clone().unwrap_or_else(|| path.with_file_name(format!("{stem}-reports")));
        let event = Event {
            title: config.title.clone().unwrap_or(stem),
            terms,
            terms_in_words,
            entrants: company.entrants.clone(),
            boards,
            parallel: config.game.parallel(),
        };
        Ok(Arena { event, company, schedule, store, folder: Folder::open(&reports)?, sprt })
    }

    /// Plays what is left to play, and returns all games.
    fn play(&self, arena: &mut Arena, stop: &AtomicBool) -> anyhow::Result<Results> {
        let Arena { event, company, schedule, store, folder, .. } = arena;
        let mut games = store.games()?;
        schedule.check(&games).context("the results in the database do not fit the schedule")?;
        for game in games.iter() {
            // A record may have been lost between the database and the folder.
            let mut game = game.clone();
            store.load_stderr(&mut game)?;
            folder.keep(&game)?;
        }
        if self.report_only {
            return Ok(games);
        }
        let mut progress = Progress::new(&event.entrants, games.len(), &games, self.quiet);
        let complete = loop {
            let Step::Play(fixtures) = schedule.next(&games) else {
                break Ok(());
            };
            progress.expect(games.len() + schedule.left(&games));
            let mut told = |happening: Happening| -> Result<bool, EventError> {
                if let Happening::Finished(game) = &happening {
                    store.add(game).map_err(|error| EventError::Told(error.into()))?;
                    folder.keep(game).map_err(|error| EventError::Told(error.into()))?;
                }
                progress.happened(&happening);
                if let Happening::Finished(mut game) = happening {
                    game.drop_stderr();
                    games.insert(*game);
                }
                Ok(true)
            };
            match event::run(event, company, &fixtures, stop, &mut told) {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        progress.close();
        complete?;
        Ok(games)
    }
}

fn contenders(config: &Config, name: &str) -> anyhow::Result<Vec<(Option<String>, Contender)>> {
    let mut contenders = Vec::new();
    for entry in &config.programs {
        let readable: Vec<PathBuf> = config.game.readable().iter().chain(&entry.read).cloned().collect();
        let contender = Contender::parse(entry.command.get_ref(), &readable)
            .with_context(|| format!("in {name}, line {}", entry.line))?;
        contenders.push((entry.name.clone(), contender));
    }
    if contenders.len() < usize::from(config.players) {
        bail!("{} programs cannot play games of {}", contenders.len(), config.players);
    }
    Ok(contenders)
}

/// Returns whatever the results depend on.
fn charter(config: &Config, schedule: &Schedule, boards: &[Board]) -> anyhow::Result<Charter> {
    let mut charter = Charter::new();
    let mut add = |key: String, value: String| _ = charter.insert(key, value);
    let terms = schedule.terms();
    add("format".to_owned(), format!("{:?}", terms.format));
    add("players".to_owned(), terms.seats.to_string());
    add("seating".to_owned(), format!("{:?}", terms.seating));
    add("repeats".to_owned(), terms.repeats.to_string());
    add("seed".to_owned(), terms.seed.to_string());
    for (key, value) in Settings::words(&config.game, config.players, "")? {
        add(key, value);
    }
    for (number, entry) in (1..).zip(&config.programs) {
        let name = entry.name.as_ref().map_or(String::new(), |name| format!("{name}: "));
        add(format!("program {number}"), name + entry.command.get_ref());
    }
    for (number, board) in (1..).zip(boards) {
        add(
            format!("board {number}"),
            String::from_utf8_lossy(&board_file::write(&board.setup)).into_owned(),
        );
    }
    Ok(charter)
}
