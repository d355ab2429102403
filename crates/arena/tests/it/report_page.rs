//! The page of a report in a real browser, where there is one.
//!
//! Chromium prints the page as it is after its script has run. Where there is no Chromium, these tests say loudly that
//! they were skipped.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use floe_arena::report::{Report, html};
use floe_rules::game::Game;

#[path = "../../examples/report/sample.rs"]
mod sample;

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// A browser that takes longer than this hangs.
const TIME_OUT: Duration = Duration::from_secs(60);

/// Returns a page after its script has run, or nothing when the browser fails.
fn printed(browser: &str, address: &str, folder: &Path) -> Option<String> {
    let out = folder.join("dom.html");
    let mut child = Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        .args(["--virtual-time-budget=20000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(address)
        .stdin(Stdio::null())
        .stdout(File::create(&out).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > TIME_OUT {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    std::fs::read_to_string(&out).ok().filter(|text| text.contains("<html"))
}

/// Returns a browser that prints pages. The search is done once.
fn browser() -> Option<&'static str> {
    static FOUND: OnceLock<Option<&str>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        BROWSERS.into_iter().find(|browser| printed(browser, "about:blank", folder.path()).is_some())
    })
}

/// Opens a page at addresses within it, or prints that it was skipped.
fn with_browser(test: &str, page: &str, addresses: &[&str], mut see: impl FnMut(&str, String)) {
    let Some(browser) = browser() else {
        // Written past the test runner, which hides the output of passing tests.
        let _ = writeln!(std::io::stderr(), "SKIPPED: {test}: no chromium here that prints a page");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    std::fs::write(&file, page).unwrap();
    for address in addresses {
        let text = printed(browser, &format!("file://{}{address}", file.display()), folder.path());
        see(address, text.expect("a browser that printed one page prints another"));
    }
}

fn sample() -> Report {
    sample::report(45, 3)
}

#[test]
fn the_sample_is_made_of_real_games() {
    let report = sample();
    let read: Vec<_> = report
        .games
        .iter()
        .filter(|game| game.record.starts_with("floe record 1\n"))
        .map(|game| floe_rules::record::read(game.record.as_bytes()))
        .collect();
    assert!(read.len() > 9 && read.len() < report.games.len(), "{} games without faults", read.len());
    let faults: Vec<_> = read.into_iter().filter_map(Result::err).collect();
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn records_that_do_not_lead_to_their_results_are_listed() {
    let mut report = sample();
    assert!(html(&report).contains("id=\"check\" data-wrong=\"0\""));
    // One record is wrong in itself, another contradicts the table.
    let result = report.games[20].record.rfind("[result]").unwrap();
    report.games[20].record.insert(result + "[result]\n1: ".len(), '9');
    report.games[21].results[1].fish += 1;
    let page = html(&report);
    assert!(page.contains("id=\"check\" data-wrong=\"2\""));
    with_browser("a_wrong_game", &page, &["#game=21", "#game=22"], |address, dom| match address {
        "#game=21" => assert!(dom.contains("This game cannot be replayed."), "{}", end(&dom)),
        _ => assert!(dom.contains("The replay and the result disagree."), "{}", end(&dom)),
    });
}

/// What the page shows after a turn, as `replay_driver.js` reads it off the drawing.
#[derive(Debug, PartialEq, serde::Deserialize)]
struct Observed {
    tiles: String,
    scores: Vec<u64>,
    out: Vec<bool>,
}

#[test]
fn every_turn_of_every_game_is_shown_as_it_was_played() {
    let report = sample();
    let driver = include_str!("replay_driver.js").replace("GAMES", &report.games.len().to_string());
    let page =
        without_policy(&html(&report)).replace("</body>", &format!("<script>{driver}</script></body>"));
    with_browser("every_turn_of_every_game", &page, &[""], |_, dom| {
        let observed = dom.split_once("<pre id=\"observed\">").unwrap().1.split_once("</pre>").unwrap().0;
        let observed: Vec<Vec<Observed>> = serde_json::from_str(observed).unwrap();
        assert_eq!(observed.len(), report.games.len());
        for (line, shown) in report.games.iter().zip(observed) {
            let mut game = floe_rules::record::read(line.record.as_bytes()).unwrap().into_game();
            assert_eq!(shown.len(), game.made() + 1, "game {}", line.number);
            for (turn, shown) in shown.into_iter().enumerate() {
                game.go_to(turn);
                assert_eq!(shown, played(&game), "game {}, turn {turn}", line.number);
            }
        }
    });
}

fn played(game: &Game) -> Observed {
    let Game::Penguins(history) = game else {
        panic!("the sample has only games of Penguins");
    };
    let position = history.position();
    let tiles: Vec<String> = position.grid().iter().map(|cell| position.tile(cell).to_string()).collect();
    let players = game.players();
    Observed {
        tiles: tiles.join(" "),
        scores: players.iter().map(|&player| game.score(player)).collect(),
        out: players.iter().map(|&player| game.is_out(player)).collect(),
    }
}

fn without_policy(page: &str) -> String {
    let (head, rest) = page.split_once("<meta http-equiv=\"Content-Security-Policy\"").unwrap();
    let (_, rest) = rest.split_once('>').unwrap();
    format!("{head}{rest}")
}

#[test]
fn no_hostile_text_runs_as_a_script() {
    let page = html(&sample());
    let without_policy = without_policy(&page);
    // Hostile text stays text even where no policy would stop it.
    let addresses = ["", "#program=5", "#game=7&turn=9"];
    with_browser("no_hostile_text_runs_as_a_script", &without_policy, &addresses, |address, dom| {
        assert!(dom.contains("class=\"ready\""), "{address}: the page's own script did not run");
        assert!(!dom.contains("data-owned"), "{address}: a hostile script ran");
    });
    // Should a script slip in after all, the policy stops it. Without the policy, this test notices it.
    let script = "<body><script>document.body.dataset.owned=1</script>";
    for (page, runs) in [(&page, false), (&without_policy, true)] {
        with_browser("the_policy_holds", &page.replacen("<body>", script, 1), &[""], |_, dom| {
            assert!(dom.contains("class=\"ready\""), "the page's own script did not run");
            assert_eq!(dom.contains("data-owned"), runs);
        });
    }
}

#[test]
fn a_link_leads_to_the_very_turn() {
    let report = sample();
    let fault = report.faults().find(|fault| fault.name == "time-out").unwrap();
    let address = format!("#game={}&turn={}", report.games[fault.game].number, fault.turn + 1);
    with_browser("a_link_leads_to_the_very_turn", &html(&report), &[&address], |_, dom| {
        let caption = dom.split_once("class=\"caption\"").unwrap().1.split_once("</p>").unwrap().0;
        assert!(caption.contains("loses the turn.") && caption.contains(fault.explanation), "{caption}");
    });
}

/// Returns the footer of a page, for messages.
fn end(dom: &str) -> &str {
    dom.rfind("<footer").map_or(dom, |at| &dom[at..]).split("<script").next().unwrap_or("")
}
