//! The names and messages of the cluster.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{Read, Write};
use std::time::Duration;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use floe_arena::printable::printable;
use floe_arena::result::GameResult;
use floe_arena::sandbox::Tier;
use floe_arena::schedule::Fixture;
use floe_rules::history::Action;
use floe_rules::penguins::{Move, Seat};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::ClusterError;

/// The version of the messages.
const PROTOCOL: u32 = 1;

/// The stream of games to play.
pub(crate) const JOBS: &str = "FLOE_JOBS";
/// The stream of results.
pub(crate) const RESULTS: &str = "FLOE_RESULTS";
/// The bucket of programs and sheets, by their digests.
pub(crate) const FILES: &str = "floe-files";

/// What a result may take in memory.
const MOST_CONTENT: u64 = 64 << 20;

/// How long the server keeps jobs, results and files of tournaments that nobody resumes.
pub(crate) const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);

/// How often a coordinator and its workers tell that they are there.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(2);
/// Who has not been heard of for so long is gone.
pub(crate) const SILENCE: Duration = Duration::from_secs(10);

/// The version of floe: workers and coordinators must have the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloeVersion(String);

impl FloeVersion {
    /// Makes a version of the number of the release and the digest of the executable file, since results depend on both.
    pub fn new(release: &str, digest: &str) -> FloeVersion {
        let short: String = digest.chars().take(12).collect();
        FloeVersion(format!("{release} (protocol {PROTOCOL}, build {short})"))
    }
}

impl fmt::Display for FloeVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Returns whether a text can be a part of a subject.
fn is_token(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// Returns random lower-case letters.
pub(crate) fn random_letters(count: usize) -> String {
    let mut bytes = vec![0; count];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes.iter().map(|byte| char::from(b'a' + byte % 26)).collect()
}

/// Returns a random number below a bound.
pub(crate) fn random_below(bound: u64) -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    u64::from_le_bytes(bytes) % bound
}

/// Identifies a tournament on the server. It is kept in the database of the tournament.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TournamentKey(String);

impl TournamentKey {
    /// Makes a new key.
    pub fn random() -> TournamentKey {
        TournamentKey(random_letters(12))
    }

    /// Reads a key.
    pub fn parse(text: &str) -> Option<TournamentKey> {
        is_token(text).then(|| TournamentKey(text.to_owned()))
    }

    /// Returns it as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Identifies a worker: the name of its machine and some random letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct WorkerId(String);

impl WorkerId {
    pub(crate) fn new(name: &str) -> WorkerId {
        let clean = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let name: String = name.chars().take(40).map(clean).collect();
        WorkerId(format!("{name}-{}", random_letters(6)))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn is_valid(&self) -> bool {
        is_token(&self.0)
    }
}

impl fmt::Display for WorkerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A game to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameJob {
    pub(crate) tournament: TournamentKey,
    /// The digest of the sheet.
    pub(crate) sheet: String,
    pub(crate) fixture: Fixture,
    /// 0 for the game itself, more for a game that is played again to compare it.
    pub(crate) copy: u8,
    /// Workers that must not play it, since they have played another copy.
    pub(crate) avoid: Vec<WorkerId>,
}

impl GameJob {
    pub(crate) fn subject(&self) -> String {
        let GameJob { tournament, sheet, fixture, copy, .. } = self;
        format!("floe.jobs.{}.{}.{}.{copy}", tournament.as_str(), sheet_token(sheet), fixture.number)
    }
}

/// Returns the part of a sheet's digest that is in subjects.
pub(crate) fn sheet_token(sheet: &str) -> &str {
    sheet.get(..16).unwrap_or(sheet)
}

pub(crate) fn jobs_of(tournament: &TournamentKey) -> String {
    format!("floe.jobs.{}.>", tournament.as_str())
}

pub(crate) fn results_of(tournament: &TournamentKey) -> String {
    format!("floe.results.{}.>", tournament.as_str())
}

pub(crate) fn live_subject(tournament: &TournamentKey) -> String {
    format!("floe.live.{}", tournament.as_str())
}

pub(crate) fn announcement_subject(tournament: &TournamentKey) -> String {
    format!("floe.tournaments.{}", tournament.as_str())
}

/// What a worker sends about a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct JobReport {
    pub(crate) version: FloeVersion,
    pub(crate) tournament: TournamentKey,
    pub(crate) sheet: String,
    pub(crate) worker: WorkerId,
    pub(crate) number: usize,
    pub(crate) copy: u8,
    pub(crate) outcome: JobOutcome,
}

/// How a job ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum JobOutcome {
    /// The game was played.
    Played(Box<GameResult>),
    /// The worker cannot play it, with the reason.
    Impossible(String),
}

impl JobReport {
    pub(crate) fn subject(&self) -> String {
        format!("floe.results.{}.{}", self.tournament.as_str(), self.worker)
    }
}

/// What a coordinator tells all workers, again and again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Announcement {
    pub(crate) tournament: TournamentKey,
    pub(crate) title: String,
    pub(crate) version: FloeVersion,
    pub(crate) sheet: String,
    pub(crate) state: AnnouncedState,
    /// How long a worker may be silent about a game before another gets it.
    pub(crate) lease: Duration,
    /// The time of a turn.
    pub(crate) turn_time: Duration,
    /// The tier that programs need; any where none is named.
    pub(crate) tier: Option<Tier>,
    /// The least speed of a worker.
    pub(crate) floor: f64,
    /// Whether every turn is to be told.
    pub(crate) live: bool,
    /// Workers that get no jobs, with the reasons.
    pub(crate) refused: BTreeMap<WorkerId, String>,
}

