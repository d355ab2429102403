//! `floe bot-check` with real programs: correct ones pass, and broken ones fail the right checks.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::Value;

use crate::sandbox::{Run, Sandbox, skipped};
use crate::starters::starters;

/// Enough time for a machine that is busy with other tests.
const TIME: &str = "--time=30000";

/// Returns the option for the isolation tier: the best one, or none where no sandbox works.
fn tier() -> &'static [&'static str] {
    static POSSIBLE: OnceLock<bool> = OnceLock::new();
    let possible = *POSSIBLE.get_or_init(|| {
        let run = bot_check(&[env!("CARGO_BIN_EXE_penguins"), "--only=identity", TIME]);
        let possible = run.code != Some(3);
        if !possible {
            skipped(&format!("bot-check in a sandbox: {}", run.stderr.trim()));
        }
        possible
    });
    if possible { &[] } else { &["--tier=none"] }
}

fn bot_check(arguments: &[&str]) -> Run {
    let sandbox = Sandbox::new();
    Run::from(sandbox.floe("bot-check").args(arguments).output().unwrap())
}

/// Checks a program; returns the exit code and the report.
fn report(program: &str, arguments: &[&str]) -> (Option<i32>, Value) {
    let run = bot_check(&[&[program, "--json", TIME], tier(), arguments].concat());
    let value = serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.told()));
    (run.code, value)
}

/// Returns the names of the checks with a mark.
fn names<'a>(report: &'a Value, mark: &str) -> Vec<&'a str> {
    let checks = report["checks"].as_array().unwrap();
    checks.iter().filter(|check| check["mark"] == mark).map(|check| check["name"].as_str().unwrap()).collect()
}

/// Makes an executable shell script in the folder for programs of tests.
fn script(name: &str, body: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bot-check");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    // Tests that run at the same time must not see half a script.
    let new = folder.join(format!("{name}.{}", std::process::id()));
    fs::write(&new, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&new, fs::Permissions::from_mode(0o755)).unwrap();
    fs::rename(new, &path).unwrap();
    path
}

/// Makes a script around the contest program, and checks it.
fn wrapped(name: &str, body: &str, arguments: &[&str]) -> (Option<i32>, Value) {
    let penguins = Path::new(env!("CARGO_BIN_EXE_penguins"));
    let path = script(name, &format!("floe() {{ '{}' nodes=1 \"$@\"; }}\n{body}", penguins.display()));
    let readable = format!("--read={}", penguins.parent().unwrap().display());
    report(path.to_str().unwrap(), &[&[&readable[..]], arguments].concat())
}

#[test]
fn starters_and_penguins_keep_the_contract() {
    let mut programs: Vec<String> = starters()
        .iter()
        .map(|starter| {
            let words: Vec<_> =
                starter.command.iter().map(|word| format!("'{}'", word.to_str().unwrap())).collect();
            words.join(" ")
        })
        .collect();
    programs.push(format!("'{}' nodes=20", env!("CARGO_BIN_EXE_penguins")));
    for program in programs {
        let readable = format!("--read={}/../../starters", env!("CARGO_MANIFEST_DIR"));
        let (code, report) = report(&program, &[&readable]);
        for mark in ["failed", "advice", "skipped"] {
            let found = report["checks"].as_array().unwrap().iter().filter(|check| check["mark"] == mark);
            assert_eq!(found.collect::<Vec<_>>(), Vec::<&Value>::new(), "{program}: {mark}");
        }
        assert_eq!(code, Some(0), "{program}");
    }
}

#[test]
fn penguins_keeps_the_contract_on_hexagons() {
    let program = format!("'{}' nodes=20", env!("CARGO_BIN_EXE_penguins"));
    for rules in [&["--rules=hex", "--layout=even-r"][..], &["--rules=classic"]] {
        let only = "--only=arguments,files,placement,movement,games";
        let (code, report) = report(&program, &[rules, &[only]].concat());
        assert_eq!(names(&report, "failed"), Vec::<&str>::new(), "{rules:?}");
        assert_eq!(code, Some(0), "{rules:?}");
    }
}

