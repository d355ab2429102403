//! Monte Carlo tree search (UCT) for any number of players.
//!
//! A node stores its value for the player who moved into it, and each player maximises its own value (max^n). A
//! [`LeafEvaluator`] evaluates leaves, by a playout or statically.

use floe_rules::penguins::{Ice, Move, Position, Seat};
use floe_rules::random::{Random, scramble};

use crate::considered::most_considered;
use crate::context::{Budget, SearchContext};
use crate::penguins::payoffs::{PLAYERS, Payoffs};
use crate::search::{Choice, Progress, Value};
use crate::timer::ShallowTimer;

/// The largest tree; beyond it leaves are evaluated but not expanded.
const MOST_NODES: usize = 1_500_000;
/// The most turns of a node; of more turns a random sample is kept.
const MOST_TURNS: usize = 512;
/// The most nodes between reports.
const NODES_BETWEEN_REPORTS: u64 = 1 << 16;
/// The longest principal variation that is reported.
const LONGEST_LINE: usize = 40;

/// The share of the lead in the value of a result; the rest is for winning.
const FISH_PART: f32 = 0.2;
/// The lead that is worth half of the largest possible lead.
const HALF_LEAD: f32 = 12.0;

/// Evaluates leaves of the tree.
pub(crate) trait LeafEvaluator<I: Ice> {
    /// Returns the values of a position; nothing when the search must end first.
    ///
    /// The position is unchanged afterwards.
    fn evaluate(&mut self, position: &mut Position<I>, timer: &mut ShallowTimer<'_>) -> Option<Payoffs>;
}

/// When the children of a node are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expansion {
    /// When they are visited. A node is expanded at its second visit.
    Later,
    /// All at once, when the node is expanded.
    Evaluate,
}

/// The parameters of the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MctsOptions {
    /// The exploration constant.
    pub(crate) exploration: f32,
    /// When children are evaluated.
    pub(crate) expansion: Expansion,
    /// The weight of the minimax value in the value of a child, the rest being the mean. For two players only.
    pub(crate) minimax_weight: f32,
}

#[derive(Clone, Debug)]
struct Node {
    turn: Move,
    /// The index of its first child; 0 before it is expanded.
    first: u32,
    count: u16,
    /// The player who made the turn.
    by: u8,
    /// The number of visits, plus one for the first estimate.
    weight: u32,
    /// The mean value for the player who made the turn.
    worth: f32,
    /// The minimax value for the player who made the turn.
    best: f32,
    /// The mean value for the player to move.
    worth_to_next: f32,
    /// The expected lead of the player who made the turn, in fish.
    lead: f32,
}

/// A search of a position.
struct Mcts<'a, I: Ice, J> {
    position: Position<I>,
    evaluator: J,
    options: MctsOptions,
    nodes: Vec<Node>,
    random: Random,
    timer: ShallowTimer<'a>,
    budget: &'a Budget<'a>,
    /// The index of each seat among the players.
    players: [u8; Seat::MOST as usize + 1],
    two: bool,
    /// The turns of a node that is being expanded, kept to avoid allocations.
    turns: Vec<Move>,
    path: Vec<usize>,
    deepest: u32,
    /// The depth limit.
    depth: usize,
    over: bool,
}

/// Searches a position until a limit is reached; nothing when the game is over.
pub(crate) fn search_tree<I: Ice>(
    position: Position<I>,
    evaluator: impl LeafEvaluator<I>,
    options: MctsOptions,
    mut context: SearchContext<'_, Progress<Move>>,
) -> Option<Choice<Move>> {
    let budget = context.budget.clone();
    Mcts::new(position, evaluator, options, &budget).run(&mut |progress| context.report(progress))
}

