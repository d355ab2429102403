//! The settings file: what `floe` remembers from one start to the next.
//!
//! It is `floe/settings.toml` in the configuration folder of the user (`$XDG_CONFIG_HOME`, else `~/.config`; `%APPDATA%` on
//! Windows). A file that cannot be read, is broken or comes from a newer version is reported and left as it is. Only
//! values that changed are written, into the file as it then is and under a lock, so that two running programs do not undo
//! each other's changes; unknown keys are kept.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::BaseStrategy;
use floe_engine::Level;
use floe_locale::{Lang, tr};
use floe_rules::record::LONGEST_NAME;
use floe_tui::{Settings, Theme, WindowSettings};
use toml::{Table, Value};

use crate::files;

/// The version of the format.
const VERSION: i64 = 1;
/// The largest file that is read: anything larger is no settings file.
const MOST_BYTES: u64 = 1 << 20;
/// The most names that are remembered.
const MOST_NAMES: usize = 9;
/// The longest time or pause that is remembered.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// The file that remembers settings; without a path, nothing is read or written.
#[derive(Clone, Debug, Default)]
pub(crate) struct SettingsFile {
    path: Option<PathBuf>,
    /// What the file is known to say.
    settings: Settings,
    fault: Option<SettingsFault>,
}

/// Why settings cannot be read or stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SettingsFault {
    path: PathBuf,
    kind: FaultKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum FaultKind {
    /// The file cannot be read or is no settings file; the reason is in English.
    Broken(String),
    /// The file has a version that this program does not know.
    Newer(i64),
    /// The file cannot be written.
    NotStored(String),
}

impl SettingsFault {
    /// Returns the fault as sentences for the user.
    pub(crate) fn message(&self, lang: Lang) -> String {
        let path = self.path.display().to_string();
        match &self.kind {
            FaultKind::Broken(reason) => {
                tr!(lang, "settings-broken", path = path, reason = reason.as_str())
            }
            FaultKind::Newer(version) => tr!(lang, "settings-newer", path = path, version = *version),
            FaultKind::NotStored(reason) => {
                tr!(lang, "settings-not-stored", path = path, reason = reason.as_str())
            }
        }
    }
}

impl SettingsFile {
    /// Opens the settings file of the user. A missing one is no fault.
    pub(crate) fn open() -> SettingsFile {
        match etcetera::choose_base_strategy() {
            Ok(folders) => SettingsFile::at(folders.config_dir().join("floe").join("settings.toml")),
            // A user without a home has nothing to remember.
            Err(_) => SettingsFile::default(),
        }
    }

    fn at(path: PathBuf) -> SettingsFile {
        let (settings, fault) = match read(&path) {
            Ok(table) => settings_of(&table),
            Err(kind) => (Settings::default(), Some(kind)),
        };
        let fault = fault.map(|kind| SettingsFault { path: path.clone(), kind });
        SettingsFile { path: Some(path), settings, fault }
    }

    /// Returns what is remembered.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns what is wrong with the file, if anything is.
    pub(crate) fn fault(&self) -> Option<&SettingsFault> {
        self.fault.as_ref()
    }

    /// Stores what changed. A fault is returned once; after it, nothing is stored.
    pub(crate) fn store(&mut self, settings: &Settings) -> Result<(), SettingsFault> {
        let Some(path) = &self.path else { return Ok(()) };
        if self.fault.is_some() {
            return Ok(());
        }
        let stored = update(path, &self.settings, settings);
        if let Err(kind) = stored {
            let fault = SettingsFault { path: path.clone(), kind };
            self.fault = Some(fault.clone());
            return Err(fault);
        }
        self.settings = settings.clone();
        Ok(())
    }
}

