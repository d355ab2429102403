//! Boards on the screen.

mod pattern;
pub(crate) mod penguins;

pub use pattern::{Pattern, Size};
