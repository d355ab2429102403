//! Gamma against the reference: random games, and boards that are hard for the algorithms.

use std::collections::VecDeque;

use floe_rules::gamma::{BoardSizeError, Gamma, Move, Turns};
use floe_rules::history::GameHistory;
use floe_rules::random::Random;
use proptest::prelude::*;

use crate::gamma_reference::SlowGamma;

fn text(game: &Gamma) -> String {
    let mut out = Vec::new();
    for y in (0..game.height()).rev() {
        // In two parts, as a long row is printed.
        let middle = game.width() / 2;
        game.print_cells(y, 0..middle, &mut out);
        game.print_cells(y, middle..game.width(), &mut out);
        out.push(b'\n');
    }
    String::from_utf8(out).unwrap()
}

/// Both implementations, and their states before each move.
struct Pair {
    fast: Gamma,
    slow: SlowGamma,
    past: Vec<SlowGamma>,
}

impl Pair {
    fn new(width: u32, height: u32, players: u32, areas: u32, history: bool) -> Pair {
        let mut fast = Gamma::new(width, height, players, areas).unwrap();
        if history {
            fast.keep_history();
        }
        let slow = SlowGamma::new(width as usize, height as usize, players, areas);
        Pair { fast, slow, past: Vec::new() }
    }

    fn do_both(&mut self, golden: bool, player: u32, x: u32, y: u32) -> bool {
        let before = self.slow.clone();
        let at = (x as usize, y as usize);
        let (fast, slow) = if golden {
            (self.fast.take_golden(player, x, y), self.slow.take_golden(player, at.0, at.1))
        } else {
            (self.fast.take(player, x, y), self.slow.take(player, at.0, at.1))
        };
        assert_eq!(fast, slow, "golden {golden}, player {player} at {x} {y} of\n{}", before.text());
        if fast {
            self.past.push(before);
        }
        fast
    }

    fn compare(&mut self) {
        assert_eq!(text(&self.fast), self.slow.text());
        for player in 0..=self.slow.players + 1 {
            self.compare_player(player);
        }
        self.compare_places();
        self.compare_trial();
    }

    /// Compares the empty cells, and the cells of each player.
    fn compare_places(&self) {
        let mut empty = 0;
        for y in 0..self.fast.height() {
            for x in 0..self.fast.width() {
                let Some(owner) = self.fast.owner(x, y) else {
                    empty += 1;
                    continue;
                };
                let [(left, bottom), (right, top)] = self.fast.reach(owner).unwrap();
                assert!((left..=right).contains(&x) && (bottom..=top).contains(&y), "{owner}: {x} {y}");
            }
        }
        assert_eq!(self.fast.empty(), empty);
    }

    /// Makes a golden move on a trial copy, with the same effect, and undoes it.
    fn compare_trial(&self) {
        let mut trial = self.fast.trial();
        let before = text(&trial);
        assert_eq!(before, self.slow.text());
        for player in 1..=self.slow.players {
            let made = (0..self.fast.width()).any(|x| trial.take_golden(player, x, 0));
            let mut slow = self.slow.clone();
            assert_eq!(made, (0..slow.width).any(|x| slow.take_golden(player, x, 0)), "{player}\n{before}");
            assert_eq!(text(&trial), slow.text());
            assert_eq!(trial.undo(), made);
            assert_eq!(text(&trial), before);
        }
    }

    fn compare_player(&mut self, player: u32) {
        let board = self.slow.text();
        assert_eq!(self.fast.busy(player), self.slow.busy(player), "busy {player}\n{board}");
        assert_eq!(self.fast.free(player), self.slow.free(player), "free {player}\n{board}");
        let golden = self.slow.golden_possible(player);
        assert_eq!(self.fast.golden_possible(player), golden, "golden {player}\n{board}");
        if player > 0 {
            assert_eq!(self.fast.areas(player), self.slow.areas(player), "areas {player}\n{board}");
        }
    }

