//! System calls without a safe wrapper, and the proof that an animal is sandboxed. All unsafe code of the zoo is here.
#![expect(unsafe_code, reason = "fork, signal handlers and raw system calls have no safe wrapper")]

use std::ffi::CString;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process;
use std::ptr::NonNull;

use nix::errno::Errno;
use nix::libc;
use nix::sys::mman::{MapFlags, ProtFlags, mmap, mmap_anonymous};
use nix::sys::signal::{SigHandler, Signal, signal};
use nix::unistd::{ForkResult, Pid, fork};

/// Returns whether this process is sandboxed.
///
/// A dangerous animal does nothing without this. The environment and the arguments prove nothing, since anyone can type
/// them; but a process with `no_new_privs` and a filter of system calls was not started from a shell by mistake.
pub(crate) fn is_sandboxed() -> bool {
    let Ok(status) = fs::read_to_string("/proc/self/status") else {
        return false;
    };
    let has = |wanted: &str, value: &str| {
        let mut fields = status.lines().filter_map(|line| line.split_once(':'));
        fields.any(|(name, found)| name == wanted && found.trim() == value)
    };
    has("NoNewPrivs", "1") && has("Seccomp", "2")
}

/// Starts a process that does `act` and nothing more.
pub(crate) fn spawn(act: impl FnOnce()) -> nix::Result<Pid> {
    // SAFETY: animals fork before they start any thread, so that no lock can be held by a thread that the
    // child does not have.
    match unsafe { fork() }? {
        ForkResult::Parent { child } => Ok(child),
        ForkResult::Child => {
            act();
            process::exit(0);
        }
    }
}

/// Forks, and continues in both processes.
pub(crate) fn branch() -> nix::Result<()> {
    // SAFETY: as in `spawn`.
    unsafe { fork() }.map(drop)
}

/// Forks, and continues in the child; the parent exits.
pub(crate) fn hop() -> nix::Result<()> {
    // SAFETY: as in `spawn`.
    match unsafe { fork() }? {
        // SAFETY: the call ends the process, which has nothing to clean up.
        ForkResult::Parent { .. } => unsafe { libc::_exit(0) },
        ForkResult::Child => Ok(()),
    }
}

/// Ignores a signal.
pub(crate) fn ignore(number: Signal) -> nix::Result<()> {
    // SAFETY: no handler is installed, so that no code of ours runs in one.
    unsafe { signal(number, SigHandler::SigIgn) }.map(drop)
}

/// Restores the default action of a signal, which the Rust run-time library changes for some.
pub(crate) fn restore(number: Signal) -> nix::Result<()> {
    // SAFETY: no handler is installed, so that no code of ours runs in one.
    unsafe { signal(number, SigHandler::SigDfl) }.map(drop)
}

/// Sets a limit of another process to its present value: harmless, but proof that limits can be set.
pub(crate) fn limit_other(pid: Pid) -> nix::Result<()> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointers are to a local struct, or null, which the call allows.
    Errno::result(unsafe {
        libc::prlimit(pid.as_raw(), libc::RLIMIT_CORE, std::ptr::null(), &raw mut limit)
    })?;
    // SAFETY: as above.
    Errno::result(unsafe {
        libc::prlimit(pid.as_raw(), libc::RLIMIT_CORE, &raw const limit, std::ptr::null_mut())
    })?;
    Ok(())
}

/// Sets the priority of another process to its present value: harmless, but proof that it can be slowed down.
pub(crate) fn renice_other(pid: Pid) -> nix::Result<()> {
    let Ok(who) = libc::id_t::try_from(pid.as_raw()) else {
        return Err(Errno::EINVAL);
    };
    Errno::clear();
    // SAFETY: the call takes and returns plain numbers.
    let nice = unsafe { libc::getpriority(libc::PRIO_PROCESS, who) };
    // SAFETY: as above.
    Errno::result(unsafe { libc::setpriority(libc::PRIO_PROCESS, who, nice) }).map(drop)
}

