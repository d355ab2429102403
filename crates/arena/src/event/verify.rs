//! Checking a result that was made elsewhere: its record must replay, and agree with everything else in it.

use std::time::Duration;

use floe_rules::game::Game;
use floe_rules::history::Action;
use floe_rules::penguins::Seat;
use floe_rules::record::{self, Record};

use super::Tournament;
use super::game::player_info;
use crate::printable::printable;
use crate::referee::{MOST_OUTPUT, Policy, placings};
use crate::result::{FaultNote, GameResult, ReplayNote};
use crate::schedule::Fixture;

/// More than all calls of a game can take.
const MOST_TIME: Duration = Duration::from_secs(30 * 24 * 3600);
/// The most characters of a text about a fault.
const MOST_TEXT: usize = 4000;

/// Why a result is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ResultFault(String);

fn fault(words: impl Into<String>) -> ResultFault {
    ResultFault(words.into())
}

/// Checks that a result is that of a game of the tournament, as far as it can be known without playing the game again.
///
/// The record is replayed on the board of the tournament by the rules. Scores, places, eliminations and lost turns must be
/// those of the record, every penalty needs a fault or a reason, and the game must have come to its end.
pub fn verify(tournament: &Tournament, fixture: &Fixture, game: &GameResult) -> Result<(), ResultFault> {
    let Fixture { number, round, seats, board, .. } = fixture;
    if (game.number, game.round, game.board, &game.seats) != (*number, *round, *board, seats) {
        return Err(fault("it is of another game of the schedule"));
    }
    if game.results.len() != seats.len() {
        return Err(fault(format!("it has {} seats instead of {}", game.results.len(), seats.len())));
    }
    let record = record::read(game.record.as_bytes())
        .map_err(|errors| fault(format!("its record does not replay: {errors}")))?;
    replay(tournament, fixture, &record)?;
    check_results(tournament, &record, game)?;
    check_times(&record, game)?;
    check_faults(&record, game)?;
    check_headers(tournament, fixture, &record, game)
}

/// Replays the record on the board of the tournament.
fn replay(tournament: &Tournament, fixture: &Fixture, record: &Record) -> Result<(), ResultFault> {
    let other = |what: &str| fault(format!("its record is of another {what}"));
    let mut own = tournament.start_of(fixture).map_err(|error| fault(error.to_string()))?;
    let (Game::Penguins(theirs), Game::Penguins(ours)) = (record.game(), &own) else {
        return Err(other("game"));
    };
    if theirs.position().rules() != ours.position().rules() {
        return Err(other("set of rules"));
    }
    if theirs.start().tiles() != ours.start().tiles() || theirs.start().rows() != ours.start().rows() {
        return Err(other("board"));
    }
    for (turn, (player, action)) in record.game().actions().enumerate() {
        own.apply(player, action)
            .map_err(|error| fault(format!("its record does not replay: turn {}: {error}", turn + 1)))?;
    }
    Ok(())
}

/// Checks scores, places and eliminations, and that the game is over.
fn check_results(tournament: &Tournament, record: &Record, game: &GameResult) -> Result<(), ResultFault> {
    let Game::Penguins(history) = record.game() else {
        return Err(fault("its record is of another game"));
    };
    let seats: Vec<Seat> = Seat::all().take(game.results.len()).collect();
    let is_out = |seat: Seat| history.position().is_out(seat);
    let remaining = seats.iter().filter(|&&seat| !is_out(seat)).count();
    // The referee gives up where nobody makes a turn any more, and nobody can be eliminated for that.
    let has_limit = !matches!(tournament.terms.policy, Policy::LoseTurn { in_a_row: None });
    let last_lost =
        record.game().actions().rev().take_while(|(_, action)| *action == Action::LostTurn).count();
    let was_stopped =
        record.more().iter().any(|header| header.key() == "stopped") && !has_limit && last_lost >= remaining;
    if !history.position().is_over() && remaining > 1 && !was_stopped {
        return Err(fault("the game of its record is not over"));
    }
    for ((&seat, result), (fish, place)) in seats.iter().zip(&game.results).zip(placings(history, &seats)) {
        let number = seat.number();
        if (result.fish, result.place) != (fish, place) {
            return Err(fault(format!(
                "player {number} has {} fish and place {}, but {fish} and {place} in the record",
                result.fish, result.place
            )));
        }
        if result.out.is_some() != is_out(seat) {
            return Err(fault(format!("it and the record differ about whether player {number} is out")));
        }
        if result.stdout.len().max(result.stderr.len()) > 2 * MOST_OUTPUT {
            return Err(fault(format!("it has too much output of player {number}")));
        }
        if result.out.as_ref().is_some_and(|why| is_unprintable(why)) {
            return Err(fault("it has texts that cannot be shown"));
        }
    }
    Ok(())
}

