//! The board as an animal sees it when it is to move.

use floe_rules::contest::ContestAnswer;
use floe_rules::grid::Cell;
use floe_rules::penguins::{Fish, Id, Move, Position, Seat, Setup, Tile};

use crate::call::{Call, ZooError};

/// A board on which the animal has a turn.
pub(crate) struct BoardView {
    /// The state that was read.
    pub(crate) setup: Setup,
    /// The position, with the animal to move.
    pub(crate) position: Position,
    /// The seat of the animal.
    pub(crate) seat: Seat,
    /// Every legal turn, sorted; at least one.
    pub(crate) turns: Vec<Move>,
    id: Id,
}

impl BoardView {
    /// Resolves the call on a board; it is an error when there is no turn.
    pub(crate) fn new(call: &Call, setup: Setup) -> Result<BoardView, ZooError> {
        let contest = call.contest.as_ref().ok_or(ZooError::NoTurn)?;
        let ContestAnswer::Turn(pending) = contest.expected_answer(&setup)? else {
            return Err(ZooError::NoTurn);
        };
        let (position, seat) = (pending.position, pending.seat);
        let turns = position.turns();
        Ok(BoardView { setup, position, seat, turns, id: call.id().clone() })
    }

    /// Returns the first legal turn.
    pub(crate) fn first(&self) -> Move {
        *self.turns.first().expect("a player to move has a turn")
    }

    /// Returns the turn that collects the most fish.
    pub(crate) fn greedy(&self) -> Move {
        self.best(BoardView::fish_at)
    }

    /// Returns a turn that weighs fish against mobility.
    pub(crate) fn sensible(&self) -> Move {
        self.best(|view, turn| {
            let mut next = view.position.clone();
            let _ = next.play_unchecked(turn);
            next.set_turn(view.seat);
            let room = if next.to_move() == Some(view.seat) { next.count_turns() } else { 0 };
            4 * view.fish_at(turn) + room
        })
    }

    /// Returns the first of the best turns.
    fn best(&self, value: impl Fn(&BoardView, Move) -> u64) -> Move {
        let mut best = (self.first(), 0);
        for &turn in &self.turns {
            let value = value(self, turn);
            if value > best.1 {
                best = (turn, value);
            }
        }
        best.0
    }

    fn fish_at(&self, turn: Move) -> u64 {
        let cell = match turn {
            Move::Place(at) => at,
            Move::Slide { to, .. } => to,
        };
        u64::from(self.position.tile(cell).fish().count())
    }

    /// Returns the state after a legal turn.
    pub(crate) fn after(&self, turn: Move) -> Setup {
        let mut position = self.position.clone();
        let _ = position.play_unchecked(turn);
        let mut setup = self.setup.clone();
        setup.follow(&position, &turn.cells().collect::<Vec<_>>(), self.seat, &self.id);
        setup
    }

    /// Returns the state after a slide that may break any rule, with the score that it would give.
    pub(crate) fn after_any(&self, from: Cell, to: Cell) -> Setup {
        let mut setup = self.setup.clone();
        let fish = self.position.tile(to).fish();
        setup.set_tile(from, Tile::WATER);
        setup.set_tile(to, Tile::penguin(self.seat, Fish::NONE));
        self.gain(&mut setup, u64::from(fish.count()));
        setup
    }

    /// Raises the score of the animal.
    pub(crate) fn gain(&self, setup: &mut Setup, fish: u64) {
        if let Some(row) = setup.players.iter_mut().find(|player| player.seat == self.seat) {
            row.score += fish;
        }
    }

    /// Returns the cells whose tile matches, row by row.
    pub(crate) fn cells(&self, wanted: impl Fn(Tile) -> bool) -> impl Iterator<Item = Cell> {
        (0u32..).zip(self.setup.tiles()).filter(move |&(_, &tile)| wanted(tile)).map(|(index, _)| Cell(index))
    }

    /// Returns the cells of its own penguins.
    pub(crate) fn own(&self) -> Vec<Cell> {
        let seat = self.seat;
        self.cells(|tile| tile.seat() == Some(seat)).collect()
    }

    /// Returns a penguin of another player.
    pub(crate) fn other(&self) -> Option<(Cell, Seat)> {
        let seat = self.seat;
        let cell = self.cells(|tile| tile.seat().is_some_and(|owner| owner != seat)).next()?;
        Some((cell, self.position.tile(cell).seat()?))
    }

    /// Returns a turn that does not touch some cells, or any turn if there is none.
    pub(crate) fn turn_beside(&self, cells: &[Cell]) -> Move {
        let apart = |turn: &&Move| turn.cells().all(|cell| !cells.contains(&cell));
        self.turns.iter().find(apart).copied().unwrap_or_else(|| self.first())
    }
}
