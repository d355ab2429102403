//! PUCT tree search for three or more players, with a [policy](super::policy) for priors and static evaluations at the
//! leaves.
//!
//! Each visit descends by the PUCT formula to a leaf, and evaluates it for all players. A leaf is expanded at its second
//! visit. Every player maximises its own likelihood to win (max^n).

use std::cmp::Ordering;
use std::ops::Range;
use std::thread;

use floe_rules::penguins::{Compact, Move, Position, Seat, Undo};
use floe_rules::random::{Random, scramble};

use super::payoffs::Payoffs;
use super::policy::{TurnCodes, TurnPolicy};
use super::table_evaluator::TableEvaluator;
use super::tile_table::TileTable;
use crate::considered::most_considered;
use crate::context::Budget;
use crate::early_stop::EarlyStop;
use crate::search::{Progress, Stop, Value};
use crate::timer::ShallowTimer;

/// The largest tree, of all threads together; when it is full, the nodes with the fewest visits lose their children.
const MOST_NODES: usize = 1_500_000;
/// The most turns of a node below the root: those with the largest priors, which are not scaled up.
const MOST_TURNS: usize = 64;
/// The most visits, which fit their counter: hours of a search.
const MOST_VISITS: u32 = 1 << 31;
/// The number of visits from which new ones count more than old ones: a smaller share would vanish in single precision.
const MANY_VISITS: u32 = 1 << 20;
/// The most nodes between reports.
const NODES_BETWEEN_REPORTS: u64 = 1 << 14;
/// The weight of priors against values.
const EXPLORATION: f32 = 0.5;
/// The exponents of priors are divided by this.
const TEMPERATURE: f32 = 1.2;
/// By how much the exploration of a thread exceeds that of the thread before it.
const MORE_EXPLORATION: f32 = 0.25;
/// The longest principal variation that is reported.
const LONGEST_LINE: usize = 40;

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    turn: Move,
    /// The index of its first child, once it is expanded. Children are in the order of their priors.
    first: u32,
    count: u16,
    /// The player who made the turn.
    by: u8,
    visits: u32,
    /// The prior likelihood of the turn.
    prior: f32,
    /// The mean value for the player who made the turn.
    worth: f32,
    /// The mean value for the player to move.
    worth_to_next: f32,
    /// The expected lead of the player who made the turn, in fish.
    lead: f32,
}

/// A search of a position.
struct PuctSearch<'a, const W: usize> {
    position: Position<Compact<W>>,
    evaluator: TableEvaluator<'a>,
    policy: &'a TurnPolicy,
    /// The weight of priors against values.
    exploration: f32,
    nodes: Vec<Node>,
    /// The size at which the tree is full.
    most_nodes: usize,
    random: Random,
    timer: ShallowTimer<'a>,
    budget: &'a Budget<'a>,
    early_stop: EarlyStop<'a>,
    /// The index of each seat among the players.
    players: [u8; Seat::MOST as usize + 1],
    /// The turns of a node that is being expanded with their priors, kept to avoid allocations.
    turns: Vec<(f32, Move)>,
    path: Vec<usize>,
    undos: Vec<Undo>,
    deepest: u32,
    /// The nodes of searches that were added to this one.
    nodes_of_others: u64,
    over: bool,
}

/// Searches a position until a limit is reached, on the number of threads in the limits; nothing when the game is over.
///
/// Each thread has a tree of its own, and explores more than the one before it. Their visits of the turns of the root
/// are added up.
pub(crate) fn search<const W: usize>(
    position: &Position<Compact<W>>,
    evaluation: &TileTable,
    policy: &TurnPolicy,
    budget: &Budget<'_>,
    report: &mut dyn FnMut(&Progress<Move>),
) -> Option<Progress<Move>> {
    let done = Stop::default();
    let helper_budget = &budget.of_helper(&done);
    // There are no threads on wasm.
    let threads = if cfg!(target_family = "wasm") { 1 } else { budget.limits.threads.get() };
    let progress = thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|index| {
                let position = position.clone();
                scope.spawn(move || {
                    let mut search = PuctSearch::new(position, evaluation, policy, helper_budget)?;
                    search.exploration *= 1.0 + MORE_EXPLORATION * index as f32;
                    search.run(&mut |_| {});
                    Some(search)
                })
            })
            .collect();
        let mut search = PuctSearch::new(position.clone(), evaluation, policy, budget)?;
        search.run(report);
        done.stop();
        // The visits of a helper that panicked are not counted.
        for helper in helpers.into_iter().filter_map(|helper| helper.join().ok().flatten()) {
            search.add(&helper);
        }
        Some(search.progress())
    })?;
    report(&progress);
    Some(progress)
}

