//! Programs and engines that are ready to play.

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use floe_arena::bot::{Bot, ask_id, learn_id};
use floe_arena::event::{Entrant, PlayerFactory};
use floe_arena::referee::{Player, Reply, TurnRequest};
use floe_arena::sandbox::{Admitted, ResourceLimits, Sandbox};
use floe_arena::schedule::Fixture;
use floe_engine::{Limits as SearchLimits, MonotonicClock, PenguinsEngine, Search, SearchContext};
use floe_rules::penguins::{Id, RuleSet};
use floe_rules::random::scramble;
use floe_rules::record::PlayerKind;

use super::contender::{Contender, EngineOptions, SYSTEM_PATH};

/// The shortest time that a program has to report its id: the first start of a program may be slow.
const INTRODUCTION: Duration = Duration::from_secs(5);

/// A contender that is ready to play.
#[derive(Debug)]
enum Ready {
    Program { program: Arc<Admitted>, id: Option<Id> },
    Engine(EngineOptions),
}

/// All programs and engines of a tournament, ready to play.
#[derive(Debug)]
pub(crate) struct ReadyPlayers {
    sandbox: Option<Arc<Sandbox>>,
    limits: ResourceLimits,
    /// The thinking time of programs, which is also that of engines.
    time: Duration,
    ready: Vec<Ready>,
    /// Their names and descriptions.
    pub(crate) entrants: Vec<Entrant>,
    /// Warnings to print before the games begin.
    pub(crate) warnings: Vec<String>,
}

impl ReadyPlayers {
    /// Admits programs to the sandbox and asks them for their ids.
    ///
    /// Relative paths in the commands refer to `folder`. A contender without a given name is known by its id.
    pub(crate) fn prepare(
        folder: &Path,
        contenders: Vec<(Option<String>, Contender)>,
        sandbox: Option<Arc<Sandbox>>,
        limits: ResourceLimits,
        time: Duration,
        rules: &RuleSet,
    ) -> anyhow::Result<ReadyPlayers> {
        let introduction = ResourceLimits {
            wall: limits.wall.max(INTRODUCTION),
            cpu: limits.cpu.max(INTRODUCTION),
            ..limits.clone()
        };
        let mut players = ReadyPlayers {
            sandbox,
            limits,
            time,
            ready: Vec::new(),
            entrants: Vec::new(),
            warnings: Vec::new(),
        };
        for (given, contender) in contenders {
            let (ready, entrant) = match contender {
                Contender::Engine(options) => {
                    let (what, kind) = (options.words(), PlayerKind::Engine { level: options.level.get() });
                    let name = given.unwrap_or_else(|| "Floe".to_owned());
                    (Ready::Engine(options), Entrant { name, what, kind })
                }
                Contender::Program(program) => {
                    let sandbox = players.sandbox.as_ref().context("programs need a sandbox")?;
                    let what = words(folder, &program.path, &program.arguments);
                    let admitted = Arc::new(sandbox.admit(&program)?);
                    let id = ask_id(sandbox, &admitted, &introduction)
                        .with_context(|| format!("cannot run {what}"))?;
                    if let Err(why) = &id {
                        players.warnings.push(format!("{what} does not report its id: {why}"));
                    }
                    let id = match id {
                        Ok(id) => Some(id),
                        // Without it, two copies of the program could not be distinguished.
                        Err(_) => learn_id(sandbox, &admitted, &introduction, rules)?,
                    };
                    let name = given.or_else(|| id.as_ref().map(Id::to_string));
                    // The script of 'python3 bot.py' identifies the program.
                    let script =
                        program.arguments.iter().map(Path::new).find(|path| folder.join(path).is_file());
                    let name = name.unwrap_or_else(|| stem(script.unwrap_or(&program.path)));
                    (
                        Ready::Program { program: admitted, id },
                        Entrant { name, what, kind: PlayerKind::Program },
                    )
                }
            };
            players.ready.push(ready);
            players.entrants.push(entrant);
        }
        number_namesakes(&mut players.entrants);
        Ok(players)
    }
}

/// Returns a short command line that still identifies a program: in a contest, many are called `bot`.
fn words(here: &Path, path: &Path, arguments: &[std::ffi::OsString]) -> String {
    let on_path =
        path.parent().is_some_and(|folder| std::env::split_paths(SYSTEM_PATH).any(|one| one == folder));
    let above = path.parent().and_then(Path::parent).filter(|_| !on_path).or(path.parent());
    let short = path.strip_prefix(here).ok().or_else(|| path.strip_prefix(above?).ok());
    let name = short.unwrap_or(path).to_string_lossy().into_owned();
    std::iter::once(name)
        .chain(arguments.iter().map(|argument| argument.to_string_lossy().into_owned()))
        .collect::<Vec<_>>()
        .join(" ")
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Numbers entrants with the same name.
fn number_namesakes(entrants: &mut [Entrant]) {
    let mut taken = HashSet::new();
    for entrant in entrants {
        let plain = entrant.name.clone();
        let mut number = 1;
        while !taken.insert(entrant.name.clone()) {
            number += 1;
            entrant.name = format!("{plain} ({number})");
        }
    }
}

impl PlayerFactory for ReadyPlayers {
    fn player(&self, entrant: usize, fixture: &Fixture) -> io::Result<Box<dyn Player>> {
        match &self.ready[entrant] {
            Ready::Program { program, id } => {
                let sandbox =
                    self.sandbox.as_ref().ok_or_else(|| io::Error::other("programs need a sandbox"))?;
                let bot = Bot::new(Arc::clone(sandbox), Arc::clone(program), self.limits.clone(), id.clone());
                Ok(Box::new(bot))
            }
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
            ..SearchLimits::for_nodes_or_time(self.options.nodes, self.options.time.unwrap_or(self.time))
        };
        let choice =
            self.mind.search(request.position, SearchContext::new(&limits, &MonotonicClock::start()));
        Ok(Reply::Turn { turn: choice.map(|choice| choice.turn), took: begin.elapsed() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
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
    fn namesakes_get_numbers() {
        let entrant =
            |name: &str| Entrant { name: name.to_owned(), what: String::new(), kind: PlayerKind::Program };
        let mut entrants = ["a", "b", "a", "a (2)", "a"].map(entrant);
        number_namesakes(&mut entrants);
        let names: Vec<&str> = entrants.iter().map(|entrant| &entrant.name[..]).collect();
        assert_eq!(names, ["a", "b", "a (2)", "a (2) (2)", "a (3)"]);
    }
}
