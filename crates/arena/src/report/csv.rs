//! A report for spreadsheets: three CSV tables.
//!
//! Lines end with LF, and the first one names the columns. Programs choose their names, and a spreadsheet would execute
//! a cell that begins like a formula, so such a cell gets an apostrophe in front.

use std::io::{self, Write};

use csv::WriterBuilder;
use serde::Serialize;

use super::{Report, formatting};
use crate::printable::{fit, printable};

/// Longer names of boards are cut.
const LONGEST_BOARD: usize = 200;

/// Writes a table of a report.
type WriteTable = fn(&Report, &mut dyn Write) -> io::Result<()>;

/// The tables with the names of their files; `docs/reports.md` describes the columns.
pub(super) const TABLES: [(&str, WriteTable); 3] =
    [("standings.csv", standings), ("games.csv", games), ("faults.csv", faults)];

/// Text from a program: printable, and never a formula.
#[derive(Serialize)]
struct CsvText(String);

impl CsvText {
    fn new(text: &str) -> CsvText {
        let text = printable(text);
        CsvText(if is_formula(&text) { format!("'{text}") } else { text })
    }
}

/// Returns whether a spreadsheet may read a cell as a formula; the full-width signs of East Asia count too.
fn is_formula(text: &str) -> bool {
    let first = text.trim_start().chars().next();
    first
        .is_some_and(|letter| matches!(letter, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠' | '|' | '%'))
}

/// A number with at most four decimals; empty when it is missing or not finite.
#[derive(Serialize)]
struct CsvNumber(String);

impl CsvNumber {
    fn new(number: Option<f64>) -> CsvNumber {
        let finite = number.filter(|number| number.is_finite());
        CsvNumber(finite.map(|number| ((number * 1e4).round() / 1e4).to_string()).unwrap_or_default())
    }
}

#[derive(Serialize)]
struct StandingRow {
    place: usize,
    name: CsvText,
    what: CsvText,
    games: u32,
    wins: u32,
    shared: u32,
    losses: u32,
    points: CsvNumber,
    fish: u64,
    faults: u32,
    forfeits: u32,
    rating: CsvNumber,
    rating_error: CsvNumber,
}

#[derive(Serialize)]
struct SeatRow<'a> {
    game: usize,
    round: usize,
    board: &'a CsvText,
    seat: usize,
    name: &'a CsvText,
    fish: u64,
    place: u32,
    milliseconds: u128,
    out: CsvText,
    cpu_milliseconds: Option<u128>,
    replayed: usize,
}

#[derive(Serialize)]
struct FaultRow<'a> {
    game: usize,
    turns_before: usize,
    name: &'a CsvText,
    fault: CsvText,
    explanation: CsvText,
}

/// Writes a table. The header is written by itself, since a table without rows has one too.
fn table<T: Serialize>(out: &mut dyn Write, header: &str, rows: impl Iterator<Item = T>) -> io::Result<()> {
    writeln!(out, "{header}")?;
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(out);
    for row in rows {
        writer.serialize(row).map_err(io::Error::other)?;
    }
    writer.flush()
}

/// The names of entrants as they stand in cells.
struct CellNames(Vec<CsvText>);

impl CellNames {
    fn new(report: &Report) -> CellNames {
        let name = |entrant| CsvText::new(&formatting::name(report, entrant));
        CellNames((0..=report.entrants.len()).map(name).collect())
    }

    fn get(&self, entrant: usize) -> &CsvText {
        // The last one stands for an entrant that does not exist.
        &self.0[entrant.min(self.0.len() - 1)]
    }
}

fn standings(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let rows = (1..).zip(&report.standings).map(|(place, line)| StandingRow {
        place,
        name: CsvText::new(&formatting::name(report, line.entrant)),
        what: CsvText::new(report.entrants.get(line.entrant).map_or("", |entrant| &entrant.what)),
        games: line.games,
        wins: line.wins,
        shared: line.shared,
        losses: line.losses,
        points: CsvNumber::new(Some(line.points)),
        fish: line.fish,
        faults: line.faults,
        forfeits: line.forfeits,
        rating: CsvNumber::new(line.rating.map(|rating| rating.value)),
        rating_error: CsvNumber::new(line.rating.map(|rating| rating.error)),
    });
    table(
        out,
        "place,name,what,games,wins,shared,losses,points,fish,faults,forfeits,rating,rating_error",
        rows,
    )
}