impl<'a, const W: usize> PuctSearch<'a, W> {
    /// Starts a search; nothing when the game is over.
    fn new(
        position: Position<Compact<W>>,
        evaluation: &'a TileTable,
        policy: &'a TurnPolicy,
        budget: &'a Budget<'a>,
    ) -> Option<Self> {
        let mut players = [0; Seat::MOST as usize + 1];
        for (index, seat) in (0..).zip(position.seats()) {
            players[usize::from(seat.number())] = index;
        }
        let mut search = PuctSearch {
            evaluator: TableEvaluator::new(evaluation),
            policy,
            exploration: EXPLORATION,
            nodes: Vec::new(),
            most_nodes: MOST_NODES / budget.limits.threads,
            random: Random::new(scramble(budget.limits.seed) ^ position.hash()),
            timer: ShallowTimer::new(budget).with_cells(position.grid().cells()),
            budget,
            early_stop: EarlyStop::new(budget),
            players,
            turns: Vec::new(),
            path: Vec::new(),
            undos: Vec::new(),
            deepest: 0,
            nodes_of_others: 0,
            over: false,
            position,
        };
        let by = search.next_player()?;
        // The root needs some turn, but it is never used.
        let mut turn = None;
        search.position.each_turn(|any| turn = Some(any));
        search.nodes.push(Node::new(turn?, by, 1.0));
        search.expand(0);
        // The children of the root are never dropped.
        search.most_nodes = search.most_nodes.max(4 * search.nodes.len());
        Some(search)
    }

    /// Searches until a limit is reached, and reports now and then.
    fn run(&mut self, report: &mut dyn FnMut(&Progress<Move>)) {
        let mut next_report = 64;
        while !self.is_over() {
            self.visit();
            if self.timer.nodes() >= next_report {
                next_report = self.timer.nodes() + self.timer.nodes().min(NODES_BETWEEN_REPORTS);
                report(&self.progress());
            }
            if self.nodes.len() > self.most_nodes {
                self.prune(self.most_nodes / 2);
            }
        }
    }

    fn is_over(&self) -> bool {
        let all = self.nodes[0].visits;
        let visits = self.children(0).iter().map(|child| child.visits);
        self.over || all >= MOST_VISITS || self.early_stop.is_decided(all, visits)
    }

    /// Adds the visits of another search of the same position to the turns of the root.
    fn add(&mut self, other: &PuctSearch<'_, W>) {
        for added in other.children(0) {
            let range = self.range_of_children(0);
            let Some(child) = self.nodes[range].iter_mut().find(|child| child.turn == added.turn) else {
                continue;
            };
            child.visits = child.visits.saturating_add(added.visits);
            let part = added.visits as f32 / child.visits.max(1) as f32;
            child.worth += (added.worth - child.worth) * part;
            child.lead += (added.lead - child.lead) * part;
        }
        self.nodes_of_others += other.timer.nodes();
        self.deepest = self.deepest.max(other.deepest);
    }

    /// Makes one visit: selection, expansion, evaluation and backup.
    fn visit(&mut self) {
        let depth = self.budget.limits.depth.map_or(usize::MAX, usize::from);
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        loop {
            let Node { first, visits, .. } = self.nodes[at];
            if first == 0 {
                if visits == 0 || self.undos.len() >= depth || self.position.is_over() {
                    break;
                }
                self.expand(at);
            }
            at = self.select(at);
            self.path.push(at);
            self.undos.push(self.position.play_unchecked(self.nodes[at].turn));
        }
        let payoffs = self.evaluator.payoffs(&self.position);
        self.over |= self.timer.count_node();
        let next = self.next_player();
        self.deepest = self.deepest.max(self.undos.len() as u32);
        while let Some(undo) = self.undos.pop() {
            self.position.undo(&undo);
        }
        self.back_up(&payoffs, next);
    }

