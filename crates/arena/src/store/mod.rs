//! The results of a tournament in an SQLite database, committed game by game.
//!
//! Each game is one transaction: whenever and however the program ends, the database holds exactly the finished games.
//! The charter of the tournament, which is its configuration, is stored with them, so that a changed tournament is not
//! resumed by mistake. Only one process at a time can have the database open.
//!
//! A database is recognised by its `application_id`, and its format by its `user_version`. Databases of version 1
//! have neither, but the same tables; they are still read and continued.

mod charter;
mod charter_v1;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

#[cfg(test)]
pub(crate) use charter::tests::charter as charter_for_tests;
pub use charter::{Charter, CharterError, StoredProgram};

use crate::result::{FaultNote, GameResult, Results, SeatResult};

/// The `application_id` of a database: "FLOE".
const APPLICATION_ID: i64 = 0x464c_4f45;

/// The version of new databases, which is their `user_version`.
const VERSION: &str = "2";

/// The version of old databases, which have no `application_id` and store the version in the table `about`.
const VERSION_1: &str = "1";

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
        "'{}' was made by another version of floe (schema version {found}; this floe supports {VERSION_1} and {VERSION})",
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
    /// SQLite failed.
    #[error("cannot use the database '{}'", .path.display())]
    Sqlite {
        /// The database.
        path: PathBuf,
        /// The cause.
        source: rusqlite::Error,
    },
}

/// The kind of a database file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// It has no tables yet.
    Empty,
    /// A floe tournament, with its schema version. Version 1 has no application id, and stores its charter as text.
    Tournament(String),
    /// Another program's database.
    Foreign,
}

/// A database with the games of a tournament.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    database: Connection,
}

impl Store {
    /// Opens the database of a tournament, or creates it. Fails for the database of another tournament.
    pub fn open(path: &Path, charter: &Charter) -> Result<Store, StoreError> {
        let failed = |source| failure(path, source);
        let database = Connection::open(path).map_err(failed)?;
        let mut store = Store { path: path.to_owned(), database };
        store.lock_exclusive().map_err(failed)?;
        // Reject another program's database first: the next step changes the file.
        store.check_kind()?;
        store.prepare().map_err(failed)?;
        match store.check_kind()? {
            None => store.create(charter).map_err(failed)?,
            Some(version) => store.check_charter(charter, &version)?,
        }
        Ok(store)
    }

    /// Asks for a lock that excludes all other processes, from the first read on.
    fn lock_exclusive(&self) -> rusqlite::Result<()> {
        self.database.busy_timeout(Duration::ZERO)?;
        self.database.pragma_update(None, "locking_mode", "EXCLUSIVE")
    }

    /// Takes the lock, and makes every commit durable.
    fn prepare(&self) -> rusqlite::Result<()> {
        self.database.pragma_update(None, "journal_mode", "WAL")?;
        self.database.pragma_update(None, "synchronous", "FULL")?;
        self.database.pragma_update(None, "foreign_keys", true)?;
        // The lock is taken with the first transaction that writes.
        self.database.execute_batch("BEGIN IMMEDIATE; COMMIT")
    }

    /// Checks that the file is a supported database and returns its schema version; `None` if it is empty.
    fn check_kind(&self) -> Result<Option<String>, StoreError> {
        let path = self.path.clone();
        match self.kind().map_err(|source| failure(&path, source))? {
            Kind::Empty => Ok(None),
            Kind::Tournament(version) if [VERSION, VERSION_1].contains(&&version[..]) => Ok(Some(version)),
            Kind::Tournament(found) => Err(StoreError::Version { path, found }),
            Kind::Foreign => Err(StoreError::NoTournament(path)),
        }
    }

    fn kind(&self) -> rusqlite::Result<Kind> {
        let pragma = |name| self.database.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        if pragma("application_id")? == APPLICATION_ID {
            return Ok(Kind::Tournament(pragma("user_version")?.to_string()));
        }
        let mut select = self.database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
        let tables = select.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
        if tables.is_empty() {
            return Ok(Kind::Empty);
        }
        if pragma("application_id")? != 0
            || !["about", "games", "seats", "faults"]
                .iter()
                .all(|&name| tables.iter().any(|table| table == name))
        {
            return Ok(Kind::Foreign);
        }
        let version = self
            .database
            .query_row("SELECT value FROM about WHERE key = 'tables'", [], |row| row.get(0))
            .optional()?;
        Ok(version.map_or(Kind::Foreign, Kind::Tournament))
    }

    fn create(&mut self, charter: &Charter) -> rusqlite::Result<()> {
        let transaction = self.database.transaction()?;
        transaction.execute_batch(TABLES)?;
        transaction.execute("INSERT INTO about VALUES ('charter', ?1)", [charter.to_json()])?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()
    }

