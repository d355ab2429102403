//! The result of a match, with confidence intervals.

use std::fmt::Write;

use crate::game_result::{Effort, GameResult};
use crate::options::Options;

/// The half-width of a 95% interval in standard errors.
const Z_95: f64 = 1.96;
/// Games on one board are not independent; each counts as at most so many independent ones.
const MOST_WORTH: f64 = 4.0;

/// The totals of a match.
pub(crate) struct Tally {
    games: usize,
    wins: usize,
    draws: usize,
    share: f64,
    /// The 95% interval of the share.
    between: (f64, f64),
    lead: f64,
    lead_error: f64,
    efforts: [Effort; 2],
}

impl Tally {
    /// Adds up games, of which `rotations` in a row were played on the same board.
    pub(crate) fn new(played: &[GameResult], rotations: usize) -> Tally {
        let games = played.len();
        let mean = |of: &dyn Fn(&GameResult) -> f64| played.iter().map(of).sum::<f64>() / games as f64;
        let error = |of: &dyn Fn(&GameResult) -> f64| {
            let boards: Vec<f64> = played
                .chunks(rotations)
                .map(|board| board.iter().map(of).sum::<f64>() / board.len() as f64)
                .collect();
            standard_error(&boards)
        };
        let share = mean(&|played| played.share);
        let mut efforts = [Effort::default(), Effort::default()];
        for played in played {
            for (sum, effort) in efforts.iter_mut().zip(&played.efforts) {
                sum.add(effort);
            }
        }
        Tally {
            games,
            wins: played.iter().filter(|played| played.share == 1.0).count(),
            draws: played.iter().filter(|played| played.share > 0.0 && played.share < 1.0).count(),
            share,
            between: interval(share, games as f64, error(&|played| played.share)),
            lead: mean(&|played| played.lead as f64),
            lead_error: Z_95 * error(&|played| played.lead as f64),
            efforts,
        }
    }

    /// Returns the report of the match.
    pub(crate) fn report(&self, options: &Options) -> String {
        let names: Vec<&str> = options.others.iter().map(|player| player.name.as_str()).collect();
        let (one, two) = (&options.one.name, names.join(","));
        let [one_budget, two_budget] = options.budgets;
        let losses = self.games - self.wins - self.draws;
        let (low, high) = self.between;
        let mut text = String::new();
        let mut line = |line: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{line}");
        };
        line(format!(
            "{one} ({one_budget}) against {two} ({two_budget}): {}, {} players, {} penguins, {} games, seed {}",
            options.board, options.players, options.penguins, self.games, options.seed
        ));
        line(format!("  won {}, drawn {}, lost {losses}", self.wins, self.draws));
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        line(format!(
            "  share {}% (95%: {} to {}), equal would be {}%",
            percent(self.share),
            percent(low),
            percent(high),
            percent(1.0 / f64::from(options.players))
        ));
        if options.players == 2 {
            line(format!("  Elo {} (95%: {} to {})", elo(self.share), elo(low), elo(high)));
        }
        line(format!("  fish ahead of the best other: {:+.2} ± {:.2}", self.lead, self.lead_error));
        for (side, effort) in [(one.as_str(), &self.efforts[0]), (two.as_str(), &self.efforts[1])] {
            let turns = effort.turns.max(1) as f64;
            let seconds = effort.time.as_secs_f64();
            line(format!(
                "  {side}: depth {:.1}, {:.0} nodes a turn, {:.0} nodes a second, {:.2} ms a turn, overrun {:.2} ms",
                effort.depth as f64 / turns,
                effort.nodes as f64 / turns,
                effort.nodes as f64 / seconds.max(1e-9),
                1000.0 * seconds / turns,
                1000.0 * effort.longest_overrun.as_secs_f64()
            ));
        }
        text
    }
}

/// Returns the standard error of a mean; that of a single value is infinite.
fn standard_error(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    if values.len() < 2 {
        return f64::INFINITY;
    }
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (variance / count).sqrt()
}

/// Returns the Wilson interval of a share, for the number of independent games that its standard error implies.
///
/// A normal interval would be empty where all games were won, and would pass 100% where nearly all were.
fn interval(share: f64, games: f64, error: f64) -> (f64, f64) {
    let spread = share * (1.0 - share);
    let worth = if spread > 0.0 { (spread / error.powi(2)).clamp(1.0, MOST_WORTH * games) } else { games };
    let squared = Z_95 * Z_95;
    let middle = (share + squared / (2.0 * worth)) / (1.0 + squared / worth);
    let half = Z_95 / (1.0 + squared / worth) * (spread / worth + squared / (4.0 * worth * worth)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// Returns the Elo difference of a share.
fn elo(share: f64) -> String {
    format!("{:+.0}", -400.0 * (1.0 / share - 1.0).log10())
}
