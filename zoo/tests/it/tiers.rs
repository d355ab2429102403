//! Every animal in every tier of this machine gets its expected verdict, none of its processes is alive afterwards, and
//! files outside its folder are unchanged.
//!
//! `FLOE_ZOO=name,name` runs only some animals, `FLOE_ZOO_WORDS=1` prints each verdict, `FLOE_ZOO_LANDLOCK=3` uses
//! Landlock as on an older kernel, and `FLOE_ZOO_WITHOUT=groups,namespaces` does without control groups and namespaces.

use std::env;
use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use floe_arena::sandbox::{KernelFeatures, Sandbox, SandboxError, Stub, Tier, TierChoice};
use floe_zoo::{ANIMALS, Animal, ExpectedVerdict};
use tempfile::TempDir;

use crate::habitat::Habitat;
use crate::trial::{Found, expected, limits, run_animal};

/// How many animals run at the same time.
const AT_ONCE: usize = 3;

/// Prints a line, which the test runner would otherwise capture.
pub(crate) fn print(words: &str) {
    let _ = writeln!(io::stderr(), "{words}");
}

#[test]
fn tier_none() {
    run_tier(Tier::None);
}

#[test]
fn tier_basic() {
    run_tier(Tier::Basic);
}

#[test]
fn tier_strict() {
    run_tier(Tier::Strict);
}

/// A run of all animals in one tier.
struct TierRun {
    tier: Tier,
    sandbox: Arc<Sandbox>,
    ground: TempDir,
    program: PathBuf,
    /// The failures.
    wrong: Mutex<Vec<String>>,
}

/// Waits until no other test runs animals: some of them attack everything on the machine.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the program with all animals.
pub(crate) fn zoo() -> PathBuf {
    env::var_os("FLOE_ZOO_PROGRAM").map_or_else(|| env!("CARGO_BIN_EXE_zoo").into(), PathBuf::from)
}

/// Runs every animal in a tier.
fn run_tier(tier: Tier) {
    let _turn = alone();
    let start = Instant::now();
    let zoo = zoo();
    let stub = Stub { program: zoo.clone(), arguments: vec!["stub".into()] };
    let sandbox = match open(tier, stub) {
        Ok(sandbox) => Arc::new(sandbox),
        Err(why) => {
            print(&format!("SKIPPED: all of the zoo in tier {tier}: {why}"));
            return;
        }
    };
    let ground = TempDir::with_prefix("floe-zoo-").unwrap();
    fs::set_permissions(ground.path(), Permissions::from_mode(0o755)).unwrap();
    // A copy, so that no animal can touch the file that cargo built.
    let program = ground.path().join("zoo");
    fs::copy(&zoo, &program).unwrap();
    // Each animal gets a copy of its own, so a small program is faster. Without `strip` it stays large.
    let _ = Command::new("strip").arg(&program).status();
    let run = TierRun { tier, sandbox, ground, program, wrong: Mutex::default() };

    // A board of another player, for animals that search for one.
    let neighbour = run.sandbox.folder().unwrap();
    neighbour.put("board.txt", b"1 1\n10\n").unwrap();

    print(&format!("tier {tier}: {}", run.sandbox.description()));
    let (alone, together): (Vec<_>, Vec<_>) = chosen(&run).into_iter().partition(|animal| animal.alone);
    let count = alone.len() + together.len();
    let queue = Mutex::new(together);
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(animal) = next(&queue) {
                    run.watch(animal);
                }
            });
        }
    });
    for animal in alone {
        run.watch(animal);
    }
    assert!(neighbour.path().join("board.txt").exists(), "the board of another player is gone");
    let wrong = run.wrong.into_inner().unwrap();
    print(&format!(
        "tier {tier}: {count} animals, {} wrong, {:.1} s",
        wrong.len(),
        start.elapsed().as_secs_f64()
    ));
    assert!(wrong.is_empty(), "tier {tier}:\n{}", wrong.join("\n"));
}

/// Opens a sandbox, as on a machine with fewer features if requested.
fn open(tier: Tier, stub: Stub) -> Result<Sandbox, SandboxError> {
    let choice = TierChoice::Exactly(tier);
    let mut features = KernelFeatures::default();
    if let Some(version) = env::var("FLOE_ZOO_LANDLOCK").ok().and_then(|version| version.parse().ok()) {
        features.landlock = version;
    }
    let without = env::var("FLOE_ZOO_WITHOUT").unwrap_or_default();
    features.control_groups &= !without.split(',').any(|word| word == "groups");
    features.namespaces &= !without.split(',').any(|word| word == "namespaces");
    Sandbox::with_features(choice, stub, features)
}

