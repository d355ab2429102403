//! Animals that leave files for their next turns.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, symlink};
use std::path::Path;

use nix::sys::stat::{Mode, umask};
use nix::unistd::mkfifo;

use crate::animal::Animal;
use crate::call::{Call, ZooError};

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new(
        "keeps-a-counter",
        "Counts its turns in a file that it keeps for a game, and plays.",
        keeps_a_counter,
    )
    .keeps_files(4),
    Animal::new(
        "misses-its-file",
        "Gives up because the file of its earlier turns is gone, as it is by default.",
        misses_its_file,
    )
    .expect_fault("internal-error"),
    Animal::new(
        "plants-traps",
        "Leaves links, pipes, locked folders and odd names for its next turn in a folder that it keeps, and plays.",
        plants_traps,
    )
    .keeps_files(4),
];

/// Adds one to the number in a file, and returns it.
fn count(path: &Path) -> Result<u32, ZooError> {
    let before = fs::read_to_string(path).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    fs::write(path, format!("{}\n", before + 1)).map_err(ZooError::file(path))?;
    Ok(before + 1)
}

fn keeps_a_counter(call: &Call) -> Result<i32, ZooError> {
    // Programs find their folder in three ways.
    let here = count(Path::new("turns.txt"))?;
    for variable in ["HOME", "TMPDIR"] {
        let folder = std::env::var_os(variable).unwrap_or_default();
        let found = fs::read_to_string(Path::new(&folder).join("turns.txt")).unwrap_or_default();
        if found.trim() != here.to_string() {
            return Ok(crate::ESCAPED);
        }
    }
    eprintln!("call {here}");
    call.play()
}

fn misses_its_file(call: &Call) -> Result<i32, ZooError> {
    match fs::read("turns.txt") {
        Ok(_) => call.play(),
        Err(_) => Ok(3),
    }
}

fn plants_traps(call: &Call) -> Result<i32, ZooError> {
    let here = count(Path::new("turns.txt"))?;
    eprintln!("call {here}");
    call.play()?;
    let folder = call.folder();
    // Some of these exist already in later turns.
    let _ = symlink("/etc/passwd", folder.join("board.txt.new"));
    let _ = symlink(".", folder.join("loop"));
    let _ = mkfifo(&folder.join("pipe"), Mode::S_IRWXU);
    let _ = fs::hard_link("turns.txt", folder.join("twin"));
    let _ = fs::write(folder.join(OsStr::from_bytes(b"odd\n\xff name")), "odd");
    let _ = DirBuilder::new().recursive(true).create(folder.join("lifted-1/".repeat(80)));
    let _ = fs::create_dir(folder.join("locked"));
    let _ = fs::write(folder.join("locked/file"), "locked");
    umask(Mode::all());
    let _ = fs::write(folder.join("unreadable"), "unreadable");
    let _ = DirBuilder::new().mode(0o000).create(folder.join("shut"));
    Ok(0)
}
