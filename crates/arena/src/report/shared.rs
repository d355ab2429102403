//! Scripts and styles of the report page that other pages of floe use too.

/// Making elements.
pub const DOM: &str = include_str!("page/dom.js");
/// Games step by step.
pub const REPLAY: &str = include_str!("page/replay.js");
/// The drawings on tiles.
pub const TILES: &str = include_str!("page/tiles.js");
/// The board component.
pub const BOARD: &str = include_str!("page/board.js");
/// Colours, plain elements and the board.
pub const BASE_STYLE: &str = include_str!("page/base.css");
