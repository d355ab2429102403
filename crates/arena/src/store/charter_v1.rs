//! Charters of version 1: keys and sentences, as databases had them before charters were JSON.
//!
//! Databases of that time are compared sentence by sentence, so no wording here may ever change.

use std::collections::BTreeMap;

use super::Charter;
use crate::referee::Policy;
use crate::schedule::{Format, Seating};

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
    let grace = limits.wall.saturating_sub(charter.time);
    add("time", format!("{} ms a turn, and {} ms of grace", charter.time.as_millis(), grace.as_millis()));
    add(
        "limits",
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
mod tests {
    use super::super::charter::tests::charter;
    use super::*;

    #[test]
    fn the_sentences_are_those_of_old_databases() {
        let found: Vec<(String, String)> = entries(&charter(7)).into_iter().collect();
        let wanted = [
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
            ("seed", "7"),
            ("time", "500 ms a turn, and 100 ms of grace"),
        ]
        .map(|(key, value)| (key.to_owned(), value.to_owned()));
        assert_eq!(found, wanted);
    }
}
