//! The clocks of the people in a game.
//!
//! Engines have none: how long they think is up to the server. A clock starts to run with the first turn of the game, and
//! stops while the game is paused. Time during which the server did not run is nobody's.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::new_game::ClockSettings;

/// The clocks of a game, as they are stored: the running one as it was when its turn began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameClock {
    pub(crate) settings: ClockSettings,
    /// What each player has left, in milliseconds.
    left: Vec<(u32, u64)>,
    /// For each turn, its player and what it had left before it; player 0 for a turn without a clock.
    before: Vec<(u32, u64)>,
    /// The player whose clock runs, and since when.
    #[serde(skip)]
    running: Option<(u32, Instant)>,
}

impl GameClock {
    /// Makes the clocks of some players, for a game that has had so many turns.
    pub(crate) fn new(settings: ClockSettings, people: &[u32], made: usize) -> GameClock {
        let left = people.iter().map(|&player| (player, u64::from(settings.seconds) * 1000)).collect();
        GameClock { settings, left, before: vec![(0, 0); made], running: None }
    }

    /// Returns the clocks of a new game with the same settings.
    pub(crate) fn again(&self, people: &[u32]) -> GameClock {
        GameClock::new(self.settings, people, 0)
    }

    fn kept(&self, player: u32) -> Option<u64> {
        self.left.iter().find(|(other, _)| *other == player).map(|&(_, left)| left)
    }

    fn keep(&mut self, player: u32, left: u64) {
        self.left.iter_mut().filter(|(other, _)| *other == player).for_each(|(_, kept)| *kept = left);
    }

    /// Returns what a player has left.
    pub(crate) fn left(&self, player: u32, now: Instant) -> Option<Duration> {
        let kept = Duration::from_millis(self.kept(player)?);
        let runs = self.running.filter(|(other, _)| *other == player);
        let used = runs.map_or(Duration::ZERO, |(_, since)| now.saturating_duration_since(since));
        Some(kept.saturating_sub(used))
    }

    /// Returns whether all clocks have run out.
    pub(crate) fn all_out(&self, now: Instant) -> bool {
        self.left.iter().all(|&(player, _)| self.left(player, now).is_some_and(|left| left.is_zero()))
    }

    /// Returns the player whose clock runs.
    pub(crate) fn running(&self) -> Option<u32> {
        self.running.map(|(player, _)| player)
    }

    /// Returns when the running clock runs out.
    pub(crate) fn deadline(&self, now: Instant) -> Option<Instant> {
        Some(now + self.left(self.running()?, now)?)
    }

    /// Stops the running clock, and returns its player and what it has left.
    fn halt(&mut self, now: Instant) -> Option<(u32, u64)> {
        let player = self.running()?;
        let left = self.left(player, now)?.as_millis() as u64;
        self.running = None;
        Some((player, left))
    }

    /// Follows the game: it has had `made` turns now, and `to_move` has the next one, unless it is paused or over.
    ///
    /// A turn that was made adds the increment to its player's clock. A turn that was undone gives its time back, and takes
    /// none from whoever was to move.
    pub(crate) fn follow(&mut self, made: usize, to_move: Option<u32>, now: Instant) {
        if self.before.len() == made && self.running() == to_move {
            return;
        }
        if made < self.before.len() {
            self.running = None;
            while self.before.len() > made {
                let (player, left) = self.before.pop().unwrap_or_default();
                self.keep(player, left);
            }
        } else if let Some((player, left)) = self.halt(now) {
            if made > self.before.len() {
                self.before.push((player, self.kept(player).unwrap_or(0)));
                let increment = u64::from(self.settings.increment) * 1000;
                self.keep(player, if left > 0 { left + increment } else { 0 });
            } else {
                self.keep(player, left);
            }
        }
        self.before.resize(made, (0, 0));
        let runs = to_move.filter(|&player| made > 0 && self.kept(player).is_some());
        self.running = runs.map(|player| (player, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: ClockSettings = ClockSettings { seconds: 60, increment: 5 };

    fn seconds(clock: &GameClock, player: u32, now: Instant) -> u64 {
        clock.left(player, now).unwrap().as_secs()
    }

    #[test]
    fn time_runs_for_the_player_to_move_from_the_first_turn_on() {
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let mut clock = GameClock::new(SETTINGS, &[1, 3], 0);
        clock.follow(0, Some(1), at(0));
        assert_eq!((seconds(&clock, 1, at(30)), clock.deadline(at(30))), (60, None));
        clock.follow(1, Some(3), at(30));
        assert_eq!(clock.running(), Some(3));
        assert_eq!(clock.deadline(at(40)), Some(at(90)));
        clock.follow(2, Some(1), at(40));
        assert_eq!((seconds(&clock, 3, at(99)), seconds(&clock, 1, at(41))), (55, 59));
        // An engine has no clock.
        clock.follow(3, Some(2), at(50));
        assert_eq!((clock.running(), seconds(&clock, 1, at(99)), clock.left(2, at(50))), (None, 55, None));
        clock.follow(4, Some(3), at(60));
        assert!(!clock.all_out(at(60)));
        assert_eq!(seconds(&clock, 3, at(200)), 0);
    }

    #[test]
    fn a_pause_stops_the_clock_and_undo_gives_time_back() {
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let mut clock = GameClock::new(SETTINGS, &[1, 2], 0);
        clock.follow(1, Some(2), at(0));
        clock.follow(1, None, at(10));
        assert_eq!(seconds(&clock, 2, at(100)), 50);
        clock.follow(1, Some(2), at(100));
        clock.follow(2, Some(1), at(130));
        assert_eq!(seconds(&clock, 2, at(130)), 25);
        // The second turn is undone while the first player has thought for ten seconds.
        clock.follow(1, Some(2), at(140));
        assert_eq!((seconds(&clock, 2, at(140)), seconds(&clock, 1, at(140))), (50, 60));
        let stored = serde_json::to_string(&clock).unwrap();
        let mut restored: GameClock = serde_json::from_str(&stored).unwrap();
        assert_eq!(restored.running(), None);
        restored.follow(1, Some(2), at(500));
        assert_eq!((restored.running(), seconds(&restored, 2, at(501))), (Some(2), 49));
    }
}
