//! What the interface does with the answers of the host: opened and saved files, and interrupted games.

use floe_locale::tr;
use floe_session::GameSpec;

use super::dialog::Dialog;
use super::screen::{self, Screen};
use super::{App, Command, Effect, Opening};
use crate::host::{HostReply, HostRequest, InterruptedGame, SaveError};
use crate::interrupted::resumable;
use crate::phrases::restored;
use crate::saving::{save_fault, save_request};

impl App {
    /// Takes the answer of the host.
    pub(super) fn host_reply(&mut self, reply: HostReply, commands: &mut Vec<Command>) {
        let lang = self.options.appearance.lang;
        let path_dialog = self.dialogs.last_mut().and_then(Dialog::path_mut);
        match reply {
            HostReply::Loaded { path, result: Ok(bytes), board } => {
                self.loaded(&path, &bytes, board.map(|board| *board), commands);
            }
            HostReply::Loaded { path, result: Err(reason), .. } => {
                let fault = tr!(lang, "files-cannot-read", path = path, reason = reason);
                match path_dialog {
                    Some(dialog) => dialog.set_fault(fault),
                    None => self.tell(fault),
                }
            }
            HostReply::Saved { path, result } => self.saved(&path, result, commands),
            HostReply::Completed { typed, paths } => {
                if let Some(dialog) = path_dialog {
                    dialog.complete(&typed, paths);
                }
            }
            HostReply::Listed(listing) => {
                if let Some(dialog) = path_dialog {
                    dialog.set_files(lang, listing);
                }
            }
            HostReply::AutosaveFailed(reason) => {
                if !std::mem::replace(&mut self.autosave_failed, true) {
                    self.tell(tr!(lang, "files-autosave-failed", reason = reason));
                }
            }
            HostReply::NotDiscarded(reason) => {
                self.tell(tr!(lang, "files-not-discarded", reason = reason));
            }
            HostReply::Interrupted(games) => self.found_interrupted(games, commands),
            HostReply::Resumed(result) => match restored(lang, result) {
                Ok(session) => commands.push(Command::Open(Box::new(Opening::Play(Box::new(session))))),
                Err(fault) => {
                    self.tell(fault);
                    self.games_asked_for = None;
                }
            },
        }
    }

    fn found_interrupted(&mut self, games: Vec<InterruptedGame>, commands: &mut Vec<Command>) {
        let (games, unreadable) = resumable(games);
        if let Some(first) = unreadable.first() {
            let reason = first.reason.as_str();
            let lang = self.options.appearance.lang;
            self.tell(tr!(lang, "files-unreadable-game", count = unreadable.len(), reason = reason));
        }
        for game in unreadable.into_iter().filter(|game| game.is_broken) {
            commands.push(Command::Request(HostRequest::Discard { id: game.id, broken: true }));
        }
        if let Screen::Menu(menu) = &mut self.screen {
            menu.set_games(games);
        }
    }

    fn loaded(&mut self, path: &str, bytes: &[u8], board: Option<GameSpec>, commands: &mut Vec<Command>) {
        let seed = self.random.below(1_000_000);
        let base = self.screen.board_settings();
        match screen::opening_of(path, bytes, board, base, (self.options.budget, seed)) {
            Ok(opening) => {
                self.dialogs.clear();
                self.screen.opened(opening, self.options.appearance.lang, commands);
            }
            Err(report) => {
                let title = tr!(self.options.appearance.lang, "files-cannot-open");
                self.dialogs.push(Dialog::notice(&title, &report));
            }
        }
    }

    /// Returns the request to save the game, unless it cannot be saved.
    pub(super) fn save(&mut self, path: &str, overwrite: bool) -> Option<Effect> {
        let session = self.screen.session_to_save(path)?;
        match save_request(self.options.appearance.lang, &session, path, overwrite) {
            Ok(request) => Some(Effect::Host(request)),
            Err(fault) => {
                self.not_saved(fault);
                None
            }
        }
    }

    fn saved(&mut self, path: &str, result: Result<(), SaveError>, commands: &mut Vec<Command>) {
        match (result, self.dialogs.last_mut().and_then(Dialog::path_mut)) {
            (Ok(()), _) => {
                let then = self.dialogs.iter_mut().find_map(Dialog::after_saving);
                self.dialogs.clear();
                self.with_screen(commands, |screen, env, commands| screen.saved(path, env, commands));
                // The board of another position does not save the game.
                if self.screen.session().is_none_or(|session| !session.has_unsaved_turns()) {
                    commands.extend(then);
                }
            }
            (Err(SaveError::Exists), Some(dialog)) => dialog.ask_to_overwrite(),
            (Err(error), _) => {
                let fault = save_fault(self.options.appearance.lang, path, &error);
                self.not_saved(fault);
            }
        }
    }

    /// Shows why a game was not saved, in the dialog that still has its name.
    fn not_saved(&mut self, fault: String) {
        match self.dialogs.last_mut().and_then(Dialog::path_mut) {
            Some(dialog) => dialog.set_fault(fault),
            None => self.tell(fault),
        }
    }
}
