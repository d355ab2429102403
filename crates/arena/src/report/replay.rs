//! Replays: what each turn of a game changed, for the page to show.
//!
//! The page does not implement the rules. A record is read and played here, and every step lists the tiles that it
//! changed and the fish that it scored. [`packed`] compresses all replays of a report, one JSON object a line, since
//! thousands of records have much text in common.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use floe_rules::game::Game;
use floe_rules::grid::{Cell, Topology};
use floe_rules::history::{Action, GameHistory};
use floe_rules::penguins::{Move, Position, Seat};
use floe_rules::record::{self, Record};
use serde::Serialize;

use super::FaultLine;
use crate::result::GameResult;

/// Boards with more cells than this are not drawn.
const MOST_DRAWN: usize = 20_000;

/// What the page needs to show one game.
#[derive(Serialize)]
pub(super) struct GameData<'a> {
    record: &'a str,
    /// Missing when the record cannot be replayed.
    replay: Option<GameReplay>,
    /// Every reason why the record cannot be replayed or does not lead to the scores of the report.
    problems: Vec<String>,
}

/// A game from its start to its end.
#[derive(Serialize)]
struct GameReplay {
    rows: u32,
    cols: u32,
    /// `square`, or the name of the hexagonal layout.
    layout: &'static str,
    players: Vec<ReplayPlayer>,
    /// The board at the start: for each cell a digit for its fish and one for the player whose penguin is there, or 0.
    /// Empty when the board is too large to draw.
    tiles: String,
    /// The scores at the start, in the order of `players`.
    scores: Vec<u64>,
    steps: Vec<ReplayStep>,
    ending: String,
    /// The numbers of the players with the highest score; empty while the game is unfinished.
    winners: Vec<u32>,
}

#[derive(Serialize)]
struct ReplayPlayer {
    number: u8,
    name: String,
}

/// One line of the record's turns, with what it changed.
#[derive(Serialize)]
struct ReplayStep {
    kind: StepKind,
    player: u8,
    /// The cells of the turn (where a penguin was placed, or where it slid from and to), each with its new digits as in
    /// [`GameReplay::tiles`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tiles: Vec<(u32, String)>,
    /// What the turn added to the player's score.
    gain: u8,
}

#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
enum StepKind {
    Place,
    Slide,
    Lost,
    Out,
}

impl<'a> GameData<'a> {
    pub(super) fn new(game: &'a GameResult) -> GameData<'a> {
        let text = &game.record;
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
                replay: Some(GameReplay::new(&record, (**history).clone())),
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

    /// Returns the number of turns to replay to show a fault: up to the turn that was lost to it, or else the last one
    /// before it.
    pub(super) fn turn_of(&self, seats: &[usize], fault: &FaultLine<'_>) -> usize {
        let Some(replay) = &self.replay else {
            return fault.turn;
        };
        let is_cost = replay.steps.get(fault.turn).is_some_and(|step| {
            matches!(step.kind, StepKind::Lost | StepKind::Out)
                && seats.get(usize::from(step.player) - 1) == Some(&fault.entrant)
        });
        replay.steps.len().min(fault.turn + usize::from(is_cost))
    }
}

/// Returns the games as lines of JSON, compressed and encoded in base64, so that text from programs cannot act as
/// markup.
pub(super) fn packed(games: &[GameData<'_>]) -> String {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    for game in games {
        serde_json::to_writer(&mut packer, game)
            .expect("game data is strings, numbers and lists, which all have a JSON form");
        packer.write_all(b"\n").expect("writing to memory cannot fail");
    }
    STANDARD.encode(packer.finish().expect("writing to memory cannot fail"))
}

impl GameReplay {
    fn new(record: &Record, mut history: GameHistory<Position>) -> GameReplay {
        while history.undo() {}
        let start = history.position();
        let grid = start.grid();
        let is_drawn = grid.cells() <= MOST_DRAWN;
        let seats: Vec<Seat> = start.seats().collect();
        let mut replay = GameReplay {
            rows: grid.rows(),
            cols: grid.cols(),
            layout: match grid.topology() {
                Topology::Square => "square",
                Topology::Hex(layout) => layout.name(),
            },
            players: seats
                .iter()
                .map(|&seat| ReplayPlayer { number: seat.number(), name: name(record, &history, seat) })
                .collect(),
            tiles: if is_drawn {
                grid.iter().map(|cell| start.tile(cell).to_string()).collect()
            } else {
                String::new()
            },
            scores: seats.iter().map(|&seat| start.score(seat).unwrap_or(0)).collect(),
            steps: Vec::new(),
            ending: record.ending().to_string(),
            winners: match record.ending() {
                record::Ending::Unfinished => Vec::new(),
                record::Ending::Stopped | record::Ending::Over => record.game().leaders(),
            },
        };
        while history.redo() {
            let index = history.made() - 1;
            let (seat, action) = history.action(index).expect("an action was just redone");
            let (kind, cells) = match action {
                Action::Turn(turn @ Move::Place(_)) => (StepKind::Place, turn.cells().collect()),
                Action::Turn(turn @ Move::Slide { .. }) => (StepKind::Slide, turn.cells().collect()),
                Action::LostTurn => (StepKind::Lost, Vec::new()),
                Action::Eliminated => (StepKind::Out, Vec::new()),
            };
            let tile = |cell: Cell| (cell.0, history.position().tile(cell).to_string());
            replay.steps.push(ReplayStep {
                kind,
                player: seat.number(),
                tiles: cells.into_iter().map(tile).collect(),
                gain: history.gain(index).count(),
            });
        }
        replay
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
    use std::io::Read;

    use flate2::read::GzDecoder;
    use serde_json::{Value, json};

    use super::*;
    use crate::report::fixture;

    fn unpacked(games: &[GameData<'_>]) -> Vec<Value> {
        let bytes = STANDARD.decode(packed(games)).unwrap();
        let mut text = String::new();
        GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn steps_list_what_each_turn_changed() {
        let report = fixture::small();
        let games: Vec<GameData<'_>> = report.games.iter().map(GameData::new).collect();
        let replay = &unpacked(&games)[0]["replay"];
        assert_eq!(
            *replay,
            json!({
                "rows": 3, "cols": 4, "layout": "square",
                "players": [{ "number": 1, "name": "Ann" }, { "number": 2, "name": "Łoś" }],
                "tiles": "300030302030102020200010",
                "scores": [0, 0],
                "steps": [
                    { "kind": "place", "player": 1, "tiles": [[6, "01"]], "gain": 1 },
                    { "kind": "place", "player": 2, "tiles": [[11, "02"]], "gain": 1 },
                    { "kind": "slide", "player": 1, "tiles": [[6, "00"], [7, "01"]], "gain": 2 },
                    { "kind": "slide", "player": 1, "tiles": [[7, "00"], [3, "01"]], "gain": 3 },
                    { "kind": "slide", "player": 1, "tiles": [[3, "00"], [2, "01"]], "gain": 3 },
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
        let games: Vec<GameData<'_>> = report.games.iter().map(GameData::new).collect();
        let is_hostile = |line: &GameResult| fixture::NASTY.contains(&line.record.as_str());
        for (line, data) in report.games.iter().zip(unpacked(&games)).filter(|(line, _)| is_hostile(line)) {
            assert_eq!(data["record"], *line.record);
            assert_eq!(data["replay"], Value::Null);
            assert_ne!(data["problems"], json!([]));
        }
    }
}