#[test]
fn a_program_that_always_gives_up() {
    let path = script("gives-up", "case \"$*\" in name|id) echo Lazy;; *) exit 1;; esac");
    let (code, report) = report(path.to_str().unwrap(), &["--only=placement,movement,games"]);
    assert_eq!(code, Some(1));
    assert_eq!(report["id"], "Lazy");
    assert_eq!(report["verdict"]["can_play"], false);
    assert_eq!(
        report["verdict"]["words"],
        "Your program cannot play a match: it ends with exit code 1 although it has a turn, and forfeits 10 of 10 practice games."
    );
    let causes = report["causes"].as_array().unwrap();
    // The other is that it prints its id only when there are no other arguments.
    let required = causes.iter().filter(|cause| cause["weight"] == "must").count();
    assert_eq!(
        (required, &causes[0]["name"], &causes[0]["practice_games"]),
        (2, &"gave-up".into(), &10.into())
    );
    let failed = names(&report, "failed");
    assert!(
        failed.contains(&"joins an empty game as player 1") && failed.contains(&"right, for 2 fish"),
        "{failed:?}"
    );
    // Giving up is right where there is no turn.
    assert!(names(&report, "passed").contains(&"blocked by water: 1"));
    let games = failed.iter().filter(|name| name.contains("penguins=")).count();
    assert_eq!(games, 10, "{failed:?}");
}

#[test]
fn a_program_that_accepts_invalid_files() {
    let (code, report) = wrapped(
        "plays-on",
        "floe \"$@\"; code=$?; [ $code = 2 ] && exit 1; exit $code",
        &["--only=wrong,movement"],
    );
    assert_eq!(code, Some(1));
    let checks = report["checks"].as_array().unwrap();
    for check in checks.iter().filter(|check| check["group"] == "wrong") {
        let mark = if check["weight"] == "must" { "failed" } else { "advice" };
        assert_eq!(check["mark"], mark, "{check}");
        assert!(check["words"][0].as_str().unwrap().contains("exit code 1, expected 2: "), "{check}");
    }
    assert!(checks.iter().all(|check| check["group"] == "wrong" || check["mark"] == "passed"));
    // It is told once as a requirement and once as advice, and costs no game.
    let causes = report["causes"].as_array().unwrap();
    assert_eq!(causes.len(), 2, "{causes:?}");
    assert!(causes.iter().all(|cause| cause["name"] == "accepts-wrong-file" && cause["in_100_games"] == 0));
    assert_eq!(report["verdict"]["words"], "Your program can play a match.");
}

#[test]
fn lapses_of_good_practice_pass_with_advice() {
    let body =
        "floe \"$@\"; code=$?; case \"$*\" in *name|*id) ;; *) echo my turn; : > notes;; esac; exit $code";
    let (code, report) = wrapped("chatters", body, &["--only=movement"]);
    assert_eq!(code, Some(0), "{:?}", names(&report, "failed"));
    assert_eq!(
        names(&report, "advice"),
        ["prints nothing to standard output but its id", "leaves no other files behind"]
    );
    let checks = report["checks"].to_string();
    assert!(checks.contains("prints 'my turn' (in '8 x 8, player 1 of 2, penguins=3', and "), "{checks}");
    assert!(checks.contains("leaves notes (in '8 x 8, player 1 of 2, penguins=3', and "), "{checks}");
    let strict = wrapped("chatters", body, &["--only=movement", "--strict"]);
    assert_eq!(strict.0, Some(1));
}

#[test]
fn a_program_that_changes_files_without_a_turn() {
    // The last argument is the output.
    let body = "case \"$*\" in name|id) floe name; exit;; esac
        for output in \"$@\"; do :; done
        floe \"$@\"; code=$?; [ $code = 1 ] && echo >> \"$output\"; exit $code";
    let (code, report) = wrapped("touches", body, &["--only=files,movement"]);
    assert_eq!(code, Some(1));
    let failed = names(&report, "failed");
    assert!(
        failed.contains(&"no turn: no output is created") && failed.contains(&"blocked by penguins: 1"),
        "{failed:?}"
    );
    assert!(!failed.contains(&"invalid file: no output is created"), "{failed:?}");
}

#[test]
fn crashes_and_time_outs_are_reported() {
    let crashing = script("crashes", "case \"$*\" in name|id) echo Crash;; *) kill -SEGV $$;; esac");
    let (code, crashed) = report(crashing.to_str().unwrap(), &["--only=movement"]);
    assert_eq!(code, Some(1));
    let checks = crashed["checks"].to_string();
    assert!(checks.contains("crashed: terminated by signal 11 (segmentation fault)"), "{checks}");

    let hanging = script("hangs", "case \"$*\" in name|id) echo Hang;; *) sleep 100;; esac");
    let run = bot_check(
        &[&[hanging.to_str().unwrap(), "--time=100", "--json", "--only=movement"], tier()].concat(),
    );
    let hung: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(run.code, Some(1));
    let checks = hung["checks"].to_string();
    assert!(checks.contains("no answer within 100 ms"), "{checks}");
    assert!(names(&hung, "skipped").len() > 10, "it was called again and again");
}

