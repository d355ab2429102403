//! Board files that are invalid, huge, or not files at all.

use std::fs::{self, File, Permissions};
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, symlink};
use std::time::SystemTime;

use floe_arena::sandbox::Guard;
use nix::sys::signal::Signal;
use nix::sys::stat::{Mode, SFlag, mknod};
use nix::unistd::mkfifo;

use crate::ESCAPED;
use crate::animal::Animal;
use crate::call::{Call, ZooError};
use crate::caps;
use crate::kernel;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("writes-garbage", "Writes letters instead of a board.", writes_garbage)
        .expect_fault("output-broken"),
    Animal::new("writes-random-bytes", "Writes random bytes.", writes_random_bytes)
        .expect_fault("output-broken"),
    Animal::new("writes-nothing", "Leaves an empty board file.", writes_nothing)
        .expect_fault("output-broken"),
    Animal::new("writes-half-a-file", "Stops in the middle of the board.", writes_half_a_file)
        .expect_fault("output-broken"),
    Animal::new("writes-zeros", "Fills the board file with zero bytes.", writes_zeros)
        .expect_fault("output-broken"),
    Animal::new("claims-a-huge-board", "Writes a header for four billion rows.", claims_a_huge_board)
        .expect_fault("output-broken"),
    Animal::new("writes-one-long-line", "Writes a row with too many fields.", writes_one_long_line)
        .expect_fault("output-broken"),
    Animal::new("writes-gigabytes", "Writes gigabytes into the board file.", writes_gigabytes)
        .expect_fault("too-much-written")
        .dangerous("it would fill the disk")
        .needs(&[Guard::Files]),
    Animal::new("writes-gigabytes-unmoved", "Writes gigabytes, and ignores SIGXFSZ.", unmoved)
        .expect_fault("output-too-large")
        .dangerous("it would fill the disk")
        .needs(&[Guard::Files]),
    Animal::new(
        "claims-a-terabyte",
        "Extends the board file to a terabyte without writing to it.",
        claims_a_terabyte,
    )
    .expect_fault("too-much-written")
    .unsandboxed_fault("output-too-large")
    .needs(&[Guard::Files]),
    Animal::new(
        "leaves-a-symlink",
        "Replaces the board file with a symbolic link to a valid board.",
        leaves_a_symlink,
    )
    .expect_fault("output-not-a-file"),
    Animal::new(
        "leaves-a-link-away",
        "Replaces the board file with a symbolic link to a system file.",
        leaves_a_link_away,
    )
    .expect_fault("output-not-a-file"),
    Animal::new(
        "leaves-a-link-to-itself",
        "Replaces the board file with a symbolic link to itself.",
        leaves_a_link_to_itself,
    )
    .expect_fault("output-not-a-file"),
    Animal::new(
        "leaves-a-fifo",
        "Replaces the board file with a named pipe, which blocks a reader.",
        leaves_a_fifo,
    )
    .expect_fault("output-not-a-file"),
    Animal::new("leaves-a-folder", "Replaces the board file with a folder.", leaves_a_folder)
        .expect_fault("output-not-a-file"),
    Animal::new("leaves-a-socket", "Replaces the board file with a socket.", leaves_a_socket)
        .expect_fault("output-not-a-file"),
    Animal::new(
        "leaves-a-device",
        "Replaces the board file with a device, and plays honestly where that is refused.",
        leaves_a_device,
    )
    .never_unsandboxed("it depends on who runs it"),
    Animal::new("deletes-the-file", "Deletes the board file.", deletes_the_file).expect_fault("output-gone"),
    Animal::new("renames-the-file", "Renames the board file.", renames_the_file).expect_fault("output-gone"),
    Animal::new(
        "renames-there-and-back",
        "Makes its turn in a copy, and renames it to the board file.",
        there_and_back,
    ),
    Animal::new(
        "hard-links-the-file",
        "Gives the board file a second name (a hard link).",
        hard_links_the_file,
    )
    .expect_fault("output-closed"),
    Animal::new("locks-its-file", "Makes a legal turn in a new file that nobody may read.", locks_its_file)
        .expect_fault("output-closed"),
    Animal::new(
        "chmods-its-file",
        "Makes a legal turn, and removes all permissions of the file.",
        chmods_its_file,
    )
    .unsandboxed_fault("output-closed"),
    Animal::new("makes-its-file-runnable", "Makes a legal turn in a set-uid file.", makes_it_runnable),
    Animal::new("dates-its-file", "Makes a legal turn, and dates the file back to 1970.", dates_its_file),
];

