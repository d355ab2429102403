//! The arguments: builds, boards, limits and the test.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use floe_arena::rating::sprt::Sprt;
use floe_rules::generate::{Recipe, Shape};
use floe_rules::penguins::RuleSet;
use floe_rules::random::Random;

/// The help text.
pub(crate) const USAGE: &str = "\
gate old=PATH new=PATH [KEY=VALUE]...

  old=PATH, new=PATH   two builds of floe; old=reference:NAME is an opponent of the engine crate: tree, lookahead,
                       playouts, greedy or random
  board=KIND           classic, square8, hex9 or any other size, square:ROWSxCOLS:PENGUINS or
                       hex:ROWSxCOLS:PENGUINS (classic)
  players=N            number of players: one copy of new, the others copies of old (2)
  penguins=N           penguins per player (3 on squares, 5 from 16 x 16 on; otherwise by the rules)
  holes=N              percentage of water (random from 0 to 20 for each board; classic has its own)
  time=MS              milliseconds for each turn (50); old-time= and new-time= for one side
  nodes=N              nodes for each turn, in place of time; old-nodes= and new-nodes= for one side
  clock=processor|wall what time is measured by (processor)
  options=NAME:VALUE,...  options of the engines, such as level:9; old-options= and new-options= for one side
  elo0=E, elo1=E       the hypotheses of the test, for two players (0, 10)
  alpha=P, beta=P      its error rates (0.05, 0.05)
  games=N              the most games, rounded up so that each board is played from all seats (2000)
  threads=N            number of games at the same time (all cores)
  seed=N               seed of the boards and all other random choices (1)";

/// A reference opponent.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Opponent {
    Greedy,
    Random,
    LookAhead,
    Playouts,
    Tree,
}

/// Who plays for a side.
#[derive(Clone, Debug)]
pub(crate) enum Contestant {
    Program(PathBuf),
    Reference(Opponent),
}

/// The limit of a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TurnLimit {
    Time(Duration),
    Nodes(u64),
}

impl fmt::Display for TurnLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnLimit::Time(time) => write!(f, "{} ms", time.as_millis()),
            TurnLimit::Nodes(nodes) => write!(f, "{nodes} nodes"),
        }
    }
}

/// One of the two sides.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    pub(crate) name: String,
    pub(crate) contestant: Contestant,
    pub(crate) limit: TurnLimit,
    /// Options of the engine, by name.
    pub(crate) settings: Vec<(String, String)>,
}

/// The arguments.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) old: Side,
    pub(crate) new: Side,
    pub(crate) board: String,
    pub(crate) players: u8,
    pub(crate) clock: String,
    pub(crate) sprt: Sprt,
    /// The hypotheses, to print them.
    pub(crate) elo: [f64; 2],
    pub(crate) threads: usize,
    pub(crate) seed: u64,
    games: usize,
    kind: BoardKind,
    holes: Option<u32>,
}

/// The rules and the size of all boards.
#[derive(Clone, Debug)]
struct BoardKind {
    rules: RuleSet,
    rows: u32,
    cols: u32,
    penguins: Option<u32>,
}

/// Arguments of the form `KEY=VALUE`, taken one by one.
struct Arguments(Vec<(String, String)>);

impl Arguments {
    fn parse(args: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for arg in args {
            let (key, value) = arg.split_once('=').ok_or_else(|| format!("'{arg}' is not KEY=VALUE"))?;
            if pairs.iter().any(|(other, _)| other == key) {
                return Err(format!("'{key}=' is given twice"));
            }
            pairs.push((key.to_owned(), value.to_owned()));
        }
        Ok(Arguments(pairs))
    }

    fn take(&mut self, key: &str) -> Option<String> {
        let at = self.0.iter().position(|(name, _)| name == key)?;
        Some(self.0.swap_remove(at).1)
    }

    fn number<N: FromStr>(&mut self, key: &str) -> Result<Option<N>, String> {
        let parse =
            |text: String| text.parse().map_err(|_| format!("'{key}={text}' is not a number that fits"));
        self.take(key).map(parse).transpose()
    }

    /// Takes the limit with a prefix.
    fn limit(&mut self, prefix: &str) -> Result<Option<TurnLimit>, String> {
        let nodes = self.number(&format!("{prefix}nodes"))?.map(TurnLimit::Nodes);
        let time = self.number(&format!("{prefix}time"))?.map(Duration::from_millis).map(TurnLimit::Time);
        match (nodes, time) {
            (Some(TurnLimit::Nodes(0)), _) | (_, Some(TurnLimit::Time(Duration::ZERO))) => {
                Err(format!("a limit of 0 in '{prefix}nodes=' or '{prefix}time='"))
            }
            (Some(_), Some(_)) => Err(format!("give '{prefix}nodes=' or '{prefix}time=', not both")),
            (nodes, time) => Ok(nodes.or(time)),
        }
    }

    /// Takes the options of engines with a prefix.
    fn settings(&mut self, prefix: &str) -> Result<Vec<(String, String)>, String> {
        let Some(text) = self.take(&format!("{prefix}options")) else { return Ok(Vec::new()) };
        let setting = |text: &str| {
            let pair = text.split_once(':').map(|(name, value)| (name.to_owned(), value.to_owned()));
            pair.ok_or_else(|| format!("the option '{text}' is not NAME:VALUE"))
        };
        text.split(',').map(setting).collect()
    }
}

