//! Sessions of all games, driven by events.

mod conformance;
mod policy;
mod spec;
