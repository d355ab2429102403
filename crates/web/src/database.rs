//! The database of games: SQLite in the data folder.
//!
//! One thread owns the connection. It takes all requests that have arrived and commits them in one transaction, so that
//! many games at once cost one wait for the disk. A request is answered after the commit.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use tokio::sync::oneshot;

use crate::secret::GameId;

/// The name of the file in the data folder.
const FILE: &str = "games.sqlite";
/// Marks the file as ours: "floe" in ASCII, with the last bit flipped to tell it from tournaments.
const APPLICATION_ID: i32 = 0x666c_6f64;
const VERSION: i32 = 1;
/// The most requests that share a transaction.
const MOST_AT_ONCE: usize = 500;

const SCHEMA: &str = "
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        session BLOB NOT NULL,
        room BLOB NOT NULL,
        public INTEGER NOT NULL,
        over INTEGER NOT NULL,
        turns INTEGER NOT NULL,
        touched INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX lobby ON games (touched) WHERE public = 1 AND over = 0;
    CREATE INDEX idle ON games (touched);
";

/// Why the database cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The folder cannot be made.
    #[error("cannot make the folder '{}': {cause}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The cause.
        cause: String,
    },
    /// Another server uses the file.
    #[error("'{}' is in use by another server: choose another data folder", .0.display())]
    InUse(PathBuf),
    /// The file is of another kind.
    #[error("'{}' is not a database of games of floe", .0.display())]
    Foreign(PathBuf),
    /// A newer version of floe made the file.
    #[error("'{}' is of version {version}, and this program reads up to version {VERSION}", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: i32,
    },
    /// SQLite failed.
    #[error("the database of games failed: {0}")]
    Sqlite(String),
}

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> DatabaseError {
        DatabaseError::Sqlite(error.to_string())
    }
}

/// A game as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct GameRow {
    pub(crate) id: GameId,
    /// The stored session.
    pub(crate) session: Vec<u8>,
    /// The seats and everything else that is not in the session, as JSON.
    pub(crate) room: Vec<u8>,
    pub(crate) public: bool,
    pub(crate) over: bool,
    /// The number of turns.
    pub(crate) turns: usize,
}

type Answer<T> = oneshot::Sender<Result<T, DatabaseError>>;

enum Request {
    /// Stores all of them, or none.
    Save(Vec<GameRow>, Answer<()>),
    Load(GameId, Answer<Option<GameRow>>),
    /// The public games that are not over, the latest first.
    Lobby(u32, Answer<Vec<GameId>>),
    /// Deletes games that were not touched since a time, and those without a turn since another, but none in use.
    DeleteIdle {
        touched: i64,
        unplayed: i64,
        used: HashSet<GameId>,
        answer: Answer<()>,
    },
}

/// A handle to the database. The thread ends when all handles are gone.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    requests: mpsc::Sender<Request>,
    /// How many bytes it has on disk.
    size: Arc<AtomicU64>,
}

impl std::fmt::Debug for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Request")
    }
}

impl Database {
    /// Opens the database in a folder, and creates both where they are missing; without a folder, it is in memory.
    pub(crate) fn open(folder: Option<&Path>) -> Result<(Database, thread::JoinHandle<()>), DatabaseError> {
        let file = match folder {
            Some(folder) => {
                let failed = |error: std::io::Error| DatabaseError::Folder {
                    path: folder.to_owned(),
                    cause: error.to_string(),
                };
                std::fs::create_dir_all(folder).map_err(failed)?;
                folder.join(FILE)
            }
            None => PathBuf::from(":memory:"),
        };
        let connection = connect(&file)?;
        let (requests, queue) = mpsc::channel();
        let size = Arc::new(AtomicU64::new(size_of(&connection)?));
        let measured = size.clone();
        let thread = thread::Builder::new()
            .name("games".to_owned())
            .spawn(move || work(connection, &queue, &measured))
            .map_err(|error| DatabaseError::Sqlite(error.to_string()))?;
        Ok((Database { requests, size }, thread))
    }

    async fn ask<T>(&self, request: impl FnOnce(Answer<T>) -> Request) -> Result<T, DatabaseError> {
        let gone = || DatabaseError::Sqlite("it did not take the request".to_owned());
        let (answer, receiver) = oneshot::channel();
        self.requests.send(request(answer)).map_err(|_| gone())?;
        receiver.await.map_err(|_| gone())?
    }

    /// Returns how many bytes the games take on disk.
    pub(crate) fn size(&self) -> u64 {
        self.size.load(Ordering::Relaxed)
    }

