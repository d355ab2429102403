//! Games autosaved in the state folder, so that a game whose program was killed can be resumed.
//!
//! Each program saves its game in a file `ID.json` and holds a lock on `ID.lock`: a game whose lock is held is being
//! played. The operating system releases the lock however the program ends. Files are replaced atomically. They
//! survive the end of the program at once. On Unix they are also synced to disk soon after, on a thread of their own,
//! so that no turn waits for the disk; a power cut before that may lose the latest turns, and on some file systems the
//! game.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, SystemTime};

use floe_tui::InterruptedGame;

use crate::files;

/// The most games that are looked at, the most recent first.
const MOST_GAMES: usize = 50;
/// The pauses before the attempts to take a lock, which another program may hold only to look at it.
const LOCK_PAUSES: [Duration; 4] =
    [Duration::ZERO, Duration::from_millis(10), Duration::from_millis(50), Duration::from_millis(100)];
/// The age from which a file that a killed program left is removed; a younger one may be in use.
const ORPHAN_AGE: Duration = Duration::from_secs(60);

/// The autosaved games of the user; without a folder, nothing is saved.
#[derive(Debug, Default)]
pub(crate) struct Autosaves {
    folder: Option<PathBuf>,
    /// The game that this program plays.
    own: Option<OwnGame>,
    sync: Option<Sender<PathBuf>>,
}

/// The game that this program plays, with its lock.
#[derive(Debug)]
struct OwnGame {
    id: String,
    lock: File,
}

impl Autosaves {
    /// Saves games in a folder, which is made when it is needed.
    pub(crate) fn new(folder: Option<PathBuf>) -> Autosaves {
        Autosaves { folder, own: None, sync: None }
    }

    fn file(&self, id: &str, ending: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{id}.{ending}")))
    }

    /// Saves the game that this program plays.
    pub(crate) fn save(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        if self.own.is_none() {
            make_private_folder(folder)?;
            self.own = Some(new_game(folder)?);
        }
        if let Some(path) = self.own.as_ref().and_then(|own| self.file(&own.id, "json")) {
            files::replace(&path, bytes)?;
            if cfg!(unix) {
                self.sync(path);
            }
        }
        Ok(())
    }

    /// Has a file synced to disk soon. Windows does not replace a file that is open, so it is left to itself there.
    fn sync(&mut self, path: PathBuf) {
        let sender = self.sync.get_or_insert_with(|| {
            let (sender, paths) = channel::<PathBuf>();
            // Without a thread, the files are still there after anything but a power cut.
            let _ = thread::Builder::new().name("sync".to_owned()).spawn(move || {
                while let Ok(path) = paths.recv() {
                    // Only the latest state matters.
                    let path = paths.try_iter().last().unwrap_or(path);
                    let _ = File::open(&path).and_then(|file| file.sync_all());
                    let _ =
                        path.parent().map(|folder| File::open(folder).and_then(|folder| folder.sync_all()));
                }
            });
            sender
        });
        let _ = sender.send(path);
    }

    /// Returns the file of the game that this program plays, if it is saved.
    pub(crate) fn autosave_path(&self) -> Option<PathBuf> {
        let own = self.own.as_ref()?;
        self.file(&own.id, "json").filter(|path| path.exists())
    }

    /// Removes the game that this program plays.
    pub(crate) fn remove(&mut self) {
        if let Some(OwnGame { id, lock }) = self.own.take() {
            // Some systems do not remove a file that is open.
            let _ = self.file(&id, "json").map(fs::remove_file);
            drop(lock);
            self.remove_files(&id);
        }
    }

    fn remove_files(&self, id: &str) {
        for ending in ["json", "lock"] {
            if let Some(path) = self.file(id, ending) {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Returns the games that no program plays any more, most recent first.
    pub(crate) fn interrupted(&self) -> Vec<InterruptedGame> {
        let Some(entries) = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok()) else {
            return Vec::new();
        };
        let mut games: Vec<(SystemTime, String, PathBuf)> = Vec::new();
        for entry in entries.filter_map(Result::ok) {
            let path = entry.path();
            let Some(id) = path.file_stem().and_then(OsStr::to_str).map(str::to_owned) else { continue };
            if files::is_temporary(&id) && is_older(&path, ORPHAN_AGE) {
                let _ = fs::remove_file(&path);
            }
            if !is_id(&id) {
                continue;
            }
            match path.extension().and_then(OsStr::to_str) {
                Some("json") => {
                    let modified = entry.metadata().and_then(|metadata| metadata.modified());
                    games.push((modified.unwrap_or(SystemTime::UNIX_EPOCH), id, path));
                }
                Some("lock") => self.remove_orphan(&id, &path),
                _ => {}
            }
        }
        games.sort_by(|one, other| other.cmp(one));
        let now = SystemTime::now();
        let free = games.into_iter().filter(|(_, id, _)| self.is_free(id));
        let game = |(modified, id, path): (SystemTime, String, PathBuf)| InterruptedGame {
            id,
            age: now.duration_since(modified).unwrap_or(Duration::ZERO),
            contents: files::read_bounded(&path, files::LARGEST_GAME).map_err(|error| error.to_string()),
        };
        free.map(game).take(MOST_GAMES).collect()
    }

    /// Returns whether no program plays a game.
    fn is_free(&self, id: &str) -> bool {
        if self.own.as_ref().is_some_and(|own| own.id == id) {
            return false;
        }
        let Some(path) = self.file(id, "lock") else { return false };
        match OpenOptions::new().write(true).open(path) {
            // Shared, so that two programs that look at the same time do not take each other for players.
            Ok(lock) => !matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)),
            // A file without a lock was left by a program that ended between removing the two, or was copied here.
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        }
    }

