//! Turns that are no turns.
//!
//! A cheat that finds no opportunity on a board plays an honest turn there.

use floe_rules::grid::Cell;
use floe_rules::penguins::{Fish, Id, Move, PlayerRow, Seat, Setup, Tile};

use crate::animal::Animal;
use crate::call::{Call, Woe};
use crate::scene::Scene;
use crate::table::Table;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("edits-anothers-score", "Takes a fish from another's score.", edits_anothers_score)
        .gets("others-row-changed"),
    Animal::new("edits-its-own-score", "Counts ten fish too many.", edits_its_own_score).gets("wrong-score"),
    Animal::new("forgets-its-score", "Moves, and does not count the fish.", forgets_its_score)
        .gets("wrong-score"),
    Animal::new("moves-two-penguins", "Moves both its penguins in one turn.", moves_two_penguins)
        .gets("moved-twice"),
    Animal::new("moves-round-a-corner", "Moves one penguin twice in one turn.", moves_round_a_corner)
        .gets("moved-twice"),
    Animal::new("places-twice", "Places two penguins in one turn.", places_twice)
        .scene(Scene::Placement)
        .gets("placed-twice"),
    Animal::new("places-on-two-fish", "Places a penguin on a floe with two fish.", places_on_two_fish)
        .scene(Scene::Placement)
        .gets("illegal-turn"),
    Animal::new("places-too-many", "Places one more penguin than it has.", places_too_many)
        .scene(Scene::Placed)
        .gets("no-turn-to-make"),
    Animal::new("places-while-moving", "Places a new penguin in the movement phase.", places_while_moving)
        .gets("illegal-turn"),
    Animal::new("moves-anothers-penguin", "Moves a penguin of another player.", moves_anothers_penguin)
        .gets("others-penguin"),
    Animal::new(
        "removes-anothers-penguin",
        "Moves, and takes a penguin of another player away.",
        removes_penguin,
    )
    .gets("others-penguin"),
    Animal::new("captures-a-penguin", "Moves onto a penguin of another player.", captures_a_penguin)
        .gets("illegal-turn"),
    Animal::new("restores-a-floe", "Moves, and brings a floe back that was gone.", restores_a_floe)
        .gets("floe-restored"),
    Animal::new("keeps-its-floe", "Moves, and leaves the floe that it left.", keeps_its_floe)
        .gets("field-changed"),
    Animal::new("sinks-a-floe", "Moves, and sinks a floe far away.", sinks_a_floe).gets("moved-twice"),
    Animal::new("changes-far-fish", "Moves, and takes the fish from a floe far away.", changes_far_fish)
        .gets("field-changed"),
    Animal::new("jumps-over-a-hole", "Moves across water.", jumps_over_a_hole).gets("illegal-turn"),
    Animal::new("jumps-over-a-penguin", "Moves across a penguin.", jumps_over_a_penguin).gets("illegal-turn"),
    Animal::new("moves-diagonally", "Moves from corner to corner.", moves_diagonally).gets("illegal-turn"),
    Animal::new("moves-when-blocked", "Moves although it cannot.", moves_when_blocked)
        .scene(Scene::Blocked)
        .gets("no-turn-to-make"),
    Animal::new("grows-the-board", "Moves, and adds a row of floes.", grows_the_board).gets("other-size"),
    Animal::new("turns-the-board", "Moves, and writes the columns as rows.", turns_the_board)
        .gets("other-size"),
    Animal::new(
        "drops-anothers-row",
        "Moves, and leaves another's row out, but not its penguins.",
        drops_a_row,
    )
    .gets("output-broken"),
    Animal::new("drops-a-player", "Moves, and leaves another's row and penguins out.", drops_a_player)
        .gets("others-row-gone"),
    Animal::new("renames-another", "Moves, and gives another player a new id.", renames_another)
        .gets("others-row-changed"),
    Animal::new(
        "adds-a-stranger",
        "Moves, and adds a row for a player that does not exist.",
        adds_a_stranger,
    )
    .gets("row-added"),
    Animal::new("joins-as-seven", "Joins with a wrong number.", joins_as_seven)
        .scene(Scene::Joining)
        .gets("wrong-number"),
    Animal::new("joins-as-another", "Places its first penguin under another's number.", joins_as_another)
        .scene(Scene::Joining)
        .gets("others-row-changed"),
    Animal::new(
        "joins-unseen",
        "Places its first penguin as one of another's, and adds no row.",
        joins_unseen,
    )
    .scene(Scene::Joining)
    .gets("not-joined"),
    Animal::new("joins-without-a-row", "Places its first penguin and adds no row.", joins_without_a_row)
        .scene(Scene::Joining)
        .gets("output-broken"),
    Animal::new("counts-without-end", "Writes a score that no number can hold.", counts_without_end)
        .gets("output-broken"),
];

