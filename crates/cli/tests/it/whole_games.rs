//! Whole games over files, several ids taking turns, each with a journal and a strict guard: every turn
//! is legal in the eyes of the plain checker, the guard finds nothing to say, and exit code 1 means that
//! there really is no turn.

use crate::plain_board::{HOLE, Phase, PlainBoard, PlayerRow, Rules, SQUARE, Scored, Tiling};
use crate::sandbox::{Sandbox, check_each};

/// A game to be played to its end.
struct Game {
    name: &'static str,
    arguments: &'static str,
    rules: Rules,
    size: (usize, usize),
    penguins: usize,
    ids: &'static [&'static str],
}

fn hex(tiling: Tiling) -> Rules {
    Rules { tiling, scored: Scored::OnLeaving }
}

#[test]
fn a_strict_guard_is_silent_over_a_legal_game() {
    let classic = Rules { tiling: Tiling::OddR, scored: Scored::OnArrival };
    let game =
        |name, arguments, rules, size, penguins, ids| Game { name, arguments, rules, size, penguins, ids };
    let games = [
        game("square, two players", "", SQUARE, (5, 6), 2, &["Ann", "Bea"][..]),
        game("square, one player", "", SQUARE, (4, 4), 2, &["Ann"]),
        game("square, four players", "", SQUARE, (6, 7), 1, &["Ann", "Bea", "Cid", "Łoś"]),
        game("square, hardly any room", "", SQUARE, (2, 3), 3, &["Ann", "Bea"]),
        game("square, nine players", "", SQUARE, (7, 7), 1, &["A", "B", "C", "D", "E", "F", "G", "H", "I"]),
        game("hex, two players", "rules=hex", hex(Tiling::OddQ), (6, 6), 2, &["Ann", "Bea"]),
        game("hex, even-q", "rules=hex layout=even-q", hex(Tiling::EvenQ), (5, 5), 1, &["Ann", "Bea", "Cid"]),
        game("hex, odd-r", "rules=hex layout=odd-r", hex(Tiling::OddR), (5, 6), 2, &["Ann", "Bea"]),
        game("hex, even-r", "rules=hex layout=even-r", hex(Tiling::EvenR), (6, 5), 2, &["Ann", "Bea"]),
        game("classic", "rules=classic", classic, (8, 8), 4, &["Ann", "Bea"]),
        game("classic, three players", "rules=classic", classic, (6, 6), 3, &["Ann", "Bea", "Cid"]),
    ];
    check_each(games, |game| play(&game));
}

/// Deals fish and a few holes; the same every time, but different for every size.
fn deal((rows, cols): (usize, usize)) -> PlainBoard {
    let mut dice = (rows * 31 + cols) as u64;
    let mut field = || {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        match dice >> 60 {
            0 => HOLE,
            1..=8 => (1, 0),
            9..=12 => (2, 0),
            _ => (3, 0),
        }
    };
    let fields = (0..rows).map(|_| (0..cols).map(|_| field()).collect()).collect();
    PlainBoard { fields, players: Vec::new() }
}

fn play(game: &Game) {
    let sandbox = Sandbox::with("board.txt", deal(game.size).canonical());
    let fish_at_start = fish(&sandbox);
    for phase in [Phase::Placement { penguins: game.penguins }, Phase::Movement] {
        let mut turns = 0;
        loop {
            let made = game.ids.iter().filter(|id| turn(game, &sandbox, phase, id)).count();
            if made == 0 {
                break;
            }
            turns += made;
        }
        assert!(turns > 0, "{}: no turn at all in {phase:?}", game.name);
    }
    // A floe that vanishes was left, and its fish scored: none are lost and none are made.
    let after = PlainBoard::parse(&sandbox.read("board.txt")).unwrap();
    let scores: u64 = after.players.iter().map(PlayerRow::score).sum();
    assert_eq!(fish(&sandbox) + scores, fish_at_start, "{}", game.name);
    let mut names: Vec<String> = game.ids.iter().map(|id| format!("{id}.journal")).collect();
    names.push("board.txt".to_owned());
    names.sort();
    assert_eq!(sandbox.names(), names, "{}: files were left behind", game.name);
}

fn fish(sandbox: &Sandbox) -> u64 {
    let board = PlainBoard::parse(&sandbox.read("board.txt")).unwrap();
    board.fields.iter().flatten().map(|&(fish, _)| u64::from(fish)).sum()
}

/// Calls one program once; tells whether it made a turn.
fn turn(game: &Game, sandbox: &Sandbox, phase: Phase, id: &str) -> bool {
    let text = sandbox.read("board.txt");
    let before = PlainBoard::parse(&text).unwrap();
    let called = match phase {
        Phase::Placement { penguins } => format!("phase=placement penguins={penguins}"),
        Phase::Movement => "phase=movement".to_owned(),
    };
    let line = format!(
        "{called} {} players={} name={id} guard=strict journal={id}.journal nodes=60 seed=5 board.txt board.txt",
        game.arguments,
        game.ids.len()
    );
    let case = format!("{}, {id}, {phase:?}, on\n{}", game.name, String::from_utf8_lossy(&text));
    let run = sandbox.run_line(&line).expect_silence(&case);
    let written = sandbox.read("board.txt");
    match run.code {
        Some(0) => {
            let judged = before.judge(game.rules, phase, id.as_bytes(), &written);
            judged.unwrap_or_else(|why| panic!("{case}: {why}"));
            true
        }
        Some(1) => {
            assert!(before.turns(game.rules, phase, id.as_bytes()).is_empty(), "{case}: there is a turn");
            assert!(written == text, "{case}: the board was touched");
            false
        }
        _ => panic!("{case}: {}", run.told()),
    }
}