    /// Removes the lock of a program that was killed before it kept anything.
    fn remove_orphan(&self, id: &str, path: &Path) {
        let has_game = self.file(id, "json").is_some_and(|game| game.exists());
        // A young one may belong to a program that is about to keep its first turn.
        if !has_game && is_older(path, ORPHAN_AGE) && self.is_free(id) {
            let _ = fs::remove_file(path);
        }
    }

    /// Takes over an interrupted game; `None` if another program plays it. A game that the check refuses is left alone.
    pub(crate) fn resume(
        &mut self,
        id: &str,
        check: impl FnOnce(&[u8]) -> io::Result<()>,
    ) -> io::Result<Option<Vec<u8>>> {
        let Some(folder) = self.folder.clone() else { return Err(io::ErrorKind::NotFound.into()) };
        if !is_id(id) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let Some(lock) = lock(&folder, id)? else { return Ok(None) };
        let bytes = files::read_bounded(&folder.join(format!("{id}.json")), files::LARGEST_GAME)?;
        check(&bytes)?;
        self.remove();
        self.own = Some(OwnGame { id: id.to_owned(), lock });
        Ok(Some(bytes))
    }

    /// Removes an interrupted game, or sets a broken one aside; false if another program plays it.
    pub(crate) fn discard(&self, id: &str, broken: bool) -> io::Result<bool> {
        let Some(folder) = &self.folder else { return Ok(true) };
        if !is_id(id) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        // Nobody else may have taken it over meanwhile.
        let Some(_lock) = lock(folder, id)? else { return Ok(false) };
        let game = folder.join(format!("{id}.json"));
        let gone = if broken {
            fs::rename(&game, folder.join(format!("{id}.broken")))
        } else {
            fs::remove_file(&game)
        };
        match gone {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => self.remove_files(id),
        }
        Ok(true)
    }
}

fn is_older(path: &Path, age: Duration) -> bool {
    let modified = fs::metadata(path).and_then(|metadata| metadata.modified());
    modified.is_ok_and(|modified| modified.elapsed().is_ok_and(|elapsed| elapsed > age))
}

