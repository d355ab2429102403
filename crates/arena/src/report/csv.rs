//! A report for spreadsheets: three tables with commas.
//!
//! Lines end with LF, the first one names the columns, and every text stands in quotation marks. Programs
//! choose their names, and a spreadsheet would carry out a cell that begins like a formula: such a cell gets
//! an apostrophe in front.

use super::{Report, words};
use crate::printable::printable;

/// The tables of a report, each the text of a file.
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
    /// Returns the tables with the names that their files usually have.
    pub fn files(&self) -> [(&'static str, &str); 3] {
        [("standings.csv", &self.standings), ("games.csv", &self.games), ("faults.csv", &self.faults)]
    }
}

/// Returns the report as tables, whose columns `docs/reports.md` describes.
pub fn csv(report: &Report) -> Csv {
    Csv { standings: standings(report), games: games(report), faults: faults(report) }
}

/// The cells of a row, as they are written.
#[derive(Default)]
struct Row(Vec<String>);

impl Row {
    fn text(mut self, text: &str) -> Row {
        let text = printable(text);
        let guard = if is_formula(&text) { "'" } else { "" };
        self.0.push(format!("\"{guard}{}\"", text.replace('"', "\"\"")));
        self
    }

    fn number(mut self, number: &impl ToString) -> Row {
        self.0.push(number.to_string());
        self
    }

    /// Writes a number with at most four decimals; nothing where there is none, or none that is finite.
    fn maybe(self, number: Option<f64>) -> Row {
        match number.filter(|number| number.is_finite()) {
            Some(number) => self.number(&((number * 1e4).round() / 1e4)),
            None => self.number(&""),
        }
    }
}

/// Tells whether a spreadsheet may take a cell for a formula, also one with the wide signs of East Asia.
fn is_formula(text: &str) -> bool {
    let first = text.trim_start().chars().next();
    first
        .is_some_and(|letter| matches!(letter, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠' | '|' | '%'))
}

fn table(header: &str, rows: impl Iterator<Item = Row>) -> String {
    let mut text = format!("{header}\n");
    for row in rows {
        text += &row.0.join(",");
        text.push('\n');
    }
    text
}

fn standings(report: &Report) -> String {
    let rows = (1..).zip(&report.standings).map(|(place, line): (usize, _)| {
        let what = report.entrants.get(line.entrant).map_or("", |entrant| &entrant.what);
        Row::default()
            .number(&place)
            .text(&words::name(report, line.entrant))
            .text(what)
            .number(&line.games)
            .number(&line.wins)
            .number(&line.shared)
            .number(&line.losses)
            .maybe(Some(line.points))
            .number(&line.fish)
            .number(&line.faults)
            .number(&line.forfeits)
            .maybe(line.rating.map(|rating| rating.value))
            .maybe(line.rating.map(|rating| rating.error))
    });
    table("place,name,what,games,wins,shared,losses,points,fish,faults,forfeits,rating,rating_error", rows)
}

fn games(report: &Report) -> String {
    let rows = report.games.iter().flat_map(|game| {
        (1..).zip(game.seats.iter().zip(&game.results)).map(move |(seat, (&entrant, result)): (usize, _)| {
            Row::default()
                .number(&game.number)
                .number(&game.round)
                .text(report.board(game))
                .number(&seat)
                .text(&words::name(report, entrant))
                .number(&result.fish)
                .number(&result.place)
                .number(&result.thought.as_millis())
                .text(result.out.as_deref().unwrap_or(""))
        })
    });
    table("game,round,board,seat,name,fish,place,milliseconds,out", rows)
}

fn faults(report: &Report) -> String {
    let rows = report.faults().map(|fault| {
        Row::default()
            .number(&report.games[fault.game].number)
            .number(&fault.turn)
            .text(&words::name(report, fault.entrant))
            .text(fault.name)
            .text(fault.explanation)
    });
    table("game,turns_before,name,fault,explanation", rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    /// Reads a line as RFC 4180 says.
    fn fields(line: &str) -> Vec<String> {
        let mut fields = vec![String::new()];
        let mut quoted = false;
        let mut letters = line.chars().peekable();
        while let Some(letter) = letters.next() {
            let field = fields.last_mut().unwrap();
            match letter {
                '"' if quoted && letters.next_if_eq(&'"').is_some() => field.push('"'),
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(String::new()),
                _ => field.push(letter),
            }
        }
        assert!(!quoted, "{line}");
        fields
    }

    #[test]
    fn every_row_has_the_columns_of_its_header() {
        for (name, text) in csv(&fixture::nasty()).files() {
            let mut lines = text.lines();
            let header = fields(lines.next().unwrap());
            let mut rows = 0;
            for line in lines {
                assert_eq!(fields(line).len(), header.len(), "{name}: {line}");
                rows += 1;
            }
            assert!(rows > 0, "{name}");
            assert!(text.ends_with('\n') && !text.contains('\r'));
        }
    }

    #[test]
    fn cells_say_what_the_report_says() {
        let tables = csv(&fixture::small());
        assert_eq!(
            tables.standings,
            "place,name,what,games,wins,shared,losses,points,fish,faults,forfeits,rating,rating_error\n\
             1,\"Ann\",\"./ann\",2,1,1,0,1.5,19,0,0,1531.5,80.3\n\
             2,\"Łoś\",\"./los --fast\",2,0,1,1,0.5,11,1,0,1468.5,80.3\n"
        );
        assert_eq!(
            tables.games,
            "game,round,board,seat,name,fish,place,milliseconds,out\n\
             1,1,\"seed 7\",1,\"Ann\",9,1,12,\"\"\n\
             1,1,\"seed 7\",2,\"Łoś\",1,2,34,\"\"\n\
             2,1,\"seed 7\",1,\"Łoś\",10,1,5,\"\"\n\
             2,1,\"seed 7\",2,\"Ann\",10,1,6,\"\"\n"
        );
        assert_eq!(
            tables.faults,
            "game,turns_before,name,fault,explanation\n\
             1,3,\"Łoś\",\"time-out\",\"no answer after 500 ms: the program was stopped\"\n"
        );
    }

    #[test]
    fn formulas_and_separators_stay_in_their_cell() {
        let cell = |text: &str| Row::default().text(text).0.concat();
        assert_eq!(cell("=cmd|' /C calc'!A0"), "\"'=cmd|' /C calc'!A0\"");
        assert_eq!(cell(" +1"), "\"' +1\"");
        assert_eq!(cell("@SUM(A1)"), "\"'@SUM(A1)\"");
        assert_eq!(cell("-2"), "\"'-2\"");
        assert_eq!(cell("＝1"), "\"'＝1\"");
        assert_eq!(cell("\t=1"), "\"' =1\"");
        assert_eq!(cell("a\",\n=b"), "\"a\"\",\u{fffd}=b\"");
        assert_eq!(cell("plain"), "\"plain\"");
    }
}
