//! Text output and turn parsing for plain mode, dispatched to the module of each game.
//!
//! A turn is parsed from all words typed so far, with no other state: they may come one per line or all at once, and
//! can be dropped again.

use floe_locale::Lang;
use floe_rules::game::{Game, IllegalTurn, Turn};
use floe_rules::grid::Topology;

use floe_session::Roster;

use super::console::number;
use super::{gamma, hex, penguins, square};
use crate::phrases::{Phrases, TileNames, YOU, mark, name_after, sentence};

/// Why the words typed so far are not a complete turn.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Incomplete {
    /// More is needed: the question for it.
    Ask(String),
    /// A word makes no sense.
    Wrong {
        /// The reason.
        reason: String,
        /// How many words before it are kept.
        keep: usize,
    },
    /// The player wants to end the game.
    Stop,
}

impl Incomplete {
    /// Refuses all words.
    pub(super) fn wrong(reason: impl Into<String>) -> Incomplete {
        Incomplete::Wrong { reason: reason.into(), keep: 0 }
    }
}

/// Returns the sentences about a game, with the coordinates of plain mode: squares count from 0.
pub(super) fn phrases<'a>(lang: Lang, game: &'a Game, roster: &'a Roster) -> Phrases<'a> {
    let tiles = match game {
        Game::Penguins(history) if history.position().grid().topology() == Topology::Square => {
            TileNames::FromZero
        }
        _ => TileNames::RowColumn,
    };
    Phrases::new(lang, game, roster).with_tiles(tiles)
}

/// Reads the turn of the player to move from words.
pub(super) fn parse_turn(game: &Game, roster: &Roster, words: &[String]) -> Result<Turn, Incomplete> {
    match game {
        Game::Penguins(history) => {
            let position = history.position();
            let turn = match position.grid().topology() {
                Topology::Square => square::parse_turn(position, roster, words),
                Topology::Hex(_) => hex::parse_turn(position, roster, words),
            };
            turn.map(Turn::Penguins)
        }
        Game::Gamma(_) => gamma::parse_turn(words).map(Turn::Gamma),
    }
}

/// Reads two numbers from `words`, starting at `from`; `questions` are asked if both, or only the second, are missing.
pub(super) fn pair(words: &[String], from: usize, questions: [&str; 2]) -> Result<(u32, u32), Incomplete> {
    let mut numbers = [0; 2];
    for (index, place) in numbers.iter_mut().enumerate() {
        let Some(word) = words.get(from + index) else {
            return Err(Incomplete::Ask(questions[index].to_owned()));
        };
        *place = number(word).map_err(|reason| Incomplete::Wrong { reason, keep: from + index })?;
    }
    Ok((numbers[0], numbers[1]))
}

/// Returns how many digits a number has.
pub(super) fn digits(number: u32) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// Returns the heading of a player's turn.
pub(super) fn heading(game: &Game, roster: &Roster, player: u32) -> String {
    let mark = mark(game, player);
    match game {
        Game::Penguins(history) if history.position().grid().topology() != Topology::Square => {
            match roster.name(player).as_str() {
                YOU => format!(" Your turn ({mark})"),
                name => format!(" Turn of {name} ({mark})"),
            }
        }
        _ => format!(" Turn of player {mark}{}", name_after(roster, player, &mark)),
    }
}

/// Returns the board, with the players' scores below it.
pub(super) fn board(game: &Game, roster: &Roster) -> String {
    let unit = match game {
        Game::Penguins(_) => "Fish",
        Game::Gamma(_) => "Cells",
    };
    let scores: Vec<String> =
        game.players().iter().map(|&player| score_entry(game, roster, player)).collect();
    format!("{}{unit}: {}", drawing(game), scores.join(", "))
}

/// Returns the board alone, with a legend if it has water.
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

/// Returns what the player to move needs to know besides the scores, if anything.
pub(super) fn status(game: &Game, roster: &Roster) -> Option<String> {
    match game {
        Game::Penguins(_) => None,
        Game::Gamma(history) => game.to_move().map(|player| gamma::status(history.board(), roster, player)),
    }
}

/// Returns a player with its score, as part of a list.
fn score_entry(game: &Game, roster: &Roster, player: u32) -> String {
    let (mark, score) = (mark(game, player), game.score(player));
    let name = name_after(roster, player, &mark);
    match game {
        Game::Penguins(_) => format!("{mark}{name} {score}"),
        // Two numbers in a row would be hard to tell apart.
        Game::Gamma(_) => format!("player {mark}{name}: {score}"),
    }
}

/// Describes a turn that is about to be made, such as `moves from x 0 y 1 to x 0 y 3`.
pub(super) fn describe(game: &Game, roster: &Roster, turn: Turn) -> String {
    match (game, turn) {
        (Game::Penguins(history), Turn::Penguins(turn)) => penguins::describe(history.position(), turn),
        (Game::Gamma(history), Turn::Gamma(turn)) => gamma::describe(history.board(), roster, turn),
        _ => "plays another game".to_owned(),
    }
}

/// Returns what a player would type to make a turn, on one line.
pub(super) fn answer(game: &Game, turn: Turn) -> String {
    match (game, turn) {
        (Game::Penguins(history), Turn::Penguins(turn)) => match history.position().grid().topology() {
            Topology::Square => square::answer(history.position(), turn),
            Topology::Hex(_) => hex::answer(history.position(), turn),
        },
        (_, Turn::Gamma(turn)) => gamma::answer(turn),
        // That is a turn of another game.
        (Game::Gamma(_), Turn::Penguins(_)) => String::new(),
    }
}

/// Returns why a turn was refused, as a sentence.
pub(super) fn refusal(game: &Game, roster: &Roster, reason: IllegalTurn) -> String {
    let fragment = match (game, reason) {
        (Game::Penguins(history), IllegalTurn::Penguins(reason)) => {
            penguins::refusal(&history.position().grid(), roster, reason)
        }
        _ => reason.to_string(),
    };
    sentence(&fragment)
}

/// Returns the help of a game.
pub(super) fn help(game: &Game) -> String {
    match game {
        Game::Penguins(history) => match history.position().grid().topology() {
            Topology::Square => square::HELP.to_owned(),
            Topology::Hex(_) => hex::help(history.position()),
        },
        Game::Gamma(_) => gamma::HELP.to_owned(),
    }
}
