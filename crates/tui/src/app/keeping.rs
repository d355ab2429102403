//! Keeps the game being played, so that it can be resumed if the program does not end properly.
//!
//! After each update that changed the game, the session is handed to the host before anything is drawn: whatever the screen
//! shows is kept. A game that is left, whether finished or not, is forgotten.

use floe_rules::record::Ending;
use floe_session::Session;

use super::Effect;
use crate::host::HostRequest;

/// The state of a game that tells whether it has changed since it was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GameMark {
    /// The number of the game on the screen.
    game: u64,
    made: usize,
    undone: usize,
    ending: Ending,
}

/// What is kept of the game being played.
#[derive(Debug, Default)]
pub(crate) struct Keeper {
    /// The state that was looked at last.
    seen: Option<GameMark>,
    /// The game that the host keeps.
    kept: Option<u64>,
}

impl Keeper {
    /// Adds the requests that keep or forget the game on the screen, before all other effects.
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
        let begun = mark.is_some_and(|mark| mark.made + mark.undone > 0 || self.kept == game);
        let bytes = shown.filter(|_| begun).and_then(|(_, session)| session.to_stored().ok());
        let request = match bytes {
            // What was kept is replaced at once; forgetting it first would leave a moment with nothing.
            Some(bytes) => {
                self.kept = game;
                HostRequest::Keep { bytes }
            }
            None if self.kept.is_some() && self.kept != game => {
                self.kept = None;
                HostRequest::Forget
            }
            None => return,
        };
        effects.insert(0, Effect::Host(request));
    }
}
