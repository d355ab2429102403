//! Text output and turn parsing for plain mode, dispatched to the module of each game.
//!
//! A turn is parsed from all words typed so far, with no other state: they may come one per line or all at once, and
//! can be dropped again.

use floe_locale::{Lang, MessageKey, tr};
use floe_rules::game::{Game, Turn};
use floe_rules::grid::Topology;
use floe_session::Roster;

use super::console::{NO_BREAK, number};
use super::{gamma, hex, square};
use crate::phrases::{Phrases, TileNames, amount, default_name, mark};

/// Why the words typed so far are not a complete turn.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Incomplete {
    /// More is needed.
    Ask {
        /// What there is to choose from, in case it was not shown yet.
        list: String,
        /// The question for it.
        question: String,
    },
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
    /// Asks a question that needs no list.
    pub(super) fn ask(question: impl Into<String>) -> Incomplete {
        Incomplete::Ask { list: String::new(), question: question.into() }
    }

    /// Refuses all words.
    pub(super) fn wrong(reason: impl Into<String>) -> Incomplete {
        Incomplete::Wrong { reason: reason.into(), keep: 0 }
    }
}

/// Returns the sentences about a game, with the coordinates of plain play: squares count from 0.
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
pub(super) fn parse_turn(phrases: &Phrases<'_>, words: &[String]) -> Result<Turn, Incomplete> {
    match phrases.game {
        Game::Penguins(history) => {
            let position = history.position();
            let turn = match position.grid().topology() {
                Topology::Square => square::parse_turn(phrases, position, words),
                Topology::Hex(_) => hex::parse_turn(phrases, position, words),
            };
            turn.map(Turn::Penguins)
        }
        Game::Gamma(_) => gamma::parse_turn(phrases.lang, words).map(Turn::Gamma),
    }
}

/// Reads two numbers from `words`, starting at `from`; `questions` are asked if both, or only the second, are missing.
pub(super) fn pair(
    lang: Lang,
    words: &[String],
    from: usize,
    questions: [MessageKey; 2],
) -> Result<(u32, u32), Incomplete> {
    let mut numbers = [0; 2];
    for (index, place) in numbers.iter_mut().enumerate() {
        let Some(word) = words.get(from + index) else {
            return Err(Incomplete::ask(lang.text(questions[index])));
        };
        *place = number(lang, word).map_err(|reason| Incomplete::Wrong { reason, keep: from + index })?;
    }
    Ok((numbers[0], numbers[1]))
}

/// Returns how many digits a number has.
pub(super) fn digits(number: u32) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// Returns the heading of a player's turn.
pub(super) fn heading(phrases: &Phrases<'_>, player: u32) -> String {
    let (lang, mark) = (phrases.lang, mark(phrases.game, player));
    let heading = if phrases.roster.name(player) == default_name(lang, &mark) {
        tr!(lang, "plain-turn-of-player", mark = mark)
    } else {
        tr!(lang, "plain-turn-of", player = phrases.player(player))
    };
    format!(" {heading}")
}

/// Returns the board, with a legend if it has water.
pub(super) fn drawing(phrases: &Phrases<'_>) -> String {
    let &Phrases { lang, game, tiles, .. } = phrases;
    let drawing = match game {
        Game::Penguins(history) => {
            let position = history.position();
            match position.grid().topology() {
                Topology::Square => square::board(position, tiles),
                Topology::Hex(_) => hex::board(position),
            }
        }
        Game::Gamma(history) => gamma::board(history.board()),
    };
    let has_water = match game {
        Game::Penguins(history) => history.position().ice().tiles().iter().any(|tile| tile.is_water()),
        Game::Gamma(_) => false,
    };
    if has_water { format!("{drawing}{}\n", tr!(lang, "plain-water")) } else { drawing }
}

/// Returns the players with their scores.
pub(super) fn scores(phrases: &Phrases<'_>) -> String {
    let &Phrases { lang, game, .. } = phrases;
    let entry = |&player: &u32| {
        let amount = amount(lang, game, game.score(player));
        // A line is not wrapped between a player and the score.
        let entry = tr!(lang, "plain-score", player = phrases.player(player), amount = amount);
        entry.replace(' ', &NO_BREAK.to_string())
    };
    game.players().iter().map(entry).collect::<Vec<_>>().join(", ")
}

/// Returns what the player to move needs to know besides the scores, if anything.
pub(super) fn status(phrases: &Phrases<'_>) -> Option<String> {
    match phrases.game {
        Game::Penguins(_) => None,
        Game::Gamma(history) => {
            phrases.game.to_move().map(|player| gamma::status(phrases, history.board(), player))
        }
    }
}

/// Returns who holds the cell that a golden move is about to take.
pub(super) fn loser(game: &Game, turn: Turn) -> Option<u32> {
    match (game, turn) {
        (Game::Gamma(history), Turn::Gamma(turn)) => gamma::loser(history.board(), turn),
        _ => None,
    }
}

/// Returns what a player would type to make a turn, on one line.
pub(super) fn answer(lang: Lang, game: &Game, turn: Turn) -> String {
    match (game, turn) {
        (Game::Penguins(history), Turn::Penguins(turn)) => match history.position().grid().topology() {
            Topology::Square => square::answer(history.position(), turn),
            Topology::Hex(_) => hex::answer(lang, history.position(), turn),
        },
        (_, Turn::Gamma(turn)) => gamma::answer(turn),
        // That is a turn of another game.
        (Game::Gamma(_), Turn::Penguins(_)) => String::new(),
    }
}
