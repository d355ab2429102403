//! One game on a worker: the lease is kept while it is played, and the result is sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, Message};
use floe_arena::event::{EventError, GameMessage, play_game};
use floe_arena::result::GameResult;
use floe_arena::sandbox::CoreSet;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{interval, sleep};

use super::{PAUSE, Shared, lock};
use crate::coordinator::part_headers;
use crate::error::{ClusterError, with_causes};
use crate::protocol::{
    Announcement, GameJob, JobOutcome, JobReport, LiveEvent, LiveMessage, RunningGame, live_subject, message,
    pack, random_letters,
};

/// A result above this is sent in parts; the server takes messages of up to 1 MiB.
const MOST_MESSAGE: usize = 512 << 10;
/// How much longer than four times the time of a turn it may take before the game counts as hanging.
const HANGING: Duration = Duration::from_secs(120);
/// Numbers the games in progress.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// A game in progress, listed until it is dropped.
struct Listed {
    shared: Arc<Shared>,
    number: u64,
}

impl Drop for Listed {
    fn drop(&mut self) {
        lock(&self.shared.games).remove(&self.number);
    }
}

/// Plays the game of a job, and returns its cores.
pub(super) async fn play(
    shared: Arc<Shared>,
    job: GameJob,
    delivery: Message,
    cores: CoreSet,
    terms: &Announcement,
) -> CoreSet {
    let Announcement { lease, turn_time, live, .. } = *terms;
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let running = RunningGame { tournament: job.tournament.clone(), number: job.fixture.number, turns: 0 };
    lock(&shared.games).insert(number, running);
    let listed = Listed { shared: shared.clone(), number };
    let attempt = Attempt { shared: &shared, job: &job, number, live };
    let playing = attempt.play(cores.clone());
    tokio::pin!(playing);
    let mut keep = interval((lease / 4).max(Duration::from_millis(50)));
    let (suspensions, mut turns, mut moved) = (shared.suspensions.count(), 0, Instant::now());
    let outcome = loop {
        tokio::select! {
            outcome = &mut playing => break outcome,
            _ = keep.tick() => {
                let now = lock(&shared.games).get(&number).map_or(0, |game| game.turns);
                if now != turns {
                    (turns, moved) = (now, Instant::now());
                }
                // A game that hangs loses its lease, and is played elsewhere.
                if moved.elapsed() < HANGING + 4 * turn_time {
                    shared.link.acknowledge(&delivery, AckKind::Progress).await;
                }
            }
        }
    };
    // Programs may have timed out while this process was stopped.
    let was_suspended = shared.suspensions.count() != suspensions;
    match outcome {
        _ if was_suspended => give_back(&shared, &delivery, Duration::ZERO).await,
        Ok(Some(game)) => {
            shared.played.fetch_add(1, Ordering::Relaxed);
            send(&shared, &job, &delivery, JobOutcome::Played(Box::new(game))).await;
        }
        Ok(None) => give_back(&shared, &delivery, Duration::ZERO).await,
        Err(Failure::Server) => give_back(&shared, &delivery, Duration::from_secs(1)).await,
        Err(Failure::Machine(why)) => refuse(&shared, &job, &delivery, &why).await,
    }
    drop(listed);
    cores
}

/// Says that this machine cannot play a game, and leaves it to others.
pub(super) async fn refuse(shared: &Arc<Shared>, job: &GameJob, delivery: &Message, why: &str) {
    (shared.options.notes)(&format!("game {} cannot be played here: {why}", job.fixture.number));
    send(shared, job, delivery, JobOutcome::Impossible(why.to_owned())).await;
    // It is told soon that it gets no more games.
    sleep(Duration::from_secs(2)).await;
}

async fn give_back(shared: &Shared, delivery: &Message, delay: Duration) {
    // If this is lost, the lease ends by itself.
    shared.link.acknowledge(delivery, AckKind::Nak((!delay.is_zero()).then_some(delay))).await;
}

/// Why a game was not played.
enum Failure {
    /// The server did not answer: it can be tried again.
    Server,
    /// This machine cannot play it.
    Machine(String),
}

impl From<ClusterError> for Failure {
    fn from(error: ClusterError) -> Failure {
        match error {
            ClusterError::Server { .. } => Failure::Server,
            other => Failure::Machine(other.to_string()),
        }
    }
}

/// An attempt at a game.
struct Attempt<'s> {
    shared: &'s Arc<Shared>,
    job: &'s GameJob,
    /// Of the list of games in progress.
    number: u64,
    /// Whether every turn is told.
    live: bool,
}

