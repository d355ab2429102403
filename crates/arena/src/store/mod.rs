//! The results of a tournament in an SQLite database, committed game by game.
//!
//! Each game is added in one piece: whenever and however the program ends, the database holds exactly the games that were
//! reported as finished. Games that end at the same time share a transaction, since each waits for the disk.
//! The charter of the tournament, which is its configuration, is stored with them, so that a changed tournament is not
//! resumed by mistake. Only one process at a time can play the tournament: it holds a lock on a file beside the database. Any
//! number of others can follow it with a [`StoreReader`], which neither changes anything nor keeps the player waiting.
//!
//! A database is recognised by its `application_id`, and its format by its `user_version`. Databases of version 1
//! have neither. Older databases are upgraded when their tournament is resumed.

mod changes;
mod charter;
mod charter_v1;
mod format;
mod lock;
mod queries;
mod reader;
#[cfg(test)]
mod reader_tests;
#[cfg(test)]
pub(crate) mod tests;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, params};

pub use changes::OnChange;
#[cfg(test)]
pub(crate) use charter::tests::charter as charter_for_tests;
pub use charter::{Charter, CharterError, ProgramVersion, StoredProgram};
pub use lock::LOCK_SUFFIX;
pub use reader::{StoreReader, StoreVersion};

use self::changes::ProgramChanges;
use self::format::{check_kind, stored_charter};
use self::lock::PlayerLock;
use self::queries::Columns;
use crate::result::{FaultNote, GameResult, ReplayNote, Results, SeatResult};
use crate::schedule::ByeValue;

/// The `application_id` of a database: "FLOE".
const APPLICATION_ID: i64 = 0x464c_4f45;

/// How long an open waits for somebody else who has the database for a moment.
const SHORT_WAIT: Duration = Duration::from_secs(1);

/// How long a commit waits for readers, where they can hold it up at all: with a write-ahead log they cannot.
const LONG_WAIT: Duration = Duration::from_secs(60);

/// The version of new databases, which is their `user_version`.
const VERSION: &str = "3";

/// The version of databases that lack the columns of [`ADDED`].
const VERSION_2: &str = "2";

/// The version of the oldest databases, which have no `application_id` and store the version in the table `about`.
const VERSION_1: &str = "1";

/// The tables as version 2 had them.
const TABLES: &str = "
    CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE games (
        number INTEGER PRIMARY KEY, round INTEGER NOT NULL, board INTEGER NOT NULL, record TEXT NOT NULL
    ) STRICT;
    CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, entrant INTEGER NOT NULL,
        fish INTEGER NOT NULL, place INTEGER NOT NULL, out TEXT, calls INTEGER NOT NULL,
        thought_us INTEGER NOT NULL, slowest_us INTEGER NOT NULL, stderr BLOB NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT;
    CREATE TABLE faults (
        game INTEGER NOT NULL REFERENCES games, fault INTEGER NOT NULL, seat INTEGER NOT NULL,
        after INTEGER NOT NULL, name TEXT NOT NULL, explanation TEXT NOT NULL,
        PRIMARY KEY (game, fault)
    ) STRICT;
";

/// The columns that version 3 added: table, name and definition. Older databases get them when they are opened.
const ADDED: &[(&str, &str, &str)] = &[
    ("seats", "stdout", "BLOB NOT NULL DEFAULT x''"),
    ("seats", "cpu_us", "INTEGER"),
    ("seats", "most_cpu_us", "INTEGER"),
];

/// The tables that version 3 added.
const ADDED_TABLES: &str = "
    CREATE TABLE IF NOT EXISTS replays (
        game INTEGER NOT NULL REFERENCES games, replay INTEGER NOT NULL, seat INTEGER NOT NULL,
        after INTEGER NOT NULL, reason TEXT NOT NULL,
        PRIMARY KEY (game, replay)
    ) STRICT;
";

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Another process has it open.
    #[error("'{}' is in use by another floe process", .0.display())]
    InUse(PathBuf),
    /// The file is not a floe tournament database.
    #[error("'{}' is not a floe tournament database", .0.display())]
    NoTournament(PathBuf),
    /// Another version of floe made it.
    #[error(
        "'{}' was made by another version of floe (schema version {found}; this floe supports {VERSION_1} to {VERSION})",
        .path.display()
    )]
    Version {
        /// The database.
        path: PathBuf,
        /// Its schema version.
        found: String,
    },
    /// The charter in it cannot be read.
    #[error("the charter in '{}' cannot be read", .path.display())]
    Charter {
        /// The database.
        path: PathBuf,
        /// The cause.
        source: CharterError,
    },
    /// It holds another tournament.
    #[error("'{}' holds another tournament: {difference}", .path.display())]
    Other {
        /// The database.
        path: PathBuf,
        /// The first difference.
        difference: String,
    },
    /// Programs have changed since the tournament began.
    #[error("the programs have changed since the tournament in '{}' began: {}", .path.display(), .changes.join("; "))]
    Changed {
        /// The database.
        path: PathBuf,
        /// All changes.
        changes: Vec<String>,
    },
    /// The file beside it, by which others see that it is in use, cannot be locked.
    #[error("cannot lock '{}'", .path.display())]
    Lock {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// SQLite failed.
    #[error("cannot use the database '{}'", .path.display())]
    Sqlite {
        /// The database.
        path: PathBuf,
        /// The cause.
        source: rusqlite::Error,
    },
}

