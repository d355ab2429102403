//! System calls without a safe wrapper: fork, close inherited files, get the version of Landlock, wait for children
//! terminated by any signal, and restore inherited state.
#![expect(unsafe_code, reason = "these system calls have no safe interface")]

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use nix::errno::Errno;
use nix::libc;
use nix::sys::signal::{SigHandler, SigSet, Signal, signal};
use nix::sys::time::TimeSpec;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{ForkResult, Pid, Uid, fork};

use super::clock::now;

/// Forks, and runs `child` in the new process, which exits with the code that it returns.
///
/// The process must have only one thread, as the stub always has; otherwise this fails.
pub(super) fn fork_and(child: impl FnOnce() -> i32) -> io::Result<Pid> {
    fork_into(0, child)
}

/// Does the same as [`fork_and`] in new namespaces.
pub(super) fn fork_into(namespaces: libc::c_int, child: impl FnOnce() -> i32) -> io::Result<Pid> {
    let flags = u64::try_from(namespaces).map_err(io::Error::other)?;
    start_process(flags, None, |_| child())
}

/// Does the same as [`fork_and`] in a control group of version 2, given by its folder. `child` is told whether that worked;
/// some kernels and containers do not support it.
pub(super) fn fork_into_group(group: BorrowedFd<'_>, child: impl FnOnce(bool) -> i32) -> io::Result<Pid> {
    start_process(0, Some(group), child)
}

/// Does the same as [`fork_and`], except that the new process is a child of our parent.
pub(super) fn fork_sibling(child: impl FnOnce() -> i32) -> io::Result<Pid> {
    expect_one_thread()?;
    let flags = libc::c_long::from(libc::CLONE_PARENT | libc::SIGCHLD);
    // The flags come second on one architecture.
    let (first, second) = if cfg!(target_arch = "s390x") { (0, flags) } else { (flags, 0) };
    let fork = || {
        // SAFETY: without a stack and without shared memory, this is a fork; see `start_process`.
        Ok(Errno::result(unsafe { libc::syscall(libc::SYS_clone, first, second, 0, 0, 0) })?)
    };
    become_child(patiently(fork)?, child)
}

/// Takes the ownership of a file that the kernel has just handed to us.
pub(super) fn owned(number: RawFd) -> OwnedFd {
    // SAFETY: it came with a message, so nothing else in this process knows it.
    unsafe { OwnedFd::from_raw_fd(number) }
}

/// The arguments of `clone3`.
#[repr(C)]
#[derive(Default)]
struct CloneArguments {
    flags: u64,
    pidfd: u64,
    child_tid: u64,
    parent_tid: u64,
    exit_signal: u64,
    stack: u64,
    stack_size: u64,
    tls: u64,
    set_tid: u64,
    set_tid_size: u64,
    cgroup: u64,
}

/// The flag of `clone3` for a process that is born in a control group.
const INTO_GROUP: u64 = 1 << 33;

fn start_process(
    flags: u64,
    group: Option<BorrowedFd<'_>>,
    child: impl FnOnce(bool) -> i32,
) -> io::Result<Pid> {
    expect_one_thread()?;
    let plain = || {
        // SAFETY: with one thread, no lock can be held by a thread that the child lacks, so the child may do everything
        // that this process may do.
        Ok(match unsafe { fork() }? {
            ForkResult::Parent { child } => child.as_raw().into(),
            ForkResult::Child => 0,
        })
    };
    let special = || {
        let arguments = CloneArguments {
            flags: flags | if group.is_some() { INTO_GROUP } else { 0 },
            exit_signal: u64::from(libc::SIGCHLD.cast_unsigned()),
            cgroup: group.map_or(0, |group| u64::from(group.as_raw_fd().cast_unsigned())),
            ..CloneArguments::default()
        };
        // SAFETY: the kernel reads arguments of the size that it is told. Without a stack and without shared memory, this
        // is a fork like that above.
        let pid =
            unsafe { libc::syscall(libc::SYS_clone3, &raw const arguments, size_of::<CloneArguments>()) };
        Ok(Errno::result(pid)?)
    };
    let (pid, joined) = if flags == 0 && group.is_none() {
        (patiently(plain)?, false)
    } else {
        match patiently(special) {
            // Being born in a group is not essential: the child can move.
            Err(_) if flags == 0 => (patiently(plain)?, false),
            done => (done?, true),
        }
    };
    become_child(pid, || child(joined))
}

