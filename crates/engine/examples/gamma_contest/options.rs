//! The arguments: who plays, on what boards, and how long they may think.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use floe_engine::gamma::Weights;
use floe_engine::reference::GammaGreedy;
use floe_engine::{GammaEngine, Level, Search};
use floe_rules::gamma::{Move, Turns};

/// How to call the program.
pub(crate) const USAGE: &str = "\
gamma_contest [KEY=VALUE]...

  one=NAME      who is measured (settler)
  two=NAME      who has all other seats (lookahead)
                NAME is settler or lookahead; NAME:LEVEL plays at a level of 1 to 10;
                settler@far:3,golden:150 has other weights than the usual ones
  side=N or N-M how many rows and columns a board has, each drawn by itself (8-20)
  areas=N or N-M how many areas each player may have (2-4)
  players=N     how many play (2)
  random=N      so many random turns come first, the same for all seats (players)
  games=N       how many games, rounded up so that each board is played from all seats (100)
  time=MS       milliseconds for each turn (50)
  nodes=N       nodes for each turn, in place of time
  seed=N        picks the boards and all else that is random (1)";

/// A player as the arguments name it.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) level: Level,
    /// The weights of a settler; a lookahead has none.
    weights: Option<Weights>,
}

impl Player {
    fn parse(text: &str) -> Result<Player, String> {
        let unknown = || format!("there is no player '{text}'");
        let (name, weights) = match text.split_once('@') {
            Some((name, weights)) => (name, Weights::parse(weights).ok_or_else(unknown)?),
            None => (text, Weights::DEFAULT),
        };
        let (name, level) = match name.split_once(':') {
            Some((name, level)) => (name, level.parse().ok().and_then(Level::new).ok_or_else(unknown)?),
            None => (name, Level::FULL),
        };
        let weights = match name {
            "settler" => Some(weights),
            "lookahead" => None,
            _ => return Err(unknown()),
        };
        Ok(Player { name: text.to_owned(), level, weights })
    }

    /// Returns the player as it sits down to a game.
    pub(crate) fn sit_down(&self) -> Box<dyn Search<Position = Turns, Move = Move>> {
        match self.weights {
            Some(weights) => Box::new(GammaEngine::with_weights(weights)),
            None => Box::new(GammaGreedy),
        }
    }
}

/// What a turn may take.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Budget {
    Time(Duration),
    Nodes(u64),
}

/// All arguments.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) one: Player,
    pub(crate) two: Player,
    pub(crate) sides: RangeInclusive<u32>,
    pub(crate) areas: RangeInclusive<u32>,
    pub(crate) players: u32,
    pub(crate) random: Option<u32>,
    pub(crate) games: u32,
    pub(crate) budget: Budget,
    pub(crate) seed: u64,
}

impl Options {
    /// Reads the arguments, or says what is wrong with them.
    pub(crate) fn parse(args: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options {
            one: Player::parse("settler")?,
            two: Player::parse("lookahead")?,
            sides: 8..=20,
            areas: 2..=4,
            players: 2,
            random: None,
            games: 100,
            budget: Budget::Time(Duration::from_millis(50)),
            seed: 1,
        };
        for arg in args {
            let (key, value) = arg.split_once('=').ok_or_else(|| format!("'{arg}' is not KEY=VALUE"))?;
            let number = || value.parse::<u32>().map_err(|_| format!("'{arg}' is not a number that fits"));
            match key {
                "one" => options.one = Player::parse(value)?,
                "two" => options.two = Player::parse(value)?,
                "side" => options.sides = range(value).ok_or_else(|| format!("'{arg}' is no range"))?,
                "areas" => options.areas = range(value).ok_or_else(|| format!("'{arg}' is no range"))?,
                "players" => options.players = number()?.max(1),
                "random" => options.random = Some(number()?),
                "games" => options.games = number()?,
                "time" => options.budget = Budget::Time(Duration::from_millis(number()?.into())),
                "nodes" => options.budget = Budget::Nodes(number()?.into()),
                "seed" => options.seed = number()?.into(),
                _ => return Err(format!("there is no argument '{key}'")),
            }
        }
        options.games = options.games.max(1).next_multiple_of(options.players);
        Ok(options)
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { one, two, sides, areas, players, games, budget, seed, .. } = self;
        write!(f, "{} against {}: sides {sides:?}, areas {areas:?}, ", one.name, two.name)?;
        write!(f, "{players} players, {games} games, ")?;
        match budget {
            Budget::Time(time) => write!(f, "{} ms, seed {seed}", time.as_millis()),
            Budget::Nodes(nodes) => write!(f, "{nodes} nodes, seed {seed}"),
        }
    }
}

/// Reads `3` or `3-5`.
fn range(text: &str) -> Option<RangeInclusive<u32>> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let (low, high) = (low.parse().ok()?, high.parse().ok()?);
    (1 <= low && low <= high).then_some(low..=high)
}
