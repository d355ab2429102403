//! Turning a game that was played into a result with its record.

use std::time::Duration;

use floe_rules::game::Game;
use floe_rules::record::{self, Header, LONGEST_NAME, PlayerInfo, PlayerKind, Record};

use super::{EventError, Tournament};
use crate::printable::{NAMELESS, printable};
use crate::referee::PlayedGame;
use crate::result::{FaultNote, GameResult, ReplayNote, SeatResult};
use crate::schedule::Fixture;

/// Makes the result of a game.
pub(super) fn game_result(
    tournament: &Tournament,
    fixture: &Fixture,
    played: PlayedGame,
) -> Result<GameResult, EventError> {
    let headers = headers(tournament, fixture, &played)?;
    let player_infos = (1..)
        .zip(&fixture.seats)
        .map(|(number, &entrant)| {
            Ok((number, player_info(&tournament.entrants[entrant].name, tournament.entrants[entrant].kind)?))
        })
        .collect::<Result<Vec<_>, EventError>>()?;
    let game = Game::from(played.history);
    let record = Record::new(game, player_infos, headers, played.ending)?;
    Ok(GameResult {
        number: fixture.number,
        round: fixture.round,
        board: fixture.board,
        seats: fixture.seats.clone(),
        results: played.results,
        faults: played.faults,
        replays: played.replays,
        record: String::from_utf8_lossy(&record::write(&record)).into_owned(),
    })
}

fn headers(
    tournament: &Tournament,
    fixture: &Fixture,
    played: &PlayedGame,
) -> Result<Vec<Header>, EventError> {
    let mut headers = Vec::new();
    let mut add = |key: &str, value: &str| -> Result<(), EventError> {
        headers.push(Header::new(key, &printable(value))?);
        Ok(())
    };
    add("event", &tournament.title)?;
    add("number", &fixture.number.to_string())?;
    add("round", &fixture.round.to_string())?;
    add("start", &tournament.boards[fixture.board].name)?;
    for (key, value) in &tournament.terms_in_words {
        add(key, value)?;
    }
    for (number, &who) in (1..).zip(&fixture.seats) {
        if let Some((version, entrant)) = tournament.entrants[who].version_in(fixture.number) {
            add(&format!("program {number}"), &format!("version {version}, sha256 {}", entrant.digest))?;
        }
    }
    for (number, result) in (1..).zip(&played.results) {
        add(&format!("used by player {number}"), &time_words(result))?;
    }
    for (number, replay) in (1..).zip(&played.replays) {
        let ReplayNote { seat, after, reason } = replay;
        add(&format!("replayed {number}"), &format!("after {after} turns, player {}: {reason}", seat + 1))?;
    }
    if let Some(why) = &played.stopped {
        add("stopped", why)?;
    }
    for (number, fault) in (1..).zip(&played.faults) {
        let FaultNote { seat, after, name, explanation } = fault;
        let value = format!("after {after} turns, player {}: {name}: {explanation}", seat + 1);
        add(&format!("fault {number}"), &value)?;
    }
    Ok(headers)
}

/// Returns the times of a player in words.
fn time_words(result: &SeatResult) -> String {
    let SeatResult { calls, thought, slowest, cpu, .. } = result;
    let words = |all: Duration, most: Duration| {
        format!("{} ms (at most {} ms in a call)", all.as_millis(), most.as_millis())
    };
    let cpu = cpu.map_or(String::new(), |cpu| format!(", processor time {}", words(cpu.total, cpu.most)));
    format!("{calls} calls, time {}{cpu}", words(*thought, *slowest))
}

/// Returns a player under a name that a record can hold.
pub(super) fn player_info(name: &str, kind: PlayerKind) -> Result<PlayerInfo, EventError> {
    let short: String = printable(name).trim().chars().take(LONGEST_NAME).collect();
    // An id may consist of characters that are white space elsewhere; no id may stop an event.
    Ok(PlayerInfo::new(if short.is_empty() { NAMELESS } else { &short }, kind)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_name_of_a_program_can_be_recorded() {
        for (name, kept) in [
            ("\u{a0}", NAMELESS),
            ("\u{2003}x", "x"),
            (&("\u{a0}".repeat(LONGEST_NAME) + "x"), "x"),
            (&("x".repeat(LONGEST_NAME - 1) + "\u{a0}y"), &"x".repeat(LONGEST_NAME - 1)),
            ("\u{85}", "\u{fffd}"),
        ] {
            let player_info = player_info(name, PlayerKind::Program).unwrap();
            assert_eq!(player_info.name(), kept);
            assert_eq!(player_info.to_string().parse(), Ok(player_info));
        }
    }
}