fn expect_one_thread() -> io::Result<()> {
    if std::fs::read_dir("/proc/self/task")?.count() != 1 {
        return Err(io::Error::other("a process with several threads must not fork"));
    }
    Ok(())
}

/// Runs `child` in a process that was forked, and returns its number in the other one.
fn become_child(forked: libc::c_long, child: impl FnOnce() -> i32) -> io::Result<Pid> {
    match i32::try_from(forked) {
        Ok(0) => std::process::exit(child()),
        Ok(pid) => Ok(Pid::from_raw(pid)),
        Err(fault) => Err(io::Error::other(fault)),
    }
}

/// How long to try to start a process while the user has too many.
const PATIENCE: Duration = Duration::from_secs(15);

/// Starts a process, and tries again while the user has too many processes, which others may have started.
pub(super) fn patiently<T>(mut start: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let end = now() + PATIENCE;
    let mut pause = Duration::from_millis(1);
    loop {
        match start() {
            Err(fault) if fault.kind() == io::ErrorKind::WouldBlock && now() < end => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(50));
            }
            done => return done,
        }
    }
}

/// Kills all processes of a user, from a new process that has become this user and may signal no others.
///
/// Unlike [`fork_and`], this may be called by a process with several threads.
pub(super) fn kill_all_of(user: Uid) -> io::Result<()> {
    let user = user.as_raw();
    // SAFETY: the child makes only system calls that take plain numbers, and so touches no memory that another thread
    // may have left in an odd state.
    let child = match unsafe { fork() }? {
        ForkResult::Parent { child } => child,
        ForkResult::Child => unsafe {
            let changed = libc::syscall(libc::SYS_setresuid, user, user, user) == 0;
            let killed = changed && (libc::kill(-1, libc::SIGKILL) == 0 || Errno::last() != Errno::EINVAL);
            libc::_exit(i32::from(!killed))
        },
    };
    match waitpid(child, None)? {
        WaitStatus::Exited(_, 0) => Ok(()),
        other => Err(io::Error::other(format!("the sweep failed ({other:?})"))),
    }
}

/// Closes every file descriptor above standard error.
///
/// Must be called before the process opens any file, or by a forked process that uses none of its open files: the stub
/// and the keeper do it first.
pub(super) fn close_inherited() {
    // SAFETY: nothing in this process uses these descriptors, since it has only just started and opened none.
    if unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0) } == 0 {
        return;
    }
    // Before Linux 5.9. The list is read to its end first, since reading it uses a descriptor.
    let entries: Vec<_> = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten().collect();
    for entry in entries {
        if let Some(fd) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok())
            && fd > 2
        {
            // SAFETY: as above; closing the already closed descriptor of the list again has no effect.
            unsafe { libc::close(fd) };
        }
    }
}

/// Returns the version of Landlock in the kernel, 0 for none.
pub(super) fn landlock_version() -> u8 {
    const ASK_FOR_VERSION: libc::c_uint = 1;
    // SAFETY: with this flag the kernel reads no memory, creates nothing, and returns a number.
    let version = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<libc::c_void>(), 0, ASK_FOR_VERSION)
    };
    u8::try_from(version.max(0)).unwrap_or(u8::MAX)
}

/// Returns whether two processes share all their memory, as far as the kernel tells.
pub(super) fn same_memory(one: Pid, other: Pid) -> bool {
    const MEMORY: libc::c_int = 1;
    // SAFETY: the call takes plain numbers, and only compares.
    unsafe { libc::syscall(libc::SYS_kcmp, one.as_raw(), other.as_raw(), MEMORY, 0, 0) == 0 }
}

