//! The tables of the HTML page.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::escape::html as safe;
use super::formatting::{self, Decimals, counted, percent, thousands};
use super::page::PageForm;
use super::parts::FOLDER;
use super::{HeadToHead, PairResult, Report, Standing, text};

/// More pairs than this are folded away.
const PAIRS_AT_ONCE: usize = 30;
/// More pairs than this are shown by the page's script, some at a time.
const MOST_PAIRS: usize = 200;
/// The cross table of more entrants is shown by the page's script, some rows and columns at a time.
const WIDEST_CROSS_TABLE: usize = 40;
/// At most this many games that do not replay are linked.
const LINKS_AT_ONCE: usize = 100;

/// Returns a name with a link to the page of the program.
pub(super) fn link(report: &Report, entrant: usize) -> String {
    let name = safe(&formatting::name(report, entrant));
    if entrant < report.entrants.len() {
        format!("<a class=\"name\" href=\"#program={}\" title=\"{name}\"><bdi>{name}</bdi></a>", entrant + 1)
    } else {
        format!("<span class=\"name\"><bdi>{name}</bdi></span>")
    }
}

/// Puts a table into a frame that scrolls sideways, also by keyboard.
pub(super) fn framed(label: &str, table: &str) -> String {
    format!("<div class=\"frame\" role=\"region\" aria-label=\"{label}\" tabindex=\"0\">{table}</div>")
}

fn minus(number: &str) -> String {
    number.replace('-', "−")
}

/// Returns the settings of all games.
pub(super) fn terms(report: &Report) -> String {
    let term = |(key, value): &(String, String)| {
        format!("<div><dt><bdi>{}</bdi></dt><dd><bdi>{}</bdi></dd></div>", safe(key), safe(value))
    };
    report.terms.iter().map(term).collect()
}

/// Returns the standings.
pub(super) fn standings(report: &Report) -> String {
    let decimals = Decimals::of(report.standings.iter().map(|line| line.points));
    let rows: String =
        (1..).zip(&report.standings).map(|(place, line)| standing(report, place, line, decimals)).collect();
    let heads = [
        ("#", "Place"),
        ("Program", ""),
        ("Rating", "Rating on the Elo scale, with half the width of its 95% confidence interval"),
        ("Points", "Each game gives the share of opponents beaten, with half for ties"),
        ("Games", ""),
        ("Won", "Games won alone"),
        ("Shared", "Games with a shared win"),
        ("Lost", "Other games"),
        ("Fish", "Fish in all games"),
        ("Faults", "Faults in all games"),
        ("Out", "Forfeited games"),
    ];
    let heads: String = heads
        .iter()
        .map(|(head, title)| {
            let class = if *head == "Program" { "" } else { " class=\"n\"" };
            format!("<th scope=\"col\"{class} title=\"{title}\">{head}</th>")
        })
        .collect();
    let mut table =
        framed("Standings", &format!("<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"));
    if formatting::has_byes(report) {
        table += "<p class=\"quiet\">Points include byes.</p>";
    }
    for note in formatting::entry_notes(report) {
        table += &format!("<p class=\"quiet\"><bdi>{}</bdi></p>", safe(&note));
    }
    table
}

fn standing(report: &Report, place: usize, line: &Standing, decimals: Decimals) -> String {
    let what = report.entrants.get(line.entrant).map(|entrant| safe(&entrant.what)).unwrap_or_default();
    let rating = line.rating.filter(|rating| rating.value.is_finite()).map_or_else(
        || "<span class=\"quiet\">–</span>".to_owned(),
        |rating| {
            let error =
                if rating.error.is_finite() { format!("{:.0}", rating.error) } else { "∞".to_owned() };
            format!("{} <span class=\"quiet\">±{error}</span>", elo(rating.value))
        },
    );
    let number = |number: String| format!("<td class=\"n\">{number}</td>");
    let zero = |count: u32| match count {
        0 => "<td class=\"n quiet\">0</td>".to_owned(),
        _ => format!("<td class=\"n warn\">{count}</td>"),
    };
    let withdrawn = report.entrants.get(line.entrant).is_some_and(|entrant| entrant.withdrawn);
    let tag = if withdrawn { " <span class=\"tag bad\">withdrawn</span>" } else { "" };
    let mut row = format!(
        "<tr><td class=\"n place\">{place}</td><th scope=\"row\">{}{tag}<span class=\"what\" title=\"{what}\"><bdi>{what}</bdi></span></th>",
        link(report, line.entrant)
    );
    row += &number(rating);
    row += &format!("<td class=\"n strong\">{}</td>", decimals.write(line.points));
    for count in [line.games, line.wins, line.shared, line.losses] {
        row += &number(thousands(u64::from(count)));
    }
    row += &number(thousands(line.fish));
    row + &zero(line.faults) + &zero(line.forfeits) + "</tr>"
}

