//! Search of boards that are too large for bitboards, and of games of many players, in windows.
//!
//! The greedy player ranks the turns of the whole board. Windows around the best of them are searched as games of their
//! own. If the limits allow several windows, each is searched twice: with the player to move first, and as if it moved
//! elsewhere. The turn is made where the difference is the largest: there the player gains or prevents the most.

use std::collections::BTreeSet;

use floe_rules::gamma::{Gamma, Move, Turns};

use super::bit_board::LONGEST_ROW;
use super::board_part::BoardPart;
use super::engine::{MOST_WORDS, search_part, tree_nodes};
use super::greedy::{RankedTurns, ranked};
use super::puct::DEFAULT_NODES;
use super::rectangle::Rectangle;
use super::weights::Weights;
use crate::considered::{add_work, most_considered};
use crate::context::SearchContext;
use crate::search::{Choice, Level, Limits, Progress, Value};

/// Ranking the turns takes at most one part in this many of the limits.
const RANKING: u32 = 4;
/// The most windows that are made; those where nothing is left to decide are not searched.
const MOST_WINDOWS: usize = 8;
/// The most windows that are searched.
const MOST_SEARCHED: u64 = 4;
/// A further window is searched for every so many nodes.
const NODES_OF_A_WINDOW: u64 = 5_000;
/// An estimate of the speed, which decides how many windows are searched within a time limit.
const NODES_PER_SECOND: f64 = 30_000.0;
/// The most players in a window that are sides of their own; more form one side against the player to move.
const MOST_SIDES: usize = 4;

/// Searches a large board or a game of many players.
pub(crate) fn search(
    position: &Turns,
    weights: Weights,
    mut context: SearchContext<'_, Progress<Move>>,
) -> Option<Choice<Move>> {
    let player = position.to_move()?;
    let game = position.game();
    let budget = context.budget.clone();
    let limits = &budget.limits;
    let nodes = limits.nodes.map(|nodes| (nodes / u64::from(RANKING)).max(1));
    let ranking = budget.part_of_time(RANKING, Limits { nodes, level: Level::FULL, ..limits.clone() });
    let RankedTurns { choice: mut chosen, places } = ranked(position, &ranking)?;
    context.report(&chosen.progress);
    let (ranked, ranked_value) = (chosen.progress.nodes, chosen.progress.value);
    let unranked = limits.nodes.map(|nodes| nodes.saturating_sub(ranked));
    let tree_nodes = tree_nodes(&Limits { nodes: unranked, ..limits.clone() })
        .or_else(|| budget.is_unlimited().then_some(DEFAULT_NODES));
    let nodes = tree_nodes.or_else(|| budget.expected_nodes(NODES_PER_SECOND)).unwrap_or(0);
    let searched = (nodes / NODES_OF_A_WINDOW).clamp(1, MOST_SEARCHED) as u32;
    // A single window is compared with no other, so the value of moving elsewhere is not needed.
    let mut searches_left = if searched > 1 { 2 * searched } else { 1 };
    let mut nodes = ranked;
    let mut most = None;
    let mut work: Vec<(Move, u64)> = Vec::new();
    for cells in windows(game, &places) {
        let part = part(game, player, cells);
        let side = part.side(player)?;
        let on_board = |found: &Progress<Move>, turn: Move, nodes: u64, work: &[(Move, u64)]| Progress {
            depth: found.depth,
            nodes,
            elapsed: budget.elapsed(),
            // Against several players together, only the present lead and what a turn gains are known.
            value: if part.others == 0 { found.value } else { ranked_value },
            // Other players may move elsewhere.
            line: vec![turn],
            considered: most_considered(turn, work.iter().copied()),
        };
        let mut search = |first: usize, nodes: &mut u64, report: &mut dyn FnMut(&Progress<Move>)| {
            let left = tree_nodes.map(|all| all.saturating_sub(*nodes - ranked));
            let share = left.map(|left| left.checked_div(searches_left.into()).unwrap_or(0));
            if searches_left == 0 || share == Some(0) || budget.is_over() {
                return None;
            }
            let share = budget
                .part_of_time(searches_left, Limits { nodes: share, early_stop: false, ..limits.clone() });
            let part = BoardPart { first: Some(first), ..part.clone() };
            let share = SearchContext::of_budget(share).with_report(report);
            let choice = search_part(position, &part, weights, share)?;
            *nodes += choice.progress.nodes;
            // Nothing is left to decide in a window that needed no search.
            let is_searched = choice.progress.nodes > 1;
            searches_left -= u32::from(is_searched);
            is_searched.then_some(choice)
        };
        let mut elsewhere = Value(0);
        if searched > 1 {
            let next = (side + 1) % part.sides();
            let Some(choice) = search(next, &mut nodes, &mut |_| {}) else { continue };
            elsewhere = choice.progress.value;
        }
        let before = nodes;
        let mut report = |found: &Progress<Move>| {
            // Reports of later windows would replace a better turn of an earlier one.
            if most.is_none()
                && found.nodes > 1
                && let Some(turn) = legal_turn(game, player, &part, found)
            {
                let mut work = Vec::new();
                add_work(&mut work, found, Some);
                context.report(&on_board(found, turn, before + found.nodes, &work));
            }
        };
        let Some(Choice { progress, .. }) = search(side, &mut nodes, &mut report) else { continue };
        let Some(turn) = legal_turn(game, player, &part, &progress) else { continue };
        add_work(&mut work, &progress, Some);
        let gain = progress.value.0 - elsewhere.0;
        if most.is_none_or(|most| gain > most) {
            most = Some(gain);
            let progress = on_board(&progress, turn, nodes, &work);
            context.report(&progress);
            chosen = Choice { turn, progress };
        }
    }
    chosen.progress.nodes = nodes;
    if most.is_some() {
        chosen.progress.considered = most_considered(chosen.turn, work.into_iter());
    }
    Some(chosen)
}