fn writes_garbage(call: &Call) -> Result<i32, ZooError> {
    call.write_text(b"I am not a board.\nI am a free spirit!\n")?;
    Ok(0)
}

fn writes_random_bytes(call: &Call) -> Result<i32, ZooError> {
    let mut random = floe_rules::random::Random::new(8);
    let bytes: Vec<u8> = (0..4096).map(|_| random.next_u64().to_le_bytes()[3]).collect();
    call.write_text(&bytes)?;
    Ok(0)
}

fn writes_nothing(call: &Call) -> Result<i32, ZooError> {
    call.write_text(b"")?;
    Ok(0)
}

fn writes_half_a_file(call: &Call) -> Result<i32, ZooError> {
    let text = call.honest_text()?;
    call.write_text(&text[..text.len() / 2])?;
    Ok(0)
}

fn writes_zeros(call: &Call) -> Result<i32, ZooError> {
    call.write_text(&[0; 300])?;
    Ok(0)
}

fn claims_a_huge_board(call: &Call) -> Result<i32, ZooError> {
    call.write_text(b"4000000000 4000000000\n10 10\n")?;
    Ok(0)
}

fn writes_one_long_line(call: &Call) -> Result<i32, ZooError> {
    let mut text = call.honest_text()?;
    let header = text.iter().position(|&byte| byte == b'\n').unwrap_or(0) + 1;
    text.splice(header..header, b"10 ".repeat(100));
    call.write_text(&text)?;
    Ok(0)
}

fn writes_gigabytes(call: &Call) -> Result<i32, ZooError> {
    let _ = kernel::restore(Signal::SIGXFSZ);
    fill(call)
}

fn unmoved(call: &Call) -> Result<i32, ZooError> {
    let _ = kernel::ignore(Signal::SIGXFSZ);
    fill(call)
}

/// Writes until it fails, and keeps what was written.
fn fill(call: &Call) -> Result<i32, ZooError> {
    let mut file = File::create(&call.output).map_err(ZooError::file(&call.output))?;
    let block = vec![b'7'; 1 << 20];
    let mut written = 0;
    while written < caps::WRITTEN {
        match file.write(&block) {
            Ok(0) | Err(_) => return Ok(0),
            Ok(bytes) => written += bytes as u64,
        }
    }
    Ok(ESCAPED)
}

fn claims_a_terabyte(call: &Call) -> Result<i32, ZooError> {
    let _ = kernel::restore(Signal::SIGXFSZ);
    let file = File::create(&call.output).map_err(ZooError::file(&call.output))?;
    file.set_len(1 << 40).map_err(ZooError::file(&call.output))?;
    Ok(0)
}

/// Removes the board file, so that something else can take its place.
fn clear(call: &Call) -> Result<(), ZooError> {
    fs::remove_file(&call.output).map_err(ZooError::file(&call.output))
}

fn leaves_a_symlink(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let right = call.folder().join("right.txt");
    fs::rename(&call.output, &right).map_err(ZooError::file(&right))?;
    symlink("right.txt", &call.output).map_err(ZooError::file(&call.output))?;
    Ok(0)
}

fn leaves_a_link_away(call: &Call) -> Result<i32, ZooError> {
    clear(call)?;
    symlink("/etc/passwd", &call.output).map_err(ZooError::file(&call.output))?;
    Ok(0)
}