fn is_unprintable(text: &str) -> bool {
    text.chars().count() > MOST_TEXT || printable(text) != text
}

/// Checks the times and calls of the players, and the replayed turns.
fn check_times(record: &Record, game: &GameResult) -> Result<(), ResultFault> {
    for (number, result) in (1..).zip(&game.results) {
        let cpu = result.cpu.unwrap_or_default();
        let times = [result.thought, result.slowest, cpu.total, cpu.most];
        if times.iter().any(|time| *time > MOST_TIME)
            || result.slowest > result.thought
            || cpu.most > cpu.total
        {
            return Err(fault(format!("the times of player {number} are impossible")));
        }
        // Each call ends with a turn or a fault, except that a player who cannot act is asked once more in each phase.
        let turns = record.game().actions().filter(|(player, _)| *player == number).count();
        let faults = game.faults.iter().filter(|note| note.seat + 1 == number as usize).count();
        if result.calls as usize > turns + faults + 2 {
            return Err(fault(format!("player {number} has too many calls")));
        }
    }
    let calls: usize = game.results.iter().map(|result| result.calls as usize).sum();
    let is_wrong = |note: &ReplayNote| {
        note.seat >= game.results.len() || note.after > record.game().made() || is_unprintable(&note.reason)
    };
    if game.replays.len() > calls || game.replays.iter().any(is_wrong) {
        return Err(fault("it has replayed turns of nobody, or after the end"));
    }
    Ok(())
}

/// Checks that the faults belong to the record.
fn check_faults(record: &Record, game: &GameResult) -> Result<(), ResultFault> {
    let made = record.game().made();
    for FaultNote { seat, after, name, explanation } in &game.faults {
        if *seat >= game.results.len() || *after > made {
            return Err(fault("it has a fault of nobody, or after the end"));
        }
        if is_unprintable(name) || is_unprintable(explanation) {
            return Err(fault("it has texts that cannot be shown"));
        }
    }
    for (turn, (player, action)) in record.game().actions().enumerate() {
        let is_noted = |note: &FaultNote| note.after == turn && note.seat + 1 == player as usize;
        if matches!(action, Action::LostTurn) && !game.faults.iter().any(is_noted) {
            return Err(fault(format!("player {player} lost turn {} without a fault", turn + 1)));
        }
    }
    Ok(())
}

