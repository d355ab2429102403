//! Positions on bitboards of the width that fits.

use super::compact::{Compact, MOST_TILES};
use super::numbering::CellNumbering;
use super::position::Position;

/// The maximum number of tiles of a large board.
const MOST_TILES_OF_LARGE: usize = 4096;

/// A position on a small board, stored in the smallest bitboard that fits.
#[derive(Clone, Debug)]
pub enum Packed {
    /// Up to 64 tiles.
    One(Position<Compact<1>>),
    /// Up to 128 tiles.
    Two(Position<Compact<2>>),
    /// Up to 192 tiles.
    Three(Position<Compact<3>>),
    /// Up to 256 tiles.
    Four(Position<Compact<4>>),
}

impl Packed {
    /// Packs a position, or returns `None` when its board has more than [`MOST_TILES`] tiles.
    pub fn new(position: &Position) -> Option<Packed> {
        let sheet = position.ice();
        let numbering = CellNumbering::new(sheet, MOST_TILES)?;
        Some(match numbering.words() {
            0..=1 => Packed::One(position.on(Compact::new(sheet, &numbering))),
            2 => Packed::Two(position.on(Compact::new(sheet, &numbering))),
            3 => Packed::Three(position.on(Compact::new(sheet, &numbering))),
            _ => Packed::Four(position.on(Compact::new(sheet, &numbering))),
        })
    }

    /// Calls a visitor with the position, compiled for its width.
    #[inline]
    pub fn visit<V: PackedVisitor>(self, visitor: V) -> V::Output {
        match self {
            Packed::One(position) => visitor.visit(position),
            Packed::Two(position) => visitor.visit(position),
            Packed::Three(position) => visitor.visit(position),
            Packed::Four(position) => visitor.visit(position),
        }
    }
}

/// A position on a large board, stored in the smallest bitboard that fits.
#[derive(Clone, Debug)]
pub enum PackedLarge {
    /// Up to 512 tiles.
    Eight(Box<Position<Compact<8>>>),
    /// Up to 1024 tiles.
    Sixteen(Box<Position<Compact<16>>>),
    /// Up to 2048 tiles.
    ThirtyTwo(Box<Position<Compact<32>>>),
    /// Up to 4096 tiles.
    SixtyFour(Box<Position<Compact<64>>>),
}

impl PackedLarge {
    /// Packs a position, or returns `None` when its tiles cannot be numbered by their place: there are more than 4096
    /// cells between the first and the last of them, or more than 63 in a row.
    pub fn new(position: &Position) -> Option<PackedLarge> {
        let sheet = position.ice();
        let numbering =
            CellNumbering::new(sheet, MOST_TILES_OF_LARGE).filter(|numbering| numbering.by_place)?;
        fn packed<const W: usize>(
            position: &Position,
            numbering: &CellNumbering,
        ) -> Option<Box<Position<Compact<W>>>> {
            let compact = Compact::new(position.ice(), numbering);
            compact.has_axes().then(|| Box::new(position.on(compact)))
        }
        Some(match numbering.words() {
            0..=8 => PackedLarge::Eight(packed(position, &numbering)?),
            9..=16 => PackedLarge::Sixteen(packed(position, &numbering)?),
            17..=32 => PackedLarge::ThirtyTwo(packed(position, &numbering)?),
            _ => PackedLarge::SixtyFour(packed(position, &numbering)?),
        })
    }

    /// Calls a visitor with the position, compiled for its width.
    pub fn visit<V: PackedVisitor>(self, visitor: V) -> V::Output {
        match self {
            PackedLarge::Eight(position) => visitor.visit(*position),
            PackedLarge::Sixteen(position) => visitor.visit(*position),
            PackedLarge::ThirtyTwo(position) => visitor.visit(*position),
            PackedLarge::SixtyFour(position) => visitor.visit(*position),
        }
    }
}

/// An operation on a packed position of any width.
pub trait PackedVisitor {
    /// The result.
    type Output;

    /// Visits a position.
    fn visit<const W: usize>(self, position: Position<Compact<W>>) -> Self::Output;
}
