//! The guard where fish are scored on departure: penguins stand on their fish, so those fish are
//! checked too.

use crate::plain_board::{PlainBoard, Rules, Scored, Tiling};
use crate::sandbox::{Sandbox, check_each};

const HEX: Rules = Rules { tiling: Tiling::OddQ, scored: Scored::OnLeaving };
const STATE: &str =
    "4 5\n10 20 30 10 20\n20 21 10 20 32\n10 30 00 10 20\n22 10 20 30 11\nFloe 1 5\nBea 2 5\n";
const TURN: &str = "phase=movement rules=hex guard=strict journal=notes nodes=40 board.txt board.txt";

/// Returns the exit code under a strict guard after a change of the board that we wrote.
fn exit_after(name: &str, change: impl Fn(&mut PlainBoard)) -> i32 {
    let sandbox = Sandbox::with("board.txt", STATE);
    sandbox.run_line(TURN).expect(name, 0).expect_silence(name);
    let mut board = PlainBoard::parse(&sandbox.read("board.txt")).unwrap();
    change(&mut board);
    sandbox.write("board.txt", board.canonical());
    let before = sandbox.snapshot("board.txt");
    let run = sandbox.run_line(TURN);
    if run.code == Some(2) {
        assert_eq!(sandbox.snapshot("board.txt"), before, "{name}");
        assert!(run.stderr.contains(": error: "), "{name}: {}", run.told());
    }
    run.code.unwrap()
}

#[test]
fn changes_between_two_of_our_moves() {
    /// A name, the exit code, and the change.
    type Change = (&'static str, i32, fn(&mut PlainBoard));
    let changes: &[Change] = &[
        ("nobody does anything", 0, |_| {}),
        ("an opponent moves", 0, |board| {
            let (from, to) = board.slides(HEX, 2)[0];
            board.slide(HEX, from, to);
        }),
        ("an opponent moves and clears the fish of its own floe", 0, |board| {
            let (from, to) = board.slides(HEX, 2)[0];
            board.slide(HEX, from, to);
            board.set(to, (0, 2));
        }),
        ("an opponent scores the arrival", 2, |board| {
            let differs = |&(from, to): &_| board.field(from).0 != board.field(to).0;
            let (from, to) = board.slides(HEX, 2).into_iter().find(differs).unwrap();
            let fish = board.field(to).0;
            let score = board.row_mut(2).score.clone();
            board.slide(HEX, from, to);
            board.row_mut(2).score = score;
            board.row_mut(2).add(fish);
        }),
        ("an opponent puts more fish beneath its arrival", 2, |board| {
            let few = |&(_, to): &_| board.field(to).0 < 3;
            let (from, to) = board.slides(HEX, 2).into_iter().find(few).unwrap();
            board.slide(HEX, from, to);
            board.set(to, (3, 2));
        }),
        ("fish grow beneath an opponent's penguin", 2, |board| {
            let at = board.find(|field| field == (2, 2))[0];
            board.set(at, (3, 2));
        }),
        ("the fish beneath our penguin are stolen", 2, |board| {
            let at = board.find(|(fish, player)| fish > 0 && player == 1)[0];
            board.set(at, (0, 1));
        }),
        ("fish grow beneath our penguin", 2, |board| {
            // One of ours stayed where it was, on one fish or two.
            let at = board.find(|(fish, player)| fish < 3 && player == 1)[0];
            board.set(at, (3, 1));
        }),
        ("our score grows", 2, |board| board.row_mut(1).add(1)),
    ];
    check_each(changes, |&(name, code, change)| assert_eq!(exit_after(name, change), code, "{name}"));
}
