//! Illegal turns.
//!
//! A cheat that finds no opportunity on a board plays an honest turn there.

mod rows;

use floe_rules::grid::Cell;
use floe_rules::penguins::{Fish, Move, Seat, Setup, Tile};

use self::rows::{
    adds_a_stranger, counts_without_end, drops_a_player, drops_a_row, edits_anothers_score,
    edits_its_own_score, forgets_its_score, joins_as_another, joins_as_seven, joins_unseen,
    joins_without_a_row, renames_another,
};
use crate::animal::Animal;
use crate::board_view::BoardView;
use crate::call::{Call, ZooError};
use crate::scene::Scene;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("edits-anothers-score", "Takes a fish from another player's score.", edits_anothers_score)
        .expect_fault("others-row-changed"),
    Animal::new("edits-its-own-score", "Counts ten fish too many.", edits_its_own_score)
        .expect_fault("wrong-score"),
    Animal::new("forgets-its-score", "Moves, and does not count the fish.", forgets_its_score)
        .expect_fault("wrong-score"),
    Animal::new("moves-two-penguins", "Moves both its penguins in one turn.", moves_two_penguins)
        .expect_fault("moved-twice"),
    Animal::new("moves-round-a-corner", "Moves one penguin twice in one turn.", moves_round_a_corner)
        .expect_fault("moved-twice"),
    Animal::new("places-twice", "Places two penguins in one turn.", places_twice)
        .scene(Scene::Placement)
        .expect_fault("placed-twice"),
    Animal::new("places-on-two-fish", "Places a penguin on a floe with two fish.", places_on_two_fish)
        .scene(Scene::Placement)
        .expect_fault("illegal-turn"),
    Animal::new("places-too-many", "Places one more penguin than it has.", places_too_many)
        .scene(Scene::Placed)
        .expect_fault("no-turn-to-make"),
    Animal::new("places-while-moving", "Places a new penguin in the movement phase.", places_while_moving)
        .expect_fault("illegal-turn"),
    Animal::new("moves-anothers-penguin", "Moves a penguin of another player.", moves_anothers_penguin)
        .expect_fault("others-penguin"),
    Animal::new(
        "removes-anothers-penguin",
        "Moves, and removes a penguin of another player.",
        removes_penguin,
    )
    .expect_fault("others-penguin"),
    Animal::new("captures-a-penguin", "Moves onto a penguin of another player.", captures_a_penguin)
        .expect_fault("illegal-turn"),
    Animal::new("restores-a-floe", "Moves, and restores a floe that had sunk.", restores_a_floe)
        .expect_fault("floe-restored"),
    Animal::new("keeps-its-floe", "Moves, and keeps the floe that it left.", keeps_its_floe)
        .expect_fault("field-changed"),
    Animal::new("sinks-a-floe", "Moves, and sinks a floe far away.", sinks_a_floe)
        .expect_fault("field-changed"),
    Animal::new("changes-far-fish", "Moves, and takes the fish from a floe far away.", changes_far_fish)
        .expect_fault("field-changed"),
    Animal::new("jumps-over-a-hole", "Moves across water.", jumps_over_a_hole).expect_fault("illegal-turn"),
    Animal::new("jumps-over-a-penguin", "Moves across a penguin.", jumps_over_a_penguin)
        .expect_fault("illegal-turn"),
    Animal::new("moves-diagonally", "Moves one penguin diagonally.", moves_diagonally)
        .expect_fault("illegal-turn"),
    Animal::new("moves-when-blocked", "Moves although it cannot.", moves_when_blocked)
        .scene(Scene::Blocked)
        .expect_fault("no-turn-to-make"),
    Animal::new("grows-the-board", "Moves, and adds a row of floes.", grows_the_board)
        .expect_fault("other-size"),
    Animal::new("turns-the-board", "Moves, and writes the columns as rows.", turns_the_board)
        .expect_fault("other-size"),
    Animal::new(
        "drops-anothers-row",
        "Moves, and omits the row of another player, but not its penguins.",
        drops_a_row,
    )
    .expect_fault("output-broken"),
    Animal::new(
        "drops-a-player",
        "Moves, and omits the row and the penguins of another player.",
        drops_a_player,
    )
    .expect_fault("others-row-gone"),
    Animal::new("renames-another", "Moves, and gives another player a new id.", renames_another)
        .expect_fault("others-row-changed"),
    Animal::new(
        "adds-a-stranger",
        "Moves, and adds a row for a player that does not exist.",
        adds_a_stranger,
    )
    .expect_fault("row-added"),
    Animal::new("joins-as-seven", "Joins with a wrong number.", joins_as_seven)
        .scene(Scene::Joining)
        .expect_fault("wrong-number"),
    Animal::new(
        "joins-as-another",
        "Places its first penguin under the number of another player.",
        joins_as_another,
    )
    .scene(Scene::Joining)
    .expect_fault("others-row-changed"),
    Animal::new(
        "joins-unseen",
        "Places its first penguin under the number of another player, and adds no row.",
        joins_unseen,
    )
    .scene(Scene::Joining)
    .expect_fault("not-joined"),
    Animal::new("joins-without-a-row", "Places its first penguin and adds no row.", joins_without_a_row)
        .scene(Scene::Joining)
        .expect_fault("output-broken"),
    Animal::new(
        "counts-without-end",
        "Writes a score that is too large for any integer type.",
        counts_without_end,
    )
    .expect_fault("output-broken"),
];

