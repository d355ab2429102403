//! The result of a record: what it says, compared with what the turns led to.

use std::collections::BTreeMap;

use super::fault::{Complaints, FaultKind, contents, number};
use super::header::trim;
use super::sections::Part;
use super::unfit::{self, Unfit};
use super::{Ending, writer};
use crate::board_file::{TextLine, quoted};
use crate::game::Game;

/// Reads the result of a game at its end, and complains where it is wrong.
pub(super) fn read<'a>(part: Part<'a>, game: &Game, complaints: &mut Complaints<'a>) -> Option<Ending> {
    let mut lines = contents(part.lines).peekable();
    let Some(first) = lines.peek() else {
        complaints.at(part.heading, FaultKind::EmptyResult);
        return None;
    };
    let ending = match trim(complaints.text(first)?) {
        "unfinished" => Ending::Unfinished,
        "stopped" => Ending::Stopped,
        _ => Ending::Over,
    };
    if let Err(unfit) = unfit::ending(game, ending) {
        complaints.line(first, unfit);
        return None;
    }
    if ending != Ending::Over {
        lines.next();
    }
    if ending == Ending::Unfinished {
        for line in lines {
            complaints.line(&line, FaultKind::AfterUnfinished);
        }
        return Some(ending);
    }

    let right: BTreeMap<u32, u64> =
        game.players().into_iter().map(|player| (player, game.score(player))).collect();
    let mut table = Table { game, right, found: BTreeMap::new(), leaders: None };
    for line in lines {
        if let Some(text) = complaints.text(&line) {
            table.read(&line, trim(text), complaints);
        }
    }
    for (&player, &score) in &table.right {
        if !table.found.contains_key(&player) {
            complaints.at(part.heading, FaultKind::ScoreMissing(player, score));
        }
    }
    if table.leaders.is_none() {
        complaints.at(part.heading, FaultKind::LeadersMissing { right: leaders(game) });
    }
    Some(ending)
}

/// The right line about who has won, as much of it as fits into a message.
fn leaders(game: &Game) -> String {
    quoted(writer::leaders(game).as_bytes())
}

struct Table<'g> {
    game: &'g Game,
    right: BTreeMap<u32, u64>,
    /// The lines of the scores that were read.
    found: BTreeMap<u32, usize>,
    /// The line about who has won.
    leaders: Option<usize>,
}

impl Table<'_> {
    fn read<'a>(&mut self, line: &TextLine<'a>, text: &'a str, complaints: &mut Complaints<'a>) {
        let unknown = || FaultKind::NoResult { text: quoted(text.as_bytes()) };
        match text {
            "unfinished" => return complaints.line(line, FaultKind::NotFirst { word: "unfinished" }),
            "stopped" => return complaints.line(line, FaultKind::NotFirst { word: "stopped" }),
            _ => {}
        }
        let Some((key, value)) = text.split_once(':').map(|(key, value)| (trim(key), trim(value))) else {
            return complaints.line(line, unknown());
        };
        if key == "winner" || key == "shared" {
            self.read_leaders(line, key, value, complaints);
        } else if let Some(player) = number(key) {
            self.read_score(line, player, value, complaints);
        } else {
            complaints.line(line, unknown());
        }
    }

    fn read_leaders<'a>(
        &mut self,
        line: &TextLine<'a>,
        key: &'a str,
        value: &'a str,
        complaints: &mut Complaints<'a>,
    ) {
        if let Some(before) = self.leaders.replace(line.number) {
            let key = key.to_owned();
            return complaints.line(line, FaultKind::KeyTwice { key, line: before });
        }
        let right = self.game.leaders();
        let mut said: Vec<Option<u32>> = value.split_ascii_whitespace().map(number).collect();
        said.sort_unstable();
        let word = if right.len() == 1 { "winner" } else { "shared" };
        if key != word || !said.into_iter().eq(right.into_iter().map(Some)) {
            complaints.line(line, FaultKind::Leaders { right: leaders(self.game) });
        }
    }

    fn read_score<'a>(
        &mut self,
        line: &TextLine<'a>,
        player: u32,
        value: &'a str,
        complaints: &mut Complaints<'a>,
    ) {
        let Some(&right) = self.right.get(&player) else {
            return complaints.line(line, Unfit::Stranger(player));
        };
        if let Some(before) = self.found.insert(player, line.number) {
            return complaints.line(line, FaultKind::ScoreTwice { player, line: before });
        }
        if number(value) != Some(right) {
            let found = quoted(value.as_bytes());
            complaints.line(line, FaultKind::Score { player, right, found });
        }
    }
}
