//! The drawings of tiles: filled shapes in block characters, and outlines in ASCII.
//!
//! A filled shape has a character for each quarter of a character of the screen: hexagons get smooth slanted sides, and
//! water shows between all tiles. Shapes are cut so that a character rarely belongs to two tiles, since it can show
//! only one colour besides the water. An outline has a character for each character of the screen, with dots where
//! text goes; neighbours share their sides.

use floe_rules::grid::Topology;

use crate::appearance::Charset;

/// The drawing of one tile.
#[derive(Debug)]
pub(super) struct TileArt {
    pub(super) size: Size,
    /// How far it is from one tile to the next, to the right and downwards, in halves of a character.
    pub(super) pitch: (i64, i64),
    /// The offset of shifted rows or columns, in halves of a character.
    pub(super) push: (i64, i64),
    pub(super) shape: ArtRows,
}

/// The kinds of drawings.
#[derive(Debug)]
pub(super) enum ArtRows {
    /// Filled, with a letter for each quarter of a character.
    Filled(&'static [&'static str]),
    /// An outline, with dots where text goes.
    Outline(&'static [&'static str]),
}

/// How much room a tile has for text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// One line of two or three characters.
    Tiny,
    /// One line of three or four characters.
    Small,
    /// One line of five characters, or two lines.
    Medium,
    /// Three lines and more.
    Large,
}

impl TileArt {
    /// Returns how wide and high the drawing is, in halves of a character.
    pub(super) fn spread(&self) -> (i64, i64) {
        match self.shape {
            ArtRows::Filled(rows) => (rows[0].len() as i64, rows.len() as i64),
            ArtRows::Outline(rows) => (2 * rows[0].len() as i64, 2 * rows.len() as i64),
        }
    }
}

/// Returns the drawings for a topology, the largest first.
pub(super) fn drawings(topology: Topology, charset: Charset) -> &'static [TileArt] {
    let flat = matches!(topology, Topology::Hex(layout) if layout.shifts_columns());
    match (topology, charset) {
        (Topology::Square, Charset::Unicode) => FILLED_SQUARES,
        (Topology::Hex(_), Charset::Unicode) if flat => FILLED_FLAT,
        (Topology::Hex(_), Charset::Unicode) => FILLED_POINTY,
        (Topology::Square, Charset::Ascii) => SQUARES,
        (Topology::Hex(_), Charset::Ascii) if flat => FLAT,
        (Topology::Hex(_), Charset::Ascii) => POINTY,
    }
}

const fn filled(size: Size, pitch: (i64, i64), push: (i64, i64), rows: &'static [&'static str]) -> TileArt {
    TileArt { size, pitch, push, shape: ArtRows::Filled(rows) }
}

/// Takes pitch and push in whole characters.
const fn outline(size: Size, pitch: (i64, i64), push: (i64, i64), rows: &'static [&'static str]) -> TileArt {
    TileArt {
        size,
        pitch: (2 * pitch.0, 2 * pitch.1),
        push: (2 * push.0, 2 * push.1),
        shape: ArtRows::Outline(rows),
    }
}

const FILLED_SQUARES: &[TileArt] = &[
    filled(Size::Large, (16, 8), (0, 0), &["##############"; 7]),
    filled(Size::Medium, (12, 6), (0, 0), &["##########"; 5]),
    filled(Size::Medium, (12, 4), (0, 0), &["##########"; 3]),
    filled(Size::Small, (10, 4), (0, 0), &["########"; 3]),
    filled(Size::Small, (8, 4), (0, 0), &["######"; 3]),
    filled(Size::Small, (8, 2), (0, 0), &["######"; 2]),
    filled(Size::Tiny, (6, 2), (0, 0), &["####"; 2]),
    filled(Size::Tiny, (4, 2), (0, 0), &["####"; 2]),
];

