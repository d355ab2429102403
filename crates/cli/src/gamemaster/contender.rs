//! Who is to play: a program by its command, or the engine inside floe.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use floe_arena::sandbox::Program;
use floe_engine::Level;

/// Where programs without a folder in their command are looked for before the user's own path: programs run
/// with this one.
pub(crate) const SYSTEM_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// One who is to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Contender {
    /// A program of somebody else.
    Program(Program),
    /// The engine.
    Engine(EngineTerms),
}

/// How the engine plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineTerms {
    pub(crate) level: Level,
    /// How many nodes it looks at; without it, it thinks for a time.
    pub(crate) nodes: Option<u64>,
    /// How long it thinks, if not as long as programs may.
    pub(crate) time: Option<Duration>,
    pub(crate) seed: u64,
}

impl EngineTerms {
    /// Returns what plays, in words.
    pub(crate) fn words(&self) -> String {
        let mut words = format!("engine level {}", self.level.get());
        if let Some(nodes) = self.nodes {
            words += &format!(", {nodes} nodes");
        }
        if let Some(time) = self.time {
            words += &format!(", {} ms", time.as_millis());
        }
        words
    }
}

impl Contender {
    /// Reads who is to play: `engine`, `engine:level=5,nodes=1000`, the path of a program, or a command with
    /// arguments.
    pub(crate) fn parse(text: &str, readable: &[PathBuf]) -> anyhow::Result<Contender> {
        if let Some(terms) = engine_terms(text) {
            return Ok(Contender::Engine(read_engine(text, terms)?));
        }
        // A path may have blanks in it.
        let words = if Path::new(text).is_file() {
            vec![text.to_owned()]
        } else {
            shell_words::split(text).with_context(|| format!("'{text}' is no command"))?
        };
        let Some((command, arguments)) = words.split_first() else {
            bail!("an empty command");
        };
        Ok(Contender::Program(Program {
            path: find(command)?,
            arguments: arguments.iter().map(OsString::from).collect(),
            readable: readable.to_vec(),
        }))
    }
}

/// Returns what follows `engine:` in the name of an engine.
fn engine_terms(text: &str) -> Option<&str> {
    match text.strip_prefix("engine")? {
        "" => Some(""),
        rest => rest.strip_prefix(':'),
    }
}

fn read_engine(text: &str, terms: &str) -> anyhow::Result<EngineTerms> {
    let mut engine = EngineTerms { level: Level::FULL, nodes: None, time: None, seed: 0 };
    for term in terms.split(',').filter(|term| !term.is_empty()) {
        let (key, value) =
            term.split_once('=').with_context(|| format!("'{text}': '{term}' is not written key=value"))?;
        let number: u64 =
            value.parse().with_context(|| format!("'{text}': '{value}' is not a number for {key}"))?;
        match key {
            "level" => {
                let level = u8::try_from(number).ok().and_then(Level::new);
                engine.level = level.with_context(|| format!("'{text}': levels go from 1 to 10"))?;
            }
            "nodes" => engine.nodes = Some(number.max(1)),
            "time" => engine.time = Some(Duration::from_millis(number)),
            "seed" => engine.seed = number,
            _ => bail!("'{text}': an engine has level, nodes, time and seed, but no {key}"),
        }
    }
    Ok(engine)
}

/// Finds a program by its path, or by its name where programs are.
fn find(command: &str) -> anyhow::Result<PathBuf> {
    let path = Path::new(command);
    if command.contains('/') || path.is_file() {
        if !path.exists() {
            bail!("there is no program '{command}'");
        }
        return std::path::absolute(path).with_context(|| format!("cannot find '{command}'"));
    }
    let own = env::var_os("PATH").unwrap_or_default();
    env::split_paths(SYSTEM_PATH)
        .chain(env::split_paths(&own))
        .map(|folder| folder.join(command))
        .find(|path| path.is_file())
        .with_context(|| format!("there is no program '{command}' here or on the path"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_written_with_their_terms() {
        let read = |text: &str| match Contender::parse(text, &[]) {
            Ok(Contender::Engine(engine)) => engine.words(),
            Ok(Contender::Program(_)) => "program".to_owned(),
            Err(error) => format!("{error:#}"),
        };
        assert_eq!(read("engine"), "engine level 10");
        assert_eq!(read("engine:level=3,nodes=500,seed=4"), "engine level 3, 500 nodes");
        assert_eq!(read("engine:time=20"), "engine level 10, 20 ms");
        assert_eq!(read("engine:level=11"), "'engine:level=11': levels go from 1 to 10");
        assert_eq!(read("engine:deep"), "'engine:deep': 'deep' is not written key=value");
        assert_eq!(
            read("engine:depth=3"),
            "'engine:depth=3': an engine has level, nodes, time and seed, but no depth"
        );
        assert_eq!(read("./engine-that-is-not-there"), "there is no program './engine-that-is-not-there'");
        assert_eq!(read("  "), "an empty command");
    }

    #[cfg(unix)]
    #[test]
    fn commands_are_split_as_a_shell_does() {
        let Contender::Program(program) = Contender::parse("sh -c 'exit 1'", &[]).unwrap() else {
            panic!("a program");
        };
        assert!(program.path.is_absolute() && program.path.ends_with("sh"));
        assert_eq!(program.arguments, ["-c", "exit 1"]);
    }
}
