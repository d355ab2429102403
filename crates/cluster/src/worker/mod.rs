//! A worker: it takes games from the queue, plays them on this machine, and sends their results.

mod play;
mod prepared;

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::AckKind;
use async_nats::jetstream::consumer::PullConsumer;
use floe_arena::event::PlayerFactory;
use floe_arena::sandbox::{Admitted, CorePlan, CoreSet, ResourceLimits, Sandbox, Tier};
use futures_util::StreamExt;
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};

use crate::connection::{ClusterRole, Link, NatsServer};
use crate::error::ClusterError;
use crate::protocol::{
    AnnouncedState, Announcement, FloeVersion, GameJob, HEARTBEAT, JOBS, RunningGame, TournamentKey,
    WorkerId, WorkerStatus, message,
};
use crate::sheet::TournamentSheet;
use crate::speed::measure;
use crate::suspension::Suspensions;
use prepared::Preparations;

/// How long is waited for a job.
const FETCH: Duration = Duration::from_secs(2);
/// The pause when there is nothing to do, or the server does not answer.
const PAUSE: Duration = Duration::from_millis(300);
/// How often a stop is looked at.
const STOP_CHECK: Duration = Duration::from_millis(50);
/// From a tournament that was not announced for so long, no more games are taken; those in progress are finished.
const FORGOTTEN: Duration = Duration::from_secs(60);
/// How often the speed is measured again.
const MEASURE: Duration = Duration::from_secs(600);
/// A change of speed for which time is scaled anew.
const OTHER_SPEED: f64 = 0.1;

/// What players are made of.
pub struct PlayerParts<'a> {
    /// The sheet of the tournament.
    pub sheet: &'a TournamentSheet,
    /// The programs, by entrant; none for engines and those that do not play.
    pub programs: Vec<Option<Arc<Admitted>>>,
    /// The sandbox; none if no program takes part.
    pub sandbox: Option<Arc<Sandbox>>,
    /// The limits of a turn on this machine.
    pub limits: ResourceLimits,
    /// The time of engines on this machine.
    pub time: Duration,
}

impl std::fmt::Debug for PlayerParts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PlayerParts").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// Makes players from their parts.
pub type MakePlayers = dyn Fn(PlayerParts<'_>) -> Result<Box<dyn PlayerFactory + Send>, String> + Send + Sync;
/// Opens the sandbox of a tier, or the best.
pub type OpenSandbox = dyn Fn(Option<Tier>) -> Result<Arc<Sandbox>, String> + Send + Sync;
/// Tells people something.
pub type WorkerNotes = dyn Fn(&str) + Send + Sync;

/// How a worker is set up.
pub struct WorkerOptions {
    /// The NATS server.
    pub server: NatsServer,
    /// The name of this machine.
    pub name: String,
    /// Our version.
    pub version: FloeVersion,
    /// How many games are played at a time; by default, as many as there are cores for.
    pub parallel: Option<NonZeroUsize>,
    /// The weakest tier in which programs of others run here.
    pub weakest_tier: Tier,
    /// Opens the sandbox.
    pub sandbox: Box<OpenSandbox>,
    /// Makes players.
    pub players: Box<MakePlayers>,
    /// Tells people something.
    pub notes: Box<WorkerNotes>,
}

impl std::fmt::Debug for WorkerOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WorkerOptions").field("server", &self.server).finish_non_exhaustive()
    }
}

/// A worker that is connected.
#[derive(Debug)]
pub struct Worker {
    runtime: tokio::runtime::Runtime,
    shared: Arc<Shared>,
}

/// A tournament that was announced.
#[derive(Clone, Debug)]
struct KnownTournament {
    announcement: Announcement,
    heard: Instant,
}

