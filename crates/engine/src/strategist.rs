//! The strong player of Penguins: it chooses how to search by the players, the board, the limits and the level.

use std::thread;
use std::time::Duration;

use floe_rules::penguins::{Compact, Move, Packed, PackedVisitor, Position, Seat};

use crate::context::{Budget, SearchContext};
use crate::lookahead::{Lookahead, lead};
use crate::penguins::duel::{DEEPEST, Duel, FISH, Found, progress};
use crate::penguins::evaluation::Weights;
use crate::penguins::exact::prove_root;
use crate::penguins::many::{Many, Others};
use crate::penguins::table::Table;
use crate::penguins::wide;
use crate::search::{Choice, Level, Limits, Progress, Search, Stop, Value};

/// Plays Penguins as well as the limits allow.
#[derive(Debug, Default)]
pub struct Strategist {
    table: Option<Table>,
    /// Weights on trial.
    trial: Option<Weights>,
    others: Others,
}

/// How many nodes a second are reckoned with when a table is made.
const NODES_A_SECOND: f64 = 4e6;
/// The part of the time or nodes that goes into a proof.
const PART_TO_PROVE: u32 = 4;
/// So many nodes are looked at where nothing else is said.
const NODES: u64 = 200_000;

/// How a level plays.
enum Manner {
    /// One turn ahead on fish and room, with mistakes as large as that level makes.
    Glance(u8),
    /// So many turns ahead.
    Ahead(u8),
    /// As far as the limits allow, with proofs.
    Full,
}

/// Returns how a level plays (`docs/engine.md` has the ladder).
fn manner(level: Level) -> Manner {
    match level.get() {
        1 => Manner::Glance(1),
        2 => Manner::Glance(7),
        3 => Manner::Glance(9),
        4 => Manner::Glance(10),
        level @ 5..=9 => Manner::Ahead(level - 4),
        _ => Manner::Full,
    }
}

impl Search for Strategist {
    type Position = Position;
    type Move = Move;

    fn search(
        &mut self,
        position: &Position,
        mut context: SearchContext<'_, Progress<Move>>,
    ) -> Option<Choice<Move>> {
        let us = position.to_move()?;
        if position.count_turns() == 1 {
            return forced(position, us, context);
        }
        let deepest = match manner(context.limits().level) {
            Manner::Glance(level) => {
                context.budget.limits.level = Level::new(level).unwrap_or(Level::FULL);
                return Lookahead.search(position, context);
            }
            Manner::Ahead(depth) => depth,
            Manner::Full => DEEPEST,
        };
        let unlimited = context.budget.is_unlimited();
        let limits = &mut context.budget.limits;
        if unlimited && limits.depth.is_none() {
            limits.nodes = Some(NODES);
        }
        limits.depth = Some(limits.depth.unwrap_or(deepest).min(deepest));
        match Packed::new(position) {
            Some(packed) => packed.visit(PackedSearch { player: self, position, context }),
            None => wide::search(self, position, context),
        }
    }
}

/// A search on bitboards.
struct PackedSearch<'a, 'c> {
    player: &'a mut Strategist,
    position: &'a Position,
    context: SearchContext<'c, Progress<Move>>,
}

impl PackedVisitor for PackedSearch<'_, '_> {
    type Output = Option<Choice<Move>>;

    fn visit<const W: usize>(self, packed: Position<Compact<W>>) -> Option<Choice<Move>> {
        self.player.search_packed(self.position, packed, self.context)
    }
}

impl Strategist {
    /// Plays with other weights than the shipped ones.
    pub fn with_weights(weights: Weights) -> Strategist {
        Strategist { trial: Some(weights), ..Strategist::default() }
    }

    /// Searches games of three and more players in another way.
    pub fn with_others(others: Others) -> Strategist {
        Strategist { others, ..Strategist::default() }
    }

    pub(crate) fn weights(&self, position: &Position) -> Weights {
        self.trial.unwrap_or_else(|| Weights::of(position.rules(), position.grid().cells()))
    }

