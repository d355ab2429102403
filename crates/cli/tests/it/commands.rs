//! `floe show`, `check`, `perft`, `completions`, `man`, and help.

use serde_json::Value;

use crate::sandbox::{Run, Sandbox, check_each};

const BOARD: &str = "3 4\n10 20 00 30\n01 10 10 02\n10 00 20 10\nFloe 1 1\nRival 2 4\n";
const HEX: &str = "3 4\n10 20 00 30\n11 10 10 32\n10 00 20 10\nFloe 1 0\nRival 2 4\n";

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.told()))
}

#[test]
fn help_is_as_it_was() {
    let sandbox = Sandbox::new();
    let penguins = sandbox.run_line("--help").expect("penguins", 0);
    insta::assert_snapshot!("help_penguins", penguins.stdout);
    let gamma = std::process::Command::new(env!("CARGO_BIN_EXE_gamma")).arg("--help").output().unwrap();
    insta::assert_snapshot!("help_gamma", Run::from(gamma).expect("gamma", 0).stdout);
    for command in
        ["", "bot-check", "generate", "show", "check", "perft", "solve", "serve", "completions", "man"]
    {
        let mut call = sandbox.floe(&format!("{command} --help"));
        // Help is wrapped to the terminal, if there is one.
        let run = Run::from(call.env("COLUMNS", "100").output().unwrap()).expect(command, 0);
        insta::assert_snapshot!(format!("help_floe_{command}"), run.stdout);
    }
}

#[test]
fn without_arguments_and_without_a_terminal_it_prints_help() {
    let sandbox = Sandbox::new();
    let run = sandbox.run_floe("").expect("no arguments", 0);
    assert_eq!(run.stdout, sandbox.run_floe("-h").stdout);
    assert!(run.stderr.is_empty());
}

#[test]
fn wrong_usage_is_3_and_never_2() {
    let sandbox = Sandbox::with("b.txt", BOARD);
    let lines = [
        "nonsense",
        "show",
        "show b.txt --rules chess",
        "show b.txt --rules square --layout odd-q",
        "show b.txt --rules classic --layout odd-r",
        "show missing.txt",
        "show .",
        "check",
        "check missing.txt",
        "perft b.txt",
        "perft b.txt --depth x",
        "perft b.txt --depth 1 --turn 3",
        "perft b.txt --depth 1 --turn 0",
        "perft b.txt --depth 1 --penguins 0",
        "perft b.txt --depth 1 --penguins 2 --players 1",
        "perft b.txt --depth 1 --penguins 2 --players 10",
        "perft b.txt --depth 1 --penguins 2 --players 7 --rules hex",
        "solve",
        "solve b.txt --time x",
        "solve b.txt --turn 3",
        "solve b.txt --penguins 1 --players 3",
        "completions tcsh",
        "man nonsense",
    ];
    check_each(lines, |line| {
        let run = sandbox.run_floe(line).expect(line, 3);
        assert!(!run.stderr.is_empty() && run.stdout.is_empty(), "{line}: {}", run.told());
    });
}

#[test]
fn a_wrong_file_is_2_with_its_faults() {
    let sandbox = Sandbox::with("b.txt", BOARD.replace("20 10\nFloe", "20 1x\nFloe"));
    for line in ["show b.txt", "perft b.txt --depth 2", "solve b.txt"] {
        let run = sandbox.run_floe(line).expect(line, 2).expect_message(line, "b.txt:4:10: error: ");
        assert!(run.stdout.is_empty(), "{line}");
    }
    let run = sandbox.run_floe("check b.txt").expect("check", 2);
    assert!(run.stdout.starts_with("b.txt:4:10: error: "), "{}", run.told());
    assert!(run.stdout.ends_with("b.txt: 1 fault\n"), "{}", run.told());
    assert!(run.stderr.is_empty());
    let answer = json(&sandbox.run_floe("check b.txt --json").expect("json", 2));
    assert_eq!(answer[0]["valid"], false);
    assert_eq!(answer[0]["notes"][0]["line"], 4);
    assert_eq!(answer[0]["notes"][0]["column"], 10);
}

