//! A report for spreadsheets: three CSV tables.
//!
//! Lines end with LF, and the first one names the columns. Programs choose their names, and a spreadsheet would execute
//! a cell that begins like a formula, so such a cell gets an apostrophe in front.

use csv::WriterBuilder;
use serde::Serialize;

use super::{Report, formatting};
use crate::printable::printable;

/// The tables of a report, each as the text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csv {
    /// A row for each entrant, the best first.
    pub standings: String,
    /// A row for each seat of each game.
    pub games: String,
    /// A row for each fault.
    pub faults: String,
}

impl Csv {
    /// Returns the tables with their usual file names.
    pub fn files(&self) -> [(&'static str, &str); 3] {
        [("standings.csv", &self.standings), ("games.csv", &self.games), ("faults.csv", &self.faults)]
    }
}

/// Returns the report as CSV; `docs/reports.md` describes the columns.
pub fn csv(report: &Report) -> Csv {
    Csv { standings: standings(report), games: games(report), faults: faults(report) }
}

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
struct SeatRow {
    game: usize,
    round: usize,
    board: CsvText,
    seat: usize,
    name: CsvText,
    fish: u64,
    place: u32,
    milliseconds: u128,
    out: CsvText,
}

#[derive(Serialize)]
struct FaultRow {
    game: usize,
    turns_before: usize,
    name: CsvText,
    fault: CsvText,
    explanation: CsvText,
}

/// Writes a table. The header is written by itself, since a table without rows has one too.
fn table<T: Serialize>(header: &str, rows: impl Iterator<Item = T>) -> String {
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(format!("{header}\n").into_bytes());
    for row in rows {
        writer.serialize(row).expect("memory takes any number of flat rows");
    }
    let bytes = writer.into_inner().expect("memory takes any number of bytes");
    String::from_utf8(bytes).expect("only text was written")
}

fn standings(report: &Report) -> String {
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
    table("place,name,what,games,wins,shared,losses,points,fish,faults,forfeits,rating,rating_error", rows)
}

fn games(report: &Report) -> String {
    let rows = report.games.iter().flat_map(|game| {
        (1..).zip(game.seats.iter().zip(&game.results)).map(|(seat, (&entrant, result))| SeatRow {
            game: game.number,
            round: game.round,
            board: CsvText::new(report.board(game)),
            seat,
            name: CsvText::new(&formatting::name(report, entrant)),
            fish: result.fish,
            place: result.place,
            milliseconds: result.thought.as_millis(),
            out: CsvText::new(result.out.as_deref().unwrap_or("")),
        })
    });
    table("game,round,board,seat,name,fish,place,milliseconds,out", rows)
}

fn faults(report: &Report) -> String {
    let rows = report.faults().map(|fault| FaultRow {
        game: report.games[fault.game].number,
        turns_before: fault.turn,
        name: CsvText::new(&formatting::name(report, fault.entrant)),
        fault: CsvText::new(fault.name),
        explanation: CsvText::new(fault.explanation),
    });
    table("game,turns_before,name,fault,explanation", rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn every_row_has_the_columns_of_its_header() {
        for (name, text) in csv(&fixture::nasty()).files() {
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
        assert_eq!(csv(&report).faults, "game,turns_before,name,fault,explanation\n");
    }

    #[test]
    fn cells_match_the_report() {
        let tables = csv(&fixture::small());
        assert_eq!(
            tables.standings,
            "place,name,what,games,wins,shared,losses,points,fish,faults,forfeits,rating,rating_error\n\
             1,Ann,./ann,2,1,1,0,1.5,19,0,0,1531.5,80.3\n\
             2,Łoś,./los --fast,2,0,1,1,0.5,11,1,0,1468.5,80.3\n"
        );
        assert_eq!(
            tables.games,
            "game,round,board,seat,name,fish,place,milliseconds,out\n\
             1,1,seed 7,1,Ann,9,1,12,\n\
             1,1,seed 7,2,Łoś,1,2,34,\n\
             2,1,seed 7,1,Łoś,10,1,5,\n\
             2,1,seed 7,2,Ann,10,1,6,\n"
        );
        assert_eq!(
            tables.faults,
            "game,turns_before,name,fault,explanation\n\
             1,3,Łoś,time-out,no answer after 500 ms: the program was stopped\n"
        );
    }

    #[test]
    fn formulas_and_separators_stay_in_their_cell() {
        let cell = |text: &str| table("", std::iter::once([CsvText::new(text)])).trim().to_owned();
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
