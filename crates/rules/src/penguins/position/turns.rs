//! The turns of a position: which are legal, what they do, and how they are undone.

use super::{Phase, Position};
use crate::penguins::ice::Ice;
use crate::penguins::keys;
use crate::penguins::moves::{IllegalMove, Move};
use crate::penguins::ruleset::Scoring;
use crate::penguins::tile::{Fish, Seat};

/// What is needed to undo a turn.
#[derive(Clone, Copy, Debug)]
#[must_use = "a turn can only be undone with this"]
pub struct Undo {
    played: Move,
    phase: Phase,
    turn: usize,
    hash: u64,
    beneath: Fish,
    found: Fish,
    gain: Fish,
}

impl Undo {
    /// Returns the fish that the turn scored.
    pub fn gain(&self) -> Fish {
        self.gain
    }
}

impl<I: Ice> Position<I> {
    /// Calls `visit` with every legal turn, in no particular order.
    #[inline]
    pub fn each_turn(&self, mut visit: impl FnMut(Move)) {
        match self.phase {
            Phase::Placement => self.ice.each_start(|cell| visit(Move::Place(cell))),
            Phase::Movement => {
                let flock = &self.players[self.turn].flock;
                self.ice.each_slide(flock, |from, to| visit(Move::Slide { from, to }));
            }
            Phase::Over => {}
        }
    }

    /// Returns every legal turn, sorted.
    pub fn turns(&self) -> Vec<Move> {
        let mut turns = Vec::new();
        self.each_turn(|turn| turns.push(turn));
        turns.sort_unstable();
        turns
    }

    /// Returns the number of legal turns.
    #[inline]
    pub fn count_turns(&self) -> u64 {
        match self.phase {
            Phase::Placement => self.ice.starts() as u64,
            Phase::Movement => self.ice.count_slides(&self.players[self.turn].flock),
            Phase::Over => 0,
        }
    }

    /// Returns whether a turn is legal; if it is not, [`why_illegal`](Position::why_illegal) returns the reason.
    pub fn is_legal(&self, turn: Move) -> bool {
        let cells = self.grid().cells();
        if turn.cells().any(|cell| cell.index() >= cells) {
            return false;
        }
        match (self.phase, turn) {
            (Phase::Placement, Move::Place(at)) => self.ice.is_free(at) && self.ice.fish(at) == Fish::ONE,
            (Phase::Movement, Move::Slide { from, to }) => {
                self.ice.holds(&self.players[self.turn].flock, from) && self.ice.reaches(from, to)
            }
            _ => false,
        }
    }

    /// Makes a turn if it is legal.
    ///
    /// ```
    /// use floe_rules::board_file;
    /// use floe_rules::penguins::{IllegalMove, Move, Position, RuleSet, Stage};
    ///
    /// let setup = board_file::read(b"2 3\n01 10 20\n10 02 30\nAnn 1 1\nBen 2 1\n")?;
    /// let mut position = Position::new(&setup, &RuleSet::SQUARE, &Stage::Movement)?;
    /// let diagonal = Move::parse("r1c1-r2c2", &position.grid())?;
    /// assert!(matches!(position.play(diagonal), Err(IllegalMove::Occupied { .. })));
    ///
    /// let before = position.clone();
    /// let undo = position.play(Move::parse("r1c1-r1c3", &position.grid())?)?;
    /// position.undo(&undo);
    /// assert_eq!(position, before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, turn: Move) -> Result<Undo, IllegalMove> {
        match self.why_illegal(turn) {
            Some(reason) => Err(reason),
            None => Ok(self.play_unchecked(turn)),
        }
    }

    /// Makes a turn that is known to be legal.
    ///
    /// An illegal turn leaves an inconsistent position, or panics.
    #[inline]
    pub fn play_unchecked(&mut self, turn: Move) -> Undo {
        let before = (self.phase, self.turn, self.hash);
        let scoring = self.rules.scoring;
        let player = &mut self.players[self.turn];
        let seat = player.seat;
        let (beneath, to) = match turn {
            Move::Place(at) => {
                self.hash ^= keys::unplaced(seat, player.unplaced);
                player.unplaced = player.unplaced.saturating_sub(1);
                self.hash ^= keys::unplaced(seat, player.unplaced);
                self.ice.enter(&mut player.flock, at);
                (Fish::NONE, at)
            }
            Move::Slide { from, to } => {
                let beneath = self.ice.fish(from);
                self.hash ^= self.ice.penguin_key(from, seat);
                self.ice.melt(from);
                self.ice.hop(&mut player.flock, from, to);
                (beneath, to)
            }
        };
        let found = self.ice.fish(to);
        self.hash ^= self.ice.floe_key(to) ^ self.ice.penguin_key(to, seat);
        let (gain, left) = match scoring {
            Scoring::Arrival => (found, Fish::NONE),
            Scoring::Departure => (beneath, found),
        };
        self.ice.settle(to, seat, left);
        player.score += u64::from(gain.count());
        self.give_turn(self.phase, (self.turn + 1) % self.players.len());
        let (phase, turn_before, hash) = before;
        Undo { played: turn, phase, turn: turn_before, hash, beneath, found, gain }
    }

    /// Makes a turn for any player, in any phase. Afterwards the player to move is meaningless.
    ///
    /// The guard needs it, since it cannot know the order of the turns.
    pub(crate) fn play_as(&mut self, seat: Seat, turn: Move) -> Undo {
        let index = self.players.iter().position(|player| player.seat == seat);
        self.hash ^= self.turn_key();
        self.turn = index.expect("the seat plays this game");
        self.phase = match turn {
            Move::Place(_) => Phase::Placement,
            Move::Slide { .. } => Phase::Movement,
        };
        self.hash ^= self.turn_key();
        self.play_unchecked(turn)
    }

    /// Undoes the latest turn; turns are undone in reverse order.
    #[inline]
    pub fn undo(&mut self, undo: &Undo) {
        self.phase = undo.phase;
        self.turn = undo.turn;
        self.hash = undo.hash;
        let player = &mut self.players[self.turn];
        player.score -= u64::from(undo.gain.count());
        match undo.played {
            Move::Place(at) => {
                player.unplaced += 1;
                self.ice.leave(&mut player.flock, at);
                self.ice.lift(at, undo.found);
            }
            Move::Slide { from, to } => {
                self.ice.hop(&mut player.flock, to, from);
                self.ice.lift(to, undo.found);
                self.ice.freeze(from, player.seat, undo.beneath);
            }
        }
    }
}
