//! Programs and engines that are ready to play.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use floe_arena::bot::{Bot, StateLifetime, ask_id, learn_id};
use floe_arena::event::{Entrant, EntrantVersion, PlayerFactory, tell_apart};
use floe_arena::referee::{Player, Reply, TurnRequest};
use floe_arena::sandbox::{
    Admitted, Program, ProgramBundle, ProgramIdentity, ResourceLimits, SEARCH_PATH, Sandbox, SandboxError,
};
use floe_arena::schedule::Fixture;
use floe_arena::store::ProgramVersion;
use floe_cluster::{PlayerParts, SheetPlayer};
use floe_engine::{Limits as SearchLimits, MonotonicClock, PenguinsEngine, Search, SearchContext};
use floe_rules::penguins::{Id, RuleSet};
use floe_rules::random::scramble;
use floe_rules::record::PlayerKind;

use super::contender::{Contender, EngineOptions, EnteredContender};
use crate::files;

/// The shortest time that a program has to report its id: the first start of a program may be slow.
const INTRODUCTION: Duration = Duration::from_secs(5);

/// Why a withdrawn program loses the games that are still to be decided.
const WITHDRAWN: &str = "it was withdrawn";

/// A contender that is ready to play.
#[derive(Debug)]
enum Ready {
    Program {
        program: Arc<Admitted>,
        id: Option<Id>,
    },
    Engine(EngineOptions),
    /// It loses its games by forfeit, for this reason.
    Out(String),
}

/// All programs and engines of a tournament, ready to play.
#[derive(Debug)]
pub(crate) struct ReadyPlayers {
    sandbox: Option<Arc<Sandbox>>,
    limits: ResourceLimits,
    /// The thinking time of programs, which is also that of engines.
    time: Duration,
    /// How long the files of programs last.
    state: StateLifetime,
    ready: Vec<Ready>,
    /// What each consists of; nothing for those that do not play.
    pub(crate) identities: Vec<Option<ProgramIdentity>>,
    /// Their names and descriptions.
    pub(crate) entrants: Vec<Entrant>,
    /// Warnings to print before the games begin.
    pub(crate) warnings: Vec<String>,
}

/// The conditions under which contenders are prepared.
#[derive(Debug)]
pub(crate) struct Preparation<'a> {
    /// The folder that relative paths in commands refer to.
    pub(crate) folder: &'a Path,
    /// The files of the event, which no program may see.
    pub(crate) event: &'a [PathBuf],
    /// The sandbox; none if no program takes part.
    pub(crate) sandbox: Option<Arc<Sandbox>>,
    /// The limits of a turn.
    pub(crate) limits: ResourceLimits,
    /// The thinking time of programs.
    pub(crate) time: Duration,
    /// How long the files of programs last.
    pub(crate) state: StateLifetime,
    /// The rules.
    pub(crate) rules: RuleSet,
    /// Whether programs that cannot play lose their games by forfeit, instead of stopping the start.
    pub(crate) forfeit_broken: bool,
}

