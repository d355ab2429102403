//! Contenders: a program by its command, or the engine inside floe.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use floe_arena::sandbox::{Program, SEARCH_PATH};
use floe_engine::Level;

/// A program or engine that is to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Contender {
    /// An untrusted program.
    Program(Program),
    /// The engine.
    Engine(EngineOptions),
    /// A program that does not exist.
    Missing {
        /// The command.
        command: String,
        /// The reason.
        why: String,
    },
}

/// A contender as it was entered.
#[derive(Clone, Debug)]
pub(crate) struct EnteredContender {
    /// The name, where one was given.
    pub(crate) name: Option<String>,
    /// What is to play.
    pub(crate) contender: Contender,
    /// Whether it was withdrawn, and is not started.
    pub(crate) withdrawn: bool,
    /// Where it was entered, such as `cup.toml, line 12`, for messages.
    pub(crate) place: Option<String>,
}

/// The options of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineOptions {
    pub(crate) level: Level,
    /// The node limit; without it, the engine has a time limit.
    pub(crate) nodes: Option<u64>,
    /// The time limit, where it is not that of programs.
    pub(crate) time: Option<Duration>,
    pub(crate) seed: u64,
}

impl EngineOptions {
    /// Returns the options as they are written in configurations.
    pub(crate) fn command(&self) -> String {
        let EngineOptions { level, nodes, time, seed } = self;
        let mut command = format!("engine:level={},seed={seed}", level.get());
        if let Some(nodes) = nodes {
            command += &format!(",nodes={nodes}");
        }
        if let Some(time) = time {
            command += &format!(",time={}", time.as_millis());
        }
        command
    }

    /// Returns a description such as `engine level 10`.
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
    /// Parses `engine`, `engine:level=5,nodes=1000`, the path of a program, or a command with arguments.
    ///
    /// Relative paths refer to `folder`.
    pub(crate) fn parse(text: &str, folder: &Path, readable: &[PathBuf]) -> anyhow::Result<Contender> {
        if let Some(options) = engine_options(text) {
            return Ok(Contender::Engine(parse_engine(text, options)?));
        }
        // A path may contain blanks.
        let words = if folder.join(text).is_file() {
            vec![text.to_owned()]
        } else {
            shell_words::split(text).with_context(|| format!("'{text}' is not a command"))?
        };
        let Some((command, arguments)) = words.split_first() else {
            bail!("an empty command");
        };
        let path = match find(command, folder)? {
            Ok(path) => path,
            Err(why) => return Ok(Contender::Missing { command: text.to_owned(), why }),
        };
        Ok(Contender::Program(Program {
            path,
            folder: folder.to_owned(),
            arguments: arguments.iter().map(OsString::from).collect(),
            readable: readable.to_vec(),
        }))
    }
}

/// Returns the part after `engine:`.
fn engine_options(text: &str) -> Option<&str> {
    match text.strip_prefix("engine")? {
        "" => Some(""),
        rest => rest.strip_prefix(':'),
    }
}

fn parse_engine(text: &str, options: &str) -> anyhow::Result<EngineOptions> {
    let mut engine = EngineOptions { level: Level::FULL, nodes: None, time: None, seed: 0 };
    for option in options.split(',').filter(|option| !option.is_empty()) {
        let (key, value) = option
            .split_once('=')
            .with_context(|| format!("'{text}': '{option}' is not written key=value"))?;
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

/// Finds a program by its path in a folder, or by its name on the search path, or tells why there is none.
fn find(command: &str, folder: &Path) -> anyhow::Result<Result<PathBuf, String>> {
    let path = folder.join(command);
    if command.contains('/') || path.is_file() {
        if !path.exists() {
            return Ok(Err(format!("there is no program '{command}'")));
        }
        let path = std::path::absolute(&path).with_context(|| format!("cannot find '{command}'"))?;
        return Ok(Ok(path));
    }
    let own = env::var_os("PATH").unwrap_or_default();
    let mut paths =
        env::split_paths(SEARCH_PATH).chain(env::split_paths(&own)).map(|folder| folder.join(command));
    let found = paths.find(|path| path.is_file());
    Ok(found.ok_or_else(|| format!("there is no program '{command}' here or on the path")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_written_with_their_options() {
        for text in ["engine", "engine:level=3,nodes=500,seed=4", "engine:time=20"] {
            let Contender::Engine(engine) = Contender::parse(text, Path::new(""), &[]).unwrap() else {
                panic!("{text} is an engine");
            };
            let again = Contender::parse(&engine.command(), Path::new(""), &[]).unwrap();
            assert_eq!(again, Contender::Engine(engine));
        }
        let read = |text: &str| match Contender::parse(text, Path::new(""), &[]) {
            Ok(Contender::Engine(engine)) => engine.words(),
            Ok(Contender::Program(_)) => "program".to_owned(),
            Ok(Contender::Missing { why, .. }) => why,
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
        let Contender::Program(program) = Contender::parse("sh -c 'exit 1'", Path::new(""), &[]).unwrap()
        else {
            panic!("a program");
        };
        assert!(program.path.is_absolute() && program.path.ends_with("sh"));
        assert_eq!(program.arguments, ["-c", "exit 1"]);
    }
}
