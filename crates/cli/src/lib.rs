//! What the programs `floe`, `penguins` and `gamma` are made of.
//!
//! The binaries are glue: each calls one function of this library and exits with the [`Exit`](exit::Exit) it returns.

mod autosave;
mod board_folder;
mod board_memory;
mod browsing;
pub mod commands;
pub mod contest;
pub mod exit;
pub mod files;
mod folders;
mod gamemaster;
pub mod gamma;
mod locale;
mod messages;
mod output;
mod play;
mod settings;
mod system_host;
