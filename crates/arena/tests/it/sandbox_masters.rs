//! Game masters that are killed while programs run.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::cage::{generous, is_alive, mark, run_in, tiers};

/// What the game master that is going to be killed does; it is started by the test below.
#[test]
#[ignore = "it is a part of another test"]
fn a_master_at_work() {
    let Ok(tier) = std::env::var("FLOE_TEST_TIER") else { return };
    let mark = std::env::var("FLOE_TEST_MARK").unwrap();
    let sandbox = tiers().iter().find(|sandbox| sandbox.tier().name() == tier).unwrap();
    let folder = sandbox.folder().unwrap();
    println!("\nfolder={}", folder.path().display());
    run_in(sandbox, &format!("setsid sleep {mark} & trap '' TERM; sleep {mark}"), &[], &folder, &generous());
}

#[test]
fn a_killed_master_leaves_nothing_behind() {
    for sandbox in tiers() {
        let mark = mark();
        let mut master = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "sandbox_masters::a_master_at_work", "--ignored", "--nocapture"])
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

/// Waits until something is so; that it never is is the failure, however slow the machine.
fn wait_until(is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < end, "it never came to be");
        std::thread::sleep(Duration::from_millis(10));
    }
}
