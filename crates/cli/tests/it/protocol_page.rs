//! docs/protocol.md is all that the author of a program reads, so what it says is held to.

use std::path::Path;

use crate::plain_board::{Phase, PlainBoard, SQUARE};

fn page() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md")).unwrap()
}

#[test]
fn the_page_names_every_fault_and_no_other() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena/src/fault.rs");
    let source = std::fs::read_to_string(source).unwrap();
    let mut names: Vec<&str> = source
        .lines()
        .filter_map(|line| line.trim().strip_prefix("Fault::")?.split_once("=> \"")?.1.strip_suffix("\","))
        .collect();
    assert!(names.len() > 25, "{names:?}");
    let page = page();
    let table = page.split("### Faults and what they cost").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let mut told: Vec<&str> = rows.flat_map(|names| names.trim_end_matches('`').split("`, `")).collect();
    names.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, names);
}

#[test]
fn the_game_on_the_page_is_a_legal_one() {
    let page = page();
    let example = page.split("## An example, turn by turn").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut states: Vec<PlainBoard> = example
        .split("```\n")
        .skip(1)
        .step_by(2)
        .map(|text| {
            let state = PlainBoard::parse(text.as_bytes()).unwrap();
            assert_eq!(state.canonical(), text.as_bytes());
            state
        })
        .collect();
    let end = states.pop().unwrap();
    let turns = [
        (Phase::Placement { penguins: 1 }, "Ann"),
        (Phase::Placement { penguins: 1 }, "Ben"),
        (Phase::Movement, "Ann"),
        (Phase::Movement, "Ben"),
    ];
    assert_eq!(states.len(), turns.len() + 1);
    for ((phase, id), pair) in turns.iter().zip(states.windows(2)) {
        let after = pair[1].canonical();
        pair[0].judge(SQUARE, *phase, id.as_bytes(), &after).unwrap_or_else(|why| panic!("{id}: {why}"));
    }
    // Ann goes right, Ben cannot move, Ann goes up, and nobody can move any more.
    let turns_of = |state: &PlainBoard, id: &str| state.turns(SQUARE, Phase::Movement, id.as_bytes());
    let between = turns_of(states.last().unwrap(), "Ann");
    let reached =
        |state: &&PlainBoard| turns_of(state, "Ben").is_empty() && turns_of(state, "Ann").contains(&end);
    assert_eq!(between.iter().filter(reached).count(), 1);
    for id in ["Ann", "Ben"] {
        assert!(turns_of(&end, id).is_empty(), "{id} could still move");
    }
}
