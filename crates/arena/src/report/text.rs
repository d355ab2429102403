//! The report as text for a terminal, at most 80 columns wide where possible.

use std::collections::BTreeMap;

use unicode_width::UnicodeWidthStr;

use super::formatting::{self, Decimals};
use super::{FaultLine, PairResult, Report};
use crate::printable::{fit, fit_inside, printable};
use crate::rating::elo::ConfidenceInterval;
use crate::schedule::standings::ResultModel;

/// The width of a standard terminal.
const WIDTH: usize = 80;
/// The number of spaces between two columns.
const GAP: usize = 2;
/// Names are never truncated to less than this width.
const SHORTEST_NAME: usize = 8;
/// Longer tables are left out, except the standings.
const MOST_LINES: usize = 40;
/// The most kinds of faults that are listed.
const MOST_FAULTS: usize = 20;
/// The width to which names are truncated in the cross table and the list of faults.
const NAME_COLUMNS: usize = 20;

/// Returns the standings, the cross table, the pairs and an example of each kind of fault.
pub fn text(report: &Report) -> String {
    let mut parts = vec![heading(report), standings(report)];
    parts.extend(entry_notes(report));
    if !report.cross.is_empty() {
        let heading = "Cross table (points/games of the row's player against the column's)";
        parts.push(table_or_note(
            heading,
            cross(report),
            "The cross table is in report.html and report.json.",
        ));
    }
    if !report.pairs.is_empty() {
        let heading = format!("Pairs (results of the first; {})", basis(report));
        let count = formatting::counted(report.pairs.len(), "pair", "pairs");
        let note = format!("The Elo differences of {count} are in report.html and report.json.");
        // Hundreds of pairs need not be formatted to see that they are too many.
        let table = if report.pairs.len() > MOST_LINES { None } else { Some(pairs(report)) };
        parts.push(table_or_note(&heading, table, &note));
    }
    if report.faults().next().is_some() {
        parts.push(format!(
            "Faults (one of each kind; report.html and faults.csv list them all)\n\n{}",
            faults(report)
        ));
    }
    parts.join("\n")
}

/// Returns who was withdrawn, and which programs were replaced, in lines.
fn entry_notes(report: &Report) -> Option<String> {
    let notes = formatting::entry_notes(report);
    let lines = notes.iter().flat_map(|note| textwrap::wrap(note, WIDTH));
    (!notes.is_empty()).then(|| lines.map(|line| format!("{line}\n")).collect())
}

/// Returns a table under its heading, or a note where to find it if it would fill the screen.
fn table_or_note(heading: &str, table: Option<String>, note: &str) -> String {
    match table.filter(|table| table.lines().count() <= MOST_LINES) {
        Some(table) => format!("{heading}\n\n{table}"),
        None => format!("{note}\n"),
    }
}

