//! What saving a game writes: a board file under a name that ends in `.txt`, else a record.

use floe_rules::board_file;
use floe_rules::game::Game;
use floe_rules::record::{self, Ending, Record};

use crate::company::Company;
use crate::plan::ids_of;

/// Returns the bytes for a file of some name, or why there are none.
pub(crate) fn state_to_save(
    game: &Game,
    company: &Company,
    ending: Ending,
    path: &str,
) -> Result<Vec<u8>, String> {
    match game {
        Game::Penguins(history) if path.to_ascii_lowercase().ends_with(".txt") => {
            let ids = ids_of(company.seats(), history.start());
            Ok(board_file::write(&history.setup(ids)))
        }
        // Gamma has no board file.
        _ => record_of(game, company, ending).map(|record| record::write(&record)),
    }
}

/// Returns the record of a game so far, or why it has none.
pub(crate) fn record_of(game: &Game, company: &Company, ending: Ending) -> Result<Record, String> {
    let record = Record::new(game.clone(), company.seats().to_vec(), Vec::new(), ending);
    record.map_err(|unfit| unfit.to_string())
}
