//! Plain mode: the games by questions and answers, fit for a screen reader, a pipe and a script.
//!
//! Everything is said in whole lines of letters and digits: no cursor moves, no colours. [`play`] talks over
//! any two streams. Squares look and ask as the console game that they go back to, with `x y` counted from
//! 0; hexagons ask for a penguin, a direction and a distance, with rows and columns counted from 1; Gamma
//! asks for `x y`. What a [`Request`] fixes is not asked. Answers may be any bytes: what cannot be understood
//! is explained and asked again, and the end of the input ends the game politely. [`one_turn`] asks for one
//! turn on a board that somebody else keeps.

mod answers;
mod dialogue;
mod gamma;
mod hex;
mod ice;
mod once;
mod questions;
mod square;
mod table;
mod thinker;

use std::io::{self, BufRead, Write};

use floe_engine::Level;
use floe_rules::penguins::{RuleSet, Seat, Setup};
use floe_rules::record::PlayerInfo;

use crate::company::Company;
use crate::plan::Placement;
use answers::{Leave, Talk};
pub use dialogue::drawing;
pub use once::{Single, one_turn};
use table::{After, Table};
pub use thinker::Thinking;

/// Which game is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Penguins, under some rules.
    Penguins(RuleSet),
    /// Gamma.
    Gamma,
}

/// What is settled before anybody is asked; the rest is asked.
///
/// Values that are fixed here may lie beyond the ranges that the questions offer.
#[derive(Clone, Debug)]
pub struct Request {
    /// Which game.
    pub game: Wanted,
    /// Who plays; without, the questions settle that.
    pub player_infos: Option<Vec<PlayerInfo>>,
    /// How many play, where the player_infos are not fixed.
    pub players: Option<usize>,
    /// The rows of the board; the height under Gamma.
    pub rows: Option<u32>,
    /// The columns of the board; the width under Gamma.
    pub cols: Option<u32>,
    /// Penguins each.
    pub penguins: Option<u32>,
    /// The most areas of a player of Gamma.
    pub areas: Option<u32>,
    /// Who puts the penguins on the board: the players on squares, else chance.
    pub placement: Option<Placement>,
    /// A board to play on instead of a new one.
    pub board: Option<Setup>,
    /// Who acts first on that board, if not the lowest number.
    pub first: Option<Seat>,
    /// Picks the first board, and the ones after it; without, the host picks each.
    pub seed: Option<u64>,
    /// How well the engines of the autonomous mode play.
    pub level: Option<Level>,
    /// How engines think.
    pub thinking: Thinking,
}

impl Request {
    /// Returns a request that fixes nothing but the game.
    pub fn new(game: Wanted) -> Request {
        Request {
            game,
            player_infos: None,
            players: None,
            rows: None,
            cols: None,
            penguins: None,
            areas: None,
            placement: None,
            board: None,
            first: None,
            seed: None,
            level: None,
            thinking: Thinking::default(),
        }
    }
}

/// What a game needs from the program around it.
pub trait Host {
    /// Writes a file; the error is a message for the person who asked for it.
    fn save(&mut self, path: &str, bytes: &[u8]) -> Result<(), String>;

    /// Returns a seed for a new game.
    fn new_seed(&mut self) -> u64;
}

/// How playing came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The last game was played to its end.
    Finished,
    /// There was nothing more to read.
    InputEnded,
    /// Somebody left before the end.
    Quit,
}

/// Plays games until nobody wants another one.
///
/// It fails when a stream does, and with [`io::ErrorKind::InvalidInput`] when the request cannot be played and no
/// answer could mend that.
pub fn play(
    request: &Request,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    host: &mut dyn Host,
) -> io::Result<Ended> {
    let mut talk = Talk::new(input, output);
    let ended = match games(request, &mut talk, host) {
        Ok(()) => Ended::Finished,
        Err(Leave::InputEnded) => Ended::InputEnded,
        Err(Leave::Quit) => Ended::Quit,
        Err(Leave::Failed(error)) => return Err(error),
    };
    talk.flush()?;
    Ok(ended)
}

fn games(request: &Request, talk: &mut Talk<'_>, host: &mut dyn Host) -> Result<(), Leave> {
    for round in 0u64.. {
        let seed = match request.seed {
            Some(seed) => seed.wrapping_add(round),
            None => host.new_seed(),
        };
        let (player_infos, game) = match questions::set_up(request, talk, seed) {
            Err(Leave::InputEnded) => {
                talk.say("\nThe input has ended before the game could begin.")?;
                return Err(Leave::InputEnded);
            }
            other => other?,
        };
        let mut table = Table::new(talk, host, game, Company::of(player_infos), request.thinking, seed);
        match table.play()? {
            After::Again => {}
            After::Enough => break,
        }
    }
    Ok(())
}
