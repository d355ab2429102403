//! The words that can be typed in all languages: commands, and the words of some answers.

use std::sync::LazyLock;

use floe_locale::{Lang, MessageKey, key};

/// A command that can be typed instead of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlainCommand {
    Help,
    Board,
    Undo,
    Redo,
    Hint,
    Back,
    /// With the name of a file, which is empty when none was given.
    Save(String),
    Quit,
}

impl PlainCommand {
    /// Returns the command in a line, if it is one, in any language and case, with or without accents.
    pub(super) fn parse(line: &str) -> Option<PlainCommand> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if first == "?" && rest.trim().is_empty() {
            return Some(PlainCommand::Help);
        }
        match Word::find(first)? {
            Word::Save => Some(PlainCommand::Save(rest.trim().to_owned())),
            // Apart from `save FILE`, a command is a single word, so that a player may be called "Board Walker".
            _ if !rest.trim().is_empty() => None,
            Word::Help => Some(PlainCommand::Help),
            Word::Board => Some(PlainCommand::Board),
            Word::Undo => Some(PlainCommand::Undo),
            Word::Redo => Some(PlainCommand::Redo),
            Word::Hint => Some(PlainCommand::Hint),
            Word::Back => Some(PlainCommand::Back),
            Word::Quit => Some(PlainCommand::Quit),
            Word::Pass | Word::Stop | Word::Yes | Word::No | Word::Discard => None,
        }
    }
}

/// A word that can be typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Help,
    Board,
    Hint,
    Back,
    Undo,
    Redo,
    Save,
    Quit,
    Pass,
    Stop,
    Yes,
    No,
    Discard,
}

/// Each word with the message that spells it: one word, or several that mean the same.
const SPELLINGS: [(Word, MessageKey); 13] = [
    (Word::Help, key!("plain-word-help")),
    (Word::Board, key!("plain-word-board")),
    (Word::Hint, key!("plain-word-hint")),
    (Word::Back, key!("plain-word-back")),
    (Word::Undo, key!("plain-word-undo")),
    (Word::Redo, key!("plain-word-redo")),
    (Word::Save, key!("plain-word-save")),
    (Word::Quit, key!("plain-word-quit")),
    (Word::Pass, key!("plain-word-pass")),
    (Word::Stop, key!("plain-word-stop")),
    (Word::Yes, key!("plain-word-yes")),
    (Word::No, key!("plain-word-no")),
    (Word::Discard, key!("plain-word-discard")),
];

/// The spellings of all languages, without accents.
static VOCABULARY: LazyLock<Vec<(String, Word)>> = LazyLock::new(|| {
    let mut vocabulary = Vec::new();
    for (word, key) in SPELLINGS {
        for lang in Lang::ALL {
            vocabulary
                .extend(lang.text(key).split_whitespace().map(|spelling| (without_accents(spelling), word)));
        }
    }
    vocabulary
});

impl Word {
    /// Returns the word that was typed, in any language.
    pub(super) fn find(typed: &str) -> Option<Word> {
        let typed = without_accents(typed);
        VOCABULARY.iter().find(|(spelling, _)| *spelling == typed).map(|&(_, word)| word)
    }

    /// Returns the word as a language spells it, followed by the English word if that differs.
    pub(super) fn spellings(self, lang: Lang) -> String {
        let spelling = |lang: Lang| {
            let key = SPELLINGS.iter().find(|(word, _)| *word == self).map(|&(_, key)| key);
            let text = key.map(|key| lang.text(key)).unwrap_or_default();
            text.split_whitespace().next().unwrap_or_default().to_owned()
        };
        let (own, english) = (spelling(lang), spelling(Lang::English));
        if own == english { own } else { format!("{own}, {english}") }
    }
}

/// Tells whether a word passes a turn of Gamma, in any language.
pub(crate) fn is_pass(typed: &str) -> bool {
    typed.eq_ignore_ascii_case("c") || Word::find(typed) == Some(Word::Pass)
}

/// Returns text in lower case, without the accents of French and Polish.
pub(super) fn without_accents(text: &str) -> String {
    let plain = |letter: char| match letter {
        'à' | 'â' | 'ą' => Some('a'),
        'ç' | 'ć' => Some('c'),
        'é' | 'è' | 'ê' | 'ë' | 'ę' => Some('e'),
        'î' | 'ï' => Some('i'),
        'ł' => Some('l'),
        'ń' => Some('n'),
        'ô' | 'ó' => Some('o'),
        'ś' => Some('s'),
        'ù' | 'û' | 'ü' => Some('u'),
        'ź' | 'ż' => Some('z'),
        // Accents as characters of their own.
        '\u{300}'..='\u{36f}' => None,
        letter => Some(letter),
    };
    text.to_lowercase().chars().filter_map(plain).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn commands_have_names_in_all_languages() {
        let cases = [
            ("help aide pomoc ? HELP Pomoc", PlainCommand::Help),
            ("board plateau plansza", PlainCommand::Board),
            ("hint indice podpowiedź podpowiedz PODPOWIEDŹ podpowiedz\u{301}", PlainCommand::Hint),
            ("back retour wróć wroc", PlainCommand::Back),
            ("undo annuler cofnij", PlainCommand::Undo),
            ("redo refaire rétablir retablir ponów ponow", PlainCommand::Redo),
            ("quit quitter koniec", PlainCommand::Quit),
            ("save enregistrer zapisz", PlainCommand::Save(String::new())),
        ];
        for (words, command) in cases {
            for word in words.split(' ') {
                assert_eq!(PlainCommand::parse(word), Some(command.clone()), "{word}");
                let alone = !matches!(command, PlainCommand::Save(_));
                assert_eq!(PlainCommand::parse(&format!("{word} Walker")).is_none(), alone, "{word}");
            }
        }
        assert_eq!(
            PlainCommand::parse("Zapisz  gra 1.txt"),
            Some(PlainCommand::Save("gra 1.txt".to_owned()))
        );
        for answer in ["", "1", "y", "stop", "pass", "Anna"] {
            assert_eq!(PlainCommand::parse(answer), None, "{answer}");
        }
    }

    #[test]
    fn no_spelling_has_two_meanings() {
        let spellings: BTreeSet<(&str, String)> =
            VOCABULARY.iter().map(|(spelling, word)| (spelling.as_str(), format!("{word:?}"))).collect();
        let distinct: BTreeSet<&str> = spellings.iter().map(|&(spelling, _)| spelling).collect();
        assert_eq!(distinct.len(), spellings.len(), "{spellings:?}");
    }

    #[test]
    fn help_shows_the_word_of_the_language_first() {
        assert_eq!(Word::Undo.spellings(Lang::English), "undo");
        assert_eq!(Word::Undo.spellings(Lang::French), "annuler, undo");
        assert_eq!(Word::Redo.spellings(Lang::Polish), "ponów, redo");
    }
}