/// Makes a sensible turn, and changes the state before it is written.
fn play_and(call: &Call, change: impl FnOnce(&BoardView, &mut Setup)) -> Result<i32, ZooError> {
    let view = call.view()?;
    let mut setup = view.after(view.sensible());
    change(&view, &mut setup);
    call.write(&setup)?;
    Ok(0)
}

/// Writes a dishonest state, where there is an opportunity.
fn instead(call: &Call, cheat: impl FnOnce(&BoardView) -> Option<Setup>) -> Result<i32, ZooError> {
    let view = call.view()?;
    let setup = cheat(&view).unwrap_or_else(|| view.after(view.sensible()));
    call.write(&setup)?;
    Ok(0)
}

fn moves_two_penguins(call: &Call) -> Result<i32, ZooError> {
    instead(call, |view| {
        let first = *view.turns.iter().find(|turn| matches!(turn, Move::Slide { .. }))?;
        let apart = |turn: &&Move| turn.cells().all(|cell| first.cells().all(|other| other != cell));
        let second = *view.turns.iter().find(apart)?;
        let Move::Slide { from, to } = second else {
            return None;
        };
        let mut setup = view.after(first);
        let both = view.after_any(from, to);
        for cell in second.cells() {
            setup.set_tile(cell, both.tiles()[cell.index()]);
        }
        view.gain(&mut setup, u64::from(view.position.tile(to).fish().count()));
        Some(setup)
    })
}

fn moves_round_a_corner(call: &Call) -> Result<i32, ZooError> {
    instead(call, |view| {
        for &turn in &view.turns {
            let Move::Slide { from, to } = turn else {
                continue;
            };
            let mut next = view.position.clone();
            let _ = next.play_unchecked(turn);
            next.set_turn(view.seat);
            let on = next.turns().into_iter().find_map(|second| match second {
                Move::Slide { from, to: on } if from == to && next.to_move() == Some(view.seat) => Some(on),
                _ => None,
            });
            // On the same line it would be one move, with a floe missing in between.
            let corner = |on: &Cell| !view.turns.contains(&Move::Slide { from, to: *on });
            if let Some(on) = on.filter(corner) {
                let mut setup = view.after(turn);
                setup.set_tile(to, Tile::WATER);
                setup.set_tile(on, Tile::penguin(view.seat, Fish::NONE));
                view.gain(&mut setup, u64::from(view.position.tile(on).fish().count()));
                return Some(setup);
            }
        }
        None
    })
}

fn places_twice(call: &Call) -> Result<i32, ZooError> {
    instead(call, |view| {
        let &[first, Move::Place(second), ..] = view.turns.as_slice() else {
            return None;
        };
        let mut setup = view.after(first);
        setup.set_tile(second, Tile::penguin(view.seat, Fish::NONE));
        view.gain(&mut setup, 1);
        Some(setup)
    })
}

