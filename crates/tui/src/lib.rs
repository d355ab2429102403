//! What a person sees in a terminal.
//!
//! For now that is a [`Picture`] of a board: squares, or hexagons as hexagons, in colour and without.
//! Whose penguin is whose shows by its letter, never by colour alone.

mod canvas;
mod picture;

pub use canvas::{Ink, Picture};
pub use picture::{draw, roster};