    /// Stores games. They are on disk when this returns.
    pub(crate) async fn save(&self, rows: Vec<GameRow>) -> Result<(), DatabaseError> {
        self.ask(|answer| Request::Save(rows, answer)).await
    }

    pub(crate) async fn load(&self, id: GameId) -> Result<Option<GameRow>, DatabaseError> {
        self.ask(|answer| Request::Load(id, answer)).await
    }

    pub(crate) async fn lobby(&self, most: u32) -> Result<Vec<GameId>, DatabaseError> {
        self.ask(|answer| Request::Lobby(most, answer)).await
    }

    /// Deletes the games that were not touched for so long, and those without a turn after a shorter time, but none of
    /// those in use.
    pub(crate) async fn delete_idle(
        &self,
        idle: Duration,
        unplayed: Duration,
        used: HashSet<GameId>,
    ) -> Result<(), DatabaseError> {
        let before = |idle: Duration| now() - i64::try_from(idle.as_secs()).unwrap_or(i64::MAX);
        let (touched, unplayed) = (before(idle), before(unplayed));
        self.ask(|answer| Request::DeleteIdle { touched, unplayed, used, answer }).await
    }
}

/// Returns the time in seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

fn connect(path: &Path) -> Result<Connection, DatabaseError> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    let in_use = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => DatabaseError::InUse(path.to_owned()),
        Some(ErrorCode::NotADatabase) => DatabaseError::Foreign(path.to_owned()),
        _ => error.into(),
    };
    connection.busy_timeout(Duration::from_millis(500))?;
    // One server at a time: it keeps games in memory, and would not see what another stores.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(in_use)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(in_use)?;
    // A turn is on disk before anyone is told of it, even if the power fails.
    connection.pragma_update(None, "synchronous", "FULL").map_err(in_use)?;
    connection.execute_batch("BEGIN EXCLUSIVE").map_err(in_use)?;
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match (pragma("application_id")?, pragma("user_version")?) {
        (0, 0) if tables == 0 => {
            connection.execute_batch(SCHEMA)?;
            connection.pragma_update(None, "application_id", APPLICATION_ID)?;
            connection.pragma_update(None, "user_version", VERSION)?;
        }
        (APPLICATION_ID, VERSION) => {}
        (APPLICATION_ID, version) => return Err(DatabaseError::Newer { path: path.to_owned(), version }),
        _ => return Err(DatabaseError::Foreign(path.to_owned())),
    }
    connection.execute_batch("COMMIT")?;
    Ok(connection)
}

/// Sends an answer after the commit, or the reason why there was none.
type Finish = Box<dyn FnOnce(Result<(), DatabaseError>)>;

/// Returns how many bytes of the file are in use.
fn size_of(connection: &Connection) -> rusqlite::Result<u64> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, u64>(0));
    Ok(pragma("page_count")?.saturating_sub(pragma("freelist_count")?) * pragma("page_size")?)
}

fn work(mut connection: Connection, queue: &mpsc::Receiver<Request>, size: &AtomicU64) {
    while let Ok(first) = queue.recv() {
        let requests: Vec<Request> =
            std::iter::once(first).chain(queue.try_iter().take(MOST_AT_ONCE)).collect();
        let transaction = match connection.transaction() {
            Ok(transaction) => transaction,
            Err(error) => {
                // Whoever asked learns that there is no answer.
                eprintln!("floe: the database of games failed: {error}");
                continue;
            }
        };
        let mut finishes: Vec<Finish> = Vec::new();
        for request in requests {
            // A full disk ends the transaction by itself. What comes after that would be stored at once.
            if transaction.is_autocommit() {
                break;
            }
            finishes.push(handle(&transaction, request));
        }
        let committed = if transaction.is_autocommit() {
            drop(transaction);
            Err(DatabaseError::Sqlite("the transaction was rolled back".to_owned()))
        } else {
            transaction.commit().map_err(DatabaseError::from)
        };
        for finish in finishes {
            finish(committed.clone());
        }
        if let Ok(bytes) = size_of(&connection) {
            size.store(bytes, Ordering::Relaxed);
        }
    }
}

/// Answers a request with its result, or with the reason why there was no commit.
fn answered<T: 'static>(answer: Answer<T>, result: rusqlite::Result<T>) -> Finish {
    let result = result.map_err(DatabaseError::from);
    Box::new(move |committed| {
        // Whoever asked may have gone.
        let _ = answer.send(committed.and(result));
    })
}

fn handle(connection: &Connection, request: Request) -> Finish {
    match request {
        Request::Save(rows, answer) => {
            answered(answer, rows.iter().try_for_each(|row| save(connection, row)))
        }
        Request::Load(id, answer) => answered(answer, load(connection, id)),
        Request::Lobby(most, answer) => answered(answer, lobby(connection, most)),
        Request::DeleteIdle { touched, unplayed, used, answer } => {
            answered(answer, delete_idle(connection, touched, unplayed, &used))
        }
    }
}

