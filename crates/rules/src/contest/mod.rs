//! The contest protocol: what a call of a contest program means, and which answer is right.
//!
//! A referee calls a program with arguments such as `phase=placement penguins=3 board.txt board.txt`. The
//! program reads the board file, makes one turn, writes the file, and ends with an [exit code](Exit).
//! [`arguments`] spells the arguments and [`CallArguments`] parses them into a [`ContestCall`].
//! [`ContestCall::right_answer`] decides on a board which player is asked, whether it joins, and whether it has a turn.
//! The contest program, the guard, the referee and bot-check all use it.
//!
//! ```
//! use floe_rules::board_file;
//! use floe_rules::contest::{CallArguments, Exit, RightAnswer};
//! use floe_rules::penguins::Id;
//!
//! let arguments = CallArguments { phase: Some("placement"), penguins: Some("2"), ..Default::default() };
//! let call = arguments.parse(&Id::new(b"Floe")?)?;
//! let setup = board_file::read(b"1 3\n01 20 10\nAnn 1 1\n")?;
//! assert!(call.role(&setup).joins());
//! let answer = call.right_answer(&setup)?;
//! assert_eq!(answer.exit(), Exit::Done);
//! let RightAnswer::Turn(pending) = answer else { panic!("there is a free floe with one fish") };
//! assert_eq!((pending.seat.number(), pending.position.count_turns()), (2, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arguments;
mod call;
mod calling;
mod exit;

pub use arguments::{BadArgument, CallArguments, arguments};
pub use call::{CallError, ContestCall, NoTurnReason, PendingTurn, RightAnswer, Role};
pub use calling::Calling;
pub use exit::Exit;
