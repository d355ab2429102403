//! The options of the engine process.

use std::num::{NonZeroU32, NonZeroUsize};

use anyhow::{Context, anyhow, bail};
use floe_engine::{Level, Limits};
use floe_rules::grid::Layout;
use floe_rules::penguins::{RuleSet, Seat};

use super::command::number;
use super::processor_clock::HAS_PROCESSOR_CLOCK;

/// The largest number of threads.
const MOST_THREADS: usize = 256;
/// The most memory of the transposition table, in MiB.
const MOST_MEMORY: u32 = 4096;
/// The value of an option that the rules or the board decide.
const DEFAULT: &str = "default";

/// The clock that time limits are measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimeSource {
    /// Wall-clock time.
    Wall,
    /// The processor time of the process.
    Processor,
}

/// The values of all options.
#[derive(Clone, Debug)]
pub(super) struct ProtocolOptions {
    pub(super) rules: RuleSet,
    /// The number of players, unless the board decides.
    pub(super) players: Option<u8>,
    /// The number of penguins per player, unless the rules decide.
    pub(super) penguins: Option<u32>,
    threads: NonZeroUsize,
    /// The most memory of the transposition table, in MiB.
    memory: NonZeroU32,
    seed: u64,
    level: Level,
    /// Whether a search may end before its time.
    early_stop: bool,
    pub(super) clock: TimeSource,
}

impl Default for ProtocolOptions {
    fn default() -> ProtocolOptions {
        ProtocolOptions {
            rules: RuleSet::SQUARE,
            players: None,
            penguins: None,
            threads: NonZeroUsize::MIN,
            memory: Limits::default().memory,
            seed: 0,
            level: Level::FULL,
            early_stop: false,
            clock: TimeSource::Wall,
        }
    }
}

impl ProtocolOptions {
    /// Changes an option.
    pub(super) fn set(&mut self, name: &str, value: &str) -> anyhow::Result<()> {
        let optional = Some(value).filter(|&value| value != DEFAULT);
        match name {
            "rules" => self.rules = RuleSet::named(value)?,
            "layout" if value == DEFAULT => self.rules = RuleSet::named(self.rules.name)?,
            "layout" => self.rules = self.rules.with_layout(value.parse()?)?,
            "players" => {
                self.players = match optional.map(number).transpose()? {
                    Some(players) if !(1..=Seat::MOST).contains(&players) => {
                        bail!("there are 1 to {} players", Seat::MOST)
                    }
                    players => players,
                }
            }
            "penguins" => {
                self.penguins = match optional.map(number).transpose()? {
                    Some(0) => bail!("each player needs at least one penguin"),
                    penguins => penguins,
                }
            }
            "threads" => {
                let threads: NonZeroUsize = number(value)?;
                if threads.get() > MOST_THREADS {
                    bail!("at most {MOST_THREADS} threads are possible");
                }
                self.threads = threads;
            }
            "memory" => {
                let memory: NonZeroU32 = number(value)?;
                if memory.get() > MOST_MEMORY {
                    bail!("at most {MOST_MEMORY} MiB are possible");
                }
                self.memory = memory;
            }
            "seed" => self.seed = number(value)?,
            "level" => {
                self.level = Level::new(number(value)?).ok_or_else(|| anyhow!("levels go from 1 to 10"))?;
            }
            "early-stop" => {
                self.early_stop = match value {
                    "on" => true,
                    "off" => false,
                    _ => bail!("'{value}' is neither on nor off"),
                }
            }
            "clock" => {
                self.clock = match value {
                    "wall" => TimeSource::Wall,
                    "processor" if HAS_PROCESSOR_CLOCK => TimeSource::Processor,
                    "processor" => bail!("this system has no clock of processor time that floe can read"),
                    _ => bail!("'{value}' is no clock: wall or processor"),
                }
            }
            _ => bail!("there is no such option: 'hello' lists them all"),
        }
        Ok(())
    }

    /// Changes an option; an error names it.
    pub(super) fn set_named(&mut self, name: &str, value: &str) -> anyhow::Result<()> {
        self.set(name, value).with_context(|| format!("set {name}"))
    }

    /// Returns the lines that list the options: name, value and possible values.
    pub(super) fn listing(&self) -> Vec<String> {
        let or_default = |value: Option<String>| value.unwrap_or_else(|| DEFAULT.to_owned());
        let line = |name: &str, value: String, possible: String| format!("option {name} {value} {possible}");
        let layouts = Layout::ALL.map(Layout::name).join("|") + "|" + DEFAULT;
        vec![
            line("rules", self.rules.name.to_owned(), RuleSet::PRESETS.map(|rules| rules.name).join("|")),
            line("layout", or_default(self.rules.chosen_layout().map(|it| it.name().to_owned())), layouts),
            line("players", or_default(self.players.map(|it| it.to_string())), "1..9|default".to_owned()),
            line("penguins", or_default(self.penguins.map(|it| it.to_string())), "1..|default".to_owned()),
            line("threads", self.threads.to_string(), format!("1..{MOST_THREADS}")),
            line("memory", self.memory.to_string(), format!("1..{MOST_MEMORY}")),
            line("seed", self.seed.to_string(), "0..".to_owned()),
            line("level", self.level.get().to_string(), "1..10".to_owned()),
            line("early-stop", if self.early_stop { "on" } else { "off" }.to_owned(), "on|off".to_owned()),
            line(
                "clock",
                self.clock.name().to_owned(),
                if HAS_PROCESSOR_CLOCK { "wall|processor" } else { "wall" }.to_owned(),
            ),
        ]
    }

    /// Returns the settings of a search, without limits.
    pub(super) fn unlimited(&self) -> Limits {
        let ProtocolOptions { level, threads, memory, seed, early_stop, .. } = *self;
        Limits { level, threads, memory, seed, early_stop, ..Limits::default() }
    }
}

impl TimeSource {
    fn name(self) -> &'static str {
        match self {
            TimeSource::Wall => "wall",
            TimeSource::Processor => "processor",
        }
    }
}
