//! A game in progress: a position, the turns that led to it, and those that were taken back.

use super::moves::{IllegalMove, Move};
use super::position::{Decision, Position, Stage, Undo};
use super::ruleset::RuleSet;
use super::setup::{Id, InvalidSetup, Player, Setup};
use super::tile::{Fish, Seat};

/// A game from its start on, forwards and backwards.
#[derive(Clone, Debug)]
pub struct GameHistory {
    start: Setup,
    stage: Stage,
    first: Option<Seat>,
    position: Position,
    past: Vec<Step>,
    /// What was taken back, the next one last.
    future: Vec<(Seat, Event)>,
}

/// What happened to a player: a turn, or what a referee decided instead of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It made a turn.
    Made(Move),
    /// It lost its turn.
    Lost,
    /// It was taken out of the game.
    Out,
}

#[derive(Clone, Debug)]
struct Step {
    seat: Seat,
    deed: Deed,
}

#[derive(Clone, Debug)]
enum Deed {
    Made(Move, Undo),
    Lost(Decision),
    Out(Decision),
}

impl GameHistory {
    /// Starts a game from a setup; `first` acts first if it can, else the lowest number that can.
    pub fn new(
        start: Setup,
        rules: &RuleSet,
        stage: Stage,
        first: Option<Seat>,
    ) -> Result<GameHistory, InvalidSetup> {
        let mut position = Position::new(&start, rules, &stage)?;
        if let Some(seat) = first {
            position.set_turn(seat);
        }
        Ok(GameHistory { start, stage, first, position, past: Vec::new(), future: Vec::new() })
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
        self.past.push(Step { seat, deed: Deed::Made(turn, undo) });
        undo.gain()
    }

    /// Takes the turn from the player to move, and forgets what was taken back; false when the game is over.
    pub fn lose_turn(&mut self) -> bool {
        let lost = self.advance_without_turn();
        if lost {
            self.future.clear();
        }
        lost
    }

    fn advance_without_turn(&mut self) -> bool {
        let Some(seat) = self.position.to_move() else {
            return false;
        };
        let decision = self.position.lose_turn();
        self.past.push(Step { seat, deed: Deed::Lost(decision) });
        true
    }

    /// Takes a player out of the game, and forgets what was taken back; false when it is not in it any more.
    pub fn retire(&mut self, seat: Seat) -> bool {
        let retired = self.advance_without(seat);
        if retired {
            self.future.clear();
        }
        retired
    }

    fn advance_without(&mut self, seat: Seat) -> bool {
        let Some(decision) = self.position.retire(seat) else {
            return false;
        };
        self.past.push(Step { seat, deed: Deed::Out(decision) });
        true
    }

    /// Takes the last turn back; false at the start.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.past.pop() else {
            return false;
        };
        let event = step.event();
        match step.deed {
            Deed::Made(_, undo) => self.position.undo(&undo),
            Deed::Lost(decision) | Deed::Out(decision) => self.position.overturn(&decision),
        }
        self.future.push((step.seat, event));
        true
    }

    /// Makes the turn again that was taken back last; false when there is none.
    pub fn redo(&mut self) -> bool {
        match self.future.pop() {
            None => false,
            Some((_, Event::Made(turn))) => {
                self.advance(turn);
                true
            }
            Some((_, Event::Lost)) => self.advance_without_turn(),
            Some((seat, Event::Out)) => self.advance_without(seat),
        }
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

    /// Returns what happened, counted from 0, with whose turn it was and the fish it brought.
    pub fn turn(&self, index: usize) -> Option<(Seat, Event, Fish)> {
        self.past.get(index).map(|step| {
            let gain = match &step.deed {
                Deed::Made(_, undo) => undo.gain(),
                Deed::Lost(_) | Deed::Out(_) => Fish::NONE,
            };
            (step.seat, step.event(), gain)
        })
    }

    /// Returns the state as a board file tells it; `id` names the players that have joined since the start.
    pub fn setup(&self, id: impl Fn(Seat) -> Id) -> Setup {
        let mut setup = self.start.clone();
        for (cell, &tile) in self.position.grid().iter().zip(self.position.ice().tiles()) {
            setup.set_tile(cell, tile);
        }
        for seat in self.position.seats() {
            let score = self.position.score(seat).unwrap_or(0);
            // The penguins of one who is out are nobody's any more, but they stand.
            let stands = self.position.ice().tiles().iter().any(|tile| tile.seat() == Some(seat));
            match setup.players.iter_mut().find(|player| player.seat == seat) {
                Some(player) if player.score == score => {}
                Some(player) => *player = Player::new(player.id.clone(), seat, score),
                None if !stands => {}
                None => setup.players.push(Player::new(id(seat), seat, score)),
            }
        }
        setup
    }
}

impl Step {
    fn event(&self) -> Event {
        match self.deed {
            Deed::Made(turn, _) => Event::Made(turn),
            Deed::Lost(_) => Event::Lost,
            Deed::Out(_) => Event::Out,
        }
    }
}
