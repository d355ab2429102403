//! The engine for Gamma: tree search from level 5 on, below that the greedy player.

use floe_rules::gamma::{Move, Turns};

use crate::context::SearchContext;
use crate::gamma::Weights;
use crate::gamma::bit_board::BitBoard;
use crate::gamma::board_part::BoardPart;
use crate::gamma::greedy::GammaGreedy;
use crate::gamma::puct::{Found, PuctSearch};
use crate::gamma::windows;
use crate::search::{Choice, Level, Limits, Progress, Search, Value};

/// The node limits of levels 5 to 9.
const LEVEL_NODES: [u64; 5] = [60, 150, 400, 1100, 3000];
/// The lowest level that uses tree search.
const FIRST_TO_SEARCH: u8 = 5;
/// The levels of the greedy player that levels 1 to 4 use.
const GREEDY_LEVELS: [u8; 4] = [1, 4, 6, 8];
/// The words of the largest bitboards.
pub(crate) const MOST_WORDS: u64 = 64;

/// Plays Gamma on any board, with any number of players and at any level.
///
/// From level 5 on it uses tree search: boards of up to about 4000 cells with up to 16 players are searched as a whole,
/// others in windows. Below that it plays greedily.
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
        let limits = context.limits();
        if limits.level.get() < FIRST_TO_SEARCH {
            context.budget.limits.level = greedy_level(limits.level);
            return GammaGreedy.search(position, context);
        }
        let whole =
            BoardPart::whole(position).filter(|part| part.words().is_some_and(|words| words <= MOST_WORDS));
        match whole {
            Some(part) => {
                context.budget.limits.nodes = tree_nodes(limits);
                search_part(position, &part, self.weights, context)
            }
            None => windows::search(position, self.weights, context),
        }
    }
}

/// Returns the level of the greedy player that stands in for a level of the engine.
fn greedy_level(level: Level) -> Level {
    GREEDY_LEVELS
        .get(usize::from(level.get()) - 1)
        .and_then(|&level| Level::new(level))
        .unwrap_or(Level::FULL)
}

/// Returns the node limit of the tree search, by the level and the limits.
pub(crate) fn tree_nodes(limits: &Limits) -> Option<u64> {
    let most = LEVEL_NODES.get(usize::from(limits.level.get() - FIRST_TO_SEARCH)).copied();
    [most, limits.nodes].into_iter().flatten().min()
}

/// Searches a part of the board that fits into bitboards. The value is that of the player to move in the whole game,
/// even if another one moves first in the part.
pub(crate) fn search_part(
    position: &Turns,
    part: &BoardPart,
    weights: Weights,
    context: SearchContext<'_, Progress<Move>>,
) -> Option<Choice<Move>> {
    let search_tree = match part.words()? {
        ..=2 => search_tree::<2>,
        3..=4 => search_tree::<4>,
        5..=8 => search_tree::<8>,
        9..=16 => search_tree::<16>,
        17..=40 => search_tree::<40>,
        _ => search_tree::<64>,
    };
    search_tree(position, part, weights, context)
}

/// Searches a part of the board that fits into `W` words.
fn search_tree<const W: usize>(
    position: &Turns,
    part: &BoardPart,
    weights: Weights,
    mut context: SearchContext<'_, Progress<Move>>,
) -> Option<Choice<Move>> {
    let budget = context.budget.clone();
    let board: BitBoard<W> = BitBoard::new(position.game(), part)?;
    let player = part.side(position.to_move()?)?;
    let mut line_board = board.clone();
    let mut progress = |found: &Found| Progress {
        depth: found.line.len() as u32,
        nodes: found.nodes,
        elapsed: budget.elapsed(),
        value: Value(i64::from(found.value)),
        line: line_board.moves(&found.line),
        considered: found.considered.iter().map(|turn| turn.map(|step| line_board.to_move(step))).collect(),
    };
    let found =
        PuctSearch::new(board, weights, &budget).run(player, |found| context.report(&progress(found)))?;
    let progress = progress(&found);
    context.report(&progress);
    Some(Choice { turn: *progress.line.first()?, progress })
}
