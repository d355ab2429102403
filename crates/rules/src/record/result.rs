//! The result section of a record, checked against the game.

use std::collections::BTreeMap;

use super::error::{self, RecordError};
use super::error_kind::{ErrorCollector, RecordErrorKind, contents, number};
use super::header::trim;
use super::sections::Part;
use super::{Ending, writer};
use crate::board_file::{TextLine, quoted};
use crate::game::Game;

/// Reads the result of a game at its end, and adds errors where it is wrong.
pub(super) fn read<'a>(part: Part<'a>, game: &Game, errors: &mut ErrorCollector<'a>) -> Option<Ending> {
    let mut lines = contents(part.lines).peekable();
    let Some(first) = lines.peek() else {
        errors.at(part.heading, RecordErrorKind::EmptyResult);
        return None;
    };
    let ending = match trim(errors.text(first)?) {
        "unfinished" => Ending::Unfinished,
        "stopped" => Ending::Stopped,
        _ => Ending::Over,
    };
    if let Err(error) = error::check_ending(game, ending) {
        errors.line(first, error);
        return None;
    }
    if ending != Ending::Over {
        lines.next();
    }
    if ending == Ending::Unfinished {
        for line in lines {
            errors.line(&line, RecordErrorKind::AfterUnfinished);
        }
        return Some(ending);
    }

    let right: BTreeMap<u32, u64> =
        game.players().into_iter().map(|player| (player, game.score(player))).collect();
    let mut table = Table { game, right, found: BTreeMap::new(), leaders: None };
    for line in lines {
        if let Some(text) = errors.text(&line) {
            table.read(&line, trim(text), errors);
        }
    }
    for (&player, &score) in &table.right {
        if !table.found.contains_key(&player) {
            errors.at(part.heading, RecordErrorKind::ScoreMissing(player, score));
        }
    }
    if table.leaders.is_none() {
        errors.at(part.heading, RecordErrorKind::LeadersMissing { right: leaders(game) });
    }
    Some(ending)
}

/// Returns the correct line about the winner, shortened for a message.
fn leaders(game: &Game) -> String {
    quoted(writer::leaders(game).as_bytes())
}

struct Table<'g> {
    game: &'g Game,
    right: BTreeMap<u32, u64>,
    /// The lines of the scores that were read.
    found: BTreeMap<u32, usize>,
    /// The line about the winner.
    leaders: Option<usize>,
}

impl Table<'_> {
    fn read<'a>(&mut self, line: &TextLine<'a>, text: &'a str, errors: &mut ErrorCollector<'a>) {
        let unknown = || RecordErrorKind::NoResult { text: quoted(text.as_bytes()) };
        match text {
            "unfinished" => return errors.line(line, RecordErrorKind::NotFirst { word: "unfinished" }),
            "stopped" => return errors.line(line, RecordErrorKind::NotFirst { word: "stopped" }),
            _ => {}
        }
        let Some((key, value)) = text.split_once(':').map(|(key, value)| (trim(key), trim(value))) else {
            return errors.line(line, unknown());
        };
        if key == "winner" || key == "shared" {
            self.read_leaders(line, key, value, errors);
        } else if let Some(player) = number(key) {
            self.read_score(line, player, value, errors);
        } else {
            errors.line(line, unknown());
        }
    }

    fn read_leaders<'a>(
        &mut self,
        line: &TextLine<'a>,
        key: &'a str,
        value: &'a str,
        errors: &mut ErrorCollector<'a>,
    ) {
        if let Some(before) = self.leaders.replace(line.number) {
            let key = key.to_owned();
            return errors.line(line, RecordErrorKind::KeyTwice { key, line: before });
        }
        let right = self.game.leaders();
        let mut said: Vec<Option<u32>> = value.split_ascii_whitespace().map(number).collect();
        said.sort_unstable();
        let word = if right.len() == 1 { "winner" } else { "shared" };
        if key != word || !said.into_iter().eq(right.into_iter().map(Some)) {
            errors.line(line, RecordErrorKind::Leaders { right: leaders(self.game) });
        }
    }

    fn read_score<'a>(
        &mut self,
        line: &TextLine<'a>,
        player: u32,
        value: &'a str,
        errors: &mut ErrorCollector<'a>,
    ) {
        let Some(&right) = self.right.get(&player) else {
            return errors.line(line, RecordError::NotPlaying(player));
        };
        if let Some(before) = self.found.insert(player, line.number) {
            return errors.line(line, RecordErrorKind::ScoreTwice { player, line: before });
        }
        if number(value) != Some(right) {
            let found = quoted(value.as_bytes());
            errors.line(line, RecordErrorKind::Score { player, right, found });
        }
    }
}
