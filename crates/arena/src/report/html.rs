//! A report as one page that needs nothing else: no network, no other file.
//!
//! Tables and the plot are written here, so that they are there without any script. The games and the pages
//! of the programs are made by the page's own script from the JSON that stands in it. The policy in the head
//! names that script and that style by their digests: a browser runs and uses no other, whatever slips in.

use super::digest::source_hash;
use super::escape::html as safe;
use super::{Report, json, plot, sections, words};

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
/// The script, in the order in which its parts need each other.
const SCRIPTS: [&str; 8] = [
    include_str!("page/dom.js"),
    include_str!("page/record.js"),
    include_str!("page/board.js"),
    include_str!("page/chart.js"),
    include_str!("page/games.js"),
    include_str!("page/program.js"),
    include_str!("page/game.js"),
    include_str!("page/main.js"),
];

/// Returns the report as the text of an HTML file.
pub fn html(report: &Report) -> String {
    let style = unified(STYLE);
    let script = unified(&format!("(() => {{\n{}}})();\n", SCRIPTS.concat()));
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
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
        "data" => json::embedded(report),
        _ => String::new(),
    };
    filled(&unified(PAGE), content)
}

/// Returns text with plain line ends, as a browser sees it before it takes digests.
fn unified(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// Fills the places `{{name}}` of a page, in one pass: what is filled in is not looked at again.
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
        words::counted(report.entrants.len(), "program", "programs"),
        words::counted(report.games.len(), "game", "games"),
        words::counted(report.faults().count(), "fault", "faults"),
    ];
    if report.games_left > 0 {
        facts.push(format!("{} still to be played", words::counted(report.games_left, "game", "games")));
    }
    facts.retain(|fact| !fact.trim().is_empty());
    facts.iter().map(|fact| format!("<li><bdi>{}</bdi></li>", safe(fact))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    /// Returns what stands between two marks, the first of which occurs once.
    fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
        assert_eq!(text.matches(start).count(), 1, "{start}");
        text.split_once(start).unwrap().1.split_once(end).unwrap().0
    }

    #[test]
    fn the_page_is_whole_and_needs_nothing_else() {
        let page = html(&fixture::small());
        assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
        for foreign in ["http://", "https://", "src=", "@import", "url(", "{{"] {
            // The name of the SVG namespace is a name; nobody fetches it.
            let page = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!page.contains(foreign), "{foreign}");
        }
        for name in ["Ann", "Łoś", "Spring cup", "round robin", "1532", "1.5", "time-out"] {
            assert!(page.contains(name), "{name}");
        }
    }

    #[test]
    fn the_data_of_the_page_is_the_json() {
        for report in [fixture::small(), fixture::nasty()] {
            let page = html(&report);
            let data = between(&page, "<script type=\"application/json\" id=\"data\">", "</script>");
            let data: serde_json::Value = serde_json::from_str(data).unwrap();
            let file: serde_json::Value = serde_json::from_str(&json::json(&report)).unwrap();
            assert_eq!(data, file);
        }
    }

    #[test]
    fn strangers_words_add_no_markup() {
        let page = html(&fixture::nasty());
        // Two elements of ours: the data and the script.
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script").count(), 2);
        for markup in ["<img", "<!--", "onerror=window", "\" onmouseover=\"window", "\u{202e}", "\u{1b}"] {
            let data = between(&page, "id=\"data\">", "</script>");
            assert!(!data.contains(['<', '>', '&']));
            let rest = page.replace(data, "");
            // As text they are harmless: what would open them is escaped.
            let opened =
                rest.replace("&lt;img src=x onerror=window", "").replace("&quot; onmouseover=&quot;", "");
            assert!(!opened.contains(markup), "{markup}");
        }
    }

    #[test]
    fn the_policy_names_script_and_style() {
        let page = html(&fixture::small());
        let style = between(&page, "<style>", "</style>");
        let script = page.rsplit_once("<script>").unwrap().1.split_once("</script>").unwrap().0;
        let policy = between(&page, "Content-Security-Policy\" content=\"", "\"");
        assert!(policy.contains(&source_hash(style)) && policy.contains(&source_hash(script)));
        assert!(!policy.contains("unsafe"));
        // An attribute with a style or a handler would be refused by the policy, and so be a mistake.
        assert!(!page.contains(" style=") && !page.contains(" onclick="));
    }

    #[test]
    fn filling_looks_at_nothing_twice() {
        let content = |name: &str| if name == "a" { "{{b}}".to_owned() } else { "B".to_owned() };
        assert_eq!(filled("<{{a}}|{{b}}>", content), "<{{b}}|B>");
    }
}
