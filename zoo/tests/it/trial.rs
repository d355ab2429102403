//! One run of an animal in the sandbox, with the verdict of the referee.

use std::ffi::OsString;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use floe_arena::bot::{Bot, StateLifetime, ask_id};
use floe_arena::referee::{Player, Reply, TurnRequest, Verdict, judge};
use floe_arena::sandbox::{Program, ResourceLimits, Sandbox, Tier};
use floe_rules::board_file;
use floe_rules::contest::Calling;
use floe_rules::penguins::{Id, Position, RuleSet, Seat};
use floe_zoo::{Animal, ExpectedVerdict, Scene};

use crate::habitat::Habitat;

/// The result of running an animal.
#[derive(Debug)]
pub(crate) struct Trial {
    /// The kind of the verdict.
    pub(crate) found: Found,
    /// The verdict in words.
    pub(crate) words: String,
    /// Its standard error.
    pub(crate) stderr: String,
}

/// The kind of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The turn or the name is accepted.
    Accepted,
    /// A fault of this name.
    Fault(&'static str),
    /// The name is refused.
    NameRefused,
}

impl Found {
    /// Returns whether this was expected.
    pub(crate) fn is(self, expected: ExpectedVerdict) -> bool {
        match expected {
            ExpectedVerdict::Accepted => self == Found::Accepted,
            ExpectedVerdict::Fault(name) => self == Found::Fault(name),
            ExpectedVerdict::NameRefused => self == Found::NameRefused,
            ExpectedVerdict::NotRun(_) => false,
        }
    }
}

/// Returns the verdict that an animal must get in a tier.
pub(crate) fn expected(animal: &Animal, tier: Tier) -> ExpectedVerdict {
    match tier {
        Tier::None => animal.expects.none,
        Tier::Basic => animal.expects.basic,
        Tier::Strict => animal.expects.strict,
    }
}

/// Returns limits under which the verdict does not depend on the load of the machine: generous ones, except for the
/// resource that the animal must exhaust.
pub(crate) fn limits(animal: &Animal, expected: ExpectedVerdict) -> ResourceLimits {
    let exceeds = |of: &'static str| expected == ExpectedVerdict::Fault(of);
    let endless = exceeds("time-out") || (animal.endless && expected == ExpectedVerdict::NameRefused);
    ResourceLimits {
        wall: if endless { Duration::from_millis(400) } else { Duration::from_secs(30) },
        grace: Duration::from_millis(100),
        cpu: if exceeds("too-much-cpu") { Duration::from_secs(1) } else { Duration::from_secs(30) },
        memory: 256 << 20,
        files: 16 << 20,
        processes: 32,
        output: 256 << 10,
    }
}

/// Runs an animal.
pub(crate) fn run_animal(
    sandbox: &Arc<Sandbox>,
    animal: &Animal,
    habitat: &Habitat,
    limits: ResourceLimits,
) -> io::Result<Trial> {
    let program = Program {
        folder: std::path::PathBuf::new(),
        path: habitat.program(),
        arguments: [animal.name, habitat.mark()].map(OsString::from).to_vec(),
        readable: Vec::new(),
    };
    let admitted =
        Arc::new(sandbox.admit_beside(&program, &[habitat.other_program()]).map_err(io::Error::other)?);
    if animal.scene == Scene::Name {
        return Ok(match ask_id(sandbox, &admitted, &limits)? {
            Ok(id) => {
                Trial { found: Found::Accepted, words: format!("its name is {id}"), stderr: String::new() }
            }
            Err(none) => Trial { found: Found::NameRefused, words: none.to_string(), stderr: String::new() },
        });
    }
    let id = Id::new(animal.name.as_bytes()).unwrap();
    let shown = board_file::read(&animal.scene.board(&id)).unwrap();
    let calling = match animal.scene.penguins() {
        None => Calling::Movement,
        Some(penguins) => Calling::Placement { penguins },
    };
    let stage = calling.stage(shown.seats_for(2));
    let mut position = Position::new(&shown, &RuleSet::SQUARE, &stage).unwrap();
    let seat = Seat::new(2).unwrap();
    position.set_turn(seat);
    let has_a_turn = calling.has_turn(&position, seat);
    assert_eq!(has_a_turn, animal.scene.has_a_turn(), "{:?}", animal.scene);

    let request = TurnRequest { position: &position, seat, calling, shown: &shown };
    let state = if animal.calls > 1 { StateLifetime::Game } else { StateLifetime::Call };
    let mut bot = Bot::new(Arc::clone(sandbox), admitted, limits, Some(id)).with_state(state);
    // The last call shows what the earlier ones have left.
    for _ in 1..animal.calls {
        bot.answer(&request)?;
    }
    let reply = bot.answer(&request)?;
    let stderr = match &reply {
        Reply::Ran(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Reply::Turn { .. } => String::new(),
    };
    let (found, words) = match judge(&request, &reply) {
        Ok(Verdict::Turn { turn, .. }) => {
            (Found::Accepted, format!("the turn {} is accepted", turn.notation(&position.grid())))
        }
        Ok(Verdict::NoTurn) => (Found::Accepted, "it has no turn, and reports so".to_owned()),
        Err(fault) => (Found::Fault(fault.name()), fault.to_string()),
    };
    Ok(Trial { found, words, stderr })
}
