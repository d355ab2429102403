//! How runs end, and that no process is left.

use std::time::Duration;

use floe_arena::sandbox::{ExitReason, ResourceLimits, Tier};

use crate::sandboxes::{generous, is_alive, mark, run, run_in, stdout_of, tiers, words};

#[test]
fn the_exit_code_is_reported() {
    for sandbox in tiers() {
        for code in [0, 1, 3, 127, 128, 139, 255] {
            let ran = run(sandbox, &format!("exit {code}"), &generous());
            assert_eq!(ran.ended, ExitReason::Exit(code), "{}: {}", sandbox.tier(), words(&ran));
            assert_eq!(ran.leftovers, 0);
        }
    }
}

#[test]
fn a_signal_is_distinguished_from_an_exit_code() {
    for sandbox in tiers() {
        for signal in [2, 6, 9, 11, 15, 34, 64] {
            let ran = run(sandbox, &format!("ulimit -c 0; kill -{signal} $$; exec sleep 60"), &generous());
            assert_eq!(ran.ended, ExitReason::Signal(signal), "{}: {}", sandbox.tier(), words(&ran));
        }
    }
}

#[test]
fn printed_output_is_returned() {
    for sandbox in tiers() {
        let folder = sandbox.folder().unwrap();
        let ran = run_in(sandbox, r#"echo "$1"; echo "$2" >&2"#, &["a b", "c*"], &folder, &generous());
        assert_eq!((ran.stdout, ran.stderr), (b"a b\n".to_vec(), b"c*\n".to_vec()), "{}", sandbox.tier());
        // The stream can also be opened by its name.
        assert_eq!(stdout_of(sandbox, "echo x > /dev/stdout; echo y > /dev/stderr"), "x\n");
    }
}

#[test]
fn wall_time_is_limited() {
    let limits = ResourceLimits { wall: Duration::from_millis(200), ..generous() };
    for sandbox in tiers() {
        let mark = mark();
        for text in [
            format!("exec sleep {mark}"),
            format!("trap '' TERM INT HUP QUIT; while :; do sleep {mark}; done"),
            format!("setsid sleep {mark} & sleep {mark}"),
            format!("exec >/dev/null 2>&1; sleep {mark}"),
        ] {
            let ran = run(sandbox, &text, &limits);
            assert_eq!(ran.ended, ExitReason::OverTime, "{}: {text}: {}", sandbox.tier(), words(&ran));
            assert!(ran.took >= limits.wall);
            assert!(!is_alive(&mark), "{}: {text}", sandbox.tier());
        }
    }
}

#[test]
fn leftover_processes_are_killed_and_counted() {
    for sandbox in tiers() {
        let mark = mark();
        // A process that is just being executed may be counted twice.
        for (text, least, most) in [
            (format!("sleep {mark} & exit 0"), 1, 1),
            (format!("sleep {mark} & sleep {mark} & exit 0"), 2, 2),
            (format!("(setsid sh -c 'sleep {mark} & exit' &); sleep 0.2; exit 0"), 1, 2),
            (format!("(trap '' TERM HUP; setsid sleep {mark} >/dev/null 2>&1 </dev/null &); exit 0"), 1, 2),
        ] {
            let ran = run(sandbox, &text, &generous());
            assert_eq!(ran.ended, ExitReason::Exit(0), "{}: {text}: {}", sandbox.tier(), words(&ran));
            assert!((least..=most).contains(&ran.leftovers), "{}: {text}: {}", sandbox.tier(), ran.leftovers);
            assert!(!is_alive(&mark), "{}: {text}", sandbox.tier());
        }
    }
}

#[test]
fn printed_output_is_limited() {
    let limits = ResourceLimits { output: 100_000, ..generous() };
    for sandbox in tiers() {
        for text in ["exec yes", "exec yes >&2", "yes >&2 & exec yes", "head -c 100001 /dev/zero"] {
            let ran = run(sandbox, text, &limits);
            assert_eq!(ran.ended, ExitReason::OverOutput, "{}: {text}", sandbox.tier());
            assert_eq!(ran.stdout.len() + ran.stderr.len(), 100_000, "{}: {text}", sandbox.tier());
        }
        let ran = run(sandbox, "head -c 99999 /dev/zero; printf x >&2", &limits);
        assert_eq!(ran.ended, ExitReason::Exit(0), "{}: exactly as much as allowed", sandbox.tier());
    }
}

#[test]
fn runs_at_the_same_time_do_not_mix() {
    for sandbox in tiers() {
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    for round in 0..5 {
                        let folder = sandbox.folder().unwrap();
                        folder.put("in", format!("{thread} {round}").as_bytes()).unwrap();
                        let text = "cat in > out; sleep 1000 & cat out; exit $1";
                        let code = thread * 10 + round;
                        let ran = run_in(sandbox, text, &[&code.to_string()], &folder, &generous());
                        assert_eq!(ran.ended, ExitReason::Exit(code), "{}: {}", sandbox.tier(), words(&ran));
                        assert_eq!(ran.stdout, format!("{thread} {round}").into_bytes());
                        assert_eq!(ran.leftovers, 1, "{}", sandbox.tier());
                    }
                });
            }
        });
    }
}

#[test]
fn the_best_tier_is_the_strictest_that_works() {
    use floe_arena::sandbox::{Sandbox, TierChoice};
    let best = tiers().iter().map(Sandbox::tier).max().unwrap();
    if best == Tier::None {
        eprintln!("SKIPPED: the choice of a tier, since this machine supports none that isolates programs");
        return;
    }
    let sandbox = Sandbox::new(TierChoice::Best, crate::sandboxes::stub()).unwrap();
    assert_eq!(sandbox.tier(), best);
    assert!(sandbox.description().starts_with(best.name()), "{}", sandbox.description());
}