impl Preparation<'_> {
    /// Admits programs to the sandbox and asks them for their ids. A contender without a given name is known by its id.
    ///
    /// Fails with a list of all programs that cannot play, unless they are to lose their games by forfeit.
    pub(crate) fn prepare(&self, entered: &[EnteredContender]) -> anyhow::Result<ReadyPlayers> {
        let mut players = ReadyPlayers {
            sandbox: self.sandbox.clone(),
            limits: self.limits.clone(),
            time: self.time,
            state: self.state,
            ready: Vec::new(),
            identities: Vec::new(),
            entrants: Vec::new(),
            warnings: Vec::new(),
        };
        let files: Vec<Vec<PathBuf>> =
            entered.iter().map(|entry| files_of(&entry.contender, self.folder)).collect();
        let mut broken = Vec::new();
        for (index, entry) in entered.iter().enumerate() {
            let others = files.iter().enumerate().filter(|(other, _)| *other != index);
            let mut private: Vec<PathBuf> = others.flat_map(|(_, files)| files).cloned().collect();
            private.extend_from_slice(self.event);
            let (what, kind) = describe(&entry.contender, self.folder);
            let found = match &entry.contender {
                _ if entry.withdrawn => Introduction::out(WITHDRAWN),
                Contender::Engine(options) => Introduction {
                    name: Some("Floe".to_owned()),
                    identity: Some(engine_identity(options)?),
                    ready: Ready::Engine(options.clone()),
                },
                Contender::Missing { why, .. } => Introduction::out(why),
                Contender::Program(program) => {
                    self.introduce(program, &what, &private, &mut players.warnings)?
                }
            };
            if let (Ready::Out(why), false) = (&found.ready, entry.withdrawn) {
                let place = entry.place.as_ref().map_or(String::new(), |place| format!("{place}, "));
                broken.push(format!("{place}{what}: {why}"));
            }
            let name = entry.name.clone().or(found.name);
            let name = name.unwrap_or_else(|| fallback_name(&entry.contender, self.folder));
            let mut entrant = Entrant::new(name, what, kind);
            let version = found.identity.clone().map(ProgramVersion::first);
            entrant.versions = version.iter().map(EntrantVersion::from).collect();
            entrant.withdrawn = entry.withdrawn;
            players.identities.push(found.identity);
            players.ready.push(found.ready);
            players.entrants.push(entrant);
        }
        if !broken.is_empty() && !self.forfeit_broken {
            let count = broken.len();
            let programs = if count == 1 { "program" } else { "programs" };
            bail!(
                "{count} {programs} of {} cannot play:\n  {}\nlet them lose their games by forfeit with --forfeit-broken, or \
                 mend them first",
                entered.len(),
                broken.join("\n  ")
            );
        }
        players.warnings.extend(broken.iter().map(|why| format!("loses its games by forfeit: {why}")));
        tell_apart(&mut players.entrants);
        Ok(players)
    }

    /// Admits a program, and finds out its id.
    fn introduce(
        &self,
        program: &Program,
        what: &str,
        private: &[PathBuf],
        warnings: &mut Vec<String>,
    ) -> anyhow::Result<Introduction> {
        let sandbox = self.sandbox.as_ref().context("programs need a sandbox")?;
        let admitted = match sandbox.admit_beside(program, private) {
            Ok(admitted) => Arc::new(admitted),
            Err(error @ (SandboxError::NotFound(_) | SandboxError::NotAProgram { .. })) => {
                return Ok(Introduction::out(&error.to_string()));
            }
            Err(error) => return Err(error.into()),
        };
        warnings.extend_from_slice(admitted.warnings());
        let cannot_run = || format!("cannot run {what}");
        let patient = ResourceLimits {
            wall: self.limits.wall.max(INTRODUCTION),
            cpu: self.limits.cpu.max(INTRODUCTION),
            ..self.limits.clone()
        };
        let told = ask_id(sandbox, &admitted, &patient).with_context(cannot_run)?;
        let hurried = ResourceLimits { wall: self.limits.wall.min(INTRODUCTION), ..self.limits.clone() };
        let limits = if told.is_ok() { &hurried } else { &patient };
        // What counts is the row that a program writes, which need not have the id that it tells.
        let written = learn_id(sandbox, &admitted, limits, &self.rules).with_context(cannot_run)?;
        let id = match (told, written) {
            (Ok(told), Some(written)) => {
                if told != written {
                    warnings.push(format!("{what} tells the id '{told}', but plays as '{written}'"));
                }
                written
            }
            (Ok(told), None) => told,
            (Err(why), Some(written)) => {
                warnings.push(format!("{what} does not report its id: {why}"));
                written
            }
            (Err(why), None) => {
                let why = format!("it neither reports its id nor joins a game: {why}");
                return Ok(Introduction::out(&why));
            }
        };
        Ok(Introduction {
            name: Some(id.to_string()),
            identity: Some(admitted.identity().clone()),
            ready: Ready::Program { program: admitted, id: Some(id) },
        })
    }
}

impl ReadyPlayers {
    /// Returns what a worker needs to know of an entrant, and the files of its program.
    pub(crate) fn sheet_player(&self, index: usize) -> anyhow::Result<(SheetPlayer, Option<Arc<Vec<u8>>>)> {
        Ok(match self.ready.get(index) {
            Some(Ready::Program { program, id }) => {
                let ProgramBundle { manifest, archive } = program.bundle()?;
                let id = id.as_ref().map(|id| id.as_bytes().to_vec());
                let digest = archive.as_ref().map(|archive| files::sha256(archive));
                (SheetPlayer::Program { manifest: Box::new(manifest), archive: digest, id }, archive)
            }
            Some(Ready::Engine(options)) => (SheetPlayer::Engine { options: options.command() }, None),
            Some(Ready::Out(why)) => (SheetPlayer::Out { why: why.clone() }, None),
            None => (SheetPlayer::Out { why: WITHDRAWN.to_owned() }, None),
        })
    }

