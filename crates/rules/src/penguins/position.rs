//! A validated state of the game: its board, its players, and whose turn it is.

mod penalties;
mod turns;

use super::ice::Ice;
use super::keys;
use super::ruleset::RuleSet;
use super::setup::{InvalidSetup, MAX_SCORE, Setup, SetupFault};
use super::sheet::Sheet;
use super::tile::{Seat, Tile};
use crate::grid::{Cell, Grid};

pub use penalties::PenaltyUndo;
pub use turns::Undo;

/// The phase of a game: penguins are placed, then moved, then the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Phase {
    /// Penguins are placed.
    Placement,
    /// Penguins are moved.
    Movement,
    /// No player can move.
    Over,
}

/// The stage of a game when a position is made: a board file does not say whether penguins are still being placed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Stage {
    /// Penguins are still being placed.
    Placement {
        /// The number of penguins each player has in all.
        penguins: u32,
        /// All players, including those who have yet to join.
        seats: Vec<Seat>,
    },
    /// All penguins are placed.
    Movement,
}

#[derive(Clone, Debug, PartialEq)]
struct PlayerStanding<F> {
    seat: Seat,
    score: u64,
    unplaced: u32,
    /// The penguins that the player can still move: none for an eliminated player.
    flock: F,
    out: bool,
}

/// A valid state of the game; `I` is the representation of the board.
///
/// Players who cannot act are skipped: the player [to move](Position::to_move) always has a legal turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Position<I: Ice = Sheet> {
    rules: RuleSet,
    ice: I,
    players: Vec<PlayerStanding<I::Flock>>,
    phase: Phase,
    turn: usize,
    hash: u64,
}

/// The state of a player that a board file does not store.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct PlayerState {
    pub(crate) seat: Seat,
    /// The number of penguins yet to place.
    pub(crate) unplaced: u32,
    /// Whether a referee eliminated the player.
    pub(crate) out: bool,
}

impl Position {
    /// Validates a setup under some rules at a stage of the game.
    ///
    /// The lowest player number that can act is to move; [`set_turn`](Position::set_turn) changes that.
    pub fn new(setup: &Setup, rules: &RuleSet, stage: &Stage) -> Result<Position, InvalidSetup> {
        let faults = faults_of(setup, rules);
        if !faults.is_empty() {
            return Err(InvalidSetup(faults));
        }
        let grid = Grid::new(setup.rows(), setup.cols(), rules.topology)
            .expect("a setup has at least one cell and no more than can be numbered");
        let mut seats: Vec<Seat> = setup.players.iter().map(|player| player.seat).collect();
        let penguins = match stage {
            Stage::Movement => 0,
            Stage::Placement { penguins, seats: all } => {
                seats.extend(all);
                *penguins
            }
        };
        seats.sort_unstable();
        seats.dedup();

        let sheet = Sheet::new(grid, setup.tiles().to_vec());
        let mut players: Vec<PlayerStanding<Vec<Cell>>> = seats
            .into_iter()
            .map(|seat| {
                let score = setup.player_at(seat).map_or(0, |player| player.score);
                PlayerStanding { seat, score, unplaced: 0, flock: Vec::new(), out: false }
            })
            .collect();
        let mut hash = 0;
        for (cell, tile) in grid.iter().zip(setup.tiles()) {
            if let Some(seat) = tile.seat() {
                hash ^= sheet.penguin_key(cell, seat);
                let owner = players.iter_mut().find(|player| player.seat == seat);
                owner.expect("every penguin has a player row").flock.push(cell);
            } else if tile.is_free() {
                hash ^= sheet.floe_key(cell);
            }
        }
        for player in &mut players {
            let placed = u32::try_from(player.flock.len()).unwrap_or(u32::MAX);
            player.unplaced = penguins.saturating_sub(placed);
            hash ^= keys::unplaced(player.seat, player.unplaced);
        }
        let phase = match stage {
            Stage::Placement { .. } => Phase::Placement,
            Stage::Movement => Phase::Movement,
        };
        let mut position = Position { rules: *rules, ice: sheet, players, phase: Phase::Over, turn: 0, hash };
        position.give_turn(phase, 0);
        Ok(position)
    }

