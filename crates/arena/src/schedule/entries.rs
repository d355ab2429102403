//! Late entrants and withdrawals: changes of who takes part, after the first game.
//!
//! A change is a part of the settings, so a schedule stays a pure function of settings and results.
//!
//! - **Round robin and gauntlet**: the meetings of late entrants come after all others, so games keep their numbers. Games
//!   of a withdrawn entrant that have no result are not played.
//! - **Swiss**: a late entrant is paired from the next round on, without points for the rounds that it missed. A withdrawn
//!   entrant is not paired any more.
//! - **Knock-out**: nobody can join. A withdrawn entrant keeps its place, and loses its matches by forfeit.

use serde::{Deserialize, Serialize};

use super::{Fixture, Format, Schedule, ScheduleSettings};
use crate::result::Results;

/// A change of the entrants after the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryChange {
    /// The entrants that joined.
    pub joined: Vec<usize>,
    /// The entrants that were withdrawn.
    pub withdrawn: Vec<usize>,
    /// The first round of a Swiss tournament that it affects.
    pub round: usize,
}

/// Why an entrant cannot join.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JoinError {
    /// Pairings of a knock-out are fixed.
    #[error(
        "nobody can join a knock-out after its first game, since its pairings depend on the number of programs"
    )]
    KnockOut,
    /// All rounds have begun.
    #[error("nobody can join a Swiss tournament after its last round has begun")]
    LastRound,
}

impl ScheduleSettings {
    /// Returns the entrants that took part from the start. Late entrants come after them.
    pub(super) fn founders(&self) -> usize {
        let late: usize = self.entries.iter().map(|change| change.joined.len()).sum();
        self.entrants.saturating_sub(late)
    }

    /// Returns whether an entrant was withdrawn.
    pub fn is_withdrawn(&self, entrant: usize) -> bool {
        self.entries.iter().any(|change| change.withdrawn.contains(&entrant))
    }

    /// Returns the entrants that take part in a round of a Swiss tournament.
    pub(super) fn present(&self, round: usize) -> Vec<usize> {
        let affects = |change: &&EntryChange| change.round <= round;
        let mut present: Vec<usize> = (0..self.founders()).collect();
        present.extend(self.entries.iter().filter(affects).flat_map(|change| &change.joined));
        present
            .retain(|who| !self.entries.iter().filter(affects).any(|change| change.withdrawn.contains(who)));
        present
    }

    /// Returns the changes with who takes part after each, for formats whose games are known from the start.
    pub(super) fn changes(&self) -> impl Iterator<Item = (&EntryChange, Vec<usize>)> {
        let mut present: Vec<usize> = (0..self.founders()).collect();
        self.entries.iter().map(move |change| {
            present.extend(&change.joined);
            present.retain(|who| !change.withdrawn.contains(who));
            (change, present.clone())
        })
    }

    /// Returns whether a game is not played, since one of its entrants was withdrawn before it.
    pub(super) fn is_cancelled(&self, fixture: &Fixture, results: &Results) -> bool {
        matches!(self.format, Format::RoundRobin | Format::Gauntlet { .. })
            && results.of(fixture).is_none()
            && fixture.seats.iter().any(|&who| self.is_withdrawn(who))
    }
}

impl Schedule {
    /// Returns the first round without any result, from which on a change takes effect.
    pub(crate) fn open_round(&self, results: &Results) -> usize {
        let (rounds, _) = self.rounds(results);
        let begun = rounds.iter().filter(|round| {
            round.fixtures(&self.settings).iter().any(|fixture| results.of(fixture).is_some())
        });
        begun.map(|round| round.number).max().map_or(1, |last| last + 1)
    }

    /// Returns whether entrants can still join.
    pub(crate) fn check_joining(&self, results: &Results) -> Result<(), JoinError> {
        match self.settings.format {
            Format::RoundRobin | Format::Gauntlet { .. } => Ok(()),
            Format::KnockOut => Err(JoinError::KnockOut),
            Format::Swiss { rounds } if self.open_round(results) > rounds => Err(JoinError::LastRound),
            Format::Swiss { .. } => Ok(()),
        }
    }

    /// Returns the number of the first game that an entrant has still to play, or that of the next game to be drawn.
    pub(crate) fn next_game_of(&self, entrant: usize, results: &Results) -> usize {
        let known = self.known(results);
        let open =
            known.iter().find(|fixture| fixture.seats.contains(&entrant) && results.of(fixture).is_none());
        let after = || known.last().map_or(1, |last| last.number + 1);
        open.map_or_else(after, |fixture| fixture.number)
    }
}
