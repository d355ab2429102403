//! The page of a report in a real browser, where there is one.
//!
//! Chromium prints the page as it is after its script has run. Without it these tests say loudly that they
//! skipped: the page's script cannot be run otherwise.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use floe_arena::report::{Report, html};

#[path = "../../examples/report/sample.rs"]
mod sample;

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// A browser that takes longer than this hangs, and tells nothing about the page.
const PATIENCE: Duration = Duration::from_secs(60);

/// Returns a page after its script has run, or nothing when the browser does not get that far.
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
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    std::fs::read_to_string(&out).ok().filter(|text| text.contains("<html"))
}

/// Returns a browser that prints pages, looked for once.
fn browser() -> Option<&'static str> {
    static FOUND: OnceLock<Option<&str>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        BROWSERS.into_iter().find(|browser| printed(browser, "about:blank", folder.path()).is_some())
    })
}

/// Shows a page at addresses within it, or says loudly that it could not.
fn with_browser(test: &str, page: &str, addresses: &[&str], mut see: impl FnMut(&str, String)) {
    let Some(browser) = browser() else {
        // Past the test runner, which swallows what passing tests print.
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
fn every_game_replays_to_its_result_in_the_page() {
    let mut report = sample();
    with_browser("every_game_replays", &html(&report), &["#check"], |_, dom| {
        assert!(dom.contains("data-wrong=\"0\""), "{}", end(&dom));
        assert!(dom.contains("All 45 games replay to their results."));
    });
    // One that does not is found, and says so on its own page.
    let result = report.games[20].record.rfind("[result]").unwrap();
    report.games[20].record.insert(result + "[result]\n1: ".len(), '9');
    with_browser("a_wrong_game", &html(&report), &["#check", "#game=21"], |address, dom| match address {
        "#check" => assert!(dom.contains("data-wrong=\"1\""), "{}", end(&dom)),
        _ => assert!(dom.contains("The replay and the result disagree."), "{}", end(&dom)),
    });
}

#[test]
fn no_stranger_runs_a_script() {
    let page = html(&sample());
    let (head, rest) = page.split_once("<meta http-equiv=\"Content-Security-Policy\"").unwrap();
    let (_, rest) = rest.split_once('>').unwrap();
    let without_policy = format!("{head}{rest}");
    // Words stay words even where no policy would stop them.
    let addresses = ["", "#program=5", "#game=7&turn=9"];
    with_browser("no_stranger_runs_a_script", &without_policy, &addresses, |address, dom| {
        assert!(dom.contains("class=\"ready\""), "{address}: the page's own script did not run");
        assert!(!dom.contains("data-owned"), "{address}: a stranger's script ran");
    });
    // Should one slip in after all, the policy stops it; and without the policy this test would notice.
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
        let told = dom.split_once("class=\"told\"").unwrap().1.split_once("</p>").unwrap().0;
        assert!(told.contains("loses the turn.") && told.contains(&fault.explanation), "{told}");
    });
}

/// Returns the last part of a page, where it tells what it found.
fn end(dom: &str) -> &str {
    dom.rfind("<footer").map_or(dom, |at| &dom[at..]).split("<script").next().unwrap_or("")
}