impl<'a, I: Ice, J: LeafEvaluator<I>> Mcts<'a, I, J> {
    fn new(
        position: Position<I>,
        evaluator: J,
        options: MctsOptions,
        budget: &'a Budget<'a>,
    ) -> Mcts<'a, I, J> {
        let mut players = [0; Seat::MOST as usize + 1];
        for (index, seat) in (0..).zip(position.seats()) {
            players[usize::from(seat.number())] = index;
        }
        let random = Random::new(scramble(budget.limits.seed) ^ position.hash());
        let two = position.seats().count() == 2;
        let timer = ShallowTimer::new(budget).with_cells(position.grid().cells());
        Mcts {
            position,
            evaluator,
            options,
            nodes: Vec::new(),
            random,
            timer,
            players,
            budget,
            two,
            turns: Vec::new(),
            path: Vec::new(),
            deepest: 0,
            depth: budget.limits.depth.map_or(usize::MAX, usize::from),
            over: false,
        }
    }

    /// Searches until a limit is reached; nothing when the game is over.
    fn run(mut self, report: &mut dyn FnMut(&Progress<Move>)) -> Option<Choice<Move>> {
        let root = self.next_player()?;
        // The root needs some turn, but its own value is never used.
        let mut turn = None;
        self.position.each_turn(|any| turn = Some(any));
        self.nodes.push(Node::new(turn?, root, 0.5, 0.0));
        self.expand(0);
        let mut next_report = 64;
        // A forced turn needs no search.
        while !self.over && self.nodes[0].count > 1 {
            self.visit();
            if self.timer.nodes() >= next_report {
                next_report = self.timer.nodes() + self.timer.nodes().min(NODES_BETWEEN_REPORTS);
                report(&self.progress());
            }
        }
        let progress = self.progress();
        report(&progress);
        Some(Choice { turn: *progress.line.first()?, progress })
    }

    /// Makes one visit: selection, expansion, evaluation and backup.
    fn visit(&mut self) {
        let mut undos = Vec::with_capacity(self.deepest as usize + 1);
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        let outcome = loop {
            if self.nodes[at].first == 0 {
                let is_ripe = self.options.expansion == Expansion::Evaluate || self.nodes[at].weight > 1;
                let is_leaf = self.position.is_over() || undos.len() >= self.depth;
                if is_leaf || !is_ripe || self.nodes.len() > MOST_NODES {
                    let outcome = self.evaluator.evaluate(&mut self.position, &mut self.timer);
                    self.over |= self.timer.count_node();
                    break outcome;
                }
                let outcome = self.expand(at);
                if self.options.expansion == Expansion::Evaluate {
                    break outcome;
                }
            }
            at = self.select(at);
            self.path.push(at);
            undos.push(self.position.play_unchecked(self.nodes[at].turn));
        };
        let next = self.next_player();
        self.deepest = self.deepest.max(undos.len() as u32);
        for undo in undos.iter().rev() {
            self.position.undo(undo);
        }
        match outcome {
            Some(outcome) => self.back_up(&outcome, next),
            None => self.over = true,
        }
    }

    /// Backs up a result along the path; `next` is the player to move at its end.
    fn back_up(&mut self, outcome: &Payoffs, mut next: Option<u8>) {
        let path = std::mem::take(&mut self.path);
        for &at in path.iter().rev() {
            let best = if self.two { self.minimax_value(at) } else { None };
            let node = &mut self.nodes[at];
            node.weight += 1;
            let part = 1.0 / node.weight as f32;
            let by = usize::from(node.by);
            node.worth += (outcome.worth[by] - node.worth) * part;
            node.lead += (outcome.lead[by] - node.lead) * part;
            if let Some(next) = next {
                node.worth_to_next += (outcome.worth[usize::from(next)] - node.worth_to_next) * part;
            }
            node.best = best.unwrap_or(node.worth);
            next = Some(node.by);
        }
        self.path = path;
    }

    /// Returns the minimax value of a node; nothing for a node without children.
    fn minimax_value(&self, at: usize) -> Option<f32> {
        let node = &self.nodes[at];
        let best = self.children(at).max_by(|one, two| one.best.total_cmp(&two.best))?;
        Some(if best.by == node.by { best.best } else { 1.0 - best.best })
    }

    /// Selects a child by UCB1.
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let MctsOptions { exploration, minimax_weight, .. } = self.options;
        let minimax_weight = if self.two { minimax_weight } else { 0.0 };
        let reach = (node.weight as f32 + 1.0).ln();
        let (mut most, mut chosen) = (f32::NEG_INFINITY, 0);
        for (index, child) in self.children(at).enumerate() {
            let worth = child.worth + (child.best - child.worth) * minimax_weight;
            let score = worth + exploration * (reach / child.weight as f32).sqrt();
            if score > most {
                (most, chosen) = (score, index);
            }
        }
        node.first as usize + chosen
    }

    /// Expands a node; returns the values after its best turn if its turns are evaluated at once.
    fn expand(&mut self, at: usize) -> Option<Payoffs> {
        let by = self.next_player()?;
        self.list_turns();
        let turns = std::mem::take(&mut self.turns);
        let first = self.nodes.len();
        let guess = if at == 0 { 0.5 } else { self.nodes[at].worth_to_next };
        let at_once = self.options.expansion == Expansion::Evaluate;
        let mut best: Option<(f32, Payoffs)> = None;
        for &turn in &turns {
            let mut node = Node::new(turn, by, guess, 0.0);
            if at_once && !self.over {
                let undo = self.position.play_unchecked(turn);
                let payoffs = self.evaluator.evaluate(&mut self.position, &mut self.timer);
                self.position.undo(&undo);
                self.over |= payoffs.is_none() || self.timer.count_node();
                if let Some(payoffs) = payoffs {
                    let worth = payoffs.worth[usize::from(by)];
                    node = Node::new(turn, by, worth, payoffs.lead[usize::from(by)]);
                    if best.is_none_or(|(most, _)| worth > most) {
                        best = Some((worth, payoffs));
                    }
                }
            } else if at_once {
                // The time is up; a turn that was not evaluated is not chosen.
                node.worth = f32::MIN;
            }
            self.nodes.push(node);
        }
        self.nodes[at].first = first as u32;
        self.nodes[at].count = turns.len() as u16;
        self.turns = turns;
        best.map(|(_, payoffs)| payoffs)
    }

    /// Lists the legal turns in random order; of too many, a random sample.
    fn list_turns(&mut self) {
        let (turns, random) = (&mut self.turns, &mut self.random);
        turns.clear();
        let mut seen = 0;
        self.position.each_turn(|turn| {
            seen += 1;
            if turns.len() < MOST_TURNS {
                turns.push(turn);
            } else if let Some(slot) = turns.get_mut(random.index(seen)) {
                *slot = turn;
            }
        });
        random.shuffle(turns);
    }

    fn children(&self, at: usize) -> std::slice::Iter<'_, Node> {
        let node = &self.nodes[at];
        let first = node.first as usize;
        self.nodes[first..first + usize::from(node.count)].iter()
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
            let known = |node: &Node| (node.weight, node.worth);
            let children = self.children(at).enumerate();
            let best = children.max_by(|(_, one), (_, two)| {
                known(one).partial_cmp(&known(two)).unwrap_or(std::cmp::Ordering::Equal)
            });
            let Some((index, child)) = best else { break };
            if line.is_empty() {
                lead = child.lead;
            }
            line.push(child.turn);
            at = self.nodes[at].first as usize + index;
        }
        let visits = self.children(0).map(|child| (child.turn, u64::from(child.weight - 1)));
        let considered = line.first().map(|&best| most_considered(best, visits)).unwrap_or_default();
        Progress {
            depth: self.deepest.max(1),
            nodes: self.timer.nodes(),
            elapsed: self.budget.elapsed(),
            value: Value((lead * 100.0) as i64),
            line,
            considered,
        }
    }
}