/// What the tasks of a worker share.
struct Shared {
    options: WorkerOptions,
    id: WorkerId,
    link: Link,
    started: Instant,
    stopped: AtomicBool,
    suspensions: Suspensions,
    tier: String,
    cores: usize,
    speed: Mutex<f64>,
    tournaments: Mutex<HashMap<TournamentKey, KnownTournament>>,
    /// Why tournaments get no games from here, as it was told to people.
    unfit: Mutex<BTreeMap<TournamentKey, String>>,
    games: Mutex<HashMap<u64, RunningGame>>,
    played: AtomicU64,
    /// Whether the speed is being measured, which games would disturb.
    measuring: AtomicBool,
    preparations: Preparations,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("id", &self.id).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Worker {
    /// Measures this machine, and connects to the server.
    pub fn connect(options: WorkerOptions) -> Result<Worker, ClusterError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(ClusterError::Threads)?;
        let suspensions = Suspensions::watch().map_err(ClusterError::Threads)?;
        let speed = measure();
        let sandbox = (options.sandbox)(None);
        let tier = sandbox.as_ref().map_or_else(Clone::clone, |sandbox| sandbox.tier().to_string());
        let plan = plan(&options, 1)?;
        let id = WorkerId::new(&options.name);
        let name = format!("floe worker {id}");
        let link = runtime.block_on(options.server.connect(ClusterRole::Worker, &name))?;
        let shared = Shared {
            id,
            link,
            started: Instant::now(),
            stopped: AtomicBool::new(false),
            suspensions,
            tier,
            cores: plan.len(),
            speed: Mutex::new(speed),
            tournaments: Mutex::default(),
            unfit: Mutex::default(),
            games: Mutex::default(),
            played: AtomicU64::new(0),
            measuring: AtomicBool::new(false),
            preparations: Preparations::default(),
            options,
        };
        Ok(Worker { runtime, shared: Arc::new(shared) })
    }

    /// Returns how it is called on the server.
    pub fn id(&self) -> &str {
        self.shared.id.as_str()
    }

    /// Returns its status.
    pub fn status(&self) -> WorkerStatus {
        self.shared.status()
    }

    /// Plays games until `stop` is set. Games in progress are given back then.
    pub fn run(self, stop: &AtomicBool) -> Result<(), ClusterError> {
        let Worker { runtime, shared } = self;
        let ran = runtime.block_on(async {
            let mut tasks = JoinSet::new();
            tasks.spawn(listen(shared.clone()));
            tasks.spawn(tell(shared.clone()));
            tasks.spawn(take_games(shared.clone()));
            let watch_stop = async {
                while !stop.load(Ordering::Relaxed) {
                    sleep(STOP_CHECK).await;
                }
            };
            let ended = tokio::select! {
                () = watch_stop => Ok(()),
                Some(ended) = tasks.join_next() => ended.unwrap_or_else(|error| {
                    Err(ClusterError::Machine(format!("a task of the worker failed: {error}")))
                }),
            };
            shared.stopped.store(true, Ordering::SeqCst);
            // Games notice it, and are given back.
            for _ in 0..100 {
                if lock(&shared.games).is_empty() {
                    break;
                }
                sleep(STOP_CHECK).await;
            }
            tasks.shutdown().await;
            let link = &shared.link;
            let flush = async { link.client.flush().await.map_err(ClusterError::doing("take the rest")) };
            let _ = timeout(Duration::from_secs(2), link.while_connected(flush)).await;
            ended
        });
        shared.suspensions.end();
        runtime.shutdown_timeout(Duration::from_secs(5));
        ran
    }
}

/// Returns the cores of the games that are played at a time.
fn plan(options: &WorkerOptions, each: u32) -> Result<Vec<CoreSet>, ClusterError> {
    let each = NonZeroUsize::new(each as usize).unwrap_or(NonZeroUsize::MIN);
    let plan =
        CorePlan::new(options.parallel, each).map_err(|error| ClusterError::Machine(error.to_string()))?;
    Ok(plan.games)
}

impl Shared {
    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    fn speed(&self) -> f64 {
        *lock(&self.speed)
    }

    fn status(&self) -> WorkerStatus {
        let mut games: Vec<RunningGame> = lock(&self.games).values().cloned().collect();
        games.sort_by_key(|game| game.number);
        let idle = lock(&self.unfit).values().next().cloned().filter(|_| games.is_empty());
        WorkerStatus {
            id: self.id.clone(),
            name: self.options.name.clone(),
            version: self.options.version.clone(),
            cores: self.cores,
            speed: self.speed(),
            tier: self.tier.clone(),
            games,
            played: self.played.load(Ordering::Relaxed),
            seconds: self.started.elapsed().as_secs(),
            idle,
        }
    }

