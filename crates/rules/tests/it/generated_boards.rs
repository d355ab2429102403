//! Generated boards: always playable, reproducible, and refused when impossible.

use floe_rules::board_file;
use floe_rules::generate::{GenerateError, Recipe, Shape, generate};
use floe_rules::grid::{Cell, Grid};
use floe_rules::penguins::{RuleSet, Setup, Tile};
use proptest::prelude::*;

use crate::boards::all_rules;

fn recipe(rules: RuleSet, rows: u32, cols: u32, shape: Shape, holes: u32) -> Recipe {
    Recipe { shape, holes, seed: 1, ..Recipe::plain(rules, rows, cols) }
}

fn text(recipe: &Recipe) -> String {
    String::from_utf8(board_file::write(&generate(recipe).unwrap())).unwrap()
}

fn pieces(setup: &Setup, rules: &RuleSet) -> usize {
    let grid = Grid::new(setup.rows(), setup.cols(), rules.topology).unwrap();
    let mut seen: Vec<bool> = setup.tiles().iter().map(|tile| tile.is_water()).collect();
    let mut pieces = 0;
    for start in grid.iter() {
        if seen[start.index()] {
            continue;
        }
        pieces += 1;
        let mut todo: Vec<Cell> = vec![start];
        while let Some(cell) = todo.pop() {
            if !std::mem::replace(&mut seen[cell.index()], true) {
                todo.extend(grid.neighbours(cell));
            }
        }
    }
    pieces
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn boards_are_playable_or_refused(
        rules in prop::sample::select(all_rules()),
        (rows, cols) in (1u32..16, 1u32..16),
        shape in prop::sample::select(vec![Shape::Full, Shape::Island, Shape::Mirrored]),
        holes in 0u32..100,
        weights in [0u32..4, 0u32..4, 0u32..4],
        (players, penguins) in (1u8..5, 1u32..6),
        seed in any::<u64>(),
    ) {
        let recipe = Recipe { rules, rows, cols, shape, holes, fish_weights: weights, players, penguins, seed };
        let cells = rows * cols;
        match generate(&recipe) {
            Ok(setup) => {
                prop_assert_eq!(generate(&recipe), Ok(setup.clone()), "the same again");
                let starts = setup.tiles().iter().filter(|tile| tile.is_start()).count();
                prop_assert!(starts >= usize::from(players) * penguins as usize);
                prop_assert!(setup.tiles().iter().all(|tile| tile.is_water() || tile.is_free()));
                prop_assert_eq!(pieces(&setup, &rules), 1);
                let water = setup.tiles().iter().filter(|tile| tile.is_water()).count() as u32;
                let wanted = (cells * holes + 50) / 100;
                // On mirrored boards cells come in pairs, and the two halves must meet.
                let pairs = if shape == Shape::Mirrored { 1 + rows.max(cols) } else { 0 };
                // No board is all water.
                let slack = pairs + u32::from(wanted == cells);
                prop_assert!(water <= wanted && water + slack >= wanted, "{water} of {wanted}");
                prop_assert!(setup.players.is_empty());
            }
            Err(GenerateError::TooFewFloes { needed, floes, .. }) => prop_assert!(needed > floes as u64),
            Err(GenerateError::NoOneFish) => prop_assert_eq!(weights[0], 0),
            Err(GenerateError::Players { .. }) => prop_assert!(!rules.allows_players(players)),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}

#[test]
fn a_seed_gives_the_same_board_in_every_release() {
    let square = recipe(RuleSet::SQUARE, 4, 6, Shape::Full, 20);
    let island = recipe(RuleSet::HEX, 6, 6, Shape::Island, 40);
    let mirrored = recipe(RuleSet::SQUARE, 4, 5, Shape::Mirrored, 20);
    assert_eq!(text(&square), include_str!("../boards/full-4x6.txt"));
    assert_eq!(text(&island), include_str!("../boards/island-6x6.txt"));
    assert_eq!(text(&mirrored), include_str!("../boards/mirrored-4x5.txt"));
}

#[test]
fn other_seeds_give_other_boards() {
    let mut recipe = recipe(RuleSet::SQUARE, 8, 8, Shape::Island, 30);
    let boards: std::collections::HashSet<String> = (0..50)
        .map(|seed| {
            recipe.seed = seed;
            text(&recipe)
        })
        .collect();
    assert_eq!(boards.len(), 50);
}

#[test]
fn a_mirrored_board_looks_the_same_from_both_sides() {
    let setup = generate(&recipe(RuleSet::SQUARE, 7, 8, Shape::Mirrored, 25)).unwrap();
    let turned: Vec<Tile> = setup.tiles().iter().rev().copied().collect();
    assert_eq!(setup.tiles(), turned);
}

#[test]
fn the_classic_board_has_its_sixty_tiles() {
    let classic = recipe(RuleSet::CLASSIC, 8, 8, Shape::Classic, 0);
    let setup = generate(&classic).unwrap();
    let count = |fish: u8| setup.tiles().iter().filter(|tile| tile.fish().count() == fish).count();
    assert_eq!([count(0), count(1), count(2), count(3)], [4, 30, 20, 10]);
    for row in 0..8 {
        assert_eq!(setup.tiles()[row * 8 + 7].is_water(), row % 2 == 1, "row {row}");
    }
    let refusal = |recipe: Recipe| generate(&recipe).unwrap_err();
    assert_eq!(
        refusal(Recipe { rows: 9, ..classic.clone() }),
        GenerateError::ClassicSize { rows: 9, cols: 8 }
    );
    assert_eq!(refusal(Recipe { rules: RuleSet::HEX, ..classic.clone() }), GenerateError::ClassicTiles);
    assert!(matches!(
        refusal(Recipe { penguins: 16, ..classic }),
        GenerateError::TooFewFloes { needed: 32, .. }
    ));
}

#[test]
fn impossible_recipes_are_refused() {
    let refusal = |change: fn(&mut Recipe)| {
        let mut recipe = recipe(RuleSet::SQUARE, 4, 4, Shape::Full, 0);
        change(&mut recipe);
        generate(&recipe).unwrap_err()
    };
    assert_eq!(refusal(|recipe| recipe.rows = 0), GenerateError::NoCells);
    assert_eq!(refusal(|recipe| recipe.holes = 100), GenerateError::AllHoles(100));
    assert_eq!(refusal(|recipe| recipe.penguins = 0), GenerateError::NoPenguins);
    assert!(matches!(refusal(|recipe| recipe.players = 10), GenerateError::Players { players: 10, .. }));
    assert_eq!(refusal(|recipe| recipe.fish_weights = [0, 1, 1]), GenerateError::NoOneFish);
    assert!(matches!(
        refusal(|recipe| recipe.penguins = 9),
        GenerateError::TooFewFloes { needed: 18, floes: 16, .. }
    ));
    assert!(matches!(refusal(|recipe| recipe.penguins = u32::MAX), GenerateError::TooFewFloes { .. }));
    assert!(matches!(
        refusal(|recipe| (recipe.rows, recipe.cols) = (u32::MAX, u32::MAX)),
        GenerateError::TooLarge { .. }
    ));
}
