//! The findings of the guard.

use crate::grid::Coord;
use crate::penguins::{Fish, Id, IllegalMove, Seat};

/// The subject of a finding, so that a message can point at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A field of the board.
    Field(Coord),
    /// A player.
    Player(Seat),
    /// The state as a whole.
    Board,
}

/// A finding of the guard about a state: an accusation or a remark.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the variants and their fields are")]
pub enum Finding {
    #[error("{seat} has {found} penguins, but {allowed} are allowed")]
    TooManyPenguins { seat: Seat, found: usize, allowed: u32 },
    #[error("the score of {seat} is {score}, but {penguins} placed penguins make it {expected}")]
    PlacementScore { seat: Seat, score: u64, penguins: usize, expected: u64 },
    #[error("the score of {seat} is {score}, but placing {penguins} penguins alone scored as many fish")]
    ScoreBelowPenguins { seat: Seat, score: u64, penguins: usize },
    #[error("a penguin of {seat} stands at {at} on {fish} fish, but penguins start on exactly one")]
    PlacedOnFish { seat: Seat, at: Coord, fish: Fish },

    #[error("the board has {rows} x {cols} fields, but had {old_rows} x {old_cols}")]
    BoardChanged { rows: u32, cols: u32, old_rows: u32, old_cols: u32 },
    #[error("the row of {seat}, '{id}', is missing")]
    PlayerGone { seat: Seat, id: Id },
    #[error("{seat} is called '{id}', but was '{old_id}'")]
    IdChanged { seat: Seat, id: Id, old_id: Id },
    #[error("{seat} joined after the placement")]
    JoinedLate { seat: Seat },
    #[error("our penguin at {at} was moved by someone else")]
    OurPenguinMoved { at: Coord },
    #[error("a penguin of ours appeared at {at}")]
    OurPenguinAdded { at: Coord },
    #[error("our score is {score}, but was {old_score}")]
    OurScore { seat: Seat, score: u64, old_score: u64 },
    #[error("a floe came back at {at}")]
    FloeCameBack { at: Coord },
    #[error("the penguin at {at} is gone, but its floe is not")]
    FloeStayed { at: Coord },
    #[error("the floe at {at} has {fish} fish, but had {old_fish}")]
    FishChanged { at: Coord, fish: Fish, old_fish: Fish },
    #[error("the penguin at {at} belongs to {seat}, but belonged to {old_seat}")]
    PenguinSwapped { at: Coord, seat: Seat, old_seat: Seat },
    #[error("the floe at {at} is gone, but no penguin left it")]
    FloeVanished { at: Coord },
    #[error("{seat} has {found} penguins, but had {before}")]
    PenguinCount { seat: Seat, found: usize, before: usize },
    #[error("the score of {seat} is {score}, but should be {expected} from the fish collected")]
    WrongScore { seat: Seat, score: u64, expected: u64 },
    #[error("the opponents gained {gained} fish in all, but {collected} were collected")]
    WrongTotal { gained: u64, collected: u64 },
    #[error("{seat} went from {from} to {to}: {why}")]
    IllegalSlide { seat: Seat, from: Coord, to: Coord, why: IllegalMove },
    #[error("{seat} placed a penguin at {at}: {why}")]
    IllegalPlacement { seat: Seat, at: Coord, why: IllegalMove },
    #[error("no legal turns of the other players lead from the last known state to this one")]
    Unexplained,

    #[error("{seat} made {turns} turns since ours")]
    SeveralTurns { seat: Seat, turns: u32 },
    #[error("our last turn did not count")]
    TurnTaken,
    #[error("too much has changed since our last turn to check how")]
    TooMuchChanged,
}

impl Finding {
    /// Returns whether this is an accusation, which never happens in a legal game; the rest are remarks.
    pub fn is_accusation(&self) -> bool {
        !matches!(self, Finding::SeveralTurns { .. } | Finding::TurnTaken | Finding::TooMuchChanged)
    }

    /// Returns the subject of the finding.
    pub fn subject(&self) -> Subject {
        use Finding::*;
        match *self {
            PlacedOnFish { at, .. }
            | OurPenguinMoved { at }
            | OurPenguinAdded { at }
            | FloeCameBack { at }
            | FloeStayed { at }
            | FishChanged { at, .. }
            | PenguinSwapped { at, .. }
            | FloeVanished { at }
            | IllegalSlide { to: at, .. }
            | IllegalPlacement { at, .. } => Subject::Field(at),
            TooManyPenguins { seat, .. }
            | PlacementScore { seat, .. }
            | ScoreBelowPenguins { seat, .. }
            | IdChanged { seat, .. }
            | JoinedLate { seat }
            | OurScore { seat, .. }
            | PenguinCount { seat, .. }
            | WrongScore { seat, .. }
            | SeveralTurns { seat, .. } => Subject::Player(seat),
            BoardChanged { .. }
            | PlayerGone { .. }
            | WrongTotal { .. }
            | Unexplained
            | TurnTaken
            | TooMuchChanged => Subject::Board,
        }
    }
}
