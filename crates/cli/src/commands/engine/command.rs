//! The commands of the protocol, and their parser.

use std::num::{NonZeroU8, NonZeroU64};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};

use crate::commands::values::{milliseconds, whole};

/// A command of the protocol.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum EngineCommand {
    /// Print the name, protocol and options.
    Hello,
    /// Answer as soon as all earlier commands are done.
    Ping,
    /// Change an option.
    Set { name: String, value: String },
    /// Forget the position and the transposition table.
    NewGame,
    /// Set up a position.
    Position(StartingPoint),
    /// Play turns.
    Turns(Vec<String>),
    /// Search.
    Go(GoLimits),
    /// Stop the search.
    Stop,
    /// End the program.
    Quit,
}

/// The start of a game.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum StartingPoint {
    /// Penguins.
    Board {
        /// Whether penguins are still being placed.
        is_placement: bool,
        /// The player to move.
        turn: Option<u8>,
        /// The board file; without one, its lines follow the command.
        file: Option<PathBuf>,
    },
    /// An empty board of Gamma: its width, height, players and most areas.
    Gamma([u32; 4]),
}

/// The limits of a search.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct GoLimits {
    pub(super) time: Option<Duration>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u8>,
    /// Search until stopped.
    pub(super) infinite: bool,
}

/// Returns whether the lines of a board follow a line.
pub(super) fn has_board(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    words.next() == Some("position") && !words.any(|word| word == "gamma" || word == "file")
}

/// Parses a line; a blank one has no command.
pub(super) fn parse(line: &str) -> anyhow::Result<Option<EngineCommand>> {
    let (command, arguments) = first_word(line);
    let alone = |parsed: EngineCommand| match first_word(arguments).0 {
        "" => Ok(Some(parsed)),
        extra => bail!("{command} takes no argument: '{extra}'"),
    };
    match command {
        "" => Ok(None),
        "hello" => alone(EngineCommand::Hello),
        "ping" => alone(EngineCommand::Ping),
        "stop" => alone(EngineCommand::Stop),
        "quit" => alone(EngineCommand::Quit),
        "new" if arguments == "game" => Ok(Some(EngineCommand::NewGame)),
        "new" => bail!("after 'new' comes 'game'"),
        "set" => set(arguments).map(Some),
        "position" => {
            let start = starting_point(arguments).context("position")?;
            Ok(Some(EngineCommand::Position(start)))
        }
        "turns" => {
            let turns: Vec<String> = arguments.split_ascii_whitespace().map(str::to_owned).collect();
            if turns.is_empty() {
                bail!("turns: there are none")
            } else {
                Ok(Some(EngineCommand::Turns(turns)))
            }
        }
        "go" => Ok(Some(EngineCommand::Go(go_limits(arguments).context("go")?))),
        _ => bail!("unknown command '{command}': 'floe engine --help' lists them all"),
    }
}

/// Splits a line into its first word and the rest, without blanks around them.
fn first_word(line: &str) -> (&str, &str) {
    let line = line.trim_ascii();
    line.split_once(|letter: char| letter.is_ascii_whitespace())
        .map_or((line, ""), |(word, rest)| (word, rest.trim_ascii()))
}

fn set(arguments: &str) -> anyhow::Result<EngineCommand> {
    let words: Vec<&str> = arguments.split_ascii_whitespace().collect();
    let [name, value] = words[..] else { bail!("set: write 'set NAME VALUE'") };
    Ok(EngineCommand::Set { name: name.to_owned(), value: value.to_owned() })
}

