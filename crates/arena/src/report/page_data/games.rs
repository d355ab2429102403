//! The parts with games: `lines-K`, the lines of their list, and `games-K`, their records, replays and faults.

use std::collections::BTreeMap;
use std::io;
use std::thread;

use serde::Serialize;

use crate::printable::printable;
use crate::report::parts::{PartWriter, fingerprint, packed};
use crate::report::replay::GameData;
use crate::report::{Records, Report};
use crate::result::{FaultNote, GameResult, ReplayNote, SeatResult};

/// The games of a part `games-K`.
pub(super) const GAMES_EACH: usize = 50;
/// The games of a part `lines-K`.
pub(super) const LINES_EACH: usize = 4000;

/// A line in the list of games, as an array: number, round, board, seats, scores, places, milliseconds, faults by seat,
/// the number of faults, and why players were eliminated.
#[derive(Serialize)]
pub(super) struct ListedGame<'a>(
    usize,
    usize,
    usize,
    &'a [usize],
    Vec<u64>,
    Vec<u32>,
    Vec<u64>,
    Vec<usize>,
    usize,
    Vec<Option<String>>,
);

#[derive(Serialize)]
struct GameDetails<'a> {
    number: usize,
    #[serde(flatten)]
    data: GameData,
    faults: Vec<PageFault<'a>>,
    replays: Vec<PageReplay<'a>>,
    /// The processor time of each seat in milliseconds, where it is known.
    cpu: Vec<Option<u64>>,
}

#[derive(Serialize)]
struct PageFault<'a> {
    seat: usize,
    /// The turn of the replay that shows the fault.
    shown_at: usize,
    name: &'a str,
    explanation: &'a str,
}

#[derive(Serialize)]
struct PageReplay<'a> {
    seat: usize,
    /// The turn of the replay that was played again.
    shown_at: usize,
    reason: &'a str,
}

/// Returns the games of a part.
pub(super) fn games_of(report: &Report, part: usize, each: usize) -> &[GameResult] {
    let place = |number: usize| report.games.partition_point(|game| game.number <= number);
    let first = part.saturating_mul(each);
    &report.games[place(first)..place(first.saturating_add(each))]
}

/// Returns the games in groups by their numbers.
fn grouped(report: &Report, each: usize) -> BTreeMap<usize, Vec<&GameResult>> {
    let mut groups: BTreeMap<usize, Vec<&GameResult>> = BTreeMap::new();
    for game in &report.games {
        groups.entry(game.number.saturating_sub(1) / each).or_default().push(game);
    }
    groups
}

fn millis(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn micros(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

pub(super) fn write_lines(report: &Report, parts: &mut PartWriter<'_>) -> io::Result<()> {
    for (number, games) in grouped(report, LINES_EACH) {
        let rows: Vec<ListedGame<'_>> = games.into_iter().map(game_row).collect();
        let (name, print) = (format!("lines-{number}"), fingerprint(&rows)?);
        if parts.keep(&name, &print)?.is_none() {
            parts.add_games(&name, &packed(&rows)?, print, Vec::new())?;
        }
    }
    Ok(())
}

pub(super) fn game_row(game: &GameResult) -> ListedGame<'_> {
    fn by_seat<T>(game: &GameResult, value: impl Fn(&SeatResult) -> T) -> Vec<T> {
        game.results.iter().map(value).collect()
    }
    let mut faults = vec![0; if game.faults.is_empty() { 0 } else { game.results.len() }];
    for fault in &game.faults {
        if let Some(count) = faults.get_mut(fault.seat) {
            *count += 1;
        }
    }
    let mut out = by_seat(game, |seat| seat.out.as_deref().map(printable));
    if out.iter().all(Option::is_none) {
        out.clear();
    }
    ListedGame(
        game.number,
        game.round,
        game.board,
        &game.seats,
        by_seat(game, |seat| seat.fish),
        by_seat(game, |seat| seat.place),
        by_seat(game, |seat| millis(seat.thought)),
        faults,
        game.faults.len(),
        out,
    )
}

/// Everything that the details of a game are made from, except its record. Times are as exact as in the store.
fn sources(game: &GameResult) -> impl Serialize + '_ {
    let seat = |seat: &'_ SeatResult| {
        let cpu = seat.cpu.map(|cpu| micros(cpu.total));
        (seat.fish, seat.place, seat.out.clone(), seat.calls, micros(seat.thought), cpu)
    };
    let seats: Vec<_> = game.results.iter().map(seat).collect();
    (game.number, game.round, game.board, &game.seats, seats, &game.faults, &game.replays)
}

/// Writes the parts with the details of games. Records are read on this thread; several replay them.
pub(super) fn write_games(
    report: &Report,
    records: &Records<'_>,
    parts: &mut PartWriter<'_>,
) -> io::Result<Vec<usize>> {
    let mut wrong = Vec::new();
    let mut changed = Vec::new();
    for (number, games) in grouped(report, GAMES_EACH) {
        let name = format!("games-{number}");
        let print = fingerprint(&games.iter().map(|game| sources(game)).collect::<Vec<_>>())?;
        match parts.keep(&name, &print)? {
            Some(part) => wrong.extend(part.wrong),
            None => changed.push((name, print, games)),
        }
    }
    let threads = thread::available_parallelism().map_or(1, usize::from);
    for group in changed.chunks(threads) {
        let mut read = Vec::new();
        for (_, _, games) in group {
            read.push(games.iter().map(|game| records(game)).collect::<io::Result<Vec<String>>>()?);
        }
        let made = thread::scope(|scope| {
            let workers: Vec<_> = group
                .iter()
                .zip(read)
                .map(|((_, _, games), records)| scope.spawn(move || details(games, records)))
                .collect();
            workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect::<io::Result<Vec<_>>>()
        })?;
        for ((name, print, _), (packed, bad)) in group.iter().zip(made) {
            parts.add_games(name, &packed, print.clone(), bad.clone())?;
            wrong.extend(bad);
        }
    }
    wrong.sort_unstable();
    Ok(wrong)
}

/// Replays some games; returns their details for a part, and the numbers of those that do not lead to their results.
pub(super) fn details(games: &[&GameResult], records: Vec<String>) -> io::Result<(String, Vec<usize>)> {
    let details: Vec<GameDetails<'_>> =
        games.iter().zip(records).map(|(game, record)| detail(game, record)).collect();
    let wrong = details.iter().filter(|details| !details.data.is_consistent()).map(|details| details.number);
    let wrong = wrong.collect();
    Ok((packed(&details)?, wrong))
}

fn detail(game: &GameResult, record: String) -> GameDetails<'_> {
    let data = GameData::new(game, record);
    let fault = |fault: &'_ FaultNote| (data.turn_of(fault.seat, fault.after), fault.seat);
    let faults = game
        .faults
        .iter()
        .map(|note| {
            let (shown_at, seat) = fault(note);
            PageFault { seat, shown_at, name: &note.name, explanation: &note.explanation }
        })
        .collect();
    let replays = game
        .replays
        .iter()
        .map(|ReplayNote { seat, after, reason }| PageReplay {
            seat: *seat,
            shown_at: data.turns().min(after + 1),
            reason,
        })
        .collect();
    let cpu = game.results.iter().map(|seat| seat.cpu.map(|cpu| millis(cpu.total))).collect();
    GameDetails { number: game.number, faults, replays, cpu, data }
}
