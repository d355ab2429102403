//! The guard never accuses a legal game: thousands of them, with turns lost in every way.

use floe_rules::contest::Calling;
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::grid::Cell;
use floe_rules::guard::{Finding, Journal, compare, examine};
use floe_rules::penguins::{Fish, Id, Phase, Position, RuleSet, Scoring, Seat, Setup, Stage, Tile};
use floe_rules::random::Random;

use crate::boards::{all_rules, id};

const GAMES: u64 = 3000;

/// One program of a game.
struct Program {
    seat: Seat,
    id: Id,
    /// Whether it leaves the fish digit beneath its penguins; such a program keeps no journal.
    sloppy: bool,
    journal: Option<Journal>,
}

/// A referee that owns the state and sometimes takes turns away.
struct Game {
    rules: RuleSet,
    penguins: u32,
    setup: Setup,
    position: Position,
    programs: Vec<Program>,
    random: Random,
    /// The percentage of lost turns.
    losses: u64,
    remarks: Vec<Finding>,
}

#[derive(PartialEq, Clone, Copy)]
enum Loss {
    /// The program is not called, or crashes before it writes its journal.
    NotCalled,
    /// The program makes its turn, but it does not count.
    Refused,
}

impl Game {
    fn new(seed: u64) -> Option<Game> {
        let mut random = Random::new(seed);
        let rules = all_rules()[random.index(6)];
        let players = 2 + random.below(u64::from(rules.most_players.min(5)) - 1) as u8;
        let penguins = 1 + random.below(3) as u32;
        let (rows, cols) = (2 + random.below(7) as u32, 2 + random.below(7) as u32);
        let recipe = Recipe {
            shape: [Shape::Full, Shape::Island][random.index(2)],
            holes: random.below(40) as u32,
            players,
            penguins,
            seed,
            ..Recipe::plain(rules, rows, cols)
        };
        let setup = generate(&recipe).ok()?;
        let seats = setup.seats_for(players);
        let stage = Stage::Placement { penguins, seats: seats.clone() };
        let position = Position::new(&setup, &rules, &stage).ok()?;
        let sloppy = rules.scoring == Scoring::Arrival && random.below(3) == 0;
        let programs = seats
            .into_iter()
            .map(|seat| Program {
                seat,
                id: id(&format!("p{}", seat.number())),
                sloppy: sloppy && random.below(2) == 0,
                journal: None,
            })
            .collect();
        let losses = [0, 10, 50][random.index(3)];
        Some(Game { rules, penguins, setup, position, programs, random, losses, remarks: Vec::new() })
    }

    fn play(&mut self) -> u32 {
        let mut calls = 0;
        for calling in [Calling::Placement { penguins: self.penguins }, Calling::Movement] {
            if calling == Calling::Movement {
                self.position.end_placement();
            }
            loop {
                let mut moved = false;
                for index in 0..self.programs.len() {
                    calls += 1;
                    moved |= self.call(index, calling);
                }
                if !moved {
                    break;
                }
            }
        }
        assert!(self.position.is_over());
        calls
    }

    /// Calls one program; true when it could have made a turn.
    fn call(&mut self, index: usize, calling: Calling) -> bool {
        let seat = self.programs[index].seat;
        self.position.set_turn(seat);
        let able = calling.has_turn(&self.position, seat);
        let loss = (self.random.below(100) < self.losses)
            .then(|| if self.random.below(2) == 0 { Loss::NotCalled } else { Loss::Refused });
        if loss == Some(Loss::NotCalled) {
            return able;
        }
        self.guard(index, calling);
        let mut journal = Journal {
            rules: self.rules,
            calling,
            id: self.programs[index].id.clone(),
            read: self.setup.clone(),
            turn: None,
        };
        if able {
            let turns = self.position.turns();
            let turn = turns[self.random.index(turns.len())];
            journal.turn = Some(turn);
            if loss.is_none() {
                let undo = self.position.play(turn).unwrap();
                let cells: Vec<Cell> = turn.cells().collect();
                let before: Vec<Fish> =
                    cells.iter().map(|cell| self.setup.tiles()[cell.index()].fish()).collect();
                self.setup.follow(&self.position, &cells, seat, &self.programs[index].id.clone());
                if self.programs[index].sloppy && undo.gain() != Fish::NONE {
                    let to = *cells.last().unwrap();
                    self.setup.set_tile(to, Tile::penguin(seat, *before.last().unwrap()));
                }
            }
        }
        if !self.programs[index].sloppy {
            let again = Journal::parse(&journal.to_bytes()).unwrap();
            assert_eq!(again, journal);
            self.programs[index].journal = Some(again);
        }
        able
    }