    /// Makes random moves and queries.
    fn rummage(&mut self, random: &mut Random, steps: u32, undo: bool) {
        let number = |random: &mut Random, below: u32| random.below(u64::from(below)) as u32;
        for _ in 0..steps {
            // Sometimes a player or a cell that does not exist.
            let player = number(random, self.slow.players + 2);
            let beyond = u32::from(random.below(20) == 0);
            let x = number(random, self.fast.width() + beyond);
            let y = number(random, self.fast.height() + beyond);
            match random.below(20) {
                0..10 => _ = self.do_both(false, player, x, y),
                10..13 => _ = self.do_both(true, player, x, y),
                13..15 if undo => {
                    assert_eq!(self.fast.undo(), !self.past.is_empty());
                    if let Some(before) = self.past.pop() {
                        self.slow = before;
                    }
                }
                15 => self.compare(),
                _ => self.compare_player(player),
            }
        }
        self.compare();
        while undo && self.fast.undo() {
            self.slow = self.past.pop().unwrap();
            assert_eq!(text(&self.fast), self.slow.text());
        }
        self.compare();
    }

    /// Fills the board after a drawing, each area from one cell on.
    fn fill(&mut self, drawing: impl Fn(u32, u32) -> u32) {
        let (width, height) = (self.fast.width(), self.fast.height());
        for start_y in 0..height {
            for start_x in 0..width {
                let player = drawing(start_x, start_y);
                let mut todo = VecDeque::from([(start_x, start_y)]);
                while let Some((x, y)) = todo.pop_front() {
                    if player == 0 || drawing(x, y) != player || self.fast.owner(x, y).is_some() {
                        continue;
                    }
                    assert!(self.do_both(false, player, x, y), "the drawing keeps to the limit");
                    let steps = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
                    todo.extend(steps.into_iter().filter(|&(x, y)| x < width && y < height));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_agree(
        (width, height) in (1u32..=12, 1u32..=12),
        players in 1u32..=12,
        areas in prop_oneof![1u32..4, 1u32..150],
        history in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let mut pair = Pair::new(width, height, players, areas, history);
        pair.rummage(&mut Random::new(seed), 2 * width * height + 20, history);
    }

    #[test]
    fn crowded_boards_agree(
        (width, height) in (2u32..=7, 2u32..=7),
        players in 2u32..=4,
        areas in 1u32..=3,
        seed in any::<u64>(),
    ) {
        // Each player grows its areas, so that they become large and reach the limit.
        let mut pair = Pair::new(width, height, players, areas, true);
        let mut random = Random::new(seed);
        for _ in 0..6 * width * height {
            let player = 1 + random.below(u64::from(players)) as u32;
            let (x, y) = (random.below(u64::from(width)) as u32, random.below(u64::from(height)) as u32);
            pair.do_both(false, player, x, y);
        }
        pair.rummage(&mut random, 60, true);
    }

    #[test]
    fn what_is_remembered_stays_true_while_areas_grow(
        (width, height) in (2u32..=7, 2u32..=7),
        players in 2u32..=4,
        areas in 1u32..=2,
        seed in any::<u64>(),
    ) {
        // Queries after every move, so that every answer comes from an updated cache.
        let mut pair = Pair::new(width, height, players, areas, false);
        let mut random = Random::new(seed);
        for _ in 0..3 * width * height {
            let player = 1 + random.below(u64::from(players)) as u32;
            let (x, y) = (random.below(u64::from(width)) as u32, random.below(u64::from(height)) as u32);
            if pair.do_both(random.below(12) == 0, player, x, y) {
                for player in 1..=players {
                    let possible = pair.slow.golden_possible(player);
                    prop_assert_eq!(pair.fast.golden_possible(player), possible, "{}", pair.slow.text());
                }
            }
        }
    }

    #[test]
    fn questions_agree_while_thin_areas_close_rings_join_and_split(
        (width, height) in (3u32..=8, 3u32..=8),
        players in 2u32..=8,
        areas in 1u32..=3,
        history in any::<bool>(),
        seed in any::<u64>(),
    ) {
        // Thin areas have many articulation points. Golden moves, refused ones too, break them and their rings.
        let mut pair = Pair::new(width, height, players, areas, history);
        let mut random = Random::new(seed);
        for _ in 0..3 * width * height {
            let player = 1 + random.below(u64::from(players)) as u32;
            let (x, y) = (random.below(u64::from(width)) as u32, random.below(u64::from(height)) as u32);
            let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
            let own = beside.iter().filter(|&&(x, y)| pair.fast.owner(x, y) == Some(player)).count();
            match random.below(10) {
                0 | 1 => _ = pair.do_both(true, player, x, y),
                2 if history => {
                    prop_assert_eq!(pair.fast.undo(), !pair.past.is_empty());
                    pair.slow = pair.past.pop().unwrap_or(pair.slow);
                }
                _ if own <= 1 || random.below(5) == 0 => _ = pair.do_both(false, player, x, y),
                _ => {}
            }
            pair.compare_player(1 + random.below(u64::from(players)) as u32);
        }
        pair.compare();
    }

    #[test]
    fn turns_skip_those_who_cannot_act(
        (width, height) in (1u32..=5, 1u32..=5),
        players in 1u32..=4,
        areas in 1u32..=2,
        seed in any::<u64>(),
    ) {
        let mut history = GameHistory::gamma(Gamma::new(width, height, players, areas).unwrap());
        let mut slow = SlowGamma::new(width as usize, height as usize, players, areas);
        let mut random = Random::new(seed);
        let mut turns = 0;
        while let Some(player) = history.turns().to_move() {
            prop_assert!(slow.free(player) > 0 || slow.golden_possible(player));
            let (x, y) = (random.below(u64::from(width)) as u32, random.below(u64::from(height)) as u32);
            let golden = random.below(3) == 0;
            let turn = if golden { Move::Golden { x, y } } else { Move::Take { x, y } };
            let done = history.play(turn).is_ok();
            let same = if golden {
                slow.take_golden(player, x as usize, y as usize)
            } else {
                slow.take(player, x as usize, y as usize)
            };
            prop_assert_eq!(done, same);
            if done {
                turns += 1;
                prop_assert_eq!(history.turns().to_move(), next_able(&slow, player));
            }
            if random.below(10) == 0
                && let Some(passes) = history.turns().to_move()
            {
                history.play(Move::Pass).unwrap();
                turns += 1;
                prop_assert_eq!(history.turns().to_move(), next_able(&slow, passes));
            }
        }
        for player in 1..=players {
            prop_assert!(slow.free(player) == 0 && !slow.golden_possible(player));
        }
        let most = (1..=players).map(|player| slow.busy(player)).max().unwrap();
        let leaders = (1..=players).filter(|&player| slow.busy(player) == most).count() as u64;
        let outcome = history.turns().top_score();
        prop_assert_eq!((outcome.most, outcome.leaders), (most, leaders));
        for _ in 0..turns {
            prop_assert!(history.undo());
        }
        prop_assert!(!history.undo());
        prop_assert_eq!(history.turns().to_move(), Some(1));
        prop_assert!((1..=players).all(|player| history.board().busy(player) == 0));
    }
}

/// Returns the first player after another who can act.
fn next_able(slow: &SlowGamma, after: u32) -> Option<u32> {
    let able = |player: &u32| slow.free(*player) > 0 || slow.golden_possible(*player);
    (after + 1..=slow.players).chain(1..=after).find(able)
}

#[test]
fn a_player_gets_a_turn_again_after_a_golden_move() {
    // Player 1 is walled in by player 2, and each has one area.
    let mut game = Turns::new(Gamma::new(3, 1, 2, 1).unwrap());
    assert!(game.take(0, 0) && game.take(1, 0));
    // Player 1 cannot move, but has its golden move; it passes, and player 2 takes the last cell.
    assert_eq!((game.game().free(1), game.to_move()), (0, Some(1)));
    game.pass();
    assert!(game.take(2, 0));
    assert!(game.take_golden(1, 0), "player 2 keeps one cell");
    assert_eq!(game.to_move(), Some(2), "who has its golden move left");
    assert!(!game.take_golden(0, 0), "player 1 would be fine, but player 2 would have two areas");
    assert!(game.take_golden(1, 0));
    assert_eq!(game.to_move(), None);
    let outcome = game.top_score();
    assert_eq!((outcome.most, outcome.leaders), (2, 1));
}

/// The owner of a cell.
type Drawing = fn(u32, u32) -> u32;

/// Boards that are hard for the algorithms, as functions from a cell to its owner.
fn drawings() -> Vec<(&'static str, Drawing)> {
    fn serpentine(x: u32, y: u32) -> u32 {
        match y % 4 {
            0 | 2 => 1,
            1 => {
                if x == 10 {
                    1
                } else {
                    2
                }
            }
            _ => {
                if x == 0 {
                    1
                } else {
                    3
                }
            }
        }
    }
    fn comb(x: u32, y: u32) -> u32 {
        if y == 0 || x.is_multiple_of(2) { 1 } else { 2 + x / 2 % 3 }
    }
    fn chequerboard(x: u32, y: u32) -> u32 {
        1 + (x + y) % 2
    }
    fn rings(x: u32, y: u32) -> u32 {
        1 + (x.min(y).min(10 - x.min(10)).min(10 - y.min(10))) % 3
    }
    fn spiral(x: u32, y: u32) -> u32 {
        let ring = x.min(y).min(10 - x.min(10)).min(10 - y.min(10));
        // A gap in each ring joins it to the next.
        let gap = x == ring && y == ring + 1;
        if gap { 1 + (ring + 1) % 2 } else { 1 + ring % 2 }
    }
    fn everywhere(_: u32, _: u32) -> u32 {
        1
    }
    fn cross(x: u32, y: u32) -> u32 {
        if x == 5 || y == 5 { 1 } else { 2 }
    }
    fn holes(x: u32, y: u32) -> u32 {
        if x % 3 == 1 && y % 3 == 1 { 0 } else { 1 + (x / 6) }
    }
    vec![
        ("serpentine", serpentine),
        ("comb", comb),
        ("chequerboard", chequerboard),
        ("rings", rings),
        ("spiral", spiral),
        ("everywhere", everywhere),
        ("cross", cross),
        ("holes", holes),
    ]
}

#[test]
fn hard_boards_agree() {
    for (name, drawing) in drawings() {
        for limit in [1, 2, 3, 5, 200] {
            let (width, height) = (11, 11);
            let players = 6;
            // The limit is at least what the drawing needs.
            let mut needed = SlowGamma::new(width, height, players, u32::MAX);
            for y in 0..height {
                for x in 0..width {
                    needed.cells[y][x] = drawing(x as u32, y as u32);
                }
            }
            let most = (1..=players).map(|player| needed.areas(player)).max().unwrap().max(limit);
            let mut pair = Pair::new(width as u32, height as u32, players, most, true);
            pair.fill(drawing);
            println!("{name}, at most {most} areas");
            pair.compare();
            pair.rummage(&mut Random::new(u64::from(limit)), 120, true);
        }
    }
}

#[test]
fn impossible_boards_are_refused() {
    assert!(matches!(Gamma::new(0, 1, 1, 1), Err(BoardSizeError::Zero)));
    assert!(matches!(Gamma::new(1, 1, 1, 0), Err(BoardSizeError::Zero)));
    assert!(matches!(Gamma::new(65536, 65536, 2, 2), Err(BoardSizeError::TooLarge)));
    assert!(matches!(Gamma::new(u32::MAX, u32::MAX, 1, 1), Err(BoardSizeError::TooLarge)));
    let mut crowd = Gamma::new(10, 10, u32::MAX, 1).unwrap();
    assert!(crowd.take(u32::MAX, 9, 9) && crowd.take(70_000, 0, 0));
    assert!(!crowd.take(u32::MAX, 0, 9));
    assert_eq!((crowd.busy(u32::MAX), crowd.free(u32::MAX), crowd.free(5)), (1, 2, 98));
    assert!(crowd.golden_possible(5));
    assert!(text(&crowd).contains(". 4294967295\n"));
    let mut last = Turns::new(crowd);
    last.pass();
    assert_eq!(last.to_move(), Some(2));
}

#[test]
fn thin_boards_do_not_wrap_around() {
    for (width, height) in [(1, 9), (9, 1), (2, 5), (5, 2)] {
        let mut pair = Pair::new(width, height, 3, 2, true);
        pair.rummage(&mut Random::new(u64::from(width)), 200, true);
    }
}
