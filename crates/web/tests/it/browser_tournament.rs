//! A tournament that is followed in a browser while it is played.

use std::sync::Arc;
use std::time::Duration;

use floe_arena::event::{Machine, RunControl, Update};
use floe_arena::result::Results;
use floe_arena::schedule::{Fixture, ScheduleStep};
use floe_arena::store::Store;
use floe_web::TournamentFeed;

use crate::browser_layout::picture;
use crate::browser_person::TestServer;
use crate::devtools::browser;
use crate::tournament::{PlayedCup, cup};

#[test]
fn a_tournament_is_followed_live() {
    let Some(browser) = browser("a_tournament_is_followed_live") else { return };
    let folder = tempfile::tempdir().unwrap();
    let cup = PlayedCup::start(folder.path(), Duration::from_millis(20));
    let server = TestServer::start_with(|options| options.tournament = Some(cup.feed.clone()));
    let page = browser.person();
    // The organiser's token leaves the address bar, and gives buttons.
    page.go(&server.url(&format!("/tournament/#token={}", cup.token)));
    page.wait("document.documentElement.classList.contains('ready')");
    page.wait("document.getElementById('live-state').textContent === 'Paused'");
    page.wait("!location.hash.includes('token')");
    let guest = browser.person();
    guest.go(&server.url("/tournament/"));
    guest.wait("document.getElementById('live-state').textContent === 'Paused'");
    guest.wait("document.getElementById('organiser').hidden");
    // Whether boards are seen does not depend on how quick this test is.
    for reader in [&page, &guest] {
        reader.eval(
            "new MutationObserver(() => {
                if (document.querySelector('#live-boards .board .penguin')) window.seenPenguins = true;
            }).observe(document.getElementById('live-boards'), { childList: true, subtree: true }), 0",
        );
    }
    page.eval("[...document.querySelectorAll('#organiser button')].find((made) => made.textContent === 'Resume').click()");
    // Boards of games in progress appear, and their penguins move.
    for reader in [&page, &guest] {
        reader.wait("window.seenPenguins");
    }
    for reader in [&page, &guest] {
        reader.wait("document.getElementById('live-state').textContent === 'Finished'");
        reader.wait("document.getElementById('live-count').textContent === '12 of 12 games'");
        // The standings and the list of games follow without a new visit.
        reader.wait("document.querySelector('#standings').textContent.includes('Bob')");
        reader.wait("document.querySelectorAll('#games-list .games li').length === 12");
    }
    cup.wait();
    // Hostile names are text, games can be replayed, and programs have their pages.
    assert_eq!(guest.eval("document.querySelectorAll('#overview b').length"), 0);
    guest.eval("location.hash = '#game=12&turn=3'");
    guest.wait("document.querySelector('#game .caption')?.textContent.length > 0");
    guest.eval("location.hash = '#program=1'");
    guest.wait("document.querySelector('#program h2')?.textContent.includes('<b>Ann</b>')");
    for reader in [page, guest] {
        assert_eq!(reader.problems(), Vec::<String>::new());
        let host = server.url("/").replace("http", "");
        let others: Vec<String> = reader
            .addresses()
            .into_iter()
            .filter(|address| !address.contains(host.trim_end_matches('/')))
            .collect();
        assert_eq!(others, Vec::<String>::new());
    }
}

fn machine(name: &str, games: &[usize], idle: Option<&str>) -> Machine {
    Machine {
        name: name.to_owned(),
        cores: 16,
        speed: 1234.5,
        tier: "strict".to_owned(),
        games: games.to_vec(),
        played: 12_345,
        games_per_minute: 41.26,
        idle: idle.map(str::to_owned),
    }
}

