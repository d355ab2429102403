//! The contest protocol: what a call of a contest program means, and which answer is right.
//!
//! A referee calls a program with arguments such as `phase=placement penguins=3 board.txt board.txt`. The
//! program reads the board file, makes one turn, writes the file, and ends with an [exit code](Exit).
//! [`arguments`] spells the arguments and [`CallArguments`] parses them into a [`ContestCall`].
//! [`ContestCall::right_answer`] decides on a board which player is asked, whether it joins, and whether it has a turn.
//! The contest program, the guard, the referee and bot-check all ask here.

mod arguments;
mod call;
mod calling;
mod exit;

pub use arguments::{BadArgument, CallArguments, arguments};
pub use call::{CallError, ContestCall, NoTurnReason, PendingTurn, RightAnswer, Role};
pub use calling::Calling;
pub use exit::Exit;
