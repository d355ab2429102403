//! A game in progress: a position, the turns that led to it, and those that were taken back.

use super::moves::{IllegalMove, Move};
use super::position::{Position, Stage, Undo};
use super::ruleset::RuleSet;
use super::setup::{Id, InvalidSetup, Player, Setup};
use super::tile::{Fish, Seat};

/// A game from its start on, forwards and backwards.
#[derive(Clone, Debug)]
pub struct Course {
    start: Setup,
    stage: Stage,
    first: Option<Seat>,
    position: Position,
    past: Vec<Step>,
    /// Turns that were taken back, the next one last.
    future: Vec<Move>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    seat: Seat,
    turn: Move,
    undo: Undo,
}

impl Course {
    /// Starts a game from a setup; `first` acts first if it can, else the lowest number that can.
    pub fn new(
        start: Setup,
        rules: &RuleSet,
        stage: Stage,
        first: Option<Seat>,
    ) -> Result<Course, InvalidSetup> {
        let mut position = Position::new(&start, rules, &stage)?;
        if let Some(seat) = first {
            position.set_turn(seat);
        }
        Ok(Course { start, stage, first, position, past: Vec::new(), future: Vec::new() })
    }

    /// Returns the setup that the game started from.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// Returns the stage at which it started.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Returns who was told to act first, if anyone was.
    pub fn first(&self) -> Option<Seat> {
        self.first
    }

    /// Returns the state of the game.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Makes a turn if it is legal, and forgets those that were taken back; returns the fish it brought.
    pub fn play(&mut self, turn: Move) -> Result<Fish, IllegalMove> {
        if let Some(reason) = self.position.why_illegal(turn) {
            return Err(reason);
        }
        self.future.clear();
        Ok(self.advance(turn))
    }

    fn advance(&mut self, turn: Move) -> Fish {
        let seat = self.position.to_move().expect("a legal turn is somebody's");
        let undo = self.position.play_unchecked(turn);
        self.past.push(Step { seat, turn, undo });
        undo.gain()
    }

    /// Takes the last turn back; false at the start.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.past.pop() else {
            return false;
        };
        self.position.undo(&step.undo);
        self.future.push(step.turn);
        true
    }

    /// Makes the turn again that was taken back last; false when there is none.
    pub fn redo(&mut self) -> bool {
        let next = self.future.pop();
        next.map(|turn| self.advance(turn)).is_some()
    }

    /// Forgets the turns that were taken back.
    pub fn forget_taken_back(&mut self) {
        self.future.clear();
    }

    /// Returns how many turns have been made.
    pub fn made(&self) -> usize {
        self.past.len()
    }

    /// Returns how many turns can be made again.
    pub fn taken_back(&self) -> usize {
        self.future.len()
    }

    /// Returns a turn that was made, counted from 0, with whose it was and the fish it brought.
    pub fn turn(&self, index: usize) -> Option<(Seat, Move, Fish)> {
        self.past.get(index).map(|step| (step.seat, step.turn, step.undo.gain()))
    }

    /// Returns the state as a board file tells it; `id` names the players that have joined since the start.
    pub fn setup(&self, id: impl Fn(Seat) -> Id) -> Setup {
        let mut setup = self.start.clone();
        for (cell, &tile) in self.position.grid().iter().zip(self.position.ice().tiles()) {
            setup.set_tile(cell, tile);
        }
        for seat in self.position.seats() {
            let score = self.position.score(seat).unwrap_or(0);
            match setup.players.iter_mut().find(|player| player.seat == seat) {
                Some(player) if player.score == score => {}
                Some(player) => *player = Player::new(player.id.clone(), seat, score),
                None if self.position.penguins(seat).is_empty() => {}
                None => setup.players.push(Player::new(id(seat), seat, score)),
            }
        }
        setup
    }
}
