//! A game step by step, in the form that pages replay: what each turn changed on the board.
//!
//! A page that shows a game needs no rules. It draws the board at the start, and applies the listed changes. Cells are
//! numbers, `row * cols + column`, the top row first; the top row of Gamma is the one with the highest `y`. The content of a
//! cell has two digits, as in board files: fish, then player. In Gamma it is the number of the player that holds the cell.
//!
//! ```
//! use floe_rules::game::Game;
//! use floe_rules::gamma::Gamma;
//! use floe_rules::replay::{GameReplay, StepKind};
//!
//! let mut game = Game::gamma(Gamma::new(3, 2, 2, 1)?);
//! game.play(game.parse_turn("x0y0")?)?;
//! let replay = GameReplay::new(&game);
//! assert_eq!((replay.layout, &replay.tiles[..]), ("gamma", "000000000000"));
//! let step = &replay.steps[0];
//! assert_eq!((step.kind, step.player, &step.text[..]), (StepKind::Take, 1, "x0y0"));
//! assert_eq!(step.tiles, [(3, "01".to_owned())]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::game::{Action, Game, GameState, IllegalTurn, Turn};
use crate::grid::{Cell, Topology};
use crate::penguins::{Phase, Position, Seat};
use crate::{gamma, penguins};

/// A game from its start to the latest action; undone actions are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GameReplay {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u32,
    /// `square`, the name of the hexagonal layout, or `gamma`.
    pub layout: &'static str,
    /// The board at the start, two digits for each cell.
    pub tiles: String,
    /// The scores at the start, in the order of [`Game::players`].
    pub scores: Vec<u64>,
    /// Every action, the oldest first.
    pub steps: Vec<ReplayStep>,
}

/// An action of a game, with what it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ReplayStep {
    /// What happened.
    pub kind: StepKind,
    /// The number of the player.
    pub player: u32,
    /// The notation, as in records.
    pub text: String,
    /// The cells of the turn in order: where a penguin was placed, or where it slid from and to, or the cell that was taken.
    pub path: Vec<u32>,
    /// Every cell that changed, with its new content.
    pub tiles: Vec<(u32, String)>,
    /// The fish or cells that the player gained. A golden move also takes a cell from the player that held it.
    pub gain: u64,
    /// The players who were skipped after it, because they cannot move.
    pub skipped: Vec<u32>,
}

/// The kind of a [`ReplayStep`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum StepKind {
    /// A penguin was placed.
    Place,
    /// A penguin slid.
    Slide,
    /// An empty cell of Gamma was taken.
    Take,
    /// A golden move of Gamma.
    Golden,
    /// A turn of Gamma was given up.
    Pass,
    /// A turn was lost as a penalty.
    Lost,
    /// The player was eliminated.
    Out,
}

impl GameReplay {
    /// Describes a game up to its latest action.
    pub fn new(game: &Game) -> GameReplay {
        let mut start = game.clone();
        start.go_to(0);
        let view = GameView::from(&start);
        let (rows, cols) = view.size();
        GameReplay {
            rows,
            cols,
            layout: view.layout(),
            tiles: view.tiles(),
            scores: start.players().into_iter().map(|player| start.score(player)).collect(),
            steps: redone_steps(start, game.made()),
        }
    }
}

/// Returns the content of every cell of a board, two digits for each.
pub fn board_tiles(game: &Game) -> String {
    GameView::from(game).tiles()
}

/// Returns the steps of a game from the action with this index on, counted from 0.
///
/// Only these actions are undone and redone, on a copy of the game. The latest one needs no copy.
pub fn steps_from(game: &Game, index: usize) -> Vec<ReplayStep> {
    let made = game.made();
    match made.saturating_sub(index) {
        0 => Vec::new(),
        1 => latest_step(game).into_iter().collect(),
        _ => {
            let mut start = game.clone();
            start.go_to(index);
            redone_steps(start, made)
        }
    }
}

/// Returns the latest step of a game; none at its start.
pub fn latest_step(game: &Game) -> Option<ReplayStep> {
    let index = game.made().checked_sub(1)?;
    let (player, action) = game.action(index)?;
    let gain = match game {
        Game::Penguins(history) => u64::from(history.gain(index).count()),
        Game::Gamma(_) => gamma_gain(action),
    };
    let text = game.notation(action).to_string();
    Some(GameView::from(game).step(player, action, text, gain, skipped(game)))
}

