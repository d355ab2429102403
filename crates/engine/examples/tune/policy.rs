//! Fits the policy to games: turns that the engine made should be likely among all legal ones (softmax regression).

use floe_engine::penguins::policy::{ROWS_OF_TURN, TurnCodes, UNITS};
use floe_engine::penguins::tile_codes::Coding;
use floe_engine::penguins::tile_table::{Row, StageBlend};
use floe_rules::penguins::{Compact, Packed, PackedVisitor, Position};

use crate::fit::{Weights, in_steps};
use crate::games::{PlayedGame, read_games};
use crate::samples::HOLD_OUT;

/// The step size of the first epoch, and by what it shrinks with each.
const RATE: f32 = 0.1;
const SHRINK: f32 = 0.6;
/// The sum of squares that every weight starts with.
const SQUARES: f32 = 3.0;

/// A turn that the engine chose.
#[derive(Clone, Debug)]
struct ChosenTurn {
    /// The first of the turns it was chosen from.
    first: usize,
    count: usize,
    chosen: usize,
    blend: StageBlend,
}

/// Turns that the engine chose, and the rows of all legal ones.
#[derive(Debug, Default)]
pub(crate) struct ChosenTurns {
    list: Vec<ChosenTurn>,
    rows: Vec<[u16; ROWS_OF_TURN]>,
}

impl ChosenTurns {
    /// Reads files of games; returns the turns to fit, and those held out.
    pub(crate) fn read(files: &[Vec<u8>]) -> Result<[ChosenTurns; 2], String> {
        let mut chosen = [ChosenTurns::default(), ChosenTurns::default()];
        for file in files {
            read_games(file, |number, game| {
                let add = AddTurns(&mut chosen[usize::from(number % HOLD_OUT == 0)], &game);
                Packed::new(&game.start)
                    .map(|packed| packed.visit(add))
                    .ok_or("a board has too many tiles")?
            })?;
        }
        Ok(chosen)
    }

    pub(crate) fn count(&self) -> usize {
        self.list.len()
    }

    fn rows(&self, turn: &ChosenTurn) -> &[[u16; ROWS_OF_TURN]] {
        &self.rows[turn.first..turn.first + turn.count]
    }
}

/// Adds the searched turns of a game.
struct AddTurns<'a>(&'a mut ChosenTurns, &'a PlayedGame);

impl PackedVisitor for AddTurns<'_> {
    type Output = Result<(), String>;

    fn visit<const W: usize>(self, mut packed: Position<Compact<W>>) -> Result<(), String> {
        let AddTurns(chosen, game) = self;
        let mut position = game.start.clone();
        for turn in &game.turns {
            let turns = position.turns();
            if turn.value.is_some() && turns.len() > 1 {
                let codes = TurnCodes::new(&packed);
                let first = chosen.rows.len();
                let rows = turns.iter().map(|&turn| codes.rows(packed.ice(), turn).map(|row| row as u16));
                chosen.rows.extend(rows);
                chosen.list.push(ChosenTurn {
                    first,
                    count: turns.len(),
                    chosen: turn.index,
                    blend: codes.blend(),
                });
            }
            let &turn = turns.get(turn.index).ok_or("a turn is illegal")?;
            let _ = position.play_unchecked(turn);
            let _ = packed.play_unchecked(turn);
        }
        Ok(())
    }
}

/// Fits a policy in some epochs, and shows how well it predicts the turns held out after each.
pub(crate) fn fit_policy(samples: &ChosenTurns, held_out: &ChosenTurns, epochs: u32) -> Vec<Row> {
    let mut weights = Weights::new(SQUARES);
    let mut rate = RATE;
    let mut likelihoods = Vec::new();
    for epoch in 1..=epochs {
        for at in in_steps(samples.list.len()) {
            let turn = &samples.list[at];
            softmax(&weights, samples, turn, &mut likelihoods);
            for (at, rows) in samples.rows(turn).iter().enumerate() {
                let slope = likelihoods[at] - if at == turn.chosen { 1.0 } else { 0.0 };
                weights.step(rows, turn.blend, slope, rate);
            }
        }
        rate *= SHRINK;
        eprintln!("epoch {epoch}: {}", quality(&weights, held_out));
    }
    weights.rows(Coding::Near, UNITS, 1)
}

fn softmax(weights: &Weights, samples: &ChosenTurns, turn: &ChosenTurn, likelihoods: &mut Vec<f32>) {
    likelihoods.clear();
    likelihoods.extend(samples.rows(turn).iter().map(|rows| weights.value(rows, turn.blend)));
    let most = likelihoods.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for likelihood in &mut *likelihoods {
        *likelihood = (*likelihood - most).exp();
        sum += *likelihood;
    }
    likelihoods.iter_mut().for_each(|likelihood| *likelihood /= sum);
}

/// Describes how well a policy predicts turns.
fn quality(weights: &Weights, turns: &ChosenTurns) -> String {
    let (mut first, mut among_five, mut entropy, mut uniform) = (0, 0, 0.0, 0.0);
    let mut likelihoods = Vec::new();
    for turn in &turns.list {
        softmax(weights, turns, turn, &mut likelihoods);
        let chosen = likelihoods[turn.chosen];
        let rank = likelihoods.iter().filter(|&&other| other > chosen).count();
        first += usize::from(rank == 0);
        among_five += usize::from(rank < 5);
        entropy -= f64::from(chosen.max(1e-9).ln());
        uniform += (turn.count as f64).ln();
    }
    let count = turns.list.len().max(1) as f64;
    format!(
        "cross-entropy {:.3} (uniform {:.3}); the turn is the likeliest in {:.1}%, one of five in {:.1}%",
        entropy / count,
        uniform / count,
        100.0 * first as f64 / count,
        100.0 * among_five as f64 / count
    )
}
