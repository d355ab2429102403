//! The engine's part of a game: searches are started, finished, cancelled and tried again.

use std::time::Instant;

use floe_engine::{Engine, MonotonicClock, SearchContext};
use floe_session::{EngineTask, SessionEffect, SessionEvent, TaskId, TaskPurpose};
use tokio::sync::mpsc;

use super::{LEAST_TIME, RETRY, Room};
use crate::engine_pool::{JobLength, PoolLoad};
use crate::snapshot::EngineWait;

impl Room {
    /// Carries out what a change of the game means for the engine.
    pub(super) fn carry_out(&mut self, effects: Vec<SessionEffect>) {
        for effect in effects {
            match effect {
                SessionEffect::StartTask(task) => self.start_search(task),
                SessionEffect::FinishTask(id) => {
                    if let Some((_, search)) = self.search.as_ref().filter(|(known, _)| *known == id) {
                        search.finish();
                    }
                }
                SessionEffect::CancelTask(_) => (self.search, self.delayed) = (None, None),
                _ => {}
            }
        }
    }

    pub(super) fn start_search(&mut self, task: Box<EngineTask>) {
        (self.search, self.delayed) = (None, None);
        self.wait = EngineWait::default();
        // A game between engines goes on while somebody watches.
        if !self.session.roster().has_people() && self.connections.is_empty() {
            self.delayed = Some(task);
            return;
        }
        let (id, answers, again) = (task.id, self.answers.clone(), task.clone());
        let (visitors, visitor) = (self.services.visitors.clone(), self.visitor);
        let work = move |load: PoolLoad, stop: &floe_engine::Stop| {
            let start = Instant::now();
            let mut answer = SearchAnswer { id, answers, event: None };
            let mut task = *task;
            if task.purpose == TaskPurpose::Move {
                let share = u32::try_from(load.waiting_each + 1).unwrap_or(u32::MAX);
                task.budget.time = (task.budget.time / share).max(LEAST_TIME).min(task.budget.time);
            }
            let (limits, clock) = (task.limits(), MonotonicClock::start());
            let context = SearchContext::new(&limits, &clock).with_stop(stop);
            answer.event = Some(task.run(&mut Engine::default(), context));
            if task.purpose == TaskPurpose::Hint {
                visitors.use_engine(visitor, start.elapsed());
            }
        };
        match self.services.pool.submit(self.visitor, JobLength::Short, work) {
            Ok(search) => {
                self.wait = EngineWait { queued: search.queued, full: false };
                self.search = Some((id, search));
            }
            Err(_) => {
                self.wait = EngineWait { queued: 0, full: true };
                self.delayed = Some(again);
                self.search_retry = Some(Instant::now() + RETRY);
            }
        }
    }

    /// Submits a search that was delayed.
    pub(super) fn try_again(&mut self) {
        if let Some(task) = self.delayed.take() {
            let before = self.wait;
            self.start_search(task);
            if self.wait != before {
                self.publish();
            }
        } else if self.search.is_none() && self.session.task().is_some() {
            // The answer could not be stored, or was lost.
            let effects = self.session.update(SessionEvent::Start);
            self.carry_out(effects);
        }
    }

    pub(super) async fn engine_event(&mut self, event: SessionEvent) {
        if let SessionEvent::Answer { task, .. } = &event {
            if self.session.task().is_none_or(|current| current.id != *task) {
                // It was cancelled.
                return;
            }
            self.search = None;
        }
        if self.update(event).await.is_err() {
            self.retry = Some(Instant::now() + RETRY);
        }
    }
}

/// Sends the answer of a search when it is dropped, even by a panic: then there is no turn.
struct SearchAnswer {
    id: TaskId,
    answers: mpsc::UnboundedSender<SessionEvent>,
    event: Option<SessionEvent>,
}

impl Drop for SearchAnswer {
    fn drop(&mut self) {
        let lost = SessionEvent::Answer { task: self.id, choice: None };
        let event = self.event.take().unwrap_or(lost);
        // A game that is gone needs no turn.
        let _ = self.answers.send(event);
    }
}
