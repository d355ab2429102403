//! Escaping of untrusted text.
//!
//! Programs choose their names and ids, and their output is quoted in explanations and records. None of it may become
//! markup or script.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::printable::{is_unprintable, printable};

/// Escapes text for HTML, between tags or in a quoted attribute.
pub(super) fn html(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in printable(text).chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '`' => safe.push_str("&#96;"),
            _ => safe.push(letter),
        }
    }
    safe
}

/// Writes JSON with unprintable characters as `\u…`.
///
/// Such characters occur only inside strings, where the escaped and the literal form mean the same. Every call of
/// [`Write::write`] must bring whole characters, as the writer of `serde_json` does.
pub(super) struct PrintableJson<'a>(pub(super) &'a mut dyn Write);

impl Write for PrintableJson<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        if text.chars().any(is_unprintable) {
            self.0.write_all(escaped(text, is_unprintable).as_bytes())?;
        } else {
            self.0.write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Escapes JSON for a `<script>` element, so that nothing in it can close the element or open a comment.
pub(super) fn script_json(json: &str) -> String {
    escaped(json, |letter| matches!(letter, '<' | '>' | '&') || is_unprintable(letter))
}

fn escaped(json: &str, is_unsafe: impl Fn(char) -> bool) -> String {
    let mut safe = String::with_capacity(json.len());
    for letter in json.chars() {
        if is_unsafe(letter) {
            let mut units = [0; 2];
            for unit in letter.encode_utf16(&mut units) {
                let _ = write!(safe, "\\u{unit:04x}");
            }
        } else {
            safe.push(letter);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(html("<b onclick='x'>\"&`"), "&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;&#96;");
        assert_eq!(html("Łoś 🐧"), "Łoś 🐧");
    }

    proptest! {
        #[test]
        fn no_text_ends_its_script_element(text in any::<String>()) {
            let nasty = format!("{text}</script><!--<script>]]>\u{2028}\u{2029}\u{0}{text}");
            let json = serde_json::to_string(&nasty).unwrap();
            let safe = script_json(&json);
            let ends = ['<', '>', '&', '\u{2028}', '\u{2029}'];
            prop_assert!(!safe.contains(ends));
            prop_assert!(!safe.chars().any(char::is_control));
            prop_assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), nasty);
        }

        #[test]
        fn printable_json_is_read_back_unchanged(text in any::<String>()) {
            let mut bytes = Vec::new();
            serde_json::to_writer(PrintableJson(&mut bytes), &text).unwrap();
            let safe = String::from_utf8(bytes).unwrap();
            prop_assert!(!safe.chars().any(is_unprintable));
            prop_assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), text);
        }

        #[test]
        fn no_text_ends_its_attribute(text in any::<String>()) {
            prop_assert!(!html(&text).contains(['<', '>', '"', '\'', '`']));
        }
    }
}
