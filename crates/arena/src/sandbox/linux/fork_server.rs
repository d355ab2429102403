//! A process that forks stubs: starting floe anew for each call would take longer than all the rest of the stub's work.
//!
//! The *fork server* is a stub that has started, has reset what it inherited, and waits. For each call it forks a stub,
//! which becomes a child of the main process, like one that the main process had started. It runs on the cores of a game
//! and, with control groups of version 1, in the group of a run. It ends with its connection to the main process.

use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use nix::sys::socket::{ControlMessage, ControlMessageOwned, MsgFlags, recvmsg, sendmsg};
use nix::unistd::{Pid, dup2_stderr, dup2_stdin, dup2_stdout, pipe2, setsid};

use super::raw;
use super::supervisor;
use crate::sandbox::Stub;
use crate::sandbox::replay::StubKilled;

/// The argument that makes floe a fork server; the numbers of its cores follow.
pub(super) const FORK_SERVER: &str = "fork-server";

/// How long a fork may take, which waits while there are too many processes.
const ANSWER: Duration = Duration::from_secs(60);

/// A running fork server.
#[derive(Debug)]
pub(super) struct ForkServer {
    child: Child,
    /// Taken only when it is dropped.
    socket: Option<UnixStream>,
    cores: Vec<u32>,
}

/// A stub that has just been forked.
#[derive(Debug)]
pub(super) struct StubProcess {
    pub(super) pid: Pid,
    pub(super) socket: UnixStream,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
}

impl ForkServer {
    /// Starts a server for these cores, by `spawn`.
    pub(super) fn new(
        stub: &Stub,
        cores: &[u32],
        spawn: impl FnOnce(Command) -> io::Result<Child>,
    ) -> io::Result<ForkServer> {
        let (socket, theirs) = UnixStream::pair()?;
        socket.set_read_timeout(Some(ANSWER))?;
        let mut command = Command::new(&stub.program);
        command
            .args(&stub.arguments)
            .arg(FORK_SERVER)
            .args(cores.iter().map(u32::to_string))
            .env_clear()
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            // Ctrl-C must reach only the main process, which then decides about its programs.
            .process_group(0);
        let child = spawn(command)?;
        Ok(ForkServer { child, socket: Some(socket), cores: cores.to_vec() })
    }

    /// Returns its process.
    pub(super) fn pid(&self) -> i32 {
        self.child.id().cast_signed()
    }

    /// Returns whether it runs on these cores.
    pub(super) fn is_for(&self, cores: &[u32]) -> bool {
        self.cores == cores
    }

    /// Forks a stub. If that fails, the server is of no use any more.
    pub(super) fn start(&mut self) -> io::Result<StubProcess> {
        let (socket, theirs) = UnixStream::pair()?;
        let (stdout, out) = pipe2(nix::fcntl::OFlag::O_CLOEXEC)?;
        let (stderr, err) = pipe2(nix::fcntl::OFlag::O_CLOEXEC)?;
        let server = self.socket.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        let handed = [theirs.as_raw_fd(), out.as_raw_fd(), err.as_raw_fd()];
        let message = [ControlMessage::ScmRights(&handed)];
        let mut answer = [0; 4];
        let forked =
            sendmsg::<()>(server.as_raw_fd(), &[IoSlice::new(b"S")], &message, MsgFlags::MSG_NOSIGNAL, None)
                .map_err(io::Error::from)
                .and_then(|_| server.read_exact(&mut answer));
        if let Err(fault) = forked {
            return Err(self.explain(&fault));
        }
        match i32::from_le_bytes(answer) {
            pid @ 1.. => Ok(StubProcess { pid: Pid::from_raw(pid), socket, stdout, stderr }),
            code => Err(io::Error::from_raw_os_error(code.saturating_neg())),
        }
    }

    /// Ends it after a failure, and returns why it failed.
    fn explain(&mut self, fault: &io::Error) -> io::Error {
        drop(self.socket.take());
        if fault.kind() == io::ErrorKind::WouldBlock {
            let _ = self.child.kill();
            let _ = self.child.wait();
            return io::Error::new(io::ErrorKind::TimedOut, "the fork server does not answer");
        }
        match self.child.wait() {
            // No program can signal it.
            Ok(status) if status.signal().is_some() => io::Error::other(StubKilled),
            ended => {
                let mut printed = String::new();
                let _ = self.child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut printed));
                let how = ended.map_or_else(|fault| fault.to_string(), |status| status.to_string());
                io::Error::other(format!("the fork server failed ({how}): {fault} {}", printed.trim()))
            }
        }
    }
}

impl Drop for ForkServer {
    fn drop(&mut self) {
        // This ends it, unless somebody stopped it.
        drop(self.socket.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs as the server, with the connection to the main process as standard input.
pub(super) fn serve(arguments: impl Iterator<Item = OsString>) -> io::Result<()> {
    let cores: Vec<u32> = arguments.filter_map(|word| word.to_str()?.parse().ok()).collect();
    raw::set_cores(&cores)?;
    let mut main = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    while let Some([socket, out, err]) = receive(&main)? {
        let forked = raw::fork_sibling(|| {
            let served = dup2_stdin(&socket)
                .and_then(|()| dup2_stdout(&out))
                .and_then(|()| dup2_stderr(&err))
                // In a process group of the session of the main process, the stub and the keeper would be killed by SIGHUP if
                // the main process dies while the stub has stopped one of them.
                .and_then(|()| setsid())
                .map_err(io::Error::from)
                .and_then(|_| {
                    raw::close_inherited();
                    supervisor::serve(UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?))
                });
            if let Err(fault) = &served {
                eprintln!("{fault}");
            }
            i32::from(served.is_err())
        });
        let answer = match forked {
            Ok(pid) => pid.as_raw(),
            Err(fault) => -fault.raw_os_error().unwrap_or(nix::libc::EIO),
        };
        main.write_all(&answer.to_le_bytes())?;
    }
    Ok(())
}

/// Receives a socket and two pipes; nothing at the end.
fn receive(main: &UnixStream) -> io::Result<Option<[OwnedFd; 3]>> {
    let mut byte = [0];
    let mut parts = [IoSliceMut::new(&mut byte)];
    let mut room = nix::cmsg_space!([RawFd; 3]);
    let message = recvmsg::<()>(main.as_raw_fd(), &mut parts, Some(&mut room), MsgFlags::MSG_CMSG_CLOEXEC)?;
    if message.bytes == 0 {
        return Ok(None);
    }
    let mut handed = Vec::new();
    for part in message.cmsgs()? {
        if let ControlMessageOwned::ScmRights(numbers) = part {
            handed.extend(numbers.into_iter().map(raw::owned));
        }
    }
    handed.try_into().map(Some).map_err(|_| io::Error::other("the main process sent no files"))
}
