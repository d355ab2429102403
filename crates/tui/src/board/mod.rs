//! Boards on the screen, in four sizes of tiles: drawing, scrolling, and the tile under a click.

pub(crate) mod gamma;
mod pattern;
pub(crate) mod penguins;
mod view;

pub use pattern::{Pattern, Size};
pub use view::{RowOrder, View};
