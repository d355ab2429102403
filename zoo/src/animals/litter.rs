//! Animals that leave things in their folder and in the system.

use std::env;
use std::fs::{self, DirBuilder, File, Permissions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::thread;
use std::time::Duration;

use floe_arena::sandbox::Guard;
use nix::fcntl::{FallocateFlags, fallocate};
use nix::mount::{MsFlags, mount};
use nix::mqueue::{MQ_OFlag, MqAttr, mq_open, mq_unlink};
use nix::sched::{CloneFlags, unshare};
use nix::sys::stat::Mode;

use crate::ESCAPED;
use crate::animal::Animal;
use crate::call::{Call, ZooError};
use crate::caps;
use crate::kernel;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("fills-its-folder", "Fills its folder with one-megabyte files.", fills_its_folder)
        .expect_fault("too-much-written")
        .dangerous("it would fill the disk")
        .needs(&[Guard::Files]),
    Animal::new(
        "fills-unseen",
        "Fills deleted files that it keeps open, which do not show up in the folder.",
        fills_unseen,
    )
    .expect_fault("too-much-written")
    .dangerous("it would fill the disk")
    .needs(&[Guard::Files]),
    Animal::new(
        "fills-an-unlisted-folder",
        "Fills a folder that may be written to, but not listed.",
        fills_unlisted,
    )
    .expect_fault("too-much-written")
    .dangerous("it would fill the disk")
    .needs(&[Guard::Files]),
    Animal::new("fills-by-mapping", "Fills deleted files that it only keeps mapped.", fills_by_mapping)
        .expect_fault("too-much-written")
        .dangerous("it would fill the disk")
        .needs(&[Guard::Files]),
    Animal::new(
        "fills-in-flight",
        "Fills deleted files that are in transit through a socket.",
        fills_in_flight,
    )
    .dangerous("it would fill the disk")
    .needs(&[Guard::Files]),
    Animal::new(
        "allocates-gigabytes",
        "Allocates gigabytes at once: in many files, and for a file that stays short.",
        allocates_gigabytes,
    )
    .dangerous("it would fill the disk")
    .needs(&[Guard::Files]),
    Animal::new("makes-many-files", "Makes thousands of empty files, and plays.", makes_many_files)
        .expect_fault("too-much-written")
        .unsandboxed_accepted(),
    Animal::new("digs-deep", "Makes a tree of folders deeper than any path can name, and plays.", digs_deep)
        .expect_fault("too-much-written")
        .unsandboxed_accepted(),
    Animal::new(
        "locks-folders",
        "Leaves folders without permissions, with files in them, and plays.",
        locks_folders,
    ),
    Animal::new(
        "locks-its-own-folder",
        "Makes a legal turn, and removes the permissions of its own folder.",
        locks_its_own_folder,
    ),
    Animal::new(
        "removes-its-folder",
        "Removes its folder, or at least everything in it.",
        removes_its_folder,
    )
    .expect_fault("output-gone"),
    Animal::new(
        "odd-file-names",
        "Leaves files whose names contain spaces, newlines and invalid UTF-8, and plays.",
        odd_file_names,
    ),
    Animal::new("mounts-over-its-folder", "Mounts a file system over its folder, in new namespaces.", mounts)
        .dangerous("a mount by root would stay"),
    Animal::new(
        "makes-shared-memory",
        "Makes shared memory, semaphores and messages that could outlive it.",
        leaves_ipc,
    )
    .unsandboxed_escapes()
    .needs(&[Guard::Leftovers]),
    Animal::new("makes-a-message-queue", "Makes a queue of messages that could outlive it.", leaves_a_queue)
        .needs(&[Guard::Leftovers]),
];

fn fills_its_folder(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let block = vec![b'7'; 1 << 20];
    for number in 0..caps::WRITTEN >> 20 {
        if fs::write(call.folder().join(format!("{number}.dat")), &block).is_err() {
            return Ok(0);
        }
    }
    Ok(ESCAPED)
}

fn fills_unseen(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let block = vec![b'7'; 1 << 20];
    let mut unseen = Vec::new();
    for number in 0..caps::WRITTEN >> 20 {
        let path = call.folder().join(format!("{number}.dat"));
        let file = File::create(&path).and_then(|mut file| file.write_all(&block).map(|()| file));
        let _ = fs::remove_file(&path);
        match file {
            // A program can keep only a few files open, but can fill each of them.
            Ok(file) if unseen.len() < 200 => unseen.push(file),
            Ok(_) => {
                let which = usize::try_from(number).unwrap_or(0) % unseen.len();
                if unseen[which].write_all(&block).is_err() {
                    return Ok(0);
                }
            }
            Err(_) => return Ok(0),
        }
    }
    Ok(ESCAPED)
}

/// The size of each file and the number of files: half a gigabyte in all.
const EACH: u64 = 8 << 20;
const MANY: u64 = 64;

fn fills_unlisted(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let folder = call.folder().join("unlisted");
    DirBuilder::new().mode(0o300).create(&folder).map_err(ZooError::file(&folder))?;
    for number in 0..MANY {
        if fs::write(folder.join(number.to_string()), vec![b'7'; EACH as usize]).is_err() {
            return Ok(0);
        }
    }
    Ok(ESCAPED)
}

