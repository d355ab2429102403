//! Saving a game under a name: its contents, and the reasons why it was not saved.

use floe_locale::{Lang, tr};
use floe_rules::game::Game;
use floe_session::{GameSpec, Session};

use crate::host::{HostRequest, SaveError};

/// Returns the request to save a game, or why it cannot be saved.
///
/// A name that ends in `.txt` is a board file. What such a file does not contain is remembered beside it.
pub(crate) fn save_request(
    lang: Lang,
    session: &Session,
    path: &str,
    overwrite: bool,
) -> Result<HostRequest, String> {
    let bytes = session.save(path).map_err(|unfit| not_saved(lang, path, &unfit.to_string()))?;
    let board: Option<GameSpec> = if is_board_name(path) { session.board_spec() } else { None };
    Ok(HostRequest::Save { path: path.to_owned(), bytes, overwrite, board: board.map(Box::new) })
}

/// Returns whether a name is one of a board file.
fn is_board_name(path: &str) -> bool {
    path.to_ascii_lowercase().ends_with(".txt")
}

/// Returns whether a board is saved under a name, not the record of the game.
pub(crate) fn saves_board(game: &Game, path: &str) -> bool {
    matches!(game, Game::Penguins(_)) && is_board_name(path)
}

/// Says that a game was saved. Gamma has no board files: under any name, the record is saved.
pub(crate) fn saved_text(lang: Lang, game: &Game, path: &str) -> String {
    match game {
        Game::Gamma(_) if is_board_name(path) => tr!(lang, "files-saved-gamma-txt", path = path),
        _ => tr!(lang, "files-saved", path = path),
    }
}

/// Explains why a game was not saved.
pub(crate) fn save_fault(lang: Lang, path: &str, error: &SaveError) -> String {
    match error {
        SaveError::Exists => tr!(lang, "files-exists", path = path),
        SaveError::Directory => tr!(lang, "files-is-directory", path = path),
        SaveError::Failed(reason) => not_saved(lang, path, reason),
    }
}

fn not_saved(lang: Lang, path: &str, reason: &str) -> String {
    tr!(lang, "files-not-saved", path = path, reason = reason)
}
