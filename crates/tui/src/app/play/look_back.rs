//! A look back at an earlier position during a game, which goes on meanwhile.

use floe_rules::game::Game;

use super::PlayScreen;
use crate::app::keys::Key;

/// The position that is looked at.
#[derive(Debug)]
pub(super) struct LookBack {
    pub(super) game: Game,
}

impl PlayScreen {
    /// Shows the position after so many turns; the last one is the game itself.
    pub(super) fn look_at(&mut self, turn: usize) {
        if turn >= self.game().made() {
            self.look_back = None;
            return self.moves.follow();
        }
        let mut game = self.game().clone();
        game.go_to(turn);
        self.look_back = Some(LookBack { game });
    }

    /// Returns the game as it is shown.
    pub(super) fn shown_game(&self) -> &Game {
        self.look_back.as_ref().map_or(self.session.game(), |look_back| &look_back.game)
    }

    /// Returns the number of turns made in the position that is shown.
    pub(super) fn current_move(&self) -> usize {
        self.shown_game().made()
    }

    /// Takes a key: some step through the turns, any other one returns to the game.
    pub(super) fn press_while_looking_back(&mut self, key: Key) {
        let at = self.current_move();
        self.moves.follow();
        match key {
            Key::Left | Key::Up | Key::Letter('<' | ',' | 'h' | 'k') => self.look_at(at.saturating_sub(1)),
            Key::Right | Key::Down | Key::Letter('>' | '.' | 'l' | 'j') => self.look_at(at + 1),
            Key::PageUp => self.look_at(at.saturating_sub(10)),
            Key::PageDown => self.look_at(at + 10),
            Key::Home => self.look_at(0),
            _ => self.look_back = None,
        }
    }
}
