//! Every animal in every tier of this machine gets the verdict that is expected of it, nothing that it started is
//! alive afterwards, and files outside its folder are untouched.
//!
//! `FLOE_ZOO=name,name` lets only some out; `FLOE_ZOO_WORDS=1` tells what came of each, and `FLOE_ZOO_LANDLOCK=3` takes
//! this machine for an older one.

use std::env;
use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use floe_arena::sandbox::{Sandbox, SandboxError, Stub, Tier, TierChoice};
use floe_zoo::{ANIMALS, Animal, Expected};
use tempfile::TempDir;

use crate::kennel::Kennel;
use crate::outing::{Found, expected, let_out, limits};

/// How many animals are out at the same time.
const AT_ONCE: usize = 3;

/// Says something past the test runner, which would keep it to itself.
pub(crate) fn say(words: &str) {
    let _ = writeln!(io::stderr(), "{words}");
}

#[test]
fn tier_none() {
    visit(Tier::None);
}

#[test]
fn tier_basic() {
    visit(Tier::Basic);
}

#[test]
fn tier_strict() {
    visit(Tier::Strict);
}

/// All that one visit to the zoo needs.
struct Visit {
    tier: Tier,
    sandbox: Arc<Sandbox>,
    ground: TempDir,
    program: PathBuf,
    /// What went wrong.
    wrong: Mutex<Vec<String>>,
}

/// Waits until nobody else visits the zoo: some animals reach for everything on the machine.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the program with all animals.
pub(crate) fn zoo() -> PathBuf {
    env::var_os("FLOE_ZOO_PROGRAM").map_or_else(|| env!("CARGO_BIN_EXE_zoo").into(), PathBuf::from)
}

/// Lets every animal out in a tier.
fn visit(tier: Tier) {
    let _turn = alone();
    let start = Instant::now();
    let zoo = zoo();
    let stub = Stub { program: zoo.clone(), arguments: vec!["stub".into()] };
    let sandbox = match open(tier, stub) {
        Ok(sandbox) => Arc::new(sandbox),
        Err(why) => {
            say(&format!("SKIPPED: all of the zoo in tier {tier}: {why}"));
            return;
        }
    };
    let ground = TempDir::with_prefix("floe-zoo-").unwrap();
    fs::set_permissions(ground.path(), Permissions::from_mode(0o755)).unwrap();
    // A copy, so that no animal ever has a hand on the file that cargo built.
    let program = ground.path().join("zoo");
    fs::copy(&zoo, &program).unwrap();
    let visit = Visit { tier, sandbox, ground, program, wrong: Mutex::default() };

    // A board of somebody else, for those who look for one.
    let neighbour = visit.sandbox.folder().unwrap();
    neighbour.put("board.txt", b"1 1\n10\n").unwrap();

    say(&format!("tier {tier}: {}", visit.sandbox.description()));
    let (alone, together): (Vec<_>, Vec<_>) = chosen(&visit).into_iter().partition(|animal| animal.alone);
    let count = alone.len() + together.len();
    let queue = Mutex::new(together);
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(animal) = next(&queue) {
                    visit.watch(animal);
                }
            });
        }
    });
    for animal in alone {
        visit.watch(animal);
    }
    assert!(neighbour.path().join("board.txt").exists(), "somebody took the neighbour's board");
    let wrong = visit.wrong.into_inner().unwrap();
    say(&format!(
        "tier {tier}: {count} animals, {} wrong, {:.1} s",
        wrong.len(),
        start.elapsed().as_secs_f64()
    ));
    assert!(wrong.is_empty(), "tier {tier}:\n{}", wrong.join("\n"));
}

/// Opens a sandbox, on an older Landlock than this machine's if that is wanted.
fn open(tier: Tier, stub: Stub) -> Result<Sandbox, SandboxError> {
    let wish = TierChoice::Exactly(tier);
    match env::var("FLOE_ZOO_LANDLOCK").ok().and_then(|version| version.parse().ok()) {
        Some(version) => Sandbox::with_landlock(wish, stub, version),
        None => Sandbox::new(wish, stub),
    }
}

fn next(queue: &Mutex<Vec<&'static Animal>>) -> Option<&'static Animal> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).pop()
}

/// Returns the animals that can be let out, and says loudly which cannot.
fn chosen(visit: &Visit) -> Vec<&'static Animal> {
    let only = env::var("FLOE_ZOO").unwrap_or_default();
    let wanted = |animal: &&Animal| only.is_empty() || only.split(',').any(|name| name == animal.name);
    let mut chosen = Vec::new();
    for animal in ANIMALS.iter().filter(wanted) {
        let gap = visit.sandbox.gaps().iter().find(|gap| animal.needs.contains(&gap.what));
        match (expected(animal, visit.tier), gap) {
            (Expected::Never(why), _) => {
                say(&format!("SKIPPED: {} in tier {}: {why}", animal.name, visit.tier));
            }
            (_, Some(gap)) if visit.tier != Tier::None => {
                say(&format!("SKIPPED: {} in tier {}: {gap}", animal.name, visit.tier));
            }
            _ => chosen.push(animal),
        }
    }
    chosen
}

impl Visit {
    /// Lets one animal out and looks at everything that must hold afterwards.
    fn watch(&self, animal: &Animal) {
        let start = Instant::now();
        let kennel = Kennel::new(self.ground.path(), &self.program, animal);
        let before = kennel.look();
        let expected = expected(animal, self.tier);
        let limits = limits(animal, expected);
        let most = limits.processes;
        let outing = match let_out(&self.sandbox, animal, &kennel, limits) {
            Ok(outing) => outing,
            Err(fault) => {
                self.wrong(animal, &format!("the referee itself failed: {fault}"));
                return;
            }
        };
        if env::var_os("FLOE_ZOO_WORDS").is_some() {
            say(&format!("{:<28} {} ({:.1} s)", animal.name, outing.words, start.elapsed().as_secs_f64()));
        }
        if !outing.found.is(expected) {
            let heard: String = outing.stderr.chars().take(300).collect();
            let words = &outing.words;
            self.wrong(animal, &format!("expected {expected:?}, but: {words} (standard error: {heard:?})"));
        }
        let alive = kennel.alive();
        if !alive.is_empty() {
            self.wrong(animal, &format!("still alive: {alive:?}"));
            kennel.put_down();
        }
        // Without walls whoever gets through does so, which shows that the animal can.
        let got_through = self.tier == Tier::None && outing.found == Found::Fault("unknown-exit-code");
        let after = kennel.look();
        if before != after && !got_through {
            let gone: Vec<_> = before.iter().filter(|sight| !after.contains(sight)).collect();
            let new: Vec<_> = after.iter().filter(|sight| !before.contains(sight)).collect();
            self.wrong(animal, &format!("files outside were touched: {gone:?} became {new:?}"));
        }
        if before == after && self.tier == Tier::None && animal.name.ends_with("-outside") {
            self.wrong(animal, "it got through, but nothing shows it");
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
        // How large a crowd became stands in what it printed.
        if matches!(animal.name, "fork-crowd" | "thread-crowd") {
            let count = outing.stderr.split(' ').next().and_then(|word| word.parse::<u32>().ok());
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