    /// Fails if the stored charter differs.
    fn check_charter(&self, charter: &Charter, version: &str) -> Result<(), StoreError> {
        let path = self.path.clone();
        let failed = |source| failure(&self.path, source);
        let difference = if version == VERSION_1 {
            charter.difference_v1(&self.charter_v1().map_err(failed)?)
        } else {
            let select = "SELECT value FROM about WHERE key = 'charter'";
            let json: String = self.database.query_row(select, [], |row| row.get(0)).map_err(failed)?;
            match Charter::from_json(&json) {
                Ok(stored) => charter.difference(&stored),
                Err(source) => return Err(StoreError::Charter { path, source }),
            }
        };
        difference.map_or(Ok(()), |difference| Err(StoreError::Other { path, difference }))
    }

    fn charter_v1(&self) -> rusqlite::Result<BTreeMap<String, String>> {
        let mut select =
            self.database.prepare("SELECT substr(key, 9), value FROM about WHERE key LIKE 'charter %'")?;
        select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    }

    /// Returns all games that have been played, without standard error.
    pub fn games(&self) -> Result<Results, StoreError> {
        self.read_games().map_err(|source| failure(&self.path, source))
    }

    fn read_games(&self) -> rusqlite::Result<Results> {
        let mut games = Vec::new();
        let mut select =
            self.database.prepare("SELECT number, round, board, record FROM games ORDER BY number")?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            games.push(GameResult {
                number: row.get(0)?,
                round: row.get(1)?,
                board: row.get(2)?,
                record: row.get(3)?,
                seats: Vec::new(),
                results: Vec::new(),
                faults: Vec::new(),
            });
        }
        let mut seats = self.database.prepare(
            "SELECT entrant, fish, place, out, calls, thought_us, slowest_us
             FROM seats WHERE game = ?1 ORDER BY seat",
        )?;
        let mut faults = self
            .database
            .prepare("SELECT seat, after, name, explanation FROM faults WHERE game = ?1 ORDER BY fault")?;
        for game in &mut games {
            let mut rows = seats.query([game.number])?;
            while let Some(row) = rows.next()? {
                game.seats.push(row.get(0)?);
                game.results.push(SeatResult {
                    fish: row.get(1)?,
                    place: row.get(2)?,
                    out: row.get(3)?,
                    calls: row.get(4)?,
                    thought: Duration::from_micros(row.get(5)?),
                    slowest: Duration::from_micros(row.get(6)?),
                    stderr: Vec::new(),
                });
            }
            let notes = faults.query_map([game.number], |row| {
                Ok(FaultNote {
                    seat: row.get(0)?,
                    after: row.get(1)?,
                    name: row.get(2)?,
                    explanation: row.get(3)?,
                })
            })?;
            game.faults = notes.collect::<rusqlite::Result<_>>()?;
        }
        Ok(games.into_iter().collect())
    }

    /// Loads the standard error of all seats of a game.
    pub fn load_stderr(&self, game: &mut GameResult) -> Result<(), StoreError> {
        let mut read = || -> rusqlite::Result<()> {
            let mut select =
                self.database.prepare("SELECT stderr FROM seats WHERE game = ?1 ORDER BY seat")?;
            let mut rows = select.query([game.number])?;
            for result in &mut game.results {
                if let Some(row) = rows.next()? {
                    result.stderr = row.get(0)?;
                }
            }
            Ok(())
        };
        read().map_err(|source| failure(&self.path, source))
    }

    /// Adds a game. It is durably on disk when this returns.
    pub fn add(&mut self, game: &GameResult) -> Result<(), StoreError> {
        self.insert(game).map_err(|source| failure(&self.path, source))
    }

    fn insert(&mut self, game: &GameResult) -> rusqlite::Result<()> {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let transaction = self.database.transaction()?;
        transaction.execute(
            "INSERT INTO games VALUES (?1, ?2, ?3, ?4)",
            params![game.number, game.round, game.board, game.record],
        )?;
        for (seat, (entrant, score)) in game.seats.iter().zip(&game.results).enumerate() {
            let SeatResult { fish, place, out, calls, thought, slowest, stderr } = score;
            transaction.execute(
                "INSERT INTO seats VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                params![
                    game.number,
                    seat,
                    entrant,
                    fish,
                    place,
                    out,
                    calls,
                    micros(*thought),
                    micros(*slowest),
                    stderr
                ],
            )?;
        }
        for (index, fault) in game.faults.iter().enumerate() {
            let FaultNote { seat, after, name, explanation } = fault;
            transaction.execute(
                "INSERT INTO faults VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![game.number, index, seat, after, name, explanation],
            )?;
        }
        transaction.commit()
    }
}

fn failure(path: &Path, source: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match source.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::InUse(path),
        Some(ErrorCode::NotADatabase) => StoreError::NoTournament(path),
        _ => StoreError::Sqlite { path, source },
    }
}

#[cfg(test)]
mod tests {
    use super::charter_for_tests as charter;
    use super::*;

    fn game(number: usize) -> GameResult {
        let score = |fish| SeatResult {
            fish,
            place: 1,
            out: (fish == 0).then(|| "forfeit after 3 faults in a row".to_owned()),
            calls: 7,
            thought: Duration::from_micros(1234),
            slowest: Duration::from_micros(56),
            stderr: b"\xff\0".to_vec(),
        };
        let fault = FaultNote { seat: 1, after: 3, name: "crash".to_owned(), explanation: "why".to_owned() };
        GameResult {
            number,
            round: 2,
            board: 1,
            seats: vec![4, 0],
            results: vec![score(5), score(0)],
            faults: vec![fault.clone(), fault],
            record: "floe record 2\n".to_owned(),
        }
    }