#[rustfmt::skip]
const FILLED_FLAT: &[TileArt] = &[
    filled(Size::Large, (22, 12), (0, 6), &[
        "     ################     ",
        "    ##################    ",
        "   ####################   ",
        "  ######################  ",
        " ######################## ",
        "##########################",
        " ######################## ",
        "  ######################  ",
        "   ####################   ",
        "    ##################    ",
        "     ################     ",
    ]),
    filled(Size::Large, (14, 8), (0, 4), &[
        "   ##########   ",
        "  ############  ",
        " ############## ",
        "################",
        " ############## ",
        "  ############  ",
        "   ##########   ",
    ]),
    filled(Size::Medium, (12, 6), (0, 3), &[
        "  #########  ",
        " ########### ",
        "#############",
        " ########### ",
        "  #########  ",
    ]),
    filled(Size::Small, (10, 4), (0, 2), &[
        " ######## ",
        "##########",
        " ######## ",
    ]),
    filled(Size::Tiny, (8, 4), (0, 2), &[
        " ###### ",
        "########",
        " ###### ",
    ]),
    filled(Size::Tiny, (6, 4), (0, 2), &[
        "  ####  ",
        "########",
        "  ####  ",
    ]),
    filled(Size::Tiny, (4, 4), (0, 2), &["####"; 3]),
];

#[rustfmt::skip]
const FILLED_POINTY: &[TileArt] = &[
    filled(Size::Large, (28, 12), (14, 0), &[
        "            ##            ",
        "        ##########        ",
        "    ##################    ",
        "##########################",
        "##########################",
        "##########################",
        "##########################",
        "##########################",
        "##########################",
        "##########################",
        "##########################",
        "##########################",
        "    ##################    ",
        "        ##########        ",
        "            ##            ",
    ]),
    filled(Size::Large, (20, 8), (10, 0), &[
        "        ##        ",
        "    ##########    ",
        "##################",
        "##################",
        "##################",
        "##################",
        "##################",
        "##################",
        "    ##########    ",
        "        ##        ",
    ]),
    filled(Size::Large, (18, 8), (9, 0), &[
        "       ##       ",
        "   ##########   ",
        "################",
        "################",
        "################",
        "################",
        "################",
        "################",
        "   ##########   ",
        "       ##       ",
    ]),
    filled(Size::Medium, (16, 6), (8, 0), &[
        "      ##      ",
        "   ########   ",
        "##############",
        "##############",
        "##############",
        "##############",
        "   ########   ",
        "      ##      ",
    ]),
    filled(Size::Small, (10, 4), (5, 0), &[
        "   ###   ",
        " ####### ",
        "#########",
        " ####### ",
        "   ###   ",
    ]),
    filled(Size::Tiny, (8, 4), (4, 0), &[
        "  ###  ",
        " ##### ",
        "#######",
        " ##### ",
        "  ###  ",
    ]),
    filled(Size::Tiny, (8, 2), (4, 0), &["######"; 2]),
    filled(Size::Tiny, (4, 2), (2, 0), &["####"; 2]),
];

const SQUARES: &[TileArt] = &[
    outline(
        Size::Large,
        (8, 4),
        (0, 0),
        &[
            "+-------+", //
            "|.......|",
            "|.......|",
            "|.......|",
            "+-------+",
        ],
    ),
    outline(Size::Medium, (6, 2), (0, 0), &["+-----+", "|.....|", "+-----+"]),
    outline(Size::Small, (4, 1), (0, 0), &["...."]),
    outline(Size::Tiny, (2, 1), (0, 0), &[".."]),
];

const FLAT: &[TileArt] = &[
    outline(
        Size::Large,
        (7, 4),
        (0, 2),
        &[
            "  _____  ", //
            " /.....\\ ",
            "/.......\\",
            "\\......./",
            " \\_____/ ",
        ],
    ),
    outline(Size::Medium, (6, 2), (0, 1), &[" _____ ", "/.....\\", "\\_____/"]),
    outline(Size::Small, (4, 2), (0, 1), &[" ___ ", "/...\\", "\\___/"]),
    outline(Size::Tiny, (2, 2), (0, 1), &[".."]),
];

const POINTY: &[TileArt] = &[
    outline(
        Size::Large,
        (8, 4),
        (4, 0),
        &[
            "   / \\   ", //
            " /.....\\ ",
            "|.......|",
            "|.......|",
            " \\     / ",
            "   \\ /   ",
        ],
    ),
    // There is no medium size: a slope of one line over six characters would not meet the tile below.
    outline(Size::Small, (4, 2), (2, 0), &[" / \\ ", "|...|", " \\ / "]),
    outline(Size::Tiny, (2, 1), (1, 0), &[".."]),
];