#[test]
fn the_table_is_readable_without_colour() {
    let path = script("silent", "exit 1");
    let run = bot_check(&[&[path.to_str().unwrap(), TIME, "--only=arguments", "--verbose"], tier()].concat());
    let run = run.expect("a program without an id", 1);
    assert!(
        run.stdout.starts_with(
            "Your program cannot play a match: it prints no id, and places no penguin on an ordinary board.\n"
        ),
        "{}",
        run.stdout
    );
    for part in [
        "What the task requires besides",
        "1. It does not print its id",
        "'name': exit code 1, expected 0",
        "hint: Called as 'PROGRAM name' or 'PROGRAM id', print your id on a line of its own",
        "| PROGRAM name",
        "It does not refuse wrong arguments and files that are missing with exit code 3",
        "Skipped: the program does not print its id.",
        "Skipped: the id of the program is not known.",
        "FAILED: mend what is listed first",
    ] {
        assert!(run.stdout.contains(part), "no \"{part}\" in\n{}", run.stdout);
    }
    assert!(!run.stdout.contains('\x1b'), "{}", run.stdout);
}

#[test]
fn what_cannot_be_checked_is_exit_code_3() {
    let empty = script("not-a-program", "");
    fs::set_permissions(&empty, fs::Permissions::from_mode(0o644)).unwrap();
    for (program, words) in [
        ("./is-not-there", "there is no program './is-not-there'"),
        ("engine", "'engine' is the built-in engine"),
        (empty.to_str().unwrap(), "not-a-program"),
    ] {
        bot_check(&[&[program], tier()].concat()).expect(program, 3).expect_message(program, words);
    }
    bot_check(&["sh", "--time=0"]).expect("no time", 3);
}

#[test]
fn a_program_that_keeps_a_file_between_its_turns() {
    let body = "case \"$*\" in *name|*id) floe name; exit;; *placement*) : > turns.dat;;
        *) [ -e turns.dat ] || { echo 'cannot open turns.dat'; exit 3; };; esac
        floe \"$@\"";
    let (code, report) = wrapped("remembers", body, &["--only=movement"]);
    assert_eq!(code, Some(1));
    let first = &report["causes"][0];
    assert_eq!(first["name"], "needs-files", "{report}");
    assert!(first["checks"].as_array().unwrap().len() > 15, "{first}");
    assert!(first["words"].as_str().unwrap().contains("(turns.dat)"), "{first}");
    let (code, report) = wrapped("remembers", body, &["--only=movement", "--state=game"]);
    assert_eq!((code, &report["verdict"]["can_play"]), (Some(0), &true.into()));
}

#[test]
fn small_boards_do_not_stand_in_for_ordinary_ones() {
    // It refuses boards with fewer than four rows.
    let body = "case \"$*\" in *name|*id) floe name; exit;; esac
        rows=$(head -n 1 board.txt | tr -dc '0-9 ' | sed 's/^ *0*//; s/ .*//')
        case $rows in 1|2|3) echo 'Wrong size' >&2; exit 2;; esac
        floe \"$@\"";
    let (code, report) = wrapped("no-small-boards", body, &["--only=placement,movement,spelling,sizes"]);
    assert_eq!(code, Some(0), "{:?}", names(&report, "failed"));
    let advice = names(&report, "advice");
    assert!(advice.contains(&"1 x 3: moving"), "{advice:?}");
    let checks = report["checks"].as_array().unwrap();
    let elsewhere = checks.iter().find(|check| check["mark"] == "advice" && check["group"] != "sizes");
    assert_eq!(elsewhere, None);
}

#[test]
fn progress_is_shown_without_a_terminal() {
    let program = format!("'{}' nodes=1", env!("CARGO_BIN_EXE_penguins"));
    let arguments = [&[&program[..], "--only=files", TIME], tier()].concat();
    let run = bot_check(&arguments).expect("progress", 0);
    assert!(run.stderr.contains("checking: "), "{}", run.told());
    let run = bot_check(&[&arguments[..], &["--quiet"]].concat()).expect("quiet", 0);
    assert_eq!(run.stderr, "");
}
