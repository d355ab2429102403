//! The charter of a tournament: its stored configuration, which is everything that its results depend on.
//!
//! A database with a different charter belongs to another tournament and is rejected. The charter is stored as JSON with
//! a version; version 1, a list of keys and texts, is still supported (see `charter_v1`).

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::charter_v1;
use crate::bot::StateLifetime;
use crate::referee::Policy;
use crate::sandbox::{ProgramIdentity, ResourceLimits};
use crate::schedule::ScheduleSettings;

/// The version of the JSON.
const VERSION: u32 = 3;

/// The version before, in which [`ResourceLimits::wall`] included the grace period.
const VERSION_2: u32 = 2;

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
    /// The resource limits of one call.
    pub limits: ResourceLimits,
    /// The number of cores that each game owns.
    #[serde(default = "one_core")]
    pub cores: u32,
    /// How long the files of programs last.
    #[serde(default)]
    pub state: StateLifetime,
    /// The programs, in the order of entry.
    pub programs: Vec<StoredProgram>,
    /// The boards, as board files.
    pub boards: Vec<String>,
}

/// A program as the configuration names it, and what it consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredProgram {
    /// The name, where one was given.
    pub name: Option<String>,
    /// The command.
    pub command: String,
    /// The name under which it was listed last, which need not be asked for again to write a report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<String>,
    /// Its versions, the oldest first; none for a program that could never be started.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<ProgramVersion>,
    /// Whether it was withdrawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

/// A version of an entrant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramVersion {
    /// The number of the first game that it plays.
    pub since: usize,
    /// Later games that an earlier version had already played: parallel games end in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<usize>,
    /// What it consists of.
    pub identity: ProgramIdentity,
    /// What is different from the version before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<String>,
}

impl ProgramVersion {
    /// Makes the first version of an entrant.
    pub fn first(identity: ProgramIdentity) -> ProgramVersion {
        ProgramVersion { since: 1, except: Vec::new(), identity, changes: None }
    }
}

/// Why a stored charter cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CharterError {
    /// Another version of floe wrote it.
    #[error("unsupported version {0}, expected {VERSION_2} or {VERSION}")]
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

/// What only version 2 has: the time limit without the grace period.
#[derive(Deserialize)]
struct TimeV2 {
    time: Duration,
}

fn one_core() -> u32 {
    1
}

