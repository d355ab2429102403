//! The seccomp filter of system calls, for what Landlock and file permissions leave open.
//!
//! It allows everything that ordinary programs need, and refuses what only an attack needs. A refused call fails as on
//! an older or stricter system, mostly with `ENOSYS` or `EPERM`, so that run-time libraries fall back to another call.
//! Changes of modes, owners and time stamps, which Landlock does not cover, *succeed* without any effect: an honest
//! program that copies a file with its mode continues, and no file outside its folder is changed.

mod assembly;
#[cfg(test)]
mod tests;

use std::io;

use nix::libc;
use seccompiler::apply_filter;

use self::Answer::{Done, NotKnown, NotPermitted, NotSupported, NotTerminal};
use self::When::{Always, AnyBit, BitWithout, BothBits, Is, Neither, Not, NotOneOf};
use self::assembly::assemble;

/// Whether there is a filter for this architecture.
pub(super) const KNOWN: bool = ARCHITECTURE.is_some();

/// The number of this architecture in a filter.
const ARCHITECTURE: Option<u32> = if cfg!(target_arch = "x86_64") {
    Some(0xc000_003e)
} else if cfg!(target_arch = "aarch64") {
    Some(0xc000_00b7)
} else if cfg!(target_arch = "riscv64") {
    Some(0xc000_00f3)
} else {
    None
};

/// The result of a filtered call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// It succeeds without any effect.
    Done,
    /// It is unknown (`ENOSYS`).
    NotKnown,
    /// It is not permitted (`EPERM`).
    NotPermitted,
    /// The file system does not offer it (`EOPNOTSUPP`).
    NotSupported,
    /// The file is not such a device (`ENOTTY`).
    NotTerminal,
}

/// The condition on the arguments of a call. Only the lower half of an argument is compared, as the kernel does in
/// these calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Always,
    /// An argument is a value.
    Is(u8, u32),
    /// An argument differs from a value.
    Not(u8, u32),
    /// An argument differs from two values.
    Neither(u8, [u32; 2]),
    /// An argument is none of several values.
    NotOneOf(u8, &'static [u32]),
    /// An argument has one of several bits.
    AnyBit(u8, u32),
    /// An argument has a bit, but lacks another.
    BitWithout(u8, u32, u32),
    /// An argument has both of two bits.
    BothBits(u8, [u32; 2]),
}

type Rule = (libc::c_long, When, Answer);

/// Applies the filter to this thread and everything that it starts.
///
/// Where the kernel cannot keep signals within a domain, the program may signal only this process and its group.
pub(super) fn apply(scopes: bool) -> io::Result<()> {
    let Some(architecture) = ARCHITECTURE else { return Ok(()) };
    let itself = std::process::id();
    let fallback = if scopes { Vec::new() } else { without_scopes(itself) };
    let program = assemble(architecture, RULES.iter().chain(OLD_RULES).chain(&fallback));
    apply_filter(&program).map_err(io::Error::other)
}

const AF_UNIX: u32 = 1;

/// Shared memory, which stays allocated as long as any process has it mapped.
const MAP_SHARED: u32 = 0x1;
const MAP_ANONYMOUS: u32 = 0x20;

/// The flags of `clone` for a thread, and for open files that are shared.
const THREAD: u32 = 0x1_0000;
const SHARED_FILES: u32 = 0x400;

/// The options of sockets for the size of the send buffer, the requests to enlarge a pipe, and to hide from others.
const SEND_BUFFER: u32 = 7;
const SEND_BUFFER_FORCED: u32 = 32;
const SET_PIPE_SIZE: u32 = 1031;
const SET_DUMPABLE: u32 = 4;

/// The flags of `preadv2` that read only cached pages, or leave none behind, and the advice of `madvise` to write pages
/// back and drop them.
const CACHED_ONLY: u32 = 0x8;
const UNCACHED: u32 = 0x80;
const PAGE_OUT: u32 = 21;

/// All flags of `clone` that make a namespace.
const NAMESPACES: u32 = 0x7e02_0000;

/// The allowed `ioctl` requests: whether a file is a terminal, its size, the number of bytes to read, blocking, and
/// close-on-exec. Others could change files that are only readable.
const ALLOWED_IOCTLS: &[u32] = &[0x5401, 0x540f, 0x5413, 0x541b, 0x5421, 0x5450, 0x5451, 0x802c_542a];

/// Numbers above 424 are the same for all architectures; some are newer than the `libc` crate.
const SYS_CACHESTAT: libc::c_long = 451;
const SYS_FCHMODAT2: libc::c_long = 452;
const SYS_SETXATTRAT: libc::c_long = 463;
const SYS_REMOVEXATTRAT: libc::c_long = 466;
const SYS_OPEN_TREE_ATTR: libc::c_long = 467;
const SYS_FILE_SETATTR: libc::c_long = 469;

