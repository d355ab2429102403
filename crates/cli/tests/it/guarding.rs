//! The guard: its findings about a single state, and about changes of the board between two calls with
//! a journal.

use crate::plain_board::{At, HOLE, Phase, PlainBoard, PlayerRow, SQUARE};
use crate::sandbox::{Sandbox, assert_text, check_each};

/// The expected verdict of the guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// No message.
    Clean,
    /// The state is played in every mode, with or without a message.
    Allowed,
    /// A warning in every mode but `off`, and no more.
    Remark,
    /// A warning, or exit code 2 when strict.
    Cheat,
}
use Verdict::{Allowed, Cheat, Clean, Remark};

/// Runs a turn in every mode on copies of a sandbox, and compares with the verdict.
///
/// `prepare` makes the board `board.txt`, and a journal `notes` if there is one.
fn check_modes(case: &str, verdict: Verdict, phase: Phase, prepare: impl Fn() -> Sandbox) {
    let called = match phase {
        Phase::Placement { penguins } => format!("phase=placement penguins={penguins}"),
        Phase::Movement => "phase=movement".to_owned(),
    };
    for mode in ["guard=off", "guard=warn", "", "guard=strict"] {
        let case = format!("{case}, '{mode}'");
        let sandbox = prepare();
        let journal = if sandbox.snapshot("notes").is_some() { "journal=notes" } else { "" };
        let line = format!("{called} {mode} {journal} nodes=40 board.txt out.txt");
        let text = sandbox.read("board.txt");
        let before = (sandbox.snapshot("out.txt"), sandbox.names());
        let run = sandbox.run_line(&line);
        if mode == "guard=strict" && verdict == Cheat {
            let run = run.expect(&case, 2).expect_message(&case, "board.txt:");
            assert!(run.stderr.contains(": error: ") && run.stdout.is_empty(), "{case}: {}", run.told());
            assert!((sandbox.snapshot("out.txt"), sandbox.names()) == before, "{case}: touched");
            // A second call gives the same result.
            sandbox.run_line(&line).expect(&format!("{case}, again"), 2);
            continue;
        }
        let run = run.expect(&case, 0);
        let state = PlainBoard::parse(&text).unwrap();
        let judged = state.judge(SQUARE, phase, b"Floe", &sandbox.read("out.txt"));
        judged.unwrap_or_else(|why| panic!("{case}: {why}: {}", run.told()));
        assert!(!run.stderr.contains("error:"), "{case}: {}", run.told());
        // The warning about a penguin on fish comes from the reader, not from the guard.
        let on_fish = !state.find(|(fish, player)| fish > 0 && player > 0).is_empty();
        if verdict == Clean || (mode == "guard=off" && !on_fish) {
            run.expect_silence(&case);
        } else if mode != "guard=off" && verdict != Allowed {
            run.expect_message(&case, "board.txt:").expect_message(&case, ": warning: ");
        }
    }
}

#[test]
fn some_cheating_shows_in_a_single_state() {
    let placement = Phase::Placement { penguins: 2 };
    let cases: &[(&str, Verdict, Phase, &str)] = &[
        ("placement", Clean, placement, "1 5\n01 02 02 10 10\nFloe 1 1\nBea 2 2\n"),
        ("a row without penguins", Clean, placement, "1 4\n01 10 10 20\nFloe 1 1\nBea 2 0\n"),
        ("too many penguins", Cheat, placement, "1 6\n01 02 02 02 10 10\nFloe 1 1\nBea 2 3\n"),
        ("a score above the penguins", Cheat, placement, "1 4\n01 02 10 10\nFloe 1 1\nBea 2 2\n"),
        ("a score below the penguins", Cheat, placement, "1 5\n01 02 02 10 10\nFloe 1 1\nBea 2 1\n"),
        ("our score above our penguins", Cheat, placement, "1 4\n01 02 10 10\nFloe 1 9\nBea 2 1\n"),
        ("a score without penguins", Cheat, placement, "1 4\n01 20 10 10\nFloe 1 1\nBea 2 1\n"),
        ("movement", Clean, Phase::Movement, "1 6\n01 10 02 10 20 02\nFloe 1 1\nBea 2 2\n"),
        ("high scores", Clean, Phase::Movement, "1 5\n01 10 02 10 20\nFloe 1 99\nBea 2 77\n"),
        ("fewer fish than penguins", Cheat, Phase::Movement, "1 6\n01 10 02 10 20 02\nFloe 1 1\nBea 2 1\n"),
        ("we, fewer fish than penguins", Cheat, Phase::Movement, "1 5\n01 10 01 10 20\nFloe 1 1\nBea 2 1\n"),
    ];
    check_each(cases, |&(name, verdict, phase, text)| {
        check_modes(name, verdict, phase, || Sandbox::with("board.txt", text));
    });
}

