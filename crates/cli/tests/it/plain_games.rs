//! Whole games of `floe play` by questions and answers: scripts of answers, and golden transcripts.

use crate::sandbox::{Run, Sandbox, check_each, feed};

/// Gives `floe` a script of answers.
fn answered(line: &str, script: &str) -> Run {
    feed(&mut Sandbox::new().floe(line), script.as_bytes())
}

/// Plays a whole game, with `--plain` and without: a pipe is no terminal.
#[track_caller]
fn played(line: &str, script: &str) -> String {
    let plain = answered(&format!("{line} --plain"), script).expect(line, 0);
    let by_itself = answered(line, script).expect(line, 0);
    assert_eq!(plain.stdout, by_itself.stdout);
    assert!(plain.stderr.is_empty() && by_itself.stderr.is_empty(), "{}", plain.told());
    assert!(!plain.stdout.contains('\u{1b}'));
    plain.stdout
}

/// The mode, penguins and sides; then a short game, with some wrong answers.
const SQUARE: &str = "\
1
1
5 5
0 9
3 3
2 4
3 3 0 4
3 3 4 3
4 3
2 4
3 4
4 3 4 4
n
";

#[test]
fn squares() {
    insta::assert_snapshot!(played("play square --seed 5", SQUARE));
}

/// Players, names and sides; then a short game, first step by step and then in whole lines.
const HEX: &str = "\
2
Ann
Ben
9 9
1
7
se
9
1 se 5
1 s 2
1 south-west 1
1 ne 1
1 sw 1
1 se 1
1 se 2
1 n 1
1 n 1
n
";

#[test]
fn hexagons() {
    insta::assert_snapshot!(played("play hex --seed 5 --penguins 1", HEX));
}

/// Sides, players and areas; then a game with golden moves, illegal ones and one given up.
const GAMMA: &str = "\
4
3
2
1
0 1
g 0 0
2 2
0 2
1 2
3 0
0 0
2 1
1 0
3 2
g 1 2
3 1
2 0
g 2 0
1 1
3 0
n
";

#[test]
fn gamma() {
    insta::assert_snapshot!(played("play gamma", GAMMA));
}

#[test]
fn engines_play_while_you_watch() {
    // Not compared with another run: engines that think for a time need not play the same on a busy machine.
    let watched = |line: &str, script: &str| answered(line, script).expect(line, 0).stdout;
    let text = watched("play square --seed 5 --time 10", "2\n1\n4 4\n");
    assert!(text.contains("wins with") || text.contains("share the win"), "{text}");
    // Everything settled, there is nothing to ask.
    let text =
        watched("play hex --seed 5 --penguins 1 --seat engine:1 --seat engine:1 --start --time 10", "");
    assert!(text.contains("wins with") || text.contains("share the win"), "{text}");
}

#[test]
fn saving_writes_what_replay_reads() {
    let sandbox = Sandbox::new();
    let script =
        SQUARE.replace("4 3 4 4\n", "save early.floe\nsave early.floe\nsave b.txt\n4 3 4 4\nsave end.floe\n");
    let run = feed(&mut sandbox.floe("play square --seed 5"), script.as_bytes()).expect("saving", 0);
    assert!(run.stdout.contains("early.floe already exists: choose another name."), "{}", run.told());
    assert_eq!(sandbox.names(), ["b.txt", "early.floe", "end.floe"], "{}", run.told());
    let early = sandbox.run_floe("replay early.floe").expect("early", 0);
    assert!(early.stdout.ends_with("\nThe game is unfinished.\n"), "{}", early.told());
    let end = sandbox.run_floe("replay end.floe").expect("end", 0);
    let last = end.stdout.lines().last().unwrap();
    assert!(last.contains(" wins with ") || last.contains(" share the win "), "{}", end.told());
    sandbox.run_floe("check b.txt").expect("board", 0);
    let second = sandbox.run_floe("replay end.floe --turn 2").expect("turn", 0);
    assert!(second.stdout.contains("\nThis is the position after turn 2 of "), "{}", second.told());
}

#[test]
fn the_number_of_penguins_follows_from_the_number_of_players() {
    let counts = [("hex", 2, 4), ("hex", 3, 3), ("hex", 4, 2), ("hex", 5, 2), ("hex", 6, 2)];
    let classic = [("classic", 2, 4), ("classic", 3, 3), ("classic", 4, 2)];
    check_each(counts.into_iter().chain(classic), |(game, players, penguins)| {
        let names = "\n".repeat(players);
        let seats = " --seat person".repeat(players);
        let calls = [
            (format!("play {game} --plain"), format!("{players}\n{names}9 9\n")),
            (format!("play {game} --plain --players {players}"), format!("{names}9 9\n")),
            (format!("play {game} --plain --players {players} --start"), String::new()),
            (format!("play {game} --plain --start{seats}"), String::new()),
        ];
        for (line, script) in calls {
            let run = answered(&format!("{line} --seed 5"), &script).expect(&line, 0);
            let asked = format!("Which penguin? (1 to {penguins})\n");
            assert!(run.stdout.contains(&asked), "{line}: {}", run.told());
        }
    });
    check_each(1..=9, |players| {
        let line = format!("play square --plain --players {players} --start --seed 5");
        let run = answered(&line, "").expect(&line, 0);
        let last = match players {
            1 => "Player A: ".to_owned(),
            // A lone engine needs no letter in its name.
            2 => "Floe (B): ".to_owned(),
            _ => format!("Floe {}: ", char::from(b'A' + players - 1)),
        };
        assert!(run.stdout.contains(&last), "{line}: {}", run.told());
    });
}

