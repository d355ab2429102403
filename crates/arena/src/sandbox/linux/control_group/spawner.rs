//! A thread whose children are born in a control group of version 1.
//!
//! Moving a process into a group makes it wait until every processor has noticed, some 10 ms each time. In version 1 a
//! single thread can be in a group of its own: this one is moved once, and what it starts inherits its groups. It is never
//! the first thread, whose group would pay for the memory of the whole process.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

use nix::unistd::gettid;

use crate::sandbox::linux::raw::patiently;

/// What the thread answers: it is ready, or has started a child.
type Answer = io::Result<Option<Child>>;

/// A thread in control groups. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct Spawner {
    ends: Option<Mutex<(Sender<Command>, Receiver<Answer>)>>,
    thread: Option<JoinHandle<()>>,
}

impl Spawner {
    /// Starts a thread in these groups.
    pub(super) fn new(groups: &[PathBuf]) -> io::Result<Spawner> {
        let spawner = patiently(|| {
            let (commands, requests) = channel();
            let (answers, children) = channel();
            let groups = groups.to_vec();
            let thread = thread::Builder::new().spawn(move || serve(&groups, &requests, &answers))?;
            Ok(Spawner { ends: Some(Mutex::new((commands, children))), thread: Some(thread) })
        })?;
        spawner.answer()?;
        Ok(spawner)
    }

    /// Starts a command in the groups.
    pub(super) fn spawn(&self, command: Command) -> io::Result<Child> {
        self.ends()?.0.send(command).map_err(|_| lost())?;
        self.answer()?.ok_or_else(lost)
    }

    fn answer(&self) -> Answer {
        self.ends()?.1.recv().map_err(|_| lost())?
    }

    fn ends(&self) -> io::Result<MutexGuard<'_, (Sender<Command>, Receiver<Answer>)>> {
        self.ends.as_ref().ok_or_else(lost)?.lock().map_err(|_| lost())
    }
}

impl Drop for Spawner {
    fn drop(&mut self) {
        // This ends the thread, and only then can its groups be removed.
        drop(self.ends.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn lost() -> io::Error {
    io::Error::other("the thread that starts programs is gone")
}

/// Runs as the thread.
fn serve(groups: &[PathBuf], commands: &Receiver<Command>, answers: &Sender<Answer>) {
    let us = gettid().to_string();
    let joined = groups.iter().try_for_each(|group| fs::write(group.join("tasks"), &us));
    if answers.send(joined.map(|()| None)).is_err() {
        return;
    }
    for mut command in commands {
        let child = patiently(|| command.spawn());
        // It may hold the other end of a connection.
        drop(command);
        if answers.send(child.map(Some)).is_err() {
            return;
        }
    }
}
