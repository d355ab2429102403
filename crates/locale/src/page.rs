//! The messages of a web page, for a script that formats them.
//!
//! The JSON is an object of message names and patterns. A pattern is text, or a list of elements: text, `["var", name]`,
//! `["ref", message]`, or `["select", name, {variant: pattern, …}, default]`, where a variant is a plural category, a number
//! or a word.

use std::collections::BTreeMap;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use serde_json::{Value, json};

use crate::Lang;
use crate::catalogue::{sources, with_french_spaces};

/// Returns the names of the messages that a script uses: the literal in each `tr('…'` and `key('…'`.
pub fn used_by_script(script: &str) -> impl Iterator<Item = &str> {
    ["tr('", "key('"].into_iter().flat_map(move |start| {
        script.match_indices(start).filter_map(move |(at, _)| script[at + start.len()..].split('\'').next())
    })
}

/// Returns the messages that a script uses, as JSON.
pub fn page_messages(lang: Lang, script: &str) -> String {
    let mut all: BTreeMap<String, (Value, Vec<String>)> = BTreeMap::new();
    for source in sources(lang) {
        let Ok(resource) = fluent_syntax::parser::parse(source) else {
            panic!("the {lang} messages are wrong");
        };
        for entry in resource.body {
            if let Entry::Message(message) = entry
                && let Some(pattern) = message.value
            {
                let mut references = Vec::new();
                let value = exported(lang, &pattern, &mut references);
                all.insert(message.id.name.to_owned(), (value, references));
            }
        }
    }
    let mut wanted: Vec<String> = used_by_script(script).map(str::to_owned).collect();
    let mut used: BTreeMap<String, Value> = BTreeMap::new();
    while let Some(name) = wanted.pop() {
        if let Some((value, references)) = all.remove(&name) {
            used.insert(name, value);
            wanted.extend(references);
        }
    }
    serde_json::to_string(&used).expect("messages can be serialised")
}

fn exported(lang: Lang, pattern: &Pattern<&str>, references: &mut Vec<String>) -> Value {
    let mut elements: Vec<Value> = Vec::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => elements.push(text(lang, value)),
            PatternElement::Placeable { expression } => {
                elements.push(match expression {
                    Expression::Inline(inline) => placed(lang, inline, references),
                    Expression::Select { selector, variants } => {
                        let key = |key: &VariantKey<&str>| match key {
                            VariantKey::Identifier { name } => (*name).to_owned(),
                            VariantKey::NumberLiteral { value } => (*value).to_owned(),
                        };
                        let default = variants.iter().find(|variant| variant.default);
                        let default = default.map_or_else(String::new, |variant| key(&variant.key));
                        let variants: BTreeMap<String, Value> = variants
                            .iter()
                            .map(|variant| (key(&variant.key), exported(lang, &variant.value, references)))
                            .collect();
                        json!(["select", name_of(selector), variants, default])
                    }
                });
            }
        }
    }
    match elements.len() {
        1 if elements[0].is_string() => elements.remove(0),
        _ => Value::Array(elements),
    }
}

fn text(lang: Lang, text: &str) -> Value {
    if lang == Lang::French { json!(with_french_spaces(text)) } else { json!(text) }
}

fn placed(lang: Lang, inline: &InlineExpression<&str>, references: &mut Vec<String>) -> Value {
    match inline {
        InlineExpression::VariableReference { id } => json!(["var", id.name]),
        InlineExpression::MessageReference { id, .. } => {
            references.push(id.name.to_owned());
            json!(["ref", id.name])
        }
        InlineExpression::StringLiteral { value } | InlineExpression::NumberLiteral { value } => {
            text(lang, value)
        }
        InlineExpression::Placeable { expression } => match expression.as_ref() {
            Expression::Inline(inner) => placed(lang, inner, references),
            Expression::Select { .. } => panic!("a nested selection is not supported"),
        },
        InlineExpression::FunctionReference { .. } | InlineExpression::TermReference { .. } => {
            panic!("functions and terms are not supported")
        }
    }
}

fn name_of(selector: &InlineExpression<&str>) -> String {
    match selector {
        InlineExpression::VariableReference { id } => id.name.to_owned(),
        _ => panic!("only variables select"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_and_references_are_exported() {
        let script = "tr('amount-cells', { count }); tr('default-player', { mark })";
        let messages: Value = serde_json::from_str(&page_messages(Lang::English, script)).unwrap();
        assert_eq!(
            messages,
            json!({
                "amount-cells": [["select", "count", { "one": [["var", "count"], " cell"], "other": [["var", "count"], " cells"] }, "other"]],
                "default-player": [["ref", "player-word"], " ", ["var", "mark"]],
                "player-word": "Player",
            })
        );
    }

    #[test]
    fn every_message_can_be_exported() {
        for lang in Lang::ALL {
            for source in sources(lang) {
                for entry in fluent_syntax::parser::parse(source).unwrap().body {
                    if let Entry::Message(message) = entry {
                        let script = format!("tr('{}')", message.id.name);
                        assert!(page_messages(lang, &script).contains(message.id.name));
                    }
                }
            }
        }
    }
}
