//! A tournament over several machines, of which any may die at any time, ends as on one machine.

use std::fs;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use floe_rules::random::Random;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

use crate::identity::records;
use crate::killed_tournament::{ANIMALS, report, tournament, zoo};

const FLOE: &str = env!("CARGO_BIN_EXE_floe");
const GAMES: usize = 200;
const WORKERS: usize = 3;
const PATIENCE: Duration = Duration::from_secs(300);

/// A process that is killed when this is dropped.
struct Running(Child);

impl Running {
    fn signal(&self, signal: Signal) {
        // It may have ended already.
        let _ = kill(Pid::from_raw(self.0.id().cast_signed()), signal);
    }

    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A lab: a NATS server, and workers.
struct Lab {
    folder: tempfile::TempDir,
    port: u16,
    server: Running,
    workers: Vec<Running>,
}

fn server(folder: &Path, port: u16) -> std::io::Result<Running> {
    let mut command = Command::new("nats-server");
    command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(folder.join("nats"));
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let start = Instant::now();
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        assert!(start.elapsed() < PATIENCE, "the NATS server does not answer");
        thread::sleep(Duration::from_millis(20));
    }
    Ok(Running(child))
}

impl Lab {
    /// Starts a lab; where there is no NATS server, says loudly that a test is skipped.
    fn start(test: &str, workers: usize) -> Option<Lab> {
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
        let Ok(server) = server(folder.path(), port) else {
            let _ = writeln!(std::io::stderr(), "SKIPPED: {test}, since nats-server is not installed");
            return None;
        };
        let mut lab = Lab { folder, port, server, workers: Vec::new() };
        (0..workers).for_each(|number| lab.workers.push(lab.worker(number)));
        Some(lab)
    }

    fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn worker(&self, number: usize) -> Running {
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.folder.path().join(format!("worker-{number}.log")))
            .unwrap();
        let mut command = Command::new(FLOE);
        command.args(["worker", &self.address(), "-j", "1", "--name", &format!("machine-{number}")]);
        Running(command.stdout(Stdio::null()).stderr(log).spawn().unwrap())
    }

    /// Starts again what ended because the server was killed before it had connected.
    fn restart_failed(&mut self, coordinator: &mut Running, start: &dyn Fn() -> Running) {
        let has_failed =
            |running: &mut Running| running.0.try_wait().unwrap().is_some_and(|status| !status.success());
        if has_failed(coordinator) {
            *coordinator = start();
        }
        for number in 0..self.workers.len() {
            if has_failed(&mut self.workers[number]) {
                self.workers[number] = self.worker(number);
            }
        }
    }

    fn logs(&self) -> String {
        let logs = fs::read_dir(self.folder.path()).unwrap().flatten().map(|entry| entry.path());
        let logs = logs.filter(|path| path.extension().is_some_and(|ending| ending == "log"));
        logs.map(|path| format!("{}:\n{}", path.display(), fs::read_to_string(&path).unwrap())).collect()
    }
}

/// Writes the configuration of a Swiss tournament of twenty animals and engines, all deterministic.
fn configure(folder: &Path, zoo: &Path) {
    let mut text = "format = 'swiss'\nrounds = 10\nseed = 9\n[game]\npenguins = 2\ntime = 20000\n\
                    [boards]\ncount = 1\nmake = { rows = 4, cols = 5 }\n[cluster]\nlease = 3\n"
        .to_owned();
    for animal in ANIMALS {
        text += &format!("[[program]]\nname = '{animal}'\ncommand = '{} {animal}'\n", zoo.display());
    }
    for nodes in [1, 10, 50, 100] {
        text += &format!("[[program]]\nname = 'e{nodes}'\ncommand = 'engine:nodes={nodes}'\n");
    }
    fs::write(folder.join("cup.toml"), text).unwrap();
}

