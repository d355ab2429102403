//! The fast rules against the slow ones, turn by turn.

use floe_rules::board_file;
use floe_rules::generate::{Recipe, generate};
use floe_rules::grid::{Cell, Coord, Direction, Grid, Topology};
use floe_rules::penguins::{
    Bits, Compact, Ice, Move, Packed, PackedLarge, PackedVisitor, Phase, Position, RuleSet, Seat, Stage,
    perft,
};
use floe_rules::random::Random;
use proptest::prelude::*;

use crate::boards::{Sample, samples, seat};
use crate::reference::{Slow, SlowTurn};

fn slow_of(sample: &Sample) -> Slow {
    let placement = sample.placing.map(|penguins| (penguins, &sample.numbers[..]));
    Slow::new(&sample.setup, &sample.rules, placement)
}

fn slow_turn(grid: &Grid, turn: Move) -> SlowTurn {
    let place = |cell: Cell| {
        let at = grid.coord(cell);
        (at.row as usize, at.col as usize)
    };
    match turn {
        Move::Place(at) => (None, place(at)),
        Move::Slide { from, to } => (Some(place(from)), place(to)),
    }
}

/// Compares all queries of both.
fn agree<I: Ice>(fast: &Position<I>, slow: &Slow) {
    let grid = fast.grid();
    let turns: Vec<SlowTurn> = fast.turns().into_iter().map(|turn| slow_turn(&grid, turn)).collect();
    assert_eq!(turns, slow.turns());
    assert_eq!(fast.count_turns(), turns.len() as u64);
    let to_move = slow.turn.map(|player| slow.players[player].0);
    assert_eq!(fast.to_move().map(Seat::number), to_move);
    let phase = match (slow.turn, slow.placing) {
        (None, _) => Phase::Over,
        (Some(_), true) => Phase::Placement,
        (Some(_), false) => Phase::Movement,
    };
    assert_eq!(fast.phase(), phase);
    for &(number, score, unplaced) in &slow.players {
        let seat = seat(number);
        assert_eq!((fast.score(seat), fast.unplaced(seat)), (Some(score), Some(unplaced)));
        let penguins: Vec<Coord> = fast.penguins(seat).into_iter().map(|cell| grid.coord(cell)).collect();
        let mut there = Vec::new();
        for (row, fields) in (0u32..).zip(&slow.board) {
            for (col, _) in (0u32..).zip(fields).filter(|(_, field)| field.player == number) {
                there.push(Coord { row, col });
            }
        }
        assert_eq!(penguins, there);
    }
}

/// Tries every pair of cells: the list of turns must be exactly what is legal.
fn list_is_what_is_legal<I: Ice>(fast: &Position<I>) {
    let turns = fast.turns();
    let grid = fast.grid();
    for to in grid.iter() {
        let pairs = grid.iter().map(|from| Move::Slide { from, to });
        for turn in pairs.chain([Move::Place(to)]) {
            let listed = turns.binary_search(&turn).is_ok();
            assert_eq!(fast.is_legal(turn), listed, "{turn:?}");
            assert_eq!(fast.why_illegal(turn).is_none(), listed, "{turn:?} {:?}", fast.why_illegal(turn));
        }
    }
}

fn play_out<I: Ice>(start: &Position<I>, sample: &Sample) {
    let mut fast = start.clone();
    let mut slow = slow_of(sample);
    let mut random = Random::new(sample.seed);
    let mut undos = Vec::new();
    loop {
        agree(&fast, &slow);
        list_is_what_is_legal(&fast);
        let turns = fast.turns();
        if turns.is_empty() {
            assert!(fast.is_over());
            let most = slow.players.iter().map(|player| player.1).max();
            let winners =
                slow.players.iter().filter(|player| Some(player.1) == most).map(|player| seat(player.0));
            assert_eq!(fast.leaders(), winners.collect::<Vec<_>>());
            break;
        }
        let turn = turns[random.index(turns.len())];
        undos.push(fast.play(turn).unwrap());
        slow.play(slow_turn(&fast.grid(), turn));
    }
    for undo in undos.iter().rev() {
        fast.undo(undo);
    }
    assert_eq!(fast, *start, "playing and taking back changes nothing");
}

