//! A database that is only read, also while another process plays its tournament.
//!
//! While a tournament is played, its database has a write-ahead log. Readers take part in it without keeping the player
//! waiting. A database without a log is read as a file that does not change (`immutable`), since SQLite would create a log
//! for it otherwise. Whether it has changed after all is checked before and after each read.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use rusqlite::{Connection, OpenFlags};

use super::format::{check_kind, stored_charter};
use super::lock::PlayerLock;
use super::queries::{self, Columns};
use super::{Charter, SHORT_WAIT, StoreError, VERSION, failure};
use crate::result::{GameResult, Results};

/// How often a read is repeated when the file has changed meanwhile.
const MOST_READS: usize = 5;

/// A number that differs whenever the content of a database has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreVersion {
    /// The number of times that the database was opened.
    opened: u64,
    /// SQLite's number of changes by others.
    data: i64,
}

/// The database of a tournament, opened for reading only.
///
/// It never creates or changes the database, and can be shared between threads.
#[derive(Debug)]
pub struct StoreReader {
    path: PathBuf,
    charter: Charter,
    opened: Mutex<OpenDatabase>,
}

#[derive(Debug)]
struct OpenDatabase {
    database: Connection,
    /// The file, if it is read as one that does not change.
    unchanging: Option<FileStamp>,
    opened: u64,
}

/// What differs between two states of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileStamp {
    size: u64,
    modified: Option<SystemTime>,
}

impl StoreReader {
    /// Opens the database of a tournament. Fails if there is none, and for the database of another tournament; changes of
    /// programs are ignored.
    pub fn open(path: &Path, charter: &Charter) -> Result<StoreReader, StoreError> {
        let mut opened = OpenDatabase::open(path, 0)?;
        let charter = opened.read(path, |database| {
            let Some(version) = check_kind(database, path)? else {
                return Err(StoreError::NoTournament(path.to_owned()));
            };
            stored_charter(database, path, charter, &version)
        })?;
        Ok(StoreReader { path: path.to_owned(), charter, opened: Mutex::new(opened) })
    }

    /// Returns the charter of the tournament as it was when the database was opened.
    pub fn charter(&self) -> &Charter {
        &self.charter
    }

    /// Returns whether a process plays the tournament now.
    pub fn is_played(&self) -> bool {
        PlayerLock::is_held(&self.path)
    }

    /// Returns a number that differs whenever the content has changed, without reading it.
    pub fn version(&self) -> Result<StoreVersion, StoreError> {
        let mut opened = self.opened();
        let data = opened.read(&self.path, |database| {
            let data = database.pragma_query_value(None, "data_version", |row| row.get(0));
            data.map_err(|source| failure(&self.path, source))
        })?;
        Ok(StoreVersion { opened: opened.opened, data })
    }

    /// Returns all games that have been played, without records and what programs printed.
    pub fn games(&self) -> Result<Results, StoreError> {
        let mut results = Results::new();
        self.add_new_games(&mut results)?;
        Ok(results)
    }

    /// Adds the games that have been played since, and returns their number.
    pub fn add_new_games(&self, results: &mut Results) -> Result<usize, StoreError> {
        let games = self.opened().read(&self.path, |database| {
            let read = || queries::new_games(database, columns(database)?, results);
            read().map_err(|source| failure(&self.path, source))
        })?;
        let added = games.len();
        results.extend(games);
        Ok(added)
    }

    /// Loads the record of a game, and what the programs on all seats printed.
    pub fn load_texts(&self, game: &mut GameResult) -> Result<(), StoreError> {
        self.opened().read(&self.path, |database| {
            let mut read = || queries::load_texts(database, columns(database)?, game);
            read().map_err(|source| failure(&self.path, source))
        })
    }

    /// Returns the record of a game.
    pub fn record(&self, number: usize) -> Result<String, StoreError> {
        self.opened().read(&self.path, |database| {
            queries::record(database, number).map_err(|source| failure(&self.path, source))
        })
    }

    fn opened(&self) -> MutexGuard<'_, OpenDatabase> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenDatabase {
    fn open(path: &Path, opened: u64) -> Result<OpenDatabase, StoreError> {
        let failed = |source| failure(path, source);
        let flags =
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        let unchanging = if has_log(path) { None } else { FileStamp::of(path) };
        let address = address(path, unchanging.is_some());
        let database = Connection::open_with_flags(address, flags).map_err(failed)?;
        database.busy_timeout(SHORT_WAIT).map_err(failed)?;
        Ok(OpenDatabase { database, unchanging, opened })
    }

    /// Returns whether the database is as it was when it was opened, or shows all changes.
    fn is_valid(&self, path: &Path) -> bool {
        self.unchanging.is_none() || (!has_log(path) && FileStamp::of(path) == self.unchanging)
    }

    fn read<T>(
        &mut self,
        path: &Path,
        mut query: impl FnMut(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        for _ in 1..MOST_READS {
            if !self.is_valid(path) {
                *self = OpenDatabase::open(path, self.opened + 1)?;
            }
            let result = query(&self.database);
            if self.is_valid(path) {
                return result;
            }
        }
        Err(StoreError::InUse(path.to_owned()))
    }
}

impl FileStamp {
    fn of(path: &Path) -> Option<FileStamp> {
        let data = fs::metadata(path).ok()?;
        Some(FileStamp { size: data.len(), modified: data.modified().ok() })
    }
}

/// Returns whether a database has a write-ahead log or a rollback journal with anything in it.
fn has_log(path: &Path) -> bool {
    ["-wal", "-journal"].iter().any(|ending| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        fs::metadata(name).is_ok_and(|data| data.len() > 0)
    })
}

fn columns(database: &Connection) -> rusqlite::Result<Columns> {
    let version: i64 = database.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok(if version.to_string() == VERSION { Columns::All } else { Columns::Older })
}

/// Returns the address of a database file for SQLite.
fn address(path: &Path, unchanging: bool) -> String {
    let mut address = "file:".to_owned();
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                address.push(char::from(byte));
            }
            b'\\' if cfg!(windows) => address.push('/'),
            _ => _ = write!(address, "%{byte:02X}"),
        }
    }
    if unchanging {
        address.push_str("?immutable=1");
    }
    address
}
