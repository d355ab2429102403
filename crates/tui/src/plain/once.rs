//! One turn on a board that somebody else keeps.

use std::io::{self, BufRead, Write};

use floe_rules::game::{Game, GameHistory, Turn};
use floe_rules::penguins::{Move, Phase, RuleSet, Seat, Setup, Stage};
use floe_rules::record::{LONGEST_NAME, PlayerInfo, PlayerKind};

use super::Host;
use super::answers::{Leave, Talk};
use super::dialogue;
use super::table::{Asked, Table};
use super::thinker::Thinking;
use crate::company::Company;

/// A board, and who is asked for a turn on it.
#[derive(Clone, Debug)]
pub struct Single<'a> {
    /// The board.
    pub setup: &'a Setup,
    /// The rules.
    pub rules: RuleSet,
    /// What is being played, and by whom.
    pub stage: Stage,
    /// Whose turn it is.
    pub seat: Seat,
    /// The name of whoever is asked.
    pub name: &'a str,
    /// How the engine thinks about hints.
    pub thinking: Thinking,
    /// Picks between hints that look equally good.
    pub seed: u64,
}

/// Shows a board and asks for one turn of a player; nothing when the input ends or the player quits.
///
/// Nothing either when the player cannot act in this stage of the game. It fails when a stream does, and with
/// [`io::ErrorKind::InvalidData`] when the setup is no position under the rules.
pub fn one_turn(
    single: &Single<'_>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<Option<Move>> {
    let history =
        GameHistory::penguins(single.setup.clone(), &single.rules, single.stage.clone(), Some(single.seat))
            .map_err(|invalid| io::Error::new(io::ErrorKind::InvalidData, invalid))?;
    let phase = match single.stage {
        Stage::Placement { .. } => Phase::Placement,
        Stage::Movement => Phase::Movement,
    };
    let acts = history.position().to_move() == Some(single.seat) && history.position().phase() == phase;
    let company = company(single);
    let player = u32::from(single.seat.number());
    let game = Game::from(history);
    let mut talk = Talk::new(input, output);
    if !acts {
        talk.say(&format!("{} has no turn to make.", company.name(player)))?;
        talk.flush()?;
        return Ok(None);
    }
    talk.say(&format!("{}\n", dialogue::heading(&game, &company, player)))?;
    talk.say(&format!("{}\n", dialogue::board(&game, &company)))?;
    let mut host = Elsewhere;
    let mut table = Table::new(&mut talk, &mut host, game, company, single.thinking, single.seed);
    let turn = match table.persons_turn() {
        Ok(Asked::Made(Turn::Penguins(turn))) => Some(turn),
        Ok(_) | Err(Leave::InputEnded | Leave::Quit) => None,
        Err(Leave::Failed(error)) => return Err(error),
    };
    talk.flush()?;
    Ok(turn)
}

/// Names everybody as the board does, and the player who is asked as the caller does.
fn company(single: &Single<'_>) -> Company {
    let named = |seat: Seat, name: &str| {
        let short: String = name.chars().take(LONGEST_NAME).collect();
        PlayerInfo::new(&short, PlayerKind::Person)
            .ok()
            .map(|player_info| (u32::from(seat.number()), player_info))
    };
    let others = single.setup.players.iter().filter(|player| player.seat != single.seat);
    let mut player_infos: Vec<(u32, PlayerInfo)> =
        others.filter_map(|player| named(player.seat, &player.id.to_string())).collect();
    player_infos.extend(named(single.seat, single.name));
    Company::seated(player_infos)
}

/// The host of a game that is kept elsewhere.
struct Elsewhere;

impl Host for Elsewhere {
    fn save(&mut self, _path: &str, _bytes: &[u8]) -> Result<(), String> {
        Err("the board is written when the turn is made".to_owned())
    }

    fn new_seed(&mut self) -> u64 {
        0
    }
}
