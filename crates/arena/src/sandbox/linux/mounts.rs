//! Mounts in a namespace of a program: without access times, and with shared memory of its own.
//!
//! Reading a file must leave no mark that a later call can see. By default, Linux updates the access time of a file that
//! was not read for a day. In tier `strict` all mounts are read-only, which prevents that. In tier `basic`, root gives a
//! program a mount namespace of its own.
#![expect(unsafe_code, reason = "these system calls have no safe interface")]

use std::io;
use std::path::Path;

use nix::errno::Errno;
use nix::libc;
use nix::mount::{MsFlags, mount};
use nix::sys::statvfs::{FsFlags, statvfs};

use super::domain::SYSTEM;

/// The argument of `mount_setattr`.
#[repr(C)]
struct MountAttributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

/// No access times, and all bits that select how they are kept.
const NO_ACCESS_TIMES: u64 = 0x10;
const ACCESS_TIMES: u64 = 0x70;

/// Nothing that is mounted later passes between this namespace and others (MS_PRIVATE).
const PRIVATE: u64 = 1 << 18;

/// Where the C library keeps semaphores and shared memory.
pub(super) const SHARED_MEMORY: &str = "/dev/shm";

/// Moves this process to a mount namespace in which no access time is updated.
pub(super) fn stop_access_times() -> io::Result<()> {
    // SAFETY: this changes only what this process, which has one thread, sees of the file system.
    if unsafe { libc::unshare(libc::CLONE_NEWNS) } != 0 {
        return Err(Errno::last().into());
    }
    let attributes = MountAttributes {
        set: NO_ACCESS_TIMES,
        clear: ACCESS_TIMES,
        propagation: PRIVATE,
        user_namespace: 0,
    };
    // SAFETY: the path ends with a zero byte, and the kernel reads a structure of the size that it is told.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            c"/".as_ptr(),
            libc::AT_RECURSIVE,
            &raw const attributes,
            size_of::<MountAttributes>(),
        )
    };
    if done == 0 { Ok(()) } else { Err(Errno::last().into()) }
}

/// Puts a work folder in the place of the shared memory of the system, in this mount namespace.
///
/// POSIX semaphores and shared memory are files there, which Python's `multiprocessing` and others need. In the work
/// folder they are counted and removed like other files.
pub(super) fn share_memory_in(folder: &Path) {
    // Where this fails, programs have no such memory.
    let _ = mount(Some(folder), SHARED_MEMORY, None::<&str>, MsFlags::MS_BIND, None::<&str>);
}

/// Returns whether this process changes access times by reading files of the system.
pub(super) fn reading_leaves_marks() -> bool {
    let still = FsFlags::ST_RDONLY | FsFlags::ST_NOATIME;
    let leaves = |path: &Path| statvfs(path).is_ok_and(|found| !found.flags().intersects(still));
    SYSTEM.iter().any(|path| leaves(Path::new(path)))
}
