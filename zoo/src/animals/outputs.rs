//! Board files that are broken, huge, or no files at all.

use std::fs::{self, File, Permissions};
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, symlink};
use std::time::SystemTime;

use floe_arena::sandbox::Guard;
use nix::sys::signal::Signal;
use nix::sys::stat::{Mode, SFlag, mknod};
use nix::unistd::mkfifo;

use crate::GOT_THROUGH;
use crate::animal::Animal;
use crate::call::{Call, Woe};
use crate::caps;
use crate::kernel;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("writes-garbage", "Writes letters instead of a board.", writes_garbage).gets("output-broken"),
    Animal::new("writes-random-bytes", "Writes bytes without a meaning.", writes_random_bytes)
        .gets("output-broken"),
    Animal::new("writes-nothing", "Leaves an empty board file.", writes_nothing).gets("output-broken"),
    Animal::new("writes-half-a-file", "Stops in the middle of the board.", writes_half_a_file)
        .gets("output-broken"),
    Animal::new("writes-zeros", "Fills the board file with zero bytes.", writes_zeros).gets("output-broken"),
    Animal::new(
        "claims-a-huge-board",
        "Writes a header for four thousand million rows.",
        claims_a_huge_board,
    )
    .gets("output-broken"),
    Animal::new("writes-one-long-line", "Writes a row with too many fields.", writes_one_long_line)
        .gets("output-broken"),
    Animal::new("writes-gigabytes", "Writes gigabytes into the board file.", writes_gigabytes)
        .gets("too-much-written")
        .dangerous("it would fill the disk")
        .needs(&[Guard::Files]),
    Animal::new(
        "writes-gigabytes-unmoved",
        "Does so, and is deaf to the signal for too large a file.",
        unmoved,
    )
    .gets("output-too-large")
    .dangerous("it would fill the disk")
    .needs(&[Guard::Files]),
    Animal::new(
        "claims-a-terabyte",
        "Makes the board file a terabyte long without writing it.",
        claims_a_terabyte,
    )
    .gets("too-much-written")
    .loose_gets("output-too-large")
    .needs(&[Guard::Files]),
    Animal::new(
        "leaves-a-symlink",
        "Puts a link to a right board in the place of the board file.",
        leaves_a_symlink,
    )
    .gets("output-not-a-file"),
    Animal::new("leaves-a-link-away", "Puts a link to a system file there.", leaves_a_link_away)
        .gets("output-not-a-file"),
    Animal::new("leaves-a-link-to-itself", "Puts a link to itself there.", leaves_a_link_to_itself)
        .gets("output-not-a-file"),
    Animal::new("leaves-a-fifo", "Puts a named pipe there, which whoever opens it waits for.", leaves_a_fifo)
        .gets("output-not-a-file"),
    Animal::new("leaves-a-folder", "Puts a folder there.", leaves_a_folder).gets("output-not-a-file"),
    Animal::new("leaves-a-socket", "Puts a socket there.", leaves_a_socket).gets("output-not-a-file"),
    Animal::new(
        "leaves-a-device",
        "Puts a device there, and plays honestly where that is refused.",
        leaves_a_device,
    )
    .never_loose("it depends on who runs it"),
    Animal::new("deletes-the-file", "Deletes the board file.", deletes_the_file).gets("output-gone"),
    Animal::new("renames-the-file", "Gives the board file another name.", renames_the_file)
        .gets("output-gone"),
    Animal::new(
        "renames-there-and-back",
        "Makes its turn in a copy, and puts it in the file's place.",
        there_and_back,
    ),
    Animal::new("hard-links-the-file", "Gives the board file a second name.", hard_links_the_file)
        .gets("output-closed"),
    Animal::new("locks-its-file", "Makes a right turn in a file that nobody may read.", locks_its_file)
        .gets("output-closed"),
    Animal::new(
        "chmods-its-file",
        "Makes a right turn, and takes all rights to the file away.",
        chmods_its_file,
    )
    .loose_gets("output-closed"),
    Animal::new("makes-its-file-runnable", "Makes a right turn in a set-uid file.", makes_it_runnable),
    Animal::new("dates-its-file", "Makes a right turn, and dates the file back to 1970.", dates_its_file),
];

fn writes_garbage(call: &Call) -> Result<i32, Woe> {
    call.write_text(b"I am not a board.\nI am a free spirit!\n")?;
    Ok(0)
}

fn writes_random_bytes(call: &Call) -> Result<i32, Woe> {
    let mut random = floe_rules::random::Random::new(8);
    let bytes: Vec<u8> = (0..4096).map(|_| random.next_u64().to_le_bytes()[3]).collect();
    call.write_text(&bytes)?;
    Ok(0)
}

fn writes_nothing(call: &Call) -> Result<i32, Woe> {
    call.write_text(b"")?;
    Ok(0)
}

fn writes_half_a_file(call: &Call) -> Result<i32, Woe> {
    let text = call.honest_text()?;
    call.write_text(&text[..text.len() / 2])?;
    Ok(0)
}

fn writes_zeros(call: &Call) -> Result<i32, Woe> {
    call.write_text(&[0; 300])?;
    Ok(0)
}

fn claims_a_huge_board(call: &Call) -> Result<i32, Woe> {
    call.write_text(b"4000000000 4000000000\n10 10\n")?;
    Ok(0)
}

fn writes_one_long_line(call: &Call) -> Result<i32, Woe> {
    let mut text = call.honest_text()?;
    let header = text.iter().position(|&byte| byte == b'\n').unwrap_or(0) + 1;
    text.splice(header..header, b"10 ".repeat(100));
    call.write_text(&text)?;
    Ok(0)
}

fn writes_gigabytes(call: &Call) -> Result<i32, Woe> {
    let _ = kernel::restore(Signal::SIGXFSZ);
    fill(call)
}