/// The result of waiting for children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waited {
    /// This child has ended.
    Ended(Pid, ExitStatus),
    /// All children are still running.
    Running,
    /// There are no children.
    NoChildren,
}

/// Checks whether any child has ended.
pub(super) fn wait() -> io::Result<Waited> {
    match wait_on(-1, libc::WNOHANG) {
        Ok((0, _)) => Ok(Waited::Running),
        Ok((pid, status)) => Ok(Waited::Ended(Pid::from_raw(pid), status)),
        Err(Errno::ECHILD) => Ok(Waited::NoChildren),
        Err(fault) => Err(fault.into()),
    }
}

/// Waits until a child has ended.
pub(super) fn wait_for(pid: Pid) -> io::Result<ExitStatus> {
    Ok(wait_on(pid.as_raw(), 0)?.1)
}

/// Waits for a child, or for any if its number is -1.
///
/// The safe wrappers do not support real-time signals, and would lose a child terminated by one.
fn wait_on(pid: i32, flags: libc::c_int) -> nix::Result<(i32, ExitStatus)> {
    loop {
        let mut status = 0;
        // SAFETY: the kernel writes one number to memory that we own.
        match Errno::result(unsafe { libc::waitpid(pid, &raw mut status, flags) }) {
            Ok(pid) => return Ok((pid, ExitStatus::from_raw(status))),
            Err(Errno::EINTR) => {}
            Err(fault) => return Err(fault),
        }
    }
}

/// Waits until a child changes its state, or some time has passed. SIGCHLD must be blocked; otherwise only time counts.
pub(super) fn await_child(most: Duration) {
    let timeout = TimeSpec::from_duration(most);
    let mut set = SigSet::empty();
    set.add(Signal::SIGCHLD);
    // SAFETY: the kernel reads a set and a time, which both outlive the call, and writes nothing.
    unsafe { libc::sigtimedwait(set.as_ref(), std::ptr::null_mut(), timeout.as_ref()) };
}

/// Restores the default action of every signal.
pub(super) fn default_actions() {
    // The action of the kernel, which is shorter than this on some architectures: all zero is the default action.
    let action = [0_u64; 8];
    for number in 1..=LAST_SIGNAL {
        // SAFETY: the kernel reads one action, which installs no handler. The library would refuse the two signals that
        // it keeps for itself; for SIGKILL and SIGSTOP the call fails.
        unsafe {
            libc::syscall(
                libc::SYS_rt_sigaction,
                number,
                action.as_ptr(),
                std::ptr::null_mut::<libc::c_void>(),
                SIGNAL_SET,
            );
        }
    }
}

/// The highest number of a signal, and the size of a set of signals in bytes.
const LAST_SIGNAL: libc::c_long = 64;
const SIGNAL_SET: libc::size_t = 8;

/// Ignores SIGPIPE, as the run-time library of Rust does.
pub(super) fn ignore_sigpipe() -> io::Result<()> {
    // SAFETY: no handler is installed, so no code of ours is called.
    unsafe { signal(Signal::SIGPIPE, SigHandler::SigIgn) }?;
    Ok(())
}

/// Makes sure that this process can wait for its children, which an ignored SIGCHLD prevents.
pub(super) fn expect_children() {
    // SAFETY: all zero is a valid action, which the call overwrites with the present one.
    let mut now: libc::sigaction = unsafe { std::mem::zeroed() };
    // SAFETY: the kernel writes to memory that we own.
    let asked = unsafe { libc::sigaction(libc::SIGCHLD, std::ptr::null(), &raw mut now) };
    let is_unusual = now.sa_sigaction == libc::SIG_IGN || now.sa_flags & libc::SA_NOCLDWAIT != 0;
    if asked == 0 && is_unusual {
        // SAFETY: the default action is no handler, so it calls no code of ours.
        unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
    }
}

