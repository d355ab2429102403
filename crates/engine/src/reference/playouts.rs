//! Monte Carlo tree search with random playouts.

use floe_rules::grid::Cell;
use floe_rules::penguins::{
    Bits, Compact, Fish, Ice, Move, Packed, PackedVisitor, Phase, Position, Scoring, Seat,
};
use floe_rules::random::{Random, scramble};

use super::mcts::{Expansion, LeafEvaluator, MctsOptions, payoffs_of_scores, search_tree};
use crate::context::SearchContext;
use crate::penguins::payoffs::{PLAYERS, Payoffs, scores_of};
use crate::search::{Choice, Progress, Search};
use crate::timer::ShallowTimer;

/// The parameters that were best in matches with 2,000 and 5,000 playouts a turn.
const OPTIONS: MctsOptions =
    MctsOptions { exploration: 0.35, expansion: Expansion::Later, minimax_weight: 0.0 };
/// The longest playout on boards that are too large for bitboards.
const LONGEST: usize = 500;
/// How many random cells of a large board are tried before all are scanned.
const TRIES: usize = 64;

/// Monte Carlo tree search with random playouts to the end of the game, for any number of players.
///
/// It ignores the level and uses one thread. A node is one playout.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayoutTree;

impl Search for PlayoutTree {
    type Position = Position;
    type Move = Move;

    fn search(
        &mut self,
        position: &Position,
        context: SearchContext<'_, Progress<Move>>,
    ) -> Option<Choice<Move>> {
        match Packed::new(position) {
            Some(packed) => packed.visit(PackedSearch(context)),
            None => search_tree(
                position.clone(),
                SheetPlayouts { random: random_for(position, &context) },
                OPTIONS,
                context,
            ),
        }
    }
}

/// A search on bitboards.
struct PackedSearch<'a>(SearchContext<'a, Progress<Move>>);

impl PackedVisitor for PackedSearch<'_> {
    type Output = Option<Choice<Move>>;

    fn visit<const W: usize>(self, position: Position<Compact<W>>) -> Option<Choice<Move>> {
        let playouts = Playouts::new(position.ice(), random_for(&position, &self.0));
        search_tree(position, playouts, OPTIONS, self.0)
    }
}

/// Returns the random numbers that a search of a position uses.
fn random_for<I: Ice, R>(position: &Position<I>, context: &SearchContext<'_, R>) -> Random {
    Random::new(scramble(context.limits().seed ^ position.hash()))
}

/// Random playouts on bitboards.
struct Playouts<const W: usize> {
    random: Random,
    /// The tiles with at least two and with three fish.
    rich: [Bits<W>; 2],
}

/// The state of a playout.
struct Playout<const W: usize> {
    ice: Compact<W>,
    /// The penguins that can still move; a stuck penguin never moves again.
    herds: [Bits<W>; PLAYERS],
    scores: [i64; PLAYERS],
    players: usize,
}

impl<const W: usize> Playouts<W> {
    fn new(ice: &Compact<W>, random: Random) -> Playouts<W> {
        let mut rich = [Bits::EMPTY; 2];
        for tile in ice.free() {
            for (set, least) in rich.iter_mut().zip([2, 3]) {
                if ice.fish_of(tile).count() >= least {
                    set.insert(tile);
                }
            }
        }
        Playouts { random, rich }
    }

    /// Picks a tile of a set that is not empty, with a probability proportional to its fish.
    #[inline]
    fn pick_by_fish(&mut self, set: Bits<W>) -> u16 {
        let (two, three) = (set & self.rich[0], set & self.rich[1]);
        let (all, with_two) = (set.len(), two.len());
        let drawn = self.random.below(u64::from(all + with_two + three.len())) as u32;
        match drawn {
            _ if drawn < all => nth(set, drawn),
            _ if drawn < all + with_two => nth(two, drawn - all),
            _ => nth(three, drawn - all - with_two),
        }
    }

    #[inline]
    fn pick(&mut self, set: Bits<W>) -> u16 {
        nth(set, self.random.below(u64::from(set.len())) as u32)
    }

    /// Places the remaining penguins at random.
    fn place(&mut self, position: &Position<Compact<W>>, playout: &mut Playout<W>) {
        let mut unplaced = [0; PLAYERS];
        let now = position.to_move();
        let mut at = 0;
        for (index, seat) in position.seats().enumerate() {
            unplaced[index] = position.unplaced(seat).unwrap_or(0);
            if Some(seat) == now {
                at = index;
            }
        }
        let gain = i64::from(position.rules().scoring == Scoring::Arrival);
        while unplaced.iter().any(|&left| left > 0) {
            if unplaced[at] > 0 {
                let starts = playout.ice.start_tiles();
                if starts.is_empty() {
                    break;
                }
                let tile = self.pick(starts);
                playout.settle(tile);
                playout.herds[at].insert(tile);
                playout.scores[at] += gain;
                unplaced[at] -= 1;
            }
            at = (at + 1) % playout.players;
        }
    }

