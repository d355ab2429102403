//! Animals that do not end, and animals whose children outlive them.

use std::env;
use std::ffi::{CString, OsString};
use std::fs;
use std::io::Write;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::symlink;
use std::thread;
use std::time::Duration;

use floe_arena::sandbox::Guard;
use nix::sys::signal::{SigSet, Signal};
use nix::sys::wait::waitpid;
use nix::unistd::{chdir, close, dup2_stderr, dup2_stdout, execv, setsid};

use crate::animal::Animal;
use crate::call::{Call, ZooError};
use crate::caps::Life;
use crate::kernel;

const LEFT: &[Guard] = &[Guard::Leftovers];
const WALL: &[Guard] = &[Guard::Wall];

/// When leftover processes begin to misbehave: any sweep should be over by then.
const LATE: Duration = Duration::from_secs(2);

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("sleeps-for-ever", "Never answers.", sleeps_for_ever)
        .expect_fault("time-out")
        .endless()
        .needs(WALL),
    Animal::new("moves-and-sleeps", "Makes a legal turn, and never ends.", moves_and_sleeps)
        .expect_fault("time-out")
        .endless()
        .needs(WALL),
    Animal::new("empties-and-sleeps", "Empties the board file, and never ends.", empties_and_sleeps)
        .expect_fault("time-out")
        .endless()
        .needs(WALL),
    Animal::new(
        "ignores-sigterm",
        "Ignores every signal that can be ignored, and never ends.",
        ignores_sigterm,
    )
    .expect_fault("time-out")
    .endless()
    .needs(WALL),
    Animal::new("closes-its-pipes-and-sleeps", "Closes its outputs, and never ends.", closes_and_sleeps)
        .expect_fault("time-out")
        .endless()
        .needs(WALL),
    Animal::new("busy-for-ever", "Computes forever.", busy_for_ever)
        .expect_fault("too-much-cpu")
        .unsandboxed_fault("time-out")
        .endless()
        .needs(&[Guard::Cpu]),
    Animal::new("leaves-a-child", "Makes a legal turn, and leaves a child behind.", leaves_a_child)
        .needs(LEFT),
    Animal::new(
        "double-forks",
        "Makes a legal turn, and leaves a daemon behind, in a new session.",
        double_forks,
    )
    .needs(LEFT),
    Animal::new(
        "leaves-a-deaf-daemon",
        "Leaves a daemon that ignores signals and has another name.",
        leaves_deaf,
    )
    .needs(LEFT),
    Animal::new(
        "clears-its-death-signal",
        "Clears the signal that it would get when its parent dies, and leaves a daemon that does so too.",
        clears_death_signal,
    )
    .needs(LEFT),
    Animal::new("leaves-a-crowd", "Leaves twenty daemons behind.", leaves_a_crowd).needs(LEFT),
    Animal::new(
        "runs-away",
        "Leaves a process that forks and exits thousands of times per second.",
        runs_away,
    )
    .dangerous("nothing could catch it before it tires")
    .needs(LEFT),
    Animal::new(
        "writes-after-it-ends",
        "Leaves a child that overwrites the board file repeatedly.",
        writes_after,
    )
    .needs(LEFT),
    Animal::new(
        "swaps-after-it-ends",
        "Leaves a child that swaps the board file for links and folders.",
        swaps_after,
    )
    .needs(LEFT),
    Animal::new("holds-the-pipes", "Leaves a daemon that holds its outputs open.", holds_the_pipes)
        .needs(LEFT),
    Animal::new("leaves-a-flood", "Leaves a daemon that prints forever.", leaves_a_flood).needs(LEFT),
    Animal::new("becomes-another", "Replaces itself with another program, which plays.", becomes_another),
    Animal::new("changes-its-name", "Changes its name in the list of processes.", changes_its_name),
    Animal::new("closes-everything", "Closes its standard streams, and plays.", closes_everything),
    Animal::new("works-in-threads", "Plays from a new thread.", works_in_threads),
    Animal::new("works-in-a-child", "Makes its turn in a child, and waits for it.", works_in_a_child),
];

fn sleeps_for_ever(_: &Call) -> Result<i32, ZooError> {
    Life::new().sleep();
    Ok(0)
}

fn moves_and_sleeps(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    sleeps_for_ever(call)
}

fn empties_and_sleeps(call: &Call) -> Result<i32, ZooError> {
    call.write_text(b"")?;
    sleeps_for_ever(call)
}

/// Ignores all signals that can be ignored.
fn be_deaf() {
    for signal in Signal::iterator() {
        // Two signals cannot be ignored, and fail.
        let _ = kernel::ignore(signal);
    }
    let _ = SigSet::all().thread_block();
}

fn ignores_sigterm(call: &Call) -> Result<i32, ZooError> {
    be_deaf();
    sleeps_for_ever(call)
}

fn closes_and_sleeps(call: &Call) -> Result<i32, ZooError> {
    for stream in 0..=2 {
        let _ = close(stream);
    }
    sleeps_for_ever(call)
}

fn busy_for_ever(call: &Call) -> Result<i32, ZooError> {
    let life = Life::new();
    let mut sum = call.id.as_bytes().len() as u64;
    while life.has_time_left() {
        for step in 0..1_000_000u64 {
            sum = std::hint::black_box(sum.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(step));
        }
    }
    Ok(i32::from(sum == 0))
}

