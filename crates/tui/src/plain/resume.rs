//! Resuming a game that was interrupted: by a closed terminal, a signal or a crash.

use std::io;

use floe_locale::tr;
use floe_session::Session;

use super::console::{Aborted, Console, Typed, printable};
use super::vocabulary::{PlainCommand, Word};
use crate::host::Host;
use crate::interrupted::{ResumableGame, resumable};
use crate::phrases::restored;
use crate::summary::GameLine;

/// The room for the summary of a game.
const SUMMARY_WIDTH: usize = 76;

/// Offers the interrupted game that was played last; returns it if it is wanted.
pub(super) fn offer(console: &mut Console<'_>, host: &mut dyn Host) -> Result<Option<Session>, Aborted> {
    let lang = console.lang();
    let Some(ResumableGame { id, session, age }) = newest(console, host)? else {
        return Ok(None);
    };
    let summary = printable(&GameLine::of_interrupted(lang, &session, age).text(SUMMARY_WIDTH));
    console.print(&tr!(lang, "plain-interrupted", game = summary))?;
    loop {
        match console.ask(&tr!(lang, "plain-resume"))? {
            Typed::Text(text) => match Word::find(&text) {
                Some(Word::Yes) => break,
                Some(Word::No) => return Ok(None),
                Some(Word::Discard) => {
                    if let Err(reason) = host.discard_game(&id, false) {
                        console.print(&tr!(lang, "files-not-discarded", reason = printable(&reason)))?;
                    }
                    return Ok(None);
                }
                _ => console.print(&tr!(lang, "plain-resume-help"))?,
            },
            Typed::Command(PlainCommand::Help) => console.print(&tr!(lang, "plain-resume-help"))?,
            Typed::Command(_) => console.print(&tr!(lang, "plain-no-game"))?,
        }
    }
    match restored(lang, host.resume_game(&id)) {
        Ok(session) => Ok(Some(session)),
        Err(fault) => {
            console.print(&printable(&fault))?;
            Ok(None)
        }
    }
}

/// Returns the interrupted game that was played last. Games that cannot be read are skipped with a notice.
fn newest(console: &mut Console<'_>, host: &mut dyn Host) -> io::Result<Option<ResumableGame>> {
    let (games, unreadable) = resumable(host.interrupted_games());
    for game in unreadable.iter().filter(|game| game.is_broken) {
        // One that stays is reported again at the next start.
        let _ = host.discard_game(&game.id, true);
    }
    if let Some(first) = unreadable.first() {
        let (lang, reason) = (console.lang(), printable(&first.reason));
        console.print(&tr!(lang, "files-unreadable-game", count = unreadable.len(), reason = reason))?;
    }
    Ok(games.into_iter().next())
}
