//! Board files as the commands read them.

use std::fs;
use std::path::Path;

use anyhow::Context;
use floe_rules::board_file::{self, Severity, Spot};
use floe_rules::grid::Cell;
use floe_rules::penguins::{Fish, InvalidSetup, Position, RuleSet, Setup, SetupFault, Stage};

/// The error for a file whose game state is wrong: a report, ready to be printed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct BadState(pub(super) String);

/// A file, its text, and what it says.
pub(super) struct Loaded {
    pub(super) name: String,
    pub(super) text: Vec<u8>,
    pub(super) setup: Setup,
}

/// Reads a board file; a wrong one gives [`BadState`].
pub(super) fn load(path: &Path) -> anyhow::Result<Loaded> {
    let (name, text) = read(path)?;
    match board_file::read(&text) {
        Ok(setup) => Ok(Loaded { name, text, setup }),
        Err(faults) => Err(BadState(faults.report(&name, &text)).into()),
    }
}

/// Reads the bytes of a file.
pub(super) fn read(path: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let name = path.display().to_string();
    let text = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    Ok((name, text))
}

impl Loaded {
    /// Takes the state at a stage of a game; one that is impossible gives [`BadState`].
    pub(super) fn position(&self, rules: &RuleSet, stage: &Stage) -> anyhow::Result<Position> {
        Position::new(&self.setup, rules, stage).map_err(|InvalidSetup(faults)| {
            let message = |fault: &SetupFault| {
                let place = board_file::locate(&self.text, fault_spot(&self.setup, fault));
                board_file::render(&self.name, &self.text, &place, Severity::Error, &fault.to_string())
            };
            BadState(faults.iter().map(message).collect()).into()
        })
    }
}

/// Returns where in its file a fault of a setup shows.
pub(crate) fn fault_spot(setup: &Setup, fault: &SetupFault) -> Spot {
    let row = |wanted: &dyn Fn(usize) -> bool| {
        (0..setup.players.len()).find(|&index| wanted(index)).map_or(Spot::Header, Spot::PlayerRow)
    };
    match fault {
        SetupFault::TooManyPlayers { most, .. } => Spot::PlayerRow(usize::from(*most)),
        SetupFault::SeatTwice(seat) => row(&|index| setup.players[index].seat == *seat),
        SetupFault::NoRow { at, .. } => Spot::Field(*at),
        SetupFault::ScoreTooHigh { id, .. } => row(&|index| setup.players[index].id == *id),
    }
}

/// Says what is odd about the fish beneath a penguin (rule F4).
pub(crate) fn oddity_message(setup: &Setup, cell: Cell) -> String {
    match setup.tiles()[cell.index()].fish() {
        Fish::NONE => "a penguin stands on no fish, although they stay until it leaves".to_owned(),
        fish => format!("a penguin stands on {fish} fish, although they are collected when it arrives"),
    }
}