fn games(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let names = CellNames::new(report);
    let boards: Vec<CsvText> =
        report.boards.iter().map(|name| CsvText::new(&fit(&printable(name), LONGEST_BOARD))).collect();
    let no_board = CsvText::new("");
    let (names, boards, no_board) = (&names, &boards, &no_board);
    let rows = report.games.iter().flat_map(|game| {
        (1..).zip(game.seats.iter().zip(&game.results)).map(move |(seat, (&entrant, result))| SeatRow {
            game: game.number,
            round: game.round,
            board: boards.get(game.board).unwrap_or(no_board),
            seat,
            name: names.get(entrant),
            fish: result.fish,
            place: result.place,
            milliseconds: result.thought.as_millis(),
            out: CsvText::new(result.out.as_deref().unwrap_or("")),
            cpu_milliseconds: result.cpu.map(|cpu| cpu.total.as_millis()),
            replayed: game.replays.iter().filter(|replay| replay.seat + 1 == seat).count(),
        })
    });
    table(out, "game,round,board,seat,name,fish,place,milliseconds,out,cpu_milliseconds,replayed", rows)
}

fn faults(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let names = CellNames::new(report);
    let rows = report.faults().map(|fault| FaultRow {
        game: report.games[fault.game].number,
        turns_before: fault.turn,
        name: names.get(fault.entrant),
        fault: CsvText::new(fault.name),
        explanation: CsvText::new(fault.explanation),
    });
    table(out, "game,turns_before,name,fault,explanation", rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    fn tables(report: &Report) -> [String; 3] {
        TABLES.map(|(_, table)| {
            let mut bytes = Vec::new();
            table(report, &mut bytes).unwrap();
            String::from_utf8(bytes).unwrap()
        })
    }

    #[test]
    fn every_row_has_the_columns_of_its_header() {
        for (text, (name, _)) in tables(&fixture::nasty()).into_iter().zip(TABLES) {
            let mut reader = ::csv::Reader::from_reader(text.as_bytes());
            let columns = reader.headers().unwrap().len();
            let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
            assert!(!rows.is_empty(), "{name}");
            assert!(rows.iter().all(|row| row.len() == columns), "{name}");
            assert!(text.ends_with('\n') && !text.contains('\r'));
        }
    }

    #[test]
    fn a_table_without_rows_has_its_header() {
        let mut report = fixture::small();
        report.games.clear();
        assert_eq!(tables(&report)[2], "game,turns_before,name,fault,explanation\n");
    }

    #[test]
    fn cells_match_the_report() {
        let [standings, games, faults] = tables(&fixture::small());
        assert_eq!(
            standings,
            "place,name,what,games,wins,shared,losses,points,fish,faults,forfeits,rating,rating_error\n\
             1,Ann,./ann,2,1,1,0,1.5,19,0,0,1531.5,80.3\n\
             2,Łoś,./los --fast,2,0,1,1,0.5,11,1,0,1468.5,80.3\n"
        );
        assert_eq!(
            games,
            "game,round,board,seat,name,fish,place,milliseconds,out,cpu_milliseconds,replayed\n\
             1,1,seed 7,1,Ann,9,1,12,,,0\n\
             1,1,seed 7,2,Łoś,1,2,34,,,0\n\
             2,1,seed 7,1,Łoś,10,1,5,,,0\n\
             2,1,seed 7,2,Ann,10,1,6,,,0\n"
        );
        assert_eq!(
            faults,
            "game,turns_before,name,fault,explanation\n\
             1,3,Łoś,time-out,no answer after 500 ms: the program was stopped\n"
        );
    }

    #[test]
    fn formulas_and_separators_stay_in_their_cell() {
        let cell = |text: &str| {
            let mut bytes = Vec::new();
            table(&mut bytes, "", std::iter::once([CsvText::new(text)])).unwrap();
            String::from_utf8(bytes).unwrap().trim().to_owned()
        };
        assert_eq!(cell("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0");
        assert_eq!(cell(" +1"), "' +1");
        assert_eq!(cell("@SUM(A1)"), "'@SUM(A1)");
        assert_eq!(cell("-2"), "'-2");
        assert_eq!(cell("＝1"), "'＝1");
        assert_eq!(cell("\t=1"), "' =1");
        assert_eq!(cell("a\",\n=b"), "\"a\"\",\u{fffd}=b\"");
        assert_eq!(cell("plain"), "plain");
    }
}
