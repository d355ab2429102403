//! A tournament on the server: its results as they come, its games in progress, and what its organiser may do.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use floe_arena::event::{LiveChange, LiveGame, LiveGames, Machine, RunControl, RunState, Tournament, Update};
use floe_arena::rating::sprt::Sprt;
use floe_arena::report::{ServedReport, summary};
use floe_arena::result::{GameResult, Results};
use floe_arena::schedule::ScheduleStep;
use floe_arena::store::{StoreReader, StoreVersion};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use crate::assets::Asset;
use crate::error::{ApiError, ErrorCode};
use crate::secret::{Secret, SecretDigest};
use crate::snapshot::message;

/// How often what has changed is gathered.
pub(crate) const TICK: Duration = Duration::from_millis(500);
/// The most steps between two ticks; in a faster tournament, clients get whole games instead.
const MOST_STEPS: usize = 100;
/// The messages that a client may be behind.
const BEHIND: usize = 256;

/// What a server shows of a tournament.
///
/// The one who plays it passes on its updates; if another process plays it, its database is read again and again.
pub struct TournamentFeed {
    tournament: Tournament,
    sprt: Option<Sprt>,
    reader: StoreReader,
    organiser: Option<Organiser>,
    state: Mutex<FeedState>,
    shown: Mutex<Option<Arc<ShownReport>>>,
    /// Held by whoever makes a part of the report.
    pub(crate) making: tokio::sync::Mutex<()>,
    messages: broadcast::Sender<Utf8Bytes>,
}

/// The report of a version of the results, with what visitors get of it.
pub(crate) struct ShownReport {
    pub(crate) served: ServedReport,
    pub(crate) page: Asset,
    json: Mutex<Option<Bytes>>,
}

/// The rights of whoever has the token.
struct Organiser {
    control: Arc<RunControl>,
    token: SecretDigest,
}

struct FeedState {
    results: Results,
    /// Counts changes of the results.
    version: u64,
    total: usize,
    live: LiveGames,
    /// The machines that play, where there are several.
    machines: Vec<Machine>,
    finished: bool,
    /// Of the database, where another process plays.
    stored: Option<StoreVersion>,
    steps: usize,
    /// Whether steps were left out.
    gap: bool,
    told: Option<Progress>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Progress {
    #[serde(rename = "type")]
    kind: &'static str,
    version: u64,
    played: usize,
    total: usize,
    state: FeedRunState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum FeedRunState {
    Running,
    Pausing,
    Paused,
    Stopping,
    Finished,
    Stored,
}

#[derive(Serialize)]
struct GamesMessage<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    whole: bool,
    games: Vec<&'a LiveGame>,
}

#[derive(Serialize)]
struct StepMessage<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    number: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<&'a floe_rules::replay::ReplayStep>,
}

#[derive(Serialize)]
struct MachinesMessage<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    machines: &'a [Machine],
}

/// What an organiser wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum ControlRequest {
    Pause,
    Resume,
    Stop,
}

impl std::fmt::Debug for TournamentFeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TournamentFeed").field("title", &self.tournament.title).finish_non_exhaustive()
    }
}

impl TournamentFeed {
    /// Shows a tournament that this process plays. Its updates go to [`update`](TournamentFeed::update). Returns the
    /// organiser's token as well.
    pub fn played_here(
        tournament: Tournament,
        sprt: Option<Sprt>,
        reader: StoreReader,
        control: Arc<RunControl>,
    ) -> (Arc<TournamentFeed>, Secret) {
        let token = Secret::random();
        let organiser = Organiser { control, token: token.digest() };
        (TournamentFeed::new(tournament, sprt, reader, Some(organiser)), token)
    }

    /// Shows the database of a tournament, which another process may be playing.
    pub fn stored(tournament: Tournament, sprt: Option<Sprt>, reader: StoreReader) -> Arc<TournamentFeed> {
        TournamentFeed::new(tournament, sprt, reader, None)
    }

