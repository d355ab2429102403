//! Charters of version 1: keys and sentences, as databases had them before charters were JSON.
//!
//! Databases of that time are compared sentence by sentence, so no wording here may ever change.

use std::collections::BTreeMap;

use super::Charter;
use crate::bot::StateLifetime;
use crate::referee::Policy;
use crate::schedule::{Format, Seating};

/// The key of the resource limits.
pub(super) const LIMITS: &str = "limits";

const STATE: &str = "state";
const CORES: &str = "cores";

/// Returns what a missing key stands for, if it may be missing.
pub(super) fn default_of(key: &str) -> Option<&'static str> {
    match key {
        STATE => Some("none"),
        CORES => Some("1"),
        _ => None,
    }
}

/// Returns a charter as version 1 wrote it.
pub(super) fn entries(charter: &Charter) -> BTreeMap<String, String> {
    let mut entries = BTreeMap::new();
    let mut add = |key: &str, value: String| _ = entries.insert(key.to_owned(), value);
    let schedule = &charter.schedule;
    let format = match schedule.format {
        Format::RoundRobin => "RoundRobin".to_owned(),
        Format::Gauntlet { challengers } => format!("Gauntlet {{ challengers: {challengers} }}"),
        Format::Swiss { rounds } => format!("Swiss {{ rounds: {rounds} }}"),
        Format::KnockOut => "KnockOut".to_owned(),
    };
    let seating = match schedule.seating {
        Seating::Rotations => "Rotations",
        Seating::Permutations => "Permutations",
    };
    let faults = match charter.policy {
        Policy::LoseTurn { in_a_row: Some(most) } => {
            format!("the turn is lost, {most} in a row forfeit the game")
        }
        Policy::LoseTurn { in_a_row: None } => "the turn is lost".to_owned(),
        Policy::Forfeit => "the game is forfeited".to_owned(),
        Policy::Disqualify { faults } => format!("the turn is lost, {faults} in a game disqualify"),
    };
    let limits = &charter.limits;
    add("format", format);
    add("players", schedule.seats.to_string());
    add("seating", seating.to_owned());
    add("repeats", schedule.repeats.to_string());
    add("seed", schedule.seed.to_string());
    add("rules", charter.rules.clone());
    if let Some(layout) = &charter.layout {
        add("hexagons", layout.clone());
    }
    add("penguins each", charter.penguins.to_string());
    let (time, grace) = (limits.wall.as_millis(), limits.grace.as_millis());
    add("time", format!("{time} ms a turn, and {grace} ms of grace"));
    add(
        LIMITS,
        format!(
            "{} ms of processor time, {} MiB of memory, {} MiB in files, {} processes, {} KiB printed",
            limits.cpu.as_millis(),
            limits.memory >> 20,
            limits.files >> 20,
            limits.processes,
            limits.output >> 10
        ),
    );
    add("faults", faults);
    // These did not exist then, so they are written only where they are not the default.
    if charter.state == StateLifetime::Game {
        add(STATE, "game".to_owned());
    }
    if charter.cores != 1 {
        add(CORES, charter.cores.to_string());
    }
    add("isolation", String::new());
    for (number, program) in (1..).zip(&charter.programs) {
        let number: usize = number;
        let name = program.name.as_ref().map_or(String::new(), |name| format!("{name}: "));
        add(&format!("program {number}"), name + &program.command);
    }
    for (number, board) in (1..).zip(&charter.boards) {
        let number: usize = number;
        add(&format!("board {number}"), board.clone());
    }
    entries
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::charter::tests::charter;
    use super::*;

    /// The charter for tests as floe wrote it at that time.
    pub(in super::super) fn old_entries(seed: &str) -> BTreeMap<String, String> {
        [
            ("board 1", "1 3\n10 20 10\n"),
            ("faults", "the turn is lost, 3 in a row forfeit the game"),
            ("format", "Swiss { rounds: 3 }"),
            ("isolation", ""),
            (
                "limits",
                "10000 ms of processor time, 1024 MiB of memory, 64 MiB in files, 64 processes, 1024 KiB printed",
            ),
            ("penguins each", "3"),
            ("players", "2"),
            ("program 1", "./a"),
            ("program 2", "./b"),
            ("repeats", "1"),
            ("rules", "square"),
            ("seating", "Rotations"),
            ("seed", seed),
            ("time", "500 ms a turn, and 100 ms of grace"),
        ]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .into()
    }

    #[test]
    fn the_sentences_are_those_of_old_databases() {
        assert_eq!(entries(&charter(7)), old_entries("7"));
    }
}
