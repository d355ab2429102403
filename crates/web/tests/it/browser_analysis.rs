//! Analysis in a browser: a board that is pasted or set up, the engine's line, its heat map and exact results; and files that
//! are uploaded and downloaded.

use crate::browser_person::{Person, TestServer, Way};
use crate::devtools::browser;

/// A board that is small enough to be solved by a build without optimisation.
const BOARD: &str = "3 4\n10 20 01 30\n20 10 10 20\n10 02 20 10\nA 1 0\nB 2 0\n";

#[test]
fn a_pasted_board_is_analysed_and_solved() {
    let Some(browser) = browser("a_pasted_board_is_analysed_and_solved") else { return };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    person.open_home();
    person.click(".bar a[href='/analysis']");
    person.wait("document.querySelector('.editor .board .tile') !== null");
    person.choose(&person.field("Game"), "square");
    person.fill(".paste textarea", BOARD);
    person.click(".paste button");
    person.wait("document.querySelectorAll('.editor .board .tile').length === 12");
    assert_eq!(person.eval("document.querySelectorAll('.editor .board .penguin').length"), 2);

    // A tile is painted by a click.
    person.click(".palette label[title='3 fish']");
    person.click(".editor .board [data-cell='0'] .hit");
    person.wait("document.querySelector('.editor .board [data-cell=\"0\"]').getAttribute('aria-label').endsWith('3 fish')");

    person.click(".edit-side button.main");
    person.wait_game();
    person.wait("document.querySelectorAll('.board .heat').length > 0");
    person.wait("/^[+−]?[0-9]+[.][0-9]$/.test(document.querySelector('.facts-line .lead').textContent)");
    assert_eq!(person.eval("document.querySelector('.eval').hidden"), false);
    person.click(".analysis-body .check");
    person.wait("document.querySelectorAll('.board .heat').length === 0");

    person.click(".analysis-body .row button");
    person.wait("document.querySelector('.exact').textContent.startsWith('With best play: ')");

    // Steps through the line, forwards and back.
    person.wait("document.querySelectorAll('.line button').length > 1");
    person.click(".line li:nth-child(2) button");
    person.wait("document.querySelector('.status').textContent.includes('2 turns on')");
    person.key("ArrowLeft");
    person.wait("document.querySelector('.status').textContent.includes('1 turn on')");
    person.click(".status button.main");
    person.wait("!document.querySelector('.status').textContent.includes('turn on')");

    // A turn changes what is analysed.
    person.make_turn(Way::Click);
    person.wait(
        "document.querySelector('.exact').textContent === '' && document.querySelector('.lead') !== null",
    );
}

#[test]
fn faults_of_a_file_are_listed() {
    let Some(browser) = browser("faults_of_a_file_are_listed") else { return };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    person.open("/analysis");
    person.fill(".paste textarea", "2 2\n10 99\n10\n");
    person.click(".paste button");
    person.wait("document.querySelectorAll('.paste .note.bad li').length > 0");
    // The browser notes the refusal itself.
    person.forgive(|problem| problem.contains("status of 400"));
}

#[test]
fn a_record_is_downloaded_and_uploaded() {
    let Some(browser) = browser("a_record_is_downloaded_and_uploaded") else { return };
    let server = TestServer::start();
    let (ann, ben) = (Person::new(&browser, &server), Person::new(&browser, &server));
    ann.open_home();
    ann.start_game();
    for _ in 0..6 {
        ann.make_turn(Way::Click);
    }
    ann.wait_turn();
    let link = "document.querySelector('.more-tools a[download$=\".floe\"]')";
    let record = ann.fetch(&ann.text(&format!("{link}.getAttribute('href')")));
    let game = floe_rules::record::read(record.as_bytes()).unwrap().into_game();
    assert_eq!(game.made(), ann.marked().turns);
    let board = ann
        .fetch(&ann.text("document.querySelector('.more-tools a[download$=\".txt\"]').getAttribute('href')"));
    assert!(board.starts_with("9 9\n"), "{board}");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.floe");
    std::fs::write(&file, &record).unwrap();
    ben.open_home();
    ben.upload(".aside .file button", &file);
    ben.wait_game();
    ben.wait_turns(game.made());
    assert_eq!(ben.tiles(), ann.tiles());
    // All seats are his now.
    ben.make_turn(Way::Click);
    ben.make_turn(Way::Click);
    ben.wait_turns(game.made() + 2);
}

#[test]
fn the_engine_thinks_for_the_page_that_is_seen() {
    let Some(browser) = browser("the_engine_thinks_for_the_page_that_is_seen") else { return };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    let thinks = "document.querySelector('.facts-line .lead') !== null";
    for kind in ["hex", "square"] {
        person.open_home();
        person.click(&format!("label.kind:has([value={kind}])"));
        person.start_game();
        person.click(".analysis .switch");
        // The page that was left has no claim to the engine, even if the browser keeps it.
        person.wait(thinks);
    }
    person.eval("history.go(-2)");
    person.wait("document.querySelector('.bar-title')?.textContent.startsWith('Hexagons')");
    person.wait(&format!("document.querySelector('.offline') === null && {thinks}"));
    person.make_turn(Way::Click);
}

#[test]
fn an_analysis_that_has_to_wait_starts_by_itself() {
    let Some(browser) = browser("an_analysis_that_has_to_wait_starts_by_itself") else { return };
    let server = TestServer::start_with(|options| options.limits.analyses = 1);
    let (one, two) = (Person::new(&browser, &server), Person::new(&browser, &server));
    for person in [&one, &two] {
        person.open_home();
        person.start_game();
    }
    let thinks = "document.querySelector('.facts-line .lead') !== null";
    one.click(".analysis .switch");
    one.wait(thinks);
    // Both come from the same address, which has one analysis at a time here.
    two.click(".analysis .switch");
    two.wait("document.querySelector('.facts-line').textContent.startsWith('Too many requests')");
    one.click(".analysis .switch");
    two.wait(thinks);
}
