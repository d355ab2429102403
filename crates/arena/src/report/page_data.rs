//! The data of the page's script: what is in the page itself, and what its parts hold.
//!
//! | part | content |
//! |---|---|
//! | `lines-K` | the lines of the list of games, some thousand games each |
//! | `games-K` | records, replays and faults, some dozen games each |
//! | `program-K` | the faults of a program, and its points against each opponent |
//! | `cross`, `pairs` | tables that are too long to be in the page |

mod games;

use std::collections::BTreeMap;
use std::io;

use serde::Serialize;

use self::games::{GAMES_EACH, LINES_EACH, details, game_row, games_of, write_games, write_lines};
use super::escape::script_json;
use super::formatting::{self, percent};
use super::page::PageForm;
use super::parts::{PartWriter, packed};
use super::{Records, Report, sections, text};
use crate::printable::{fit, printable};
use crate::result::GameResult;
use crate::schedule::standings::Standing;

/// The most faults of each kind that the page of a program lists.
const FAULTS_LISTED: usize = 200;
/// The width of a digest on the page; an ellipsis follows.
const SHORT_DIGEST: usize = 13;
/// Longer commands and names of boards are cut.
const LONGEST_TEXT: usize = 200;

#[derive(Serialize)]
struct PageData<'a> {
    entrants: Vec<PageEntrant>,
    standings: &'a [Standing],
    boards: Vec<String>,
    games: usize,
    /// Whether the parts are not in the page.
    beside: bool,
    /// The version of the results, if a server made the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u64>,
    games_each: usize,
    lines_each: usize,
    /// The parts with the lines of games: their numbers, and how many games they have.
    lines: Vec<(usize, usize)>,
    /// Whether the cross table and the pairs are parts.
    cross: bool,
    pairs: usize,
}

#[derive(Serialize)]
struct PageEntrant {
    name: String,
    what: String,
    withdrawn: bool,
    /// Its versions: the first game of each, the beginning of its digest, and what changed.
    versions: Vec<(usize, String, String)>,
}

#[derive(Serialize)]
struct ProgramDetails<'a> {
    faults: Vec<FaultKind<'a>>,
    /// Opponents in the order of the standings: entrant, games and points.
    met: Vec<(usize, u32, f64)>,
}

/// The faults of one kind: its name, their number, and the first ones.
#[derive(Serialize)]
struct FaultKind<'a> {
    name: &'a str,
    count: usize,
    /// The number of the game, the index of the fault in it, the turns before it, and the explanation.
    first: Vec<(usize, usize, usize, &'a str)>,
}

/// A pair as the page shows it: entrants, wins, ties, losses, and formatted figures.
#[derive(Serialize)]
struct PairRow<'a>([usize; 2], [u32; 3], [String; 5], Option<&'a str>);

/// Returns the data in the page as JSON for a `<script>` element.
pub(super) fn embedded(report: &Report, form: PageForm) -> String {
    let short = |text: &str| fit(&printable(text), LONGEST_TEXT);
    let mut lines: BTreeMap<usize, usize> = BTreeMap::new();
    for game in &report.games {
        *lines.entry(game.number.saturating_sub(1) / LINES_EACH).or_default() += 1;
    }
    let entrant = |(index, entrant): (usize, &crate::event::Entrant)| PageEntrant {
        name: formatting::name(report, index),
        what: short(&entrant.what),
        withdrawn: entrant.withdrawn,
        versions: entrant
            .versions
            .iter()
            .map(|version| {
                let digest = fit(&printable(&version.digest), SHORT_DIGEST);
                (version.since, digest, short(version.changes.as_deref().unwrap_or("")))
            })
            .collect(),
    };
    let data = PageData {
        entrants: report.entrants.iter().enumerate().map(entrant).collect(),
        standings: &report.standings,
        boards: report.boards.iter().map(|name| short(name)).collect(),
        games: report.games.len(),
        beside: form != PageForm::Embedded,
        version: match form {
            PageForm::Served { version } => Some(version),
            PageForm::Embedded | PageForm::Beside => None,
        },
        games_each: GAMES_EACH,
        lines_each: LINES_EACH,
        lines: lines.into_iter().collect(),
        cross: sections::is_cross_table_long(report),
        pairs: if sections::are_pairs_many(report) { report.pairs.len() } else { 0 },
    };
    let json = serde_json::to_string(&data)
        .expect("page data is strings, numbers and lists, which all have a JSON form");
    script_json(&json)
}

