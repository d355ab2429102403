//! The report as JSON.

use std::cell::RefCell;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::escape::PrintableJson;
use super::{FaultLine, Records, Report, formatting};
use crate::event::Entrant;
use crate::printable::{fit, printable};
use crate::result::{GameResult, ReplayNote, SeatResult};
use crate::schedule::standings::{HeadToHead, PairResult, Standing};

/// The format and its version, in the first field. The version grows when old readers would misread something.
const FORMAT: &str = "floe report 2";

/// The records of larger events are not in the JSON.
const MOST_WITH_RECORDS: usize = 1000;

/// Longer names of boards are cut.
const LONGEST_BOARD: usize = 200;

/// The whole JSON document, as `docs/reports.md` describes it. Long lists are made while they are written.
#[derive(Serialize)]
#[serde(bound = "Each<P>: Serialize, Each<F>: Serialize, Each<G>: Serialize")]
struct Document<'a, P, F, G> {
    format: &'static str,
    title: &'a str,
    /// How opponents were chosen.
    schedule: &'a str,
    terms: &'a [(String, String)],
    entrants: &'a [Entrant],
    standings: Vec<NamedStanding<'a>>,
    cross: &'a [Vec<Option<HeadToHead>>],
    pairs: Each<P>,
    faults: Each<F>,
    games: Each<G>,
    games_left: usize,
}

/// A list that is made while it is written.
struct Each<F>(F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for Each<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

#[derive(Serialize)]
struct NamedStanding<'a> {
    name: &'a str,
    #[serde(flatten)]
    standing: &'a Standing,
}

#[derive(Serialize)]
struct NamedPair<'a> {
    names: [&'a str; 2],
    #[serde(flatten)]
    pair: &'a PairResult,
}

#[derive(Serialize)]
struct NamedFault<'a> {
    entrant_name: &'a str,
    #[serde(flatten)]
    fault: FaultLine<'a>,
}

/// A game: lists by seat.
#[derive(Serialize)]
struct GameLine<'a> {
    number: usize,
    round: usize,
    board: &'a str,
    seats: &'a [usize],
    names: Vec<&'a str>,
    scores: Vec<u64>,
    places: Vec<u32>,
    out: Vec<Option<&'a str>>,
    millis: Vec<u128>,
    cpu_millis: Vec<Option<u128>>,
    replays: &'a [ReplayNote],
    record: Option<String>,
}

/// Writes the report as one line of JSON, as `docs/reports.md` describes it.
///
/// Numbers that are not finite are `null`; unprintable characters are written as `\u…`.
pub fn json(report: &Report, records: &Records<'_>, out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<String> = (0..=report.entrants.len()).map(|at| formatting::name(report, at)).collect();
    let boards: Vec<String> = report.boards.iter().map(|name| fit(&printable(name), LONGEST_BOARD)).collect();
    // The last one stands for an entrant that does not exist.
    let name = |entrant: usize| &names[entrant.min(names.len() - 1)][..];
    let board = |game: &GameResult| boards.get(game.board).map_or("", String::as_str);
    let has_records = report.games.len() <= MOST_WITH_RECORDS;
    let failure = RefCell::new(None);
    let record = |game: &GameResult| match records(game) {
        Ok(record) => Some(record),
        Err(error) => {
            failure.borrow_mut().get_or_insert(error);
            None
        }
    };
    let document = Document {
        format: FORMAT,
        title: &report.title,
        schedule: &report.format,
        terms: &report.terms,
        entrants: &report.entrants,
        standings: report
            .standings
            .iter()
            .map(|standing| NamedStanding { name: name(standing.entrant), standing })
            .collect(),
        cross: &report.cross,
        pairs: Each(|| report.pairs.iter().map(|pair| NamedPair { names: pair.entrants.map(name), pair })),
        faults: Each(|| report.faults().map(|fault| NamedFault { entrant_name: name(fault.entrant), fault })),
        games: Each(|| {
            report.games.iter().map(|game| GameLine {
                number: game.number,
                round: game.round,
                board: board(game),
                seats: &game.seats,
                names: game.seats.iter().map(|&entrant| name(entrant)).collect(),
                scores: by_seat(game, |seat| seat.fish),
                places: by_seat(game, |seat| seat.place),
                out: by_seat(game, |seat| seat.out.as_deref()),
                millis: by_seat(game, |seat| seat.thought.as_millis()),
                cpu_millis: by_seat(game, |seat| seat.cpu.map(|cpu| cpu.total.as_millis())),
                replays: &game.replays,
                record: if has_records { record(game) } else { None },
            })
        }),
        games_left: report.games_left,
    };
    let mut printable = PrintableJson(out);
    serde_json::to_writer(&mut printable, &document)?;
    printable.0.write_all(b"\n")?;
    drop(document);
    failure.into_inner().map_or(Ok(()), Err)
}

