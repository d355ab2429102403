//! Replays: the games of a report, step by step, for the page to show.
//!
//! The page does not implement the rules. A record is read and played here, and every step lists the tiles that it
//! changed and the fish that it scored ([`floe_rules::replay`]).

use floe_rules::game::Game;
use floe_rules::history::GameHistory;
use floe_rules::penguins::{Position, Seat};
use floe_rules::record::{self, Record};
use floe_rules::replay::{GameReplay, StepKind};
use serde::Serialize;

use crate::result::GameResult;

/// Boards with more cells than this are not drawn.
const MOST_DRAWN: usize = 20_000;

/// What the page needs to show one game.
#[derive(Serialize)]
pub(super) struct GameData {
    record: String,
    /// Missing when the record cannot be replayed.
    replay: Option<PlayedReplay>,
    /// Every reason why the record cannot be replayed or does not lead to the scores of the report.
    problems: Vec<String>,
}

/// A game from its start to its end, with its players and its result.
#[derive(Serialize)]
struct PlayedReplay {
    /// Its `tiles` are empty when the board is too large to draw.
    #[serde(flatten)]
    game: GameReplay,
    players: Vec<ReplayPlayer>,
    ending: String,
    /// The numbers of the players with the highest score; empty while the game is unfinished.
    winners: Vec<u32>,
}

#[derive(Serialize)]
struct ReplayPlayer {
    number: u8,
    name: String,
}

impl GameData {
    /// Replays the record of a game.
    pub(super) fn new(game: &GameResult, text: String) -> GameData {
        let record = match record::read(text.as_bytes()) {
            Ok(record) => record,
            Err(faults) => {
                let faults = faults.listed().iter();
                let problems =
                    faults.map(|fault| format!("line {}: {}", fault.place.line, fault.kind)).collect();
                return GameData { record: text, replay: None, problems };
            }
        };
        match record.game() {
            Game::Penguins(history) => GameData {
                record: text,
                replay: Some(PlayedReplay::new(&record, history)),
                problems: contradictions(record.game(), game),
            },
            Game::Gamma(_) => {
                let problems = vec!["only games of Penguins can be replayed here".to_owned()];
                GameData { record: text, replay: None, problems }
            }
        }
    }

    /// Returns whether the record can be replayed and leads to the scores of the report.
    pub(super) fn is_consistent(&self) -> bool {
        self.problems.is_empty()
    }

    /// Returns the number of turns.
    pub(super) fn turns(&self) -> usize {
        self.replay.as_ref().map_or(usize::MAX, |replay| replay.game.steps.len())
    }

    /// Returns the number of turns to replay to show a fault of a seat after so many turns: up to the turn that was lost to
    /// it, or else the last one before it.
    pub(super) fn turn_of(&self, seat: usize, after: usize) -> usize {
        let Some(PlayedReplay { game: GameReplay { steps, .. }, .. }) = &self.replay else {
            return after;
        };
        let is_cost = steps.get(after).is_some_and(|step| {
            matches!(step.kind, StepKind::Lost | StepKind::Out) && step.player as usize == seat + 1
        });
        steps.len().min(after + usize::from(is_cost))
    }
}

impl PlayedReplay {
    fn new(record: &Record, history: &GameHistory<Position>) -> PlayedReplay {
        let mut game = GameReplay::new(record.game());
        if history.position().grid().cells() > MOST_DRAWN {
            game.tiles.clear();
        }
        let player = |seat: Seat| ReplayPlayer { number: seat.number(), name: name(record, history, seat) };
        PlayedReplay {
            game,
            players: history.position().seats().map(player).collect(),
            ending: record.ending().to_string(),
            winners: match record.ending() {
                record::Ending::Unfinished => Vec::new(),
                record::Ending::Stopped | record::Ending::Over => record.game().leaders(),
            },
        }
    }
}

/// Returns where the scores at the end of a game differ from those of the report, by seat.
fn contradictions(game: &Game, result: &GameResult) -> Vec<String> {
    let differs = |seat: Seat| {
        let score = game.score(u32::from(seat.number()));
        let listed = result.results.get(usize::from(seat.number()) - 1)?.fish;
        let letter = seat.letter();
        (listed != score).then(|| {
            format!("player {letter} has {score} fish in the record, but {listed} in the report's table")
        })
    };
    game.players()
        .into_iter()
        .filter_map(|player| Seat::new(u8::try_from(player).ok()?))
        .filter_map(differs)
        .collect()
}

/// Returns a player's name, or its id on the board if the record has no header for it.
fn name(record: &Record, history: &GameHistory<Position>, seat: Seat) -> String {
    let named = record.player_info(u32::from(seat.number())).map(|info| info.name().to_owned());
    named.or_else(|| history.start().player_at(seat).map(|player| player.id.to_string())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::report::{Report, fixture};

    fn data(report: &Report) -> Vec<GameData> {
        report.games.iter().map(|game| GameData::new(game, game.record.clone())).collect()
    }

    fn written(data: &GameData) -> Value {
        serde_json::to_value(data).unwrap()
    }

    #[test]
    fn steps_list_what_each_turn_changed() {
        let report = fixture::small();
        let games = data(&report);
        let replay = &written(&games[0])["replay"];
        assert_eq!(
            *replay,
            json!({
                "rows": 3, "cols": 4, "layout": "square",
                "players": [{ "number": 1, "name": "Ann" }, { "number": 2, "name": "Łoś" }],
                "tiles": "300030302030102020200010",
                "scores": [0, 0],
                "steps": [
                    { "kind": "place", "player": 1, "text": "r2c3", "path": [6], "tiles": [[6, "01"]], "gain": 1,
                      "skipped": [] },
                    { "kind": "place", "player": 2, "text": "r3c4", "path": [11], "tiles": [[11, "02"]], "gain": 1,
                      "skipped": [] },
                    { "kind": "slide", "player": 1, "text": "r2c3-r2c4", "path": [6, 7],
                      "tiles": [[6, "00"], [7, "01"]], "gain": 2, "skipped": [2] },
                    { "kind": "slide", "player": 1, "text": "r2c4-r1c4", "path": [7, 3],
                      "tiles": [[7, "00"], [3, "01"]], "gain": 3, "skipped": [2] },
                    { "kind": "slide", "player": 1, "text": "r1c4-r1c3", "path": [3, 2],
                      "tiles": [[3, "00"], [2, "01"]], "gain": 3, "skipped": [] },
                ],
                "ending": "over",
                "winners": [1],
            })
        );
        assert!(games[0].is_consistent());
        // The second game of the fixture has the record of the first.
        assert_eq!(games[1].problems.len(), 2);
    }

    #[test]
    fn a_record_that_cannot_be_read_is_kept_with_the_reason() {
        let report = fixture::nasty();
        let is_hostile = |line: &GameResult| fixture::NASTY.contains(&line.record.as_str());
        for (line, data) in report.games.iter().zip(data(&report)).filter(|(line, _)| is_hostile(line)) {
            let data = written(&data);
            assert_eq!(data["record"], *line.record);
            assert_eq!(data["replay"], Value::Null);
            assert_ne!(data["problems"], json!([]));
        }
    }
}