const RULES: &[Rule] = &[
    // No network, and no services of the machine. A socket pair is harmless.
    (libc::SYS_socket, Always, NotPermitted),
    (libc::SYS_socketpair, Not(0, AF_UNIX), NotPermitted),
    // Open files in transit through such a pair would belong to no process, and their size would not be counted.
    (libc::SYS_sendmsg, Always, NotPermitted),
    (libc::SYS_sendmmsg, Always, NotPermitted),
    // Gigabytes are allocated at once, faster than they are counted, and beyond the end of a file the limit on its size
    // does not hold. Libraries write zeros instead.
    (libc::SYS_fallocate, Always, NotSupported),
    // Which pages of a file are cached is a mark that outlives a program: these calls read or set it.
    (libc::SYS_mincore, Always, NotKnown),
    (SYS_CACHESTAT, Always, NotKnown),
    (libc::SYS_preadv2, AnyBit(5, CACHED_ONLY | UNCACHED), NotSupported),
    (libc::SYS_io_setup, Always, NotKnown),
    (libc::SYS_fadvise64, Always, Done),
    (libc::SYS_readahead, Always, Done),
    (libc::SYS_madvise, Is(2, PAGE_OUT), Done),
    // `io_uring` could perform all the calls below without passing through the filter.
    (libc::SYS_io_uring_setup, Always, NotKnown),
    (libc::SYS_io_uring_enter, Always, NotKnown),
    (libc::SYS_io_uring_register, Always, NotKnown),
    // The flags of `clone3` are in memory, which a filter cannot read; run-time libraries fall back to `clone`.
    (libc::SYS_clone3, Always, NotKnown),
    (libc::SYS_clone, AnyBit(0, NAMESPACES), NotPermitted),
    // Files that only one thread has open would not be counted.
    (libc::SYS_clone, BitWithout(0, THREAD, SHARED_FILES), NotPermitted),
    (libc::SYS_unshare, Always, NotPermitted),
    (libc::SYS_setns, Always, NotPermitted),
    // Other processes of the same user.
    (libc::SYS_ptrace, Always, NotPermitted),
    (libc::SYS_process_vm_readv, Always, NotPermitted),
    (libc::SYS_process_vm_writev, Always, NotPermitted),
    (libc::SYS_process_madvise, Always, NotPermitted),
    (libc::SYS_process_mrelease, Always, NotPermitted),
    (libc::SYS_pidfd_getfd, Always, NotPermitted),
    (libc::SYS_kcmp, Always, NotPermitted),
    (libc::SYS_migrate_pages, Always, NotPermitted),
    (libc::SYS_move_pages, Always, NotPermitted),
    (libc::SYS_prlimit64, Not(0, 0), NotPermitted),
    // A game owns its cores. Run-time libraries that bind threads to cores continue as if that had worked. They name their
    // own threads by number, as .NET does with policies too, and would not start if that failed.
    (libc::SYS_sched_setaffinity, Always, Done),
    (libc::SYS_sched_setscheduler, Not(0, 0), Done),
    (libc::SYS_sched_setparam, Not(0, 0), Done),
    (libc::SYS_sched_setattr, Not(0, 0), NotPermitted),
    (libc::SYS_setpriority, Not(0, 0), NotPermitted),
    (libc::SYS_setpriority, Not(1, 0), NotPermitted),
    (libc::SYS_ioprio_set, Not(1, 0), NotPermitted),
    // Memory in queues of the kernel: what fits into them stays as small as it is by default.
    (libc::SYS_setsockopt, Is(2, SEND_BUFFER), Done),
    (libc::SYS_setsockopt, Is(2, SEND_BUFFER_FORCED), Done),
    (libc::SYS_fcntl, Is(1, SET_PIPE_SIZE), NotPermitted),
    (libc::SYS_vmsplice, Always, NotKnown),
    // A process that hides its memory could not be watched.
    (libc::SYS_prctl, Is(0, SET_DUMPABLE), Done),
    // Memory that belongs to no process, and would not be counted, or that outlives all processes.
    (libc::SYS_mmap, BothBits(3, [MAP_SHARED, MAP_ANONYMOUS]), NotPermitted),
    (libc::SYS_memfd_create, Always, NotKnown),
    (libc::SYS_memfd_secret, Always, NotKnown),
    (libc::SYS_shmget, Always, NotKnown),
    (libc::SYS_msgget, Always, NotKnown),
    (libc::SYS_semget, Always, NotKnown),
    (libc::SYS_mq_open, Always, NotKnown),
    (libc::SYS_add_key, Always, NotKnown),
    (libc::SYS_request_key, Always, NotKnown),
    (libc::SYS_keyctl, Always, NotKnown),
    // Large attack surfaces of the kernel.
    (libc::SYS_bpf, Always, NotPermitted),
    (libc::SYS_perf_event_open, Always, NotPermitted),
    (libc::SYS_userfaultfd, Always, NotPermitted),
    (libc::SYS_fanotify_init, Always, NotPermitted),
    (libc::SYS_name_to_handle_at, Always, NotPermitted),
    (libc::SYS_open_by_handle_at, Always, NotPermitted),
    (libc::SYS_mount, Always, NotPermitted),
    (libc::SYS_umount2, Always, NotPermitted),
    (libc::SYS_pivot_root, Always, NotPermitted),
    (libc::SYS_chroot, Always, NotPermitted),
    (libc::SYS_open_tree, Always, NotPermitted),
    (SYS_OPEN_TREE_ATTR, Always, NotPermitted),
    (libc::SYS_move_mount, Always, NotPermitted),
    (libc::SYS_fsopen, Always, NotPermitted),
    (libc::SYS_fsconfig, Always, NotPermitted),
    (libc::SYS_fsmount, Always, NotPermitted),
    (libc::SYS_fspick, Always, NotPermitted),
    (libc::SYS_mount_setattr, Always, NotPermitted),
    (libc::SYS_swapon, Always, NotPermitted),
    (libc::SYS_swapoff, Always, NotPermitted),
    (libc::SYS_quotactl, Always, NotPermitted),
    (libc::SYS_quotactl_fd, Always, NotPermitted),
    (libc::SYS_acct, Always, NotPermitted),
    (libc::SYS_reboot, Always, NotPermitted),
    (libc::SYS_kexec_load, Always, NotPermitted),
    (libc::SYS_init_module, Always, NotPermitted),
    (libc::SYS_finit_module, Always, NotPermitted),
    (libc::SYS_delete_module, Always, NotPermitted),
    (libc::SYS_settimeofday, Always, NotPermitted),
    (libc::SYS_clock_settime, Always, NotPermitted),
    (libc::SYS_clock_adjtime, Always, NotPermitted),
    (libc::SYS_adjtimex, Always, NotPermitted),
    (libc::SYS_sethostname, Always, NotPermitted),
    (libc::SYS_setdomainname, Always, NotPermitted),
    (libc::SYS_syslog, Always, NotPermitted),
    (libc::SYS_vhangup, Always, NotPermitted),
    // Attributes of files: see the head of this file.
    (libc::SYS_fchmod, Always, Done),
    (libc::SYS_fchmodat, Always, Done),
    (SYS_FCHMODAT2, Always, Done),
    (libc::SYS_fchown, Always, Done),
    (libc::SYS_fchownat, Always, Done),
    (libc::SYS_utimensat, Always, Done),
    (libc::SYS_setxattr, Always, Done),
    (libc::SYS_lsetxattr, Always, Done),
    (libc::SYS_fsetxattr, Always, Done),
    (SYS_SETXATTRAT, Always, Done),
    (libc::SYS_removexattr, Always, Done),
    (libc::SYS_lremovexattr, Always, Done),
    (libc::SYS_fremovexattr, Always, Done),
    (SYS_REMOVEXATTRAT, Always, Done),
    (SYS_FILE_SETATTR, Always, Done),
    (libc::SYS_ioctl, NotOneOf(1, ALLOWED_IOCTLS), NotTerminal),
    // A sync would make every other program wait for the disks.
    (libc::SYS_sync, Always, Done),
    (libc::SYS_syncfs, Always, Done),
];

