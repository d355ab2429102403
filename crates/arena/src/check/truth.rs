//! What the right answer to a call is, by the rules and not by any program.

use floe_rules::board_file::{self, FaultKind};
use floe_rules::guard::Calling;
use floe_rules::penguins::{Id, InvalidSetup, Phase, Position, RuleSet, Seat, Setup, Stage};

/// The right answer to a call.
#[derive(Debug)]
pub(super) enum Truth {
    /// A turn can be made, and must be.
    Turn(Box<State>),
    /// No turn is possible, for this reason.
    NoTurn(&'static str),
    /// The file is wrong.
    Wrong(Wrong),
}

/// A state in which a player has a turn.
#[derive(Debug)]
pub(super) struct State {
    pub(super) setup: Setup,
    pub(super) position: Position,
    pub(super) seat: Seat,
    pub(super) players: u8,
}

/// What is wrong with a file.
#[derive(Debug)]
pub(super) struct Wrong {
    /// The first fault in words, with its place where it has one.
    pub(super) first: String,
    /// The lines of all faults.
    pub(super) lines: Vec<usize>,
}

/// Works out what a program with an id should answer.
pub(super) fn of(text: &[u8], calling: Calling, rules: &RuleSet, id: &Id) -> Truth {
    let setup = match board_file::read(text) {
        Ok(setup) => setup,
        Err(faults) => {
            // A row that is missing may be told by the header that promises it, or by the line where it should be.
            let lines = faults.listed().iter().flat_map(|fault| match fault.kind {
                FaultKind::RowsMissing { .. } => vec![fault.place.line, fault.place.line + 1, 1],
                _ => vec![fault.place.line],
            });
            let lines = lines.collect();
            let first = faults.listed().first().map_or_else(String::new, |fault| {
                format!("line {}, column {}: {}", fault.place.line, fault.place.column, fault.kind)
            });
            return Truth::Wrong(Wrong { first, lines });
        }
    };
    let wrong = |first: String| Truth::Wrong(Wrong { first, lines: Vec::new() });
    let row = setup.player_named(id).map(|row| row.seat);
    let joins = row.is_none() && calling != Calling::Movement;
    let full = setup.players.len() >= usize::from(rules.most_players);
    let seat = match row {
        None if joins => match setup.next_seat().filter(|_| !full) {
            None => return wrong(format!("{} players play already", rules.most_players)),
            seat => seat,
        },
        row => row,
    };
    let players = (setup.players.len() + usize::from(joins)).max(2);
    let players = u8::try_from(players).expect("a file has at most nine players");
    let stage = match calling {
        Calling::Movement => Stage::Movement,
        Calling::Placement { penguins } => Stage::Placement { penguins, seats: setup.seats_for(players) },
    };
    let mut position = match Position::new(&setup, rules, &stage) {
        Ok(position) => position,
        Err(InvalidSetup(faults)) => {
            return wrong(faults.first().map_or_else(String::new, ToString::to_string));
        }
    };
    let Some(seat) = seat else {
        return Truth::NoTurn("the program has no row in the movement phase");
    };
    let phase = match calling {
        Calling::Placement { .. } => Phase::Placement,
        Calling::Movement => Phase::Movement,
    };
    let all_placed = calling != Calling::Movement && position.unplaced(seat) == Some(0);
    position.set_turn(seat);
    if position.phase() == phase && position.to_move() == Some(seat) {
        return Truth::Turn(Box::new(State { setup, position, seat, players }));
    }
    Truth::NoTurn(match calling {
        Calling::Placement { .. } if all_placed => "all its penguins are placed",
        Calling::Placement { .. } => "no free floe with one fish is left",
        Calling::Movement => "none of its penguins can move",
    })
}