/// Returns the steps of a line of turns from a state, such as the principal variation of a search.
pub fn line_steps(state: &GameState, line: &[Turn]) -> Result<Vec<ReplayStep>, IllegalTurn> {
    let mut state = state.clone();
    let mut steps = Vec::with_capacity(line.len());
    for &turn in line {
        let player = state.to_move().unwrap_or(0);
        let (text, gain) = match (&mut state, turn) {
            (GameState::Penguins(position), Turn::Penguins(turn)) => {
                let gain = position.play(turn).map_err(IllegalTurn::from)?.gain();
                (turn.notation(&position.grid()).to_string(), u64::from(gain.count()))
            }
            (GameState::Gamma(turns), Turn::Gamma(turn)) => {
                turns.play(turn).map_err(IllegalTurn::from)?;
                (turn.to_string(), gamma_gain(Action::Turn(Turn::Gamma(turn))))
            }
            _ => return Err(IllegalTurn::OtherGame),
        };
        let view = GameView::from(&state);
        let skipped = view.skipped_after(player, turn.into());
        steps.push(view.step(player, turn.into(), text, gain, skipped));
    }
    Ok(steps)
}

/// Returns the players who were skipped before the player to move, because they cannot move.
pub fn skipped(game: &Game) -> Vec<u32> {
    let view = GameView::from(game);
    match (game.actions().next_back(), game) {
        (Some((player, action)), _) => view.skipped_after(player, action),
        (None, Game::Penguins(history)) if history.position().phase() == Phase::Movement => {
            let players = game.players();
            let first = history.first().map_or(0, |first| index_of(&players, first.into()));
            view.between(&players, first)
        }
        (None, _) => Vec::new(),
    }
}

/// Redoes actions until so many are in effect, and describes each.
fn redone_steps(mut game: Game, made: usize) -> Vec<ReplayStep> {
    let mut steps = Vec::with_capacity(made.saturating_sub(game.made()));
    while game.made() < made && game.redo() {
        steps.extend(latest_step(&game));
    }
    steps
}

fn gamma_gain(action: Action<Turn>) -> u64 {
    let takes =
        matches!(action, Action::Turn(Turn::Gamma(gamma::Move::Take { .. } | gamma::Move::Golden { .. })));
    u64::from(takes)
}

fn index_of(players: &[u32], player: u32) -> usize {
    players.iter().position(|&other| other == player).unwrap_or(0)
}

