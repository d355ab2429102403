//! How strong: what results say of the strength of those who played.
//!
//! - [`elo`] tells how far apart two are that met in games of two.
//! - [`sprt`] tells when enough games of two were played to decide.
//! - [`field`] rates any number of entrants in games of any size.
//!
//! All of it is arithmetic on counts, so the order in which games ended never changes a figure.

pub mod elo;
pub mod field;
mod matrix;
mod normal;
pub mod sprt;