    fn new(
        tournament: Tournament,
        sprt: Option<Sprt>,
        reader: StoreReader,
        organiser: Option<Organiser>,
    ) -> Arc<TournamentFeed> {
        let total = tournament.schedule.games_left(&Results::new());
        let state = FeedState {
            results: Results::new(),
            version: 1,
            total,
            live: LiveGames::new(),
            machines: Vec::new(),
            finished: false,
            stored: None,
            steps: 0,
            gap: false,
            told: None,
        };
        let (messages, _) = broadcast::channel(BEHIND);
        let state = Mutex::new(state);
        let shown = Mutex::default();
        let making = tokio::sync::Mutex::default();
        Arc::new(TournamentFeed { tournament, sprt, reader, organiser, state, shown, making, messages })
    }

    fn lock(&self) -> MutexGuard<'_, FeedState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes over an update of the tournament.
    pub fn update(&self, update: &Update<'_>) {
        let mut state = self.lock();
        match update {
            Update::Resumed(game) | Update::Finished(game) => {
                let mut game = (*game).clone();
                game.drop_texts();
                state.results.insert(game);
                state.version += 1;
            }
            Update::Total(total) => state.total = *total,
            Update::Machines(machines) if state.machines == *machines => {}
            Update::Machines(machines) => {
                state.machines = machines.to_vec();
                // Whoever followed may have just left.
                let _ = self.messages.send(machines_message(&state));
            }
            Update::Started(_) | Update::Turn { .. } => {}
        }
        let has_followers = self.messages.receiver_count() > 0;
        let FeedState { live, steps, gap, .. } = &mut *state;
        let Some(change) = live.update(&self.tournament, update) else {
            return;
        };
        if !has_followers {
            return;
        }
        *steps += 1;
        if *steps > MOST_STEPS {
            *gap = true;
            return;
        }
        let text = match change {
            LiveChange::Started(game) => {
                message(&GamesMessage { kind: "games", whole: false, games: vec![game] })
            }
            LiveChange::Step { number, step } => {
                message(&StepMessage { kind: "step", number, step: Some(step) })
            }
            LiveChange::Ended { number } => message(&StepMessage { kind: "ended", number, step: None }),
        };
        // Whoever followed may have just left.
        let _ = self.messages.send(text);
    }

    /// Notes that no more games are played: all are over, or it was stopped.
    pub fn finish(&self) {
        let mut state = self.lock();
        state.finished = true;
        state.live.clear();
        state.machines.clear();
        let _ = self.messages.send(machines_message(&state));
        state.gap = true;
    }

    /// Gathers what has changed, and tells those who follow.
    pub(crate) fn tick(&self) {
        let mut state = self.lock();
        if self.organiser.is_none() {
            self.read_store(&mut state);
        }
        state.steps = 0;
        if std::mem::take(&mut state.gap) {
            // Whoever followed may have just left.
            let _ = self.messages.send(whole_games(&state));
        }
        let progress = self.progress(&state);
        if state.told != Some(progress) {
            state.told = Some(progress);
            let _ = self.messages.send(message(&progress));
        }
    }

    /// Reads the games that another process has stored.
    fn read_store(&self, state: &mut FeedState) {
        let mut read = || -> Result<Option<usize>, floe_arena::store::StoreError> {
            let version = self.reader.version()?;
            if state.stored == Some(version) {
                return Ok(None);
            }
            let new = self.reader.add_new_games(&mut state.results)?;
            state.stored = Some(version);
            Ok(Some(new))
        };
        match read() {
            Ok(Some(new)) if new > 0 => {
                state.version += 1;
                state.total = state.results.len() + self.tournament.schedule.games_left(&state.results);
            }
            Ok(_) => {}
            Err(error) => eprintln!("floe: cannot read the tournament: {error}"),
        }
    }

