//! The server as its clients see it, and its page in a real browser.

#![expect(
    clippy::unwrap_used,
    reason = "clippy.toml allows it in tests, but sees only the functions marked so"
)]

mod browser_accessibility;
mod browser_analysis;
mod browser_games;
mod browser_languages;
mod browser_layout;
mod browser_people;
mod browser_person;
mod browser_tools;
mod browser_tournament;
mod client;
mod devtools;
mod devtools_emulation;
mod devtools_input;
mod killed;
mod play;
mod protocol;
mod random_clients;
mod tournament;
