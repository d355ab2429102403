//! A game that the referee runs.

use std::time::Duration;

use floe_rules::contest::Calling;
use floe_rules::history::{Action, GameHistory};
use floe_rules::penguins::{Id, InvalidSetup, Position, Seat, Setup, Stage};
use floe_rules::record::Ending;

use super::judge::{self, Verdict, judge};
use super::player::{Player, Reply, TurnRequest};
use super::policy::FaultCounter;
use super::state::{BoardState, made_up};
use super::{GameError, GameTerms, PlayedGame};
use crate::fault::Fault;
use crate::result::{FaultNote, SeatResult};

/// The number of rounds without a turn after which a game ends if its policy never eliminates a player.
const IDLE_ROUNDS: u32 = 10;

/// The maximum number of bytes of standard error that are kept per program and game.
const MOST_STDERR: usize = 256 << 10;

/// The state of a game, with the results of its players so far.
pub(super) struct RefereedGame {
    state: BoardState,
    history: GameHistory<Position>,
    counter: FaultCounter,
    results: Vec<SeatResult>,
    faults: Vec<FaultNote>,
    seats: Vec<Seat>,
    /// Faults since the last turn that was made.
    idle: u32,
}

impl RefereedGame {
    /// Starts a game on a board.
    pub(super) fn new(
        board: &Setup,
        terms: &GameTerms,
        players: usize,
    ) -> Result<RefereedGame, InvalidSetup> {
        let seats: Vec<Seat> = Seat::all().take(players).collect();
        let stage = Stage::Placement { penguins: terms.penguins, seats: seats.clone() };
        let blank = |_: &Seat| SeatResult {
            fish: 0,
            place: 1,
            out: None,
            thought: Duration::ZERO,
            slowest: Duration::ZERO,
            calls: 0,
            stderr: Vec::new(),
        };
        Ok(RefereedGame {
            state: BoardState::new(board.clone()),
            history: GameHistory::penguins(board.clone(), &terms.rules, stage, None)?,
            counter: FaultCounter::new(terms.policy),
            results: seats.iter().map(blank).collect(),
            faults: Vec::new(),
            seats,
            idle: 0,
        })
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.history.position().is_out(seat)
    }

    /// Returns whether the game ends early.
    fn is_decided(&self) -> bool {
        let playing = self.seats.iter().filter(|&&seat| !self.is_out(seat)).count();
        playing == 0
            || (playing == 1 && self.seats.len() > 1)
            || (self.counter.never_eliminates() && self.idle >= IDLE_ROUNDS * self.seats.len() as u32)
    }

    /// Asks the players in turn until none of them can act, and all have been asked once more.
    pub(super) fn play_phase(
        &mut self,
        calling: Calling,
        players: &mut [Box<dyn Player>],
        watch: &mut dyn FnMut(&GameHistory<Position>) -> bool,
    ) -> Result<(), GameError> {
        let mut done = vec![false; self.seats.len()];
        while !done.iter().all(|&done| done) {
            for (index, player) in players.iter_mut().enumerate() {
                let seat = self.seats[index];
                if self.is_decided() {
                    return Ok(());
                }
                if done[index] || self.is_out(seat) {
                    done[index] = true;
                    continue;
                }
                // A player without a turn now has none for the rest of the phase.
                done[index] = !calling.has_turn(self.history.position(), seat);
                if !done[index] || player.is_asked_when_blocked() {
                    self.ask(seat, calling, player.as_mut())?;
                    if !watch(&self.history) {
                        return Err(GameError::Interrupted);
                    }
                }
            }
        }
        Ok(())
    }

