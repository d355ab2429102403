//! One game between the builds.

use std::sync::atomic::{AtomicBool, Ordering};

use floe_rules::generate::generate;
use floe_rules::penguins::{Move, Position, RuleSet, Setup, Stage};
use floe_rules::random::scramble;

use crate::options::Options;
use crate::player::{Effort, Fault, Player};

/// A board and the game that is played on it.
pub(crate) struct Board {
    pub(crate) setup: Setup,
    pub(crate) rules: RuleSet,
    pub(crate) players: u8,
    pub(crate) penguins: u32,
    position: Position,
    number: u64,
    seed: u64,
}

impl Board {
    /// Generates the board with a number.
    pub(crate) fn new(options: &Options, number: u64) -> Result<Board, String> {
        let recipe = options.recipe(number);
        let setup = generate(&recipe).map_err(|why| why.to_string())?;
        let (players, penguins) = (options.players, recipe.penguins);
        let stage = Stage::Placement { penguins, seats: setup.seats_for(players) };
        let position = Position::new(&setup, &recipe.rules, &stage).map_err(|why| why.to_string())?;
        let seed = scramble(options.seed.wrapping_add(scramble(number)));
        Ok(Board { setup, rules: recipe.rules, players, penguins, position, number, seed })
    }
}

/// The result of a game for the new build.
pub(crate) struct GameResult {
    /// Its share of the win: 1 for a win, less for a shared win.
    pub(crate) share: f64,
    /// The effort of the new build, and of all copies of the old one.
    pub(crate) efforts: [Effort; 2],
    /// Whether the new or the old build lost by a fault.
    pub(crate) faults: [bool; 2],
}

/// Plays a game with the first of the players on a seat, or returns nothing if the match is over.
pub(crate) fn play(
    board: &Board,
    players: &mut [Box<dyn Player + '_>],
    new_seat: usize,
    is_over: &AtomicBool,
) -> Option<GameResult> {
    let mut result =
        GameResult { share: 0.0, efforts: [Effort::default(), Effort::default()], faults: [false; 2] };
    // A game that ended by a fault is lost, however many players there are.
    match play_turns(board, players, new_seat, is_over, &mut result.efforts) {
        Ok(position) => {
            let position = position?;
            let leaders = position.leaders();
            let new = position.seats().nth(new_seat)?;
            result.share = if leaders.contains(&new) { 1.0 / leaders.len() as f64 } else { 0.0 };
        }
        Err((index, Fault(why))) => {
            let (side, name) = if index == 0 { (0, "NEW") } else { (1, "OLD") };
            result.faults[side] = true;
            result.share = if index == 0 { 0.0 } else { 1.0 };
            eprintln!("FAULT of {name} on board {}, new in seat {}: {why}", board.number, new_seat + 1);
        }
    }
    Some(result)
}

/// Plays a game to its end, or until a player commits a fault; returns nothing if the match is over.
fn play_turns(
    board: &Board,
    players: &mut [Box<dyn Player + '_>],
    new_seat: usize,
    is_over: &AtomicBool,
    efforts: &mut [Effort; 2],
) -> Result<Option<Position>, (usize, Fault)> {
    let count = players.len();
    for (index, player) in players.iter_mut().enumerate() {
        player.start_game(board, board.seed).map_err(|fault| (index, fault))?;
    }
    let mut position = board.position.clone();
    let seats: Vec<_> = position.seats().collect();
    let mut played: Vec<Move> = Vec::new();
    while let Some(seat) = position.to_move() {
        if is_over.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let at = seats.iter().position(|&other| other == seat).unwrap_or(0);
        let index = (at + count - new_seat) % count;
        let (turn, effort) = players[index].choose(&position, &played).map_err(|fault| (index, fault))?;
        efforts[usize::from(index != 0)].add(&effort);
        if let Err(why) = position.play(turn) {
            let turn = turn.notation(&position.grid());
            return Err((index, Fault(format!("the turn {turn} is illegal: {why}"))));
        }
        played.push(turn);
    }
    Ok(Some(position))
}