/// Fills one file after the other, each kept alive by something other than its name and its descriptor.
fn fill_and_keep(call: &Call, keep: impl Fn(&File) -> nix::Result<()>) -> Result<i32, ZooError> {
    call.play()?;
    let path = call.folder().join("unseen.dat");
    for _ in 0..MANY {
        let mut file = File::options()
            .read(true)
            .write(true)
            .create_new(true)
            .open(&path)
            .map_err(ZooError::file(&path))?;
        fs::remove_file(&path).map_err(ZooError::file(&path))?;
        if let Err(error) = keep(&file) {
            eprintln!("not kept: {error}");
            return Ok(0);
        }
        if file.write_all(&vec![b'7'; EACH as usize]).is_err() {
            return Ok(0);
        }
    }
    // Time for the supervisor to notice it.
    thread::sleep(Duration::from_secs(1));
    Ok(ESCAPED)
}

fn fills_by_mapping(call: &Call) -> Result<i32, ZooError> {
    fill_and_keep(call, kernel::hold_by_mapping)
}

fn fills_in_flight(call: &Call) -> Result<i32, ZooError> {
    let Ok((to, _from)) = UnixStream::pair() else {
        return call.play();
    };
    fill_and_keep(call, |file| kernel::send_away(&to, file))
}

fn allocates_gigabytes(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let path = call.folder().join("short.dat");
    let file = File::create_new(&path).map_err(ZooError::file(&path))?;
    let most = i64::try_from(caps::WRITTEN).unwrap_or(i64::MAX);
    if fallocate(&file, FallocateFlags::FALLOC_FL_KEEP_SIZE, 0, most).is_ok() {
        return Ok(ESCAPED);
    }
    // Each of these is below the limit on one file.
    let each = i64::try_from(EACH).unwrap_or(i64::MAX);
    for number in 0..MANY {
        let path = call.folder().join(format!("long-{number}.dat"));
        let file = File::create_new(&path).map_err(ZooError::file(&path))?;
        if fallocate(&file, FallocateFlags::empty(), 0, each).is_err() {
            return Ok(0);
        }
    }
    Ok(ESCAPED)
}

fn makes_many_files(call: &Call) -> Result<i32, ZooError> {
    let many = call.folder().join("many");
    fs::create_dir(&many).map_err(ZooError::file(&many))?;
    for number in 0..caps::FILES {
        if File::create(many.join(number.to_string())).is_err() {
            break;
        }
    }
    call.play()
}

fn digs_deep(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let name = "d".repeat(200);
    // Step by step, since the whole path would be too long for a system call.
    env::set_current_dir(call.folder()).map_err(ZooError::file(call.folder()))?;
    for _ in 0..200 {
        if fs::create_dir(&name).and_then(|()| env::set_current_dir(&name)).is_err() {
            break;
        }
    }
    fs::write("bottom", b"down here").map_err(ZooError::file("bottom"))?;
    Ok(0)
}

fn lock(path: &Path) -> Result<(), ZooError> {
    fs::set_permissions(path, Permissions::from_mode(0o000)).map_err(ZooError::file(path))
}

fn locks_folders(call: &Call) -> Result<i32, ZooError> {
    let outer = call.folder().join("locked");
    let inner = outer.join("locked");
    fs::create_dir_all(&inner).map_err(ZooError::file(&inner))?;
    for path in [inner.join("file"), outer.join("file")] {
        fs::write(&path, b"mine").map_err(ZooError::file(&path))?;
        lock(&path)?;
    }
    lock(&inner)?;
    lock(&outer)?;
    // Where modes cannot be changed, folders can still be created with odd ones: this one can be filled, but not
    // listed.
    let unlisted = call.folder().join("unlisted");
    DirBuilder::new().mode(0o300).create(&unlisted).map_err(ZooError::file(&unlisted))?;
    let file = unlisted.join("file");
    fs::write(&file, b"mine").map_err(ZooError::file(&file))?;
    let shut = unlisted.join("shut");
    DirBuilder::new().mode(0o000).create(&shut).map_err(ZooError::file(&shut))?;
    call.play()
}

fn locks_its_own_folder(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    // This is refused where the folder belongs to another user, which is fine.
    let _ = lock(call.folder());
    Ok(0)
}

fn removes_its_folder(call: &Call) -> Result<i32, ZooError> {
    fs::remove_file(&call.output).map_err(ZooError::file(&call.output))?;
    let _ = env::current_dir().and_then(fs::remove_dir);
    Ok(0)
}

fn odd_file_names(call: &Call) -> Result<i32, ZooError> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for name in [&b" "[..], b"\n", b"-rf", b"*", b"\xff\xfe", b"\x1b[31m", b"board.txt ", b"~", b"$(id)"] {
        let path = call.folder().join(OsStr::from_bytes(name));
        fs::write(&path, b"odd").map_err(ZooError::file(&path))?;
    }
    call.play()
}

fn mounts(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let spaces = CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWNS;
    let nothing: Option<&str> = None;
    let mounted = unshare(spaces)
        .and_then(|()| mount(Some("zoo"), call.folder(), Some("tmpfs"), MsFlags::empty(), nothing));
    if let Err(error) = mounted {
        eprintln!("no mount: {error}");
    }
    Ok(0)
}

fn leaves_ipc(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let left = [kernel::lasting_memory(1 << 20), kernel::lasting_semaphores(), kernel::lasting_messages()];
    Ok(if left.iter().any(Result::is_ok) { ESCAPED } else { 0 })
}

fn leaves_a_queue(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let name = c"/zoo-was-here";
    let attributes = MqAttr::new(0, 2, 64, 0);
    let flags = MQ_OFlag::O_CREAT | MQ_OFlag::O_RDWR;
    match mq_open(name, flags, Mode::S_IRWXU, Some(&attributes)) {
        Ok(_) => {
            let _ = mq_unlink(name);
            Ok(ESCAPED)
        }
        Err(error) => {
            eprintln!("no queue: {error}");
            Ok(0)
        }
    }
}
