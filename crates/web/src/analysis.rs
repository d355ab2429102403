//! Searches on behalf of a visitor: analysis of a position, and its exact result.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use floe_engine::penguins::exact::{Solution, SolveProgress, Unsolved, solve};
use floe_engine::{Engine, Limits, MonotonicClock, Progress, Search, SearchContext, Stop};
use floe_rules::game::{GameState, Turn};
use floe_rules::penguins::Seat;
use floe_rules::replay::{ReplayStep, line_steps};
use serde::Serialize;
use tokio::sync::watch;

use crate::engine_pool::{JobHandle, JobLength, PoolLoad};
use crate::error::ApiError;
use crate::games::Services;
use crate::legal_turns::path;
use crate::limits::{Visitor, VisitorPermit, Visitors};
use crate::snapshot::message;

/// How often a client hears of the progress of a search.
const REPORT: Duration = Duration::from_millis(200);

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// The value of the position, and the best line.
    Analysis,
    /// The exact result.
    Solution,
}

/// A search for a visitor. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Analysis {
    job: JobHandle,
    /// The latest message for the client; none before the first.
    messages: watch::Receiver<Option<Utf8Bytes>>,
    /// When a thread took it up.
    started: Arc<OnceLock<Instant>>,
    _permit: VisitorPermit,
}

/// What a search has found, as the client gets it.
#[derive(Serialize)]
struct AnalysisMessage<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    at: usize,
    done: bool,
    player: Option<u32>,
    value: i64,
    depth: u32,
    nodes: u64,
    elapsed_ms: u64,
    line: &'a [ReplayStep],
    considered: Vec<ConsideredView>,
}

#[derive(Serialize)]
struct ConsideredView {
    path: Vec<u32>,
    text: String,
    share: f32,
}

/// The exact result, or what is known of it.
#[derive(Serialize)]
struct SolutionMessage {
    #[serde(rename = "type")]
    kind: &'static str,
    at: usize,
    done: bool,
    proved: bool,
    player: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scores: Vec<FinalScore>,
    line: Vec<ReplayStep>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    nodes: u64,
    elapsed_ms: u64,
}

#[derive(Serialize)]
struct FinalScore {
    player: u8,
    score: u64,
}

impl Analysis {
    /// Starts a search of a position, which is the one after `at` turns of a game.
    pub(crate) fn start(
        services: &Arc<Services>,
        permit: VisitorPermit,
        question: Question,
        at: usize,
        state: GameState,
    ) -> Result<Analysis, ApiError> {
        let visitor = permit.visitor();
        let (sender, messages) = watch::channel(None);
        let limits = Limits::for_time(services.limits.analysis);
        let visitors = services.visitors.clone();
        let started = Arc::new(OnceLock::new());
        let starting = started.clone();
        let work = move |_: PoolLoad, stop: &Stop| {
            let start = *starting.get_or_init(Instant::now);
            let _charge = Charge { visitors, visitor, start };
            let search = Searching { state, limits, at, sender };
            match question {
                Question::Analysis => search.analyse(stop),
                Question::Solution => search.solve(stop),
            }
        };
        let job = services.pool.submit(visitor, JobLength::Long, work)?;
        Ok(Analysis { job, messages, started, _permit: permit })
    }

    /// Returns the next message for the client; `None` when the search is over and all was told.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        self.messages.changed().await.ok()?;
        self.messages.borrow_and_update().clone()
    }

    /// Ends the search if it has had its share and others wait.
    pub(crate) fn make_room(&self, services: &Services) {
        let had_its_share = |start: &Instant| start.elapsed() > services.limits.analysis_share;
        if self.started.get().is_some_and(had_its_share) && services.pool.has_long_waiting() {
            self.job.finish();
        }
    }
}

/// Charges a visitor for the time of a search when it ends.
struct Charge {
    visitors: Arc<Visitors>,
    visitor: Visitor,
    start: Instant,
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.visitors.use_engine(self.visitor, self.start.elapsed());
    }
}

/// A search on a thread of the pool.
struct Searching {
    state: GameState,
    limits: Limits,
    at: usize,
    sender: watch::Sender<Option<Utf8Bytes>>,
}

