//! A tournament that is killed repeatedly ends as if nothing had happened.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use floe_rules::random::Random;
use serde_json::Value;

const FLOE: &str = env!("CARGO_BIN_EXE_floe");
const PENGUINS: &str = env!("CARGO_BIN_EXE_penguins");

/// Deterministic animals of the zoo: honest ones, cheats, and some that attack other players.
pub(crate) const ANIMALS: [&str; 16] = [
    "honest",
    "lazy",
    "greedy",
    "writes-crlf",
    "edits-anothers-score",
    "edits-its-own-score",
    "moves-two-penguins",
    "moves-anothers-penguin",
    "restores-a-floe",
    "writes-garbage",
    "writes-half-a-file",
    "leaves-a-symlink",
    "crashes-by-segv",
    "leaves-a-child",
    "writes-after-it-ends",
    "adds-a-stranger",
];
const ROUNDS: usize = 10;
const KILLS: usize = 10;
const GAMES: usize = 200;

/// Builds the zoo, which is a package of its own, and returns its program.
pub(crate) fn zoo() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap();
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--package", "floe-zoo", "--bin", "zoo"]);
    build.args(["--target-dir".as_ref(), folder.parent().unwrap().as_os_str()]);
    if folder.file_name().is_some_and(|name| name == "release") {
        build.arg("--release");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    assert!(build.current_dir(root).status().unwrap().success());
    folder.join("zoo")
}

/// Writes the configuration of a Swiss tournament of twenty: each round depends on the results before it.
fn configure(folder: &Path, zoo: &Path) {
    let mut text = format!(
        "format = 'swiss'\nrounds = {ROUNDS}\nseed = 9\n\
         [game]\npenguins = 2\ntime = 20000\n[boards]\ncount = 1\nmake = {{ rows = 4, cols = 5 }}\n"
    );
    for animal in ANIMALS {
        text += &format!("[[program]]\nname = '{animal}'\ncommand = '{} {animal}'\n", zoo.display());
    }
    for nodes in [1, 10, 100] {
        text += &format!("[[program]]\nname = 'p{nodes}'\ncommand = '{PENGUINS} nodes={nodes}'\n");
    }
    text += "[[program]]\nname = 'inside'\ncommand = 'engine:nodes=50'\n";
    fs::write(folder.join("cup.toml"), text).unwrap();
}

pub(crate) fn tournament(folder: &Path, more: &[&str]) -> Command {
    let mut floe = Command::new(FLOE);
    floe.args(["tournament", "cup.toml", "--quiet"]).args(more).current_dir(folder);
    floe
}

