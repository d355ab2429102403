//! The Swiss system: entrants with equal points meet.
//!
//! Before each round, all entrants are ranked by points, and ties are broken by lots drawn once per tournament. **A bye
//! counts as an average match**: half a point for each of its games, since the points of a game of `n` players add up to
//! `n / 2`. It goes to the lowest entrant in the ranking, with two players to the lowest one without whom the others can
//! be paired without a rematch, and no entrant gets a second bye before all had one.
//!
//! **Two players.** From the top, each entrant is paired within its score group, the upper half with the lower half; an
//! entrant without an opponent there floats down to the next group. A pair is fixed only if all others can still be
//! paired without a rematch, so a rematch happens only when it cannot be avoided; in that case the entrants that have
//! met least often meet again.
//!
//! **More players.** The ranking is cut into tables from the top: each table takes the next entrants that have not met.
//! The search tries all groups in that order, but gives up after many steps, since no fast algorithm is known; then each
//! table takes the entrants that met its group least often. For a dozen entrants it finds tables without
//! rematches in practice, if there are any; for many, after many rounds, it may miss them.

use super::matching::PairingGraph;
use super::round::{TournamentRound, seatings};
use super::{ByeValue, ScheduleSettings};
use crate::result::{POINT, Results};
use floe_rules::random::{Random, scramble};

/// The maximum number of steps in the search for tables of more than two players.
const MAX_STEPS: usize = 200_000;

/// The maximum number of entrants for which the search is tried.
const MAX_SEARCHED: usize = 256;

/// The history that determines the next round.
struct SwissHistory {
    points: Vec<u64>,
    byes: Vec<usize>,
    /// How often each pair met, row by row.
    met: Vec<u32>,
    /// The lot of each entrant, which orders entrants with equal points.
    lots: Vec<usize>,
}

/// Returns the rounds that the results determine.
pub(super) fn rounds(settings: &ScheduleSettings, count: usize, results: &Results) -> Vec<TournamentRound> {
    let mut history = SwissHistory::new(settings);
    let mut rounds: Vec<TournamentRound> = Vec::new();
    for number in 1..=count {
        let present = settings.present(number);
        if present.len() < settings.seats {
            break;
        }
        let (groups, byes) = history.draw(settings, &present);
        let round = TournamentRound::after(&rounds, settings, number, groups, byes);
        let complete = history.record(settings, &round, results);
        rounds.push(round);
        if !complete {
            break;
        }
    }
    rounds
}

/// Returns the number of games of a round.
pub(super) fn games_in_round(settings: &ScheduleSettings, round: usize) -> usize {
    settings.present(round).len() / settings.seats * match_games(settings)
}

/// Returns the points of a bye.
pub(super) fn bye_points(settings: &ScheduleSettings) -> u64 {
    let per_game = match settings.bye {
        ByeValue::AverageMatch => POINT / 2,
        ByeValue::WonMatch => POINT,
    };
    match_games(settings) as u64 * per_game
}

fn match_games(settings: &ScheduleSettings) -> usize {
    settings.repeats * settings.boards * seatings(settings, settings.seats)
}

impl SwissHistory {
    fn new(settings: &ScheduleSettings) -> SwissHistory {
        let entrants = settings.entrants;
        let mut order: Vec<usize> = (0..settings.founders()).collect();
        Random::new(scramble(settings.seed)).shuffle(&mut order);
        // The lots of earlier rounds must not depend on who joins later.
        order.extend(settings.founders()..entrants);
        let mut lots = vec![0; entrants];
        for (lot, who) in order.into_iter().enumerate() {
            lots[who] = lot;
        }
        SwissHistory {
            points: vec![0; entrants],
            byes: vec![0; entrants],
            met: vec![0; entrants * entrants],
            lots,
        }
    }

    /// Adds the results of a round; returns whether all are known.
    fn record(&mut self, settings: &ScheduleSettings, round: &TournamentRound, results: &Results) -> bool {
        let Some(played) = round.played(settings, results) else { return false };
        for (fixture, game) in played {
            for (seat, &who) in fixture.seats.iter().enumerate() {
                self.points[who] += game.units(seat);
            }
        }
        for &who in &round.byes {
            self.points[who] += bye_points(settings);
            self.byes[who] += 1;
        }
        let entrants = self.points.len();
        for table in &round.tables {
            for &one in &table.group {
                for &other in &table.group {
                    self.met[one * entrants + other] += 1;
                }
            }
        }
        true
    }

    fn met(&self, one: usize, other: usize) -> u32 {
        self.met[one * self.points.len() + other]
    }

    /// Returns those who are present, the best first.
    fn ranking(&self, present: &[usize]) -> Vec<usize> {
        let mut ranking = present.to_vec();
        ranking.sort_by_key(|&who| (std::cmp::Reverse(self.points[who]), self.lots[who]));
        ranking
    }

