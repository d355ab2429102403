//! The characters that boards are drawn with: blocks where the terminal can show them, ASCII elsewhere and on request.

use std::process::Command;

use crate::sandbox::{Run, Sandbox, check_each};
use crate::terminal::{Session, floe};

const BOARD: &str = "3 4\n10 20 00 30\n11 10 10 32\n10 00 20 10\nFloe 1 0\nRival 2 4\n";

fn has_blocks(text: &str) -> bool {
    text.chars().any(|letter| ('▀'..='▟').contains(&letter))
}

/// Sets variables, given as `NAME=VALUE`.
fn set(mut command: Command, variables: &str) -> Command {
    for (name, value) in variables.split_whitespace().filter_map(|word| word.split_once('=')) {
        command.env(name, value);
    }
    command
}

#[test]
fn shown_boards_have_filled_tiles_where_colours_and_locale_allow() {
    let sandbox = Sandbox::with("b.txt", BOARD);
    let coloured = "CLICOLOR_FORCE=1 TERM=xterm-256color";
    let cases = [
        (format!("{coloured} LC_ALL=C.UTF-8"), "", true),
        (format!("{coloured} LC_ALL= LC_CTYPE= LANG=pl_PL.utf8"), "", true),
        (format!("{coloured} LC_ALL=C.UTF-8"), " --ascii", false),
        (format!("{coloured} LC_ALL=C"), "", false),
        ("CLICOLOR_FORCE=1 TERM=linux LC_ALL=C.UTF-8".to_owned(), "", false),
        ("NO_COLOR=1 TERM=xterm-256color LC_ALL=C.UTF-8".to_owned(), "", false),
    ];
    check_each(cases, |(variables, option, blocks)| {
        for rules in ["square", "hex", "classic", "hex --layout even-r"] {
            let command = sandbox.floe(&format!("show b.txt --rules {rules}{option}"));
            let output = set(command, &variables).output().expect("floe runs");
            let run = Run::from(output).expect(&variables, 0);
            assert_eq!(has_blocks(&run.stdout), blocks, "{variables} {rules}{option}: {}", run.told());
            assert_eq!(run.stdout.contains('\u{1b}'), !variables.starts_with("NO_COLOR"), "{variables}");
        }
    });
}

#[test]
fn the_full_screen_draws_blocks_or_ascii() {
    let cases = [
        ("LC_ALL=C.UTF-8", "", true),
        ("LC_ALL=C.UTF-8 NO_COLOR=1", "", true),
        ("LC_ALL=C.UTF-8", " --ascii", false),
        ("LC_ALL=POSIX", "", false),
        ("LC_ALL=C.UTF-8 TERM=linux", "", false),
    ];
    check_each(cases, |(variables, option, blocks)| {
        for game in ["square", "hex", "classic"] {
            let sandbox = Sandbox::new();
            let line = format!("play {game} --seat person:Ann --seat person:Ben --start{option}");
            let mut session = Session::start(set(floe(&sandbox, &line), variables), (80, 24));
            session.wait_for("Ben");
            assert_eq!(session.look(|screen| has_blocks(&screen.text())), blocks, "{variables} {line}");
            session.press("q");
            session.end().expect_code(0);
        }
    });
}
