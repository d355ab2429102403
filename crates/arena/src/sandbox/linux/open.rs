//! Opening what strangers could have put in our way.

use nix::fcntl::OFlag;

/// Opens a folder and nothing else.
pub(super) const FOLDER: OFlag =
    OFlag::O_DIRECTORY.union(OFlag::O_NOFOLLOW).union(OFlag::O_CLOEXEC).union(OFlag::O_RDONLY);

/// Opens a file for reading: no link is followed, and no pipe is waited for.
pub(super) const FILE: OFlag = OFlag::O_NOFOLLOW
    .union(OFlag::O_NONBLOCK)
    .union(OFlag::O_NOCTTY)
    .union(OFlag::O_CLOEXEC)
    .union(OFlag::O_RDONLY);
