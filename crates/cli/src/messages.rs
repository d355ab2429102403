//! Messages about board files, for all programs.

use floe_rules::board_file::{self, Severity, Spot};
use floe_rules::grid::Cell;
use floe_rules::penguins::{Fish, Setup, SetupFault};

/// Formats a message about a part of a board file, with its line and a caret.
pub(crate) fn about(name: &str, text: &[u8], spot: Spot, severity: Severity, message: &str) -> String {
    board_file::render(name, text, &board_file::locate(text, spot), severity, message)
}

/// Formats the reason why a position is invalid.
pub(crate) fn setup_fault(name: &str, text: &[u8], setup: &Setup, fault: &SetupFault) -> String {
    about(name, text, fault_spot(setup, fault), Severity::Error, &fault.to_string())
}

/// Returns the part of the board file that a fault is about.
pub(crate) fn fault_spot(setup: &Setup, fault: &SetupFault) -> Spot {
    let row = |wanted: &dyn Fn(usize) -> bool| {
        (0..setup.players.len()).find(|&index| wanted(index)).map_or(Spot::Header, Spot::PlayerRow)
    };
    match fault {
        SetupFault::TooManyPlayers { most, .. } => Spot::PlayerRow(usize::from(*most)),
        SetupFault::SeatTwice(seat) => row(&|index| setup.players[index].seat == *seat),
        SetupFault::NoRow { at, .. } => Spot::Field(*at),
        SetupFault::ScoreTooHigh { id, .. } => row(&|index| setup.players[index].id == *id),
        _ => Spot::Header,
    }
}

/// Describes the unusual fish beneath a penguin (rule F4).
pub(crate) fn fish_warning(setup: &Setup, cell: Cell) -> String {
    match setup.tiles()[cell.index()].fish() {
        Fish::NONE => {
            "the floe under a penguin has no fish, but under these rules fish are scored on leaving a floe"
                .to_owned()
        }
        fish => format!("a penguin stands on {fish} fish, but fish are scored when it arrives"),
    }
}