/// Reads the file; an empty table if there is none.
fn read(path: &Path) -> Result<Table, FaultKind> {
    let broken = |reason: &dyn Display| FaultKind::Broken(reason.to_string());
    let bytes = match files::read_bounded(path, MOST_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Table::new()),
        read => read.map_err(|error| broken(&error))?,
    };
    let text = str::from_utf8(&bytes).map_err(|_| broken(&"it is not text in UTF-8"))?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        broken(&format!("line {line}: {}", error.message().trim_end().replace('\n', ", ")))
    })?;
    match table.get("version") {
        None => Ok(table),
        Some(Value::Integer(version)) if *version > VERSION => Err(FaultKind::Newer(*version)),
        Some(Value::Integer(1..)) => Ok(table),
        Some(_) => Err(broken(&"the version is not a number from 1 on")),
    }
}

/// Returns the settings in a table; a value that cannot be used is left out, and the first is named.
fn settings_of(table: &Table) -> (Settings, Option<FaultKind>) {
    let mut wrong = Vec::new();
    let no_window = Table::new();
    let window = match table.get("window") {
        Some(Value::Table(window)) => window,
        Some(_) => {
            wrong.push("window is not a table".to_owned());
            &no_window
        }
        None => &no_window,
    };
    let mut text = |key: &str, wanted: &str| match table.get(key) {
        Some(Value::String(text)) => Some(text.clone()),
        Some(_) => {
            wrong.push(format!("{key} is not {wanted}"));
            None
        }
        None => None,
    };
    let lang = text("language", "en, fr or pl");
    let theme = text("theme", "the name of a theme");
    let lang = lang.and_then(|code| {
        let lang = code.parse::<Lang>();
        lang.map_err(|error| wrong.push(error.to_string())).ok()
    });
    let theme = theme.and_then(|name| {
        let theme = Theme::ALL.into_iter().find(|theme| theme.name() == name);
        if theme.is_none() {
            wrong.push(format!("there is no theme '{name}'"));
        }
        theme
    });
    let mut number = |key: &str, most: u64| match table.get(key) {
        None => None,
        Some(Value::Integer(number)) if u64::try_from(*number).is_ok_and(|number| number <= most) => {
            u64::try_from(*number).ok()
        }
        Some(_) => {
            wrong.push(format!("{key} is not a number from 0 to {most}"));
            None
        }
    };
    let most = u64::try_from(LONGEST_WAIT.as_millis()).unwrap_or(u64::MAX);
    let time = number("time_ms", most).map(Duration::from_millis);
    let pace = number("pace_ms", most).map(Duration::from_millis);
    let level = match table.get("level") {
        None => None,
        Some(value) => {
            let level = value.as_integer().and_then(|level| u8::try_from(level).ok()).and_then(Level::new);
            if level.is_none() {
                wrong.push("level is not a number from 1 to 10".to_owned());
            }
            level
        }
    };
    let names = match table.get("names") {
        None => Some(Vec::new()),
        Some(value) => value.as_array().and_then(|names| {
            names.iter().map(|name| name.as_str().filter(|name| is_name(name)).map(str::to_owned)).collect()
        }),
    };
    let names = names.filter(|names: &Vec<String>| names.len() <= MOST_NAMES);
    if names.is_none() {
        wrong.push(format!("names is not a list of up to {MOST_NAMES} names"));
    }
    let moves = window.get("moves").and_then(|value| {
        let shown = value.as_bool();
        if shown.is_none() {
            wrong.push("window.moves is not true or false".to_owned());
        }
        shown
    });
    let settings = Settings {
        lang,
        theme,
        level,
        names: names.unwrap_or_default(),
        time,
        pace,
        window: WindowSettings { moves },
    };
    (settings, wrong.into_iter().next().map(FaultKind::Broken))
}

fn is_name(name: &str) -> bool {
    name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control)
}

