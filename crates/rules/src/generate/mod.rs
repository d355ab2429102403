//! Random boards: seeded, reproducible, and always playable.
//!
//! A seed gives the same board in every release. A board always has at least as many floes with one fish
//! as there are penguins, and its ice is always connected. An impossible request is refused with a reason.

mod growth;
mod terrain;

use crate::grid::{Cell, Grid, Layout, Topology};
use crate::penguins::{Fish, RuleSet, Setup, Tile};
use crate::random::Random;

/// The maximum number of cells of a generated board.
pub const MOST_CELLS: u64 = 25_000_000;

/// The outline of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Shape {
    /// The whole rectangle, with holes scattered over it.
    Full,
    /// An island with a coast, and sometimes a lake.
    Island,
    /// As `Full`, but the two halves are equal: fair for two players.
    Mirrored,
    /// The published board: 60 tiles in rows of 8 and 7, with 30, 20 and 10 of each number of fish.
    Classic,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 4] = [Shape::Full, Shape::Island, Shape::Mirrored, Shape::Classic];

    /// Returns the name that arguments use.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Full => "full",
            Shape::Island => "island",
            Shape::Mirrored => "mirrored",
            Shape::Classic => "classic",
        }
    }
}

/// The description of a board to generate.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The rules, which determine the kind of tiles.
    pub rules: RuleSet,
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u32,
    /// The outline.
    pub shape: Shape,
    /// The percentage of the rectangle that is water; the classic shape has its own holes.
    pub holes: u32,
    /// The weights of floes with one, two and three fish; the classic shape has its own numbers.
    pub fish_weights: [u32; 3],
    /// The number of players.
    pub players: u8,
    /// The number of penguins each player has.
    pub penguins: u32,
    /// The seed that picks one of the boards that fit.
    pub seed: u64,
}

impl Recipe {
    /// Returns the recipe of a whole rectangle for two players with one penguin each, as a base for others.
    pub fn plain(rules: RuleSet, rows: u32, cols: u32) -> Recipe {
        Recipe {
            rules,
            rows,
            cols,
            shape: Shape::Full,
            holes: 0,
            fish_weights: [3, 2, 1],
            players: 2,
            penguins: 1,
            seed: 0,
        }
    }
}

/// Why a board cannot be generated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the variants and their fields are")]
#[non_exhaustive]
pub enum GenerateError {
    #[error("a board needs at least one row and one column")]
    NoCells,
    #[error("{rows} x {cols} fields are too many: at most {MOST_CELLS} can be generated")]
    TooLarge { rows: u32, cols: u32 },
    #[error("{players} players: a game under the rules '{rules}' has {fewest} to {most}")]
    Players { players: u8, rules: &'static str, fewest: u8, most: u8 },
    #[error("each player needs at least one penguin")]
    NoPenguins,
    #[error("{0}% holes leave no ice: at most 99% are possible")]
    AllHoles(u32),
    #[error("with a weight of 0 no floe has one fish, and penguins start on one-fish floes only")]
    NoOneFish,
    #[error(
        "{players} players with {penguins} penguins each need {needed} floes with one fish, \
         but the board has room for {floes}"
    )]
    TooFewFloes { players: u8, penguins: u32, needed: u64, floes: usize },
    #[error("the classic board is 8 x 8, not {rows} x {cols}")]
    ClassicSize { rows: u32, cols: u32 },
    #[error(
        "the classic board has hexagons in layout odd-r: use the rules 'classic', or 'hex' with that layout"
    )]
    ClassicTiles,
}

/// Generates a board, or returns why that is impossible.
///
/// ```
/// use floe_rules::generate::{Recipe, Shape, generate};
/// use floe_rules::penguins::RuleSet;
///
/// let recipe = Recipe { shape: Shape::Island, seed: 7, ..Recipe::plain(RuleSet::HEX, 8, 8) };
/// let setup = generate(&recipe)?;
/// assert_eq!(setup, generate(&recipe)?, "a seed always gives the same board");
/// # Ok::<(), floe_rules::generate::GenerateError>(())
/// ```
pub fn generate(recipe: &Recipe) -> Result<Setup, GenerateError> {
    let &Recipe { rules, rows, cols, players, penguins, .. } = recipe;
    if rows == 0 || cols == 0 {
        return Err(GenerateError::NoCells);
    }
    if u64::from(rows) * u64::from(cols) > MOST_CELLS {
        return Err(GenerateError::TooLarge { rows, cols });
    }
    if !rules.allows_players(players) {
        let (fewest, most) = (rules.fewest_players, rules.most_players);
        return Err(GenerateError::Players { players, rules: rules.name, fewest, most });
    }
    if penguins == 0 {
        return Err(GenerateError::NoPenguins);
    }
    let grid = Grid::new(rows, cols, rules.topology).ok_or(GenerateError::NoCells)?;
    let mut random = Random::new(recipe.seed);
    let tiles = match recipe.shape {
        Shape::Classic => classic(&grid, recipe, &mut random)?,
        Shape::Full | Shape::Island | Shape::Mirrored => laid_out(&grid, recipe, &mut random)?,
    };
    Ok(Setup::new(rows, cols, tiles).expect("there is a tile for every cell"))
}

