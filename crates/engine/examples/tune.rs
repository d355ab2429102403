//! Tunes the weights of the evaluation of Penguins by games of the engine against itself.
//!
//! `cargo run --release -p floe-engine --example tune -- kind=classic games=20000 nodes=1000 seed=1 threads=2`
//!
//! Games on random boards start with a few random turns, then the engine plays both sides. Each position after the last random
//! turn is a sample. Its target is the mean of what the player to move gained until the end and what the search
//! expected it to gain. Linear least squares find the weights, in memory that does not depend on the number of games. One
//! game in eight is held out to measure the error. The same arguments give the same weights on any number of threads. They are
//! printed in the form of `weights.rs`, and `contest` can play with them (`one=@FILE two=engine`). Better weights
//! make better searches, so further rounds pay off.

use std::env;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use floe_engine::penguins::evaluation::{FEATURES, NAMES, STAGES, features, sides, stages};
use floe_engine::penguins::territory::Territory;
use floe_engine::{Limits, MonotonicClock, PenguinsEngine, Search, SearchContext};
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::penguins::{Compact, Packed, PackedVisitor, Position, RuleSet, Seat, Stage};
use floe_rules::random::{Random, scramble};

/// The stages, whose weights are fitted together because most positions are between two of them.
const NAMES_OF_STAGES: [&str; STAGES] = ["placing", "open", "early", "middle", "late"];
const UNKNOWNS: usize = STAGES * FEATURES;
/// The games whose sums are added up together, so that the result does not depend on the threads.
const ROUND: u64 = 64;
/// One game in so many is held out.
const HOLD_OUT: u64 = 8;
/// Regularisation: draws weights to 0, and the weights of neighbouring stages to each other.
const RIDGE: f64 = 10.0;
const SMOOTH: f64 = 3000.0;
/// The weight of the result in the target; the rest is for the expectation of the search.
const END: f64 = 0.5;
/// One turn in so many is random at the start of a game.
const RANDOM_TURNS: u64 = 4;

/// The features of a position, weighted by its stages.
type Row = [f64; UNKNOWNS];

struct Arguments {
    games: u64,
    nodes: u64,
    seed: u64,
    threads: u64,
}

/// Boards as side and penguins.
type Boards = &'static [(u32, u32)];

/// The kinds of boards to tune for: name, rules and boards.
const KINDS: [(&str, RuleSet, Boards); 4] = [
    ("small", RuleSet::SQUARE, &[(8, 3), (8, 3), (8, 3), (8, 3), (8, 2), (8, 4), (7, 3), (6, 2)]),
    ("large", RuleSet::SQUARE, &[(12, 3), (12, 3), (12, 3), (12, 4), (12, 2), (11, 3), (14, 4), (12, 5)]),
    ("classic", RuleSet::CLASSIC, &[(8, 4), (8, 4), (8, 4), (8, 4), (8, 4), (8, 4), (8, 3), (8, 2)]),
    ("hex", RuleSet::HEX, &[(9, 4), (9, 4), (9, 4), (9, 3), (8, 4), (11, 4), (9, 2), (7, 3)]),
];

/// The sums for least squares.
#[derive(Clone)]
struct Sums {
    /// The products of the features with each other.
    products: Vec<Row>,
    /// The products of the features with the targets.
    gained: Row,
    squares: f64,
    positions: f64,
}

impl Sums {
    fn new() -> Sums {
        Sums {
            products: vec![[0.0; UNKNOWNS]; UNKNOWNS],
            gained: [0.0; UNKNOWNS],
            squares: 0.0,
            positions: 0.0,
        }
    }

    fn add_position(&mut self, row: &Row, gained: f64) {
        let present = || row.iter().enumerate().filter(|&(_, &feature)| feature != 0.0);
        for (at, &feature) in present() {
            present().for_each(|(other, &with)| self.products[at][other] += feature * with);
            self.gained[at] += feature * gained;
        }
        self.squares += gained * gained;
        self.positions += 1.0;
    }

