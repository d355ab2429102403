//! One turn on a board that another program keeps.

use std::io::{self, BufRead, Write};

use floe_locale::{Lang, tr};
use floe_rules::game::{Game, GameHistory, Turn};
use floe_rules::penguins::{Move, Phase, RuleSet, Seat, Setup, Stage};
use floe_rules::record::{LONGEST_NAME, PlayerInfo, PlayerKind};
use floe_session::{Roster, SearchBudget, Session};

use super::console::{Aborted, Console};
use super::dialogue;
use super::game::{PlainGame, TurnAnswer};
use crate::host::{Host, SaveError};
use crate::phrases::default_name;

/// A board, and the player who is asked for a turn on it.
#[derive(Clone, Debug)]
pub struct OneTurn<'a> {
    /// The board.
    pub setup: &'a Setup,
    /// The rules.
    pub rules: RuleSet,
    /// Whether penguins are placed or moved, and by whom.
    pub stage: Stage,
    /// The language of the questions.
    pub lang: Lang,
    /// The player to move.
    pub seat: Seat,
    /// The player's name.
    pub name: &'a str,
    /// How long the engine searches for a hint.
    pub budget: SearchBudget,
    /// Picks between hints that look equally good.
    pub seed: u64,
}

/// Shows a board and asks a player for one turn; nothing when the input ends or the player quits.
///
/// Nothing either when the player has no turn in this stage of the game. It fails when a stream does, and with
/// [`io::ErrorKind::InvalidData`] when the setup is no position under the rules.
pub fn one_turn(
    request: &OneTurn<'_>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<Option<Move>> {
    let &OneTurn { setup, ref rules, ref stage, seat, budget, seed, .. } = request;
    let history = GameHistory::penguins(setup.clone(), rules, stage.clone(), Some(seat))
        .map_err(|invalid| io::Error::new(io::ErrorKind::InvalidData, invalid))?;
    let phase = match stage {
        Stage::Placement { .. } => Phase::Placement,
        Stage::Movement => Phase::Movement,
    };
    let can_act = history.position().to_move() == Some(seat) && history.position().phase() == phase;
    let (game, roster, player) = (Game::from(history), roster(request), u32::from(seat.number()));
    let mut console = Console::new(request.lang, input, output);
    if !can_act {
        let player = dialogue::phrases(request.lang, &game, &roster).player(player);
        console.print(&tr!(request.lang, "plain-no-turn", player = player))?;
        console.flush()?;
        return Ok(None);
    }
    let heading = dialogue::heading(&dialogue::phrases(request.lang, &game, &roster), player);
    console.print(&format!("{heading}\n"))?;
    let session = Session::from_game(game, roster, budget, seed);
    let mut files = NoFiles;
    let mut game = PlainGame::new(&mut console, &mut files, session).for_single_turn();
    game.show_board()?;
    game.print_type_help()?;
    let turn = match game.persons_turn() {
        Ok(TurnAnswer::Made(Turn::Penguins(turn))) => Some(turn),
        Ok(_) | Err(Aborted::InputEnded | Aborted::Quit) => None,
        Err(Aborted::Failed(error)) => return Err(error),
    };
    console.flush()?;
    Ok(turn)
}

/// Names the players as the board does, and the player to move as the caller does.
fn roster(request: &OneTurn<'_>) -> Roster {
    let named = |seat: Seat, name: &str| {
        let short: String = name.chars().take(LONGEST_NAME).collect();
        let info = PlayerInfo::new(&short, PlayerKind::Person).ok()?;
        Some((u32::from(seat.number()), info))
    };
    let others = request.setup.players.iter().filter(|player| player.seat != request.seat);
    let mut players: Vec<(u32, PlayerInfo)> =
        others.filter_map(|player| named(player.seat, &player.id.to_string())).collect();
    players.extend(named(request.seat, request.name));
    // Players without a row have no name yet.
    if let Stage::Placement { seats, .. } = &request.stage {
        let rest = seats
            .iter()
            .filter(|seat| !players.iter().any(|(number, _)| *number == u32::from(seat.number())));
        let unnamed = |seat: &Seat| named(*seat, &default_name(request.lang, &seat.letter().to_string()));
        let unnamed: Vec<_> = rest.filter_map(unnamed).collect();
        players.extend(unnamed);
        players.sort_by_key(|(number, _)| *number);
    }
    Roster::numbered(players)
}

/// A host without files: the caller keeps the board.
struct NoFiles;

impl Host for NoFiles {
    fn load(&mut self, _path: &str) -> Result<Vec<u8>, String> {
        Err("there are no files here".to_owned())
    }

    fn save(&mut self, _path: &str, _bytes: &[u8], _overwrite: bool) -> Result<(), SaveError> {
        Err(SaveError::Failed("the board is written when the turn is made".to_owned()))
    }

    fn new_seed(&mut self) -> u64 {
        0
    }
}
