//! Draws boards on the screen with tiles in four sizes, scrolls them, and finds the tile under a click.

pub(crate) mod gamma;
mod pattern;
pub(crate) mod penguins;
mod view;

pub use pattern::{Pattern, Size};
pub use view::{RowOrder, View};