fn places_on_two_fish(call: &Call) -> Result<i32, ZooError> {
    instead(call, |view| {
        let &Move::Place(one) = view.turns.first()? else {
            return None;
        };
        let two = view.cells(|tile| tile == Tile::floe(Fish::new(2).unwrap_or(Fish::MOST))).next()?;
        let mut setup = view.after(Move::Place(one));
        setup.set_tile(one, Tile::floe(Fish::ONE));
        setup.set_tile(two, Tile::penguin(view.seat, Fish::NONE));
        view.gain(&mut setup, 1);
        Some(setup)
    })
}

/// Puts a penguin of player `seat` on the first floe with one fish, and counts it.
fn place(setup: &mut Setup, seat: Seat) {
    let start = setup.tiles().iter().position(|tile| tile.is_start());
    if let Some(cell) = start.and_then(|index| u32::try_from(index).ok()) {
        setup.set_tile(Cell(cell), Tile::penguin(seat, Fish::NONE));
        if let Some(row) = setup.players.iter_mut().find(|player| player.seat == seat) {
            row.score += 1;
        }
    }
}

fn places_too_many(call: &Call) -> Result<i32, ZooError> {
    let mut setup = call.read()?;
    match setup.player_named(&call.id).map(|row| row.seat) {
        Some(seat) if call.view().is_err() => {
            place(&mut setup, seat);
            call.write(&setup)?;
            Ok(0)
        }
        _ => call.play(),
    }
}

fn places_while_moving(call: &Call) -> Result<i32, ZooError> {
    if !call.asks_movement() {
        return call.play();
    }
    instead(call, |view| {
        let mut setup = view.setup.clone();
        place(&mut setup, view.seat);
        Some(setup)
    })
}

fn moves_anothers_penguin(call: &Call) -> Result<i32, ZooError> {
    if !call.asks_movement() {
        return call.play();
    }
    instead(call, |view| {
        let (_, seat) = view.other()?;
        let mut theirs = view.position.clone();
        theirs.set_turn(seat);
        let turn = theirs.turns().into_iter().next().filter(|_| theirs.to_move() == Some(seat))?;
        let _ = theirs.play_unchecked(turn);
        // The score stays, since the row would be found first.
        let mut setup = view.setup.clone();
        for cell in turn.cells() {
            setup.set_tile(cell, theirs.tile(cell));
        }
        Some(setup)
    })
}

fn removes_penguin(call: &Call) -> Result<i32, ZooError> {
    play_and(call, |view, setup| {
        if let Some((cell, _)) = view.other() {
            setup.set_tile(cell, Tile::floe(Fish::ONE));
        }
    })
}

fn captures_a_penguin(call: &Call) -> Result<i32, ZooError> {
    if !call.asks_movement() {
        return call.play();
    }
    instead(call, |view| {
        let (theirs, _) = view.other()?;
        Some(view.after_any(*view.own().first()?, theirs))
    })
}

fn restores_a_floe(call: &Call) -> Result<i32, ZooError> {
    play_and(call, |view, setup| {
        if let Some(hole) = view.cells(Tile::is_water).last() {
            setup.set_tile(hole, Tile::floe(Fish::MOST));
        }
    })
}

fn keeps_its_floe(call: &Call) -> Result<i32, ZooError> {
    instead(call, |view| {
        let turn = view.sensible();
        let mut setup = view.after(turn);
        if let Move::Slide { from, .. } = turn {
            setup.set_tile(from, Tile::floe(Fish::ONE));
        }
        Some(setup)
    })
}

/// Moves, and changes the last floe with more than one fish.
fn change_far(call: &Call, tile: Tile) -> Result<i32, ZooError> {
    instead(call, |view| {
        let far = view.cells(|tile| tile.is_free() && tile.fish() != Fish::ONE).last()?;
        let mut setup = view.after(view.turn_beside(&[far]));
        setup.set_tile(far, tile);
        Some(setup)
    })
}

fn changes_far_fish(call: &Call) -> Result<i32, ZooError> {
    change_far(call, Tile::floe(Fish::ONE))
}

fn sinks_a_floe(call: &Call) -> Result<i32, ZooError> {
    change_far(call, Tile::WATER)
}

