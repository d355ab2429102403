//! Several people in one game: a seat link, a spectator, a request to undo, a restart of the server, and hostile names.

use serde_json::Value;

use crate::browser_person::{Person, TestServer, Way};
use crate::devtools::browser;

/// Sets up a small game of Penguins on squares, and starts it.
fn start_small_game(person: &Person, against: &str) {
    person.open_home();
    person.click("label.kind:has([value=square])");
    person.click(&format!(".segments label:has([value={against}])"));
    person.click(".fold summary");
    for (label, value) in [("Columns", "5"), ("Rows", "5"), ("Penguins", "2")] {
        person.fill(&person.field(label), value);
    }
    person.start_game();
}

/// Waits until several pages show the same turns and the same board.
fn wait_same(people: [&Person; 3]) {
    let shown = "JSON.stringify([[...document.querySelectorAll('.moves > li')].map((turn) => turn.textContent),
                 [...document.querySelectorAll('.board .tile')].map((tile) => tile.getAttribute('aria-label')),
                 [...document.querySelectorAll('.player-score')].map((score) => score.textContent)])";
    crate::devtools::wait_for("the same game in all pages", || {
        let [one, two, three] = people.map(|person| person.text(shown));
        (one == two && two == three).then_some(())
    });
}

/// Lets two people make turns alternately, until so many are made or the game is over.
fn play(first: &Person, second: &Person, until: usize) {
    loop {
        let turns = first.marked().turns;
        if turns >= until {
            return;
        }
        let state: Value = serde_json::from_str(&first.fetch(&first.api())).unwrap();
        let mover = match state["to_move"].as_u64() {
            Some(1) => first,
            Some(2) => second,
            _ => return,
        };
        mover.make_turn(Way::Click);
        for person in [first, second] {
            person.wait(&format!("document.querySelectorAll('.moves > li').length > {turns}"));
        }
    }
}

#[test]
fn two_people_and_a_spectator_through_a_restart() {
    let Some(browser) = browser("two_people_and_a_spectator_through_a_restart") else { return };
    let mut server = TestServer::start();
    let [ann, ben, cleo] = [(); 3].map(|()| Person::new(&browser, &server));
    start_small_game(&ann, "link");
    // The links come by themselves.
    ann.wait("document.querySelector('dialog .copy input') !== null");
    let link = ann.text("document.querySelector('dialog .copy input').value");
    let (game, secret) = link.split_once('#').expect("the link of a seat has a secret");
    ann.click("dialog .dialog-head button");
    ben.go(&link);
    ben.wait_game();
    assert_eq!(ben.text("location.href"), game, "the secret stays in the address");
    cleo.go(game);
    cleo.wait_game();
    assert!(
        cleo.text("document.querySelector('.status').textContent").contains("You are watching this game.")
    );
    play(&ann, &ben, 5);

    // Ben has made a turn last or not: Ann asks, Ben agrees.
    ann.click(".tools > [title=Undo]");
    ben.click(".request button.main");
    for person in [&ann, &ben, &cleo] {
        person.wait_turns(4);
        person.wait("document.querySelector('.request') === null");
    }
    wait_same([&ann, &ben, &cleo]);

    server.stop();
    for person in [&ann, &ben, &cleo] {
        person.wait("document.querySelector('.offline-note') !== null");
    }
    server.start_again();
    for person in [&ann, &ben, &cleo] {
        person.wait(
            "document.querySelector('.offline') === null && document.querySelector('.offline-note') === null",
        );
    }
    play(&ann, &ben, usize::MAX);
    for person in [&ann, &ben, &cleo] {
        person.wait("document.querySelector('.status .result') !== null");
        person.check_result();
        // The server was away on purpose.
        person.forgive(|problem| problem.contains("WebSocket") || problem.contains("ERR_CONNECTION_REFUSED"));
    }
    wait_same([&ann, &ben, &cleo]);
    assert!(!cleo.fetch(&cleo.api()).contains(secret), "a spectator sees the secret of a seat");
}

#[test]
fn a_hostile_name_stays_text() {
    let Some(browser) = browser("a_hostile_name_stays_text") else { return };
    let server = TestServer::start_with(|options| options.lobby = true);
    let (host, guest) = (Person::new(&browser, &server), Person::new(&browser, &server));
    let name = "<img src=x onerror=alert(1)>\u{202e}\u{2066}live";
    host.open_home();
    host.click("label.kind:has([value=square])");
    host.fill(&host.field("Your name"), name);
    host.click(".fold summary");
    host.click(".options label.check");
    host.start_game();
    host.make_turn(Way::Click);
    host.click(".tools > [title=Hint]");
    host.wait("document.querySelector('.tools > [title=\"Play the hint\"]:not([hidden])') !== null");
    guest.open_home();
    guest.wait("document.querySelector('.game-list a') !== null");
    host.open("/");
    host.wait("document.querySelector('.game-list a') !== null");
    let is_text = |person: &Person| {
        let text = person.text("document.body.textContent");
        assert!(text.contains("<img src=x onerror=alert(1)>"), "{text}");
        assert!(!text.contains(['\u{202e}', '\u{2066}']), "marks that turn the direction of text: {text}");
        assert_eq!(person.eval("document.querySelectorAll('img').length"), 0);
    };
    is_text(&host);
    is_text(&guest);
    guest.click(".game-list a");
    guest.wait_game();
    is_text(&guest);
    // A seat that is renamed later.
    host.click(".game-list a");
    host.wait_game();
    host.click("button.player-name");
    host.fill("dialog input", "\"><script>alert(2)</script>");
    host.click("dialog button.main");
    for person in [&host, &guest] {
        person.wait("document.querySelector('.players').textContent.includes('\"><script>alert(2)')");
    }
}
