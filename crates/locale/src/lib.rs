//! The messages that people read, in English, French and Polish.
//!
//! Each language has the same [Fluent](https://projectfluent.org) files under `messages/`, one per topic. [`tr!`] formats a
//! message in a [`Lang`]; a message that a language lacks is in English, and a test checks that none is missing. What
//! programs read (board files, records, JSON, errors of `penguins`) does not belong here: it is in English only.

mod catalogue;
mod lang;
mod page;

pub use catalogue::{MessageKey, MessageValue};
pub use lang::{Lang, UnknownLang};
pub use page::{page_messages, used_by_script};

/// Formats a message in a language.
///
/// ```
/// use floe_locale::{Lang, tr};
/// assert_eq!(tr!(Lang::English, "amount-fish", count = 3), "3 fish");
/// assert_eq!(tr!(Lang::French, "amount-fish", count = 3), "3 poissons");
/// assert_eq!(tr!(Lang::Polish, "amount-fish", count = 5), "5 ryb");
/// ```
#[macro_export]
macro_rules! tr {
    ($lang:expr, $key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $lang.format($crate::key!($key), &[$((stringify!($name), $crate::MessageValue::from($value))),*])
    };
}

/// Names a message, for tables of messages; [`Lang::text`] formats it.
#[macro_export]
macro_rules! key {
    ($key:literal) => {
        $crate::MessageKey::new($key)
    };
}
