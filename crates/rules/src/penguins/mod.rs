//! Penguins, on squares and hexagons; the differences between its variants are data in a [`RuleSet`].

mod bits;
mod compact;
mod history;
mod ice;
mod keys;
mod moves;
mod numbering;
mod packed;
mod perft;
mod position;
mod reasons;
mod ruleset;
mod setup;
mod sheet;
mod spread;
mod tile;

pub use bits::{Bits, Tiles};
pub use compact::{Compact, MOST_TILES, PenguinSet};
pub use ice::Ice;
pub use moves::{IllegalMove, Move, MoveNotation, ParseMoveError};
pub use packed::{Packed, PackedLarge, PackedVisitor};
pub use perft::{divide, perft};
#[cfg(feature = "serde")]
pub(crate) use position::PlayerState;
pub use position::{PenaltyUndo, Phase, Position, Stage, Undo};
pub use ruleset::{LayoutRefused, RuleSet, Scoring, UnknownRules};
pub use setup::{BadId, Id, InvalidSetup, MAX_SCORE, PlayerRow, Setup, SetupFault};
pub use sheet::Sheet;
pub use spread::{Slides, Surroundings};
pub use tile::{Fish, Seat, Tile};
