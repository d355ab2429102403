//! The turns section of a record, replayed.

use super::error_kind::{ErrorCollector, RecordErrorKind, contents, number};
use super::sections::{Part, Version};
use crate::board_file::{TextLine, quoted, tokens};
use crate::game::{Action, Game, ParseTurnError, Turn};
use crate::{gamma, penguins};

/// Makes all turns, or adds an error about the first that cannot be made: later ones depend on it.
pub(super) fn play<'a>(
    part: Part<'a>,
    version: Version,
    game: &mut Game,
    errors: &mut ErrorCollector<'a>,
) -> Option<()> {
    for line in contents(part.lines) {
        let (player, action) = read(&line, version, game, errors)?;
        if let Err(illegal) = game.apply(player, action) {
            errors.line(&line, illegal);
            return None;
        }
    }
    Some(())
}

/// Reads a turn of the player to move, or a referee's decision.
fn read<'a>(
    line: &TextLine<'a>,
    version: Version,
    game: &Game,
    errors: &mut ErrorCollector<'a>,
) -> Option<(u32, Action<Turn>)> {
    let text = errors.text(line)?;
    let mut words = tokens(text.as_bytes()).map(|(start, word)| (start, &text[start..start + word.len()]));
    let (Some((player_at, player)), Some((turn_at, turn)), None) = (words.next(), words.next(), words.next())
    else {
        errors.line(line, RecordErrorKind::TurnFields);
        return None;
    };
    let decided = Action::parse_penalty(turn);
    if decided.is_some() && version < Version::Two {
        let word = turn.to_owned();
        errors.piece(
            line,
            turn_at,
            turn.len(),
            RecordErrorKind::LaterVersion { word, version: Version::Two.number() },
        );
        return None;
    }
    let named = number(player);
    // When the game is over, the turn is refused later; an eliminated player need not be the one to move.
    if let Some(to_move) = game.to_move()
        && named != Some(to_move)
        && !(decided == Some(Action::Eliminated) && named.is_some())
    {
        let text = quoted(player.as_bytes());
        errors.piece(line, player_at, player.len(), RecordErrorKind::NotInTurn { text, to_move });
        return None;
    }
    let named = named.unwrap_or(0);
    if let Some(decided) = decided {
        return Some((named, decided));
    }
    match game.parse_turn(turn) {
        Ok(turn) => Some((named, Action::Turn(turn))),
        Err(error) => {
            errors.piece(line, turn_at, turn.len(), shortened(&error, turn));
            None
        }
    }
}

/// Returns the same error with its text shortened for a message.
fn shortened(error: &ParseTurnError, text: &str) -> ParseTurnError {
    let text = quoted(text.as_bytes());
    match error {
        ParseTurnError::Penguins(_) => penguins::ParseMoveError(text).into(),
        ParseTurnError::Gamma(_) => gamma::ParseMoveError(text).into(),
    }
}