/// Returns whether the cross table is shown by the page's script.
pub(super) fn is_cross_table_long(report: &Report) -> bool {
    report.standings.len() > WIDEST_CROSS_TABLE
}

/// Returns whether the pairs are shown by the page's script.
pub(super) fn are_pairs_many(report: &Report) -> bool {
    report.pairs.len() > MOST_PAIRS
}

/// Returns the place of a table that the page's script fills.
fn filled_by_script(id: &str) -> String {
    format!(
        "<div id=\"{id}\"></div><noscript><p class=\"quiet\">This table is too long to show without scripts; report.json has it.</p></noscript>"
    )
}

/// Says where the games of the page are.
pub(super) fn place_of_games(form: PageForm) -> String {
    match form {
        PageForm::Embedded => {
            "Everything is in this file; nothing is fetched and nothing is sent.".to_owned()
        }
        PageForm::Beside => format!(
            "Its games are in the folder {FOLDER} beside it; nothing else is fetched, and nothing is sent."
        ),
        PageForm::Served { .. } => "It follows the tournament, and fetches from this server only.".to_owned(),
    }
}

/// Returns the cross table, in the order of the standings.
pub(super) fn cross(report: &Report) -> String {
    if is_cross_table_long(report) {
        return filled_by_script("cross-table");
    }
    let order: Vec<usize> = report.standings.iter().map(|line| line.entrant).collect();
    let mut table = "<table class=\"cross\"><thead><tr><th scope=\"col\" class=\"n\">#</th><th scope=\"col\">Program</th>".to_owned();
    for (place, &entrant) in (1..).zip(&order) {
        let place: usize = place;
        let name = safe(&formatting::name(report, entrant));
        table += &format!(
            "<th scope=\"col\" class=\"n\" title=\"{name}\"><abbr title=\"{name}\">{place}</abbr></th>"
        );
    }
    table += "</tr></thead><tbody>";
    for (place, &row) in (1..).zip(&order) {
        let place: usize = place;
        table +=
            &format!("<tr><td class=\"n place\">{place}</td><th scope=\"row\">{}</th>", link(report, row));
        for &col in &order {
            let meeting = report.cross.get(row).and_then(|cells| cells.get(col)).copied().flatten();
            table += &match meeting {
                _ if row == col => "<td class=\"self\" aria-label=\"same program\"></td>".to_owned(),
                None => "<td class=\"quiet\" aria-label=\"never met\">·</td>".to_owned(),
                Some(meeting) => met(report, row, col, meeting),
            };
        }
        table += "</tr>";
    }
    framed("Cross table", &(table + "</tbody></table>"))
}

fn met(report: &Report, row: usize, col: usize, meeting: HeadToHead) -> String {
    let share = meeting.points / f64::from(meeting.games.max(1));
    // The cast is safe: the share is clamped to 0 to 1, and NaN becomes 0.
    let heat = (share.clamp(0.0, 1.0) * 10.0).round() as u8;
    let points = formatting::points(meeting.points);
    let words = format!(
        "{} against {}: {points} points from {}",
        formatting::name(report, row),
        formatting::name(report, col),
        counted(meeting.games as usize, "game", "games")
    );
    format!(
        "<td class=\"h{heat}\" title=\"{}\">{points}<span class=\"of\">/{}</span></td>",
        safe(&words),
        meeting.games
    )
}