    /// Backs up values along the path; `next` is the player to move at its end.
    fn back_up(&mut self, payoffs: &Payoffs, mut next: Option<u8>) {
        for &at in self.path.iter().rev() {
            let node = &mut self.nodes[at];
            node.visits += 1;
            let part = 1.0 / node.visits.min(MANY_VISITS) as f32;
            let by = usize::from(node.by);
            node.worth += (payoffs.worth[by] - node.worth) * part;
            node.lead += (payoffs.lead[by] - node.lead) * part;
            if let Some(next) = next {
                node.worth_to_next += (payoffs.worth[usize::from(next)] - node.worth_to_next) * part;
            }
            next = Some(node.by);
        }
    }

    /// Selects a child by the PUCT formula.
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let width = self.exploration * (node.visits as f32).sqrt();
        let (mut most, mut chosen) = (f32::NEG_INFINITY, 0);
        for (index, child) in self.children(at).iter().enumerate() {
            let worth = if child.visits > 0 { child.worth } else { node.worth_to_next };
            let score = worth + width * child.prior / (1 + child.visits) as f32;
            if score > most {
                (most, chosen) = (score, index);
            }
            // Turns without a visit differ by their priors only, and the largest comes first.
            if child.visits == 0 {
                break;
            }
        }
        node.first as usize + chosen
    }

    /// Gives a node its children.
    fn expand(&mut self, at: usize) {
        let Some(by) = self.next_player() else { return };
        let codes = TurnCodes::new(&self.position);
        let (turns, ice) = (&mut self.turns, self.position.ice());
        turns.clear();
        self.position.each_turn(|turn| turns.push((codes.weight(self.policy, ice, turn), turn)));
        // Equal priors are as common as equal tiles.
        self.random.shuffle(turns);
        turns.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let most = turns.first().map_or(0.0, |&(weight, _)| weight);
        let mut sum = 0.0;
        for (weight, _) in &mut *turns {
            *weight = ((*weight - most) / TEMPERATURE).exp();
            sum += *weight;
        }
        if at > 0 {
            turns.truncate(MOST_TURNS);
        }
        let first = self.nodes.len();
        self.nodes.extend(turns.iter().map(|&(weight, turn)| Node::new(turn, by, weight / sum)));
        self.nodes[at].first = first as u32;
        self.nodes[at].count = turns.len() as u16;
    }

    /// Shrinks the tree to a number of nodes: those with few visits lose their children, and are expanded again when they
    /// are visited. The children of the root are kept.
    fn prune(&mut self, most: usize) {
        // The number of children of all nodes whose visits have the same binary logarithm.
        let mut children = [0; u32::BITS as usize];
        for node in &self.nodes[1..] {
            children[node.visits.max(1).ilog2() as usize] += usize::from(node.count);
        }
        let mut kept = 1 + usize::from(self.nodes[0].count);
        let dropped = children.iter().rposition(|&count| {
            kept += count;
            kept > most
        });
        let least = dropped.map_or(0, |bits| 2 << bits);
        let mut nodes = Vec::with_capacity(self.nodes.len());
        nodes.push(self.nodes[0]);
        let mut at = 0;
        while at < nodes.len() {
            let Node { first, count, visits, .. } = nodes[at];
            let count = if at == 0 || visits >= least { count } else { 0 };
            nodes[at].first = if count > 0 { nodes.len() as u32 } else { 0 };
            nodes[at].count = count;
            nodes.extend_from_slice(&self.nodes[first as usize..first as usize + usize::from(count)]);
            at += 1;
        }
        self.nodes = nodes;
    }

    fn range_of_children(&self, at: usize) -> Range<usize> {
        let Node { first, count, .. } = self.nodes[at];
        first as usize..first as usize + usize::from(count)
    }

    fn children(&self, at: usize) -> &[Node] {
        &self.nodes[self.range_of_children(at)]
    }

    fn next_player(&self) -> Option<u8> {
        self.position.to_move().map(|seat| self.players[usize::from(seat.number())])
    }

    fn progress(&self) -> Progress<Move> {
        let mut line = Vec::new();
        let mut lead = 0.0;
        let mut at = 0;
        while line.len() < LONGEST_LINE && self.nodes[at].first > 0 {
            // The most visited child is the best.
            let children = self.children(at).iter().enumerate().rev();
            let best = children.max_by(|(_, one), (_, two)| {
                one.visits.cmp(&two.visits).then(one.worth.partial_cmp(&two.worth).unwrap_or(Ordering::Equal))
            });
            let Some((index, child)) = best.filter(|(_, child)| line.is_empty() || child.visits > 0) else {
                break;
            };
            if line.is_empty() {
                lead = child.lead;
            }
            line.push(child.turn);
            at = self.nodes[at].first as usize + index;
        }
        let visits = self.children(0).iter().map(|child| (child.turn, u64::from(child.visits)));
        let considered = line.first().map(|&best| most_considered(best, visits)).unwrap_or_default();
        Progress {
            depth: self.deepest.max(1),
            nodes: self.timer.nodes() + self.nodes_of_others,
            elapsed: self.budget.elapsed(),
            value: Value((lead * 100.0) as i64),
            line,
            considered,
        }
    }
}

