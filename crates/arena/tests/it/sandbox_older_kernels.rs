//! Isolation on kernels with an older Landlock, where the filter of system calls fills in.

use std::process::Command;
use std::time::Duration;

use floe_arena::sandbox::{
    ExitReason, KernelFeatures, ResourceLimits, Sandbox, SandboxError, Tier, TierChoice,
};

use crate::sandboxes::{generous, is_alive, mark, run, stub, walled, words};

fn with_landlock(tier: Tier, landlock: u8) -> Result<Sandbox, SandboxError> {
    let features = KernelFeatures { landlock, ..KernelFeatures::default() };
    Sandbox::with_features(TierChoice::Exactly(tier), stub(), features)
}

/// Returns sandboxes as on an older kernel; version 1 came with Linux 5.13, version 5 with 6.10.
fn old() -> Vec<Sandbox> {
    let tiers = walled().map(Sandbox::tier);
    tiers.flat_map(|tier| [1, 3, 5].map(|version| with_landlock(tier, version).unwrap())).collect()
}

#[test]
fn everything_is_swept() {
    let limits = ResourceLimits { wall: Duration::from_millis(500), ..generous() };
    for sandbox in old() {
        let mark = mark();
        let ran = run(&sandbox, &format!("setsid sleep {mark} & sleep {mark} & exit 3"), &generous());
        assert_eq!(
            (&ran.ended, ran.leftovers),
            (&ExitReason::Exit(3), 2),
            "{}: {}",
            sandbox.description(),
            words(&ran)
        );
        let ran =
            run(&sandbox, &format!("setsid sh -c 'trap \"\" TERM; sleep {mark}' & sleep {mark}"), &limits);
        assert_eq!(ran.ended, ExitReason::OverTime, "{}", sandbox.description());
        assert!(!is_alive(&mark), "{}", sandbox.description());
    }
}

#[test]
fn others_are_not_signalled_and_nothing_is_truncated() {
    let outside = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(outside.path(), "long").unwrap();
    for sandbox in old() {
        let mut victim = Command::new("sleep").arg("1000").spawn().unwrap();
        for text in [format!("kill -9 {}", victim.id()), format!("kill -9 {}", std::process::id())] {
            let ran =
                run(&sandbox, &format!("{text} && exit 7; kill -9 $PPID; kill -9 -1; exit 5"), &generous());
            assert_eq!(ran.ended, ExitReason::Exit(5), "{}: {}", sandbox.description(), words(&ran));
        }
        assert!(victim.try_wait().unwrap().is_none());
        victim.kill().unwrap();
        victim.wait().unwrap();
        let ran = run(&sandbox, "ulimit -c 0; kill -11 $$; sleep 60", &generous());
        assert_eq!(
            ran.ended,
            ExitReason::Signal(11),
            "{}: it may still signal itself",
            sandbox.description()
        );
        run(&sandbox, &format!("truncate -s 1 {}", outside.path().display()), &generous());
        assert_eq!(std::fs::read(outside.path()).unwrap(), b"long", "{}", sandbox.description());
    }
}

#[test]
fn without_landlock_there_is_no_basic_tier() {
    let fault = with_landlock(Tier::Basic, 0).unwrap_err().to_string();
    assert!(fault.contains("Landlock") && fault.contains("5.13"), "{fault}");
}