    /// Takes note of a tournament, and tells people why it gets no games from here, if so.
    fn hear(&self, announcement: Announcement) {
        let key = announcement.tournament.clone();
        let unfit = self.reason_against(&announcement);
        let known = KnownTournament { announcement, heard: Instant::now() };
        let title = known.announcement.title.clone();
        let is_new = match known.announcement.state {
            AnnouncedState::Closed => {
                let mut tournaments = lock(&self.tournaments);
                tournaments.remove(&key);
                self.preparations.forget(&known.announcement.sheet, tournaments.is_empty());
                false
            }
            _ => lock(&self.tournaments).insert(key.clone(), known).is_none(),
        };
        let before = match &unfit {
            Some(why) => lock(&self.unfit).insert(key, why.clone()),
            None => lock(&self.unfit).remove(&key),
        };
        match unfit {
            Some(why) if before.as_ref() != Some(&why) => {
                (self.options.notes)(&format!("'{title}' gets no games from here: {why}"));
            }
            None if is_new || before.is_some() => {
                (self.options.notes)(&format!("takes games of '{title}'"));
            }
            _ => {}
        }
    }

    /// Returns why this worker does not play for a tournament, if so.
    fn reason_against(&self, announcement: &Announcement) -> Option<String> {
        let Announcement { version, tier, floor, refused, .. } = announcement;
        if *version != self.options.version {
            let own = &self.options.version;
            return Some(format!("it needs floe {version}, and this is {own}"));
        }
        if let Some(why) = refused.get(&self.id) {
            return Some(format!("it was set aside, since {why}"));
        }
        if self.speed() < *floor {
            return Some(format!("it needs a speed of {floor:.0}, and this machine has {:.0}", self.speed()));
        }
        tier.filter(|tier| *tier < self.options.weakest_tier)
            .map(|tier| format!("it wants to run programs in tier '{tier}', which this worker does not do"))
    }

    /// Returns the tournaments that games may be taken from.
    fn open_tournaments(&self) -> Vec<Announcement> {
        let unfit = lock(&self.unfit);
        let tournaments = lock(&self.tournaments);
        let is_open = |known: &&KnownTournament| {
            known.announcement.state == AnnouncedState::Open
                && known.heard.elapsed() < FORGOTTEN
                && !unfit.contains_key(&known.announcement.tournament)
        };
        tournaments.values().filter(is_open).map(|known| known.announcement.clone()).collect()
    }

    /// Returns whether games of a tournament go on.
    fn goes_on(&self, tournament: &TournamentKey) -> bool {
        !self.is_stopped() && lock(&self.tournaments).contains_key(tournament)
    }
}

type TaskEnd = Result<(), ClusterError>;

/// Listens to the announcements of tournaments.
async fn listen(shared: Arc<Shared>) -> TaskEnd {
    let mut announcements = shared
        .link
        .client
        .subscribe("floe.tournaments.*")
        .await
        .map_err(ClusterError::doing("let us listen"))?;
    while let Some(message) = announcements.next().await {
        if let Ok(announcement) = serde_json::from_slice::<Announcement>(&message.payload) {
            shared.hear(announcement);
        }
    }
    Err(ClusterError::Machine("the connection was closed".to_owned()))
}

/// Tells the status, and measures the speed now and then.
async fn tell(shared: Arc<Shared>) -> TaskEnd {
    let mut heartbeat = interval(HEARTBEAT);
    let mut measured = Instant::now();
    loop {
        heartbeat.tick().await;
        let subject = format!("floe.workers.{}", shared.id);
        // It is told again soon.
        let _ = shared.link.tell("take a status", subject, message(&shared.status())).await;
        for complaint in shared.link.complaints.take() {
            (shared.options.notes)(&format!("the NATS server complains: {complaint}"));
        }
        // While games are played, it would disturb them, and they it.
        if measured.elapsed() > MEASURE && lock(&shared.games).is_empty() {
            measured = Instant::now();
            shared.measuring.store(true, Ordering::SeqCst);
            if let Ok(speed) = tokio::task::spawn_blocking(measure).await {
                let before = shared.speed();
                if (speed / before - 1.0).abs() > OTHER_SPEED {
                    *lock(&shared.speed) = speed;
                    shared.preparations.clear();
                }
            }
            shared.measuring.store(false, Ordering::SeqCst);
        }
    }
}

