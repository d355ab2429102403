//! Compares two states: whether legal turns of the other players lead from one to the other.
//!
//! Invariants of legal turns are compared first. Then the turns themselves are searched for. Every slide removes
//! exactly one floe, so the number of slides is known; a blocked tile never becomes free again, so their order
//! matters little; and only floes that vanished or gained a penguin are candidates. A normal round takes only a few
//! steps. After many lost turns the search may take too long: then it gives up without an accusation.

use std::collections::{HashMap, HashSet};

use super::Finding;
use crate::contest::Calling;
use crate::grid::Cell;
use crate::penguins::{Ice, Move, Position, RuleSet, Scoring, Seat, Setup, Tile};
use crate::random::scramble;

/// The maximum number of turns that are searched for; a round has at most eight.
const MAX_TURNS: usize = 300;
/// The maximum number of steps of the search, about ten milliseconds.
const MAX_STEPS: u64 = 1_000_000;
/// The cost of visiting a position, in steps, in addition to its turns; it limits the memory for dead ends.
const STEPS_PER_POSITION: u64 = 16;
/// The number of penguins that are examined in one step.
const PENGUINS_PER_STEP: u64 = 8;
/// The maximum number of accusations listed: a board may have millions of fields.
const MAX_FINDINGS: usize = 20;

/// Returns the evidence that `now` cannot be reached from `before` by legal turns of players other than `us`.
///
/// `calling` is the phase at `before`: placement may have led to movement, but not the other way round.
pub fn compare(
    before: &Setup,
    now: &Setup,
    rules: &RuleSet,
    calling: Calling,
    us: Option<Seat>,
) -> Vec<Finding> {
    if before.rows() != now.rows() || before.cols() != now.cols() {
        return vec![Finding::BoardChanged {
            rows: now.rows(),
            cols: now.cols(),
            old_rows: before.rows(),
            old_cols: before.cols(),
        }];
    }
    let comparison = Comparison { before, now, rules, calling, us };
    let mut findings = comparison.compare_players();
    let mut change = Change::default();
    let cells = (0u32..).map(Cell).zip(before.tiles().iter().zip(now.tiles()));
    for (cell, (&old, &new)) in cells.filter(|(_, (old, new))| old != new) {
        findings.extend(change.note(&comparison, cell, old, new));
        if findings.len() >= MAX_FINDINGS {
            break;
        }
    }
    if findings.is_empty() {
        findings = comparison.count_penguins();
    }
    if findings.is_empty() {
        findings = change.explain(&comparison);
    }
    findings
}

/// Two states, and the conditions of their comparison.
struct Comparison<'a> {
    before: &'a Setup,
    now: &'a Setup,
    rules: &'a RuleSet,
    calling: Calling,
    us: Option<Seat>,
}

impl Comparison<'_> {
    fn compare_players(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for old in &self.before.players {
            match self.now.player_at(old.seat) {
                None => findings.push(Finding::PlayerGone { seat: old.seat, id: old.id.clone() }),
                Some(new) if new.id != old.id => findings.push(Finding::IdChanged {
                    seat: old.seat,
                    id: new.id.clone(),
                    old_id: old.id.clone(),
                }),
                Some(new) if Some(old.seat) == self.us && new.score != old.score => {
                    let (score, old_score) = (new.score, old.score);
                    findings.push(Finding::OurScore { seat: old.seat, score, old_score });
                }
                Some(_) => {}
            }
        }
        if self.calling == Calling::Movement {
            let joined = self.now.players.iter().filter(|new| self.before.player_at(new.seat).is_none());
            findings.extend(joined.map(|new| Finding::JoinedLate { seat: new.seat }));
        }
        findings
    }

    /// Checks that every player has as many penguins as before, or more while they are being placed.
    fn count_penguins(&self) -> Vec<Finding> {
        let count = |setup: &Setup| {
            let mut counts = [0usize; Seat::MOST as usize + 1];
            for seat in setup.tiles().iter().filter_map(|tile| tile.seat()) {
                counts[usize::from(seat.number())] += 1;
            }
            counts
        };
        let (old, new) = (count(self.before), count(self.now));
        let mut findings = Vec::new();
        for seat in Seat::all() {
            let (before, found) = (old[usize::from(seat.number())], new[usize::from(seat.number())]);
            if found < before || (found > before && self.calling == Calling::Movement) {
                findings.push(Finding::PenguinCount { seat, found, before });
            }
        }
        findings
    }
}

