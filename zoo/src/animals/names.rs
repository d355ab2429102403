//! Programs that cannot tell their name: in a game they would be honest.

use std::io::{self, Write};

use floe_arena::sandbox::Guard;

use crate::animal::{Animal, Expectation, Expected};
use crate::call::{Call, Woe};
use crate::caps::Life;
use crate::scene::Scene;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("names-nothing", "Prints nothing when asked for its name.", |_| say(b"")).has_no_name(),
    Animal::new("names-a-blank-line", "Prints an empty line when asked for its name.", |_| say(b"\n"))
        .has_no_name(),
    Animal::new("names-two-lines", "Prints two lines when asked for its name.", |_| say(b"Jekyll\nHyde\n"))
        .has_no_name(),
    Animal::new("names-two-words", "Prints a name with a blank in it.", |_| say(b"Emperor Penguin\n"))
        .has_no_name(),
    Animal::new("names-an-escape", "Prints a name that would steer a terminal.", |_| {
        say(b"\x1b[31mRed\x1b[0m\n")
    })
    .has_no_name(),
    Animal::new("names-a-quote", "Prints a name with a quotation mark.", |_| say(b"\"Pingu\"\n"))
        .has_no_name(),
    Animal::new("names-a-nul", "Prints a name with a zero byte.", |_| say(b"Pin\0gu\n")).has_no_name(),
    Animal::new("names-without-end", "Prints megabytes when asked for its name.", without_end).has_no_name(),
    Animal::new("names-and-fails", "Tells its name, and ends with exit code 1.", and_fails).has_no_name(),
    Animal::new("names-never", "Never answers when asked for its name.", never)
        .has_no_name()
        .endless()
        .needs(&[Guard::Wall]),
    Animal::new("names-bytes", "Prints a name that is no UTF-8, which is allowed.", |_| say(b"\xfe\xff\n"))
        .scene(Scene::Name),
    Animal::new("names-without-newline", "Prints its name and no newline.", |call| say(call.id.as_bytes()))
        .scene(Scene::Name),
    Animal::new("names-like-windows", "Ends its name with CR LF.", |call| {
        say(&[call.id.as_bytes(), b"\r\n"].concat())
    })
    .scene(Scene::Name),
];

// A fault of this topic shows before any game, so that there is no verdict of a turn to expect.
const _: () = {
    let mut index = 0;
    while index < ANIMALS.len() {
        let Animal { expects: Expectation { basic, .. }, scene, .. } = &ANIMALS[index];
        assert!(matches!(basic, Expected::NoName | Expected::Honest) && matches!(scene, Scene::Name));
        index += 1;
    }
};

fn say(bytes: &[u8]) -> Result<i32, Woe> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(Woe::system("standard output"))?;
    Ok(0)
}

fn without_end(_: &Call) -> Result<i32, Woe> {
    say(&vec![b'a'; 4 << 20])
}

fn and_fails(call: &Call) -> Result<i32, Woe> {
    say(call.id.as_bytes())?;
    Ok(1)
}

fn never(_: &Call) -> Result<i32, Woe> {
    Life::new().sleep();
    Ok(0)
}
