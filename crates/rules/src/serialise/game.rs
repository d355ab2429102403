//! Games: the start, all actions in their notation, and how many of them are undone.

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::{Action, Game};
use crate::gamma::Gamma;
use crate::penguins::{RuleSet, Seat, Setup, Stage};
use crate::record::{MOST_CELLS, MOST_PLAYERS};

#[derive(Serialize, Deserialize)]
struct GameForm {
    start: StartForm,
    /// All actions with their players, also those that are undone.
    actions: Vec<(u32, String)>,
    /// How many of the last actions are undone.
    #[serde(default)]
    undone: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StartForm {
    Penguins { rules: RuleSet, board: Setup, stage: Stage, first: Option<Seat> },
    Gamma { width: u32, height: u32, players: u32, areas: u32 },
}

impl StartForm {
    fn new(game: &Game) -> Result<StartForm, &'static str> {
        match game {
            Game::Penguins(history) => Ok(StartForm::Penguins {
                rules: *history.position().rules(),
                board: history.start().clone(),
                stage: history.stage().clone(),
                first: history.first(),
            }),
            Game::Gamma(history) if !history.started_empty() => {
                Err("the game did not start on an empty board")
            }
            Game::Gamma(history) => {
                let board = history.board();
                let (width, height) = (board.width(), board.height());
                Ok(StartForm::Gamma { width, height, players: board.players(), areas: board.most_areas() })
            }
        }
    }

    fn game(self) -> Result<Game, String> {
        match self {
            StartForm::Penguins { rules, board, stage, first } => {
                Game::penguins(board, &rules, stage, first).map_err(|invalid| invalid.to_string())
            }
            StartForm::Gamma { width, height, players, areas } => {
                // A few bytes of input must not take gigabytes of memory.
                if u64::from(width) * u64::from(height) > MOST_CELLS || players > MOST_PLAYERS {
                    return Err(format!(
                        "a stored game of Gamma has at most {MOST_CELLS} cells and {MOST_PLAYERS} players"
                    ));
                }
                let board = Gamma::new(width, height, players, areas).map_err(|error| error.to_string())?;
                Ok(Game::gamma(board))
            }
        }
    }
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let start = StartForm::new(self).map_err(S::Error::custom)?;
        let actions = self.actions().chain(self.undone_actions());
        let actions = actions.map(|(player, action)| (player, self.notation(action).to_string())).collect();
        GameForm { start, actions, undone: self.undone() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        let form = GameForm::deserialize(deserializer)?;
        let mut game = form.start.game().map_err(D::Error::custom)?;
        for (index, (player, text)) in (1..).zip(form.actions) {
            replay(&mut game, player, &text)
                .map_err(|why| D::Error::custom(format!("turn {index}, '{player} {text}': {why}")))?;
        }
        let made = game.made().checked_sub(form.undone);
        game.go_to(made.ok_or_else(|| D::Error::custom("more turns are undone than were made"))?);
        Ok(game)
    }
}

fn replay(game: &mut Game, player: u32, text: &str) -> Result<(), String> {
    let action = game.parse_action(text).map_err(|error| error.to_string())?;
    if action != Action::Eliminated && game.to_move().is_some_and(|to_move| to_move != player) {
        return Err("it is another player's turn".to_owned());
    }
    game.apply(player, action).map_err(|illegal| illegal.to_string())
}
