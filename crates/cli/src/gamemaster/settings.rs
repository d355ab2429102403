//! The terms of games between programs, as arguments and configurations give them.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use floe_arena::referee::{GameTerms, Policy};
use floe_arena::sandbox::{ResourceLimits, Sandbox, Stub, Tier, TierChoice};
use floe_rules::grid::Layout;
use floe_rules::penguins::RuleSet;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::commands::recipe::PENGUINS;

/// The first argument with which floe starts itself as the stub of a sandbox.
pub(crate) const STUB: &str = "__stub";

const TIME: u64 = 1000;
const GRACE: u64 = 100;
const IN_A_ROW: u32 = 3;
const FAULTS: u32 = 3;

/// The tiers by their names.
const TIERS: [&str; 3] = ["strict", "basic", "none"];
/// What a fault may cost.
const COSTS: [&str; 3] = ["turn", "forfeit", "disqualify"];

/// What games are played under. Whatever is not given has its default.
#[derive(Clone, Debug, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct Settings {
    /// The rules of the game [default: square]
    #[arg(long, value_name = "RULES", value_parser = PossibleValuesParser::new(RuleSet::PRESETS.map(|rules| rules.name)))]
    #[serde(deserialize_with = "known_rules")]
    rules: Option<String>,
    /// How hexagons are laid out, with the rules 'hex' [default: odd-q]
    #[arg(long, value_name = "LAYOUT", value_parser = PossibleValuesParser::new(Layout::ALL.map(Layout::name)))]
    #[serde(deserialize_with = "known_layout")]
    layout: Option<String>,
    /// Penguins each [default: 3; with 'hex' and 'classic' by the players]
    #[arg(long, value_name = "N")]
    #[serde(deserialize_with = "not_zero")]
    penguins: Option<u32>,
    /// How long a program may think about a turn, in milliseconds [default: 1000]
    #[arg(long, value_name = "MS")]
    #[serde(deserialize_with = "not_zero")]
    time: Option<u64>,
    /// How much longer it may take before it is stopped, in milliseconds [default: 100]
    #[arg(long, value_name = "MS")]
    grace: Option<u64>,
    /// How much processor time it may use for a turn, in milliseconds [default: four times the time, at least 2000]
    #[arg(long, value_name = "MS")]
    #[serde(deserialize_with = "not_zero")]
    cpu: Option<u64>,
    /// How much memory a program may use, in MiB [default: 1024]
    #[arg(long, value_name = "MIB")]
    #[serde(deserialize_with = "not_zero")]
    memory: Option<u64>,
    /// How much a program may write into files, in MiB [default: 64]
    #[arg(long, value_name = "MIB")]
    #[serde(deserialize_with = "not_zero")]
    files: Option<u64>,
    /// How many processes and threads a program may have [default: 64]
    #[arg(long, value_name = "N")]
    #[serde(deserialize_with = "not_zero")]
    processes: Option<u32>,
    /// How much a program may print in a turn, in KiB [default: 1024]
    #[arg(long, value_name = "KIB")]
    #[serde(deserialize_with = "not_zero")]
    output: Option<u64>,
    /// How well programs are shut in [default: strict, or basic where that is not possible]
    #[arg(long, value_name = "TIER", value_parser = TIERS)]
    #[serde(deserialize_with = "known_tier")]
    tier: Option<String>,
    /// A file or folder that all programs may read, besides their own folders and the system's
    #[arg(long = "read", value_name = "PATH")]
    read: Vec<PathBuf>,
    /// What a fault costs: the turn, the game at once, or the game after some faults [default: turn]
    #[arg(long, value_name = "WHAT", value_parser = COSTS)]
    #[serde(deserialize_with = "known_cost")]
    on_fault: Option<String>,
    /// With 'turn', how many faults in a row forfeit the game, 0 for never; with 'disqualify', how many in a game
    /// disqualify [default: 3]
    #[arg(long, value_name = "K")]
    faults: Option<u32>,
    /// How many games go on at the same time [default: one for each processor]
    #[arg(long, short = 'j', value_name = "N")]
    parallel: Option<NonZeroUsize>,
}

impl Settings {
    /// Returns the rules.
    pub(crate) fn rules(&self) -> anyhow::Result<RuleSet> {
        let rules = RuleSet::named(self.rules.as_deref().unwrap_or(RuleSet::SQUARE.name))?;
        match &self.layout {
            Some(layout) => Ok(rules.with_layout(layout.parse()?)?),
            None => Ok(rules),
        }
    }

    /// Returns the layout of hexagons, if one was chosen.
    pub(crate) fn layout(&self) -> Option<&str> {
        self.layout.as_deref()
    }

    /// Returns how many penguins each of so many players has.
    pub(crate) fn penguins(&self, players: u8) -> anyhow::Result<u32> {
        if self.penguins == Some(0) {
            bail!("--penguins 0: each player needs at least one penguin");
        }
        Ok(self.penguins.or(self.rules()?.penguins_each(players)).unwrap_or(PENGUINS))
    }

    /// Returns the terms of each game.
    pub(crate) fn terms(&self, players: u8) -> anyhow::Result<GameTerms> {
        Ok(GameTerms { rules: self.rules()?, penguins: self.penguins(players)?, policy: self.policy()? })
    }

