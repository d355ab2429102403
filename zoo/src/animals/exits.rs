//! Exit codes that do not match what was done.

use crate::animal::Animal;
use crate::call::{Call, ZooError};
use crate::scene::Scene;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("exits-0-without-a-turn", "Reports a move, but does nothing.", idle::<0>)
        .expect_fault("nothing-changed"),
    Animal::new("exits-0-when-blocked", "Reports a move although it has none, and does nothing.", idle::<0>)
        .scene(Scene::Blocked)
        .expect_fault("no-turn-to-make"),
    Animal::new("exits-1-with-turns-left", "Gives up while it could move.", idle::<1>)
        .expect_fault("gave-up"),
    Animal::new("exits-1-while-placing", "Gives up while it could place a penguin.", idle::<1>)
        .scene(Scene::Placement)
        .expect_fault("gave-up"),
    Animal::new("exits-2-on-a-good-file", "Rejects a valid file.", rejects_the_file)
        .expect_fault("refused-good-file"),
    Animal::new("exits-3", "Reports a failure.", idle::<3>).expect_fault("internal-error"),
    Animal::new("exits-4", "Ends with an exit code that the protocol does not define.", idle::<4>)
        .expect_fault("unknown-exit-code"),
    Animal::new("exits-77", "Ends with an exit code that the protocol does not define.", idle::<77>)
        .expect_fault("unknown-exit-code"),
    Animal::new("exits-255", "Ends with an exit code that the protocol does not define.", idle::<255>)
        .expect_fault("unknown-exit-code"),
    Animal::new("exits-minus-1", "Ends with a negative exit code.", idle::<-1>)
        .expect_fault("unknown-exit-code"),
    Animal::new(
        "exits-127",
        "Ends with the exit code that a shell uses when a command is not found.",
        idle::<127>,
    )
    .expect_fault("unknown-exit-code"),
    Animal::new(
        "exits-137",
        "Ends with the exit code that a shell uses when a command is killed.",
        idle::<137>,
    )
    .expect_fault("unknown-exit-code"),
    Animal::new("exits-1-with-a-turn", "Moves, and reports that it could not.", moves_and_exits::<1>)
        .expect_fault("changed-anyway"),
    Animal::new("exits-2-with-a-turn", "Moves, and rejects the file.", moves_and_exits::<2>)
        .expect_fault("changed-anyway"),
    Animal::new("exits-3-with-a-turn", "Moves, and reports a failure.", moves_and_exits::<3>)
        .expect_fault("changed-anyway"),
    Animal::new(
        "exits-4-with-a-turn",
        "Moves, and ends with an exit code that the protocol does not define.",
        moves_and_exits::<4>,
    )
    .expect_fault("unknown-exit-code"),
    Animal::new("panics", "Ends like a Rust program that panics.", panics).expect_fault("unknown-exit-code"),
];

fn idle<const CODE: i32>(_: &Call) -> Result<i32, ZooError> {
    Ok(CODE)
}

fn rejects_the_file(call: &Call) -> Result<i32, ZooError> {
    eprintln!("{}:1:1: error: this file is not to my taste", call.input.display());
    Ok(2)
}

fn moves_and_exits<const CODE: i32>(call: &Call) -> Result<i32, ZooError> {
    call.play()?;
    Ok(CODE)
}

fn panics(call: &Call) -> Result<i32, ZooError> {
    panic!("nobody expects {}", call.input.display());
}