/// Formats the kinds of faults of each entrant, each with its number and its first explanation.
fn faults(report: &Report) -> String {
    let mut by_entrant: BTreeMap<usize, Vec<(FaultLine<'_>, usize)>> = BTreeMap::new();
    for fault in report.faults() {
        let kinds = by_entrant.entry(fault.entrant).or_default();
        match kinds.iter_mut().find(|(kind, _)| kind.name == fault.name) {
            Some((_, count)) => *count += 1,
            None => kinds.push((fault, 1)),
        }
    }
    let listed = report.standings.iter().filter_map(|line| by_entrant.remove(&line.entrant));
    let kinds: Vec<(FaultLine<'_>, usize)> = listed.flatten().collect();
    let mut text = String::new();
    for (fault, count) in kinds.iter().take(MOST_FAULTS) {
        let game = report.games[fault.game].number;
        let times = formatting::counted(*count, "time", "times");
        let name = fit_inside(&formatting::name(report, fault.entrant), NAME_COLUMNS);
        let kind = printable(fault.name);
        let line = format!("{name}: {kind}, {times}, first in game {game} after turn {}", fault.turn);
        text += &format!("{}\n", fit(&line, WIDTH));
        for line in textwrap::wrap(&printable(fault.explanation), WIDTH - GAP) {
            text += &format!("{}{line}\n", " ".repeat(GAP));
        }
    }
    if kinds.len() > MOST_FAULTS {
        text +=
            &format!("… and {}\n", formatting::counted(kinds.len() - MOST_FAULTS, "more kind", "more kinds"));
    }
    text
}

fn heading(report: &Report) -> String {
    let mut text = format!("{}\n", fit(&printable(&report.title), WIDTH));
    let mut facts = vec![
        printable(&report.format),
        formatting::counted(report.entrants.len(), "program", "programs"),
        formatting::counted(report.games.len(), "game", "games"),
    ];
    if report.games_left > 0 {
        facts.push(format!("{} still to be played", report.games_left));
    }
    facts.retain(|fact| !fact.is_empty());
    text += &format!("{}\n", fit(&facts.join(", "), WIDTH));
    text
}

/// The alignment of a column, and whether it may be cut.
#[derive(Clone, Copy, PartialEq)]
enum Alignment {
    Left,
    Right,
    /// Left-aligned, and cut when the line is too long.
    Flexible,
}

struct TextTable {
    heads: Vec<(String, Alignment)>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    fn new(heads: &[(&str, Alignment)]) -> TextTable {
        TextTable {
            heads: heads.iter().map(|&(head, side)| (head.to_owned(), side)).collect(),
            rows: Vec::new(),
        }
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = (0..self.heads.len())
            .map(|at| {
                let cells = self.rows.iter().map(|row| row[at].width());
                cells.chain([self.heads[at].0.width()]).max().unwrap_or(0)
            })
            .collect();
        // The widest flexible column is cut first.
        loop {
            let total = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
            let widest = (0..widths.len())
                .filter(|&at| self.heads[at].1 == Alignment::Flexible && widths[at] > SHORTEST_NAME)
                .max_by_key(|&at| widths[at]);
            match widest {
                Some(at) if total > WIDTH => widths[at] -= 1,
                _ => return widths,
            }
        }
    }

    fn write(&self) -> String {
        let widths = self.widths();
        let heads: Vec<String> = self.heads.iter().map(|(head, _)| head.clone()).collect();
        let rule = widths.iter().map(|&width| "-".repeat(width)).collect();
        let mut text = String::new();
        for row in [&heads, &rule].into_iter().chain(&self.rows) {
            let cells = row.iter().zip(&widths).zip(&self.heads).map(|((cell, &width), &(_, side))| {
                let cell = fit_inside(cell, width);
                let blanks = " ".repeat(width.saturating_sub(cell.width()));
                if side == Alignment::Right { blanks + &cell } else { cell + &blanks }
            });
            let line = cells.collect::<Vec<_>>().join(&" ".repeat(GAP));
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

fn standings(report: &Report) -> String {
    let lines = &report.standings;
    let rated = lines.iter().any(|line| line.rating.is_some());
    let faulty = lines.iter().any(|line| line.faults > 0 || line.forfeits > 0);
    let mut heads = vec![("#", Alignment::Right), ("name", Alignment::Flexible)];
    if rated {
        heads.push(("rating", Alignment::Right));
    }
    heads.extend(["points", "games", "+", "=", "-", "fish"].map(|head| (head, Alignment::Right)));
    if faulty {
        heads.extend(["faults", "out"].map(|head| (head, Alignment::Right)));
    }
    let decimals = Decimals::of(lines.iter().map(|line| line.points));
    let mut table = TextTable::new(&heads);
    for (place, line) in (1..).zip(lines) {
        let place: usize = place;
        let mut row = vec![place.to_string(), formatting::name(report, line.entrant)];
        if rated {
            let written = |rating: crate::rating::field::Rating| {
                format!("{:.0} ±{:.0}", rating.value.round(), rating.error)
            };
            row.push(line.rating.map(written).unwrap_or_default());
        }
        row.push(decimals.write(line.points));
        row.extend([line.games, line.wins, line.shared, line.losses].map(|number| number.to_string()));
        row.push(line.fish.to_string());
        if faulty {
            row.extend([line.faults, line.forfeits].map(|number| number.to_string()));
        }
        table.rows.push(row);
    }
    let mut text = table.write();
    text += "\n+ won, = tied for first, - lost";
    text += if faulty { ", out: forfeited\n" } else { "\n" };
    if formatting::has_byes(report) {
        text += "points include byes\n";
    }
    text
}

/// Formats the cross table in the order of the standings, in as many parts as its columns need; `None` if it is too long.
fn cross(report: &Report) -> Option<String> {
    if report.standings.len() > MOST_LINES {
        return None;
    }
    let order: Vec<usize> = report.standings.iter().map(|line| line.entrant).collect();
    let cell = |row: usize, col: usize| match report.cross.get(row).and_then(|cells| cells.get(col)) {
        _ if row == col => "×".to_owned(),
        Some(Some(meeting)) => format!("{}/{}", formatting::points(meeting.points), meeting.games),
        _ => ".".to_owned(),
    };
    let names: Vec<String> =
        order.iter().map(|&entrant| fit_inside(&formatting::name(report, entrant), NAME_COLUMNS)).collect();
    let left = order.len().to_string().len() + GAP + names.iter().map(|name| name.width()).max().unwrap_or(0);

    let mut parts = Vec::new();
    let mut first = 0;
    while first < order.len() {
        let mut used = left;
        let mut end = first;
        while end < order.len() {
            let column = order.iter().map(|&row| cell(row, order[end]).width());
            let width = column.chain([(end + 1).to_string().len()]).max().unwrap_or(0);
            if end > first && used + GAP + width > WIDTH {
                break;
            }
            used += GAP + width;
            end += 1;
        }
        let mut table = TextTable::new(&[("#", Alignment::Right), ("name", Alignment::Left)]);
        table.heads.extend((first..end).map(|at| ((at + 1).to_string(), Alignment::Right)));
        for (place, (&row, name)) in order.iter().zip(&names).enumerate() {
            let cells = order[first..end].iter().map(|&col| cell(row, col));
            table.rows.push([(place + 1).to_string(), name.clone()].into_iter().chain(cells).collect());
        }
        parts.push(table.write());
        first = end;
    }
    Some(parts.join("\n"))
}

/// Says what the figures of pairs are computed from.
fn basis(report: &Report) -> &'static str {
    let is_paired = |pair: &PairResult| pair.model == ResultModel::Pentanomial;
    if report.pairs.iter().all(is_paired) {
        "Elo ±95% by pairs of games with swapped seats"
    } else if report.pairs.iter().any(is_paired) {
        "Elo ±95% by pairs of games with swapped seats, * by single games"
    } else {
        "Elo ±95% by single games"
    }
}

fn pairs(report: &Report) -> String {
    let is_mixed = report.pairs.iter().any(|pair| pair.model != report.pairs[0].model);
    let mut table = TextTable::new(&[
        ("first", Alignment::Flexible),
        ("second", Alignment::Flexible),
        ("+", Alignment::Right),
        ("=", Alignment::Right),
        ("-", Alignment::Right),
        ("Elo", Alignment::Right),
        ("interval", Alignment::Right),
        ("nElo", Alignment::Right),
        ("LOS", Alignment::Right),
    ]);
    for pair in &report.pairs {
        let [first, second] = pair.entrants.map(|entrant| formatting::name(report, entrant));
        let mut row = vec![first, second];
        row.extend([pair.wins, pair.shared, pair.losses].map(|number| number.to_string()));
        let (mut elo, interval) = pair.elo.map(|elo| elo_difference(&elo, pair)).unwrap_or_default();
        if is_mixed && pair.model == ResultModel::Trinomial {
            elo.push('*');
        }
        row.extend([elo, interval, nelo(pair), pair.likelihood.map(formatting::percent).unwrap_or_default()]);
        table.rows.push(row);
    }
    let written = table.write();
    // The status of a sequential test has no room in the line of its pair, so it comes below.
    let mut lines = written.lines();
    let mut text = String::new();
    for line in lines.by_ref().take(2) {
        text += &format!("{line}\n");
    }
    for (line, pair) in lines.zip(&report.pairs) {
        text += &format!("{line}\n");
        if let Some(sprt) = &pair.sprt {
            text += &format!("  {}\n", fit(&format!("SPRT: {}", printable(sprt)), WIDTH - GAP));
        }
    }
    text
}

/// Formats the normalised Elo difference; empty if it is not defined.
pub(super) fn nelo(pair: &PairResult) -> String {
    pair.nelo.and_then(|nelo| nelo.value).map(formatting::signed).unwrap_or_default()
}

/// Formats an Elo difference and its interval; missing values are infinite.
pub(super) fn elo_difference(elo: &ConfidenceInterval, pair: &PairResult) -> (String, String) {
    let sign = if pair.wins < pair.losses { "-inf" } else { "+inf" };
    let value = elo.value.map_or(sign.to_owned(), formatting::signed);
    let low = elo.low.map_or("-inf".to_owned(), formatting::signed);
    let high = elo.high.map_or("+inf".to_owned(), formatting::signed);
    (value, format!("{low} … {high}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn a_small_report_reads_well() {
        let wanted = "\
Spring cup
round robin, 2 programs, 2 games, 4 still to be played

#  name    rating  points  games  +  =  -  fish  faults  out
-  ----  --------  ------  -----  -  -  -  ----  ------  ---
1  Ann   1532 ±80     1.5      2  1  1  0    19       0    0
2  Łoś   1469 ±80     0.5      2  0  1  1    11       1    0

+ won, = tied for first, - lost, out: forfeited

Cross table (points/games of the row's player against the column's)

#  name      1      2
-  ----  -----  -----
1  Ann       ×  1.5/2
2  Łoś   0.5/2      ×

Pairs (results of the first; Elo ±95% by pairs of games with swapped seats)

first  second  +  =  -   Elo    interval  nElo    LOS
-----  ------  -  -  -  ----  ----------  ----  -----
Ann    Łoś     1  1  0  +191  -80 … +inf        84.1%
  SPRT: LLR 0.42 (-2.94, 2.94), undecided

Faults (one of each kind; report.html and faults.csv list them all)

Łoś: time-out, 1 time, first in game 1 after turn 3
  no answer after 500 ms: the program was stopped
";
        assert_eq!(text(&fixture::small()).trim_end(), wanted.trim_end());
    }

    #[test]
    fn byes_are_mentioned() {
        let mut report = fixture::small();
        assert!(!text(&report).contains("points include byes"));
        report.standings[1].points += 1.0;
        assert!(text(&report).contains("\npoints include byes\n"));
    }

    #[test]
    fn wide_letters_keep_columns_aligned() {
        let mut report = fixture::small();
        report.entrants[0].name = "企鵝ペンギン".to_owned();
        let text = text(&report);
        let column = |line: &str, word: &str| line[..line.find(word).unwrap()].width();
        let lines: Vec<&str> = text.lines().skip(5).take(2).collect();
        assert_eq!(column(lines[0], "±"), column(lines[1], "±"), "{text}");
    }

    #[test]
    fn many_entrants_fit_into_80_columns() {
        let report = fixture::crowd(12);
        let text = text(&report);
        for line in text.lines() {
            assert!(line.width() <= WIDTH, "{line}");
        }
        for place in 1..=12 {
            let head = format!(" {place} ");
            assert!(text.lines().any(|line| format!("{line} ").contains(&head)), "{place}");
        }
    }

    #[test]
    fn long_tables_are_left_out_with_a_note() {
        for count in [41, 200] {
            let report = fixture::crowd(count);
            let text = text(&report);
            assert!(text.lines().count() < count + 20, "{text}");
            assert!(text.contains("\nThe cross table is in report.html and report.json.\n"), "{text}");
            let note = format!("\nThe Elo differences of {} pairs are in report.html", count - 1);
            assert!(text.contains(&note), "{text}");
        }
    }

    #[test]
    fn hostile_text_cannot_control_the_terminal() {
        let text = text(&fixture::nasty());
        assert!(!text.chars().any(|letter| letter.is_control() && letter != '\n'), "{text:?}");
        assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
    }
}