    fn guard(&mut self, index: usize, calling: Calling) {
        let findings = examine(&self.setup, &self.rules, calling);
        assert_eq!(findings, [], "{:?}", self.rules);
        let program = &self.programs[index];
        let joined = self.setup.player_at(program.seat).is_some();
        if !joined && matches!(calling, Calling::Placement { .. }) {
            return;
        }
        if let Some(journal) = &program.journal {
            let findings = journal.check(&self.setup);
            let accusation = findings.iter().find(|finding| finding.is_accusation());
            assert_eq!(accusation, None, "{:?}", self.rules);
            self.remarks.extend(findings);
        }
    }
}

#[test]
fn no_legal_game_is_accused() {
    let (mut games, mut calls, mut remarks) = (0, 0, Vec::new());
    for seed in 0..GAMES {
        if let Some(mut game) = Game::new(seed) {
            calls += game.play();
            games += 1;
            if game.losses == 0 {
                assert!(!game.remarks.contains(&Finding::TurnTaken));
            }
            remarks.extend(game.remarks);
        }
    }
    let count = |wanted: fn(&Finding) -> bool| remarks.iter().filter(|finding| wanted(finding)).count();
    let several = count(|finding| matches!(finding, Finding::SeveralTurns { .. }));
    let taken = count(|finding| *finding == Finding::TurnTaken);
    let gave_up = count(|finding| *finding == Finding::TooMuchChanged);
    println!(
        "{games} games, {calls} calls; remarks: {several} several turns, {taken} turn taken, {gave_up} gave up"
    );
    assert!(games > 2000 && several > 0 && taken > 0);
    // Giving up is allowed, but a guard that always gave up would be useless.
    assert!(gave_up * 1000 < calls as usize, "{gave_up} of {calls}");
}

#[test]
fn many_turns_of_the_others_are_not_accused() {
    // Small boards and several turns each: many ways to the same state, some with different scores.
    let mut several = 0;
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let rules = all_rules()[random.index(6)];
        let players = rules.most_players.min(4);
        let recipe = Recipe { players, seed, ..Recipe::plain(rules, 4, 5) };
        let setup = generate(&recipe).unwrap();
        let stage = Stage::Placement { penguins: 1, seats: setup.seats_for(players) };
        let mut position = Position::new(&setup, &rules, &stage).unwrap();
        let step = |position: &mut Position, random: &mut Random| {
            let turns = position.turns();
            let _ = position.play(turns[random.index(turns.len())]).unwrap();
        };
        while position.phase() == Phase::Placement {
            step(&mut position, &mut random);
        }
        let state = |position: &Position| {
            let mut state = setup.clone();
            let cells: Vec<Cell> = position.grid().iter().collect();
            for seat in position.seats() {
                state.follow(position, &cells, seat, &id(&format!("p{}", seat.number())));
            }
            state
        };
        let before = state(&position);
        let us = position.seats().next().unwrap();
        for _ in 0..3 * (players - 1) {
            if position.to_move() == Some(us) {
                // Our turn is lost: the next player is to move.
                let next = position.seats().nth(1).unwrap();
                position.set_turn(next);
            }
            if position.is_over() || position.to_move() == Some(us) {
                break;
            }
            step(&mut position, &mut random);
        }
        let findings = compare(&before, &state(&position), &rules, Calling::Movement, Some(us));
        several += usize::from(!findings.is_empty());
        assert!(
            findings.iter().all(|finding| !finding.is_accusation()),
            "seed {seed} {rules:?}: {findings:?}"
        );
    }
    assert!(several > 1000, "{several} of 4000 had several turns");
}
