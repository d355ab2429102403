//! The interactive mode of the `gamma` program: its keys and its screen.

mod frame;
mod keys;

pub use frame::frame;
pub use keys::Keyboard;
