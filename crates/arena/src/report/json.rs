//! The report as JSON.

use serde::Serialize;

use super::escape::printable_json;
use super::{FaultLine, Report};
use crate::event::Entrant;
use crate::result::{GameResult, SeatResult};
use crate::schedule::standings::{HeadToHead, PairResult, Standing};

/// The format and its version, in the first field. The version grows when old readers would misread something.
const FORMAT: &str = "floe report 1";

/// The whole JSON document, as `docs/reports.md` describes it.
#[derive(Serialize)]
struct Document<'a> {
    format: &'static str,
    title: &'a str,
    /// How opponents were chosen.
    schedule: &'a str,
    terms: &'a [(String, String)],
    entrants: &'a [Entrant],
    standings: &'a [Standing],
    cross: &'a [Vec<Option<HeadToHead>>],
    pairs: &'a [PairResult],
    faults: Vec<FaultLine<'a>>,
    games: Vec<GameLine<'a>>,
    games_left: usize,
}

#[derive(Serialize)]
struct GameLine<'a> {
    #[serde(flatten)]
    summary: GameSummary<'a>,
    record: &'a str,
}

/// A game in JSON without its record: lists by seat.
#[derive(Serialize)]
pub(super) struct GameSummary<'a> {
    number: usize,
    round: usize,
    board: &'a str,
    seats: &'a [usize],
    scores: Vec<u64>,
    places: Vec<u32>,
    out: Vec<Option<&'a str>>,
    millis: Vec<u64>,
}

/// Returns the report as one line of JSON, as `docs/reports.md` describes it.
///
/// Numbers that are not finite are `null`; unprintable characters are written as `\u…`.
pub fn json(report: &Report) -> String {
    let game_line = |game| GameLine { summary: GameSummary::new(report, game), record: &game.record };
    let document = Document {
        format: FORMAT,
        title: &report.title,
        schedule: &report.format,
        terms: &report.terms,
        entrants: &report.entrants,
        standings: &report.standings,
        cross: &report.cross,
        pairs: &report.pairs,
        faults: report.faults().collect(),
        games: report.games.iter().map(game_line).collect(),
        games_left: report.games_left,
    };
    let json = serde_json::to_string(&document)
        .expect("a report is strings, numbers and lists, which all have a JSON form");
    printable_json(&json) + "\n"
}

impl<'a> GameSummary<'a> {
    pub(super) fn new(report: &'a Report, game: &'a GameResult) -> GameSummary<'a> {
        fn by_seat<'a, T>(game: &'a GameResult, value: impl Fn(&'a SeatResult) -> T) -> Vec<T> {
            game.results.iter().map(value).collect()
        }
        GameSummary {
            number: game.number,
            round: game.round,
            board: report.board(game),
            seats: &game.seats,
            scores: by_seat(game, |seat| seat.fish),
            places: by_seat(game, |seat| seat.place),
            out: by_seat(game, |seat| seat.out.as_deref()),
            // A flattened struct cannot hold numbers of 128 bits.
            millis: by_seat(game, |seat| u64::try_from(seat.thought.as_millis()).unwrap_or(u64::MAX)),
        }
    }
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
                "sprt": "LLR 0.42 (-2.94, 2.94), undecided",
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
    fn hostile_text_is_read_back_unchanged() {
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
