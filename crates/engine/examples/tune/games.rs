//! Games of the engine against itself, and files of such games.
//!
//! A file has a line of text with the settings of its games, and then the games in binary: the number of each game,
//! the number of its turns, and the turns. A turn is its index in the list of legal turns, and the value that the
//! search gave it. Boards are not stored: they follow from the seed and the number of the game.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use floe_engine::penguins::tile_codes::Coding;
use floe_engine::penguins::tile_table::TileTable;
use floe_engine::{Limits, MonotonicClock, PenguinsEngine, Search, SearchContext};
use floe_rules::penguins::Position;
use floe_rules::random::{Random, scramble};

use crate::kinds::Kind;

/// The first word of a file.
const MAGIC: &str = "floe-self-play-2";
/// The number of games that a thread plays at a time.
const ROUND: u64 = 8;
/// One turn in so many is random at the start of a game.
const RANDOM_TURNS: u64 = 4;
/// The largest number of turns at the start of which some are random.
const OPENING: u64 = 30;
/// The flag of a random turn.
const RANDOM: u16 = 1 << 15;
/// The value of a turn that was not searched.
const NO_VALUE: i32 = i32::MIN;

/// What a file of games depends on.
#[derive(Clone, Debug)]
pub(crate) struct GameSettings {
    pub(crate) kind: &'static Kind,
    /// Weights to play with in place of the built-in ones.
    pub(crate) evaluation: Option<Arc<TileTable>>,
    pub(crate) players: u8,
    /// The nodes of a search.
    pub(crate) nodes: u64,
    pub(crate) seed: u64,
}

/// A turn of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayedTurn {
    /// Its index in the list of legal turns.
    pub(crate) index: usize,
    pub(crate) is_random: bool,
    /// The expected final lead of the player in hundredths of a fish; none if the turn was not searched.
    pub(crate) value: Option<i32>,
}

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct PlayedGame {
    pub(crate) start: Position,
    pub(crate) turns: Vec<PlayedTurn>,
}

impl GameSettings {
    fn random(&self, game: u64) -> Random {
        Random::new(scramble(self.seed ^ scramble(game)))
    }

    /// Plays games until there are enough or the time is up, and returns the content of their file.
    pub(crate) fn play_all(&self, games: u64, threads: u64, seconds: u64) -> Result<Vec<u8>, String> {
        let rounds = games.div_ceil(ROUND);
        let (next, done) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        let started = Instant::now();
        let play_rounds = || -> Result<(), String> {
            loop {
                let round = next.fetch_add(1, Ordering::Relaxed);
                if round >= rounds || started.elapsed().as_secs() >= seconds {
                    return Ok(());
                }
                let mut text = Vec::new();
                for game in round * ROUND..(round + 1) * ROUND {
                    self.play(game, &mut text)?;
                }
                done.lock().expect("no thread panics while it holds the lock").push((round, text));
                eprint!("\rround {round} of {rounds} ");
            }
        };
        let results: Vec<Result<(), String>> = thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(play_rounds)).collect();
            let failed = |_| Err("a thread panicked".to_owned());
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(failed)).collect()
        });
        eprintln!();
        results.into_iter().collect::<Result<(), String>>()?;
        let mut rounds = done.into_inner().expect("no thread panicked");
        rounds.sort_unstable();
        let GameSettings { kind, players, nodes, seed, .. } = self;
        let head = format!("{MAGIC} {} {players} {nodes} {seed}\n", kind.name).into_bytes();
        Ok(rounds.into_iter().fold(head, |all, (_, text)| [all, text].concat()))
    }

    /// Plays a game, and appends it to the content of a file.
    fn play(&self, game: u64, file: &mut Vec<u8>) -> Result<(), String> {
        let mut random = self.random(game);
        let mut position = self.kind.start(self.players, &mut random)?;
        let limits = Limits { nodes: Some(self.nodes), seed: random.next_u64(), ..Limits::default() };
        let mut player =
            self.evaluation.clone().map_or_else(PenguinsEngine::default, PenguinsEngine::with_evaluation);
        let mut opening = random.below(OPENING);
        let mut played = Vec::new();
        while position.to_move().is_some() {
            let turns = position.turns();
            opening = opening.saturating_sub(1);
            let (index, value) = if opening > 0 && random.below(RANDOM_TURNS) == 0 {
                (random.index(turns.len()) as u16 | RANDOM, NO_VALUE)
            } else {
                let clock = MonotonicClock::start();
                let choice = player.search(&position, SearchContext::new(&limits, &clock));
                let choice = choice.ok_or("the engine found no turn")?;
                let index = turns.iter().position(|&turn| turn == choice.turn);
                let value = choice.progress.value.0 as i32;
                // A search that was stopped at once has no value.
                let value = if choice.progress.depth > 0 { value } else { NO_VALUE };
                (index.ok_or("the engine made an illegal turn")? as u16, value)
            };
            played.push((index, value));
            let _ = position.play_unchecked(turns[usize::from(index & !RANDOM)]);
        }
        file.extend((game as u32).to_le_bytes());
        file.extend((played.len() as u16).to_le_bytes());
        for (index, value) in played {
            file.extend(index.to_le_bytes());
            file.extend(value.to_le_bytes());
        }
        Ok(())
    }

    /// Reads the settings of a file; the rest of the file follows.
    fn read(file: &[u8]) -> Option<(GameSettings, &[u8])> {
        let end = file.iter().position(|&byte| byte == b'\n')?;
        let (line, rest) = file.split_at(end);
        let mut words = std::str::from_utf8(line).ok()?.split(' ');
        let magic = words.next()?;
        let kind = Kind::named(words.next()?).ok()?;
        let mut number = || words.next()?.parse::<u64>().ok();
        let players = u8::try_from(number()?).ok()?;
        let settings = GameSettings { kind, evaluation: None, players, nodes: number()?, seed: number()? };
        (magic == MAGIC).then_some((settings, &rest[1..]))
    }
}

/// Returns how the codes of tiles are computed on the boards of a file of games.
pub(crate) fn coding(file: &[u8]) -> Result<Coding, String> {
    let (settings, _) = GameSettings::read(file).ok_or("not a file of games")?;
    Ok(settings.kind.coding)
}

/// Reads a file of games, and hands them on one by one with their numbers.
pub(crate) fn read_games(
    mut file: &[u8],
    mut visit: impl FnMut(u32, PlayedGame) -> Result<(), String>,
) -> Result<(), String> {
    let settings;
    (settings, file) = GameSettings::read(file).ok_or("not a file of games")?;
    while !file.is_empty() {
        let cut = || "the file is cut off".to_owned();
        let number = u32::from_le_bytes(*take(&mut file).ok_or_else(cut)?);
        let count = u16::from_le_bytes(*take(&mut file).ok_or_else(cut)?);
        let start = settings.kind.start(settings.players, &mut settings.random(u64::from(number)))?;
        let mut turns = Vec::new();
        for _ in 0..count {
            let index = u16::from_le_bytes(*take(&mut file).ok_or_else(cut)?);
            let value = i32::from_le_bytes(*take(&mut file).ok_or_else(cut)?);
            turns.push(PlayedTurn {
                index: usize::from(index & !RANDOM),
                is_random: index & RANDOM != 0,
                value: Some(value).filter(|&value| value != NO_VALUE),
            });
        }
        visit(number, PlayedGame { start, turns })?;
    }
    Ok(())
}

/// Takes bytes from the start of a file.
fn take<'a, const N: usize>(file: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (bytes, rest) = file.split_first_chunk()?;
    *file = rest;
    Some(bytes)
}
