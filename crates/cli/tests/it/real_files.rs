//! States of real tournaments, written by many programs: every player of every file makes a turn, and a
//! newcomer joins; the plain checker judges each of them.
//!
//! The files are not ours to redistribute. Where they are not there, the test says so and passes.

use std::cell::RefCell;
use std::fs;
use std::path::Path;

use crate::plain_board::{Phase, PlainBoard, SQUARE};
use crate::sandbox::{Sandbox, check_each, files, shared_data};

#[test]
fn states_of_real_tournaments() {
    let Some(exits) = play_all("states") else {
        return;
    };
    // A test that never saw one of the two would prove little.
    for exit in [0, 1] {
        assert!(exits.contains(&exit), "exit code {exit} never came");
    }
}

#[test]
fn start_boards_of_real_tournaments() {
    let Some(exits) = play_all("boards") else {
        return;
    };
    // Nobody has a row yet: whoever places joins, and nobody can move.
    assert!(exits.chunks(2).all(|exits| exits == [0, 1]), "{exits:?}");
}

/// Makes all turns on all files of a folder; returns the exit codes, for each player of placing and moving.
fn play_all(folder: &str) -> Option<Vec<i32>> {
    let folder = shared_data(folder)?;
    let files = files(&folder, "txt");
    assert!(!files.is_empty(), "no files in {}", folder.display());
    let exits = RefCell::new(Vec::new());
    check_each(&files, |path| {
        let text = fs::read(path).unwrap();
        let before = PlainBoard::parse(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let newcomer = b"Newcomer".to_vec();
        let players = before.players.iter().map(|player| &player.id);
        for id in players.chain([&newcomer]) {
            for phase in [Phase::Placement { penguins: 3 }, Phase::Movement] {
                exits.borrow_mut().push(turn(path, &text, &before, phase, id));
            }
        }
    });
    Some(exits.into_inner())
}

/// Makes one turn on a copy of the file and returns the exit code, which is 0 or 1.
fn turn(path: &Path, text: &[u8], before: &PlainBoard, phase: Phase, id: &[u8]) -> i32 {
    let sandbox = Sandbox::with("board.txt", text);
    let name = format!("name={}", std::str::from_utf8(id).unwrap());
    let (called, penguins) = match phase {
        Phase::Placement { penguins } => ("phase=placement", format!("penguins={penguins}")),
        Phase::Movement => ("phase=movement", "penguins=3".to_owned()),
    };
    let run = sandbox.run([called, &penguins, &name, "nodes=30", "board.txt", "board.txt"]);
    let case = format!("{}, {name}, {phase:?}: {}", path.display(), run.told());
    let written = sandbox.read("board.txt");
    match run.code {
        Some(0) => before.judge(SQUARE, phase, id, &written).unwrap_or_else(|why| panic!("{why}: {case}")),
        Some(1) => {
            assert!(before.turns(SQUARE, phase, id).is_empty(), "there is a legal turn: {case}");
            assert!(written == text, "the file was touched: {case}");
        }
        _ => panic!("neither 0 nor 1: {case}"),
    }
    run.code.unwrap()
}
