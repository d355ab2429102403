//! Boards on the screen: drawn in four sizes, scrolled, and clicked on.

pub(crate) mod gamma;
mod pattern;
pub(crate) mod penguins;
mod view;

pub use pattern::{Pattern, Size};
pub use view::{RowOrder, View};
