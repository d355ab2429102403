//! The page in other languages: nothing of it stays English, and no message is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::browser_person::{Person, TestServer};
use crate::devtools::browser;

/// Every text that a reader sees or hears, without those that are English on purpose.
const TEXTS: &str = "(() => {
    const texts = new Set();
    const walk = (node) => {
      if (node.nodeType === Node.TEXT_NODE) texts.add(node.data.trim());
      if (node.nodeType !== Node.ELEMENT_NODE || node.matches('script, noscript, .language, [lang=en] *')) return;
      for (const name of ['title', 'aria-label', 'placeholder', 'aria-valuetext']) {
        if (node.hasAttribute(name)) texts.add(node.getAttribute(name).trim());
      }
      node.childNodes.forEach(walk);
    };
    walk(document.body);
    texts.add(document.title);
    return [...texts].filter(Boolean);
  })()";

/// Returns the messages of a language that are one line of plain text, by their names; others have no text here.
fn messages(lang: &str) -> BTreeMap<String, String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../locale/messages").join(lang);
    let mut messages = BTreeMap::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for (id, value) in text.lines().filter_map(|line| line.split_once(" =")) {
            if id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') {
                let value = if value.contains('{') { "" } else { value.trim() };
                messages.insert(id.to_owned(), value.to_owned());
            }
        }
    }
    messages
}

/// Looks at everything in the page now.
fn check(person: &Person, lang: &str, place: &str) {
    let texts: BTreeSet<String> = serde_json::from_value(person.eval(TEXTS)).unwrap();
    let (english, other) = (messages("en"), messages(lang));
    let translated: Vec<&String> = other.values().collect();
    let left: Vec<&str> = english
        .iter()
        .filter(|(id, value)| {
            !value.is_empty() && other.get(*id) != Some(value) && !translated.contains(value)
        })
        .filter(|(_, value)| texts.contains(*value))
        .map(|(_, value)| value.as_str())
        .collect();
    assert!(left.is_empty(), "{place} in {lang} is still English: {left:?}");
    let ids: Vec<&String> = english
        .keys()
        .filter(|id| id.contains('-') && texts.iter().any(|text| text.contains(id.as_str())))
        .collect();
    assert!(ids.is_empty(), "{place} in {lang} shows names of messages: {ids:?}");
    assert!(
        texts.iter().any(|text| other.values().any(|value| value == text)),
        "{place} in {lang}: {texts:?}"
    );
}

fn read_all(lang: &str) {
    let Some(browser) = browser(&format!("the_page_in_{lang}")) else { return };
    let server = TestServer::start();
    let person = Person::new(&browser, &server);
    person.speak(&format!("{lang},en;q=0.5"));
    person.open_home();
    assert_eq!(person.text("document.documentElement.lang"), lang);
    person.click(".fold summary");
    check(&person, lang, "the home page");
    person.click(".bar button.plain");
    person.wait("document.querySelector('dialog') !== null");
    check(&person, lang, "the help");
    person.key("Escape");
    person.wait("document.querySelector('dialog') === null");
    for kind in ["square", "gamma"] {
        person.open_home();
        person.click(&format!("label.kind:has([value={kind}])"));
        person.start_game();
        person.click(".board .tile.live .hit");
        person.wait("document.querySelectorAll('.moves > li').length > 1");
        person.click(".analysis .switch");
        person.wait("document.querySelector('.facts-line .lead') !== null");
        check(&person, lang, kind);
        person.click(".more-tools button:last-of-type");
        person.click("dialog button.main");
        person.wait("document.querySelector('.status .result') !== null");
        check(&person, lang, "a game that is over");
        // The home page lists the game now, and would choose its kind.
        person.eval("localStorage.removeItem('floe-new-game')");
    }
    person.open("/analysis");
    check(&person, lang, "the analysis page");
    // The language can be chosen, too.
    person.choose(".language", "en");
    person.wait(
        "document.documentElement.lang === 'en' && document.documentElement.classList.contains('ready')",
    );
}

#[test]
fn the_page_in_french() {
    read_all("fr");
}

#[test]
fn the_page_in_polish() {
    read_all("pl");
}
