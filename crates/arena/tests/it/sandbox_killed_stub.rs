//! Processes that supervise a program and are killed from outside.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use floe_arena::sandbox::replay::run_fairly;
use floe_arena::sandbox::{Disturbance, ExitReason};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::sandboxes::{Script, generous, is_alive, mark, tiers, words};

/// Returns the parent of a process.
fn parent(pid: i32) -> Option<i32> {
    let line = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    line.rsplit_once(')')?.1.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// Returns the processes between this one and a process with a word in its command line, the nearest to us first.
fn way_to(word: &str) -> Option<Vec<i32>> {
    let pids =
        fs::read_dir("/proc").ok()?.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let has = |pid: &i32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(word)
    };
    let us = std::process::id().cast_signed();
    let mut way: Vec<i32> = pids.filter(|&pid: &i32| pid != us).filter(has).take(1).collect();
    while let Some(next) = way.last().copied().and_then(parent) {
        if next == us {
            way.reverse();
            return Some(way);
        }
        if next <= 1 {
            return None;
        }
        way.push(next);
    }
    None
}

#[test]
fn a_run_is_repeated_when_its_supervision_was_killed() {
    for sandbox in tiers() {
        // The stub, and what it started: the keeper or bubblewrap, and the first process inside.
        let depth = if sandbox.tier().name() == "strict" { 3 } else { 2 };
        for level in 0..depth {
            let mark = mark();
            let victim = mark.clone();
            let killer = thread::spawn(move || {
                let end = Instant::now() + Duration::from_secs(60);
                while Instant::now() < end {
                    if let Some(way) = way_to(&victim)
                        && let Some(&pid) = way.get(level)
                        && way.len() > depth
                    {
                        return kill(Pid::from_raw(pid), Signal::SIGKILL).is_ok();
                    }
                    thread::sleep(Duration::from_millis(1));
                }
                false
            });
            let mut runs = 0;
            let fair = run_fairly(|| {
                runs += 1;
                let folder = sandbox.folder()?;
                let text =
                    if runs == 1 { format!("exec sleep {mark}") } else { "echo again > out".to_owned() };
                let script = Script::new(&text);
                let ran = sandbox.run(&script.admit(sandbox), &[], &folder, &generous())?;
                Ok((ran, folder.take("out", 100)?))
            });
            let fair = fair.unwrap();
            assert!(killer.join().unwrap(), "{}", sandbox.tier());
            let words = words(&fair.output);
            assert_eq!(fair.output.ended, ExitReason::Exit(0), "{} {level}: {words}", sandbox.tier());
            assert_eq!(fair.replayed, Some(Disturbance::Killed), "{} {level}", sandbox.tier());
            assert!(!is_alive(&mark), "{} {level}", sandbox.tier());
        }
    }
}
