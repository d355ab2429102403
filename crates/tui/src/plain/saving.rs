//! What `save FILE` writes: a board file under a name that ends in `.txt`, else a record.

use floe_rules::board_file;
use floe_rules::game::Game;
use floe_rules::record::{self, Ending, Record};

use super::company::Company;
use crate::plan::ids_of;

/// Returns the bytes for a file of some name, or why there are none.
pub(super) fn state_to_save(
    game: &Game,
    company: &Company,
    ending: Ending,
    path: &str,
) -> Result<Vec<u8>, String> {
    match game {
        Game::Penguins(course) if path.to_ascii_lowercase().ends_with(".txt") => {
            let ids = ids_of(&company.sitters(), course.start());
            Ok(board_file::write(&course.setup(ids)))
        }
        // Gamma has no board file.
        _ => {
            let record = Record::new(game.clone(), company.numbered(), Vec::new(), ending);
            record.map(|record| record::write(&record)).map_err(|unfit| unfit.to_string())
        }
    }
}
