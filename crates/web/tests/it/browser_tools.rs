//! What players do besides moving, in a browser: hints, undo and redo, pausing, looking back, ending a game and a rematch.

use crate::browser_person::{Person, TestServer, Way};
use crate::devtools::browser;

fn tool(name: &str) -> String {
    format!(".tools > [title=\"{name}\"]")
}

/// Waits until something is said about the game.
fn wait_status(person: &Person, text: &str) {
    person.wait(&format!("document.querySelector('.status').textContent.includes('{text}')"));
}

#[test]
fn tools_beside_the_board() {
    let Some(browser) = browser("tools_beside_the_board") else { return };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    person.open_home();
    person.click("label.kind:has([value=square])");
    person.start_game();
    person.make_turn(Way::Click);
    person.wait_turn();
    person.wait_turns(2);

    person.click(&tool("Hint"));
    person.wait("document.querySelectorAll('.board .hint-mark').length > 0");
    person.click(&tool("Play the hint"));
    person.wait_turns(4);
    person.wait_turn();

    // The engine's answer is taken back as well.
    let tiles = person.tiles();
    person.click(&tool("Undo"));
    person.wait_turns(2);
    person.key("y");
    person.wait_turns(4);
    assert_eq!(person.tiles(), tiles);

    person.click(&tool("Pause"));
    person.wait("document.querySelector('.tools > [title=Resume]') !== null");
    person.make_turn(Way::Click);
    wait_status(&person, "Paused.");
    assert_eq!(person.marked().turns, 5);
    person.click(&tool("Resume"));
    person.wait_turns(6);

    // Looks back, by mouse and by keys.
    person.click(".moves > li:nth-child(2) button");
    wait_status(&person, "2 of 6");
    assert!(person.marked().targets.is_empty(), "turns are made in the newest position only");
    person.key(",");
    wait_status(&person, "1 of 6");
    person.key("Home");
    wait_status(&person, "0 of 6");
    person.key(".");
    wait_status(&person, "1 of 6");
    person.click(".status button.main");
    person.wait_turn();

    // A question for the end of the game can be cancelled.
    let end = ".more-tools button:last-of-type";
    person.click(end);
    person.click("dialog .row button");
    person.wait("document.querySelector('dialog') === null");
    assert!(!person.marked().over);
    person.click(end);
    person.click("dialog button.main");
    person.wait("document.querySelector('.status .result') !== null");

    let game = person.text("location.pathname");
    person.click(".status button.main");
    person.wait(&format!(
        "location.pathname !== '{game}' && document.querySelector('.room .board .tile') !== null"
    ));
    // The engine begins now.
    person.wait_turn();
    assert_eq!(person.eval("document.querySelector('.player').textContent.includes('Floe')"), true);
    person.make_turn(Way::Click);
}

#[test]
fn a_clock_runs_and_ends_the_game() {
    let Some(browser) = browser("a_clock_runs_and_ends_the_game") else { return };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    person.open_home();
    // The form has no clock this short.
    let link = person.text(
        "fetch('/api/v1/games', { method: 'POST', headers: { 'Content-Type': 'application/json' },
                body: JSON.stringify({ kind: 'square', clock: { seconds: 2, increment: 0 } }) })
           .then((answer) => answer.json()).then(({ id, seats }) => `/game/${id}#${seats[0].secret}`)",
    );
    person.open(&link);
    person.wait_game();
    // The clocks wait for the first turn.
    person.make_turn(Way::Click);
    person.wait("/^[01][.]/.test(document.querySelector('.player-clock').textContent)");
    person.wait("document.querySelector('.player.out') !== null || document.querySelector('.status .result') !== null");
}