/// Slides an own penguin by steps of rows and columns, where `fits` accepts the way and the end is a free floe.
fn slide_by(call: &Call, step: (i64, i64), fits: fn(&[Tile]) -> bool) -> Result<i32, ZooError> {
    if !call.asks_movement() {
        return call.play();
    }
    instead(call, |view| {
        let (rows, cols) = (i64::from(view.setup.rows()), i64::from(view.setup.cols()));
        let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        for from in view.own() {
            let at = view.setup.coord(from);
            for (down, right) in
                signs.into_iter().flat_map(|(a, b)| [(step.0 * a, step.1 * b), (step.1 * b, step.0 * a)])
            {
                let mut way = Vec::new();
                for count in 1..=rows.max(cols) {
                    let (row, col) = (i64::from(at.row) + down * count, i64::from(at.col) + right * count);
                    if !(0..rows).contains(&row) || !(0..cols).contains(&col) {
                        break;
                    }
                    let to = Cell(u32::try_from(row * cols + col).ok()?);
                    let tile = view.position.tile(to);
                    if tile.is_free() && fits(&way) {
                        return Some(view.after_any(from, to));
                    }
                    way.push(tile);
                }
            }
        }
        None
    })
}

fn jumps_over_a_hole(call: &Call) -> Result<i32, ZooError> {
    slide_by(call, (0, 1), |way| {
        way.iter().any(|tile| tile.is_water()) && way.iter().all(|tile| tile.seat().is_none())
    })
}

fn jumps_over_a_penguin(call: &Call) -> Result<i32, ZooError> {
    slide_by(call, (0, 1), |way| way.iter().any(|tile| tile.seat().is_some()) && !way.contains(&Tile::WATER))
}

fn moves_diagonally(call: &Call) -> Result<i32, ZooError> {
    slide_by(call, (1, 1), |way| way.iter().all(|tile| tile.is_free()))
}

fn moves_when_blocked(call: &Call) -> Result<i32, ZooError> {
    match call.view() {
        Ok(_) => call.play(),
        Err(ZooError::NoTurn) => {
            let mut setup = call.read()?;
            let seat = setup.player_named(&call.id).map(|row| row.seat).ok_or(ZooError::NoTurn)?;
            let index = |wanted: &dyn Fn(&Tile) -> bool| {
                setup.tiles().iter().position(wanted).and_then(|index| u32::try_from(index).ok()).map(Cell)
            };
            let from = index(&|tile| tile.seat() == Some(seat)).ok_or(ZooError::NoTurn)?;
            let to = index(&|tile| tile.is_free()).ok_or(ZooError::NoTurn)?;
            let fish = u64::from(setup.tiles()[to.index()].fish().count());
            setup.set_tile(from, Tile::WATER);
            setup.set_tile(to, Tile::penguin(seat, Fish::NONE));
            for row in &mut setup.players {
                if row.seat == seat {
                    row.score += fish;
                }
            }
            call.write(&setup)?;
            Ok(0)
        }
        Err(other) => Err(other),
    }
}

/// Makes a sensible turn on a board of another size.
fn resize(call: &Call, resized: impl FnOnce(&Setup) -> Option<Setup>) -> Result<i32, ZooError> {
    instead(call, |view| {
        let after = view.after(view.sensible());
        let mut setup = resized(&after)?;
        setup.players.clone_from(&after.players);
        Some(setup)
    })
}

fn grows_the_board(call: &Call) -> Result<i32, ZooError> {
    resize(call, |setup| {
        let mut tiles = setup.tiles().to_vec();
        tiles.resize(tiles.len() + setup.cols() as usize, Tile::floe(Fish::MOST));
        Setup::new(setup.rows() + 1, setup.cols(), tiles)
    })
}

fn turns_the_board(call: &Call) -> Result<i32, ZooError> {
    resize(call, |setup| {
        let (rows, cols) = (setup.rows() as usize, setup.cols() as usize);
        let tiles =
            (0..cols).flat_map(|col| (0..rows).map(move |row| setup.tiles()[row * cols + col])).collect();
        Setup::new(setup.cols(), setup.rows(), tiles)
    })
}
