//! Games at the terminal: full screen where there is one, by questions and answers where not.

use std::env;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, IsTerminal};
use std::path::Path;
use std::time::Duration;

use floe_tui::app::{NotSaved, Opening, Options};
use floe_tui::{Colors, Look, Theme, plain};

use crate::files;

/// How a game looks and thinks.
#[derive(Clone, Debug)]
pub(crate) struct Manner {
    /// The theme, if one was asked for.
    pub(crate) theme: Option<Theme>,
    /// How long engines think about a turn.
    pub(crate) think: Duration,
    /// How long their turns are shown.
    pub(crate) pace: Duration,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner { theme: None, think: Duration::from_secs(1), pace: Duration::from_millis(400) }
    }
}

/// Tells whether a full screen can be had: both streams are a terminal, and one that can draw.
pub(crate) fn has_screen() -> bool {
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// Opens the full-screen interface.
pub(crate) fn on_screen(opening: Opening, manner: &Manner) -> io::Result<()> {
    let look = Look { theme: manner.theme.unwrap_or_else(theme), colors: colors() };
    let options = Options { look, think: manner.think, pace: manner.pace, seed: drawn_seed() };
    floe_tui::run(opening, options, &mut Files)
}

/// Plays by questions and answers over the standard streams.
pub(crate) fn by_lines(request: &plain::Request) -> io::Result<plain::Ended> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    plain::play(request, &mut input as &mut dyn BufRead, &mut output, &mut Files)
}

/// Returns the theme that the surroundings ask for.
fn theme() -> Theme {
    let plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if plain { Theme::Monochrome } else { Theme::Default }
}

/// Returns how many colours the terminal has, as far as it says.
fn colors() -> Colors {
    let says = |name: &str| env::var(name).unwrap_or_default();
    let term = says("TERM");
    let many = ["256", "direct", "kitty", "alacritty", "foot", "ghostty", "wezterm"];
    let rich = !says("COLORTERM").is_empty() || many.iter().any(|word| term.contains(word));
    if rich || cfg!(windows) { Colors::Many } else { Colors::Sixteen }
}

/// Draws a seed that people can type.
pub(crate) fn drawn_seed() -> u64 {
    // The standard library keys its maps from the system's randomness.
    RandomState::new().hash_one(0) % 1_000_000_000
}

/// The files of the machine.
struct Files;

impl Files {
    fn write(path: &str, bytes: &[u8]) -> Result<(), String> {
        files::replace(Path::new(path), bytes).map_err(|error| error.to_string())
    }
}

impl floe_tui::Host for Files {
    fn load(&mut self, path: &str) -> Result<Vec<u8>, String> {
        fs::read(path).map_err(|error| error.to_string())
    }

    fn save(&mut self, path: &str, bytes: &[u8], replace: bool) -> Result<(), NotSaved> {
        if !replace && fs::symlink_metadata(path).is_ok() {
            return Err(NotSaved::Exists);
        }
        Files::write(path, bytes).map_err(NotSaved::Failed)
    }
}

impl plain::Host for Files {
    fn save(&mut self, path: &str, bytes: &[u8]) -> Result<(), String> {
        if fs::symlink_metadata(path).is_ok() {
            return Err("it is there already: choose another name".to_owned());
        }
        Files::write(path, bytes)
    }

    fn new_seed(&mut self) -> u64 {
        drawn_seed()
    }
}