/// Returns the processor time that a turn had by default before games owned their cores.
fn old_default_cpu(time: Duration) -> Duration {
    time.saturating_mul(4).max(Duration::from_secs(2))
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
            VersionOnly { version: VERSION_2 } => {
                let mut charter: Charter = serde_json::from_str(json)?;
                let TimeV2 { time } = serde_json::from_str(json)?;
                charter.limits.grace = charter.limits.wall.saturating_sub(time);
                charter.limits.wall = time;
                Ok(charter)
            }
            VersionOnly { version } => Err(CharterError::Version(version)),
        }
    }

    /// Returns the processor time that a turn has by default.
    fn default_cpu(&self) -> Duration {
        self.limits.wall.saturating_mul(self.cores)
    }

    /// Returns the first difference between the settings of this charter and of a stored one, for a message.
    ///
    /// The value of byes may differ, and the programs are compared elsewhere (see `changes`).
    pub(crate) fn difference(&self, stored: &Charter) -> Option<String> {
        let schedule = ScheduleSettings {
            bye: stored.schedule.bye,
            entrants: stored.schedule.entrants,
            entries: stored.schedule.entries.clone(),
            ..self.schedule.clone()
        };
        let mut own = Charter { schedule, programs: stored.programs.clone(), ..self.clone() };
        // The default has changed since; a tournament that relied on the old one can still be resumed.
        if own.limits.cpu == own.default_cpu() && stored.limits.cpu == old_default_cpu(stored.limits.wall) {
            own.limits.cpu = stored.limits.cpu;
        }
        if own == *stored {
            return None;
        }
        let listed = own.difference_v1(&charter_v1::entries(stored));
        Some(listed.unwrap_or_else(|| "the settings differ".to_owned()))
    }

    /// Returns the first difference between this charter and one that was stored in version 1.
    pub(crate) fn difference_v1(&self, stored: &BTreeMap<String, String>) -> Option<String> {
        let mut own = charter_v1::entries(self);
        if self.limits.cpu == self.default_cpu() {
            // As in `difference`.
            let mut old = self.clone();
            old.limits.cpu = old_default_cpu(old.limits.wall);
            let old = charter_v1::entries(&old).remove(charter_v1::LIMITS);
            if old.as_ref() == stored.get(charter_v1::LIMITS) {
                own.extend(old.map(|old| (charter_v1::LIMITS.to_owned(), old)));
            }
        }
        let key = stored.keys().chain(own.keys()).find(|&key| stored.get(key) != own.get(key))?;
        let default = charter_v1::default_of(key);
        let show = |value: Option<&String>| {
            value.map(String::as_str).or(default).map_or("nothing".to_owned(), shortened)
        };
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
    use crate::schedule::{ByeValue, Format, Seating};

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
                bye: ByeValue::default(),
                entries: Vec::new(),
            },
            rules: "square".to_owned(),
            layout: None,
            penguins: 3,
            policy: Policy::default(),
            limits: ResourceLimits {
                wall: Duration::from_millis(500),
                grace: Duration::from_millis(100),
                cpu: Duration::from_secs(10),
                ..ResourceLimits::default()
            },
            cores: 1,
            state: StateLifetime::default(),
            programs: ["./a", "./b"]
                .map(|command| StoredProgram { command: command.to_owned(), ..StoredProgram::default() })
                .to_vec(),
            boards: vec!["1 3\n10 20 10\n".to_owned()],
        }
    }

    #[test]
    fn a_charter_reads_back_the_same() {
        let charter = charter(7);
        let json = charter.to_json();
        assert!(json.starts_with("{\"version\":3,\"schedule\":{\"entrants\":2,"), "{json}");
        assert_eq!(Charter::from_json(&json).unwrap(), charter);
        let newer = json.replace("\"version\":3", "\"version\":4");
        assert!(matches!(Charter::from_json(&newer), Err(CharterError::Version(4))));
        assert!(matches!(Charter::from_json("seed"), Err(CharterError::Json(_))));
    }

    /// Returns a charter as version 2 wrote it.
    fn json_v2(charter: &Charter, cpu: &str) -> String {
        let mut json: serde_json::Value = serde_json::from_str(&charter.to_json()).unwrap();
        json["version"] = 2.into();
        json["time"] = serde_json::json!({ "secs": 0, "nanos": 500_000_000 });
        json["limits"]["wall"] = serde_json::json!({ "secs": 0, "nanos": 600_000_000 });
        json["limits"]["cpu"] = serde_json::from_str(cpu).unwrap();
        json["limits"].as_object_mut().unwrap().remove("grace");
        json.as_object_mut().unwrap().remove("cores");
        json.to_string()
    }

    #[test]
    fn charters_of_version_2_are_read() {
        let given = charter(7);
        let old = Charter::from_json(&json_v2(&given, r#"{"secs":10,"nanos":0}"#)).unwrap();
        assert_eq!(given.difference(&old), None);
        // Two seconds were the default of the time, but could also be asked for.
        let old = Charter::from_json(&json_v2(&given, r#"{"secs":2,"nanos":0}"#)).unwrap();
        for (cpu, is_same) in [(500, true), (2000, true), (501, false)] {
            let mut given = given.clone();
            given.limits.cpu = Duration::from_millis(cpu);
            assert_eq!(given.difference(&old).is_none(), is_same, "{cpu} ms");
        }
    }

    #[test]
    fn the_old_default_of_processor_time_in_version_1_is_that_of_today() {
        let mut today = charter(7);
        let mut old = today.clone();
        old.limits.cpu = Duration::from_secs(2);
        today.limits.cpu = Duration::from_millis(500);
        assert_eq!(today.difference_v1(&charter_v1::entries(&old)), None);
        today.limits.cpu = Duration::from_millis(501);
        assert!(today.difference_v1(&charter_v1::entries(&old)).unwrap().starts_with("limits changed from"));
    }

    #[test]
    fn the_first_difference_is_named() {
        assert_eq!(charter(7).difference(&charter(7)), None);
        assert_eq!(charter(2).difference(&charter(1)).unwrap(), "seed changed from '1' to '2'");
        let mut other = charter(7);
        other.programs[1].name = Some("Ben".to_owned());
        assert_eq!(other.difference(&charter(7)), None, "programs are compared elsewhere");
        // A tournament that began when byes were worth more is still the same.
        let mut older = charter(7);
        older.schedule.bye = ByeValue::WonMatch;
        assert_eq!(charter(7).difference(&older), None);
        let json = charter(7).to_json().replace(",\"bye\":\"average-match\"", "");
        assert_eq!(Charter::from_json(&json).unwrap(), older);
        // What version 1 did not know is named where it is not what it was.
        let mut other = charter(7);
        (other.state, other.cores) = (StateLifetime::Game, 2);
        assert_eq!(other.difference(&charter(7)).unwrap(), "cores changed from '1' to '2'");
        other.cores = 1;
        assert_eq!(other.difference(&charter(7)).unwrap(), "state changed from 'none' to 'game'");
        // A difference that version 1 does not list.
        other = charter(7);
        other.limits.wall += Duration::from_micros(1);
        assert_eq!(other.difference(&charter(7)).unwrap(), "the settings differ");
    }
}
