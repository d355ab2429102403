//! A game of any kind: one interface to Penguins and Gamma.

mod state;
mod turn;

use crate::gamma::{self, Gamma};
use crate::penguins::{self, InvalidSetup, Position, RuleSet, Seat, Setup, Stage};

pub use crate::history::{Action, GameHistory};
pub use state::GameState;
pub use turn::{IllegalTurn, ParseTurnError, Turn, TurnNotation};

/// A game in progress, with its history.
///
/// ```
/// use floe_rules::board_file;
/// use floe_rules::game::Game;
/// use floe_rules::penguins::{RuleSet, Stage};
///
/// let setup = board_file::read(b"1 4\n10 20 30 10\n")?;
/// let stage = Stage::Placement { penguins: 1, seats: setup.seats_for(2) };
/// let mut game = Game::penguins(setup, &RuleSet::SQUARE, stage, None)?;
/// for text in ["r1c1", "r1c4", "r1c1-r1c3"] {
///     let turn = game.parse_turn(text)?;
///     game.play(turn)?;
/// }
/// assert_eq!((game.to_move(), game.score(1)), (Some(1), 4));
///
/// game.undo();
/// assert_eq!((game.made(), game.undone(), game.score(1)), (2, 1, 1));
/// game.redo();
/// assert_eq!(game.leaders(), [1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Game {
    /// Penguins, under any rules.
    Penguins(Box<GameHistory<Position>>),
    /// Gamma.
    Gamma(Box<GameHistory<gamma::Turns>>),
}

impl Game {
    /// Starts a game of Penguins.
    ///
    /// The game begins with `first`, or the next player after it who can act; without `first`, with the lowest
    /// number that can act.
    pub fn penguins(
        setup: Setup,
        rules: &RuleSet,
        stage: Stage,
        first: Option<Seat>,
    ) -> Result<Game, InvalidSetup> {
        Ok(GameHistory::penguins(setup, rules, stage, first)?.into())
    }

    /// Starts a game of Gamma on a board, which need not be empty.
    pub fn gamma(board: Gamma) -> Game {
        GameHistory::gamma(board).into()
    }

