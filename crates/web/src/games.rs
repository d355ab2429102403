//! All games of the server: those in memory, and those in the database.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use floe_session::{SearchBudget, Session};
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore, mpsc};

use crate::clock::GameClock;
use crate::database::{Database, GameRow, now};
use crate::engine_pool::EnginePool;
use crate::error::{ApiError, ErrorCode};
use crate::limits::{ServerLimits, Visitor, Visitors};
use crate::new_game::{NewGame, StartedGame};
use crate::room::{self, OpenedGame, RoomCommand, RoomHandle};
use crate::room_record::{NewSecrets, RoomRecord};
use crate::secret::GameId;
use crate::snapshot::{GameSummary, SnapshotMaker};

/// How many boards, records and games are read or made at a time. Each may take 150 MB.
const WORKSHOP: usize = 2;
/// The games that a lobby lists.
const LOBBY_SIZE: u32 = 100;

/// What the tasks of games share.
pub(crate) struct Services {
    pub(crate) database: Database,
    pub(crate) pool: EnginePool,
    pub(crate) visitors: Arc<Visitors>,
    pub(crate) limits: ServerLimits,
    pub(crate) budget: SearchBudget,
    /// A slot for each client that follows something.
    followers: Arc<Semaphore>,
    rooms: Mutex<HashMap<GameId, RoomHandle>>,
    /// A lock for each game that is being loaded, so that it is loaded once.
    loading: std::sync::Mutex<HashMap<GameId, Arc<Mutex<()>>>>,
    /// Limits what is read and made at a time.
    workshop: Semaphore,
    connections: AtomicU64,
}

/// Returns the players who are people.
pub(crate) fn people(session: &Session) -> Vec<u32> {
    let numbers = session.roster().seats().iter().map(|&(number, _)| number);
    numbers.filter(|&number| session.roster().is_person(number)).collect()
}

impl Services {
    pub(crate) fn new(
        database: Database,
        pool: EnginePool,
        limits: ServerLimits,
        budget: SearchBudget,
    ) -> Arc<Services> {
        Arc::new(Services {
            database,
            pool,
            visitors: Visitors::new(limits.clone()),
            followers: Arc::new(Semaphore::new(limits.connections)),
            limits,
            budget,
            rooms: Mutex::default(),
            loading: std::sync::Mutex::default(),
            workshop: Semaphore::new(WORKSHOP),
            connections: AtomicU64::new(1),
        })
    }

    /// Takes slots for a client that follows something, as many as its messages are large.
    pub(crate) fn follower(&self, slots: u32) -> Result<OwnedSemaphorePermit, ApiError> {
        let slot = self.followers.clone().try_acquire_many_owned(slots);
        slot.map_err(|_| ApiError::new(ErrorCode::TooMany, "the server has too many connections"))
    }

    /// Waits until no client follows anything.
    pub(crate) async fn all_left(&self) {
        let all = u32::try_from(self.limits.connections).unwrap_or(u32::MAX);
        // It is never closed.
        let _ = self.followers.acquire_many(all).await;
    }

    /// Ends the tasks of all games.
    pub(crate) async fn close(&self) {
        self.rooms.lock().await.clear();
    }

