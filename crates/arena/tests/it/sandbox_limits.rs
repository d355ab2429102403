//! Programs that exceed a resource limit.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use floe_arena::sandbox::{
    Disturbance, ExitReason, Guard, KernelFeatures, ResourceLimits, Sandbox, Tier, TierChoice,
};

use crate::sandbox_isolation::python;
use crate::sandboxes::{generous, guarding, is_alive, mark, run, run_in, stub, words};

#[test]
fn processor_time_is_limited() {
    let limits = ResourceLimits { cpu: Duration::from_millis(300), ..generous() };
    for sandbox in guarding(Guard::Cpu) {
        for text in [
            "while :; do :; done",
            // Each of them alone would stay below the limit for a long time.
            "for i in 1 2 3 4; do (while :; do :; done) & done; wait",
            "trap '' XCPU; while :; do :; done",
            "while :; do /bin/true; done",
        ] {
            let ran = run(sandbox, text, &limits);
            assert_eq!(ran.ended, ExitReason::OverCpu, "{}: {text}: {}", sandbox.tier(), words(&ran));
        }
    }
}

#[test]
fn memory_is_limited() {
    let Some(python) = python() else { return };
    let limits = ResourceLimits { memory: 200 << 20, ..generous() };
    for sandbox in guarding(Guard::Memory) {
        let hold = "import time; a = bytearray(SIZE); a[::4096] = b\"x\" * len(a[::4096]); time.sleep(60)";
        let one = hold.replace("SIZE", "300 << 20");
        let part = hold.replace("SIZE", "90 << 20");
        for text in [
            format!("exec {python} -c '{one}'"),
            format!("for i in 1 2 3; do {python} -c '{part}' & done; wait"),
        ] {
            let ran = run(sandbox, &text, &limits);
            assert_eq!(ran.ended, ExitReason::OverMemory, "{}: {text}: {}", sandbox.tier(), words(&ran));
        }
        // Shared memory counts once.
        let shared = format!(
            "import os, time; a = bytearray(80 << 20); n = [os.fork() for _ in range(2)]; time.sleep(0.3); print({})",
            "len(a)"
        );
        let ran = run(sandbox, &format!("exec {python} -c '{shared}'"), &limits);
        assert_eq!(ran.ended, ExitReason::Exit(0), "{}: {}", sandbox.tier(), words(&ran));
    }
}

#[test]
fn written_files_are_limited() {
    let limits = ResourceLimits { files: 4 << 20, ..generous() };
    for sandbox in guarding(Guard::Files) {
        for text in [
            "exec head -c 5M /dev/zero > big",
            "for i in 1 2 3 4 5 6 7 8; do head -c 1M /dev/zero > f$i; done; exec sleep 60",
            // It ends before the first check.
            "for i in 1 2 3 4 5 6 7 8; do head -c 1M /dev/zero > f$i; done",
            "i=0; while :; do i=$((i+1)); : > e$i; done",
            "i=0; while :; do i=$((i+1)); mkdir d$i; done",
            "while :; do mkdir d; cd d || exit; done",
            "exec 5> a 6> b 7> c; rm a b c; for f in 5 6 7; do head -c 2M /dev/zero >&$f; done; exec sleep 60",
        ] {
            let folder = sandbox.folder().unwrap();
            let ran = run_in(sandbox, text, &[], &folder, &limits);
            assert_eq!(ran.ended, ExitReason::OverFiles, "{}: {text}: {}", sandbox.tier(), words(&ran));
            let path = folder.path().to_owned();
            drop(folder);
            assert!(!fs::exists(path).unwrap(), "{}: {text}", sandbox.tier());
        }
        let ran = run(sandbox, "head -c 3M /dev/zero > most", &limits);
        assert_eq!(ran.ended, ExitReason::Exit(0), "{}: {}", sandbox.tier(), words(&ran));
    }
}

#[test]
fn a_fork_bomb_does_no_harm() {
    let limits = ResourceLimits { wall: Duration::from_secs(2), processes: 20, ..generous() };
    for sandbox in guarding(Guard::Processes) {
        let mark = mark();
        // The mark identifies the processes of the bomb.
        let bomb = format!("f() {{ f | f & f; }}; : {mark}; f 2>/dev/null");
        let ran = run(sandbox, &format!("sh -c '{bomb}'; setsid sleep {mark}"), &limits);
        assert!(
            matches!(ran.ended, ExitReason::OverTime | ExitReason::Exit(_)),
            "{}: {:?}",
            sandbox.tier(),
            ran.ended
        );
        assert!(!is_alive(&mark), "{}", sandbox.tier());
        let count = "i=0; while [ $i -lt 40 ]; do sleep 5 & i=$((i+1)); done";
        let ran = run(sandbox, count, &limits);
        assert!(
            ran.leftovers < 20 && ran.leftovers >= 15,
            "{}: {} {}",
            sandbox.tier(),
            ran.leftovers,
            words(&ran)
        );
    }
}

/// Returns a sandbox in which programs share the process limit of our user, as on machines without namespaces.
fn sharing() -> Option<Sandbox> {
    if nix::unistd::geteuid().is_root() {
        eprintln!(
            "SKIPPED: a shared process limit: root does not share it; the tests for another user do this"
        );
        return None;
    }
    let features = KernelFeatures { control_groups: false, namespaces: false, ..KernelFeatures::default() };
    match Sandbox::with_features(TierChoice::Exactly(Tier::Basic), stub(), features) {
        Ok(sandbox) => Some(sandbox),
        Err(fault) => {
            eprintln!("SKIPPED: a shared process limit: {fault}");
            None
        }
    }
}

#[test]
fn a_process_limit_that_others_fill_is_not_the_fault_of_a_program() {
    let Some(sandbox) = sharing() else { return };
    let ran = run(&sandbox, "ls >/dev/null", &generous());
    assert_eq!((&ran.ended, &ran.disturbed), (&ExitReason::Exit(0), &None), "{}", words(&ran));
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        // More than the limit leaves.
        for _ in 0..700 {
            let wait = || {
                while !over.load(Ordering::Relaxed) {
                    thread::park_timeout(Duration::from_millis(100));
                }
            };
            thread::Builder::new().stack_size(64 << 10).spawn_scoped(scope, wait).unwrap();
        }
        let ran = run(&sandbox, "ls >/dev/null", &generous());
        over.store(true, Ordering::Relaxed);
        assert_ne!(ran.ended, ExitReason::Exit(0), "{}", words(&ran));
        assert_eq!(ran.disturbed, Some(Disturbance::ProcessLimit), "{}", words(&ran));
    });
}

#[test]
fn a_program_with_more_processes_than_it_may_have_is_stopped() {
    let Some(sandbox) = sharing() else { return };
    let limits = ResourceLimits { processes: 8, ..generous() };
    let ran = run(&sandbox, "for i in 1 2 3 4 5 6 7 8 9; do sleep 60 & done; wait", &limits);
    assert!(matches!(ran.ended, ExitReason::Unwatchable(_)), "{:?} {}", ran.ended, words(&ran));
}
