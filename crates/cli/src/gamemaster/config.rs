//! The configuration of a tournament, in TOML.

use std::path::PathBuf;

use anyhow::{Context, bail};
use floe_arena::rating::sprt::Sprt;
use floe_arena::schedule::{Format, Seating};
use floe_rules::penguins::Seat;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::cluster::ClusterConfig;
use super::settings::GameSettings;
use crate::commands::recipe::RecipeArgs;

/// The configuration of a tournament.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Config {
    /// The title; by default the name of the file.
    pub(crate) title: Option<String>,
    /// How opponents are chosen.
    #[serde(default)]
    format: FormatName,
    /// How many of the first programs are the challengers of a gauntlet.
    challengers: Option<usize>,
    /// The number of rounds of a Swiss tournament.
    rounds: Option<usize>,
    /// The number of players in a game.
    #[serde(default = "two", deserialize_with = "player_count")]
    pub(crate) players: u8,
    /// How many times all games are played.
    #[serde(default = "one")]
    pub(crate) repeats: usize,
    /// How seats are assigned.
    #[serde(default)]
    pub(crate) seating: Seating,
    /// The seed of all random choices.
    #[serde(default)]
    pub(crate) seed: u64,
    /// The database; by default next to the configuration.
    pub(crate) database: Option<PathBuf>,
    /// The output folder; by default next to the configuration.
    pub(crate) reports: Option<PathBuf>,
    /// The settings of games.
    #[serde(default)]
    pub(crate) game: GameSettings,
    /// The boards.
    #[serde(default)]
    pub(crate) boards: BoardsConfig,
    /// The workers that play the games, if they are not played here.
    #[serde(default)]
    pub(crate) cluster: ClusterConfig,
    /// A sequential test for each pair.
    sprt: Option<SprtConfig>,
    /// The programs that take part.
    #[serde(rename = "program")]
    pub(crate) programs: Vec<ProgramEntry>,
}

fn one() -> usize {
    1
}

fn two() -> u8 {
    2
}

/// Reads and checks the number of players here, so that an error names its line.
fn player_count<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    match u8::deserialize(from)? {
        players @ 2..=Seat::MOST => Ok(players),
        players => {
            Err(D::Error::custom(format!("players = {players}: a game has 2 to {} players", Seat::MOST)))
        }
    }
}

/// The name of a format, without its parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FormatName {
    #[default]
    RoundRobin,
    Gauntlet,
    Swiss,
    KnockOut,
}

/// The boards.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct BoardsConfig {
    /// Files and folders.
    pub(crate) files: Vec<PathBuf>,
    /// The number of boards to generate.
    pub(crate) count: Option<u32>,
    /// The options of generated boards.
    pub(crate) make: RecipeArgs,
}

/// A sequential test.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SprtConfig {
    elo0: f64,
    elo1: f64,
    #[serde(default = "five_percent")]
    alpha: f64,
    #[serde(default = "five_percent")]
    beta: f64,
}

fn five_percent() -> f64 {
    0.05
}

/// A program that takes part.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProgramEntry {
    /// The name in tables; by default the id of the program.
    pub(crate) name: Option<String>,
    /// A path, a command, or `engine`.
    pub(crate) command: Spanned<String>,
    /// Further files and folders that it may read.
    #[serde(default)]
    pub(crate) read: Vec<PathBuf>,
    /// Whether it does not play any more.
    #[serde(default)]
    pub(crate) withdrawn: bool,
    /// The line of the command.
    #[serde(skip)]
    pub(crate) line: usize,
}