impl Node {
    fn new(turn: Move, by: u8, worth: f32, lead: f32) -> Node {
        Node { turn, first: 0, count: 0, by, weight: 1, worth, best: worth, worth_to_next: 0.5, lead }
    }
}

/// Returns the value of final scores.
pub(super) fn payoffs_of_scores(scores: &[i64]) -> Payoffs {
    let (mut worth, mut lead) = ([0.0; PLAYERS], [0.0; PLAYERS]);
    let most = scores.iter().copied().max().unwrap_or(0);
    let leaders = scores.iter().filter(|&&score| score == most).count();
    for (at, &score) in scores.iter().enumerate() {
        let others = scores.iter().enumerate().filter(|&(other, _)| other != at);
        let rival = others.map(|(_, &score)| score).max().unwrap_or(0);
        lead[at] = (score - rival) as f32;
        let share = if score == most { 1.0 / leaders as f32 } else { 0.0 };
        let by_fish = 0.5 + 0.5 * lead[at] / (lead[at].abs() + HALF_LEAD);
        worth[at] = share * (1.0 - FISH_PART) + by_fish * FISH_PART;
    }
    Payoffs { worth, lead }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_worth_more_than_any_lead_and_two_share_one() {
        let narrow = payoffs_of_scores(&[10, 9]);
        let wide = payoffs_of_scores(&[40, 9]);
        let drawn = payoffs_of_scores(&[9, 9]);
        assert!(wide.worth[0] > narrow.worth[0] && narrow.worth[0] > drawn.worth[0] + 0.3);
        assert_eq!(drawn.worth[..2], [0.5, 0.5]);
        for outcome in [narrow, wide, drawn] {
            assert!((outcome.worth[0] + outcome.worth[1] - 1.0).abs() < 1e-6);
        }
        assert_eq!(wide.lead[..2], [31.0, -31.0]);
    }

    #[test]
    fn a_shared_win_is_divided() {
        let outcome = payoffs_of_scores(&[5, 7, 7]);
        assert!(outcome.worth[1] == outcome.worth[2] && outcome.worth[1] > 0.4 && outcome.worth[1] < 0.6);
        assert!(outcome.worth[0] < 0.2);
        assert_eq!(outcome.lead[..3], [-2.0, 0.0, 0.0]);
    }
}
