//! Honest animals, which the referee must accept.

use std::thread;
use std::time::Duration;

use crate::animal::Animal;
use crate::call::{Call, ZooError};
use crate::scene::Scene;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("honest", "Makes a sensible turn, always the same.", Call::play),
    Animal::new("honest-joining", "Joins with its first penguin.", Call::play).scene(Scene::Joining),
    Animal::new("honest-placing", "Places its second penguin.", Call::play).scene(Scene::Placement),
    Animal::new("honest-blocked", "Reports with exit code 1 that it cannot move.", Call::play)
        .scene(Scene::Blocked),
    Animal::new("honest-placed", "Reports with exit code 1 that all its penguins are placed.", Call::play)
        .scene(Scene::Placed),
    Animal::new("honest-name", "Prints its name.", print_name).scene(Scene::Name),
    Animal::new("lazy", "Makes the first legal turn.", lazy),
    Animal::new("greedy", "Goes where the most fish are.", greedy),
    Animal::new("slow", "Thinks for 200 ms, which is within its time.", slow),
];

fn print_name(call: &Call) -> Result<i32, ZooError> {
    println!("{}", call.id);
    Ok(0)
}

fn lazy(call: &Call) -> Result<i32, ZooError> {
    let view = call.view()?;
    call.write(&view.after(view.first()))?;
    Ok(0)
}

fn greedy(call: &Call) -> Result<i32, ZooError> {
    let view = call.view()?;
    call.write(&view.after(view.greedy()))?;
    Ok(0)
}

fn slow(call: &Call) -> Result<i32, ZooError> {
    thread::sleep(Duration::from_millis(200));
    call.play()
}
