//! The coordinator of a tournament: it publishes games, and takes, checks and passes on their results.

mod batch;
mod compare;
mod parts;
mod queue;

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::{self, Context};
use floe_arena::event::{EventError, GameRunner, Receiver, RunControl, Tournament};
use floe_arena::schedule::Fixture;
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::connection::{ClusterRole, Link, NatsServer};
use crate::error::ClusterError;
use crate::files::{ensure_bucket, put_file};
use crate::fleet::Fleet;
use crate::protocol::{
    AnnouncedState, Announcement, FILES, FloeVersion, TournamentKey, announcement_subject, digest, message,
    pack,
};
use crate::sheet::TournamentSheet;
use batch::Batch;
use parts::Parts;
pub(crate) use parts::part_headers;
use queue::{ensure_streams, read_results};

/// The batches of results that wait to be handled.
const WAITING_BATCHES: usize = 4;
/// How long it may take to remove what is left on the server.
const CLEAN_UP: Duration = Duration::from_secs(60);

/// How a tournament uses a cluster.
#[derive(Clone, Debug)]
pub struct ClusterSettings {
    /// The NATS server.
    pub server: NatsServer,
    /// The tournament on that server.
    pub key: TournamentKey,
    /// Our version.
    pub version: FloeVersion,
    /// How long a worker may be silent about a game before another gets it.
    pub lease: Duration,
    /// The least speed of a worker.
    pub floor: f64,
    /// The share of games that are played twice and compared.
    pub compare: f64,
    /// Whether every turn is to be told, for somebody who watches.
    pub live: bool,
}

/// Tells people something.
pub type Notes = Box<dyn FnMut(&str)>;

/// Plays games of a tournament on the workers of a cluster.
pub struct Coordinator {
    runtime: Runtime,
    settings: ClusterSettings,
    link: Link,
    /// The digest of the sheet.
    sheet: String,
    /// The sheet and the archives of programs, in case the server loses them.
    files: Vec<Arc<Vec<u8>>>,
    title: String,
    tier: Option<floe_arena::sandbox::Tier>,
    turn_time: Duration,
    /// Decides which games are compared.
    seed: u64,
    fleet: Fleet,
    parts: Parts,
    results: mpsc::Receiver<Vec<jetstream::Message>>,
    reading: JoinHandle<()>,
    notes: Notes,
}

impl std::fmt::Debug for Coordinator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Coordinator").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Coordinator {
    /// Connects to the server, and uploads the sheet and the programs.
    pub fn connect(
        settings: ClusterSettings,
        sheet: &TournamentSheet,
        archives: &[Arc<Vec<u8>>],
        notes: Notes,
    ) -> Result<Coordinator, ClusterError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(ClusterError::Threads)?;
        let packed = Arc::new(pack(sheet));
        let sheet_digest = digest(&packed);
        let files: Vec<Arc<Vec<u8>>> = archives.iter().cloned().chain([packed]).collect();
        let (link, results, reading) = runtime.block_on(async {
            let name = format!("floe tournament {}", settings.key.as_str());
            let link = settings.server.connect(ClusterRole::Organiser, &name).await?;
            ensure_streams(&link.context, &settings).await?;
            upload(&link.context, &files).await?;
            let (sender, results) = mpsc::channel(WAITING_BATCHES);
            let reading = tokio::spawn(read_results(link.clone(), settings.clone(), sender));
            Ok((link, results, reading))
        })?;
        Ok(Coordinator {
            runtime,
            settings,
            link,
            sheet: sheet_digest,
            files,
            title: sheet.title.clone(),
            tier: sheet.tier,
            turn_time: sheet.charter.limits.wall,
            seed: sheet.charter.schedule.seed,
            fleet: Fleet::default(),
            parts: Parts::default(),
            results,
            reading,
            notes,
        })
    }

    /// Tells the workers that the tournament is over or stopped, and removes what is left of it on the server.
    ///
    /// When it is complete, that includes late results, which nobody needs any more. Otherwise results stay: those that are
    /// stored are removed one by one, and the others are taken when the tournament is resumed.
    pub fn close(self, is_complete: bool) {
        self.reading.abort();
        let Coordinator { runtime, settings, link, .. } = &self;
        let closing = async {
            let closed = message(&self.announcement(AnnouncedState::Closed));
            // What cannot be told now, workers notice by silence.
            link.tell("announce the end", announcement_subject(&settings.key), closed).await?;
            if queue::is_answering(&link.context).await {
                queue::clean_up(&link.context, settings, is_complete).await;
            }
            Ok(())
        };
        // What remains does no harm: it is removed when the tournament is resumed.
        let _ = runtime.block_on(async { timeout(CLEAN_UP, link.while_connected(closing)).await });
        // Do not wait for a pending lookup of the address of a server that is gone.
        self.runtime.shutdown_background();
    }

    #[cfg(test)]
    pub(crate) fn link(&self) -> &Link {
        &self.link
    }

    fn announcement(&self, state: AnnouncedState) -> Announcement {
        Announcement {
            tournament: self.settings.key.clone(),
            title: self.title.clone(),
            version: self.settings.version.clone(),
            sheet: self.sheet.clone(),
            state,
            lease: self.settings.lease,
            turn_time: self.turn_time,
            tier: self.tier,
            floor: self.settings.floor,
            live: self.settings.live,
            refused: self.fleet.refused().clone(),
        }
    }
}

/// Puts what workers need into the object store, unless it is there.
async fn upload(context: &Context, files: &[Arc<Vec<u8>>]) -> Result<(), ClusterError> {
    let store = ensure_bucket(context, FILES).await?;
    for file in files {
        put_file(&store, file).await?;
    }
    Ok(())
}

impl GameRunner for Coordinator {
    fn play<'a>(
        &mut self,
        tournament: &Tournament,
        fixtures: &'a [Fixture],
        control: &RunControl,
        receive: &mut Receiver<'_, 'a>,
    ) -> Result<(), EventError> {
        let runtime = self.runtime.handle().clone();
        let played = runtime.block_on(Batch::new(self, tournament, fixtures, control, receive).run());
        control.set_games_in_progress(0);
        played
    }
}
