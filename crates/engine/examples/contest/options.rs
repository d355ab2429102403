//! The arguments: players, boards and limits.

use std::sync::Arc;
use std::time::Duration;

use floe_engine::penguins::tile_table::TileTable;
use floe_engine::{Level, PenguinsEngine, Search, reference};
use floe_rules::generate::{Recipe, Shape};
use floe_rules::penguins::{Move, Position, RuleSet};
use floe_rules::random::Random;

/// The help text.
pub(crate) const USAGE: &str = "\
contest [KEY=VALUE]...

  one=NAME       the player to measure (engine)
  two=NAME,...   its opponents; with more than two players they take the other seats in turn (greedy)
                 NAME is engine, greedy, random, lookahead, playouts or tree; engine:LEVEL and greedy:LEVEL play at a
                 level from 1 to 10; @FILE is the engine with weights that 'tune fit' wrote
  board=KIND     square8, hex9 or any other size, or classic (square8)
  players=N      number of players (2)
  penguins=N     penguins per player (3 on squares, 5 from 16x16 on; otherwise by the rules)
  holes=N        percentage of water (random from 0 to 20 for each board)
  games=N        number of games, rounded up so that each board is played from all seats (100)
  time=MS        milliseconds for each turn (50); time1= and time2= for one side
  nodes=N        nodes for each turn, in place of time; nodes1= and nodes2= for one side
  seed=N         seed of the boards and all other random choices (1)
  threads=N      number of games at the same time (1)";

/// A player given by an argument.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) name: String,
    kind: Kind,
    pub(crate) level: Level,
}

#[derive(Clone, Debug)]
enum Kind {
    Engine,
    /// The engine with another evaluation.
    Evaluated(Arc<TileTable>),
    Greedy,
    Random,
    LookAhead,
    Playouts,
    Tree,
}

fn evaluation(path: &str) -> Result<Arc<TileTable>, String> {
    let packed = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let table = TileTable::unpack(&packed)
        .ok_or_else(|| format!("{path} has no weights in the form of 'tune fit'"))?;
    Ok(Arc::new(table))
}

impl Player {
    fn parse(text: &str) -> Result<Player, String> {
        let (name, level) = match text.split_once(':') {
            None => (text, Some(Level::FULL)),
            Some((name, level)) => (name, level.parse().ok().and_then(Level::new)),
        };
        let level = level.ok_or_else(|| format!("'{text}': a level is a number from 1 to 10"))?;
        let kind = match name {
            "engine" => Kind::Engine,
            file if file.starts_with('@') => Kind::Evaluated(evaluation(&file[1..])?),
            "greedy" => Kind::Greedy,
            "random" => Kind::Random,
            "lookahead" => Kind::LookAhead,
            "playouts" => Kind::Playouts,
            "tree" => Kind::Tree,
            _ => return Err(format!("unknown player '{name}'")),
        };
        if level != Level::FULL
            && matches!(kind, Kind::Random | Kind::LookAhead | Kind::Playouts | Kind::Tree)
        {
            return Err(format!("'{text}': {name} has no levels"));
        }
        Ok(Player { name: text.to_owned(), kind, level })
    }

    /// Returns the player for a new game.
    pub(crate) fn start_game(&self) -> Box<dyn Search<Position = Position, Move = Move>> {
        match &self.kind {
            Kind::Engine => Box::new(PenguinsEngine::default()),
            Kind::Evaluated(table) => Box::new(PenguinsEngine::with_evaluation(Arc::clone(table))),
            Kind::Greedy => Box::new(reference::PenguinsGreedy),
            Kind::Random => Box::new(reference::RandomPlayer),
            Kind::LookAhead => Box::new(reference::TerritoryLookAhead),
            Kind::Playouts => Box::new(reference::PlayoutTree),
            Kind::Tree => Box::new(reference::TerritoryTree),
        }
    }
}

/// The limit of a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Budget {
    Time(Duration),
    Nodes(u64),
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Budget::Time(time) => write!(f, "{} ms", time.as_millis()),
            Budget::Nodes(nodes) => write!(f, "{nodes} nodes"),
        }
    }
}

