//! The [`Search`] trait, the limits of a search and its results.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::context::SearchContext;

/// How well to play, from 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct Level(u8);

impl Level {
    /// As well as possible.
    pub const FULL: Level = Level(10);

    /// Returns a level from 1, a friendly beginner, to 10, full strength.
    pub fn new(level: u8) -> Option<Level> {
        (1..=Level::FULL.0).contains(&level).then_some(Level(level))
    }

    /// Returns the number of the level.
    pub fn get(self) -> u8 {
        self.0
    }

    /// Returns by how much the level may misjudge a turn, given that for each level below full strength.
    pub(crate) fn blunder(self, step: u64) -> u64 {
        u64::from(Level::FULL.0 - self.0) * step
    }
}

/// The error for a number that is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("level {0} is not from 1 to 10")]
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

/// How long and how well to search.
///
/// The search ends at the first limit that it reaches. With a node limit, one thread and no time limit, the same seed
/// gives the same choice.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// How long the search may take, counted from when its [`SearchContext`] is made.
    pub time: Option<Duration>,
    /// How many nodes to search.
    pub nodes: Option<u64>,
    /// How many turns to look ahead.
    pub depth: Option<u8>,
    /// How well to play.
    pub level: Level,
    /// How many threads to use.
    pub threads: NonZeroUsize,
    /// Picks between turns that look equally good, and where a level makes mistakes.
    pub seed: u64,
}

impl Limits {
    /// Limits a search to an amount of time.
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
        }
    }
}

/// A flag that ends a search from another thread: it answers with the best turn found so far.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search to end.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Tells whether the search should end.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a position is worth to the player to move: the expected lead in hundredths of a fish or cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Value(pub i64);

/// How far a search has come.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Progress<M> {
    /// How many turns ahead it has seen.
    pub depth: u32,
    /// How many nodes it has looked at.
    pub nodes: u64,
    /// How long it has taken.
    pub elapsed: Duration,
    /// What it thinks of the position.
    pub value: Value,
    /// The turns that it expects, its own choice first.
    pub line: Vec<M>,
}

impl<M> Progress<M> {
    /// Returns the same progress with its turns in another form.
    pub fn map<N>(self, form: impl FnMut(M) -> N) -> Progress<N> {
        Progress {
            depth: self.depth,
            nodes: self.nodes,
            elapsed: self.elapsed,
            value: self.value,
            line: self.line.into_iter().map(form).collect(),
        }
    }
}

/// What a search chose.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Choice<M> {
    /// The turn to make.
    pub turn: M,
    /// How the search ended.
    pub progress: Progress<M>,
}

impl<M> Choice<M> {
    /// Returns the same choice with its turns in another form.
    pub fn map<N>(self, mut form: impl FnMut(M) -> N) -> Choice<N> {
        Choice { turn: form(self.turn), progress: self.progress.map(form) }
    }
}

/// A player: finds a turn in a position of its game.
///
/// It is kept between the turns of a game, so that it can remember what it has learnt. It takes positions in their general
/// form and converts them to the form that it searches.
pub trait Search {
    /// A state of the game.
    type Position;
    /// A turn of the game.
    type Move;

    /// Chooses a turn for the player to move, or nothing when the game is over.
    fn search(
        &mut self,
        position: &Self::Position,
        context: SearchContext<'_, Progress<Self::Move>>,
    ) -> Option<Choice<Self::Move>>;
}
