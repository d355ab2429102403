//! The kinds of boards to tune for.

use floe_engine::penguins::tile_codes::Coding;
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::penguins::{Position, RuleSet, Stage};
use floe_rules::random::Random;

/// A kind of boards, which has weights of its own.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    rules: RuleSet,
    /// How the codes of tiles are computed.
    pub(crate) coding: Coding,
    boards: &'static [Board],
}

/// A shape, the length of a side, and the penguins of each player.
type Board = (Shape, u32, u32);

/// The large boards of every kind: small ones are common, since their games take far less time.
const LARGE: [Board; 16] = [
    (Shape::Full, 17, 3),
    (Shape::Full, 17, 4),
    (Shape::Full, 18, 5),
    (Shape::Full, 20, 4),
    (Shape::Full, 20, 5),
    (Shape::Full, 22, 5),
    (Shape::Full, 24, 3),
    (Shape::Full, 25, 5),
    (Shape::Full, 25, 4),
    (Shape::Full, 28, 5),
    (Shape::Full, 30, 5),
    (Shape::Full, 30, 4),
    (Shape::Full, 32, 6),
    (Shape::Full, 36, 5),
    (Shape::Full, 44, 5),
    (Shape::Full, 56, 5),
];

const KINDS: [Kind; 7] = [
    Kind {
        name: "wide-square",
        rules: RuleSet::SQUARE,
        coding: Coding::Near,
        boards: &[
            (Shape::Full, 9, 3),
            (Shape::Full, 10, 3),
            (Shape::Full, 10, 4),
            (Shape::Full, 11, 3),
            (Shape::Full, 12, 3),
            (Shape::Full, 12, 3),
            (Shape::Full, 12, 3),
            (Shape::Full, 12, 2),
            (Shape::Full, 12, 4),
            (Shape::Island, 12, 3),
            (Shape::Full, 13, 3),
            (Shape::Full, 14, 4),
            (Shape::Full, 15, 4),
            (Shape::Full, 15, 3),
            (Shape::Full, 16, 5),
        ],
    },
    Kind { name: "large-square", rules: RuleSet::SQUARE, coding: Coding::Far, boards: &LARGE },
    Kind { name: "large-classic", rules: RuleSet::CLASSIC, coding: Coding::Far, boards: &LARGE },
    Kind { name: "large-hex", rules: RuleSet::HEX, coding: Coding::Far, boards: &LARGE },
    Kind {
        name: "square",
        rules: RuleSet::SQUARE,
        coding: Coding::Near,
        boards: &[
            (Shape::Full, 8, 3),
            (Shape::Full, 8, 3),
            (Shape::Full, 8, 3),
            (Shape::Full, 8, 3),
            (Shape::Full, 8, 2),
            (Shape::Full, 8, 4),
            (Shape::Full, 7, 3),
            (Shape::Full, 6, 2),
            (Shape::Full, 5, 2),
            (Shape::Full, 10, 3),
            (Shape::Island, 12, 3),
            (Shape::Full, 12, 3),
            (Shape::Full, 12, 3),
            (Shape::Full, 12, 4),
            (Shape::Full, 12, 2),
            (Shape::Full, 15, 4),
        ],
    },
    Kind {
        name: "classic",
        rules: RuleSet::CLASSIC,
        coding: Coding::Near,
        boards: &[
            (Shape::Classic, 8, 4),
            (Shape::Classic, 8, 4),
            (Shape::Classic, 8, 4),
            (Shape::Classic, 8, 4),
            (Shape::Classic, 8, 4),
            (Shape::Classic, 8, 3),
            (Shape::Classic, 8, 2),
            (Shape::Full, 9, 4),
        ],
    },
    Kind {
        name: "hex",
        rules: RuleSet::HEX,
        coding: Coding::Near,
        boards: &[
            (Shape::Full, 9, 4),
            (Shape::Full, 9, 4),
            (Shape::Full, 9, 4),
            (Shape::Full, 9, 3),
            (Shape::Full, 8, 4),
            (Shape::Full, 11, 4),
            (Shape::Full, 9, 2),
            (Shape::Full, 7, 3),
        ],
    },
];

impl Kind {
    /// Returns the kind of a name.
    pub(crate) fn named(name: &str) -> Result<&'static Kind, String> {
        KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| format!("unknown kind '{name}'"))
    }

    /// Returns the start of a random game.
    pub(crate) fn start(&self, players: u8, random: &mut Random) -> Result<Position, String> {
        let (shape, side, penguins) = self.boards[random.index(self.boards.len())];
        // The listed numbers are for two players; some rules give more players fewer penguins.
        let by_rules = |players| self.rules.penguins_each(players);
        let fewer = by_rules(2).zip(by_rules(players)).map_or(0, |(two, more)| two.saturating_sub(more));
        let penguins = penguins.saturating_sub(fewer).max(1);
        let holes = if shape == Shape::Full { random.below(21) as u32 } else { 0 };
        let seed = random.next_u64();
        let recipe =
            Recipe { shape, holes, players, penguins, seed, ..Recipe::plain(self.rules, side, side) };
        let setup = generate(&recipe).map_err(|why| why.to_string())?;
        let stage = Stage::Placement { penguins, seats: setup.seats_for(players) };
        Position::new(&setup, &self.rules, &stage).map_err(|why| why.to_string())
    }
}
