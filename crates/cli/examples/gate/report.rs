//! Totals of a match, with confidence intervals and the state of the test.

use std::fmt::Write;

use floe_arena::rating::elo::Tally;
use floe_arena::rating::paired::PairedTally;
use floe_arena::rating::sprt::{SprtDecision, SprtStatus};

use crate::game::GameResult;
use crate::options::{Options, Side};
use crate::player::Effort;

/// The half-width of a 95% interval in standard errors.
const Z_95: f64 = 1.96;

/// The totals of a match.
#[derive(Default)]
pub(crate) struct Totals {
    games: Tally,
    /// The results of boards, with two players.
    pairs: PairedTally,
    /// The mean share of the new build on each board.
    shares: Vec<f64>,
    efforts: [Effort; 2],
    faults: [u64; 2],
}

impl Totals {
    /// Adds the games on one board.
    pub(crate) fn add(&mut self, results: &[GameResult]) {
        let mut points = 0.0;
        for result in results {
            points += result.share;
            let count = match result.share {
                share if share >= 1.0 => &mut self.games.wins,
                share if share > 0.0 => &mut self.games.shared,
                _ => &mut self.games.losses,
            };
            *count += 1;
            for side in 0..2 {
                self.efforts[side].add(&result.efforts[side]);
                self.faults[side] += u64::from(result.faults[side]);
            }
        }
        if results.len() == 2 {
            self.pairs.add((2.0 * points).round() as u64);
        }
        self.shares.push(points / results.len().max(1) as f64);
    }

    pub(crate) fn games(&self) -> u64 {
        self.games.games()
    }

    pub(crate) fn has_faults(&self) -> bool {
        self.faults != [0, 0]
    }

    fn status(&self, options: &Options) -> Option<SprtStatus> {
        (options.players == 2).then(|| options.sprt.status_of_pairs(self.pairs))
    }

    /// Returns whether the test has decided; there is none with more than two players.
    pub(crate) fn is_decided(&self, options: &Options) -> bool {
        self.status(options).is_some_and(|status| status.decision != SprtDecision::Continue)
    }

    fn share(&self) -> f64 {
        self.shares.iter().sum::<f64>() / self.shares.len().max(1) as f64
    }

    /// Returns a line of progress.
    pub(crate) fn progress(&self, options: &Options) -> String {
        let Tally { wins, shared, losses } = self.games;
        let mut line = format!(
            "{} games: won {wins}, drawn {shared}, lost {losses}, {:.1}%",
            self.games(),
            100.0 * self.share()
        );
        if let Some(status) = self.status(options) {
            line += &format!(", {status}");
        }
        line
    }

    /// Returns the report at the end.
    pub(crate) fn summary(&self, options: &Options) -> String {
        let mut text = String::new();
        let mut line = |line: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{line}");
        };
        let penguins = options.recipe(0).penguins;
        line(format!(
            "new {} ({}) against old {} ({})",
            options.new.name, options.new.limit, options.old.name, options.old.limit
        ));
        line(format!(
            "board {}, {} players, {penguins} penguins, {} clock, seed {}",
            options.board, options.players, options.clock, options.seed
        ));
        let Tally { wins, shared, losses } = self.games;
        line(format!("games {}: won {wins}, drawn {shared}, lost {losses}", self.games()));
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        if options.players == 2 {
            line(format!("pairs with 0, ½, 1, 1½ and 2 points: {:?}", self.pairs.counts()));
            if let Some(elo) = self.pairs.elo() {
                let (low, high) = (elo.low.map_or(0.0, score), elo.high.map_or(1.0, score));
                let (share, low, high) = (percent(self.share()), percent(low), percent(high));
                line(format!("score {share}% (95%: {low} to {high})"));
                let shown = |elo: Option<f64>, end: &str| {
                    elo.map_or_else(|| end.to_owned(), |elo| format!("{elo:+.1}"))
                };
                let side = if self.share() < 0.5 { "-inf" } else { "+inf" };
                let (value, low, high) =
                    (shown(elo.value, side), shown(elo.low, "-inf"), shown(elo.high, "+inf"));
                line(format!("Elo {value} (95%: {low} to {high})"));
            }
            line(format!("LOS {}%", percent(self.pairs.likelihood().unwrap_or(0.5))));
        } else {
            let (low, high) = self.share_interval();
            line(format!(
                "share of wins {}% (95%: {} to {}), equal would be {}%",
                percent(self.share()),
                percent(low),
                percent(high),
                percent(1.0 / f64::from(options.players))
            ));
        }
        line(effort_line("new", &options.new, &self.efforts[0]));
        line(effort_line("old", &options.old, &self.efforts[1]));
        if self.has_faults() {
            line(format!("FAULTS: new {}, old {}", self.faults[0], self.faults[1]));
        }
        if let Some(status) = self.status(options) {
            let [elo0, elo1] = options.elo;
            line(format!("{status} (H0: {elo0:+} Elo, H1: {elo1:+} Elo)"));
            line(match status.decision {
                SprtDecision::H1 => format!("PASSED: new is stronger than {elo0:+} Elo"),
                SprtDecision::H0 => format!("FAILED: new is weaker than {elo1:+} Elo"),
                SprtDecision::Continue => format!("UNDECIDED after {} games", self.games()),
            });
        }
        text
    }

    /// Returns the 95% interval of the mean share, from the spread between boards.
    fn share_interval(&self) -> (f64, f64) {
        let count = self.shares.len() as f64;
        if self.shares.len() < 2 {
            return (0.0, 1.0);
        }
        let mean = self.share();
        let variance = self.shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let half = Z_95 * (variance / count).sqrt();
        ((mean - half).max(0.0), (mean + half).min(1.0))
    }
}

/// Returns the expected score at an Elo difference.
fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

fn effort_line(which: &str, side: &Side, effort: &Effort) -> String {
    let turns = effort.turns.max(1) as f64;
    let milliseconds = 1000.0 * effort.time.as_secs_f64();
    format!(
        "{which}: {:.2} ms and {:.0} nodes a turn, longest {:.2} ms of {}, {:.0} nodes a second",
        milliseconds / turns,
        effort.nodes as f64 / turns,
        1000.0 * effort.longest.as_secs_f64(),
        side.limit,
        1000.0 * effort.nodes as f64 / milliseconds.max(1e-6)
    )
}
