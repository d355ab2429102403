//! `serde` support, with the feature `serde`.
//!
//! Everything is validated when it is deserialised: a [`Game`](crate::game::Game) is stored as its start and its
//! turns and replayed, so an illegal game cannot be deserialised. Board files and records are stored as
//! their text.

mod game;
mod state;

use std::fmt;

use serde::de::{Error as _, Unexpected};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board_file;
use crate::grid::Layout;
use crate::penguins::{Id, RuleSet, Seat, Setup};
use crate::record::{self, PlayerInfo, PlayerKind, Record};

/// Bytes that are nearly always UTF-8: a string where they are, else a list of numbers.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Text {
    Utf8(String),
    Bytes(Vec<u8>),
}

impl Text {
    fn new(bytes: Vec<u8>) -> Text {
        String::from_utf8(bytes).map_or_else(|error| Text::Bytes(error.into_bytes()), Text::Utf8)
    }

    fn as_bytes(&self) -> &[u8] {
        match self {
            Text::Utf8(text) => text.as_bytes(),
            Text::Bytes(bytes) => bytes,
        }
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Text::new(self.as_bytes().to_vec()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        Id::new(Text::deserialize(deserializer)?.as_bytes()).map_err(D::Error::custom)
    }
}

impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Text::new(board_file::write(self)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Setup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Setup, D::Error> {
        let text = Text::deserialize(deserializer)?;
        board_file::read(text.as_bytes())
            .map_err(|errors| D::Error::custom(errors.report("board", text.as_bytes())))
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Text::new(record::write(self)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Record, D::Error> {
        let text = Text::deserialize(deserializer)?;
        record::read(text.as_bytes())
            .map_err(|errors| D::Error::custom(errors.report("record", text.as_bytes())))
    }
}

/// The form of a rule set: a preset, and its layout where one can be chosen.
#[derive(Serialize, Deserialize)]
struct RulesForm {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    layout: Option<Layout>,
}

impl RulesForm {
    fn rules(&self) -> Result<RuleSet, String> {
        let preset = RuleSet::named(&self.name).map_err(|error| error.to_string())?;
        match self.layout {
            None => Ok(preset),
            Some(layout) => preset.with_layout(layout).map_err(|error| error.to_string()),
        }
    }
}

impl Serialize for RuleSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = RulesForm { name: self.name.to_owned(), layout: self.chosen_layout() };
        if form.rules().as_ref() != Ok(self) {
            return Err(S::Error::custom(format!("the rules '{}' are not one of the presets", self.name)));
        }
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RuleSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RuleSet, D::Error> {
        RulesForm::deserialize(deserializer)?.rules().map_err(D::Error::custom)
    }
}

impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Layout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Layout, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(deserializer)?;
        let wrong = || D::Error::invalid_value(Unexpected::Unsigned(number.into()), &"a number from 1 to 9");
        Seat::new(number).ok_or_else(wrong)
    }
}

impl Serialize for PlayerKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PlayerKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlayerKind, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wanted = "'person', 'program', or 'engine level 1' to 'engine level 10'";
        PlayerKind::parse(&text)
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &Wanted(wanted)))
    }
}

struct Wanted(&'static str);

impl serde::de::Expected for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

#[derive(Serialize, Deserialize)]
struct PlayerInfoForm {
    name: String,
    kind: PlayerKind,
}

impl Serialize for PlayerInfo {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PlayerInfoForm { name: self.name().to_owned(), kind: self.kind }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PlayerInfo {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlayerInfo, D::Error> {
        let form = PlayerInfoForm::deserialize(deserializer)?;
        PlayerInfo::new(&form.name, form.kind).map_err(D::Error::custom)
    }
}
