//! Questions before a game: whatever its description leaves open.

use std::io;
use std::ops::RangeInclusive;

use floe_locale::{Lang, MessageKey, MessageValue, key, tr};
use floe_rules::penguins::Seat;
use floe_rules::record::{PlayerInfo, PlayerKind};
use floe_session::{GameKind, GameSpec, SearchBudget, SeatSpec, Session, SpecError, default_level};

use super::console::{Aborted, Console, Typed, number, words};
use super::vocabulary::PlainCommand;
use crate::phrases::{bad_name, default_name, spec_error};
use crate::settings::person_word;

/// Asks for everything that `given` leaves open, until a game can start.
pub(super) fn set_up(
    given: &GameSpec,
    budget: SearchBudget,
    console: &mut Console<'_>,
) -> Result<Session, Aborted> {
    // No answer could change what is given.
    given.check().and_then(|()| with_best_answers(given).start().map(|_| ())).map_err(impossible)?;
    loop {
        let before = console.questions();
        let mut spec = given.clone();
        spec.person_word.get_or_insert_with(|| person_word(console.lang()));
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

/// Returns the description with the answers that make a game most likely: few players and penguins, a large board.
fn with_best_answers(given: &GameSpec) -> GameSpec {
    let mut spec = given.clone();
    let (kind, sides) = (spec.kind, spec.kind.prompted_sides());
    if spec.seats.is_empty() && kind != GameKind::Square {
        spec.players.get_or_insert(*kind.players().start());
    }
    if spec.board.is_none() && matches!(kind, GameKind::Square | GameKind::Hex) {
        spec.rows.get_or_insert(*sides.end());
        spec.cols.get_or_insert(*sides.end());
    }
    if kind == GameKind::Square {
        spec.penguins.get_or_insert(*kind.prompted_penguins().start());
    }
    spec
}

fn impossible(error: SpecError) -> Aborted {
    Aborted::Failed(io::Error::new(io::ErrorKind::InvalidInput, error))
}

/// A question for a number in a range.
struct NumberQuestion {
    question: MessageKey,
    range: RangeInclusive<u32>,
    /// The number that an empty answer stands for.
    default: Option<u32>,
}

impl NumberQuestion {
    fn ask(&self, console: &mut Console<'_>) -> Result<u32, Aborted> {
        let lang = console.lang();
        let mut values: Vec<(&'static str, MessageValue<'_>)> = vec![("least", (*self.range.start()).into())];
        if *self.range.end() != u32::MAX {
            values.push(("most", (*self.range.end()).into()));
        }
        values.extend(self.default.map(|default| ("default", default.into())));
        let question = lang.format(self.question, &values);
        ask_line(console, &question, |line| {
            let mut words = words(line);
            match (words.next(), words.next(), self.default) {
                (None, _, Some(default)) => Ok(default),
                (Some(word), None, _) => in_range(lang, word, &self.range),
                (None, _, None) => Err(out_of_range(lang, &self.range)),
                (Some(_), Some(_), _) => Err(tr!(lang, "plain-one-number")),
            }
        })
    }
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
        let (question, range) = (key!("plain-penguins-square"), kind.prompted_penguins());
        spec.penguins = Some(NumberQuestion { question, range, default: None }.ask(console)?);
    }
    if spec.board.is_none() {
        match kind {
            GameKind::Square => ask_square_sides(spec, console)?,
            GameKind::Hex => ask_hex_sides(spec, console)?,
            GameKind::Classic | GameKind::Gamma => {}
        }
    }
    spec.placement.get_or_insert(kind.prompted_placement());
    Ok(())
}

/// Asks whether people or engines play, and fills the given number of seats (default: two).
fn ask_mode(spec: &GameSpec, console: &mut Console<'_>) -> Result<Vec<SeatSpec>, Aborted> {
    let lang = console.lang();
    console.print(&format!("{}\n", tr!(lang, "plain-mode-explained")))?;
    let mode = NumberQuestion { question: key!("plain-mode"), range: 1..=2, default: Some(1) };
    let kind = match mode.ask(console)? {
        1 => PlayerKind::Person,
        _ => PlayerKind::Engine { level: spec.level.unwrap_or_else(default_level).get() },
    };
    let seat = |seat: Seat| SeatSpec { name: default_name(lang, &seat.letter().to_string()), kind };
    Ok(Seat::all().take(spec.player_count()).map(seat).collect())
}

/// Asks how many people play, and for their names.
fn ask_names(spec: &GameSpec, console: &mut Console<'_>) -> Result<Vec<SeatSpec>, Aborted> {
    let (lang, players) = (console.lang(), ask_players(spec, console)?);
    let nameless = SeatSpec { name: String::new(), kind: PlayerKind::Person };
    let unnamed = GameSpec { players: Some(players), seats: vec![nameless; players], ..spec.clone() };
    let mut seats: Vec<SeatSpec> = Vec::new();
    for index in 0..players {
        let (mark, default) = (spec.kind.seat_mark(index), unnamed.seat_name(index));
        let question = tr!(lang, "plain-name", mark = mark, default = default.as_str());
        let name = ask_line(console, &question, |line| {
            let name = if line.is_empty() { &default } else { line };
            let info = PlayerInfo::new(name, PlayerKind::Person).map_err(|bad| bad_name(lang, bad))?;
            let same = |other: &&SeatSpec| other.name.to_lowercase() == info.name().to_lowercase();
            match seats.iter().find(same) {
                Some(other) => Err(tr!(lang, "plain-name-taken", name = other.name.as_str())),
                None => Ok(info.name().to_owned()),
            }
        })?;
        seats.push(SeatSpec { name, kind: PlayerKind::Person });
    }
    Ok(seats)
}

/// Asks for the number of players, unless it is given.
fn ask_players(spec: &GameSpec, console: &mut Console<'_>) -> Result<usize, Aborted> {
    if let Some(players) = spec.players {
        return Ok(players);
    }
    let range = spec.kind.players();
    let range = *range.start() as u32..=*range.end() as u32;
    let default = Some(spec.player_count() as u32);
    let players = NumberQuestion { question: key!("plain-players"), range, default }.ask(console)?;
    Ok(players as usize)
}

fn ask_square_sides(spec: &mut GameSpec, console: &mut Console<'_>) -> Result<(), Aborted> {
    let (lang, range) = (console.lang(), spec.kind.prompted_sides());
    let side = |question: MessageKey| NumberQuestion { question, range: range.clone(), default: None };
    let (x, y) = (side(key!("plain-side-x")), side(key!("plain-side-y")));
    let both = tr!(lang, "plain-sides-square", least = *range.start(), most = *range.end());
    let (cols, rows) = ask_sides(console, &both, [&x, &y], [spec.cols, spec.rows])?;
    (spec.rows, spec.cols) = (Some(rows), Some(cols));
    Ok(())
}

fn ask_hex_sides(spec: &mut GameSpec, console: &mut Console<'_>) -> Result<(), Aborted> {
    let (lang, range) = (console.lang(), spec.kind.prompted_sides());
    let side = |question: MessageKey, default: u32| NumberQuestion {
        question,
        range: range.clone(),
        default: Some(default),
    };
    let rows = side(key!("plain-rows-hex"), spec.rows());
    let columns = side(key!("plain-columns-hex"), spec.cols());
    let both = tr!(
        lang,
        "plain-sides-hex",
        least = *range.start(),
        most = *range.end(),
        rows = spec.rows(),
        columns = spec.cols(),
    );
    let (rows, cols) = ask_sides(console, &both, [&rows, &columns], [spec.rows, spec.cols])?;
    (spec.rows, spec.cols) = (Some(rows), Some(cols));
    Ok(())
}

fn ask_gamma(spec: &mut GameSpec, console: &mut Console<'_>) -> Result<(), Aborted> {
    let lang = console.lang();
    let side = |question: MessageKey, default: u32| NumberQuestion {
        question,
        range: GameKind::Gamma.prompted_sides(),
        default: Some(default),
    };
    if spec.cols.is_none() {
        spec.cols = Some(side(key!("plain-width"), spec.cols()).ask(console)?);
    }
    if spec.rows.is_none() {
        spec.rows = Some(side(key!("plain-height"), spec.rows()).ask(console)?);
    }
    if spec.seats.is_empty() {
        let seat = |number: usize| SeatSpec {
            name: default_name(lang, &number.to_string()),
            kind: PlayerKind::Person,
        };
        spec.seats = (1..=ask_players(spec, console)?).map(seat).collect();
    }
    if spec.areas.is_none() {
        let (question, default) = (key!("plain-areas"), Some(spec.areas()));
        spec.areas = Some(NumberQuestion { question, range: 1..=u32::MAX, default }.ask(console)?);
    }
    Ok(())
}

/// Asks for whichever of the two sides is missing, both at once if both are.
fn ask_sides(
    console: &mut Console<'_>,
    both: &str,
    [first, second]: [&NumberQuestion; 2],
    given: [Option<u32>; 2],
) -> Result<(u32, u32), Aborted> {
    let lang = console.lang();
    match given {
        [Some(one), Some(other)] => Ok((one, other)),
        [None, Some(other)] => Ok((first.ask(console)?, other)),
        [Some(one), None] => Ok((one, second.ask(console)?)),
        [None, None] => {
            // Both may be on one line, or the second on a line of its own.
            let (one, other) = ask_line(console, both, |line| {
                let numbers: Vec<u32> =
                    words(line).map(|word| in_range(lang, word, &first.range)).collect::<Result<_, _>>()?;
                match (&numbers[..], first.default, second.default) {
                    (&[one], ..) => Ok((one, None)),
                    (&[one, other], ..) => Ok((one, Some(other))),
                    ([], Some(one), Some(other)) => Ok((one, Some(other))),
                    ([], ..) => Err(tr!(lang, "plain-two-numbers")),
                    _ => Err(tr!(lang, "plain-only-two-numbers")),
                }
            })?;
            match other {
                Some(other) => Ok((one, other)),
                None => Ok((one, second.ask(console)?)),
            }
        }
    }
}

fn in_range(lang: Lang, word: &str, range: &RangeInclusive<u32>) -> Result<u32, String> {
    let number = number(lang, word)?;
    if range.contains(&number) { Ok(number) } else { Err(out_of_range(lang, range)) }
}

fn out_of_range(lang: Lang, range: &RangeInclusive<u32>) -> String {
    match (*range.start(), *range.end()) {
        (least, u32::MAX) => tr!(lang, "plain-number-least", least = least),
        (least, most) => tr!(lang, "plain-number-range", least = least, most = most),
    }
}

/// Asks until a line can be used.
fn ask_line<T>(
    console: &mut Console<'_>,
    question: &str,
    mut read: impl FnMut(&str) -> Result<T, String>,
) -> Result<T, Aborted> {
    let lang = console.lang();
    loop {
        match console.ask(question)? {
            Typed::Text(line) => match read(&line) {
                Ok(answer) => return Ok(answer),
                Err(reason) => console.print(&reason)?,
            },
            Typed::Command(PlainCommand::Help) => console.print(&tr!(lang, "plain-set-up-help"))?,
            Typed::Command(_) => console.print(&tr!(lang, "plain-no-game"))?,
        }
    }
}
