//! What a person sees in a terminal.
//!
//! A [`Picture`] of a board shows squares, or hexagons as hexagons, in colour and without; whose penguin is
//! whose shows by its letter, never by colour alone. [`gamma`] plays Gamma by keys, on a [`Terminal`] that
//! is always given back.

pub mod app;
pub mod board;
mod canvas;
mod company;
mod ending;
pub mod gamma;
mod picture;
pub mod plain;
mod plan;
mod run;
mod saving;
mod terminal;
mod theme;

pub use canvas::{Ink, Light, Pen, Picture};
pub use picture::{draw, roster};
pub use plan::{GammaPlan, LONGEST_GAMMA_SIDE, MOST_GAMMA_PLAYERS, PenguinsPlan, Placement, Plan, PlanFault};
pub use run::{Host, run};
pub use terminal::{Event, Terminal, interrupt, suspend, terminal_width};
pub use theme::{Colors, Look, Theme};
