//! The settings of games between programs, from arguments and configurations.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use floe_arena::bot::StateLifetime;
use floe_arena::referee::{GameTerms, Policy};
use floe_arena::sandbox::{CorePlan, CoreSet, ResourceLimits, Sandbox, Stub, Tier, TierChoice};
use floe_rules::grid::Layout;
use floe_rules::penguins::RuleSet;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::note;
use crate::commands::recipe::PENGUINS;
use crate::commands::values::{milliseconds, whole};

/// The first argument with which floe starts itself as the stub of a sandbox.
pub(crate) const STUB: &str = "__stub";

const TIME_MS: u64 = 1000;
const GRACE_MS: u64 = 100;
const FAULTS: u32 = 3;

/// A tier of isolation, by the name that the user gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TierName {
    /// The restrictions of 'basic', plus bubblewrap namespaces
    Strict,
    /// Landlock, resource limits and a filter of system calls
    Basic,
    /// No isolation
    None,
}

impl From<Tier> for TierName {
    fn from(tier: Tier) -> TierName {
        match tier {
            Tier::Strict => TierName::Strict,
            Tier::Basic => TierName::Basic,
            Tier::None => TierName::None,
        }
    }
}

impl From<TierName> for Tier {
    fn from(name: TierName) -> Tier {
        match name {
            TierName::Strict => Tier::Strict,
            TierName::Basic => Tier::Basic,
            TierName::None => Tier::None,
        }
    }
}

/// How long the files of programs last, by the name that the user gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum StateName {
    /// Each call starts in an empty folder
    #[default]
    None,
    /// Each call finds the files that the program left in the same game
    Game,
}

impl From<StateName> for StateLifetime {
    fn from(name: StateName) -> StateLifetime {
        match name {
            StateName::None => StateLifetime::Call,
            StateName::Game => StateLifetime::Game,
        }
    }
}

/// What a fault costs, by the name that the user gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FaultCost {
    /// The turn; too many faults in a row cost the game
    #[default]
    Turn,
    /// The game at once
    Forfeit,
    /// The turn; too many faults in one game cost the game
    Disqualify,
}

/// The settings of games. A setting that is not given has its default.
#[derive(Clone, Debug, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct GameSettings {
    /// The rules of the game [default: square]
    #[arg(long, value_name = "RULES", value_parser = rules_parser())]
    #[serde(deserialize_with = "rules_by_name")]
    rules: Option<RuleSet>,
    /// The layout of hexagons, with the rules 'hex' [default: odd-q]
    #[arg(long, value_name = "LAYOUT", value_parser = layout_parser())]
    #[serde(deserialize_with = "layout_by_name")]
    layout: Option<Layout>,
    /// Penguins per player [default: 3; 'hex' and 'classic' depend on the number of players]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<NonZeroU32>)]
    penguins: Option<NonZeroU32>,
    /// How long a program may take for a turn, in milliseconds; more is a time-out [default: 1000]
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = milliseconds::<NonZeroU64>)]
    time: Option<NonZeroU64>,
    /// How much later a program that has timed out is killed, in milliseconds [default: 100]
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = milliseconds::<u64>)]
    grace: Option<u64>,
    /// How much processor time it may use for a turn, in milliseconds [default: the time, times the cores of a game]
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = milliseconds::<NonZeroU64>)]
    cpu: Option<NonZeroU64>,
    /// How much memory a program may use, in MiB [default: 1024]
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, value_parser = whole::<NonZeroU64>)]
    memory: Option<NonZeroU64>,
    /// How much a program may write into files, in MiB [default: 64]
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, value_parser = whole::<NonZeroU64>)]
    files: Option<NonZeroU64>,
    /// How many processes and threads a program may have [default: 64]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<NonZeroU32>)]
    processes: Option<NonZeroU32>,
    /// How much a program may print in a turn, in KiB [default: 1024]
    #[arg(long, value_name = "KIB", allow_negative_numbers = true, value_parser = whole::<NonZeroU64>)]
    output: Option<NonZeroU64>,
    /// How programs are isolated [default: strict, or basic where that is not possible]
    #[arg(long, value_name = "TIER")]
    tier: Option<TierName>,
    /// Whether programs keep their files between the turns of a game [default: none]
    #[arg(long, value_name = "STATE")]
    state: Option<StateName>,
    /// A file or folder that all programs may read, besides their own folders and the system's
    #[arg(long = "read", value_name = "PATH")]
    read: Vec<PathBuf>,
    /// What a fault costs [default: turn]
    #[arg(long, value_name = "COST")]
    on_fault: Option<FaultCost>,
    /// With 'turn', how many faults in a row forfeit the game, 0 for never; with 'disqualify', how many in a game
    /// disqualify [default: 3]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<u32>)]
    faults: Option<u32>,
    /// How many games to play at the same time, at most as many as there are cores for [default: as many]
    #[arg(long, short = 'j', value_name = "N", allow_negative_numbers = true, value_parser = whole::<NonZeroUsize>)]
    parallel: Option<NonZeroUsize>,
    /// How many cores each game has for itself [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<NonZeroU32>)]
    cores: Option<NonZeroU32>,
    /// Let programs that are missing or broken lose their games by forfeit, instead of refusing to start
    #[arg(long)]
    pub(crate) forfeit_broken: bool,
}

