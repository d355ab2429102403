//! A tournament from its configuration file: ready to be played, or only to be shown.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use floe_arena::event::{self, Entrant, LocalGames, NamedBoard, RunControl, Tournament, Update, tell_apart};
use floe_arena::rating::sprt::Sprt;
use floe_arena::referee::GameTerms;
use floe_arena::report::{self, Report};
use floe_arena::result::{GameResult, Results};
use floe_arena::schedule::{ByeValue, Format, Schedule, ScheduleSettings};
use floe_arena::store::{
    Charter, LOCK_SUFFIX, OnChange, ProgramVersion, Store, StoreError, StoreReader, StoredProgram,
};
use floe_rules::board_file;
use floe_rules::record::{self, PlayerKind};

use super::{
    BoardSource, ClusterPlan, Config, Contender, CredentialArgs, EnteredContender, GameSettings,
    OutputFolder, ReadyPlayers, describe, note, open_isolation, prepare,
};
use crate::commands::with_causes;

/// The number of further boards for knock-out matches that end in a tie.
const SPARE_BOARDS: u32 = 1;

/// The key of the isolation in the settings of games.
pub(super) const ISOLATION: &str = "isolation";

/// The configuration file of a tournament.
#[derive(Debug)]
pub(crate) struct TournamentFile {
    /// As the user named it.
    name: String,
    /// Its absolute path.
    path: PathBuf,
    config: Config,
}

/// How a tournament is prepared.
#[derive(Clone, Debug, Default)]
pub(crate) struct PrepareOptions {
    /// Only a report is made; no game is played.
    pub(crate) report_only: bool,
    /// Programs that have changed are accepted.
    pub(crate) accept_changes: bool,
    /// Programs that are missing or broken lose their games.
    pub(crate) forfeit_broken: bool,
    /// Nothing is printed.
    pub(crate) quiet: bool,
    /// The NATS server of the workers that play, if they are not named in the configuration.
    pub(crate) workers: Option<String>,
    /// The credentials for it.
    pub(crate) credentials: CredentialArgs,
    /// Whether somebody watches every turn.
    pub(crate) live: bool,
}

/// A tournament that is ready to start or resume.
pub(crate) struct PreparedTournament {
    pub(crate) tournament: Tournament,
    game: GameSettings,
    /// How it is played on other machines, if it is.
    cluster: Option<ClusterPlan>,
    quiet: bool,
    /// The players; none if only a report is written.
    pub(crate) ready: Option<ReadyPlayers>,
    pub(crate) store: Store,
    pub(crate) folder: OutputFolder,
    pub(crate) sprt: Option<Sprt>,
}

/// A tournament that is only shown, while another process may play it. No program was started, and nothing is written.
pub(crate) struct StoredTournament {
    pub(crate) tournament: Tournament,
    pub(crate) store: StoreReader,
    pub(crate) sprt: Option<Sprt>,
}

/// What a configuration alone says.
struct EventPlan {
    stem: String,
    terms: GameTerms,
    sprt: Option<Sprt>,
    boards: Vec<NamedBoard>,
    entered: Vec<EnteredContender>,
    charter: Charter,
    database: PathBuf,
    reports: PathBuf,
}

impl TournamentFile {
    /// Reads a configuration.
    pub(crate) fn read(path: &Path) -> anyhow::Result<TournamentFile> {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let config = Config::parse(&text).with_context(|| format!("in {name}"))?;
        let path = std::path::absolute(path).with_context(|| format!("cannot find {name}"))?;
        Ok(TournamentFile { name, path, config })
    }

