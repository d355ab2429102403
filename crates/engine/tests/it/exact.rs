//! The exact solver against an exhaustive search without tables and bounds.
//!
//! `FLOE_EXACT_POSITIONS=100000 cargo test --release -p floe-engine exact` tests more positions.

use std::env;

use floe_engine::Limits;
use floe_engine::penguins::exact::{Solution, SolveProgress, Unsolved, solve};
use floe_engine::penguins::root_proof::{ProvenTurn, RootProof, prove_root};
use floe_engine::penguins::solo::best_solo;
use floe_rules::grid::{Cell, Layout, Topology};
use floe_rules::penguins::{
    Fish, Id, Packed, PlayerRow, Position, RuleSet, Scoring, Seat, Setup, Stage, Tile,
};
use floe_rules::random::Random;

use crate::context;

/// The node limit of the exhaustive search; larger positions are skipped.
const MOST_NODES: u64 = 30_000;

fn positions() -> u64 {
    env::var("FLOE_EXACT_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(2500)
}

/// Returns squares and hexagons in all layouts, each with both ways of scoring.
fn rule_sets() -> Vec<RuleSet> {
    let topologies = Layout::ALL.into_iter().map(Topology::Hex).chain([Topology::Square; 4]);
    let scorings = [Scoring::Arrival, Scoring::Departure];
    let with = |topology| {
        scorings.map(|scoring| {
            let mut rules = RuleSet::SQUARE;
            (rules.topology, rules.scoring) = (topology, scoring);
            rules
        })
    };
    topologies.flat_map(with).collect()
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// Returns a board with at most so many floes, and with penguins of player 1 or of players 1 and 3.
fn random_setup(random: &mut Random, rules: &RuleSet, players: u8, flock: u64, most_floes: u64) -> Setup {
    let (rows, cols) = (1 + random.below(4) as u32, 2 + random.below(4) as u32);
    let cells = rows * cols;
    let mut order: Vec<u32> = (0..cells).collect();
    random.shuffle(&mut order);
    let mut tiles = vec![Tile::WATER; cells as usize];
    let mut places = order.into_iter();
    let seats = [seat(1), seat(3)];
    for &seat in &seats[..usize::from(players)] {
        for cell in places.by_ref().take(1 + random.below(flock) as usize) {
            // Odd files, with fish where there should be none or none where there should be, are tested too.
            let odd = random.below(10) == 0;
            let beneath = if (rules.scoring == Scoring::Departure) != odd { 1 + random.below(3) } else { 0 };
            tiles[cell as usize] = Tile::penguin(seat, Fish::new(beneath as u8).unwrap());
        }
    }
    let most_fish = 1 + random.below(3);
    let least = most_floes / 2;
    for cell in places.take((least + random.below(most_floes - least + 1)) as usize) {
        tiles[cell as usize] = Tile::floe(Fish::new(1 + random.below(most_fish) as u8).unwrap());
    }
    let mut setup = Setup::new(rows, cols, tiles).unwrap();
    for (&seat, name) in seats[..usize::from(players)].iter().zip(["Ann", "Ben"]) {
        setup.players.push(PlayerRow::new(Id::new(name.as_bytes()).unwrap(), seat, random.below(20)));
    }
    setup
}

/// Returns the future fish of the first player minus those of the second; nothing when the nodes run out.
fn exhaustive_value(position: &mut Position, first: Seat, nodes: &mut u64) -> Option<i64> {
    *nodes = nodes.checked_sub(1)?;
    let Some(mover) = position.to_move() else { return Some(0) };
    let sign = if mover == first { 1 } else { -1 };
    let mut best = None;
    for turn in position.turns() {
        let undo = position.play_unchecked(turn);
        let value = sign * i64::from(undo.gain().count()) + exhaustive_value(position, first, nodes)?;
        position.undo(&undo);
        best = Some(best.map_or(value, |best: i64| if sign > 0 { best.max(value) } else { best.min(value) }));
    }
    best
}

/// Returns whether a player cannot move.
fn stuck(position: &Position, seat: Seat) -> bool {
    let mut given = position.clone();
    given.set_turn(seat) && given.to_move() != Some(seat)
}

/// Plays the line of a solution, and checks that it is legal, ends the game and reaches the value.
fn check_line(position: &Position, solution: &Solution) {
    let Some(mover) = position.to_move() else {
        assert!(solution.line.is_empty() && solution.value == 0);
        return;
    };
    assert_eq!(solution.turn, solution.line.first().copied());
    let mut end = position.clone();
    for &turn in &solution.line {
        let _ = end.play(turn).unwrap();
    }
    assert!(end.is_over());
    let scores: Vec<(Seat, u64)> = end.seats().map(|seat| (seat, end.score(seat).unwrap())).collect();
    assert_eq!(solution.scores, scores);
    let gain = |seat| end.score(seat).unwrap() as i64 - position.score(seat).unwrap() as i64;
    let others: i64 = end.seats().filter(|&seat| seat != mover).map(gain).sum();
    assert_eq!(solution.value, gain(mover) - others);
}

/// Compares the solver with the exhaustive search; false when the position is too large for the latter.
fn agrees(position: &Position, random: &mut Random) -> bool {
    let first = position.to_move().or_else(|| position.seats().next()).unwrap();
    let mut nodes = MOST_NODES;
    let Some(truth) = exhaustive_value(&mut position.clone(), first, &mut nodes) else { return false };
    let mut bounds: Vec<SolveProgress> = Vec::new();
    let mut note = |reached: &SolveProgress| bounds.push(*reached);
    let solution = solve(position, context(&Limits::default()).with_report(&mut note)).unwrap();
    assert_eq!(solution.value, truth, "{position:?}");
    check_line(position, &solution);
    // A search that ends early has the value or bounds of it.
    let few = Limits { nodes: Some(1 + random.below(solution.nodes + 2)), ..Limits::default() };
    let mut note = |reached: &SolveProgress| bounds.push(*reached);
    match solve(position, context(&few).with_report(&mut note)) {
        Ok(early) => assert_eq!(early.value, truth),
        Err(Unsolved::Limits(reached)) => bounds.push(reached),
        Err(other) => panic!("{other}"),
    }
    for SolveProgress { low, high, .. } in bounds {
        assert!(low <= truth && truth <= high, "{low} {truth} {high}: {position:?}");
    }
    true
}

#[test]
fn movement_is_solved_like_the_exhaustive_search() {
    let (mut random, rules) = (Random::new(1), rule_sets());
    let (mut compared, mut blocked) = (0, 0);
    while compared < positions() {
        let rules = rules[random.index(rules.len())];
        let setup = random_setup(&mut random, &rules, 2, 3, 11);
        let mut position = Position::new(&setup, &rules, &Stage::Movement).unwrap();
        position.set_turn(seat(if random.below(2) == 0 { 1 } else { 3 }));
        if position.is_over() && random.below(20) > 0 {
            continue;
        }
        if agrees(&position, &mut random) {
            compared += 1;
            blocked += u64::from(position.seats().any(|seat| stuck(&position, seat)));
        }
    }
    assert!(blocked > compared / 20 && blocked < compared / 2, "{blocked} of {compared}");
}

#[test]
fn placement_is_solved_like_the_exhaustive_search() {
    let (mut random, rules) = (Random::new(2), rule_sets());
    let mut compared = 0;
    while compared < positions() / 2 {
        let rules = rules[random.index(rules.len())];
        let players = 1 + random.below(2) as u8;
        let setup = random_setup(&mut random, &rules, players, 1, 8);
        let stage =
            Stage::Placement { penguins: 1 + random.below(2) as u32, seats: setup.seats_for(players) };
        let position = Position::new(&setup, &rules, &stage).unwrap();
        compared += u64::from(agrees(&position, &mut random));
    }
}

#[test]
fn one_player_collects_as_much_as_the_exhaustive_search_finds() {
    let (mut random, rules) = (Random::new(3), rule_sets());
    let mut compared = 0;
    while compared < positions() / 2 {
        let rules = rules[random.index(rules.len())];
        let setup = random_setup(&mut random, &rules, 1, 4, 12);
        let position = Position::new(&setup, &rules, &Stage::Movement).unwrap();
        let mut nodes = MOST_NODES;
        let Some(truth) = exhaustive_value(&mut position.clone(), seat(1), &mut nodes) else { continue };
        let Some(Packed::One(packed)) = Packed::new(&position) else { panic!("a small board") };
        let limits = Limits::default();
        let (fish, line) = best_solo(&packed, seat(1), context(&limits)).unwrap();
        assert_eq!(i64::from(fish), truth, "{position:?}");
        let mut end = position.clone();
        for turn in line {
            let _ = end.play(turn).unwrap();
        }
        assert_eq!(end.score(seat(1)).unwrap() - position.score(seat(1)).unwrap(), u64::from(fish));
        assert!(agrees(&position, &mut random));
        let few = Limits { nodes: Some(1), ..limits };
        assert!(best_solo(&packed, seat(1), context(&few)).is_none_or(|found| found.0 == fish));
        compared += 1;
    }
}

#[test]
fn proven_turns_reach_their_bounds() {
    let (mut random, rules) = (Random::new(4), rule_sets());
    let mut compared = 0;
    while compared < positions() / 5 {
        let rules = rules[random.index(rules.len())];
        let setup = random_setup(&mut random, &rules, 2, 3, 10);
        let mut position = Position::new(&setup, &rules, &Stage::Movement).unwrap();
        let Some(mover) = position.to_move() else { continue };
        let mut nodes = MOST_NODES;
        let Some(truth) = exhaustive_value(&mut position.clone(), mover, &mut nodes) else { continue };
        let score = |seat| position.score(seat).unwrap() as i64;
        let lead: i64 =
            position.seats().map(|seat| if seat == mover { score(seat) } else { -score(seat) }).sum();
        let few = Limits { nodes: Some(1 + random.below(50)), ..Limits::default() };
        let early = prove_root(&position, context(&few));
        let proof = prove_root(&position, context(&Limits::default())).unwrap();
        assert!(matches!(&proof, RootProof::Best(choice) if choice.progress.value.0 == 100 * (lead + truth)));
        assert_eq!(proof.bounds(), (lead + truth, lead + truth));
        for proof in early.iter().chain([&proof]) {
            let turns = match proof {
                // A best turn may be proven before there is time to compute what the other player collects.
                RootProof::Best(choice) => {
                    vec![ProvenTurn { turn: choice.turn, low: lead + truth, high: lead + truth }]
                }
                RootProof::Bounds(turns) => turns.clone(),
            };
            for ProvenTurn { turn, low, high } in turns {
                let undo = position.play(turn).unwrap();
                let mut nodes = MOST_NODES;
                let rest = exhaustive_value(&mut position.clone(), mover, &mut nodes).unwrap();
                let finally = lead + i64::from(undo.gain().count()) + rest;
                assert!((low..=high).contains(&finally), "{low} {finally} {high}: {position:?}");
                position.undo(&undo);
            }
        }
        compared += 1;
    }
}

#[test]
fn of_three_players_one_with_floes_of_its_own_collects_the_most() {
    let text = b"3 5\n01 10 10 00 02\n20 00 10 00 10\n10 10 30 00 03\nAnn 1 0\nBen 2 0\nFloe 3 0\n";
    let setup = floe_rules::board_file::read(text).unwrap();
    let position = Position::new(&setup, &RuleSet::SQUARE, &Stage::Movement).unwrap();
    let Some(RootProof::Best(choice)) = prove_root(&position, context(&Limits::default())) else { panic!() };
    let value = choice.progress.value.0;
    assert!((900..=1000).contains(&value), "all the way round, and one fish for one of the others: {value}");
    let mut next = position.clone();
    let _ = next.play(choice.turn).unwrap();
    assert_eq!(next.to_move(), Some(seat(2)));
    assert!(prove_root(&next, context(&Limits::default())).is_none(), "Ben and Floe still meet");
}

#[test]
fn more_than_two_players_and_too_many_tiles_are_refused() {
    let mut setup = Setup::new(17, 17, vec![Tile::floe(Fish::ONE); 17 * 17]).unwrap();
    setup.set_tile(Cell(0), Tile::penguin(seat(1), Fish::NONE));
    let stage = |players| Stage::Placement { penguins: 1, seats: (1..=players).map(seat).collect() };
    let mut refused = |players| {
        setup.players = vec![PlayerRow::new(Id::new(b"Ann").unwrap(), seat(1), 0)];
        let position = Position::new(&setup, &RuleSet::SQUARE, &stage(players)).unwrap();
        solve(&position, context(&Limits::default())).unwrap_err()
    };
    assert_eq!(refused(3), Unsolved::ManyPlayers(3));
    assert_eq!(refused(2), Unsolved::ManyTiles);
}
