//! The data embedded for the page's script: everything that its lists show, except the game records.

use serde::Serialize;

use super::escape::script_json;
use super::json::GameSummary;
use super::replay::GameData;
use super::{FaultLine, Report};
use crate::event::Entrant;
use crate::schedule::standings::{HeadToHead, Standing};

#[derive(Serialize)]
struct PageData<'a> {
    entrants: &'a [Entrant],
    standings: &'a [Standing],
    cross: &'a [Vec<Option<HeadToHead>>],
    faults: Vec<PageFault<'a>>,
    games: Vec<GameSummary<'a>>,
}

#[derive(Serialize)]
struct PageFault<'a> {
    #[serde(flatten)]
    fault: FaultLine<'a>,
    /// The turn of the replay that shows the fault.
    shown_at: usize,
}

/// Returns the data as JSON for a `<script>` element. `games` must be the games of `report`, in the same order.
pub(super) fn embedded(report: &Report, games: &[GameData<'_>]) -> String {
    let turn_of = |fault: &FaultLine<'_>| games[fault.game].turn_of(&report.games[fault.game].seats, fault);
    let data = PageData {
        entrants: &report.entrants,
        standings: &report.standings,
        cross: &report.cross,
        faults: report.faults().map(|fault| PageFault { fault, shown_at: turn_of(&fault) }).collect(),
        games: report.games.iter().map(|game| GameSummary::new(report, game)).collect(),
    };
    let json = serde_json::to_string(&data)
        .expect("page data is strings, numbers and lists, which all have a JSON form");
    script_json(&json)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::report::{fixture, json};

    #[test]
    fn the_data_says_what_the_json_says() {
        for report in [fixture::small(), fixture::nasty()] {
            let games: Vec<_> = report.games.iter().map(GameData::new).collect();
            let data: Value = serde_json::from_str(&embedded(&report, &games)).unwrap();
            let mut file: Value = serde_json::from_str(&json(&report)).unwrap();
            for game in file["games"].as_array_mut().unwrap() {
                game.as_object_mut().unwrap().remove("record");
            }
            for (key, value) in data.as_object().unwrap().iter().filter(|(key, _)| *key != "faults") {
                assert_eq!(*value, file[key], "{key}");
            }
            let (faults, all) = (data["faults"].as_array().unwrap(), file["faults"].as_array().unwrap());
            assert_eq!(faults.len(), all.len());
            for (fault, wanted) in faults.iter().zip(all) {
                for (key, value) in wanted.as_object().unwrap() {
                    assert_eq!(fault[key], *value);
                }
            }
        }
    }
}
