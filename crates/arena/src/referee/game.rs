//! A game that the referee runs.

use std::time::Duration;

use floe_rules::contest::Calling;
use floe_rules::history::{Action, GameHistory};
use floe_rules::penguins::{Id, InvalidSetup, Position, Seat, Setup};
use floe_rules::record::Ending;

use super::judge::{self, Verdict, judge};
use super::player::{Player, Reply, TurnRequest};
use super::policy::{EliminationReason, FaultCounter};
use super::state::{BoardState, made_up};
use super::{GameError, GameTerms, PlayedGame};
use crate::fault::Fault;
use crate::quote::Quote;
use crate::result::{CpuTimes, FaultNote, ReplayNote, SeatResult};

/// The number of rounds without a turn after which a game goes on without the players that it waits for, or ends, if
/// its policy never eliminates a player.
const IDLE_ROUNDS: u32 = 10;

/// The maximum number of bytes of standard output, and of standard error, that are kept per program and game.
pub(crate) const MOST_OUTPUT: usize = 256 << 10;

/// The state of a game, with the results of its players so far.
pub(super) struct RefereedGame {
    state: BoardState,
    history: GameHistory<Position>,
    counter: FaultCounter,
    results: Vec<SeatResult>,
    faults: Vec<FaultNote>,
    replays: Vec<ReplayNote>,
    seats: Vec<Seat>,
    /// Whether a turn was made in the current round.
    moving: bool,
    /// Why the game was stopped, if it was.
    stopped: Option<String>,
}

impl RefereedGame {
    /// Starts a game on a board.
    pub(super) fn new(
        board: &Setup,
        terms: &GameTerms,
        players: usize,
    ) -> Result<RefereedGame, InvalidSetup> {
        let seats: Vec<Seat> = Seat::all().take(players).collect();
        let blank = |_: &Seat| SeatResult {
            fish: 0,
            place: 1,
            out: None,
            thought: Duration::ZERO,
            slowest: Duration::ZERO,
            cpu: Some(CpuTimes::default()),
            calls: 0,
            stdout: Vec::new(),
            stderr: Vec::new(),
        };
        Ok(RefereedGame {
            state: BoardState::new(board.clone()),
            history: terms.start(board, players)?,
            counter: FaultCounter::new(terms.policy),
            results: seats.iter().map(blank).collect(),
            faults: Vec::new(),
            replays: Vec::new(),
            seats,
            moving: false,
            stopped: None,
        })
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.history.position().is_out(seat)
    }

    /// Returns whether the game ends early.
    fn is_decided(&self) -> bool {
        let playing = self.seats.iter().filter(|&&seat| !self.is_out(seat)).count();
        playing == 0 || (playing == 1 && self.seats.len() > 1) || self.stopped.is_some()
    }

    /// Eliminates the players that cannot play at all. They go before the first turn, whatever faults cost, and share
    /// the last place.
    pub(super) fn take_forfeits(&mut self, players: &[Box<dyn Player>]) {
        for (index, player) in players.iter().enumerate() {
            let Some(why) = player.forfeits() else { continue };
            let seat = self.seats[index];
            self.faults.push(FaultNote::new(index, 0, &Fault::NotStarted(why.to_owned()), &Quote::default()));
            // Nobody has been eliminated before, so this cannot fail.
            let _ = self.history.eliminate(seat);
            self.results[index].out = Some(EliminationReason::NotStarted.to_string());
        }
    }

    /// Asks the players in turn until none of them can act, and all have been asked once more.
    pub(super) fn play_phase(
        &mut self,
        calling: Calling,
        players: &mut [Box<dyn Player>],
        watch: &mut dyn FnMut(&GameHistory<Position>) -> bool,
    ) -> Result<(), GameError> {
        let mut done = vec![false; self.seats.len()];
        let mut idle_rounds = 0;
        while !done.iter().all(|&done| done) {
            self.moving = false;
            for (index, player) in players.iter_mut().enumerate() {
                let seat = self.seats[index];
                if self.is_decided() {
                    return Ok(());
                }
                if done[index] || self.is_out(seat) {
                    done[index] = true;
                    if calling.is_placement() && !self.state.has_joined(seat) {
                        // The next player must not take its number.
                        let id = self.known_id(seat, player.as_ref());
                        self.state.register(seat, id);
                    }
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
            idle_rounds = if self.moving { 0 } else { idle_rounds + 1 };
            if idle_rounds == IDLE_ROUNDS && self.counter.never_eliminates() {
                self.end_waiting(calling, &done);
                idle_rounds = 0;
            }
        }
        Ok(())
    }

    /// Goes on without the players that the others have waited for, or stops the game if nobody is left to go on.
    ///
    /// Nobody can move before all have placed, so those who never place are eliminated. In the movement phase the
    /// fish that everyone has count: the game just ends.
    fn end_waiting(&mut self, calling: Calling, done: &[bool]) {
        let playing = |index: &usize| !self.is_out(self.seats[*index]);
        let (others, waited): (Vec<usize>, Vec<usize>) =
            (0..self.seats.len()).filter(playing).partition(|&index| done[index]);
        if waited.is_empty() {
            return;
        }
        if calling.is_placement() && !others.is_empty() {
            for index in waited {
                let _ = self.history.eliminate(self.seats[index]);
                self.results[index].out = Some(EliminationReason::Idle(IDLE_ROUNDS).to_string());
            }
            return;
        }
        let names: Vec<String> = waited.iter().map(|&index| self.seats[index].to_string()).collect();
        self.stopped = Some(format!("no turn of {} in {IDLE_ROUNDS} rounds", names.join(" and ")));
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
                self.moving = true;
                let joins = joined.is_some();
                let id = joined.unwrap_or_else(|| self.known_id(seat, player));
                self.history.play(turn).expect("the judge has checked that the turn is legal");
                self.state.follow(self.history.position(), turn, seat, &id);
                if joins {
                    self.state.note_reported(seat, player.id());
                }
            }
            Err(fault) => {
                let note = FaultNote::new(index_of(seat), self.history.made(), &fault, &reply.quote());
                self.punish(seat, calling, note, had_turn, player);
            }
        }
        Ok(())
    }

