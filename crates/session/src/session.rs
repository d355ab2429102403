//! The session: a game being played, driven by events.

use floe_engine::{Choice, Level, Progress};
use floe_rules::board_file;
use floe_rules::game::{Game, Turn};
use floe_rules::gamma;
use floe_rules::record::{self, Ending, Record, RecordError};
use floe_rules::replay;
use serde::{Deserialize, Serialize};

use crate::event::{Hint, SessionEffect, SessionEvent, SessionRefusal};
use crate::roster::Roster;
use crate::spec::GameSpec;
use crate::spec_error::SpecError;
use crate::task::{EngineTask, SearchBudget, TaskId, TaskPurpose};

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

    /// Returns the number of turns that remain after an undo, if a turn can be undone.
    fn undo_target(&self) -> Option<usize> {
        let made = self.game.made();
        if !self.roster.has_people() {
            return made.checked_sub(1);
        }
        let by_person =
            |&index: &usize| self.game.action(index).is_some_and(|(player, _)| self.roster.is_person(player));
        (0..made).rev().find(by_person)
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

    /// Handles an event and returns its effects in order.
    ///
    /// ```
    /// use floe_rules::record::PlayerKind;
    /// use floe_session::{GameKind, GameSpec, SearchBudget, Session, SessionEffect, SessionEvent};
    ///
    /// let mut spec = GameSpec::new(GameKind::Square);
    /// spec.seat_mut(1).kind = PlayerKind::Person;
    /// let mut session = Session::new(spec, SearchBudget::default())?;
    /// for text in ["r1c2", "r1c3"] {
    ///     let turn = session.game().parse_turn(text)?;
    ///     session.update(SessionEvent::Turn(turn));
    /// }
    /// let effects = session.update(SessionEvent::Undo);
    /// assert!(matches!(effects[..], [SessionEffect::Undone { turns: 1 }]));
    /// assert_eq!(session.game().made(), 1);
    /// let effects = session.update(SessionEvent::Redo);
    /// assert!(matches!(effects[..], [SessionEffect::Redone { turns: 1 }]));
    /// assert_eq!(session.game().made(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update(&mut self, event: SessionEvent) -> Vec<SessionEffect> {
        let mut effects = Vec::new();
        let had_ended = self.has_ended() && !matches!(event, SessionEvent::Start);
        let done = match event {
            SessionEvent::Start => {
                effects.extend(self.current_task().map(start));
                Ok(())
            }
            SessionEvent::Turn(turn) => self.persons_turn(turn, &mut effects),
            SessionEvent::Undo => self.undo(&mut effects),
            SessionEvent::Redo => self.redo(&mut effects),
            SessionEvent::Hint => self.ask_for_hint(&mut effects),
            SessionEvent::DismissHint => {
                self.hint = None;
                if self.task.as_ref().is_some_and(|task| task.purpose == TaskPurpose::Hint) {
                    self.cancel_task(&mut effects);
                }
                Ok(())
            }
            SessionEvent::Pause => {
                self.pause(&mut effects);
                Ok(())
            }
            SessionEvent::Resume => {
                if std::mem::take(&mut self.paused) {
                    effects.push(SessionEffect::Resumed);
                }
                Ok(())
            }
            SessionEvent::MoveNow => match &self.task {
                Some(task) => {
                    effects.push(SessionEffect::FinishTask(task.id));
                    Ok(())
                }
                None => Err(SessionRefusal::NoTask),
            },
            SessionEvent::StopGame => self.stop_game(&mut effects),
            SessionEvent::Restart => {
                self.restart(&mut effects);
                Ok(())
            }
            SessionEvent::Rename { player, name } => self.rename(player, &name, &mut effects),
            SessionEvent::OutOfTime => self.out_of_time(&mut effects),
            SessionEvent::Saved => {
                self.saved = Some(self.game.made());
                Ok(())
            }
            SessionEvent::Progress { task, progress } => {
                if let Some(current) = self.task.as_mut().filter(|current| current.id == task) {
                    current.progress = Some(progress);
                }
                Ok(())
            }
            SessionEvent::Answer { task, choice } => {
                if self.task.as_ref().is_some_and(|current| current.id == task) {
                    self.answer(choice, &mut effects);
                }
                Ok(())
            }
        };
        if let Err(refusal) = done {
            effects.push(SessionEffect::Refused(refusal));
        }
        if self.has_ended() && !had_ended {
            effects.push(SessionEffect::Ended(self.ending()));
        }
        self.ask_engine(&mut effects);
        effects
    }

    /// Asks the engine for a turn if it is to move.
    fn ask_engine(&mut self, effects: &mut Vec<SessionEffect>) {
        if self.paused || self.task.is_some() {
            return;
        }
        if let Some(level) = self.to_move().and_then(|player| self.roster.engine(player)) {
            self.start_task(TaskPurpose::Move, level, effects);
        }
    }

    fn start_task(&mut self, purpose: TaskPurpose, level: Level, effects: &mut Vec<SessionEffect>) {
        self.tasks += 1;
        self.task = Some(CurrentTask { id: TaskId(self.tasks), purpose, progress: None, level });
        effects.extend(self.current_task().map(start));
    }

    fn current_task(&self) -> Option<EngineTask> {
        let &CurrentTask { id, purpose, level, .. } = self.task.as_ref()?;
        // The mistakes of low levels should differ from turn to turn.
        let seed = self.seed.wrapping_add(self.game.made() as u64);
        Some(EngineTask { id, purpose, state: self.game.state(), level, budget: self.budget, seed })
    }

    fn cancel_task(&mut self, effects: &mut Vec<SessionEffect>) {
        if let Some(task) = self.task.take() {
            effects.push(SessionEffect::CancelTask(task.id));
        }
    }

    /// Cancels the task and drops the hint, which belong to the position before a change.
    fn position_changes(&mut self, effects: &mut Vec<SessionEffect>) {
        self.cancel_task(effects);
        self.hint = None;
    }

    fn persons_turn(&mut self, turn: Turn, effects: &mut Vec<SessionEffect>) -> Result<(), SessionRefusal> {
        let player = self.to_move().ok_or(SessionRefusal::Ended)?;
        if !self.roster.is_person(player) {
            return Err(SessionRefusal::EngineToMove);
        }
        self.make(player, turn, effects)
    }

    fn make(
        &mut self,
        player: u32,
        turn: Turn,
        effects: &mut Vec<SessionEffect>,
    ) -> Result<(), SessionRefusal> {
        let before = self.game.score(player);
        self.game.play(turn)?;
        self.position_changes(effects);
        (self.stop, self.saved) = (StopState::Running, None);
        let gain = self.game.score(player).saturating_sub(before);
        effects.push(SessionEffect::TurnMade { player, turn, gain, skipped: self.skipped() });
        Ok(())
    }

    fn answer(&mut self, choice: Option<Choice<Turn>>, effects: &mut Vec<SessionEffect>) {
        let Some(CurrentTask { purpose, .. }) = self.task.take() else {
            return;
        };
        match (purpose, choice, self.to_move()) {
            (TaskPurpose::Hint, Some(Choice { turn, progress }), _) if self.game.state().is_legal(turn) => {
                let hint = Hint { turn, value: progress.value.0 };
                self.hint = Some(hint);
                effects.push(SessionEffect::HintReady(hint));
            }
            (TaskPurpose::Move, Some(choice), Some(player))
                if self.make(player, choice.turn, effects).is_ok() => {}
            _ => {
                self.paused |= purpose == TaskPurpose::Move;
                effects.push(SessionEffect::EngineFailed(purpose));
            }
        }
    }

    fn undo(&mut self, effects: &mut Vec<SessionEffect>) -> Result<(), SessionRefusal> {
        if self.stop == StopState::Stopped {
            (self.stop, self.saved) = (StopState::Undone, None);
            effects.push(SessionEffect::Undone { turns: 0 });
            return Ok(());
        }
        let made = self.game.made();
        let target = self.undo_target().ok_or(SessionRefusal::NothingToUndo)?;
        self.position_changes(effects);
        self.game.go_to(target);
        // The engine would only make its turn again.
        self.paused |= !self.roster.has_people();
        effects.push(SessionEffect::Undone { turns: made - target });
        Ok(())
    }

    fn redo(&mut self, effects: &mut Vec<SessionEffect>) -> Result<(), SessionRefusal> {
        let made = self.game.made();
        if !self.can_redo() {
            return Err(SessionRefusal::NothingToRedo);
        }
        if self.game.undone() == 0 {
            self.position_changes(effects);
            (self.stop, self.saved) = (StopState::Stopped, None);
        } else {
            self.position_changes(effects);
            self.game.redo();
            let people = self.roster.has_people();
            while people && self.person_to_move().is_none() && self.game.redo() {}
            self.paused |= !people;
        }
        effects.push(SessionEffect::Redone { turns: self.game.made() - made });
        Ok(())
    }

    fn ask_for_hint(&mut self, effects: &mut Vec<SessionEffect>) -> Result<(), SessionRefusal> {
        if self.person_to_move().is_none() {
            return Err(SessionRefusal::NoHintNow);
        }
        if self.task.is_none() {
            self.start_task(TaskPurpose::Hint, Level::FULL, effects);
        }
        Ok(())
    }

    fn pause(&mut self, effects: &mut Vec<SessionEffect>) {
        if !self.paused {
            self.paused = true;
            if self.task.as_ref().is_some_and(|task| task.purpose == TaskPurpose::Move) {
                self.cancel_task(effects);
            }
            effects.push(SessionEffect::Paused);
        }
    }

    fn stop_game(&mut self, effects: &mut Vec<SessionEffect>) -> Result<(), SessionRefusal> {
        if self.has_ended() {
            return Err(SessionRefusal::Ended);
        }
        self.position_changes(effects);
        self.game.forget_undone();
        (self.stop, self.saved) = (StopState::Stopped, None);
        Ok(())
    }

    fn rename(
        &mut self,
        player: u32,
        name: &str,
        effects: &mut Vec<SessionEffect>,
    ) -> Result<(), SessionRefusal> {
        self.roster.rename(player, name)?;
        self.saved = None;
        effects.push(SessionEffect::Renamed { player });
        Ok(())
    }

    fn out_of_time(&mut self, effects: &mut Vec<SessionEffect>) -> Result<(), SessionRefusal> {
        let player = self.to_move().ok_or(SessionRefusal::Ended)?;
        if let Game::Gamma(_) = &self.game {
            return self.make(player, Turn::Gamma(gamma::Move::Pass), effects);
        }
        self.game.eliminate(player)?;
        self.position_changes(effects);
        (self.stop, self.saved) = (StopState::Running, None);
        effects.push(SessionEffect::Eliminated { player });
        Ok(())
    }

    fn restart(&mut self, effects: &mut Vec<SessionEffect>) {
        self.position_changes(effects);
        self.game.go_to(0);
        self.game.forget_undone();
        (self.stop, self.saved) = (StopState::Running, None);
        effects.push(SessionEffect::Restarted);
    }
}

fn start(task: EngineTask) -> SessionEffect {
    SessionEffect::StartTask(Box::new(task))
}
