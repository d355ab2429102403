//! Games by a worker against games by threads, on the same cores: the ratio of their throughput, what a game costs beyond
//! its play, how many results a coordinator takes, and what a lab would do by these figures.
//!
//! ```sh
//! cargo bench -p floe --bench cluster
//! cargo bench -p floe --bench cluster -- 5      # five rounds of long games in place of three
//! ```
//!
//! It needs `nats-server`.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

const FLOE: &str = env!("CARGO_BIN_EXE_floe");
const PENGUINS: &str = env!("CARGO_BIN_EXE_penguins");
/// A lab to work out figures for.
const MACHINES: f64 = 30.0;
const CORES: f64 = 8.0;
const SECONDS: f64 = 5.0;
/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(300);

type Outcome<T> = Result<T, Box<dyn Error>>;

struct Running(Child);

impl Running {
    /// Sends a signal by its name.
    fn signal(&self, name: &str) -> Outcome<()> {
        let status = Command::new("kill").args(["-s", name, &self.0.id().to_string()]).status()?;
        if status.success() { Ok(()) } else { Err(format!("kill ended with {status}").into()) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A NATS server with a port for its figures.
struct Server {
    _process: Running,
    port: u16,
    figures: u16,
}

/// What a server has handled.
#[derive(Clone, Copy)]
struct Traffic {
    messages: f64,
    bytes: f64,
}

fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

impl Server {
    /// Starts a server, if it is installed.
    fn start(folder: &Path) -> Outcome<Option<Server>> {
        let (port, figures) = (free_port()?, free_port()?);
        let process = Command::new("nats-server")
            .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-m", &figures.to_string(), "-sd"])
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(process) = process else { return Ok(None) };
        let server = Server { _process: Running(process), port, figures };
        wait("the NATS server", || Ok(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok()))?;
        Ok(Some(server))
    }

    fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Asks the server about itself.
    fn ask(&self, what: &str) -> Outcome<Value> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.figures))?;
        write!(stream, "GET /{what} HTTP/1.0\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (_, content) = answer.split_once("\r\n\r\n").ok_or("the NATS server does not answer")?;
        Ok(serde_json::from_str(content)?)
    }

    /// Returns what came in and went out since the start.
    fn traffic(&self) -> Outcome<Traffic> {
        let found = self.ask("varz")?;
        let number = |name: &str| found[name].as_f64().ok_or(format!("there is no {name}"));
        Ok(Traffic {
            messages: number("in_msgs")? + number("out_msgs")?,
            bytes: number("in_bytes")? + number("out_bytes")?,
        })
    }

    /// Returns a figure of a stream; 0 if there is no such stream yet.
    fn stream(&self, name: &str, figure: &str) -> Outcome<u64> {
        let found = self.ask("jsz?streams=true")?;
        let accounts = found["account_details"].as_array().into_iter().flatten();
        let mut streams =
            accounts.flat_map(|account| account["stream_detail"].as_array().into_iter().flatten());
        let stream = streams.find(|stream| stream["name"] == name);
        Ok(stream.and_then(|stream| stream["state"][figure].as_u64()).unwrap_or(0))
    }
}

fn wait(what: &str, mut is_done: impl FnMut() -> Outcome<bool>) -> Outcome<()> {
    let begin = Instant::now();
    while !is_done()? {
        if begin.elapsed() > PATIENCE {
            return Err(format!("{what} takes too long").into());
        }
        thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

fn worker(server: &Server) -> Outcome<Running> {
    let process = Command::new(FLOE).args(["worker", &server.address()]).stderr(Stdio::null()).spawn()?;
    // It measures its speed first.
    thread::sleep(Duration::from_secs(3));
    Ok(Running(process))
}

fn main() -> Outcome<()> {
    // Cargo passes `--bench`.
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let rounds: usize = arguments.next().map_or(Ok(3), |count| count.parse())?;
    let folder = tempfile::tempdir()?;
    let Some(server) = Server::start(folder.path())? else {
        println!("SKIPPED: nats-server is not installed");
        return Ok(());
    };
    let process = worker(&server)?;
    long_games(&server, rounds)?;
    let extra = tiny_games(&server)?;
    programs(&server)?;
    drop(process);
    let rate = coordinator(&server)?;

    let cores = MACHINES * CORES;
    let per_second = cores / (SECONDS + extra);
    println!(
        "{MACHINES} machines of {CORES} cores, games of {SECONDS} s: {per_second:.1} games a second, {:.0} an hour",
        per_second * 3600.0
    );
    println!("a coordinator with {rate:.0} results a second is busy with {:.0} such cores", rate * SECONDS);
    Ok(())
}

/// Compares the throughput with games that take some seconds.
fn long_games(server: &Server, rounds: usize) -> Outcome<()> {
    let cup = cup(3, 3, "time=340", 7);
    let (mut all_here, mut all_there) = (0.0, 0.0);
    for round in 1..=rounds {
        let (here, games) = play(&cup, &[])?;
        let before = server.traffic()?;
        let (there, _) = play(&cup, &["--workers", &server.address()])?;
        let each = here / games as f64 * cores() as f64;
        println!(
            "round {round}, {games} games of {each:.1} s: here {here:.1} s, by a worker {there:.1} s, ratio {:.3}",
            here / there
        );
        tell_traffic(server, before, games)?;
        all_here += here;
        all_there += there;
    }
    println!("ratio of throughput in all rounds: {:.3}", all_here / all_there);
    Ok(())
}

/// Measures what a game costs a core of a worker beyond its play, in seconds.
fn tiny_games(server: &Server) -> Outcome<f64> {
    let cup = cup(32, 1, "nodes=20", 4);
    let (here, games) = play(&cup, &[])?;
    let before = server.traffic()?;
    let (there, _) = play(&cup, &["--workers", &server.address()])?;
    let extra = ((there - here) / games as f64 * cores() as f64).max(0.0);
    println!(
        "{games} tiny games: here {here:.1} s, by a worker {there:.1} s, {:.0} games a second",
        games as f64 / there
    );
    tell_traffic(server, before, games)?;
    println!("beyond its play, a game costs a core of a worker {:.1} ms", extra * 1000.0);
    Ok(extra)
}

/// Measures what a program adds to the traffic when a machine fetches it.
fn programs(server: &Server) -> Outcome<()> {
    let mut text = cup(1, 1, "nodes=20", 4);
    let _ = writeln!(text, "[[program]]\nname = \"Program\"\ncommand = {PENGUINS:?}");
    let (stored, before) = (server.stream("OBJ_floe-files", "bytes")?, server.traffic()?);
    play(&text, &["--workers", &server.address()])?;
    let stored = server.stream("OBJ_floe-files", "bytes")? - stored;
    let traffic = server.traffic()?.bytes - before.bytes;
    println!(
        "a program of {:.1} MB: {:.1} MB on the server, {:.1} MB in and out for one machine",
        fs::metadata(PENGUINS)?.len() as f64 / 1e6,
        stored as f64 / 1e6,
        traffic / 1e6
    );
    Ok(())
}

fn tell_traffic(server: &Server, before: Traffic, games: usize) -> Outcome<()> {
    let after = server.traffic()?;
    let (messages, bytes) = (after.messages - before.messages, after.bytes - before.bytes);
    println!(
        "  the server handled {:.1} messages and {:.1} kB a game, in and out",
        messages / games as f64,
        bytes / games as f64 / 1000.0
    );
    Ok(())
}

/// Measures how many results a coordinator takes in a second: it is suspended until all games are played, then it replays,
/// stores and acknowledges those that wait.
fn coordinator(server: &Server) -> Outcome<f64> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("cup.toml"), cup(44, 1, "nodes=20", 4))?;
    let published = server.stream("FLOE_JOBS", "last_seq")?;
    let process = Command::new(FLOE)
        .args(["tournament", "cup.toml", "-q", "--workers", &server.address()])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let process = Running(process);
    let games = 44 * 43;
    wait("publishing", || Ok(server.stream("FLOE_JOBS", "last_seq")? >= published + games))?;
    let _worker = worker(server)?;
    wait("the first result", || Ok(server.stream("FLOE_RESULTS", "messages")? > 0))?;
    process.signal("STOP")?;
    // A worker takes games for a minute without a coordinator.
    wait("playing", || Ok(server.stream("FLOE_JOBS", "messages")? == 0))?;
    let waiting = server.stream("FLOE_RESULTS", "messages")?;
    let begin = Instant::now();
    process.signal("CONT")?;
    wait("storing", || Ok(server.stream("FLOE_RESULTS", "messages")? == 0))?;
    let seconds = begin.elapsed().as_secs_f64();
    let rate = waiting as f64 / seconds;
    println!("a coordinator took {waiting} results that waited in {seconds:.2} s: {rate:.0} a second");
    Ok(rate)
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}

/// A round robin of engines on boards of a size.
fn cup(engines: usize, repeats: usize, limit: &str, side: usize) -> String {
    let mut text = format!(
        "format = \"round-robin\"\nseed = 7\nrepeats = {repeats}\n[game]\npenguins = 1\n[boards]\ncount = 1\n\
         make = {{ rows = {side}, cols = {side} }}\n"
    );
    for number in 1..=engines {
        let _ = writeln!(
            text,
            "[[program]]\nname = \"Engine {number}\"\ncommand = \"engine:{limit},seed={number}\""
        );
    }
    text
}

/// Plays a tournament, and returns the seconds and the number of its games.
fn play(cup: &str, options: &[&str]) -> Outcome<(f64, usize)> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("cup.toml"), cup)?;
    let begin = Instant::now();
    let status = Command::new(FLOE)
        .args(["tournament", "cup.toml", "-q"])
        .args(options)
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    let seconds = begin.elapsed().as_secs_f64();
    if !status.success() {
        return Err(format!("floe ended with {status}").into());
    }
    Ok((seconds, games(&folder.path().join("cup-reports"))?))
}

/// Counts the records in a folder and below it.
fn games(folder: &Path) -> std::io::Result<usize> {
    let mut count = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        count += if path.is_dir() {
            games(&path)?
        } else {
            usize::from(path.extension().is_some_and(|ending| ending == "floe"))
        };
    }
    Ok(count)
}
