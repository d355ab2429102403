//! Games at the terminal: full screen, or plain where there is no screen.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use floe_locale::Lang;
use floe_session::{GameSpec, SearchBudget};
use floe_tui::app::{Opening, Options};
use floe_tui::plain::{self, PlainOutcome};
use floe_tui::{Appearance, Colors, Palette, Theme};

use crate::folders;
use crate::locale;
use crate::output;
use crate::settings::SettingsFile;
use crate::system_host::SystemHost;
pub(crate) use crate::system_host::new_seed;

/// How long an engine's turn is held back, unless another pace was chosen.
const DEFAULT_PACE: Duration = Duration::from_millis(400);

/// How a game looks, and how long its engines take: what was given for this start, and what is remembered.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlayOptions {
    /// The language, if one was given.
    pub(crate) lang: Option<Lang>,
    /// The theme, if one was given.
    pub(crate) theme: Option<Theme>,
    /// Whether to draw boards with ASCII characters only.
    pub(crate) ascii: bool,
    /// How long engines search for a turn, if it was given.
    pub(crate) time: Option<Duration>,
    /// How long to wait before showing an engine's turn, if it was given.
    pub(crate) pace: Option<Duration>,
    /// The file that remembers settings; empty where no person is at a terminal.
    pub(crate) file: SettingsFile,
    /// The folder of autosaved games and the like, if there is one.
    pub(crate) state: Option<PathBuf>,
}

impl PlayOptions {
    /// Returns options with what is remembered for the user, if a person is at a terminal.
    pub(crate) fn remembered() -> PlayOptions {
        let file = if at_terminal() { SettingsFile::open() } else { SettingsFile::default() };
        PlayOptions { file, state: folders::state(), ..PlayOptions::default() }
    }

    /// Returns the language: the given one, the remembered one, or that of the locale.
    pub(crate) fn lang(&self) -> Lang {
        locale::lang(self.lang.or(self.file.settings().lang))
    }

    /// Returns how long engines search for a turn.
    pub(crate) fn budget(&self) -> SearchBudget {
        match self.time.or(self.file.settings().time) {
            Some(time) => SearchBudget { time, nodes: None },
            None => SearchBudget::default(),
        }
    }
}

/// Returns whether a person is at a terminal. A script sees the same on every machine, and no one resumes its game.
pub(crate) fn at_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Returns whether full screen is possible: input and output are terminals, and TERM is not "dumb".
pub(crate) fn has_screen() -> bool {
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    at_terminal() && !dumb
}

/// Opens the full-screen interface.
pub(crate) fn play_full_screen(opening: Opening, options: &PlayOptions) -> io::Result<()> {
    let settings = options.file.settings().clone();
    let theme = options.theme.or(settings.theme).unwrap_or_else(default_theme);
    let palette = Palette { theme, colors: colors() };
    let lang = options.lang();
    let full_screen = Options {
        appearance: Appearance { palette, lang, charset: locale::charset(options.ascii) },
        budget: options.budget(),
        pace: options.pace.or(settings.pace).unwrap_or(DEFAULT_PACE),
        seed: new_seed(),
        notice: options.file.fault().map(|fault| fault.message(lang)),
        settings,
    };
    let mut host = SystemHost::new(options.file.clone(), lang, options.state.as_deref(), true);
    floe_tui::run(opening, full_screen, &mut host)
}

/// Plays in plain mode over the standard streams.
pub(crate) fn play_plain(spec: &GameSpec, options: &PlayOptions) -> io::Result<PlainOutcome> {
    let lang = options.lang();
    if let Some(fault) = options.file.fault() {
        let _ = writeln!(anstream::stderr(), "floe: {}", fault.message(lang));
    }
    let mut spec = spec.clone();
    options.file.settings().apply_to(&mut spec, lang);
    let (mut input, mut output) = (io::stdin().lock(), output::stdout());
    let mut host = SystemHost::new(options.file.clone(), lang, options.state.as_deref(), at_terminal());
    plain::play(&spec, options.budget(), lang, &mut input, &mut output, &mut host)
}

/// Returns the default theme: without colours where `NO_COLOR` is set.
fn default_theme() -> Theme {
    let plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if plain { Theme::Monochrome } else { Theme::Default }
}

/// Guesses from the environment how many colours the terminal has.
pub(crate) fn colors() -> Colors {
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let term = variable("TERM");
    let many = ["256", "direct", "kitty", "alacritty", "foot", "ghostty", "wezterm"];
    let rich = !variable("COLORTERM").is_empty() || many.iter().any(|word| term.contains(word));
    if rich || cfg!(windows) { Colors::Many } else { Colors::Sixteen }
}
