//! The sheet of a tournament: everything that a worker needs to play its games.

use std::time::Duration;

use floe_arena::event::{Entrant, EntrantVersion, NamedBoard, Tournament};
use floe_arena::referee::GameTerms;
use floe_arena::sandbox::{BundleManifest, Tier};
use floe_arena::schedule::Schedule;
use floe_arena::store::Charter;
use floe_rules::board_file;
use floe_rules::penguins::RuleSet;
use floe_rules::record::PlayerKind;
use serde::{Deserialize, Serialize};

use crate::error::ClusterError;

/// Everything that a worker needs to play the games of a tournament. Programs are bundles in the object store.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TournamentSheet {
    /// The title.
    pub title: String,
    /// What the results depend on.
    pub charter: Charter,
    /// The settings in words, for records.
    pub terms_in_words: Vec<(String, String)>,
    /// The names of the boards.
    pub board_names: Vec<String>,
    /// The entrants, in the order of the charter.
    pub entrants: Vec<SheetEntrant>,
    /// The tier that programs need; the best that a worker has where none is named.
    pub tier: Option<Tier>,
    /// The time of programs and engines on machines of different speed.
    pub clock: ClockRule,
    /// Whether files of the system, such as interpreters, may differ between machines.
    pub other_systems: bool,
}

/// An entrant on a sheet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SheetEntrant {
    name: String,
    /// The level of an engine; nothing for a program.
    level: Option<u8>,
    versions: Vec<EntrantVersion>,
    /// What plays for it.
    pub player: SheetPlayer,
}

/// What plays for an entrant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SheetPlayer {
    /// A program.
    Program {
        /// How it is started.
        manifest: Box<BundleManifest>,
        /// The digest of the archive of its files; none for a program of the system.
        archive: Option<String>,
        /// The id under which it plays, if it is known.
        id: Option<Vec<u8>>,
    },
    /// An engine, by its options as they are written in configurations.
    Engine {
        /// The options.
        options: String,
    },
    /// Nobody: it loses its games by forfeit.
    Out {
        /// The reason.
        why: String,
    },
}

/// The time of programs on machines of different speed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockRule {
    /// The same everywhere.
    Same,
    /// Longer on slow machines, and shorter on fast ones.
    Scaled {
        /// The speed of a machine on which it is as the tournament says.
        reference: f64,
    },
}

impl ClockRule {
    /// Returns by how much the time of a machine is longer than the tournament says.
    pub fn factor(self, speed: f64) -> f64 {
        match self {
            ClockRule::Same => 1.0,
            ClockRule::Scaled { reference } => {
                let factor = reference / speed;
                if factor.is_finite() && factor > 0.0 { factor.clamp(0.01, 100.0) } else { 1.0 }
            }
        }
    }

    /// Returns a time as it is on a machine.
    pub fn scale(self, time: Duration, speed: f64) -> Duration {
        match self {
            ClockRule::Same => time,
            ClockRule::Scaled { .. } => time.mul_f64(self.factor(speed)),
        }
    }
}

impl SheetEntrant {
    /// Makes the entry of an entrant.
    pub fn new(entrant: &Entrant, player: SheetPlayer) -> SheetEntrant {
        let level = match entrant.kind {
            PlayerKind::Engine { level } => Some(level),
            PlayerKind::Program | PlayerKind::Person => None,
        };
        SheetEntrant { name: entrant.name.clone(), level, versions: entrant.versions.clone(), player }
    }

    fn entrant(&self) -> Entrant {
        let kind = self.level.map_or(PlayerKind::Program, |level| PlayerKind::Engine { level });
        let mut entrant = Entrant::new(self.name.clone(), String::new(), kind);
        entrant.versions = self.versions.clone();
        entrant
    }
}

impl TournamentSheet {
    /// Returns the rules.
    pub fn rules(&self) -> Result<RuleSet, ClusterError> {
        let wrong = |cause: String| ClusterError::content("the sheet of the tournament", cause);
        let rules = RuleSet::named(&self.charter.rules).map_err(|error| wrong(error.to_string()))?;
        match &self.charter.layout {
            None => Ok(rules),
            Some(layout) => {
                let layout = layout.parse().map_err(|error| wrong(format!("{error}")))?;
                rules.with_layout(layout).map_err(|error| wrong(error.to_string()))
            }
        }
    }

    /// Returns the tournament, with what a machine adds to the settings in words.
    pub fn tournament(&self, machine: &[(String, String)]) -> Result<Tournament, ClusterError> {
        let wrong = |cause: String| ClusterError::content("the sheet of the tournament", cause);
        let charter = &self.charter;
        let mut boards = Vec::new();
        for (name, text) in self.board_names.iter().zip(&charter.boards) {
            let setup = board_file::read(text.as_bytes()).map_err(|errors| wrong(errors.to_string()))?;
            boards.push(NamedBoard { name: name.clone(), setup });
        }
        let terms = GameTerms { rules: self.rules()?, penguins: charter.penguins, policy: charter.policy };
        let schedule = Schedule::new(charter.schedule.clone()).map_err(|error| wrong(error.to_string()))?;
        let mut terms_in_words = self.terms_in_words.clone();
        terms_in_words.extend_from_slice(machine);
        Ok(Tournament {
            title: self.title.clone(),
            terms,
            terms_in_words,
            entrants: self.entrants.iter().map(SheetEntrant::entrant).collect(),
            boards,
            schedule,
            cores: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_scaled_by_speed() {
        let second = Duration::from_secs(1);
        assert_eq!(ClockRule::Same.scale(second, 3.0), second);
        let rule = ClockRule::Scaled { reference: 1000.0 };
        assert_eq!(rule.scale(second, 2000.0), Duration::from_millis(500));
        assert_eq!(rule.scale(second, 500.0), Duration::from_secs(2));
        assert_eq!(rule.scale(second, 0.0), second);
        assert_eq!(rule.scale(second, f64::NAN), second);
    }
}
