//! States of games: the board, the players, and whose turn it is.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::GameState;
use crate::gamma::{Gamma, Turns};
use crate::penguins::{Id, Phase, PlayerState, Position, RuleSet, Setup, Stage};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StateForm {
    Penguins(PositionForm),
    Gamma(GammaForm),
}

/// A position: its board with a row for each player, whose ids are their numbers.
#[derive(Serialize, Deserialize)]
struct PositionForm {
    rules: RuleSet,
    board: Setup,
    players: Vec<PlayerState>,
    phase: Phase,
    to_move: Option<u32>,
}

/// A board of Gamma: the owners of its cells row by row from the bottom, 0 for none.
#[derive(Serialize, Deserialize)]
struct GammaForm {
    width: u32,
    height: u32,
    players: u32,
    areas: u32,
    cells: Vec<u32>,
    golden_used: Vec<u32>,
    to_move: Option<u32>,
}

impl Serialize for GameState {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            GameState::Penguins(position) => StateForm::Penguins(PositionForm::new(position)),
            GameState::Gamma(turns) => StateForm::Gamma(GammaForm::new(turns)),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GameState {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameState, D::Error> {
        match StateForm::deserialize(deserializer)? {
            StateForm::Penguins(form) => {
                form.position().map(|position| GameState::Penguins(Box::new(position)))
            }
            StateForm::Gamma(form) => form.turns().map(|turns| GameState::Gamma(Box::new(turns))),
        }
        .map_err(D::Error::custom)
    }
}

impl PositionForm {
    fn new(position: &Position) -> PositionForm {
        let grid = position.grid();
        let tiles = position.ice().tiles().to_vec();
        let mut board = Setup::new(grid.rows(), grid.cols(), tiles).expect("a position has a whole board");
        let players: Vec<PlayerState> = position.player_states().collect();
        for player in &players {
            let id = Id::new(player.seat.number().to_string().as_bytes()).expect("a digit is an id");
            let score = position.score(player.seat).unwrap_or(0);
            board.players.push(crate::penguins::PlayerRow::new(id, player.seat, score));
        }
        let to_move = position.to_move().map(u32::from);
        PositionForm { rules: *position.rules(), board, players, phase: position.phase(), to_move }
    }

    fn position(self) -> Result<Position, String> {
        let mut position = Position::new(&self.board, &self.rules, &Stage::Movement)
            .map_err(|invalid| invalid.to_string())?;
        let to_move = position.seats().find(|&seat| Some(u32::from(seat)) == self.to_move);
        let restored = position.restore(&self.players, self.phase, to_move);
        if !restored || position.to_move().map(u32::from) != self.to_move {
            return Err("the players do not fit the board, or the player to move cannot act".to_owned());
        }
        Ok(position)
    }
}

impl GammaForm {
    fn new(turns: &Turns) -> GammaForm {
        let board = turns.game();
        let (width, height, players) = (board.width(), board.height(), board.players());
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        GammaForm {
            width,
            height,
            players,
            areas: board.most_areas(),
            cells: places.map(|(x, y)| board.owner(x, y).unwrap_or(0)).collect(),
            golden_used: (1..=players).filter(|&player| !board.has_golden(player)).collect(),
            to_move: turns.to_move(),
        }
    }

    fn turns(self) -> Result<Turns, String> {
        let GammaForm { width, height, players, areas, cells, golden_used, to_move } = self;
        let board = Gamma::from_owners(width, height, players, areas, &cells, &golden_used)?;
        Turns::resume(board, to_move).ok_or_else(|| "the player to move cannot act".to_owned())
    }
}
