//! Questions before a game: whatever its description leaves open.

use std::io;
use std::ops::RangeInclusive;

use floe_rules::penguins::Seat;
use floe_rules::record::{PlayerInfo, PlayerKind};
use floe_session::{GameKind, GameSpec, SearchBudget, SeatSpec, Session, SpecError, default_level};

use super::console::{Aborted, Console, PlainCommand, Typed, number, words};
use crate::phrases::{bad_name, default_name, spec_error};

/// Asks for everything that `given` leaves open, until a game can start.
pub(super) fn set_up(
    given: &GameSpec,
    budget: SearchBudget,
    console: &mut Console<'_>,
) -> Result<Session, Aborted> {
    // No answer could change what is given.
    given.check().map_err(impossible)?;
    loop {
        let before = console.questions();
        let mut spec = given.clone();
        match spec.kind {
            GameKind::Gamma => ask_gamma(&mut spec, console)?,
            _ => ask_penguins(&mut spec, console)?,
        }
        match Session::new(spec, budget) {
            Ok(session) => return Ok(session),
            // Without a question the next attempt would be the same.
            Err(error) if console.questions() == before => return Err(impossible(error)),
            Err(error) => console.print(&spec_error(console.lang(), &error))?,
        }
    }
}

fn impossible(error: SpecError) -> Aborted {
    Aborted::Failed(io::Error::new(io::ErrorKind::InvalidInput, error))
}

fn ask_penguins(spec: &mut GameSpec, console: &mut Console<'_>) -> Result<(), Aborted> {
    let kind = spec.kind;
    if spec.seats.is_empty() {
        spec.seats = match kind {
            GameKind::Square => ask_mode(spec, console)?,
            _ => ask_names(spec, console)?,
        };
    }
    if kind == GameKind::Square && spec.penguins.is_none() {
        let range = kind.prompted_penguins();
        // The trailing space matches the prompt of the original console game.
        let question = format!("Input number of penguins between {} and {} ", range.start(), range.end());
        spec.penguins = Some(ask_number(console, &question, &range, None)?);
    }
    if spec.board.is_none() {
        let range = kind.prompted_sides();
        match kind {
            GameKind::Square => {
                let between = format!("between {} and {}", range.start(), range.end());
                let both = format!("Input coordinates for x and y dimensions {between}");
                let one = |axis: &str| format!("Input coordinate for {axis} dimension {between}");
                let questions = [both, one("x"), one("y")];
                let (cols, rows) = ask_sides(console, &questions, &range, [spec.cols, spec.rows])?;
                (spec.rows, spec.cols) = (Some(rows), Some(cols));
            }
            GameKind::Hex => {
                let ask = |what: &str| format!("How many {what}? ({} to {})", range.start(), range.end());
                let questions = [ask("rows and columns") + " Type both:", ask("rows"), ask("columns")];
                let (rows, cols) = ask_sides(console, &questions, &range, [spec.rows, spec.cols])?;
                (spec.rows, spec.cols) = (Some(rows), Some(cols));
            }
            GameKind::Classic | GameKind::Gamma => {}
        }
    }
    spec.placement.get_or_insert(kind.prompted_placement());
    Ok(())
}

/// Asks whether people or engines play, and fills the given number of seats (default: two).
fn ask_mode(spec: &GameSpec, console: &mut Console<'_>) -> Result<Vec<SeatSpec>, Aborted> {
    let question = "Select game mode:\n1 - interactive\n2 - autonomous";
    let kind = match ask_number(console, question, &(1..=2), None)? {
        1 => PlayerKind::Person,
        _ => PlayerKind::Engine { level: spec.level.unwrap_or_else(default_level).get() },
    };
    let lang = console.lang();
    let seat = |seat: Seat| SeatSpec { name: default_name(lang, &seat.letter().to_string()), kind };
    Ok(Seat::all().take(spec.player_count()).map(seat).collect())
}

/// Asks how many people play, and for their names.
fn ask_names(spec: &GameSpec, console: &mut Console<'_>) -> Result<Vec<SeatSpec>, Aborted> {
    let (lang, range) = (console.lang(), spec.kind.players());
    let (fewest, most) = (*range.start() as u32, *range.end() as u32);
    let players = match spec.players {
        Some(players) => players,
        None => {
            let question = format!("How many players? ({fewest} to {most})");
            ask_number(console, &question, &(fewest..=most), None)? as usize
        }
    };
    let mut seats: Vec<SeatSpec> = Vec::new();
    for number in 1..=players {
        let default = format!("Player {number}");
        let question = format!("Name of player {number}? (empty for {default})");
        let name = ask_line(console, &question, |line| {
            let name = if line.is_empty() { &default } else { line };
            let info = PlayerInfo::new(name, PlayerKind::Person).map_err(|bad| bad_name(lang, bad))?;
            let same = |other: &&SeatSpec| other.name.to_lowercase() == info.name().to_lowercase();
            match seats.iter().find(same) {
                Some(other) => Err(format!("{} is taken: choose another name.", other.name)),
                None => Ok(info.name().to_owned()),
            }
        })?;
        seats.push(SeatSpec { name, kind: PlayerKind::Person });
    }
    Ok(seats)
}