/// Returns the best turn of a window that is legal on the whole board.
fn legal_turn(game: &Gamma, player: u32, part: &BoardPart, found: &Progress<Move>) -> Option<Move> {
    let considered = found.considered.iter().map(|considered| considered.turn);
    let is_legal = |turn: &Move| match *turn {
        // Who holds which cells of a side of several players is decided only by the rules.
        Move::Golden { x, y } if part.others > 0 => game.trial().take_golden(player, x, y),
        Move::Golden { .. } | Move::Take { .. } | Move::Pass => true,
    };
    found.line.first().copied().into_iter().chain(considered).find(is_legal)
}

/// Returns windows around the first places of a list; a place near the middle of a window needs no other.
fn windows(game: &Gamma, places: &[(u32, u32)]) -> Vec<Rectangle> {
    let short = game.width().min(game.height()).min(LONGEST_ROW);
    let long = game.width().max(game.height()).min(MOST_WORDS as u32 * 64 / (short + 1));
    let size = if game.width() < game.height() { (short, long) } else { (long, short) };
    let mut windows: Vec<Rectangle> = Vec::new();
    for &place in places {
        let cells = Rectangle::around(game, place, size);
        let is_near = |other: &Rectangle| {
            cells.left.abs_diff(other.left) * 4 <= cells.width
                && cells.bottom.abs_diff(other.bottom) * 4 <= cells.height
        };
        if !windows.iter().any(is_near) {
            windows.push(cells);
        }
        if windows.len() == MOST_WINDOWS {
            break;
        }
    }
    windows
}

/// Returns a window as a part of the game in which nobody is to move yet.
fn part(game: &Gamma, player: u32, cells: Rectangle) -> BoardPart {
    let mut players: BTreeSet<u32> = cells.rows().filter_map(|(x, y)| game.owner(x, y)).collect();
    players.insert(player);
    if players.len() > MOST_SIDES {
        return BoardPart { cells, others: players.len() as u32 - 1, players: vec![player], first: None };
    }
    // Players who are not there yet may still come.
    let mut next = player;
    while players.len() < MOST_SIDES.min(game.players() as usize) {
        next = next % game.players() + 1;
        players.insert(next);
    }
    BoardPart { cells, players: players.into_iter().collect(), others: 0, first: None }
}
