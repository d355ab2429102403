//! Tests with a real NATS server: what workers may send, what becomes of it, and what the network may do.

mod cheats;
mod network;
mod permissions;
mod site;
mod workers;

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::connection::{Credentials, NatsServer};

/// How long anything may take, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// A NATS server in a folder of its own, which ends with this.
struct TestServer {
    child: Child,
    folder: tempfile::TempDir,
    port: u16,
    options: Vec<String>,
}

fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port()
}

fn spawn(folder: &Path, port: u16, options: &[String]) -> std::io::Result<Child> {
    let mut command = Command::new("nats-server");
    command.args(["-a", "127.0.0.1", "-p", &port.to_string()]).args(options);
    // A configuration names a folder of its own.
    if !options.iter().any(|option| option == "-c") {
        command.arg("-js").arg("-sd").arg(folder);
    }
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}

impl TestServer {
    /// Starts a server; where there is none, says loudly that a test is skipped.
    fn start(test: &str) -> Option<TestServer> {
        TestServer::start_with(test, &[])
    }

    fn start_with(test: &str, options: &[&str]) -> Option<TestServer> {
        let (folder, port) = (tempfile::tempdir().unwrap(), free_port());
        let options: Vec<String> = options.iter().copied().map(str::to_owned).collect();
        let Ok(child) = spawn(folder.path(), port, &options) else {
            eprintln!("SKIPPED: {test}, since nats-server is not installed");
            return None;
        };
        let server = TestServer { child, folder, port, options };
        server.wait();
        Some(server)
    }

    fn wait(&self) {
        let start = Instant::now();
        while std::net::TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            assert!(start.elapsed() < PATIENCE, "the NATS server does not answer");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn address(&self) -> NatsServer {
        at_port(self.port)
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Kills the server, and starts it again.
    fn restart(&mut self) {
        self.kill();
        self.child = spawn(self.folder.path(), self.port, &self.options).unwrap();
        self.wait();
    }

    /// Kills the server, and starts another one that has nothing.
    fn replace(&mut self) {
        self.kill();
        self.folder = tempfile::tempdir().unwrap();
        self.restart();
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.kill();
    }
}

fn at_port(port: u16) -> NatsServer {
    NatsServer { address: format!("nats://127.0.0.1:{port}"), credentials: Credentials::default() }
}
