//! Exit codes that do not fit what was done.

use crate::animal::Animal;
use crate::call::{Call, Woe};
use crate::scene::Scene;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("exits-0-without-a-turn", "Says that it moved, and did nothing.", idle::<0>)
        .gets("nothing-changed"),
    Animal::new("exits-0-when-blocked", "Says that it moved although it cannot, and did nothing.", idle::<0>)
        .scene(Scene::Blocked)
        .gets("no-turn-to-make"),
    Animal::new("exits-1-with-turns-left", "Gives up while it could move.", idle::<1>).gets("gave-up"),
    Animal::new("exits-1-while-placing", "Gives up while it could place a penguin.", idle::<1>)
        .scene(Scene::Placement)
        .gets("gave-up"),
    Animal::new("exits-2-on-a-good-file", "Complains about a file that is right.", complains)
        .gets("refused-good-file"),
    Animal::new("exits-3", "Fails, and says so.", idle::<3>).gets("internal-error"),
    Animal::new("exits-4", "Ends with an exit code that means nothing.", idle::<4>).gets("unknown-exit-code"),
    Animal::new("exits-77", "Ends with an exit code that means nothing.", idle::<77>)
        .gets("unknown-exit-code"),
    Animal::new("exits-255", "Ends with an exit code that means nothing.", idle::<255>)
        .gets("unknown-exit-code"),
    Animal::new("exits-minus-1", "Ends with an exit code below zero.", idle::<-1>).gets("unknown-exit-code"),
    Animal::new("exits-127", "Ends with the code of a shell that finds no program.", idle::<127>)
        .gets("unknown-exit-code"),
    Animal::new("exits-137", "Ends with the code of a shell whose program was killed.", idle::<137>)
        .gets("unknown-exit-code"),
    Animal::new("exits-1-with-a-turn", "Moves, and says that it could not.", moves_and_says::<1>)
        .gets("changed-anyway"),
    Animal::new("exits-2-with-a-turn", "Moves, and complains about the file.", moves_and_says::<2>)
        .gets("changed-anyway"),
    Animal::new("exits-3-with-a-turn", "Moves, and says that it failed.", moves_and_says::<3>)
        .gets("changed-anyway"),
    Animal::new(
        "exits-4-with-a-turn",
        "Moves, and ends with a code that means nothing.",
        moves_and_says::<4>,
    )
    .gets("unknown-exit-code"),
    Animal::new("panics", "Ends like a Rust program that panics.", panics).gets("unknown-exit-code"),
];

fn idle<const CODE: i32>(_: &Call) -> Result<i32, Woe> {
    Ok(CODE)
}

fn complains(call: &Call) -> Result<i32, Woe> {
    eprintln!("{}:1:1: error: this file is not to my taste", call.input.display());
    Ok(2)
}

fn moves_and_says<const CODE: i32>(call: &Call) -> Result<i32, Woe> {
    call.play()?;
    Ok(CODE)
}

fn panics(call: &Call) -> Result<i32, Woe> {
    panic!("nobody expects {}", call.input.display());
}
