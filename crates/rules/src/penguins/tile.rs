//! Fish, seats and tiles: the smallest parts of a position.

use std::fmt;

/// A number of fish on one tile, 0 to 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fish(u8);

impl Fish {
    /// No fish.
    pub const NONE: Fish = Fish(0);
    /// The one fish of a floe on which penguins may start.
    pub const ONE: Fish = Fish(1);
    /// The maximum number of fish on a tile.
    pub const MOST: Fish = Fish(3);

    /// Returns that many fish, if a tile can hold them.
    #[inline]
    pub fn new(count: u8) -> Option<Fish> {
        (count <= Fish::MOST.0).then_some(Fish(count))
    }

    /// Returns the number.
    #[inline]
    pub fn count(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Fish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The number of a player, 1 to 9. Players take turns in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(u8);

impl Seat {
    /// The highest player number.
    pub const MOST: u8 = 9;

    /// Returns the seat with this number, if there is one.
    #[inline]
    pub fn new(number: u8) -> Option<Seat> {
        (1..=Seat::MOST).contains(&number).then_some(Seat(number))
    }

    /// Iterates over all nine seats.
    pub fn all() -> impl Iterator<Item = Seat> {
        (1..=Seat::MOST).map(Seat)
    }

    /// Returns the player's number, 1 to 9.
    #[inline]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the letter for the player's penguins in drawings: A for player 1.
    pub fn letter(self) -> char {
        char::from(b'A' + self.0 - 1)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.0)
    }
}

impl From<Seat> for u32 {
    fn from(seat: Seat) -> u32 {
        u32::from(seat.0)
    }
}

/// What one field holds: water, a free floe with fish, or a penguin's floe.
///
/// It is one byte, since boards may have millions of fields: the two digits of the board file, the fish
/// in the high half and the player in the low half.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tile(u8);

impl Tile {
    /// No floe: a hole, or a floe that has melted.
    pub const WATER: Tile = Tile(0);

    /// Returns a free floe, or water when there are no fish.
    #[inline]
    pub fn floe(fish: Fish) -> Tile {
        Tile(fish.0 << 4)
    }

    /// Returns a floe on which a penguin stands, with the fish that are left beneath it.
    #[inline]
    pub fn penguin(seat: Seat, fish: Fish) -> Tile {
        Tile(fish.0 << 4 | seat.0)
    }

    /// Returns the tile with the two digits of a field, if they are valid.
    #[inline]
    pub fn from_digits(fish: u8, player: u8) -> Option<Tile> {
        (fish <= Fish::MOST.0 && player <= Seat::MOST).then_some(Tile(fish << 4 | player))
    }

    /// Returns the fish on the tile, including those beneath a penguin.
    #[inline]
    pub fn fish(self) -> Fish {
        Fish(self.0 >> 4)
    }

    /// Returns the player whose penguin stands here, if any.
    #[inline]
    pub fn seat(self) -> Option<Seat> {
        Seat::new(self.0 & 0xf)
    }

    /// Returns whether there is no floe.
    #[inline]
    pub fn is_water(self) -> bool {
        self == Tile::WATER
    }

    /// Returns whether there is a floe without a penguin.
    #[inline]
    pub fn is_free(self) -> bool {
        self.0 & 0xf == 0 && self.0 != 0
    }

    /// Returns whether a penguin could be placed here: a free floe with exactly one fish (rule P4).
    #[inline]
    pub fn is_start(self) -> bool {
        self == Tile::floe(Fish::ONE)
    }
}

impl fmt::Display for Tile {
    /// Writes the two digits of the board file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0 >> 4, self.0 & 0xf)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tile({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_round_trip_and_sort_into_kinds() {
        for fish in 0..=9 {
            for player in 0..=9 {
                let Some(tile) = Tile::from_digits(fish, player) else {
                    assert!(fish > 3);
                    continue;
                };
                assert_eq!(tile.to_string(), format!("{fish}{player}"));
                assert_eq!(tile.fish().count(), fish);
                assert_eq!(tile.seat().map_or(0, Seat::number), player);
                assert_eq!(tile.is_water(), fish == 0 && player == 0);
                assert_eq!(tile.is_free(), fish > 0 && player == 0);
                assert_eq!(tile.is_start(), fish == 1 && player == 0);
            }
        }
    }
}
