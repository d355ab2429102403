//! Making the turns of a record.

use super::fault::{Complaints, FaultKind, contents, number};
use super::sections::Part;
use crate::board_file::{TextLine, quoted, tokens};
use crate::game::{Game, ParseTurnError, Turn};
use crate::{gamma, penguins};

/// Makes all turns, or complains about the first that cannot be made: those after it make no sense then.
pub(super) fn play<'a>(part: Part<'a>, game: &mut Game, complaints: &mut Complaints<'a>) -> Option<()> {
    for line in contents(part.lines) {
        let turn = read(&line, game, complaints)?;
        if let Err(illegal) = game.play(turn) {
            complaints.line(&line, illegal);
            return None;
        }
    }
    Some(())
}

/// Reads a turn of the player to move.
fn read<'a>(line: &TextLine<'a>, game: &Game, complaints: &mut Complaints<'a>) -> Option<Turn> {
    let text = complaints.text(line)?;
    let mut words = tokens(text.as_bytes()).map(|(start, word)| (start, &text[start..start + word.len()]));
    let (Some((player_at, player)), Some((turn_at, turn)), None) = (words.next(), words.next(), words.next())
    else {
        complaints.line(line, FaultKind::TurnFields);
        return None;
    };
    // When the game is over, playing on is refused for that.
    if let Some(to_move) = game.to_move()
        && number(player) != Some(to_move)
    {
        let text = quoted(player.as_bytes());
        complaints.piece(line, player_at, player.len(), FaultKind::NotInTurn { text, to_move });
        return None;
    }
    match game.parse_turn(turn) {
        Ok(turn) => Some(turn),
        Err(error) => {
            complaints.piece(line, turn_at, turn.len(), shortened(&error, turn));
            None
        }
    }
}

/// Returns the same error about as much of the text as fits into a message.
fn shortened(error: &ParseTurnError, text: &str) -> ParseTurnError {
    let text = quoted(text.as_bytes());
    match error {
        ParseTurnError::Penguins(_) => penguins::ParseMoveError(text).into(),
        ParseTurnError::Gamma(_) => gamma::ParseMoveError(text).into(),
    }
}
