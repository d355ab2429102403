//! The catalogues: the messages of each language, parsed at their first use.

use std::borrow::Cow;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::Lang;

/// The value of a variable in a message: text or a number.
pub type MessageValue<'a> = FluentValue<'a>;

/// The name of a message; made by [`key!`](crate::key!), so that a test finds all names in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageKey(&'static str);

impl MessageKey {
    /// Names a message.
    pub const fn new(name: &'static str) -> MessageKey {
        MessageKey(name)
    }
}

macro_rules! topics {
    ($($topic:literal),* $(,)?) => {
        /// Returns the texts of a language, one per topic.
        pub(crate) fn sources(lang: Lang) -> Vec<&'static str> {
            match lang {
                Lang::English => vec![$(include_str!(concat!("../messages/en/", $topic, ".ftl"))),*],
                Lang::French => vec![$(include_str!(concat!("../messages/fr/", $topic, ".ftl"))),*],
                Lang::Polish => vec![$(include_str!(concat!("../messages/pl/", $topic, ".ftl"))),*],
            }
        }
    };
}

topics!["words", "play", "setup", "files", "help", "plain", "gamma", "rules", "record", "web"];

type Bundle = FluentBundle<FluentResource>;

static CATALOGUES: LazyLock<[Bundle; 3]> = LazyLock::new(|| Lang::ALL.map(catalogue));

fn catalogue(lang: Lang) -> Bundle {
    let id: LanguageIdentifier = lang.code().parse().expect("the codes are valid");
    let mut bundle = Bundle::new_concurrent(vec![id]);
    // All three languages are written from left to right, and terminals show the isolation marks.
    bundle.set_use_isolating(false);
    if lang == Lang::French {
        bundle.set_transform(Some(with_french_spaces));
    }
    for source in sources(lang) {
        let resource = FluentResource::try_new(source.to_owned())
            .unwrap_or_else(|(_, faults)| panic!("the {lang} messages are wrong: {faults:?}"));
        bundle.add_resource(resource).unwrap_or_else(|faults| panic!("{lang}: {faults:?}"));
    }
    bundle
}

/// Replaces the spaces before French punctuation marks, where a line must not be broken.
pub(crate) fn with_french_spaces(text: &str) -> Cow<'_, str> {
    const MARKS: [char; 5] = [':', ';', '?', '!', '»'];
    let mut spaced = Cow::Borrowed(text);
    if text.contains("« ") {
        spaced = text.replace("« ", "«\u{a0}").into();
    }
    for mark in MARKS {
        let broken = format!(" {mark}");
        if spaced.contains(&broken) {
            spaced = spaced.replace(&broken, &format!("\u{a0}{mark}")).into();
        }
    }
    spaced
}

impl Lang {
    /// Formats a message without variables.
    pub fn text(self, key: MessageKey) -> String {
        self.format(key, &[])
    }

