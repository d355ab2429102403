//! Writes a report as an HTML page.
//!
//! Tables and the plot are written here, so they are visible without scripts, unless they are very long. The page's script
//! makes the list of games, their replays and the pages of the programs from the page's `parts`. The page of a small event
//! needs nothing else: no network, no other file. That of a large event loads its parts from a folder beside it. That of a
//! server loads them from the server, and has a script more, which follows the tournament.
//!
//! The content security policy names the script and the style sheet by their hashes, so a browser runs no other script,
//! even if escaping fails. Where parts lie beside the page, it also runs scripts that the page's own script adds
//! (`strict-dynamic`), and a policy for trusted types lets that script add nothing but parts of this report.

use std::io::{self, Write};

use super::digest::source_hash;
use super::escape::html as safe;
use super::files::ReportFiles;
use super::parts::PartWriter;
use super::{Records, Report, formatting, page_data, plot, sections, shared};

const PAGE: &str = include_str!("page/page.html");
const STYLES: [&str; 2] = [shared::BASE_STYLE, include_str!("page/page.css")];
/// The parts of the script, in dependency order.
const SCRIPTS: [&str; 12] = [
    shared::DOM,
    include_str!("page/parts.js"),
    include_str!("page/pager.js"),
    shared::REPLAY,
    shared::TILES,
    shared::BOARD,
    include_str!("page/chart.js"),
    include_str!("page/games.js"),
    include_str!("page/tables.js"),
    include_str!("page/program.js"),
    include_str!("page/game.js"),
    include_str!("page/main.js"),
];

/// What the page of a server has in addition.
const LIVE_SCRIPTS: [&str; 4] = [
    include_str!("page/live_boards.js"),
    include_str!("page/live_machines.js"),
    include_str!("page/refresh.js"),
    include_str!("page/live.js"),
];
const LIVE_STYLE: &str = include_str!("page/live.css");
const LIVE_BAR: &str = include_str!("page/live_bar.html");
const LIVE_LINKS: &str = include_str!("page/live_links.html");
const LIVE_SECTIONS: &str = include_str!("page/live_sections.html");

/// Where the page is, and where its parts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageForm {
    /// A file that holds its parts.
    Embedded,
    /// A file with its parts in a folder beside it.
    Beside,
    /// On a server, which makes the parts when they are asked for.
    Served {
        /// The version of the results that it shows.
        version: u64,
    },
}

/// Events with more games have a folder beside the page.
pub(super) const MOST_EMBEDDED: usize = 500;

/// Writes the page and its parts.
pub(super) fn write(report: &Report, records: &Records<'_>, files: &mut dyn ReportFiles) -> io::Result<()> {
    let form = if report.games.len() > MOST_EMBEDDED { PageForm::Beside } else { PageForm::Embedded };
    let mut parts = PartWriter::new(files, form == PageForm::Beside)?;
    let wrong = page_data::write_parts(report, records, &mut parts)?;
    let elements = parts.finish()?;
    let (page, _) = html(report, form, &wrong, &elements);
    files.write("report.html", &mut |out: &mut dyn Write| out.write_all(page.as_bytes()))
}

/// Returns the text of the page and its content security policy; `wrong` are the games that do not replay, `parts` the
/// elements of the parts in the page.
pub(super) fn html(report: &Report, form: PageForm, wrong: &[usize], parts: &str) -> (String, String) {
    let is_served = matches!(form, PageForm::Served { .. });
    let (mut style, mut scripts) = (STYLES.concat(), SCRIPTS.concat());
    if is_served {
        style.push_str(LIVE_STYLE);
        scripts.push_str(&LIVE_SCRIPTS.concat());
    }
    let style = with_lf_endings(&style);
    let script = with_lf_endings(&format!("(() => {{\n{scripts}}})();\n"));
    let (dynamic, types) = match form {
        PageForm::Embedded => ("", "'none'"),
        PageForm::Beside | PageForm::Served { .. } => (" 'strict-dynamic'", "floe-report"),
    };
    let connect = if is_served { " connect-src 'self';" } else { "" };
    let policy = format!(
        "default-src 'none'; script-src '{}'{dynamic}; style-src '{}';{connect} base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'; trusted-types {types}",
        source_hash(&script),
        source_hash(&style),
    );
    let content = |name: &str| match name {
        "policy" => policy.clone(),
        "style" => style.clone(),
        "script" => script.clone(),
        "title" => safe(&title(report)),
        "facts" => facts(report),
        "terms" => sections::terms(report),
        "standings" => sections::standings(report),
        "ratings" => plot::ratings(report),
        "cross" => sections::cross(report),
        "pairs" => sections::pairs(report),
        "faults" => sections::faults(report),
        "where" => sections::place_of_games(form),
        // A server does not replay all games for a page.
        "check" if is_served => String::new(),
        "check" => sections::check(report, wrong),
        "data" => page_data::embedded(report, form),
        "live-bar" if is_served => LIVE_BAR.to_owned(),
        "live-links" if is_served => LIVE_LINKS.to_owned(),
        "live-sections" if is_served => LIVE_SECTIONS.to_owned(),
        "parts" => parts.to_owned(),
        _ => String::new(),
    };
    let page = filled(&with_lf_endings(PAGE), content);
    (page, policy)
}

