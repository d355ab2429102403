//! Games by a worker against games by threads, on the same cores: the ratio of their throughput, what a game costs beyond
//! its play, and what a lab would do by these figures.
//!
//! ```sh
//! cargo bench -p floe --bench cluster
//! ```
//!
//! It needs `nats-server`.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const FLOE: &str = env!("CARGO_BIN_EXE_floe");
/// A lab to work out figures for.
const MACHINES: f64 = 30.0;
const CORES: f64 = 8.0;

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
    let server = Command::new("nats-server")
        .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
        .arg(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(server) = server else {
        println!("SKIPPED: nats-server is not installed");
        return Ok(());
    };
    let _server = Running(server);
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        thread::sleep(Duration::from_millis(20));
    }
    let address = format!("nats://127.0.0.1:{port}");
    let worker = Command::new(FLOE).args(["worker", &address]).stderr(Stdio::null()).spawn()?;
    let _worker = Running(worker);
    // It measures its speed first.
    thread::sleep(Duration::from_secs(3));

    let long = cup(3, 2, "time=240", 7);
    let (here, games) = play(&long, &[])?;
    let (there, _) = play(&long, &["--workers", &address])?;
    let each = here / games as f64 * cores() as f64;
    println!("games of {each:.1} s: {games} games, here {here:.1} s, by a worker {there:.1} s");
    println!("ratio of throughput: {:.3}", here / there);

    let short = cup(32, 1, "nodes=20", 4);
    let (here, games) = play(&short, &[])?;
    let (there, _) = play(&short, &["--workers", &address])?;
    let rate = games as f64 / there;
    let extra = (there - here) / games as f64 * cores() as f64;
    println!(
        "tiny games: {games} games, here {here:.1} s, by a worker {there:.1} s: {rate:.0} games a second"
    );
    println!("beyond its play, a game costs a core of a worker {:.1} ms", extra.max(0.0) * 1000.0);

    // What the coordinator and the server do for each game: all of it happens in the time of the tiny games.
    let slots = MACHINES * CORES;
    let per_second = slots / (5.0 + extra.max(0.0));
    println!(
        "{MACHINES} machines of {CORES} cores, games of 5 s: {per_second:.0} games a second, {:.0} an hour",
        per_second * 3600.0
    );
    println!(
        "one coordinator takes at least {rate:.0} results a second: enough for {:.0} cores with such games",
        rate * 5.0
    );
    Ok(())
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
fn play(cup: &str, options: &[&str]) -> Result<(f64, usize), Box<dyn Error>> {
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
