//! A batch of games that can be played in any order.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use async_nats::jetstream::{self, AckKind};
use async_nats::{Message, Subscriber};
use floe_arena::event::{EventError, GameMessage, Receiver, RunControl, Tournament, verify};
use floe_arena::result::GameResult;
use floe_arena::schedule::Fixture;
use futures_util::StreamExt;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::{Coordinator, queue};
use crate::checks::{Comparison, HeldResult};
use crate::error::ClusterError;
use crate::protocol::{
    AnnouncedState, GameJob, HEARTBEAT, JobOutcome, JobReport, LiveEvent, LiveMessage, WorkerId,
    WorkerStatus, announcement_subject, live_subject, message, short, unpack,
};

/// The jobs that are in the queue at a time.
const WINDOW: usize = 2000;
/// How often stopping and pausing are looked at.
const TICK: Duration = Duration::from_millis(200);
/// How often the queue is compared with the games that are left.
const AUDIT: Duration = Duration::from_secs(5);
/// How many audits pass until it is checked that the server still has the programs.
const AUDITS_FOR_FILES: u32 = 12;
/// After how long people are told that no worker can play.
const NOBODY: Duration = Duration::from_secs(15);

/// What becomes of a result.
enum Judgement {
    /// It counts, or is compared with others first.
    Good(Box<GameResult>),
    /// The game has a result already, or it is none of ours.
    Superfluous,
    /// It is refused, with the reason. The worker gets no more games if it is to blame.
    Refused { why: String, blamed: bool },
}

pub(super) struct Batch<'c, 'a, 'r> {
    pub(super) of: &'c mut Coordinator,
    tournament: &'c Tournament,
    control: &'c RunControl,
    receive: &'c mut Receiver<'r, 'a>,
    /// The games without a result.
    pub(super) waiting: BTreeMap<usize, &'a Fixture>,
    /// Games that are not in the queue yet.
    unpublished: VecDeque<usize>,
    /// Copies that are to be in the queue, by the number of the game.
    published: HashMap<(usize, u8), GameJob>,
    /// Copies that the last audit did not find in the queue.
    missing: HashSet<(usize, u8)>,
    pub(super) comparisons: HashMap<usize, Comparison>,
    /// The attempts at games that are shown, with their turns.
    shown: HashMap<usize, (String, usize)>,
    /// What was told to people last, so that it is not repeated.
    told: HashMap<WorkerId, String>,
    is_unreachable: bool,
    audits: u32,
    /// Since when no worker can play, and whether that was told.
    nobody: Option<(Instant, bool)>,
}

pub(super) type Flow = Result<ControlFlow<()>, EventError>;

fn failed(error: ClusterError) -> EventError {
    EventError::Runner(Box::new(error))
}

