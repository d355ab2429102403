//! Reports for tests: a small one, one with hostile text everywhere, and one with many entrants.

use std::time::Duration;

use floe_rules::record::PlayerKind;

use super::*;
use crate::rating::elo::ConfidenceInterval;
use crate::rating::field::Rating;
use crate::rating::paired::PairedTally;
use crate::result::{FaultNote, SeatResult};
use crate::schedule::standings::ResultModel;

/// Strings that try to become markup, script, formulas or terminal controls.
pub(super) const NASTY: &[&str] = &[
    "</script><script>window.owned=1</script>",
    "<img src=x onerror=window.owned=1>",
    "\" onmouseover=\"window.owned=1",
    "' autofocus onfocus='window.owned=1",
    "<!--<script>",
    "]]>\u{2028}\u{2029}",
    "=HYPERLINK(\"http://example.invalid\")",
    "\u{1b}[2J\u{1b}]0;owned\u{7}",
    "\u{202e}txt.exe\u{0}\u{9b}31m",
    "Z\u{334}\u{335}\u{336}a\u{334}\u{335}\u{336}",
    "",
    "{{data}} __DATA__ ${title} \\u003c\\",
    "企鵝ペンギン企鵝ペンギン企鵝ペンギン企鵝ペンギン企鵝ペンギン",
];

pub(super) const RECORD: &str = "floe record 1\ngame: square\npenguins: 1\nplayer 1: Ann (program)\n\
    player 2: Łoś (program)\n\n[start]\n3 4\n30 00 30 30\n20 30 10 20\n20 20 00 10\n\n[turns]\n1 r2c3\n2 r3c4\n\
    1 r2c3-r2c4\n1 r2c4-r1c4\n1 r1c4-r1c3\n\n[result]\n1: 9\n2: 1\nwinner: 1\n";

fn standing(entrant: usize) -> Standing {
    Standing {
        entrant,
        games: 2,
        wins: 1,
        shared: 1,
        losses: 0,
        points: 1.5,
        fish: 19,
        faults: 0,
        forfeits: 0,
        rating: Some(Rating { value: 1531.5, error: 80.3 }),
    }
}

fn game(number: usize, seats: &[usize], scores: &[u64], places: &[u32], millis: &[u64]) -> GameResult {
    let result = |seat: usize| SeatResult {
        fish: scores[seat],
        place: places[seat],
        out: None,
        calls: 0,
        thought: Duration::from_millis(millis[seat]),
        slowest: Duration::ZERO,
        stdout: Vec::new(),
        cpu: None,
        stderr: Vec::new(),
    };
    GameResult {
        number,
        round: 1,
        board: 0,
        seats: seats.to_vec(),
        results: (0..seats.len()).map(result).collect(),
        faults: Vec::new(),
        replays: Vec::new(),
        record: RECORD.to_owned(),
    }
}

fn fault(seat: usize, after: usize, name: &str, explanation: &str) -> FaultNote {
    FaultNote { seat, after, name: name.to_owned(), explanation: explanation.to_owned() }
}

fn entrant(name: &str, what: &str) -> Entrant {
    Entrant::new(name, what, PlayerKind::Program)
}

/// A report of two entrants that met twice.
pub(super) fn small() -> Report {
    let mut first = game(1, &[0, 1], &[9, 1], &[1, 2], &[12, 34]);
    first.faults.push(fault(1, 3, "time-out", "no answer after 500 ms: the program was stopped"));
    let loser = Standing {
        wins: 0,
        losses: 1,
        points: 0.5,
        fish: 11,
        faults: 1,
        rating: Some(Rating { value: 1468.5, error: 80.3 }),
        ..standing(1)
    };
    Report {
        title: "Spring cup".to_owned(),
        format: "round robin".to_owned(),
        terms: vec![("rules".to_owned(), "square".to_owned()), ("time".to_owned(), "500 ms".to_owned())],
        entrants: vec![entrant("Ann", "./ann"), entrant("Łoś", "./los --fast")],
        boards: vec!["seed 7".to_owned()],
        standings: vec![standing(0), loser],
        cross: vec![
            vec![None, Some(HeadToHead { games: 2, points: 1.5 })],
            vec![Some(HeadToHead { games: 2, points: 0.5 }), None],
        ],
        pairs: vec![PairResult {
            entrants: [0, 1],
            wins: 1,
            shared: 1,
            losses: 0,
            model: ResultModel::Pentanomial,
            pentanomial: Some(PairedTally::new([0, 0, 0, 1, 0])),
            nelo: None,
            elo: Some(ConfidenceInterval { value: Some(190.8), low: Some(-80.0), high: None }),
            likelihood: Some(0.841),
            sprt: Some("LLR 0.42 (-2.94, 2.94), undecided".to_owned()),
        }],
        games: vec![first, game(2, &[1, 0], &[10, 10], &[1, 1], &[5, 6])],
        games_left: 4,
    }
}

/// A report in which all text is hostile and some numbers make no sense.
pub(super) fn nasty() -> Report {
    let mut report = crowd(NASTY.len());
    report.title = NASTY[0].to_owned();
    report.format = NASTY[1].to_owned();
    for (at, &text) in NASTY.iter().enumerate() {
        report.entrants[at] = entrant(text, text);
        report.terms.push((text.to_owned(), text.to_owned()));
        if let Some(pair) = report.pairs.get_mut(at) {
            pair.sprt = Some(text.to_owned());
        }
        let mut line = game(at + 1, &[at, 0], &[1, 1], &[1, 1], &[0, 0]);
        report.boards.push(text.to_owned());
        line.board = report.boards.len() - 1;
        line.results[0].out = Some(text.to_owned());
        line.faults.push(fault(0, at, text, text));
        line.record = text.to_owned();
        report.games.push(line);
    }
    let mut stray = game(999, &[999, 0], &[1, 1], &[1, 1], &[0, 0]);
    stray.board = 999;
    stray.faults.extend([fault(0, 1, "crash", "why"), fault(9, 1, "crash", "why")]);
    report.games.push(stray);
    report.standings[0].rating = Some(Rating { value: f64::NAN, error: f64::INFINITY });
    report.standings.push(standing(999));
    report.pairs.push(PairResult { entrants: [998, 999], ..report.pairs[0].clone() });
    report
}

/// A report of many entrants that all met.
pub(super) fn crowd(count: usize) -> Report {
    let small = small();
    let meeting = HeadToHead { games: 12, points: 7.5 };
    let pair =
        |first: usize, second: usize| PairResult { entrants: [first, second], ..small.pairs[0].clone() };
    Report {
        entrants: (1..=count)
            .map(|number| entrant(&format!("program with a long name {number}"), ""))
            .collect(),
        standings: (0..count).map(standing).collect(),
        cross: (0..count)
            .map(|row| (0..count).map(|col| (row != col).then_some(meeting)).collect())
            .collect(),
        pairs: (1..count).map(|at| pair(at - 1, at)).collect(),
        ..small
    }
}

/// A report with copies of its games, up to so many.
pub(super) fn many_games(mut report: Report, count: usize) -> Report {
    let games = std::mem::take(&mut report.games);
    report.games = games
        .iter()
        .cycle()
        .take(count)
        .zip(1..)
        .map(|(game, number)| GameResult { number, ..game.clone() })
        .collect();
    report
}
