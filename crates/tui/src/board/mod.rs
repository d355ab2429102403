//! Draws boards on the screen with tiles in several sizes, scrolls them, and finds the tile under a click.

mod art;
mod blocks;
pub(crate) mod gamma;
mod pattern;
pub(crate) mod penguins;
mod view;

pub use blocks::Quarters;
pub use pattern::{Pattern, Size};
pub use view::{RowOrder, View};