    fn search_packed<const W: usize>(
        &mut self,
        position: &Position,
        packed: Position<Compact<W>>,
        mut context: SearchContext<'_, Progress<Move>>,
    ) -> Option<Choice<Move>> {
        let budget = &context.budget.clone();
        let limits = &budget.limits;
        let us = position.to_move()?;
        let lead = lead(position, us);
        let many = position.seats().count() > 2;
        if limits.level == Level::FULL
            && limits.depth.is_none_or(|depth| depth >= DEEPEST)
            && let Some(choice) = prove_root(position, &part_to_prove(budget))
        {
            context.report(&choice.progress);
            return Some(choice);
        }
        let bits = table_bits(budget);
        // A table of the turns before is kept unless it is far too small.
        if self.table.as_ref().is_none_or(|table| table.bits() + 1 < bits) {
            self.table = Some(Table::new(bits));
        }
        let judge = self.weights(position);
        let table = self.table.get_or_insert_with(|| Table::new(bits));
        let deepest = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let mut tell = |found: &Found, nodes: u64| {
            context.report(&progress(found, nodes, budget.elapsed(), lead));
        };
        let (found, nodes) = if many {
            let mut many = Many::new(packed, us, self.others, &judge, table, budget);
            (many.run(deepest, &mut tell), many.nodes())
        } else {
            duel(&packed, &judge, table, deepest, budget, &mut tell)
        };
        let found = found?;
        let progress = progress(&found, nodes, budget.elapsed(), lead);
        Some(Choice { turn: found.turn, progress })
    }
}

/// Returns the only turn at once: there is nothing to think about.
fn forced(
    position: &Position,
    us: Seat,
    mut context: SearchContext<'_, Progress<Move>>,
) -> Option<Choice<Move>> {
    let turn = position.turns().first().copied()?;
    let value = Value(lead(position, us) * i64::from(FISH));
    let progress = Progress { depth: 0, nodes: 1, elapsed: Duration::ZERO, value, line: vec![turn] };
    context.report(&progress);
    Some(Choice { turn, progress })
}

/// Searches a game of two, on as many threads as the limits say: all of them fill one table.
fn duel<const W: usize>(
    position: &Position<Compact<W>>,
    judge: &Weights,
    table: &Table,
    deepest: u8,
    budget: &Budget<'_>,
    tell: &mut dyn FnMut(&Found, u64),
) -> (Option<Found>, u64) {
    let done = Stop::default();
    let helper_budget = &budget.stopped_by(&done);
    // There are no threads on wasm.
    let threads = if cfg!(target_family = "wasm") { 1 } else { budget.limits.threads.get() };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|index| {
                let position = position.clone();
                scope.spawn(move || {
                    let mut duel = Duel::new(position, judge, table, helper_budget);
                    // Those that start deeper find what the others have not seen yet.
                    let first = 1 + (index % 3) as u8;
                    duel.run(first.min(deepest), deepest, |_, _| {});
                    duel.nodes()
                })
            })
            .collect();
        let mut duel = Duel::new(position.clone(), judge, table, budget);
        let found = duel.run(1, deepest, tell);
        done.stop();
        // A helper that has failed has told so; its nodes are lost.
        let helped: u64 = helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum();
        (found, duel.nodes() + helped)
    })
}

/// Returns the part of the budget that goes into a proof.
fn part_to_prove<'a>(budget: &Budget<'a>) -> Budget<'a> {
    let nodes = budget.limits.nodes.map(|nodes| nodes / u64::from(PART_TO_PROVE));
    budget.part_of_time(PART_TO_PROVE, Limits { nodes, ..budget.limits.clone() })
}

/// Returns the logarithm of the entries that a search of such limits needs in its table.
fn table_bits(budget: &Budget<'_>) -> u32 {
    let nodes = budget.expected_nodes(NODES_A_SECOND);
    // A table of four million entries takes 64 MB; one of a thousand costs nothing to make.
    nodes.map_or(20, |nodes| nodes.max(1).ilog2() + 1).clamp(10, 22)
}
