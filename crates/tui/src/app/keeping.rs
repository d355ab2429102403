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
        let mut requests = Vec::new();
        if self.kept.is_some() && self.kept != mark.map(|mark| mark.game) {
            self.kept = None;
            requests.push(HostRequest::Forget);
        }
        if let (Some(mark), Some((_, session))) = (mark, shown) {
            // A game without a turn can be set up again as quickly.
            let begun = mark.made + mark.undone > 0 || self.kept == Some(mark.game);
            if let Some(bytes) = begun.then(|| session.to_stored().ok()).flatten() {
                self.kept = Some(mark.game);
                requests.push(HostRequest::Keep { bytes });
            }
        }
        effects.splice(0..0, requests.into_iter().map(Effect::Host));
    }
}
