//! A tournament that is killed repeatedly ends as if nothing had happened.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use floe_rules::random::Random;
use serde_json::Value;

const FLOE: &str = env!("CARGO_BIN_EXE_floe");
const PENGUINS: &str = env!("CARGO_BIN_EXE_penguins");

/// Deterministic animals of the zoo: honest ones, cheats, and some that attack other players.
const ANIMALS: [&str; 16] = [
    "honest",
    "lazy",
    "greedy",
    "writes-crlf",
    "edits-anothers-score",
    "edits-its-own-score",
    "moves-two-penguins",
    "moves-anothers-penguin",
    "restores-a-floe",
    "writes-garbage",
    "writes-half-a-file",
    "leaves-a-symlink",
    "crashes-by-segv",
    "leaves-a-child",
    "writes-after-it-ends",
    "adds-a-stranger",
];
const ROUNDS: usize = 10;
const KILLS: usize = 10;
const GAMES: usize = 200;

/// Builds the zoo, which is a package of its own, and returns its program.
pub(crate) fn zoo() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap();
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--package", "floe-zoo", "--bin", "zoo"]);
    build.args(["--target-dir".as_ref(), folder.parent().unwrap().as_os_str()]);
    if folder.file_name().is_some_and(|name| name == "release") {
        build.arg("--release");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    assert!(build.current_dir(root).status().unwrap().success());
    folder.join("zoo")
}

/// Writes the configuration of a Swiss tournament of twenty: each round depends on the results before it.
fn configure(folder: &Path, zoo: &Path) {
    let mut text = format!(
        "format = 'swiss'\nrounds = {ROUNDS}\nseed = 9\n\
         [game]\npenguins = 2\ntime = 20000\n[boards]\ncount = 1\nmake = {{ rows = 4, cols = 5 }}\n"
    );
    for animal in ANIMALS {
        text += &format!("[[program]]\nname = '{animal}'\ncommand = '{} {animal}'\n", zoo.display());
    }
    for nodes in [1, 10, 100] {
        text += &format!("[[program]]\nname = 'p{nodes}'\ncommand = '{PENGUINS} nodes={nodes}'\n");
    }
    text += "[[program]]\nname = 'inside'\ncommand = 'engine:nodes=50'\n";
    fs::write(folder.join("cup.toml"), text).unwrap();
}

fn tournament(folder: &Path, more: &[&str]) -> Command {
    let mut floe = Command::new(FLOE);
    floe.args(["tournament", "cup.toml", "--quiet"]).args(more).current_dir(folder);
    floe
}

/// Returns everything that must be the same, which is all but the times.
fn report(folder: &Path) -> Value {
    let output = tournament(folder, &["--report-only", "--json"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for game in report["games"].as_array_mut().unwrap() {
        game.as_object_mut().unwrap().remove("millis").unwrap();
    }
    report
}

#[test]
fn a_tournament_killed_ten_times_ends_like_an_undisturbed_one() {
    let zoo = zoo();
    let undisturbed = tempfile::tempdir().unwrap();
    configure(undisturbed.path(), &zoo);
    let begin = Instant::now();
    let output = tournament(undisturbed.path(), &[]).output().unwrap();
    let took = begin.elapsed();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let wanted = report(undisturbed.path());
    assert_eq!(wanted["games"].as_array().unwrap().len(), GAMES);
    assert!(wanted["faults"].as_array().unwrap().len() > 100, "the animals among them are at fault");

    let killed = tempfile::tempdir().unwrap();
    configure(killed.path(), &zoo);
    let seed = std::process::id();
    let mut random = Random::new(seed.into());
    let mut seen = Vec::new();
    for _ in 0..KILLS {
        let mut floe = tournament(killed.path(), &[]).stdout(Stdio::null()).spawn().unwrap();
        // Spread over the whole tournament, whatever part of a game or of a commit that hits.
        let pause = took.as_micros() as u64 / KILLS as u64 * (50 + random.below(100)) / 100;
        thread::sleep(Duration::from_micros(pause));
        floe.kill().unwrap();
        floe.wait().unwrap();
        seen.push(report(killed.path())["games"].as_array().unwrap().len());
    }
    assert!(seen.is_sorted(), "a stored game is never lost: {seen:?}");
    let output = tournament(killed.path(), &[]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Printed in any case, to show that it was killed in the middle.
    let _ = writeln!(std::io::stderr(), "killed after {seen:?} games of {GAMES}");
    assert!(seen.iter().any(|&games| games > 0 && games < GAMES), "{seen:?}");
    let found = report(killed.path());
    for part in ["standings", "cross", "pairs", "faults", "games"] {
        assert_eq!(found[part], wanted[part], "{part}, seed {seed}");
    }
    assert_eq!(found, wanted);
}
