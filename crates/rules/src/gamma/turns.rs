//! The state of a game of Gamma: the board, whose turn it is, who is skipped, and who has won.

use super::game::Gamma;
use super::moves::{AreaCount, IllegalMove, Move};

/// A state of the game: the board, and whose turn it is.
///
/// ```
/// use floe_rules::gamma::{Gamma, IllegalMove, Move, Turns};
///
/// // 3 x 2 cells, two players, one area each.
/// let mut turns = Turns::new(Gamma::new(3, 2, 2, 1)?);
/// turns.play("x0y0".parse()?)?;
/// assert_eq!(turns.to_move(), Some(2));
/// assert_eq!(turns.play(Move::Take { x: 0, y: 0 }), Err(IllegalMove::Taken(1)));
/// turns.play("x0y0!".parse()?)?;
/// assert_eq!(turns.game().owner(0, 0), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Turns {
    game: Gamma,
    /// The player to move; `None` when the game is over.
    current: Option<u32>,
}

/// The highest score of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopScore {
    /// The highest number of cells that a player holds.
    pub most: u64,
    /// The number of players that hold this many cells.
    pub leaders: u64,
}

impl Turns {
    /// Starts a game with player 1.
    pub fn new(game: Gamma) -> Turns {
        Turns { game, current: Some(1) }
    }

    /// Resumes a game; `None` when the player to move cannot act, or a player can although the game is over.
    #[cfg(feature = "serde")]
    pub(crate) fn resume(game: Gamma, to_move: Option<u32>) -> Option<Turns> {
        let mut turns = Turns { game, current: to_move };
        let fits = match to_move {
            // Player 1 is to move at the start, even if it cannot act.
            Some(player) => player == 1 || turns.can_act(player),
            None => (1..=turns.game.players()).all(|player| !turns.can_act(player)),
        };
        fits.then_some(turns)
    }

    /// Logs moves from now on, so that they can be [undone](Turns::undo).
    pub fn keep_history(&mut self) {
        self.game.keep_history();
    }

    /// Returns a copy with an empty undo log.
    pub fn without_history(&self) -> Turns {
        Turns { game: self.game.trial(), current: self.current }
    }

    /// Returns the board.
    pub fn game(&self) -> &Gamma {
        &self.game
    }

    /// Returns the player to move, or `None` when no player can act (rule M5).
    pub fn to_move(&self) -> Option<u32> {
        self.current
    }

    /// Takes an empty cell for the player to move. Returns false if the rules forbid it.
    pub fn take(&mut self, x: u32, y: u32) -> bool {
        self.act(|game, player| game.take(player, x, y))
    }

    /// Makes the golden move of the player to move. Returns false if the rules forbid it.
    pub fn take_golden(&mut self, x: u32, y: u32) -> bool {
        self.act(|game, player| game.take_golden(player, x, y))
    }

    /// Gives up the turn.
    pub fn pass(&mut self) {
        if let Some(player) = self.current {
            self.end_turn(player);
        }
    }

    /// Makes a turn of the player to move, or returns why the rules forbid it.
    pub fn play(&mut self, turn: Move) -> Result<(), IllegalMove> {
        let player = self.current.ok_or(IllegalMove::GameOver)?;
        let done = match turn {
            Move::Take { x, y } => self.take(x, y),
            Move::Golden { x, y } => self.take_golden(x, y),
            Move::Pass => {
                self.pass();
                true
            }
        };
        if done { Ok(()) } else { Err(self.why_refused(player, turn)) }
    }

    /// Returns why a turn that was just refused is not allowed.
    fn why_refused(&self, player: u32, turn: Move) -> IllegalMove {
        let (Move::Take { x, y } | Move::Golden { x, y }) = turn else {
            return IllegalMove::GameOver;
        };
        let game = &self.game;
        if x >= game.width() || y >= game.height() {
            return IllegalMove::OffBoard;
        }
        let golden = matches!(turn, Move::Golden { .. });
        if golden && !game.has_golden(player) {
            return IllegalMove::GoldenUsed(player);
        }
        let holder = game.owner(x, y);
        match holder {
            None if golden => return IllegalMove::EmptyCell,
            Some(holder) if golden && holder == player => return IllegalMove::OwnCell(player),
            Some(holder) if !golden => return IllegalMove::Taken(holder),
            _ => {}
        }
        let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        let touches = around.iter().any(|&(x, y)| game.owner(x, y) == Some(player));
        let most = AreaCount(game.most_areas());
        match holder {
            _ if !touches && game.areas(player) >= game.most_areas() => {
                IllegalMove::TooManyAreas { player, most }
            }
            Some(holder) => IllegalMove::Breaks { holder, most },
            None => IllegalMove::NoMemory,
        }
    }

    fn act(&mut self, action: impl FnOnce(&mut Gamma, u32) -> bool) -> bool {
        let Some(player) = self.current else {
            return false;
        };
        let done = action(&mut self.game, player);
        if done {
            self.end_turn(player);
        }
        done
    }

    fn end_turn(&mut self, player: u32) {
        let after = (player..=self.game.players()).skip(1).chain(1..=player);
        self.current = None;
        for next in after {
            if self.can_act(next) {
                self.current = Some(next);
                break;
            }
        }
    }

    fn can_act(&mut self, player: u32) -> bool {
        self.game.free(player) > 0 || self.game.golden_possible(player)
    }

    /// Undoes the latest turn, given who made it; moves must be [logged](Turns::keep_history).
    pub fn undo(&mut self, player: u32, turn: Move) {
        if turn != Move::Pass {
            self.game.undo();
        }
        self.current = Some(player);
    }

    /// Returns the highest number of cells that a player holds, and the number of players that hold it.
    pub fn top_score(&self) -> TopScore {
        let mut top_score = TopScore { most: 0, leaders: 0 };
        for player in 1..=self.game.players() {
            let busy = self.game.busy(player);
            if busy > top_score.most {
                top_score = TopScore { most: busy, leaders: 1 };
            } else if busy == top_score.most {
                top_score.leaders += 1;
            }
        }
        top_score
    }
}
