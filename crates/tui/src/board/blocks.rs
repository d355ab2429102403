//! Block characters: the sixteen ways to fill the four quarters of a character.
//!
//! They come from the Unicode block "Block Elements" (U+2580 to U+259F), which terminals draw edge to edge and one
//! column wide.

/// The filled quarters of a character, one bit each: top left, top right, bottom left, bottom right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quarters(u8);

const LETTERS: [char; 16] = [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

impl Quarters {
    /// The whole character.
    pub(crate) const FULL: Quarters = Quarters(15);

    /// Fills the quarter in a row and a column, 0 or 1 each.
    #[must_use]
    pub(crate) fn with(self, row: i64, col: i64) -> Quarters {
        Quarters(self.0 | 1 << (2 * (row & 1) + (col & 1)))
    }

    /// Returns the quarters that are filled in either.
    #[must_use]
    pub(crate) fn or(self, other: Quarters) -> Quarters {
        Quarters(self.0 | other.0)
    }

    /// Returns how many quarters are filled.
    pub(crate) fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the character with these quarters.
    pub fn letter(self) -> char {
        LETTERS[usize::from(self.0)]
    }

    /// Returns the quarters of a block character; nothing for any other.
    pub(crate) fn of(letter: char) -> Quarters {
        let found = LETTERS.iter().position(|&block| block == letter);
        Quarters(found.map_or(0, |index| index as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthChar;

    #[test]
    fn block_characters_are_one_column_wide_and_read_back() {
        for bits in 0..16 {
            let letter = Quarters(bits).letter();
            assert_eq!(letter.width(), Some(1), "{letter:?}");
            assert_eq!(Quarters::of(letter), Quarters(bits));
        }
        assert_eq!(Quarters::default().with(0, 1).with(1, 0).letter(), '▞');
    }
}
