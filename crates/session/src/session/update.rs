//! What each event does to a session.

use floe_engine::{Choice, Level};
use floe_rules::game::{Game, Turn};
use floe_rules::gamma;

use super::{CurrentTask, Session, StopState};
use crate::event::{Hint, SessionEffect, SessionEvent, SessionRefusal};
use crate::task::{EngineTask, TaskId, TaskPurpose};

impl Session {
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

    /// Returns the number of turns that remain after an undo, if a turn can be undone.
    pub(super) fn undo_target(&self) -> Option<usize> {
        let made = self.game.made();
        if !self.roster.has_people() {
            return made.checked_sub(1);
        }
        let by_person =
            |&index: &usize| self.game.action(index).is_some_and(|(player, _)| self.roster.is_person(player));
        (0..made).rev().find(by_person)
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
