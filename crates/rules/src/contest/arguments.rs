//! The arguments of a call: how they are written and parsed.

use super::{Calling, ContestCall};
use crate::grid::Layout;
use crate::penguins::{BadId, Id, LayoutRefused, RuleSet};

const PHASE: &str = "phase";
const PENGUINS: &str = "penguins";
const RULES: &str = "rules";
const LAYOUT: &str = "layout";
const PLAYERS: &str = "players";
const PLACEMENT: &str = "placement";
const MOVEMENT: &str = "movement";

/// Returns the arguments of a call, without the two files that follow them.
pub fn arguments(calling: Calling, rules: &RuleSet) -> Vec<String> {
    let mut arguments = match calling {
        Calling::Placement { penguins } => {
            vec![format!("{PHASE}={PLACEMENT}"), format!("{PENGUINS}={penguins}")]
        }
        Calling::Movement => vec![format!("{PHASE}={MOVEMENT}")],
    };
    // Programs that support only the square rules need not know `rules=`.
    if rules.name != RuleSet::SQUARE.name {
        arguments.push(format!("{RULES}={}", rules.name));
        if let Some(layout) = rules.chosen_layout() {
            arguments.push(format!("{LAYOUT}={}", layout.name()));
        }
    }
    arguments
}

/// The values of the arguments `phase=`, `penguins=`, `rules=`, `layout=`, `name=` and `players=`, as given.
#[derive(Clone, Copy, Debug, Default)]
pub struct CallArguments<'a> {
    /// The phase: `placement` or `movement`.
    pub phase: Option<&'a str>,
    /// The number of penguins per player; ignored in the movement phase.
    pub penguins: Option<&'a str>,
    /// The name of the rules; square if missing.
    pub rules: Option<&'a str>,
    /// The layout of hexagons.
    pub layout: Option<&'a str>,
    /// The id to play under.
    pub name: Option<&'a [u8]>,
    /// The number of players.
    pub players: Option<&'a str>,
}

/// What is wrong with the arguments of a call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the variants and their fields are")]
#[non_exhaustive]
pub enum BadArgument {
    #[error("missing phase=: use phase=placement or phase=movement")]
    NoPhase,
    #[error("missing penguins=N, the number of penguins per player")]
    NoPenguins,
    #[error("'{value}' is not valid for {key}=: use {wanted}")]
    Value { key: &'static str, value: String, wanted: &'static str },
    #[error("name=: {0}")]
    Name(#[from] BadId),
    #[error("layout=: {0}")]
    Layout(#[from] LayoutRefused),
    #[error("players={players}: a game under the rules '{rules}' has {fewest} to {most} players")]
    Players { players: u8, rules: &'static str, fewest: u8, most: u8 },
}

impl CallArguments<'_> {
    /// Parses the arguments of a call of a program that plays under `id`, unless `name=` gives another.
    pub fn parse(&self, id: &Id) -> Result<ContestCall, BadArgument> {
        let placing = match self.phase.ok_or(BadArgument::NoPhase)? {
            PLACEMENT => true,
            MOVEMENT => false,
            phase => return Err(bad(PHASE, phase, "placement or movement")),
        };
        let rules = self.parse_rules()?;
        let id = self.name.map_or_else(|| Ok(id.clone()), Id::new)?;
        let players = self.parse_players(&rules)?;
        let calling = if placing { self.parse_placement(&rules)? } else { Some(Calling::Movement) };
        Ok(ContestCall { calling, rules, id, players })
    }

    fn parse_rules(&self) -> Result<RuleSet, BadArgument> {
        let rules = match self.rules {
            None => RuleSet::SQUARE,
            Some(name) => RuleSet::named(name).map_err(|_| bad(RULES, name, "square, hex or classic"))?,
        };
        let Some(name) = self.layout else {
            return Ok(rules);
        };
        let layout: Result<Layout, _> = name.parse();
        let layout = layout.map_err(|_| bad(LAYOUT, name, "odd-q, even-q, odd-r or even-r"))?;
        Ok(rules.with_layout(layout)?)
    }

    fn parse_players(&self, rules: &RuleSet) -> Result<Option<u8>, BadArgument> {
        let Some(text) = self.players else {
            return Ok(None);
        };
        let players = number(text).and_then(|number| u8::try_from(number).ok());
        let players = players.ok_or_else(|| bad(PLAYERS, text, "a whole number"))?;
        if !rules.allows_players(players) {
            let (fewest, most) = (rules.fewest_players, rules.most_players);
            return Err(BadArgument::Players { players, rules: rules.name, fewest, most });
        }
        Ok(Some(players))
    }

    fn parse_placement(&self, rules: &RuleSet) -> Result<Option<Calling>, BadArgument> {
        match self.penguins {
            // Under these rules the number follows from the number of players.
            None if !rules.penguins.is_empty() => Ok(None),
            None => Err(BadArgument::NoPenguins),
            Some(text) => match number(text) {
                None | Some(0) => Err(bad(PENGUINS, text, "a whole number from 1 up")),
                // No board has room for `u32::MAX` penguins anyway.
                Some(penguins) => {
                    Ok(Some(Calling::Placement { penguins: u32::try_from(penguins).unwrap_or(u32::MAX) }))
                }
            },
        }
    }
}

fn bad(key: &'static str, value: &str, wanted: &'static str) -> BadArgument {
    BadArgument::Value { key, value: value.to_owned(), wanted }
}

/// Reads a whole number without a sign.
fn number(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[String]) -> ContestCall {
        let value =
            |key: &str| arguments.iter().find_map(|argument| argument.strip_prefix(key)?.strip_prefix('='));
        let values = CallArguments {
            phase: value(PHASE),
            penguins: value(PENGUINS),
            rules: value(RULES),
            layout: value(LAYOUT),
            ..CallArguments::default()
        };
        values.parse(&Id::new(b"me").unwrap()).unwrap()
    }

    #[test]
    fn written_arguments_parse_back() {
        let hex = Layout::ALL.map(|layout| RuleSet::HEX.with_layout(layout).unwrap());
        for rules in RuleSet::PRESETS.into_iter().chain(hex) {
            for calling in [Calling::Movement, Calling::Placement { penguins: 3 }] {
                let call = parsed(&arguments(calling, &rules));
                assert_eq!((call.calling, call.rules), (Some(calling), rules));
            }
        }
        assert_eq!(
            arguments(Calling::Placement { penguins: 3 }, &RuleSet::HEX).join(" "),
            "phase=placement penguins=3 rules=hex layout=odd-q"
        );
    }
}
