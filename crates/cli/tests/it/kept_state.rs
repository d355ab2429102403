//! Programs that keep files between their turns: `--state game`, and `state = "game"` in a tournament.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const FLOE: &str = env!("CARGO_BIN_EXE_floe");
const PENGUINS: &str = env!("CARGO_BIN_EXE_penguins");

/// Writes a program that counts its calls in a file, and fails where it does not find the file that it left when it
/// placed its penguins.
fn counter(folder: &Path) -> String {
    let text = format!(
        "#!/bin/sh\n\
         case $1 in name|id) exec {PENGUINS} nodes=20 \"$@\";; esac\n\
         n=$(($(cat calls 2>/dev/null || echo 0) + 1)); echo $n > calls\n\
         case $1$n in phase=movement1) echo 'where is my file?' >&2; exit 3;; esac\n\
         echo \"call $n\" >&2\n\
         exec {PENGUINS} nodes=20 \"$@\"\n"
    );
    let path = folder.join("counter");
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

fn play(folder: &Path, tier: &str, more: &[&str]) -> Option<Value> {
    let program = counter(folder);
    let output = Command::new(FLOE)
        .args([
            "match",
            "--json",
            "--seed",
            "3",
            "--rows",
            "5",
            "--cols",
            "5",
            "--penguins",
            "2",
            "--boards",
            "1",
        ])
        .args(["--time", "20000", "--tier", tier, "--read", PENGUINS, "--records", "out", &program, &program])
        .args(more)
        .env("TMPDIR", folder)
        .current_dir(folder)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        assert!(printed.contains("is not available on this machine"), "{printed}");
        eprintln!("SKIPPED: kept files in tier '{tier}': {printed}");
        return None;
    }
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn files_last_for_one_game_if_asked_for() {
    for tier in ["none", "basic", "strict"] {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let Some(report) = play(folder.path(), tier, &["--state", "game"]) else { continue };
        assert_eq!(report["faults"], serde_json::json!([]), "{tier}");
        let records = folder.path().join("out");
        for game in ["game-0001", "game-0002"] {
            // Two copies of the program count for themselves, and each game begins anew.
            for player in 1..=2 {
                let printed =
                    fs::read_to_string(records.join(format!("{game}.player-{player}.stderr"))).unwrap();
                let calls: Vec<&str> = printed.lines().filter(|line| line.starts_with("call ")).collect();
                let wanted: Vec<String> = (1..=calls.len()).map(|call| format!("call {call}")).collect();
                assert!(calls.len() > 3, "{tier}: {printed}");
                assert_eq!(calls, wanted, "{tier}");
            }
            let record = fs::read_to_string(records.join(format!("{game}.floe"))).unwrap();
            assert!(record.contains("\nstate: programs keep their files for a game\n"), "{record}");
        }
        let left: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name.starts_with("floe-arena"))
            .collect();
        assert_eq!(left, [""; 0], "{tier}");
    }
}

#[test]
fn without_it_every_call_starts_in_an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let report = play(folder.path(), "none", &[]).unwrap();
    let faults = report["faults"].to_string();
    assert!(faults.contains("where is my file?"), "{faults}");
    let record = fs::read_to_string(folder.path().join("out/game-0001.floe")).unwrap();
    assert!(!record.contains("\nstate: "), "{record}");
}

#[test]
fn a_tournament_has_the_setting_and_keeps_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let program = counter(folder.path());
    let write = |state: &str| {
        let text = format!(
            "seed = 3\n[game]\npenguins = 2\ntime = 20000\n{state}\nread = ['{PENGUINS}']\n\
             [boards]\ncount = 1\nmake = {{ rows = 4, cols = 4 }}\n\
             [[program]]\nname = 'a'\ncommand = '{program}'\n[[program]]\nname = 'b'\ncommand = '{program}'\n"
        );
        fs::write(folder.path().join("cup.toml"), text).unwrap();
        Command::new(FLOE)
            .args(["tournament", "cup.toml", "--json"])
            .current_dir(folder.path())
            .output()
            .unwrap()
    };
    let output = write("state = 'game'");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["faults"], serde_json::json!([]));
    let changed = write("");
    let words = String::from_utf8_lossy(&changed.stderr).into_owned();
    assert!(!changed.status.success() && words.contains("state"), "{words}");
    let wrong = write("state = 'for ever'");
    let words = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(words.contains("unknown variant `for ever`, expected `none` or `game`"), "{words}");
}