/// A database with the games of a tournament.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    database: Connection,
    charter: Charter,
    notes: Vec<String>,
    /// Released last.
    _lock: PlayerLock,
}

impl Store {
    /// Opens the database of a tournament, or creates it. Fails for the database of another tournament, and if programs
    /// have changed.
    pub fn open(path: &Path, charter: &Charter) -> Result<Store, StoreError> {
        Store::open_with(path, charter, OnChange::Refuse)
    }

    /// Opens or creates a database, and deals with programs that have changed since its tournament began.
    pub fn open_with(path: &Path, charter: &Charter, on_change: OnChange) -> Result<Store, StoreError> {
        let failed = |source| failure(path, source);
        let database = Connection::open(path).map_err(failed)?;
        database.busy_timeout(SHORT_WAIT).map_err(failed)?;
        // Reject another program's database first: the next steps change the file.
        check_kind(&database, path)?;
        let mut charter = charter.clone();
        let mut store = Store {
            _lock: PlayerLock::new(path)?,
            path: path.to_owned(),
            database,
            charter: charter.clone(),
            notes: Vec::new(),
        };
        store.prepare().map_err(failed)?;
        match check_kind(&store.database, path)? {
            None => {
                charter.schedule.entries = changes::withdrawn_from_the_start(&charter);
                store.charter = charter;
                store.create().map_err(failed)?;
            }
            Some(version) => {
                store.charter = stored_charter(&store.database, path, &charter, &version)?;
                store.upgrade(&version).map_err(failed)?;
                store.compare(&charter, on_change)?;
            }
        }
        Ok(store)
    }

    /// Returns the charter of the tournament, with all versions of its programs and changes of its entrants.
    pub fn charter(&self) -> &Charter {
        &self.charter
    }

    /// Opens the same database for reading only, for other threads.
    pub fn reader(&self) -> Result<StoreReader, StoreError> {
        StoreReader::open(&self.path, &self.charter)
    }

    /// Returns what was accepted or recorded when the database was opened, in words.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns what a bye is worth in this tournament: a tournament that began under an older rule keeps it, because
    /// the rounds that have been played depend on it.
    pub fn bye(&self) -> ByeValue {
        self.charter.schedule.bye
    }

    /// Compares the programs with the stored ones, and stores what is accepted.
    fn compare(&mut self, given: &Charter, on_change: OnChange) -> Result<(), StoreError> {
        if on_change == OnChange::Ignore {
            return Ok(());
        }
        let other = |difference| StoreError::Other { path: self.path.clone(), difference };
        let changes = ProgramChanges::new(&self.charter, given).map_err(other)?;
        if !changes.told.is_empty() && on_change == OnChange::Refuse {
            return Err(StoreError::Changed { path: self.path.clone(), changes: changes.told });
        }
        let results = self.games()?;
        let mut charter = self.charter.clone();
        changes.apply(&mut charter, given, &results).map_err(other)?;
        if charter != self.charter {
            self.database
                .execute("UPDATE about SET value = ?1 WHERE key = 'charter'", [charter.to_json()])
                .map_err(|source| failure(&self.path, source))?;
            if changes.without_digests && !results.is_empty() {
                self.notes.push("digests of the programs are recorded from now on".to_owned());
            }
            self.charter = charter;
        }
        self.notes.extend(changes.told.into_iter().map(|change| format!("accepted: {change}")));
        Ok(())
    }

    /// Makes every commit durable, and lets others read meanwhile.
    fn prepare(&self) -> rusqlite::Result<()> {
        self.database.pragma_update(None, "journal_mode", "WAL")?;
        self.database.pragma_update(None, "synchronous", "FULL")?;
        self.database.pragma_update(None, "foreign_keys", true)?;
        // A version of floe without the file to lock may have it open.
        self.database.execute_batch("BEGIN IMMEDIATE; COMMIT")?;
        self.database.busy_timeout(LONG_WAIT)
    }

    fn create(&mut self) -> rusqlite::Result<()> {
        let charter = self.charter.to_json();
        let transaction = self.database.transaction()?;
        transaction.execute_batch(TABLES)?;
        add_columns(&transaction)?;
        transaction.execute("INSERT INTO about VALUES ('charter', ?1)", [charter])?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()
    }

