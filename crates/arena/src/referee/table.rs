//! A game in progress at the referee's table.

use std::time::Duration;

use floe_rules::contest::Calling;
use floe_rules::history::{Action, GameHistory};
use floe_rules::penguins::{Id, InvalidSetup, Position, Seat, Setup, Stage};
use floe_rules::record::Ending;

use super::judge::{self, Verdict, judge};
use super::player::{Call, Player, Reply};
use super::policy::Book;
use super::state::{State, made_up};
use super::{GameError, Incident, Played, SeatResult, Terms};
use crate::verdict::Fault;

/// After so many rounds in which nobody made a turn, a game whose policy forgives everything is stopped.
const IDLE_ROUNDS: u32 = 10;

/// The most bytes that are kept of what a program prints to standard error in one game.
const MOST_STDERR: usize = 256 << 10;

/// The state of a game, with what is known about its players.
pub(super) struct Table {
    state: State,
    history: GameHistory<Position>,
    book: Book,
    results: Vec<SeatResult>,
    incidents: Vec<Incident>,
    seats: Vec<Seat>,
    /// Faults since the last turn that was made.
    idle: u32,
}

impl Table {
    /// Lays out the board for so many players.
    pub(super) fn new(board: &Setup, terms: &Terms, players: usize) -> Result<Table, InvalidSetup> {
        let seats: Vec<Seat> = Seat::all().take(players).collect();
        let stage = Stage::Placement { penguins: terms.penguins, seats: seats.clone() };
        let blank = |_: &Seat| SeatResult {
            id: None,
            score: 0,
            place: 1,
            out: None,
            thought: Duration::ZERO,
            slowest: Duration::ZERO,
            calls: 0,
            stderr: Vec::new(),
        };
        Ok(Table {
            state: State::new(board.clone()),
            history: GameHistory::penguins(board.clone(), &terms.rules, stage, None)?,
            book: Book::new(terms.policy),
            results: seats.iter().map(blank).collect(),
            incidents: Vec::new(),
            seats,
            idle: 0,
        })
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.history.position().is_out(seat)
    }

    /// Tells whether it makes no sense to go on.
    fn is_decided(&self) -> bool {
        let playing = self.seats.iter().filter(|&&seat| !self.is_out(seat)).count();
        playing == 0
            || (playing == 1 && self.seats.len() > 1)
            || (self.book.forgives_all() && self.idle >= IDLE_ROUNDS * self.seats.len() as u32)
    }

    /// Asks everyone in turn until nobody can act, and everyone has said so.
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

    /// Asks one player once, and does what comes of it.
    fn ask(&mut self, seat: Seat, calling: Calling, player: &mut dyn Player) -> Result<(), GameError> {
        let shown = self.state.shown_to(seat, player.id());
        let players = self.seats.len() as u8;
        let call = Call { position: self.history.position(), seat, calling, shown: &shown, players };
        let had_turn = judge::can_act(&call);
        let reply =
            player.answer(&call).map_err(|source| GameError::Ask { number: seat.number(), source })?;
        let verdict = judge(&call, &reply);
        self.note(seat, &reply);
        match verdict {
            Ok(Verdict::NoTurn) => self.book.good(seat),
            Ok(Verdict::Turn { turn, joined }) => {
                self.book.good(seat);
                self.idle = 0;
                let joins = joined.is_some();
                let id = joined.unwrap_or_else(|| self.known_id(seat, player));
                self.history.play(turn).expect("the judge has seen that the turn is legal");
                self.state.follow(self.history.position(), turn, seat, &id);
                if joins {
                    self.state.note_told(seat, player.id());
                }
            }
            Err(fault) => self.punish(seat, calling, fault, had_turn, player),
        }
        Ok(())
    }

    /// Notes a fault, with what it costs.
    fn punish(&mut self, seat: Seat, calling: Calling, fault: Fault, had_turn: bool, player: &dyn Player) {
        let placing = calling.is_placement();
        self.incidents.push(Incident { seat, after: self.history.made(), placing, fault });
        self.idle += 1;
        if placing && !self.state.has_joined(seat) {
            // Whoever comes next must not take its number.
            let id = self.known_id(seat, player);
            self.state.register(seat, id);
        }
        let out = self.book.fault(seat);
        if out.is_some() {
            // A player that is out is never asked again, so this cannot fail.
            let _ = self.history.eliminate(seat);
            self.results[index_of(seat)].out = out;
        } else if had_turn {
            let _ = self.history.lose_turn();
        }
    }

    /// Returns the id of a player: that of its row, the one it says, or one that we make up.
    fn known_id(&self, seat: Seat, player: &dyn Player) -> Id {
        self.state.id(seat).or(player.id()).cloned().unwrap_or_else(|| made_up(seat))
    }

    /// Keeps what a run cost and said.
    fn note(&mut self, seat: Seat, reply: &Reply) {
        let made = self.history.made();
        let result = &mut self.results[index_of(seat)];
        result.calls += 1;
        let took = match reply {
            Reply::Turn { took, .. } => *took,
            Reply::Ran(leavings) => leavings.took,
        };
        result.thought += took;
        result.slowest = result.slowest.max(took);
        let Reply::Ran(leavings) = reply else {
            return;
        };
        if !leavings.stderr.is_empty() && result.stderr.len() < MOST_STDERR {
            let room = MOST_STDERR - result.stderr.len();
            result.stderr.extend_from_slice(format!("--- after turn {made}\n").as_bytes());
            result.stderr.extend_from_slice(&leavings.stderr[..leavings.stderr.len().min(room)]);
            if result.stderr.last() != Some(&b'\n') {
                result.stderr.push(b'\n');
            }
        }
    }

    /// Adds up the game.
    pub(super) fn finish(self) -> Played {
        let Table { state, history, mut results, incidents, seats, .. } = self;
        let position = history.position();
        // When everyone else has gone out there is nothing more to play for.
        let ending = if position.is_over() { Ending::Over } else { Ending::Stopped };
        // How many turns one lasted that went out: not when it went, which depends on its seat.
        let went_out = |seat: Seat| {
            let own = |index| history.action(index).filter(|(who, _)| *who == seat);
            (0..history.made()).filter_map(own).position(|(_, action)| action == Action::Eliminated)
        };
        // Who stays is before all who went out, and of those it is who lasted longer.
        let rank = |seat: Seat| match went_out(seat) {
            None => (usize::MAX, position.score(seat).unwrap_or(0)),
            Some(lasted) => (lasted, 0),
        };
        for &seat in &seats {
            let result = &mut results[index_of(seat)];
            result.id = state.id(seat).cloned();
            result.score = position.score(seat).unwrap_or(0);
            let ahead = seats.iter().filter(|&&other| rank(other) > rank(seat)).count();
            result.place = ahead as u32 + 1;
        }
        Played { history, ending, seats: results, incidents }
    }
}

fn index_of(seat: Seat) -> usize {
    usize::from(seat.number()) - 1
}
