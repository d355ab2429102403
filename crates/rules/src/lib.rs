//! What is legal: grids, the game of Penguins, board files, records, the guard, and board generation.
//!
//! Nothing here does I/O, looks at a clock, starts a thread or draws on global randomness. A reader who
//! follows one move passes: text → [`Setup`](penguins::Setup) (parsed, not trusted) →
//! [`Position`](penguins::Position) (validated) → [`Move`](penguins::Move) → `Position` → `Setup` → text.
//! The numbered rule choices that comments cite stand in `docs/rules.md`.

pub mod board_file;
pub mod contest;
pub mod game;
pub mod gamma;
pub mod generate;
pub mod grid;
pub mod guard;
pub mod history;
pub mod penguins;
pub mod random;
pub mod record;
#[cfg(feature = "serde")]
mod serialise;
