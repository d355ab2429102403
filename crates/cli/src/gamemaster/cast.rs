//! Making players out of contenders.

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use floe_arena::bot::{Bot, NoId, ask_id, learn_id};
use floe_arena::event::{Cast, Entrant};
use floe_arena::referee::{Call, Player, Reply};
use floe_arena::sandbox::{Admitted, Limits, Sandbox};
use floe_arena::schedule::Fixture;
use floe_engine::{Limits as SearchLimits, MonotonicClock, Search, SearchContext, Strategist};
use floe_rules::penguins::{Id, RuleSet};
use floe_rules::random::scramble;
use floe_rules::record::PlayerKind;

use super::contender::{Contender, EngineTerms, SYSTEM_PATH};

/// The shortest time that a program has to say its name: the first start of a program may be slow.
const INTRODUCTION: Duration = Duration::from_secs(5);

/// A contender that is ready to play.
#[derive(Debug)]
enum Ready {
    Program { program: Arc<Admitted>, id: Option<Id> },
    Engine(EngineTerms),
}

/// All who take part, ready to play.
#[derive(Debug)]
pub(crate) struct Company {
    sandbox: Option<Arc<Sandbox>>,
    limits: Limits,
    /// How long programs may think, which is how long engines do.
    time: Duration,
    ready: Vec<Ready>,
    /// Their names for tables.
    pub(crate) entrants: Vec<Entrant>,
    /// What was noticed, to be told before the games begin.
    pub(crate) remarks: Vec<String>,
}

impl Company {
    /// Gets everyone ready: programs are admitted to the sandbox, and asked for their ids.
    ///
    /// `names` are those that were given; whoever has none goes by its id.
    pub(crate) fn gather(
        contenders: Vec<(Option<String>, Contender)>,
        sandbox: Option<Arc<Sandbox>>,
        limits: Limits,
        time: Duration,
        rules: &RuleSet,
    ) -> anyhow::Result<Company> {
        let introduction = Limits {
            wall: limits.wall.max(INTRODUCTION),
            cpu: limits.cpu.max(INTRODUCTION),
            ..limits.clone()
        };
        let mut company =
            Company { sandbox, limits, time, ready: Vec::new(), entrants: Vec::new(), remarks: Vec::new() };
        for (given, contender) in contenders {
            let (ready, entrant) = match contender {
                Contender::Engine(terms) => {
                    let (what, kind) = (terms.words(), PlayerKind::Engine { level: terms.level.get() });
                    let name = given.unwrap_or_else(|| "Floe".to_owned());
                    (Ready::Engine(terms), Entrant { name, what, kind })
                }
                Contender::Program(program) => {
                    let sandbox = company.sandbox.as_ref().context("programs need a sandbox")?;
                    let what = words(&program.path, &program.arguments);
                    let admitted = Arc::new(sandbox.admit(&program)?);
                    let id = ask_id(sandbox, &admitted, &introduction)
                        .with_context(|| format!("cannot run {what}"))?;
                    if let Err(why) = &id {
                        company.remarks.push(remark(&what, why));
                    }
                    let id = match id {
                        Ok(id) => Some(id),
                        // Without it, another could play under its id, and a namesake would pass for it.
                        Err(_) => learn_id(sandbox, &admitted, &introduction, rules)?,
                    };
                    let name = given.or_else(|| id.as_ref().map(Id::to_string));
                    // Of 'python3 bot.py' it is the script that tells who it is.
                    let script = program.arguments.iter().map(Path::new).find(|path| path.is_file());
                    let name = name.unwrap_or_else(|| stem(script.unwrap_or(&program.path)));
                    (
                        Ready::Program { program: admitted, id },
                        Entrant { name, what, kind: PlayerKind::Program },
                    )
                }
            };
            company.ready.push(ready);
            company.entrants.push(entrant);
        }
        tell_apart(&mut company.entrants);
        Ok(company)
    }
}

fn remark(what: &str, why: &NoId) -> String {
    format!("{what} does not tell its id: {why}")
}

/// Returns what is run, as short as it can be told apart: in a contest, many programs are called `bot`.
fn words(path: &Path, arguments: &[std::ffi::OsString]) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let on_path =
        path.parent().is_some_and(|folder| std::env::split_paths(SYSTEM_PATH).any(|one| one == folder));
    let folder = path.parent().and_then(Path::parent).filter(|_| !on_path).or(path.parent());
    let short = path.strip_prefix(here).ok().or_else(|| path.strip_prefix(folder?).ok());
    let name = short.unwrap_or(path).to_string_lossy().into_owned();
    std::iter::once(name)
        .chain(arguments.iter().map(|argument| argument.to_string_lossy().into_owned()))
        .collect::<Vec<_>>()
        .join(" ")
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Gives those with the same name numbers.
fn tell_apart(entrants: &mut [Entrant]) {
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

impl Cast for Company {
    fn player(&self, entrant: usize, fixture: &Fixture) -> io::Result<Box<dyn Player>> {
        match &self.ready[entrant] {
            Ready::Program { program, id } => {
                let sandbox =
                    self.sandbox.as_ref().ok_or_else(|| io::Error::other("programs need a sandbox"))?;
                let bot = Bot::new(Arc::clone(sandbox), Arc::clone(program), self.limits.clone(), id.clone());
                Ok(Box::new(bot))
            }
            Ready::Engine(terms) => {
                let id = Id::new(b"Floe").map_err(io::Error::other)?;
                let seed = scramble(fixture.seed ^ scramble(terms.seed));
                Ok(Box::new(EnginePlayer {
                    terms: terms.clone(),
                    time: self.time,
                    id,
                    seed,
                    mind: Strategist::default(),
                }))
            }
        }
    }
}

/// The engine as a player, without a process.
struct EnginePlayer {
    terms: EngineTerms,
    time: Duration,
    id: Id,
    seed: u64,
    mind: Strategist,
}

impl Player for EnginePlayer {
    fn id(&self) -> Option<&Id> {
        Some(&self.id)
    }

    fn is_asked_when_blocked(&self) -> bool {
        false
    }

    fn answer(&mut self, call: &Call<'_>) -> io::Result<Reply> {
        let begin = Instant::now();
        let limits = SearchLimits {
            level: self.terms.level,
            seed: self.seed,
            ..SearchLimits::for_nodes_or_time(self.terms.nodes, self.terms.time.unwrap_or(self.time))
        };
        let choice = self.mind.search(call.position, SearchContext::new(&limits, &MonotonicClock::start()));
        Ok(Reply::Turn { turn: choice.map(|choice| choice.turn), took: begin.elapsed() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn programs_in_different_folders_are_told_apart() {
        let here = std::env::current_dir().unwrap();
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
        tell_apart(&mut entrants);
        let names: Vec<&str> = entrants.iter().map(|entrant| &entrant.name[..]).collect();
        assert_eq!(names, ["a", "b", "a (2)", "a (2) (2)", "a (3)"]);
    }
}
