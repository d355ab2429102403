//! Games between programs run by a floe that was started in odd ways.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

use serde_json::Value;

const FLOE: &str = env!("CARGO_BIN_EXE_floe");
const PENGUINS: &str = env!("CARGO_BIN_EXE_penguins");

/// Starts a tournament with more games than can be played, from a shell line in which `"$@"` is floe, and waits for
/// its first game.
fn start_endless(folder: &Path, shell: &str) -> (Child, BufReader<ChildStderr>) {
    let text = "repeats = 20000\nseed = 1\n[game]\npenguins = 1\n[boards]\ncount = 1\nmake = { rows = 3, cols = 3 }\n\
                [[program]]\nname = 'a'\ncommand = 'engine:nodes=1'\n\
                [[program]]\nname = 'b'\ncommand = 'engine:nodes=1'\n";
    fs::write(folder.join("cup.toml"), text).unwrap();
    let mut floe = Command::new("bash")
        .args(["-c", shell, "odd", FLOE, "tournament", "cup.toml"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut progress = BufReader::new(floe.stderr.take().unwrap());
    await_games(&mut progress, 1);
    (floe, progress)
}

/// Waits until some more games are over.
fn await_games(progress: &mut BufReader<ChildStderr>, games: usize) {
    let mut over = 0;
    while over < games {
        let mut line = String::new();
        assert!(progress.read_line(&mut line).unwrap() > 0, "it ended before {games} games were over");
        over += usize::from(line.starts_with("game "));
    }
}

fn signal(floe: &Child, name: &str) {
    let status = Command::new("kill").args([&format!("-{name}"), &floe.id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn ignored_signals_stay_ignored_and_others_stop_it() {
    for (shell, ignored, stops) in [
        (r#"trap '' HUP; exec env --default-signal=INT "$@""#, &["HUP"][..], "INT"),
        (r#"trap '' INT; exec env --default-signal=HUP "$@""#, &["INT"], "HUP"),
        (r#"trap '' INT HUP; exec "$@""#, &["INT", "HUP"], "TERM"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (mut floe, mut progress) = start_endless(folder.path(), shell);
        for name in ignored {
            signal(&floe, name);
        }
        await_games(&mut progress, 100);
        signal(&floe, stops);
        let mut rest = String::new();
        progress.read_to_string(&mut rest).unwrap();
        assert_eq!(floe.wait().unwrap().code(), Some(3), "{shell}: {rest}");
        assert!(rest.contains("games left; to resume: "), "{shell}: {rest}");
    }
}

#[test]
fn a_match_is_played_however_floe_was_started() {
    let mut usual = None;
    for shell in [
        r#"exec "$@""#,
        r#"trap '' INT HUP QUIT CHLD PIPE; umask 077; exec "$@""#,
        r#"exec env --block-signal "$@" 0<&- 3</etc/passwd"#,
        r#"ulimit -S -n 40; ulimit -S -s unlimited; ulimit -S -v 4000000; exec nohup "$@""#,
        r#"umask 000; exec env -i nice -n 5 setsid --wait "$@""#,
        r#""$@" & wait $!"#,
    ] {
        let folder = tempfile::tempdir().unwrap();
        let program = format!("{PENGUINS} nodes=20");
        let output = Command::new("bash")
            .args(["-c", shell, "odd", FLOE, "match", &program, &program])
            .args(["--json", "--seed", "3", "--rows", "5", "--cols", "5", "--penguins", "2"])
            .args(["--boards", "1", "--time", "20000"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{shell}: {printed}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["faults"], serde_json::json!([]), "{shell}: {printed}");
        let standings = report["standings"].clone();
        assert_eq!(*usual.get_or_insert_with(|| standings.clone()), standings, "{shell}");
    }
}