/// Takes games while there are cores for them.
async fn take_games(shared: Arc<Shared>) -> TaskEnd {
    let mut each = 1;
    let mut free: Vec<CoreSet> = plan(&shared.options, each)?;
    let mut playing: JoinSet<CoreSet> = JoinSet::new();
    let mut consumers: HashMap<TournamentKey, PullConsumer> = HashMap::new();
    let mut turn = 0;
    loop {
        while let Some(ended) = playing.try_join_next() {
            free.extend(ended);
        }
        let Some(cores) = free.pop() else {
            if let Some(ended) = playing.join_next().await {
                free.extend(ended);
            }
            continue;
        };
        let is_measuring = shared.measuring.load(Ordering::SeqCst);
        let tournaments = if is_measuring { Vec::new() } else { shared.open_tournaments() };
        let Some(announcement) = tournaments.get(turn % tournaments.len().max(1)) else {
            free.push(cores);
            sleep(PAUSE).await;
            continue;
        };
        turn += 1;
        let wait = FETCH / tournaments.len().max(1) as u32;
        let Some(taken) = take_job(&shared, announcement, wait, &mut consumers).await else {
            free.push(cores);
            continue;
        };
        let (job, delivery) = taken;
        let wanted = shared.preparations.cores_of(&shared, &job).await;
        let cores = match wanted {
            Some(wanted) if wanted != each => {
                // Games of this tournament have another number of cores: all are shared out again.
                while playing.join_next().await.is_some() {}
                drop((cores, std::mem::take(&mut free)));
                match plan(&shared.options, wanted) {
                    Ok(sets) => (each, free) = (wanted, sets),
                    Err(error) => {
                        play::refuse(&shared, &job, &delivery, &error.to_string()).await;
                        free = plan(&shared.options, each)?;
                        continue;
                    }
                }
                match free.pop() {
                    Some(cores) => cores,
                    None => continue,
                }
            }
            _ => cores,
        };
        let (shared, terms) = (shared.clone(), announcement.clone());
        playing.spawn(async move { play::play(shared, job, delivery, cores, &terms).await });
    }
}

/// Takes a job of a tournament, if there is one.
async fn take_job(
    shared: &Arc<Shared>,
    announcement: &Announcement,
    wait: Duration,
    consumers: &mut HashMap<TournamentKey, PullConsumer>,
) -> Option<(GameJob, async_nats::jetstream::Message)> {
    let key = &announcement.tournament;
    shared.link.connected().await;
    if !consumers.contains_key(key) {
        match shared.link.context.get_consumer_from_stream(key.as_str(), JOBS).await {
            Ok(consumer) => _ = consumers.insert(key.clone(), consumer),
            Err(_) => {
                sleep(PAUSE).await;
                return None;
            }
        }
    }
    let consumer = consumers.get(key)?;
    let fetched = async {
        let mut messages = consumer.batch().max_messages(1).expires(wait).messages().await.ok()?;
        Some(messages.next().await)
    };
    // An answer that was lost on the way is not waited for.
    let fetched = timeout(wait + PAUSE * 10, fetched).await.ok().flatten();
    let delivery = match fetched {
        Some(Some(Ok(delivery))) => delivery,
        Some(None) => return None,
        // The consumer may be gone, and come back.
        Some(Some(Err(_))) | None => {
            consumers.remove(key);
            sleep(PAUSE).await;
            return None;
        }
    };
    match serde_json::from_slice::<GameJob>(&delivery.payload) {
        Ok(job) if job.avoid.contains(&shared.id) => {
            // Somebody else has to play it, and gets it while this worker waits; never in step with each other.
            shared.link.acknowledge(&delivery, AckKind::Nak(Some(Duration::from_millis(50)))).await;
            sleep(PAUSE + Duration::from_millis(crate::protocol::random_below(1000))).await;
            None
        }
        Ok(job) => Some((job, delivery)),
        Err(_) => {
            shared.link.acknowledge(&delivery, AckKind::Term).await;
            None
        }
    }
}
