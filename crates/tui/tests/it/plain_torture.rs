//! Random and truncated scripts: plain mode never panics, and ends politely.

use std::collections::BTreeMap;

use floe_locale::Lang;
use floe_rules::grid::Layout;
use floe_rules::random::Random;
use floe_session::{GameKind, GameSpec, Placement};
use floe_tui::plain::PlainOutcome;

use crate::plain_languages::assert_narrow;
use crate::plain_scripts::{board, engine, people, played, played_in, spec};

/// Requests of all kinds, with a script that plays a game of each to its end.
pub(crate) fn whole_games() -> Vec<(GameSpec, &'static str)> {
    let ice = "3 4\n10 20 30 10\n20 10 00 20\n10 30 20 10\n";
    let on_ice = |kind| GameSpec {
        board: Some(board(ice)),
        penguins: Some(2),
        placement: Some(Placement::Manual),
        ..spec(kind)
    };
    let squares = spec(GameKind::Square);
    let gamma = spec(GameKind::Gamma);
    vec![
        (
            squares,
            "1\n1\n4\n4\n0\n0\n3 1\n0 0\n0 3\n3 1 3 2\n0\n3\n2\n3\n3 2 3 3\n2 3 1 3\n1 3\n1 0\n1 0 2 0\n2 0 3 0\n",
        ),
        (
            on_ice(GameKind::Hex),
            "2\nAnn\nBen\n1\n1\n3 4\n1 4\n3 1\n2\nnw\n1\n1\nse\n1\n2 sw 2\n1 n 2\n2 se 2\n1 s 1\n2 ne 1\n",
        ),
        (gamma, "4\n3\n\n1\n0 0\n3 2\n0 1\n3 1\n1 1\n2 2\n1 0\n3 0\n0 2\n2 0\n2 1\n1 2\ng 1 2\ng 1 0\n"),
    ]
}

#[test]
fn the_end_of_the_input_is_polite_wherever_it_comes() {
    for (spec, script) in whole_games() {
        let lines: Vec<&str> = script.split_inclusive('\n').collect();
        let mut seen = 0;
        for count in 0..lines.len() {
            for end in ["", "save a.txt\n", "undo\n", "help\nback\n"] {
                let played = played(&spec, (lines[..count].concat() + end).as_bytes());
                let polite = "\nThe input has ended";
                assert!(played.screen.contains(polite), "{count} lines and {end:?}: {}", played.screen);
                assert_eq!(played.ended, PlainOutcome::InputEnded, "{count} lines and {end:?}");
                seen += usize::from(played.screen.contains("The game was not finished; the standings:\n1. "));
            }
        }
        let whole = played(&spec, script.as_bytes());
        assert_eq!(whole.ended, PlainOutcome::Finished, "{}", whole.screen);
        assert!(
            whole.screen.contains("\n1. ") && whole.screen.ends_with("Again? (y/n)\n"),
            "{}",
            whole.screen
        );
        assert!(seen > 0, "standings are shown on the way out");
    }
}

#[test]
fn undo_to_the_start_and_redo_to_the_end_is_the_same_game() {
    for (spec, script) in whole_games() {
        let last_board = |screen: &str| {
            let end = screen.rfind("\nThe game is over").expect("the game was played to its end");
            screen[end..].to_owned()
        };
        let whole = played(&spec, format!("{script}n\n").as_bytes()).screen;
        let there_and_back = format!("{script}{}{}n\n", "undo\n".repeat(40), "redo\n".repeat(40));
        let again = played(&spec, there_and_back.as_bytes()).screen;
        let again = last_board(&again).replace("redo\nThere is nothing to redo.\nAgain? (y/n)\n", "");
        assert_eq!(again, last_board(&whole));
    }
}

/// Words that many questions take.
const USEFUL: &[&str] =
    &["0", "1", "2", "3", "4", "5", "1", "2", "n", "ne", "se", "s", "sw", "nw", "e", "w", "y"];
const WORDS: &[&str] = &[
    "6",
    "7",
    "9",
    "12",
    "20",
    "99",
    "4294967295",
    "4294967296",
    "-1",
    "1.5",
    "north",
    "g",
    "c",
    "no",
    "help",
    "?",
    "board",
    "undo",
    "redo",
    "hint",
    "back",
    "save",
    "save a.txt",
    "save x/y",
    "stop",
    "quit",
    "aide",
    "annuler",
    "rétablir",
    "indice",
    "enregistrer b.txt",
    "pomoc",
    "cofnij",
    "ponów",
    "podpowiedź",
    "zapisz b.txt",
    "passer",
    "zakończ",
    "r1c1",
    "r1c1-r2c2",
    "so",
    "Ann",
    "Ben",
    "",
    "\0",
    "\u{feff}",
    "\u{1b}[2J",
    "Łoś",
    "%s%n",
    ",",
    "\t",
    "\r",
];

fn garbage(random: &mut Random) -> Vec<u8> {
    let mut script = Vec::new();
    for _ in 0..random.below(500) {
        match random.below(40) {
            0 => script.extend((0..random.below(30)).map(|_| random.next_u64() as u8)),
            1 => script.extend(vec![b'7'; 3000]),
            _ => {
                // Useful ones are more frequent, or no game would get far.
                let words = if random.below(8) == 0 { WORDS } else { USEFUL };
                script.extend_from_slice(words[random.index(words.len())].as_bytes());
            }
        }
        script.push(if random.below(2) == 0 { b' ' } else { b'\n' });
    }
    script
}

#[test]
fn random_scripts_always_end() {
    let mut random = Random::new(2);
    let (mut begun, mut over, mut endings) = (0, 0, BTreeMap::new());
    for round in 0..2000 {
        let kind = GameKind::ALL[random.index(4)];
        let mut spec = GameSpec { seed: None, ..spec(kind) };
        if kind == GameKind::Hex && random.below(2) == 0 {
            spec.layout = Some(Layout::EvenR);
        }
        if random.below(2) == 0 {
            if kind != GameKind::Classic {
                let shortest = (*kind.sides().start()).max(3);
                spec.rows = Some(shortest + random.below(4) as u32);
                spec.cols = Some(shortest + random.below(4) as u32);
            }
            match kind {
                GameKind::Gamma => spec.areas = Some(1),
                _ => spec.penguins = Some(1 + random.below(2) as u32),
            }
        }
        if kind != GameKind::Gamma && random.below(2) == 0 {
            spec.placement = Some(Placement::Manual);
        }
        if random.below(2) == 0 {
            spec.seats = match random.below(3) {
                0 => people(&["Ann", "Ben"]),
                1 => vec![people(&["Ann"]).remove(0), engine("Robot")],
                _ => vec![engine("Robot"), people(&["Ann"]).remove(0)],
            };
        }
        let script = garbage(&mut random);
        let lang = Lang::ALL[round % 3];
        let played = played_in(lang, &spec, &script);
        assert_narrow(&played.said);
        // The last answer is seen as it was typed, perhaps without an end of its line.
        let whole = played.screen.ends_with('\n') || !script.ends_with(b"\n");
        assert!(whole, "round {round}: {}", played.screen);
        let says = |words: [&str; 3]| u32::from(played.screen.contains(words[round % 3]));
        begun += says([" Turn of ", " de jouer\n", " Teraz gra "]);
        over += says(["The game is over", "La partie est finie :", "Koniec gry:"]);
        *endings.entry(format!("{:?}", played.ended)).or_insert(0) += 1;
    }
    println!("{begun} games began, {over} were played to the end: {endings:?}");
    assert!(begun > 1000 && over > 20 && endings.len() == 3, "the scripts reach every part");
}
