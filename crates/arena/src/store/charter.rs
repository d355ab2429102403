//! The charter of a tournament: its stored configuration, which is everything that its results depend on.
//!
//! A database with a different charter belongs to another tournament and is rejected. The charter is stored as JSON with
//! a version; version 1, a list of keys and texts, is still supported (see `charter_v1`).

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::charter_v1;
use crate::referee::Policy;
use crate::sandbox::ResourceLimits;
use crate::schedule::ScheduleSettings;

/// The version of the JSON.
const VERSION: u32 = 2;

/// Everything that the results of a tournament depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charter {
    /// The schedule.
    pub schedule: ScheduleSettings,
    /// The name of the rules.
    pub rules: String,
    /// The layout of hexagons, where one was chosen.
    pub layout: Option<String>,
    /// The number of penguins per player.
    pub penguins: u32,
    /// The penalty for a fault.
    pub policy: Policy,
    /// The time limit of a turn. [`ResourceLimits::wall`] adds the grace period.
    pub time: Duration,
    /// The resource limits of one call.
    pub limits: ResourceLimits,
    /// The programs, in the order of entry.
    pub programs: Vec<StoredProgram>,
    /// The boards, as board files.
    pub boards: Vec<String>,
}

/// A program as the configuration names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredProgram {
    /// The name, where one was given.
    pub name: Option<String>,
    /// The command.
    pub command: String,
}

/// Why a stored charter cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CharterError {
    /// Another version of floe wrote it.
    #[error("unsupported version {0}, expected {VERSION}")]
    Version(u32),
    /// It is not the JSON of a charter.
    #[error("it is not a charter: {0}")]
    Json(#[from] serde_json::Error),
}

#[derive(Serialize)]
struct Versioned<'a> {
    version: u32,
    #[serde(flatten)]
    charter: &'a Charter,
}

#[derive(Deserialize)]
struct VersionOnly {
    version: u32,
}

impl Charter {
    /// Returns the charter as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&Versioned { version: VERSION, charter: self })
            .expect("a charter has only numbers, strings and lists, which all have a JSON form")
    }

    /// Reads a charter from JSON.
    pub fn from_json(json: &str) -> Result<Charter, CharterError> {
        match serde_json::from_str(json)? {
            VersionOnly { version: VERSION } => Ok(serde_json::from_str(json)?),
            VersionOnly { version } => Err(CharterError::Version(version)),
        }
    }

    /// Returns the first difference between this charter and a stored one, for a message.
    pub(crate) fn difference(&self, stored: &Charter) -> Option<String> {
        if self == stored {
            return None;
        }
        let listed = self.difference_v1(&charter_v1::entries(stored));
        Some(listed.unwrap_or_else(|| "the settings differ".to_owned()))
    }

    /// Returns the first difference between this charter and one that was stored in version 1.
    pub(crate) fn difference_v1(&self, stored: &BTreeMap<String, String>) -> Option<String> {
        let own = charter_v1::entries(self);
        let key = stored.keys().chain(own.keys()).find(|&key| stored.get(key) != own.get(key))?;
        let show = |value: Option<&String>| value.map_or("nothing".to_owned(), |value| shortened(value));
        Some(format!("{key} changed from {} to {}", show(stored.get(key)), show(own.get(key))))
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
pub(crate) mod tests {
    use super::*;
    use crate::schedule::{Format, Seating};

    /// A charter for tests, with a seed.
    pub(crate) fn charter(seed: u64) -> Charter {
        Charter {
            schedule: ScheduleSettings {
                entrants: 2,
                seats: 2,
                boards: 1,
                spare_boards: 0,
                format: Format::Swiss { rounds: 3 },
                seating: Seating::Rotations,
                repeats: 1,
                seed,
            },
            rules: "square".to_owned(),
            layout: None,
            penguins: 3,
            policy: Policy::default(),
            time: Duration::from_millis(500),
            limits: ResourceLimits { wall: Duration::from_millis(600), ..ResourceLimits::default() },
            programs: ["./a", "./b"]
                .map(|command| StoredProgram { name: None, command: command.to_owned() })
                .to_vec(),
            boards: vec!["1 3\n10 20 10\n".to_owned()],
        }
    }

    #[test]
    fn a_charter_reads_back_the_same() {
        let charter = charter(7);
        let json = charter.to_json();
        assert!(json.starts_with("{\"version\":2,\"schedule\":{\"entrants\":2,"), "{json}");
        assert_eq!(Charter::from_json(&json).unwrap(), charter);
        let newer = json.replace("\"version\":2", "\"version\":3");
        assert!(matches!(Charter::from_json(&newer), Err(CharterError::Version(3))));
        assert!(matches!(Charter::from_json("seed"), Err(CharterError::Json(_))));
    }

    #[test]
    fn the_first_difference_is_named() {
        assert_eq!(charter(7).difference(&charter(7)), None);
        assert_eq!(charter(2).difference(&charter(1)).unwrap(), "seed changed from '1' to '2'");
        let mut other = charter(7);
        other.programs[1].name = Some("Ben".to_owned());
        assert_eq!(other.difference(&charter(7)).unwrap(), "program 2 changed from './b' to 'Ben: ./b'");
        // A difference that version 1 does not list.
        other = charter(7);
        other.limits.wall += Duration::from_micros(1);
        assert_eq!(other.difference(&charter(7)).unwrap(), "the settings differ");
    }
}
