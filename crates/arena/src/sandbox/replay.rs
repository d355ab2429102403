//! Repeating a run that was disturbed from outside.

use std::error::Error;
use std::io;

use super::{Disturbance, ExitReason, RunOutput, WorkFolder};

/// A run that counts, and what disturbed the one before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FairRun<T> {
    /// The output of the run.
    pub output: RunOutput,
    /// What the caller made of the run, such as the files that the program left.
    pub rest: T,
    /// What disturbed the first run, if this is the second.
    pub replayed: Option<Disturbance>,
}

/// The stub of a run was killed from outside, so that nothing is known about the run.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the stub was killed from outside")]
pub(super) struct StubKilled;

/// How often a run whose supervision was killed is repeated, which nothing in a program can cause.
const MOST_KILLED: u32 = 20;

/// Runs a program, and once more if the first run was [disturbed](RunOutput::disturbed).
///
/// `run` must make the same call in the same state each time, in a fresh folder. Nothing of a disturbed run counts; the
/// second run counts however it ends, so that no program gains by disturbances. Runs whose stub or keeper was killed come
/// on top of these.
pub fn run_fairly<T>(mut run: impl FnMut() -> io::Result<(RunOutput, T)>) -> io::Result<FairRun<T>> {
    let mut replayed = None;
    let mut killed = 0;
    let mut is_second = false;
    loop {
        let ran = run();
        let was_killed = match &ran {
            Ok((output, _)) => output.disturbed == Some(Disturbance::Killed),
            Err(fault) => fault.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<StubKilled>),
        };
        if was_killed && killed < MOST_KILLED {
            killed += 1;
            replayed.get_or_insert(Disturbance::Killed);
            continue;
        }
        let (output, rest) = ran?;
        if was_killed {
            return Err(io::Error::other(StubKilled));
        }
        match &output.disturbed {
            Some(disturbance) if !is_second => {
                is_second = true;
                replayed.get_or_insert_with(|| disturbance.clone());
            }
            _ => return Ok(FairRun { output, rest, replayed }),
        }
    }
}

/// Runs a program [fairly](run_fairly) in a folder that lasts.
///
/// A run that is repeated finds the files as they were before. So does the next one after a run that wrote too much, which
/// would otherwise have written too much from its start.
pub(crate) fn run_fairly_in<T>(
    folder: &mut WorkFolder,
    mut run: impl FnMut(&WorkFolder) -> io::Result<(RunOutput, T)>,
) -> io::Result<FairRun<T>> {
    folder.save()?;
    let mut is_repeated = false;
    let run = run_fairly(|| {
        if is_repeated {
            folder.restore()?;
        }
        is_repeated = true;
        run(folder)
    })?;
    if run.output.ended == ExitReason::OverFiles {
        folder.restore()?;
    }
    Ok(run)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const BUSY: Disturbance = Disturbance::Busy { waited: Duration::from_millis(300) };

    fn ran(disturbed: Option<Disturbance>) -> RunOutput {
        RunOutput {
            ended: if disturbed.is_some() { ExitReason::OverTime } else { ExitReason::Exit(0) },
            took: Duration::from_millis(5),
            cpu: Duration::from_millis(3),
            stdout: Vec::new(),
            stderr: Vec::new(),
            leftovers: 0,
            disturbed,
        }
    }

    /// Makes runs with these disturbances in order, and returns the run that counts and how many were made.
    fn fair(disturbances: &[Option<Disturbance>]) -> (FairRun<usize>, usize) {
        let mut made = 0;
        let fair = run_fairly(|| {
            made += 1;
            Ok((ran(disturbances[made - 1].clone()), made))
        });
        (fair.unwrap(), made)
    }

    #[test]
    fn a_disturbed_run_is_repeated_once() {
        let (run, made) = fair(&[None]);
        assert_eq!((run.rest, run.replayed, made), (1, None, 1));
        let (run, made) = fair(&[Some(BUSY), None]);
        assert_eq!((run.output.ended, run.rest, run.replayed, made), (ExitReason::Exit(0), 2, Some(BUSY), 2));
        let (run, made) = fair(&[Some(Disturbance::ProcessLimit), Some(BUSY), None]);
        assert_eq!((run.output.ended, run.rest, made), (ExitReason::OverTime, 2, 2));
        assert_eq!(run.replayed, Some(Disturbance::ProcessLimit), "the first disturbance is the reason");
    }

    #[test]
    fn a_killed_run_is_repeated_and_does_not_count() {
        let killed = || Some(Disturbance::Killed);
        let (run, made) = fair(&[killed(), killed(), Some(BUSY), killed(), None]);
        assert_eq!((run.output.ended, run.replayed, made), (ExitReason::Exit(0), killed(), 5));
        let mut made = 0;
        let run = run_fairly(|| {
            made += 1;
            if made < 4 { Err(io::Error::other(StubKilled)) } else { Ok((ran(None), made)) }
        });
        assert_eq!(run.unwrap().rest, 4);
        // A stub that is always killed is our failure, and so is everything else that goes wrong.
        let always = run_fairly(|| Err::<(RunOutput, ()), _>(io::Error::other(StubKilled)));
        assert_eq!(always.unwrap_err().to_string(), "the stub was killed from outside");
        let always = run_fairly(|| Ok((ran(killed()), ())));
        assert!(always.is_err());
        let mut made = 0;
        let failed = run_fairly(|| {
            made += 1;
            Err::<(RunOutput, ()), _>(io::Error::other("no"))
        });
        assert_eq!((failed.is_err(), made), (true, 1));
    }
}