impl Attempt<'_> {
    async fn play(&self, cores: CoreSet) -> Result<Option<GameResult>, Failure> {
        let prepared = self.shared.preparations.prepare(self.shared, self.job).await?;
        let (events, mut told) = mpsc::unbounded_channel();
        let (done, mut ended) = oneshot::channel();
        let (shared, fixture, number, live) =
            (self.shared.clone(), self.job.fixture.clone(), self.number, self.live);
        let tournament = self.job.tournament.clone();
        let thread = std::thread::Builder::new().name(format!("game {}", fixture.number));
        let spawned = thread.spawn(move || {
            let mut send = |message: GameMessage<'_>| {
                let event = match message {
                    GameMessage::Started(_) => Some(LiveEvent::Started),
                    GameMessage::Turn { turns, player, action, .. } => {
                        if let Some(game) = lock(&shared.games).get_mut(&number) {
                            game.turns = turns;
                        }
                        live.then_some(LiveEvent::Turn { turns, player, action })
                    }
                    GameMessage::Finished(_) | GameMessage::Machines(_) => None,
                };
                // Whoever listened has given the game up.
                event.is_none_or(|event| events.send(event).is_ok())
            };
            let played = cores.confine_this_thread().map_err(EventError::Cores).and_then(|()| {
                let is_stopped = || !shared.goes_on(&tournament);
                play_game(&prepared.tournament, &*prepared.players, &fixture, &is_stopped, &mut send)
            });
            // The game may have been given up.
            let _ = done.send(played.map_err(|error| Failure::Machine(with_causes(&error))));
        });
        spawned.map_err(|error| Failure::Machine(format!("cannot start a thread: {error}")))?;
        let attempt = random_letters(8);
        loop {
            tokio::select! {
                played = &mut ended => {
                    return played.unwrap_or_else(|_| Err(Failure::Machine("its thread panicked".to_owned())));
                }
                Some(event) = told.recv() => self.tell(&attempt, event).await,
            }
        }
    }

    /// Tells whoever watches what happens. What is lost is not missed.
    async fn tell(&self, attempt: &str, event: LiveEvent) {
        let live = LiveMessage {
            worker: self.shared.id.clone(),
            number: self.job.fixture.number,
            attempt: attempt.to_owned(),
            event,
        };
        if self.job.copy == 0 {
            let subject = live_subject(&self.job.tournament);
            let _ = self.shared.link.tell("take a turn", subject, message(&live)).await;
        }
    }
}

/// Sends the outcome of a job until the server has it, then removes the job from the queue.
async fn send(shared: &Arc<Shared>, job: &GameJob, delivery: &Message, outcome: JobOutcome) {
    let is_played = matches!(outcome, JobOutcome::Played(_));
    let report = JobReport {
        version: shared.options.version.clone(),
        tournament: job.tournament.clone(),
        sheet: job.sheet.clone(),
        worker: shared.id.clone(),
        number: job.fixture.number,
        copy: job.copy,
        outcome,
    };
    let bytes = pack(&report);
    let name = random_letters(12);
    let is_sent = loop {
        if shared.link.while_connected(publish(shared, &report, &bytes, &name)).await.is_ok() {
            break true;
        }
        if shared.is_stopped() {
            break false;
        }
        shared.link.acknowledge(delivery, AckKind::Progress).await;
        sleep(PAUSE).await;
    };
    if is_played && is_sent {
        // If this is lost, the game is played again, and counts once.
        let removed = async { delivery.double_ack().await.map_err(ClusterError::doing("remove a job")) };
        let _ = shared.link.while_connected(removed).await;
    } else {
        give_back(shared, delivery, Duration::from_secs(1)).await;
    }
}

/// Sends a report, in parts if it is large.
async fn publish(
    shared: &Arc<Shared>,
    report: &JobReport,
    bytes: &[u8],
    name: &str,
) -> Result<(), ClusterError> {
    let doing = "take a result";
    let parts: Vec<&[u8]> = bytes.chunks(MOST_MESSAGE).collect();
    for (number, part) in parts.iter().enumerate() {
        let content = part.to_vec().into();
        let sent = match parts.len() {
            1 => shared.link.context.publish(report.subject(), content).await,
            count => {
                let headers = part_headers(name, number, count);
                shared.link.context.publish_with_headers(report.subject(), headers, content).await
            }
        };
        let acknowledged = sent.map_err(ClusterError::doing(doing))?;
        acknowledged.await.map_err(ClusterError::doing(doing))?;
    }
    Ok(())
}