    /// Returns the name of the game: `square`, `hex`, `classic` or `gamma`.
    pub fn name(&self) -> &'static str {
        match self {
            Game::Penguins(history) => history.position().rules().name,
            Game::Gamma(_) => "gamma",
        }
    }

    /// Returns the number of the player to move, unless the game is over.
    pub fn to_move(&self) -> Option<u32> {
        match self {
            Game::Penguins(history) => history.position().to_move().map(Seat::into),
            Game::Gamma(history) => history.turns().to_move(),
        }
    }

    /// Returns whether the game is over: no player can act any more.
    pub fn is_over(&self) -> bool {
        self.to_move().is_none()
    }

    /// Returns the numbers of the players, in the order of their turns.
    pub fn players(&self) -> Vec<u32> {
        match self {
            Game::Penguins(history) => history.position().seats().map(Seat::into).collect(),
            Game::Gamma(history) => (1..=history.board().players()).collect(),
        }
    }

    /// Returns the fish or cells of a player; 0 if there is no such player.
    pub fn score(&self, player: u32) -> u64 {
        match self {
            Game::Penguins(history) => {
                seat(player).and_then(|seat| history.position().score(seat)).unwrap_or(0)
            }
            Game::Gamma(history) => history.board().busy(player),
        }
    }

    /// Returns the players with the highest score: one winner, or several who share the win.
    ///
    /// Eliminated players do not count (rule P12).
    pub fn leaders(&self) -> Vec<u32> {
        match self {
            Game::Penguins(history) => history.position().leaders().into_iter().map(Seat::into).collect(),
            Game::Gamma(history) => {
                let most = history.turns().top_score().most;
                let players = 1..=history.board().players();
                players.filter(|&player| history.board().busy(player) == most).collect()
            }
        }
    }

    /// Makes a turn of the player to move, if it is legal, and clears the redo list.
    pub fn play(&mut self, turn: Turn) -> Result<(), IllegalTurn> {
        match (self, turn) {
            (Game::Penguins(history), Turn::Penguins(turn)) => history.play(turn),
            (Game::Gamma(history), Turn::Gamma(turn)) => history.play(turn),
            _ => Err(IllegalTurn::OtherGame),
        }
    }

    /// Skips the player to move as a penalty by the referee; in Penguins only (rule P12).
    pub fn lose_turn(&mut self) -> Result<(), IllegalTurn> {
        match self {
            Game::Penguins(history) => history.lose_turn(),
            Game::Gamma(_) => Err(IllegalTurn::NoPenalties),
        }
    }

    /// Eliminates a player as a penalty by the referee, at any time; in Penguins only (rule P12).
    pub fn eliminate(&mut self, player: u32) -> Result<(), IllegalTurn> {
        match self {
            Game::Penguins(history) => {
                history.eliminate(seat(player).ok_or(IllegalTurn::NotPlaying(player))?)
            }
            Game::Gamma(_) => Err(IllegalTurn::NoPenalties),
        }
    }

    /// Applies an action; the player matters only for [`Action::Eliminated`].
    pub fn apply(&mut self, player: u32, action: Action<Turn>) -> Result<(), IllegalTurn> {
        match action {
            Action::Turn(turn) => self.play(turn),
            Action::LostTurn => self.lose_turn(),
            Action::Eliminated => self.eliminate(player),
        }
    }

    /// Returns whether a player has been eliminated.
    pub fn is_out(&self, player: u32) -> bool {
        match self {
            Game::Penguins(history) => seat(player).is_some_and(|seat| history.position().is_out(seat)),
            Game::Gamma(_) => false,
        }
    }

    /// Undoes the latest action. Returns false at the start of the game.
    pub fn undo(&mut self) -> bool {
        match self {
            Game::Penguins(history) => history.undo(),
            Game::Gamma(history) => history.undo(),
        }
    }

    /// Redoes the action that was undone last. Returns false if there is none.
    pub fn redo(&mut self) -> bool {
        match self {
            Game::Penguins(history) => history.redo(),
            Game::Gamma(history) => history.redo(),
        }
    }

    /// Returns the number of actions so far.
    pub fn made(&self) -> usize {
        match self {
            Game::Penguins(history) => history.made(),
            Game::Gamma(history) => history.made(),
        }
    }

    /// Returns the number of actions that can be redone.
    pub fn undone(&self) -> usize {
        match self {
            Game::Penguins(history) => history.undone(),
            Game::Gamma(history) => history.undone(),
        }
    }

    /// Clears the redo list.
    pub fn forget_undone(&mut self) {
        match self {
            Game::Penguins(history) => history.forget_undone(),
            Game::Gamma(history) => history.forget_undone(),
        }
    }

    /// Undoes or redoes actions until `made` of them are in effect, or until none is left to redo.
    pub fn go_to(&mut self, made: usize) {
        while self.made() > made && self.undo() {}
        while self.made() < made && self.redo() {}
    }

    /// Returns the action with this index, counted from 0, and its player.
    pub fn action(&self, index: usize) -> Option<(u32, Action<Turn>)> {
        match self {
            Game::Penguins(history) => history.action(index).map(penguins_action),
            Game::Gamma(history) => history.action(index).map(gamma_action),
        }
    }

    /// Returns all actions so far in order, with their players.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = (u32, Action<Turn>)> + '_ {
        (0..self.made()).filter_map(|index| self.action(index))
    }

    /// Returns the actions that can be redone, the next one first.
    pub fn undone_actions(&self) -> impl Iterator<Item = (u32, Action<Turn>)> + '_ {
        let (penguins, gamma) = match self {
            Game::Penguins(history) => (Some(history.undone_actions()), None),
            Game::Gamma(history) => (None, Some(history.undone_actions())),
        };
        let penguins = penguins.into_iter().flatten().map(penguins_action);
        penguins.chain(gamma.into_iter().flatten().map(gamma_action))
    }

    /// Returns the short notation of a turn or action.
    pub fn notation(&self, action: impl Into<Action<Turn>>) -> TurnNotation {
        let grid = match self {
            Game::Penguins(history) => Some(history.position().grid()),
            Game::Gamma(_) => None,
        };
        TurnNotation::new(action.into(), grid)
    }

    /// Reads a turn in short notation, without checking whether it is legal.
    pub fn parse_turn(&self, text: &str) -> Result<Turn, ParseTurnError> {
        match self {
            Game::Penguins(history) => {
                Ok(Turn::Penguins(penguins::Move::parse(text, &history.position().grid())?))
            }
            Game::Gamma(_) => Ok(Turn::Gamma(text.parse()?)),
        }
    }

    /// Reads a turn or a referee's decision in short notation, without checking whether it is legal.
    pub fn parse_action(&self, text: &str) -> Result<Action<Turn>, ParseTurnError> {
        Action::parse_penalty(text).map_or_else(|| self.parse_turn(text).map(Action::Turn), Ok)
    }
}