impl Config {
    /// Reads a configuration.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Config> {
        let mut config: Config = toml::from_str(text)?;
        for entry in &mut config.programs {
            let before = &text.as_bytes()[..entry.command.span().start.min(text.len())];
            entry.line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        }
        if config.programs.len() < 2 {
            bail!("a tournament needs at least two programs, each in a table [[program]]");
        }
        if config.repeats == 0 {
            bail!("repeats = 0 leaves nothing to play");
        }
        for name in config.programs.iter().filter_map(|program| program.name.as_deref()) {
            if name.trim().is_empty() || name.chars().any(char::is_control) {
                bail!("{name:?} is not a valid program name");
            }
            if config.programs.iter().filter(|program| program.name.as_deref() == Some(name)).count() > 1 {
                bail!("two programs have the name '{name}'");
            }
        }
        Ok(config)
    }

    /// Returns how opponents are chosen.
    pub(crate) fn format(&self) -> anyhow::Result<Format> {
        if self.challengers.is_some() && self.format != FormatName::Gauntlet {
            bail!("'challengers' is only valid for a gauntlet");
        }
        if self.rounds.is_some() && self.format != FormatName::Swiss {
            bail!("'rounds' is only valid for a Swiss tournament");
        }
        Ok(match self.format {
            FormatName::RoundRobin => Format::RoundRobin,
            FormatName::Gauntlet => Format::Gauntlet { challengers: self.challengers.unwrap_or(1) },
            FormatName::Swiss => {
                Format::Swiss { rounds: self.rounds.context("a Swiss tournament needs 'rounds'")? }
            }
            FormatName::KnockOut => Format::KnockOut,
        })
    }

    /// Returns the sequential test for pairs, if there is one.
    pub(crate) fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        let test = self.sprt.map(|SprtConfig { elo0, elo1, alpha, beta }| Sprt::new(elo0, elo1, alpha, beta));
        test.transpose().context("invalid sequential test in [sprt]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "[[program]]\ncommand = './a'\n[[program]]\ncommand = './b'\n";

    fn fault(text: &str) -> String {
        match Config::parse(&format!("{text}\n{TWO}")).and_then(|config| config.format()) {
            Ok(format) => panic!("{format:?}"),
            Err(error) => format!("{error:#}"),
        }
    }

    #[test]
    fn formats_have_their_numbers() {
        let format = |text: &str| Config::parse(&format!("{text}\n{TWO}")).unwrap().format().unwrap();
        assert_eq!(format(""), Format::RoundRobin);
        assert_eq!(format("format = 'gauntlet'"), Format::Gauntlet { challengers: 1 });
        assert_eq!(format("format = 'swiss'\nrounds = 5"), Format::Swiss { rounds: 5 });
        assert_eq!(format("format = 'knock-out'"), Format::KnockOut);
        assert_eq!(fault("format = 'swiss'"), "a Swiss tournament needs 'rounds'");
        assert_eq!(fault("rounds = 5"), "'rounds' is only valid for a Swiss tournament");
        assert_eq!(fault("challengers = 1"), "'challengers' is only valid for a gauntlet");
    }

    #[test]
    fn mistakes_are_reported_with_their_line() {
        assert!(fault("fromat = 'swiss'").contains("unknown field `fromat`"));
        assert!(fault("[game]\ntime = 'long'").contains("line 2"));
        for (text, line, cause) in [
            ("players = 10", 1, "players = 10: a game has 2 to 9 players"),
            ("seed = 1\nplayers = 1", 2, "players = 1: a game has 2 to 9 players"),
            ("[game]\nrules = 'chess'", 2, "unknown rules 'chess'"),
            ("[game]\ntime = 0", 2, "expected a nonzero"),
            ("[game]\npenguins = 0", 2, "expected a nonzero"),
            (
                "[game]\non-fault = 'shoot'",
                2,
                "unknown variant `shoot`, expected one of `turn`, `forfeit`, `disqualify`",
            ),
            ("[game]\ntier = 'iron'", 2, "unknown variant `iron`, expected one of `strict`, `basic`, `none`"),
        ] {
            let error = fault(text);
            assert!(error.contains(&format!("line {line}")) && error.contains(cause), "{text}: {error}");
        }
        let lines: Vec<usize> = Config::parse(TWO).unwrap().programs.iter().map(|entry| entry.line).collect();
        assert_eq!(lines, [2, 4]);
        let error = Config::parse("[[program]]\ncommand = './a'\n").unwrap_err().to_string();
        assert!(error.starts_with("a tournament needs at least two programs"));
        let twice = "[[program]]\nname = 'x'\ncommand = './a'\n[[program]]\nname = 'x'\ncommand = './b'\n";
        assert_eq!(Config::parse(twice).unwrap_err().to_string(), "two programs have the name 'x'");
    }
}
