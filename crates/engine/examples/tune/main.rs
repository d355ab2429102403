//! Makes the weights of Penguins: plays games of the engine against itself, and fits a tile table or a policy.
//!
//! ```text
//! cargo run --release -p floe-engine --example tune -- play kind=classic games=68672 seed=101 out=classic.games
//! cargo run --release -p floe-engine --example tune -- fit epochs=6 out=classic.weights classic.games
//! cargo run --release -p floe-engine --example tune -- policy epochs=4 out=hex.policy hex3.games hex4.games
//! ```
//!
//! Games on random boards start with some random turns, then the engine plays all sides. A sample is a position after
//! the last random turn. Its target is the mean of what the player gained on the average of the others until the end, and
//! what the search expected it to gain. A policy is fitted to the turns that the search chose. One game in sixteen is
//! held out to measure the error. The same arguments give the same games on any number of threads, and the same games the
//! same weights. A wrong argument prints the list of arguments.

mod fit;
mod games;
mod kinds;
mod policy;
mod samples;

use std::fs;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;

use floe_engine::penguins::policy::TurnPolicy;
use floe_engine::penguins::tile_codes::Coding;
use floe_engine::penguins::tile_table::TileTable;

use fit::fit_table;
use games::{GameSettings, coding};
use kinds::Kind;
use policy::{ChosenTurns, fit_policy};
use samples::Samples;

/// The help text.
const USAGE: &str = "\
tune play [KEY=VALUE]... out=FILE
tune fit [epochs=N] [unit=N] out=FILE GAMES...
tune policy [epochs=N] out=FILE GAMES...

  kind=NAME      square, wide-square, classic or hex, or large-square, large-classic or large-hex (classic)
  players=N      number of players (2)
  weights=FILE   play with weights that 'tune fit' wrote (the built-in ones)
  games=N        number of games, rounded up to a multiple of 8 (20000)
  nodes=N        nodes for each turn (1000)
  seed=N         seed of the boards and all other random choices (1)
  threads=N      number of games at the same time (2)
  seconds=N      start no game after so many seconds (no limit)
  epochs=N       how often all samples are used (8)
  unit=N         round weights to multiples of so many hundredths of a fish; larger units pack smaller (1)";

fn evaluation(path: &str) -> Result<Arc<TileTable>, String> {
    let packed = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    TileTable::unpack(&packed).map(Arc::new).ok_or_else(|| format!("{path} has no weights"))
}

fn read_files(paths: &[String]) -> Result<Vec<Vec<u8>>, String> {
    paths.iter().map(|path| fs::read(path).map_err(|error| format!("{path}: {error}"))).collect()
}

fn run() -> Result<(), String> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let command = if words.is_empty() { String::new() } else { words.remove(0) };
    let mut take = |key: &str| {
        let at =
            words.iter().position(|word| word.strip_prefix(key).is_some_and(|rest| rest.starts_with('=')))?;
        Some(words.remove(at)[key.len() + 1..].to_owned())
    };
    fn number<T: FromStr>(key: &str, given: Option<String>, default: T) -> Result<T, String> {
        given.map_or(Ok(default), |text| text.parse().map_err(|_| format!("{key}={text} is not a number")))
    }
    let out = take("out").ok_or("out= is missing")?;
    let content = match command.as_str() {
        "play" => {
            let settings = GameSettings {
                kind: Kind::named(&take("kind").unwrap_or_else(|| "classic".to_owned()))?,
                evaluation: take("weights").map(|path| evaluation(&path)).transpose()?,
                players: number("players", take("players"), 2)?,
                nodes: number("nodes", take("nodes"), 1000)?,
                seed: number("seed", take("seed"), 1)?,
            };
            let games = number("games", take("games"), 20_000)?;
            let threads = number("threads", take("threads"), 2)?;
            let seconds = number("seconds", take("seconds"), u64::MAX)?;
            if threads == 0 {
                return Err("threads=0 plays no game".to_owned());
            }
            if let Some(word) = words.first() {
                return Err(format!("unknown argument '{word}'"));
            }
            settings.play_all(games, threads, seconds)?
        }
        "fit" => {
            let epochs = number("epochs", take("epochs"), 8)?;
            let unit = number("unit", take("unit"), 1)?;
            if unit == 0 {
                return Err("unit=0 rounds no weight".to_owned());
            }
            let files = read_files(&words)?;
            let coding = files.first().map_or(Ok(Coding::Near), |file| coding(file))?;
            let [samples, held_out] = Samples::read(&files, coding)?;
            if samples.list.is_empty() {
                return Err("there are no samples".to_owned());
            }
            eprintln!("{} samples, {} held out", samples.list.len(), held_out.list.len());
            let rows = fit_table(&samples, &held_out, epochs, unit);
            TileTable::new(coding, rows).ok_or("the table has the wrong size")?.pack()
        }
        "policy" => {
            let epochs = number("epochs", take("epochs"), 8)?;
            let [turns, held_out] = ChosenTurns::read(&read_files(&words)?)?;
            if turns.count() == 0 {
                return Err("there are no turns".to_owned());
            }
            eprintln!("{} turns, {} held out", turns.count(), held_out.count());
            let rows = fit_policy(&turns, &held_out, epochs);
            TurnPolicy::new(rows).ok_or("the policy has the wrong size")?.pack()
        }
        _ => return Err(format!("unknown command '{command}'")),
    };
    fs::write(&out, content).map_err(|error| format!("{out}: {error}"))
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("tune: {why}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}
