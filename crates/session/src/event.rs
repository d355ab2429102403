//! The inputs of a session and their effects.

use std::fmt;

use floe_engine::{Choice, Progress};
use floe_rules::game::{IllegalTurn, Turn};
use floe_rules::record::{BadName, Ending};
use serde::{Deserialize, Serialize, Serializer};

use crate::task::{EngineTask, TaskId, TaskPurpose};

/// An input to a session: a player's command, or progress or an answer from an engine task.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SessionEvent {
    /// The front end is ready: at the start, and after a session was loaded. If the session is waiting for a task, the
    /// task is started again.
    Start,
    /// The person to move makes a turn.
    Turn(Turn),
    /// Undo.
    Undo,
    /// Redo.
    Redo,
    /// Request a hint for the person to move.
    Hint,
    /// Dismiss the hint.
    DismissHint,
    /// Pause the engines until [`Resume`](SessionEvent::Resume).
    Pause,
    /// Resume the engines.
    Resume,
    /// Make the engine answer now with its best turn so far.
    MoveNow,
    /// The players stop the game early; the current scores decide.
    StopGame,
    /// Restart the game on the same board.
    Restart,
    /// A player changes its name.
    Rename {
        /// The number of the player.
        player: u32,
        /// The new name.
        name: String,
    },
    /// The clock of the player to move has run out.
    OutOfTime,
    /// The game was saved as it is now.
    Saved,
    /// A task reports what it has found so far.
    Progress {
        /// The task.
        task: TaskId,
        /// The progress of its search.
        progress: Progress<Turn>,
    },
    /// A task is done.
    Answer {
        /// The task.
        task: TaskId,
        /// The chosen turn; `None` if the search found none.
        choice: Option<Choice<Turn>>,
    },
}

/// Something that a session did, or that its front end should do.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SessionEffect {
    /// Run a task, and pass its progress and its answer back.
    StartTask(Box<EngineTask>),
    /// Stop a task early: its best turn so far is its answer.
    FinishTask(TaskId),
    /// Stop a task: its answer would be ignored.
    CancelTask(TaskId),
    /// A turn was made.
    TurnMade {
        /// The number of its player.
        player: u32,
        /// The turn.
        turn: Turn,
        /// The fish or cells gained.
        gain: u64,
        /// The players who were skipped after it, because they cannot move.
        skipped: Vec<u32>,
    },
    /// Turns were undone; 0 if only a stop was undone.
    Undone {
        /// The number of turns.
        turns: usize,
    },
    /// Turns were redone; 0 if only a stop was redone.
    Redone {
        /// The number of turns.
        turns: usize,
    },
    /// The game was restarted on the same board.
    Restarted,
    /// A player is out of the game, because its clock has run out.
    Eliminated {
        /// The number of the player.
        player: u32,
    },
    /// A player has another name.
    Renamed {
        /// The number of the player.
        player: u32,
    },
    /// A hint is ready.
    HintReady(Hint),
    /// The engines were paused.
    Paused,
    /// The engines were resumed.
    Resumed,
    /// An engine answered with no turn, or with an illegal one. If it was the turn of an engine, the game is paused.
    EngineFailed(TaskPurpose),
    /// The game has ended, as [`Ending::Over`] or [`Ending::Stopped`].
    Ended(Ending),
    /// An event was refused; nothing has changed.
    Refused(SessionRefusal),
}

/// The turn that the engine would make for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// The turn.
    pub turn: Turn,
    /// The lead that the engine expects for the person to move, in hundredths of a fish or cell.
    pub value: i64,
}

/// The reason why an event was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SessionRefusal {
    /// The rules forbid the turn.
    #[error(transparent)]
    IllegalTurn(
        #[from]
        #[serde(serialize_with = "as_message")]
        IllegalTurn,
    ),
    /// A person made a turn, but an engine is to move.
    #[error("it is the turn of an engine")]
    EngineToMove,
    /// The game has ended.
    #[error("the game has ended")]
    Ended,
    /// There is no turn of a person to undo.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// No turn was undone.
    #[error("there is nothing to redo")]
    NothingToRedo,
    /// A name is not allowed.
    #[error(transparent)]
    Name(
        #[from]
        #[serde(serialize_with = "as_message")]
        BadName,
    ),
    /// Another player has the name.
    #[error("another player has this name")]
    NameTaken,
    /// There is no player of this number.
    #[error("there is no player {0}")]
    NoSuchPlayer(u32),
    /// A hint was asked for while no person is to move.
    #[error("hints are for a person whose turn it is")]
    NoHintNow,
    /// No task is running.
    #[error("no engine is thinking")]
    NoTask,
}

fn as_message<S: Serializer>(reason: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(reason)
}