    /// Asks one player once, and applies the verdict.
    fn ask(&mut self, seat: Seat, calling: Calling, player: &mut dyn Player) -> Result<(), GameError> {
        let shown = self.state.shown_to(seat, player.id());
        let request = TurnRequest { position: self.history.position(), seat, calling, shown: &shown };
        let had_turn = judge::can_act(&request);
        let reply =
            player.answer(&request).map_err(|source| GameError::Ask { number: seat.number(), source })?;
        let verdict = judge(&request, &reply);
        self.record(seat, &reply);
        match verdict {
            Ok(Verdict::NoTurn) => self.counter.good(seat),
            Ok(Verdict::Turn { turn, joined }) => {
                self.counter.good(seat);
                self.idle = 0;
                let joins = joined.is_some();
                let id = joined.unwrap_or_else(|| self.known_id(seat, player));
                self.history.play(turn).expect("the judge has checked that the turn is legal");
                self.state.follow(self.history.position(), turn, seat, &id);
                if joins {
                    self.state.note_reported(seat, player.id());
                }
            }
            Err(fault) => self.punish(seat, calling, &fault, had_turn, player),
        }
        Ok(())
    }

    /// Records a fault, and applies the policy.
    fn punish(&mut self, seat: Seat, calling: Calling, fault: &Fault, had_turn: bool, player: &dyn Player) {
        let placing = calling.is_placement();
        self.faults.push(FaultNote::new(index_of(seat), self.history.made(), fault));
        self.idle += 1;
        if placing && !self.state.has_joined(seat) {
            // The next player must not take its number.
            let id = self.known_id(seat, player);
            self.state.register(seat, id);
        }
        let out = self.counter.fault(seat);
        if out.is_some() {
            // An eliminated player is never asked again, so this cannot fail.
            let _ = self.history.eliminate(seat);
            self.results[index_of(seat)].out = out.map(|out| out.to_string());
        } else if had_turn {
            let _ = self.history.lose_turn();
        }
    }

    /// Returns the id of a player: from its row, as it reported it, or a made-up one.
    fn known_id(&self, seat: Seat, player: &dyn Player) -> Id {
        self.state.id(seat).or(player.id()).cloned().unwrap_or_else(|| made_up(seat))
    }

    /// Records the time and the standard error of a reply.
    fn record(&mut self, seat: Seat, reply: &Reply) {
        let made = self.history.made();
        let result = &mut self.results[index_of(seat)];
        result.calls += 1;
        let took = match reply {
            Reply::Turn { took, .. } => *took,
            Reply::Ran(output) => output.took,
        };
        result.thought += took;
        result.slowest = result.slowest.max(took);
        let Reply::Ran(output) = reply else {
            return;
        };
        if !output.stderr.is_empty() && result.stderr.len() < MOST_STDERR {
            let room = MOST_STDERR - result.stderr.len();
            result.stderr.extend_from_slice(format!("--- after turn {made}\n").as_bytes());
            result.stderr.extend_from_slice(&output.stderr[..output.stderr.len().min(room)]);
            if result.stderr.last() != Some(&b'\n') {
                result.stderr.push(b'\n');
            }
        }
    }

    /// Returns the result of the game.
    pub(super) fn finish(self) -> PlayedGame {
        let RefereedGame { state, history, mut results, faults, seats, .. } = self;
        let position = history.position();
        // A game with one player left ends before its position does.
        let ending = if position.is_over() { Ending::Over } else { Ending::Stopped };
        // The number of turns that a player lasted: unlike the time, it does not depend on the seat.
        let went_out = |seat: Seat| {
            let own = |index| history.action(index).filter(|(who, _)| *who == seat);
            (0..history.made()).filter_map(own).position(|(_, action)| action == Action::Eliminated)
        };
        // Remaining players come before eliminated ones, which are ranked by how long they lasted.
        let rank = |seat: Seat| match went_out(seat) {
            None => (usize::MAX, position.score(seat).unwrap_or(0)),
            Some(lasted) => (lasted, 0),
        };
        for &seat in &seats {
            let result = &mut results[index_of(seat)];
            result.fish = position.score(seat).unwrap_or(0);
            let ahead = seats.iter().filter(|&&other| rank(other) > rank(seat)).count();
            result.place = ahead as u32 + 1;
        }
        let ids = seats.iter().map(|&seat| state.id(seat).cloned()).collect();
        PlayedGame { history, ending, ids, results, faults }
    }
}

fn index_of(seat: Seat) -> usize {
    usize::from(seat.number()) - 1
}