    /// Restores the state that a board file does not store, in a position made from one at [`Stage::Movement`].
    ///
    /// Returns false if the state does not match the position.
    #[cfg(feature = "serde")]
    pub(crate) fn restore(&mut self, players: &[PlayerState], phase: Phase, to_move: Option<Seat>) -> bool {
        if !players.iter().map(|player| player.seat).eq(self.seats()) {
            return false;
        }
        for (player, state) in self.players.iter_mut().zip(players) {
            let seat = player.seat;
            self.hash ^= keys::unplaced(seat, 0) ^ keys::unplaced(seat, state.unplaced);
            player.unplaced = state.unplaced;
            if state.out {
                self.hash ^= keys::out(seat);
                (player.flock, player.out) = (Vec::new(), true);
            }
        }
        let index = to_move.and_then(|seat| self.players.iter().position(|player| player.seat == seat));
        let from = if phase == Phase::Over { Phase::Movement } else { phase };
        self.give_turn(from, index.unwrap_or(0));
        self.phase == phase
    }

    /// Returns the state of the players that a board file does not store, by number.
    #[cfg(feature = "serde")]
    pub(crate) fn player_states(&self) -> impl Iterator<Item = PlayerState> + '_ {
        self.players.iter().map(|player| PlayerState {
            seat: player.seat,
            unplaced: player.unplaced,
            out: player.out,
        })
    }

    /// Returns the tile of a cell.
    pub fn tile(&self, cell: Cell) -> Tile {
        self.ice.tile(cell)
    }

    /// Returns the same position with another representation of the same board.
    pub(super) fn on<I: Ice>(&self, ice: I) -> Position<I> {
        let players = self
            .players
            .iter()
            .map(|player| {
                let mut flock = I::Flock::default();
                for &cell in &player.flock {
                    ice.enter(&mut flock, cell);
                }
                PlayerStanding {
                    flock,
                    seat: player.seat,
                    score: player.score,
                    unplaced: player.unplaced,
                    out: player.out,
                }
            })
            .collect();
        Position { rules: self.rules, ice, players, phase: self.phase, turn: self.turn, hash: self.hash }
    }
}

fn faults_of(setup: &Setup, rules: &RuleSet) -> Vec<SetupFault> {
    let mut faults = Vec::new();
    if setup.players.len() > usize::from(rules.most_players) {
        faults.push(SetupFault::TooManyPlayers {
            found: setup.players.len(),
            most: rules.most_players,
            rules: rules.name,
        });
    }
    let mut known = [false; Seat::MOST as usize + 1];
    for player in &setup.players {
        let number = usize::from(player.seat.number());
        if std::mem::replace(&mut known[number], true) {
            faults.push(SetupFault::SeatTwice(player.seat));
        }
    }
    let mut fish = 0u64;
    for (index, tile) in (0u32..).zip(setup.tiles()) {
        fish += u64::from(tile.fish().count());
        if let Some(seat) = tile.seat()
            && !known[usize::from(seat.number())]
        {
            // Only the first penguin of a player is reported, since a board may hold millions.
            known[usize::from(seat.number())] = true;
            faults.push(SetupFault::NoRow { at: setup.coord(Cell(index)), seat });
        }
    }
    for player in &setup.players {
        if player.score.saturating_add(fish) > MAX_SCORE {
            faults.push(SetupFault::ScoreTooHigh { id: player.id.clone(), score: player.score });
        }
    }
    faults
}

impl<I: Ice> Position<I> {
    /// Returns the rules of the game.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Returns the board.
    #[inline]
    pub fn ice(&self) -> &I {
        &self.ice
    }

    /// Returns the grid of the board.
    pub fn grid(&self) -> Grid {
        self.ice.grid()
    }

    /// Returns the phase.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Returns the player to move, unless the game is over.
    #[inline]
    pub fn to_move(&self) -> Option<Seat> {
        (self.phase != Phase::Over).then(|| self.players[self.turn].seat)
    }

