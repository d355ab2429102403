//! The start of a game, from a board file and the options.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use floe_rules::board_file::{self, FileErrors};
use floe_rules::game::Game;
use floe_rules::gamma::Gamma;
use floe_rules::penguins::{Seat, Setup, Stage};

use super::command::StartingPoint;
use super::options::ProtocolOptions;
use crate::files::{LARGEST_GAME, read_bounded};

/// The number of players if neither an option nor the board gives one.
const DEFAULT_PLAYERS: u8 = 2;

/// Starts a game; `board` holds the lines that followed the command.
pub(super) fn start(
    start: &StartingPoint,
    board: Option<anyhow::Result<Vec<u8>>>,
    options: &ProtocolOptions,
) -> anyhow::Result<Game> {
    match start {
        &StartingPoint::Gamma([width, height, players, areas]) => {
            Ok(Game::gamma(Gamma::new(width, height, players, areas)?))
        }
        StartingPoint::Board { is_placement, turn, file } => {
            let text = match (file, board) {
                (Some(path), _) => read(path)?,
                (None, Some(board)) => board?,
                (None, None) => bail!("the board is missing"),
            };
            penguins(&text, *is_placement, *turn, options)
        }
    }
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    read_bounded(path, LARGEST_GAME).with_context(|| format!("cannot read {}", path.display()))
}

fn penguins(
    text: &[u8],
    is_placement: bool,
    turn: Option<u8>,
    options: &ProtocolOptions,
) -> anyhow::Result<Game> {
    let rules = &options.rules;
    let setup = board_file::read(text).map_err(|errors| first_of(&errors))?;
    let stage = if is_placement { placement(&setup, options)? } else { Stage::Movement };
    let seat = turn.map(|number| Seat::new(number).ok_or(number)).transpose();
    let absent = |number: u8| anyhow!("there is no player {number} in this game");
    let seat = seat.map_err(absent)?;
    let game = Game::penguins(setup, rules, stage, seat)?;
    match turn {
        Some(number) if !game.players().contains(&number.into()) => Err(absent(number)),
        _ => Ok(game),
    }
}

fn placement(setup: &Setup, options: &ProtocolOptions) -> anyhow::Result<Stage> {
    let rules = &options.rules;
    let rows = u8::try_from(setup.players.len()).unwrap_or(u8::MAX);
    let players = options.players.unwrap_or(rows.max(DEFAULT_PLAYERS));
    if players < rows {
        bail!("the board has rows of {rows} players, but the option 'players' is {players}");
    }
    if !rules.allows_players(players) {
        let (fewest, most) = (rules.fewest_players, rules.most_players);
        bail!("{players} players: a game under the rules '{}' has {fewest} to {most}", rules.name);
    }
    let penguins = options.penguins.or(rules.penguins_each(players)).ok_or_else(|| {
        anyhow!("these rules do not say how many penguins a player has: 'set penguins N' first")
    })?;
    Ok(Stage::Placement { penguins, seats: setup.seats_for(players) })
}

/// Returns the first error of a board file, with the number of others.
fn first_of(errors: &FileErrors) -> anyhow::Error {
    let Some(first) = errors.listed().first() else { return anyhow!("the board is wrong") };
    let (line, column) = (first.place.line, first.place.column);
    let more = match errors.total() - 1 {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    anyhow!("board line {line}, column {column}: {}{more}", first.kind)
}