/// Returns the pairs that met in two-player games.
pub(super) fn pairs(report: &Report) -> String {
    if report.pairs.is_empty() {
        return "<p class=\"quiet\">No two programs met in a two-player game.</p>".to_owned();
    }
    if are_pairs_many(report) {
        return filled_by_script("pairs-table");
    }
    let tested = report.pairs.iter().any(|pair| pair.sprt.is_some());
    let mut table = "<table><thead><tr><th scope=\"col\">First</th><th scope=\"col\">Second</th>\
        <th scope=\"col\" class=\"n\">Won</th><th scope=\"col\" class=\"n\">Shared</th><th scope=\"col\" class=\"n\">Lost</th>\
        <th scope=\"col\" class=\"n\">Elo</th><th scope=\"col\" class=\"n\">95% interval</th>\
        <th scope=\"col\" class=\"n\" title=\"Normalised Elo: the difference in units of the deviation of a single game\">nElo</th>\
        <th scope=\"col\" class=\"n\" title=\"Likelihood of superiority: how likely it is that the first program is stronger\">LOS</th>"
        .to_owned();
    table += "<th scope=\"col\" class=\"n\" title=\"Pairs of games with swapped seats in which the first program made 0, ½, 1, 1½ and 2 points; its figures are computed from them\">Pairs of games</th>";
    if tested {
        table += "<th scope=\"col\" title=\"Sequential probability ratio test\">SPRT</th>";
    }
    table += "</tr></thead><tbody>";
    for pair in &report.pairs {
        let [first, second] = pair.entrants;
        table += &format!(
            "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>",
            link(report, first),
            link(report, second),
            pair.wins,
            pair.shared,
            pair.losses
        );
        let (elo, interval) = pair.elo.map(|elo| text::elo_difference(&elo, pair)).unwrap_or_default();
        let infinite = |words: &str| minus(words).replace("inf", "∞");
        table += &format!(
            "<td class=\"n strong\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>",
            infinite(&elo),
            infinite(&interval),
            minus(&text::nelo(pair)),
            safe(&pair.likelihood.filter(|share| share.is_finite()).map(percent).unwrap_or_default()),
            pairs_of_games(pair)
        );
        if tested {
            table +=
                &format!("<td class=\"words\"><bdi>{}</bdi></td>", safe(pair.sprt.as_deref().unwrap_or("")));
        }
        table += "</tr>";
    }
    let framed = framed("Pairs", &(table + "</tbody></table>"));
    if report.pairs.len() > PAIRS_AT_ONCE {
        let count = counted(report.pairs.len(), "pair", "pairs");
        format!("<details class=\"fold\"><summary>{count}</summary>{framed}</details>")
    } else {
        framed
    }
}

/// Returns the numbers of pairs of games by their results, or says that there are only single games.
pub(super) fn pairs_of_games(pair: &PairResult) -> String {
    match pair.pentanomial {
        Some(pairs) => pairs.counts().map(|count| count.to_string()).join(" "),
        None => "single games".to_owned(),
    }
}

/// Returns the number of faults of each program, by kind.
pub(super) fn faults(report: &Report) -> String {
    if report.faults().next().is_none() {
        return "<p class=\"quiet\">No program made a fault.</p>".to_owned();
    }
    let mut counts: BTreeMap<usize, BTreeMap<&str, usize>> = BTreeMap::new();
    for fault in report.faults() {
        *counts.entry(fault.entrant).or_default().entry(fault.name).or_default() += 1;
    }
    let mut lines: Vec<(usize, usize)> =
        counts.iter().map(|(&entrant, kinds)| (entrant, kinds.values().sum())).collect();
    lines.sort_by_key(|&(entrant, total)| (Reverse(total), entrant));
    let rows: String = lines
        .iter()
        .map(|&(entrant, total)| {
            let mut kinds: Vec<(&str, usize)> =
                counts[&entrant].iter().map(|(&name, &count)| (name, count)).collect();
            kinds.sort_by_key(|&(name, count)| (Reverse(count), name));
            let kinds: String = kinds.into_iter().map(kind).collect();
            format!(
                "<tr><th scope=\"row\">{}</th><td class=\"n strong\">{}</td><td><ul class=\"kinds\">{kinds}</ul></td></tr>",
                link(report, entrant),
                thousands(total as u64)
            )
        })
        .collect();
    let table = format!(
        "<table><thead><tr><th scope=\"col\">Program</th><th scope=\"col\" class=\"n\">Faults</th><th scope=\"col\">Kinds</th></tr></thead><tbody>{rows}</tbody></table>"
    );
    framed("Faults", &table)
}

