//! The page at the sizes of real screens: nothing scrolls sideways, the whole board is seen, and everything can be hit. And what
//! a first visit costs.
//!
//! With `FLOE_SCREENSHOTS` set to a folder, pictures are written there.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use serde_json::json;

use crate::browser_person::{Person, TestServer, Way};
use crate::devtools::{Page, browser};

/// The sizes of phones, upright and on their side, a tablet, a laptop and desktop screens.
const SIZES: [(u32, u32); 7] =
    [(360, 640), (390, 844), (844, 390), (768, 1024), (1366, 768), (1920, 1080), (2560, 1440)];
/// Those of which pictures are taken.
const PICTURED: [(u32, u32); 4] = [(390, 844), (844, 390), (1366, 768), (2560, 1440)];
/// The least side of what is hit by mouse or finger, in pixels.
const LEAST_TARGET: f64 = 24.0;

/// What is wrong with the layout: parts that stick out, and targets that are too small.
const FAULTS: &str = "(() => {
    const faults = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} wide`);
    const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.unseen');
    for (const element of document.querySelectorAll('button, a, input, select, summary, .board .hit')) {
      // The label of a radio button or checkbox belongs to it.
      const target = element.matches('[type=radio], [type=checkbox]') ? element.closest('label') : element;
      const { width, height } = target.getBoundingClientRect();
      if (seen(target) && (width < LEAST || height < LEAST)) {
        faults.push(`${target.outerHTML.slice(0, 120)}: ${width.toFixed(1)} x ${height.toFixed(1)}`);
      }
    }
    const board = document.querySelector('.room .board')?.getBoundingClientRect();
    if (board && (board.left < 0 || board.top < 0 || board.right > innerWidth || board.bottom > innerHeight)) {
      faults.push(`the board is at ${[board.left, board.top, board.right, board.bottom].map(Math.round)}`);
    }
    return faults.slice(0, 12);
  })()";

fn check_sizes(person: &Person, place: &str) {
    let mut faults = String::new();
    for (width, height) in SIZES {
        person.resize(width, height);
        person.wait(&format!("innerWidth === {width} && innerHeight === {height}"));
        person.eval("scrollTo(0, 0)");
        let found = person.eval(&FAULTS.replace("LEAST", &LEAST_TARGET.to_string()));
        if found != json!([]) {
            let _ = writeln!(faults, "{place} at {width} x {height}: {found:#}");
        }
        if PICTURED.contains(&(width, height)) {
            for scheme in ["light", "dark"] {
                picture(person, &format!("{place}-{width}x{height}-{scheme}"), scheme);
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// Writes a picture, if they are wanted.
pub(crate) fn picture(page: &Page, name: &str, scheme: &str) {
    let Some(folder) = std::env::var_os("FLOE_SCREENSHOTS").map(PathBuf::from) else { return };
    page.prefer(scheme, true);
    page.wait(&format!("matchMedia('(prefers-color-scheme: {scheme})').matches"));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{name}.png")), page.screenshot()).unwrap();
}

fn check_game(test: &str, kind: &str, turns: usize) {
    let Some(browser) = browser(test) else { return };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    person.open_home();
    person.click(&format!("label.kind:has([value={kind}])"));
    person.start_game();
    for _ in 0..turns {
        person.make_turn(Way::Click);
    }
    person.wait_turn();
    check_sizes(&person, kind);
}

#[test]
fn a_game_on_squares_fits_all_screens() {
    check_game("a_game_on_squares_fits_all_screens", "square", 8);
}

#[test]
fn a_game_on_hexagons_fits_all_screens() {
    check_game("a_game_on_hexagons_fits_all_screens", "hex", 10);
}

#[test]
fn a_game_of_gamma_fits_all_screens() {
    check_game("a_game_of_gamma_fits_all_screens", "gamma", 5);
}

#[test]
fn other_pages_fit_all_screens() {
    let Some(browser) = browser("other_pages_fit_all_screens") else { return };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    person.open_home();
    check_sizes(&person, "home");
    person.click(".fold summary");
    check_sizes(&person, "form");
    person.open("/analysis");
    check_sizes(&person, "analysis");
}

#[test]
fn a_large_board_can_be_zoomed() {
    let Some(browser) = browser("a_large_board_can_be_zoomed") else { return };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    person.resize(390, 844);
    person.open_home();
    person.click("label.kind:has([value=square])");
    person.click(".fold summary");
    for label in ["Columns", "Rows"] {
        person.fill(&person.field(label), "24");
    }
    person.start_game();
    let side = "document.querySelector('.board .hit').getBoundingClientRect().width";
    assert!(person.eval(side).as_f64().unwrap() < LEAST_TARGET);
    person.click(".zoom-button");
    person.wait(&format!("{side} >= {LEAST_TARGET}"));
    assert_eq!(person.eval("document.documentElement.scrollWidth <= innerWidth"), true);
    assert_eq!(
        person.eval("document.querySelector('.board-box').getBoundingClientRect().bottom <= innerHeight"),
        true
    );
    person.make_turn(Way::Click);
    picture(&person, "zoomed", "light");
}

/// Returns the bytes and milliseconds of a first visit, until the first turn is made.
fn first_visit(person: &Person) -> (u64, u128, u128) {
    let start = Instant::now();
    person.open("/");
    let ready = start.elapsed().as_millis();
    person.click(".new-game button.start");
    person.wait_game();
    person.wait_turn();
    person.click(".board .tile.live .hit");
    person.wait("document.querySelectorAll('.moves > li').length > 0");
    (person.bytes(), ready, start.elapsed().as_millis())
}

#[test]
fn a_first_visit_is_small() {
    let Some(browser) = browser("a_first_visit_is_small") else { return };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    let (bytes, ..) = first_visit(&person);
    assert!(bytes > 10_000, "{bytes} bytes are too few to be counted right");
    assert!(bytes < 200_000, "{bytes} bytes");
}

#[test]
#[ignore = "prints figures of a slow connection: run it alone, with --ignored"]
fn figures_of_a_first_visit() {
    let Some(browser) = browser("figures_of_a_first_visit") else { return };
    let server = TestServer::start();
    for (name, slow) in [("this machine", false), ("1.6 Mbit/s, 150 ms, processor 4 times slower", true)] {
        let person = Person::new(&browser, &server);
        if slow {
            person.slow_down(1_600_000, 150, 4);
        }
        let (bytes, ready, turn) = first_visit(&person);
        let paint =
            person.eval("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null");
        let paint = paint
            .as_f64()
            .map_or(String::new(), |paint| format!(", game painted {paint:.0} ms after its start"));
        let _ = writeln!(
            std::io::stderr(),
            "{name}: {bytes} bytes until the first turn; page ready after {ready} ms, first turn after {turn} ms{paint}"
        );
    }
}