/// Makes a segment of shared memory, which would outlive the process, and removes it.
pub(crate) fn lasting_memory(bytes: usize) -> nix::Result<()> {
    // SAFETY: the call takes plain numbers; the segment is never attached.
    let id = Errno::result(unsafe { libc::shmget(libc::IPC_PRIVATE, bytes, libc::IPC_CREAT | 0o600) })?;
    // SAFETY: this command uses no buffer.
    Errno::result(unsafe { libc::shmctl(id, libc::IPC_RMID, std::ptr::null_mut()) }).map(drop)
}

/// Makes semaphores, which would outlive the process, and removes them.
pub(crate) fn lasting_semaphores() -> nix::Result<()> {
    // SAFETY: the call takes plain numbers.
    let id = Errno::result(unsafe { libc::semget(libc::IPC_PRIVATE, 4, libc::IPC_CREAT | 0o600) })?;
    // SAFETY: this command uses no argument.
    Errno::result(unsafe { libc::semctl(id, 0, libc::IPC_RMID) }).map(drop)
}

/// Makes a queue of messages, which would outlive the process, and removes it.
pub(crate) fn lasting_messages() -> nix::Result<()> {
    // SAFETY: the call takes plain numbers.
    let id = Errno::result(unsafe { libc::msgget(libc::IPC_PRIVATE, libc::IPC_CREAT | 0o600) })?;
    // SAFETY: this command uses no buffer.
    Errno::result(unsafe { libc::msgctl(id, libc::IPC_RMID, std::ptr::null_mut()) }).map(drop)
}

/// Makes a socket of any family.
pub(crate) fn socket(family: i32, kind: i32) -> nix::Result<()> {
    // SAFETY: the call takes plain numbers.
    Errno::result(unsafe { libc::socket(family, kind, 0) }).map(drop)
}

/// Sets an extended attribute of a file, and returns whether the file has it afterwards.
pub(crate) fn tag(path: &Path) -> bool {
    let Ok(path) = CString::new(path.as_os_str().as_bytes()) else {
        return false;
    };
    let name = c"user.zoo";
    // SAFETY: the strings end in a zero byte, and the value is as long as its given length.
    unsafe { libc::setxattr(path.as_ptr(), name.as_ptr(), c"here".as_ptr().cast(), 4, 0) };
    // SAFETY: the strings end in a zero byte; with a length of 0 nothing is written.
    unsafe { libc::getxattr(path.as_ptr(), name.as_ptr(), std::ptr::null_mut(), 0) == 4 }
}

/// Keeps a file alive by mapping one page of it, as long as the process lives.
pub(crate) fn hold_by_mapping(file: &fs::File) -> nix::Result<()> {
    let page = NonZeroUsize::MIN.saturating_add(4095);
    // SAFETY: the kernel chooses the place, so that nothing else lies there; nothing is read from it.
    unsafe { mmap(None, page, ProtFlags::PROT_READ, MapFlags::MAP_PRIVATE, file, 0) }.map(drop)
}

/// Drops the cached pages of a file, and returns the first call that tells which pages are cached.
pub(crate) fn pages_told(file: &fs::File) -> Option<&'static str> {
    const CACHESTAT: libc::c_long = 451;
    let number = file.as_raw_fd();
    // SAFETY: the call takes plain numbers.
    unsafe { libc::posix_fadvise(number, 0, 0, libc::POSIX_FADV_DONTNEED) };
    let page = NonZeroUsize::MIN.saturating_add(4095);
    // SAFETY: the kernel chooses the place, so that nothing else lies there; nothing is read from it.
    let start = unsafe { mmap(None, page, ProtFlags::PROT_READ, MapFlags::MAP_SHARED, file, 0) }.ok()?;
    let mut told = [0u8];
    // SAFETY: one page is mapped there, for which the call writes one byte.
    if unsafe { libc::mincore(start.as_ptr(), page.get(), told.as_mut_ptr()) } == 0 {
        return Some("mincore");
    }
    let mut byte = [0u8];
    let part = libc::iovec { iov_base: byte.as_mut_ptr().cast(), iov_len: 1 };
    // SAFETY: the part is a buffer of one byte, which outlives the call.
    let read = unsafe { libc::preadv2(number, &raw const part, 1, 0, libc::RWF_NOWAIT) };
    if read >= 0 || Errno::last() == Errno::EAGAIN {
        return Some("preadv2");
    }
    let mut context: libc::c_ulong = 0;
    // SAFETY: the kernel writes one number, which outlives the call. With such a context, reads can ask for cached pages only.
    if unsafe { libc::syscall(libc::SYS_io_setup, 1 as libc::c_long, &raw mut context) } == 0 {
        return Some("io_setup");
    }
    let (range, mut found) = ([0u64, 4096], [0u64; 5]);
    // SAFETY: the pointers are to buffers of the sizes of the two structures of this call, which outlive it.
    let counted =
        unsafe { libc::syscall(CACHESTAT, number, range.as_ptr(), found.as_mut_ptr(), 0 as libc::c_long) };
    (counted == 0).then_some("cachestat")
}