fn kind((name, count): (&str, usize)) -> String {
    let count = thousands(count as u64);
    format!("<li><bdi>{}</bdi> <span class=\"count\">×{count}</span></li>", safe(name))
}

/// Returns how many records lead to the scores of the report, with links to those that do not.
pub(super) fn check(report: &Report, wrong: &[usize]) -> String {
    let all = counted(report.games.len(), "game", "games");
    let words = if wrong.is_empty() {
        format!(
            "When this page was written, the records of all {all} were replayed, and each led to its result."
        )
    } else {
        let links: String = wrong
            .iter()
            .take(LINKS_AT_ONCE)
            .map(|number| format!(" <a href=\"#game={number}\">{number}</a>"))
            .collect();
        format!(
            "When this page was written, {} of {all} could not be replayed to their results:{links}",
            wrong.len()
        )
    };
    format!("<p id=\"check\" data-wrong=\"{}\">{words}</p>", wrong.len())
}

/// Returns a rating with a proper minus sign.
pub(super) fn elo(value: f64) -> String {
    minus(&format!("{:.0}", value.round() + 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn every_row_has_a_cell_for_every_column() {
        for report in [fixture::small(), fixture::nasty(), fixture::crowd(5)] {
            for table in [standings(&report), cross(&report), pairs(&report), faults(&report)] {
                let heads = table.matches("scope=\"col\"").count();
                let (_, body) = table.split_once("<tbody>").unwrap();
                for row in body.split("<tr>").skip(1) {
                    let cells = row.matches("</td>").count() + row.matches("</th>").count();
                    assert_eq!(cells, heads, "{row}");
                }
            }
        }
    }

    #[test]
    fn withdrawn_and_replaced_programs_are_named() {
        let mut report = fixture::small();
        assert!(!standings(&report).contains("<bdi>Ann: "));
        report.entrants[0].withdrawn = true;
        report.entrants[1].versions = [(1, None), (7, Some("changed: <bot>"))]
            .map(|(since, changes)| crate::event::EntrantVersion {
                since,
                except: Vec::new(),
                digest: String::new(),
                changes: changes.map(str::to_owned),
            })
            .to_vec();
        let table = standings(&report);
        assert!(table.contains("<bdi>Ann: withdrawn</bdi>"), "{table}");
        assert!(table.contains("Łoś: version 2 from game 7 on (changed: &lt;bot&gt;)"), "{table}");
    }

    #[test]
    fn empty_tables_are_a_sentence() {
        let mut report = fixture::small();
        report.pairs.clear();
        report.games.iter_mut().for_each(|game| game.faults.clear());
        assert!(pairs(&report).starts_with("<p"));
        assert!(faults(&report).starts_with("<p"));
    }

    #[test]
    fn an_infinite_elo_has_its_sign() {
        let mut report = fixture::small();
        report.pairs[0].elo =
            Some(crate::rating::elo::ConfidenceInterval { value: None, low: None, high: Some(-12.0) });
        report.pairs[0].losses = 9;
        assert!(pairs(&report).contains(">−∞<"), "{}", pairs(&report));
        assert!(pairs(&report).contains("−∞ … −12"));
    }

    #[test]
    fn faults_are_counted_by_name_the_most_frequent_first() {
        let mut report = fixture::small();
        for name in ["crash", "crash", "gave-up"] {
            let game = &mut report.games[0];
            game.faults.push(crate::result::FaultNote { name: name.to_owned(), ..game.faults[0].clone() });
        }
        let table = faults(&report);
        let places: Vec<usize> = ["crash</bdi> <span class=\"count\">×2", "gave-up", "time-out"]
            .iter()
            .map(|word| table.find(word).unwrap())
            .collect();
        assert!(places.is_sorted(), "{table}");
    }
}