/// The state of either game, borrowed.
#[derive(Clone, Copy)]
enum GameView<'a> {
    Penguins(&'a Position),
    Gamma(&'a gamma::Turns),
}

impl<'a> From<&'a Game> for GameView<'a> {
    fn from(game: &'a Game) -> GameView<'a> {
        match game {
            Game::Penguins(history) => GameView::Penguins(history.position()),
            Game::Gamma(history) => GameView::Gamma(history.turns()),
        }
    }
}

impl<'a> From<&'a GameState> for GameView<'a> {
    fn from(state: &'a GameState) -> GameView<'a> {
        match state {
            GameState::Penguins(position) => GameView::Penguins(position),
            GameState::Gamma(turns) => GameView::Gamma(turns),
        }
    }
}

impl GameView<'_> {
    /// Returns the numbers of rows and columns.
    fn size(self) -> (u32, u32) {
        match self {
            GameView::Penguins(position) => (position.grid().rows(), position.grid().cols()),
            GameView::Gamma(turns) => (turns.game().height(), turns.game().width()),
        }
    }

    fn layout(self) -> &'static str {
        match self {
            GameView::Penguins(position) => match position.grid().topology() {
                Topology::Square => "square",
                Topology::Hex(layout) => layout.name(),
            },
            GameView::Gamma(_) => "gamma",
        }
    }

    fn tiles(self) -> String {
        match self {
            GameView::Penguins(position) => {
                position.grid().iter().map(|cell| position.tile(cell).to_string()).collect()
            }
            GameView::Gamma(turns) => {
                let board = turns.game();
                let rows = (0..board.height()).rev();
                rows.flat_map(|y| (0..board.width()).map(move |x| held_by(board.owner(x, y)))).collect()
            }
        }
    }

    /// Describes the action that led to this state.
    fn step(
        self,
        player: u32,
        action: Action<Turn>,
        text: String,
        gain: u64,
        skipped: Vec<u32>,
    ) -> ReplayStep {
        let (kind, path) = match action {
            Action::Turn(Turn::Penguins(turn)) => {
                let kind = match turn {
                    penguins::Move::Place(_) => StepKind::Place,
                    penguins::Move::Slide { .. } => StepKind::Slide,
                };
                (kind, turn.cells().map(|cell| cell.0).collect())
            }
            Action::Turn(Turn::Gamma(turn)) => {
                let (rows, cols) = self.size();
                let cell = |x: u32, y: u32| (rows - 1 - y) * cols + x;
                match turn {
                    gamma::Move::Take { x, y } => (StepKind::Take, vec![cell(x, y)]),
                    gamma::Move::Golden { x, y } => (StepKind::Golden, vec![cell(x, y)]),
                    gamma::Move::Pass => (StepKind::Pass, Vec::new()),
                }
            }
            Action::LostTurn => (StepKind::Lost, Vec::new()),
            Action::Eliminated => (StepKind::Out, Vec::new()),
        };
        let tiles = path.iter().map(|&cell| (cell, self.tile(cell))).collect();
        ReplayStep { kind, player, text, path, tiles, gain, skipped }
    }

    fn tile(self, cell: u32) -> String {
        match self {
            GameView::Penguins(position) => position.tile(Cell(cell)).to_string(),
            GameView::Gamma(turns) => {
                let (rows, cols) = self.size();
                held_by(turns.game().owner(cell % cols, rows - 1 - cell / cols))
            }
        }
    }

    /// Returns the players who were skipped after an action that led to this state.
    fn skipped_after(self, player: u32, action: Action<Turn>) -> Vec<u32> {
        let players: Vec<u32> = match self {
            // A player who has placed all penguins is done, not skipped.
            GameView::Penguins(position) if position.phase() != Phase::Movement => return Vec::new(),
            GameView::Penguins(position) => position.seats().map(Seat::into).collect(),
            GameView::Gamma(turns) => (1..=turns.game().players()).collect(),
        };
        let due = match action {
            // A player leaves the game before the turn that another has now.
            Action::Eliminated => return Vec::new(),
            // Movement begins with the lowest number (rule P8).
            Action::Turn(Turn::Penguins(penguins::Move::Place(_))) => 0,
            Action::Turn(_) | Action::LostTurn => (index_of(&players, player) + 1) % players.len().max(1),
        };
        self.between(&players, due)
    }

    /// Returns the players from the one with this index up to the one to move, who is not included.
    fn between(self, players: &[u32], due: usize) -> Vec<u32> {
        let now = match self {
            GameView::Penguins(position) => position.to_move().map(Seat::into),
            GameView::Gamma(turns) => turns.to_move(),
        };
        let Some(now) = now else {
            return Vec::new();
        };
        let (before, from) = players.split_at(due.min(players.len()));
        from.iter().chain(before).copied().take_while(|&player| player != now).collect()
    }
}