    /// Makes the players of a tournament that another machine runs.
    pub(crate) fn from_parts(parts: PlayerParts<'_>) -> anyhow::Result<ReadyPlayers> {
        let PlayerParts { sheet, programs, sandbox, limits, time } = parts;
        let mut ready = Vec::new();
        for (entrant, program) in sheet.entrants.iter().zip(programs) {
            ready.push(match (&entrant.player, program) {
                (SheetPlayer::Program { id, .. }, Some(program)) => {
                    let id = id.as_deref().map(Id::new).transpose()?;
                    Ready::Program { program, id }
                }
                (SheetPlayer::Program { .. }, None) => bail!("a program is missing"),
                (SheetPlayer::Engine { options }, _) => {
                    match Contender::parse(options, Path::new(""), &[])? {
                        Contender::Engine(options) => Ready::Engine(options),
                        _ => bail!("'{options}' is no engine"),
                    }
                }
                (SheetPlayer::Out { why }, _) => Ready::Out(why.clone()),
            });
        }
        Ok(ReadyPlayers {
            sandbox,
            limits,
            time,
            state: sheet.charter.state,
            ready,
            identities: Vec::new(),
            entrants: Vec::new(),
            warnings: Vec::new(),
        })
    }
}

/// Returns a short description of a contender, and its kind.
pub(crate) fn describe(contender: &Contender, folder: &Path) -> (String, PlayerKind) {
    match contender {
        Contender::Engine(options) => (options.words(), PlayerKind::Engine { level: options.level.get() }),
        Contender::Program(program) => {
            (words(folder, &program.path, &program.arguments), PlayerKind::Program)
        }
        Contender::Missing { command, .. } => (command.clone(), PlayerKind::Program),
    }
}

/// What is found out about a contender.
struct Introduction {
    name: Option<String>,
    identity: Option<ProgramIdentity>,
    ready: Ready,
}

impl Introduction {
    /// A contender that does not play, with the reason.
    fn out(why: &str) -> Introduction {
        Introduction { name: None, identity: None, ready: Ready::Out(why.to_owned()) }
    }
}

/// Returns the digest of this program's file.
pub(crate) fn own_digest() -> anyhow::Result<&'static str> {
    static FLOE: OnceLock<String> = OnceLock::new();
    if let Some(digest) = FLOE.get() {
        return Ok(digest);
    }
    // This file exists even if another one has taken its place.
    let path = match cfg!(target_os = "linux") {
        true => PathBuf::from("/proc/self/exe"),
        false => std::env::current_exe().context("cannot find floe's own file")?,
    };
    let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(FLOE.get_or_init(|| files::sha256(&bytes)))
}

/// Returns what an engine consists of: this program, and its options.
fn engine_identity(options: &EngineOptions) -> anyhow::Result<ProgramIdentity> {
    let floe = own_digest()?;
    let parts = [
        ("floe", format!("sha256 {floe}")),
        ("engine", format!("{}, seed {}", options.words(), options.seed)),
    ];
    let parts = parts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Ok(ProgramIdentity::new("engine", parts, Vec::new()))
}

/// Returns the name of a program that tells none: that of its file. In a contest many are called `bot`, so the folder that
/// it is in belongs to it.
fn fallback_name(contender: &Contender, folder: &Path) -> String {
    match contender {
        Contender::Engine(_) => "Floe".to_owned(),
        Contender::Program(program) => {
            // The script of 'python3 bot.py' identifies the program.
            let script = program.arguments.iter().map(Path::new).find(|path| folder.join(path).is_file());
            short_path(&folder.join(script.unwrap_or(&program.path)), folder)
        }
        Contender::Missing { command, .. } => {
            let words = shell_words::split(command).unwrap_or_default();
            let program = words.first().unwrap_or(command);
            short_path(&folder.join(program), folder)
        }
    }
}

fn is_on_search_path(path: &Path) -> bool {
    path.parent().is_some_and(|folder| std::env::split_paths(SEARCH_PATH).any(|one| one == folder))
}

/// Returns a file without its extension, with the innermost folder that is not the one of the tournament.
fn short_path(path: &Path, folder: &Path) -> String {
    if is_on_search_path(path) {
        return path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    }
    let path = path.with_extension("");
    let inner = path.strip_prefix(folder).unwrap_or(&path);
    let names: Vec<_> = inner
        .components()
        .filter_map(|component| match component {
            Component::Normal(name) => Some(name.to_string_lossy()),
            _ => None,
        })
        .collect();
    if names.is_empty() { "program".to_owned() } else { names[names.len().saturating_sub(2)..].join("/") }
}

/// Returns the files and folders of a contender, which no other program may see.
fn files_of(contender: &Contender, folder: &Path) -> Vec<PathBuf> {
    let Contender::Program(program) = contender else { return Vec::new() };
    let named = program.arguments.iter().map(|argument| folder.join(argument)).filter(|path| path.exists());
    std::iter::once(program.path.clone()).chain(named).collect()
}

