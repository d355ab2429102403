//! Monte-Carlo tree search for any number of players: what to look at next is what is good so far, or not well known.
//!
//! A node keeps what it is worth to whoever moved into it, and each player chooses what is best for itself. What a
//! position at the edge of the tree is worth says a [`LeafEvaluator`], by a play-out or at a glance.

use floe_rules::penguins::{Ice, Move, Position, Seat};
use floe_rules::random::{Random, scramble};

use super::payoffs::Payoffs;
use crate::context::{Budget, SearchContext};
use crate::search::{Choice, Progress, Value};
use crate::timer::ShallowTimer;

/// The most nodes of a tree; what lies beyond is judged but not kept.
const MOST_NODES: usize = 2_000_000;
/// The most turns of a node: on a large board any of the others will do as well.
const MOST_TURNS: usize = 512;
/// The longest line that is reported.
const LONGEST_LINE: usize = 40;

/// Says what a position is worth to each player.
pub(super) trait LeafEvaluator<I: Ice> {
    /// Judges a position, or nothing when the search must end before that is done.
    ///
    /// The position is the same afterwards.
    fn evaluate(&mut self, position: &mut Position<I>, timer: &mut ShallowTimer<'_>) -> Option<Payoffs>;
}

/// How a tree grows.
#[derive(Clone, Copy, Debug)]
pub(super) struct MctsOptions {
    /// How much it counts that a turn is not well known.
    pub(super) exploration: f32,
    /// Whether all turns of a node are judged when it is opened, instead of when they are visited.
    pub(super) foresees: bool,
    /// What a turn is thought to be worth before it is visited, below what its node is worth.
    pub(super) doubt: f32,
    /// How much of the value of a turn is that of the best line after it, instead of the mean of all lines. Only
    /// with two players, where what one gains the other loses.
    pub(super) best_line: f32,
}

#[derive(Clone, Debug)]
struct Node {
    turn: Move,
    /// The first of its turns; 0 when it has not been opened.
    first: u32,
    count: u16,
    /// Who made the turn.
    by: u8,
    /// How often it was visited, and once for the first guess.
    weight: u32,
    /// What it is worth to who made the turn, on average.
    worth: f32,
    /// What it is worth to who made the turn if all go on as seems best.
    best: f32,
    /// What it is worth to who is to move, on average.
    worth_to_next: f32,
    /// How many fish who made the turn will be ahead.
    lead: f32,
}

/// A search of a position.
struct Mcts<'a, I: Ice, J> {
    position: Position<I>,
    evaluate: J,
    growth: MctsOptions,
    nodes: Vec<Node>,
    random: Random,
    timer: ShallowTimer<'a>,
    budget: &'a Budget<'a>,
    /// The index of each seat among the players.
    players: [u8; Seat::MOST as usize + 1],
    two: bool,
    /// The turns of a node that is being opened, kept so that no memory is asked for.
    turns: Vec<Move>,
    path: Vec<usize>,
    deepest: u32,
    over: bool,
}

/// Searches a position until a limit is reached; nothing when the game is over.
pub(super) fn search_tree<I: Ice>(
    position: Position<I>,
    evaluate: impl LeafEvaluator<I>,
    growth: MctsOptions,
    mut context: SearchContext<'_, Progress<Move>>,
) -> Option<Choice<Move>> {
    let budget = context.budget.clone();
    Mcts::new(position, evaluate, growth, &budget).run(&mut |progress| context.report(progress))
}