/// Whether a tournament has games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AnnouncedState {
    /// Workers take jobs.
    Open,
    /// They finish what they have begun, and take no more.
    Paused,
    /// They abandon what they have begun.
    Closed,
}

/// What a worker tells about itself, again and again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WorkerStatus {
    pub(crate) id: WorkerId,
    /// The name of the machine.
    pub name: String,
    /// The version of floe there.
    pub version: FloeVersion,
    /// The cores that games may use.
    pub cores: usize,
    /// The speed of a core, in thousands of nodes a second.
    pub speed: f64,
    /// The tier of its sandbox, or why there is none.
    pub tier: String,
    /// The games in progress, each with its tournament and the number of its turns.
    pub games: Vec<RunningGame>,
    /// The games played since its start.
    pub played: u64,
    /// The seconds since its start.
    pub seconds: u64,
    /// Why it takes no jobs, if it does not.
    pub idle: Option<String>,
}

/// What a worker may tell about itself: games in progress, and characters of a text.
const MOST_GAMES: usize = 1024;
const MOST_TEXT: usize = 300;

/// Returns a text that can be shown to people.
pub(crate) fn short(text: &str) -> String {
    printable(&text.chars().take(MOST_TEXT).collect::<String>())
}

impl WorkerStatus {
    /// Reads what a worker tells, with texts that can be shown to people; nothing where it is impossible.
    pub(crate) fn read(message: &[u8]) -> Option<WorkerStatus> {
        serde_json::from_slice::<WorkerStatus>(message).ok()?.cleaned()
    }

    fn cleaned(self) -> Option<WorkerStatus> {
        let is_possible = self.id.is_valid()
            && self.games.len() <= MOST_GAMES
            && self.speed.is_finite()
            && self.version.0.len() <= MOST_TEXT;
        is_possible.then(|| WorkerStatus {
            name: short(&self.name),
            version: FloeVersion(short(&self.version.0)),
            tier: short(&self.tier),
            idle: self.idle.as_deref().map(short),
            ..self
        })
    }

    /// Returns how it is called on the server.
    pub fn id(&self) -> &str {
        self.id.as_str()
    }

    /// Returns the games in a minute since its start.
    pub fn games_per_minute(&self) -> f64 {
        self.played as f64 * 60.0 / (self.seconds.max(1) as f64)
    }
}

/// A game in progress on a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningGame {
    /// Its tournament.
    pub tournament: TournamentKey,
    /// Its number.
    pub number: usize,
    /// How many turns it has had.
    pub turns: usize,
}

/// Something that has happened in a game on a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LiveMessage {
    pub(crate) worker: WorkerId,
    pub(crate) number: usize,
    /// Tells one attempt at a game from another.
    pub(crate) attempt: String,
    pub(crate) event: LiveEvent,
}

impl LiveMessage {
    /// Returns whether its names are no longer than ours.
    pub(crate) fn is_short(&self) -> bool {
        self.worker.is_valid() && self.attempt.len() <= 64
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LiveEvent {
    Started,
    Turn { turns: usize, player: Seat, action: Action<Move> },
}

/// Returns the SHA-256 digest of bytes.
pub(crate) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Serialises a small message.
pub(crate) fn message(content: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(content).expect("messages can be serialised")
}

/// Serialises and compresses something that may be large.
pub(crate) fn pack(content: &impl Serialize) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    let packed = packer.write_all(&message(content)).and_then(|()| packer.finish());
    packed.expect("memory can be written")
}

/// Reads what [`pack`] made.
pub(crate) fn unpack<T: DeserializeOwned>(what: &'static str, bytes: &[u8]) -> Result<T, ClusterError> {
    let mut plain = Vec::new();
    GzDecoder::new(bytes)
        .take(MOST_CONTENT + 1)
        .read_to_end(&mut plain)
        .map_err(|error| ClusterError::content(what, error))?;
    if plain.len() as u64 > MOST_CONTENT {
        return Err(ClusterError::content(what, "it is too large"));
    }
    serde_json::from_slice(&plain).map_err(|error| ClusterError::content(what, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_in_subjects() {
        let worker = WorkerId::new("lab 7.example/*>");
        assert!(worker.is_valid() && worker.as_str().starts_with("lab-7-example----"), "{worker}");
        assert!(!WorkerId("a.b".to_owned()).is_valid());
        assert_ne!(TournamentKey::random(), TournamentKey::random());
        assert_eq!(TournamentKey::parse("a>"), None);
    }

    #[test]
    fn what_is_packed_is_read_back_and_nothing_too_large() {
        let packed = pack(&vec!["text"; 1000]);
        assert!(packed.len() < 200);
        assert_eq!(unpack::<Vec<String>>("a list", &packed).unwrap().len(), 1000);
        assert!(unpack::<Vec<String>>("a list", &packed[..packed.len() / 2]).is_err());
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        let zeros = vec![b' '; 1 << 20];
        (0..=MOST_CONTENT >> 20).for_each(|_| packer.write_all(&zeros).unwrap());
        let error = unpack::<u32>("a number", &packer.finish().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "a number cannot be read: it is too large");
    }
}
