//! The terminal front end: full screen and plain mode.
//!
//! - [`app`] is the full-screen interface: menu, set-up, play and replay. [`run()`] shows it at a real terminal, with
//!   the engine on a thread of its own.
//! - [`plain`] plays the same games as a question-and-answer dialogue over any pair of streams.
//! - [`board`] draws boards in tiles of several sizes, and finds the tile under a click. [`draw`] returns a
//!   [`Picture`] of a whole board, in colour and without.
//! - [`gamma`] is the interactive mode of the `gamma` program.
//! - [`Terminal`] puts the terminal into raw mode and restores it on exit, panic or signal.
//!
//! Games are played by `floe-session`; nothing here implements the rules. Players are told apart by letters and
//! numbers, never by colour alone.

pub mod app;
mod appearance;
pub mod board;
mod canvas;
pub mod gamma;
mod host;
mod interrupted;
mod phrases;
mod picture;
pub mod plain;
mod run;
mod saving;
mod settings;
mod spec_phrases;
mod summary;
mod terminal;
mod theme;

pub use appearance::{Appearance, Charset};
pub use canvas::{Ink, Light, Pen, Picture};
pub use host::{
    FileListing, Host, HostReply, HostRequest, InterruptedGame, ListedFile, ResumeError, SaveError,
};
pub use picture::{draw, roster};
pub use run::run;
pub use settings::{Settings, WindowSettings};
pub use terminal::{Terminal, TerminalEvent, interrupt, suspend, terminal_width};
pub use theme::{Colors, Palette, Theme};