    fn progress(&self, state: &FeedState) -> Progress {
        let is_complete = || self.tournament.schedule.next(&state.results) == ScheduleStep::Done;
        let run = match &self.organiser {
            Some(_) if state.finished && is_complete() => FeedRunState::Finished,
            Some(_) if state.finished => FeedRunState::Stored,
            Some(organiser) => match organiser.control.state() {
                RunState::Running => FeedRunState::Running,
                RunState::Pausing => FeedRunState::Pausing,
                RunState::Paused => FeedRunState::Paused,
                RunState::Stopping => FeedRunState::Stopping,
            },
            None if self.reader.is_played() => FeedRunState::Running,
            None if is_complete() => FeedRunState::Finished,
            None => FeedRunState::Stored,
        };
        Progress {
            kind: "progress",
            version: state.version,
            played: state.results.len(),
            total: state.total,
            state: run,
        }
    }

    /// Returns the messages from now on, and those that say how things stand.
    pub(crate) fn follow(&self) -> (broadcast::Receiver<Utf8Bytes>, [Utf8Bytes; 3]) {
        let state = self.lock();
        let receiver = self.messages.subscribe();
        (receiver, [message(&self.progress(&state)), whole_games(&state), machines_message(&state)])
    }

    /// Returns the report of the results so far. It is made when somebody wants it, once for all who want it.
    pub(crate) fn shown(&self) -> Arc<ShownReport> {
        let wanted = self.lock().version;
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = shown.as_ref().filter(|known| known.served.version() >= wanted) {
            return known.clone();
        }
        let (results, version) = {
            let state = self.lock();
            (state.results.clone(), state.version)
        };
        // Without the lock of the state: the tournament goes on meanwhile.
        let report = summary(&self.tournament, results, self.sprt.as_ref());
        let served = ServedReport::new(report, version);
        let page = Asset::new("text/html; charset=utf-8", served.page().html.clone());
        let new = Arc::new(ShownReport { served, page, json: Mutex::default() });
        *shown = Some(new.clone());
        new
    }

    /// Returns a part of the report's page by the name of its file.
    pub(crate) fn file(&self, name: &str) -> io::Result<Option<String>> {
        self.shown().served.file(name, &|game| self.record(game))
    }

    /// Returns the report as JSON.
    pub(crate) fn json(&self) -> io::Result<Bytes> {
        let shown = self.shown();
        let mut json = shown.json.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = &*json {
            return Ok(text.clone());
        }
        let mut text = Vec::new();
        floe_arena::report::json(shown.served.report(), &|game| self.record(game), &mut text)?;
        Ok(json.insert(text.into()).clone())
    }

    fn record(&self, game: &GameResult) -> io::Result<String> {
        self.reader.record(game.number).map_err(io::Error::other)
    }

    /// Does what an organiser wants.
    pub(crate) fn control(
        &self,
        secret: Option<SecretDigest>,
        request: ControlRequest,
    ) -> Result<(), ApiError> {
        let nobody = || ApiError::new(ErrorCode::Refused, "this server does not play the tournament");
        let organiser = self.organiser.as_ref().ok_or_else(nobody)?;
        if secret != Some(organiser.token) {
            return Err(ApiError::new(ErrorCode::NoSecret, "the organiser's token is needed"));
        }
        if self.lock().finished {
            return Err(nobody());
        }
        match request {
            ControlRequest::Pause => organiser.control.pause(),
            ControlRequest::Resume => organiser.control.resume(),
            ControlRequest::Stop => organiser.control.stop(),
        }
        self.tick();
        Ok(())
    }
}

fn whole_games(state: &FeedState) -> Utf8Bytes {
    message(&GamesMessage { kind: "games", whole: true, games: state.live.games().collect() })
}

fn machines_message(state: &FeedState) -> Utf8Bytes {
    message(&MachinesMessage { kind: "machines", machines: &state.machines })
}

/// Gathers changes from time to time, until the server stops.
pub(crate) async fn keep_up(feed: Arc<TournamentFeed>) {
    loop {
        let started = Instant::now();
        let ticking = feed.clone();
        // The database may be slow.
        let _ = tokio::task::spawn_blocking(move || ticking.tick()).await;
        tokio::time::sleep(TICK.saturating_sub(started.elapsed()).max(TICK / 5)).await;
    }
}
