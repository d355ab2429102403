//! Animals that end by a signal, and animals that signal other processes.

use floe_arena::sandbox::Guard;
use nix::sys::signal::{Signal, kill, raise};
use nix::unistd::{Pid, getppid};

use crate::ESCAPED;
use crate::animal::Animal;
use crate::call::{Call, ZooError};
use crate::caps::Life;
use crate::kernel;

const LOOSE: &str = "it would kill whatever started it";

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("crashes-by-segv", "Crashes with a segmentation fault.", crash::<11>).expect_fault("crash"),
    Animal::new("crashes-by-abort", "Crashes by calling abort.", crash::<6>).expect_fault("crash"),
    Animal::new("crashes-by-fpe", "Raises SIGFPE, as if it had divided by zero.", crash::<8>)
        .expect_fault("crash"),
    Animal::new("crashes-by-bus", "Raises SIGBUS.", crash::<7>).expect_fault("crash"),
    Animal::new("crashes-by-ill", "Raises SIGILL.", crash::<4>).expect_fault("crash"),
    Animal::new("crashes-by-pipe", "Raises SIGPIPE.", crash::<13>).expect_fault("crash"),
    Animal::new("crashes-by-term", "Sends SIGTERM to itself.", crash::<15>).expect_fault("crash"),
    Animal::new("crashes-by-kill", "Sends SIGKILL to itself.", crash::<9>).expect_fault("crash"),
    Animal::new("crashes-by-sys", "Raises SIGSYS, as if it had made a forbidden system call.", crash::<31>)
        .expect_fault("crash"),
    Animal::new("crashes-by-xcpu", "Raises SIGXCPU, as if it had used too much processor time.", crash::<24>)
        .expect_fault("too-much-cpu")
        .unsandboxed_fault("crash"),
    Animal::new("crashes-by-xfsz", "Raises SIGXFSZ, as if it had written too large a file.", crash::<25>)
        .expect_fault("too-much-written")
        .unsandboxed_fault("crash"),
    Animal::new("crashes-after-its-turn", "Makes a legal turn, and aborts.", crashes_after_its_turn)
        .expect_fault("crash"),
    Animal::new("overflows-its-stack", "Recurses until its stack overflows.", overflows_its_stack)
        .expect_fault("crash"),
    Animal::new("stops-itself", "Stops itself, as with Ctrl-Z.", stops_itself)
        .expect_fault("time-out")
        .endless()
        .needs(&[Guard::Wall]),
    Animal::new("kills-its-parent", "Kills the process that started it.", kills_its_parent)
        .dangerous(LOOSE)
        .needs(&[Guard::Signals])
        .alone(),
    Animal::new("kills-its-group", "Kills its process group, and itself with it.", kills_its_group)
        .expect_fault("crash")
        .dangerous(LOOSE)
        .needs(&[Guard::Signals])
        .alone(),
    Animal::new("kills-everything", "Kills every process that it may kill.", kills_everything)
        .dangerous(LOOSE)
        .needs(&[Guard::Signals])
        .alone(),
    Animal::new("stops-everything", "Stops every process that it may stop.", stops_everything)
        .dangerous(LOOSE)
        .needs(&[Guard::Signals])
        .alone(),
    Animal::new("signals-one-by-one", "Looks for any process that it can signal.", signals_one_by_one)
        .unsandboxed_escapes()
        .needs(&[Guard::Signals]),
];

fn crash<const NUMBER: i32>(_: &Call) -> Result<i32, ZooError> {
    end_by(NUMBER)?;
    Ok(0)
}

fn end_by(number: i32) -> Result<(), ZooError> {
    let signal = Signal::try_from(number).map_err(ZooError::system("signal"))?;
    if signal != Signal::SIGKILL && signal != Signal::SIGSTOP {
        kernel::restore(signal).map_err(ZooError::system("signal"))?;
    }
    raise(signal).map_err(ZooError::system("raise"))
}

fn crashes_after_its_turn(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    end_by(Signal::SIGABRT as i32)?;
    Ok(0)
}

fn overflows_its_stack(call: &Call) -> Result<i32, ZooError> {
    fn deeper(depth: u64) -> u64 {
        let room = std::hint::black_box([depth; 512]);
        // The call is not in tail position, or it would become a loop.
        if depth == u64::MAX { 0 } else { deeper(depth + 1) + room[(depth % 512) as usize] }
    }
    Ok(i32::from(deeper(call.id.as_bytes().len() as u64) == 0))
}

fn stops_itself(_: &Call) -> Result<i32, ZooError> {
    end_by(Signal::SIGSTOP as i32)?;
    Life::new().sleep();
    Ok(0)
}

/// Sends signals, and then plays. Failures are ignored.
fn send(call: &Call, targets: &[Pid], signal: Signal) -> Result<i32, ZooError> {
    for &target in targets {
        if let Err(error) = kill(target, signal) {
            eprintln!("{signal} to {target}: {error}");
        }
    }
    call.play()
}

fn kills_its_parent(call: &Call) -> Result<i32, ZooError> {
    send(call, &[getppid(), Pid::from_raw(1)], Signal::SIGKILL)
}

fn kills_its_group(call: &Call) -> Result<i32, ZooError> {
    send(call, &[Pid::from_raw(0)], Signal::SIGKILL)
}

fn kills_everything(call: &Call) -> Result<i32, ZooError> {
    send(call, &[Pid::from_raw(-1)], Signal::SIGKILL)
}

fn stops_everything(call: &Call) -> Result<i32, ZooError> {
    send(call, &[Pid::from_raw(-1), getppid()], Signal::SIGSTOP)
}

fn signals_one_by_one(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let kin = [Pid::this(), getppid(), Pid::from_raw(1)];
    let last = kin[0].as_raw().saturating_add(5_000).max(131_072);
    // Signal 0 only checks the permission to signal. In a PID namespace, an animal sees its first process and its
    // parent, which both belong to it.
    let found = (1..=last).map(Pid::from_raw).find(|pid| !kin.contains(pid) && kill(*pid, None).is_ok());
    Ok(found.map_or(0, |pid| {
        eprintln!("could signal process {pid}");
        ESCAPED
    }))
}
