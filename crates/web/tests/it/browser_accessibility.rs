//! Accessibility in a browser, as axe-core sees it: no serious fault on any page, in light and dark.
//!
//! `test.sh` installs axe-core where it can. Where it is not, this test says loudly that it was skipped.

use std::io::Write;
use std::path::PathBuf;

use serde_json::Value;

use crate::browser_person::{Person, TestServer, Way};
use crate::devtools::browser;

const AXE: &str = "../../target/npm/node_modules/axe-core/axe.min.js";
/// What axe found, with the first elements of each fault.
const FAULTS: &str = "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 160) + ' ' + failureSummary).join(' | ')}`))";

fn check(person: &Person, axe: &str, place: &str) {
    for scheme in ["light", "dark"] {
        // Without motion no colour is on its way to another.
        person.prefer(scheme, true);
        person.wait(&format!("matchMedia('(prefers-color-scheme: {scheme})').matches"));
        person.eval(&format!("if (!window.axe) {{ {axe} }} true"));
        assert_eq!(person.eval(FAULTS), Value::Array(Vec::new()), "{place}, {scheme}");
    }
}

fn with_axe(test: &str, see: impl FnOnce(&Person, &dyn Fn(&str))) {
    let Some(browser) = browser(test) else { return };
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(AXE);
    let Ok(axe) = std::fs::read_to_string(&file) else {
        // Written past the test runner, which hides the output of passing tests.
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: {test}: no axe-core in {}; test.sh installs it",
            file.display()
        );
        return;
    };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    see(&person, &|place| check(&person, &axe, place));
}

#[test]
fn the_home_page_and_the_help_are_accessible() {
    with_axe("the_home_page_and_the_help_are_accessible", |person, check| {
        person.open_home();
        person.click(".fold summary");
        check("the home page");
        person.click(".bar button.plain");
        person.wait("document.querySelector('dialog') !== null");
        check("the help");
    });
}

#[test]
fn games_are_accessible() {
    with_axe("games_are_accessible", |person, check| {
        for kind in ["hex", "gamma"] {
            person.open_home();
            person.click(&format!("label.kind:has([value={kind}])"));
            person.start_game();
            person.make_turn(Way::Click);
            person.wait_turn();
            check(kind);
        }
        person.click(".more-tools button:last-of-type");
        person.click("dialog button.main");
        person.wait("document.querySelector('.status .result') !== null");
        check("a game that is over");
    });
}

#[test]
fn analysis_is_accessible() {
    with_axe("analysis_is_accessible", |person, check| {
        person.open("/analysis");
        check("the editor");
        person.click(".edit-side .row button:nth-child(2)");
        person.wait("document.querySelectorAll('.editor .floe.f3').length > 4");
        person.choose(&person.field("Phase"), "placement");
        person.click(".edit-side button.main");
        person.wait_game();
        person.wait("document.querySelector('.facts-line .lead') !== null");
        check("analysis");
    });
}