fn ask_gamma(spec: &mut GameSpec, console: &mut Console<'_>) -> Result<(), Aborted> {
    let mut ask = |what: &str, range: RangeInclusive<u32>, default: u32| {
        let offered = match (*range.start(), *range.end()) {
            (least, u32::MAX) => format!("at least {least}"),
            (least, most) => format!("{least} to {most}"),
        };
        let question = format!("{what}? ({offered}, empty for {default})");
        ask_number(console, &question, &range, Some(default))
    };
    let sides = spec.kind.prompted_sides();
    if spec.cols.is_none() {
        spec.cols = Some(ask("Width", sides.clone(), spec.cols())?);
    }
    if spec.rows.is_none() {
        spec.rows = Some(ask("Height", sides, spec.rows())?);
    }
    if spec.seats.is_empty() {
        let players = match spec.players {
            Some(players) => players,
            None => {
                let range = spec.kind.players();
                let range = *range.start() as u32..=*range.end() as u32;
                ask("How many players", range, spec.player_count() as u32)? as usize
            }
        };
        let seat = |number| SeatSpec { name: format!("Player {number}"), kind: PlayerKind::Person };
        spec.seats = (1..=players).map(seat).collect();
    }
    if spec.areas.is_none() {
        spec.areas = Some(ask("How many areas may each player hold", 1..=u32::MAX, spec.areas())?);
    }
    Ok(())
}

/// Asks for whichever of the two sides is missing; `questions` are: both sides, the first side, the second side.
fn ask_sides(
    console: &mut Console<'_>,
    questions: &[String; 3],
    range: &RangeInclusive<u32>,
    given: [Option<u32>; 2],
) -> Result<(u32, u32), Aborted> {
    match given {
        [Some(first), Some(second)] => Ok((first, second)),
        [None, Some(second)] => Ok((ask_number(console, &questions[1], range, None)?, second)),
        [Some(first), None] => Ok((first, ask_number(console, &questions[2], range, None)?)),
        [None, None] => {
            // Both may be on one line, or the second on a line of its own.
            let (first, second) = ask_line(console, &questions[0], |line| {
                let numbers: Vec<u32> =
                    words(line).map(|word| in_range(word, range)).collect::<Result<_, _>>()?;
                match numbers[..] {
                    [first] => Ok((first, None)),
                    [first, second] => Ok((first, Some(second))),
                    [] => Err("Please type two numbers.".to_owned()),
                    _ => Err("Too many numbers: please type two.".to_owned()),
                }
            })?;
            match second {
                Some(second) => Ok((first, second)),
                None => Ok((first, ask_number(console, &questions[2], range, None)?)),
            }
        }
    }
}

/// Asks for a number in a range; an empty answer stands for the default, if there is one.
fn ask_number(
    console: &mut Console<'_>,
    question: &str,
    range: &RangeInclusive<u32>,
    default: Option<u32>,
) -> Result<u32, Aborted> {
    ask_line(console, question, |line| {
        let mut words = words(line);
        match (words.next(), words.next(), default) {
            (None, _, Some(default)) => Ok(default),
            (Some(word), None, _) => in_range(word, range),
            (None, _, None) => Err(out_of_range(range)),
            (Some(_), Some(_), _) => Err("Too many numbers: please type one.".to_owned()),
        }
    })
}

fn in_range(word: &str, range: &RangeInclusive<u32>) -> Result<u32, String> {
    let number = number(word)?;
    if range.contains(&number) { Ok(number) } else { Err(out_of_range(range)) }
}

fn out_of_range(range: &RangeInclusive<u32>) -> String {
    match (range.start(), range.end()) {
        (least, &u32::MAX) => format!("Please type a number of at least {least}."),
        (least, most) => format!("Please type a number from {least} to {most}."),
    }
}

/// Asks until a line can be used.
fn ask_line<T>(
    console: &mut Console<'_>,
    question: &str,
    mut read: impl FnMut(&str) -> Result<T, String>,
) -> Result<T, Aborted> {
    loop {
        match console.ask(question)? {
            Typed::Text(line) => match read(&line) {
                Ok(answer) => return Ok(answer),
                Err(reason) => console.print(&reason)?,
            },
            Typed::Command(PlainCommand::Help) => {
                console.print("Answer the question to set up a game, or type quit to leave.")?;
            }
            Typed::Command(_) => console.print("There is no game yet: please answer the question first.")?,
        }
    }
}
