//! The player of Gamma: a search where the board fits into its bits, and a look one turn ahead where not.

use floe_rules::gamma::{Move, Turns};

use crate::context::SearchContext;
use crate::gamma::Weights;
use crate::gamma::bit_board::{BitBoard, words_needed};
use crate::gamma::greedy::GammaGreedy;
use crate::gamma::puct::{Found, PuctSearch};
use crate::search::{Choice, Level, Progress, Search, Value};

/// How many positions the levels evaluator that search but are not of full strength: 5 to 9.
const NODES: [u64; 5] = [60, 150, 400, 1100, 3000];
/// The lowest level that searches.
const FIRST_TO_SEARCH: u8 = 5;
/// At which of its levels the lower ones look one turn ahead, since neighbours play nearly alike.
const LOOKAHEAD: [u8; 4] = [1, 4, 6, 8];

/// Settles where it will have gone furthest in the end.
///
/// On boards of up to about 4000 cells with up to 16 players it searches; on others it looks one turn ahead.
#[derive(Clone, Debug, Default)]
pub struct GammaEngine {
    weights: Weights,
}

impl GammaEngine {
    /// Returns a player with other weights, to measure them.
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
        let deep = match words.filter(|_| context.limits().level.get() >= FIRST_TO_SEARCH) {
            Some(..=2) => deep::<2>,
            Some(3..=4) => deep::<4>,
            Some(5..=8) => deep::<8>,
            Some(9..=16) => deep::<16>,
            Some(17..=40) => deep::<40>,
            Some(41..=64) => deep::<64>,
            Some(65..) | None => {
                context.budget.limits.level = level_of_lookahead(context.limits().level);
                return GammaGreedy.search(position, context);
            }
        };
        let limits = &mut context.budget.limits;
        if let Some(&most) = NODES.get(usize::from(limits.level.get() - FIRST_TO_SEARCH)) {
            limits.nodes = Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        deep(position, self.weights, context)
    }
}

/// Returns at what level to look one turn ahead.
fn level_of_lookahead(level: Level) -> Level {
    LOOKAHEAD.get(usize::from(level.get()) - 1).and_then(|&level| Level::new(level)).unwrap_or(Level::FULL)
}

/// Searches a board that fits into so many words.
fn deep<const W: usize>(
    position: &Turns,
    weights: Weights,
    mut context: SearchContext<'_, Progress<Move>>,
) -> Option<Choice<Move>> {
    let budget = context.budget.clone();
    let board: BitBoard<W> = BitBoard::new(position)?;
    let mut names = board.clone();
    let mut progress = |found: &Found| Progress {
        depth: found.line.len() as u32,
        nodes: found.nodes,
        elapsed: budget.elapsed(),
        value: Value(i64::from(found.value)),
        line: names.moves(&found.line),
    };
    let found = PuctSearch::new(board, weights, &budget).run(|found| context.report(&progress(found)))?;
    let progress = progress(&found);
    context.report(&progress);
    Some(Choice { turn: *progress.line.first()?, progress })
}
