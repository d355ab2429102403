//! Text that programs chose, made safe to print.

/// Returns whether a character would control the screen instead of appearing on it.
///
/// Besides control characters these are the marks that change the direction of text, with which a name could
/// rearrange the line that it stands in.
pub(crate) fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(letter, '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// Replaces every unprintable character by the replacement character, and tabs by blanks.
pub(crate) fn printable(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            '\t' => ' ',
            _ if is_unprintable(letter) => char::REPLACEMENT_CHARACTER,
            _ => letter,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_controls_the_screen() {
        assert_eq!(
            printable("a\u{1b}[2J\r\n\tb\u{202e}c\u{9b}\u{2028}"),
            "a\u{fffd}[2J\u{fffd}\u{fffd} b\u{fffd}c\u{fffd}\u{fffd}"
        );
        // The joiner of emoji is allowed: without it families fall apart.
        assert_eq!(printable("\u{1f469}\u{200d}\u{1f680}"), "\u{1f469}\u{200d}\u{1f680}");
    }
}