/// Writes what differs between the old and the new settings into the file, unless it says so already.
fn update(path: &Path, old: &Settings, new: &Settings) -> Result<(), FaultKind> {
    let not_stored = |error: io::Error| FaultKind::NotStored(error.to_string());
    if old == new {
        return Ok(());
    }
    let _lock = files::lock_for_update(path).map_err(not_stored)?;
    let before = read(path)?;
    let mut table = before.clone();
    let millis = |time: Duration| Value::Integer(i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
    let mut set = |key: &str, changed: bool, value: Option<Value>| {
        if !changed {
            return;
        }
        match value {
            Some(value) => _ = table.insert(key.to_owned(), value),
            None => _ = table.remove(key),
        }
    };
    let text = |text: &str| Value::String(text.to_owned());
    set("language", old.lang != new.lang, new.lang.map(|lang| text(lang.code())));
    set("theme", old.theme != new.theme, new.theme.map(|theme| text(theme.name())));
    set("level", old.level != new.level, new.level.map(|level| Value::Integer(level.get().into())));
    set("time_ms", old.time != new.time, new.time.map(millis));
    set("pace_ms", old.pace != new.pace, new.pace.map(millis));
    let names = || Value::Array(new.names.iter().take(MOST_NAMES).map(|name| text(name)).collect());
    set("names", old.names != new.names, (!new.names.is_empty()).then(names));
    if old.window != new.window {
        let window = table.entry("window").or_insert_with(|| Value::Table(Table::new()));
        if let (Value::Table(window), Some(moves)) = (window, new.window.moves) {
            window.insert("moves".to_owned(), Value::Boolean(moves));
        }
    }
    if table == before {
        return Ok(());
    }
    table.entry("version").or_insert(Value::Integer(VERSION));
    let written = toml::to_string(&table).map_err(|error| FaultKind::NotStored(error.to_string()))?;
    let written = format!("# Settings of floe. 'floe --no-config' ignores this file.\n{written}");
    files::replace(path, written.as_bytes()).map_err(not_stored)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread;

    use super::*;

    fn settings() -> Settings {
        Settings {
            lang: Some(Lang::French),
            theme: Some(Theme::ColorBlind),
            level: Level::new(5),
            names: vec!["Ann".to_owned(), String::new(), "Łoś \"x\"".to_owned()],
            time: Some(Duration::from_millis(2500)),
            pace: Some(Duration::ZERO),
            window: WindowSettings { moves: Some(false) },
        }
    }

    fn folder() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("there is a folder for tests");
        let path = folder.path().join("floe").join("settings.toml");
        (folder, path)
    }

    fn write(path: &Path, text: &[u8]) {
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }

    #[test]
    fn what_is_stored_is_read_again() {
        let (_folder, path) = folder();
        let mut file = SettingsFile::at(path.clone());
        assert_eq!((file.settings(), file.fault()), (&Settings::default(), None));
        assert_eq!(file.store(&Settings::default()), Ok(()));
        assert!(!path.exists(), "nothing has changed");
        assert_eq!(file.store(&settings()), Ok(()));
        let again = SettingsFile::at(path.clone());
        assert_eq!((again.settings(), again.fault()), (&settings(), None));
        // A value can be forgotten again.
        assert_eq!(file.store(&Settings { names: Vec::new(), ..settings() }), Ok(()));
        assert_eq!(SettingsFile::at(path).settings().names, Vec::<String>::new());
    }

    #[test]
    fn two_programs_and_unknown_keys_keep_their_values() {
        let (_folder, path) = folder();
        write(&path, b"version = 1\nfuture = \"kept\"\n[window]\nwidth = 3\n");
        let (mut one, mut other) = (SettingsFile::at(path.clone()), SettingsFile::at(path.clone()));
        assert_eq!(one.store(&Settings { level: Level::new(4), ..Settings::default() }), Ok(()));
        assert_eq!(other.store(&Settings { theme: Some(Theme::Monochrome), ..Settings::default() }), Ok(()));
        let moves = WindowSettings { moves: Some(true) };
        assert_eq!(other.store(&Settings { window: moves, ..other.settings().clone() }), Ok(()));
        let text = fs::read_to_string(&path).expect("it is there");
        for part in [
            "level = 4",
            "theme = \"monochrome\"",
            "future = \"kept\"",
            "width = 3",
            "moves = true",
            "version = 1",
        ] {
            assert!(text.contains(part), "{part} is missing:\n{text}");
        }
    }

    #[test]
    fn a_bad_file_is_reported_and_left_alone() {
        let cases: [(&[u8], &str); 10] = [
            (b"level = 3\ntheme = \n", "line 2: "),
            (b"level = 3\n]\n", "line 2: "),
            (b"version = 2\nlevel = 3\n", "version 2"),
            (b"version = \"one\"\n", "the version is not a number from 1 on"),
            (b"level = 11\n", "level is not a number from 1 to 10"),
            (b"language = \"xx\"\n", "unknown language 'xx'"),
            (b"theme = \"neon\"\n", "there is no theme 'neon'"),
            (b"pace_ms = -1\n", "pace_ms is not a number from 0 to 3600000"),
            (b"names = [\"a\", 3]\n", "names is not a list of up to 9 names"),
            (b"level = 3 \xff\n", "it is not text in UTF-8"),
        ];
        for (text, reason) in cases {
            let (_folder, path) = folder();
            write(&path, text);
            let mut file = SettingsFile::at(path.clone());
            let message = file.fault().expect("it is reported").message(Lang::English);
            assert!(message.contains(reason), "{message}");
            assert!(message.contains("settings.toml"), "{message}");
            assert_eq!(file.store(&settings()), Ok(()), "it is reported only once");
            assert_eq!(fs::read(&path).expect("it is there"), text);
        }
    }

    #[test]
    fn good_values_of_a_bad_file_are_used() {
        let (_folder, path) = folder();
        write(&path, b"level = 4\ntheme = \"neon\"\nnames = [\"Ann\"]\n");
        let file = SettingsFile::at(path);
        assert_eq!((file.settings().level, file.settings().theme), (Level::new(4), None));
        assert_eq!(file.settings().names, ["Ann"]);
    }

    #[test]
    fn a_file_that_breaks_meanwhile_is_left_alone() {
        let (_folder, path) = folder();
        let mut file = SettingsFile::at(path.clone());
        write(&path, b"not toml");
        assert!(file.store(&settings()).is_err());
        assert_eq!(file.store(&settings()), Ok(()), "it is reported only once");
        assert_eq!(fs::read(&path).expect("it is there"), b"not toml");
    }

    #[test]
    fn a_place_that_cannot_be_written_is_one_notice() {
        let (folder, path) = folder();
        // A file where the folder should be: this fails for a superuser too.
        fs::write(folder.path().join("floe"), "in the way").expect("it can be written");
        let mut file = SettingsFile::at(path);
        let first = file.fault().cloned().map_or_else(|| file.store(&settings()), Err);
        assert!(first.is_err());
        assert_eq!(file.store(&settings()), Ok(()));
    }

    #[test]
    fn programs_that_store_at_the_same_time_keep_each_others_values() {
        let (_folder, path) = folder();
        let level = |round: u8| Settings { level: Level::new(round % 10 + 1), ..Settings::default() };
        let pace = |round: u8| {
            let pace = Duration::from_millis(u64::from(round) + 1);
            Settings { pace: Some(pace), ..Settings::default() }
        };
        let store = |wanted: &dyn Fn(u8) -> Settings| {
            for round in 0..100 {
                let wanted = wanted(round);
                update(&path, &Settings::default(), &wanted).expect("it is stored");
                let stored = SettingsFile::at(path.clone());
                let stored = stored.settings();
                assert!(wanted.level.is_none() || wanted.level == stored.level, "round {round}");
                assert!(wanted.pace.is_none() || wanted.pace == stored.pace, "round {round}");
            }
        };
        thread::scope(|scope| {
            scope.spawn(|| store(&level));
            scope.spawn(|| store(&pace));
        });
    }
}
