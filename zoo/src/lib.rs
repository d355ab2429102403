//! The zoo: hostile and broken programs that speak the file protocol, each with the verdict that it must get.
//!
//! Each [`Animal`] is honest except for its one vice, so that a verdict is about the vice alone. They are let out
//! by the program `zoo`, whose first argument names one; [`ANIMALS`] lists them all, and a [`Scene`] is a board on
//! which a vice can show. What an animal may do at most to the machine, should a wall of the sandbox have a
//! hole, stands in [`caps`].

mod animal;
mod animals;
mod call;
pub mod caps;
#[cfg(target_os = "linux")]
mod kernel;
mod scene;
mod table;

pub use animal::{Animal, Expectation, Expected};
pub use call::{Call, Woe};
pub use scene::Scene;

/// Every animal of the zoo, by topic.
pub const ANIMALS: &[Animal] = &animals::ALL;

/// Returns the animal of a name.
pub fn named(name: &str) -> Option<&'static Animal> {
    ANIMALS.iter().find(|animal| animal.name == name)
}

/// The exit code of an animal that got at what it must not reach: proof that a wall has a hole.
///
/// The protocol gives it no meaning, so that the verdict is then `unknown-exit-code`.
pub const GOT_THROUGH: i32 = 77;

/// The exit code of an animal that is not let out: it is dangerous, and nothing proves that it is shut in.
pub const NOT_LET_OUT: i32 = 99;

/// How the names of files begin that vandals attack, when they lie beside the program.
pub const CANARY: &str = "zoo-canary";

/// The name of the file beside the program that tells where the other folder is that vandals attack.
pub const CANARY_PATH: &str = "zoo-folder.txt";