impl Searching {
    fn analyse(self, stop: &Stop) {
        let mut told: Option<Instant> = None;
        let mut report = |progress: &Progress<Turn>| {
            if told.is_none_or(|told| told.elapsed() >= REPORT) {
                told = Some(Instant::now());
                self.tell(progress, false);
            }
        };
        let clock = MonotonicClock::start();
        let context = SearchContext::new(&self.limits, &clock).with_stop(stop).with_report(&mut report);
        let choice = Engine::default().search(&self.state, context);
        match choice {
            Some(choice) => self.tell(&choice.progress, true),
            None => {
                let nothing = AnalysisMessage {
                    kind: "analysis",
                    at: self.at,
                    done: true,
                    player: None,
                    value: 0,
                    depth: 0,
                    nodes: 0,
                    elapsed_ms: 0,
                    line: &[],
                    considered: Vec::new(),
                };
                self.sender.send_replace(Some(message(&nothing)));
            }
        }
    }

    fn tell(&self, progress: &Progress<Turn>, done: bool) {
        // The last turns of a line may come from another position with the same hash: those that are legal are shown.
        let legal = (0..=progress.line.len()).rev();
        let line = legal.map(|count| line_steps(&self.state, &progress.line[..count])).find_map(Result::ok);
        let considered = progress.considered.iter().filter_map(|considered| {
            let steps = line_steps(&self.state, &[considered.turn]).ok()?;
            let text = steps.into_iter().next()?.text;
            Some(ConsideredView { path: path(&self.state, considered.turn), text, share: considered.share })
        });
        let found = AnalysisMessage {
            kind: "analysis",
            at: self.at,
            done,
            player: self.state.to_move(),
            value: progress.value.0,
            depth: progress.depth,
            nodes: progress.nodes,
            elapsed_ms: progress.elapsed.as_millis() as u64,
            line: &line.unwrap_or_default(),
            considered: considered.collect(),
        };
        self.sender.send_replace(Some(message(&found)));
    }

    fn solve(self, stop: &Stop) {
        let GameState::Penguins(position) = &self.state else {
            let reason = "only games of Penguins can be solved".to_owned();
            self.tell_solution(&SolutionMessage { reason: Some(reason), ..self.unsolved(None, true) });
            return;
        };
        let mut told: Option<Instant> = None;
        let mut report = |progress: &SolveProgress| {
            if told.is_none_or(|told| told.elapsed() >= REPORT) {
                told = Some(Instant::now());
                self.tell_solution(&self.unsolved(Some(*progress), false));
            }
        };
        let clock = MonotonicClock::start();
        let context = SearchContext::new(&self.limits, &clock).with_stop(stop).with_report(&mut report);
        let found = match solve(position, context) {
            Ok(solution) => self.solved(&solution),
            Err(Unsolved::Limits(reached)) => self.unsolved(Some(reached), true),
            Err(refused) => {
                SolutionMessage { reason: Some(refused.to_string()), ..self.unsolved(None, true) }
            }
        };
        self.tell_solution(&found);
    }

    fn solved(&self, solution: &Solution) -> SolutionMessage {
        let score = |&(seat, score): &(Seat, u64)| FinalScore { player: seat.number(), score };
        let line: Vec<Turn> = solution.line.iter().copied().map(Turn::Penguins).collect();
        SolutionMessage {
            proved: true,
            scores: solution.scores.iter().map(score).collect(),
            line: line_steps(&self.state, &line).unwrap_or_default(),
            nodes: solution.nodes,
            elapsed_ms: solution.elapsed.as_millis() as u64,
            ..self.unsolved(None, true)
        }
    }

    fn unsolved(&self, reached: Option<SolveProgress>, done: bool) -> SolutionMessage {
        SolutionMessage {
            kind: "solution",
            at: self.at,
            done,
            proved: false,
            player: self.state.to_move(),
            scores: Vec::new(),
            line: Vec::new(),
            at_least: reached.map(|reached| reached.low),
            at_most: reached.map(|reached| reached.high),
            reason: None,
            nodes: reached.map_or(0, |reached| reached.nodes),
            elapsed_ms: reached.map_or(0, |reached| reached.elapsed.as_millis() as u64),
        }
    }

    fn tell_solution(&self, found: &SolutionMessage) {
        self.sender.send_replace(Some(message(found)));
    }
}
