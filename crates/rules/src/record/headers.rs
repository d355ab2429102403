//! The headers of a record: known keys, players, and other keys.

use std::collections::{BTreeMap, HashMap};

use super::MOST_PLAYERS;
use super::error::RecordError;
use super::error_kind::{ErrorCollector, RecordErrorKind, contents, number};
use super::header::{BadHeader, Header, KNOWN_KEYS, PLAYER, trim};
use super::player_info::PlayerInfo;
use super::sections::Part;
use crate::board_file::{TextLine, TextSpan, quoted};
use crate::penguins::{RuleSet, Seat};

/// The value of a known key.
#[derive(Clone, Copy)]
pub(super) struct HeaderValue<'a> {
    pub(super) key: &'static str,
    pub(super) text: &'a str,
    pub(super) place: TextSpan,
}

/// The headers of a record.
pub(super) struct Headers<'a> {
    /// The first line, for errors that have no other position.
    first: TextSpan,
    known: Vec<HeaderValue<'a>>,
    pub(super) player_infos: BTreeMap<u32, PlayerInfo>,
    /// The positions of the player headers.
    places: BTreeMap<u32, TextSpan>,
    /// Invalid player numbers, reported once the game is known.
    bad_numbers: Vec<(TextSpan, String)>,
    pub(super) more: Vec<Header>,
}

/// Reads the headers, and adds errors about invalid ones.
pub(super) fn read<'a>(part: Part<'a>, errors: &mut ErrorCollector<'a>) -> Headers<'a> {
    let mut headers = Headers {
        first: part.heading,
        known: Vec::new(),
        player_infos: BTreeMap::new(),
        places: BTreeMap::new(),
        bad_numbers: Vec::new(),
        more: Vec::new(),
    };
    let mut lines_of_keys = HashMap::new();
    for line in contents(part.lines) {
        let Some(text) = errors.text(&line) else {
            continue;
        };
        let Some((before, after)) = text.split_once(':') else {
            errors.line(&line, RecordErrorKind::NoColon);
            continue;
        };
        let (key, key_place) = piece(&line, 0, before, errors);
        let (value, place) = piece(&line, before.len() + 1, after, errors);
        if key.split_ascii_whitespace().next() == Some(PLAYER) {
            let digits = trim(&key[PLAYER.len()..]);
            headers.read_player(digits, value, [key_place, place], errors);
            continue;
        }
        if let Some(&line) = lines_of_keys.get(key) {
            errors.at(key_place, RecordErrorKind::KeyTwice { key: quoted(key.as_bytes()), line });
            continue;
        }
        lines_of_keys.insert(key, line.number);
        if let Some(key) = KNOWN_KEYS.into_iter().find(|&known| known == key) {
            headers.known.push(HeaderValue { key, text: value, place });
            continue;
        }
        match Header::new(key, value) {
            Ok(header) => headers.more.push(header),
            Err(bad @ BadHeader::Control(_)) => errors.at(place, bad),
            Err(bad) => errors.at(key_place, bad),
        }
    }
    let is_penguins = headers.get("game").is_some_and(|game| RuleSet::named(game.text).is_ok());
    let most = if is_penguins { u32::from(Seat::MOST) } else { MOST_PLAYERS };
    for (place, text) in std::mem::take(&mut headers.bad_numbers) {
        errors.at(place, RecordErrorKind::PlayerNumber { text, most });
    }
    headers
}

/// Returns a piece of a line without the whitespace around it, and its span.
fn piece<'t>(
    line: &TextLine<'_>,
    start: usize,
    text: &'t str,
    errors: &ErrorCollector<'_>,
) -> (&'t str, TextSpan) {
    let piece = trim(text);
    let blanks = text.find(piece).unwrap_or(0);
    (piece, line.place(errors.bytes, start + blanks, piece.len()))
}

impl<'a> Headers<'a> {
    fn read_player(
        &mut self,
        digits: &str,
        value: &str,
        [key_place, place]: [TextSpan; 2],
        errors: &mut ErrorCollector<'a>,
    ) {
        let Some(player) = number(digits).filter(|player| (1..=MOST_PLAYERS).contains(player)) else {
            self.bad_numbers.push((key_place, quoted(digits.as_bytes())));
            return;
        };
        if let Some(before) = self.places.get(&player) {
            let (key, line) = (format!("{PLAYER} {player}"), before.line);
            errors.at(key_place, RecordErrorKind::KeyTwice { key, line });
            return;
        }
        self.places.insert(player, key_place);
        match value.parse() {
            Ok(player_info) => _ = self.player_infos.insert(player, player_info),
            Err(error) => errors.at(place, RecordErrorKind::PlayerInfo(error)),
        }
    }

    /// Returns the value of a key, if it is given.
    pub(super) fn get(&self, key: &str) -> Option<HeaderValue<'a>> {
        self.known.iter().find(|value| value.key == key).copied()
    }

    /// Returns the value of a key, or adds an error that it is missing.
    pub(super) fn need(&self, key: &'static str, errors: &mut ErrorCollector<'a>) -> Option<HeaderValue<'a>> {
        let value = self.get(key);
        if value.is_none() {
            errors.at(self.place_of("game"), RecordErrorKind::HeaderMissing { key });
        }
        value
    }

    /// Adds errors about known keys that do not belong to the game.
    pub(super) fn allow_only(&self, keys: &[&str], with: &'static str, errors: &mut ErrorCollector<'a>) {
        for value in self.known.iter().filter(|value| !keys.contains(&value.key)) {
            errors.at(value.place, RecordErrorKind::DoesNotGoWith { key: value.key, with });
        }
    }

    /// Returns the position of a value; the first line when it is missing.
    pub(super) fn place_of(&self, key: &str) -> TextSpan {
        self.get(key).map_or(self.first, |value| value.place)
    }

    /// Returns the position of a player header; the first line when it is missing.
    pub(super) fn place_of_player(&self, player: u32) -> TextSpan {
        self.places.get(&player).copied().unwrap_or(self.first)
    }

    /// Returns whether there are no player headers, not even invalid ones.
    pub(super) fn has_no_players(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns the position for an error.
    pub(super) fn place_of_error(&self, error: &RecordError) -> TextSpan {
        match error {
            RecordError::First(_) => self.place_of("turn"),
            &RecordError::NotPlaying(player) => self.place_of_player(player),
            _ => self.place_of("game"),
        }
    }
}

impl HeaderValue<'_> {
    /// Reads the value as a number of at least `least`, or adds an error.
    pub(super) fn number(&self, least: u32, most: u32, errors: &mut ErrorCollector<'_>) -> Option<u32> {
        let read = number(self.text).filter(|number| (least..=most).contains(number));
        if read.is_none() {
            let (key, text) = (self.key, quoted(self.text.as_bytes()));
            errors.at(self.place, RecordErrorKind::Number { key, text, least, most });
        }
        read
    }
}
