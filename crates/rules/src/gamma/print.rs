//! The board as text.

use super::game::Gamma;
use super::owners::Owners;

impl Gamma {
    /// Appends a row of the board with its newline: a dot for an empty cell, else its player.
    ///
    /// With more than nine players every cell is right-aligned to one more than the digits of the
    /// highest (rule M6). Rows are printed from the highest `y` down.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn print_row(&self, y: u32, out: &mut Vec<u8>) {
        assert!(y < self.height, "the row is on the board");
        let width = self.width as usize;
        let row = y as usize * width..(y as usize + 1) * width;
        if self.players() <= 9 {
            // So few players fit into bytes, and a board is printed at the speed of copying it.
            if let Owners::Narrow(owners) = &self.owners {
                let letter = |&owner: &u8| if owner == 0 { b'.' } else { b'0' + owner };
                out.extend(owners[row].iter().map(letter));
            }
        } else {
            let columns = self.players().ilog10() as usize + 2;
            for cell in row {
                print_cell(self.owners.get(cell), columns, out);
            }
        }
        out.push(b'\n');
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
