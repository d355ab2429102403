//! How often a situation occurs in games, which is how many games a program loses that cannot cope with it.

use serde::Serialize;

/// In how many of 100 games a situation occurs.
///
/// Where games can show it, it was counted in 300 generated games of random players: two to four players with three
/// penguins each, on boards of 8 x 8 to 12 x 12 with holes; a test counts again. The others are estimates, which say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Frequency(u8);

impl Frequency {
    /// It occurs in every game.
    pub const EVERY: Frequency = Frequency(100);
    /// Counted: a player's first penguin, in reading order, cannot move, but another can.
    pub const FIRST_BLOCKED: Frequency = Frequency(75);
    /// Counted: only the last penguin of a player can move.
    pub const ONLY_LAST: Frequency = Frequency(40);
    /// Counted: a player has exactly one legal move.
    pub const ONE_MOVE: Frequency = Frequency(80);
    /// Estimate: the organiser gives each player more than three penguins.
    pub const MANY_PENGUINS: Frequency = Frequency(25);
    /// Estimate: a program meets a copy of itself.
    pub const COPIES: Frequency = Frequency(5);
    /// Estimate: another player's id is long, or has unusual characters.
    pub const ODD_IDS: Frequency = Frequency(5);
    /// Estimate: another player's id is nearly the same.
    pub const ALIKE_IDS: Frequency = Frequency(2);
    /// Estimate: a player lost its first turn, so that its row comes before its penguin.
    pub const LOST_FIRST_TURN: Frequency = Frequency(2);
    /// Estimate: a board is unusually small, large, narrow or low, or has more than four players.
    pub const ODD_SIZES: Frequency = Frequency(2);
    /// The referee of floe never lets it occur; another game master may.
    pub const NEVER: Frequency = Frequency(0);

    /// Returns the share of some games among all.
    pub(super) fn of_games(some: usize, all: usize) -> Frequency {
        Frequency(u8::try_from(some * 100 / all.max(1)).unwrap_or(100).min(100))
    }

    /// Returns the number of games in 100.
    pub fn in_100(self) -> u8 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use floe_rules::generate::{Recipe, generate};
    use floe_rules::penguins::{Move, Position, RuleSet, Seat, Stage};
    use floe_rules::random::Random;

    use super::*;

    /// The situations of a player in one game.
    #[derive(Default)]
    struct Seen {
        first_blocked: bool,
        only_last: bool,
        one_move: bool,
    }

    /// Plays a game of random turns, and returns what the first player met.
    fn game(seed: u64) -> Seen {
        let mut random = Random::new(seed);
        let size = |random: &mut Random| 8 + random.below(5) as u32;
        let (rows, cols, players) = (size(&mut random), size(&mut random), 2 + random.below(3) as u8);
        let recipe =
            Recipe { players, penguins: 3, holes: 10, seed, ..Recipe::plain(RuleSet::SQUARE, rows, cols) };
        let board = generate(&recipe).unwrap();
        let stage = Stage::Placement { penguins: 3, seats: Seat::all().take(players.into()).collect() };
        let mut position = Position::new(&board, &RuleSet::SQUARE, &stage).unwrap();
        let own = Seat::new(1).unwrap();
        let mut seen = Seen::default();
        while let Some(seat) = position.to_move() {
            let turns = position.turns();
            if seat == own && matches!(turns[0], Move::Slide { .. }) {
                let starts: Vec<_> = turns.iter().filter_map(|turn| turn.cells().next()).collect();
                let is_own = |cell: &floe_rules::grid::Cell| position.tile(*cell).seat() == Some(own);
                let penguins: Vec<_> = position.grid().iter().filter(is_own).collect();
                let moves = |at: usize| starts.contains(&penguins[at]);
                seen.first_blocked |= !moves(0);
                seen.only_last |= (0..penguins.len() - 1).all(|at| !moves(at));
                seen.one_move |= turns.len() == 1;
            }
            let _ = position.play(turns[random.index(turns.len())]).unwrap();
        }
        seen
    }

    #[test]
    fn counted_frequencies_are_right() {
        let seen: Vec<Seen> = (0..300).map(game).collect();
        let share = |is: fn(&Seen) -> bool| seen.iter().filter(|seen| is(seen)).count() / 3;
        for (name, counted, stated) in [
            ("first blocked", share(|seen| seen.first_blocked), Frequency::FIRST_BLOCKED),
            ("only last", share(|seen| seen.only_last), Frequency::ONLY_LAST),
            ("one move", share(|seen| seen.one_move), Frequency::ONE_MOVE),
        ] {
            assert!(counted.abs_diff(stated.in_100().into()) <= 10, "{name}: {counted} of 100 games");
        }
    }
}
