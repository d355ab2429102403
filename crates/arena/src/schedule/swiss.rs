//! The Swiss system: those with like points meet.
//!
//! Before each round all are ranked by points, with equal ones in an order drawn by lot once for the
//! tournament. A table's match gives its points as everywhere else; **a bye counts as a match in which every
//! game was won**, goes to the last in the ranking, and to nobody a second time before all had one.
//!
//! **Games of two.** From the top, each is paired within its group of equal points, the upper half with the
//! lower half; who finds nobody there floats down to the next group. Before a pair is settled it is made sure
//! that all others can still be paired without anyone meeting again, so a rematch happens only where there is
//! no pairing without one; then those meet again who met the least.
//!
//! **Games of more.** The ranking is cut into tables from the top, each taking the next who met nobody at the
//! table. The search tries all companies in that order, but gives up after many steps, since no quick way is
//! known; then each table takes those who met its company the least. For a dozen entrants it always finds a
//! seating where one exists; for many, after many rounds, there may be a rematch that could have been avoided.

use super::Terms;
use super::matching::Graph;
use super::stage::{Stage, seatings};
use crate::result::{POINT, Results};
use floe_rules::random::{Random, scramble};

/// How many steps the search for tables of more than two takes at most.
const STEPS: usize = 200_000;

/// The most entrants for which tables of more than two are searched for.
const SEARCHED: usize = 256;

/// What a draw follows from.
struct Past {
    points: Vec<u64>,
    byes: Vec<usize>,
    /// How often each met each, row by row.
    met: Vec<u32>,
    /// The order drawn by lot.
    lots: Vec<usize>,
}

/// Returns the rounds that the results make known.
pub(super) fn stages(terms: &Terms, rounds: usize, results: &Results) -> Vec<Stage> {
    let mut past = Past::new(terms);
    let mut stages: Vec<Stage> = Vec::new();
    for round in 1..=rounds {
        let (companies, byes) = past.draw(terms);
        let stage = Stage::after(&stages, terms, round, companies, byes);
        let complete = past.record(terms, &stage, results);
        stages.push(stage);
        if !complete {
            break;
        }
    }
    stages
}

/// Returns how many games a round has.
pub(super) fn games_a_round(terms: &Terms) -> usize {
    terms.entrants / terms.seats * match_games(terms)
}

/// Returns the points that a bye is worth.
pub(super) fn bye(terms: &Terms) -> u64 {
    match_games(terms) as u64 * POINT
}

fn match_games(terms: &Terms) -> usize {
    terms.repeats * terms.boards * seatings(terms, terms.seats)
}

impl Past {
    fn new(terms: &Terms) -> Past {
        let entrants = terms.entrants;
        let mut order: Vec<usize> = (0..entrants).collect();
        Random::new(scramble(terms.seed)).shuffle(&mut order);
        let mut lots = vec![0; entrants];
        for (lot, who) in order.into_iter().enumerate() {
            lots[who] = lot;
        }
        Past { points: vec![0; entrants], byes: vec![0; entrants], met: vec![0; entrants * entrants], lots }
    }

    /// Adds what came of a round; tells whether all of it is known.
    fn record(&mut self, terms: &Terms, stage: &Stage, results: &Results) -> bool {
        let Some(played) = stage.played(terms, results) else { return false };
        for (fixture, game) in played {
            for (seat, &who) in fixture.seats.iter().enumerate() {
                self.points[who] += game.units(seat);
            }
        }
        for &who in &stage.byes {
            self.points[who] += bye(terms);
            self.byes[who] += 1;
        }
        let entrants = self.points.len();
        for table in &stage.tables {
            for &one in &table.company {
                for &other in &table.company {
                    self.met[one * entrants + other] += 1;
                }
            }
        }
        true
    }

    fn met(&self, one: usize, other: usize) -> u32 {
        self.met[one * self.points.len() + other]
    }

