//! The clock and the cores of a program.

use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use floe_arena::sandbox::{CoreSet, Disturbance, ExitReason, ResourceLimits};

use crate::sandboxes::{generous, run, stdout_of, tiers, words};

/// Does something on a thread that is confined to one core.
fn on_one_core(act: impl FnOnce(u32) + Send) {
    let core = CoreSet::of_this_thread().numbers()[0];
    thread::scope(|scope| {
        let confined = scope.spawn(move || {
            CoreSet::of_this_thread().only(core).unwrap().confine_this_thread().unwrap();
            act(core);
        });
        confined.join().unwrap();
    });
}

#[test]
fn a_turn_over_its_time_is_a_time_out_even_if_it_ends_by_itself() {
    let limits =
        ResourceLimits { wall: Duration::from_millis(200), grace: Duration::from_secs(60), ..generous() };
    for sandbox in tiers() {
        let ran = run(sandbox, "sleep 0.3; echo done", &limits);
        assert_eq!(ran.ended, ExitReason::OverTime, "{}: {}", sandbox.tier(), words(&ran));
        assert!(ran.stdout == b"done\n" && ran.took > limits.wall, "it was not killed: {ran:?}");
        assert!(ran.cpu < ran.took, "{ran:?}");
    }
}

#[test]
fn processor_time_is_measured_in_every_tier() {
    for sandbox in tiers() {
        let ran = run(sandbox, "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done", &generous());
        assert_eq!(ran.ended, ExitReason::Exit(0), "{}", sandbox.tier());
        // The two clocks are not read at the same moment.
        let most = ran.took + Duration::from_millis(20);
        assert!(ran.cpu > Duration::from_millis(20) && ran.cpu <= most, "{}: {ran:?}", sandbox.tier());
    }
}

#[test]
fn a_program_has_the_cores_of_the_thread_that_runs_it() {
    on_one_core(|core| {
        for sandbox in tiers() {
            let allowed = stdout_of(sandbox, "grep Cpus_allowed_list /proc/self/status");
            assert_eq!(allowed.trim(), format!("Cpus_allowed_list:\t{core}"), "{}", sandbox.tier());
        }
    });
}

/// Processes that keep this thread's core busy, each with a share of its own.
struct Busy(Vec<Child>);

impl Busy {
    fn new() -> Busy {
        let spin = || Command::new("setsid").args(["sh", "-c", "while :; do :; done"]).spawn().unwrap();
        Busy((0..8).map(|_| spin()).collect())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[test]
fn a_program_that_others_keep_from_running_was_disturbed() {
    let limits = ResourceLimits { wall: Duration::from_millis(600), ..generous() };
    let patient = ResourceLimits { wall: Duration::from_secs(3), ..generous() };
    on_one_core(|_| {
        let _busy = Busy::new();
        for sandbox in tiers() {
            let ran = run(sandbox, "while :; do :; done", &limits);
            assert_eq!(ran.ended, ExitReason::OverTime, "{}", sandbox.tier());
            assert!(matches!(ran.disturbed, Some(Disturbance::Busy { .. })), "{}: {ran:?}", sandbox.tier());
            // A program that sleeps did not want to run, except to start.
            let ran = run(sandbox, "exec sleep 60", &patient);
            assert_eq!((ran.ended, ran.disturbed), (ExitReason::OverTime, None), "{}", sandbox.tier());
        }
    });
}
