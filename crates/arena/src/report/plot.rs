//! The plot of ratings: a point with its confidence interval for each program.
//!
//! Positions are percentages of the width, so that the plot fits any screen and its labels keep their size.

use std::fmt::Write;

use super::escape::html as safe;
use super::{Report, formatting, sections};

/// The most programs that are drawn.
const MOST_DRAWN: usize = 100;

/// The axis: its range and the distance of its marks.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// Returns an axis with round marks that covers all values.
    fn around(ends: impl Iterator<Item = f64>) -> Option<Axis> {
        let (low, high) =
            ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
        if !low.is_finite() || !high.is_finite() {
            return None;
        }
        let span = (high - low).max(20.0);
        let power = 10f64.powf((span / 5.0).log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| span / step <= 6.0)?;
        // A little room at both ends.
        let half = span * 0.54;
        let middle = low + (high - low) / 2.0;
        Some(Axis { low: middle - half, high: middle + half, step })
    }

    fn percent(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low) * 100.0).clamp(0.0, 100.0)
    }

    fn marks(&self) -> Vec<f64> {
        let first = (self.low / self.step).ceil() * self.step;
        (0u32..20).map(|at| first + f64::from(at) * self.step).take_while(|&mark| mark <= self.high).collect()
    }
}

/// Returns the plot as a table whose middle column is drawn.
pub(super) fn ratings(report: &Report) -> String {
    let rated: Vec<(usize, f64, f64)> = report
        .standings
        .iter()
        .filter_map(|line| Some((line.entrant, line.rating?)))
        .filter(|(_, rating)| rating.value.is_finite() && rating.error.is_finite())
        .map(|(entrant, rating)| (entrant, rating.value, rating.error.abs()))
        .collect();
    let axis = Axis::around(rated.iter().flat_map(|&(_, value, error)| [value - error, value + error]));
    let Some(axis) = axis else {
        return "<p class=\"quiet\">There are not enough games for ratings.</p>".to_owned();
    };
    let grid: String = axis
        .marks()
        .iter()
        .map(|&mark| {
            let at = axis.percent(mark);
            format!("<line class=\"grid\" x1=\"{at:.2}%\" x2=\"{at:.2}%\" y1=\"0\" y2=\"100%\"/>")
        })
        .collect();
    let mut by_rating = rated;
    by_rating.sort_by(|first, second| second.1.total_cmp(&first.1));
    let note = if by_rating.len() > MOST_DRAWN {
        format!(
            "<p class=\"quiet\">The best {MOST_DRAWN} of {} programs; the standings list all ratings.</p>",
            by_rating.len()
        )
    } else {
        String::new()
    };
    by_rating.truncate(MOST_DRAWN);

    let mut text = "<table class=\"plot\"><thead><tr><th scope=\"col\">Program</th><th scope=\"col\">Rating with its 95% confidence interval</th><th scope=\"col\" class=\"n\">Rating</th></tr></thead><tbody>".to_owned();
    for (entrant, value, error) in by_rating {
        let (low, high) = (value - error, value + error);
        let words = format!(
            "{}: {}, 95% interval from {} to {}",
            formatting::name(report, entrant),
            sections::elo(value),
            sections::elo(low),
            sections::elo(high)
        );
        let (from, at, to) = (axis.percent(low), axis.percent(value), axis.percent(high));
        let _ = write!(
            text,
            "<tr><th scope=\"row\">{}</th><td class=\"drawn\"><svg role=\"img\" aria-label=\"{}\" width=\"100%\" height=\"28\">{grid}\
             <line class=\"bar\" x1=\"{from:.2}%\" x2=\"{to:.2}%\" y1=\"14\" y2=\"14\"/>\
             <line class=\"bar\" x1=\"{from:.2}%\" x2=\"{from:.2}%\" y1=\"9\" y2=\"19\"/>\
             <line class=\"bar\" x1=\"{to:.2}%\" x2=\"{to:.2}%\" y1=\"9\" y2=\"19\"/>\
             <circle class=\"dot\" cx=\"{at:.2}%\" cy=\"14\" r=\"5\"/></svg></td>\
             <td class=\"n\">{} <span class=\"quiet\">±{error:.0}</span></td></tr>",
            sections::link(report, entrant),
            safe(&words),
            sections::elo(value)
        );
    }
    text += "<tr class=\"axis\" aria-hidden=\"true\"><th></th><td class=\"drawn\"><svg width=\"100%\" height=\"22\">";
    for (index, mark) in axis.marks().into_iter().enumerate() {
        let at = axis.percent(mark);
        // On a narrow screen, every second number is hidden.
        let class = if index % 2 == 1 { " class=\"between\"" } else { "" };
        let _ = write!(
            text,
            "<text{class} x=\"{at:.2}%\" y=\"14\" text-anchor=\"middle\">{}</text>",
            sections::elo(mark)
        );
    }
    text += "</svg></td><td></td></tr></tbody></table>";
    sections::framed("Ratings", &text) + &note
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn marks_are_round_and_inside() {
        for (ends, wanted) in [
            ([1388.0, 1612.0], vec![1400.0, 1450.0, 1500.0, 1550.0, 1600.0]),
            ([-50.0, 2000.0], vec![0.0, 500.0, 1000.0, 1500.0, 2000.0]),
            ([1500.0, 1500.0], vec![1490.0, 1495.0, 1500.0, 1505.0, 1510.0]),
        ] {
            let axis = Axis::around(ends.into_iter()).unwrap();
            assert_eq!(axis.marks(), wanted, "{ends:?}");
            for end in ends {
                let at = axis.percent(end);
                assert!(at > 0.0 && at < 100.0, "{end} at {at}");
            }
        }
    }

    #[test]
    fn programs_without_a_rating_are_not_drawn() {
        let mut report = fixture::small();
        report.standings[1].rating = None;
        let plot = ratings(&report);
        assert_eq!(plot.matches("class=\"dot\"").count(), 1);
        report.standings[0].rating = Some(crate::rating::field::Rating { value: f64::NAN, error: 1.0 });
        assert!(ratings(&report).starts_with("<p"));
        report.standings[0].rating = Some(crate::rating::field::Rating { value: 1e308, error: 1e308 });
        assert!(!ratings(&report).is_empty());
    }
}
