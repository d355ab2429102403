//! One animal let out once, through the sandbox and before the referee.

use std::ffi::OsString;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use floe_arena::bot::{Bot, ask_id};
use floe_arena::referee::{Player, Reply, TurnRequest, Verdict, judge};
use floe_arena::sandbox::{Program, ResourceLimits, Sandbox, Tier};
use floe_rules::board_file;
use floe_rules::contest::Calling;
use floe_rules::penguins::{Id, Position, RuleSet, Seat};
use floe_zoo::{Animal, Expected, Scene};

use crate::kennel::Kennel;

/// What came of letting an animal out.
#[derive(Debug)]
pub(crate) struct Outing {
    /// What the referee says, as far as the zoo tells outcomes apart.
    pub(crate) found: Found,
    /// What the referee says, in words.
    pub(crate) words: String,
    /// What the animal printed to standard error.
    pub(crate) stderr: String,
}

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The turn, or the name, counts.
    Honest,
    /// A fault of this name.
    Fault(&'static str),
    /// The name is refused.
    NoName,
}

impl Found {
    /// Tells whether this is what was expected.
    pub(crate) fn is(self, expected: Expected) -> bool {
        match expected {
            Expected::Honest => self == Found::Honest,
            Expected::Fault(name) => self == Found::Fault(name),
            Expected::NoName => self == Found::NoName,
            Expected::Never(_) => false,
        }
    }
}

/// Returns what an animal must get in a tier.
pub(crate) fn expected(animal: &Animal, tier: Tier) -> Expected {
    match tier {
        Tier::None => animal.expects.none,
        Tier::Basic => animal.expects.basic,
        Tier::Strict => animal.expects.strict,
    }
}

/// Returns limits under which the verdict does not depend on how busy the machine is: plenty of what an animal must not
/// run out of, and little of what it must.
pub(crate) fn limits(animal: &Animal, expected: Expected) -> ResourceLimits {
    let runs_out = |of: &'static str| expected == Expected::Fault(of);
    let endless = runs_out("time-out") || (animal.endless && expected == Expected::NoName);
    ResourceLimits {
        wall: if endless { Duration::from_millis(400) } else { Duration::from_secs(30) },
        cpu: if runs_out("too-much-cpu") { Duration::from_secs(1) } else { Duration::from_secs(30) },
        memory: 256 << 20,
        files: 16 << 20,
        processes: 32,
        output: 256 << 10,
    }
}

/// Lets an animal out.
pub(crate) fn let_out(
    sandbox: &Arc<Sandbox>,
    animal: &Animal,
    kennel: &Kennel,
    limits: ResourceLimits,
) -> io::Result<Outing> {
    let program = Program {
        folder: std::path::PathBuf::new(),
        path: kennel.program(),
        arguments: [animal.name, kennel.mark()].map(OsString::from).to_vec(),
        readable: Vec::new(),
    };
    let admitted = Arc::new(sandbox.admit(&program).map_err(io::Error::other)?);
    if animal.scene == Scene::Name {
        return Ok(match ask_id(sandbox, &admitted, &limits)? {
            Ok(id) => {
                Outing { found: Found::Honest, words: format!("its name is {id}"), stderr: String::new() }
            }
            Err(none) => Outing { found: Found::NoName, words: none.to_string(), stderr: String::new() },
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

    let call = TurnRequest { position: &position, seat, calling, shown: &shown, players: 2 };
    let mut bot = Bot::new(Arc::clone(sandbox), admitted, limits, Some(id));
    let reply = bot.answer(&call)?;
    let stderr = match &reply {
        Reply::Ran(leavings) => String::from_utf8_lossy(&leavings.stderr).into_owned(),
        Reply::Turn { .. } => String::new(),
    };
    let (found, words) = match judge(&call, &reply) {
        Ok(Verdict::Turn { turn, .. }) => {
            (Found::Honest, format!("the turn {} counts", turn.notation(&position.grid())))
        }
        Ok(Verdict::NoTurn) => (Found::Honest, "it has no turn, and says so".to_owned()),
        Err(fault) => (Found::Fault(fault.name()), fault.to_string()),
    };
    Ok(Outing { found, words, stderr })
}