    /// Moves penguins at random until no player can move.
    fn slide(&mut self, playout: &mut Playout<W>, first: usize, scoring: Scoring) {
        let mut at = first;
        // The number of players in a row who could not move.
        let mut idle = 0;
        while idle < playout.players {
            playout.drop_stuck(at);
            let herd = playout.herds[at];
            if herd.is_empty() {
                idle += 1;
            } else {
                idle = 0;
                let from = self.pick(herd);
                let to = self.pick_by_fish(playout.ice.reach(from));
                playout.settle(to);
                playout.herds[at].remove(from);
                playout.herds[at].insert(to);
                let scored = if scoring == Scoring::Arrival { to } else { from };
                playout.scores[at] += i64::from(playout.ice.fish_of(scored).count());
            }
            at += 1;
            if at == playout.players {
                at = 0;
            }
        }
    }
}

impl<const W: usize> Playout<W> {
    fn new(position: &Position<Compact<W>>) -> Playout<W> {
        let mut scores = [0; PLAYERS];
        let players = scores_of(position, &mut scores);
        let mut herds = [Bits::EMPTY; PLAYERS];
        for (herd, (_, of_seat)) in herds.iter_mut().zip(position.flocks()) {
            *herd = of_seat.0;
        }
        Playout { ice: position.ice().clone(), herds, scores, players }
    }

    #[inline]
    fn settle(&mut self, tile: u16) {
        // Bitboards store only that the floe is occupied, so any seat will do.
        let Some(anyone) = Seat::new(1) else { return };
        self.ice.settle(self.ice.cell_of(tile), anyone, Fish::NONE);
    }

    #[inline]
    fn drop_stuck(&mut self, at: usize) {
        let free = self.ice.free();
        for tile in self.herds[at] {
            if (self.ice.neighbours(tile) & free).is_empty() {
                self.herds[at].remove(tile);
            }
        }
    }
}

impl<const W: usize> LeafEvaluator<Compact<W>> for Playouts<W> {
    fn evaluate(&mut self, position: &mut Position<Compact<W>>, _: &mut ShallowTimer<'_>) -> Option<Payoffs> {
        let mut playout = Playout::new(position);
        let mut first = 0;
        match position.phase() {
            Phase::Placement => self.place(position, &mut playout),
            Phase::Movement => {
                first = position.seats().position(|seat| Some(seat) == position.to_move()).unwrap_or(0);
            }
            Phase::Over => return Some(payoffs_of_scores(&playout.scores[..playout.players])),
        }
        self.slide(&mut playout, first, position.rules().scoring);
        Some(payoffs_of_scores(&playout.scores[..playout.players]))
    }
}

/// Returns the tile of a set with so many lower tiles.
#[inline]
fn nth<const W: usize>(set: Bits<W>, index: u32) -> u16 {
    set.into_iter().nth(index as usize).unwrap_or(0)
}

/// Random playouts on boards that are too large for bitboards.
struct SheetPlayouts {
    random: Random,
}

impl SheetPlayouts {
    fn any_turn(&mut self, position: &Position, seat: Seat) -> Option<Move> {
        match position.phase() {
            Phase::Placement => {
                let cells = position.grid().cells();
                let any = (0..TRIES).map(|_| Cell(self.random.index(cells) as u32));
                let start = any.into_iter().find(|&cell| position.tile(cell).is_start());
                let first = || position.grid().iter().find(|&cell| position.tile(cell).is_start());
                start.or_else(first).map(Move::Place)
            }
            Phase::Movement => {
                let flock = position.flock(seat)?;
                let any = self.random.index(flock.len());
                let mut penguins = flock[any..].iter().chain(&flock[..any]);
                penguins.find_map(|&from| self.any_slide(position, from))
            }
            Phase::Over => None,
        }
    }

    fn any_slide(&mut self, position: &Position, from: Cell) -> Option<Move> {
        let mut picked = None;
        let mut fish = 0;
        for to in position.ice().reach(from) {
            let here = u64::from(position.tile(to).fish().count());
            fish += here;
            if self.random.below(fish) < here {
                picked = Some(Move::Slide { from, to });
            }
        }
        picked
    }
}

impl LeafEvaluator<floe_rules::penguins::Sheet> for SheetPlayouts {
    fn evaluate(&mut self, position: &mut Position, timer: &mut ShallowTimer<'_>) -> Option<Payoffs> {
        let mut undos = Vec::new();
        let mut is_late = false;
        while undos.len() < LONGEST
            && let Some(seat) = position.to_move()
            && let Some(turn) = self.any_turn(position, seat)
        {
            undos.push(position.play_unchecked(turn));
            is_late = timer.count_skipped();
            if is_late {
                break;
            }
        }
        let mut scores = [0; PLAYERS];
        let players = scores_of(position, &mut scores);
        for undo in undos.iter().rev() {
            position.undo(undo);
        }
        (!is_late).then(|| payoffs_of_scores(&scores[..players]))
    }
}