fn starting_point(arguments: &str) -> anyhow::Result<StartingPoint> {
    let (word, mut rest) = first_word(arguments);
    let is_placement = match word {
        "placement" => true,
        "movement" => false,
        "gamma" => {
            let sizes: Vec<u32> = rest.split_ascii_whitespace().map(number).collect::<Result<_, _>>()?;
            let sizes = sizes.try_into().map_err(|_| {
                anyhow!("gamma needs four numbers: the width, height, players and areas of each")
            })?;
            return Ok(StartingPoint::Gamma(sizes));
        }
        "" => bail!("the phase is missing: placement, movement or gamma"),
        other => bail!("'{other}' is no phase: placement, movement or gamma"),
    };
    let mut turn = None;
    loop {
        let (word, after) = first_word(rest);
        match word {
            "" => return Ok(StartingPoint::Board { is_placement, turn, file: None }),
            "file" if after.is_empty() => bail!("file: the path is missing"),
            "file" => {
                return Ok(StartingPoint::Board { is_placement, turn, file: Some(PathBuf::from(after)) });
            }
            "turn" => {
                let (player, after) = first_word(after);
                turn = Some(number(player).context("turn")?);
                rest = after;
            }
            other => bail!("unknown word '{other}': turn or file"),
        }
    }
}

fn go_limits(arguments: &str) -> anyhow::Result<GoLimits> {
    let mut limits = GoLimits::default();
    let mut words = arguments.split_ascii_whitespace();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| anyhow!("{word}: its number is missing"));
        match word {
            "time" => {
                let time = milliseconds(value()?).map_err(|why| anyhow!("time: {why}"))?;
                limits.time = Some(Duration::from_millis(time));
            }
            "nodes" => limits.nodes = Some(number::<NonZeroU64>(value()?).context("nodes")?.get()),
            "depth" => limits.depth = Some(number::<NonZeroU8>(value()?).context("depth")?.get()),
            "infinite" => limits.infinite = true,
            _ => bail!("unknown limit '{word}': time, nodes, depth or infinite"),
        }
    }
    if limits.infinite && limits != (GoLimits { infinite: true, ..GoLimits::default() }) {
        bail!("infinite goes with no other limit");
    }
    Ok(limits)
}

/// Reads a number.
pub(super) fn number<T: FromStr>(text: &str) -> anyhow::Result<T> {
    whole(text).map_err(|why| anyhow!("'{text}': {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let parsed = |line: &str| parse(line).unwrap().unwrap();
        assert_eq!(parse("  \t").unwrap(), None);
        assert_eq!(parsed(" hello "), EngineCommand::Hello);
        assert_eq!(parsed("new game"), EngineCommand::NewGame);
        let set = EngineCommand::Set { name: "rules".to_owned(), value: "hex".to_owned() };
        assert_eq!(parsed("set rules\thex"), set);
        let board = |is_placement, turn, file: Option<&str>| {
            EngineCommand::Position(StartingPoint::Board {
                is_placement,
                turn,
                file: file.map(PathBuf::from),
            })
        };
        assert_eq!(parsed("position placement"), board(true, None, None));
        assert_eq!(parsed("position movement turn 2"), board(false, Some(2), None));
        assert_eq!(parsed("position movement turn 2 file a b.txt"), board(false, Some(2), Some("a b.txt")));
        assert_eq!(
            parsed("position gamma 8 6 2 3"),
            EngineCommand::Position(StartingPoint::Gamma([8, 6, 2, 3]))
        );
        let limits = GoLimits {
            time: Some(Duration::from_millis(50)),
            nodes: Some(9),
            depth: Some(3),
            infinite: false,
        };
        assert_eq!(parsed("go time 50 nodes 9 depth 3"), EngineCommand::Go(limits));
        assert_eq!(parsed("go"), EngineCommand::Go(GoLimits::default()));
    }

    #[test]
    fn a_board_follows_a_position_without_a_file() {
        for (line, expected) in [
            ("position placement", true),
            ("position nonsense", true),
            (" position", true),
            ("position movement file b.txt", false),
            ("position gamma 8 6 2 3", false),
            ("positions", false),
        ] {
            assert_eq!(has_board(line), expected, "{line}");
        }
    }

    #[test]
    fn wrong_lines_are_refused() {
        for line in [
            "nonsense",
            "new",
            "new board",
            "hello you",
            "set rules",
            "set rules hex now",
            "position",
            "position over",
            "position movement turn",
            "position movement turn x",
            "position movement turn 300",
            "position movement file",
            "position gamma 8 6 2",
            "position gamma 8 6 2 -3",
            "turns",
            "go time",
            "go time x",
            "go time -1",
            "go nodes 0",
            "go depth 256",
            "go fast",
            "go infinite depth 2",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
