//! A report for programs: everything in it, as JSON.

use serde::Serialize;

use super::Report;
use super::escape::{printable_json, script_json};

/// What the first field of the JSON says. The number grows when old readers would get something wrong.
pub const FORMAT: &str = "floe report 1";

#[derive(Serialize)]
struct Versioned<'a> {
    format: &'static str,
    #[serde(flatten)]
    report: &'a Report,
}

/// Returns the report as one line of JSON, as `docs/reports.md` describes it.
///
/// Numbers that are not finite are `null`; what would steer a terminal is written as `\u…`.
pub fn json(report: &Report) -> String {
    let mut text = printable_json(&plain(report));
    text.push('\n');
    text
}

/// Returns the same for a `<script>` element.
pub(super) fn embedded(report: &Report) -> String {
    script_json(&plain(report))
}

fn plain(report: &Report) -> String {
    serde_json::to_string(&Versioned { format: FORMAT, report })
        .expect("a report is strings, numbers and lists, which all have a JSON form")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json as value};

    use super::*;
    use crate::report::fixture;

    fn parsed(report: &Report) -> Value {
        serde_json::from_str(&json(report)).unwrap()
    }

    #[test]
    fn the_format_comes_first_and_nothing_is_left_out() {
        let report = fixture::small();
        assert!(json(&report).starts_with(
            "{\"format\":\"floe report 1\",\"title\":\"Spring cup\",\"schedule\":\"round robin\","
        ));
        let wanted = value!({
            "format": "floe report 1",
            "title": "Spring cup",
            "schedule": "round robin",
            "terms": [["rules", "square"], ["time", "500 ms"]],
            "entrants": [{ "name": "Ann", "what": "./ann" }, { "name": "Łoś", "what": "./los --fast" }],
            "standings": [
                { "entrant": 0, "games": 2, "wins": 1, "shared": 1, "losses": 0, "points": 1.5, "fish": 19,
                  "faults": 0, "forfeits": 0, "rating": { "value": 1531.5, "error": 80.3 } },
                { "entrant": 1, "games": 2, "wins": 0, "shared": 1, "losses": 1, "points": 0.5, "fish": 11,
                  "faults": 1, "forfeits": 0, "rating": { "value": 1468.5, "error": 80.3 } },
            ],
            "cross": [[null, { "games": 2, "points": 1.5 }], [{ "games": 2, "points": 0.5 }, null]],
            "pairs": [{
                "entrants": [0, 1], "wins": 1, "shared": 1, "losses": 0,
                "elo": { "value": 190.8, "low": -80.0, "high": null },
                "likelihood": 0.841,
                "sprt": "goes on: LLR 0.42 between -2.94 and 2.94",
            }],
            "faults": [{
                "entrant": 1, "game": 0, "turn": 3, "name": "time-out",
                "explanation": "no answer after 500 ms: the program was stopped",
            }],
            "games": [
                { "number": 1, "round": 1, "board": "seed 7", "seats": [0, 1], "scores": [9, 1], "places": [1, 2],
                  "out": [null, null], "millis": [12, 34], "record": fixture::RECORD },
                { "number": 2, "round": 1, "board": "seed 7", "seats": [1, 0], "scores": [10, 10],
                  "places": [1, 1], "out": [null, null], "millis": [5, 6], "record": fixture::RECORD },
            ],
            "games_left": 4,
        });
        assert_eq!(parsed(&report), wanted);
    }

    #[test]
    fn nasty_words_come_back_as_they_were() {
        let report = fixture::nasty();
        let text = json(&report);
        assert_eq!(text.lines().count(), 1);
        assert!(!text.trim_end().chars().any(char::is_control));
        let parsed = parsed(&report);
        for (at, &name) in fixture::NASTY.iter().enumerate() {
            assert_eq!(parsed["entrants"][at]["name"], name);
        }
        assert_eq!(parsed["standings"][0]["rating"]["value"], Value::Null);
    }
}