/// Returns text with LF line endings, to which a browser normalises it before hashing.
fn with_lf_endings(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// Fills the placeholders `{{name}}` of a page in one pass: inserted text is not searched for placeholders.
fn filled(page: &str, content: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else {
            break;
        };
        text.push_str(before);
        text.push_str(&content(name));
        rest = after;
    }
    text + rest
}

fn title(report: &Report) -> String {
    if report.title.trim().is_empty() { "Report".to_owned() } else { report.title.clone() }
}

fn facts(report: &Report) -> String {
    let mut facts = vec![
        report.format.clone(),
        formatting::counted(report.entrants.len(), "program", "programs"),
        formatting::counted(report.games.len(), "game", "games"),
        formatting::counted(report.faults().count(), "fault", "faults"),
    ];
    let replayed = report.games.iter().map(|game| game.replays.len()).sum();
    if replayed > 0 {
        facts.push(formatting::counted(replayed, "replayed turn", "replayed turns"));
    }
    if report.games_left > 0 {
        facts.push(format!("{} still to be played", formatting::counted(report.games_left, "game", "games")));
    }
    facts.retain(|fact| !fact.trim().is_empty());
    facts.iter().map(|fact| format!("<li><bdi>{}</bdi></li>", safe(fact))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::report::{fixture, in_memory};

    /// Returns the files of the page.
    fn files(report: &Report) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        write(report, &in_memory, &mut files).unwrap();
        files
    }

    fn page(report: &Report) -> String {
        String::from_utf8(files(report)["report.html"].clone()).unwrap()
    }

    /// Returns the text between two marks, the first of which occurs once.
    fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
        assert_eq!(text.matches(start).count(), 1, "{start}");
        text.split_once(start).unwrap().1.split_once(end).unwrap().0
    }

    #[test]
    fn the_page_of_a_small_event_is_complete_and_needs_no_other_file() {
        let files = files(&fixture::small());
        assert_eq!(files.len(), 1);
        let page = page(&fixture::small());
        assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
        for foreign in ["http://", "https://", "src=", "@import", "url(", "{{", "strict-dynamic'"] {
            // The SVG namespace is a name that no browser fetches.
            let page = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!page.contains(foreign), "{foreign}");
        }
        for name in ["Ann", "Łoś", "Spring cup", "round robin", "1532", "1.5", "time-out"] {
            assert!(page.contains(name), "{name}");
        }
    }

    #[test]
    fn hostile_text_adds_no_markup() {
        for report in [fixture::nasty(), fixture::many_games(fixture::nasty(), MOST_EMBEDDED + 1)] {
            let files = files(&report);
            let page = String::from_utf8(files["report.html"].clone()).unwrap();
            let parts = page.matches("<script type=\"application/gzip\" id=\"part-").count();
            assert_eq!(parts > 0, files.len() == 1);
            // Elements of our own: the data, the parts and the script.
            assert_eq!(page.matches("<script").count(), parts + 2);
            assert_eq!(page.matches("</script").count(), parts + 2);
            let mut rest = page.clone();
            for part in page.split("<script type=\"application/gzip\"").skip(1) {
                let packed = part.split_once('>').unwrap().1.split_once("</script>").unwrap().0;
                assert!(packed.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)));
            }
            let data = between(&page, "id=\"data\">", "</script>");
            assert!(!data.contains(['<', '>', '&']));
            rest = rest.replace(data, "");
            for markup in ["<img", "<!--", "onerror=window", "\" onmouseover=\"window", "\u{202e}", "\u{1b}"]
            {
                // As text it is harmless: what would open a tag is escaped.
                let opened =
                    rest.replace("&lt;img src=x onerror=window", "").replace("&quot; onmouseover=&quot;", "");
                assert!(!opened.contains(markup), "{markup}");
            }
            for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".js")) {
                let text = std::str::from_utf8(bytes).unwrap();
                let inside = text.strip_prefix("floeReportPart(\"").unwrap().strip_suffix("\");\n").unwrap();
                let (part, packed) = inside.split_once("\",\"").unwrap();
                assert_eq!(super::super::parts::file_name(part), *name);
                assert!(packed.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)));
            }
        }
    }

    #[test]
    fn the_policy_names_script_and_style() {
        for report in [fixture::small(), fixture::many_games(fixture::small(), MOST_EMBEDDED + 1)] {
            let page = page(&report);
            let style = between(&page, "<style>", "</style>");
            let script = page.rsplit_once("<script>").unwrap().1.split_once("</script>").unwrap().0;
            let policy = between(&page, "Content-Security-Policy\" content=\"", "\"");
            assert!(policy.contains(&source_hash(style)) && policy.contains(&source_hash(script)));
            assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
            assert!(!policy.contains("self") && !policy.contains("file:") && !policy.contains('*'));
            // The policy would refuse an attribute with a style or a handler.
            assert!(!page.contains(" style=") && !page.contains(" onclick="));
        }
    }

    #[test]
    fn a_large_event_has_a_small_page_and_small_files() {
        let report = fixture::many_games(fixture::small(), 2000);
        let files = files(&report);
        assert!(files["report.html"].len() < 200_000);
        assert!(files.values().all(|bytes| bytes.len() < 200_000));
        let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
        for name in files.keys() {
            *folders.entry(name.rsplit_once('/').map_or("", |(folder, _)| folder)).or_default() += 1;
        }
        assert!(folders.values().all(|&count| count <= 101), "{folders:?}");
    }

    /// Files that note what is written.
    struct Noting(BTreeMap<String, Vec<u8>>, Vec<String>);

    impl ReportFiles for Noting {
        fn write(&mut self, name: &str, content: crate::report::FileContent<'_>) -> io::Result<()> {
            self.1.push(name.to_owned());
            self.0.write(name, content)
        }

        fn read(&mut self, name: &str) -> io::Result<Option<Vec<u8>>> {
            self.0.read(name)
        }

        fn size(&mut self, name: &str) -> io::Result<Option<u64>> {
            self.0.size(name)
        }
    }

    #[test]
    fn a_second_report_writes_only_what_has_changed() {
        let mut report = fixture::many_games(fixture::small(), 1234);
        let mut files = Noting(BTreeMap::new(), Vec::new());
        write(&report, &in_memory, &mut files).unwrap();
        let first = files.0.clone();
        let read_no_record =
            |_: &crate::result::GameResult| -> io::Result<String> { panic!("nothing is new") };
        files.1.clear();
        // A store keeps microseconds.
        for result in report.games.iter_mut().flat_map(|game| &mut game.results) {
            result.thought += std::time::Duration::from_nanos(999);
        }
        write(&report, &read_no_record, &mut files).unwrap();
        assert!(files.0 == first, "the same report is the same");
        assert!(
            !files.1.iter().any(|name| name.contains("games/") || name.contains("lines/")),
            "{:?}",
            files.1
        );

        // One more game changes the last part only.
        let last = report.games.last().unwrap().clone();
        report.games.push(crate::result::GameResult { number: last.number + 1, ..last });
        files.1.clear();
        write(&report, &in_memory, &mut files).unwrap();
        let games: Vec<&String> = files.1.iter().filter(|name| name.contains("/games/")).collect();
        assert_eq!(games, ["report-data/games/0/24.js"]);
        let mut fresh = BTreeMap::new();
        write(&report, &in_memory, &mut fresh).unwrap();
        assert!(files.0 == fresh, "an incremental report equals a new one");
    }
}
