//! The writer of board files.

use crate::penguins::{Seat, Setup};

/// Returns the board file of a setup in canonical form: single spaces, none at line ends, LF, one final newline.
pub fn write(setup: &Setup) -> Vec<u8> {
    let mut text = Vec::with_capacity(setup.tiles().len() * 3 + 32 * (setup.players.len() + 1));
    text.extend_from_slice(format!("{} {}\n", setup.rows(), setup.cols()).as_bytes());
    for row in setup.tiles().chunks_exact(setup.cols() as usize) {
        for tile in row {
            let player = tile.seat().map_or(0, Seat::number);
            text.extend_from_slice(&[b'0' + tile.fish().count(), b'0' + player, b' ']);
        }
        if let Some(last) = text.last_mut() {
            *last = b'\n';
        }
    }
    for player in &setup.players {
        text.extend_from_slice(player.id.as_bytes());
        text.extend_from_slice(format!(" {} ", player.seat.number()).as_bytes());
        text.resize(text.len() + player.score_zeros, b'0');
        text.extend_from_slice(format!("{}\n", player.score).as_bytes());
    }
    text
}
