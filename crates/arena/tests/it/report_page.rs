//! The page of a report in a real browser, where there is one.
//!
//! Chromium prints the page as it is after its script has run. Where there is no Chromium, these tests say loudly that
//! they were skipped.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use floe_arena::report::{Report, ServedReport, in_memory, write_files};
use floe_rules::game::Game;

#[path = "../../examples/report/sample.rs"]
mod sample;

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// How often a page is printed until its script has done its work.
const TRIES: usize = 8;
/// What the script of `replay_driver.js` contains.
const DRIVER_DONE: &str = "notes.id = 'observed'";
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

/// The files of a report by their names.
type Files = BTreeMap<String, Vec<u8>>;

fn files(report: &Report) -> Files {
    let mut files = Files::new();
    write_files(report, &in_memory, &mut files).unwrap();
    files
}

fn page(files: &Files) -> String {
    String::from_utf8(files["report.html"].clone()).unwrap()
}

/// Returns files with another page.
fn with_page(files: &Files, page: &str) -> Files {
    let mut files = files.clone();
    files.insert("report.html".to_owned(), page.as_bytes().to_vec());
    files
}

/// Opens the page of a report at addresses within it, or prints that it was skipped.
fn with_browser(test: &str, files: &Files, addresses: &[&str], mut see: impl FnMut(&str, String)) {
    let Some(browser) = browser() else {
        // Written past the test runner, which hides the output of passing tests.
        let _ = writeln!(std::io::stderr(), "SKIPPED: {test}: no chromium here that prints a page");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, bytes).unwrap();
    }
    let file = folder.path().join("report.html");
    let done = if page(files).contains(DRIVER_DONE) { "<pre id=\"observed\">" } else { "class=\"ready\"" };
    for address in addresses {
        let print = || printed(browser, &format!("file://{}{address}", file.display()), folder.path());
        let text = print().expect("a browser that printed one page prints another");
        // The browser's virtual time does not wait for its unpacking threads, so on a busy machine it may run out.
        let text =
            (1..TRIES).fold(text, |text, _| if text.contains(done) { text } else { print().unwrap_or(text) });
        see(address, text);
    }
}

fn sample() -> Report {
    sample::report(45, 3)
}

