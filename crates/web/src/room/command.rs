//! What the task of a game can be asked for, and the way to it.

use std::sync::Arc;

use floe_rules::game::GameState;
use serde::Deserialize;
use tokio::sync::{mpsc, oneshot, watch};

use crate::error::ApiError;
use crate::legal_turns::ClientTurn;
use crate::limits::Visitor;
use crate::room_record::Membership;
use crate::secret::{GameId, Secret, SecretDigest};
use crate::snapshot::Snapshot;

/// What a player wants to do.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum PlayerAction {
    Turn {
        turn: ClientTurn,
        /// The number of turns that the client knows of.
        at: Option<usize>,
    },
    Undo,
    Redo,
    Answer {
        accept: bool,
    },
    Hint,
    DismissHint,
    Pause,
    Resume,
    MoveNow,
    Stop,
    Rename {
        name: String,
        /// The seat, for somebody who has several; by default the one to move, or else the first.
        number: Option<u32>,
    },
}

/// A file that shows the game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ExportKind {
    Record,
    /// The position after so many turns, or now.
    Board(Option<usize>),
}

/// Where the answer to a command goes.
pub(crate) type CommandReply<T> = oneshot::Sender<Result<T, ApiError>>;

/// A message to the task of a game.
pub(crate) enum RoomCommand {
    Act {
        secret: Option<SecretDigest>,
        visitor: Visitor,
        action: PlayerAction,
        reply: CommandReply<u64>,
    },
    Renew {
        secret: Option<SecretDigest>,
        number: u32,
        reply: CommandReply<Secret>,
    },
    /// Starts the rematch, and returns it; or the game that is one already.
    Rematch {
        secret: Option<SecretDigest>,
        visitor: Visitor,
        reply: CommandReply<GameId>,
    },
    Join {
        connection: u64,
        visitor: Visitor,
        secrets: Vec<SecretDigest>,
        reply: CommandReply<Membership>,
    },
    Leave {
        connection: u64,
    },
    Export {
        kind: ExportKind,
        reply: CommandReply<Vec<u8>>,
    },
    /// Returns the position after so many turns, for a search on behalf of somebody.
    Position {
        at: usize,
        reply: CommandReply<GameState>,
    },
}

/// The way to the task of a game.
#[derive(Clone)]
pub(crate) struct RoomHandle {
    pub(super) commands: mpsc::Sender<RoomCommand>,
    pub(super) snapshots: watch::Receiver<Arc<Snapshot>>,
}

impl RoomHandle {
    /// Sends a command and waits for its answer.
    pub(crate) async fn ask<T>(
        &self,
        command: impl FnOnce(CommandReply<T>) -> RoomCommand,
    ) -> Result<T, ApiError> {
        let (reply, answer) = oneshot::channel();
        self.commands.send(command(reply)).await.map_err(|_| ApiError::stopping())?;
        answer.await.map_err(|_| ApiError::stopping())?
    }

    /// Sends a command that has no answer.
    pub(crate) async fn tell(&self, command: RoomCommand) {
        // A game that has ended its task needs no more news.
        let _ = self.commands.send(command).await;
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.commands.is_closed()
    }

    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshots.borrow().clone()
    }

    pub(crate) fn snapshots(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.snapshots.clone()
    }
}
