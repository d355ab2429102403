//! Autosaves the game being played, so that it can be resumed if the program does not end properly.
//!
//! After each update that changed the game, the session is handed to the host before anything is drawn: whatever the screen
//! shows is autosaved. A game that is left, whether finished or not, loses its autosave.

use floe_rules::record::Ending;
use floe_session::Session;

use super::Effect;
use crate::host::HostRequest;

/// The state of a game that tells whether it has changed since it was autosaved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GameMark {
    /// The number of the game on the screen.
    game: u64,
    made: usize,
    undone: usize,
    ending: Ending,
}

/// The autosave of the game being played.
#[derive(Debug, Default)]
pub(crate) struct Autosave {
    /// The state that was looked at last.
    seen: Option<GameMark>,
    /// The game that the host has an autosave of.
    saved: Option<u64>,
}

impl Autosave {
    /// Adds the requests that autosave the game on the screen, before all other effects.
    pub(crate) fn follow(&mut self, shown: Option<(u64, &Session)>, effects: &mut Vec<Effect>) {
        let quits = effects.iter().any(|effect| matches!(effect, Effect::Quit));
        let shown = shown.filter(|_| !quits);
        let mark = shown.map(|(game, session)| GameMark {
            game,
            made: session.game().made(),
            undone: session.game().undone(),
            ending: session.ending(),
        });
        if mark == self.seen {
            return;
        }
        self.seen = mark;
        let game = mark.map(|mark| mark.game);
        // A game without a turn can be set up again as quickly.
        let begun = mark.is_some_and(|mark| mark.made + mark.undone > 0 || self.saved == game);
        let bytes = shown.filter(|_| begun).and_then(|(_, session)| session.to_stored().ok());
        let request = match bytes {
            // The old autosave is replaced at once; removing it first would leave a moment with nothing.
            Some(bytes) => {
                self.saved = game;
                HostRequest::Autosave { bytes }
            }
            None if self.saved.is_some() && self.saved != game => {
                self.saved = None;
                HostRequest::RemoveAutosave
            }
            None => return,
        };
        effects.insert(0, Effect::Host(request));
    }
}