#[test]
fn check_goes_through_folders() {
    let sandbox = Sandbox::new();
    std::fs::create_dir_all(sandbox.path("boards/old")).unwrap();
    sandbox.write("boards/a.txt", BOARD);
    sandbox.write("boards/old/b.txt", "2 2\n10 1x\n10 10\n");
    sandbox.write("boards/tool.dll", "MZ\0");
    sandbox.write("boards/old/notes", "two boards\n");
    let run = sandbox.run_floe("check boards").expect("a folder", 2);
    assert!(run.stdout.contains("boards/old/b.txt:2:4: error: "), "{}", run.told());
    assert!(
        run.stdout.ends_with(
            "boards/old/b.txt: 1 fault\n2 board files: 1 valid, 1 with faults\n\
             passed over in boards, not board files: old/notes, tool.dll\n"
        ),
        "{}",
        run.told()
    );
    let answer = json(&sandbox.run_floe("check boards --json").expect("json", 2));
    let files: Vec<&str> =
        answer.as_array().unwrap().iter().map(|entry| entry["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["boards/old/notes", "boards/tool.dll", "boards/a.txt", "boards/old/b.txt"]);
    assert_eq!((&answer[0]["passed_over"], &answer[2]["valid"]), (&true.into(), &true.into()));
    std::fs::create_dir(sandbox.path("empty")).unwrap();
    let run = sandbox.run_floe("check empty").expect("nothing", 3);
    assert!(run.stderr.contains("there are no board files in the folder empty"), "{}", run.told());
}

#[test]
fn check_knows_good_files_warnings_and_rules() {
    let sandbox = Sandbox::with("square.txt", BOARD);
    sandbox.write("hex.txt", HEX);
    let good = sandbox.run_floe("check square.txt").expect("good", 0);
    assert_eq!(good.stdout, "square.txt: valid: 3 x 4, 2 players, rules 'square'\n");
    let hex = sandbox.run_floe("check hex.txt --rules hex").expect("hex", 0);
    assert_eq!(hex.stdout, "hex.txt: valid: 3 x 4, 2 players, rules 'hex'\n");
    let odd = sandbox.run_floe("check hex.txt square.txt").expect("fish beneath penguins", 0);
    assert!(odd.stdout.starts_with("hex.txt:3:1: warning: "), "{}", odd.told());
    assert_eq!(odd.stdout.matches("warning").count(), 2);
    // One missing file does not hide the others.
    let missing = sandbox.run_floe("check missing.txt square.txt").expect("missing", 3);
    assert!(missing.stdout.contains("square.txt: valid") && missing.stderr.contains("missing.txt"));
    // Nine players are fine on squares and too many elsewhere.
    let rows: String = (1..=9).map(|number| format!("p{number} {number} 0\n")).collect();
    sandbox.write("nine.txt", format!("1 1\n10\n{rows}"));
    sandbox.run_floe("check nine.txt").expect("nine on squares", 0);
    let run = sandbox.run_floe("check nine.txt --rules classic").expect("nine in classic", 2);
    assert!(run.stdout.contains("nine.txt:7:1: error: 9 players"), "{}", run.told());
}

#[test]
fn show_draws_and_colours_when_wanted() {
    let sandbox = Sandbox::with("b.txt", BOARD);
    let plain = sandbox.run_floe("show b.txt").expect("plain", 0);
    let expected = "    1   2   3   4\n1   1   2   ~   3\n2  [A]  1   1  [B]\n3   1   ~   2   1\n\
                    [A] Floe (player 1): 1 fish, 1 penguin\n[B] Rival (player 2): 4 fish, 1 penguin\n";
    assert_eq!(plain.stdout, expected);
    let colored = |name: &str, value: &str| {
        let run = Run::from(sandbox.floe("show b.txt").env(name, value).output().unwrap());
        run.stdout.contains('\u{1b}')
    };
    assert!(colored("CLICOLOR_FORCE", "1"));
    assert!(!colored("NO_COLOR", "1"));
    assert!(!colored("TERM", "xterm-256color"), "a pipe is no terminal");
    let hex = sandbox.run_floe("show b.txt --rules hex").expect("hex", 0);
    assert!(hex.stdout.contains("/ 1 \\___"), "{}", hex.told());
    let answer = json(&sandbox.run_floe("show b.txt --json").expect("json", 0));
    assert_eq!(answer["board"][1], "01 10 10 02");
    assert_eq!(answer["players"][1]["id"], "Rival");
}

#[test]
fn perft_ends_with_the_bare_total() {
    let sandbox = Sandbox::with("b.txt", BOARD);
    sandbox.write("empty.txt", "2 2\n10 10\n10 20\n");
    // Floe's slides by hand: up, down, and one or two to the right.
    let cases = [
        ("b.txt --depth 0", "1"),
        ("b.txt --depth 1", "4"),
        ("b.txt --depth 1 --turn 2", "4"),
        ("empty.txt --depth 1", "0"),
        ("empty.txt --depth 1 --penguins 1", "3"),
        ("empty.txt --depth 2 --penguins 1", "6"),
        // Three floes to start on and four penguins: whoever comes last is skipped, then one can move.
        ("empty.txt --depth 3 --penguins 2", "6"),
        ("empty.txt --depth 4 --penguins 2", "8"),
        ("empty.txt --depth 5 --penguins 2", "0"),
        ("empty.txt --depth 1 --penguins 1 --players 9", "3"),
    ];
    check_each(cases, |(line, total)| {
        let run = sandbox.run_floe(&format!("perft {line}")).expect(line, 0);
        assert_eq!(run.stdout, format!("{total}\n"), "{line}");
    });
    let run = sandbox.run_floe("perft b.txt --depth 2 --divide").expect("divide", 0);
    let lines: Vec<&str> = run.stdout.lines().collect();
    let (total, parts) = lines.split_last().unwrap();
    let sum: u64 = parts.iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(total.parse(), Ok(sum));
    assert!(parts[0].starts_with("r2c1-r1c1: "), "{}", run.told());
    let answer = json(&sandbox.run_floe("perft b.txt --depth 2 --divide --json").expect("json", 0));
    assert_eq!(answer["total"], sum);
    assert_eq!(answer["divide"][0]["turn"], "r2c1-r1c1");
}

#[test]
fn solve_proves_the_result_or_says_what_it_knows() {
    let sandbox = Sandbox::with("b.txt", "1 6\n01 10 30 20 10 02\nAnn 1 0\nBen 2 0\n");
    // Whoever slides first shuts the other in and has all fish.
    let run = sandbox.run_floe("solve b.txt").expect("Ann first", 0);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[..2], ["Ann wins by 7: Ann 7, Ben 0", "line: r1c1-r1c5 r1c5-r1c2 r1c2-r1c3 r1c3-r1c4"]);
    assert!(lines[2].ends_with(" ms") && lines[2].contains(" nodes, "), "{}", run.told());
    let answer = json(&sandbox.run_floe("solve b.txt --turn 2 --json").expect("json", 0));
    assert_eq!(
        (&answer["proved"], &answer["gain"], &answer["to_move"]),
        (&true.into(), &7.into(), &2.into())
    );
    assert_eq!(answer["winners"], serde_json::json!([2]));
    sandbox.write("one.txt", "1 4\n10 01 20 30\nAnn 1 5\n");
    let run = sandbox.run_floe("solve one.txt").expect("one player", 0);
    assert!(
        run.stdout.starts_with("Ann collects 10 fish in all\nline: r1c2-r1c3 r1c3-r1c4\n"),
        "{}",
        run.told()
    );
    sandbox.write("over.txt", "1 2\n01 02\nAnn 1 4\nBen 2 1\n");
    let run = sandbox.run_floe("solve over.txt").expect("over", 0);
    assert!(run.stdout.starts_with("Ann wins by 3: Ann 4, Ben 1\nthe game is over\n"), "{}", run.told());
    sandbox.run_floe("generate --rows 12 --cols 12 --seed 1 --output large.txt").expect("generate", 0);
    let run = sandbox.run_floe("solve large.txt --penguins 4 --time 20").expect("too large", 1);
    assert!(run.stdout.is_empty());
    assert!(
        run.stderr.starts_with("floe: not solved within the time limit: player 1 will gain -"),
        "{}",
        run.told()
    );
    let answer = json(&sandbox.run_floe("solve large.txt --penguins 4 --time 20 --json").expect("json", 1));
    assert_eq!(answer["proved"], false);
    sandbox.write("three.txt", "1 4\n01 02 03 10\nAnn 1 0\nBen 2 0\nFloe 3 0\n");
    sandbox.run_floe("solve three.txt").expect("three", 3).expect_message("three", "3 players");
}

#[test]
fn a_board_without_penguins_is_not_called_over() {
    let sandbox = Sandbox::with("over.txt", "1 2\n01 02\nAnn 1 4\nBen 2 1\n");
    sandbox.run_floe("generate --rows 6 --cols 6 --seed 1 --output new.txt").expect("generate", 0);
    for command in ["best", "solve"] {
        for form in ["", " --json", " --turn 1"] {
            let line = format!("{command} new.txt{form}");
            let run = sandbox.run_floe(&line).expect(&line, 3);
            if !form.contains("turn") {
                run.expect_message(&line, "new.txt has no penguins yet: give --penguins N");
            }
        }
        let line = format!("{command} new.txt --players 2");
        sandbox.run_floe(&line).expect(&line, 3).expect_message(&line, "give --penguins N as well");
    }
    sandbox.run_floe("best over.txt").expect("over", 1);
    let line = "perft over.txt --depth 1 --players 2";
    let reason = "--players 2 is for the placement phase: give --penguins N as well";
    sandbox.run_floe(line).expect(line, 3).expect_message(line, reason);
}

#[test]
fn options_are_refused_with_the_reason_and_once() {
    let sandbox = Sandbox::with("b.txt", "2 3\n10 10 10\n10 10 10\n");
    let record = "floe record 1\ngame: gamma\nboard: 2 1\nareas: 1\n";
    sandbox.write("game.floe", record);
    sandbox.write("my game.floe", record);
    let cases = [
        ("hex --rows 3 --cols 3 --start", 3, "a new board of hex has 9 to 1000 rows, not 3"),
        ("hex --rows 9 --cols 3", 3, "a new board of hex has 9 to 1000 columns, not 3"),
        ("square --rows 0", 3, "a new board of square has 1 to 1000 rows, not 0"),
        ("gamma --cols 0", 3, "a new board of gamma has 1 to 1000 columns, not 0"),
        ("square --rows 5000 --cols 5000 --start", 3, "a new board of square has 1 to 1000 rows, not 5000"),
        ("gamma --areas 0", 3, "each player of Gamma may hold at least 1 area, not 0"),
        ("square --penguins 0", 3, "each player needs at least 1 penguin, not 0"),
        ("square --players 12", 3, "a game of square has 1 to 9 players, not 12"),
        ("hex --players 300 --start", 3, "a game of hex has 2 to 6 players, not 300"),
        ("square --first 2", 3, "the first player can only be chosen on a board from a file"),
        ("square --board b.txt --rows 2", 3, "a board from a file has its own size"),
        ("hex --board b.txt --cols 9 --start", 3, "a board from a file has its own size"),
        ("square --board b.txt --first 7", 3, "player 7 cannot move first in a game of 2 players"),
        (
            "--time abc",
            3,
            "invalid value 'abc' for '--time <MS>': it must be a time in milliseconds, such as 500",
        ),
        (
            "--time -1",
            3,
            "invalid value '-1' for '--time <MS>': it must be a time in milliseconds, such as 500",
        ),
        ("--rows x", 3, "invalid value 'x' for '--rows <M>': it must be a whole number such as 4"),
        ("--rows 99999999999", 3, "invalid value '99999999999' for '--rows <M>': the number is too large"),
        (
            "--board game.floe",
            2,
            "game.floe:1:1: error: this is the record of a game, not a board file; to open it: floe replay game.floe\n",
        ),
    ];
    check_each(cases, |(options, code, reason)| {
        for mode in ["", " --plain"] {
            let line = format!("play {options}{mode}");
            let run = sandbox.run_floe(&line).expect(&line, code);
            assert!(run.stdout.is_empty(), "{line}: {}", run.told());
            assert_eq!(run.stderr.matches(reason).count(), 1, "{line}: {}", run.told());
        }
    });
    for line in ["best b.txt --time abc", "solve b.txt --time -1", "bot-check x --time 0"] {
        sandbox.run_floe(line).expect(line, 3).expect_message(line, ": it must be ");
    }
}

#[test]
fn options_of_games_may_stand_before_the_command() {
    let sandbox = Sandbox::with("squares.floe", SQUARES);
    let told = |line: &str| sandbox.run_floe(line).expect(line, 0).stdout;
    let french = told("replay squares.floe --lang fr");
    assert_eq!(told("--lang fr replay squares.floe"), french);
    assert_eq!(told("--lang pl --no-config replay squares.floe --lang fr"), french);
    let game = "play hex --plain --start --seed 1 --seat engine:1 --seat engine:1";
    assert_eq!(told(&format!("--lang fr {game}")), told(&format!("{game} --lang fr")));
    let line = "--lang fr check squares.floe";
    sandbox.run_floe(line).expect(line, 3).expect_message(line, "give other options after the command");
}

#[test]
fn a_record_is_told_in_each_language() {
    let sandbox = Sandbox::new();
    sandbox.write("squares.floe", SQUARES);
    sandbox.write("gamma.floe", GAMMA);
    let told = |line: &str| sandbox.run_floe(line).expect(line, 0).stdout;
    insta::assert_snapshot!("replay_squares", told("replay squares.floe"));
    for lang in ["en", "fr", "pl"] {
        insta::assert_snapshot!(
            format!("replay_gamma_{lang}"),
            told(&format!("replay gamma.floe --lang {lang}"))
        );
    }
    assert!(told("replay gamma.floe --turn 1").ends_with("This is the position after turn 1 of 3.\n"));
    assert_eq!(told("replay gamma.floe --turn 3"), told("replay gamma.floe"));
    let line = "replay gamma.floe --plain --turn 99";
    sandbox.run_floe(line).expect(line, 3).expect_message(line, "--turn 99: the game has 3 turns");
}

const SQUARES: &str = "floe record 1
game: square
penguins: 1
player 1: Ann (person)
player 2: Floe (engine level 3)

[start]
3 4
30 00 30 30
20 30 10 20
20 20 00 10

[turns]
1 r2c3
2 r3c4
1 r2c3-r2c4
1 r2c4-r1c4
1 r1c4-r1c3

[result]
1: 9
2: 1
winner: 1
";

const GAMMA: &str = "floe record 1
game: gamma
board: 2 1
areas: 1
player 1: Ann (person)
player 2: Ben (engine level 3)

[turns]
1 x0y0
2 x0y0!
1 pass

[result]
unfinished
";

#[test]
fn completions_and_pages_are_printed() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = sandbox.run_floe(&format!("completions {shell}")).expect(shell, 0);
        assert!(run.stdout.contains("perft"), "{shell}");
    }
    assert!(sandbox.run_floe("man").expect("man", 0).stdout.contains(".TH floe 1"));
    assert!(sandbox.run_floe("man perft").expect("man perft", 0).stdout.contains(".TH floe-perft 1"));
    sandbox.run_floe("man --output pages").expect("all pages", 0);
    assert!(sandbox.names().contains(&"pages/floe-generate.1".to_owned()), "{:?}", sandbox.names());
}