/// Stops all timers, which an executed program keeps.
pub(super) fn stop_timers() {
    // SAFETY: all zero is a timer that is stopped.
    let stopped: libc::itimerval = unsafe { std::mem::zeroed() };
    for which in [libc::ITIMER_REAL, libc::ITIMER_VIRTUAL, libc::ITIMER_PROF] {
        // SAFETY: the kernel reads one timer, and writes nothing.
        unsafe { libc::setitimer(which, &raw const stopped, std::ptr::null_mut()) };
    }
}

/// Sets the niceness to 0, and the policies for the processors and disks to the usual ones, as far as permitted.
pub(super) fn default_scheduling() {
    // SAFETY: all zero is the priority of the usual policy.
    let priority: libc::sched_param = unsafe { std::mem::zeroed() };
    // SAFETY: these calls take plain numbers, and read one priority that we own.
    unsafe {
        libc::setpriority(libc::PRIO_PROCESS, 0, 0);
        libc::sched_setscheduler(0, libc::SCHED_OTHER, &raw const priority);
        libc::syscall(libc::SYS_ioprio_set, 1, 0, 0);
    }
}

/// Confines this process to some cores, by number, or to all that the machine allows if none is named.
pub(super) fn set_cores(cores: &[u32]) -> io::Result<()> {
    const WORD: u32 = u64::BITS;
    // As many as any kernel supports; it ignores those that the machine lacks.
    let mut mask = [if cores.is_empty() { u64::MAX } else { 0 }; 128];
    for &core in cores {
        let word = mask.get_mut((core / WORD) as usize);
        *word.ok_or_else(|| io::Error::other(format!("there is no core {core}")))? |= 1 << (core % WORD);
    }
    // SAFETY: the kernel reads a mask of the given size.
    match unsafe { libc::syscall(libc::SYS_sched_setaffinity, 0, size_of_val(&mask), mask.as_ptr()) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Returns the niceness of this process.
pub(super) fn niceness() -> i32 {
    // SAFETY: the call takes plain numbers and returns one. It cannot fail for this process.
    unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) }
}

/// Returns whether this process has the usual policy for the processors.
pub(super) fn is_scheduled_as_usual() -> bool {
    // SAFETY: the call takes and returns plain numbers.
    unsafe { libc::sched_getscheduler(0) == libc::SCHED_OTHER }
}

/// Lets memory come from all nodes, unmerged, and restores the usual treatment of memory errors.
pub(super) fn default_memory_policy() {
    const SET_MEMORY_MERGE: libc::c_int = 67;
    // SAFETY: these calls take plain numbers. A kernel that lacks one refuses it, and has nothing to reset.
    unsafe {
        libc::syscall(libc::SYS_set_mempolicy, 0, std::ptr::null::<libc::c_ulong>(), 0);
        libc::prctl(SET_MEMORY_MERGE, 0, 0, 0, 0);
        libc::prctl(libc::PR_MCE_KILL, libc::PR_MCE_KILL_CLEAR, 0, 0, 0);
    }
}

/// Restores the usual execution domain, in which addresses are random.
pub(super) fn default_personality() {
    // SAFETY: the call takes a plain number, and affects this process when it executes a program.
    unsafe { libc::personality(0) };
}

/// Clears what would give capabilities to an executed program or keep them when the user changes.
pub(super) fn clear_inheritable_capabilities() {
    // SAFETY: these calls take plain numbers. They fail without the permission, in which case there is nothing to keep.
    unsafe {
        libc::prctl(libc::PR_SET_SECUREBITS, 0, 0, 0, 0);
        libc::prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    }
}

/// Drops all capabilities.
pub(super) fn drop_capabilities() -> io::Result<()> {
    const VERSION_3: u32 = 0x2008_0522;
    let mut header = [VERSION_3, 0];
    let none = [0_u32; 6];
    // SAFETY: the kernel reads a header of two words and six words of capabilities, and writes only to the
    // header, if it does not know the version.
    match unsafe { libc::syscall(libc::SYS_capset, header.as_mut_ptr(), none.as_ptr()) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
