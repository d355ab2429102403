//! The interactive mode of the `gamma` program: its keys and its screen.

mod frame;
mod keys;
mod terminal_keys;

pub use frame::frame;
pub use keys::{GammaKey, Keyboard};
pub use terminal_keys::TerminalKeys;
