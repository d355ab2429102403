//! Counting legal turn sequences, to compare implementations of the rules.

use super::compact::Compact;
use super::ice::Ice;
use super::moves::Move;
use super::packed::{Packed, PackedVisitor};
use super::position::Position;

/// Counts the sequences of exactly `depth` turns; a game that ends earlier counts 0 (rule P9).
///
/// ```
/// use floe_rules::board_file;
/// use floe_rules::penguins::{Position, RuleSet, Stage, perft};
///
/// let setup = board_file::read(b"1 4\n01 20 10 02\nAnn 1 1\nBen 2 1\n")?;
/// let position = Position::new(&setup, &RuleSet::SQUARE, &Stage::Movement)?;
/// assert_eq!([1, 2, 3].map(|depth| perft(&position, depth)), [2, 2, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    struct Count(u32);

    impl PackedVisitor for Count {
        type Output = u64;

        fn visit<const W: usize>(self, mut position: Position<Compact<W>>) -> u64 {
            count(&mut position, self.0)
        }
    }

    match Packed::new(position) {
        Some(packed) => packed.visit(Count(depth)),
        None => count(&mut position.clone(), depth),
    }
}

/// Counts the sequences of `depth` turns behind each legal first turn, in the order of the turns.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    struct Divide(u32);

    impl PackedVisitor for Divide {
        type Output = Vec<(Move, u64)>;

        fn visit<const W: usize>(self, mut position: Position<Compact<W>>) -> Vec<(Move, u64)> {
            divide_on(&mut position, self.0)
        }
    }

    match Packed::new(position) {
        Some(packed) => packed.visit(Divide(depth)),
        None => divide_on(&mut position.clone(), depth),
    }
}

fn divide_on<I: Ice>(position: &mut Position<I>, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut counts = Vec::new();
    for turn in position.turns() {
        let undo = position.play_unchecked(turn);
        counts.push((turn, count(position, rest)));
        position.undo(&undo);
    }
    counts
}

fn count<I: Ice>(position: &mut Position<I>, depth: u32) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.count_turns(),
        _ => {}
    }
    let mut turns = Vec::with_capacity(64);
    position.each_turn(|turn| turns.push(turn));
    let mut total = 0;
    for turn in turns {
        let undo = position.play_unchecked(turn);
        total += count(position, depth - 1);
        position.undo(&undo);
    }
    total
}