fn leaves_a_link_to_itself(call: &Call) -> Result<i32, ZooError> {
    clear(call)?;
    symlink("board.txt", call.folder().join("board.txt")).map_err(ZooError::file(&call.output))?;
    Ok(0)
}

fn leaves_a_fifo(call: &Call) -> Result<i32, ZooError> {
    clear(call)?;
    mkfifo(&call.output, Mode::S_IRWXU).map_err(ZooError::system("mkfifo"))?;
    Ok(0)
}

fn leaves_a_folder(call: &Call) -> Result<i32, ZooError> {
    clear(call)?;
    fs::create_dir(&call.output).map_err(ZooError::file(&call.output))?;
    let inside = call.output.join("board.txt");
    fs::write(&inside, b"1 1\n10\n").map_err(ZooError::file(&inside))?;
    Ok(0)
}

fn leaves_a_socket(call: &Call) -> Result<i32, ZooError> {
    clear(call)?;
    // It is made without the system calls for sockets, which a filter may refuse.
    mknod(&call.output, SFlag::S_IFSOCK, Mode::S_IRWXU, 0).map_err(ZooError::system("mknod"))?;
    Ok(0)
}

fn leaves_a_device(call: &Call) -> Result<i32, ZooError> {
    let device = call.folder().join("device");
    // The device 1, 9 is /dev/urandom.
    match mknod(&device, SFlag::S_IFCHR, Mode::S_IRWXU, nix::libc::makedev(1, 9)) {
        Ok(()) => {
            fs::rename(&device, &call.output).map_err(ZooError::file(&call.output))?;
            Ok(0)
        }
        Err(_) => call.play(),
    }
}

fn deletes_the_file(call: &Call) -> Result<i32, ZooError> {
    clear(call)?;
    Ok(0)
}

fn renames_the_file(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let other = call.folder().join("board-final-2.txt");
    fs::rename(&call.output, &other).map_err(ZooError::file(&other))?;
    Ok(0)
}

fn there_and_back(call: &Call) -> Result<i32, ZooError> {
    let text = call.honest_text()?;
    let (away, new) = (call.folder().join("away.txt"), call.folder().join("new.txt"));
    fs::rename(&call.output, &away).map_err(ZooError::file(&away))?;
    fs::write(&new, &text).map_err(ZooError::file(&new))?;
    fs::rename(&new, &call.output).map_err(ZooError::file(&call.output))?;
    Ok(0)
}

fn hard_links_the_file(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let twin = call.folder().join("twin.txt");
    fs::hard_link(&call.output, &twin).map_err(ZooError::file(&twin))?;
    Ok(0)
}

fn set_mode(call: &Call, mode: u32) -> Result<i32, ZooError> {
    call.play()?;
    fs::set_permissions(&call.output, Permissions::from_mode(mode)).map_err(ZooError::file(&call.output))?;
    Ok(0)
}

fn locks_its_file(call: &Call) -> Result<i32, ZooError> {
    let text = call.honest_text()?;
    let new = call.folder().join("new.txt");
    // The file is created without permissions: a sandbox may ignore later changes.
    let file = File::options().write(true).create_new(true).mode(0o000).open(&new);
    file.and_then(|mut file| file.write_all(&text)).map_err(ZooError::file(&new))?;
    fs::rename(&new, &call.output).map_err(ZooError::file(&call.output))?;
    Ok(0)
}

fn chmods_its_file(call: &Call) -> Result<i32, ZooError> {
    set_mode(call, 0o000)
}

fn makes_it_runnable(call: &Call) -> Result<i32, ZooError> {
    set_mode(call, 0o6777)
}

fn dates_its_file(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let file = File::options().write(true).open(&call.output).map_err(ZooError::file(&call.output))?;
    file.set_modified(SystemTime::UNIX_EPOCH).map_err(ZooError::file(&call.output))?;
    Ok(0)
}
