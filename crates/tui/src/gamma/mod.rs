//! Gamma at a terminal: keys that play, and the screen that shows it.

mod frame;
mod keys;

pub use frame::frame;
pub use keys::Keyboard;