    /// Does something that takes a while on a thread for such work, when it is its turn.
    pub(crate) async fn off_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _permit = self.workshop.acquire().await.map_err(|error| ApiError::failed(&error))?;
        tokio::task::spawn_blocking(work).await.map_err(|error| ApiError::failed(&error))?
    }

    /// Returns a number for a connection.
    pub(crate) fn connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// Starts and stores a new game.
    pub(crate) async fn start(
        self: &Arc<Services>,
        request: NewGame,
        visitor: Visitor,
    ) -> Result<(GameId, NewSecrets), ApiError> {
        let (settings, public) = (request.clock, request.public);
        let (budget, cells) = (self.budget, self.limits.cells);
        let StartedGame { session, owners } = self.off_thread(move || request.start(budget, cells)).await?;
        let clock = settings.map(|clock| GameClock::new(clock, &people(&session), session.game().made()));
        let (record, secrets) = RoomRecord::new(&owners, public, now(), clock);
        let id = self.add(session, record, visitor).await?;
        Ok((id, secrets))
    }

    async fn add(
        self: &Arc<Services>,
        session: Session,
        record: RoomRecord,
        visitor: Visitor,
    ) -> Result<GameId, ApiError> {
        self.has_room(self.rooms.lock().await.len())?;
        let id = GameId::random();
        let row = room::row(&id, &session, &record)?;
        self.may_store(visitor, &row)?;
        self.database.save(vec![row]).await.map_err(|error| ApiError::failed(&error))?;
        self.enter(&id, session, record, visitor).await?;
        Ok(id)
    }

    /// Checks that a visitor may store another game.
    pub(crate) fn may_store(&self, visitor: Visitor, row: &GameRow) -> Result<(), ApiError> {
        if self.database.size() >= self.limits.stored_bytes {
            let message = "the server has no room for new games; it deletes old ones from time to time";
            return Err(ApiError::new(ErrorCode::Busy, message).retry_after(600));
        }
        self.visitors.store(visitor, row.session.len() + row.room.len())
    }

    /// Puts a game into the memory, and starts its task.
    async fn enter(
        self: &Arc<Services>,
        id: &GameId,
        session: Session,
        record: RoomRecord,
        visitor: Visitor,
    ) -> Result<RoomHandle, ApiError> {
        let permit = self.visitors.hold_game(visitor)?;
        let (session, maker) = self
            .off_thread(move || {
                let maker = SnapshotMaker::new(session.game());
                Ok((session, maker))
            })
            .await?;
        let mut rooms = self.rooms.lock().await;
        self.has_room(rooms.len())?;
        let opened = OpenedGame { session, record, maker, visitor, permit };
        let room = room::open(id.clone(), opened, self.clone());
        rooms.insert(id.clone(), room.clone());
        Ok(room)
    }

    async fn known(&self, id: &GameId) -> Option<RoomHandle> {
        self.rooms.lock().await.get(id).filter(|room| !room.is_closed()).cloned()
    }

    /// Checks that another game may be in memory beside so many.
    fn has_room(&self, games: usize) -> Result<(), ApiError> {
        if games < self.limits.games_in_memory {
            return Ok(());
        }
        let message = "the server has too many games at the moment";
        Err(ApiError::new(ErrorCode::Busy, message).retry_after(60))
    }

    /// Returns a game, from memory or from the database.
    pub(crate) async fn open(
        self: &Arc<Services>,
        id: &GameId,
        visitor: Visitor,
    ) -> Result<RoomHandle, ApiError> {
        if let Some(room) = self.known(id).await {
            return Ok(room);
        }
        let lock = self.loading_lock().entry(id.clone()).or_default().clone();
        let opened = async {
            let _turn = lock.lock().await;
            // Somebody else may have been quicker.
            match self.known(id).await {
                Some(room) => Ok(room),
                None => self.load(id, visitor).await,
            }
        };
        let opened = opened.await;
        // Those who still wait for it have it in their hands.
        self.loading_lock().remove(id);
        opened
    }

    fn loading_lock(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, Arc<Mutex<()>>>> {
        self.loading.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Loads a game. Others are not held up: a long one takes a while.
    async fn load(self: &Arc<Services>, id: &GameId, visitor: Visitor) -> Result<RoomHandle, ApiError> {
        let row = self.database.load(id.clone()).await.map_err(|error| ApiError::failed(&error))?;
        let row = row.ok_or_else(ApiError::no_game)?;
        let broken = |cause: String| ApiError::failed(&format_args!("game {id} cannot be read: {cause}"));
        let record = RoomRecord::read(&row.room).map_err(broken)?;
        let session = self.off_thread(move || Ok(Session::from_stored(&row.session))).await?;
        let session = session.map_err(|error| broken(error.to_string()))?;
        self.enter(id, session, record, visitor).await
    }

    /// Drops a game from memory, unless somebody has just sent it a command.
    pub(crate) async fn unload(&self, id: &GameId, queue: &mut mpsc::Receiver<RoomCommand>) -> bool {
        let mut rooms = self.rooms.lock().await;
        // Handles are taken while the lock is held, but commands may still arrive from those taken before.
        if !queue.is_empty() {
            return false;
        }
        queue.close();
        rooms.remove(id);
        true
    }

    /// Returns the public games that are not over.
    pub(crate) async fn lobby(self: &Arc<Services>, visitor: Visitor) -> Result<Vec<GameSummary>, ApiError> {
        let ids = self.database.lobby(LOBBY_SIZE).await.map_err(|error| ApiError::failed(&error))?;
        let mut games = Vec::new();
        for id in ids {
            // A game that was deleted meanwhile, or that is broken, is left out.
            if let Ok(room) = self.open(&id, visitor).await {
                games.push(room.snapshot().summary.clone());
            }
        }
        games.retain(|game| !game.is_over);
        Ok(games)
    }

    /// Deletes games that nobody has touched for a long time.
    pub(crate) async fn delete_idle(&self) {
        let used = self.rooms.lock().await.keys().chain(self.loading_lock().keys()).cloned().collect();
        if let Err(error) = self.database.delete_idle(self.limits.keep, self.limits.keep_unplayed, used).await
        {
            eprintln!("floe: {error}");
        }
    }
}
