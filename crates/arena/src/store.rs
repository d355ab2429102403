//! The results of a tournament in an SQLite database, committed game by game.
//!
//! Each game is one transaction: whenever the program ends, by its own will or not, the database holds all games
//! that were over and nothing else. What a tournament is about is kept beside them, so that nobody resumes
//! another one by mistake. Only one process at a time can have it open.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use crate::result::{FaultNote, GameResult, Results, SeatResult};

/// The version of the tables.
const VERSION: &str = "1";

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

/// What a tournament is about: whatever its results depend on, by name.
pub type Charter = BTreeMap<String, String>;

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has it open.
    #[error("'{}' is in use by another floe", .0.display())]
    InUse(PathBuf),
    /// It is something else.
    #[error("'{}' holds no tournament of floe", .0.display())]
    NoTournament(PathBuf),
    /// It is of another version.
    #[error("'{}' was made by another version of floe (tables {found}, but {VERSION} are known)", .path.display())]
    Version {
        /// The database.
        path: PathBuf,
        /// Its version.
        found: String,
    },
    /// It holds another tournament.
    #[error("'{}' holds another tournament: {difference}", .path.display())]
    Other {
        /// The database.
        path: PathBuf,
        /// What is different.
        difference: String,
    },
    /// SQLite failed.
    #[error("cannot use the database '{}'", .path.display())]
    Sqlite {
        /// The database.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
}

/// A database with the games of a tournament.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    database: Connection,
}

impl Store {
    /// Opens the database of a tournament, or makes it; one of another tournament is refused.
    pub fn open(path: &Path, charter: &Charter) -> Result<Store, StoreError> {
        let failed = |source| failure(path, source);
        let database = Connection::open(path).map_err(failed)?;
        let mut store = Store { path: path.to_owned(), database };
        store.keep_others_away().map_err(failed)?;
        // What comes next changes the file, so somebody else's is refused before.
        store.version().map_err(failed)?;
        store.prepare().map_err(failed)?;
        match store.version().map_err(failed)? {
            None => store.create(charter).map_err(failed)?,
            Some(found) if found == VERSION => store.compare(charter)?,
            Some(found) => return Err(StoreError::Version { path: path.to_owned(), found }),
        }
        Ok(store)
    }

    /// Asks for a lock that no other process can have, from the first look at the file on.
    fn keep_others_away(&self) -> rusqlite::Result<()> {
        self.database.busy_timeout(Duration::ZERO)?;
        self.database.pragma_update(None, "locking_mode", "EXCLUSIVE")
    }

    /// Takes the lock, and makes every commit last.
    fn prepare(&self) -> rusqlite::Result<()> {
        self.database.pragma_update(None, "journal_mode", "WAL")?;
        self.database.pragma_update(None, "synchronous", "FULL")?;
        self.database.pragma_update(None, "foreign_keys", true)?;
        // The lock is taken with the first transaction that writes.
        self.database.execute_batch("BEGIN IMMEDIATE; COMMIT")
    }

    /// Returns the version of the tables; nothing when there are none.
    fn version(&self) -> rusqlite::Result<Option<String>> {
        let tables: i64 =
            self.database.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if tables == 0 {
            return Ok(None);
        }
        let version = self
            .database
            .query_row("SELECT value FROM about WHERE key = 'tables'", [], |row| row.get(0))
            .optional()?;
        Ok(Some(version.unwrap_or_else(|| "unknown".to_owned())))
    }

    fn create(&mut self, charter: &Charter) -> rusqlite::Result<()> {
        let transaction = self.database.transaction()?;
        transaction.execute_batch(TABLES)?;
        {
            let mut insert = transaction.prepare("INSERT INTO about VALUES (?1, ?2)")?;
            insert.execute(["tables", VERSION])?;
            for (key, value) in charter {
                insert.execute([format!("charter {key}"), value.clone()])?;
            }
        }
        transaction.commit()
    }

