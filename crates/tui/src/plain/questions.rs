//! Questions before a game: whatever the request leaves open.

use std::io;

use floe_engine::Level;
use floe_rules::game::Game;
use floe_rules::grid::Topology;
use floe_rules::penguins::{RuleSet, Seat};
use floe_rules::record::{PlayerInfo, PlayerKind};

use super::answers::{Answer, Leave, Talk, Word, number, sentence, words};
use super::{Request, Wanted};
use crate::plan::{
    GammaPlan, LONGEST_GAMMA_SIDE, MOST_GAMMA_PLAYERS, PenguinsPlan, Placement, Plan, PlanFault,
};

/// The range of sides that is offered for squares.
const SQUARE_SIDES: (u32, u32) = (4, 20);
/// The range of penguins that is offered for squares.
const SQUARE_PENGUINS: (u32, u32) = (1, 5);
/// The range of sides that is offered for hexagons.
const HEX_SIDES: (u32, u32) = (9, 50);
/// The rows and columns of the published board.
const CLASSIC_SIDE: u32 = 8;
/// What an empty answer stands for: sides, players and areas of Gamma.
const GAMMA_SIDE: u32 = 10;
const GAMMA_PLAYERS: u32 = 2;
const GAMMA_AREAS: u32 = 5;

/// Asks what must be asked until a game can start.
pub(super) fn set_up(
    request: &Request,
    talk: &mut Talk<'_>,
    seed: u64,
) -> Result<(Vec<PlayerInfo>, Game), Leave> {
    if let Some(fault) = wrong_players(request) {
        return Err(impossible(fault));
    }
    loop {
        let before = talk.questions();
        let plan = match request.game {
            Wanted::Penguins(rules) => Plan::Penguins(penguins(request, rules, talk, seed)?),
            Wanted::Gamma => Plan::Gamma(gamma(request, talk)?),
        };
        match plan.start() {
            Ok(game) => return Ok((plan.player_infos().to_vec(), game)),
            // Without a question the next attempt would be the same.
            Err(fault) if talk.questions() == before => {
                return Err(impossible(fault));
            }
            Err(fault) => talk.say(&sentence(&fault.to_string()))?,
        }
    }
}

fn impossible(fault: PlanFault) -> Leave {
    Leave::Failed(io::Error::new(io::ErrorKind::InvalidInput, fault))
}

/// Returns what is wrong with a fixed number of players: no answer could mend that.
fn wrong_players(request: &Request) -> Option<PlanFault> {
    let players = request.players.filter(|_| request.player_infos.is_none())?;
    match request.game {
        Wanted::Penguins(rules) => {
            let fits = u8::try_from(players).is_ok_and(|players| rules.allows_players(players));
            let (fewest, most) = (rules.fewest_players, rules.most_players);
            (!fits).then_some(PlanFault::Players { players, rules: rules.name, fewest, most })
        }
        Wanted::Gamma => {
            let fits = (1..=MOST_GAMMA_PLAYERS).contains(&players);
            (!fits).then_some(PlanFault::GammaPlayers(players))
        }
    }
}