    /// Prepares everything that can fail before the first game.
    pub(crate) fn prepare(mut self, options: &PrepareOptions) -> anyhow::Result<PreparedTournament> {
        let PrepareOptions { report_only, accept_changes, forfeit_broken, quiet, .. } = *options;
        let cluster = self.config.cluster.plan(
            options.workers.as_deref(),
            &options.credentials,
            self.folder()?,
            options.live,
        )?;
        let cluster = cluster.filter(|_| !report_only);
        self.config.game.forfeit_broken |= forfeit_broken;
        let plan = self.plan(quiet)?;
        let database = plan.database.clone();
        if report_only && !database.exists() {
            return Err(nothing_played(&database));
        }
        let mut event = vec![self.path.clone(), database.clone(), plan.reports.clone()];
        event.extend(["-wal", "-shm", "-journal", LOCK_SUFFIX].map(|ending| {
            let mut name = database.clone().into_os_string();
            name.push(ending);
            PathBuf::from(name)
        }));
        let for_report = if report_only { self.for_report(&plan, quiet)? } else { None };
        let (ready, isolation, store) = if let Some((isolation, store)) = for_report {
            (None, isolation, store)
        } else {
            let (ready, isolation) =
                prepare(self.folder()?, &plan.entered, &event, &self.config.game, quiet)?;
            let mut charter = plan.charter.clone();
            for (index, program) in charter.programs.iter_mut().enumerate() {
                program.versions.extend(ready.identities[index].clone().map(ProgramVersion::first));
                let entrant = &ready.entrants[index];
                let listed = entrant.given.as_ref().unwrap_or(&entrant.name);
                program.listed = ready.identities[index].as_ref().map(|_| listed.clone());
            }
            let on_change = match (report_only, accept_changes) {
                (true, _) => OnChange::Ignore,
                (false, true) => OnChange::Accept,
                (false, false) => OnChange::Refuse,
            };
            let store = Store::open_with(&database, &charter, on_change).map_err(unusable)?;
            (Some(ready), isolation, store)
        };
        store.notes().iter().for_each(|words| note(words));
        let entrants = entrants(ready.as_ref(), store.charter(), self.folder()?);
        let (reports, sprt) = (plan.reports.clone(), plan.sprt);
        let mut tournament = self.tournament(plan, store.charter(), entrants, &isolation)?;
        let mut ready = ready;
        if report_only {
            // A report needs no cores either: another floe may be playing.
            ready = None;
        } else if cluster.is_none() {
            tournament.cores = self.config.game.game_cores(quiet)?;
        }
        let games = tournament.schedule.games_left(&Results::new());
        let folder = OutputFolder::open(&reports)?.for_games(games);
        let game = self.config.game;
        Ok(PreparedTournament { tournament, game, cluster, quiet, ready, store, folder, sprt })
    }

    /// Opens the database to show the tournament, without starting any program or writing anything.
    pub(crate) fn open_stored(self) -> anyhow::Result<StoredTournament> {
        let plan = self.plan(true)?;
        if !plan.database.exists() {
            return Err(nothing_played(&plan.database));
        }
        let store = StoreReader::open(&plan.database, &plan.charter).map_err(unusable)?;
        let entrants = entrants(None, store.charter(), self.folder()?);
        let sprt = plan.sprt;
        let mut tournament = self.tournament(plan, store.charter(), entrants, "")?;
        // The games were played in the sandbox of another process.
        let played = store.games()?;
        let isolation = played.iter().last().and_then(|game| isolation_of(&store, game));
        tournament.terms_in_words.retain(|(key, _)| key != ISOLATION);
        tournament.terms_in_words.extend(isolation.map(|words| (ISOLATION.to_owned(), words)));
        Ok(StoredTournament { tournament, store, sprt })
    }

    fn folder(&self) -> anyhow::Result<&Path> {
        self.path.parent().context("the configuration path has no parent folder")
    }

    fn plan(&self, quiet: bool) -> anyhow::Result<EventPlan> {
        let in_config = || format!("in {}", self.name);
        let (config, folder) = (&self.config, self.folder()?);
        let players = config.players;
        let format = config.format().with_context(in_config)?;
        let sprt = config.sprt().with_context(in_config)?;
        let terms = config.game.terms(players).with_context(in_config)?;
        let database = config
            .database
            .as_ref()
            .map_or_else(|| self.path.with_extension("db"), |database| folder.join(database));
        let boards = &config.boards;
        let source = BoardSource {
            folder,
            paths: &boards.files,
            count: boards.count,
            recipe: &boards.make,
            seed: config.seed,
        };
        let mut boards = source.boards(&terms, players, quiet)?;
        let count = boards.len();
        if format == Format::KnockOut {
            let seed = config.seed.wrapping_add(count as u64);
            let spare = BoardSource { paths: &[], count: Some(SPARE_BOARDS), seed, ..source };
            boards.extend(spare.boards(&terms, players, quiet)?);
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
            bye: ByeValue::default(),
            entries: Vec::new(),
        })
        .with_context(in_config)?;
        let entered = entered(config, folder, &self.name)?;
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let reports = config.reports.as_ref().map_or_else(
            || self.path.with_file_name(format!("{stem}-reports")),
            |reports| folder.join(reports),
        );
        let charter = charter(config, &schedule, &boards)?;
        Ok(EventPlan { stem, terms, sprt, boards, entered, charter, database, reports })
    }

    /// Returns the tournament as a database knows it, without cores.
    fn tournament(
        &self,
        plan: EventPlan,
        charter: &Charter,
        entrants: Vec<Entrant>,
        isolation: &str,
    ) -> anyhow::Result<Tournament> {
        let config = &self.config;
        let mut terms_in_words = config.game.words(config.players, isolation)?;
        terms_in_words.push(("seed".to_owned(), config.seed.to_string()));
        Ok(Tournament {
            title: config.title.clone().unwrap_or(plan.stem),
            terms: plan.terms,
            terms_in_words,
            entrants,
            boards: plan.boards,
            schedule: Schedule::new(charter.schedule.clone()).with_context(|| format!("in {}", self.name))?,
            cores: Vec::new(),
        })
    }

    /// Opens the database for a report that needs no program to be started, since the names of all are stored.
    fn for_report(&self, plan: &EventPlan, quiet: bool) -> anyhow::Result<Option<(String, Store)>> {
        let store = Store::open_with(&plan.database, &plan.charter, OnChange::Ignore).map_err(unusable)?;
        if store.charter().programs.iter().any(|program| program.listed.is_none() && program.name.is_none()) {
            return Ok(None);
        }
        Ok(Some((open_isolation(&self.config.game, &plan.entered, quiet)?.1, store)))
    }
}

