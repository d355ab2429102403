//! What a person sees in a terminal.
//!
//! A [`Picture`] of a board shows squares, or hexagons as hexagons, in colour and without; whose penguin is
//! whose shows by its letter, never by colour alone. [`gamma`] plays Gamma by keys, on a [`Terminal`] that
//! is always given back.

mod canvas;
pub mod gamma;
mod picture;
mod terminal;

pub use canvas::{Ink, Picture};
pub use picture::{draw, roster};
pub use terminal::{Event, Terminal, interrupt, suspend};