/// Returns everything that must be the same, which is all but the times.
pub(crate) fn report(folder: &Path) -> Value {
    let output = tournament(folder, &["--report-only", "--json"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for game in report["games"].as_array_mut().unwrap() {
        let game = game.as_object_mut().unwrap();
        for times in ["millis", "cpu_millis", "replays"] {
            game.remove(times).unwrap();
        }
        let record = game["record"].as_str().unwrap();
        let of_times = |line: &&str| line.starts_with("used by player ") || line.starts_with("replayed ");
        game["record"] = record.lines().filter(|line| !of_times(line)).collect::<Vec<_>>().join("\n").into();
    }
    report
}

#[test]
fn a_tournament_killed_ten_times_ends_like_an_undisturbed_one() {
    let zoo = zoo();
    let undisturbed = tempfile::tempdir().unwrap();
    configure(undisturbed.path(), &zoo);
    let begin = Instant::now();
    let output = tournament(undisturbed.path(), &[]).output().unwrap();
    let took = begin.elapsed();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let wanted = report(undisturbed.path());
    assert_eq!(wanted["games"].as_array().unwrap().len(), GAMES);
    assert!(wanted["faults"].as_array().unwrap().len() > 100, "the animals among them are at fault");

    let killed = tempfile::tempdir().unwrap();
    configure(killed.path(), &zoo);
    let seed = std::process::id();
    let mut random = Random::new(seed.into());
    let mut seen = Vec::new();
    let mut start = Duration::ZERO;
    for _ in 0..KILLS {
        let mut floe = tournament(killed.path(), &[]).stdout(Stdio::null()).spawn().unwrap();
        // Programs are copied and asked for their ids before the first game.
        let begin = Instant::now();
        while seen.is_empty() && !killed.path().join("cup.db").exists() {
            assert!(floe.try_wait().unwrap().is_none(), "it ended before its first game");
            thread::sleep(Duration::from_millis(5));
            start = begin.elapsed();
        }
        thread::sleep(start.saturating_sub(begin.elapsed()));
        // Spread over the whole tournament, whatever part of a game or of a commit that hits.
        let pause = took.as_micros() as u64 / KILLS as u64 * (50 + random.below(100)) / 100;
        thread::sleep(Duration::from_micros(pause));
        floe.kill().unwrap();
        floe.wait().unwrap();
        seen.push(report(killed.path())["games"].as_array().unwrap().len());
    }
    assert!(seen.is_sorted(), "a stored game is never lost: {seen:?}");
    let output = tournament(killed.path(), &[]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Printed in any case, to show that it was killed in the middle.
    let _ = writeln!(std::io::stderr(), "killed after {seen:?} games of {GAMES}");
    assert!(seen.iter().any(|&games| games > 0 && games < GAMES), "{seen:?}");
    let found = report(killed.path());
    for part in ["standings", "cross", "pairs", "faults", "games"] {
        assert_eq!(found[part], wanted[part], "{part}, seed {seed}");
    }
    assert_eq!(found, wanted);
}

/// Formats and their further settings.
const FORMATS: [&str; 4] = [
    "format = 'round-robin'",
    "format = 'gauntlet'\nchallengers = 2",
    "format = 'swiss'\nrounds = 3",
    "format = 'knock-out'",
];

/// How often a process is killed in each tournament.
const HITS: usize = 8;

/// A tournament of one format, with or without files that last for a game.
struct Cup {
    folder: tempfile::TempDir,
    mark: String,
}

impl Cup {
    fn new(format: &str, state: &str, zoo: &Path) -> Cup {
        let folder = tempfile::tempdir().unwrap();
        let mark = format!("mark=cup-{}", folder.path().file_name().unwrap().to_string_lossy());
        let mut text = format!(
            "{format}\nseed = 5\n[game]\npenguins = 1\ntime = 20000\nstate = '{state}'\n\
             [boards]\ncount = 1\nmake = {{ rows = 4, cols = 4 }}\n"
        );
        for animal in ["greedy", "keeps-a-counter", "leaves-a-child", "lazy"] {
            text +=
                &format!("[[program]]\nname = '{animal}'\ncommand = '{} {animal} {mark}'\n", zoo.display());
        }
        fs::write(folder.path().join("cup.toml"), text).unwrap();
        Cup { folder, mark }
    }

    fn start(&self) -> Command {
        let mut floe = tournament(self.folder.path(), &[]);
        floe.env("TMPDIR", self.folder.path()).stdout(Stdio::null());
        floe
    }

    /// Returns what must be the same: all but times and notes about replayed turns.
    fn outcome(&self) -> Value {
        let mut report = report(self.folder.path());
        let mut outcome = serde_json::Map::new();
        for part in ["standings", "cross", "pairs", "faults"] {
            outcome.insert(part.to_owned(), report[part].take());
        }
        let games = report["games"].as_array().unwrap().iter();
        let games = games
            .map(|game| serde_json::json!([game["seats"], game["board"], game["scores"], game["places"]]));
        outcome.insert("games".to_owned(), games.collect());
        Value::Object(outcome)
    }

    /// Waits until no process of its programs is alive and all folders of theirs are gone.
    fn expect_nothing_left(&self) {
        let end = Instant::now() + Duration::from_secs(30);
        loop {
            let alive = processes(|_, line| line.contains(&self.mark));
            if alive.is_empty() {
                return;
            }
            assert!(Instant::now() < end, "still alive: {alive:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Returns the processes of which the parent and the command line are as wanted.
fn processes(is_wanted: impl Fn(u32, &str) -> bool) -> Vec<u32> {
    let pids = fs::read_dir("/proc").unwrap().flatten();
    let pids = pids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|pid| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let parent =
            stat.rsplit_once(')').and_then(|(_, rest)| rest.split_ascii_whitespace().nth(1)?.parse().ok());
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        parent.is_some_and(|parent| is_wanted(parent, &String::from_utf8_lossy(&line)))
    })
    .collect()
}

/// Returns the stubs of a floe, the processes that they forked included.
fn stubs(floe: u32) -> Vec<u32> {
    let mut found = vec![floe];
    let mut next = 0;
    while let Some(&above) = found.get(next) {
        found.extend(processes(|parent, line| parent == above && line.contains("__stub")));
        next += 1;
    }
    found.split_off(1)
}

fn kill(pid: u32) {
    // It may have ended already.
    let _ = nix::sys::signal::kill(
        nix::unistd::Pid::from_raw(pid.cast_signed()),
        nix::sys::signal::Signal::SIGKILL,
    );
}

/// Random SIGKILLs of floe, of a stub, and of both together, in all formats.
#[test]
fn random_kills_change_no_result_and_leave_nothing_running() {
    let zoo = zoo();
    let seed = std::process::id();
    let mut random = Random::new(seed.into());
    for format in FORMATS {
        for state in ["none", "game"] {
            let undisturbed = Cup::new(format, state, &zoo);
            let begin = Instant::now();
            let output = undisturbed.start().output().unwrap();
            let took = begin.elapsed();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let wanted = undisturbed.outcome();

            let cup = Cup::new(format, state, &zoo);
            let mut floe = cup.start().stderr(Stdio::piped()).spawn().unwrap();
            let mut hits = [0; 3];
            while hits.iter().sum::<usize>() < HITS {
                thread::sleep(took * (20 + random.below(60) as u32) / 400);
                if floe.try_wait().unwrap().is_some() {
                    break;
                }
                let stubs = stubs(floe.id());
                let way = random.below(3) as usize;
                match way {
                    0 => floe.kill().unwrap(),
                    // Not every moment has a stub.
                    1 if stubs.is_empty() => continue,
                    1 => kill(stubs[random.below(stubs.len() as u64) as usize]),
                    _ => {
                        floe.kill().unwrap();
                        stubs.into_iter().for_each(kill);
                    }
                }
                hits[way] += 1;
                if way != 1 {
                    floe.wait().unwrap();
                    cup.expect_nothing_left();
                    floe = cup.start().stderr(Stdio::piped()).spawn().unwrap();
                }
            }
            let output = floe.wait_with_output().unwrap();
            let printed = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{format}, {state}, seed {seed}, {hits:?}: {printed}");
            // Printed in any case, to show what was tried.
            let _ = writeln!(
                std::io::stderr(),
                "{format}, state {state}: killed floe, stubs, both {hits:?} times"
            );
            assert_eq!(cup.outcome(), wanted, "{format}, {state}, seed {seed}");
            cup.expect_nothing_left();
            // A folder without a lock may be one that another floe is making; it is removed when it is old.
            let left = fs::read_dir(cup.folder.path()).unwrap().flatten();
            let left: Vec<_> = left.filter(|entry| entry.path().join("lock").exists()).collect();
            assert!(left.is_empty(), "{left:?}");
        }
    }
}
