//! A main process or a stub that is killed while a program runs.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use floe_arena::sandbox::{Guard, KernelFeatures, Sandbox, Tier, TierChoice};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::sandboxes::{Script, generous, is_alive, mark, stub, tiers};

/// A program whose processes have left its session, its parents and their parent-death signals.
const RUNAWAY: &str = "trap '' TERM HUP INT
setsid setpriv --pdeathsig clear sleep MARK &
(setsid setpriv --pdeathsig clear sleep MARK &)
exec setpriv --pdeathsig clear sleep MARK";

/// The main process that is going to be killed; the tests below start it.
#[test]
#[ignore = "it is a part of other tests"]
fn a_main_process_at_work() {
    let Ok(tier) = std::env::var("FLOE_TEST_TIER") else { return };
    let mark = std::env::var("FLOE_TEST_MARK").unwrap();
    let tier = Tier::ALL.into_iter().find(|known| known.name() == tier).unwrap();
    let namespaces = std::env::var_os("FLOE_TEST_NO_NAMESPACES").is_none();
    let features = KernelFeatures { namespaces, ..KernelFeatures::default() };
    let sandbox = Sandbox::with_features(TierChoice::Exactly(tier), stub(), features).unwrap();
    let folder = sandbox.folder().unwrap();
    println!("\nfolder={}", folder.path().display());
    let script = Script::new(&RUNAWAY.replace("MARK", &mark));
    // If the stub is killed, there is no report.
    let _ = sandbox.run(&script.admit(&sandbox), &[], &folder, &generous());
}

/// Who is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Killed {
    Main,
    Stub,
    MainThenStub,
    StubThenMain,
    /// Every process of floe, as `pkill -9 floe` does.
    All,
}

const ALL: [Killed; 5] =
    [Killed::Main, Killed::Stub, Killed::MainThenStub, Killed::StubThenMain, Killed::All];

/// Starts a main process, and returns it with the folder of its program.
fn start(tier: Tier, namespaces: bool, mark: &str) -> (Child, String) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "sandbox_killed_parent::a_main_process_at_work", "--ignored", "--nocapture"])
        .env("FLOE_TEST_TIER", tier.name())
        .env("FLOE_TEST_MARK", mark)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if !namespaces {
        command.env("FLOE_TEST_NO_NAMESPACES", "1");
    }
    let mut master = command.spawn().unwrap();
    let lines = BufReader::new(master.stdout.take().unwrap()).lines();
    let folder =
        lines.map(|line| line.unwrap()).find_map(|line| line.strip_prefix("folder=").map(str::to_owned));
    wait_until("three processes", || count_alive(mark) == 3);
    (master, folder.unwrap())
}

/// Kills some processes, and returns those that must end.
fn kill_some(master: &mut Child, killed: Killed) -> Vec<u32> {
    let from_thread = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let children = |pid: u32| -> Vec<u32> {
        let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        let lists = threads.map(|thread| from_thread(&thread.path().join("children").to_string_lossy()));
        let lists: Vec<String> = lists.collect();
        lists.iter().flat_map(|list| list.split_ascii_whitespace()).map(|pid| pid.parse().unwrap()).collect()
    };
    // The main process has two: the fork server, which has none, and the stub, which has the keeper.
    let both = children(master.id());
    let stub = both.iter().find(|&&child| !children(child).is_empty()).unwrap().cast_signed();
    let main = master.id().cast_signed();
    let name = fs::read_to_string(format!("/proc/{stub}/comm")).unwrap();
    let of_stub = || {
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        let below = |pid: i32| ancestors(pid).contains(&main);
        numbers.filter(|pid| below(*pid) && from_thread(&format!("/proc/{pid}/comm")) == name).collect()
    };
    let victims: Vec<i32> = match killed {
        Killed::Main => vec![main],
        Killed::Stub => vec![stub],
        Killed::MainThenStub => vec![main, stub],
        Killed::StubThenMain => vec![stub, main],
        Killed::All => [vec![main], of_stub()].concat(),
    };
    for pid in victims {
        // It may have died with the one before.
        let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
    }
    master.wait().unwrap();
    both
}

/// Returns whether a process exists and has not ended.
fn exists(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

/// Returns the parents of a process.
fn ancestors(mut pid: i32) -> Vec<i32> {
    let mut found = Vec::new();
    while pid > 1 {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let parent =
            stat.rsplit_once(')').and_then(|(_, rest)| rest.split_ascii_whitespace().nth(1)?.parse().ok());
        pid = parent.unwrap_or(0);
        found.push(pid);
    }
    found
}

#[test]
fn a_killed_referee_leaves_nothing_behind() {
    for sandbox in tiers() {
        let tier = sandbox.tier();
        for killed in ALL {
            let gap = sandbox.gaps().iter().find(|gap| gap.what == Guard::Abandoned);
            if let (Killed::All, Some(gap)) = (killed, gap) {
                eprintln!("SKIPPED: killing every process of floe in tier '{tier}': {gap}");
                continue;
            }
            let mark = mark();
            let (mut master, folder) = start(tier, true, &mark);
            let ours = kill_some(&mut master, killed);
            wait_until(&format!("an end after {killed:?} in {tier}"), || !is_alive(&mark));
            wait_until(&format!("no stub after {killed:?} in {tier}"), || {
                !ours.iter().any(|&pid| exists(pid))
            });
            // If the stub is dead too, the next floe removes the folder.
            if killed == Killed::Main {
                wait_until("no folder", || !fs::exists(&folder).unwrap());
            }
        }
    }
}

#[test]
fn a_killed_referee_leaves_nothing_behind_without_namespaces() {
    for tier in tiers().iter().map(Sandbox::tier).filter(|tier| *tier != Tier::Strict) {
        // Killing every process of floe at once is the gap.
        for killed in ALL.into_iter().filter(|killed| *killed != Killed::All) {
            let mark = mark();
            let (mut master, _) = start(tier, false, &mark);
            let ours = kill_some(&mut master, killed);
            wait_until(&format!("an end after {killed:?} in {tier}"), || !is_alive(&mark));
            wait_until(&format!("no stub after {killed:?} in {tier}"), || {
                !ours.iter().any(|&pid| exists(pid))
            });
        }
    }
}

/// Counts the processes with a word in their command lines that are not the main process.
fn count_alive(mark: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).starts_with(&format!("sleep\0{mark}"))).count()
}

/// Waits until a condition holds. The test fails only if it never does, however slow the machine.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < end, "there was never {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