/// Makes a sensible turn, and changes what is written.
fn play_and(call: &Call, change: impl FnOnce(&Table, &mut Setup)) -> Result<i32, Woe> {
    let table = call.sit()?;
    let mut setup = table.after(table.sensible());
    change(&table, &mut setup);
    call.write(&setup)?;
    Ok(0)
}

/// Writes another state than an honest one, where there is an opportunity.
fn instead(call: &Call, cheat: impl FnOnce(&Table) -> Option<Setup>) -> Result<i32, Woe> {
    let table = call.sit()?;
    let setup = cheat(&table).unwrap_or_else(|| table.after(table.sensible()));
    call.write(&setup)?;
    Ok(0)
}

fn others(table: &Table, setup: &mut Setup, change: impl FnOnce(&mut PlayerRow)) {
    if let Some(row) = setup.players.iter_mut().find(|player| player.seat != table.seat) {
        change(row);
    }
}

fn edits_anothers_score(call: &Call) -> Result<i32, Woe> {
    play_and(call, |table, setup| others(table, setup, |row| row.score = row.score.saturating_sub(1)))
}

fn edits_its_own_score(call: &Call) -> Result<i32, Woe> {
    play_and(call, |table, setup| table.gain(setup, 10))
}

fn forgets_its_score(call: &Call) -> Result<i32, Woe> {
    play_and(call, |table, setup| setup.players.clone_from(&table.setup.players))
}

fn moves_two_penguins(call: &Call) -> Result<i32, Woe> {
    instead(call, |table| {
        let first = *table.turns.iter().find(|turn| matches!(turn, Move::Slide { .. }))?;
        let apart = |turn: &&Move| turn.cells().all(|cell| first.cells().all(|other| other != cell));
        let second = *table.turns.iter().find(apart)?;
        let Move::Slide { from, to } = second else {
            return None;
        };
        let mut setup = table.after(first);
        let both = table.after_any(from, to);
        for cell in second.cells() {
            setup.set_tile(cell, both.tiles()[cell.index()]);
        }
        table.gain(&mut setup, u64::from(table.position.tile(to).fish().count()));
        Some(setup)
    })
}

fn moves_round_a_corner(call: &Call) -> Result<i32, Woe> {
    instead(call, |table| {
        for &turn in &table.turns {
            let Move::Slide { from, to } = turn else {
                continue;
            };
            let mut next = table.position.clone();
            let _ = next.play_unchecked(turn);
            next.set_turn(table.seat);
            let on = next.turns().into_iter().find_map(|second| match second {
                Move::Slide { from, to: on } if from == to && next.to_move() == Some(table.seat) => Some(on),
                _ => None,
            });
            // On the same line it would be one move, with a floe missing on its way.
            let corner = |on: &Cell| !table.turns.contains(&Move::Slide { from, to: *on });
            if let Some(on) = on.filter(corner) {
                let mut setup = table.after(turn);
                setup.set_tile(to, Tile::WATER);
                setup.set_tile(on, Tile::penguin(table.seat, Fish::NONE));
                table.gain(&mut setup, u64::from(table.position.tile(on).fish().count()));
                return Some(setup);
            }
        }
        None
    })
}

fn places_twice(call: &Call) -> Result<i32, Woe> {
    instead(call, |table| {
        let &[first, Move::Place(second), ..] = table.turns.as_slice() else {
            return None;
        };
        let mut setup = table.after(first);
        setup.set_tile(second, Tile::penguin(table.seat, Fish::NONE));
        table.gain(&mut setup, 1);
        Some(setup)
    })
}