fn by_seat<'a, T>(game: &'a GameResult, value: impl Fn(&'a SeatResult) -> T) -> Vec<T> {
    game.results.iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json as value};

    use super::*;
    use crate::report::{fixture, in_memory};

    fn text(report: &Report) -> String {
        let mut bytes = Vec::new();
        json(report, &in_memory, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn parsed(report: &Report) -> Value {
        serde_json::from_str(&text(report)).unwrap()
    }

    #[test]
    fn the_format_comes_first_and_nothing_is_left_out() {
        let report = fixture::small();
        assert!(text(&report).starts_with(
            "{\"format\":\"floe report 2\",\"title\":\"Spring cup\",\"schedule\":\"round robin\","
        ));
        let wanted = value!({
            "format": "floe report 2",
            "title": "Spring cup",
            "schedule": "round robin",
            "terms": [["rules", "square"], ["time", "500 ms"]],
            "entrants": [{ "name": "Ann", "what": "./ann" }, { "name": "Łoś", "what": "./los --fast" }],
            "standings": [
                { "name": "Ann", "entrant": 0, "games": 2, "wins": 1, "shared": 1, "losses": 0, "points": 1.5, "fish": 19,
                  "faults": 0, "forfeits": 0, "rating": { "value": 1531.5, "error": 80.3 } },
                { "name": "Łoś", "entrant": 1, "games": 2, "wins": 0, "shared": 1, "losses": 1, "points": 0.5, "fish": 11,
                  "faults": 1, "forfeits": 0, "rating": { "value": 1468.5, "error": 80.3 } },
            ],
            "cross": [[null, { "games": 2, "points": 1.5 }], [{ "games": 2, "points": 0.5 }, null]],
            "pairs": [{
                "names": ["Ann", "Łoś"], "entrants": [0, 1], "wins": 1, "shared": 1, "losses": 0,
                "model": "pentanomial", "pentanomial": [0, 0, 0, 1, 0], "nelo": null,
                "elo": { "value": 190.8, "low": -80.0, "high": null },
                "likelihood": 0.841,
                "sprt": "LLR 0.42 (-2.94, 2.94), undecided",
            }],
            "faults": [{
                "entrant_name": "Łoś", "entrant": 1, "game": 0, "turn": 3, "name": "time-out",
                "explanation": "no answer after 500 ms: the program was stopped",
            }],
            "games": [
                { "number": 1, "round": 1, "board": "seed 7", "seats": [0, 1], "names": ["Ann", "Łoś"], "scores": [9, 1], "places": [1, 2],
                  "out": [null, null], "millis": [12, 34], "cpu_millis": [null, null], "replays": [], "record": fixture::RECORD },
                { "number": 2, "round": 1, "board": "seed 7", "seats": [1, 0], "names": ["Łoś", "Ann"], "scores": [10, 10],
                  "places": [1, 1], "out": [null, null], "millis": [5, 6], "cpu_millis": [null, null], "replays": [], "record": fixture::RECORD },
            ],
            "games_left": 4,
        });
        assert_eq!(parsed(&report), wanted);
    }

    #[test]
    fn hostile_text_is_read_back_unchanged() {
        let report = fixture::nasty();
        let text = text(&report);
        assert_eq!(text.lines().count(), 1);
        assert!(!text.trim_end().chars().any(char::is_control));
        let parsed = parsed(&report);
        for (at, &name) in fixture::NASTY.iter().enumerate() {
            assert_eq!(parsed["entrants"][at]["name"], name);
        }
        assert_eq!(parsed["standings"][0]["rating"]["value"], Value::Null);
    }
    #[test]
    fn records_of_large_events_are_left_out() {
        let report = fixture::many_games(fixture::small(), MOST_WITH_RECORDS + 1);
        let parsed = parsed(&report);
        assert_eq!(parsed["games"].as_array().unwrap().len(), report.games.len());
        assert_eq!(parsed["games"][7]["record"], Value::Null);
        assert_eq!(parsed["games"][7]["names"], value!(["Łoś", "Ann"]));
    }

    #[test]
    fn a_record_that_cannot_be_read_is_an_error() {
        let lost = |_: &GameResult| -> io::Result<String> { Err(io::Error::other("gone")) };
        let error = json(&fixture::small(), &lost, &mut Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), "gone");
    }
}
