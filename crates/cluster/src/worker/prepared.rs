//! Tournaments that are ready to be played here: the sheet, the programs in the sandbox, and the time of this machine.

use std::collections::HashMap;
use std::sync::Arc;

use floe_arena::event::{PlayerFactory, Tournament};
use floe_arena::sandbox::{Sandbox, Tier, UnpackedArchive};
use tokio::sync::OnceCell;

use super::{PlayerParts, Shared};
use crate::error::ClusterError;
use crate::files::{get_file, open_bucket};
use crate::protocol::{FILES, GameJob, unpack};
use crate::sheet::{SheetPlayer, TournamentSheet};

/// A tournament whose games can be played.
pub(super) struct PreparedSheet {
    pub(super) tournament: Tournament,
    pub(super) players: Box<dyn PlayerFactory + Send>,
}

type Cell<T> = Arc<OnceCell<T>>;
/// The digest of an archive, and the tier that it was unpacked for.
type ArchiveKey = (String, Option<Tier>);

/// All tournaments and programs that are ready. Each program is fetched once.
#[derive(Default)]
pub(super) struct Preparations {
    sheets: std::sync::Mutex<HashMap<String, Cell<Arc<TournamentSheet>>>>,
    prepared: std::sync::Mutex<HashMap<String, Cell<Arc<PreparedSheet>>>>,
    archives: std::sync::Mutex<HashMap<ArchiveKey, Cell<UnpackedArchive>>>,
    sandboxes: std::sync::Mutex<HashMap<Option<Tier>, Arc<Sandbox>>>,
}

impl Preparations {
    /// Prepares all tournaments anew when they are needed: the speed has changed.
    pub(super) fn clear(&self) {
        super::lock(&self.prepared).clear();
    }

    /// Forgets a tournament that is over, and all programs when there is no other.
    pub(super) fn forget(&self, sheet: &str, is_last: bool) {
        super::lock(&self.sheets).remove(sheet);
        super::lock(&self.prepared).remove(sheet);
        if is_last {
            super::lock(&self.archives).clear();
        }
    }

    async fn sheet(&self, shared: &Shared, job: &GameJob) -> Result<Arc<TournamentSheet>, ClusterError> {
        let cell = super::lock(&self.sheets).entry(job.sheet.clone()).or_default().clone();
        let fetched = cell.get_or_try_init(|| async {
            let files = open_bucket(&shared.link.context, FILES).await?;
            let bytes = get_file(&files, &job.sheet).await?;
            Ok::<_, ClusterError>(Arc::new(unpack::<TournamentSheet>("the sheet of the tournament", &bytes)?))
        });
        fetched.await.cloned()
    }

    /// Returns how many cores each game of a tournament has, if it is known.
    pub(super) async fn cores_of(&self, shared: &Shared, job: &GameJob) -> Option<u32> {
        self.sheet(shared, job).await.ok().map(|sheet| sheet.charter.cores.max(1))
    }

    /// Prepares the tournament of a job.
    pub(super) async fn prepare(
        &self,
        shared: &Shared,
        job: &GameJob,
    ) -> Result<Arc<PreparedSheet>, ClusterError> {
        let cell = super::lock(&self.prepared).entry(job.sheet.clone()).or_default().clone();
        let prepared = cell.get_or_try_init(|| async {
            let sheet = self.sheet(shared, job).await?;
            self.prepare_sheet(shared, &sheet).await.map(Arc::new)
        });
        prepared.await.cloned()
    }

    fn sandbox(&self, shared: &Shared, tier: Option<Tier>) -> Result<Arc<Sandbox>, ClusterError> {
        if let Some(sandbox) = super::lock(&self.sandboxes).get(&tier) {
            return Ok(sandbox.clone());
        }
        let sandbox = (shared.options.sandbox)(tier).map_err(ClusterError::Machine)?;
        if sandbox.tier() < shared.options.weakest_tier {
            let words = format!("this machine can isolate programs only in tier '{}'", sandbox.tier());
            return Err(ClusterError::Machine(words));
        }
        super::lock(&self.sandboxes).insert(tier, sandbox.clone());
        Ok(sandbox)
    }

    /// Returns the files of programs, which are fetched and unpacked once.
    async fn archive(
        &self,
        shared: &Shared,
        digest: &str,
        tier: Option<Tier>,
        sandbox: &Arc<Sandbox>,
    ) -> Result<UnpackedArchive, ClusterError> {
        let cell = super::lock(&self.archives).entry((digest.to_owned(), tier)).or_default().clone();
        let unpacked = cell.get_or_try_init(|| async {
            let files = open_bucket(&shared.link.context, FILES).await?;
            let bytes = get_file(&files, digest).await?;
            let sandbox = sandbox.clone();
            let unpacked = tokio::task::spawn_blocking(move || sandbox.unpack(&bytes)).await;
            let unpacked = unpacked.map_err(|error| ClusterError::Machine(error.to_string()))?;
            unpacked.map_err(|error| ClusterError::Machine(error.to_string()))
        });
        unpacked.await.cloned()
    }

    async fn prepare_sheet(
        &self,
        shared: &Shared,
        sheet: &TournamentSheet,
    ) -> Result<PreparedSheet, ClusterError> {
        let has_programs =
            sheet.entrants.iter().any(|entrant| matches!(entrant.player, SheetPlayer::Program { .. }));
        let sandbox = if has_programs { Some(self.sandbox(shared, sheet.tier)?) } else { None };
        let mut programs = Vec::new();
        let mut remarks = Vec::new();
        for entrant in &sheet.entrants {
            programs.push(match (&entrant.player, &sandbox) {
                (SheetPlayer::Program { manifest, archive, .. }, Some(sandbox)) => {
                    let archive = match archive {
                        Some(digest) => Some(self.archive(shared, digest, sheet.tier, sandbox).await?),
                        None => None,
                    };
                    let admitted = sandbox.admit_bundle(manifest, archive.as_ref(), sheet.other_systems);
                    let program = admitted.map_err(|error| ClusterError::Machine(error.to_string()))?;
                    remarks.extend(program.warnings().iter().cloned());
                    Some(Arc::new(program))
                }
                _ => None,
            });
        }
        let speed = shared.speed();
        let scale = |time| sheet.clock.scale(time, speed);
        let mut limits = sheet.charter.limits.clone();
        let time = scale(limits.wall);
        (limits.wall, limits.cpu, limits.grace) = (time, scale(limits.cpu), limits.grace);
        let isolation = match &sandbox {
            Some(sandbox) => {
                let gaps = sandbox.gaps().iter().map(ToString::to_string);
                std::iter::once(sandbox.description()).chain(gaps).collect::<Vec<_>>().join("; ")
            }
            None => "not needed: no programs take part".to_owned(),
        };
        let mut machine = format!("{}, {} cores, speed {speed:.0}", shared.options.name, shared.cores);
        let factor = sheet.clock.factor(speed);
        if (factor - 1.0).abs() > 1e-9 {
            machine += &format!(", {} ms per turn by its speed", time.as_millis());
        }
        for remark in remarks {
            machine += &format!("; {remark}");
        }
        let words = [("isolation", isolation), ("machine", machine)];
        let words = words.map(|(key, value)| (key.to_owned(), value));
        let tournament = sheet.tournament(&words)?;
        let parts = PlayerParts { sheet, programs, sandbox, limits, time };
        let players = (shared.options.players)(parts).map_err(ClusterError::Machine)?;
        Ok(PreparedSheet { tournament, players })
    }
}
