//! The board as text.

use std::ops::Range;

use super::game::Gamma;
use super::owners::Owners;

impl Gamma {
    /// Appends a part of a row of the board: a dot for an empty cell, else its player.
    ///
    /// With more than nine players every cell is right-aligned in a column one character wider than the highest number
    /// (rule M6). Rows are printed from the highest `y` down; a long row can be printed in parts.
    ///
    /// # Panics
    /// When the cells are not on the board.
    pub fn print_cells(&self, y: u32, xs: Range<u32>, out: &mut Vec<u8>) {
        assert!(y < self.height && xs.end <= self.width, "the cells are on the board");
        let row = y as usize * self.width as usize;
        let cells = row + xs.start as usize..row + xs.end as usize;
        match &self.owners {
            // With at most nine players, printing is as fast as copying.
            Owners::Narrow(owners) if self.players() <= 9 => {
                let letter = |&owner: &u8| if owner == 0 { b'.' } else { b'0' + owner };
                out.extend(owners[cells].iter().map(letter));
            }
            _ => {
                let columns = self.players().ilog10() as usize + 2;
                for cell in cells {
                    print_cell(self.owners.get(cell), columns, out);
                }
            }
        }
    }
}

/// Appends a number, or a dot for 0, right-aligned.
fn print_cell(owner: u32, columns: usize, out: &mut Vec<u8>) {
    let mut text = [b' '; 12];
    let mut at = text.len();
    if owner == 0 {
        at -= 1;
        text[at] = b'.';
    }
    let mut rest = owner;
    while rest > 0 {
        at -= 1;
        text[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.extend_from_slice(&text[text.len() - columns..]);
}