/// The differences between two states that legal turns could have made.
#[derive(Default)]
struct Change {
    /// The floes that vanished.
    gone: Vec<Cell>,
    /// The floes that were free before and hold a penguin now.
    arrived: Vec<(Cell, Seat)>,
    /// The penguins whose floes vanished, with their players.
    departed: Vec<(Cell, Seat)>,
}

impl Change {
    /// Adds a changed field, or returns the change that no legal turn could have made.
    fn note(&mut self, comparison: &Comparison<'_>, cell: Cell, old: Tile, new: Tile) -> Option<Finding> {
        let &Comparison { rules, us, .. } = comparison;
        let at = comparison.before.coord(cell);
        let fish_changed = Finding::FishChanged { at, fish: new.fish(), old_fish: old.fish() };
        match (old.seat(), new.seat()) {
            (Some(seat), other) if Some(seat) == us && other != us => Some(Finding::OurPenguinMoved { at }),
            (other, Some(seat)) if Some(seat) == us && other != us => Some(Finding::OurPenguinAdded { at }),
            _ if old.is_water() => Some(Finding::FloeCameBack { at }),
            (Some(seat), None) if new.is_water() => {
                self.gone.push(cell);
                self.departed.push((cell, seat));
                None
            }
            (Some(_), None) => Some(Finding::FloeStayed { at }),
            (Some(old_seat), Some(seat)) if old_seat != seat => {
                Some(Finding::PenguinSwapped { at, seat, old_seat })
            }
            // Scored fish that a program left beneath a penguin may be removed by another program.
            (Some(_), Some(_)) => {
                let tidied = rules.scoring == Scoring::Arrival && new.fish() < old.fish();
                (!tidied).then_some(fish_changed)
            }
            (None, Some(seat)) => {
                let kept = match rules.scoring {
                    Scoring::Arrival => new.fish() <= old.fish(),
                    Scoring::Departure => new.fish() == old.fish() || new.fish().count() == 0,
                };
                self.arrived.push((cell, seat));
                (!kept).then_some(fish_changed)
            }
            (None, None) if new.is_water() => {
                self.gone.push(cell);
                None
            }
            (None, None) => Some(fish_changed),
        }
    }

    fn explain(&self, comparison: &Comparison<'_>) -> Vec<Finding> {
        let &Comparison { before, now, rules, calling, us } = comparison;
        let stage = calling.stage(now.players.iter().map(|player| player.seat).collect());
        let placements = self.arrived.len() - self.departed.len();
        if self.gone.len() + placements > MAX_TURNS {
            return self.check_total(comparison);
        }
        let Ok(position) = Position::new(before, rules, &stage) else {
            return vec![Finding::Unexplained];
        };
        let mut search = Search {
            position,
            now,
            targets: HashMap::new(),
            us,
            slides: self.gone.len(),
            placements,
            with_scores: true,
            turns: Vec::new(),
            dead_ends: HashSet::new(),
            steps: 0,
        };
        search.targets.extend(self.gone.iter().map(|&cell| (cell, None)));
        search.targets.extend(self.arrived.iter().map(|&(cell, seat)| (cell, Some(seat))));
        if search.run() {
            return search.several_turns();
        }
        if search.gave_up() {
            return self.check_total(comparison);
        }
        search.restart_without_scores();
        if search.run() {
            return search.wrong_scores();
        }
        if search.gave_up() {
            return self.check_total(comparison);
        }
        self.accuse(&search.position)
    }

