//! What a call means on a board: the seat of the called program, the players, and whether it can make a turn.

use super::{Calling, Exit};
use crate::penguins::{Id, InvalidSetup, Position, RuleSet, Seat, Setup, Stage};

/// The number of players if the call does not give one and the board has fewer rows.
const DEFAULT_PLAYERS: u8 = 2;

/// A call of a contest program, as its arguments describe it.
#[derive(Clone, Debug)]
pub struct ContestCall {
    /// What the referee asks for; `None` for a placement without `penguins=`, where the number of players decides.
    pub calling: Option<Calling>,
    /// The rules of the game.
    pub rules: RuleSet,
    /// The id of the program.
    pub id: Id,
    /// The number of players, if the referee gives it.
    pub players: Option<u8>,
}

/// The role of the called program on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Role {
    /// What it is asked for.
    pub calling: Calling,
    /// The seat of its row, if it has one.
    pub own_row: Option<Seat>,
    /// The number of players, itself included.
    pub players: u8,
}

impl Role {
    /// Returns whether the program joins the game with this turn.
    pub fn joins(&self) -> bool {
        self.own_row.is_none() && self.calling.is_placement()
    }
}

/// The expected answer to a call on a valid board.
#[derive(Clone, Debug)]
pub enum ContestAnswer {
    /// It must make a turn.
    Turn(Box<PendingTurn>),
    /// It has no turn.
    NoTurn(NoTurnReason),
}

/// A turn that a program must make.
#[derive(Clone, Debug)]
pub struct PendingTurn {
    /// The position, with the program to move.
    pub position: Position,
    /// The seat of the program.
    pub seat: Seat,
    /// The stage of the game, with all players.
    pub stage: Stage,
    /// The number of players.
    pub players: u8,
}

/// Why a program has no turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTurnReason {
    /// It never joined.
    #[error("the program has no row in the movement phase")]
    NoRow,
    /// It has no penguin left to place.
    #[error("all penguins are placed")]
    AllPlaced,
    /// There is no place for another penguin.
    #[error("no free floe with one fish is left")]
    NoFloe,
    /// None of its penguins can move.
    #[error("none of its penguins can move")]
    Blocked,
}

/// Why a program must refuse the call.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The program is not in the game, and no seat is free.
    #[error("{most} players are already playing")]
    Full {
        /// The maximum number of players under the rules.
        most: u8,
    },
    /// The board is not a valid position under the rules.
    #[error(transparent)]
    Setup(#[from] InvalidSetup),
}

impl ContestCall {
    /// Returns the role of the program on a board.
    pub fn role(&self, setup: &Setup) -> Role {
        let own_row = setup.player_named(&self.id).map(|player| player.seat);
        let joins = own_row.is_none() && self.calling != Some(Calling::Movement);
        let rows = setup.players.len() + usize::from(joins);
        let players = rows.max(usize::from(self.players.unwrap_or(DEFAULT_PLAYERS)));
        let players = u8::try_from(players).unwrap_or(u8::MAX);
        // With more players than the rules allow, the game is refused in any case.
        let penguins = || self.rules.penguins_each(players).unwrap_or(1);
        let calling = self.calling.unwrap_or_else(|| Calling::Placement { penguins: penguins() });
        Role { calling, own_row, players }
    }

    /// Returns the expected answer, or why the program must refuse the call.
    pub fn expected_answer(&self, setup: &Setup) -> Result<ContestAnswer, CallError> {
        let role = self.role(setup);
        let seat = if role.joins() { Some(self.free_seat(setup)?) } else { role.own_row };
        let stage = role.calling.stage(setup.seats_for(role.players));
        let mut position = Position::new(setup, &self.rules, &stage)?;
        let Some(seat) = seat else {
            return Ok(ContestAnswer::NoTurn(NoTurnReason::NoRow));
        };
        let all_placed = position.unplaced(seat) == Some(0);
        position.set_turn(seat);
        if role.calling.has_turn(&position, seat) {
            let players = role.players;
            return Ok(ContestAnswer::Turn(Box::new(PendingTurn { position, seat, stage, players })));
        }
        Ok(ContestAnswer::NoTurn(match role.calling {
            Calling::Placement { .. } if all_placed => NoTurnReason::AllPlaced,
            Calling::Placement { .. } => NoTurnReason::NoFloe,
            Calling::Movement => NoTurnReason::Blocked,
        }))
    }

    /// Returns the seat that a joining program takes.
    fn free_seat(&self, setup: &Setup) -> Result<Seat, CallError> {
        let most = self.rules.most_players;
        let free = setup.next_seat().filter(|_| setup.players.len() < usize::from(most));
        free.ok_or(CallError::Full { most })
    }
}

impl ContestAnswer {
    /// Returns the expected exit code.
    pub fn exit(&self) -> Exit {
        match self {
            ContestAnswer::Turn(_) => Exit::Done,
            ContestAnswer::NoTurn(_) => Exit::NoTurn,
        }
    }
}

impl CallError {
    /// Returns the expected exit code.
    pub fn exit(&self) -> Exit {
        Exit::BadState
    }
}
