//! The folders of the user: where settings and autosaved games are, and what `~` stands for.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

/// Returns the folder of what the program keeps between two starts, such as interrupted games; none for a user without a
/// home.
pub(crate) fn state() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    // Not every system has such a folder.
    let state = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(state.join("floe"))
}

/// Returns a path with a leading `~` replaced by the home folder.
pub(crate) fn expanded(typed: &str) -> PathBuf {
    let home = || etcetera::home_dir().ok();
    match typed.strip_prefix('~') {
        Some("") => home().unwrap_or_else(|| PathBuf::from(typed)),
        Some(rest) if rest.starts_with(std::path::is_separator) => {
            let rest = rest.trim_start_matches(std::path::is_separator);
            home().map_or_else(|| PathBuf::from(typed), |home| home.join(rest))
        }
        _ => Path::new(typed).to_path_buf(),
    }
}