fn penguins(
    request: &Request,
    rules: RuleSet,
    talk: &mut Talk<'_>,
    seed: u64,
) -> Result<PenguinsPlan, Leave> {
    let on_squares = rules.topology == Topology::Square;
    let player_infos = match &request.player_infos {
        Some(player_infos) => player_infos.clone(),
        None if on_squares => by_mode(request, talk)?,
        None => by_name(request, rules, talk)?,
    };
    let by_rules = u8::try_from(player_infos.len()).ok().and_then(|players| rules.penguins_each(players));
    let penguins = match (request.penguins, by_rules) {
        (Some(penguins), _) => penguins,
        (None, Some(penguins)) => penguins,
        (None, None) => {
            let (least, most) = SQUARE_PENGUINS;
            // The blank at the end of the line is the original's.
            let question = format!("Input number of penguins between {least} and {most} ");
            ask_number(talk, &question, SQUARE_PENGUINS, None)?
        }
    };
    let (rows, cols) = match &request.board {
        Some(board) => (board.rows(), board.cols()),
        None if on_squares => {
            let (least, most) = SQUARE_SIDES;
            let between = format!("between {least} and {most}");
            let both = format!("Input coordinates for x and y dimensions {between}");
            let one = |axis: &str| format!("Input coordinate for {axis} dimension {between}");
            let asks = [both, one("x"), one("y")];
            let (cols, rows) = sides(talk, &asks, SQUARE_SIDES, [request.cols, request.rows])?;
            (rows, cols)
        }
        None if rules == RuleSet::CLASSIC => {
            (request.rows.unwrap_or(CLASSIC_SIDE), request.cols.unwrap_or(CLASSIC_SIDE))
        }
        None => {
            let (least, most) = HEX_SIDES;
            let ask = |what: &str| format!("How many {what}? ({least} to {most})");
            let asks = [ask("rows and columns") + " Type both:", ask("rows"), ask("columns")];
            sides(talk, &asks, HEX_SIDES, [request.rows, request.cols])?
        }
    };
    let by_rules = if on_squares { Placement::Manual } else { Placement::Automatic };
    Ok(PenguinsPlan {
        rules,
        rows,
        cols,
        penguins,
        seed,
        placement: request.placement.unwrap_or(by_rules),
        board: request.board.clone(),
        first: request.first,
        player_infos,
    })
}

/// Asks whether people or engines play, and seats as many as were wanted, or two.
fn by_mode(request: &Request, talk: &mut Talk<'_>) -> Result<Vec<PlayerInfo>, Leave> {
    let question = "Select game mode:\n1 - interactive\n2 - autonomous";
    let kind = match ask_number(talk, question, (1, 2), None)? {
        1 => PlayerKind::Person,
        _ => PlayerKind::Engine { level: request.level.unwrap_or(Level::FULL).get() },
    };
    let letters = Seat::all().map(|seat| format!("Player {}", seat.letter()));
    Ok(seat_all(letters.take(request.players.unwrap_or(2)), kind))
}

/// Asks how many people play, and for their names.
fn by_name(request: &Request, rules: RuleSet, talk: &mut Talk<'_>) -> Result<Vec<PlayerInfo>, Leave> {
    let (fewest, most) = (u32::from(rules.fewest_players), u32::from(rules.most_players));
    let players = match request.players {
        Some(players) => players,
        None => ask_number(talk, &format!("How many players? ({fewest} to {most})"), (fewest, most), None)?
            as usize,
    };
    let mut player_infos: Vec<PlayerInfo> = Vec::new();
    for number in 1..=players {
        let default = format!("Player {number}");
        let question = format!("Name of player {number}? (empty for {default})");
        let player_info = ask_line(talk, &question, |line| {
            let name = if line.is_empty() { &default } else { line };
            let player_info =
                PlayerInfo::new(name, PlayerKind::Person).map_err(|bad| sentence(&bad.to_string()))?;
            let same = |other: &PlayerInfo| other.name().to_lowercase() == player_info.name().to_lowercase();
            match player_infos.iter().find(|other| same(other)) {
                Some(other) => Err(format!("{} plays already: choose another name.", other.name())),
                None => Ok(player_info),
            }
        })?;
        player_infos.push(player_info);
    }
    Ok(player_infos)
}