    /// Adds what an older database lacks. One of version 1 gets its charter as JSON.
    fn upgrade(&mut self, version: &str) -> rusqlite::Result<()> {
        let charter = self.charter.to_json();
        let transaction = self.database.transaction()?;
        add_columns(&transaction)?;
        if version == VERSION_1 {
            transaction.execute("DELETE FROM about WHERE key LIKE 'charter %' OR key = 'tables'", [])?;
            transaction.execute("INSERT INTO about VALUES ('charter', ?1)", [charter])?;
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        }
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()
    }

    /// Returns all games that have been played, without records and what programs printed.
    pub fn games(&self) -> Result<Results, StoreError> {
        let games = queries::new_games(&self.database, Columns::All, &Results::new());
        Ok(games.map_err(|source| failure(&self.path, source))?.into_iter().collect())
    }

    /// Loads the record of a game, and what the programs on all seats printed.
    pub fn load_texts(&self, game: &mut GameResult) -> Result<(), StoreError> {
        queries::load_texts(&self.database, Columns::All, game).map_err(|source| failure(&self.path, source))
    }

    /// Returns the record of a game.
    pub fn record(&self, number: usize) -> Result<String, StoreError> {
        queries::record(&self.database, number).map_err(|source| failure(&self.path, source))
    }

    /// Returns something that is kept beside the results, such as how the tournament is known elsewhere.
    pub fn kept(&self, key: &str) -> Result<Option<String>, StoreError> {
        let query = "SELECT value FROM about WHERE key = 'kept ' || ?1";
        let found = self.database.query_row(query, [key], |row| row.get(0)).optional();
        found.map_err(|source| failure(&self.path, source))
    }

    /// Keeps something beside the results.
    pub fn keep(&mut self, key: &str, value: &str) -> Result<(), StoreError> {
        let insert =
            "INSERT INTO about VALUES ('kept ' || ?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2";
        self.database.execute(insert, [key, value]).map(drop).map_err(|source| failure(&self.path, source))
    }

    /// Adds games, all or none. They are durably on disk when this returns.
    pub fn add<'a>(&mut self, games: impl IntoIterator<Item = &'a GameResult>) -> Result<(), StoreError> {
        let add = |database: &mut Connection| -> rusqlite::Result<()> {
            let transaction = database.transaction()?;
            games.into_iter().try_for_each(|game| insert(&transaction, game))?;
            transaction.commit()
        };
        add(&mut self.database).map_err(|source| failure(&self.path, source))
    }
}

impl Drop for Store {
    /// Moves everything from the log into the database: with a reader around, SQLite leaves it there.
    fn drop(&mut self) {
        // Nothing is lost if it fails. The next one to open the database tries again.
        let _ = self.database.busy_timeout(SHORT_WAIT);
        let _ = self.database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    }
}

const INSERT_SEAT: &str = "
    INSERT INTO seats (game, seat, entrant, fish, place, out, calls, thought_us, slowest_us, stderr, stdout, cpu_us,
        most_cpu_us)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";

fn insert(transaction: &Transaction<'_>, game: &GameResult) -> rusqlite::Result<()> {
    let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
    transaction.prepare_cached("INSERT INTO games VALUES (?1, ?2, ?3, ?4)")?.execute(params![
        game.number,
        game.round,
        game.board,
        game.record
    ])?;
    for (seat, (entrant, score)) in game.seats.iter().zip(&game.results).enumerate() {
        let SeatResult { fish, place, out, calls, thought, slowest, cpu, stdout, stderr } = score;
        transaction.prepare_cached(INSERT_SEAT)?.execute(params![
            game.number,
            seat,
            entrant,
            fish,
            place,
            out,
            calls,
            micros(*thought),
            micros(*slowest),
            stderr,
            stdout,
            cpu.map(|cpu| micros(cpu.total)),
            cpu.map(|cpu| micros(cpu.most)),
        ])?;
    }
    for (index, fault) in game.faults.iter().enumerate() {
        let FaultNote { seat, after, name, explanation } = fault;
        transaction
            .prepare_cached("INSERT INTO faults VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
            .execute(params![game.number, index, seat, after, name, explanation])?;
    }
    for (index, replay) in game.replays.iter().enumerate() {
        let ReplayNote { seat, after, reason } = replay;
        transaction.prepare_cached("INSERT INTO replays VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(params![
            game.number,
            index,
            seat,
            after,
            reason
        ])?;
    }
    Ok(())
}

/// Adds the tables and columns of version 3 that a database does not have.
fn add_columns(database: &Connection) -> rusqlite::Result<()> {
    database.execute_batch(ADDED_TABLES)?;
    for (table, name, definition) in ADDED {
        let exists = "SELECT EXISTS (SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2)";
        if !database.query_row(exists, [table, name], |row| row.get::<_, bool>(0))? {
            database.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN {name} {definition}"))?;
        }
    }
    Ok(())
}

fn failure(path: &Path, source: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match source.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::InUse(path),
        Some(ErrorCode::NotADatabase) => StoreError::NoTournament(path),
        _ => StoreError::Sqlite { path, source },
    }
}