    fn policy(&self) -> anyhow::Result<Policy> {
        Ok(match (self.on_fault.as_deref().unwrap_or("turn"), self.faults) {
            ("turn", faults) => {
                let in_a_row = faults.unwrap_or(IN_A_ROW);
                Policy::LoseTurn { in_a_row: (in_a_row > 0).then_some(in_a_row) }
            }
            ("forfeit", None) => Policy::Forfeit,
            ("forfeit", Some(_)) => bail!("--faults means nothing when the first fault forfeits the game"),
            ("disqualify", Some(0)) => bail!("--faults 0: at least one fault disqualifies"),
            ("disqualify", faults) => Policy::Disqualify { faults: faults.unwrap_or(FAULTS) },
            (other, _) => bail!("a fault costs 'turn', 'forfeit' or 'disqualify', but not '{other}'"),
        })
    }

    /// Returns how long a program may think.
    pub(crate) fn time(&self) -> anyhow::Result<Duration> {
        match self.time.unwrap_or(TIME) {
            0 => bail!("--time 0: a program needs some time for a turn"),
            time => Ok(Duration::from_millis(time)),
        }
    }

    fn grace(&self) -> Duration {
        Duration::from_millis(self.grace.unwrap_or(GRACE))
    }

    /// Returns what a program may use up.
    pub(crate) fn limits(&self) -> anyhow::Result<ResourceLimits> {
        let plain = ResourceLimits::default();
        let time = self.time()?;
        let cpu = self.cpu.map_or_else(|| (time * 4).max(Duration::from_secs(2)), Duration::from_millis);
        let bytes = |amount: Option<u64>, unit: u32, default: u64, name: &str| match amount {
            None => Ok(default),
            Some(0) => bail!("--{name} 0 would let no program run"),
            Some(amount) => {
                amount.checked_mul(1 << unit).with_context(|| format!("--{name} {amount} is too much"))
            }
        };
        if self.processes == Some(0) {
            bail!("--processes 0 would let no program run");
        }
        Ok(ResourceLimits {
            wall: time.saturating_add(self.grace()),
            cpu,
            memory: bytes(self.memory, 20, plain.memory, "memory")?,
            files: bytes(self.files, 20, plain.files, "files")?,
            processes: self.processes.unwrap_or(plain.processes),
            output: bytes(self.output, 10, plain.output, "output")?,
        })
    }

    /// Returns how many games go on at the same time.
    pub(crate) fn parallel(&self) -> usize {
        self.parallel.or(thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    /// Returns what else programs may read.
    pub(crate) fn readable(&self) -> &[PathBuf] {
        &self.read
    }

    /// Sets up the sandbox that was asked for.
    pub(crate) fn sandbox(&self) -> anyhow::Result<Arc<Sandbox>> {
        open_sandbox(self.tier.as_deref())
    }

    /// Returns the terms in words, for records and reports.
    pub(crate) fn words(&self, players: u8, isolation: &str) -> anyhow::Result<Vec<(String, String)>> {
        let terms = self.terms(players)?;
        let mut words = vec![("rules", terms.rules.name.to_owned())];
        if let Some(layout) = &self.layout {
            words.push(("hexagons", layout.clone()));
        }
        words.extend([
            ("penguins each", terms.penguins.to_string()),
            (
                "time",
                format!(
                    "{} ms a turn, and {} ms of grace",
                    self.time()?.as_millis(),
                    self.grace().as_millis()
                ),
            ),
            ("limits", self.limits()?.to_string()),
            ("faults", terms.policy.to_string()),
            ("isolation", isolation.to_owned()),
        ]);
        Ok(words.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }
}

// The values in a configuration are checked while it is read, since only then the line is known.

fn known_rules<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let name = String::deserialize(from)?;
    RuleSet::named(&name).map(|_| Some(name)).map_err(D::Error::custom)
}

fn known_layout<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let name = String::deserialize(from)?;
    name.parse::<Layout>().map(|_| Some(name)).map_err(D::Error::custom)
}

fn known_tier<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    one_of(from, &TIERS)
}

fn known_cost<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    one_of(from, &COSTS)
}

fn one_of<'de, D: Deserializer<'de>>(from: D, known: &[&str]) -> Result<Option<String>, D::Error> {
    let name = String::deserialize(from)?;
    if known.contains(&&name[..]) {
        return Ok(Some(name));
    }
    Err(D::Error::custom(format!("'{name}' is none of '{}'", known.join("', '"))))
}

fn not_zero<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default + PartialEq,
{
    let number = T::deserialize(from)?;
    if number == T::default() { Err(D::Error::custom("it must be 1 or more")) } else { Ok(Some(number)) }
}

/// Sets up a sandbox of a tier, or the best there is.
pub(crate) fn open_sandbox(tier: Option<&str>) -> anyhow::Result<Arc<Sandbox>> {
    let wish = match tier {
        None => TierChoice::Best,
        Some("strict") => TierChoice::Exactly(Tier::Strict),
        Some("basic") => TierChoice::Exactly(Tier::Basic),
        Some("none") => TierChoice::Exactly(Tier::None),
        Some(other) => bail!("there is no tier '{other}': use strict, basic or none"),
    };
    let program = std::env::current_exe().context("cannot find out what program this is")?;
    let stub = Stub { program, arguments: vec![STUB.into()] };
    Ok(Arc::new(Sandbox::new(wish, stub)?))
}
