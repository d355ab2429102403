//! A player that looks one turn ahead with a static evaluation by territory.

use floe_rules::penguins::{Compact, Ice, Move, Packed, PackedLarge, PackedVisitor, Position};

use super::mcts::LeafEvaluator;
use super::territory::{BitboardTerritory, SheetTerritory};
use crate::context::SearchContext;
use crate::search::{Choice, Progress, Search, Value};
use crate::timer::ShallowTimer;

/// Takes the turn after which its lead by territory is largest, for any number of players.
///
/// It ignores the level and uses one thread. A node is one evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct TerritoryLookAhead;

impl Search for TerritoryLookAhead {
    type Position = Position;
    type Move = Move;

    fn search(
        &mut self,
        position: &Position,
        context: SearchContext<'_, Progress<Move>>,
    ) -> Option<Choice<Move>> {
        if let Some(packed) = Packed::new(position) {
            packed.visit(PackedLookAhead(context))
        } else if let Some(packed) = PackedLarge::new(position) {
            packed.visit(PackedLookAhead(context))
        } else {
            look_ahead(position.clone(), SheetTerritory::new(position.grid().cells()), context)
        }
    }
}

/// A search on bitboards.
struct PackedLookAhead<'a>(SearchContext<'a, Progress<Move>>);

impl PackedVisitor for PackedLookAhead<'_> {
    type Output = Option<Choice<Move>>;

    fn visit<const W: usize>(self, position: Position<Compact<W>>) -> Option<Choice<Move>> {
        look_ahead(position, BitboardTerritory, self.0)
    }
}

fn look_ahead<I: Ice>(
    mut position: Position<I>,
    mut evaluator: impl LeafEvaluator<I>,
    mut context: SearchContext<'_, Progress<Move>>,
) -> Option<Choice<Move>> {
    let us = position.seats().position(|seat| Some(seat) == position.to_move())?;
    let budget = context.budget.clone();
    let mut timer = ShallowTimer::new(&budget).with_cells(position.grid().cells());
    let mut best: Option<(f32, Move)> = None;
    for turn in position.turns() {
        let undo = position.play_unchecked(turn);
        let payoffs = evaluator.evaluate(&mut position, &mut timer);
        position.undo(&undo);
        let lead = payoffs.map_or(f32::MIN, |payoffs| payoffs.lead[us]);
        if best.is_none_or(|(most, _)| lead > most) {
            best = Some((lead, turn));
        }
        if timer.count_node() {
            break;
        }
    }
    let (lead, turn) = best?;
    let progress = Progress {
        depth: 1,
        nodes: timer.nodes(),
        elapsed: budget.elapsed(),
        value: Value((lead * 100.0) as i64),
        line: vec![turn],
        considered: Vec::new(),
    };
    context.report(&progress);
    Some(Choice { turn, progress })
}