/// Checks the headers of the record, and the names of the players.
fn check_headers(
    tournament: &Tournament,
    fixture: &Fixture,
    record: &Record,
    game: &GameResult,
) -> Result<(), ResultFault> {
    let has = |key: &str, value: &str| {
        let value = printable(value);
        let same = record.more().iter().any(|header| header.key() == key && header.value() == value.trim());
        if same { Ok(()) } else { Err(fault(format!("its record lacks '{key}: {value}'"))) }
    };
    has("event", &tournament.title)?;
    has("number", &fixture.number.to_string())?;
    has("round", &fixture.round.to_string())?;
    for (number, &who) in (1..).zip(&fixture.seats) {
        let entrant = &tournament.entrants[who];
        if let Some((version, known)) = entrant.version_in(fixture.number) {
            has(&format!("program {number}"), &format!("version {version}, sha256 {}", known.digest))?;
        }
        let info = player_info(&entrant.name, entrant.kind).map_err(|error| fault(error.to_string()))?;
        if record.player_info(number) != Some(&info) {
            return Err(fault(format!("player {number} of its record is not '{}'", entrant.name)));
        }
    }
    let listed = record.more().iter().filter(|header| header.key().starts_with("fault ")).count();
    if listed != game.faults.len() {
        return Err(fault("it and its record have different faults"));
    }
    for (number, note) in (1..).zip(&game.faults) {
        let FaultNote { seat, after, name, explanation } = note;
        let value = format!("after {after} turns, player {}: {name}: {explanation}", seat + 1);
        has(&format!("fault {number}"), &value)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::event::tests::{ALL, tournament};
    use crate::event::{LocalGames, RunControl, run};
    use crate::result::Results;
    use crate::schedule::ScheduleStep;

    /// Plays a tournament, and returns its first game with the records.
    fn played() -> (Tournament, Fixture, GameResult) {
        let tournament = tournament();
        let ScheduleStep::Play(fixtures) = tournament.schedule.next(&Results::new()) else {
            panic!("there are games to play");
        };
        let mut games = Vec::new();
        let mut observer = |update: crate::event::Update<'_>| {
            if let crate::event::Update::Finished(game) = update {
                games.push(game.clone());
            }
            Ok(ControlFlow::Continue(()))
        };
        run(&tournament, &mut LocalGames::new(&ALL), None, &mut observer, &RunControl::new()).unwrap();
        for game in &games {
            let fixture = fixtures.iter().find(|fixture| fixture.number == game.number);
            let Some(fixture) = fixture else { continue };
            assert_eq!(verify(&tournament, fixture, game), Ok(()), "game {}", game.number);
        }
        let game = games.into_iter().find(|game| game.number == fixtures[0].number).unwrap();
        (tournament, fixtures[0].clone(), game)
    }

    #[test]
    fn what_was_changed_is_refused() {
        let (tournament, fixture, good) = played();
        let mut refusals = Vec::new();
        let mut refuse = |change: &dyn Fn(&mut GameResult)| {
            let mut game = good.clone();
            change(&mut game);
            assert_ne!(game, good, "nothing was changed");
            refusals.push(verify(&tournament, &fixture, &game).unwrap_err().to_string());
        };
        refuse(&|game| game.number += 1);
        refuse(&|game| game.seats.reverse());
        refuse(&|game| drop(game.results.pop()));
        refuse(&|game| game.record.truncate(game.record.len() / 2));
        refuse(&|game| game.record.clear());
        refuse(&|game| game.results[0].fish += 1);
        refuse(&|game| game.results[0].place = 3 - game.results[0].place);
        refuse(&|game| game.results[1].out = Some("it gave up".to_owned()));
        refuse(&|game| {
            game.faults.push(FaultNote {
                seat: 0,
                after: 0,
                name: "time-out".to_owned(),
                explanation: "too slow".to_owned(),
            });
        });
        refuse(&|game| game.results[0].stdout = vec![b'x'; 4 * MOST_OUTPUT]);
        refuse(&|game| game.results[0].thought = Duration::from_secs(10_000_000_000_000));
        refuse(&|game| game.results[1].calls = u32::MAX);
        let replay = |seat: usize| ReplayNote { seat, after: 0, reason: "busy".to_owned() };
        refuse(&|game| game.replays.push(replay(usize::MAX)));
        refuse(&|game| game.replays.extend((0..1000).map(|_| replay(0))));
        // A record of the same length without its last turn: the game is not over.
        refuse(&|game| {
            let (mut lines, ending): (Vec<&str>, _) = (game.record.lines().collect(), "unfinished");
            let last = lines.iter().rposition(|line| line.starts_with('r') || line.contains("-r")).unwrap();
            lines.remove(last);
            game.record = lines.join("\n").replace("over", ending) + "\n";
        });
        // A header that says that the referee gave up does not help.
        refuse(&|game| {
            let mut lines: Vec<&str> = game.record.lines().collect();
            let last = lines.iter().rposition(|line| line.starts_with('r') || line.contains("-r")).unwrap();
            lines.remove(last);
            let round = lines.iter().position(|line| line.starts_with("round: ")).unwrap();
            lines.insert(round, "stopped: nobody moves");
            game.record = lines.join("\n").replace("over", "stopped") + "\n";
        });
        assert_eq!(refusals[0], "it is of another game of the schedule");
        assert_eq!(refusals[2], "it has 1 seats instead of 2");
        assert!(refusals[4].starts_with("its record does not replay"), "{refusals:?}");
        assert!(refusals[5].contains("fish and place"), "{refusals:?}");
        assert_eq!(refusals[8], "it and its record have different faults");
    }
}
