//! What the game master and its stub say to each other: a job one way, a report the other.
//!
//! Both ends are the same program, so there is no version and no care for readers of another kind; but a reader that
//! is given something else says so rather than guess. Each message is its length and then its fields.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::time::Duration;

use crate::sandbox::{Ended, Limits, Tier};

/// The longest message that is believed: arguments of programs are shorter by far.
const LONGEST: u32 = 64 << 20;

/// What a game master sends when too much was printed, after which everything is to be killed.
pub(super) const ENOUGH: u8 = b'!';

/// One program to run once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Job {
    /// The process that gave the job.
    pub(super) master: i32,
    /// How the program is shut in.
    pub(super) tier: Tier,
    /// The file that is executed.
    pub(super) program: PathBuf,
    /// All its arguments.
    pub(super) arguments: Vec<OsString>,
    /// Its private folder.
    pub(super) folder: PathBuf,
    /// Under which user and group it runs, if not under ours.
    pub(super) user: Option<u32>,
    /// What it may use up.
    pub(super) limits: Limits,
    /// How many threads its user may have, counted as the system does.
    pub(super) threads: u64,
    /// Files and folders that it may read.
    pub(super) readable: Vec<PathBuf>,
    /// The command that starts this program again within a bubble, if there is to be one.
    pub(super) bubble: Vec<OsString>,
    /// The version of Landlock that is used, 0 for none.
    pub(super) landlock: u8,
}

/// What a stub found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Report {
    /// The program ran or could not be started.
    Ran {
        /// How it ended.
        ended: Ended,
        /// How long it took.
        took: Duration,
        /// How many processes it left behind.
        leftovers: u32,
    },
    /// The stub itself failed.
    Failed(String),
}

impl Job {
    /// Returns the job as a message.
    pub(super) fn to_message(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.number(u64::from(self.master.unsigned_abs()));
        out.number(self.tier as u64);
        out.bytes(self.program.as_os_str().as_bytes());
        out.list(self.arguments.iter().map(OsString::as_os_str));
        out.bytes(self.folder.as_os_str().as_bytes());
        out.number(self.user.map_or(u64::MAX, u64::from));
        out.duration(self.limits.wall);
        out.duration(self.limits.cpu);
        out.number(self.limits.memory);
        out.number(self.limits.files);
        out.number(u64::from(self.limits.processes));
        out.number(self.limits.output);
        out.number(self.threads);
        out.list(self.readable.iter().map(|path| path.as_os_str()));
        out.list(self.bubble.iter().map(OsString::as_os_str));
        out.number(u64::from(self.landlock));
        out.message()
    }

    /// Reads a job from its message.
    pub(super) fn read(from: &mut impl Read) -> io::Result<Job> {
        let bytes = message(from)?;
        let mut fields = Fields(&bytes);
        let job = Job {
            master: fields.small()?,
            tier: match fields.number()? {
                0 => Tier::None,
                1 => Tier::Basic,
                2 => Tier::Strict,
                _ => return Err(garbled()),
            },
            program: fields.string()?.into(),
            arguments: fields.list()?,
            folder: fields.string()?.into(),
            user: match fields.number()? {
                u64::MAX => None,
                id => Some(u32::try_from(id).map_err(|_| garbled())?),
            },
            limits: Limits {
                wall: fields.duration()?,
                cpu: fields.duration()?,
                memory: fields.number()?,
                files: fields.number()?,
                processes: fields.small()?,
                output: fields.number()?,
            },
            threads: fields.number()?,
            readable: fields.list()?.into_iter().map(PathBuf::from).collect(),
            bubble: fields.list()?,
            landlock: fields.small()?,
        };
        fields.end()?;
        Ok(job)
    }
}

impl Report {
    /// Sends the report.
    pub(super) fn send(&self, to: &mut impl Write) -> io::Result<()> {
        let mut out = Writer::default();
        match self {
            Report::Failed(why) => {
                out.number(1);
                out.bytes(why.as_bytes());
            }
            Report::Ran { ended, took, leftovers } => {
                out.number(0);
                let (kind, value, words): (u64, i32, &str) = match ended {
                    Ended::Exit(code) => (0, *code, ""),
                    Ended::Signal(number) => (1, *number, ""),
                    Ended::OverTime => (2, 0, ""),
                    Ended::OverCpu => (3, 0, ""),
                    Ended::OverMemory => (4, 0, ""),
                    Ended::OverFiles => (5, 0, ""),
                    Ended::OverOutput => (6, 0, ""),
                    Ended::NotStarted(why) => (7, 0, why),
                };
                out.number(kind);
                out.number(u64::from(value.cast_unsigned()));
                out.bytes(words.as_bytes());
                out.duration(*took);
                out.number(u64::from(*leftovers));
            }
        }
        to.write_all(&out.message())
    }

