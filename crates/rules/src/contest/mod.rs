//! The contest protocol: the arguments of a contest program, and the answer that is expected from it.
//!
//! A referee calls a program with arguments such as `phase=placement penguins=3 board.txt board.txt`. The
//! program reads the board file, makes one turn, writes the file, and ends with an [exit code](Exit).
//! [`arguments`] formats the arguments, and [`CallArguments`] parses them into a [`ContestCall`].
//! [`ContestCall::expected_answer`] determines, for a board, which player is to act, whether it joins, and whether it can
//! make a turn. The contest program, the guard, the referee and bot-check all use `expected_answer`.
//!
//! ```
//! use floe_rules::board_file;
//! use floe_rules::contest::{CallArguments, Exit, ContestAnswer};
//! use floe_rules::penguins::Id;
//!
//! let arguments = CallArguments { phase: Some("placement"), penguins: Some("2"), ..Default::default() };
//! let call = arguments.parse(&Id::new(b"Floe")?)?;
//! let setup = board_file::read(b"1 3\n01 20 10\nAnn 1 1\n")?;
//! assert!(call.role(&setup).joins());
//! let answer = call.expected_answer(&setup)?;
//! assert_eq!(answer.exit(), Exit::Done);
//! let ContestAnswer::Turn(pending) = answer else { panic!("expected a turn") };
//! assert_eq!((pending.seat.number(), pending.position.count_turns()), (2, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arguments;
mod call;
mod calling;
mod exit;

pub use arguments::{BadArgument, CallArguments, arguments};
pub use call::{CallError, ContestAnswer, ContestCall, NoTurnReason, PendingTurn, Role};
pub use calling::Calling;
pub use exit::Exit;