#[test]
fn the_language_is_that_of_the_option_or_the_locale() {
    let cases = [
        ("play gamma --plain", "fr_FR.UTF-8", "Largeur ?"),
        ("play gamma", "pl_PL", "Szerokość?"),
        ("play gamma --lang pl", "fr_FR.UTF-8", "Szerokość?"),
        ("play gamma --lang en", "pl_PL.UTF-8", "Width?"),
        ("play gamma", "de_DE.UTF-8", "Width?"),
    ];
    check_each(cases, |(line, locale, question)| {
        let run = feed(Sandbox::new().floe(line).env("LC_ALL", locale), b"").expect(line, 0);
        assert!(run.stdout.starts_with(question), "{line}: {}", run.told());
    });
}

#[test]
fn the_end_of_the_answers_is_no_failure() {
    let lines =
        [("play square --seed 5", SQUARE), ("play hex --seed 5 --penguins 1", HEX), ("play gamma", GAMMA)];
    check_each(lines, |(line, script)| {
        for end in 0..script.lines().count() {
            let head: String = script.split_inclusive('\n').take(end).collect();
            let run = answered(line, &head).expect(line, 0);
            let told = run.stdout.contains("The input has ended");
            // After the game there is only the question for another one.
            let over = run.stdout.ends_with("Again? (y/n)\n");
            assert!(told != over, "{line} after {end} answers: {}", run.told());
            assert!(run.stderr.is_empty(), "{}", run.told());
        }
    });
    let run = answered("play square --seed 5", "1\n1\n5 5\n3 3\nquit\n").expect("quit", 0);
    assert!(run.stderr.is_empty(), "{}", run.told());
}

#[test]
fn a_board_on_which_not_all_can_be_placed_is_refused_before_the_game() {
    let sandbox = Sandbox::with("b.txt", "2 3\n10 20 30\n20 30 10\n");
    let told = "2 players with 2 penguins each still need 4 floes with one fish, but the board has 2";
    for line in ["play square --board b.txt --penguins 2", "play square --board b.txt --penguins 2 --start"] {
        let run = sandbox.run_floe(line).expect(line, 3).expect_message(line, told);
        assert!(run.stdout.is_empty(), "{}", run.told());
    }
    let run = feed(&mut sandbox.floe("play square --board b.txt --penguins 1"), b"0 0\n").expect("enough", 0);
    assert!(run.stdout.contains("Turn of player"), "{}", run.told());
}

#[test]
fn a_wrong_board_is_2_with_line_column_and_caret() {
    let sandbox = Sandbox::with("b.txt", "2 3\n10 2x 30\n20 30 10\n");
    for line in ["play --board b.txt", "play square --board b.txt --start", "play hex --board b.txt --plain"]
    {
        let run = sandbox.run_floe(line).expect(line, 2);
        assert!(run.stderr.starts_with("b.txt:2:"), "{}", run.told());
        assert!(run.stderr.contains("error: ") && run.stderr.contains("10 2x 30\n"), "{}", run.told());
        assert!(run.stderr.ends_with("\n       ^^\n"), "{}", run.told());
        assert!(run.stdout.is_empty(), "{}", run.told());
    }
    sandbox.run_floe("play square --board none.txt").expect("missing", 3);
}

#[test]
fn a_broken_record_is_2_with_line_and_cause() {
    let sandbox = Sandbox::new();
    let script = SQUARE.replace("4 3 4 4\n", "4 3 4 4\nsave g.floe\n");
    feed(&mut sandbox.floe("play square --seed 5"), script.as_bytes()).expect("a game", 0);
    let good = String::from_utf8(sandbox.read("g.floe")).unwrap();
    let cases = [
        ("empty", String::new()),
        ("another version", good.replace("floe record 1", "floe record 9")),
        ("an illegal turn", good.replace("1 r4c4-r4c5", "1 r4c4-r1c5")),
        ("another's turn", good.replace("1 r4c4-r4c5", "2 r4c4-r4c5")),
        ("another result", good.replace("winner: ", "winner: 9")),
        ("cut off", good[..good.len() / 2].to_owned()),
    ];
    check_each(cases, |(case, text)| {
        assert_ne!(text, good, "{case}");
        sandbox.write("bad.floe", text);
        for line in ["replay bad.floe", "replay bad.floe --json", "replay bad.floe --plain --turn 1"] {
            let run = sandbox.run_floe(line).expect(case, 2);
            assert!(run.stderr.starts_with("bad.floe:") && run.stdout.is_empty(), "{case}: {}", run.told());
        }
    });
    sandbox.run_floe("replay none.floe").expect("missing", 3);
    sandbox.run_floe("replay").expect("no file", 3);
}