/// Returns a short command line that still identifies a program: in a contest, many are called `bot`.
fn words(here: &Path, path: &Path, arguments: &[std::ffi::OsString]) -> String {
    let above = path.parent().and_then(Path::parent).filter(|_| !is_on_search_path(path)).or(path.parent());
    let short = path.strip_prefix(here).ok().or_else(|| path.strip_prefix(above?).ok());
    let name = short.unwrap_or(path).to_string_lossy().into_owned();
    std::iter::once(name)
        .chain(arguments.iter().map(|argument| argument.to_string_lossy().into_owned()))
        .collect::<Vec<_>>()
        .join(" ")
}

impl PlayerFactory for ReadyPlayers {
    fn player(&self, entrant: usize, fixture: &Fixture) -> io::Result<Box<dyn Player>> {
        match &self.ready[entrant] {
            Ready::Program { program, id } => {
                let sandbox =
                    self.sandbox.as_ref().ok_or_else(|| io::Error::other("programs need a sandbox"))?;
                let bot = Bot::new(Arc::clone(sandbox), Arc::clone(program), self.limits.clone(), id.clone());
                Ok(Box::new(bot.with_state(self.state)))
            }
            Ready::Out(why) => Ok(Box::new(AbsentPlayer { why: why.clone() })),
            Ready::Engine(options) => {
                let id = Id::new(b"Floe").map_err(io::Error::other)?;
                let seed = scramble(fixture.seed ^ scramble(options.seed));
                Ok(Box::new(EnginePlayer {
                    options: options.clone(),
                    time: self.time,
                    id,
                    seed,
                    mind: PenguinsEngine::default(),
                }))
            }
        }
    }
}

/// A player that loses its games by forfeit.
struct AbsentPlayer {
    why: String,
}

impl Player for AbsentPlayer {
    fn id(&self) -> Option<&Id> {
        None
    }

    fn is_asked_when_blocked(&self) -> bool {
        false
    }

    fn forfeits(&self) -> Option<&str> {
        Some(&self.why)
    }

    fn answer(&mut self, _: &TurnRequest<'_>) -> io::Result<Reply> {
        Err(io::Error::other("a player that forfeits is never asked"))
    }
}

/// The engine as a player, without a process.
struct EnginePlayer {
    options: EngineOptions,
    time: Duration,
    id: Id,
    seed: u64,
    mind: PenguinsEngine,
}

impl Player for EnginePlayer {
    fn id(&self) -> Option<&Id> {
        Some(&self.id)
    }

    fn is_asked_when_blocked(&self) -> bool {
        false
    }

    fn answer(&mut self, request: &TurnRequest<'_>) -> io::Result<Reply> {
        let begin = Instant::now();
        let limits = SearchLimits {
            level: self.options.level,
            seed: self.seed,
            early_stop: true,
            ..SearchLimits::for_nodes_or_time(self.options.nodes, self.options.time.unwrap_or(self.time))
        };
        let choice =
            self.mind.search(request.position, SearchContext::new(&limits, &MonotonicClock::start()));
        let took = begin.elapsed();
        // The engine never waits, on its one thread, so its processor time is the time it took.
        Ok(Reply::Turn { turn: choice.map(|choice| choice.turn), took, cpu: took })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn programs_in_different_folders_are_told_apart() {
        let here = Path::new("/home/cup");
        let words = |path: &Path, arguments: &[std::ffi::OsString]| words(here, path, arguments);
        assert_eq!(words(&here.join("ann/bot"), &[]), "ann/bot");
        assert_eq!(words(Path::new("/far/away/ben/bot"), &["-x".into()]), "ben/bot -x");
        assert_eq!(words(Path::new("/usr/bin/python3"), &["bot.py".into()]), "python3 bot.py");
        assert_eq!(words(Path::new("/bot"), &[]), "bot");
    }

    #[test]
    fn programs_that_tell_no_name_are_known_by_their_file_and_folder() {
        let cup = Path::new("/home/cup");
        let missing = |command: &str| {
            fallback_name(&Contender::Missing { command: command.to_owned(), why: String::new() }, cup)
        };
        assert_eq!(missing("./bot.py"), "bot");
        assert_eq!(missing("ann/bot"), "ann/bot");
        assert_eq!(missing("/far/away/ben/bot -x"), "ben/bot");
        assert_eq!(missing("/usr/bin/python3"), "python3");
        assert_eq!(missing("../"), "program");
        assert_eq!(missing(""), "program");
    }
}