    fn add(&mut self, other: &Sums) {
        for (sum, more) in self.products.iter_mut().zip(&other.products) {
            sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self.gained.iter_mut().zip(&other.gained).for_each(|(sum, more)| *sum += more);
        self.squares += other.squares;
        self.positions += other.positions;
    }

    /// Solves for the weights by Gaussian elimination.
    fn solve(&self) -> Row {
        let mut rows = self.products.clone();
        let mut right = self.gained;
        for at in 0..UNKNOWNS {
            rows[at][at] += RIDGE;
            if at >= FEATURES {
                let before = at - FEATURES;
                rows[at][at] += SMOOTH;
                rows[before][before] += SMOOTH;
                rows[at][before] -= SMOOTH;
                rows[before][at] -= SMOOTH;
            }
        }
        for at in 0..UNKNOWNS {
            // The matrix is symmetric and positive definite, so no pivoting is needed.
            let row = rows[at];
            for below in at + 1..UNKNOWNS {
                let factor = rows[below][at] / row[at];
                rows[below].iter_mut().zip(&row).for_each(|(entry, above)| *entry -= factor * above);
                right[below] -= factor * right[at];
            }
        }
        let mut found = [0.0; UNKNOWNS];
        for at in (0..UNKNOWNS).rev() {
            let known: f64 = (at + 1..UNKNOWNS).map(|other| rows[at][other] * found[other]).sum();
            found[at] = (right[at] - known) / rows[at][at];
        }
        found
    }

    /// Returns the error of the weights in fish, and the error of expecting 0.
    fn errors(&self, weights: &Row) -> (f64, f64) {
        let mut squares = self.squares;
        for (at, weight) in weights.iter().enumerate() {
            let sum: f64 =
                self.products[at].iter().zip(weights).map(|(product, other)| product * other).sum();
            squares += weight * (sum - 2.0 * self.gained[at]);
        }
        let root = |squares: f64| (squares / self.positions.max(1.0)).sqrt();
        (root(squares), root(self.squares))
    }
}

fn start(rules: RuleSet, boards: Boards, random: &mut Random) -> Option<Position> {
    let (side, penguins) = boards[random.index(boards.len())];
    let shape = if rules == RuleSet::CLASSIC { Shape::Classic } else { Shape::Full };
    let holes = if shape == Shape::Full { random.below(21) as u32 } else { 0 };
    let seed = random.next_u64();
    let recipe = Recipe { shape, holes, penguins, seed, ..Recipe::plain(rules, side, side) };
    let setup = generate(&recipe).ok()?;
    let stage = Stage::Placement { penguins, seats: setup.seats_for(2) };
    Position::new(&setup, &rules, &stage).ok()
}

fn row(position: &Position) -> Option<Row> {
    struct RowOf;

    impl PackedVisitor for RowOf {
        type Output = Row;

        fn visit<const W: usize>(self, position: Position<Compact<W>>) -> Row {
            let (mine, theirs) = sides(&position);
            let territory = Territory::new(position.ice(), mine, theirs);
            let stages = stages(&position, &territory, mine | theirs);
            let features = features(position.ice(), &territory, mine, theirs);
            std::array::from_fn(|at| f64::from(stages[at / FEATURES]) * f64::from(features[at % FEATURES]))
        }
    }

    Some(Packed::new(position)?.visit(RowOf))
}

/// A sample.
struct Sample {
    row: Row,
    /// 1 when the first player is to move, else -1.
    sign: f64,
    /// The lead of the player to move.
    lead: f64,
    /// The gain that the search expects.
    expected: f64,
}

/// Plays a game, and adds its samples.
fn play(mut position: Position, arguments: &Arguments, random: &mut Random, sums: &mut Sums) {
    let limits = Limits { nodes: Some(arguments.nodes), seed: random.next_u64(), ..Limits::default() };
    let mut player = PenguinsEngine::default();
    let seats: Vec<Seat> = position.seats().collect();
    let lead = |position: &Position| {
        let score = |seat| position.score(seat).unwrap_or(0) as f64;
        score(seats[0]) - score(seats[1])
    };
    let mut samples: Vec<Sample> = Vec::new();
    let mut opening = random.below(30);
    while let Some(seat) = position.to_move() {
        let sign = if seat == seats[0] { 1.0 } else { -1.0 };
        opening = opening.saturating_sub(1);
        let turn = if opening > 0 && random.below(RANDOM_TURNS) == 0 {
            samples.clear();
            let turns = position.turns();
            turns[random.index(turns.len())]
        } else {
            let Some(choice) =
                player.search(&position, SearchContext::new(&limits, &MonotonicClock::start()))
            else {
                break;
            };
            // Forced turns are made without a search.
            if let Some(row) = row(&position).filter(|_| choice.progress.depth > 0) {
                let lead = sign * lead(&position);
                samples.push(Sample {
                    row,
                    sign,
                    lead,
                    expected: choice.progress.value.0 as f64 / 100.0 - lead,
                });
            }
            choice.turn
        };
        let _ = position.play_unchecked(turn);
    }
    let end = lead(&position);
    for Sample { row, sign, lead, expected } in samples {
        sums.add_position(&row, END * (sign * end - lead) + (1.0 - END) * expected);
    }
}

/// Plays all games; returns the sums to fit, and those held out.
fn play_all(rules: RuleSet, boards: Boards, arguments: &Arguments) -> [Sums; 2] {
    let rounds = arguments.games.div_ceil(ROUND);
    let (next, done) = (AtomicU64::new(0), Mutex::new(vec![None; rounds as usize]));
    thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                loop {
                    let round = next.fetch_add(1, Ordering::Relaxed);
                    if round >= rounds {
                        break;
                    }
                    let mut sums = [Sums::new(), Sums::new()];
                    for game in round * ROUND..(round + 1) * ROUND {
                        let mut random = Random::new(scramble(arguments.seed ^ scramble(game)));
                        if let Some(position) = start(rules, boards, &mut random) {
                            let sums = &mut sums[usize::from(game % HOLD_OUT == 0)];
                            play(position, arguments, &mut random, sums);
                        }
                    }
                    done.lock().expect("no thread panics while it holds the lock")[round as usize] =
                        Some(sums);
                    eprint!("\rround {round} of {rounds} ");
                }
            });
        }
    });
    eprintln!();
    let mut all = [Sums::new(), Sums::new()];
    for sums in done.into_inner().expect("no thread panicked").into_iter().flatten() {
        all.iter_mut().zip(&sums).for_each(|(all, sums)| all.add(sums));
    }
    all
}

