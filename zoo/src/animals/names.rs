//! Programs that cannot report their name. In a game they are honest.

use std::io::{self, Write};

use floe_arena::sandbox::Guard;

use crate::animal::{Animal, Expectations, ExpectedVerdict};
use crate::call::{Call, ZooError};
use crate::caps::Life;
use crate::scene::Scene;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("names-nothing", "Prints nothing when asked for its name.", |_| say(b""))
        .expect_name_refused(),
    Animal::new("names-a-blank-line", "Prints an empty line when asked for its name.", |_| say(b"\n"))
        .expect_name_refused(),
    Animal::new("names-two-lines", "Prints two lines when asked for its name.", |_| say(b"Jekyll\nHyde\n"))
        .expect_name_refused(),
    Animal::new("names-two-words", "Prints a name with a space in it.", |_| say(b"Emperor Penguin\n"))
        .expect_name_refused(),
    Animal::new("names-an-escape", "Prints a name with an escape sequence.", |_| {
        say(b"\x1b[31mRed\x1b[0m\n")
    })
    .expect_name_refused(),
    Animal::new("names-a-quote", "Prints a name with a quotation mark.", |_| say(b"\"Pingu\"\n"))
        .expect_name_refused(),
    Animal::new("names-a-nul", "Prints a name with a zero byte.", |_| say(b"Pin\0gu\n"))
        .expect_name_refused(),
    Animal::new("names-without-end", "Prints megabytes when asked for its name.", without_end)
        .expect_name_refused(),
    Animal::new("names-and-fails", "Prints its name, and ends with exit code 1.", and_fails)
        .expect_name_refused(),
    Animal::new("names-never", "Never answers when asked for its name.", never)
        .expect_name_refused()
        .endless()
        .needs(&[Guard::Wall]),
    Animal::new("names-bytes", "Prints a name that is not UTF-8, which is allowed.", |_| say(b"\xfe\xff\n"))
        .scene(Scene::Name),
    Animal::new("names-without-newline", "Prints its name and no newline.", |call| say(call.id.as_bytes()))
        .scene(Scene::Name),
    Animal::new("names-like-windows", "Ends its name with CR LF.", |call| {
        say(&[call.id.as_bytes(), b"\r\n"].concat())
    })
    .scene(Scene::Name),
];

// These faults show before a game, so there is no verdict on a turn.
const _: () = {
    let mut index = 0;
    while index < ANIMALS.len() {
        let Animal { expects: Expectations { basic, .. }, scene, .. } = &ANIMALS[index];
        assert!(
            matches!(basic, ExpectedVerdict::NameRefused | ExpectedVerdict::Accepted)
                && matches!(scene, Scene::Name)
        );
        index += 1;
    }
};

fn say(bytes: &[u8]) -> Result<i32, ZooError> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(ZooError::system("standard output"))?;
    Ok(0)
}

fn without_end(_: &Call) -> Result<i32, ZooError> {
    say(&vec![b'a'; 4 << 20])
}

fn and_fails(call: &Call) -> Result<i32, ZooError> {
    say(call.id.as_bytes())?;
    Ok(1)
}

fn never(_: &Call) -> Result<i32, ZooError> {
    Life::new().sleep();
    Ok(0)
}
