//! How each game is talked about: one place that hands every question to the game that can answer it.
//!
//! A turn is understood from the words that were said so far. That is a function without memory, so that
//! words may come one to a line, or all at once, or be taken back.

use floe_rules::game::{Game, IllegalTurn, Turn};
use floe_rules::grid::Topology;

use super::answers::{number, sentence};
use super::{gamma, hex, ice, square};
use crate::company::{Company, mark};

/// Why there is no turn yet.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// Something must be asked.
    Ask(String),
    /// Something that was said makes no sense.
    Wrong {
        /// Why not.
        why: String,
        /// How many of the words before it still stand.
        keep: usize,
    },
    /// The player wants no more turns.
    Stop,
}

impl Open {
    /// Returns that everything that was said makes no sense together.
    pub(super) fn wrong(why: impl Into<String>) -> Open {
        Open::Wrong { why: why.into(), keep: 0 }
    }
}

/// Understands the words of a player who is to move.
pub(super) fn understand(game: &Game, company: &Company, words: &[String]) -> Result<Turn, Open> {
    match game {
        Game::Penguins(history) => {
            let position = history.position();
            let turn = match position.grid().topology() {
                Topology::Square => square::understand(position, company, words),
                Topology::Hex(_) => hex::understand(position, company, words),
            };
            turn.map(Turn::Penguins)
        }
        Game::Gamma(_) => gamma::understand(words).map(Turn::Gamma),
    }
}

/// Reads two numbers out of `words` from `from` on; `asks` are the questions for both and for the second.
pub(super) fn pair(words: &[String], from: usize, asks: [&str; 2]) -> Result<(u32, u32), Open> {
    let mut numbers = [0; 2];
    for (index, place) in numbers.iter_mut().enumerate() {
        let Some(word) = words.get(from + index) else {
            return Err(Open::Ask(asks[index].to_owned()));
        };
        *place = number(word).map_err(|why| Open::Wrong { why, keep: from + index })?;
    }
    Ok((numbers[0], numbers[1]))
}

/// Returns how many digits a number has.
pub(super) fn digits(number: u32) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// Returns what to say when it is a player's turn.
pub(super) fn heading(game: &Game, company: &Company, player: u32) -> String {
    let mark = mark(game, player);
    match game {
        Game::Penguins(history) if history.position().grid().topology() != Topology::Square => {
            format!(" Turn of {} ({mark})", company.name(player))
        }
        _ => format!(" Turn of player {mark}{}", company.name_after(player, &mark)),
    }
}

/// Returns the board, with what everybody has beneath it.
pub(super) fn board(game: &Game, company: &Company) -> String {
    let unit = match game {
        Game::Penguins(_) => "Fish",
        Game::Gamma(_) => "Cells",
    };
    let tally: Vec<String> = game.players().iter().map(|&player| count(game, company, player)).collect();
    format!("{}{unit}: {}", drawing(game), tally.join(", "))
}

/// Returns the board alone, with a word about its water if it has any.
pub fn drawing(game: &Game) -> String {
    let drawing = match game {
        Game::Penguins(history) => {
            let position = history.position();
            match position.grid().topology() {
                Topology::Square => square::board(position),
                Topology::Hex(_) => hex::board(position),
            }
        }
        Game::Gamma(history) => gamma::board(history.board()),
    };
    let legend = match game {
        Game::Penguins(history) if history.position().ice().tiles().iter().any(|tile| tile.is_water()) => {
            "(~ is water)\n"
        }
        _ => "",
    };
    format!("{drawing}{legend}")
}

/// Returns what else the player to move needs to know about its own standing, if anything.
pub(super) fn standing(game: &Game, company: &Company) -> Option<String> {
    match game {
        Game::Penguins(_) => None,
        Game::Gamma(history) => {
            game.to_move().map(|player| gamma::standing(history.board(), company, player))
        }
    }
}

/// Returns a player with what it has, as part of a row of such.
fn count(game: &Game, company: &Company, player: u32) -> String {
    let (mark, score) = (mark(game, player), game.score(player));
    let name = company.name_after(player, &mark);
    match game {
        Game::Penguins(_) => format!("{mark}{name} {score}"),
        // Two numbers in a row would be hard to tell apart.
        Game::Gamma(_) => format!("player {mark}{name}: {score}"),
    }
}

/// Returns what a player does in a turn that is about to be made, such as `moves from x 0 y 1 to x 0 y 3`.
pub(super) fn deed(game: &Game, company: &Company, turn: Turn) -> String {
    match (game, turn) {
        (Game::Penguins(history), Turn::Penguins(turn)) => ice::deed(history.position(), turn),
        (Game::Gamma(history), Turn::Gamma(turn)) => gamma::deed(history.board(), company, turn),
        _ => "plays another game".to_owned(),
    }
}

/// Returns the words that make a turn, to be typed at once.
pub(super) fn typed(game: &Game, turn: Turn) -> String {
    match (game, turn) {
        (Game::Penguins(history), Turn::Penguins(turn)) => match history.position().grid().topology() {
            Topology::Square => square::typed(history.position(), turn),
            Topology::Hex(_) => hex::typed(history.position(), turn),
        },
        (_, Turn::Gamma(turn)) => gamma::typed(turn),
        // That is a turn of another game.
        (Game::Gamma(_), Turn::Penguins(_)) => String::new(),
    }
}

/// Returns why a turn was refused, as a sentence.
pub(super) fn why(game: &Game, company: &Company, reason: IllegalTurn) -> String {
    let fragment = match (game, reason) {
        (Game::Penguins(history), IllegalTurn::Penguins(reason)) => {
            ice::why(&history.position().grid(), company, reason)
        }
        _ => reason.to_string(),
    };
    sentence(&fragment)
}

/// Returns what somebody who asks for help needs to know about a game.
pub(super) fn help(game: &Game) -> String {
    match game {
        Game::Penguins(history) => match history.position().grid().topology() {
            Topology::Square => square::HELP.to_owned(),
            Topology::Hex(_) => hex::help(history.position()),
        },
        Game::Gamma(_) => gamma::HELP.to_owned(),
    }
}
