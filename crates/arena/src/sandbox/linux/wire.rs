//! The messages between floe and its stub: a job one way, a report the other.
//!
//! Both ends are the same program, so the format has no version. A message is its length in four bytes, and then the
//! job or the report as `postcard` writes it.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::control_group::GroupPaths;
use super::keeper::Keeping;
use crate::sandbox::{Disturbance, ExitReason, ResourceLimits, Tier};

/// The longest message that is accepted, far more than any real job needs.
const LONGEST: u32 = 64 << 20;

/// The byte that floe sends when the program printed too much, after which the stub kills it.
pub(super) const OUTPUT_EXCEEDED: u8 = b'!';

/// One run of one program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Job {
    /// The process id of the main process.
    pub(super) master: i32,
    /// How the program is isolated.
    pub(super) tier: Tier,
    /// The file that is executed.
    #[serde(with = "path")]
    pub(super) program: PathBuf,
    /// All its arguments.
    pub(super) arguments: Vec<OsString>,
    /// Its private folder.
    #[serde(with = "path")]
    pub(super) folder: PathBuf,
    /// The user and group that it runs under, if not ours.
    pub(super) user: Option<u32>,
    /// What it may use.
    pub(super) limits: ResourceLimits,
    /// The limit on the threads of its user (RLIMIT_NPROC).
    pub(super) threads: u64,
    /// Files and folders that it may read.
    pub(super) readable: Vec<OsString>,
    /// The command that starts this program again within bubblewrap, if it is used.
    pub(super) bubble: Vec<OsString>,
    /// The version of Landlock that is used, 0 for none.
    pub(super) landlock: u8,
    /// The cores that its game owns, by number; empty for all.
    pub(super) cores: Vec<u32>,
    /// Whether that limit counts other processes too.
    pub(super) shares_limit: bool,
    /// How its processes are kept together in the tiers below `strict`.
    pub(super) keeping: Keeping,
    /// The control group of this run.
    pub(super) group: GroupPaths,
}

/// A stub's report on its job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum StubReport {
    /// The program ran or could not be started.
    Ran(RunReport),
    /// The stub itself failed.
    Failed(String),
}

/// A stub's report on a program that ran or could not be started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RunReport {
    /// How it ended.
    pub(super) ended: ExitReason,
    /// How long it took.
    pub(super) took: Duration,
    /// The processor time of all its processes.
    pub(super) cpu: Duration,
    /// How many processes it left behind.
    pub(super) leftovers: u32,
    /// What disturbed it from outside.
    pub(super) disturbed: Option<Disturbance>,
}

/// Serialises paths as OS strings, because serde's own form of `PathBuf` requires UTF-8.
mod path {
    use super::*;

    pub(super) fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
        path.as_os_str().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
        OsString::deserialize(deserializer).map(PathBuf::from)
    }
}

impl Job {
    /// Sends the job.
    pub(super) fn send(&self, to: &mut impl Write) -> io::Result<()> {
        send(self, to)
    }

    /// Receives a job.
    pub(super) fn receive(from: &mut impl Read) -> io::Result<Job> {
        receive(from)
    }
}

impl StubReport {
    /// Sends the report.
    pub(super) fn send(&self, to: &mut impl Write) -> io::Result<()> {
        send(self, to)
    }

    /// Receives a report.
    pub(super) fn receive(from: &mut impl Read) -> io::Result<StubReport> {
        receive(from)
    }
}

fn send(message: &impl Serialize, to: &mut impl Write) -> io::Result<()> {
    // Reserves four bytes for the length, which is known only after serialisation.
    let mut bytes = postcard::to_extend(message, vec![0; 4]).map_err(io::Error::other)?;
    let length = u32::try_from(bytes.len() - 4).map_err(io::Error::other)?;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    to.write_all(&bytes)
}

fn receive<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(invalid(format!("a message of {length} bytes is too long")));
    }
    let mut bytes = Vec::new();
    from.take(u64::from(length)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != u64::from(length) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    match postcard::take_from_bytes(&bytes) {
        Ok((message, [])) => Ok(message),
        Ok((_, rest)) => Err(invalid(format!("a message has {} bytes too many", rest.len()))),
        Err(fault) => Err(invalid(format!("a message cannot be read: {fault}"))),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    fn job() -> Job {
        Job {
            master: 17,
            tier: Tier::Strict,
            program: OsString::from_vec(b"/a b/\xff".to_vec()).into(),
            arguments: vec![OsString::from_vec(vec![0xff, b'x']), OsString::new()],
            folder: "/tmp/1".into(),
            user: Some(62_000),
            limits: ResourceLimits { wall: Duration::MAX, ..ResourceLimits::default() },
            threads: 64,
            readable: vec!["/x".into()],
            bubble: vec!["bwrap".into()],
            landlock: 7,
            cores: vec![0, 70],
            shares_limit: true,
            keeping: Keeping::Namespace { user: true, proc: false },
            group: GroupPaths::default(),
        }
    }

    fn sent(job: &Job) -> Vec<u8> {
        let mut bytes = Vec::new();
        job.send(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn a_job_arrives_as_it_was_sent() {
        assert_eq!(Job::receive(&mut &sent(&job())[..]).unwrap(), job());
    }

    #[test]
    fn a_report_arrives_as_it_was_sent() {
        let ends = [
            ExitReason::Exit(-1),
            ExitReason::Exit(3),
            ExitReason::Signal(11),
            ExitReason::OverTime,
            ExitReason::OverCpu,
            ExitReason::OverMemory,
            ExitReason::OverFiles,
            ExitReason::OverOutput,
            ExitReason::Unwatchable("why".to_owned()),
            ExitReason::NotStarted("no".to_owned()),
        ];
        let (took, cpu) = (Duration::from_millis(7), Duration::from_millis(5));
        let busy = Disturbance::Busy { waited: Duration::from_millis(4) };
        let disturbances = [Some(busy), Some(Disturbance::ProcessLimit), Some(Disturbance::Killed), None]
            .into_iter()
            .cycle();
        let ran = ends.into_iter().zip(disturbances).map(|(ended, disturbed)| {
            StubReport::Ran(RunReport { ended, took, cpu, leftovers: 2, disturbed })
        });
        for report in ran.chain([StubReport::Failed("why".to_owned())]) {
            let mut bytes = Vec::new();
            report.send(&mut bytes).unwrap();
            assert_eq!(StubReport::receive(&mut &bytes[..]).unwrap(), report);
        }
    }

    #[test]
    fn half_a_job_is_refused() {
        let whole = sent(&job());
        for length in 0..whole.len() {
            assert!(Job::receive(&mut &whole[..length]).is_err(), "{length} bytes");
        }
        let mut long = whole.clone();
        long[3] = 0xff;
        assert!(Job::receive(&mut &long[..]).is_err());
        // One byte more than the job has.
        let mut more = whole;
        more[0] += 1;
        more.push(0);
        assert!(Job::receive(&mut &more[..]).is_err());
    }
}
