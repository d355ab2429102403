//! What `save FILE` writes.

use floe_rules::board_file;
use floe_rules::game::Game;

use super::company::Company;
use crate::plan::ids_of;

/// Returns the bytes for a file of some name, or why there are none.
///
/// Penguins is saved as a board file. Gamma has no such file: it waits for records, which will also be what
/// names that do not end in `.txt` stand for.
pub(super) fn state_to_save(game: &Game, company: &Company, _path: &str) -> Result<Vec<u8>, String> {
    match game {
        Game::Penguins(course) => {
            let ids = ids_of(&company.sitters(), course.start());
            Ok(board_file::write(&course.setup(ids)))
        }
        Game::Gamma(_) => Err("games of Gamma cannot be saved yet".to_owned()),
    }
}
