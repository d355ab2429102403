//! Whole games on wasm32 in node: they end, every turn is legal, and with a fixed node count they equal the native ones.
//!
//! Skipped where node or the target wasm32-unknown-unknown is missing.

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use floe_engine::MonotonicClock;
use floe_session::GameKind;
use floe_wasm_check::{node_budget, play_game};

const TARGET: &str = "wasm32-unknown-unknown";
const NODES: u64 = 200;

/// Returns the reason why the test cannot run here.
fn obstacle() -> Option<String> {
    if Command::new("node").arg("--version").output().is_err() {
        return Some("node is not installed".to_owned());
    }
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    let folder = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    match folder {
        Ok(folder) if Path::new(&folder).is_dir() => None,
        _ => Some(format!("the target {TARGET} is not installed")),
    }
}

/// Builds the library for wasm32 in a target folder of its own; returns the module.
fn build() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wasm");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--lib", "--target", TARGET, "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .arg("--target-dir")
        .arg(&folder)
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the library builds for {TARGET}");
    folder.join(TARGET).join("debug/floe_wasm_check.wasm")
}

/// Plays all games in node; returns a line for each.
fn play_in_node(module: &Path, nodes: u64, millis: u64) -> Vec<String> {
    let output = Command::new("node")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/play.mjs"))
        .arg(module)
        .args([nodes.to_string(), millis.to_string()])
        .output()
        .expect("node runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn games_on_wasm_equal_native_games() {
    if let Some(obstacle) = obstacle() {
        // `eprintln!` would be captured by the test harness.
        let _ = writeln!(std::io::stderr(), "SKIPPED: games on wasm32: {obstacle}");
        return;
    }
    let module = build();
    let clock = MonotonicClock::start();
    let native: Vec<String> = GameKind::ALL
        .iter()
        .map(|&kind| play_game(kind, node_budget(NODES), &clock).expect("the game is played to its end"))
        .collect();
    assert_eq!(play_in_node(&module, NODES, 0), native);
    assert_eq!(play_in_node(&module, 0, 2).len(), GameKind::ALL.len());
}
