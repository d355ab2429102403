//! The history of a game of Penguins.

use super::moves::{IllegalMove, Move};
use super::position::{PenaltyUndo, Position, Stage, Undo};
use super::ruleset::RuleSet;
use super::setup::{Id, InvalidSetup, PlayerRow, Setup};
use super::tile::{Fish, Seat};
use crate::game::IllegalTurn;
use crate::history::{Action, GameHistory, Undoable};

/// The start of a game of Penguins.
#[derive(Clone, Debug)]
pub struct GameStart {
    setup: Setup,
    stage: Stage,
    first: Option<Seat>,
}

/// What is needed to revert an action.
#[derive(Clone, Debug)]
pub enum ActionUndo {
    /// For a turn.
    Turn(Undo),
    /// For a lost turn or an elimination.
    Penalty(PenaltyUndo),
}

impl Undoable for Position {
    type Start = GameStart;
    type Player = Seat;
    type Action = Action<Move>;
    type Undo = ActionUndo;

    fn apply(&mut self, seat: Seat, action: Action<Move>) -> Result<ActionUndo, IllegalTurn> {
        match action {
            Action::Turn(turn) => Ok(ActionUndo::Turn(self.play(turn)?)),
            Action::LostTurn => Ok(ActionUndo::Penalty(self.lose_turn())),
            Action::Eliminated => {
                let undo = self.eliminate(seat);
                let undo = undo.ok_or_else(|| IllegalTurn::NotPlaying(u32::from(seat.number())))?;
                Ok(ActionUndo::Penalty(undo))
            }
        }
    }

    fn revert(&mut self, _: Seat, _: Action<Move>, undo: ActionUndo) {
        match undo {
            ActionUndo::Turn(undo) => self.undo(&undo),
            ActionUndo::Penalty(undo) => self.undo_penalty(&undo),
        }
    }
}

impl GameHistory<Position> {
    /// Starts a game of Penguins.
    ///
    /// The game begins with `first`, or the next player after it who can act; without `first`, with the lowest
    /// number that can act.
    pub fn penguins(
        setup: Setup,
        rules: &RuleSet,
        stage: Stage,
        first: Option<Seat>,
    ) -> Result<GameHistory<Position>, InvalidSetup> {
        let mut position = Position::new(&setup, rules, &stage)?;
        if let Some(seat) = first {
            position.set_turn(seat);
        }
        Ok(GameHistory::from_state(GameStart { setup, stage, first }, position))
    }

    /// Returns the setup that the game started from.
    pub fn start(&self) -> &Setup {
        &self.start_data().setup
    }

    /// Returns the stage at which it started.
    pub fn stage(&self) -> &Stage {
        &self.start_data().stage
    }

    /// Returns the player that was chosen to act first, if any.
    pub fn first(&self) -> Option<Seat> {
        self.start_data().first
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.state()
    }

    fn to_move(&self) -> Result<Seat, IllegalTurn> {
        Ok(self.position().to_move().ok_or(IllegalMove::GameOver)?)
    }

    /// Makes a turn of the player to move, if it is legal.
    pub fn play(&mut self, turn: Move) -> Result<(), IllegalTurn> {
        self.apply(self.to_move()?, Action::Turn(turn))
    }

    /// Skips the player to move as a penalty. Fails if the game is over.
    pub fn lose_turn(&mut self) -> Result<(), IllegalTurn> {
        self.apply(self.to_move()?, Action::LostTurn)
    }

    /// Eliminates a player. Fails if it is not in the game.
    pub fn eliminate(&mut self, seat: Seat) -> Result<(), IllegalTurn> {
        self.apply(seat, Action::Eliminated)
    }

    /// Returns the fish gained by the action with this index, counted from 0.
    pub fn gain(&self, index: usize) -> Fish {
        match self.undo_data(index) {
            Some(ActionUndo::Turn(undo)) => undo.gain(),
            _ => Fish::NONE,
        }
    }

    /// Returns the current state for a board file; `id` gives the ids of players who joined since the start.
    pub fn setup(&self, id: impl Fn(Seat) -> Id) -> Setup {
        let position = self.position();
        let mut setup = self.start().clone();
        for (cell, &tile) in position.grid().iter().zip(position.ice().tiles()) {
            setup.set_tile(cell, tile);
        }
        for seat in position.seats() {
            let score = position.score(seat).unwrap_or(0);
            // An eliminated player has no penguins to move, but they still stand on the board.
            let stands = position.ice().tiles().iter().any(|tile| tile.seat() == Some(seat));
            match setup.players.iter_mut().find(|player| player.seat == seat) {
                Some(player) if player.score == score => {}
                Some(player) => *player = PlayerRow::new(player.id.clone(), seat, score),
                None if !stands => {}
                None => setup.players.push(PlayerRow::new(id(seat), seat, score)),
            }
        }
        setup
    }
}