/// Older calls, which only some architectures have.
#[cfg(target_arch = "x86_64")]
const OLD_RULES: &[Rule] = &[
    (libc::SYS_chmod, Always, Done),
    (libc::SYS_chown, Always, Done),
    (libc::SYS_lchown, Always, Done),
    (libc::SYS_utime, Always, Done),
    (libc::SYS_utimes, Always, Done),
    (libc::SYS_futimesat, Always, Done),
    (libc::SYS_kexec_file_load, Always, NotPermitted),
    (libc::SYS_iopl, Always, NotPermitted),
    (libc::SYS_ioperm, Always, NotPermitted),
    (libc::SYS_modify_ldt, Always, NotPermitted),
    (libc::SYS_uselib, Always, NotKnown),
    (libc::SYS_ustat, Always, NotKnown),
    (libc::SYS_lookup_dcookie, Always, NotKnown),
];
#[cfg(not(target_arch = "x86_64"))]
const OLD_RULES: &[Rule] = &[(libc::SYS_lookup_dcookie, Always, NotKnown)];

/// Returns the rules for kernels whose Landlock does not know signals (before 6.12) or truncation (before 6.2).
///
/// A child process cannot send a signal to its own process id, so `abort` in a child ends with a different signal.
/// Honest programs notice nothing else.
fn without_scopes(itself: u32) -> Vec<Rule> {
    const SET_OWNER: u32 = 8;
    const SET_SIGNAL: u32 = 10;
    const SET_OWNER_EX: u32 = 15;
    let mut rules = vec![
        (libc::SYS_kill, Neither(0, [0, itself]), NotPermitted),
        (libc::SYS_tgkill, Not(0, itself), NotPermitted),
        (libc::SYS_tkill, Not(0, itself), NotPermitted),
        (libc::SYS_rt_sigqueueinfo, Always, NotPermitted),
        (libc::SYS_rt_tgsigqueueinfo, Always, NotPermitted),
        (libc::SYS_pidfd_send_signal, Always, NotPermitted),
        (libc::SYS_truncate, Always, NotPermitted),
    ];
    rules
        .extend([SET_OWNER, SET_SIGNAL, SET_OWNER_EX].map(|way| (libc::SYS_fcntl, Is(1, way), NotPermitted)));
    rules
}
