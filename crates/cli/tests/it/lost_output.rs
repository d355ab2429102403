//! Standard output that is closed, full or read by nobody: nothing is lost without a word.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::sandbox::{Run, Sandbox, check_each, skipped};

const BOARD: &str = "1 4\n01 20 30 02\nAnn 1 1\nBen 2 1\n";

const FLOE: [&str; 18] = [
    "",
    "--help",
    "--version",
    "play --help",
    "completions bash",
    "man",
    "man play",
    "generate --seed 1",
    "generate --seed 1 --output /dev/stdout",
    "show b.txt",
    "show b.txt --json",
    "check b.txt",
    "check b.txt --json",
    "perft b.txt --depth 1",
    "best b.txt --nodes 10",
    "best b.txt --nodes 10 --json",
    "solve b.txt --json",
    "play square --plain --start",
];
const PENGUINS: [&str; 5] =
    ["id", "name", "--help", "--version", "phase=placement penguins=2 open.txt /dev/stdout"];
const GAMMA: [(&str, &str); 4] =
    [("--help", ""), ("--version", ""), ("", "B 2 2 2 1\n"), ("", "I 1 1 1 1\n ")];

/// Runs a program from a shell that redirects its output.
fn run(sandbox: &Sandbox, program: &str, line: &str, input: &str, redirection: &str) -> Run {
    sandbox.write("input", input);
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("exec \"$0\" \"$@\" {redirection}")).arg(program);
    shell.args(line.split_whitespace()).current_dir(sandbox.path(""));
    for (name, value) in sandbox.floe("").get_envs() {
        value.map(|value| shell.env(name, value));
    }
    shell.stdin(File::open(sandbox.path("input")).unwrap());
    Run::from(shell.output().unwrap())
}

/// Returns each program with what it is to do, and its exit code when it cannot print that.
fn cases() -> Vec<(&'static str, &'static str, &'static str, i32)> {
    let floe = FLOE.map(|line| (env!("CARGO_BIN_EXE_floe"), line, "", 3));
    // The interactive build would ask a person for the turn.
    let asks = |line: &&str| cfg!(feature = "interactive") && line.starts_with("phase=");
    let penguins = PENGUINS.into_iter().filter(|line| !asks(line));
    let penguins = penguins.map(|line| (env!("CARGO_BIN_EXE_penguins"), line, "", 3));
    let gamma = GAMMA.map(|(line, input)| (env!("CARGO_BIN_EXE_gamma"), line, input, 1));
    floe.into_iter().chain(penguins).chain(gamma).collect()
}

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with("b.txt", BOARD);
    sandbox.write("open.txt", "1 3\n10 10 10\n");
    sandbox
}

#[test]
fn a_closed_output_is_reported() {
    let sandbox = sandbox();
    for redirection in [">&-", "1</dev/null", "<&- >&-"] {
        check_each(cases(), |(program, line, input, code)| {
            // Without its input, there is nothing to answer.
            if redirection.contains("<&-") && !input.is_empty() {
                return;
            }
            let case = format!("{program} {line} {redirection}");
            let run = run(&sandbox, program, line, input, redirection).expect(&case, code);
            assert!(
                run.stderr.contains("cannot write to standard output: it is closed"),
                "{case}: {}",
                run.told()
            );
        });
    }
}

#[test]
fn an_output_that_is_thrown_away_is_none_that_is_closed() {
    let sandbox = sandbox();
    for redirection in [">/dev/null", "1<>/dev/null", ">>/dev/null"] {
        check_each(cases(), |(program, line, input, _)| {
            let case = format!("{program} {line} {redirection}");
            let run = run(&sandbox, program, line, input, redirection).expect(&case, 0);
            assert!(!run.stderr.contains("standard output"), "{case}: {}", run.told());
        });
    }
}

#[test]
fn a_full_disk_is_reported() {
    if !Path::new("/dev/full").exists() {
        return skipped("there is no /dev/full");
    }
    let sandbox = sandbox();
    check_each(cases(), |(program, line, input, code)| {
        let case = format!("{program} {line}");
        let run = run(&sandbox, program, line, input, ">/dev/full").expect(&case, code);
        assert!(
            run.stderr.contains("cannot write to standard output: No space left"),
            "{case}: {}",
            run.told()
        );
    });
}

#[test]
fn who_prints_nothing_needs_no_output() {
    let sandbox = sandbox();
    if cfg!(not(feature = "interactive")) {
        let penguins = "phase=placement penguins=2 open.txt out.txt";
        run(&sandbox, env!("CARGO_BIN_EXE_penguins"), penguins, "", ">&-").expect(penguins, 0);
        assert!(sandbox.snapshot("out.txt").is_some());
    }
    let floe = "generate --seed 1 --output made.txt";
    run(&sandbox, env!("CARGO_BIN_EXE_floe"), floe, "", ">&-").expect(floe, 0);
    run(&sandbox, env!("CARGO_BIN_EXE_gamma"), "", "# nothing\nx\n", ">&-")
        .expect("gamma", 0)
        .expect_message("gamma", "ERROR 2\n");
}

#[test]
fn games_are_not_played_for_nobody() {
    let sandbox = sandbox();
    let line = "match engine:nodes=1 engine:nodes=1 --boards 1 --quiet";
    let names = sandbox.names();
    run(&sandbox, env!("CARGO_BIN_EXE_floe"), line, "", ">&-")
        .expect(line, 3)
        .expect_message(line, "cannot write to standard output: it is closed");
    let after: Vec<String> = sandbox.names().into_iter().filter(|name| name != "input").collect();
    assert_eq!(after, names, "no folder is made");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let sandbox = sandbox();
    for (program, line, code) in [
        (env!("CARGO_BIN_EXE_floe"), "--help", 0),
        (env!("CARGO_BIN_EXE_floe"), "completions bash", 0),
        (env!("CARGO_BIN_EXE_penguins"), "--help", 0),
        (env!("CARGO_BIN_EXE_gamma"), "", 1),
    ] {
        let mut command = Command::new(program);
        command.args(line.split_whitespace()).current_dir(sandbox.path(""));
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let _ = child.stdin.take().unwrap().write_all(b"B 9 9 2 2\np\n");
        let run = Run::from(child.wait_with_output().unwrap()).expect(line, code);
        run.expect_silence(line);
    }
}
