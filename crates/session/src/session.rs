//! The session: a game being played, driven by events.

mod update;

use floe_engine::{Level, Progress};
use floe_rules::board_file;
use floe_rules::game::{Game, Turn};
use floe_rules::record::{self, Ending, Record, RecordError};
use floe_rules::replay;
use serde::{Deserialize, Serialize};

use crate::event::Hint;
use crate::roster::Roster;
use crate::spec::GameSpec;
use crate::spec_error::SpecError;
use crate::task::{SearchBudget, TaskId, TaskPurpose};

/// A game being played: its turns, its players, and the engine task that it waits for.
///
/// A front end passes events to [`update`](Session::update) and carries out the effects. A session uses no clock, threads
/// or files, so the same events always have the same effects.
///
/// # Undo and redo
///
/// - Undo goes back to before the last turn that a person made, and undoes the engines' replies too. It is refused if no
///   person has made a turn.
/// - In a game without people, undo goes back one turn and pauses the game.
/// - In a game that the players stopped, undo reverts only the stop.
/// - Redo is the exact inverse: it redoes everything that one undo reverted.
/// - A new turn, a stop and a restart clear the redo list.
///
/// # Pause, hints and "move now"
///
/// - While a session is paused, no engine is asked for a turn; people may still move. Pausing cancels the search for an
///   engine's turn, but not the search for a hint. Undo and redo do not end a pause. An engine that finds no legal turn
///   pauses the game.
/// - A hint is for the person to move. It belongs to one position: any change of the game drops it, and the search
///   for it. So does dismissing it.
/// - "Move now" ends the running search, whose best turn so far becomes its answer.
/// - The answer to a cancelled task is ignored.
///
/// # Clocks
///
/// A session has no clock, but a front end may: it reports when the clock of the player to move has run out. In Penguins
/// that player is eliminated; in Gamma, which has no penalties, it passes.
///
/// # Example
///
/// Two engines play a game of Gamma to its end:
///
/// ```
/// use floe_engine::{Engine, MonotonicClock, SearchContext};
/// use floe_rules::record::{Ending, PlayerKind};
/// use floe_session::{GameKind, GameSpec, SearchBudget, Session, SessionEffect, SessionEvent};
///
/// let mut spec = GameSpec { rows: Some(3), cols: Some(3), ..GameSpec::new(GameKind::Gamma) };
/// for seat in 0..2 {
///     spec.seat_mut(seat).kind = PlayerKind::Engine { level: 5 };
/// }
/// let budget = SearchBudget { nodes: Some(100), ..SearchBudget::default() };
/// let mut session = Session::new(spec, budget)?;
/// let (mut engine, clock) = (Engine::default(), MonotonicClock::start());
///
/// let mut effects = session.update(SessionEvent::Start);
/// while let Some(SessionEffect::StartTask(task)) = effects.pop() {
///     let answer = task.run(&mut engine, SearchContext::new(&task.limits(), &clock));
///     effects = session.update(answer);
/// }
/// assert_eq!(session.ending(), Ending::Over);
/// # Ok::<(), floe_session::SpecError>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Session {
    spec: Option<GameSpec>,
    game: Game,
    roster: Roster,
    budget: SearchBudget,
    seed: u64,
    paused: bool,
    stop: StopState,
    task: Option<CurrentTask>,
    /// The number of tasks started so far.
    tasks: u64,
    hint: Option<Hint>,
    /// The number of turns when the game was last saved, if it has not changed since.
    saved: Option<usize>,
}

/// Whether the players have stopped the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StopState {
    Running,
    Stopped,
    /// The stop was undone and can be redone.
    Undone,
}

/// The task that a session waits for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CurrentTask {
    /// Its number.
    pub id: TaskId,
    /// What its answer is used for.
    pub purpose: TaskPurpose,
    /// Its last report.
    pub progress: Option<Progress<Turn>>,
    level: Level,
}

impl Session {
    /// Starts a new game, or returns the reason why it cannot start.
    pub fn new(spec: GameSpec, budget: SearchBudget) -> Result<Session, SpecError> {
        let (game, roster, seed) = (spec.start()?, spec.roster()?, spec.seed.unwrap_or(0));
        Ok(Session { spec: Some(spec), ..Session::from_game(game, roster, budget, seed) })
    }

