//! Animals without a vice, to see that the referee lets them play.

use std::thread;
use std::time::Duration;

use crate::animal::Animal;
use crate::call::{Call, Woe};
use crate::scene::Scene;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("honest", "Makes a sensible turn, always the same.", Call::play),
    Animal::new("honest-joining", "Joins with its first penguin.", Call::play).scene(Scene::Joining),
    Animal::new("honest-placing", "Places its second penguin.", Call::play).scene(Scene::Placement),
    Animal::new("honest-blocked", "Says with exit code 1 that it cannot move.", Call::play)
        .scene(Scene::Blocked),
    Animal::new("honest-placed", "Says with exit code 1 that all its penguins stand.", Call::play)
        .scene(Scene::Placed),
    Animal::new("honest-name", "Tells its name.", tell_name).scene(Scene::Name),
    Animal::new("lazy", "Makes the first legal turn.", lazy),
    Animal::new("greedy", "Goes where most fish are.", greedy),
    Animal::new("slow", "Thinks for 200 ms, which is within its time.", slow),
];

fn tell_name(call: &Call) -> Result<i32, Woe> {
    println!("{}", call.id);
    Ok(0)
}

fn lazy(call: &Call) -> Result<i32, Woe> {
    let table = call.sit()?;
    call.write(&table.after(table.first()))?;
    Ok(0)
}

fn greedy(call: &Call) -> Result<i32, Woe> {
    let table = call.sit()?;
    call.write(&table.after(table.greedy()))?;
    Ok(0)
}

fn slow(call: &Call) -> Result<i32, Woe> {
    thread::sleep(Duration::from_millis(200));
    call.play()
}
