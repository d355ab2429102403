//! Games at the terminal: full screen, or plain where there is no screen.

use std::env;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Duration;

use floe_locale::Lang;
use floe_session::{GameSpec, SearchBudget};
use floe_tui::app::{Opening, Options};
use floe_tui::plain::{self, PlainOutcome};
use floe_tui::{Appearance, Colors, Host, Palette, SaveError, Theme};

use crate::files;
use crate::locale;

/// How a game looks, and how long its engines take.
#[derive(Clone, Debug)]
pub(crate) struct PlayOptions {
    /// The language, if one was chosen.
    pub(crate) lang: Option<Lang>,
    /// The theme, if one was chosen.
    pub(crate) theme: Option<Theme>,
    /// How long engines search for a turn.
    pub(crate) budget: SearchBudget,
    /// How long to wait before showing an engine's turn.
    pub(crate) pace: Duration,
}

impl Default for PlayOptions {
    fn default() -> PlayOptions {
        PlayOptions {
            lang: None,
            theme: None,
            budget: SearchBudget::default(),
            pace: Duration::from_millis(400),
        }
    }
}

/// Returns whether full screen is possible: input and output are terminals, and TERM is not "dumb".
pub(crate) fn has_screen() -> bool {
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// Opens the full-screen interface.
pub(crate) fn play_full_screen(opening: Opening, options: &PlayOptions) -> io::Result<()> {
    let palette = Palette { theme: options.theme.unwrap_or_else(default_theme), colors: colors() };
    let appearance = Appearance { palette, lang: locale::lang(options.lang), charset: locale::charset() };
    let options = Options { appearance, budget: options.budget, pace: options.pace, seed: new_seed() };
    floe_tui::run(opening, options, &mut SystemHost)
}

/// Plays in plain mode over the standard streams.
pub(crate) fn play_plain(spec: &GameSpec, options: &PlayOptions) -> io::Result<PlainOutcome> {
    let lang = locale::lang(options.lang);
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    plain::play(spec, options.budget, lang, &mut input, &mut output, &mut SystemHost)
}

/// Returns the default theme: without colours where `NO_COLOR` is set.
fn default_theme() -> Theme {
    let plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if plain { Theme::Monochrome } else { Theme::Default }
}

/// Guesses from the environment how many colours the terminal has.
fn colors() -> Colors {
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let term = variable("TERM");
    let many = ["256", "direct", "kitty", "alacritty", "foot", "ghostty", "wezterm"];
    let rich = !variable("COLORTERM").is_empty() || many.iter().any(|word| term.contains(word));
    if rich || cfg!(windows) { Colors::Many } else { Colors::Sixteen }
}

/// Returns a random seed that is short enough to type.
pub(crate) fn new_seed() -> u64 {
    // The standard library keys its maps from the system's randomness.
    RandomState::new().hash_one(0) % 1_000_000_000
}

/// The files and the randomness of this machine.
struct SystemHost;

impl Host for SystemHost {
    fn load(&mut self, path: &str) -> Result<Vec<u8>, String> {
        fs::read(path).map_err(|error| error.to_string())
    }

    fn save(&mut self, path: &str, bytes: &[u8], overwrite: bool) -> Result<(), SaveError> {
        if !overwrite && fs::symlink_metadata(path).is_ok() {
            return Err(SaveError::Exists);
        }
        files::replace(Path::new(path), bytes).map_err(|error| SaveError::Failed(error.to_string()))
    }

    fn new_seed(&mut self) -> u64 {
        new_seed()
    }
}
