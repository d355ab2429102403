//! A game of any kind, for whoever plays, records or shows all of them alike.

use std::fmt;

use crate::penguins::{self, Seat};
use crate::{gamma, grid};

/// A game in progress.
#[derive(Clone, Debug)]
pub enum Game {
    /// Penguins, under any rules.
    Penguins(Box<penguins::GameHistory>),
    /// Gamma.
    Gamma(Box<gamma::GameHistory>),
}

/// A turn of one of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A turn of Penguins.
    Penguins(penguins::Move),
    /// A turn of Gamma.
    Gamma(gamma::Move),
    /// The player lost its turn, by the word of a referee.
    Lost,
    /// The player was taken out of the game by a referee.
    Out,
}

/// Why a turn is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalTurn {
    /// The rules of Penguins forbid it.
    #[error(transparent)]
    Penguins(#[from] penguins::IllegalMove),
    /// The rules of Gamma forbid it.
    #[error(transparent)]
    Gamma(#[from] gamma::IllegalMove),
    /// It is a turn of another game.
    #[error("that is a turn of another game")]
    OtherGame,
    /// A player that is not in the game, or not any more.
    #[error("player {0} is not in the game, or not any more")]
    NotPlaying(u32),
}

/// The error for text that is no turn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseTurnError {
    /// It is no turn of Penguins.
    #[error(transparent)]
    Penguins(#[from] penguins::ParseMoveError),
    /// It is no turn of Gamma.
    #[error(transparent)]
    Gamma(#[from] gamma::ParseMoveError),
}

impl Game {
    /// Returns the name of the game: `square`, `hex`, `classic` or `gamma`.
    pub fn name(&self) -> &'static str {
        match self {
            Game::Penguins(history) => history.position().rules().name,
            Game::Gamma(_) => "gamma",
        }
    }

    /// Returns whose turn it is by number, unless the game is over.
    pub fn to_move(&self) -> Option<u32> {
        match self {
            Game::Penguins(history) => history.position().to_move().map(number),
            Game::Gamma(history) => history.turns().to_move(),
        }
    }

    /// Tells whether nobody can do anything any more.
    pub fn is_over(&self) -> bool {
        self.to_move().is_none()
    }

    /// Returns the numbers of the players, in the order of their turns.
    pub fn players(&self) -> Vec<u32> {
        match self {
            Game::Penguins(history) => history.position().seats().map(number).collect(),
            Game::Gamma(history) => (1..=history.board().players()).collect(),
        }
    }

    /// Returns the fish or cells of a player; 0 for one that does not play.
    pub fn score(&self, player: u32) -> u64 {
        match self {
            Game::Penguins(history) => {
                seat(player).and_then(|seat| history.position().score(seat)).unwrap_or(0)
            }
            Game::Gamma(history) => history.board().busy(player),
        }
    }

    /// Returns the players with the highest score: one winner, or several who share the win.
    pub fn leaders(&self) -> Vec<u32> {
        match self {
            Game::Penguins(history) => history.position().leaders().into_iter().map(number).collect(),
            Game::Gamma(history) => {
                let most = history.turns().outcome().most;
                let players = 1..=history.board().players();
                players.filter(|&player| history.board().busy(player) == most).collect()
            }
        }
    }

    /// Makes a turn if it is legal, and forgets those that were taken back.
    pub fn play(&mut self, turn: Turn) -> Result<(), IllegalTurn> {
        match (self, turn) {
            (Game::Penguins(history), Turn::Penguins(turn)) => {
                history.play(turn)?;
                Ok(())
            }
            (Game::Gamma(history), Turn::Gamma(turn)) => Ok(history.play(turn)?),
            (Game::Penguins(history), Turn::Lost) => {
                if history.lose_turn() {
                    Ok(())
                } else {
                    Err(penguins::IllegalMove::GameOver.into())
                }
            }
            (Game::Penguins(history), Turn::Out) => {
                let seat = history.position().to_move().ok_or(penguins::IllegalMove::GameOver)?;
                history.retire(seat);
                Ok(())
            }
            _ => Err(IllegalTurn::OtherGame),
        }
    }

    /// Takes a player out of the game, whoever's turn it is; only referees of Penguins do that.
    pub fn retire(&mut self, player: u32) -> Result<(), IllegalTurn> {
        let Game::Penguins(history) = self else {
            return Err(IllegalTurn::OtherGame);
        };
        let retired = seat(player).is_some_and(|seat| history.retire(seat));
        if retired { Ok(()) } else { Err(IllegalTurn::NotPlaying(player)) }
    }

    /// Tells whether a player has been taken out of the game.
    pub fn is_out(&self, player: u32) -> bool {
        match self {
            Game::Penguins(history) => seat(player).is_some_and(|seat| history.position().is_out(seat)),
            Game::Gamma(_) => false,
        }
    }

    /// Takes the last turn back; false at the start.
    pub fn undo(&mut self) -> bool {
        match self {
            Game::Penguins(history) => history.undo(),
            Game::Gamma(history) => history.undo(),
        }
    }

    /// Makes the turn again that was taken back last; false when there is none.
    pub fn redo(&mut self) -> bool {
        match self {
            Game::Penguins(history) => history.redo(),
            Game::Gamma(history) => history.redo(),
        }
    }

    /// Returns how many turns have been made.
    pub fn made(&self) -> usize {
        match self {
            Game::Penguins(history) => history.made(),
            Game::Gamma(history) => history.made(),
        }
    }

    /// Returns how many turns can be made again.
    pub fn taken_back(&self) -> usize {
        match self {
            Game::Penguins(history) => history.taken_back(),
            Game::Gamma(history) => history.taken_back(),
        }
    }

    /// Forgets the turns that were taken back.
    pub fn forget_taken_back(&mut self) {
        match self {
            Game::Penguins(history) => history.forget_taken_back(),
            Game::Gamma(history) => history.forget_taken_back(),
        }
    }

    /// Goes to the state after so many turns, or as near as there are turns.
    pub fn go_to(&mut self, made: usize) {
        while self.made() > made && self.undo() {}
        while self.made() < made && self.redo() {}
    }

    /// Returns a turn that was made, counted from 0, with whose it was.
    pub fn turn(&self, index: usize) -> Option<(u32, Turn)> {
        match self {
            Game::Penguins(history) => history.turn(index).map(|(seat, event, _)| {
                let turn = match event {
                    penguins::Event::Made(turn) => Turn::Penguins(turn),
                    penguins::Event::Lost => Turn::Lost,
                    penguins::Event::Out => Turn::Out,
                };
                (number(seat), turn)
            }),
            Game::Gamma(history) => history.turn(index).map(|(player, turn)| (player, Turn::Gamma(turn))),
        }
    }

    /// Returns a turn in its short notation.
    pub fn notation(&self, turn: Turn) -> Notation {
        Notation(turn, self.grid())
    }

    /// Reads the short notation of a turn; whether it is legal is another question.
    pub fn parse_turn(&self, text: &str) -> Result<Turn, ParseTurnError> {
        match self {
            Game::Penguins(history) => {
                Ok(Turn::Penguins(penguins::Move::parse(text, &history.position().grid())?))
            }
            Game::Gamma(_) => Ok(Turn::Gamma(text.parse()?)),
        }
    }

    fn grid(&self) -> Option<grid::Grid> {
        match self {
            Game::Penguins(history) => Some(history.position().grid()),
            Game::Gamma(_) => None,
        }
    }
}

fn number(seat: Seat) -> u32 {
    u32::from(seat.number())
}

fn seat(player: u32) -> Option<Seat> {
    u8::try_from(player).ok().and_then(Seat::new)
}

/// A turn in writing, as [`Game::notation`] gives it.
#[derive(Clone, Copy, Debug)]
pub struct Notation(Turn, Option<grid::Grid>);

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.1) {
            (Turn::Penguins(turn), Some(grid)) => turn.notation(&grid).fmt(f),
            // A turn of Penguins has no places on a board of Gamma.
            (Turn::Penguins(_), None) => f.write_str("?"),
            (Turn::Gamma(turn), _) => turn.fmt(f),
            (Turn::Lost, _) => f.write_str("lost"),
            (Turn::Out, _) => f.write_str("out"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board_file;
    use crate::gamma::{Gamma, IllegalMove};
    use crate::penguins::{RuleSet, Stage};

    fn penguins() -> Game {
        let setup = board_file::read(b"2 3\n10 20 30\n10 10 20\n").unwrap();
        let seats = setup.seats_for(2);
        let stage = Stage::Placement { penguins: 1, seats };
        Game::Penguins(Box::new(penguins::GameHistory::new(setup, &RuleSet::SQUARE, stage, None).unwrap()))
    }

    fn gamma() -> Game {
        Game::Gamma(Box::new(gamma::GameHistory::new(Gamma::new(3, 2, 2, 1).unwrap())))
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
            assert_eq!((game.made(), game.taken_back()), (0, count));
            for state in seen.iter().rev() {
                assert_eq!(states(&game), *state);
                game.redo();
            }
            game.go_to(2);
            assert_eq!((game.made(), game.taken_back()), (2, count - 2));
            game.go_to(100);
            assert_eq!(game.made(), count);
        }
    }

    #[test]
    fn a_new_turn_forgets_what_was_taken_back() {
        let mut game = gamma();
        play(&mut game, "x0y0 x2y0");
        game.undo();
        play(&mut game, "x2y1");
        assert_eq!((game.made(), game.taken_back()), (2, 0));
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
        let most = gamma::Areas(1);
        assert_eq!(why("x3y0"), IllegalMove::OffBoard);
        assert_eq!(why("x1y0"), IllegalMove::Taken(2));
        assert_eq!(why("x2y1"), IllegalMove::TooManyAreas { player: 1, most });
        assert_eq!(why("x2y1!"), IllegalMove::NobodyThere);
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
    }
}