/// Forks a daemon: an orphan in a new session.
fn daemon(act: impl FnOnce()) -> Result<(), ZooError> {
    let middle = kernel::spawn(|| {
        let _ = setsid();
        let _ = kernel::spawn(act);
    })
    .map_err(ZooError::system("fork"))?;
    waitpid(middle, None).map_err(ZooError::system("wait"))?;
    Ok(())
}

/// Redirects the standard streams to /dev/null, so that this process holds no pipe.
fn let_go_of_pipes() {
    if let Ok(nothing) = fs::File::options().read(true).write(true).open("/dev/null") {
        let _ = dup2_stdout(nothing.as_fd());
        let _ = dup2_stderr(nothing.as_fd());
    } else {
        let _ = (close(1), close(2));
    }
}

fn leaves_a_child(call: &Call) -> Result<i32, ZooError> {
    kernel::spawn(|| {
        let_go_of_pipes();
        Life::new().sleep();
    })
    .map_err(ZooError::system("fork"))?;
    call.play()
}

fn double_forks(call: &Call) -> Result<i32, ZooError> {
    daemon(|| {
        let_go_of_pipes();
        let _ = chdir("/");
        Life::new().sleep();
    })?;
    call.play()
}

fn leaves_deaf(call: &Call) -> Result<i32, ZooError> {
    daemon(|| {
        let_go_of_pipes();
        be_deaf();
        let _ = nix::sys::prctl::set_name(c"kworker/0:0");
        Life::new().sleep();
    })?;
    call.play()
}

fn clears_death_signal(call: &Call) -> Result<i32, ZooError> {
    let clear = || nix::sys::prctl::set_pdeathsig(None);
    clear().map_err(ZooError::system("prctl"))?;
    daemon(|| {
        let_go_of_pipes();
        be_deaf();
        let _ = clear();
        Life::new().sleep();
    })?;
    call.play()
}

fn leaves_a_crowd(call: &Call) -> Result<i32, ZooError> {
    for _ in 0..20 {
        daemon(|| {
            let_go_of_pipes();
            Life::new().sleep();
        })?;
    }
    call.play()
}

fn runs_away(call: &Call) -> Result<i32, ZooError> {
    let life = Life::new();
    daemon(|| {
        let_go_of_pipes();
        // The parent ends as soon as the child lives, so a search by its number comes too late. A refused fork is
        // tried again, since this process is still alive then.
        while life.has_time_left() {
            if kernel::hop().is_err() {
                thread::sleep(Duration::from_micros(200));
            }
        }
    })?;
    call.play()
}

/// Makes a legal turn, and leaves a daemon that acts repeatedly from `LATE` on.
fn haunt(call: &Call, mut act: impl FnMut()) -> Result<i32, ZooError> {
    let life = Life::new();
    daemon(|| {
        thread::sleep(LATE);
        while life.has_time_left() {
            act();
            thread::sleep(Duration::from_micros(200));
        }
    })?;
    call.play()
}

fn writes_after(call: &Call) -> Result<i32, ZooError> {
    haunt(call, || {
        let_go_of_pipes();
        let _ = call.write_text(b"too late\n");
    })
}

fn swaps_after(call: &Call) -> Result<i32, ZooError> {
    haunt(call, || {
        let_go_of_pipes();
        let _ = fs::remove_file(&call.output);
        let _ = symlink("/etc/passwd", &call.output);
        let _ = fs::remove_file(&call.output);
        let _ = fs::create_dir(&call.output);
        let _ = fs::remove_dir(&call.output);
    })
}

fn holds_the_pipes(call: &Call) -> Result<i32, ZooError> {
    daemon(|| Life::new().sleep())?;
    call.play()
}

fn leaves_a_flood(call: &Call) -> Result<i32, ZooError> {
    let mut out = std::io::stdout().lock();
    haunt(call, || {
        let _ = out.write_all(&[b'!'; 4096]);
    })
}

fn becomes_another(call: &Call) -> Result<i32, ZooError> {
    let program = env::current_exe().map_err(ZooError::system("current_exe"))?;
    let alias = [b"as=".as_slice(), call.id.as_bytes()].concat();
    let arguments = env::args_os().skip(2).map(OsString::into_vec);
    let words = [b"\x1b[31mnobody".to_vec(), b"honest".to_vec(), alias].into_iter().chain(arguments);
    let words: Result<Vec<CString>, _> = words.map(CString::new).collect();
    let words = words.map_err(|_| ZooError::Arguments("an argument holds a zero byte".to_owned()))?;
    let program = CString::new(program.into_os_string().into_vec())
        .map_err(|_| ZooError::Arguments("the program's path holds a zero byte".to_owned()))?;
    match execv(&program, &words).map_err(ZooError::system("exec"))? {}
}

fn changes_its_name(call: &Call) -> Result<i32, ZooError> {
    nix::sys::prctl::set_name(c"\x1b[31mnobody").map_err(ZooError::system("prctl"))?;
    call.play()
}

fn closes_everything(call: &Call) -> Result<i32, ZooError> {
    for stream in 0..=2 {
        close(stream).map_err(ZooError::system("close"))?;
    }
    call.play()
}

fn works_in_threads(call: &Call) -> Result<i32, ZooError> {
    thread::scope(|scope| scope.spawn(|| call.play()).join()).unwrap_or(Ok(101))
}

fn works_in_a_child(call: &Call) -> Result<i32, ZooError> {
    let child = kernel::spawn(|| {
        let _ = call.play();
    })
    .map_err(ZooError::system("fork"))?;
    waitpid(child, None).map_err(ZooError::system("wait"))?;
    Ok(0)
}