/// Sends an open file into a socket, where it stays alive although no process has it open.
pub(crate) fn send_away(socket: &UnixStream, file: &fs::File) -> nix::Result<()> {
    let mut byte = [0u8];
    let mut part = libc::iovec { iov_base: byte.as_mut_ptr().cast(), iov_len: 1 };
    // Room for one header and one file number, in words so that it is aligned.
    let mut control = [0usize; 4];
    let number = size_of::<i32>() as u32;
    // SAFETY: all zero is a message without parts.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &raw mut part;
    message.msg_iovlen = 1;
    message.msg_control = control.as_mut_ptr().cast();
    // SAFETY: the macros only add up sizes; the buffer has room for what they ask for.
    message.msg_controllen = unsafe { libc::CMSG_SPACE(number) } as _;
    // SAFETY: the header lies in the buffer, which is long enough for it and for the number, and aligned.
    unsafe {
        let header = libc::CMSG_FIRSTHDR(&raw const message);
        (*header).cmsg_level = libc::SOL_SOCKET;
        (*header).cmsg_type = libc::SCM_RIGHTS;
        (*header).cmsg_len = libc::CMSG_LEN(number) as _;
        libc::CMSG_DATA(header).cast::<i32>().write_unaligned(file.as_raw_fd());
    }
    // SAFETY: the message and all that it points to outlive the call.
    let sent = unsafe { libc::sendmsg(socket.as_raw_fd(), &raw const message, libc::MSG_DONTWAIT) };
    Errno::result(sent).map(drop)
}

/// Memory that a process shares with its children.
pub(crate) struct Shared {
    start: NonNull<u8>,
    bytes: usize,
}

impl Shared {
    /// Reserves its addresses; pages are allocated when they are first touched.
    pub(crate) fn new(bytes: NonZeroUsize) -> nix::Result<Shared> {
        let rights = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE;
        // SAFETY: the kernel chooses the place, so that nothing else lies there.
        let start = unsafe { mmap_anonymous(None, bytes, rights, MapFlags::MAP_SHARED)? };
        Ok(Shared { start: start.cast(), bytes: bytes.get() })
    }

    /// Touches every page.
    pub(crate) fn touch(&self) {
        for offset in (0..self.bytes).step_by(4096) {
            // SAFETY: the mapping has that many bytes, may be written, and is never given back.
            unsafe { self.start.add(offset).write_volatile(1) };
        }
    }
}

/// Sets up an io_uring, which can open sockets without the call `socket`.
pub(crate) fn set_up_ring() -> nix::Result<()> {
    // The parameters, all zero: 120 bytes that the kernel fills in.
    let mut parameters = [0u64; 15];
    // SAFETY: the pointer is to a buffer of the size of `struct io_uring_params`, which outlives the call.
    Errno::result(unsafe {
        libc::syscall(libc::SYS_io_uring_setup, 8 as libc::c_long, parameters.as_mut_ptr())
    })
    .map(drop)
}