impl PreparedTournament {
    /// Plays what is left, or only loads what was played if there are no players. Every update goes to `watch`, after what
    /// is missing in the folder of the reports was written.
    pub(crate) fn run(
        &mut self,
        control: &RunControl,
        watch: &mut dyn FnMut(&Tournament, &Update<'_>),
    ) -> anyhow::Result<Results> {
        let PreparedTournament { tournament, game, cluster, quiet, ready, store, folder, .. } = self;
        let mut observe = |update: Update<'_>| -> Result<ControlFlow<()>, event::ObserverError> {
            // A game may be in the database without its record in the folder, so what is missing is written.
            if let Update::Resumed(game) | Update::Finished(game) = update {
                folder.write_game(game)?;
            }
            watch(tournament, &update);
            Ok(ControlFlow::Continue(()))
        };
        Ok(match (ready, cluster) {
            (Some(ready), None) => {
                let mut games = LocalGames::new(ready);
                event::run(tournament, &mut games, Some(store), &mut observe, control)?.results
            }
            (Some(ready), Some(cluster)) => {
                let mut coordinator = cluster.connect(tournament, ready, store, game)?;
                if !*quiet {
                    note(&format!("games are played by the workers at {}", cluster.shown()));
                }
                let played = event::run(tournament, &mut coordinator, Some(store), &mut observe, control);
                coordinator.close(played.as_ref().is_ok_and(|played| played.complete));
                played?.results
            }
            (None, _) => event::load_stored_games(tournament, store, &mut observe)?,
        })
    }

    /// Makes the report of results.
    pub(crate) fn report(&self, results: Results) -> Report {
        report::summary(&self.tournament, results, self.sprt.as_ref())
    }

    /// Reads the record of a game.
    pub(crate) fn record(&self, game: &GameResult) -> io::Result<String> {
        self.store.record(game.number).map_err(io::Error::other)
    }
}

fn nothing_played(database: &Path) -> anyhow::Error {
    anyhow!("nothing has been played yet: there is no database {}", database.display())
}

/// Returns how programs were isolated in a game, as its record says.
fn isolation_of(store: &StoreReader, game: &GameResult) -> Option<String> {
    let text = store.record(game.number).ok()?;
    let record = record::read(text.as_bytes()).ok()?;
    let header = record.more().iter().find(|header| header.key() == ISOLATION)?;
    Some(header.value().to_owned())
}

/// Explains why a database cannot be used, and what to do.
fn unusable(error: StoreError) -> anyhow::Error {
    match error {
        StoreError::InUse(_) | StoreError::Sqlite { .. } => error.into(),
        StoreError::Other { path, difference } => anyhow!(
            "{difference}, but '{}' holds the tournament as it was: undo the change to resume it, or choose another \
             'database' for a new one",
            path.display()
        ),
        StoreError::Changed { path, changes } => anyhow!(
            "the programs have changed since the tournament in '{}' began:\n  {}\nundo the changes to resume it, or accept \
             them with --accept-changes: what is different becomes a new version from its next game on, what is new joins, and \
             what is withdrawn plays no more",
            path.display(),
            changes.join("\n  ")
        ),
        _ => {
            let cause = with_causes(&error.into());
            anyhow!("{cause}; choose another 'database' for a new tournament")
        }
    }
}

