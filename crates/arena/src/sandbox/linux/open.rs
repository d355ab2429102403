//! Flags to open files that an untrusted program may have made.

use nix::fcntl::OFlag;

/// Opens folders only.
pub(super) const FOLDER: OFlag =
    OFlag::O_DIRECTORY.union(OFlag::O_NOFOLLOW).union(OFlag::O_CLOEXEC).union(OFlag::O_RDONLY);

/// Opens a file for reading, without following links or waiting for pipes.
pub(super) const FILE: OFlag = OFlag::O_NOFOLLOW
    .union(OFlag::O_NONBLOCK)
    .union(OFlag::O_NOCTTY)
    .union(OFlag::O_CLOEXEC)
    .union(OFlag::O_RDONLY);
