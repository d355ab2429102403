//! What happens to a session, and what it answers.

use floe_engine::{Choice, Progress};
use floe_rules::game::{IllegalTurn, Turn};
use floe_rules::record::Ending;
use serde::{Deserialize, Serialize, Serializer};

use crate::task::{EngineTask, TaskId, TaskPurpose};

/// Something that happens to a session: a wish of a player, or news of a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SessionEvent {
    /// The front end is ready: at the start, and after a session was loaded. The task that the session waits for is
    /// started, again if need be.
    Start,
    /// The person to move makes a turn.
    Turn(Turn),
    /// Undo.
    Undo,
    /// Redo.
    Redo,
    /// The person to move wants a hint.
    Hint,
    /// The hint is no longer wanted.
    DismissHint,
    /// Engines are to stop until [`Resume`](SessionEvent::Resume).
    Pause,
    /// Engines are to play again.
    Resume,
    /// The engine is to answer with the best turn it has found so far.
    MoveNow,
    /// The players end the game before its end; the score counts as it stands.
    StopGame,
    /// The game is to begin again on the same board.
    Restart,
    /// The game was saved as it is now.
    Saved,
    /// A task reports what it has found so far.
    Progress {
        /// The task.
        task: TaskId,
        /// How far its search is.
        progress: Progress<Turn>,
    },
    /// A task is done.
    Answer {
        /// The task.
        task: TaskId,
        /// What its search chose; nothing when it found no turn.
        choice: Option<Choice<Turn>>,
    },
}

/// Something that a session did, or that its front end should do.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SessionEffect {
    /// Run a task, and hand in its progress and its answer.
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
        /// The fish or cells that it brought.
        gain: u64,
        /// The players who were skipped after it, because they cannot move.
        skipped: Vec<u32>,
    },
    /// So many turns were undone; none when the end of a stopped game was undone.
    Undone {
        /// How many turns.
        turns: usize,
    },
    /// So many turns were redone; none when a game was stopped again.
    Redone {
        /// How many turns.
        turns: usize,
    },
    /// The game began again on the same board.
    Restarted,
    /// A hint is ready.
    HintReady(Hint),
    /// Engines stopped.
    Paused,
    /// Engines play again.
    Resumed,
    /// An engine answered with no turn, or with an illegal one. If the turn was to be played, the game is paused.
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
    /// The lead that it expects for that person, in hundredths of a fish or cell.
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
    /// A hint was asked for while no person is to move.
    #[error("hints are for a person whose turn it is")]
    NoHintNow,
    /// No task is running.
    #[error("no engine is thinking")]
    NoTask,
}

fn as_message<S: Serializer>(reason: &IllegalTurn, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(reason)
}
