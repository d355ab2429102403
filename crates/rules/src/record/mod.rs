//! Records of games: the players, the start, the turns and the result.
//!
//! ```text
//! floe record 1
//! game: square
//! penguins: 1
//! player 1: Ann (person)
//! player 2: Floe (engine level 10)
//!
//! [start]
//! 1 4
//! 10 20 30 10
//!
//! [turns]
//! 1 r1c1
//! 2 r1c4
//! 1 r1c1-r1c3
//! 1 r1c3-r1c2
//!
//! [result]
//! 1: 6
//! 2: 1
//! winner: 1
//! ```
//!
//! Version 2 adds the lines `lost` and `out`, a referee's decisions.
//!
//! [`read()`] replays every turn and checks the result. It accepts these variations, which [`write()`] normalises:
//! headers in any order, blank lines, comments (`#`) outside of the start, spaces and tabs around words, leading
//! zeros, CR LF, a missing last newline, a UTF-8 byte-order mark, and the variations of a
//! [board file](crate::board_file). Headers with other keys are [kept](Header).
//!
//! It refuses everything else with line, column and cause: other versions, truncated records, illegal turns, turns
//! of the wrong player, and results that do not follow from the turns.
//!
//! The format is defined in `docs/record.md`.

mod error;
mod error_kind;
mod header;
mod headers;
mod player_info;
mod reader;
mod result;
mod sections;
mod start;
mod turns;
mod writer;

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use crate::game::Game;

pub use error::RecordError;
pub use error_kind::{RecordErrorKind, RecordErrors};
pub use header::{BadHeader, Header};
pub use player_info::{BadName, LEVELS, LONGEST_NAME, ParsePlayerInfoError, PlayerInfo, PlayerKind};
pub use reader::read;
pub use sections::Section;
pub use writer::write;

/// The maximum number of players of a game of Gamma in a record.
pub const MOST_PLAYERS: u32 = 1000;
/// The maximum number of cells of a board of Gamma in a record.
pub const MOST_CELLS: u64 = 25_000_000;

/// How a game ended, if it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Ending {
    /// The game is not over.
    Unfinished,
    /// The players stopped the game before its end; the player with the highest score wins.
    Stopped,
    /// The game is over: no player can act any more.
    Over,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Unfinished => "unfinished",
            Ending::Stopped => "stopped",
            Ending::Over => "over",
        })
    }
}

impl Ending {
    /// Returns the ending of a game that was not stopped.
    pub fn of(game: &Game) -> Ending {
        if game.is_over() { Ending::Over } else { Ending::Unfinished }
    }
}

/// A record of a game: its turns so far, players, other headers and ending.
#[derive(Clone, Debug)]
pub struct Record {
    game: Game,
    player_infos: BTreeMap<u32, PlayerInfo>,
    more: Vec<Header>,
    ending: Ending,
}

impl Record {
    /// Makes a record of a game in its current state; undone turns are not part of it.
    ///
    /// Players with a row in the starting board need no `PlayerInfo`, because the row has an id.
    pub fn new(
        game: Game,
        player_infos: impl IntoIterator<Item = (u32, PlayerInfo)>,
        more: Vec<Header>,
        ending: Ending,
    ) -> Result<Record, RecordError> {
        let mut known = BTreeMap::new();
        for (number, player_info) in player_infos {
            if known.insert(number, player_info).is_some() {
                return Err(RecordError::PlayerTwice(number));
            }
        }
        let mut keys = HashSet::new();
        if let Some(header) = more.iter().find(|header| !keys.insert(header.key())) {
            return Err(RecordError::KeyTwice(header.key().to_owned()));
        }
        if let Some(error) = error::check_players(&game, &known).into_iter().next() {
            return Err(error);
        }
        error::check_ending(&game, ending)?;
        Ok(Record { game, player_infos: known, more, ending })
    }

    /// Returns the game, with all turns of the record made.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the game.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// Iterates over the players by number; those with a row in the starting board may be missing.
    pub fn player_infos(&self) -> impl Iterator<Item = (u32, &PlayerInfo)> {
        self.player_infos.iter().map(|(&number, player_info)| (number, player_info))
    }

    /// Returns the name and kind of a player, if the record gives them.
    pub fn player_info(&self, player: u32) -> Option<&PlayerInfo> {
        self.player_infos.get(&player)
    }

    /// Returns the headers with unknown keys, in the order of the file.
    pub fn more(&self) -> &[Header] {
        &self.more
    }

    /// Returns how the game ended.
    pub fn ending(&self) -> Ending {
        self.ending
    }
}
