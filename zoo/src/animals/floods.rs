//! Excessive and hostile output.

use std::fs::File;
use std::io::{self, Read, Write};

use floe_arena::sandbox::Guard;

use crate::ESCAPED;
use crate::animal::Animal;
use crate::call::{Call, ZooError};
use crate::caps;
use crate::kernel;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("floods-stdout", "Prints endlessly to standard output.", floods_stdout)
        .expect_fault("too-much-printed")
        .endless()
        .needs(&[Guard::Output]),
    Animal::new("floods-stderr", "Prints endlessly to standard error.", floods_stderr)
        .expect_fault("too-much-printed")
        .endless()
        .needs(&[Guard::Output]),
    Animal::new("floods-both", "Prints endlessly to both outputs in turn.", floods_both)
        .expect_fault("too-much-printed")
        .endless()
        .needs(&[Guard::Output]),
    Animal::new("moves-and-floods", "Makes a legal turn, and prints endlessly.", moves_and_floods)
        .expect_fault("too-much-printed")
        .endless()
        .needs(&[Guard::Output]),
    Animal::new("chatters", "Prints a page to each output, and plays.", chatters),
    Animal::new(
        "prints-escapes",
        "Prints escape sequences that clear, ring and rename a terminal, and plays.",
        prints_escapes,
    ),
    Animal::new("prints-markup", "Prints HTML with a script, and plays.", prints_markup),
    Animal::new("reads-its-input", "Reads its standard input to the end, and plays.", reads_its_input),
    Animal::new("writes-to-the-terminal", "Writes directly to the terminal.", writes_to_the_terminal)
        .dangerous("it would write to your terminal")
        .needs(&[Guard::Writing]),
];

/// Prints to a stream until it breaks.
fn flood(out: &mut impl Write) {
    let block = [b'!'; 64 << 10];
    let mut printed = 0;
    while printed < caps::PRINTED && out.write_all(&block).is_ok() {
        printed += block.len() as u64;
    }
}

fn floods_stdout(_: &Call) -> Result<i32, ZooError> {
    flood(&mut io::stdout().lock());
    Ok(ESCAPED)
}

fn floods_stderr(_: &Call) -> Result<i32, ZooError> {
    flood(&mut io::stderr().lock());
    Ok(ESCAPED)
}

fn floods_both(_: &Call) -> Result<i32, ZooError> {
    struct Both;
    impl Write for Both {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            io::stdout().write_all(bytes)?;
            io::stderr().write_all(bytes)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    flood(&mut Both);
    Ok(ESCAPED)
}

fn moves_and_floods(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    floods_stdout(call)
}

fn chatters(call: &Call) -> Result<i32, ZooError> {
    for line in 1..=60 {
        println!("{line:2} I am thinking about my next move, and it is going to be a good one.");
        eprintln!("{line:2} debug: still thinking");
    }
    call.play()
}

fn prints_escapes(call: &Call) -> Result<i32, ZooError> {
    let nasty = "\x1b[2J\x1b[H\x1b]0;owned\x07\x07\x1b[31mred\x1b[?1049h\x1bc\u{9b}31m\r\x08\x7f\0";
    print!("{nasty}");
    eprint!("{nasty}");
    call.play()
}

fn prints_markup(call: &Call) -> Result<i32, ZooError> {
    let nasty =
        "</script><script>alert(1)</script><img src=x onerror=alert(1)>&lt;\"'=cmd|' /C calc'!A0,\u{202e}";
    println!("{nasty}");
    eprintln!("{nasty}");
    call.play()
}

fn reads_its_input(call: &Call) -> Result<i32, ZooError> {
    let mut typed = Vec::new();
    io::stdin().read_to_end(&mut typed).map_err(ZooError::system("standard input"))?;
    if typed.is_empty() { call.play() } else { Ok(ESCAPED) }
}

fn writes_to_the_terminal(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    let mut reached = false;
    for path in ["/dev/tty", "/dev/console", "/dev/tty0", "/dev/pts/0", "/dev/pts/1"] {
        if let Ok(mut terminal) = File::options().write(true).open(path) {
            reached |=
                terminal.write_all(b"the zoo was here\r\n").is_ok() || kernel::type_into(&terminal).is_ok();
        }
    }
    Ok(if reached { ESCAPED } else { 0 })
}
