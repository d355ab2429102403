//! Everything that is legal in a position, by cells, so that no client needs the rules.

use std::collections::BTreeMap;

use floe_rules::game::{Game, GameState, Turn};
use floe_rules::gamma;
use floe_rules::grid::Cell;
use floe_rules::penguins::Move;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;

/// The legal turns of the player to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct LegalTurns {
    /// Where a penguin may be placed.
    places: Vec<u32>,
    /// The penguins that can move, each with the cells that it reaches.
    slides: Vec<(u32, Vec<u32>)>,
    /// The cells of Gamma that may be taken.
    takes: Vec<u32>,
    /// The cells of Gamma that a golden move may take.
    golden: Vec<u32>,
    /// Whether the turn may be given up.
    pass: bool,
}

impl LegalTurns {
    pub(crate) fn of(game: &Game) -> LegalTurns {
        let mut turns = LegalTurns::default();
        match game {
            Game::Penguins(history) => {
                let mut slides: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
                history.position().each_turn(|turn| match turn {
                    Move::Place(cell) => turns.places.push(cell.0),
                    Move::Slide { from, to } => slides.entry(from.0).or_default().push(to.0),
                });
                turns.slides = slides.into_iter().collect();
            }
            Game::Gamma(history) => turns.add_gamma(history.turns()),
        }
        turns
    }

    fn add_gamma(&mut self, turns: &gamma::Turns) {
        let Some(player) = turns.to_move() else {
            return;
        };
        self.pass = true;
        let mut board = turns.game().trial();
        let can_be_golden = board.golden_possible(player);
        let (width, height) = (board.width(), board.height());
        for y in (0..height).rev() {
            for x in 0..width {
                let cell = (height - 1 - y) * width + x;
                match board.owner(x, y) {
                    None if board.take(player, x, y) => {
                        board.undo();
                        self.takes.push(cell);
                    }
                    Some(owner) if can_be_golden && owner != player && board.take_golden(player, x, y) => {
                        board.undo();
                        self.golden.push(cell);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// A turn as a client writes it: in the notation of records, or by cells.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum ClientTurn {
    Text(String),
    Cells(TurnCells),
}

/// A turn by its cells.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TurnCells {
    from: Option<u32>,
    to: u32,
    #[serde(default)]
    golden: bool,
}

impl ClientTurn {
    /// Returns the turn. Whether it is legal is for the rules to say.
    pub(crate) fn read(&self, game: &Game) -> Result<Turn, ApiError> {
        let cells = match self {
            ClientTurn::Text(text) => {
                let text = text.trim().to_lowercase();
                return game.parse_turn(&text).map_err(|error| ApiError::bad_request(error.to_string()));
            }
            ClientTurn::Cells(cells) => cells,
        };
        let wrong = |what: &str| Err(ApiError::bad_request(what));
        match (game, *cells) {
            (Game::Penguins(_), TurnCells { golden: true, .. }) => wrong("Penguins has no golden moves"),
            (Game::Penguins(history), TurnCells { from, to, .. }) => {
                let most = history.position().grid().cells();
                if [from.unwrap_or(0), to].iter().any(|&cell| cell as usize >= most) {
                    return wrong("there is no such cell");
                }
                Ok(Turn::Penguins(match from {
                    Some(from) => Move::Slide { from: Cell(from), to: Cell(to) },
                    None => Move::Place(Cell(to)),
                }))
            }
            (Game::Gamma(_), TurnCells { from: Some(_), .. }) => wrong("nothing moves in Gamma"),
            (Game::Gamma(history), TurnCells { to, golden, .. }) => {
                let (width, height) = (history.board().width(), history.board().height());
                let (x, row) = (to % width, to / width);
                let Some(y) = (height - 1).checked_sub(row) else {
                    return wrong("there is no such cell");
                };
                let turn = if golden { gamma::Move::Golden { x, y } } else { gamma::Move::Take { x, y } };
                Ok(Turn::Gamma(turn))
            }
        }
    }
}

/// Returns the cells of a turn, as steps list them.
pub(crate) fn path(state: &GameState, turn: Turn) -> Vec<u32> {
    match (state, turn) {
        (_, Turn::Penguins(turn)) => turn.cells().map(|cell| cell.0).collect(),
        (GameState::Gamma(turns), Turn::Gamma(gamma::Move::Take { x, y } | gamma::Move::Golden { x, y })) => {
            let board = turns.game();
            vec![(board.height() - 1 - y) * board.width() + x]
        }
        (_, Turn::Gamma(_)) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use floe_rules::gamma::Gamma;
    use floe_session::{GameKind, GameSpec};

    use super::*;

    /// Checks the list against the rules, for every turn that can be written.
    fn check(game: &Game) {
        let (turns, state) = (LegalTurns::of(game), game.state());
        let cells = crate::new_game::cells(game) as u32;
        let is_legal =
            |request: TurnCells| ClientTurn::Cells(request).read(game).is_ok_and(|turn| state.is_legal(turn));
        for to in 0..cells {
            let plain = is_legal(TurnCells { from: None, to, golden: false });
            assert_eq!(plain, turns.places.contains(&to) || turns.takes.contains(&to), "{to}");
            let golden = is_legal(TurnCells { from: None, to, golden: true });
            assert_eq!(golden, turns.golden.contains(&to), "golden {to}");
            for from in 0..cells {
                let listed =
                    turns.slides.iter().any(|(other, to_cells)| *other == from && to_cells.contains(&to));
                let slide = is_legal(TurnCells { from: Some(from), to, golden: false });
                assert_eq!(slide, listed, "{from} {to}");
            }
        }
    }

    #[test]
    fn the_list_is_what_the_rules_allow() {
        for kind in [GameKind::Square, GameKind::Hex] {
            let mut spec = GameSpec { seed: Some(1), penguins: Some(1), ..GameSpec::new(kind) };
            if kind == GameKind::Square {
                (spec.rows, spec.cols) = (Some(5), Some(6));
            }
            let mut game = spec.start().unwrap();
            for _ in 0..5 {
                check(&game);
                let turns = LegalTurns::of(&game);
                let cells = match (&turns.places[..], &turns.slides[..]) {
                    ([to, ..], _) => TurnCells { from: None, to: *to, golden: false },
                    (_, [(from, to), ..]) => TurnCells { from: Some(*from), to: to[0], golden: false },
                    _ => break,
                };
                game.play(ClientTurn::Cells(cells).read(&game).unwrap()).unwrap();
            }
        }
    }

    #[test]
    fn gamma_has_golden_moves_and_passes() {
        let mut game = Game::gamma(Gamma::new(4, 3, 2, 1).unwrap());
        for text in ["x0y0", "x3y2", "x1y0", "x2y2", "x1y1", "x1y2"] {
            check(&game);
            let turn = ClientTurn::Text(text.to_uppercase()).read(&game).unwrap();
            game.play(turn).unwrap();
        }
        check(&game);
        let turns = LegalTurns::of(&game);
        assert!(turns.pass && !turns.golden.is_empty());
        assert!(ClientTurn::Text("x9".to_owned()).read(&game).is_err());
        let far = TurnCells { from: None, to: 99, golden: false };
        assert!(ClientTurn::Cells(far).read(&game).is_err());
    }
}
