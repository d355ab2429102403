//! Plain mode: the games by questions and answers, for a screen reader, a pipe or a script.
//!
//! The output is whole lines of text, without cursor movement and colours. [`play`] works over any two streams. On
//! squares, the board and the prompts imitate an earlier console game, with `x y` counted from 0; hexagons ask for a
//! penguin, a direction and a distance, with tiles named `r4c7`; Gamma asks for `x y`. [`record_text`]
//! names the tiles of all boards `r4c7`. Lines are wrapped at 80 columns,
//! except boards. A value that the [`GameSpec`] gives is not asked for. An answer that makes no sense is explained, and the question asked again; the
//! end of the input ends the game. [`one_turn`] asks for one turn on a board that another program keeps.

mod console;
mod dialogue;
mod game;
mod gamma;
mod help;
mod hex;
mod one_turn;
mod penguins;
mod questions;
mod record_text;
mod resume;
mod square;
mod vocabulary;

use std::io::{self, BufRead, Write};

use floe_locale::{Lang, tr};
use floe_session::{GameSpec, SearchBudget, Session};

use crate::host::Host;
use console::{Aborted, Console};
use game::PlainGame;
pub use one_turn::{OneTurn, one_turn};
pub use record_text::record_text;
pub(crate) use vocabulary::is_pass;

/// How plain mode ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainOutcome {
    /// The last game was played to its end.
    Finished,
    /// The input has ended before the game.
    InputEnded,
    /// A player left the game.
    Quit,
}

/// Plays games until the player declines another; an interrupted game is offered first.
///
/// Values in `spec` may lie outside the ranges that the questions offer. If `spec` has a seed, the first board is made
/// from it and later ones from the numbers after it; without, the host picks the seeds.
///
/// Returns an error if a stream fails, and [`io::ErrorKind::InvalidInput`] if no answers could start a game from
/// `spec`.
pub fn play(
    spec: &GameSpec,
    budget: SearchBudget,
    lang: Lang,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    host: &mut dyn Host,
) -> io::Result<PlainOutcome> {
    let mut console = Console::new(lang, input, output);
    let outcome = match games(spec, budget, &mut console, host) {
        Ok(()) => PlainOutcome::Finished,
        Err(Aborted::InputEnded) => PlainOutcome::InputEnded,
        Err(Aborted::Quit) => PlainOutcome::Quit,
        Err(Aborted::Failed(error)) => return Err(error),
    };
    console.flush()?;
    Ok(outcome)
}

fn games(
    spec: &GameSpec,
    budget: SearchBudget,
    console: &mut Console<'_>,
    host: &mut dyn Host,
) -> Result<(), Aborted> {
    for round in 0u64.. {
        let session = match next_game(spec, round, budget, console, host) {
            Err(Aborted::InputEnded) => {
                let reason = tr!(console.lang(), "plain-input-ended-early");
                console.print(&format!("\n{reason}"))?;
                return Err(Aborted::InputEnded);
            }
            other => other?,
        };
        if !PlainGame::new(console, host, session).play()? {
            break;
        }
    }
    Ok(())
}

/// Returns the next game: an interrupted one that is resumed, or a new one.
fn next_game(
    spec: &GameSpec,
    round: u64,
    budget: SearchBudget,
    console: &mut Console<'_>,
    host: &mut dyn Host,
) -> Result<Session, Aborted> {
    // Whoever wants a game without questions gets none about another one either.
    if round == 0
        && spec.seats.is_empty()
        && let Some(session) = resume::offer(console, host)?
    {
        return Ok(session);
    }
    let seed = match spec.seed {
        Some(seed) => seed.wrapping_add(round),
        None => host.new_seed(),
    };
    questions::set_up(&GameSpec { seed: Some(seed), ..spec.clone() }, budget, console)
}