    #[test]
    fn games_survive_reopening() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.db");
        let mut store = Store::open(&path, &charter(1)).unwrap();
        store.add(&game(2)).unwrap();
        store.add(&game(1)).unwrap();
        // Adding a game twice would be a bug.
        assert!(store.add(&game(1)).is_err());
        drop(store);
        let store = Store::open(&path, &charter(1)).unwrap();
        let mut games: Vec<GameResult> = store.games().unwrap().into_iter().collect();
        // Standard error is loaded only when it is asked for.
        assert!(games.iter().flat_map(|game| &game.results).all(|result| result.stderr.is_empty()));
        games.iter_mut().for_each(|game| store.load_stderr(game).unwrap());
        assert_eq!(games, [game(1), game(2)]);
        games[0].drop_stderr();
        assert_eq!(Some(&games[0]), store.games().unwrap().iter().next());
    }

    #[test]
    fn a_second_process_cannot_open_the_database() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.db");
        let first = Store::open(&path, &charter(1)).unwrap();
        assert!(matches!(Store::open(&path, &charter(1)), Err(StoreError::InUse(_))));
        drop(first);
        Store::open(&path, &charter(1)).unwrap();
    }

    #[test]
    fn other_tournaments_and_other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.db");
        drop(Store::open(&path, &charter(1)).unwrap());
        let error = Store::open(&path, &charter(2)).unwrap_err().to_string();
        assert!(error.ends_with("holds another tournament: seed changed from '1' to '2'"), "{error}");

        let text = folder.path().join("text.db");
        std::fs::write(&text, "this is not a database".repeat(300)).unwrap();
        assert!(matches!(Store::open(&text, &charter(1)), Err(StoreError::NoTournament(_))));

        let foreign = folder.path().join("foreign.db");
        Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE cats (name TEXT)").unwrap();
        let before = std::fs::read(&foreign).unwrap();
        assert!(matches!(Store::open(&foreign, &charter(1)), Err(StoreError::NoTournament(_))));
        assert!(std::fs::read(&foreign).unwrap() == before, "it is left as it was");

        let other = folder.path().join("other.db");
        Connection::open(&other).unwrap().pragma_update(None, "application_id", 7).unwrap();
        Connection::open(&other).unwrap().execute_batch(TABLES).unwrap();
        assert!(matches!(Store::open(&other, &charter(1)), Err(StoreError::NoTournament(_))));

        let newer = folder.path().join("newer.db");
        drop(Store::open(&newer, &charter(1)).unwrap());
        Connection::open(&newer).unwrap().pragma_update(None, "user_version", 3).unwrap();
        let error = Store::open(&newer, &charter(1)).unwrap_err().to_string();
        assert!(
            error.ends_with(
                "was made by another version of floe (schema version 3; this floe supports 1 and 2)"
            ),
            "{error}"
        );

        let missing = folder.path().join("no folder").join("cup.db");
        assert!(matches!(Store::open(&missing, &charter(1)), Err(StoreError::Sqlite { .. })));
    }

    /// Creates an empty database of version 1.
    fn old_database(path: &Path, tables: &str, seed: &str) {
        let database = Connection::open(path).unwrap();
        database.execute_batch(TABLES).unwrap();
        let mut insert = database.prepare("INSERT INTO about VALUES (?1, ?2)").unwrap();
        insert.execute(["tables", tables]).unwrap();
        let entries = [
            ("board 1", "1 3\n10 20 10\n"),
            ("faults", "the turn is lost, 3 in a row forfeit the game"),
            ("format", "Swiss { rounds: 3 }"),
            ("isolation", ""),
            (
                "limits",
                "10000 ms of processor time, 1024 MiB of memory, 64 MiB in files, 64 processes, 1024 KiB printed",
            ),
            ("penguins each", "3"),
            ("players", "2"),
            ("program 1", "./a"),
            ("program 2", "./b"),
            ("repeats", "1"),
            ("rules", "square"),
            ("seating", "Rotations"),
            ("seed", seed),
            ("time", "500 ms a turn, and 100 ms of grace"),
        ];
        for (key, value) in entries {
            insert.execute([&format!("charter {key}"), value]).unwrap();
        }
    }

    #[test]
    fn databases_of_version_1_are_continued() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        old_database(&path, "1", "1");
        let mut store = Store::open(&path, &charter(1)).unwrap();
        store.add(&game(1)).unwrap();
        drop(store);
        assert_eq!(Store::open(&path, &charter(1)).unwrap().games().unwrap().len(), 1);
        let error = Store::open(&path, &charter(2)).unwrap_err().to_string();
        assert!(error.ends_with("holds another tournament: seed changed from '1' to '2'"), "{error}");
        let newer = folder.path().join("unknown.db");
        old_database(&newer, "7", "1");
        assert!(matches!(Store::open(&newer, &charter(1)), Err(StoreError::Version { .. })));
    }
}
