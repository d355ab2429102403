//! Measures which boards can be solved in a given time, for the tables of `docs/solve.md`.
//!
//! `cargo run --release -p floe-engine --example solvable -- TABLE MS BOARDS [TILES [PENGUINS]]` tries so many random boards of each
//! kind for so many milliseconds each, and prints how many were solved. The table is `placed`, `placement` or `endings`. It
//! starts with boards of so many tiles and continues with larger ones while any are solved, for the given number of penguins
//! or for one to three.

use std::env;
use std::time::Duration;

use floe_engine::penguins::exact::solve;
use floe_engine::{Limits, MonotonicClock, SearchContext};
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::grid::{Layout, Topology};
use floe_rules::penguins::{Phase, Position, RuleSet, Scoring, Stage};
use floe_rules::random::Random;

/// Rows and columns of the boards.
const SIZES: [(u32, u32); 9] = [(3, 3), (3, 4), (4, 4), (4, 5), (5, 5), (5, 6), (6, 6), (6, 7), (7, 7)];
const HEX: Topology = Topology::Hex(Layout::OddQ);
const KINDS: [(Topology, Scoring); 4] = [
    (Topology::Square, Scoring::Arrival),
    (Topology::Square, Scoring::Departure),
    (HEX, Scoring::Arrival),
    (HEX, Scoring::Departure),
];
const HEAD: &str = "square, arrival | square, departure | hex, arrival | hex, departure |";

struct Trial {
    time: Duration,
    boards: u64,
}

fn main() {
    let number = |at: usize| env::args().nth(at).and_then(|argument| argument.parse::<u64>().ok());
    let trial =
        Trial { time: Duration::from_millis(number(2).unwrap_or(1000)), boards: number(3).unwrap_or(20) };
    println!("Solved of {} boards, {} ms each:\n", trial.boards, trial.time.as_millis());
    match env::args().nth(1).as_deref() {
        Some("placed") => trial.boards(true, number(4).unwrap_or(0), number(5)),
        Some("placement") => trial.boards(false, number(4).unwrap_or(0), number(5)),
        Some("endings") => trial.endings(),
        _ => println!("which table? placed, placement or endings"),
    }
}

impl Trial {
    /// Tries whole boards, with all penguins placed at random or from the first placement.
    fn boards(&self, placed: bool, tiles: u64, only: Option<u64>) {
        println!("| tiles | penguins each | {HEAD}\n|--:|--:|--:|--:|--:|--:|");
        let wanted = |penguins: &u32| only.is_none_or(|only| only == u64::from(*penguins));
        for penguins in (1..=3).filter(wanted) {
            let mut open = [true; KINDS.len()];
            let least = (8 * penguins).max(tiles as u32);
            for (rows, cols) in SIZES.into_iter().filter(|(rows, cols)| rows * cols >= least) {
                let board = |kind: usize, seed: u64| {
                    let (topology, scoring) = KINDS[kind];
                    let mut rules = RuleSet::SQUARE;
                    (rules.topology, rules.scoring) = (topology, scoring);
                    let recipe = Recipe { penguins, seed, ..Recipe::plain(rules, rows, cols) };
                    let (mut position, mut random) = (start(&recipe), Random::new(seed));
                    while placed && position.phase() == Phase::Placement {
                        play_random(&mut position, &mut random);
                    }
                    position
                };
                self.row(&format!("| {} | {penguins} |", rows * cols), &mut open, board);
            }
        }
    }

    /// Tries endgames of two rule sets with four penguins per player, after random turns.
    fn endings(&self) {
        println!("| free floes | classic | hex 8 × 8 |\n|--:|--:|--:|");
        let mut open = [true; 2];
        for floes in [16, 20, 24, 28, 32, 36, 40] {
            self.row(&format!("| {floes} |"), &mut open, |kind, seed| ending(kind, seed, floes));
        }
    }

    /// Prints how many boards of each kind are solved; kinds without any are not tried again.
    fn row(&self, head: &str, open: &mut [bool], board: impl Fn(usize, u64) -> Position) {
        if !open.contains(&true) {
            return;
        }
        print!("{head}");
        for (kind, open) in open.iter_mut().enumerate() {
            let solved = if *open {
                (0..self.boards).filter(|&seed| self.solves(&board(kind, seed))).count()
            } else {
                0
            };
            *open = solved > 0;
            print!(" {solved} |");
        }
        println!();
    }

    fn solves(&self, position: &Position) -> bool {
        let limits = Limits::for_time(self.time);
        solve(position, SearchContext::new(&limits, &MonotonicClock::start())).is_ok()
    }
}

/// Returns the position before the first placement.
fn start(recipe: &Recipe) -> Position {
    let setup = generate(recipe).expect("the board has room for all penguins");
    let stage = Stage::Placement { penguins: recipe.penguins, seats: setup.seats_for(2) };
    Position::new(&setup, &recipe.rules, &stage).expect("generated boards are valid")
}

fn play_random(position: &mut Position, random: &mut Random) {
    let turns = position.turns();
    if let Some(&turn) = turns.get(random.index(turns.len())) {
        let _ = position.play_unchecked(turn);
    }
}

/// Returns a position after random turns with so many free floes.
fn ending(kind: usize, seed: u64, floes: usize) -> Position {
    let (rules, shape) = [(RuleSet::CLASSIC, Shape::Classic), (RuleSet::HEX, Shape::Full)][kind];
    let recipe = Recipe { shape, penguins: 4, seed, ..Recipe::plain(rules, 8, 8) };
    let (mut position, mut random) = (start(&recipe), Random::new(seed));
    let free =
        |position: &Position| position.grid().iter().filter(|&cell| position.tile(cell).is_free()).count();
    while free(&position) > floes && !position.is_over() {
        play_random(&mut position, &mut random);
    }
    position
}
