//! Numbers and names as all forms of a report show them.

use super::Report;
use crate::printable::{NAMELESS, fit, printable};

/// Longer names are cut. Those of [`distinct_names`](crate::printable::distinct_names) are shorter.
const LONGEST_NAME: usize = 80;

/// Returns the printable name of an entrant, or a placeholder if it is blank or missing.
pub(super) fn name(report: &Report, entrant: usize) -> String {
    let name = report.entrants.get(entrant).map_or("", |entrant| &entrant.name);
    if name.trim().is_empty() { NAMELESS.to_owned() } else { fit(&printable(name), LONGEST_NAME) }
}

/// Returns whether some points come from byes.
pub(super) fn has_byes(report: &Report) -> bool {
    let given: f64 = report.standings.iter().map(|line| line.points).sum();
    // The points of a game add up to half the number of seats.
    let won: f64 = report.games.iter().map(|game| game.seats.len() as f64 / 2.0).sum();
    given > won + 1e-6
}

/// The number of decimals that a column of points needs, at most two.
#[derive(Clone, Copy)]
pub(super) struct Decimals(usize);

impl Decimals {
    pub(super) fn of(points: impl Iterator<Item = f64>) -> Decimals {
        let needs = |value: f64| {
            (0..2usize).find(|&places| {
                let scaled = value * 10f64.powi(i32::try_from(places).unwrap_or(0));
                !scaled.is_finite() || (scaled - scaled.round()).abs() < 1e-6
            })
        };
        Decimals(points.map(|value| needs(value).unwrap_or(2)).max().unwrap_or(0))
    }

    pub(super) fn write(self, points: f64) -> String {
        format!("{points:.*}", self.0)
    }
}

/// Formats points with as many decimals as they need.
pub(super) fn points(value: f64) -> String {
    Decimals::of(std::iter::once(value)).write(value)
}

/// Formats an Elo difference with its sign: `+34`, `-7`, `0`.
pub(super) fn signed(elo: f64) -> String {
    let whole = elo.round();
    if whole > 0.0 { format!("+{whole:.0}") } else { format!("{:.0}", whole + 0.0) }
}

/// Formats a probability as a percentage that never rounds to certainty.
pub(super) fn percent(share: f64) -> String {
    match share * 100.0 {
        above if share < 1.0 && above >= 99.95 => ">99.9%".to_owned(),
        below if share > 0.0 && below < 0.05 => "<0.1%".to_owned(),
        value => format!("{value:.1}%"),
    }
}

/// Formats a count with its noun: `1 game`, `2 games`.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", thousands(count as u64), if count == 1 { one } else { many })
}

/// Formats a number with thin spaces between its thousands, from 10,000 on.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// Returns who was withdrawn, and which programs were replaced during the tournament, each in a sentence.
pub(super) fn entry_notes(report: &Report) -> Vec<String> {
    let mut notes = Vec::new();
    for (index, entrant) in report.entrants.iter().enumerate() {
        let mut note = |words: &str| notes.push(printable(&format!("{}: {words}", name(report, index))));
        if entrant.withdrawn {
            note("withdrawn");
        }
        for (index, version) in entrant.versions.iter().enumerate().skip(1) {
            let changes = version.changes.as_deref().unwrap_or("no digest was known before");
            note(&format!("version {} from game {} on ({changes})", index + 1, version.since));
        }
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_as_many_decimals_as_they_need() {
        let column = |values: &[f64]| {
            let decimals = Decimals::of(values.iter().copied());
            values.iter().map(|&value| decimals.write(value)).collect::<Vec<_>>()
        };
        assert_eq!(column(&[1.0, 20.0]), ["1", "20"]);
        assert_eq!(column(&[1.0, 20.5]), ["1.0", "20.5"]);
        assert_eq!(column(&[1.0, 1.0 / 3.0]), ["1.00", "0.33"]);
        assert_eq!(column(&[0.1 + 0.2]), ["0.3"]);
        assert_eq!(column(&[]), [""; 0]);
    }

    #[test]
    fn elo_has_a_sign_and_zero_has_none() {
        assert_eq!([34.4, -7.0, -0.4, 0.0].map(signed), ["+34", "-7", "0", "0"]);
    }

    #[test]
    fn percentages_do_not_round_to_certainty() {
        assert_eq!(
            [1.0, 0.99999, 0.5, 0.00001, 0.0].map(percent),
            ["100.0%", ">99.9%", "50.0%", "<0.1%", "0.0%"]
        );
    }

    #[test]
    fn thousands_are_separated() {
        assert_eq!(
            [0, 9999, 10_000, 1_234_567].map(thousands),
            ["0", "9999", "10\u{202f}000", "1\u{202f}234\u{202f}567"]
        );
    }
}