fn unmoved(call: &Call) -> Result<i32, Woe> {
    let _ = kernel::ignore(Signal::SIGXFSZ);
    fill(call)
}

/// Writes until nothing more goes in; what went in stays.
fn fill(call: &Call) -> Result<i32, Woe> {
    let mut file = File::create(&call.output).map_err(Woe::file(&call.output))?;
    let block = vec![b'7'; 1 << 20];
    let mut written = 0;
    while written < caps::WRITTEN {
        match file.write(&block) {
            Ok(0) | Err(_) => return Ok(0),
            Ok(bytes) => written += bytes as u64,
        }
    }
    Ok(GOT_THROUGH)
}

fn claims_a_terabyte(call: &Call) -> Result<i32, Woe> {
    let _ = kernel::restore(Signal::SIGXFSZ);
    let file = File::create(&call.output).map_err(Woe::file(&call.output))?;
    file.set_len(1 << 40).map_err(Woe::file(&call.output))?;
    Ok(0)
}

/// Removes the board file, so that something else can take its place.
fn clear(call: &Call) -> Result<(), Woe> {
    fs::remove_file(&call.output).map_err(Woe::file(&call.output))
}

fn leaves_a_symlink(call: &Call) -> Result<i32, Woe> {
    call.play()?;
    let right = call.folder().join("right.txt");
    fs::rename(&call.output, &right).map_err(Woe::file(&right))?;
    symlink("right.txt", &call.output).map_err(Woe::file(&call.output))?;
    Ok(0)
}

fn leaves_a_link_away(call: &Call) -> Result<i32, Woe> {
    clear(call)?;
    symlink("/etc/passwd", &call.output).map_err(Woe::file(&call.output))?;
    Ok(0)
}

fn leaves_a_link_to_itself(call: &Call) -> Result<i32, Woe> {
    clear(call)?;
    symlink("board.txt", call.folder().join("board.txt")).map_err(Woe::file(&call.output))?;
    Ok(0)
}

fn leaves_a_fifo(call: &Call) -> Result<i32, Woe> {
    clear(call)?;
    mkfifo(&call.output, Mode::S_IRWXU).map_err(Woe::system("mkfifo"))?;
    Ok(0)
}

fn leaves_a_folder(call: &Call) -> Result<i32, Woe> {
    clear(call)?;
    fs::create_dir(&call.output).map_err(Woe::file(&call.output))?;
    let inside = call.output.join("board.txt");
    fs::write(&inside, b"1 1\n10\n").map_err(Woe::file(&inside))?;
    Ok(0)
}

fn leaves_a_socket(call: &Call) -> Result<i32, Woe> {
    clear(call)?;
    // Made without a call for sockets, which a filter may refuse.
    mknod(&call.output, SFlag::S_IFSOCK, Mode::S_IRWXU, 0).map_err(Woe::system("mknod"))?;
    Ok(0)
}

fn leaves_a_device(call: &Call) -> Result<i32, Woe> {
    let device = call.folder().join("device");
    // The device of 1, 9 gives random bytes without end.
    match mknod(&device, SFlag::S_IFCHR, Mode::S_IRWXU, nix::libc::makedev(1, 9)) {
        Ok(()) => {
            fs::rename(&device, &call.output).map_err(Woe::file(&call.output))?;
            Ok(0)
        }
        Err(_) => call.play(),
    }
}

fn deletes_the_file(call: &Call) -> Result<i32, Woe> {
    clear(call)?;
    Ok(0)
}

fn renames_the_file(call: &Call) -> Result<i32, Woe> {
    call.play()?;
    let other = call.folder().join("board-final-2.txt");
    fs::rename(&call.output, &other).map_err(Woe::file(&other))?;
    Ok(0)
}

fn there_and_back(call: &Call) -> Result<i32, Woe> {
    let text = call.honest_text()?;
    let (away, new) = (call.folder().join("away.txt"), call.folder().join("new.txt"));
    fs::rename(&call.output, &away).map_err(Woe::file(&away))?;
    fs::write(&new, &text).map_err(Woe::file(&new))?;
    fs::rename(&new, &call.output).map_err(Woe::file(&call.output))?;
    Ok(0)
}

fn hard_links_the_file(call: &Call) -> Result<i32, Woe> {
    call.play()?;
    let twin = call.folder().join("twin.txt");
    fs::hard_link(&call.output, &twin).map_err(Woe::file(&twin))?;
    Ok(0)
}

fn set_mode(call: &Call, mode: u32) -> Result<i32, Woe> {
    call.play()?;
    fs::set_permissions(&call.output, Permissions::from_mode(mode)).map_err(Woe::file(&call.output))?;
    Ok(0)
}

fn locks_its_file(call: &Call) -> Result<i32, Woe> {
    let text = call.honest_text()?;
    let new = call.folder().join("new.txt");
    // Made without any rights: a sandbox may keep a program from changing them later.
    let file = File::options().write(true).create_new(true).mode(0o000).open(&new);
    file.and_then(|mut file| file.write_all(&text)).map_err(Woe::file(&new))?;
    fs::rename(&new, &call.output).map_err(Woe::file(&call.output))?;
    Ok(0)
}

fn chmods_its_file(call: &Call) -> Result<i32, Woe> {
    set_mode(call, 0o000)
}

fn makes_it_runnable(call: &Call) -> Result<i32, Woe> {
    set_mode(call, 0o6777)
}

fn dates_its_file(call: &Call) -> Result<i32, Woe> {
    call.play()?;
    let file = File::options().write(true).open(&call.output).map_err(Woe::file(&call.output))?;
    file.set_modified(SystemTime::UNIX_EPOCH).map_err(Woe::file(&call.output))?;
    Ok(0)
}