impl Node {
    fn new(turn: Move, by: u8, prior: f32) -> Node {
        Node { turn, first: 0, count: 0, by, visits: 0, prior, worth: 0.5, worth_to_next: 0.5, lead: 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use floe_rules::penguins::{Packed, PackedVisitor};

    use super::*;
    use crate::clock::MonotonicClock;
    use crate::context::SearchContext;
    use crate::penguins::samples;
    use crate::search::Limits;

    /// Checks the tree of a search of some nodes before and after it is pruned.
    struct CheckTree;

    impl<const W: usize> PuctSearch<'_, W> {
        /// Checks that the visits of every node are one more than those of its children, and that priors are in order.
        fn check(&self, visits: u32) {
            assert_eq!(self.nodes[0].visits, visits);
            for (at, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.first > 0) {
                let below: u32 = self.children(at).iter().map(|child| child.visits).sum();
                assert!(at == 0 && below == visits || below < node.visits, "{below} of {}", node.visits);
                let values = [node.worth, node.worth_to_next];
                assert!(values.iter().all(|value| (0.0..=1.001).contains(value)), "{values:?}");
                assert!(self.children(at).is_sorted_by(|one, other| one.prior >= other.prior));
            }
        }
    }

    impl PackedVisitor for CheckTree {
        type Output = ();

        fn visit<const W: usize>(self, position: Position<Compact<W>>) {
            let limits = Limits { nodes: Some(300), ..Limits::default() };
            let clock = MonotonicClock::start();
            let budget = SearchContext::<()>::new(&limits, &clock).budget;
            let rules = *position.rules();
            let (evaluation, policy) = (TileTable::of(&rules, 3, W), TurnPolicy::of(&rules));
            let mut search = PuctSearch::new(position, evaluation, policy, &budget).unwrap();
            search.run(&mut |_| {});
            search.check(300);
            let (nodes, roots) = (search.nodes.len(), search.children(0).len());
            search.prune(nodes / 2);
            assert!(search.nodes.len() < nodes.max(1 + roots + 1), "{} of {nodes}", search.nodes.len());
            assert_eq!(search.children(0).len(), roots);
            (0..300).for_each(|_| search.visit());
            assert_eq!(search.nodes[0].visits, 600);
        }
    }

    #[test]
    fn a_pruned_tree_is_searched_on() {
        for seed in 0..12 {
            let position = samples::game_of(3, seed, 7, 3, 20);
            if position.count_turns() > 1 {
                Packed::new(&position).unwrap().visit(CheckTree);
            }
        }
    }

    /// Searches on some threads; returns the nodes of the search and the sum of the shares of its turns.
    struct OnThreads(usize);

    impl PackedVisitor for OnThreads {
        type Output = (u64, f32);

        fn visit<const W: usize>(self, position: Position<Compact<W>>) -> (u64, f32) {
            let threads = NonZeroUsize::new(self.0).unwrap();
            let limits = Limits { nodes: Some(2_000), threads, ..Limits::default() };
            let clock = MonotonicClock::start();
            let budget = SearchContext::<()>::new(&limits, &clock).budget;
            let rules = *position.rules();
            let (evaluation, policy) = (TileTable::of(&rules, 3, W), TurnPolicy::of(&rules));
            let progress = search(&position, evaluation, policy, &budget, &mut |_| {}).unwrap();
            assert!(position.is_legal(progress.line[0]));
            (progress.nodes, progress.considered.iter().map(|turn| turn.share).sum())
        }
    }

    #[test]
    fn threads_add_their_visits() {
        let position = samples::game_of(3, 1, 8, 2, 12);
        let packed = || Packed::new(&position).unwrap();
        assert_eq!(packed().visit(OnThreads(1)).0, 2_000);
        let (nodes, shares) = packed().visit(OnThreads(3));
        assert!((2_000..=6_000).contains(&nodes), "{nodes}");
        assert!((0.9..1.001).contains(&shares), "{shares}");
    }
}