/// Writes the position as a setup, and reads it again through text.
fn reread(position: &Position, sample: &Sample) -> Position {
    let mut setup = sample.setup.clone();
    let cells: Vec<Cell> = position.grid().iter().collect();
    for seat in position.seats() {
        setup.follow(position, &cells, seat, &setup.player_at(seat).unwrap().id.clone());
    }
    let setup = board_file::read(&board_file::write(&setup)).unwrap();
    let again = Sample {
        setup,
        placing: sample.placing.filter(|_| position.phase() == Phase::Placement),
        ..sample.clone()
    };
    again.position()
}

/// Compares what each slide of a flood fill newly finds with sliding from all that it found before.
fn flood<const W: usize>(ice: &Compact<W>, from: Bits<W>) {
    let slides = ice.slides();
    let mut last = slides.from(from);
    let mut all = last;
    while !last.is_empty() {
        let rest = ice.free() & !all;
        let each = last.into_iter().fold(Bits::EMPTY, |all, tile| all | ice.reach(tile));
        last = slides.newly_reached(last, rest);
        assert_eq!(last, each & rest);
        all = all | last;
    }
    assert_eq!(slides.connected(slides.from(from)), all);
}

/// Compares sliding a whole set with sliding its tiles one by one.
fn sets_slide<const W: usize>(position: &Position<Compact<W>>, random: &mut Random) {
    let ice = position.ice();
    let slides = ice.slides();
    let tiles: Vec<u16> = position.grid().iter().filter_map(|cell| ice.tile_of(cell)).collect();
    for _ in 0..20 {
        let one_in = 1 + random.below(8);
        let mut set = Bits::EMPTY;
        for &tile in &tiles {
            if random.below(one_in) == 0 {
                set.insert(tile);
            }
        }
        let each = set.into_iter().fold(Bits::EMPTY, |all, tile| all | ice.reach(tile));
        assert_eq!(slides.from(set), each);
        flood(ice, set);
        let fish: u32 = set.into_iter().map(|tile| u32::from(ice.fish(ice.cell_of(tile)).count())).sum();
        assert_eq!(ice.fish_on(set), fish);
        let beside = set.into_iter().fold(Bits::EMPTY, |all, tile| all | ice.neighbours(tile));
        assert_eq!(slides.beside(set), beside);
    }
    let around = slides.surroundings();
    for &tile in &tiles {
        let ways = (ice.neighbours(tile) & ice.free()).len();
        let digits = around.count.map(|digit| u32::from(digit.contains(tile)));
        assert_eq!(digits[0] + 2 * digits[1] + 4 * digits[2], ways, "tile {tile}");
        assert_eq!(around.split.contains(tile), groups(&position.grid(), ice, tile) > 1, "tile {tile}");
    }
}

/// Counts the groups of free floes around a tile by walking around it.
fn groups<const W: usize>(grid: &Grid, ice: &Compact<W>, tile: u16) -> usize {
    let free = |cell: Option<Cell>| cell.is_some_and(|cell| ice.is_free(cell));
    let cell = ice.cell_of(tile);
    let step = |cell: Cell, way: Direction| grid.line(cell, way).next();
    let ways = grid.topology().directions();
    let next = |at: usize| (at + 1) % ways.len();
    let linked = |at: usize| {
        let corner = step(cell, ways[at]).and_then(|side| step(side, ways[next(at)]));
        grid.topology() != Topology::Square || free(corner)
    };
    let present: Vec<bool> = ways.iter().map(|&way| free(step(cell, way))).collect();
    let links = (0..ways.len()).filter(|&at| present[at] && present[next(at)] && linked(at)).count();
    let count = present.iter().filter(|&&there| there).count();
    if count == ways.len() && links == count { 1 } else { count - links }
}

struct PlayOut<'a>(&'a Sample);

impl PackedVisitor for PlayOut<'_> {
    type Output = ();

    fn visit<const W: usize>(self, position: Position<Compact<W>>) {
        play_out(&position, self.0);
    }
}

struct SetsSlide<'a>(&'a mut Random);

impl PackedVisitor for SetsSlide<'_> {
    type Output = ();

    fn visit<const W: usize>(self, position: Position<Compact<W>>) {
        sets_slide(&position, self.0);
    }
}