#[test]
fn the_machines_of_a_tournament_are_listed() {
    let Some(browser) = browser("the_machines_of_a_tournament_are_listed") else { return };
    let folder = tempfile::tempdir().unwrap();
    let (tournament, charter) = cup();
    let store = Store::open(&folder.path().join("cup.db"), &charter).unwrap();
    let ScheduleStep::Play(fixtures) = tournament.schedule.next(&Results::new()) else { panic!("no games") };
    let (feed, _) =
        TournamentFeed::played_here(tournament, None, store.reader().unwrap(), Arc::new(RunControl::new()));
    // More games than boards that are shown.
    for number in 1..=30 {
        feed.update(&Update::Started(&Fixture { number, ..fixtures[0].clone() }));
    }
    let server = TestServer::start_with(|options| options.tournament = Some(feed.clone()));
    let page = browser.person();
    page.go(&server.url("/tournament/"));
    page.wait_ready();
    page.wait("document.querySelectorAll('#live-boards li').length === 12");
    let is_hidden = "['machines', 'machines-link'].every((id) => document.getElementById(id).hidden)";
    assert_eq!(page.eval(is_hidden), true);

    let hostile = "<img src=x onerror=alert(1)>\u{202e}";
    let slow = "its speed is 310, and the tournament needs 500";
    let many: Vec<usize> = (1..=20).collect();
    let mut machines = vec![
        machine("ann-7c1f", &many, None),
        machine("bob-02d9", &[21, 30, 99], None),
        machine(hostile, &[], Some(slow)),
        Machine { tier: format!("{hostile}, and more of it"), ..machine("dan-5a5a", &[], None) },
    ];
    feed.update(&Update::Machines(&machines));
    page.wait("!document.getElementById('machines').hidden");
    let rows = "[...document.querySelectorAll('#machines tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent).join('|')).join('\\n')";
    let shown = page.text(rows);
    let figures = "16|1235|strict|12\u{202f}345|41.3";
    let first: String = (1..=16).map(|number: usize| number.to_string()).collect();
    // What turns text around is replaced.
    let harmless = "<img src=x onerror=alert(1)>\u{fffd}";
    assert_eq!(
        shown.lines().collect::<Vec<_>>(),
        [
            format!("ann-7c1f|{first}and 4 others|{figures}"),
            format!("bob-02d9|213099|{figures}"),
            format!("{harmless}|Gets no games: {slow}|{figures}"),
            format!("dan-5a5a|none|16|1235|{harmless}, and more of it|12\u{202f}345|41.3"),
        ]
    );
    assert_eq!(page.eval("document.querySelectorAll('#machines img').length"), 0);
    assert_eq!(
        page.text("document.querySelector('#machines .hint').textContent"),
        "4 machines · 64 cores · 23 games in progress"
    );
    assert_eq!(page.eval("document.querySelectorAll('#machines-link:not([hidden]) a').length"), 1);

    // Links lead to boards, even to those that were not shown; a game that is unknown here has none.
    page.wait("document.querySelectorAll('#machines tbody tr:nth-child(2) a').length === 2");
    page.click("#machines a[href='#live-game-30']");
    page.wait("document.querySelectorAll('#live-boards li').length === 13");
    page.wait(
        "(() => {
           const { top, bottom } = document.getElementById('live-game-30').getBoundingClientRect();
           return top >= 0 && bottom <= innerHeight;
         })()",
    );

    // Rows that do not change stay; a focused link stays focused in a row that does.
    page.eval("window.rowBefore = document.querySelector('#machines tbody tr'); document.querySelector('#machines a[href=\"#live-game-21\"]').focus()");
    machines[1].idle = Some("it is set aside".to_owned());
    machines.insert(0, machine("aaa-0000", &[], None));
    feed.update(&Update::Machines(&machines));
    page.wait("document.querySelectorAll('#machines tbody tr').length === 5");
    assert_eq!(page.eval("document.querySelectorAll('#machines tbody tr')[1] === window.rowBefore"), true);
    page.wait("document.activeElement.getAttribute('href') === '#live-game-21'");

    for name in ["wide", "phone"] {
        if name == "phone" {
            page.phone(390, 844);
            page.wait("innerWidth === 390");
        }
        page.eval("document.getElementById('machines').scrollIntoView({ behavior: 'instant' })");
        assert_eq!(page.eval("document.documentElement.scrollWidth <= innerWidth"), true, "{name}");
        for scheme in ["light", "dark"] {
            picture(&page, &format!("machines-{name}-{scheme}"), scheme);
        }
    }

    // When nobody plays any more, the list is empty.
    feed.update(&Update::Machines(&[]));
    page.wait(is_hidden);
    assert_eq!(page.eval("document.querySelectorAll('#machines tbody tr').length"), 0);
    assert_eq!(page.problems(), Vec::<String>::new());
}
