//! What a database file is: its kind, its schema version and its charter.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension};

use super::{APPLICATION_ID, Charter, StoreError, VERSION, VERSION_1, VERSION_2, failure};
use crate::schedule::ByeValue;

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

/// Checks that the file is a supported database and returns its schema version; `None` if it is empty.
pub(super) fn check_kind(database: &Connection, path: &Path) -> Result<Option<String>, StoreError> {
    let owned = path.to_owned();
    match kind(database).map_err(|source| failure(path, source))? {
        Kind::Empty => Ok(None),
        Kind::Tournament(version) if [VERSION, VERSION_2, VERSION_1].contains(&&version[..]) => {
            Ok(Some(version))
        }
        Kind::Tournament(found) => Err(StoreError::Version { path: owned, found }),
        Kind::Foreign => Err(StoreError::NoTournament(owned)),
    }
}

fn kind(database: &Connection) -> rusqlite::Result<Kind> {
    let pragma = |name| database.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if pragma("application_id")? == APPLICATION_ID {
        return Ok(Kind::Tournament(pragma("user_version")?.to_string()));
    }
    let mut select = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
    let tables = select.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    if tables.is_empty() {
        return Ok(Kind::Empty);
    }
    if pragma("application_id")? != 0
        || !["about", "games", "seats", "faults"].iter().all(|&name| tables.iter().any(|table| table == name))
    {
        return Ok(Kind::Foreign);
    }
    let version = database
        .query_row("SELECT value FROM about WHERE key = 'tables'", [], |row| row.get(0))
        .optional()?;
    Ok(version.map_or(Kind::Foreign, Kind::Tournament))
}

/// Returns the stored charter. Fails if its settings differ from the given ones.
pub(super) fn stored_charter(
    database: &Connection,
    path: &Path,
    charter: &Charter,
    version: &str,
) -> Result<Charter, StoreError> {
    let failed = |source| failure(path, source);
    let (difference, stored) = if version == VERSION_1 {
        // What is the same in words is the same, except for what was unknown then.
        let mut stored = Charter { cores: 1, ..charter.clone() };
        stored.schedule.bye = ByeValue::unnamed();
        for program in &mut stored.programs {
            program.versions.clear();
            program.withdrawn = false;
        }
        (charter.difference_v1(&charter_v1(database).map_err(failed)?), stored)
    } else {
        let select = "SELECT value FROM about WHERE key = 'charter'";
        let json: String = database.query_row(select, [], |row| row.get(0)).map_err(failed)?;
        match Charter::from_json(&json) {
            Ok(stored) => (charter.difference(&stored), stored),
            Err(source) => return Err(StoreError::Charter { path: path.to_owned(), source }),
        }
    };
    difference.map_or(Ok(stored), |difference| Err(StoreError::Other { path: path.to_owned(), difference }))
}

fn charter_v1(database: &Connection) -> rusqlite::Result<BTreeMap<String, String>> {
    let mut select =
        database.prepare("SELECT substr(key, 9), value FROM about WHERE key LIKE 'charter %'")?;
    select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}