/// Returns the entrants as the database knows them, with the names that they have now if they were started.
fn entrants(ready: Option<&ReadyPlayers>, charter: &Charter, folder: &Path) -> Vec<Entrant> {
    let mut entrants = Vec::new();
    for (index, program) in charter.programs.iter().enumerate() {
        let known = ready.and_then(|ready| ready.entrants.get(index)).cloned();
        let mut entrant = known.unwrap_or_else(|| {
            let name = program.name.as_ref().or(program.listed.as_ref()).unwrap_or(&program.command);
            let (what, kind) = match Contender::parse(&program.command, folder, &[]) {
                Ok(contender) => describe(&contender, folder),
                Err(_) => (program.command.clone(), PlayerKind::Program),
            };
            Entrant::new(name, what, kind)
        });
        entrant.name = entrant.given.take().unwrap_or(entrant.name);
        // A program that was not started now is known by the name that it had.
        let absent = ready.is_some_and(|ready| ready.identities.get(index).is_none_or(Option::is_none));
        if let (true, None, Some(listed)) = (absent, &program.name, &program.listed) {
            entrant.name.clone_from(listed);
        }
        entrant.follow(program);
        entrants.push(entrant);
    }
    tell_apart(&mut entrants);
    entrants
}

fn entered(config: &Config, folder: &Path, name: &str) -> anyhow::Result<Vec<EnteredContender>> {
    let mut entered = Vec::new();
    for entry in &config.programs {
        let readable: Vec<PathBuf> = config.game.readable().iter().chain(&entry.read).cloned().collect();
        let place = format!("{name}, line {}", entry.line);
        let contender = Contender::parse(entry.command.get_ref(), folder, &readable)
            .with_context(|| format!("in {place}"))?;
        entered.push(EnteredContender {
            name: entry.name.clone(),
            contender,
            withdrawn: entry.withdrawn,
            place: Some(place),
        });
    }
    if entered.len() < usize::from(config.players) {
        let players = config.players;
        bail!("games of {players} players need at least {players} programs, not {}", entered.len());
    }
    Ok(entered)
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
        limits: game.limits()?,
        cores: game.cores(),
        state: game.state(),
        programs: config
            .programs
            .iter()
            .map(|entry| StoredProgram {
                name: entry.name.clone(),
                command: entry.command.get_ref().clone(),
                withdrawn: entry.withdrawn,
                ..StoredProgram::default()
            })
            .collect(),
        boards: boards
            .iter()
            .map(|board| String::from_utf8_lossy(&board_file::write(&board.setup)).into_owned())
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = "seed = 7\nformat = 'round-robin'\n[game]\npenguins = 1\n[boards]\ncount = 2\n\
        make = { rows = 4, cols = 4 }\n[[program]]\ncommand = 'engine:level=1,nodes=20'\n\
        [[program]]\nname = 'B'\ncommand = 'engine:level=2,nodes=20'\n";

    #[test]
    fn a_tournament_is_shown_while_it_is_played_and_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.toml");
        fs::write(&path, CONFIG).unwrap();
        let open = || TournamentFile::read(&path).unwrap().open_stored();
        let error = open().err().unwrap().to_string();
        assert!(error.starts_with("nothing has been played yet"), "{error}");

        let options = PrepareOptions { quiet: true, ..PrepareOptions::default() };
        let mut prepared = TournamentFile::read(&path).unwrap().prepare(&options).unwrap();
        let empty = open().unwrap();
        assert!(empty.store.is_played() && empty.store.games().unwrap().is_empty());
        let mut finished = 0;
        let mut watch = |_: &Tournament, update: &Update<'_>| {
            if matches!(update, Update::Finished(_)) {
                finished += 1;
                assert!(empty.store.games().unwrap().len() >= finished);
            }
        };
        let results = prepared.run(&RunControl::new(), &mut watch).unwrap();
        assert_eq!((finished, results.len()), (4, 4));
        let report = prepared.report(results);
        drop(prepared);

        let stored = open().unwrap();
        assert!(!stored.store.is_played());
        let shown = report::summary(&stored.tournament, stored.store.games().unwrap(), stored.sprt.as_ref());
        assert_eq!((&shown.title, &shown.entrants, shown.games.len()), (&report.title, &report.entrants, 4));
        let sorted = |report: &Report| {
            let mut terms = report.terms.clone();
            terms.sort();
            terms
        };
        assert_eq!(sorted(&shown), sorted(&report), "the isolation is that of the games");
    }
}