fn next(queue: &Mutex<Vec<&'static Animal>>) -> Option<&'static Animal> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).pop()
}

/// Returns the animals that can run, and prints those that are skipped.
fn chosen(run: &TierRun) -> Vec<&'static Animal> {
    let only = env::var("FLOE_ZOO").unwrap_or_default();
    let wanted = |animal: &&Animal| only.is_empty() || only.split(',').any(|name| name == animal.name);
    let mut chosen = Vec::new();
    for animal in ANIMALS.iter().filter(wanted) {
        let gap = run.sandbox.gaps().iter().find(|gap| animal.needs.contains(&gap.what));
        match (expected(animal, run.tier), gap) {
            (ExpectedVerdict::NotRun(why), _) => {
                print(&format!("SKIPPED: {} in tier {}: {why}", animal.name, run.tier));
            }
            (_, Some(gap)) if run.tier != Tier::None => {
                print(&format!("SKIPPED: {} in tier {}: {gap}", animal.name, run.tier));
            }
            _ => chosen.push(animal),
        }
    }
    chosen
}

impl TierRun {
    /// Runs one animal, and checks everything that must hold afterwards.
    fn watch(&self, animal: &Animal) {
        let start = Instant::now();
        let habitat = Habitat::new(self.ground.path(), &self.program, animal);
        let before = habitat.snapshot();
        let expected = expected(animal, self.tier);
        let limits = limits(animal, expected);
        let most = limits.processes;
        let trial = match run_animal(&self.sandbox, animal, &habitat, limits) {
            Ok(trial) => trial,
            Err(fault) => {
                self.wrong(animal, &format!("the referee itself failed: {fault}"));
                return;
            }
        };
        if env::var_os("FLOE_ZOO_WORDS").is_some() {
            print(&format!("{:<28} {} ({:.1} s)", animal.name, trial.words, start.elapsed().as_secs_f64()));
        }
        if !trial.found.is(expected) {
            let stderr: String = trial.stderr.chars().take(300).collect();
            let words = &trial.words;
            self.wrong(animal, &format!("expected {expected:?}, but: {words} (standard error: {stderr:?})"));
        }
        let alive = habitat.alive();
        if !alive.is_empty() {
            self.wrong(animal, &format!("still alive: {alive:?}"));
            habitat.kill_all();
        }
        // Without a sandbox the attack must succeed, which shows that the animal works.
        let escaped = self.tier == Tier::None && trial.found == Found::Fault("unknown-exit-code");
        let after = habitat.snapshot();
        if before != after && !escaped {
            let gone: Vec<_> = before.iter().filter(|snapshot| !after.contains(snapshot)).collect();
            let new: Vec<_> = after.iter().filter(|snapshot| !before.contains(snapshot)).collect();
            self.wrong(animal, &format!("files outside were touched: {gone:?} became {new:?}"));
        }
        if before == after && self.tier == Tier::None && animal.name.ends_with("-outside") {
            self.wrong(animal, "it reports success, but nothing has changed");
        }
        for place in ["/", "/tmp", "/var/tmp", "/dev/shm", "/run", "/var", "/etc"] {
            for trace in ["zoo-was-here", "zoo-was-here-0"] {
                let trace = Path::new(place).join(trace);
                if trace.exists() {
                    self.wrong(animal, &format!("left {}", trace.display()));
                    let _ = fs::remove_file(trace);
                }
            }
        }
        if animal.calls > 1 && trial.stderr != format!("call {}\n", animal.calls) {
            self.wrong(animal, &format!("it has lost its files: {:?}", trial.stderr));
        }
        // A crowd prints its size.
        if matches!(animal.name, "fork-crowd" | "thread-crowd") {
            let count = trial.stderr.split(' ').next().and_then(|word| word.parse::<u32>().ok());
            if count.is_none_or(|count| count > most) {
                self.wrong(animal, &format!("{count:?} processes where {most} are allowed"));
            }
        }
    }

    fn wrong(&self, animal: &Animal, what: &str) {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        wrong.push(format!("{}: {what}", animal.name));
    }
}
