//! The [`Search`] trait, the limits of a search and its results.

use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::considered::ConsideredTurn;
use crate::context::SearchContext;

/// The playing strength, from 1 to 10.
///
/// ```
/// use floe_engine::{Level, Limits};
///
/// assert_eq!(Level::new(11), None);
/// let beginner = Level::new(1).expect("levels start at 1");
/// assert!(beginner < Level::FULL);
/// let limits = Limits { level: beginner, ..Limits::for_nodes(1000) };
/// assert_eq!(limits.level.get(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct Level(u8);

impl Level {
    /// Full strength.
    pub const FULL: Level = Level(10);

    /// Returns the level with a number from 1 (beginner) to 10 (full strength), or `None` for any other number.
    pub fn new(level: u8) -> Option<Level> {
        (1..=Level::FULL.0).contains(&level).then_some(Level(level))
    }

    /// Returns the level as a number.
    pub fn get(self) -> u8 {
        self.0
    }

    /// Returns the largest random error in the value of a turn, given the error for each level below full strength.
    pub(crate) fn noise(self, step: u64) -> u64 {
        u64::from(Level::FULL.0 - self.0) * step
    }
}

/// The error for a number that is not a valid level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a level from 1 to 10")]
pub struct LevelError(u8);

impl TryFrom<u8> for Level {
    type Error = LevelError;

    fn try_from(level: u8) -> Result<Level, LevelError> {
        Level::new(level).ok_or(LevelError(level))
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> u8 {
        level.0
    }
}

/// The settings of a search: limits on time, nodes and depth, plus level, threads and seed.
///
/// The search ends at the first limit that it reaches. With a node limit, one thread and no time limit, a new
/// engine with the same seed gives the same choice.
///
/// ```
/// use floe_engine::{GammaEngine, Limits, MonotonicClock, Search, SearchContext};
/// use floe_rules::gamma::{Gamma, Turns};
///
/// let turns = Turns::new(Gamma::new(7, 7, 2, 2).expect("a board of 7 x 7 cells is legal"));
/// let (limits, clock) = (Limits { seed: 3, ..Limits::for_nodes(500) }, MonotonicClock::start());
/// let mut choose = || GammaEngine::default().search(&turns, SearchContext::new(&limits, &clock));
/// assert_eq!(choose().map(|choice| choice.turn), choose().map(|choice| choice.turn));
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// How long the search may take, counted from when its [`SearchContext`] is made.
    pub time: Option<Duration>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The maximum depth, in turns.
    pub depth: Option<u8>,
    /// The playing strength.
    pub level: Level,
    /// How many threads to use.
    pub threads: NonZeroUsize,
    /// The seed for choices between equal turns and for the mistakes of low levels.
    pub seed: u64,
    /// The most memory of the transposition table of Penguins, in MiB. Short searches use less.
    #[cfg_attr(feature = "serde", serde(default = "default_memory"))]
    pub memory: NonZeroU32,
    /// Whether a search with a time limit, and without a node limit, may end when the rest of the time would hardly
    /// change the turn. It is meant for playing, not for analysis.
    #[cfg_attr(feature = "serde", serde(default))]
    pub early_stop: bool,
}

/// The default of [`Limits::memory`].
const fn default_memory() -> NonZeroU32 {
    NonZeroU32::new(64).expect("it is not 0")
}

impl Limits {
    /// Returns limits with only a time limit.
    pub fn for_time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// Limits a search to a number of nodes, so that it gives the same choice on every machine.
    pub fn for_nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Limits a search to a number of nodes if one is given, and to an amount of time otherwise.
    pub fn for_nodes_or_time(nodes: Option<u64>, time: Duration) -> Limits {
        nodes.map_or_else(|| Limits::for_time(time), Limits::for_nodes)
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            nodes: None,
            depth: None,
            level: Level::FULL,
            threads: NonZeroUsize::MIN,
            seed: 0,
            memory: default_memory(),
            early_stop: false,
        }
    }
}

/// A flag that stops a search from another thread. The search then returns the best turn found so far.
///
/// ```
/// use std::thread;
/// use std::time::Duration;
///
/// use floe_engine::{Limits, MonotonicClock, PenguinsEngine, Search, SearchContext, Stop};
/// use floe_rules::generate::{Recipe, generate};
/// use floe_rules::penguins::{Position, RuleSet, Stage};
///
/// let setup = generate(&Recipe::plain(RuleSet::SQUARE, 8, 8))?;
/// let stage = Stage::Placement { penguins: 2, seats: setup.seats_for(2) };
/// let position = Position::new(&setup, &RuleSet::SQUARE, &stage)?;
///
/// let stop = Stop::default();
/// let searcher = thread::spawn({
///     let (position, stop) = (position.clone(), stop.clone());
///     move || {
///         let (limits, clock) = (Limits::for_time(Duration::from_secs(600)), MonotonicClock::start());
///         let context = SearchContext::new(&limits, &clock).with_stop(&stop);
///         PenguinsEngine::default().search(&position, context)
///     }
/// });
/// stop.stop();
/// let choice = searcher.join().expect("a search does not panic").expect("the game is not over");
/// assert!(position.is_legal(choice.turn));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Stops the search.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search was stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The value of a position for the player to move: the expected final lead in hundredths of a fish or cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Value(pub i64);

/// What a search has found so far.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Progress<M> {
    /// The depth in turns.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The time since the search started.
    pub elapsed: Duration,
    /// The value of the position.
    pub value: Value,
    /// The principal variation: the expected turns, the chosen one first.
    pub line: Vec<M>,
    /// The turns that the search spends its work on, at most 32, the most considered first.
    ///
    /// The turn to make is among them. Shares are of the whole work, so they sum to 1 unless turns were left out. A
    /// turn that is forced or proven stands alone. The list is empty for players that spend the same on every turn.
    #[cfg_attr(feature = "serde", serde(default = "Vec::new"))]
    pub considered: Vec<ConsideredTurn<M>>,
}

impl<M> Progress<M> {
    /// Converts every turn with a function, and keeps the rest.
    pub fn map<N>(self, mut convert: impl FnMut(M) -> N) -> Progress<N> {
        Progress {
            depth: self.depth,
            nodes: self.nodes,
            elapsed: self.elapsed,
            value: self.value,
            line: self.line.into_iter().map(&mut convert).collect(),
            considered: self.considered.into_iter().map(|turn| turn.map(&mut convert)).collect(),
        }
    }
}

/// The turn that a search chose.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Choice<M> {
    /// The turn to make.
    pub turn: M,
    /// The final report of the search.
    pub progress: Progress<M>,
}

impl<M> Choice<M> {
    /// Converts the turns.
    pub fn map<N>(self, mut convert: impl FnMut(M) -> N) -> Choice<N> {
        Choice { turn: convert(self.turn), progress: self.progress.map(convert) }
    }
}

/// A search algorithm that chooses a turn in a position of its game.
///
/// Keep it between the turns of a game: it may reuse what it found in earlier turns.
pub trait Search {
    /// A state of the game.
    type Position;
    /// A turn of the game.
    type Move;

    /// Chooses a turn for the player to move. Returns `None` if the game is over.
    fn search(
        &mut self,
        position: &Self::Position,
        context: SearchContext<'_, Progress<Self::Move>>,
    ) -> Option<Choice<Self::Move>>;
}
