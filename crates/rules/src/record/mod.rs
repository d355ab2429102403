//! Games in writing: who played, from where, which turns, and how it ended.

mod sitter;

pub use sitter::{BadName, Kind, LONGEST_NAME, Sitter};