fn main() {
    let argument = |key: &str, default: u64| {
        let key = format!("{key}=");
        env::args().find_map(|text| text.strip_prefix(&key)?.parse().ok()).unwrap_or(default)
    };
    let arguments = Arguments {
        games: argument("games", 20_000),
        nodes: argument("nodes", 1000),
        seed: argument("seed", 1),
        threads: argument("threads", 2).max(1),
    };
    let wanted = env::args().find_map(|text| text.strip_prefix("kind=").map(str::to_owned));
    for (name, rules, boards) in KINDS {
        if wanted.as_ref().is_some_and(|wanted| wanted != name) {
            continue;
        }
        let [sums, checks] = play_all(rules, boards, &arguments);
        let found = sums.solve();
        println!("pub(crate) const {}: Weights = Weights {{", name.to_uppercase());
        for (stage, part) in NAMES_OF_STAGES.iter().zip(found.chunks(FEATURES)) {
            let list: Vec<String> = part.iter().map(|weight| format!("{:.1}", 100.0 * weight)).collect();
            println!("    {stage}: [{}],", list.join(", "));
        }
        println!("}};");
        let (off, nothing) = checks.errors(&found);
        println!(
            "// {} positions; error {off:.3} fish, of {nothing:.3} without an evaluation",
            sums.positions
        );
        for (index, feature) in NAMES.iter().enumerate() {
            let weights = found.chunks(FEATURES).map(|part| format!("{:>7.1}", 100.0 * part[index]));
            println!("// {}  {feature}", weights.collect::<String>());
        }
    }
}