    /// Checks the scores without knowing the turns: the opponents gained in all what was collected, and none lost fish.
    fn check_total(&self, comparison: &Comparison<'_>) -> Vec<Finding> {
        let fish = |cell: &Cell| u64::from(comparison.before.tiles()[cell.index()].fish().count());
        let was_free = |cell: &&Cell| comparison.before.tiles()[cell.index()].is_free();
        let passed: u64 = self.gone.iter().filter(was_free).map(fish).sum();
        let collected = passed
            + match comparison.rules.scoring {
                Scoring::Arrival => self.arrived.iter().map(|(cell, _)| fish(cell)).sum::<u64>(),
                Scoring::Departure => self.departed.iter().map(|(cell, _)| fish(cell)).sum::<u64>(),
            };
        let mut gained = 0u64;
        let mut findings = Vec::new();
        for player in &comparison.now.players {
            let before = comparison.before.player_at(player.seat).map_or(0, |before| before.score);
            match player.score.checked_sub(before) {
                Some(gain) => gained += gain,
                None => findings.push(Finding::WrongScore {
                    seat: player.seat,
                    score: player.score,
                    expected: before,
                }),
            }
        }
        if findings.is_empty() && gained != collected {
            findings.push(Finding::WrongTotal { gained, collected });
        }
        findings.push(Finding::TooMuchChanged);
        findings
    }

    /// Returns the most likely reasons why the search failed.
    fn accuse(&self, before: &Position) -> Vec<Finding> {
        let grid = before.grid();
        let mut findings = Vec::new();
        for seat in before.seats() {
            let left: Vec<Cell> = owned(&self.departed, seat).collect();
            let came: Vec<Cell> = owned(&self.arrived, seat).collect();
            match (&left[..], &came[..]) {
                // Floes only disappear, so a way that was blocked at the start was never open.
                (&[from], &[to]) => findings.extend(before.why_no_slide(from, to).map(|why| {
                    Finding::IllegalSlide { seat, from: grid.coord(from), to: grid.coord(to), why }
                })),
                ([], _) => findings.extend(came.iter().filter_map(|&cell| {
                    let why = before.why_no_place(cell)?;
                    Some(Finding::IllegalPlacement { seat, at: grid.coord(cell), why })
                })),
                _ => {}
            }
        }
        if findings.is_empty() {
            let unvisited = self.gone.iter().filter(|&&cell| before.ice().is_free(cell));
            findings.extend(unvisited.map(|&cell| Finding::FloeVanished { at: grid.coord(cell) }));
        }
        if findings.is_empty() {
            findings.push(Finding::Unexplained);
        }
        findings.truncate(MAX_FINDINGS);
        findings
    }
}

fn owned(cells: &[(Cell, Seat)], seat: Seat) -> impl Iterator<Item = Cell> {
    cells.iter().filter(move |&&(_, owner)| owner == seat).map(|&(cell, _)| cell)
}

/// A search for legal turns that lead to a state.
struct Search<'a> {
    position: Position,
    now: &'a Setup,
    /// The floes that may be moved to, with the player whose penguin stays there, or `None` where they vanish later.
    targets: HashMap<Cell, Option<Seat>>,
    us: Option<Seat>,
    /// The number of slides still to be found.
    slides: usize,
    /// The number of placements still to be found.
    placements: usize,
    with_scores: bool,
    turns: Vec<Seat>,
    dead_ends: HashSet<u64>,
    steps: u64,
}

