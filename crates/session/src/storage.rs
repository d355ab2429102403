//! The stored form of a session, and what a board file leaves out.
//!
//! A session is stored as JSON with a name and a version, so that a program can tell a stored session of a newer version
//! from a broken file. Reading replays every turn.

use floe_rules::game::Game;
use floe_rules::penguins::{Phase, Seat, Stage};
use floe_rules::record::PlayerKind;
use serde::{Deserialize, Serialize};

use crate::kind::GameKind;
use crate::session::Session;
use crate::spec::{BoardPhase, GameSpec, SeatSpec};

const FORMAT: &str = "floe session";
/// The version that is written; older ones are read.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct StoredForm<'a> {
    format: &'static str,
    version: u32,
    session: &'a Session,
}

#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}

#[derive(Deserialize)]
struct Content {
    session: Session,
}

/// Why stored bytes are not a session.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoredError {
    /// A newer version of this crate stored it.
    #[error("it is of version {0}, and this program reads up to version {VERSION}")]
    Newer(u32),
    /// The bytes are not a stored session, or its turns are not legal.
    #[error("{0}")]
    Broken(String),
}

impl Session {
    /// Returns the session in its stored form.
    ///
    /// ```
    /// use floe_session::{GameKind, GameSpec, SearchBudget, Session, SessionEvent};
    ///
    /// let mut session = Session::new(GameSpec::new(GameKind::Square), SearchBudget::default())?;
    /// let turn = session.game().parse_turn("r1c2")?;
    /// session.update(SessionEvent::Turn(turn));
    ///
    /// let restored = Session::from_stored(&session.to_stored()?)?;
    /// assert_eq!(restored.game().made(), 1);
    /// assert_eq!(restored.roster(), session.roster());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_stored(&self) -> Result<Vec<u8>, StoredError> {
        let form = StoredForm { format: FORMAT, version: VERSION, session: self };
        serde_json::to_vec(&form).map_err(|error| StoredError::Broken(error.to_string()))
    }

    /// Restores a session from its stored form.
    pub fn from_stored(bytes: &[u8]) -> Result<Session, StoredError> {
        let broken = |error: serde_json::Error| StoredError::Broken(error.to_string());
        let Header { format, version } = serde_json::from_slice(bytes).map_err(broken)?;
        if format != FORMAT {
            return Err(StoredError::Broken("it is not a stored session".to_owned()));
        }
        if version > VERSION {
            return Err(StoredError::Newer(version));
        }
        let Content { session } = serde_json::from_slice(bytes).map_err(broken)?;
        Ok(session)
    }

    /// Returns the settings under which the board file of this game continues it: everything that the file does not
    /// contain. `None` for Gamma, which has no board files.
    ///
    /// ```
    /// use floe_session::{GameKind, GameSpec, SearchBudget, Session};
    ///
    /// let session = Session::new(GameSpec::new(GameKind::Hex), SearchBudget::default())?;
    /// let spec = session.board_spec().expect("a game of Penguins has board files");
    /// assert_eq!((spec.kind, spec.penguins), (GameKind::Hex, Some(4)));
    /// # Ok::<(), floe_session::SpecError>(())
    /// ```
    pub fn board_spec(&self) -> Option<GameSpec> {
        let Game::Penguins(history) = self.game() else { return None };
        let position = history.position();
        let rules = position.rules();
        let kind: GameKind = rules.name.parse().ok()?;
        let numbers = self.roster().seats().iter().map(|&(number, _)| number as usize);
        let mut spec = GameSpec { players: numbers.max(), ..GameSpec::new(kind) };
        spec.layout = rules.chosen_layout();
        for (number, info) in self.roster().seats() {
            let seat = SeatSpec { name: info.name().to_owned(), kind: info.kind };
            *spec.seat_mut((*number as usize).checked_sub(1)?) = seat;
        }
        // Programs play tournaments, not sessions.
        for seat in &mut spec.seats {
            if seat.kind == PlayerKind::Program {
                seat.kind = PlayerKind::Person;
            }
        }
        spec.penguins = match history.stage() {
            Stage::Placement { penguins, .. } if position.phase() == Phase::Placement => Some(*penguins),
            _ => {
                let setup = history.setup(self.roster().ids(history.start()));
                let count =
                    |seat: Seat| setup.tiles().iter().filter(|tile| tile.seat() == Some(seat)).count();
                Seat::all()
                    .map(count)
                    .max()
                    .and_then(|most| u32::try_from(most).ok())
                    .filter(|&most| most > 0)
            }
        };
        spec.phase = Some(match position.phase() {
            Phase::Placement => BoardPhase::Placement,
            Phase::Movement | Phase::Over => BoardPhase::Movement,
        });
        spec.first = position.to_move();
        Some(spec)
    }
}