/// Opens a TCP socket by a 32-bit system call, which a filter for 64-bit calls may miss.
#[cfg(target_arch = "x86_64")]
pub(crate) fn socket_of_32_bits() -> bool {
    let mut answer: i64 = 359;
    // SAFETY: the old interrupt for system calls takes numbers in registers and keeps all but eax; rbx is put
    // back, since the compiler keeps it for itself.
    unsafe {
        std::arch::asm!(
            "xchg rbx, {family}",
            "int 0x80",
            "xchg rbx, {family}",
            family = inout(reg) 2_i64 => _,
            inout("rax") answer,
            in("rcx") 1_i64,
            in("rdx") 0_i64,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _,
        );
    }
    // The answer is 32 bits wide: an error is a small number below zero in them.
    answer.cast_unsigned() & 0xffff_ffff < 0xffff_f000
}

/// Fails, since this architecture has no 32-bit system calls.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn socket_of_32_bits() -> bool {
    false
}

/// Inserts a byte into the input of a terminal, as if it was typed.
pub(crate) fn type_into(terminal: &fs::File) -> io::Result<()> {
    let byte = b'#';
    // SAFETY: the pointer is to one byte that outlives the call, which is all that this request reads.
    match unsafe { libc::ioctl(terminal.as_raw_fd(), libc::TIOCSTI, &raw const byte) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Asks for the largest send buffer that a socket may have.
pub(crate) fn enlarge_buffer(socket: i32) {
    let bytes: libc::c_int = 1 << 28;
    // SAFETY: the pointer is to a number that outlives the call, with its length.
    unsafe {
        libc::setsockopt(
            socket,
            libc::SOL_SOCKET,
            libc::SO_SNDBUF,
            (&raw const bytes).cast(),
            size_of::<libc::c_int>() as libc::socklen_t,
        );
    }
}

/// The range of addresses that one page of a page table covers.
const COVERED: usize = 2 << 20;

/// Reads one page in each range that a page of the page table covers, so that the kernel allocates one for each.
pub(crate) fn touch_sparsely(count: usize) -> nix::Result<()> {
    let bytes = NonZeroUsize::new(count.saturating_mul(COVERED)).ok_or(Errno::EINVAL)?;
    let flags = MapFlags::MAP_PRIVATE | MapFlags::MAP_NORESERVE;
    // SAFETY: the kernel chooses the place, so that nothing else lies there.
    let start = unsafe { mmap_anonymous(None, bytes, ProtFlags::PROT_READ, flags)? };
    // SAFETY: the mapping has that many bytes. A huge page would need no page table.
    let _ =
        unsafe { nix::sys::mman::madvise(start, bytes.get(), nix::sys::mman::MmapAdvise::MADV_NOHUGEPAGE) };
    for index in 0..count {
        // SAFETY: the mapping has that many bytes, may be read, and is never given back.
        unsafe { start.cast::<u8>().add(index * COVERED).read_volatile() };
    }
    Ok(())
}

/// Makes up to `count` mappings that the kernel cannot merge.
pub(crate) fn split_addresses(count: usize) {
    let page = NonZeroUsize::MIN.saturating_add(4095);
    for index in 0..count {
        let rights = if index % 2 == 0 { ProtFlags::PROT_NONE } else { ProtFlags::PROT_READ };
        // SAFETY: the kernel chooses the place, so that nothing else lies there.
        if unsafe { mmap_anonymous(None, page, rights, MapFlags::MAP_PRIVATE) }.is_err() {
            return;
        }
    }
}

/// Starts a process that shares all addresses with this one, and sleeps.
pub(crate) fn share_addresses() -> nix::Result<()> {
    extern "C" fn sleep(_: *mut libc::c_void) -> libc::c_int {
        loop {
            // SAFETY: the call takes no memory, and changes none that the processes share.
            unsafe { libc::pause() };
        }
    }
    // It is never given back, since the process keeps using it.
    let stack: &'static mut [u128] = Box::leak(vec![0; 1 << 10].into_boxed_slice());
    let flags = libc::CLONE_VM | libc::SIGCHLD;
    // SAFETY: the new process has a stack of its own, whose end is aligned, and does nothing but sleep on it.
    let pid = unsafe { libc::clone(sleep, stack.as_mut_ptr_range().end.cast(), flags, std::ptr::null_mut()) };
    Errno::result(pid).map(drop)
}
