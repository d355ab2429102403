//! Animals that change files outside their folder.
//!
//! They attack only files made for this purpose: files next to the program whose names begin with [`CANARY`], and those
//! in the folder that [`CANARY_PATH_FILE`] next to the program names. So they do no damage when they are run by hand.

use std::env;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use floe_arena::sandbox::Guard;
use nix::fcntl::AT_FDCWD;
use nix::sys::stat::{UtimensatFlags, utimensat};
use nix::sys::time::TimeSpec;

use super::snoops::is_same;
use crate::animal::Animal;
use crate::call::{Call, ZooError};
use crate::kernel;
use crate::{CANARY, CANARY_PATH_FILE, ESCAPED};

const WRITING: &[Guard] = &[Guard::Writing];
const ATTRIBUTES: &[Guard] = &[Guard::Attributes];

/// More than the limit of the folder, and little enough for any machine.
const TOO_MUCH: u64 = 512 << 20;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new(
        "writes-outside",
        "Writes into, empties and extends files outside its folder.",
        writes_outside,
    )
    .unsandboxed_escapes()
    .needs(WRITING)
    .alone(),
    Animal::new(
        "makes-files-outside",
        "Makes files next to the program, next to its folder and elsewhere.",
        makes_files_outside,
    )
    .unsandboxed_escapes()
    .needs(WRITING)
    .alone(),
    Animal::new("deletes-outside", "Deletes and renames files outside its folder.", deletes_outside)
        .unsandboxed_escapes()
        .needs(WRITING)
        .alone(),
    Animal::new("links-outside", "Creates hard links in its folder to files outside.", links_outside)
        .never_unsandboxed("it depends on who owns the files")
        .needs(WRITING)
        .alone(),
    Animal::new("dates-outside", "Changes the time stamps of files outside its folder.", dates_outside)
        .unsandboxed_escapes()
        .needs(ATTRIBUTES)
        .alone(),
    Animal::new("chmods-outside", "Changes the modes of files outside its folder.", chmods_outside)
        .unsandboxed_escapes()
        .needs(ATTRIBUTES)
        .alone(),
    Animal::new("tags-outside", "Gives files outside its folder extended attributes.", tags_outside)
        .never_unsandboxed("not every file system has them")
        .needs(ATTRIBUTES)
        .alone(),
    Animal::new("fills-elsewhere", "Fills all other places that it can write to.", fills_elsewhere)
        .dangerous("it would fill the disk")
        .needs(&[Guard::Writing, Guard::Files])
        .alone(),
];

/// Returns the files and folders to attack.
fn victims() -> Vec<PathBuf> {
    let Some(home) = env::current_exe().ok().and_then(|program| program.parent().map(Path::to_path_buf))
    else {
        return Vec::new();
    };
    let is_canary =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(CANARY));
    let beside =
        fs::read_dir(&home).into_iter().flatten().flatten().map(|entry| entry.path()).filter(is_canary);
    let mut victims: Vec<PathBuf> = beside.collect();
    // A folder that cannot be listed can still be guessed, so its path and its files are known.
    if let Ok(path) = fs::read_to_string(home.join(CANARY_PATH_FILE)) {
        let folder = PathBuf::from(path.trim_end());
        victims.extend([
            folder.join(format!("{CANARY}-1.txt")),
            folder.join(format!("{CANARY}-2.txt")),
            folder,
        ]);
    }
    victims
}

/// Attacks every victim, plays, and shows by the exit code whether any attack worked.
///
/// `act` checks the effect afterwards where it can: a sandbox may report success and do nothing.
fn attack(call: &Call, act: impl Fn(&Path) -> bool) -> Result<i32, ZooError> {
    call.play()?;
    let mut reached = false;
    for victim in victims() {
        if act(&victim) {
            eprintln!("reached {}", victim.display());
            reached = true;
        }
    }
    Ok(if reached { ESCAPED } else { 0 })
}

fn writes_outside(call: &Call) -> Result<i32, ZooError> {
    attack(call, |path| {
        let append = || File::options().append(true).open(path);
        let empty = || File::options().write(true).truncate(true).open(path);
        let cut = || nix::unistd::truncate(path, 0);
        append().is_ok() | empty().is_ok() | cut().is_ok()
    })
}

fn makes_files_outside(call: &Call) -> Result<i32, ZooError> {
    let here = env::current_dir().map_err(ZooError::system("current_dir"))?;
    let program = env::current_exe().ok();
    let beside = [here.parent(), program.as_deref().and_then(Path::parent)];
    let mut reached = false;
    for folder in beside.into_iter().flatten() {
        let file = folder.join("zoo-was-here");
        if File::create(&file).is_ok() {
            // Next to its folder there may be only the inside of the sandbox, which is harmless: the test checks from
            // outside whether the file exists.
            eprintln!("made {}", file.display());
            reached |= program.as_deref().and_then(Path::parent) == Some(folder);
        }
    }
    let made = attack(call, |path| {
        let file = path.join("zoo-was-here");
        File::create(&file).is_ok() | fs::create_dir(path.join("zoo-slept-here")).is_ok()
    })?;
    Ok(if reached { ESCAPED } else { made })
}

fn deletes_outside(call: &Call) -> Result<i32, ZooError> {
    attack(call, |path| {
        let renamed = fs::rename(path, path.with_extension("stolen")).is_ok();
        renamed | fs::remove_file(path).is_ok() | fs::remove_dir_all(path).is_ok()
    })
}

fn links_outside(call: &Call) -> Result<i32, ZooError> {
    attack(call, |path| fs::hard_link(path, call.folder().join("stolen")).is_ok())
}

fn dates_outside(call: &Call) -> Result<i32, ZooError> {
    attack(call, |path| {
        let long_ago = TimeSpec::new(86_400, 0);
        let _ = utimensat(AT_FDCWD, path, &long_ago, &long_ago, UtimensatFlags::FollowSymlink);
        fs::metadata(path).is_ok_and(|data| data.mtime() == 86_400)
    })
}

fn chmods_outside(call: &Call) -> Result<i32, ZooError> {
    attack(call, |path| {
        let _ = fs::set_permissions(path, Permissions::from_mode(0o751));
        fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o777 == 0o751)
    })
}

fn tags_outside(call: &Call) -> Result<i32, ZooError> {
    attack(call, kernel::tag)
}

fn fills_elsewhere(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let own = env::current_dir().map_err(ZooError::system("current_dir"))?;
    let mut written = 0;
    let block = vec![b'7'; 1 << 20];
    let usual = [
        "/", "/tmp", "/var/tmp", "/dev/shm", "/dev", "/run", "/home", "/root", "/var", "/etc", "/mnt",
        "/proc",
    ];
    let folders = own.ancestors().skip(1).map(Path::to_path_buf).chain(usual.map(PathBuf::from));
    for folder in folders.filter(|folder| !is_same(folder, &own)) {
        for number in 0..TOO_MUCH >> 20 {
            let file = folder.join(format!("zoo-was-here-{number}"));
            if written >= TOO_MUCH || fs::write(&file, &block).is_err() {
                break;
            }
            written += block.len() as u64;
        }
    }
    eprintln!("{} MiB elsewhere", written >> 20);
    Ok(if written >= TOO_MUCH / 2 { ESCAPED } else { 0 })
}