    /// Iterates over the players by number.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.players.iter().map(|player| player.seat)
    }

    /// Returns the score of a player.
    pub fn score(&self, seat: Seat) -> Option<u64> {
        self.standing(seat).map(|player| player.score)
    }

    /// Returns the number of penguins that a player has yet to place.
    pub fn unplaced(&self, seat: Seat) -> Option<u32> {
        self.standing(seat).map(|player| player.unplaced)
    }

    /// Returns the cells of a player's penguins, sorted.
    pub fn penguins(&self, seat: Seat) -> Vec<Cell> {
        let mut cells = Vec::new();
        if let Some(player) = self.standing(seat) {
            self.ice.each_penguin(&player.flock, |cell| cells.push(cell));
        }
        cells.sort_unstable();
        cells
    }

    /// Returns a player's penguins in the representation of the board.
    pub fn flock(&self, seat: Seat) -> Option<&I::Flock> {
        self.standing(seat).map(|player| &player.flock)
    }

    /// Iterates over the players by number, with their penguins in the representation of the board.
    #[inline]
    pub fn flocks(&self) -> impl Iterator<Item = (Seat, &I::Flock)> {
        self.players.iter().map(|player| (player.seat, &player.flock))
    }

    /// Returns the player whose penguin stands on a cell.
    pub fn occupant(&self, cell: Cell) -> Option<Seat> {
        let holds = |player: &&PlayerStanding<I::Flock>| self.ice.holds(&player.flock, cell);
        self.ice.owner(cell).or_else(|| self.players.iter().find(holds).map(|player| player.seat))
    }

    /// Returns the hash of the position; scores are not included.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the hash without the player to move.
    pub(crate) fn board_hash(&self) -> u64 {
        self.hash ^ self.turn_key()
    }

    /// Returns the players with the most fish: one winner, or several who share the win (rule P7).
    ///
    /// Eliminated players cannot win, unless all are eliminated.
    pub fn leaders(&self) -> Vec<Seat> {
        let all_out = self.players.iter().all(|player| player.out);
        let counts = |player: &&PlayerStanding<I::Flock>| all_out || !player.out;
        let most = self.players.iter().filter(counts).map(|player| player.score).max();
        let leads = |player: &&PlayerStanding<I::Flock>| Some(player.score) == most;
        self.players.iter().filter(counts).filter(leads).map(|player| player.seat).collect()
    }

    /// Returns whether a referee has eliminated a player.
    pub fn is_out(&self, seat: Seat) -> bool {
        self.standing(seat).is_some_and(|player| player.out)
    }

    fn standing(&self, seat: Seat) -> Option<&PlayerStanding<I::Flock>> {
        self.players.iter().find(|player| player.seat == seat)
    }

    /// Gives the turn to a player, or to the next one who can act. Returns false if the player is not in the game.
    pub fn set_turn(&mut self, seat: Seat) -> bool {
        let Some(index) = self.players.iter().position(|player| player.seat == seat) else {
            return false;
        };
        self.give_turn(self.phase, index);
        true
    }

    /// Ends the placement, even if players still have penguins to place, and starts the movement.
    pub fn end_placement(&mut self) {
        if self.phase == Phase::Placement {
            self.give_turn(Phase::Movement, 0);
        }
    }

    /// Gives the turn to the first player from `index` on who can act, in `phase` or a later one.
    fn give_turn(&mut self, phase: Phase, index: usize) {
        self.hash ^= self.turn_key();
        (self.phase, self.turn) = self.next_to_act(phase, index);
        self.hash ^= self.turn_key();
    }

    fn turn_key(&self) -> u64 {
        self.to_move().map_or(0, |seat| keys::turn(self.phase, seat))
    }

    #[inline]
    fn next_to_act(&self, phase: Phase, index: usize) -> (Phase, usize) {
        let count = self.players.len();
        let mut from = index;
        if phase == Phase::Placement {
            if self.ice.starts() > 0 {
                let next = (index..count).chain(0..index).find(|&at| self.players[at].unplaced > 0);
                if let Some(at) = next {
                    return (Phase::Placement, at);
                }
            }
            from = 0;
        }
        if phase != Phase::Over {
            let can_slide = |&at: &usize| self.ice.can_slide(&self.players[at].flock);
            if let Some(at) = (from..count).chain(0..from).find(can_slide) {
                return (Phase::Movement, at);
            }
        }
        (Phase::Over, 0)
    }
}
