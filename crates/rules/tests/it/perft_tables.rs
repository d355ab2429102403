//! Perft tables: counts that the fast rules must reach and the slow reference must confirm.

use std::fs;
use std::path::{Path, PathBuf};

use floe_rules::board_file;
use floe_rules::penguins::{Position, RuleSet, Seat, Setup, Stage, divide, perft};

use crate::boards::seat;
use crate::reference::Slow;

/// The most pairs of cells that the reference tries, about a second's work.
const MOST_PAIRS: u64 = 100_000_000;

struct Row {
    label: String,
    setup: Setup,
    rules: RuleSet,
    /// The number of players and of penguins per player, in the placement phase.
    placing: Option<(u8, u32)>,
    turn: Option<u8>,
    counts: Vec<u64>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft")
}

/// Reads `table.txt`: board, rules, layout, players, penguins, turn, then the counts for depth 1, 2, ….
fn table() -> Vec<Row> {
    let text = fs::read_to_string(folder().join("table.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(row).collect()
}

fn row(line: &str) -> Row {
    let (what, counts) = line.split_once(':').unwrap();
    let words: Vec<&str> = what.split_whitespace().collect();
    let [board, rules, layout, players, penguins, turn] = words[..] else {
        panic!("{line}: six words before the colon");
    };
    let mut rules = RuleSet::named(rules).unwrap();
    if layout != "-" {
        rules = rules.with_layout(layout.parse().unwrap()).unwrap();
    }
    let number = |text: &str| (text != "-").then(|| text.parse::<u8>().unwrap());
    Row {
        label: what.trim().to_owned(),
        setup: board_file::read(&fs::read(folder().join(board)).unwrap()).unwrap(),
        rules,
        placing: number(players).zip(number(penguins)).map(|(players, penguins)| (players, penguins.into())),
        turn: number(turn),
        counts: counts.split_whitespace().map(|count| count.parse().unwrap()).collect(),
    }
}

impl Row {
    fn position(&self) -> Position {
        let stage = match self.placing {
            Some((players, penguins)) => Stage::Placement { penguins, seats: self.setup.seats_for(players) },
            None => Stage::Movement,
        };
        let mut position = Position::new(&self.setup, &self.rules, &stage).unwrap();
        if let Some(turn) = self.turn {
            assert!(position.set_turn(seat(turn)));
        }
        position
    }

    fn slow(&self) -> Slow {
        let numbers: Vec<u8> = match self.placing {
            Some((players, _)) => self.setup.seats_for(players).into_iter().map(Seat::number).collect(),
            None => Vec::new(),
        };
        let placing = self.placing.map(|(_, penguins)| (penguins, &numbers[..]));
        let mut slow = Slow::new(&self.setup, &self.rules, placing);
        if let Some(turn) = self.turn {
            let index = slow.players.iter().position(|player| player.0 == turn).unwrap();
            slow.find_player(index);
        }
        slow
    }
}

#[test]
fn the_fast_rules_reach_the_tables() {
    let mut wrong = Vec::new();
    for row in table() {
        let position = row.position();
        let depths = row.counts.len().max(4) as u32;
        let counts: Vec<u64> = (1..=depths).map(|depth| perft(&position, depth)).collect();
        if counts != row.counts {
            let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
            wrong.push(format!("{} : {}", row.label, counts.join(" ")));
        }
        assert_eq!(perft(&position, 0), 1);
        let sum: u64 = divide(&position, 3).iter().map(|&(_, count)| count).sum();
        assert_eq!(sum, perft(&position, 3), "{}", row.label);
    }
    assert!(wrong.is_empty(), "these rows count differently:\n{}", wrong.join("\n"));
}

#[test]
fn the_slow_reference_confirms_the_tables() {
    let mut confirmed = 0;
    for row in table() {
        let slow = row.slow();
        let pairs = (row.setup.tiles().len() as u64).pow(2);
        let mut positions = 1;
        for (depth, &count) in (1u32..).zip(&row.counts) {
            if depth <= 4 || positions * pairs <= MOST_PAIRS {
                assert_eq!(slow.perft(depth), count, "{} depth {depth}", row.label);
                confirmed += 1;
            }
            positions = count;
        }
    }
    let all: usize = table().iter().map(|row| row.counts.len()).sum();
    println!("{confirmed} of {all} counts confirmed");
    assert_eq!(confirmed, all, "the reference must be able to confirm every row");
}

#[test]
fn the_tables_cover_all_rules_both_phases_and_two_to_four_players() {
    let rows = table();
    for rules in crate::boards::all_rules() {
        let of_rules = || rows.iter().filter(|row| row.rules == rules);
        for players in 2..=4 {
            let moving = |row: &&Row| row.placing.is_none() && row.setup.players.len() == players;
            assert!(of_rules().any(|row| moving(&row)), "{rules:?} movement of {players}");
        }
        for players in 2..=4 {
            assert!(
                of_rules().any(|row| row.placing.is_some_and(|(count, _)| count == players)),
                "{rules:?} {players}"
            );
        }
    }
    assert!(rows.iter().all(|row| row.counts.len() >= 4));
}