fn penguins_action((seat, action): (Seat, Action<penguins::Move>)) -> (u32, Action<Turn>) {
    (seat.into(), action.map(Turn::Penguins))
}

fn gamma_action((player, turn): (u32, gamma::Move)) -> (u32, Action<Turn>) {
    (player, Action::Turn(Turn::Gamma(turn)))
}

impl From<GameHistory<Position>> for Game {
    fn from(history: GameHistory<Position>) -> Game {
        Game::Penguins(Box::new(history))
    }
}

impl From<GameHistory<gamma::Turns>> for Game {
    fn from(history: GameHistory<gamma::Turns>) -> Game {
        Game::Gamma(Box::new(history))
    }
}

fn seat(player: u32) -> Option<Seat> {
    u8::try_from(player).ok().and_then(Seat::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board_file;
    use crate::gamma::IllegalMove;
    use crate::grid;

    fn penguins() -> Game {
        let setup = board_file::read(b"2 3\n10 20 30\n10 10 20\n").unwrap();
        let seats = setup.seats_for(2);
        let stage = Stage::Placement { penguins: 1, seats };
        Game::penguins(setup, &RuleSet::SQUARE, stage, None).unwrap()
    }

    fn gamma() -> Game {
        Game::gamma(Gamma::new(3, 2, 2, 1).unwrap())
    }

    /// Plays turns in their notation.
    fn play(game: &mut Game, turns: &str) {
        for text in turns.split_whitespace() {
            let turn = game.parse_turn(text).unwrap();
            assert_eq!(game.notation(turn).to_string(), text);
            game.play(turn).unwrap();
        }
    }

    #[test]
    fn back_to_the_start_and_forth_again_is_the_same_game() {
        for (mut game, turns) in
            [(penguins(), "r1c1 r2c1 r1c1-r1c3 r2c1-r2c2"), (gamma(), "x0y0 x2y0 x1y0 x1y0! pass x2y1 x0y1")]
        {
            play(&mut game, turns);
            let count = turns.split_whitespace().count();
            let states =
                |game: &Game| (game.to_move(), game.players().iter().map(|&p| game.score(p)).collect());
            let mut seen: Vec<(Option<u32>, Vec<u64>)> = vec![states(&game)];
            while game.undo() {
                seen.push(states(&game));
            }
            assert_eq!((game.made(), game.undone()), (0, count));
            for state in seen.iter().rev() {
                assert_eq!(states(&game), *state);
                game.redo();
            }
            game.go_to(2);
            assert_eq!((game.made(), game.undone()), (2, count - 2));
            game.go_to(100);
            assert_eq!(game.made(), count);
        }
    }

    #[test]
    fn a_new_turn_clears_the_redo_list() {
        let mut game = gamma();
        play(&mut game, "x0y0 x2y0");
        game.undo();
        play(&mut game, "x2y1");
        assert_eq!((game.made(), game.undone()), (2, 0));
    }

    #[test]
    fn refusals_say_why() {
        let mut game = gamma();
        play(&mut game, "x0y0 x1y0");
        let mut why = |text: &str| {
            let turn = game.parse_turn(text).unwrap();
            match game.play(turn) {
                Err(IllegalTurn::Gamma(reason)) => reason,
                other => panic!("{text}: {other:?}"),
            }
        };
        let most = gamma::AreaCount(1);
        assert_eq!(why("x3y0"), IllegalMove::OffBoard);
        assert_eq!(why("x1y0"), IllegalMove::Taken(2));
        assert_eq!(why("x2y1"), IllegalMove::TooManyAreas { player: 1, most });
        assert_eq!(why("x2y1!"), IllegalMove::EmptyCell);
        assert_eq!(why("x0y0!"), IllegalMove::OwnCell(1));
        play(&mut game, "x0y1 x2y0 pass x2y1");
        let turn = game.parse_turn("x2y0!").unwrap();
        let reason = IllegalMove::TooManyAreas { player: 1, most };
        assert_eq!(game.play(turn), Err(IllegalTurn::Gamma(reason)));
        play(&mut game, "pass pass x1y0! pass");
        let turn = game.parse_turn("x2y0!").unwrap();
        assert_eq!(game.play(turn), Err(IllegalTurn::Gamma(IllegalMove::GoldenUsed(1))));
        let other = Turn::Penguins(penguins::Move::Place(grid::Cell(0)));
        assert_eq!(game.play(other), Err(IllegalTurn::OtherGame));
        assert_eq!(game.lose_turn(), Err(IllegalTurn::NoPenalties));
        assert_eq!(game.eliminate(1), Err(IllegalTurn::NoPenalties));
    }
}
