//! A main process that is killed while a program runs.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::sandboxes::{generous, is_alive, mark, run_in, tiers};

/// The main process that is going to be killed; the test below starts it.
#[test]
#[ignore = "it is a part of another test"]
fn a_main_process_at_work() {
    let Ok(tier) = std::env::var("FLOE_TEST_TIER") else { return };
    let mark = std::env::var("FLOE_TEST_MARK").unwrap();
    let sandbox = tiers().iter().find(|sandbox| sandbox.tier().name() == tier).unwrap();
    let folder = sandbox.folder().unwrap();
    println!("\nfolder={}", folder.path().display());
    run_in(sandbox, &format!("setsid sleep {mark} & trap '' TERM; sleep {mark}"), &[], &folder, &generous());
}

#[test]
fn a_killed_main_process_leaves_nothing_behind() {
    for sandbox in tiers() {
        let mark = mark();
        let mut master = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "sandbox_killed_parent::a_main_process_at_work", "--ignored", "--nocapture"])
            .env("FLOE_TEST_TIER", sandbox.tier().name())
            .env("FLOE_TEST_MARK", &mark)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(master.stdout.take().unwrap()).lines();
        let folder =
            lines.map(|line| line.unwrap()).find_map(|line| line.strip_prefix("folder=").map(str::to_owned));
        let folder = folder.unwrap();
        wait_until(|| is_alive(&mark));
        master.kill().unwrap();
        master.wait().unwrap();
        wait_until(|| !is_alive(&mark) && !fs::exists(&folder).unwrap());
    }
}

/// Waits until a condition holds. The test fails only if it never does, however slow the machine.
fn wait_until(is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < end, "it never came to be");
        std::thread::sleep(Duration::from_millis(10));
    }
}