    /// Continues a recorded game. The seed is for the engines.
    ///
    /// A game that its players stopped is stopped here too, until that is undone.
    ///
    /// ```
    /// use floe_rules::record;
    /// use floe_session::{GameKind, GameSpec, SearchBudget, Session, SessionEvent};
    ///
    /// let mut session = Session::new(GameSpec::new(GameKind::Square), SearchBudget::default())?;
    /// let turn = session.game().parse_turn("r1c2")?;
    /// session.update(SessionEvent::Turn(turn));
    ///
    /// let bytes = session.save("game.floe")?;
    /// let record = record::read(&bytes)?;
    /// let loaded = Session::from_record(record, SearchBudget::default(), 1);
    /// assert_eq!(loaded.game().made(), session.game().made());
    /// assert_eq!(loaded.roster(), session.roster());
    /// assert!(!loaded.has_unsaved_turns());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_record(record: Record, budget: SearchBudget, seed: u64) -> Session {
        let (roster, ending) = (Roster::from_record(&record), record.ending());
        let mut session = Session::from_game(record.into_game(), roster, budget, seed);
        if ending == Ending::Stopped {
            session.stop = StopState::Stopped;
        }
        session.saved = Some(session.game.made());
        session
    }

    /// Plays a game from where it is. The seed is for the engines.
    pub fn from_game(game: Game, roster: Roster, budget: SearchBudget, seed: u64) -> Session {
        Session {
            spec: None,
            game,
            roster,
            budget,
            seed,
            paused: false,
            stop: StopState::Running,
            task: None,
            tasks: 0,
            hint: None,
            saved: None,
        }
    }

    /// Returns the session with other players in its seats.
    pub fn with_roster(self, roster: Roster) -> Session {
        Session { roster, task: None, hint: None, ..self }
    }

    /// Goes back to the position after `turns` turns; redo has the turns after it.
    pub fn go_to(&mut self, turns: usize) {
        if turns < self.game.made() {
            (self.task, self.hint) = (None, None);
            self.stop = StopState::Running;
            self.game.go_to(turns);
        }
    }

    /// Returns the settings that the game was started from; `None` for a loaded game.
    pub fn spec(&self) -> Option<&GameSpec> {
        self.spec.as_ref()
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the players.
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// Returns the player to move; `None` once the game has ended.
    pub fn to_move(&self) -> Option<u32> {
        self.game.to_move().filter(|_| self.stop != StopState::Stopped)
    }

    /// Returns the player to move, if it is a person.
    pub fn person_to_move(&self) -> Option<u32> {
        self.to_move().filter(|&player| self.roster.is_person(player))
    }

    /// Returns whether and how the game has ended.
    pub fn ending(&self) -> Ending {
        match Ending::of(&self.game) {
            Ending::Unfinished if self.stop == StopState::Stopped => Ending::Stopped,
            ending => ending,
        }
    }

    /// Returns whether the game has ended.
    pub fn has_ended(&self) -> bool {
        self.to_move().is_none()
    }

    /// Returns whether the engines are paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Returns the task that the session waits for.
    pub fn task(&self) -> Option<&CurrentTask> {
        self.task.as_ref()
    }

    /// Returns the hint for the current position, if one was found.
    pub fn hint(&self) -> Option<Hint> {
        self.hint
    }

    /// Returns the players who were skipped before the player to move.
    pub fn skipped(&self) -> Vec<u32> {
        replay::skipped(&self.game)
    }

    /// Returns whether the game, finished or not, has turns that were not saved.
    pub fn has_unsaved_turns(&self) -> bool {
        let made = self.game.made();
        made > 0 && self.saved != Some(made)
    }

    /// Returns whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        self.stop == StopState::Stopped || self.undo_target().is_some()
    }

    /// Returns whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        self.stop == StopState::Undone || self.game.undone() > 0
    }

    /// Returns the record of the game so far, without undone turns.
    pub fn record(&self) -> Result<Record, RecordError> {
        Record::new(self.game.clone(), self.roster.seats().to_vec(), Vec::new(), self.ending())
    }

    /// Returns the contents of a file to save the game in: a board file if `name` ends in `.txt`, otherwise a record.
    /// Gamma has no board files.
    pub fn save(&self, name: &str) -> Result<Vec<u8>, RecordError> {
        match &self.game {
            Game::Penguins(history) if name.to_ascii_lowercase().ends_with(".txt") => {
                Ok(board_file::write(&history.setup(self.roster.ids(history.start()))))
            }
            _ => Ok(record::write(&self.record()?)),
        }
    }
}