fn places_on_two_fish(call: &Call) -> Result<i32, Woe> {
    instead(call, |table| {
        let &Move::Place(one) = table.turns.first()? else {
            return None;
        };
        let two = table.cells(|tile| tile == Tile::floe(Fish::new(2).unwrap_or(Fish::MOST))).next()?;
        let mut setup = table.after(Move::Place(one));
        setup.set_tile(one, Tile::floe(Fish::ONE));
        setup.set_tile(two, Tile::penguin(table.seat, Fish::NONE));
        table.gain(&mut setup, 1);
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

fn places_too_many(call: &Call) -> Result<i32, Woe> {
    let mut setup = call.read()?;
    match setup.player_named(&call.id).map(|row| row.seat) {
        Some(seat) if call.sit().is_err() => {
            place(&mut setup, seat);
            call.write(&setup)?;
            Ok(0)
        }
        _ => call.play(),
    }
}

fn places_while_moving(call: &Call) -> Result<i32, Woe> {
    if !call.asks_movement() {
        return call.play();
    }
    instead(call, |table| {
        let mut setup = table.setup.clone();
        place(&mut setup, table.seat);
        Some(setup)
    })
}

fn moves_anothers_penguin(call: &Call) -> Result<i32, Woe> {
    if !call.asks_movement() {
        return call.play();
    }
    instead(call, |table| {
        let (_, seat) = table.other()?;
        let mut theirs = table.position.clone();
        theirs.set_turn(seat);
        let turn = theirs.turns().into_iter().next().filter(|_| theirs.to_move() == Some(seat))?;
        let _ = theirs.play_unchecked(turn);
        // The score stays, or the row would be what is found first.
        let mut setup = table.setup.clone();
        for cell in turn.cells() {
            setup.set_tile(cell, theirs.tile(cell));
        }
        Some(setup)
    })
}

fn removes_penguin(call: &Call) -> Result<i32, Woe> {
    play_and(call, |table, setup| {
        if let Some((cell, _)) = table.other() {
            setup.set_tile(cell, Tile::floe(Fish::ONE));
        }
    })
}

fn captures_a_penguin(call: &Call) -> Result<i32, Woe> {
    if !call.asks_movement() {
        return call.play();
    }
    instead(call, |table| {
        let (theirs, _) = table.other()?;
        Some(table.after_any(*table.own().first()?, theirs))
    })
}

fn restores_a_floe(call: &Call) -> Result<i32, Woe> {
    play_and(call, |table, setup| {
        if let Some(hole) = table.cells(Tile::is_water).last() {
            setup.set_tile(hole, Tile::floe(Fish::MOST));
        }
    })
}

fn keeps_its_floe(call: &Call) -> Result<i32, Woe> {
    instead(call, |table| {
        let turn = table.sensible();
        let mut setup = table.after(turn);
        if let Move::Slide { from, .. } = turn {
            setup.set_tile(from, Tile::floe(Fish::ONE));
        }
        Some(setup)
    })
}

/// Moves, and puts something else on the last floe with more than one fish.
fn change_far(call: &Call, tile: Tile) -> Result<i32, Woe> {
    instead(call, |table| {
        let far = table.cells(|tile| tile.is_free() && tile.fish() != Fish::ONE).last()?;
        let mut setup = table.after(table.turn_beside(&[far]));
        setup.set_tile(far, tile);
        Some(setup)
    })
}

fn changes_far_fish(call: &Call) -> Result<i32, Woe> {
    change_far(call, Tile::floe(Fish::ONE))
}

fn sinks_a_floe(call: &Call) -> Result<i32, Woe> {
    change_far(call, Tile::WATER)
}

/// Slides a penguin of its own by steps of rows and columns, where `fits` likes the way and the end is a free floe.
fn slide_by(call: &Call, step: (i64, i64), fits: fn(&[Tile]) -> bool) -> Result<i32, Woe> {
    if !call.asks_movement() {
        return call.play();
    }
    instead(call, |table| {
        let (rows, cols) = (i64::from(table.setup.rows()), i64::from(table.setup.cols()));
        let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        for from in table.own() {
            let at = table.setup.coord(from);
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
                    let tile = table.position.tile(to);
                    if tile.is_free() && fits(&way) {
                        return Some(table.after_any(from, to));
                    }
                    way.push(tile);
                }
            }
        }
        None
    })
}

fn jumps_over_a_hole(call: &Call) -> Result<i32, Woe> {
    slide_by(call, (0, 1), |way| {
        way.iter().any(|tile| tile.is_water()) && way.iter().all(|tile| tile.seat().is_none())
    })
}

fn jumps_over_a_penguin(call: &Call) -> Result<i32, Woe> {
    slide_by(call, (0, 1), |way| way.iter().any(|tile| tile.seat().is_some()) && !way.contains(&Tile::WATER))
}

fn moves_diagonally(call: &Call) -> Result<i32, Woe> {
    slide_by(call, (1, 1), |way| way.iter().all(|tile| tile.is_free()))
}

fn moves_when_blocked(call: &Call) -> Result<i32, Woe> {
    match call.sit() {
        Ok(_) => call.play(),
        Err(Woe::NoTurn) => {
            let mut setup = call.read()?;
            let seat = setup.player_named(&call.id).map(|row| row.seat).ok_or(Woe::NoTurn)?;
            let index = |wanted: &dyn Fn(&Tile) -> bool| {
                setup.tiles().iter().position(wanted).and_then(|index| u32::try_from(index).ok()).map(Cell)
            };
            let from = index(&|tile| tile.seat() == Some(seat)).ok_or(Woe::NoTurn)?;
            let to = index(&|tile| tile.is_free()).ok_or(Woe::NoTurn)?;
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
fn resize(call: &Call, resized: impl FnOnce(&Setup) -> Option<Setup>) -> Result<i32, Woe> {
    instead(call, |table| {
        let after = table.after(table.sensible());
        let mut setup = resized(&after)?;
        setup.players.clone_from(&after.players);
        Some(setup)
    })
}

fn grows_the_board(call: &Call) -> Result<i32, Woe> {
    resize(call, |setup| {
        let mut tiles = setup.tiles().to_vec();
        tiles.resize(tiles.len() + setup.cols() as usize, Tile::floe(Fish::MOST));
        Setup::new(setup.rows() + 1, setup.cols(), tiles)
    })
}

fn turns_the_board(call: &Call) -> Result<i32, Woe> {
    resize(call, |setup| {
        let (rows, cols) = (setup.rows() as usize, setup.cols() as usize);
        let tiles =
            (0..cols).flat_map(|col| (0..rows).map(move |row| setup.tiles()[row * cols + col])).collect();
        Setup::new(setup.cols(), setup.rows(), tiles)
    })
}

fn drops_a_row(call: &Call) -> Result<i32, Woe> {
    play_and(call, |table, setup| setup.players.retain(|row| row.seat == table.seat))
}

fn drops_a_player(call: &Call) -> Result<i32, Woe> {
    play_and(call, |table, setup| {
        setup.players.retain(|row| row.seat == table.seat);
        let theirs: Vec<Cell> =
            table.cells(|tile| tile.seat().is_some_and(|seat| seat != table.seat)).collect();
        for cell in theirs {
            setup.set_tile(cell, Tile::WATER);
        }
    })
}

fn renames_another(call: &Call) -> Result<i32, Woe> {
    play_and(call, |table, setup| {
        others(table, setup, |row| row.id = Id::new(b"Loser").expect("a plain word is an id"));
    })
}

fn adds_a_stranger(call: &Call) -> Result<i32, Woe> {
    play_and(call, |_, setup| {
        if let Some(seat) = setup.next_seat() {
            setup.players.push(PlayerRow::new(Id::new(b"Stranger").expect("a plain word is an id"), seat, 0));
        }
    })
}

/// Joins under another number than the next one; with a row already, it plays as it should.
fn join_as(call: &Call, seat: impl FnOnce(&Table) -> Option<Seat>, row: bool) -> Result<i32, Woe> {
    instead(call, |table| {
        let Move::Place(at) = table.first() else {
            return None;
        };
        if table.setup.player_named(&call.id).is_some() {
            return None;
        }
        let seat = seat(table)?;
        let mut setup = table.setup.clone();
        setup.set_tile(at, Tile::penguin(seat, Fish::NONE));
        match setup.players.iter_mut().find(|player| player.seat == seat) {
            Some(player) => player.score += 1,
            None if row => setup.players.push(PlayerRow::new(call.id.clone(), seat, 1)),
            None => {}
        }
        Some(setup)
    })
}

fn joins_as_seven(call: &Call) -> Result<i32, Woe> {
    join_as(call, |_| Seat::new(7), true)
}

fn joins_as_another(call: &Call) -> Result<i32, Woe> {
    join_as(call, |table| table.setup.players.first().map(|row| row.seat), true)
}

fn joins_unseen(call: &Call) -> Result<i32, Woe> {
    instead(call, |table| {
        let (Move::Place(at), None) = (table.first(), table.setup.player_named(&call.id)) else {
            return None;
        };
        let mut setup = table.setup.clone();
        setup.set_tile(at, Tile::penguin(table.setup.players.first()?.seat, Fish::NONE));
        Some(setup)
    })
}

fn joins_without_a_row(call: &Call) -> Result<i32, Woe> {
    join_as(call, |table| Some(table.seat), false)
}

fn counts_without_end(call: &Call) -> Result<i32, Woe> {
    let mut text = call.honest_text()?;
    let digits = text.iter().rev().skip_while(|byte| **byte == b'\n').count();
    text.truncate(digits);
    text.extend_from_slice(b"99999999999999999999\n");
    call.write_text(&text)?;
    Ok(0)
}
