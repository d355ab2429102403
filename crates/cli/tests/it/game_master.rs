//! `floe match` and `floe tournament`: games between programs, as an instructor runs them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::sandbox::Run;

const FLOE: &str = env!("CARGO_BIN_EXE_floe");
const PENGUINS: &str = env!("CARGO_BIN_EXE_penguins");

fn floe(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(FLOE).args(arguments).current_dir(folder).output().unwrap()
}

/// Runs floe, whatever comes of it.
fn match_run(folder: &Path, arguments: &[&str]) -> Run {
    Run::from(floe(folder, arguments))
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Runs a match that must work, and returns its report.
fn play(folder: &Path, arguments: &[&str]) -> Value {
    let mut all = vec!["match", "--json", "--seed", "3", "--rows", "5", "--cols", "5", "--penguins", "2"];
    all.extend(arguments);
    let output = floe(folder, &all);
    assert!(output.status.success(), "{all:?}: {}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Writes a program for the shell.
fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn penguins(name: &str) -> String {
    format!("{PENGUINS} nodes=20 name={name}")
}

#[test]
fn each_program_plays_every_seat_on_every_board_and_every_record_replays() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (penguins("a"), penguins("b"));
    let report =
        play(folder.path(), &[&a, &b, "engine:level=1,nodes=20", "--boards", "2", "--records", "out"]);
    let games = report["games"].as_array().unwrap();
    assert_eq!(games.len(), 6);
    let mut seats: BTreeMap<(String, usize, u64), usize> = BTreeMap::new();
    for game in games {
        for (seat, entrant) in game["seats"].as_array().unwrap().iter().enumerate() {
            let key = (game["board"].as_str().unwrap().to_owned(), seat, entrant.as_u64().unwrap());
            *seats.entry(key).or_default() += 1;
        }
    }
    assert_eq!(seats.len(), 2 * 3 * 3);
    assert!(seats.values().all(|&count| count == 1));
    assert!(report["faults"].as_array().unwrap().is_empty());
    for number in 1..=6 {
        let record = format!("out/game-{number:04}.floe");
        let replay = floe(folder.path(), &["replay", &record, "--json"]);
        assert!(replay.status.success(), "{}", stderr(&replay));
        let text = fs::read_to_string(folder.path().join(&record)).unwrap();
        assert!(text.contains("\nisolation: "), "{text}");
    }
    for name in ["report.html", "report.json", "standings.csv", "games.csv", "faults.csv"] {
        assert!(folder.path().join("out").join(name).is_file(), "{name}");
    }
}

#[test]
fn two_copies_of_one_program_can_meet_under_all_rules() {
    let folder = tempfile::tempdir().unwrap();
    let copy = format!("{PENGUINS} nodes=20");
    for rules in
        [&["--rules", "square"][..], &["--rules", "hex", "--layout", "even-r"], &["--rules", "classic"]]
    {
        // Under another name it still reports the id Floe, but plays as Ann.
        let renamed = rules.contains(&"hex");
        let copy = if renamed { penguins("Ann") } else { copy.clone() };
        let mut arguments = vec!["match", "--json", "--boards", "1", "--seed", "1", &copy, &copy];
        arguments.extend(rules);
        let output = floe(folder.path(), &arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["faults"], serde_json::json!([]), "{rules:?}");
        assert_eq!(report["entrants"][1]["name"], if renamed { "Ann (2)" } else { "Floe (2)" });
        assert_eq!(report["games"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn copies_of_a_program_without_an_id_are_distinguished() {
    let folder = tempfile::tempdir().unwrap();
    let silent = format!("case $1 in name|id) exit 3;; esac\nexec {PENGUINS} nodes=20 name=Mum \"$@\"\n");
    let silent = script(folder.path(), "silent", &silent);
    let silent = silent.to_str().unwrap();
    let report = play(folder.path(), &[silent, silent, "--boards", "1", "--read", PENGUINS]);
    assert_eq!(report["faults"], serde_json::json!([]));
    assert_eq!(
        (&report["entrants"][0]["name"], &report["entrants"][1]["name"]),
        (&"Mum".into(), &"Mum (2)".into())
    );
}

#[test]
fn hostile_ids_stay_harmless_short_and_distinct() {
    let folder = tempfile::tempdir().unwrap();
    let ids = [
        ("plain", "printf Pingu"),
        ("hidden", "printf 'Pingu\\342\\200\\213'"),
        ("cyrillic", "printf '\\320\\240ingu'"),
        ("screen", "printf 'x\\342\\200\\256\\342\\200\\250y'"),
        ("flood", "printf Z; yes \"$(printf '\\314\\264')\" | head -n 3000 | tr -d '\\n'"),
        ("long", "head -c 200000 /dev/zero | tr '\\0' x"),
        ("longer", "head -c 200001 /dev/zero | tr '\\0' x"),
    ];
    let programs: Vec<String> = ids
        .iter()
        .map(|(name, id)| {
            let text = format!("[ \"$1\" = name ] && {{ {id}; exit 0; }}\ncat \"$0\" >&2\nexit 3\n");
            script(folder.path(), name, &text).to_str().unwrap().to_owned()
        })
        .collect();
    let mut arguments = vec!["match", "--seed", "3", "--boards", "1", "--rows", "6", "--cols", "6"];
    arguments.extend(["--penguins", "1", "--on-fault", "forfeit", "--records", "out"]);
    arguments.extend(programs.iter().map(String::as_str));
    let output = floe(folder.path(), &arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    for text in [stdout(&output), stderr(&output)] {
        let is_bad = |letter: char| {
            (letter.is_control() && letter != '\n') || "\u{200b}\u{202e}\u{2028}".contains(letter)
        };
        assert!(!text.contains(is_bad), "{text:?}");
        assert!(text.len() < 40_000, "{} bytes", text.len());
        assert!(!text.contains(&"\u{334}".repeat(5)), "{text}");
    }
    // The tables cut names, and still tell them apart.
    let cut: Vec<String> = stdout(&output)
        .lines()
        .skip_while(|line| !line.starts_with("Cross table"))
        .filter(|line| line.contains("xxx"))
        .take(2)
        .map(|line| line.split_whitespace().skip(1).take_while(|word| !word.contains('/')).collect())
        .collect();
    assert!(cut.len() == 2 && cut[0].trim_end_matches('×') != cut[1].trim_end_matches('×'), "{cut:?}");
    let file = |name: &str| fs::read(folder.path().join("out").join(name)).unwrap();
    let report: Value = serde_json::from_slice(&file("report.json")).unwrap();
    let names: Vec<&str> = report["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|standing| {
            let entrant = standing["entrant"].as_u64().unwrap() as usize;
            assert_eq!(standing["name"], report["entrants"][entrant]["name"]);
            standing["name"].as_str().unwrap()
        })
        .collect();
    assert_eq!(names.len(), ids.len());
    assert!(names.iter().all(|name| name.chars().count() <= 40), "{names:?}");
    // Whoever looks like somebody before has a number.
    assert_eq!(names.iter().filter(|name| name.ends_with(" (2)")).count(), 2, "{names:?}");
    assert!(names.iter().any(|name| name.ends_with("(3)") || name.contains('\u{fffd}')), "{names:?}");
    for name in ["report.html", "standings.csv", "games.csv", "faults.csv", "game-0001.floe"] {
        assert!(file(name).len() < 400_000, "{name} has {} bytes", file(name).len());
    }
    // The whole ids are there once.
    assert!(file("report.json").len() < 2_000_000, "{} bytes", file("report.json").len());
}

#[test]
fn faults_cost_what_the_policy_sets() {
    let folder = tempfile::tempdir().unwrap();
    let broken = script(
        folder.path(),
        "broken",
        "[ \"$1\" = name ] && echo broken && exit\necho 'I am lost' >&2\necho Invalid move\nexit 3\n",
    );
    let (good, broken) = (penguins("good"), broken.to_str().unwrap().to_owned());
    for (policy, faults, out) in [
        (&[][..], 3, "forfeit after 3 faults in a row"),
        (&["--on-fault", "forfeit"], 1, "forfeit after a fault"),
        (&["--on-fault", "disqualify", "--faults", "2"], 2, "disqualified after 2 faults"),
    ] {
        let mut arguments = vec![&good[..], &broken, "--boards", "1"];
        arguments.extend(policy);
        let report = play(folder.path(), &arguments);
        let start = "exit code 3: the program reported an internal error; expected 0: a penguin could still be placed at";
        let end = " (standard error: I am lost; standard output: Invalid move)";
        let listed = report["faults"].as_array().unwrap();
        assert_eq!(listed.len(), faults * 2, "{policy:?}");
        for fault in listed {
            let explanation = fault["explanation"].as_str().unwrap();
            assert!(explanation.starts_with(start) && explanation.ends_with(end), "{explanation}");
            assert_eq!(fault["entrant"], 1);
        }
        for game in report["games"].as_array().unwrap() {
            let seat = game["seats"].as_array().unwrap().iter().position(|who| who == 1).unwrap();
            assert_eq!((&game["out"][seat], &game["places"][seat]), (&Value::from(out), &Value::from(2)));
        }
        assert_eq!(
            (&report["standings"][0]["entrant"], &report["standings"][0]["wins"]),
            (&0.into(), &2.into())
        );
    }
    // What it printed is kept next to the record.
    let seat = if fs::read_to_string(folder.path().join("match-1/game-0001.floe"))
        .unwrap()
        .contains("player 1: broken")
    {
        1
    } else {
        2
    };
    for (stream, printed) in [("stderr", "I am lost"), ("stdout", "Invalid move")] {
        let kept = folder.path().join(format!("match-1/game-0001.player-{seat}.{stream}"));
        let kept = fs::read_to_string(kept).unwrap();
        assert!(kept.starts_with(&format!("--- after turn {}\n{printed}\n", seat - 1)), "{kept}");
    }
}

#[test]
fn boards_are_taken_from_a_folder_of_all_sorts() {
    let folder = tempfile::tempdir().unwrap();
    let boards = folder.path().join("boards");
    fs::create_dir(&boards).unwrap();
    for (name, text) in [
        ("good.txt", "2 3\n10 10 10\n20 10 30\n"),
        ("broken.txt", "2 3\n10 10\n20 10 30\n"),
        ("played.txt", "2 3\n01 10 10\n20 10 30\nAnn 1 1\n"),
        ("libgcc.dll", "MZ\u{1}\0"),
        ("README.md", "# Boards\n"),
    ] {
        fs::write(boards.join(name), text).unwrap();
    }
    let engine = "engine:nodes=50,level=1";
    let run = match_run(
        folder.path(),
        &["match", engine, engine, "--board", "boards", "--penguins", "1", "--json"],
    );
    assert_eq!(run.code, Some(0), "{}", run.told());
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let games = report["games"].as_array().unwrap();
    assert!(games.len() == 2 && games.iter().all(|game| game["board"] == "good.txt"), "{games:?}");
    for line in [
        "passed over: boards/broken.txt:2:6: error: row 1 has 2 of 3 fields",
        "passed over: no game can start on board 'played.txt': a game between programs starts on a board without players",
        "passed over in boards, not board files: README.md, libgcc.dll",
    ] {
        assert!(run.stderr.contains(line), "no \"{line}\" in\n{}", run.stderr);
    }
    let quiet = match_run(
        folder.path(),
        &["match", engine, engine, "--board", "boards", "--penguins", "1", "--quiet"],
    );
    assert!(quiet.stderr.contains("passed over: boards/broken.txt") && !quiet.stderr.contains("README"));
    // A file that is named must be a board.
    let run = match_run(folder.path(), &["match", engine, engine, "--board", "boards/libgcc.dll"]);
    assert_eq!(run.code, Some(2), "{}", run.told());
    fs::remove_file(boards.join("good.txt")).unwrap();
    let run = match_run(folder.path(), &["match", engine, engine, "--board", "boards", "--penguins", "1"]);
    assert_eq!(run.code, Some(2), "{}", run.told());
    run.expect_message("only broken boards", "boards/broken.txt:2:6: error");
}

#[test]
fn mistakes_of_the_user_are_reported_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let good = penguins("good");
    fs::write(folder.path().join("bad.txt"), "2 2\n10 10\n10\n").unwrap();
    fs::write(folder.path().join("small.txt"), "1 3\n10 10 20\n").unwrap();
    fs::write(folder.path().join("plain.txt"), "no program").unwrap();
    for (arguments, code, message) in [
        (&[&good[..], "./nobody"][..], 3, "there is no program './nobody'"),
        (&[&good, "./plain.txt"], 3, "plain.txt"),
        (&[&good, &good, "--board", "bad.txt"], 2, "bad.txt:3:3: error: row 2 has 1 of 2 fields"),
        (
            &[&good, &good, "--board", "small.txt"],
            3,
            "no game can start on board 'small.txt': the board has 2 floes with one fish, but 6 penguins are to be placed",
        ),
        (&[&good, &good, "--board", "nothing"], 3, "cannot read nothing"),
        (&[&good, &good, "--time", "0"], 3, "invalid value '0' for '--time <MS>'"),
        (
            &[&good, &good, "--rules", "classic", "--layout", "odd-q"],
            3,
            "a layout can only be chosen with the rules 'hex'",
        ),
        (&[&good, &good, &good, "--sprt", "0,5"], 3, "--sprt needs exactly two programs"),
        (
            &[&good, &good, "--on-fault", "forfeit", "--faults", "2"],
            3,
            "'faults' cannot be used with 'forfeit', where the first fault ends the game",
        ),
        (
            &[&good, &good, "--on-fault", "disqualify", "--faults", "0"],
            3,
            "'faults' must be at least 1 with 'disqualify'",
        ),
        (&[&good, &good, "--memory", "18446744073709551615"], 3, "'memory' is too large"),
    ] {
        let mut all = vec!["match"];
        all.extend(arguments);
        let output = floe(folder.path(), &all);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
    assert!(!folder.path().join("match-1").exists(), "nothing was played");
}

#[test]
fn a_sequential_test_ends_a_match_early() {
    let folder = tempfile::tempdir().unwrap();
    let strong = format!("{PENGUINS} nodes=2000 name=strong");
    let report = play(
        folder.path(),
        &[&strong, "engine:level=1,nodes=10", "--boards", "200", "--sprt", "0,200", "--parallel", "2"],
    );
    let played = report["games"].as_array().unwrap().len();
    assert!(played < 200, "{played} games");
    assert!(report["games_left"].as_u64().unwrap() > 0);
}

const CUP: &str = "seed = 4\n[game]\npenguins = 2\n[boards]\ncount = 1\nmake = { rows = 5, cols = 5 }\n";

fn entries(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| {
            format!(
                "[[program]]\nname = \"{name}\"\ncommand = \"engine:level=2,nodes=20,seed={}\"\n",
                name.len()
            )
        })
        .collect()
}

#[test]
fn every_format_is_played_to_its_end() {
    for (format, players, games) in [
        ("format = 'round-robin'", 2, 6 * 2),
        ("format = 'round-robin'", 3, 4 * 3),
        ("format = 'gauntlet'\nchallengers = 1", 2, 3 * 2),
        ("format = 'swiss'\nrounds = 2", 2, 2 * 2 * 2),
        ("format = 'knock-out'", 2, 3 * 2),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let config = format!("{format}\nplayers = {players}\n{CUP}{}", entries(&["a", "bb", "ccc", "dddd"]));
        fs::write(folder.path().join("cup.toml"), config).unwrap();
        let output = floe(folder.path(), &["tournament", "cup.toml", "--json"]);
        assert!(output.status.success(), "{format}: {}", stderr(&output));
        let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
        let played = report["games"].as_array().unwrap().len();
        // A knock-out may need more games where a match ends equal.
        assert!(played == games || (format.contains("knock") && played > games), "{format}: {played}");
        assert_eq!(report["games_left"], 0);
        assert_eq!(report["standings"].as_array().unwrap().len(), 4);
        // Nothing is left to do, and nothing is done twice.
        let again = floe(folder.path(), &["tournament", "cup.toml", "--json", "--report-only"]);
        assert_eq!(stdout(&again), stdout(&output));
        assert!(folder.path().join("cup-reports/report.html").is_file());
    }
}

#[test]
fn another_tournament_in_the_same_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.toml");
    fs::write(&path, format!("{CUP}{}", entries(&["a", "b"]))).unwrap();
    let nothing = floe(folder.path(), &["tournament", "cup.toml", "--report-only"]);
    assert_eq!(nothing.status.code(), Some(3));
    assert!(stderr(&nothing).contains("nothing has been played yet"), "{}", stderr(&nothing));
    assert!(!folder.path().join("cup.db").exists());
    assert!(floe(folder.path(), &["tournament", "cup.toml"]).status.success());
    fs::write(&path, format!("{CUP}{}", entries(&["a", "c"]))).unwrap();
    let output = floe(folder.path(), &["tournament", "cup.toml"]);
    assert_eq!(output.status.code(), Some(3));
    let message = stderr(&output);
    assert!(message.contains("floe: program 2 changed from 'b: engine"), "{message}");
    // What a program may use up decides games too.
    let less = CUP.replace("penguins = 2\n", "penguins = 2\nmemory = 64\n");
    fs::write(&path, format!("{less}{}", entries(&["a", "b"]))).unwrap();
    let output = floe(folder.path(), &["tournament", "cup.toml"]);
    assert_eq!(output.status.code(), Some(3));
    let message = stderr(&output);
    assert!(message.contains("floe: limits changed from"), "{message}");
    assert!(message.contains("choose another 'database' for a new one"), "{message}");
    fs::write(&path, format!("{CUP}{}[[program]]\ncommand = './nobody'\n", entries(&["a"]))).unwrap();
    let output = floe(folder.path(), &["tournament", "cup.toml"]);
    let message = stderr(&output);
    assert!(message.contains("cup.toml, line 11, ./nobody: there is no program './nobody'"), "{message}");
    fs::write(&path, "programs = 3").unwrap();
    let output = floe(folder.path(), &["tournament", "cup.toml"]);
    assert!(
        stderr(&output).contains("in cup.toml: TOML parse error at line 1, column 1"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn an_interrupted_tournament_prints_the_command_that_resumes_it() {
    let folder = tempfile::tempdir().unwrap();
    // More games than can be played before the interruption.
    let config = format!("repeats = 20000\n{CUP}{}", entries(&["a", "b"]));
    fs::write(folder.path().join("my cup.toml"), config).unwrap();
    let mut floe = Command::new(FLOE)
        .args(["tournament", "my cup.toml"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut progress = BufReader::new(floe.stderr.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("game ") {
        line.clear();
        assert!(progress.read_line(&mut line).unwrap() > 0, "it ended before a game was over");
    }
    // SIGINT would do as well, but a shell that runs the tests in the background has it ignored.
    assert!(Command::new("kill").args(["-TERM", &floe.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    progress.read_to_string(&mut rest).unwrap();
    assert_eq!(floe.wait().unwrap().code(), Some(3), "{rest}");
    let last = rest.lines().last().unwrap();
    let (left, command) = last.split_once(" games left; to resume: ").expect(last);
    let left: usize = left.strip_prefix("interrupted with ").unwrap().parse().unwrap();
    assert!((1..40000).contains(&left), "{left}");
    // It is a command for a shell, and resumes the same games.
    let again = Command::new("sh")
        .args(["-c", &format!("{command} --report-only --json")])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(report["games_left"], left);
    assert_eq!(report["games"].as_array().unwrap().len(), 40000 - left);
}
