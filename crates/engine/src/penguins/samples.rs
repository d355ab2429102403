//! Positions of games at random and distances on them, for tests.

use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{Bits, Compact, Position, RuleSet, Stage};
use floe_rules::random::Random;

/// Returns a game of two after up to so many random turns, under other rules for each seed.
pub(crate) fn game(seed: u64, side: u32, penguins: u32, turns: u64) -> Position {
    game_of(2, seed, side, penguins, turns)
}

/// Returns a game of some players after up to so many random turns, under other rules for each seed.
pub(crate) fn game_of(players: u8, seed: u64, side: u32, penguins: u32, turns: u64) -> Position {
    let mut random = Random::new(seed);
    let rules = [RuleSet::SQUARE, RuleSet::HEX, RuleSet::CLASSIC][seed as usize % 3];
    let recipe = Recipe { players, penguins, holes: 10, seed, ..Recipe::plain(rules, side, side) };
    let setup = generate(&recipe).unwrap();
    let stage = Stage::Placement { penguins, seats: setup.seats_for(players) };
    let mut position = Position::new(&setup, &rules, &stage).unwrap();
    for _ in 0..random.below(turns) {
        let turns = position.turns();
        if let Some(&turn) = turns.get(random.index(turns.len())) {
            let _ = position.play_unchecked(turn);
        }
    }
    position
}

/// The distance of a tile that is not reached.
pub(crate) const NEVER: u32 = u32::MAX;

/// Returns the distance of every tile from some tiles.
pub(crate) fn distances<const W: usize>(
    ice: &Compact<W>,
    from: Bits<W>,
    next: impl Fn(u16) -> Bits<W>,
) -> impl Fn(u16) -> u32 {
    let mut distances = vec![NEVER; 64 * W];
    let mut queue: Vec<(u16, u32)> = from.into_iter().map(|tile| (tile, 0)).collect();
    let mut at = 0;
    while let Some(&(tile, far)) = queue.get(at) {
        at += 1;
        for to in next(tile) & ice.free() {
            if distances[usize::from(to)] == NEVER {
                distances[usize::from(to)] = far + 1;
                queue.push((to, far + 1));
            }
        }
    }
    move |tile| distances[usize::from(tile)]
}