/// Returns the two digits of a cell of Gamma; two digits have no room for players above 99.
fn held_by(owner: Option<u32>) -> String {
    match owner.unwrap_or(0) {
        number @ 0..=99 => format!("{number:02}"),
        _ => "??".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board_file;
    use crate::gamma::Gamma;
    use crate::penguins::{RuleSet, Stage};

    fn penguins(board: &[u8], rules: &RuleSet, penguins: Option<u32>) -> Game {
        let setup = board_file::read(board).unwrap();
        let stage = match penguins {
            Some(penguins) => Stage::Placement { penguins, seats: setup.seats_for(2) },
            None => Stage::Movement,
        };
        Game::penguins(setup, rules, stage, None).unwrap()
    }

    fn play(game: &mut Game, actions: &str) {
        for text in actions.split_whitespace() {
            let action = game.parse_action(text).unwrap();
            let player = game.to_move().unwrap();
            game.apply(player, action).unwrap();
        }
    }

    /// Returns a step in short: kind, player, text, path, tiles, gain and skipped players.
    fn short(step: &ReplayStep) -> String {
        let ReplayStep { kind, player, text, path, tiles, gain, skipped } = step;
        let tiles: Vec<String> = tiles.iter().map(|(cell, tile)| format!("{cell}={tile}")).collect();
        format!("{kind:?} {player} {text} {path:?} {} +{gain} {skipped:?}", tiles.join(","))
    }

    #[test]
    fn steps_of_penguins() {
        let mut game = penguins(b"3 4\n30 10 30 10\n10 10 20 10\n10 30 20 10\n", &RuleSet::SQUARE, Some(1));
        play(&mut game, "r2c2 r3c4 r2c2-r2c1 lost r2c1-r1c1");
        let replay = GameReplay::new(&game);
        assert_eq!((replay.rows, replay.cols, replay.layout), (3, 4, "square"));
        assert_eq!((&replay.tiles[..], &replay.scores[..]), ("301030101010201010302010", &[0, 0][..]));
        let steps: Vec<String> = replay.steps.iter().map(short).collect();
        assert_eq!(
            steps,
            [
                "Place 1 r2c2 [5] 5=01 +1 []",
                "Place 2 r3c4 [11] 11=02 +1 []",
                "Slide 1 r2c2-r2c1 [5, 4] 5=00,4=01 +1 []",
                "Lost 2 lost []  +0 []",
                "Slide 1 r2c1-r1c1 [4, 0] 4=00,0=01 +3 []",
            ]
        );
        game.eliminate(1).unwrap();
        assert_eq!(short(&latest_step(&game).unwrap()), "Out 1 out []  +0 []");
    }

    #[test]
    fn steps_of_a_hexagonal_game_leave_the_fish_beneath_a_penguin() {
        let mut game = penguins(b"1 4\n11 20 30 12\na 1 0\nb 2 0\n", &RuleSet::HEX, None);
        play(&mut game, "r1c1-r1c2");
        let replay = GameReplay::new(&game);
        assert_eq!(replay.tiles, "11203012");
        assert_eq!(short(&replay.steps[0]), "Slide 1 r1c1-r1c2 [0, 1] 0=00,1=21 +1 []");
    }

    #[test]
    fn players_who_cannot_move_are_skipped() {
        let mut game = penguins(b"1 5\n01 10 10 00 02\na 1 0\nb 2 0\n", &RuleSet::SQUARE, None);
        assert_eq!(skipped(&game), []);
        play(&mut game, "r1c1-r1c2");
        assert_eq!(short(&latest_step(&game).unwrap()), "Slide 1 r1c1-r1c2 [0, 1] 0=00,1=01 +1 [2]");
        let line = [game.parse_turn("r1c2-r1c3").unwrap()];
        let steps = line_steps(&game.state(), &line).unwrap();
        // The game is over.
        assert_eq!(short(&steps[0]), "Slide 1 r1c2-r1c3 [1, 2] 1=00,2=01 +1 []");
    }

    #[test]
    fn steps_of_gamma() {
        let mut game = Game::gamma(Gamma::new(3, 2, 2, 2).unwrap());
        play(&mut game, "x0y0 x2y1 x0y1 x0y0! pass");
        let replay = GameReplay::new(&game);
        assert_eq!((replay.rows, replay.cols, replay.layout), (2, 3, "gamma"));
        assert_eq!((&replay.tiles[..], &replay.scores[..]), ("000000000000", &[0, 0][..]));
        let steps: Vec<String> = replay.steps.iter().map(short).collect();
        assert_eq!(
            steps,
            [
                "Take 1 x0y0 [3] 3=01 +1 []",
                "Take 2 x2y1 [2] 2=02 +1 []",
                "Take 1 x0y1 [0] 0=01 +1 []",
                "Golden 2 x0y0! [3] 3=02 +1 []",
                "Pass 1 pass []  +0 []",
            ]
        );
        assert_eq!(board_tiles(&game), "010002020000");
    }

    #[test]
    fn some_steps_are_the_same_as_those_of_the_whole_game() {
        let board = b"3 4\n30 10 30 10\n10 10 20 10\n10 30 20 10\n";
        let (mut square, mut gamma) =
            (penguins(board, &RuleSet::SQUARE, Some(1)), Game::gamma(Gamma::new(3, 2, 2, 2).unwrap()));
        play(&mut square, "r2c2 r3c4 r2c2-r2c1 r3c4-r2c4 r2c1-r1c1");
        play(&mut gamma, "x0y0 x2y1 x0y1 x0y0! x1y1 x2y0");
        for game in [&mut square, &mut gamma] {
            let all = GameReplay::new(game).steps;
            assert_eq!(all.len(), game.made());
            for from in 0..=game.made() + 1 {
                assert_eq!(steps_from(game, from), all[from.min(all.len())..]);
            }
            let line: Vec<Turn> = game.actions().filter_map(|(_, action)| action.turn()).collect();
            for made in 0..all.len() {
                game.go_to(made);
                assert_eq!(line_steps(&game.state(), &line[made..]).unwrap(), all[made..]);
                // Undone actions are no part of the game.
                assert_eq!(GameReplay::new(game).steps, all[..made]);
                assert_eq!(steps_from(game, made), []);
            }
        }
        let turn = gamma.parse_turn("x9y9").unwrap();
        assert_eq!(line_steps(&square.state(), &[turn]), Err(IllegalTurn::OtherGame));
        assert!(matches!(line_steps(&gamma.state(), &[turn]), Err(IllegalTurn::Gamma(_))));
    }
}