/// A sample of an event that is so large that the page loads its games.
fn large_sample() -> Report {
    sample::report(603, 3)
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
    assert!(page(&files(&report)).contains("id=\"check\" data-wrong=\"0\""));
    // One record is wrong in itself, another contradicts the table.
    let result = report.games[20].record.rfind("[result]").unwrap();
    report.games[20].record.insert(result + "[result]\n1: ".len(), '9');
    report.games[21].results[1].fish += 1;
    let files = files(&report);
    assert!(page(&files).contains("id=\"check\" data-wrong=\"2\""));
    with_browser("a_wrong_game", &files, &["#game=21", "#game=22"], |address, dom| match address {
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
    for report in [sample(), large_sample()] {
        show_every_turn(&report);
    }
}

fn show_every_turn(report: &Report) {
    // Of a large event, only some games: the first and last of a part, and some between.
    let numbers: Vec<usize> = if report.games.len() < 100 {
        (1..=report.games.len()).collect()
    } else {
        vec![1, 50, 51, 333, report.games.len()]
    };
    let driver = include_str!("replay_driver.js").replace("GAMES", &format!("{numbers:?}"));
    let files = files(report);
    let page = without_policy(&page(&files)).replace("</body>", &format!("<script>{driver}</script></body>"));
    with_browser("every_turn_of_every_game", &with_page(&files, &page), &[""], |_, dom| {
        let observed = dom.split_once("<pre id=\"observed\">").unwrap().1.split_once("</pre>").unwrap().0;
        let observed: Vec<Vec<Observed>> = serde_json::from_str(observed).unwrap();
        assert_eq!(observed.len(), numbers.len());
        for (line, shown) in numbers.iter().map(|number| &report.games[number - 1]).zip(observed) {
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
    for report in [sample(), large_sample()] {
        let files = files(&report);
        let page = page(&files);
        let without_policy = without_policy(&page);
        // Hostile text stays text even where no policy would stop it.
        let last = format!("#game={}", report.games.len());
        let addresses = ["", "#program=5", "#game=7&turn=9", "#list&player=6&q=nasty", &last];
        let unguarded = with_page(&files, &without_policy);
        with_browser("no_hostile_text_runs_as_a_script", &unguarded, &addresses, |address, dom| {
            assert!(dom.contains("class=\"ready\""), "{address}: the page's own script did not run");
            assert!(!dom.contains("data-owned"), "{address}: a hostile script ran");
        });
        // Should a script slip in after all, the policy stops it. Without the policy, this test notices it.
        let script = "<body><script>document.body.dataset.owned=1</script>";
        for (page, runs) in [(&page, false), (&without_policy, true)] {
            let files = with_page(&files, &page.replacen("<body>", script, 1));
            with_browser("the_policy_holds", &files, &[""], |_, dom| {
                assert!(dom.contains("class=\"ready\""), "the page's own script did not run");
                assert_eq!(dom.contains("data-owned"), runs);
            });
        }
    }
}

#[test]
fn the_policy_of_a_large_event_lets_in_nothing_but_its_parts() {
    let files = files(&large_sample());
    // A file beside the page that is not a part, as an element of a script that slipped in, and by its address.
    let mut files = with_page(
        &files,
        &page(&files).replacen("<body>", "<body><script src=\"report-data/evil.js\"></script>", 1),
    );
    files.insert("report-data/evil.js".to_owned(), b"document.body.dataset.owned=1".to_vec());
    with_browser(
        "an_element_with_a_file",
        &files,
        &["", "#game=../evil", "#program=../evil"],
        |address, dom| {
            assert!(dom.contains("class=\"ready\""), "{address}: the page's own script did not run");
            assert!(!dom.contains("data-owned"), "{address}: a file that is not a part ran");
        },
    );
}

#[test]
fn games_of_a_large_event_are_loaded_with_the_policy_in_force() {
    let report = large_sample();
    let mut files = files(&report);
    assert!(files["report.html"].len() < 250_000, "{} bytes", files["report.html"].len());
    let addresses = ["", "#game=603&turn=2", "#program=3", "#list&player=3&faults=some"];
    with_browser("games_of_a_large_event", &files, &addresses, |address, dom| {
        assert!(dom.contains("class=\"ready\""), "{address}");
        match address {
            "" => assert!(dom.contains("1–50 of 603"), "{address}: {}", end(&dom)),
            "#program=3" => assert!(dom.contains("Points against"), "{address}"),
            "#list&player=3&faults=some" => assert!(dom.contains(" of 603 games"), "{address}"),
            _ => assert!(dom.contains("class=\"caption\"") && dom.contains("2 / "), "{address}"),
        }
    });
    // A page without its folder says so.
    files.retain(|name, _| name == "report.html");
    with_browser("a_page_without_its_folder", &files, &["#game=603"], |_, dom| {
        assert!(dom.contains("the folder report-data belongs beside this page"), "{}", end(&dom));
    });
}

/// Answers one request for the page of a report or one of its files.
fn answer(served: &ServedReport, mut stream: TcpStream) -> std::io::Result<()> {
    let mut line = String::new();
    let mut reader = BufReader::new(stream.try_clone()?);
    reader.read_line(&mut line)?;
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let address = line.split(' ').nth(1).unwrap_or_default();
    let address = address.split_once('?').map_or(address, |(path, _)| path);
    let (status, kind, text) = match address.strip_prefix("/tournament/") {
        Some("") => ("200 OK", "text/html; charset=utf-8", Some(served.page().html.clone())),
        Some(name) => ("200 OK", "text/javascript", served.file(name, &in_memory)?),
        None => ("404 Not Found", "text/plain", None),
    };
    let status = if text.is_some() { status } else { "404 Not Found" };
    let (text, policy) = (text.unwrap_or_default(), &served.page().policy);
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nContent-Security-Policy: {policy}\r\n\
         Connection: close\r\n\r\n{text}",
        text.len()
    )
}

#[test]
fn the_page_of_a_server_loads_its_parts_from_it() {
    let Some(browser) = browser() else {
        let _ =
            writeln!(std::io::stderr(), "SKIPPED: the_page_of_a_server: no chromium here that prints a page");
        return;
    };
    let served = Arc::new(ServedReport::new(sample(), 5));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    // It ends with the tests.
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let served = Arc::clone(&served);
            // A browser that closes a connection early is no failure.
            std::thread::spawn(move || stream.and_then(|stream| answer(&served, stream)));
        }
    });
    let folder = tempfile::tempdir().unwrap();
    for (hash, expected) in [("", "45 games"), ("#game=17&turn=2", "2 / "), ("#program=3", "Points against")]
    {
        let address = format!("http://127.0.0.1:{port}/tournament/{hash}");
        let mut dom = String::new();
        for _ in 0..TRIES {
            dom = printed(browser, &address, folder.path()).unwrap_or_default();
            // This server has no channel: the page says so, and works.
            if ["class=\"ready\"", expected, "Not connected"].iter().all(|words| dom.contains(words)) {
                break;
            }
        }
        assert!(dom.contains(expected) && dom.contains("Not connected"), "{hash}: {}", end(&dom));
        assert!(!dom.contains("data-owned"), "{hash}");
    }
}

#[test]
fn long_tables_are_shown_some_rows_at_a_time() {
    let files = files(&sample::crowd(9, 120));
    // The tables are filled when they come near the screen.
    with_browser("long_tables", &files, &["#cross", "#pairs"], |address, dom| {
        let cells = dom.matches("<td").count();
        assert!(cells < 6000, "{address}: {cells} cells");
        if address == "#cross" {
            assert!(dom.contains("id=\"cross-rows\"") && dom.contains("class=\"h5\""), "{address}");
        } else {
            assert!(dom.contains("1–50 of 7140"), "{address}");
            let table = dom.split_once("id=\"pairs-table\"").unwrap().1.split_once("</table>").unwrap().0;
            assert_eq!(table.matches("<tr>").count(), 51, "{address}: a head and 50 pairs");
        }
    });
}

#[test]
fn a_link_leads_to_the_very_turn() {
    let report = sample();
    let fault = report.faults().find(|fault| fault.name == "time-out").unwrap();
    let number = report.games[fault.game].number;
    let at = report.games[fault.game].faults.iter().position(|note| note.after == fault.turn).unwrap();
    let addresses =
        [format!("#game={number}&turn={}", fault.turn + 1), format!("#game={number}&fault={}", at + 1)];
    let addresses = addresses.each_ref().map(String::as_str);
    with_browser("a_link_leads_to_the_very_turn", &files(&report), &addresses, |_, dom| {
        let caption = dom.split_once("class=\"caption\"").unwrap().1.split_once("</p>").unwrap().0;
        assert!(caption.contains("loses the turn.") && caption.contains(fault.explanation), "{caption}");
    });
}

/// Returns the footer of a page, for messages.
fn end(dom: &str) -> &str {
    dom.rfind("<footer").map_or(dom, |at| &dom[at..]).split("<script").next().unwrap_or("")
}