/// Returns whether a text is the name of a game, not a path to elsewhere.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Takes the lock of a game; `None` if another program has it for longer than a look takes.
fn lock(folder: &Path, id: &str) -> io::Result<Option<File>> {
    let path = folder.join(format!("{id}.lock"));
    let lock = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    for pause in LOCK_PAUSES {
        thread::sleep(pause);
        match lock.try_lock() {
            Ok(()) => return Ok(Some(lock)),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(None)
}

/// Takes a new name, with its lock.
fn new_game(folder: &Path) -> io::Result<OwnGame> {
    loop {
        let number = RandomState::new().hash_one(std::process::id());
        let id = format!("{number:016x}");
        if folder.join(format!("{id}.json")).exists() {
            continue;
        }
        if let Some(lock) = lock(folder, &id)? {
            return Ok(OwnGame { id, lock });
        }
    }
}

/// Makes a folder that only the user can look into.
fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn autosaves(folder: &tempfile::TempDir) -> Autosaves {
        Autosaves::new(Some(folder.path().join("games")))
    }

    fn any(_: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn contents(games: &Autosaves) -> Vec<Vec<u8>> {
        games.interrupted().into_iter().map(|game| game.contents.expect("it can be read")).collect()
    }

    #[test]
    fn a_game_is_offered_once_its_program_is_gone() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        let (mut one, mut other) = (autosaves(&folder), autosaves(&folder));
        one.save(b"1").expect("it is saved");
        one.save(b"2").expect("it is saved");
        other.save(b"3").expect("it is saved");
        assert_eq!(contents(&autosaves(&folder)), Vec::<Vec<u8>>::new(), "both are being played");
        drop(one);
        assert_eq!(contents(&other), [b"2".to_vec()]);
        other.remove();
        assert_eq!(contents(&other), [b"2".to_vec()]);
    }

    #[test]
    fn only_one_program_resumes_a_game_and_keeps_it_further() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        let mut first = autosaves(&folder);
        first.save(b"1").expect("it is saved");
        drop(first);
        let (mut one, mut other) = (autosaves(&folder), autosaves(&folder));
        let id = one.interrupted()[0].id.clone();
        assert_eq!(one.resume(&id, any).expect("it can be read"), Some(b"1".to_vec()));
        assert_eq!(other.resume(&id, any).expect("the lock can be tried"), None);
        assert!(!other.discard(&id, false).expect("the lock can be tried"));
        one.save(b"2").expect("it is saved");
        assert!(other.interrupted().is_empty());
        drop(one);
        assert_eq!(contents(&other), [b"2".to_vec()]);
        assert!(other.discard(&id, false).expect("it can be removed"));
        assert!(contents(&other).is_empty());
        let left: Vec<_> = fs::read_dir(folder.path().join("games")).expect("it is there").collect();
        assert!(left.is_empty(), "{left:?}");
    }

    #[test]
    fn a_broken_game_is_set_aside_and_odd_names_are_refused() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        let mut games = autosaves(&folder);
        fs::create_dir(folder.path().join("games")).expect("it can be made");
        fs::write(folder.path().join("games/abc.json"), "?").expect("it can be written");
        fs::write(folder.path().join("outside.json"), "?").expect("it can be written");
        assert_eq!(games.interrupted().len(), 1);
        assert!(games.discard("abc", true).expect("it can be set aside"));
        assert!(games.interrupted().is_empty());
        assert!(folder.path().join("games/abc.broken").exists());
        assert!(games.resume("../outside", any).is_err());
        assert!(games.discard("../outside", false).is_err());
        assert!(folder.path().join("outside.json").exists());
    }

    #[test]
    fn a_place_that_cannot_be_written_is_an_error_and_no_folder_is_none() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        fs::write(folder.path().join("games"), "in the way").expect("it can be written");
        assert!(autosaves(&folder).save(b"1").is_err());
        let mut nowhere = Autosaves::default();
        assert!(
            nowhere.save(b"1").is_ok()
                && nowhere.autosave_path().is_none()
                && nowhere.interrupted().is_empty()
        );
    }

    #[test]
    fn a_game_that_cannot_be_resumed_is_left_alone() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        let mut first = autosaves(&folder);
        first.save(b"old").expect("it is saved");
        drop(first);
        let mut games = autosaves(&folder);
        let id = games.interrupted()[0].id.clone();
        assert!(games.resume(&id, |_| Err(io::Error::other("it is broken"))).is_err());
        games.save(b"new").expect("it is saved");
        assert_eq!(contents(&games), [b"old".to_vec()], "it is neither overwritten nor taken");
        games.remove();
        assert_eq!(contents(&games), [b"old".to_vec()]);
    }

    #[test]
    fn programs_that_look_at_the_same_time_see_the_same_games() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        let mut first = autosaves(&folder);
        first.save(b"1").expect("it is saved");
        drop(first);
        let id = autosaves(&folder).interrupted()[0].id.clone();
        let path = folder.path().join("games").join(format!("{id}.lock"));
        let looking = OpenOptions::new().write(true).open(path).expect("the lock is there");
        looking.lock_shared().expect("nobody plays the game");
        assert_eq!(contents(&autosaves(&folder)), [b"1".to_vec()]);
        // A look is short.
        let looks = thread::spawn(move || {
            thread::sleep(LOCK_PAUSES[1]);
            drop(looking);
        });
        assert!(autosaves(&folder).resume(&id, any).expect("the lock can be tried").is_some());
        looks.join().expect("it does not panic");
    }

    #[test]
    fn other_files_are_no_games_and_old_remains_are_removed() {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        let mut first = autosaves(&folder);
        first.save(b"1").expect("it is saved");
        drop(first);
        let place = folder.path().join("games");
        for name in ["my notes.json", ".floe-old.tmp", ".floe-new.tmp"] {
            fs::write(place.join(name), "?").expect("it can be written");
        }
        let old = OpenOptions::new().write(true).open(place.join(".floe-old.tmp")).expect("it is there");
        old.set_modified(SystemTime::now() - 2 * ORPHAN_AGE).expect("its time can be set");
        drop(old);
        assert_eq!(contents(&autosaves(&folder)), [b"1".to_vec()]);
        let is_there = |name: &str| place.join(name).exists();
        assert!(is_there("my notes.json") && is_there(".floe-new.tmp") && !is_there(".floe-old.tmp"));
    }
}
