//! Options of `floe` at a terminal: the language of the menu, and what is refused before the screen is taken.

use crate::sandbox::Sandbox;
use crate::terminal::Session;

const SIZE: (u16, u16) = (100, 24);

#[test]
fn the_menu_speaks_the_given_language() {
    for (line, title) in [
        ("--lang en", "Penguins on squares"),
        ("--lang fr", "Pingouins sur carrés"),
        ("--lang=pl", "Pingwiny na kwadratach"),
    ] {
        let sandbox = Sandbox::new();
        let mut session = Session::floe(&sandbox, line, SIZE);
        session.wait_for(title);
        session.press("q");
        session.end().expect_code(0);
    }
}

#[test]
fn what_cannot_be_played_is_refused_before_the_screen_is_taken() {
    let sandbox = Sandbox::with("b.txt", "2 3\n10 10 10\n10 10 10\n");
    for (line, reason) in [
        ("hex --rows 3 --cols 3 --start", "floe: a new board of hex has 9 to 1000 rows, not 3"),
        ("hex --rows 3 --cols 3", "floe: a new board of hex has 9 to 1000 rows, not 3"),
        ("square --cols 0", "floe: a new board of square has 1 to 1000 columns, not 0"),
        ("gamma --areas 0", "floe: each player of Gamma may hold at least 1 area, not 0"),
        ("square --players 12", "floe: a game of square has 1 to 9 players, not 12"),
        ("square --penguins 99 --start", "need 198 floes with one fish"),
        ("square --board b.txt --rows 2", "floe: a board from a file has its own size"),
    ] {
        let ended = Session::floe(&sandbox, &format!("play {line}"), SIZE).end();
        ended.expect_code(3);
        assert_eq!(ended.screen.words().matches(reason).count(), 1, "{line}: {}", ended.screen.text());
    }
}
