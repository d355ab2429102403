//! Samples: positions of games as rows of the tile table, with what they should be worth.

use std::ops::Range;

use floe_engine::penguins::tile_codes::{Coding, TURN_ROW, TileCodes};
use floe_engine::penguins::tile_table::{StageBlend, sides_of};
use floe_rules::penguins::{Compact, Packed, PackedLarge, PackedVisitor, Position, Seat};

use crate::games::{PlayedGame, PlayedTurn, read_games};

/// The weight of the result in the target; the rest is for the expectation of the search.
const RESULT: f32 = 0.5;
/// One game in so many is held out.
pub(crate) const HOLD_OUT: u32 = 16;

/// One position in so many of a large board is a sample.
const SPARSE: usize = 7;

/// A position from the view of a player.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    rows: Range<u32>,
    pub(crate) blend: StageBlend,
    /// What the table should say, in fish.
    pub(crate) target: f32,
    /// What the player gained on the average of the others until the end of the game, in fish.
    pub(crate) result: f32,
    /// The number of turns made before.
    pub(crate) ply: usize,
    /// The player.
    seat: Seat,
}

/// Samples, and the rows of all of them.
#[derive(Debug)]
pub(crate) struct Samples {
    pub(crate) coding: Coding,
    rows: Vec<u16>,
    pub(crate) list: Vec<Sample>,
}

impl Samples {
    fn new(coding: Coding) -> Samples {
        Samples { coding, rows: Vec::new(), list: Vec::new() }
    }

    /// Reads files of games; returns the samples to fit, and those held out.
    pub(crate) fn read(files: &[Vec<u8>], coding: Coding) -> Result<[Samples; 2], String> {
        let mut samples = [Samples::new(coding), Samples::new(coding)];
        for file in files {
            read_games(file, |number, game| {
                let samples = &mut samples[usize::from(number % HOLD_OUT == 0)];
                let game = AddGame { samples, number, game: &game };
                match coding {
                    Coding::Near => Packed::new(&game.game.start).map(|packed| packed.visit(game)),
                    Coding::Far => PackedLarge::new(&game.game.start).map(|packed| packed.visit(game)),
                }
                .ok_or("a board has too many tiles")?
            })?;
        }
        Ok(samples)
    }

    /// Returns the rows of a sample.
    pub(crate) fn rows(&self, sample: &Sample) -> &[u16] {
        &self.rows[sample.rows.start as usize..sample.rows.end as usize]
    }

    /// Adds a position from the view of a player.
    fn add<const W: usize>(
        &mut self,
        position: &Position<Compact<W>>,
        seat: Seat,
        ply: usize,
    ) -> &mut Sample {
        let (mine, theirs) = sides_of(position, seat);
        let codes = TileCodes::new(position.ice(), position.rules().scoring, self.coding, mine, theirs);
        let start = self.rows.len() as u32;
        codes.each_row(|_, row| {
            if row > 0 {
                self.rows.push(row as u16);
            }
        });
        if codes.contested() > 0 && position.to_move() == Some(seat) {
            self.rows.push(TURN_ROW as u16);
        }
        self.list.push(Sample {
            rows: start..self.rows.len() as u32,
            blend: StageBlend::of(position, &codes, (mine | theirs).len()),
            target: 0.0,
            result: 0.0,
            ply,
            seat,
        });
        self.list.last_mut().expect("a sample was added")
    }
}

/// Returns the lead of a player over the average of the others, and over the best of them.
fn leads(position: &Position, seat: Seat) -> (f32, f32) {
    let fish = |seat: Seat| position.score(seat).unwrap_or(0) as f32;
    let others = || position.seats().filter(|&other| other != seat).map(fish);
    let average = others().sum::<f32>() / others().count().max(1) as f32;
    (fish(seat) - average, fish(seat) - others().fold(0.0, f32::max))
}

/// Adds the samples of a game: those after its last random turn.
///
/// With three or more players, the position after a turn is a sample too, since their search evaluates positions
/// before and after the turns of the same player.
struct AddGame<'a> {
    samples: &'a mut Samples,
    number: u32,
    game: &'a PlayedGame,
}

impl PackedVisitor for AddGame<'_> {
    type Output = Result<(), String>;

    fn visit<const W: usize>(self, mut packed: Position<Compact<W>>) -> Result<(), String> {
        let AddGame { samples, number, game } = self;
        // Positions of a large board take much memory, and those that follow each other are alike.
        let every = if samples.coding == Coding::Far { SPARSE } else { 1 };
        let mut taken = (number as usize..).map(|at| at % every == 0);
        let mut position = game.start.clone();
        let first = samples.list.len();
        let opening = game.turns.iter().rposition(|turn| turn.is_random).map_or(0, |at| at + 1);
        let two = position.seats().count() == 2;
        for (ply, &PlayedTurn { index, value, .. }) in game.turns.iter().enumerate() {
            let seat = position.to_move().ok_or("a turn follows the end of the game")?;
            // The final lead over the average that the search expected.
            let expected = value.filter(|_| taken.next() == Some(true) && ply >= opening).map(|value| {
                let (average, best) = leads(&position, seat);
                value as f32 / 100.0 - best + average
            });
            let mut add = |packed: &Position<Compact<W>>, position: &Position| {
                let Some(expected) = expected else { return };
                let (lead, _) = leads(position, seat);
                let sample = samples.add(packed, seat, ply);
                sample.result = -lead;
                sample.target = expected - lead;
            };
            add(&packed, &position);
            let Some(&turn) = position.turns().get(index) else { return Err("a turn is illegal".to_owned()) };
            let _ = position.play_unchecked(turn);
            let _ = packed.play_unchecked(turn);
            if !two && !position.is_over() {
                add(&packed, &position);
            }
        }
        for sample in &mut samples.list[first..] {
            sample.result += leads(&position, sample.seat).0;
            sample.target = RESULT * sample.result + (1.0 - RESULT) * sample.target;
        }
        Ok(())
    }
}