/// Where fish are scored on arrival, a penguin on fish is unusual, but never a reason to refuse.
#[test]
fn a_penguin_on_fish_is_only_a_warning() {
    for mode in ["warn", "strict"] {
        let sandbox = Sandbox::with("b.txt", "1 4\n21 10 00 12\nFloe 1 4\nBea 2 4\n");
        let run = sandbox.run_line(&format!("phase=movement guard={mode} nodes=20 b.txt b.txt"));
        run.expect(mode, 0).expect_message(mode, "b.txt:2:1: warning: ");
        assert_text(mode, &sandbox.read("b.txt"), b"1 4\n00 01 00 12\nFloe 1 5\nBea 2 4\n");
    }
}

const MOVING: &str = "6 7\n10 20 10 30 10 20 10\n20 01 10 20 10 02 20\n10 30 00 10 20 10 30\n\
    02 00 10 20 30 01 10\n10 20 10 10 20 30 10\n30 10 20 10 10 03 20\nFloe 1 12\nBea 2 12\nCid 3 9\n";
const PLACING: &str =
    "4 5\n10 20 10 30 10\n20 01 10 20 10\n10 30 00 10 02\n10 10 20 10 30\nBea 2 1\nFloe 1 1\n";

/// Makes our turn on a state, with a journal, then changes the board.
fn tampered(state: &str, called: &str, tamper: fn(&PlainBoard, &mut PlainBoard)) -> Sandbox {
    let sandbox = Sandbox::with("board.txt", state);
    let run = sandbox.run_line(&format!("{called} journal=notes guard=strict nodes=40 board.txt board.txt"));
    run.expect("our turn before", 0).expect_silence("our turn before");
    let mut board = PlainBoard::parse(&sandbox.read("board.txt")).unwrap();
    tamper(&PlainBoard::parse(state.as_bytes()).unwrap(), &mut board);
    sandbox.write("board.txt", board.canonical());
    sandbox
}