    /// Records a fault, and applies the policy.
    fn punish(&mut self, seat: Seat, calling: Calling, note: FaultNote, had_turn: bool, player: &dyn Player) {
        let placing = calling.is_placement();
        self.faults.push(note);
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

    /// Records the times of a reply, what was printed, and whether it was replayed.
    fn record(&mut self, seat: Seat, reply: &Reply) {
        let made = self.history.made();
        let result = &mut self.results[index_of(seat)];
        result.calls += 1;
        let (took, cpu) = match reply {
            Reply::Turn { took, cpu, .. } => (*took, *cpu),
            Reply::Ran(output) => (output.took, output.cpu),
        };
        result.thought += took;
        result.slowest = result.slowest.max(took);
        let times = result.cpu.get_or_insert_default();
        times.total += cpu;
        times.most = times.most.max(cpu);
        let Reply::Ran(output) = reply else {
            return;
        };
        keep(&mut result.stdout, made, &output.stdout);
        keep(&mut result.stderr, made, &output.stderr);
        if let Some(disturbance) = &output.replayed {
            self.replays.push(ReplayNote::new(index_of(seat), made, disturbance));
        }
    }

    /// Returns the result of the game.
    pub(super) fn finish(self) -> PlayedGame {
        let RefereedGame { state, history, mut results, faults, replays, seats, stopped, .. } = self;
        let position = history.position();
        // A game with one player left ends before its position does.
        let ending = if position.is_over() { Ending::Over } else { Ending::Stopped };
        for (&seat, (fish, place)) in seats.iter().zip(placings(&history, &seats)) {
            let result = &mut results[index_of(seat)];
            (result.fish, result.place) = (fish, place);
        }
        let ids = seats.iter().map(|&seat| state.id(seat).cloned()).collect();
        PlayedGame { history, ending, stopped, ids, results, faults, replays }
    }
}

/// Returns the fish and the final place of each player.
pub(crate) fn placings(history: &GameHistory<Position>, seats: &[Seat]) -> Vec<(u64, u32)> {
    let score = |seat: Seat| history.position().score(seat).unwrap_or(0);
    // The number of turns that a player lasted: unlike the time, it does not depend on the seat.
    let went_out = |seat: Seat| {
        let own = |index| history.action(index).filter(|(who, _)| *who == seat);
        (0..history.made()).filter_map(own).position(|(_, action)| action == Action::Eliminated)
    };
    // Remaining players come before eliminated ones, which are ranked by how long they lasted.
    let rank = |seat: Seat| went_out(seat).map_or((usize::MAX, score(seat)), |lasted| (lasted, 0));
    let ranks: Vec<_> = seats.iter().map(|&seat| rank(seat)).collect();
    let place = |own| ranks.iter().filter(|&&other| other > own).count() as u32 + 1;
    seats.iter().zip(&ranks).map(|(&seat, &own)| (score(seat), place(own))).collect()
}

/// Adds what a call printed to what is kept, below a header line.
fn keep(kept: &mut Vec<u8>, made: usize, printed: &[u8]) {
    if printed.is_empty() || kept.len() >= MOST_OUTPUT {
        return;
    }
    let room = MOST_OUTPUT - kept.len();
    kept.extend_from_slice(format!("--- after turn {made}\n").as_bytes());
    kept.extend_from_slice(&printed[..printed.len().min(room)]);
    if kept.last() != Some(&b'\n') {
        kept.push(b'\n');
    }
}

fn index_of(seat: Seat) -> usize {
    usize::from(seat.number()) - 1
}
