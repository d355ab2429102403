//! The language and the characters of the terminal, from the environment.

use std::env;

use floe_locale::Lang;
use floe_tui::Charset;

/// Returns the language of the interface: the given one, or that of the locale.
pub(crate) fn lang(given: Option<Lang>) -> Lang {
    given.unwrap_or_else(|| Lang::of_locale(&locale("LC_MESSAGES")))
}

/// Returns the characters that boards are drawn with: Unicode where the locale says UTF-8, unless ASCII is asked for.
pub(crate) fn charset(ascii: bool) -> Charset {
    let locale = locale("LC_CTYPE").to_ascii_lowercase();
    let unicode = locale.contains("utf-8") || locale.contains("utf8");
    // The fonts of the Linux console have half blocks, but not the quarters of the slanted sides.
    let console = env::var_os("TERM").is_some_and(|term| term == "linux");
    if ascii || console || !(unicode || cfg!(windows)) { Charset::Ascii } else { Charset::Unicode }
}

/// Returns the locale of a category: the first that is set of `LC_ALL`, the category and `LANG`.
fn locale(category: &str) -> String {
    let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    ["LC_ALL", category, "LANG"].into_iter().find_map(set).unwrap_or_default()
}