    /// Formats a message; see [`tr!`](crate::tr!).
    pub fn format(self, key: MessageKey, values: &[(&'static str, MessageValue<'_>)]) -> String {
        let mut args = FluentArgs::with_capacity(values.len());
        for (name, value) in values {
            args.set(*name, value.clone());
        }
        for lang in [self, Lang::English] {
            let bundle = &CATALOGUES[lang as usize];
            let Some(pattern) = bundle.get_message(key.0).and_then(|message| message.value()) else {
                continue;
            };
            let mut faults: Vec<FluentError> = Vec::new();
            let text = bundle.format_pattern(pattern, Some(&args), &mut faults).into_owned();
            debug_assert!(faults.is_empty(), "{lang} {}: {faults:?}", key.0);
            return text;
        }
        debug_assert!(false, "there is no message {}", key.0);
        key.0.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::Path;

    use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

    use super::*;

    /// Collects the variables of a pattern.
    fn variables(pattern: &Pattern<&str>, found: &mut BTreeSet<String>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                match expression {
                    Expression::Inline(inline) => inline_variables(inline, found),
                    Expression::Select { selector, variants } => {
                        inline_variables(selector, found);
                        variants.iter().for_each(|variant| variables(&variant.value, found));
                    }
                }
            }
        }
    }

    fn inline_variables(expression: &InlineExpression<&str>, found: &mut BTreeSet<String>) {
        if let InlineExpression::VariableReference { id } = expression {
            found.insert(id.name.to_owned());
        }
    }

    /// Returns the messages of a language with their variables.
    fn messages(lang: Lang) -> BTreeMap<String, BTreeSet<String>> {
        let mut messages = BTreeMap::new();
        for source in sources(lang) {
            let resource = fluent_syntax::parser::parse(source).expect("the messages can be parsed");
            for entry in resource.body {
                if let Entry::Message(message) = entry {
                    let mut found = BTreeSet::new();
                    variables(&message.value.expect("a message has a value"), &mut found);
                    let twice = messages.insert(message.id.name.to_owned(), found);
                    assert!(twice.is_none(), "{lang}: {} is there twice", message.id.name);
                }
            }
        }
        messages
    }

    /// Collects the names of the messages that a source file uses: the first literal after each `tr!(` and `key!(`.
    fn used(source: &str, found: &mut BTreeSet<String>) {
        for start in ["tr!(", "key!("] {
            for (at, _) in source.match_indices(start) {
                let rest = &source[at..];
                let name = rest.split('"').nth(1).unwrap_or_default();
                if !name.is_empty()
                    && name.bytes().all(|byte| byte.is_ascii_lowercase() || b"-0123456789".contains(&byte))
                {
                    found.insert(name.to_owned());
                }
            }
        }
    }

    fn walk(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                used(&fs::read_to_string(&path).expect("the file can be read"), found);
            } else if path.extension().is_some_and(|extension| extension == "js") {
                let script = fs::read_to_string(&path).expect("the file can be read");
                found.extend(crate::used_by_script(&script).map(str::to_owned));
            }
        }
    }

    #[test]
    fn no_translation_is_missing() {
        let english = messages(Lang::English);
        for lang in [Lang::French, Lang::Polish] {
            let translated = messages(lang);
            for (name, variables) in &english {
                let Some(others) = translated.get(name) else { panic!("{lang} lacks {name}") };
                assert_eq!(others, variables, "the variables of {name} in {lang}");
            }
            let extra: Vec<_> = translated.keys().filter(|name| !english.contains_key(*name)).collect();
            assert!(extra.is_empty(), "{lang} has messages that English lacks: {extra:?}");
        }
    }

    #[test]
    fn every_message_is_used_and_every_used_one_exists() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is in a folder");
        let mut used = BTreeSet::new();
        for name in ["tui", "cli", "locale"] {
            walk(&crates.join(name).join("src"), &mut used);
        }
        walk(&crates.join("web").join("page"), &mut used);
        let defined: BTreeSet<String> = messages(Lang::English).into_keys().collect();
        let missing: Vec<_> = used.difference(&defined).collect();
        assert!(missing.is_empty(), "messages that do not exist: {missing:?}");
        let unused: Vec<_> = defined.difference(&used).collect();
        assert!(unused.is_empty(), "messages that nothing uses: {unused:?}");
    }

    #[test]
    fn translations_differ_from_english() {
        // Words that are the same in two languages.
        let same: BTreeSet<&str> = [
            "default-player",
            "end-menu-short",
            "footer-item",
            "footer-menu",
            "footer-pause",
            "game-gamma",
            "key-backspace",
            "key-delete",
            "key-end",
            "key-enter",
            "key-escape",
            "key-home",
            "key-page-down",
            "key-page-up",
            "level-2",
            "level-5",
            "level-7",
            "menu-gamma",
            "panel-cell",
            "panel-gamma",
            "panel-penguins",
            "panel-program",
            "panel-seconds",
            "plain-direction-letters",
            "plain-penguin",
            "plain-score",
            "player-with-mark",
            "settings-level-value",
            "setup-footer-start",
            "setup-phase",
            "setup-placement",
            "setup-program",
            "standing",
            "web-actions",
            "web-cell",
            "web-menu",
            "web-offline",
            "web-online",
            "web-pause",
            "web-zoom",
        ]
        .into();
        let text = |lang: Lang| -> BTreeMap<String, String> {
            let mut texts = BTreeMap::new();
            for source in sources(lang) {
                for entry in fluent_syntax::parser::parse(source).expect("the messages can be parsed").body {
                    if let Entry::Message(message) = entry {
                        texts.insert(message.id.name.to_owned(), format!("{:?}", message.value));
                    }
                }
            }
            texts
        };
        let english = text(Lang::English);
        for lang in [Lang::French, Lang::Polish] {
            let others = text(lang);
            let untranslated: Vec<_> = english
                .iter()
                .filter(|(name, value)| others.get(*name) == Some(*value) && !same.contains(name.as_str()))
                .map(|(name, _)| name)
                .collect();
            assert!(untranslated.is_empty(), "in {lang} as in English: {untranslated:?}");
        }
    }

    #[test]
    fn french_marks_do_not_start_a_line() {
        assert_eq!(
            with_french_spaces("Quitter ? « oui » : non"),
            "Quitter\u{a0}? «\u{a0}oui\u{a0}»\u{a0}: non"
        );
        assert!(matches!(with_french_spaces("a: b"), Cow::Borrowed(_)));
    }

    #[test]
    fn plurals_follow_the_language() {
        let fish =
            |lang: Lang, count: u64| lang.format(MessageKey("amount-fish"), &[("count", count.into())]);
        assert_eq!([0, 1, 2].map(|count| fish(Lang::English, count)), ["0 fish", "1 fish", "2 fish"]);
        assert_eq!(
            [0, 1, 2].map(|count| fish(Lang::French, count)),
            ["0 poisson", "1 poisson", "2 poissons"]
        );
        let polish = [0, 1, 2, 5, 12, 22, 25].map(|count| fish(Lang::Polish, count));
        assert_eq!(polish, ["0 ryb", "1 ryba", "2 ryby", "5 ryb", "12 ryb", "22 ryby", "25 ryb"]);
    }
}