/// Compares with the slow rules; returns the hash.
struct Agree<'a>(&'a Slow);

impl PackedVisitor for Agree<'_> {
    type Output = u64;

    fn visit<const W: usize>(self, position: Position<Compact<W>>) -> u64 {
        agree(&position, self.0);
        position.hash()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_agree_turn_by_turn(sample in samples(6)) {
        let start = sample.position();
        play_out(&start, &sample);
        Packed::new(&start).unwrap().visit(PlayOut(&sample));
        if let Some(packed) = PackedLarge::new(&start) {
            packed.visit(PlayOut(&sample));
        }
    }

    #[test]
    fn perft_agrees(sample in samples(5), depth in 0u32..4) {
        prop_assert_eq!(perft(&sample.position(), depth), slow_of(&sample).perft(depth));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whole_sets_slide_as_their_tiles_do(sample in samples(16)) {
        let mut random = Random::new(sample.seed);
        if let Some(packed) = Packed::new(&sample.position()) {
            packed.visit(SetsSlide(&mut random));
        }
        if let Some(packed) = PackedLarge::new(&sample.position()) {
            packed.visit(SetsSlide(&mut random));
        }
    }

    #[test]
    fn large_boards_slide_as_their_tiles_do(rows in 17u32..64, cols in 17u32..64, holes in 0u32..60, seed: u64) {
        let rules = [RuleSet::SQUARE, RuleSet::HEX, RuleSet::CLASSIC][seed as usize % 3];
        let setup = generate(&Recipe { holes, seed, ..Recipe::plain(rules, rows, cols) }).unwrap();
        let stage = Stage::Placement { penguins: 1, seats: setup.seats_for(2) };
        let position = Position::new(&setup, &rules, &stage).unwrap();
        let packed = PackedLarge::new(&position);
        prop_assert!(packed.is_some() || rows.max(cols) > 60, "{rows} x {cols}");
        if let Some(packed) = packed {
            packed.visit(SetsSlide(&mut Random::new(seed)));
        }
    }

    #[test]
    fn larger_boards_agree_on_all_bitboards(sample in samples(20)) {
        let mut fast = sample.position();
        let mut slow = slow_of(&sample);
        let mut random = Random::new(sample.seed);
        let fish = |slow: &Slow| -> u64 {
            let lying: u64 = slow.board.iter().flatten().map(|field| u64::from(field.fish)).sum();
            lying + slow.players.iter().map(|player| player.1).sum::<u64>()
        };
        let mut before = fish(&slow);
        for _ in 0..6 {
            agree(&fast, &slow);
            match Packed::new(&fast) {
                Some(packed) => prop_assert_eq!(packed.visit(Agree(&slow)), fast.hash()),
                None => {
                    let tiles = sample.setup.tiles().iter().filter(|tile| !tile.is_water()).count();
                    prop_assert!(tiles > 256);
                }
            }
            let turns = fast.turns();
            let Some(&turn) = turns.get(random.index(turns.len())) else { break };
            let _ = fast.play_unchecked(turn);
            slow.play(slow_turn(&fast.grid(), turn));
            // Fish are conserved, except those beneath a penguin under arrival scoring, which are already scored.
            let after = fish(&slow);
            prop_assert!(after <= before);
            let odd = sample.setup.oddities(&sample.rules).next().is_some();
            prop_assert!(after == before || odd);
            before = after;
        }
    }

    #[test]
    fn the_hash_is_that_of_the_position_and_not_of_the_way(sample in samples(6)) {
        let mut fast = sample.position();
        let mut random = Random::new(sample.seed);
        for _ in 0..30 {
            let turns = fast.turns();
            let Some(&turn) = turns.get(random.index(turns.len())) else { break };
            let _ = fast.play(turn).unwrap();
            let mut fresh = reread(&fast, &sample);
            if let Some(seat) = fast.to_move() {
                fresh.set_turn(seat);
            }
            // After the placement a file no longer contains how many penguins were left over.
            let leftover = fast.seats().any(|seat| fast.unplaced(seat) != Some(0));
            if fast.phase() == Phase::Placement || !leftover {
                prop_assert_eq!(fresh.hash(), fast.hash());
            }
        }
    }
}