/// Returns what must be the same on one machine and on many: all but times, and who has played.
fn outcome(folder: &Path) -> Value {
    let mut report = report(folder);
    for game in report["games"].as_array_mut().unwrap() {
        let record = game["record"].as_str().unwrap();
        let of_machine = |line: &&str| line.starts_with("isolation: ") || line.starts_with("machine: ");
        game["record"] =
            record.lines().filter(|line| !of_machine(line)).collect::<Vec<_>>().join("\n").into();
    }
    let parts = ["standings", "cross", "pairs", "faults", "games"];
    parts
        .into_iter()
        .map(|part| (part.to_owned(), report[part].take()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// Random SIGKILLs of everything, and a worker that is stopped for longer than its lease.
#[test]
fn a_lab_in_which_everything_dies_plays_the_same_tournament() {
    let Some(mut lab) = Lab::start("a_lab_in_which_everything_dies_plays_the_same_tournament", WORKERS)
    else {
        return;
    };
    let zoo: PathBuf = zoo();
    let here = tempfile::tempdir().unwrap();
    configure(here.path(), &zoo);
    let output = tournament(here.path(), &[]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let wanted = outcome(here.path());
    assert_eq!(wanted["games"].as_array().unwrap().len(), GAMES);

    let cup = tempfile::tempdir().unwrap();
    configure(cup.path(), &zoo);
    let address = lab.address();
    let start = || {
        let log = fs::File::options().create(true).append(true).open(cup.path().join("cup.log")).unwrap();
        let mut command = Command::new(FLOE);
        command.args(["tournament", "cup.toml", "--workers", &address]).current_dir(cup.path());
        Running(command.stdout(Stdio::null()).stderr(log).spawn().unwrap())
    };
    let seed = std::process::id();
    let mut random = Random::new(seed.into());
    let mut coordinator = start();
    let begin = Instant::now();
    while records(cup.path()) == 0 {
        assert!(begin.elapsed() < PATIENCE, "no game was played: {}", lab.logs());
        thread::sleep(Duration::from_millis(200));
    }
    let mut hits = [0; 4];
    let mut order = [0, 1, 2, 3, 0, 1, 3, 2];
    random.shuffle(&mut order);
    for way in order {
        thread::sleep(Duration::from_millis(100 + random.below(500)));
        if coordinator.0.try_wait().unwrap().is_some_and(|status| status.success()) {
            break;
        }
        lab.restart_failed(&mut coordinator, &start);
        let number = random.index(WORKERS);
        match way {
            0 => {
                lab.workers[number].kill();
                lab.workers[number] = lab.worker(number);
            }
            1 => {
                lab.server.kill();
                thread::sleep(Duration::from_millis(random.below(1000)));
                lab.server = server(lab.folder.path(), lab.port).unwrap();
            }
            2 => {
                coordinator.kill();
                coordinator = start();
            }
            _ => {
                // Its game is played by another, and it comes back late.
                lab.workers[number].signal(Signal::SIGSTOP);
                thread::sleep(Duration::from_secs(5));
                lab.workers[number].signal(Signal::SIGCONT);
            }
        }
        hits[way] += 1;
    }
    while coordinator.0.try_wait().unwrap().is_none_or(|status| !status.success()) {
        lab.restart_failed(&mut coordinator, &start);
        let log = || fs::read_to_string(cup.path().join("cup.log")).unwrap();
        assert!(begin.elapsed() < PATIENCE, "it does not end, seed {seed}: {}\n{}", log(), lab.logs());
        thread::sleep(Duration::from_millis(100));
    }
    // Printed in any case, to show what was tried.
    let _ =
        writeln!(std::io::stderr(), "killed workers, server, coordinator, stopped workers {hits:?} times");
    let log = fs::read_to_string(cup.path().join("cup.log")).unwrap();
    assert!(hits.iter().sum::<usize>() > 1, "it was over too soon: {hits:?}");
    let found = outcome(cup.path());
    for part in ["standings", "cross", "pairs", "faults", "games"] {
        assert_eq!(found[part], wanted[part], "{part}, seed {seed}: {log}\n{}", lab.logs());
    }
}

/// A tournament that began here goes on elsewhere, and comes back.
#[test]
fn a_tournament_moves_between_one_machine_and_many() {
    let Some(lab) = Lab::start("a_tournament_moves_between_one_machine_and_many", 1) else { return };
    let cup = tempfile::tempdir().unwrap();
    fs::write(
        cup.path().join("bot.sh"),
        "#!/bin/sh\ncase \"$1\" in name) echo Ann;; *) echo talk; exit 3;; esac\n",
    )
    .unwrap();
    let text = "format = 'round-robin'\nrepeats = 4\n[game]\npenguins = 1\n[boards]\ncount = 1\n\
                make = { rows = 5, cols = 5 }\n[[program]]\ncommand = 'sh bot.sh'\n\
                [[program]]\ncommand = 'engine:nodes=20'\n[[program]]\ncommand = 'engine:level=1,nodes=20'\n";
    fs::write(cup.path().join("cup.toml"), text).unwrap();
    let address = lab.address();
    let play = |more: &[&str], games: usize| {
        let mut floe = Running(tournament(cup.path(), more).stdout(Stdio::null()).spawn().unwrap());
        let begin = Instant::now();
        while records(cup.path()) < games && floe.0.try_wait().unwrap().is_none() {
            assert!(begin.elapsed() < PATIENCE, "{games} games are not played: {}", lab.logs());
            thread::sleep(Duration::from_millis(50));
        }
        floe.signal(Signal::SIGTERM);
        floe.0.wait().unwrap();
    };
    play(&[], 3);
    let begun = records(cup.path());
    play(&["--workers", &address], begun + 3);
    let moved = records(cup.path());
    assert!(moved > begun);
    play(&[], 24);
    assert_eq!(records(cup.path()), 24);
    let report = report(cup.path());
    let games = report["games"].as_array().unwrap();
    let of_machine = |game: &&Value| game["record"].as_str().unwrap().contains("\nmachine: machine-0, ");
    let elsewhere = games.iter().filter(of_machine).count();
    assert!(elsewhere > 0 && elsewhere <= moved - begun, "{elsewhere} of {moved}");
    let listed = Command::new(FLOE).args(["workers", &address, "--json"]).output().unwrap();
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    assert_eq!(listed["workers"][0]["machine"], "machine-0");
    assert!(listed["workers"][0]["played"].as_u64().unwrap() >= elsewhere as u64);
    let table = Command::new(FLOE).args(["workers", &address]).output().unwrap();
    let table = String::from_utf8(table.stdout).unwrap();
    assert!(table.starts_with("worker ") && table.contains("\nmachine-0-"), "{table}");
}

#[test]
fn what_is_missing_or_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let two = "[[program]]\ncommand = 'engine:nodes=1'\n[[program]]\ncommand = 'engine:nodes=2'\n\
               [boards]\ncount = 1\nmake = { rows = 4, cols = 4 }\n";
    fs::write(folder.path().join("cup.toml"), two).unwrap();
    let fails = |arguments: &[&str]| {
        let output = Command::new(FLOE).args(arguments).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    // Nobody listens there.
    let nowhere = "nats://user:secret@127.0.0.1:1";
    for arguments in
        [&["worker", nowhere][..], &["workers", nowhere], &["tournament", "cup.toml", "--workers", nowhere]]
    {
        let words = fails(arguments);
        assert!(words.contains("cannot connect to nats://127.0.0.1:1"), "{words}");
        assert!(!words.contains("secret"), "{words}");
    }
    let words = fails(&["workers", "nats://127.0.0.1:1", "--creds", "missing.creds"]);
    assert!(words.contains("cannot read the credentials in 'missing.creds'"), "{words}");
    let words = fails(&["tournament", "cup.toml", "--creds", "missing.creds"]);
    assert!(words.contains("credentials are given, but no server"), "{words}");
    for (setting, cause) in [
        ("floor = 2.0", "'floor' is a share from 0 to 1"),
        ("compare = -1.0", "'compare' is a share from 0 to 1"),
        ("lease = 0", "'lease' is from 1 to 3600 seconds"),
        ("clock = 'fast'", "unknown variant `fast`, expected `same` or `scaled`"),
        ("speed = 1", "unknown field `speed`"),
    ] {
        let text = format!("{two}[cluster]\nworkers = '{nowhere}'\n{setting}\n");
        fs::write(folder.path().join("cup.toml"), text).unwrap();
        let words = fails(&["tournament", "cup.toml"]);
        assert!(words.contains(cause), "{words}");
    }
}
