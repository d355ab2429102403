//! How the interface appears: colours, language and characters.

use floe_locale::Lang;

use crate::theme::Palette;

/// The characters that the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// ASCII only.
    Ascii,
    /// Unicode, with block and triangle characters.
    #[default]
    Unicode,
}

/// How the interface appears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Appearance {
    /// The colours.
    pub palette: Palette,
    /// The language.
    pub lang: Lang,
    /// The characters of boards.
    pub charset: Charset,
}