fn save(connection: &Connection, row: &GameRow) -> rusqlite::Result<()> {
    let GameRow { id, session, room, public, over, turns } = row;
    let mut statement = connection.prepare_cached(
        "INSERT INTO games (id, session, room, public, over, turns, touched) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (id) DO UPDATE SET
            session = excluded.session, room = excluded.room, public = excluded.public, over = excluded.over,
            turns = excluded.turns, touched = excluded.touched",
    )?;
    statement.execute(params![id.as_str(), session, room, public, over, turns, now()])?;
    Ok(())
}

fn load(connection: &Connection, id: GameId) -> rusqlite::Result<Option<GameRow>> {
    let mut statement =
        connection.prepare_cached("SELECT session, room, public, over, turns FROM games WHERE id = ?1")?;
    let row = statement.query_row(params![id.as_str()], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
    });
    let row = row.optional()?;
    Ok(row.map(|(session, room, public, over, turns)| GameRow { id, session, room, public, over, turns }))
}

fn lobby(connection: &Connection, most: u32) -> rusqlite::Result<Vec<GameId>> {
    let mut statement = connection.prepare_cached(
        "SELECT id FROM games WHERE public = 1 AND over = 0 ORDER BY touched DESC LIMIT ?1",
    )?;
    let ids = statement.query_map(params![most], |row| row.get::<_, String>(0))?;
    ids.filter_map(|id| id.map(|id| GameId::parse(&id)).transpose()).collect()
}

fn delete_idle(
    connection: &Connection,
    touched: i64,
    unplayed: i64,
    used: &HashSet<GameId>,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "SELECT id FROM games WHERE touched < ?1 OR (turns = 0 AND touched < ?2) LIMIT 2000",
    )?;
    let idle = statement.query_map(params![touched, unplayed], |row| row.get::<_, String>(0))?;
    let idle = idle.collect::<rusqlite::Result<Vec<String>>>()?;
    let mut delete = connection.prepare_cached("DELETE FROM games WHERE id = ?1")?;
    for id in idle {
        if GameId::parse(&id).is_none_or(|id| !used.contains(&id)) {
            delete.execute(params![id])?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &GameId, public: bool) -> GameRow {
        GameRow { id: id.clone(), session: b"s".to_vec(), room: b"r".to_vec(), public, over: false, turns: 0 }
    }

    #[tokio::test]
    async fn games_are_there_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let id = GameId::random();
        let (database, thread) = Database::open(Some(folder.path())).unwrap();
        database.save(vec![row(&id, true)]).await.unwrap();
        database.save(vec![row(&GameId::random(), false)]).await.unwrap();
        assert!(matches!(Database::open(Some(folder.path())), Err(DatabaseError::InUse(_))));
        drop(database);
        thread.join().unwrap();

        let (database, _thread) = Database::open(Some(folder.path())).unwrap();
        let loaded = database.load(id.clone()).await.unwrap().unwrap();
        assert_eq!((&loaded.session[..], &loaded.room[..], loaded.public), (&b"s"[..], &b"r"[..], true));
        assert!(database.load(GameId::random()).await.unwrap().is_none());
        assert_eq!(database.lobby(10).await.unwrap(), std::slice::from_ref(&id));
        let (minute, zero) = (Duration::from_secs(60), Duration::ZERO);
        let far = Duration::from_secs(60 * 60 * 24 * 365 * 100);
        database.delete_idle(minute, minute, HashSet::new()).await.unwrap();
        std::thread::sleep(Duration::from_millis(1100));
        database.delete_idle(far, zero, HashSet::from([id.clone()])).await.unwrap();
        assert_eq!(database.lobby(10).await.unwrap(), [id]);
        database.delete_idle(far, zero, HashSet::new()).await.unwrap();
        assert!(database.lobby(10).await.unwrap().is_empty());
        assert!(database.size() > 0);
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        std::fs::write(
            &path,
            "not a database, but long enough to have a header of a hundred bytes ".repeat(9),
        )
        .unwrap();
        assert!(matches!(Database::open(Some(folder.path())), Err(DatabaseError::Foreign(_))));
        std::fs::remove_file(&path).unwrap();
        let other = Connection::open(&path).unwrap();
        other.execute_batch("CREATE TABLE t (x); PRAGMA application_id = 7;").unwrap();
        drop(other);
        assert!(matches!(Database::open(Some(folder.path())), Err(DatabaseError::Foreign(_))));
    }
}