fn rules_parser() -> impl TypedValueParser<Value = RuleSet> {
    PossibleValuesParser::new(RuleSet::PRESETS.map(|rules| rules.name)).try_map(|name| RuleSet::named(&name))
}

fn layout_parser() -> impl TypedValueParser<Value = Layout> {
    PossibleValuesParser::new(Layout::ALL.map(Layout::name)).try_map(|name| name.parse::<Layout>())
}

fn rules_by_name<'de, D: Deserializer<'de>>(from: D) -> Result<Option<RuleSet>, D::Error> {
    RuleSet::named(&String::deserialize(from)?).map(Some).map_err(D::Error::custom)
}

fn layout_by_name<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Layout>, D::Error> {
    String::deserialize(from)?.parse().map(Some).map_err(D::Error::custom)
}

impl GameSettings {
    /// Returns the rules.
    pub(crate) fn rules(&self) -> anyhow::Result<RuleSet> {
        let rules = self.rules.unwrap_or(RuleSet::SQUARE);
        match self.layout {
            Some(layout) => Ok(rules.with_layout(layout)?),
            None => Ok(rules),
        }
    }

    /// Returns the layout of hexagons, if one was chosen.
    pub(crate) fn layout(&self) -> Option<Layout> {
        self.layout
    }

    /// Returns the terms of each game between a number of players.
    pub(crate) fn terms(&self, players: u8) -> anyhow::Result<GameTerms> {
        let rules = self.rules()?;
        let penguins =
            self.penguins.map(NonZeroU32::get).or(rules.penguins_each(players)).unwrap_or(PENGUINS);
        Ok(GameTerms { rules, penguins, policy: self.policy()? })
    }

    fn policy(&self) -> anyhow::Result<Policy> {
        let faults = self.faults.unwrap_or(FAULTS);
        Ok(match self.on_fault.unwrap_or_default() {
            FaultCost::Turn => Policy::LoseTurn { in_a_row: (faults > 0).then_some(faults) },
            FaultCost::Forfeit if self.faults.is_some() => {
                bail!("'faults' cannot be used with 'forfeit', where the first fault ends the game")
            }
            FaultCost::Forfeit => Policy::Forfeit,
            FaultCost::Disqualify if faults == 0 => {
                bail!("'faults' must be at least 1 with 'disqualify'")
            }
            FaultCost::Disqualify => Policy::Disqualify { faults },
        })
    }

    /// Returns how long a program may think about a turn.
    pub(crate) fn time(&self) -> Duration {
        Duration::from_millis(self.time.map_or(TIME_MS, NonZeroU64::get))
    }

    fn grace(&self) -> Duration {
        Duration::from_millis(self.grace.unwrap_or(GRACE_MS))
    }

