//! What an animal is, and what a referee must say about it.

use floe_arena::sandbox::Guard;

use crate::NOT_LET_OUT;
use crate::call::{Call, Woe};
#[cfg(target_os = "linux")]
use crate::kernel::is_shut_in;
use crate::scene::Scene;

/// What the referee must say in one tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The turn counts (or, for a question, the answer does).
    Honest,
    /// The fault of this name.
    Fault(&'static str),
    /// The name that the program gives is refused.
    NoName,
    /// It is not let out here, for this reason.
    Never(&'static str),
}

/// What the referee must say, by tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// In tier `none`.
    pub none: Expected,
    /// In tier `basic`.
    pub basic: Expected,
    /// In tier `strict`.
    pub strict: Expected,
}

impl Expectation {
    const fn everywhere(expected: Expected) -> Expectation {
        Expectation { none: expected, basic: expected, strict: expected }
    }
}

/// One hostile or broken program.
#[derive(Clone, Copy, Debug)]
pub struct Animal {
    /// Its name, which is also the id under which it plays.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub what: &'static str,
    /// Where its vice shows.
    pub scene: Scene,
    /// What the referee must say.
    pub expects: Expectation,
    /// What the sandbox must guard before it can be let out in tiers `basic` and `strict`.
    pub needs: &'static [Guard],
    /// Whether it never ends by itself, within any time that a referee would give it.
    pub endless: bool,
    /// Whether it does nothing unless it finds itself shut in, since it could hurt the machine.
    pub dangerous: bool,
    /// Whether it may be let out while others are out too: not when what it does reaches, or looks, everywhere.
    pub alone: bool,
    act: fn(&Call) -> Result<i32, Woe>,
}

#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "who needs walls lives on Linux only"))]
impl Animal {
    /// Makes an animal that plays an honest turn on a board in the movement phase.
    pub(crate) const fn new(
        name: &'static str,
        what: &'static str,
        act: fn(&Call) -> Result<i32, Woe>,
    ) -> Animal {
        Animal {
            name,
            what,
            scene: Scene::Movement,
            expects: Expectation::everywhere(Expected::Honest),
            needs: &[],
            endless: false,
            dangerous: false,
            alone: false,
            act,
        }
    }

    /// Sets the scene.
    pub(crate) const fn scene(mut self, scene: Scene) -> Animal {
        self.scene = scene;
        self
    }

    /// Expects a fault in every tier where it is let out.
    pub(crate) const fn gets(mut self, fault: &'static str) -> Animal {
        self.expects = Expectation::everywhere(Expected::Fault(fault));
        self
    }

    /// Expects that its name is refused.
    pub(crate) const fn has_no_name(mut self) -> Animal {
        self.expects = Expectation::everywhere(Expected::NoName);
        self.scene(Scene::Name)
    }

    /// Expects a fault in tier `none`, where nothing holds it.
    pub(crate) const fn loose_gets(mut self, fault: &'static str) -> Animal {
        self.expects.none = Expected::Fault(fault);
        self
    }

    /// Expects that its turn counts in tier `none`, where nothing holds it.
    pub(crate) const fn loose_is_honest(mut self) -> Animal {
        self.expects.none = Expected::Honest;
        self
    }

    /// Expects that it gets through in tier `none`, where there are no walls: so it is seen that it can.
    pub(crate) const fn loose_gets_through(self) -> Animal {
        self.loose_gets("unknown-exit-code")
    }

    /// Forbids to let it out in tier `none`.
    pub(crate) const fn never_loose(mut self, why: &'static str) -> Animal {
        self.expects.none = Expected::Never(why);
        self
    }

    /// Says that it could hurt the machine, so that it is never loose.
    pub(crate) const fn dangerous(mut self, why: &'static str) -> Animal {
        self.dangerous = true;
        self.never_loose(why)
    }

    /// Names what the sandbox must enforce.
    pub(crate) const fn needs(mut self, needs: &'static [Guard]) -> Animal {
        self.needs = needs;
        self
    }

    /// Says that it never ends by itself.
    pub(crate) const fn endless(mut self) -> Animal {
        self.endless = true;
        self
    }

    /// Says that no other animal may be out at the same time.
    pub(crate) const fn alone(mut self) -> Animal {
        self.alone = true;
        self
    }

    /// Lets the animal act on one call, and returns its exit code.
    ///
    /// Its vice shows either when it is asked for its name or when it plays, never both.
    pub fn act(&self, call: &Call) -> i32 {
        let done = match (call.asks_name(), self.scene) {
            (true, Scene::Name) => (self.act)(call),
            (true, _) => {
                println!("{}", call.id);
                Ok(0)
            }
            (false, Scene::Name) => call.play(),
            (false, _) if self.dangerous && !is_shut_in() => {
                eprintln!("{} is dangerous, and nothing shuts it in here", self.name);
                Ok(NOT_LET_OUT)
            }
            (false, _) => (self.act)(call),
        };
        match done {
            Ok(code) => code,
            Err(woe) => {
                eprintln!("{}: {woe}", self.name);
                woe.exit_code()
            }
        }
    }
}

/// Tells whether this process is shut in, which nothing can prove here.
#[cfg(not(target_os = "linux"))]
fn is_shut_in() -> bool {
    false
}