impl Options {
    /// Parses the arguments, or returns the reason why they are wrong.
    pub(crate) fn parse(args: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut arguments = Arguments::parse(args)?;
        let limit = arguments.limit("")?.unwrap_or(TurnLimit::Time(Duration::from_millis(50)));
        let settings = arguments.settings("")?;
        let mut side = |key: &str| -> Result<Side, String> {
            let name = arguments.take(key).ok_or_else(|| format!("'{key}=' is missing"))?;
            let contestant = contestant(&name)?;
            let mut settings = settings.clone();
            settings.extend(arguments.settings(&format!("{key}-"))?);
            if matches!(contestant, Contestant::Reference(_)) && !settings.is_empty() {
                return Err(format!("'{name}' has no options"));
            }
            let limit = arguments.limit(&format!("{key}-"))?.unwrap_or(limit);
            Ok(Side { name, contestant, limit, settings })
        };
        let (old, new) = (side("old")?, side("new")?);
        let board = arguments.take("board").unwrap_or_else(|| "classic".to_owned());
        let mut kind = board_kind(&board).ok_or_else(|| format!("unknown board '{board}'"))?;
        let players = arguments.number("players")?.unwrap_or(2);
        kind.penguins = arguments.number("penguins")?.or(kind.penguins);
        let clock = arguments.take("clock").unwrap_or_else(|| "processor".to_owned());
        if !["processor", "wall"].contains(&clock.as_str()) {
            return Err(format!("unknown clock '{clock}'"));
        }
        let elo = [arguments.number("elo0")?.unwrap_or(0.0), arguments.number("elo1")?.unwrap_or(10.0)];
        let errors = [arguments.number("alpha")?.unwrap_or(0.05), arguments.number("beta")?.unwrap_or(0.05)];
        let sprt = Sprt::new(elo[0], elo[1], errors[0], errors[1]).map_err(|why| why.to_string())?;
        let options = Options {
            old,
            new,
            board,
            players,
            clock,
            sprt,
            elo,
            threads: arguments.number("threads")?.unwrap_or_else(cores).max(1),
            seed: arguments.number("seed")?.unwrap_or(1),
            games: arguments.number("games")?.unwrap_or(2000),
            kind,
            holes: arguments.number("holes")?,
        };
        if let Some((key, _)) = arguments.0.first() {
            return Err(format!("unknown argument '{key}='"));
        }
        if players < 2 {
            return Err("a match needs at least two players".to_owned());
        }
        Ok(options)
    }

    /// Returns the largest number of boards.
    pub(crate) fn boards(&self) -> usize {
        self.games.max(1).div_ceil(usize::from(self.players))
    }

    /// Returns the recipe of a board.
    pub(crate) fn recipe(&self, board: u64) -> Recipe {
        let BoardKind { rules, rows, cols, penguins } = self.kind;
        let mut random = Random::new(self.seed.wrapping_mul(1_000_003).wrapping_add(board));
        let seed = random.next_u64();
        let any_holes = random.below(21) as u32;
        let by_size = if rows.min(cols) < 16 { 3 } else { 5 };
        Recipe {
            shape: if rules == RuleSet::CLASSIC { Shape::Classic } else { Shape::Full },
            holes: self.holes.unwrap_or(any_holes),
            players: self.players,
            penguins: penguins.or(rules.penguins_each(self.players)).unwrap_or(by_size),
            seed,
            ..Recipe::plain(rules, rows, cols)
        }
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn contestant(text: &str) -> Result<Contestant, String> {
    let Some(name) = text.strip_prefix("reference:") else {
        return Ok(Contestant::Program(PathBuf::from(text)));
    };
    let opponent = match name {
        "tree" => Opponent::Tree,
        "lookahead" => Opponent::LookAhead,
        "playouts" => Opponent::Playouts,
        "greedy" => Opponent::Greedy,
        "random" => Opponent::Random,
        _ => return Err(format!("unknown reference opponent '{name}'")),
    };
    Ok(Contestant::Reference(opponent))
}

/// Reads a kind of board: `classic`, `square8` or `square:8x12:3`.
fn board_kind(text: &str) -> Option<BoardKind> {
    if text == "classic" {
        return Some(BoardKind { rules: RuleSet::CLASSIC, rows: 8, cols: 8, penguins: None });
    }
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let rules = match &text[..text.len() - rest.len()] {
        "square" => RuleSet::SQUARE,
        "hex" => RuleSet::HEX,
        _ => return None,
    };
    let Some(sizes) = rest.strip_prefix(':') else {
        let side = rest.parse().ok()?;
        return Some(BoardKind { rules, rows: side, cols: side, penguins: None });
    };
    let (sides, penguins) = sizes.split_once(':')?;
    let (rows, cols) = sides.split_once('x')?;
    let penguins = Some(penguins.parse().ok()?);
    Some(BoardKind { rules, rows: rows.parse().ok()?, cols: cols.parse().ok()?, penguins })
}