/// The arguments.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) one: Player,
    pub(crate) others: Vec<Player>,
    pub(crate) board: String,
    pub(crate) players: u8,
    pub(crate) games: usize,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    /// The limits of the measured player and of its opponents.
    pub(crate) budgets: [Budget; 2],
    rules: RuleSet,
    side: u32,
    pub(crate) penguins: u32,
    holes: Option<u32>,
}

impl Options {
    /// Parses the arguments, or returns the reason why they are wrong.
    pub(crate) fn parse(args: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for arg in args {
            let (key, value) = arg.split_once('=').ok_or_else(|| format!("'{arg}' is not KEY=VALUE"))?;
            pairs.push((key.to_owned(), value.to_owned()));
        }
        let mut take = |key: &str| {
            let at = pairs.iter().position(|(name, _)| name == key)?;
            Some(pairs.swap_remove(at).1)
        };
        let one = Player::parse(&take("one").unwrap_or_else(|| "engine".to_owned()))?;
        let others = take("two").unwrap_or_else(|| "greedy".to_owned());
        let others = others.split(',').map(Player::parse).collect::<Result<Vec<_>, _>>()?;
        let board = take("board").unwrap_or_else(|| "square8".to_owned());
        let (rules, side) = kind_of(&board)?;
        let players = number(take("players"), "players")?.unwrap_or(2);
        let penguins = number(take("penguins"), "penguins")?
            .or(rules.penguins_each(players))
            .unwrap_or(if side < 16 { 3 } else { 5 });
        let holes = number(take("holes"), "holes")?;
        let games: usize = number(take("games"), "games")?.unwrap_or(100);
        let seed = number(take("seed"), "seed")?.unwrap_or(1);
        let threads = number(take("threads"), "threads")?.unwrap_or(1);
        let mut budget = |side: &str| -> Result<Option<Budget>, String> {
            let nodes = number(take(&format!("nodes{side}")), "nodes")?.map(Budget::Nodes);
            let time = number(take(&format!("time{side}")), "time")?.map(Duration::from_millis);
            Ok(nodes.or(time.map(Budget::Time)))
        };
        let both = budget("")?.unwrap_or(Budget::Time(Duration::from_millis(50)));
        let budgets = [budget("1")?.unwrap_or(both), budget("2")?.unwrap_or(both)];
        if let Some((key, _)) = pairs.first() {
            return Err(format!("unknown argument '{key}='"));
        }
        if players < 2 {
            return Err("a match needs at least two players".to_owned());
        }
        let games = games.max(1).next_multiple_of(usize::from(players));
        Ok(Options {
            one,
            others,
            board,
            players,
            games,
            seed,
            threads,
            budgets,
            rules,
            side,
            penguins,
            holes,
        })
    }

    /// Returns the recipe of a board.
    pub(crate) fn recipe(&self, board: u64) -> Recipe {
        let mut random = Random::new(self.seed.wrapping_mul(1_000_003).wrapping_add(board));
        let seed = random.next_u64();
        let any_holes = random.below(21) as u32;
        let is_classic = self.rules == RuleSet::CLASSIC;
        Recipe {
            shape: if is_classic { Shape::Classic } else { Shape::Full },
            holes: self.holes.unwrap_or(any_holes),
            players: self.players,
            penguins: self.penguins,
            seed,
            ..Recipe::plain(self.rules, self.side, self.side)
        }
    }
}

/// Returns the rules and the side length of a kind of board.
fn kind_of(board: &str) -> Result<(RuleSet, u32), String> {
    let unknown = || format!("unknown board '{board}'");
    if board == "classic" {
        return Ok((RuleSet::CLASSIC, 8));
    }
    let digits = board.find(|letter: char| letter.is_ascii_digit()).ok_or_else(unknown)?;
    let rules = match &board[..digits] {
        "square" => RuleSet::SQUARE,
        "hex" => RuleSet::HEX,
        _ => return Err(unknown()),
    };
    Ok((rules, board[digits..].parse().map_err(|_| unknown())?))
}

fn number<N: std::str::FromStr>(text: Option<String>, key: &str) -> Result<Option<N>, String> {
    let parse = |text: String| text.parse().map_err(|_| format!("'{key}={text}' is not a number that fits"));
    text.map(parse).transpose()
}