#[cfg(unix)]
#[test]
fn a_reader_that_stops_early_is_no_failure() {
    use std::process::Stdio;
    let sandbox = Sandbox::new();
    sandbox.run_floe("generate --rows 300 --cols 300 --seed 1 --output b.txt").expect("generate", 0);
    let mut child = sandbox.floe("show b.txt").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let run = Run::from(child.wait_with_output().unwrap()).expect("closed pipe", 0);
    assert!(run.stderr.is_empty(), "{}", run.told());
}

#[test]
fn best_tells_the_turn_first_and_repeats_with_nodes() {
    let sandbox = Sandbox::with("b.txt", "1 6\n01 10 30 20 10 02\nAnn 1 0\nBen 2 0\n");
    let run = sandbox.run_floe("best b.txt --nodes 1000").expect("best", 0);
    assert!(run.stdout.starts_with("r1c1-r1c5\nline   r1c1-r1c5"), "{}", run.told());
    for word in ["value", "depth", "nodes", "time", "speed"] {
        assert!(run.stdout.lines().any(|line| line.starts_with(word)), "{word}: {}", run.told());
    }
    sandbox.run_floe("generate --rows 8 --cols 8 --seed 1 --output new.txt").expect("generate", 0);
    let answer =
        || json(&sandbox.run_floe("best new.txt --penguins 3 --nodes 2000 --json").expect("json", 0));
    let (one, other) = (answer(), answer());
    assert!(one["nodes"].as_u64() >= Some(1000) && one["line"][0] == one["turn"], "{one}");
    assert_eq!(
        (&one["turn"], &one["value"], &one["nodes"]),
        (&other["turn"], &other["value"], &other["nodes"])
    );
    sandbox.write("over.txt", "1 2\n01 02\nAnn 1 4\nBen 2 1\n");
    sandbox.run_floe("best over.txt").expect("over", 1);
    sandbox.run_floe("best new.txt --level 11").expect("level", 3);
}

#[test]
fn bench_ends_with_the_bare_node_count() {
    let sandbox = Sandbox::with("unused", "");
    let run = sandbox.run_floe("bench").expect("bench", 0);
    let count: u64 = run.stdout.lines().last().unwrap().parse().unwrap();
    let answer = json(&sandbox.run_floe("bench --json").expect("json", 0));
    assert_eq!(answer["nodes"], count, "the same every time");
}