impl Search<'_> {
    fn gave_up(&self) -> bool {
        self.steps > MAX_STEPS
    }

    fn restart_without_scores(&mut self) {
        self.with_scores = false;
        self.dead_ends.clear();
        self.steps = 0;
    }

    fn score_now(&self, seat: Seat) -> u64 {
        self.now.player_at(seat).map_or(0, |player| player.score)
    }

    /// Searches for the remaining turns; on success the position and `turns` keep the solution.
    fn run(&mut self) -> bool {
        if self.slides == 0 && self.placements == 0 {
            return !self.with_scores
                || self.position.seats().all(|seat| self.position.score(seat) == Some(self.score_now(seat)));
        }
        let key = self.key();
        if self.gave_up() || self.dead_ends.contains(&key) {
            return false;
        }
        self.steps += STEPS_PER_POSITION;
        let mut candidates =
            if self.placements > 0 { self.candidate_placements() } else { self.candidate_slides() };
        // Slides that end where a penguin now stands come first: they are the most likely.
        candidates.sort_by_key(|&(_, turn)| match turn {
            Move::Place(at) | Move::Slide { to: at, .. } => {
                self.targets.get(&at).copied().flatten().is_none()
            }
        });
        for (seat, turn) in candidates {
            // With very many penguins, finding one to move takes time.
            self.steps += self.position.flock(seat).map_or(0, Vec::len) as u64 / PENGUINS_PER_STEP;
            let undo = self.position.play_as(seat, turn);
            self.turns.push(seat);
            let counter = match turn {
                Move::Place(_) => &mut self.placements,
                Move::Slide { .. } => &mut self.slides,
            };
            *counter -= 1;
            let too_many = self.with_scores
                && self.position.score(seat).is_some_and(|score| score > self.score_now(seat));
            if !too_many && self.run() {
                return true;
            }
            match turn {
                Move::Place(_) => self.placements += 1,
                Move::Slide { .. } => self.slides += 1,
            }
            self.turns.pop();
            self.position.undo(&undo);
        }
        self.dead_ends.insert(key);
        false
    }

    /// Returns the key of a dead end: the board and, where they matter, the scores, since the same board can be
    /// reached with different scores.
    fn key(&self) -> u64 {
        let scores = self.position.seats().filter_map(|seat| self.position.score(seat));
        let scores = scores.fold(0, |key, score| scramble(key ^ score));
        self.position.board_hash() ^ if self.with_scores { scores } else { 0 }
    }

    fn others(&self) -> Vec<Seat> {
        self.position.seats().filter(|&seat| Some(seat) != self.us).collect()
    }

    fn fits(&self, cell: Cell, seat: Seat) -> bool {
        self.targets.get(&cell).is_some_and(|owner| owner.is_none_or(|owner| owner == seat))
    }

    fn candidate_placements(&mut self) -> Vec<(Seat, Move)> {
        self.steps += self.targets.len() as u64;
        let mut found = Vec::new();
        for seat in self.others() {
            if self.position.unplaced(seat) == Some(0) {
                continue;
            }
            for (&cell, _) in self.targets.iter().filter(|&(&cell, _)| self.fits(cell, seat)) {
                if self.position.tile(cell).is_start() {
                    found.push((seat, Move::Place(cell)));
                }
            }
        }
        // The order of a map is random, and the guard must be deterministic.
        found.sort_unstable();
        found
    }

    fn candidate_slides(&mut self) -> Vec<(Seat, Move)> {
        let mut found = Vec::new();
        // Only a penguin whose floe vanished can have moved.
        for (&from, _) in self.targets.iter().filter(|(_, owner)| owner.is_none()) {
            let Some(seat) = self.position.tile(from).seat().filter(|&seat| Some(seat) != self.us) else {
                continue;
            };
            for to in self.position.ice().reach(from) {
                self.steps += 1;
                if self.fits(to, seat) {
                    found.push((seat, Move::Slide { from, to }));
                }
            }
        }
        self.steps += self.targets.len() as u64;
        // The order of a map is random, and the guard must be deterministic.
        found.sort_unstable();
        found
    }

    fn several_turns(&self) -> Vec<Finding> {
        let turns = |seat: Seat| self.turns.iter().filter(|&&mover| mover == seat).count() as u32;
        self.position
            .seats()
            .filter(|&seat| turns(seat) > 1)
            .map(|seat| Finding::SeveralTurns { seat, turns: turns(seat) })
            .collect()
    }

    fn wrong_scores(&self) -> Vec<Finding> {
        self.position
            .seats()
            .filter_map(|seat| {
                let (score, expected) = (self.score_now(seat), self.position.score(seat)?);
                (score != expected).then_some(Finding::WrongScore { seat, score, expected })
            })
            .collect()
    }
}
