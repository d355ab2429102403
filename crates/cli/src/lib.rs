//! What the programs `floe` and `penguins` are made of.
//!
//! The binaries are glue: each calls one function of this library and exits with the [`Exit`] it returns.

pub mod commands;
pub mod contest;
pub mod exit;
pub mod files;
pub mod gamma;