    /// Compares what the tournament is about with what it was.
    fn compare(&self, charter: &Charter) -> Result<(), StoreError> {
        let failed = |source| failure(&self.path, source);
        let read = || -> rusqlite::Result<Charter> {
            let mut select = self
                .database
                .prepare("SELECT substr(key, 9), value FROM about WHERE key LIKE 'charter %'")?;
            select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        let kept = read().map_err(failed)?;
        let keys = kept.keys().chain(charter.keys());
        for key in keys {
            let (was, is) = (kept.get(key), charter.get(key));
            if was != is {
                let show =
                    |value: Option<&String>| value.map_or("nothing".to_owned(), |value| shortened(value));
                let difference = format!("{key} was {}, and is {} now", show(was), show(is));
                return Err(StoreError::Other { path: self.path.clone(), difference });
            }
        }
        Ok(())
    }

    /// Returns all games that have been played, by their numbers, without what programs printed in them.
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

    /// Puts back into a game what programs printed in it.
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

    /// Adds a game; when this returns, it is on the disk.
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
        _ if source.to_string().contains("no such table") => StoreError::NoTournament(path),
        _ => StoreError::Sqlite { path, source },
    }
}

/// Returns as much of a text as fits into a message.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let line = text.replace('\n', " ");
    if line.chars().count() <= MOST {
        format!("'{line}'")
    } else {
        format!("'{}…'", line.chars().take(MOST).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
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

    fn charter(seed: &str) -> Charter {
        Charter::from([("seed".to_owned(), seed.to_owned()), ("format".to_owned(), "swiss".to_owned())])
    }

    #[test]
    fn what_is_added_is_there_after_reopening() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.db");
        let mut store = Store::open(&path, &charter("1")).unwrap();
        store.add(&game(2)).unwrap();
        store.add(&game(1)).unwrap();
        // The same game twice would be a mistake of ours.
        assert!(store.add(&game(1)).is_err());
        drop(store);
        let store = Store::open(&path, &charter("1")).unwrap();
        let mut games: Vec<GameResult> = store.games().unwrap().into_iter().collect();
        // What programs printed stays where it is until it is asked for.
        assert!(games.iter().flat_map(|game| &game.results).all(|result| result.stderr.is_empty()));
        games.iter_mut().for_each(|game| store.load_stderr(game).unwrap());
        assert_eq!(games, [game(1), game(2)]);
        games[0].drop_stderr();
        assert_eq!(Some(&games[0]), store.games().unwrap().iter().next());
    }

    #[test]
    fn one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.db");
        let first = Store::open(&path, &charter("1")).unwrap();
        assert!(matches!(Store::open(&path, &charter("1")), Err(StoreError::InUse(_))));
        drop(first);
        Store::open(&path, &charter("1")).unwrap();
    }

    #[test]
    fn other_tournaments_and_other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.db");
        drop(Store::open(&path, &charter("1")).unwrap());
        let error = Store::open(&path, &charter("2")).unwrap_err().to_string();
        assert!(error.ends_with("holds another tournament: seed was '1', and is '2' now"), "{error}");

        let text = folder.path().join("text.db");
        std::fs::write(&text, "this is no database, but it is long enough to have been one".repeat(100))
            .unwrap();
        assert!(matches!(Store::open(&text, &charter("1")), Err(StoreError::NoTournament(_))));

        let foreign = folder.path().join("foreign.db");
        Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE cats (name TEXT)").unwrap();
        let before = std::fs::read(&foreign).unwrap();
        assert!(matches!(Store::open(&foreign, &charter("1")), Err(StoreError::NoTournament(_))));
        assert!(std::fs::read(&foreign).unwrap() == before, "it is left as it was");

        let missing = folder.path().join("no folder").join("cup.db");
        assert!(matches!(Store::open(&missing, &charter("1")), Err(StoreError::Sqlite { .. })));
    }
}