/// Writes all parts, and returns the numbers of the games whose records do not lead to their results.
pub(super) fn write_parts(
    report: &Report,
    records: &Records<'_>,
    parts: &mut PartWriter<'_>,
) -> io::Result<Vec<usize>> {
    write_lines(report, parts)?;
    let wrong = write_games(report, records, parts)?;
    write_programs(report, parts)?;
    if sections::is_cross_table_long(report) {
        parts.add("cross", &packed(&cross_rows(report))?)?;
    }
    if sections::are_pairs_many(report) {
        parts.add("pairs", &packed(&pair_rows(report))?)?;
    }
    Ok(wrong)
}

/// Makes one part; nothing if the report has no such part. It reads only the records of the games in it.
pub(super) fn part(report: &Report, records: &Records<'_>, name: &str) -> io::Result<Option<String>> {
    let numbered = name.split_once('-').and_then(|(kind, number)| Some((kind, number.parse().ok()?)));
    let content = match (name, numbered) {
        ("cross", _) if sections::is_cross_table_long(report) => packed(&cross_rows(report))?,
        ("pairs", _) if sections::are_pairs_many(report) => packed(&pair_rows(report))?,
        (_, Some(("lines", number))) => match games_of(report, number, LINES_EACH) {
            [] => return Ok(None),
            games => packed(&games.iter().map(game_row).collect::<Vec<_>>())?,
        },
        (_, Some(("games", number))) => match games_of(report, number, GAMES_EACH) {
            [] => return Ok(None),
            games => {
                let read = games.iter().map(records).collect::<io::Result<_>>()?;
                details(&games.iter().collect::<Vec<_>>(), read)?.0
            }
        },
        (_, Some(("program", number))) if (1..=report.entrants.len()).contains(&number) => {
            let entrant = number - 1;
            let own = |game: &&GameResult| !game.faults.is_empty() && game.seats.contains(&entrant);
            let mut kinds = fault_kinds(report, report.games.iter().filter(own));
            packed(&program_details(report, entrant, std::mem::take(&mut kinds[entrant])))?
        }
        _ => return Ok(None),
    };
    Ok(Some(content))
}

fn write_programs(report: &Report, parts: &mut PartWriter<'_>) -> io::Result<()> {
    for (entrant, kinds) in fault_kinds(report, report.games.iter()).into_iter().enumerate() {
        let details = program_details(report, entrant, kinds);
        parts.add(&format!("program-{}", entrant + 1), &packed(&details)?)?;
    }
    Ok(())
}

/// The faults of a program, by name.
type FaultKinds<'a> = BTreeMap<&'a str, FaultKind<'a>>;

/// Returns the faults in some games, by entrant and name.
fn fault_kinds<'a>(report: &Report, games: impl Iterator<Item = &'a GameResult>) -> Vec<FaultKinds<'a>> {
    let mut kinds: Vec<FaultKinds<'a>> = report.entrants.iter().map(|_| BTreeMap::new()).collect();
    for game in games {
        for (index, fault) in game.faults.iter().enumerate() {
            let Some(kinds) = game.seats.get(fault.seat).and_then(|&entrant| kinds.get_mut(entrant)) else {
                continue;
            };
            let kind = kinds.entry(&fault.name).or_insert_with(|| FaultKind {
                name: &fault.name,
                count: 0,
                first: Vec::new(),
            });
            kind.count += 1;
            if kind.first.len() < FAULTS_LISTED {
                kind.first.push((game.number, index, fault.after, &fault.explanation));
            }
        }
    }
    kinds
}

fn program_details<'a>(report: &Report, entrant: usize, kinds: FaultKinds<'a>) -> ProgramDetails<'a> {
    let mut faults: Vec<FaultKind<'_>> = kinds.into_values().collect();
    faults.sort_by_key(|kind| std::cmp::Reverse(kind.count));
    let met = report.standings.iter().filter_map(|line| {
        let meeting = report.cross.get(entrant)?.get(line.entrant).copied().flatten()?;
        (line.entrant != entrant).then_some((line.entrant, meeting.games, meeting.points))
    });
    ProgramDetails { faults, met: met.collect() }
}

/// Returns the games and points of every meeting, row by row in the order of the standings; no games where two never met.
fn cross_rows(report: &Report) -> Vec<Vec<(u32, f64)>> {
    let order: Vec<usize> = report.standings.iter().map(|line| line.entrant).collect();
    let meeting = |row: usize, col: usize| {
        let cell = report.cross.get(row).and_then(|cells| cells.get(col)).copied().flatten();
        cell.filter(|_| row != col).map_or((0, 0.0), |meeting| (meeting.games, meeting.points))
    };
    order.iter().map(|&row| order.iter().map(|&col| meeting(row, col)).collect()).collect()
}

