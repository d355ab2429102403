//! Summaries of games and files, for lists to choose from.

use std::time::Duration;

use floe_locale::{Lang, tr};
use floe_rules::board_file;
use floe_rules::game::Game;
use floe_rules::penguins::Setup;
use floe_rules::record::{self, Ending};
use floe_session::{Roster, Session};
use unicode_width::UnicodeWidthStr;

/// What a list says about a game, the most important first; items that have no room are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameLine(Vec<String>);

impl GameLine {
    /// Summarises a game: the rules, the scores, and how far it is.
    pub(crate) fn of_game(lang: Lang, game: &Game, roster: &Roster, ending: Ending) -> GameLine {
        let scores = game.players().into_iter().map(|player| (roster.name(player), game.score(player)));
        let state = match ending {
            Ending::Unfinished => tr!(lang, "files-turn", turn = game.made() + 1),
            Ending::Stopped | Ending::Over => tr!(lang, "files-over"),
        };
        GameLine(vec![kind_name(lang, game.name()), score_line(scores), state])
    }

    fn of_board(lang: Lang, setup: &Setup) -> GameLine {
        let mut rows: Vec<_> = setup.players.iter().collect();
        rows.sort_by_key(|row| row.seat);
        let size = tr!(lang, "files-board", rows = setup.rows(), columns = setup.cols());
        let scores = rows.into_iter().map(|row| (row.id.to_string(), row.score));
        let scores = score_line(scores);
        GameLine([size, scores].into_iter().filter(|part| !part.is_empty()).collect())
    }

    /// Summarises the contents of a file, or returns why they are neither a record nor a board.
    pub(crate) fn of_file(lang: Lang, bytes: &[u8]) -> Result<GameLine, String> {
        let first_line = |report: String| {
            let line = report.lines().next().unwrap_or_default().to_owned();
            line.strip_prefix(":").map_or(line.clone(), str::to_owned)
        };
        if is_record(bytes) {
            let record = record::read(bytes).map_err(|faults| first_line(faults.report("", bytes)))?;
            let roster = Roster::from_record(&record);
            return Ok(GameLine::of_game(lang, record.game(), &roster, record.ending()));
        }
        let setup = board_file::read(bytes).map_err(|faults| first_line(faults.report("", bytes)))?;
        Ok(GameLine::of_board(lang, &setup))
    }

    /// Summarises an interrupted game, with its age.
    pub(crate) fn of_interrupted(lang: Lang, session: &Session, age: Duration) -> GameLine {
        let mut summary = GameLine::of_game(lang, session.game(), session.roster(), session.ending());
        summary.0.push(ago(lang, age));
        summary
    }

    /// Returns as much of the summary as fits into `room` columns; the first item is shown in any case.
    pub(crate) fn text(&self, room: usize) -> String {
        let mut text = String::new();
        for part in &self.0 {
            let longer = if text.is_empty() { part.clone() } else { format!("{text}, {part}") };
            if longer.width() <= room || text.is_empty() {
                text = longer;
            }
        }
        text
    }
}

/// Returns whether a file is a record, not a board.
pub(crate) fn is_record(bytes: &[u8]) -> bool {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).starts_with(b"floe record")
}

/// Returns the scores as `Ann 12 - Floe 9`, or as `Player 1: 12 - Player 2: 9` where names end in digits.
fn score_line(scores: impl Iterator<Item = (String, u64)>) -> String {
    let scores: Vec<(String, u64)> = scores.collect();
    let numbered = scores.iter().any(|(name, _)| name.ends_with(|letter: char| letter.is_ascii_digit()));
    let colon = if numbered { ":" } else { "" };
    scores.iter().map(|(name, score)| format!("{name}{colon} {score}")).collect::<Vec<_>>().join(" - ")
}

fn kind_name(lang: Lang, name: &str) -> String {
    match name {
        "square" => tr!(lang, "files-kind-square"),
        "hex" => tr!(lang, "files-kind-hex"),
        "classic" => tr!(lang, "files-kind-classic"),
        _ => "Gamma".to_owned(),
    }
}

/// Returns how long ago something was, in words.
fn ago(lang: Lang, age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    match minutes {
        0 => tr!(lang, "files-now"),
        1..60 => tr!(lang, "files-minutes-ago", count = minutes),
        60..1440 => tr!(lang, "files-hours-ago", count = minutes / 60),
        _ => tr!(lang, "files-days-ago", count = minutes / 1440),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_without_room_are_left_out_whole() {
        let summary = GameLine(["hex", "Ann 12 - Floe 9", "turn 14", "now"].map(str::to_owned).to_vec());
        assert_eq!(summary.text(80), "hex, Ann 12 - Floe 9, turn 14, now");
        assert_eq!(summary.text(29), "hex, Ann 12 - Floe 9, turn 14");
        assert_eq!(summary.text(28), "hex, Ann 12 - Floe 9, now");
        assert_eq!(summary.text(20), "hex, Ann 12 - Floe 9");
        assert_eq!(summary.text(2), "hex");
    }

    #[test]
    fn ages_are_in_words() {
        let words = |minutes: u64| ago(Lang::Polish, Duration::from_secs(minutes * 60 + 59));
        assert_eq!(words(0), "przed chwilą");
        assert_eq!([1, 2, 5].map(words), ["1 minutę temu", "2 minuty temu", "5 minut temu"]);
        assert_eq!([60, 1439].map(words), ["1 godzinę temu", "23 godziny temu"]);
        assert_eq!([1440, 14400].map(words), ["1 dzień temu", "10 dni temu"]);
    }
}