impl<'c, 'a, 'r> Batch<'c, 'a, 'r> {
    pub(super) fn new(
        of: &'c mut Coordinator,
        tournament: &'c Tournament,
        fixtures: &'a [Fixture],
        control: &'c RunControl,
        receive: &'c mut Receiver<'r, 'a>,
    ) -> Batch<'c, 'a, 'r> {
        Batch {
            of,
            tournament,
            control,
            receive,
            waiting: fixtures.iter().map(|fixture| (fixture.number, fixture)).collect(),
            unpublished: fixtures.iter().map(|fixture| fixture.number).collect(),
            published: HashMap::new(),
            missing: HashSet::new(),
            comparisons: HashMap::new(),
            shown: HashMap::new(),
            told: HashMap::new(),
            is_unreachable: false,
            audits: 0,
            nobody: None,
        }
    }

    pub(super) fn note(&mut self, words: &str) {
        (self.of.notes)(words);
    }

    async fn subscribe(&self, subject: String) -> Result<Subscriber, EventError> {
        let subscribed = self.of.link.client.subscribe(subject).await;
        subscribed.map_err(ClusterError::doing("let us listen")).map_err(failed)
    }

    /// Plays the games. Everything that can be lost is asked for again, so that only people end it early.
    pub(super) async fn run(mut self) -> Result<(), EventError> {
        let control = self.control;
        let stopped = async {
            while !control.is_stopped() {
                sleep(TICK).await;
            }
        };
        tokio::select! {
            biased;
            // Whatever we are waiting for: a result that is not stored yet is still there when it is resumed.
            () = stopped => Ok(()),
            played = self.play() => played,
        }
    }

    async fn play(&mut self) -> Result<(), EventError> {
        let mut statuses = self.subscribe("floe.workers.*".to_owned()).await?;
        let mut live = self.subscribe(live_subject(&self.of.settings.key)).await?;
        let mut tick = interval(TICK);
        let mut heartbeat = interval(HEARTBEAT);
        let mut audit = interval(AUDIT);
        for timer in [&mut tick, &mut heartbeat, &mut audit] {
            timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
        }
        loop {
            let flow = tokio::select! {
                results = self.of.results.recv() => match results {
                    Some(results) => self.take(results).await?,
                    None => ControlFlow::Break(()),
                },
                Some(message) = statuses.next() => {
                    self.hear(&message);
                    ControlFlow::Continue(())
                }
                Some(message) = live.next() => self.show(&message)?,
                _ = heartbeat.tick() => self.heartbeat().await?,
                _ = audit.tick() => {
                    let link = self.of.link.clone();
                    let audited = link.while_connected(self.audit()).await;
                    self.reached(audited);
                    ControlFlow::Continue(())
                }
                _ = tick.tick() => {
                    self.refill().await;
                    ControlFlow::Continue(())
                }
            };
            if flow.is_break() || self.waiting.is_empty() {
                return Ok(());
            }
        }
    }

    /// Says once that the server cannot be reached, and once that it can again.
    pub(super) fn reached(&mut self, result: Result<(), ClusterError>) {
        match (result, self.is_unreachable) {
            (Err(error), false) => {
                self.is_unreachable = true;
                self.note(&format!("{error}; trying again"));
            }
            (Ok(()), true) => {
                self.is_unreachable = false;
                self.note("the NATS server answers again");
            }
            _ => {}
        }
    }

    pub(super) fn job(&self, fixture: &Fixture, copy: u8, avoid: Vec<WorkerId>) -> GameJob {
        GameJob {
            tournament: self.of.settings.key.clone(),
            sheet: self.of.sheet.clone(),
            fixture: fixture.clone(),
            copy,
            avoid,
        }
    }

    pub(super) async fn publish(&mut self, job: GameJob) -> Result<(), ClusterError> {
        let link = &self.of.link;
        let published = link.while_connected(queue::publish(&link.context, &job)).await;
        // If it failed, an audit finds that it is missing.
        self.published.insert((job.fixture.number, job.copy), job);
        published
    }

    /// Adds games to the queue while there is room.
    async fn refill(&mut self) {
        while self.published.len() < WINDOW && self.of.link.is_connected() {
            let Some(&number) = self.unpublished.front() else { break };
            let published = match self.waiting.get(&number).copied() {
                Some(fixture) => {
                    let job = self.job(fixture, 0, Vec::new());
                    self.publish(job).await
                }
                None => Ok(()),
            };
            let is_done = published.is_ok();
            self.reached(published);
            if !is_done {
                break;
            }
            self.unpublished.pop_front();
        }
    }

    async fn heartbeat(&mut self) -> Flow {
        let state = if self.control.is_paused() { AnnouncedState::Paused } else { AnnouncedState::Open };
        let announcement = message(&self.of.announcement(state));
        let subject = announcement_subject(&self.of.settings.key);
        let told = self.of.link.tell("announce the tournament", subject, announcement).await;
        if told.is_err() {
            self.reached(told);
        }
        for worker in self.of.fleet.lose_silent(Instant::now()) {
            self.told.remove(&worker);
            self.note(&format!("worker {worker} is gone; its games are played elsewhere"));
        }
        for complaint in self.of.link.complaints.take() {
            self.note(&format!("the NATS server complains: {complaint}"));
        }
        self.note_absence();
        // Results that wait for a comparison stay ours.
        for held in self.comparisons.values().flat_map(|comparison| &comparison.held) {
            for message in &held.messages {
                self.of.link.acknowledge(message, AckKind::Progress).await;
            }
        }
        let expired = self.of.parts.expire();
        self.discard(&expired).await;
        self.control.set_games_in_progress(self.of.fleet.games_of(&self.of.settings.key));
        let machines = self.of.fleet.machines(&self.of.settings.key);
        let flow = (self.receive)(vec![GameMessage::Machines(machines)])?;
        if flow.is_break() {
            return Ok(flow);
        }
        self.end_comparisons().await
    }

    /// Tells people when no worker can play for a while.
    fn note_absence(&mut self) {
        let settings = &self.of.settings;
        if self.of.fleet.fit(&settings.version, settings.floor).next().is_some() {
            self.nobody = None;
            return;
        }
        let (since, told) = *self.nobody.get_or_insert((Instant::now(), false));
        if !told && since.elapsed() > NOBODY {
            self.nobody = Some((since, true));
            self.note("no worker can play now; the tournament waits for one");
        }
    }

    /// Takes note of what a worker tells about itself.
    fn hear(&mut self, message: &Message) {
        let Some(status) = WorkerStatus::read(&message.payload) else { return };
        let settings = &self.of.settings;
        let unfit = self.of.fleet.unfit(&status, &settings.version, settings.floor);
        let id = status.id.clone();
        if let Some(news) = self.of.fleet.hear(status, Instant::now()) {
            self.note(&news);
        }
        if let Some(why) = unfit
            && self.told.insert(id.clone(), why.clone()).as_ref() != Some(&why)
        {
            self.note(&format!("worker {id} gets no games: {why}"));
        }
    }

    /// Passes on what happens in a game.
    fn show(&mut self, message: &Message) -> Flow {
        let go_on = Ok(ControlFlow::Continue(()));
        let live = serde_json::from_slice(&message.payload).ok().filter(LiveMessage::is_short);
        let Some(LiveMessage { number, attempt, event, .. }) = live else {
            return go_on;
        };
        let Some(fixture) = self.waiting.get(&number).copied() else {
            return go_on;
        };
        let shown = match event {
            LiveEvent::Started => {
                self.shown.insert(number, (attempt, 0));
                GameMessage::Started(fixture)
            }
            LiveEvent::Turn { turns, player, action } => match self.shown.get_mut(&number) {
                // Of an attempt that is not shown, or after a message that was lost.
                Some((known, last)) if *known == attempt && *last + 1 == turns => {
                    *last = turns;
                    GameMessage::Turn { number, turns, player, action }
                }
                _ => return go_on,
            },
        };
        (self.receive)(vec![shown])
    }

    /// Handles results.
    async fn take(&mut self, messages: Vec<jetstream::Message>) -> Flow {
        let mut good: Vec<HeldResult> = Vec::new();
        for message in messages {
            // A large result comes in parts.
            let Some(messages) = self.of.parts.add(message) else { continue };
            let (worker, judgement) = match read(&messages) {
                Ok(report) => {
                    let judgement = self.judge(&messages[0], &report, &good);
                    (Some(report.worker), judgement)
                }
                Err(error) => (None, Judgement::Refused { why: error.to_string(), blamed: false }),
            };
            match (judgement, worker) {
                (Judgement::Good(game), Some(worker)) => {
                    if let Some(decided) = self.compare(HeldResult { worker, game: *game, messages }).await {
                        good.push(decided);
                    }
                }
                (Judgement::Refused { why, blamed }, worker) => {
                    let name = worker.as_ref().map_or("an unknown worker", WorkerId::as_str).to_owned();
                    self.note(&format!("a result of {} is refused: {}", short(&name), short(&why)));
                    if let Some(worker) = worker.filter(|_| blamed) {
                        self.of.fleet.refuse(&worker, &why);
                    }
                    self.discard(&messages).await;
                }
                (Judgement::Superfluous | Judgement::Good(_), _) => self.discard(&messages).await,
            }
        }
        self.count(good).await
    }

    /// Stores good results, and acknowledges them.
    pub(super) async fn count(&mut self, good: Vec<HeldResult>) -> Flow {
        if good.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        for HeldResult { worker, game, .. } in &good {
            self.waiting.remove(&game.number);
            self.shown.remove(&game.number);
            self.published.retain(|(number, _), _| *number != game.number);
            if let Some(why) = self.of.fleet.count(worker, game)
                && self.of.fleet.refuse(worker, &why)
            {
                self.note(&format!("worker {worker} is set aside: {why}"));
            }
        }
        let (games, messages): (Vec<_>, Vec<_>) =
            good.into_iter().map(|held| (GameMessage::Finished(Box::new(held.game)), held.messages)).unzip();
        let flow = (self.receive)(games)?;
        self.discard(&messages.concat()).await;
        Ok(flow)
    }

    /// Removes a result that was handled from the server.
    pub(super) async fn discard(&self, messages: &[jetstream::Message]) {
        for message in messages {
            // If this is lost, the result comes again, and is superfluous.
            self.of.link.acknowledge(message, AckKind::Ack).await;
        }
    }

    fn judge(&mut self, message: &jetstream::Message, report: &JobReport, good: &[HeldResult]) -> Judgement {
        let refused = |why: String| Judgement::Refused { why, blamed: false };
        let JobReport { version, tournament, sheet, worker, number, outcome, .. } = report;
        let settings = &self.of.settings;
        if *version != settings.version {
            return refused(format!("it is of floe {version}"));
        }
        if !worker.is_valid() || message.subject.as_str() != report.subject() {
            return refused("it was not sent by the worker that it names".to_owned());
        }
        if *tournament != settings.key {
            return refused("it is of another tournament".to_owned());
        }
        if *sheet != self.of.sheet {
            return refused(format!("game {number} was played before the tournament was changed"));
        }
        if let Some(why) = self.of.fleet.refused().get(worker) {
            return refused(format!("game {number} is played elsewhere, since {why}"));
        }
        let is_known = good.iter().any(|held| held.game.number == *number);
        let Some(fixture) = self.waiting.get(number).filter(|_| !is_known) else {
            return Judgement::Superfluous;
        };
        match outcome {
            JobOutcome::Impossible(why) => {
                Judgement::Refused { why: format!("it cannot play game {number}: {why}"), blamed: true }
            }
            JobOutcome::Played(game) => match verify(self.tournament, fixture, game) {
                Ok(()) => Judgement::Good(game.clone()),
                Err(fault) => Judgement::Refused { why: format!("game {number}: {fault}"), blamed: true },
            },
        }
    }

    /// Compares the queue with the games that are left: what is missing is added, and what is superfluous is removed.
    async fn audit(&mut self) -> Result<(), ClusterError> {
        let context = self.of.link.context.clone();
        self.audits += 1;
        if self.audits.is_multiple_of(AUDITS_FOR_FILES) {
            super::upload(&context, &self.of.files).await?;
        }
        let queued = match queue::queued(&context, &self.of.settings.key).await {
            Ok(queued) => queued,
            Err(_) => {
                // The server may have lost everything.
                queue::ensure_streams(&context, &self.of.settings).await?;
                super::upload(&context, &self.of.files).await?;
                queue::queued(&context, &self.of.settings.key).await?
            }
        };
        let wanted: HashMap<String, (usize, u8)> =
            self.published.iter().map(|(key, job)| (job.subject(), *key)).collect();
        let missing: HashSet<(usize, u8)> =
            wanted.iter().filter(|(subject, _)| !queued.contains(*subject)).map(|(_, key)| *key).collect();
        // A result that is on its way explains a job that is gone, but not for long.
        let lost: Vec<(usize, u8)> = missing.intersection(&self.missing).copied().collect();
        self.missing = missing;
        for key in lost {
            let held = self.comparisons.get(&key.0).map_or(0, |comparison| comparison.held.len());
            let is_played = usize::from(key.1) < held;
            if let Some(job) = self.published.get(&key).filter(|_| !is_played) {
                queue::publish(&context, job).await?;
            }
        }
        let unpublished: HashSet<String> = self
            .unpublished
            .iter()
            .filter_map(|number| self.waiting.get(number))
            .map(|fixture| self.job(fixture, 0, Vec::new()).subject())
            .collect();
        if queued.iter().any(|subject| wanted.contains_key(subject)) {
            queue::wake_consumer(&context, &self.of.settings).await?;
        }
        // Of an earlier run, perhaps: a game that is still to be published may be in the queue already.
        let is_needed = |subject: &&String| wanted.contains_key(*subject) || unpublished.contains(*subject);
        queue::remove(&context, queued.iter().filter(|subject| !is_needed(subject))).await
    }
}

/// Reads a report.
fn read(messages: &[jetstream::Message]) -> Result<JobReport, ClusterError> {
    let bytes: Vec<u8> = messages.iter().flat_map(|message| message.payload.iter().copied()).collect();
    unpack("a result", &bytes)
}
