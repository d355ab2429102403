//! The arguments: players, boards and limits.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use floe_engine::gamma::Weights;
use floe_engine::reference::GammaGreedy;
use floe_engine::{GammaEngine, Level, Search};
use floe_rules::gamma::{Move, Turns};

/// The help text.
pub(crate) const USAGE: &str = "\
gamma_contest [KEY=VALUE]...

  one=NAME      the player to measure (engine)
  two=NAME      the player in all other seats (greedy)
                NAME is engine or greedy; NAME:LEVEL plays at a level from 1 to 10;
                engine@far:3,golden:150 has other parameters
  side=N or N-M rows and columns of a board, each random in the range (8-20)
  areas=N or N-M areas per player, random in the range (2-4)
  players=N     number of players (2)
  random=N      number of random turns at the start, the same for all seats (players)
  games=N       number of games, rounded up so that each board is played from all seats (100)
  time=MS       milliseconds for each turn (50)
  nodes=N       nodes for each turn, in place of time
  seed=N        seed of the boards and all other random choices (1)";

/// A player given by an argument.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) level: Level,
    /// The weights of the engine; none for the greedy player.
    weights: Option<Weights>,
}

impl Player {
    fn parse(text: &str) -> Result<Player, String> {
        let unknown = || format!("unknown player '{text}'");
        let (name, weights) = match text.split_once('@') {
            Some((name, weights)) => (name, Weights::parse(weights).ok_or_else(unknown)?),
            None => (text, Weights::DEFAULT),
        };
        let (name, level) = match name.split_once(':') {
            Some((name, level)) => (name, level.parse().ok().and_then(Level::new).ok_or_else(unknown)?),
            None => (name, Level::FULL),
        };
        let weights = match name {
            "engine" => Some(weights),
            "greedy" => None,
            _ => return Err(unknown()),
        };
        Ok(Player { name: text.to_owned(), level, weights })
    }

    /// Returns the player for a new game.
    pub(crate) fn start_game(&self) -> Box<dyn Search<Position = Turns, Move = Move>> {
        match self.weights {
            Some(weights) => Box::new(GammaEngine::with_weights(weights)),
            None => Box::new(GammaGreedy),
        }
    }
}

/// The limit of a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Budget {
    Time(Duration),
    Nodes(u64),
}

/// The arguments.
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
    /// Parses the arguments, or returns the reason why they are wrong.
    pub(crate) fn parse(args: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options {
            one: Player::parse("engine")?,
            two: Player::parse("greedy")?,
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
                _ => return Err(format!("unknown argument '{key}'")),
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