fn pair_rows(report: &Report) -> Vec<PairRow<'_>> {
    report.pairs.iter().map(pair_row).collect()
}

fn pair_row(pair: &super::PairResult) -> PairRow<'_> {
    let (elo, interval) = pair.elo.map(|elo| text::elo_difference(&elo, pair)).unwrap_or_default();
    let los = pair.likelihood.filter(|share| share.is_finite()).map(percent).unwrap_or_default();
    let figures = [elo, interval, text::nelo(pair), los, sections::pairs_of_games(pair)]
        .map(|words| words.replace('-', "−"));
    PairRow(pair.entrants, [pair.wins, pair.shared, pair.losses], figures, pair.sprt.as_deref())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::Read;

    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use flate2::read::GzDecoder;
    use serde_json::{Value, json};

    use super::*;
    use crate::report::{fixture, in_memory, page};

    /// Returns the content of all parts.
    fn parts(report: &Report) -> BTreeMap<String, Value> {
        let mut files = BTreeMap::new();
        page::write(report, &in_memory, &mut files).unwrap();
        let page = String::from_utf8(files["report.html"].clone()).unwrap();
        page.split("id=\"part-")
            .skip(1)
            .map(|rest| {
                let (name, rest) = rest.split_once("\">").unwrap();
                let bytes = STANDARD.decode(rest.split_once('<').unwrap().0).unwrap();
                let mut text = String::new();
                GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
                (name.to_owned(), serde_json::from_str(&text).unwrap())
            })
            .collect()
    }

    #[test]
    fn parts_say_what_the_report_says() {
        let parts = parts(&fixture::small());
        assert_eq!(parts.keys().collect::<Vec<_>>(), ["games-0", "lines-0", "program-1", "program-2"]);
        assert_eq!(
            parts["lines-0"],
            json!([
                [1, 1, 0, [0, 1], [9, 1], [1, 2], [12, 34], [0, 1], 1, []],
                [2, 1, 0, [1, 0], [10, 10], [1, 1], [5, 6], [], 0, []],
            ])
        );
        let game = &parts["games-0"][0];
        assert_eq!((&game["number"], &game["record"]), (&json!(1), &json!(fixture::RECORD)));
        assert_eq!(
            game["faults"],
            json!([{ "seat": 1, "shown_at": 3, "name": "time-out",
                     "explanation": "no answer after 500 ms: the program was stopped" }])
        );
        assert_eq!(
            parts["program-2"],
            json!({
                "faults": [{ "name": "time-out", "count": 1,
                             "first": [[1, 0, 3, "no answer after 500 ms: the program was stopped"]] }],
                "met": [[0, 2, 0.5]],
            })
        );
    }

    #[test]
    fn long_tables_become_parts() {
        let parts = parts(&fixture::crowd(300));
        assert_eq!(parts["cross"].as_array().unwrap().len(), 300);
        assert_eq!(parts["cross"][3][2], json!([12, 7.5]));
        assert_eq!(parts["cross"][3][3], json!([0, 0.0]));
        assert_eq!(parts["pairs"].as_array().unwrap().len(), 299);
        assert_eq!(
            parts["pairs"][0],
            json!([
                [0, 1],
                [1, 1, 0],
                ["+191", "−80 … +inf", "", "84.1%", "0 0 0 1 0"],
                "LLR 0.42 (-2.94, 2.94), undecided"
            ])
        );
    }

    #[test]
    fn a_fault_without_a_seat_is_counted_but_belongs_to_nobody() {
        let parts = parts(&fixture::nasty());
        let rows = parts["lines-0"].as_array().unwrap();
        let stray = rows.iter().find(|row| row[0] == 999).unwrap();
        assert_eq!((&stray[7], &stray[8]), (&json!([1, 0]), &json!(2)));
    }

    #[test]
    fn a_long_id_is_not_repeated_in_each_game() {
        let mut report = fixture::many_games(fixture::small(), 600);
        report.entrants[0].name = "x".repeat(200_000);
        report.boards[0] = "y".repeat(200_000);
        let mut files = BTreeMap::new();
        crate::report::write_files(&report, &in_memory, &mut files).unwrap();
        for (name, bytes) in files {
            let most = if name == "report.json" { 2_000_000 } else { 400_000 };
            assert!(bytes.len() < most, "{name} has {} bytes", bytes.len());
        }
    }
}
