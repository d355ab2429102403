//! The engine for Gamma: tree search from level 5 on where the board fits into bitboards, otherwise the greedy player.

use floe_rules::gamma::{Move, Turns};

use crate::context::SearchContext;
use crate::gamma::Weights;
use crate::gamma::bit_board::{BitBoard, words_needed};
use crate::gamma::greedy::GammaGreedy;
use crate::gamma::puct::{Found, PuctSearch};
use crate::search::{Choice, Level, Progress, Search, Value};

/// The node limits of levels 5 to 9.
const LEVEL_NODES: [u64; 5] = [60, 150, 400, 1100, 3000];
/// The lowest level that uses tree search.
const FIRST_TO_SEARCH: u8 = 5;
/// The levels of the greedy player that levels 1 to 4 use.
const GREEDY_LEVELS: [u8; 4] = [1, 4, 6, 8];

/// Plays Gamma on any board, with any number of players and at any level.
///
/// From level 5 on, boards of up to about 4000 cells with up to 16 players are searched; otherwise it plays greedily.
#[derive(Clone, Debug, Default)]
pub struct GammaEngine {
    weights: Weights,
}

impl GammaEngine {
    /// Returns an engine with custom weights instead of the built-in ones.
    pub fn with_weights(weights: Weights) -> GammaEngine {
        GammaEngine { weights }
    }
}

impl Search for GammaEngine {
    type Position = Turns;
    type Move = Move;

    fn search(
        &mut self,
        position: &Turns,
        mut context: SearchContext<'_, Progress<Move>>,
    ) -> Option<Choice<Move>> {
        let words = words_needed(position.game());
        let search_tree = match words.filter(|_| context.limits().level.get() >= FIRST_TO_SEARCH) {
            Some(..=2) => search_tree::<2>,
            Some(3..=4) => search_tree::<4>,
            Some(5..=8) => search_tree::<8>,
            Some(9..=16) => search_tree::<16>,
            Some(17..=40) => search_tree::<40>,
            Some(41..=64) => search_tree::<64>,
            Some(65..) | None => {
                context.budget.limits.level = greedy_level(context.limits().level);
                return GammaGreedy.search(position, context);
            }
        };
        let limits = &mut context.budget.limits;
        if let Some(&most) = LEVEL_NODES.get(usize::from(limits.level.get() - FIRST_TO_SEARCH)) {
            limits.nodes = Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        search_tree(position, self.weights, context)
    }
}

/// Returns the level of the greedy player that stands in for a level of the engine.
fn greedy_level(level: Level) -> Level {
    GREEDY_LEVELS
        .get(usize::from(level.get()) - 1)
        .and_then(|&level| Level::new(level))
        .unwrap_or(Level::FULL)
}

/// Searches a board that fits into `W` words.
fn search_tree<const W: usize>(
    position: &Turns,
    weights: Weights,
    mut context: SearchContext<'_, Progress<Move>>,
) -> Option<Choice<Move>> {
    let budget = context.budget.clone();
    let board: BitBoard<W> = BitBoard::new(position)?;
    let mut line_board = board.clone();
    let mut progress = |found: &Found| Progress {
        depth: found.line.len() as u32,
        nodes: found.nodes,
        elapsed: budget.elapsed(),
        value: Value(i64::from(found.value)),
        line: line_board.moves(&found.line),
        considered: found.considered.iter().map(|turn| turn.map(|step| line_board.to_move(step))).collect(),
    };
    let found = PuctSearch::new(board, weights, &budget).run(|found| context.report(&progress(found)))?;
    let progress = progress(&found);
    context.report(&progress);
    Some(Choice { turn: *progress.line.first()?, progress })
}
