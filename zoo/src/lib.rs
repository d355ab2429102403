//! The zoo: hostile and broken programs that speak the file protocol, each with the verdict that it must get.
//!
//! Each [`Animal`] misbehaves in one way only, so that the verdict is about that alone. The program `zoo` runs the
//! animal that its first argument names; [`ANIMALS`] lists them all, and a [`Scene`] is the call and the board on which
//! an animal misbehaves. [`caps`] limits what an animal does to the machine, in case the sandbox has a hole.

mod animal;
mod animals;
mod board_view;
mod call;
pub mod caps;
#[cfg(target_os = "linux")]
mod kernel;
mod scene;

pub use animal::{Animal, Expectations, ExpectedVerdict};
pub use call::{Call, ZooError};
pub use scene::Scene;

/// Every animal of the zoo, by topic.
pub const ANIMALS: &[Animal] = &animals::ALL;

/// Returns the animal with the given name.
pub fn named(name: &str) -> Option<&'static Animal> {
    ANIMALS.iter().find(|animal| animal.name == name)
}

/// The exit code of an animal that got access to something forbidden, which proves a hole in the sandbox.
///
/// The protocol gives it no meaning, so the verdict is `unknown-exit-code`.
pub const ESCAPED: i32 = 77;

/// The exit code of a dangerous animal that refuses to run, since nothing proves that it is sandboxed.
pub const NOT_RUN: i32 = 99;

/// The prefix of the names of decoy files next to the program that animals try to damage.
pub const CANARY: &str = "zoo-canary";

/// The name of the file, next to the program, that holds the path of a second folder that animals attack.
pub const CANARY_PATH_FILE: &str = "zoo-folder.txt";