    /// Reads a report from its message.
    pub(super) fn read(from: &mut impl Read) -> io::Result<Report> {
        let bytes = message(from)?;
        let mut fields = Fields(&bytes);
        if fields.number()? == 1 {
            return Ok(Report::Failed(fields.words()?));
        }
        let kind = fields.number()?;
        let value = fields.small::<u32>()?.cast_signed();
        let words = fields.words()?;
        let ended = match kind {
            0 => Ended::Exit(value),
            1 => Ended::Signal(value),
            2 => Ended::OverTime,
            3 => Ended::OverCpu,
            4 => Ended::OverMemory,
            5 => Ended::OverFiles,
            6 => Ended::OverOutput,
            7 => Ended::NotStarted(words),
            _ => return Err(garbled()),
        };
        let (took, leftovers) = (fields.duration()?, fields.small()?);
        fields.end()?;
        Ok(Report::Ran { ended, took, leftovers })
    }
}

/// Reads the fields of one message.
fn message(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(garbled());
    }
    let mut bytes = Vec::new();
    from.take(u64::from(length)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != u64::from(length) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}

fn garbled() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the stub was told something that it does not understand")
}

#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, value: u64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    fn duration(&mut self, value: Duration) {
        self.number(u64::try_from(value.as_nanos()).unwrap_or(u64::MAX));
    }

    fn bytes(&mut self, value: &[u8]) {
        self.number(value.len() as u64);
        self.0.extend_from_slice(value);
    }

    fn list<'a>(&mut self, values: impl ExactSizeIterator<Item = &'a OsStr>) {
        self.number(values.len() as u64);
        for value in values {
            self.bytes(value.as_bytes());
        }
    }

    fn message(self) -> Vec<u8> {
        let length = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        [&length.to_le_bytes(), &self.0[..]].concat()
    }
}

struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn number(&mut self) -> io::Result<u64> {
        let (value, rest) = self.0.split_first_chunk().ok_or_else(garbled)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*value))
    }

    fn small<T: TryFrom<u64>>(&mut self) -> io::Result<T> {
        T::try_from(self.number()?).map_err(|_| garbled())
    }

    fn duration(&mut self) -> io::Result<Duration> {
        self.number().map(Duration::from_nanos)
    }

    fn bytes(&mut self) -> io::Result<&'a [u8]> {
        let length = self.small::<usize>()?;
        let (value, rest) = self.0.split_at_checked(length).ok_or_else(garbled)?;
        self.0 = rest;
        Ok(value)
    }

    fn string(&mut self) -> io::Result<OsString> {
        self.bytes().map(|bytes| OsString::from_vec(bytes.to_vec()))
    }

    fn words(&mut self) -> io::Result<String> {
        self.bytes().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    fn list(&mut self) -> io::Result<Vec<OsString>> {
        (0..self.number()?).map(|_| self.string()).collect()
    }

    fn end(&self) -> io::Result<()> {
        if self.0.is_empty() { Ok(()) } else { Err(garbled()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job() -> Job {
        Job {
            master: 17,
            tier: Tier::Strict,
            program: "/a b/c".into(),
            arguments: vec![OsString::from_vec(vec![0xff, b'x']), OsString::new()],
            folder: "/tmp/1".into(),
            user: Some(62_000),
            limits: Limits { wall: Duration::MAX, ..Limits::default() },
            threads: 64,
            readable: vec!["/x".into()],
            bubble: vec!["bwrap".into()],
            landlock: 7,
        }
    }

    #[test]
    fn a_job_arrives_as_it_was_sent() {
        let sent = job();
        let got = Job::read(&mut &sent.to_message()[..]).unwrap();
        // More nanoseconds than fit are as good as for ever.
        let wall = Duration::from_nanos(u64::MAX);
        assert_eq!(got, Job { limits: Limits { wall, ..sent.limits.clone() }, ..sent });
    }

    #[test]
    fn a_report_arrives_as_it_was_sent() {
        let ends = [
            Ended::Exit(-1),
            Ended::Exit(3),
            Ended::Signal(11),
            Ended::OverTime,
            Ended::OverCpu,
            Ended::OverMemory,
            Ended::OverFiles,
            Ended::OverOutput,
            Ended::NotStarted("no".to_owned()),
        ];
        let ran = ends.map(|ended| Report::Ran { ended, took: Duration::from_millis(7), leftovers: 2 });
        for report in ran.into_iter().chain([Report::Failed("why".to_owned())]) {
            let mut bytes = Vec::new();
            report.send(&mut bytes).unwrap();
            assert_eq!(Report::read(&mut &bytes[..]).unwrap(), report);
        }
    }

    #[test]
    fn half_a_job_is_refused() {
        let whole = job().to_message();
        for length in 0..whole.len() {
            assert!(Job::read(&mut &whole[..length]).is_err(), "{length} bytes");
        }
        let mut long = whole;
        long[3] = 0xff;
        assert!(Job::read(&mut &long[..]).is_err());
    }
}