/// A change: a name, the verdict, and a function that gets the state that we read and changes the state that we wrote.
type Change = (&'static str, Verdict, fn(&PlainBoard, &mut PlainBoard));

fn first(cells: &[At]) -> At {
    *cells.first().expect("the board was made to have such a field")
}

/// A legal slide of a player, by its number.
fn slide(board: &mut PlainBoard, number: u8) {
    let (from, to) = board.slides(SQUARE, number)[0];
    board.slide(SQUARE, from, to);
}

/// A slide to a free floe that the penguin cannot reach.
fn slide_badly(board: &mut PlainBoard, fits: fn(&PlainBoard, At, At) -> bool) {
    let free = board.find(|(fish, player)| fish > 0 && player == 0);
    let pairs = [2, 3].into_iter().flat_map(|number| board.penguins_of(number));
    let mut pairs = pairs.flat_map(|from| free.iter().map(move |&to| (from, to)));
    let unreachable = |&(from, to): &(At, At)| !board.reach(from, SQUARE.tiling).contains(&to);
    let (from, to) = pairs.find(|pair| unreachable(pair) && fits(board, pair.0, pair.1)).unwrap();
    board.slide(SQUARE, from, to);
}

/// The fields strictly between two in one row or column; none for any other two.
fn between(board: &PlainBoard, from: At, to: At) -> Vec<(u8, u8)> {
    let (rows, cols) = (from.0.min(to.0)..=from.0.max(to.0), from.1.min(to.1)..=from.1.max(to.1));
    if from.0 != to.0 && from.1 != to.1 {
        return Vec::new();
    }
    let cells = rows.flat_map(|row| cols.clone().map(move |col| (row, col)));
    cells.filter(|&at| at != from && at != to).map(|at| board.field(at)).collect()
}

const CHANGES_WHILE_MOVING: &[Change] = &[
    ("nobody does anything", Clean, |_, _| {}),
    ("an opponent moves", Clean, |_, board| slide(board, 2)),
    ("both opponents move", Clean, |_, board| {
        slide(board, 2);
        slide(board, 3);
    }),
    ("an opponent moves twice", Remark, |_, board| {
        slide(board, 2);
        slide(board, 2);
    }),
    ("an opponent keeps the fish digit", Allowed, |_, board| {
        let (from, to) = board.slides(SQUARE, 2)[0];
        let fish = board.field(to).0;
        board.slide(SQUARE, from, to);
        board.set(to, (fish, 2));
    }),
    ("our turn is taken away", Allowed, |read, board| board.clone_from(read)),
    ("our turn is taken away and an opponent moves", Allowed, |read, board| {
        board.clone_from(read);
        slide(board, 2);
    }),
    ("our score grows", Cheat, |_, board| board.row_mut(1).add(1)),
    ("our score shrinks", Cheat, |_, board| board.row_mut(1).score = "2".to_owned()),
    ("our score shrinks while an opponent moves", Cheat, |_, board| {
        slide(board, 2);
        board.row_mut(1).score = "2".to_owned();
    }),
    ("an opponent's score grows", Cheat, |_, board| board.row_mut(2).add(1)),
    ("an opponent's score shrinks", Cheat, |_, board| board.row_mut(2).score = "11".to_owned()),
    ("an opponent scores too much", Cheat, |_, board| {
        slide(board, 2);
        board.row_mut(2).add(2);
    }),
    ("an opponent scores for another", Cheat, |_, board| {
        let score = board.row_mut(2).score.clone();
        slide(board, 2);
        let fish = board.row_mut(2).score() - score.parse::<u64>().unwrap();
        board.row_mut(2).score = score;
        board.row_mut(3).add(u8::try_from(fish).unwrap());
    }),
    ("our penguin is moved", Cheat, |_, board| slide(board, 1)),
    ("our penguin is taken with its floe", Cheat, |_, board| {
        let at = first(&board.penguins_of(1));
        board.set(at, HOLE);
    }),
    ("our penguin is taken from its floe", Cheat, |_, board| {
        let at = first(&board.penguins_of(1));
        board.set(at, (1, 0));
    }),
    ("our penguin becomes an opponent's", Cheat, |_, board| {
        let at = first(&board.penguins_of(1));
        board.set(at, (0, 2));
    }),
    ("a penguin is added to ours", Cheat, |_, board| {
        let at = first(&board.find(|field| field == (1, 0)));
        board.set(at, (0, 1));
    }),
    ("a floe comes back", Cheat, |_, board| {
        let at = first(&board.find(|field| field == HOLE));
        board.set(at, (1, 0));
    }),
    ("fish grow", Cheat, |_, board| {
        let at = first(&board.find(|field| field == (1, 0)));
        board.set(at, (2, 0));
    }),
    ("fish vanish from a free floe", Cheat, |_, board| {
        let at = first(&board.find(|field| field == (3, 0)));
        board.set(at, (1, 0));
    }),
    ("fish grow beneath a penguin", Cheat, |_, board| {
        let at = first(&board.penguins_of(2));
        board.set(at, (3, 2));
    }),
    ("a free floe vanishes", Cheat, |_, board| {
        let at = first(&board.find(|field| field == (1, 0)));
        board.set(at, HOLE);
    }),
    ("an opponent jumps over a hole", Cheat, |_, board| {
        slide_badly(board, |board, from, to| between(board, from, to).contains(&HOLE));
    }),
    ("an opponent jumps over a penguin", Cheat, |_, board| {
        slide_badly(board, |board, from, to| between(board, from, to).iter().any(|field| field.1 != 0));
    }),
    ("an opponent moves aslant", Cheat, |_, board| {
        slide_badly(board, |_, from, to| from.0.abs_diff(to.0) == 1 && from.1.abs_diff(to.1) == 1);
    }),
    ("an opponent leaves the floe behind", Cheat, |_, board| {
        let (from, to) = board.slides(SQUARE, 2)[0];
        board.slide(SQUARE, from, to);
        board.set(from, (1, 0));
    }),
    ("an opponent gains a penguin", Cheat, |_, board| {
        let at = first(&board.find(|field| field == (1, 0)));
        board.set(at, (0, 2));
        board.row_mut(2).add(1);
    }),
    ("an opponent's penguin vanishes with its floe", Cheat, |_, board| {
        let at = first(&board.penguins_of(2));
        board.set(at, HOLE);
    }),
    ("an opponent's penguin becomes another's", Cheat, |_, board| {
        let at = first(&board.penguins_of(3));
        board.set(at, (0, 2));
    }),
    ("a row vanishes, penguins and all", Cheat, |_, board| {
        board.players.retain(|player| player.number != 3);
        for at in board.penguins_of(3) {
            board.set(at, HOLE);
        }
    }),
    ("a player joins", Cheat, |_, board| {
        let at = first(&board.find(|field| field == (1, 0)));
        board.set(at, (0, 4));
        board.players.push(PlayerRow { id: b"Dan".to_vec(), number: 4, score: "1".to_owned() });
    }),
    ("an opponent changes the name", Cheat, |_, board| board.row_mut(2).id = b"Eva".to_vec()),
    ("the board grows", Cheat, |_, board| {
        let cols = board.fields[0].len();
        board.fields.push(vec![HOLE; cols]);
    }),
];

#[test]
fn changes_between_two_of_our_moves() {
    check_each(CHANGES_WHILE_MOVING, |&(name, verdict, change)| {
        check_modes(name, verdict, Phase::Movement, || tampered(MOVING, "phase=movement", change));
    });
}

/// Puts an opponent's penguin on the first floe with the given number of fish.
fn place(board: &mut PlainBoard, number: u8, fish: u8, scored: u8) {
    let at = first(&board.find(|field| field == (fish, 0)));
    board.set(at, (0, number));
    board.row_mut(number).add(scored);
}

const CHANGES_WHILE_PLACING: &[Change] = &[
    ("nobody does anything", Clean, |_, _| {}),
    ("an opponent places", Clean, |_, board| place(board, 2, 1, 1)),
    ("an opponent places twice", Remark, |_, board| {
        place(board, 2, 1, 1);
        place(board, 2, 1, 1);
    }),
    ("our turn is taken away", Allowed, |read, board| board.clone_from(read)),
    ("someone joins", Clean, |_, board| {
        board.players.push(PlayerRow { id: b"Dan".to_vec(), number: 3, score: "0".to_owned() });
        place(board, 3, 1, 1);
    }),
    ("an opponent places on two fish", Cheat, |_, board| place(board, 2, 2, 2)),
    ("an opponent places on three fish for one", Cheat, |_, board| place(board, 2, 3, 1)),
    ("an opponent places on a hole", Cheat, |_, board| {
        let at = first(&board.find(|field| field == HOLE));
        board.set(at, (0, 2));
        board.row_mut(2).add(1);
    }),
    ("an opponent places for nothing", Cheat, |_, board| place(board, 2, 1, 0)),
    ("an opponent moves already", Cheat, |_, board| slide(board, 2)),
    ("an opponent shifts a penguin", Cheat, |_, board| {
        let at = first(&board.penguins_of(2));
        board.set(at, (1, 0));
        place(board, 2, 1, 0);
    }),
    ("our penguin is put elsewhere", Cheat, |_, board| {
        // Another penguin of ours keeps the count right, so that only the journal shows the change.
        let (from, to) = (first(&board.penguins_of(1)), first(&board.find(|field| field == (1, 0))));
        board.set(from, (1, 0));
        board.set(to, (0, 1));
    }),
];

#[test]
fn changes_between_two_of_our_placements() {
    let phase = Phase::Placement { penguins: 4 };
    check_each(CHANGES_WHILE_PLACING, |&(name, verdict, change)| {
        check_modes(name, verdict, phase, || tampered(PLACING, "phase=placement penguins=4", change));
    });
}