    /// Returns the resource limits of a program.
    pub(crate) fn limits(&self) -> anyhow::Result<ResourceLimits> {
        let default = ResourceLimits::default();
        let time = self.time();
        let cpu = self
            .cpu
            .map_or_else(|| time.saturating_mul(self.cores()), |cpu| Duration::from_millis(cpu.get()));
        let bytes = |amount: Option<NonZeroU64>, unit: u32, default: u64, name: &str| match amount {
            None => Ok(default),
            Some(amount) => amount
                .get()
                .checked_mul(1 << unit)
                .with_context(|| format!("'{name}' is too large: {amount}")),
        };
        Ok(ResourceLimits {
            wall: time,
            grace: self.grace(),
            cpu,
            memory: bytes(self.memory, 20, default.memory, "memory")?,
            files: bytes(self.files, 20, default.files, "files")?,
            processes: self.processes.map_or(default.processes, NonZeroU32::get),
            output: bytes(self.output, 10, default.output, "output")?,
        })
    }

    /// Returns how long the files of programs last.
    pub(crate) fn state(&self) -> StateLifetime {
        self.state.unwrap_or_default().into()
    }

    /// Returns how many cores each game has for itself.
    pub(crate) fn cores(&self) -> u32 {
        self.cores.map_or(1, NonZeroU32::get)
    }

    /// Returns the cores of the games that are played at the same time.
    pub(crate) fn game_cores(&self, quiet: bool) -> anyhow::Result<Vec<CoreSet>> {
        let each = NonZeroUsize::try_from(self.cores.unwrap_or(NonZeroU32::MIN))?;
        let plan = CorePlan::new(self.parallel, each)?;
        if plan.refused > 0 && !quiet {
            let count = plan.games.len();
            note(&format!(
                "{count} game{} at a time, since there are no cores for more",
                if count == 1 { "" } else { "s" }
            ));
        }
        if plan.shared && !quiet {
            note("another floe process uses the same cores: programs may time out");
        }
        Ok(plan.games)
    }

    /// Returns the files and folders that all programs may read.
    pub(crate) fn readable(&self) -> &[PathBuf] {
        &self.read
    }

    /// Returns the tier that was chosen.
    pub(crate) fn tier(&self) -> Option<Tier> {
        self.tier.map(Tier::from)
    }

    /// Sets up the sandbox.
    pub(crate) fn sandbox(&self) -> anyhow::Result<Arc<Sandbox>> {
        open_sandbox(self.tier)
    }

    /// Returns the terms in words, for records and reports.
    pub(crate) fn words(&self, players: u8, isolation: &str) -> anyhow::Result<Vec<(String, String)>> {
        let terms = self.terms(players)?;
        let time = format!(
            "{} ms per turn; killed after a grace period of {} ms",
            self.time().as_millis(),
            self.grace().as_millis()
        );
        let mut words = vec![("rules", terms.rules.name.to_owned())];
        words.extend(self.layout.map(|layout| ("hexagons", layout.name().to_owned())));
        words.extend([
            ("penguins each", terms.penguins.to_string()),
            ("time", time),
            ("cores per game", self.cores().to_string()),
            ("limits", self.limits()?.to_string()),
            ("faults", terms.policy.to_string()),
        ]);
        if self.state() == StateLifetime::Game {
            words.push(("state", "programs keep their files for a game".to_owned()));
        }
        words.push(("isolation", isolation.to_owned()));
        Ok(words.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }
}

/// Sets up a sandbox of a tier, or of the best tier that works.
pub(crate) fn open_sandbox(tier: Option<TierName>) -> anyhow::Result<Arc<Sandbox>> {
    let choice = tier.map_or(TierChoice::Best, |tier| TierChoice::Exactly(tier.into()));
    let program = std::env::current_exe().context("cannot find the path of this program")?;
    let stub = Stub { program, arguments: vec![STUB.into()] };
    Ok(Arc::new(Sandbox::new(choice, stub)?))
}
