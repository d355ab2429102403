//! The languages, and how one is chosen.

use std::fmt;
use std::str::FromStr;

/// A language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// French.
    French,
    /// Polish.
    Polish,
}

/// The error for an unknown language.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown language '{0}': use en, fr or pl")]
pub struct UnknownLang(pub String);

impl Lang {
    /// All languages.
    pub const ALL: [Lang; 3] = [Lang::English, Lang::French, Lang::Polish];

    /// Returns the two-letter code that arguments and locales use.
    pub fn code(self) -> &'static str {
        match self {
            Lang::English => "en",
            Lang::French => "fr",
            Lang::Polish => "pl",
        }
    }

    /// Returns the language after this one, in a circle.
    #[must_use]
    pub fn next(self) -> Lang {
        match self {
            Lang::English => Lang::French,
            Lang::French => Lang::Polish,
            Lang::Polish => Lang::English,
        }
    }

    /// Returns the language of a locale such as `fr_FR.UTF-8`: English for any that has no translation.
    pub fn of_locale(locale: &str) -> Lang {
        let code = locale.split(['_', '.', '@', '-']).next().unwrap_or_default();
        code.parse().unwrap_or_default()
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Lang {
    type Err = UnknownLang;

    fn from_str(text: &str) -> Result<Lang, UnknownLang> {
        let named = Lang::ALL.into_iter().find(|lang| lang.code().eq_ignore_ascii_case(text));
        named.ok_or_else(|| UnknownLang(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_name_their_language() {
        let cases = [
            ("fr_FR.UTF-8", Lang::French),
            ("fr", Lang::French),
            ("pl_PL@euro", Lang::Polish),
            ("PL", Lang::Polish),
            ("en_GB.UTF-8", Lang::English),
            ("de_DE.UTF-8", Lang::English),
            ("C.UTF-8", Lang::English),
            ("POSIX", Lang::English),
            ("", Lang::English),
            ("frr_DE", Lang::English),
        ];
        for (locale, lang) in cases {
            assert_eq!(Lang::of_locale(locale), lang, "{locale}");
        }
    }
}
