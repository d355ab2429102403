//! A report as one HTML page that needs nothing else: no network, no other file.
//!
//! Tables and the plot are written here, so they are visible without scripts. The page's script makes the list of
//! games, their replays and the pages of the programs from the data embedded in it. The content security policy names
//! that script and the style sheet by their hashes, so a browser runs no other script, even if escaping fails.

use super::digest::source_hash;
use super::escape::html as safe;
use super::replay::{self, GameData};
use super::{Report, formatting, page_data, plot, sections};

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
/// The parts of the script, in dependency order.
const SCRIPTS: [&str; 8] = [
    include_str!("page/dom.js"),
    include_str!("page/replay.js"),
    include_str!("page/board.js"),
    include_str!("page/chart.js"),
    include_str!("page/games.js"),
    include_str!("page/program.js"),
    include_str!("page/game.js"),
    include_str!("page/main.js"),
];

/// Returns the report as the text of an HTML file.
pub fn html(report: &Report) -> String {
    let games: Vec<GameData<'_>> = report.games.iter().map(GameData::new).collect();
    let style = with_lf_endings(STYLE);
    let script = with_lf_endings(&format!("(() => {{\n{}}})();\n", SCRIPTS.concat()));
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
        "check" => sections::check(report, &games),
        "data" => page_data::embedded(report, &games),
        "games" => replay::packed(&games),
        _ => String::new(),
    };
    filled(&with_lf_endings(PAGE), content)
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
    if report.games_left > 0 {
        facts.push(format!("{} still to be played", formatting::counted(report.games_left, "game", "games")));
    }
    facts.retain(|fact| !fact.trim().is_empty());
    facts.iter().map(|fact| format!("<li><bdi>{}</bdi></li>", safe(fact))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    /// Returns the text between two marks, the first of which occurs once.
    fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
        assert_eq!(text.matches(start).count(), 1, "{start}");
        text.split_once(start).unwrap().1.split_once(end).unwrap().0
    }

    #[test]
    fn the_page_is_complete_and_needs_no_other_file() {
        let page = html(&fixture::small());
        assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
        for foreign in ["http://", "https://", "src=", "@import", "url(", "{{"] {
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
        let page = html(&fixture::nasty());
        // Three elements of our own: the data, the packed games and the script.
        assert_eq!(page.matches("<script").count(), 3);
        assert_eq!(page.matches("</script").count(), 3);
        for markup in ["<img", "<!--", "onerror=window", "\" onmouseover=\"window", "\u{202e}", "\u{1b}"] {
            let data = between(&page, "id=\"data\">", "</script>");
            assert!(!data.contains(['<', '>', '&']));
            let packed = between(&page, "id=\"packed-games\">", "</script>");
            assert!(packed.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)));
            let rest = page.replace(data, "");
            // As text it is harmless: what would open a tag is escaped.
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
        // The policy would refuse an attribute with a style or a handler.
        assert!(!page.contains(" style=") && !page.contains(" onclick="));
    }

    #[test]
    fn inserted_text_is_not_searched_for_places() {
        let content = |name: &str| if name == "a" { "{{b}}".to_owned() } else { "B".to_owned() };
        assert_eq!(filled("<{{a}}|{{b}}>", content), "<{{b}}|B>");
    }
}
