//! Reports for tests: one small and tame, one with every nasty string, one with many who take part.

use super::*;
use crate::rating::elo::Interval;
use crate::rating::field::Rating;

/// Strings that want to become something else.
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

fn game(number: usize, seats: &[usize], scores: &[u64], places: &[u32], millis: &[u64]) -> GameLine {
    GameLine {
        number,
        round: 1,
        board: "seed 7".to_owned(),
        seats: seats.to_vec(),
        scores: scores.to_vec(),
        places: places.to_vec(),
        out: vec![None; seats.len()],
        millis: millis.to_vec(),
        record: RECORD.to_owned(),
    }
}

/// A report of two who met twice.
pub(super) fn small() -> Report {
    let entrant = |name: &str, what: &str| Entrant { name: name.to_owned(), what: what.to_owned() };
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
        standings: vec![standing(0), loser],
        cross: vec![
            vec![None, Some(Meeting { games: 2, points: 1.5 })],
            vec![Some(Meeting { games: 2, points: 0.5 }), None],
        ],
        pairs: vec![Pair {
            entrants: [0, 1],
            wins: 1,
            shared: 1,
            losses: 0,
            elo: Some(Interval { value: Some(190.8), low: Some(-80.0), high: None }),
            likelihood: Some(0.841),
            sprt: Some("goes on: LLR 0.42 between -2.94 and 2.94".to_owned()),
        }],
        faults: vec![FaultLine {
            entrant: 1,
            game: 0,
            turn: 3,
            name: "time-out".to_owned(),
            explanation: "no answer after 500 ms: the program was stopped".to_owned(),
        }],
        games: vec![
            game(1, &[0, 1], &[9, 1], &[1, 2], &[12, 34]),
            game(2, &[1, 0], &[10, 10], &[1, 1], &[5, 6]),
        ],
        games_left: 4,
    }
}

/// A report in which every word is hostile and some numbers make no sense.
pub(super) fn nasty() -> Report {
    let mut report = crowd(NASTY.len());
    report.title = NASTY[0].to_owned();
    report.format = NASTY[1].to_owned();
    for (at, &text) in NASTY.iter().enumerate() {
        report.entrants[at] = Entrant { name: text.to_owned(), what: text.to_owned() };
        report.terms.push((text.to_owned(), text.to_owned()));
        report.faults.push(FaultLine {
            entrant: at,
            game: at % report.games.len(),
            turn: at,
            name: text.to_owned(),
            explanation: text.to_owned(),
        });
        if let Some(pair) = report.pairs.get_mut(at) {
            pair.sprt = Some(text.to_owned());
        }
        let mut line = game(at + 1, &[at, 0], &[1], &[], &[]);
        line.board = text.to_owned();
        line.out = vec![Some(text.to_owned())];
        line.record = text.to_owned();
        report.games.push(line);
    }
    report.standings[0].rating = Some(Rating { value: f64::NAN, error: f64::INFINITY });
    report.standings.push(standing(999));
    report.faults.push(FaultLine { entrant: 999, game: 999, ..report.faults[0].clone() });
    report.pairs.push(Pair { entrants: [998, 999], ..report.pairs[0].clone() });
    report
}

/// A report of many who have all met.
pub(super) fn crowd(count: usize) -> Report {
    let small = small();
    let meeting = Meeting { games: 12, points: 7.5 };
    let pair = |first: usize, second: usize| Pair { entrants: [first, second], ..small.pairs[0].clone() };
    Report {
        entrants: (1..=count)
            .map(|number| Entrant { name: format!("program with a long name {number}"), what: String::new() })
            .collect(),
        standings: (0..count).map(standing).collect(),
        cross: (0..count)
            .map(|row| (0..count).map(|col| (row != col).then_some(meeting)).collect())
            .collect(),
        pairs: (1..count).map(|at| pair(at - 1, at)).collect(),
        ..small
    }
}
