//! Text that programs chose, made safe to print, and names that are told apart.
//!
//! Everything that shows such text, on a terminal, in a file or in the page of a report, goes through [`printable`]: it
//! cannot control the screen, rearrange a line, hide in it or pile up over it. [`distinct_names`] gives the entrants of
//! an event short names of which no two look the same.

use std::collections::HashSet;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::skeleton::skeleton;

/// The width of the longest name of an entrant, in columns; a record takes no more letters.
const LONGEST_NAME: usize = 40;

/// The most marks without a width of their own, such as accents, that a letter may carry.
const MOST_MARKS: usize = 4;

/// The name of an entrant whose own name shows nothing.
pub(crate) const NAMELESS: &str = "(no name)";

/// Returns whether a character would control the screen, or be invisible, instead of appearing.
///
/// These are control characters, the marks that change the direction of text, with which a name could rearrange the line
/// that it stands in, line and paragraph separators, and everything that Unicode calls ignorable by default.
pub(crate) fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        )
        || matches!(letter, '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}')
        || matches!(letter, '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}')
        || matches!(letter, '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Replaces every unprintable character by the replacement character, and tabs by blanks; of the marks on a letter, the
/// first four are kept.
///
/// Joiners and emoji styles are kept where other scripts and emoji need them: after a character that is not ASCII.
pub fn printable(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut last = None;
    let mut marks = 0;
    for letter in text.chars() {
        let shown = match letter {
            '\t' => ' ',
            '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}'
                if last.is_some_and(|last: char| !last.is_ascii() && !is_unprintable(last)) =>
            {
                letter
            }
            _ if is_unprintable(letter) => char::REPLACEMENT_CHARACTER,
            _ => letter,
        };
        if shown.width() == Some(0) {
            marks += 1;
            match (last, marks) {
                // Without a letter of its own, a mark would sit on whatever is printed before the text.
                (None, _) => clean.push('◌'),
                (_, ..=MOST_MARKS) => {}
                (_, more) => {
                    if more == MOST_MARKS + 1 {
                        clean.push(char::REPLACEMENT_CHARACTER);
                    }
                    continue;
                }
            }
        } else {
            marks = 0;
        }
        clean.push(shown);
        last = Some(shown);
    }
    clean
}

/// Makes text of several lines printable, and keeps the lines.
pub fn printable_lines(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

/// Cuts printable text to a number of columns, with an ellipsis at the end.
pub fn fit(text: &str, room: usize) -> String {
    // Marks have no width, so their number is limited too.
    let max_chars = room.saturating_mul(MOST_MARKS);
    if text.len() <= max_chars && text.width() <= room {
        return text.to_owned();
    }
    let is_long = text.chars().nth(max_chars).is_some();
    if !is_long && text.width() <= room {
        return text.to_owned();
    }
    let mut cut = String::new();
    for letter in text.chars().take(max_chars) {
        cut.push(letter);
        // The width of a text is not always the sum of the widths of its letters.
        if cut.width() + 1 > room {
            cut.pop();
            break;
        }
    }
    if room > 0 {
        cut.push('…');
    }
    while cut.width() > room && cut.pop().is_some() {}
    cut
}

/// Cuts a printable name to a number of columns, with an ellipsis inside: names often differ at their ends only.
pub(crate) fn fit_inside(name: &str, room: usize) -> String {
    if fit(name, room) == name {
        return name.to_owned();
    }
    let mut end = String::new();
    for letter in name.chars().rev() {
        let longer = format!("{letter}{end}");
        if longer.width() > room / 3 || longer.chars().count() > room {
            break;
        }
        end = longer;
    }
    // An end that begins with a mark would put it on the ellipsis.
    let end = end.trim_start_matches(|letter: char| letter.width() == Some(0));
    fit(name, room - end.width()) + end
}

/// Returns the names of entrants as everything shows them: printable, at most 40 columns wide, and told apart.
///
/// Two names that look the same get numbers: `Floe` and `Floe (2)`. What looks the same is decided by the skeletons of
/// Unicode Technical Standard 39, so a Cyrillic letter does not pass for a Latin one.
pub fn distinct_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut distinct = Vec::new();
    for given in names {
        let plain = short_name(given);
        let mut name = fit_name(&plain, "");
        let mut number = 1;
        while !taken.insert(skeleton(&name)) {
            number += 1;
            name = fit_name(&plain, &format!(" ({number})"));
        }
        distinct.push(name);
    }
    distinct
}

/// Returns the beginning of a name, printable and without needless blanks.
fn short_name(given: &str) -> String {
    // A name may be megabytes long, and its first letters may all be blanks or marks.
    let beginning: String = given.trim_start().chars().take(LONGEST_NAME * (MOST_MARKS + 2)).collect();
    let name = printable(&beginning).split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = beginning.len() < given.trim().len();
    match (name.is_empty(), cut) {
        (true, _) => NAMELESS.to_owned(),
        (false, true) => name + "…",
        (false, false) => name,
    }
}

/// Cuts a name so that it fits with its suffix, in columns and in letters.
fn fit_name(plain: &str, suffix: &str) -> String {
    let room = LONGEST_NAME - suffix.chars().count();
    let mut name = fit(plain, room);
    while name.chars().count() > room {
        name = fit(&name.chars().take(room - 1).collect::<String>(), room - 1) + "…";
    }
    name.trim_end().to_owned() + suffix
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nothing_controls_the_screen() {
        assert_eq!(
            printable("a\u{1b}[2J\r\n\tb\u{202e}c\u{9b}\u{2028}"),
            "a\u{fffd}[2J\u{fffd}\u{fffd} b\u{fffd}c\u{fffd}\u{fffd}"
        );
        assert_eq!(printable("a\u{200b}b\u{2060}c\u{ad}d\u{e0041}"), "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}");
        // The joiner of emoji is allowed: without it families fall apart. Between Latin letters it only hides.
        assert_eq!(printable("\u{1f469}\u{200d}\u{1f680}"), "\u{1f469}\u{200d}\u{1f680}");
        assert_eq!(printable("a\u{200d}b"), "a\u{fffd}b");
        assert_eq!(printable_lines("a\nb\u{7}\n"), "a\nb\u{fffd}\n");
    }

    #[test]
    fn marks_do_not_pile_up() {
        assert_eq!(printable("e\u{301}\u{323}"), "e\u{301}\u{323}");
        let flood = format!("Z{}a", "\u{334}".repeat(5000));
        assert_eq!(printable(&flood), "Z\u{334}\u{334}\u{334}\u{334}\u{fffd}a");
        assert_eq!(printable("\u{301}a"), "◌\u{301}a");
    }

    fn names(given: &[&str]) -> Vec<String> {
        distinct_names(given.iter().copied())
    }

    #[test]
    fn namesakes_get_numbers() {
        assert_eq!(names(&["a", "b", "a", "a (2)", "a"]), ["a", "b", "a (2)", "a (2) (2)", "a (3)"]);
    }

    #[test]
    fn names_that_look_the_same_get_numbers() {
        for (one, other) in [
            ("Pingu", "Pingu\u{200b}"),
            ("Pingu", " Pingu\u{3000}"),
            ("caf\u{e9}", "cafe\u{301}"),
            // A Cyrillic letter, and full-width ones.
            ("Pingu", "\u{420}ingu"),
            ("Floe", "Ｆｌｏｅ"),
            ("a\u{7}b", "a\u{8}b"),
            ("", "\u{3164}"),
        ] {
            let [first, second] = &names(&[one, other])[..] else { panic!("two names") };
            let skeletons = [first, second].map(|name| skeleton(name));
            assert_ne!(skeletons[0], skeletons[1], "{first} {second}");
        }
        assert_eq!(names(&["Pingu", "\u{420}ingu"]), ["Pingu", "\u{420}ingu (2)"]);
        assert_eq!(names(&["", " ", "\t"]), ["(no name)", "(no name) (2)", "(no name) (3)"]);
        assert_eq!(names(&["Ann", "ann", "Łoś", "Los"]), ["Ann", "ann", "Łoś", "Los"]);
    }

    #[test]
    fn long_names_are_cut_and_told_apart() {
        let long = "x".repeat(200_000);
        let got = names(&[&long, &format!("{long}y"), &"ż\u{301}".repeat(100_000), &"企".repeat(70_000)]);
        assert_eq!(got[0], format!("{}…", "x".repeat(39)));
        assert_eq!(got[1], format!("{}… (2)", "x".repeat(35)));
        assert!(got.iter().all(|name| name.width() <= 40 && name.chars().count() <= 40), "{got:?}");
        assert_eq!(names(&[&"x".repeat(40)]), ["x".repeat(40)]);
    }

    #[test]
    fn names_are_cut_inside() {
        assert_eq!(fit_inside("a_long_name_of_a_program (2)", 15), "a_long_na…m (2)");
        assert_eq!(fit_inside("short", 15), "short");
        assert_eq!(fit_inside("企鵝ペンギン企鵝ペンギン", 9), "企鵝ペ…ン");
    }

    proptest! {
        #[test]
        fn any_names_are_short_and_different(given in prop::collection::vec(any::<String>(), 0..6), flood in ".{0,3}\u{334}{0,60}") {
            let given: Vec<&str> = given.iter().map(String::as_str).chain([&flood[..], &flood[..]]).collect();
            let got = distinct_names(given.iter().copied());
            prop_assert_eq!(got.len(), given.len());
            let different: HashSet<&String> = got.iter().collect();
            prop_assert_eq!(different.len(), got.len());
            for name in got {
                prop_assert!(name.width() <= 40 && name.chars().count() <= 40, "{:?}", name);
                prop_assert!(!name.trim().is_empty());
                prop_assert_eq!(printable(&name), name);
            }
        }

        #[test]
        fn cut_text_fits(text in any::<String>(), room in 0usize..40) {
            let cut = fit(&printable(&text), room);
            prop_assert!(cut.width() <= room);
            prop_assert!(cut.chars().count() <= room * 4 + 1);
            prop_assert!(fit_inside(&printable(&text), room).width() <= room);
        }
    }
}