    /// Returns the groups of the next round, and the entrants that sit out.
    fn draw(&self, settings: &ScheduleSettings, present: &[usize]) -> (Vec<Vec<usize>>, Vec<usize>) {
        let mut ranking = self.ranking(present);
        let byes = if settings.seats == 2 && ranking.len() % 2 == 1 {
            vec![self.pair_bye(&ranking)]
        } else {
            self.bye_order(&ranking).into_iter().take(ranking.len() % settings.seats).collect()
        };
        ranking.retain(|who| !byes.contains(who));
        let groups =
            if settings.seats == 2 { self.pairs(&ranking) } else { self.tables(&ranking, settings.seats) };
        (groups, byes)
    }

    /// Returns all entrants in the order in which they get a bye.
    fn bye_order(&self, ranking: &[usize]) -> Vec<usize> {
        let mut order: Vec<usize> = ranking.iter().rev().copied().collect();
        order.sort_by_key(|&who| self.byes[who]);
        order
    }

    /// Returns the entrant with the bye: the first candidate whose bye lets all others be paired without rematches.
    fn pair_bye(&self, ranking: &[usize]) -> usize {
        let line = self.bye_order(ranking);
        let fewest = self.byes[line[0]];
        let in_line = line.iter().copied().take_while(|&who| self.byes[who] == fewest);
        let can_go = |&who: &usize| {
            let others: Vec<usize> = ranking.iter().copied().filter(|&other| other != who).collect();
            self.graph(&others, 0).match_all()
        };
        in_line.clone().find(can_go).unwrap_or(line[0])
    }

    /// Returns the graph of the pairs that met at most `rematches` times.
    fn graph(&self, ranking: &[usize], rematches: u32) -> PairingGraph {
        PairingGraph::new(ranking.len(), |a, b| self.met(ranking[a], ranking[b]) <= rematches)
    }

    fn pairs(&self, ranking: &[usize]) -> Vec<Vec<usize>> {
        let mut rematches = 0;
        let mut graph = self.graph(ranking, rematches);
        while !graph.match_all() {
            // This ends at the latest when all pairs are allowed, since the number of entrants is even.
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
                .find(|&index| graph.fix_pair(top, left[index]))
                .expect("the pair in the matching can be fixed");
            pairs.push(vec![ranking[top], ranking[left.remove(index)]]);
        }
        pairs
    }

    /// Returns indices into `left`, the best opponents of the top entrant first.
    fn opponents(&self, ranking: &[usize], top: usize, left: &[usize]) -> Vec<usize> {
        let points = self.points[ranking[top]];
        let group = left.iter().take_while(|&&place| self.points[ranking[place]] == points).count();
        // The score group has `group + 1` entrants, and this is the first of its lower half.
        let middle = group.div_ceil(2).saturating_sub(1);
        let mut wanted: Vec<usize> = (0..left.len()).collect();
        wanted.sort_by_key(|&index| if index < group { (0, index.abs_diff(middle)) } else { (1, index) });
        wanted
    }

    fn tables(&self, ranking: &[usize], seats: usize) -> Vec<Vec<usize>> {
        let mut search = TableSearch { history: self, seats, steps: MAX_STEPS, done: Vec::new() };
        if ranking.len() <= MAX_SEARCHED && search.fill(Vec::new(), 0, ranking.to_vec()) {
            return search.done;
        }
        let mut left = ranking.to_vec();
        let mut tables = Vec::new();
        while !left.is_empty() {
            let mut group = vec![left.remove(0)];
            while group.len() < seats {
                let met = |who: usize| group.iter().map(|&other| self.met(who, other)).sum::<u32>();
                let index = (0..left.len())
                    .min_by_key(|&index| met(left[index]))
                    .expect("the number of entrants is a multiple of the seats");
                group.push(left.remove(index));
            }
            tables.push(group);
        }
        tables
    }
}

/// The search for tables without rematches.
struct TableSearch<'a> {
    history: &'a SwissHistory,
    seats: usize,
    steps: usize,
    done: Vec<Vec<usize>>,
}

impl TableSearch<'_> {
    /// Fills a table with entrants from `from` on, and then the other tables; returns whether that is possible.
    fn fill(&mut self, group: Vec<usize>, from: usize, left: Vec<usize>) -> bool {
        if group.len() == self.seats {
            self.done.push(group);
            if left.is_empty() || self.fill(Vec::new(), 0, left) {
                return true;
            }
            self.done.pop();
            return false;
        }
        // The best entrant left always starts the next table, so only the others are chosen.
        let choices = if group.is_empty() { 0..1 } else { from..left.len() };
        for index in choices {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            if group.iter().any(|&other| self.history.met(left[index], other) > 0) {
                continue;
            }
            let (mut larger, mut rest) = (group.clone(), left.clone());
            larger.push(rest.remove(index));
            if self.fill(larger, index, rest) {
                return true;
            }
        }
        false
    }
}
