//! Speed of the rules: times from divan, then the ratio to the slow reference in the same run.
//!
//! `cargo bench -p floe-rules`

use std::hint::black_box;
use std::time::{Duration, Instant};

use divan::Bencher;
use floe_rules::board_file;
use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{Packed, Position, RuleSet, Setup, Stage, perft};

#[expect(clippy::unwrap_used, reason = "shared with the tests, which use more of it")]
#[path = "../tests/it/reference.rs"]
mod reference;

const BOARDS: [(&str, &str, RuleSet); 3] = [
    ("square 6x6", include_str!("../tests/perft/square-2p.txt"), RuleSet::SQUARE),
    ("hex 5x6", include_str!("../tests/perft/hex-2p.txt"), RuleSet::HEX),
    ("classic 5x6", include_str!("../tests/perft/hex-2p.txt"), RuleSet::CLASSIC),
];

fn setup(text: &str) -> Setup {
    board_file::read(text.as_bytes()).expect("the boards of the tests are good")
}

fn position(text: &str, rules: &RuleSet) -> Position {
    Position::new(&setup(text), rules, &Stage::Movement).expect("the boards of the tests are good")
}

fn large_board(side: u32) -> Vec<u8> {
    let recipe = Recipe::plain(RuleSet::SQUARE, side, side);
    board_file::write(&generate(&recipe).expect("such a board can be made"))
}

#[divan::bench(args = BOARDS.iter().map(|board| board.0))]
fn perft_depth_5(bencher: Bencher<'_, '_>, name: &str) {
    let (_, text, rules) = BOARDS.iter().find(|board| board.0 == name).expect("one of the boards");
    let position = position(text, rules);
    let nodes = perft(&position, 5);
    bencher.counter(divan::counter::ItemsCount::new(nodes)).bench_local(|| perft(black_box(&position), 5));
}

#[divan::bench]
fn pack_a_classic_board(bencher: Bencher<'_, '_>) {
    let position = position(BOARDS[2].1, &BOARDS[2].2);
    bencher.bench_local(|| Packed::new(black_box(&position)));
}

#[divan::bench(args = [20, 1000])]
fn read_a_board(bencher: Bencher<'_, '_>, side: u32) {
    let text = large_board(side);
    let bytes = divan::counter::BytesCount::new(text.len());
    bencher.counter(bytes).bench_local(|| board_file::read(black_box(&text)));
}

#[divan::bench(args = [20, 1000])]
fn write_a_board(bencher: Bencher<'_, '_>, side: u32) {
    let text = large_board(side);
    let setup = board_file::read(&text).expect("a generated board is good");
    bencher
        .counter(divan::counter::BytesCount::new(text.len()))
        .bench_local(|| board_file::write(black_box(&setup)));
}

/// Returns the shortest of several runs, since noise only adds time.
fn shortest<T>(mut run: impl FnMut() -> T) -> Duration {
    let time = |_| {
        let start = Instant::now();
        black_box(run());
        start.elapsed()
    };
    (0..7).map(time).min().unwrap_or_default()
}

fn main() {
    divan::main();
    println!("\nperft depth 4, fast rules against the slow reference (wanted: at least 30 times)");
    for (name, text, rules) in BOARDS {
        let fast = position(text, &rules);
        let slow = reference::Slow::new(&setup(text), &rules, None);
        assert_eq!(perft(&fast, 4), slow.perft(4), "both count the same");
        let (fast, slow) = (shortest(|| perft(black_box(&fast), 4)), shortest(|| slow.perft(4)));
        let ratio = slow.as_secs_f64() / fast.as_secs_f64();
        println!("{name:12} fast {fast:>10.1?}   slow {slow:>10.1?}   ratio {ratio:.0}");
    }
}