/// Refuses a board whose floes could not hold the penguins that must be placed.
fn check_floes(recipe: &Recipe, floes: usize) -> Result<usize, GenerateError> {
    let &Recipe { players, penguins, .. } = recipe;
    let needed = u64::from(players) * u64::from(penguins);
    match usize::try_from(needed) {
        Ok(needed) if needed <= floes => Ok(needed),
        _ => Err(GenerateError::TooFewFloes { players, penguins, needed, floes }),
    }
}

fn classic(grid: &Grid, recipe: &Recipe, random: &mut Random) -> Result<Vec<Tile>, GenerateError> {
    const COUNTS: [usize; 3] = [30, 20, 10];
    if grid.topology() != Topology::Hex(Layout::OddR) {
        return Err(GenerateError::ClassicTiles);
    }
    let (rows, cols) = (grid.rows(), grid.cols());
    if (rows, cols) != (8, 8) {
        return Err(GenerateError::ClassicSize { rows, cols });
    }
    check_floes(recipe, COUNTS[0])?;
    let mut floes: Vec<Tile> = (1u8..)
        .zip(COUNTS)
        .filter_map(|(fish, count)| Some((Tile::floe(Fish::new(fish)?), count)))
        .flat_map(|(floe, count)| std::iter::repeat_n(floe, count))
        .collect();
    random.shuffle(&mut floes);
    let is_hole = |cell| {
        let at = grid.coord(cell);
        at.row % 2 == 1 && at.col == cols - 1
    };
    let mut floes = floes.into_iter();
    let tile = |cell| if is_hole(cell) { None } else { floes.next() };
    Ok(grid.iter().map(tile).map(|tile| tile.unwrap_or(Tile::WATER)).collect())
}

fn laid_out(grid: &Grid, recipe: &Recipe, random: &mut Random) -> Result<Vec<Tile>, GenerateError> {
    if recipe.holes > 99 {
        return Err(GenerateError::AllHoles(recipe.holes));
    }
    let [ones, _, _] = recipe.fish_weights;
    if ones == 0 {
        return Err(GenerateError::NoOneFish);
    }
    let cells = grid.cells() as u64;
    let water = (cells * u64::from(recipe.holes) + 50) / 100;
    let wanted = (cells - water).max(1) as usize;
    let mirror = |cell: Cell| match recipe.shape {
        Shape::Mirrored => growth::mirror(grid, cell),
        _ => cell,
    };
    let ice = if wanted == grid.cells() {
        vec![true; wanted]
    } else {
        let heights = match recipe.shape {
            Shape::Island => terrain::island(grid, random),
            _ => (0..cells).map(|_| random.next_u64() >> 32).collect(),
        };
        growth::grow(grid, &heights, wanted, recipe.shape == Shape::Mirrored)
    };
    let needed = check_floes(recipe, ice.iter().filter(|&&is_ice| is_ice).count())?;

    let mut fish = vec![Fish::NONE; grid.cells()];
    let mut others = Vec::new();
    let mut starts = 0;
    for cell in grid.iter().filter(|cell| ice[cell.index()]) {
        let twin = mirror(cell);
        fish[cell.index()] =
            if twin < cell { fish[twin.index()] } else { random_fish(recipe.fish_weights, random) };
        if fish[cell.index()] == Fish::ONE {
            starts += 1;
        } else if twin >= cell {
            others.push(cell);
        }
    }
    random.shuffle(&mut others);
    while starts < needed
        && let Some(cell) = others.pop()
    {
        let twin = mirror(cell);
        fish[cell.index()] = Fish::ONE;
        fish[twin.index()] = Fish::ONE;
        starts += if twin == cell { 1 } else { 2 };
    }
    Ok(fish.into_iter().map(Tile::floe).collect())
}

fn random_fish(weights: [u32; 3], random: &mut Random) -> Fish {
    let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    let mut drawn = random.below(total);
    for (fish, weight) in (1u8..).zip(weights) {
        if drawn < u64::from(weight) {
            return Fish::new(fish).unwrap_or(Fish::ONE);
        }
        drawn -= u64::from(weight);
    }
    Fish::ONE
}
