//! Measures which boards can be solved in a given time, for the tables of `docs/solve.md`.
//!
//! `cargo run --release -p floe-engine --example solvable -- TABLE MS BOARDS [TILES [PENGUINS]]` tries so many random boards of each
//! kind for so many milliseconds each, and prints how many were solved. The table is `placed`, `placement` or `endings`. It
//! starts with boards of so many tiles and continues with larger ones while any are solved, for the given number of penguins
//! or for one to three.
//!
//! `results NODES BOARDS` compares the nodes that prove who wins with those that prove by how much, in endgames that are
//! solved with so many nodes. `reach NODES GAMES` plays games of the engine against itself on the classic board with so
//! many nodes a turn, and counts the last turns of a game whose result or exact value is proven with a quarter of them.

use std::env;
use std::time::Duration;

use floe_engine::penguins::exact::{SolveProgress, solve};
use floe_engine::penguins::root_proof::prove_root;
use floe_engine::{Limits, MonotonicClock, PenguinsEngine, Search, SearchContext};
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
    /// The milliseconds or nodes of a board or turn.
    limit: u64,
    boards: u64,
}

fn main() {
    let number = |at: usize| env::args().nth(at).and_then(|argument| argument.parse::<u64>().ok());
    let trial = Trial { limit: number(2).unwrap_or(1000), boards: number(3).unwrap_or(20) };
    println!("Of {} boards, with {} milliseconds or nodes each:\n", trial.boards, trial.limit);
    match env::args().nth(1).as_deref() {
        Some("placed") => trial.boards(true, number(4).unwrap_or(0), number(5)),
        Some("placement") => trial.boards(false, number(4).unwrap_or(0), number(5)),
        Some("endings") => trial.endings(),
        Some("results") => trial.results(),
        Some("reach") => trial.reach(),
        _ => println!("which table? placed, placement, endings, results or reach"),
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

    /// Compares the nodes of a proof of the result with those of the exact value.
    fn results(&self) {
        println!(
            "| free floes | rules | positions | nodes, result | nodes, value | ratio |\n|--:|---|--:|--:|--:|--:|"
        );
        for floes in [16, 20, 24, 28, 32] {
            for (kind, rules) in ["classic", "hex 8 × 8"].into_iter().enumerate() {
                let endings = (0..self.boards).map(|seed| ending(kind, seed, floes));
                let solved: Vec<_> = endings.filter_map(|position| self.nodes_to_prove(&position)).collect();
                let result: u64 = solved.iter().map(|nodes| nodes.0).sum();
                let value: u64 = solved.iter().map(|nodes| nodes.1).sum();
                let ratio = value as f64 / result.max(1) as f64;
                println!("| {floes} | {rules} | {} | {result} | {value} | {ratio:.1} |", solved.len());
            }
        }
    }

    /// Returns after how many nodes the result and the value of a position are proven.
    fn nodes_to_prove(&self, position: &Position) -> Option<(u64, u64)> {
        let (mut result, mut value) = (None, None);
        let lead = lead(position)?;
        let mut report = |reached: &SolveProgress| {
            if is_result(lead + reached.low, lead + reached.high) {
                result.get_or_insert(reached.nodes);
            }
            if reached.low == reached.high {
                value = Some(reached.nodes);
            }
        };
        let limits = Limits::for_nodes(self.limit);
        prove_root(position, SearchContext::new(&limits, &MonotonicClock::start()).with_report(&mut report));
        result.zip(value)
    }

    /// Counts the last turns of games that are proven with a quarter of the nodes.
    fn reach(&self) {
        println!(
            "| board | turns of a game | result proven | value proven | value alone |\n|---|--:|--:|--:|--:|"
        );
        let classic = Recipe { shape: Shape::Classic, penguins: 4, ..Recipe::plain(RuleSet::CLASSIC, 8, 8) };
        let square = Recipe { penguins: 3, ..Recipe::plain(RuleSet::SQUARE, 8, 8) };
        for (name, recipe) in [("classic", classic), ("square 8 × 8", square)] {
            let mut sums = [0; 4];
            for seed in 0..self.boards {
                let counts = self.proven_turns(start(&Recipe { seed, ..recipe.clone() }));
                sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            }
            let means = sums.map(|sum| format!("{:.1}", f64::from(sum) / self.boards.max(1) as f64));
            println!("| {name} | {} |", means.join(" | "));
        }
    }

    /// Plays a game; returns its turns, and how many of the last ones have a proven result, a proven value, and a value
    /// that is proven without proving the result first.
    fn proven_turns(&self, mut position: Position) -> [u32; 4] {
        let (limits, part) = (Limits::for_nodes(self.limit), Limits::for_nodes(self.limit / 4));
        let (clock, mut engine, mut counts) = (MonotonicClock::start(), PenguinsEngine::default(), [0; 4]);
        while let Some(choice) = engine.search(&position, SearchContext::new(&limits, &clock)) {
            let proof = prove_root(&position, SearchContext::new(&part, &clock));
            let (low, high) = proof.map_or((i64::MIN, i64::MAX), |proof| proof.bounds());
            let solved = solve(&position, SearchContext::new(&part, &clock)).is_ok();
            for (count, proven) in counts.iter_mut().zip([true, is_result(low, high), low == high, solved]) {
                *count = if proven { *count + 1 } else { 0 };
            }
            let _ = position.play_unchecked(choice.turn);
        }
        counts
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
        let limits = Limits::for_time(Duration::from_millis(self.limit));
        solve(position, SearchContext::new(&limits, &MonotonicClock::start())).is_ok()
    }
}

/// Returns whether bounds of the final lead decide who wins.
fn is_result(low: i64, high: i64) -> bool {
    low > 0 || high < 0 || low == high
}

/// Returns the lead of the player to move; nothing when the game is over.
fn lead(position: &Position) -> Option<i64> {
    let mover = position.to_move()?;
    let score = |seat| position.score(seat).unwrap_or(0).cast_signed();
    Some(position.seats().map(|seat| if seat == mover { score(seat) } else { -score(seat) }).sum())
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