fn gamma(request: &Request, talk: &mut Talk<'_>) -> Result<GammaPlan, Leave> {
    let ask = |talk: &mut Talk<'_>, what: &str, most: u32, default: u32| {
        let range = if most == u32::MAX { "at least 1".to_owned() } else { format!("1 to {most}") };
        let question = format!("{what}? ({range}, empty for {default})");
        ask_number(talk, &question, (1, most), Some(default))
    };
    let width = match request.cols {
        Some(width) => width,
        None => ask(talk, "Width", LONGEST_GAMMA_SIDE, GAMMA_SIDE)?,
    };
    let height = match request.rows {
        Some(height) => height,
        None => ask(talk, "Height", LONGEST_GAMMA_SIDE, GAMMA_SIDE)?,
    };
    let player_infos = match (&request.player_infos, request.players) {
        (Some(player_infos), _) => player_infos.clone(),
        (None, players) => {
            let players = match players {
                Some(players) => players,
                None => ask(talk, "How many players", MOST_GAMMA_PLAYERS as u32, GAMMA_PLAYERS)? as usize,
            };
            seat_all((1..=players).map(|number| format!("Player {number}")), PlayerKind::Person)
        }
    };
    let areas = match request.areas {
        Some(areas) => areas,
        None => ask(talk, "How many areas may each player hold", u32::MAX, GAMMA_AREAS)?,
    };
    Ok(GammaPlan { width, height, areas, player_infos })
}

fn seat_all(names: impl Iterator<Item = String>, kind: PlayerKind) -> Vec<PlayerInfo> {
    names.filter_map(|name| PlayerInfo::new(&name, kind).ok()).collect()
}

/// Asks for those of two sides that are not fixed; `asks` are the questions for both, the first and the second.
fn sides(
    talk: &mut Talk<'_>,
    asks: &[String; 3],
    range: (u32, u32),
    fixed: [Option<u32>; 2],
) -> Result<(u32, u32), Leave> {
    match fixed {
        [Some(first), Some(second)] => Ok((first, second)),
        [None, Some(second)] => Ok((ask_number(talk, &asks[1], range, None)?, second)),
        [Some(first), None] => Ok((first, ask_number(talk, &asks[2], range, None)?)),
        [None, None] => {
            // Both may stand in a line, or the second in a line of its own.
            let given = ask_line(talk, &asks[0], |line| {
                let numbers: Vec<u32> =
                    words(line).map(|word| in_range(word, range)).collect::<Result<_, _>>()?;
                match numbers.len() {
                    1 | 2 => Ok(numbers),
                    0 => Err("Please type two numbers.".to_owned()),
                    _ => Err("That is too much: two numbers are wanted.".to_owned()),
                }
            })?;
            match given[..] {
                [first, second] => Ok((first, second)),
                [first, ..] => Ok((first, ask_number(talk, &asks[2], range, None)?)),
                [] => Ok(range),
            }
        }
    }
}

/// Asks for a number in a range; an empty answer stands for the default, if there is one.
fn ask_number(
    talk: &mut Talk<'_>,
    question: &str,
    range: (u32, u32),
    default: Option<u32>,
) -> Result<u32, Leave> {
    ask_line(talk, question, |line| {
        let mut words = words(line);
        match (words.next(), words.next(), default) {
            (None, _, Some(default)) => Ok(default),
            (Some(word), None, _) => in_range(word, range),
            (None, _, None) => Err(wanted(range)),
            (Some(_), Some(_), _) => Err("That is too much: one number is wanted.".to_owned()),
        }
    })
}

fn in_range(word: &str, range: (u32, u32)) -> Result<u32, String> {
    let number = number(word)?;
    if (range.0..=range.1).contains(&number) { Ok(number) } else { Err(wanted(range)) }
}

fn wanted((least, most): (u32, u32)) -> String {
    format!("Please type a number from {least} to {most}.")
}

/// Asks until a line can be used.
fn ask_line<T>(
    talk: &mut Talk<'_>,
    question: &str,
    mut read: impl FnMut(&str) -> Result<T, String>,
) -> Result<T, Leave> {
    loop {
        match talk.ask(question)? {
            Answer::Text(line) => match read(&line) {
                Ok(answer) => return Ok(answer),
                Err(why) => talk.say(&why)?,
            },
            Answer::Word(Word::Help) => {
                talk.say("Answer the question to set up a game, or type quit to leave.")?;
            }
            Answer::Word(_) => talk.say("There is no game yet: first answer the question.")?,
        }
    }
}