impl<'a, I: Ice, J: LeafEvaluator<I>> Mcts<'a, I, J> {
    fn new(
        position: Position<I>,
        evaluate: J,
        growth: MctsOptions,
        budget: &'a Budget<'a>,
    ) -> Mcts<'a, I, J> {
        let mut players = [0; Seat::MOST as usize + 1];
        for (index, seat) in (0..).zip(position.seats()) {
            players[usize::from(seat.number())] = index;
        }
        let random = Random::new(scramble(budget.limits.seed) ^ position.hash());
        let two = position.seats().count() == 2;
        Mcts {
            position,
            evaluate,
            growth,
            nodes: Vec::new(),
            random,
            timer: ShallowTimer::new(budget),
            players,
            budget,
            two,
            turns: Vec::new(),
            path: Vec::new(),
            deepest: 0,
            over: false,
        }
    }

    /// Searches until a limit is reached; nothing when the game is over.
    fn run(mut self, report: &mut dyn FnMut(&Progress<Move>)) -> Option<Choice<Move>> {
        let root = self.next_player()?;
        // The root is no turn, so its own worth is never asked for; a turn of it is.
        let mut turn = None;
        self.position.each_turn(|any| turn = Some(any));
        self.nodes.push(Node::new(turn?, root, 0.5, 0.0));
        self.open(0);
        let mut next_report = 64;
        // What is forced needs no thought.
        while !self.over && self.nodes[0].count > 1 {
            self.visit();
            if self.timer.nodes() >= next_report {
                next_report = 2 * self.timer.nodes();
                report(&self.progress());
            }
        }
        let progress = self.progress();
        report(&progress);
        Some(Choice { turn: *progress.line.first()?, progress })
    }

    /// Goes down to the edge of the tree, judges what is there, and tells all nodes on the way.
    fn visit(&mut self) {
        let mut undos = Vec::with_capacity(self.deepest as usize + 1);
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        let outcome = loop {
            if self.nodes[at].first == 0 {
                // A play-out from a node says little about its turns, so they wait for the second.
                let is_ripe = self.growth.foresees || self.nodes[at].weight > 1;
                if self.position.is_over() || !is_ripe || self.nodes.len() > MOST_NODES {
                    let outcome = self.evaluate.evaluate(&mut self.position, &mut self.timer);
                    self.over |= self.timer.count_node();
                    break outcome;
                }
                let outcome = self.open(at);
                if self.growth.foresees {
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
            Some(outcome) => self.learn(&outcome, next),
            None => self.over = true,
        }
    }

    /// Tells the nodes on the path what came of it, and who is to move at its end.
    fn learn(&mut self, outcome: &Payoffs, mut next: Option<u8>) {
        let path = std::mem::take(&mut self.path);
        for &at in path.iter().rev() {
            let best = if self.two { self.best_of(at) } else { None };
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

    /// Returns what a node is worth to who moved into it when its best turn is made; nothing when it has none.
    fn best_of(&self, at: usize) -> Option<f32> {
        let node = &self.nodes[at];
        let best = self.children(at).max_by(|one, two| one.best.total_cmp(&two.best))?;
        Some(if best.by == node.by { best.best } else { 1.0 - best.best })
    }

    /// Returns the turn of a node that is worth the next look.
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let MctsOptions { exploration, best_line, .. } = self.growth;
        let best_line = if self.two { best_line } else { 0.0 };
        let reach = (node.weight as f32 + 1.0).ln();
        let (mut most, mut chosen) = (f32::NEG_INFINITY, 0);
        for (index, child) in self.children(at).enumerate() {
            let worth = child.worth + (child.best - child.worth) * best_line;
            let wanted = worth + exploration * (reach / child.weight as f32).sqrt();
            if wanted > most {
                (most, chosen) = (wanted, index);
            }
        }
        node.first as usize + chosen
    }

    /// Gives a node its turns; returns what it is worth if they are judged at once.
    fn open(&mut self, at: usize) -> Option<Payoffs> {
        let by = self.next_player()?;
        self.list_turns();
        let turns = std::mem::take(&mut self.turns);
        let first = self.nodes.len();
        let guess = if at == 0 { 0.5 } else { self.nodes[at].worth_to_next } - self.growth.doubt;
        let mut best: Option<Payoffs> = None;
        for &turn in &turns {
            let mut node = Node::new(turn, by, guess, 0.0);
            if self.growth.foresees && !self.over {
                let undo = self.position.play_unchecked(turn);
                let outcome = self.evaluate.evaluate(&mut self.position, &mut self.timer);
                self.position.undo(&undo);
                self.over |= outcome.is_none() || self.timer.count_node();
                if let Some(outcome) = outcome {
                    let by = usize::from(by);
                    node = Node::new(turn, node.by, outcome.worth[by], outcome.lead[by]);
                    if best.is_none_or(|best| outcome.worth[by] > best.worth[by]) {
                        best = Some(outcome);
                    }
                }
            } else if self.growth.foresees {
                // The time is up; what was not looked at is not chosen.
                node.worth = f32::MIN;
            }
            self.nodes.push(node);
        }
        self.nodes[at].first = first as u32;
        self.nodes[at].count = turns.len() as u16;
        self.turns = turns;
        best
    }

    /// Lists the legal turns in a random order; of very many, a random choice.
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
            // What was visited most is known best, and was visited because it is good.
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
        Progress {
            depth: self.deepest,
            nodes: self.timer.nodes(),
            elapsed: self.budget.elapsed(),
            value: Value((lead * 100.0) as i64),
            line,
        }
    }
}

impl Node {
    fn new(turn: Move, by: u8, worth: f32, lead: f32) -> Node {
        Node { turn, first: 0, count: 0, by, weight: 1, worth, best: worth, worth_to_next: 0.5, lead }
    }
}