    /// Returns all from the best to the last.
    fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.points.len()).collect();
        ranking.sort_by_key(|&who| (std::cmp::Reverse(self.points[who]), self.lots[who]));
        ranking
    }

    /// Returns the companies of the next round, and who sits out.
    fn draw(&self, terms: &Terms) -> (Vec<Vec<usize>>, Vec<usize>) {
        let mut ranking = self.ranking();
        let byes = if terms.seats == 2 && ranking.len() % 2 == 1 {
            vec![self.pair_bye(&ranking)]
        } else {
            self.last_with_fewest_byes(&ranking).into_iter().take(ranking.len() % terms.seats).collect()
        };
        ranking.retain(|who| !byes.contains(who));
        let companies =
            if terms.seats == 2 { self.pairs(&ranking) } else { self.tables(&ranking, terms.seats) };
        (companies, byes)
    }

    /// Returns all in the order in which they are to sit out.
    fn last_with_fewest_byes(&self, ranking: &[usize]) -> Vec<usize> {
        let mut order: Vec<usize> = ranking.iter().rev().copied().collect();
        order.sort_by_key(|&who| self.byes[who]);
        order
    }

    /// Returns who sits out: the first in line without whom the others can be paired without a rematch.
    fn pair_bye(&self, ranking: &[usize]) -> usize {
        let line = self.last_with_fewest_byes(ranking);
        let fewest = self.byes[line[0]];
        let in_line = line.iter().copied().take_while(|&who| self.byes[who] == fewest);
        let can_go = |&who: &usize| {
            let others: Vec<usize> = ranking.iter().copied().filter(|&other| other != who).collect();
            self.graph(&others, 0).pair_all()
        };
        in_line.clone().find(can_go).unwrap_or(line[0])
    }

    /// Returns who may meet whom when `rematches` are allowed.
    fn graph(&self, ranking: &[usize], rematches: u32) -> Graph {
        Graph::new(ranking.len(), |a, b| self.met(ranking[a], ranking[b]) <= rematches)
    }

    fn pairs(&self, ranking: &[usize]) -> Vec<Vec<usize>> {
        let mut rematches = 0;
        let mut graph = self.graph(ranking, rematches);
        while !graph.pair_all() {
            // Ends at the latest when all may meet all, since their number is even.
            rematches += 1;
            graph = self.graph(ranking, rematches);
        }
        let mut left: Vec<usize> = (0..ranking.len()).collect();
        let mut pairs = Vec::with_capacity(ranking.len() / 2);
        while !left.is_empty() {
            let top = left.remove(0);
            let mut wanted = self.opponents(ranking, top, &left);
            wanted.sort_by_key(|&index| self.met(ranking[top], ranking[left[index]]));
            let index = wanted
                .into_iter()
                .find(|&index| graph.settle(top, left[index]))
                .expect("who is paired in the graph can be settled");
            pairs.push(vec![ranking[top], ranking[left.remove(index)]]);
        }
        pairs
    }

    /// Returns indices into `left`, the best opponents for the top one first.
    fn opponents(&self, ranking: &[usize], top: usize, left: &[usize]) -> Vec<usize> {
        let points = self.points[ranking[top]];
        let group = left.iter().take_while(|&&place| self.points[ranking[place]] == points).count();
        // With `group + 1` in the group, this is the first of its lower half.
        let middle = group.div_ceil(2).saturating_sub(1);
        let mut wanted: Vec<usize> = (0..left.len()).collect();
        wanted.sort_by_key(|&index| if index < group { (0, index.abs_diff(middle)) } else { (1, index) });
        wanted
    }

    fn tables(&self, ranking: &[usize], seats: usize) -> Vec<Vec<usize>> {
        let mut search = TableSearch { past: self, seats, steps: STEPS, done: Vec::new() };
        if ranking.len() <= SEARCHED && search.fill(Vec::new(), 0, ranking.to_vec()) {
            return search.done;
        }
        let mut left = ranking.to_vec();
        let mut tables = Vec::new();
        while !left.is_empty() {
            let mut company = vec![left.remove(0)];
            while company.len() < seats {
                let met = |who: usize| company.iter().map(|&other| self.met(who, other)).sum::<u32>();
                let index =
                    (0..left.len()).min_by_key(|&index| met(left[index])).expect("the seats divide them");
                company.push(left.remove(index));
            }
            tables.push(company);
        }
        tables
    }
}

/// A search for tables at which nobody met anybody.
struct TableSearch<'a> {
    past: &'a Past,
    seats: usize,
    steps: usize,
    done: Vec<Vec<usize>>,
}

impl TableSearch<'_> {
    /// Fills a table from those left, from an index on, and then the others; tells whether that could be
    /// done.
    fn fill(&mut self, company: Vec<usize>, from: usize, left: Vec<usize>) -> bool {
        if company.len() == self.seats {
            self.done.push(company);
            if left.is_empty() || self.fill(Vec::new(), 0, left) {
                return true;
            }
            self.done.pop();
            return false;
        }
        // The best of those left sits at the next table whatever happens, so only the others are chosen.
        let choices = if company.is_empty() { 0..1 } else { from..left.len() };
        for index in choices {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            if company.iter().any(|&other| self.past.met(left[index], other) > 0) {
                continue;
            }
            let (mut larger, mut rest) = (company.clone(), left.clone());
            larger.push(rest.remove(index));
            if self.fill(larger, index, rest) {
                return true;
            }
        }
        false
    }
}
