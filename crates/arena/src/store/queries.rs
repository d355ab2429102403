//! The games in a database, read.

use std::time::Duration;

use rusqlite::Connection;

use crate::result::{CpuTimes, FaultNote, GameResult, ReplayNote, Results, SeatResult};

/// Whether a database has the columns and tables that the newest version added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Columns {
    All,
    /// It is older, and may not be changed.
    Older,
}

/// Returns the games that have been played and are not known yet, without records and what programs printed.
pub(super) fn new_games(
    database: &Connection,
    columns: Columns,
    known: &Results,
) -> rusqlite::Result<Vec<GameResult>> {
    let mut games = Vec::new();
    let mut select = database.prepare("SELECT number, round, board FROM games ORDER BY number")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let number = row.get(0)?;
        if known.get(number).is_some() {
            continue;
        }
        games.push(GameResult {
            number,
            round: row.get(1)?,
            board: row.get(2)?,
            record: String::new(),
            seats: Vec::new(),
            results: Vec::new(),
            faults: Vec::new(),
            replays: Vec::new(),
        });
    }
    let (times, replays) = match columns {
        Columns::All => {
            ("cpu_us, most_cpu_us", "SELECT seat, after, reason FROM replays WHERE game = ?1 ORDER BY replay")
        }
        Columns::Older => ("NULL, NULL", "SELECT 0, 0, '' WHERE ?1 IS NULL"),
    };
    let mut seats = database.prepare(&format!(
        "SELECT entrant, fish, place, out, calls, thought_us, slowest_us, {times}
         FROM seats WHERE game = ?1 ORDER BY seat"
    ))?;
    let mut faults = database
        .prepare("SELECT seat, after, name, explanation FROM faults WHERE game = ?1 ORDER BY fault")?;
    let mut replays = database.prepare(replays)?;
    for game in &mut games {
        let mut rows = seats.query([game.number])?;
        while let Some(row) = rows.next()? {
            game.seats.push(row.get(0)?);
            let cpu: (Option<u64>, Option<u64>) = (row.get(7)?, row.get(8)?);
            game.results.push(SeatResult {
                fish: row.get(1)?,
                place: row.get(2)?,
                out: row.get(3)?,
                calls: row.get(4)?,
                thought: Duration::from_micros(row.get(5)?),
                slowest: Duration::from_micros(row.get(6)?),
                cpu: cpu.0.zip(cpu.1).map(|(total, most)| CpuTimes {
                    total: Duration::from_micros(total),
                    most: Duration::from_micros(most),
                }),
                stdout: Vec::new(),
                stderr: Vec::new(),
            });
        }
        let notes = faults.query_map([game.number], |row| {
            Ok(FaultNote {
                seat: row.get(0)?,
                after: row.get(1)?,
                name: row.get(2)?,
                explanation: row.get(3)?,
            })
        })?;
        game.faults = notes.collect::<rusqlite::Result<_>>()?;
        let notes = replays.query_map([game.number], |row| {
            Ok(ReplayNote { seat: row.get(0)?, after: row.get(1)?, reason: row.get(2)? })
        })?;
        game.replays = notes.collect::<rusqlite::Result<_>>()?;
    }
    Ok(games)
}

/// Returns the record of a game.
pub(super) fn record(database: &Connection, number: usize) -> rusqlite::Result<String> {
    database
        .prepare_cached("SELECT record FROM games WHERE number = ?1")?
        .query_row([number], |row| row.get(0))
}

/// Loads the record of a game, and what the programs on all seats printed.
pub(super) fn load_texts(
    database: &Connection,
    columns: Columns,
    game: &mut GameResult,
) -> rusqlite::Result<()> {
    game.record = record(database, game.number)?;
    let stdout = if columns == Columns::All { "stdout" } else { "x''" };
    let mut select = database
        .prepare_cached(&format!("SELECT {stdout}, stderr FROM seats WHERE game = ?1 ORDER BY seat"))?;
    let mut rows = select.query([game.number])?;
    for result in &mut game.results {
        if let Some(row) = rows.next()? {
            (result.stdout, result.stderr) = (row.get(0)?, row.get(1)?);
        }
    }
    Ok(())
}
