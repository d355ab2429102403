//! An animal, and the verdict that a referee must give on it.

use floe_arena::sandbox::Guard;

use crate::NOT_RUN;
use crate::call::{Call, ZooError};
#[cfg(target_os = "linux")]
use crate::kernel::is_sandboxed;
use crate::scene::Scene;

/// The verdict that an animal must get in one tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedVerdict {
    /// The turn or the name is accepted.
    Accepted,
    /// The fault of this name.
    Fault(&'static str),
    /// The name of the program is refused.
    NameRefused,
    /// It is not run in this tier, with the reason.
    NotRun(&'static str),
}

/// The verdicts that an animal must get, by tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expectations {
    /// In tier `none`.
    pub none: ExpectedVerdict,
    /// In tier `basic`.
    pub basic: ExpectedVerdict,
    /// In tier `strict`.
    pub strict: ExpectedVerdict,
}

impl Expectations {
    const fn everywhere(expected: ExpectedVerdict) -> Expectations {
        Expectations { none: expected, basic: expected, strict: expected }
    }
}

/// One hostile or broken program.
#[derive(Clone, Copy, Debug)]
pub struct Animal {
    /// Its name, which is also the id under which it plays.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub what: &'static str,
    /// The board on which its misbehaviour shows.
    pub scene: Scene,
    /// The verdicts that it must get.
    pub expects: Expectations,
    /// What the sandbox must guard before it may run in tiers `basic` and `strict`.
    pub needs: &'static [Guard],
    /// Whether it never ends within the time that a referee allows.
    pub endless: bool,
    /// Whether it could harm the machine. A dangerous animal does nothing unless it is sandboxed.
    pub dangerous: bool,
    /// Whether it must run alone, since what it does reaches other processes.
    pub alone: bool,
    /// How many times it is called in one game. It keeps its files between several calls, and prints their number.
    pub calls: u32,
    act: fn(&Call) -> Result<i32, ZooError>,
}

#[cfg_attr(
    not(target_os = "linux"),
    expect(dead_code, reason = "animals that need a sandbox exist on Linux only")
)]
impl Animal {
    /// Makes an animal that acts on a board in the movement phase and whose turn must be accepted. The
    /// methods below change that.
    pub(crate) const fn new(
        name: &'static str,
        what: &'static str,
        act: fn(&Call) -> Result<i32, ZooError>,
    ) -> Animal {
        Animal {
            name,
            what,
            scene: Scene::Movement,
            expects: Expectations::everywhere(ExpectedVerdict::Accepted),
            needs: &[],
            endless: false,
            dangerous: false,
            alone: false,
            calls: 1,
            act,
        }
    }

    /// Sets the scene.
    pub(crate) const fn scene(mut self, scene: Scene) -> Animal {
        self.scene = scene;
        self
    }

    /// Expects a fault in every tier where it runs.
    pub(crate) const fn expect_fault(mut self, fault: &'static str) -> Animal {
        self.expects = Expectations::everywhere(ExpectedVerdict::Fault(fault));
        self
    }

    /// Expects that its name is refused.
    pub(crate) const fn expect_name_refused(mut self) -> Animal {
        self.expects = Expectations::everywhere(ExpectedVerdict::NameRefused);
        self.scene(Scene::Name)
    }

    /// Expects a fault in tier `none`, where nothing restricts it.
    pub(crate) const fn unsandboxed_fault(mut self, fault: &'static str) -> Animal {
        self.expects.none = ExpectedVerdict::Fault(fault);
        self
    }

    /// Expects that its turn is accepted in tier `none`, where nothing restricts it.
    pub(crate) const fn unsandboxed_accepted(mut self) -> Animal {
        self.expects.none = ExpectedVerdict::Accepted;
        self
    }

    /// Expects that its attack succeeds in tier `none`, where nothing restricts it, which proves that the attack is
    /// real.
    pub(crate) const fn unsandboxed_escapes(self) -> Animal {
        self.unsandboxed_fault("unknown-exit-code")
    }

    /// Forbids running it in tier `none`.
    pub(crate) const fn never_unsandboxed(mut self, why: &'static str) -> Animal {
        self.expects.none = ExpectedVerdict::NotRun(why);
        self
    }

    /// Marks it as harmful to the machine, so that it never runs without a sandbox.
    pub(crate) const fn dangerous(mut self, why: &'static str) -> Animal {
        self.dangerous = true;
        self.never_unsandboxed(why)
    }

    /// Sets what the sandbox must guard.
    pub(crate) const fn needs(mut self, needs: &'static [Guard]) -> Animal {
        self.needs = needs;
        self
    }

    /// Calls it several times in a folder that lasts for the game.
    pub(crate) const fn keeps_files(mut self, calls: u32) -> Animal {
        self.calls = calls;
        self
    }

    /// Marks it as never ending.
    pub(crate) const fn endless(mut self) -> Animal {
        self.endless = true;
        self
    }

    /// Marks it as one that must run alone.
    pub(crate) const fn alone(mut self) -> Animal {
        self.alone = true;
        self
    }

    /// Runs the animal for one call, and returns its exit code.
    ///
    /// It misbehaves either when it is asked for its name or when it plays, never both.
    pub fn act(&self, call: &Call) -> i32 {
        let done = match (call.asks_name(), self.scene) {
            (true, Scene::Name) => (self.act)(call),
            (true, _) => {
                println!("{}", call.id);
                Ok(0)
            }
            (false, Scene::Name) => call.play(),
            (false, _) if self.dangerous && !is_sandboxed() => {
                eprintln!("{} is dangerous and runs only in a sandbox", self.name);
                Ok(NOT_RUN)
            }
            (false, _) => (self.act)(call),
        };
        match done {
            Ok(code) => code,
            Err(error) => {
                eprintln!("{}: {error}", self.name);
                error.exit_code()
            }
        }
    }
}

/// Returns whether this process is sandboxed, which nothing can prove on this system.
#[cfg(not(target_os = "linux"))]
fn is_sandboxed() -> bool {
    false
}
