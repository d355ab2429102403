//! The history of a game: its actions, undo and redo.

use std::fmt;

use crate::game::IllegalTurn;

/// An entry of a game's history: a player's turn, or a referee's decision about a player (rule P12).
///
/// Players choose a [`game::Turn`](crate::game::Turn).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Action<T> {
    /// The player made a turn.
    Turn(T),
    /// The player lost its turn.
    LostTurn,
    /// The player was eliminated.
    Eliminated,
}

impl<T> Action<T> {
    /// Returns the turn, if the player made one.
    pub fn turn(self) -> Option<T> {
        match self {
            Action::Turn(turn) => Some(turn),
            Action::LostTurn | Action::Eliminated => None,
        }
    }

    /// Reads the notation of a referee's decision: `lost` or `out`.
    pub fn parse_penalty(text: &str) -> Option<Action<T>> {
        match text {
            "lost" => Some(Action::LostTurn),
            "out" => Some(Action::Eliminated),
            _ => None,
        }
    }

    /// Converts the turn to another type.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Action<U> {
        match self {
            Action::Turn(turn) => Action::Turn(convert(turn)),
            Action::LostTurn => Action::LostTurn,
            Action::Eliminated => Action::Eliminated,
        }
    }
}

/// A game state whose actions can be applied and reverted.
pub trait Undoable {
    /// What the history remembers about the start of the game.
    type Start: Clone + fmt::Debug;
    /// The type that identifies a player.
    type Player: Copy + fmt::Debug;
    /// The type of an action.
    type Action: Copy + fmt::Debug;
    /// What is needed to revert an action.
    type Undo: Clone + fmt::Debug;

    /// Applies an action of a player, or changes nothing and returns why it is not allowed.
    fn apply(&mut self, player: Self::Player, action: Self::Action) -> Result<Self::Undo, IllegalTurn>;

    /// Reverts the latest action.
    fn revert(&mut self, player: Self::Player, action: Self::Action, undo: Self::Undo);
}

/// A game with all its actions, which can be undone and redone.
#[derive(Clone, Debug)]
pub struct GameHistory<S: Undoable> {
    start: S::Start,
    state: S,
    past: Vec<(S::Player, S::Action, S::Undo)>,
    /// The undone actions, the next one to redo last.
    undone: Vec<(S::Player, S::Action)>,
}

impl<S: Undoable> GameHistory<S> {
    /// Starts a history at a state.
    pub(crate) fn from_state(start: S::Start, state: S) -> GameHistory<S> {
        GameHistory { start, state, past: Vec::new(), undone: Vec::new() }
    }

    pub(crate) fn start_data(&self) -> &S::Start {
        &self.start
    }

    /// Returns the current state of the game.
    pub fn state(&self) -> &S {
        &self.state
    }

    /// Applies an action and clears the redo list.
    pub fn apply(&mut self, player: S::Player, action: S::Action) -> Result<(), IllegalTurn> {
        self.advance(player, action)?;
        self.undone.clear();
        Ok(())
    }

    fn advance(&mut self, player: S::Player, action: S::Action) -> Result<(), IllegalTurn> {
        let undo = self.state.apply(player, action)?;
        self.past.push((player, action, undo));
        Ok(())
    }

    /// Undoes the latest action. Returns false at the start of the game.
    pub fn undo(&mut self) -> bool {
        let Some((player, action, undo)) = self.past.pop() else {
            return false;
        };
        self.state.revert(player, action, undo);
        self.undone.push((player, action));
        true
    }

    /// Redoes the action that was undone last. Returns false if there is none.
    pub fn redo(&mut self) -> bool {
        self.undone.pop().is_some_and(|(player, action)| self.advance(player, action).is_ok())
    }

    /// Clears the redo list.
    pub fn forget_undone(&mut self) {
        self.undone.clear();
    }

    /// Returns the number of actions so far.
    pub fn made(&self) -> usize {
        self.past.len()
    }

    /// Returns the number of actions that can be redone.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Returns the actions that can be redone, the next one first.
    pub fn undone_actions(&self) -> impl Iterator<Item = (S::Player, S::Action)> + '_ {
        self.undone.iter().rev().copied()
    }

    /// Returns the action with this index, counted from 0, and its player.
    pub fn action(&self, index: usize) -> Option<(S::Player, S::Action)> {
        self.past.get(index).map(|&(player, action, _)| (player, action))
    }

    pub(crate) fn undo_data(&self, index: usize) -> Option<&S::Undo> {
        self.past.get(index).map(|(_, _, undo)| undo)
    }
}
