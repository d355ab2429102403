//! The reference opponents: whole games in which every turn must be legal, limits, and their order of strength.

use std::time::Duration;

use floe_engine::reference::{PenguinsGreedy, PlayoutTree, RandomPlayer, TerritoryTree};
use floe_engine::{Choice, Limits, Search, Stop};
use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{Move, Position, RuleSet, Stage};

use crate::context;

type Player = Box<dyn Search<Position = Position, Move = Move>>;
/// Makes a player for a game.
type Sit = fn() -> Player;

const REFERENCES: [(&str, Sit); 4] =
    [("random", random), ("greedy", greedy), ("playouts", playouts), ("tree", tree)];

fn random() -> Player {
    Box::new(RandomPlayer)
}

fn greedy() -> Player {
    Box::new(PenguinsGreedy)
}

fn playouts() -> Player {
    Box::new(PlayoutTree)
}

fn tree() -> Player {
    Box::new(TerritoryTree)
}

fn start(rules: RuleSet, rows: u32, cols: u32, players: u8, penguins: u32, seed: u64) -> Position {
    let recipe = Recipe { players, penguins, seed, holes: 10, ..Recipe::plain(rules, rows, cols) };
    let setup = generate(&recipe).unwrap();
    let stage = Stage::Placement { penguins, seats: setup.seats_for(players) };
    Position::new(&setup, &rules, &stage).unwrap()
}

fn think(player: &mut Player, position: &Position, nodes: u64, seed: u64) -> Choice<Move> {
    let limits = Limits { nodes: Some(nodes), seed, ..Limits::default() };
    player.search(position, context(&limits)).unwrap()
}

/// Plays a game to its end; players sit in the order of their numbers, with so many nodes each.
fn play(position: &mut Position, players: &mut [(Player, u64)], seed: u64) -> u64 {
    let seats: Vec<_> = position.seats().collect();
    let mut made = 0;
    while let Some(seat) = position.to_move() {
        let at = seats.iter().position(|&other| other == seat).unwrap();
        let (player, nodes) = &mut players[at];
        let choice = think(player, position, *nodes, seed + made);
        assert_eq!(choice.progress.line.first(), Some(&choice.turn));
        let _ = position.play(choice.turn).unwrap_or_else(|why| panic!("{:?}: {why}", choice.turn));
        made += 1;
    }
    for (player, _) in players {
        assert!(player.search(position, context(&Limits::default())).is_none());
    }
    made
}

#[test]
fn games_of_all_rules_sizes_and_numbers_of_players_are_played_to_their_end() {
    for (name, sit) in REFERENCES {
        for rules in RuleSet::PRESETS {
            for players in 2..=5.min(rules.most_players) {
                for (rows, cols) in [(4, 4), (3, 9), (9, 8), (11, 12)] {
                    let mut position = start(rules, rows, cols, players, 2, u64::from(players));
                    let mut player_infos: Vec<_> = (0..players).map(|_| (sit(), 12)).collect();
                    let made = play(&mut position, &mut player_infos, 1);
                    assert!(made >= u64::from(players) * 2, "{name}: {made} turns");
                }
            }
        }
    }
}

#[test]
fn nine_players_and_boards_that_are_not_compact_are_no_matter() {
    for (_, sit) in REFERENCES {
        let mut nine: Vec<_> = (0..9).map(|_| (sit(), 6)).collect();
        play(&mut start(RuleSet::SQUARE, 7, 7, 9, 2, 3), &mut nine, 1);
        for (rules, players) in [(RuleSet::SQUARE, 2), (RuleSet::HEX, 3)] {
            let mut player_infos: Vec<_> = (0..players).map(|_| (sit(), 3)).collect();
            play(&mut start(rules, 18, 18, players, 2, 4), &mut player_infos, 1);
        }
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_turn_and_nodes_are_limited() {
    for (name, sit) in REFERENCES {
        for (rules, side) in [(RuleSet::SQUARE, 8), (RuleSet::HEX, 9), (RuleSet::SQUARE, 18)] {
            let position = start(rules, side, side, 3, 2, 9);
            for nodes in [0, 1, 2, 50, 300] {
                let choice = think(&mut sit(), &position, nodes, nodes);
                let again = think(&mut sit(), &position, nodes, nodes);
                assert_eq!(choice.turn, again.turn, "{name}");
                assert_eq!(choice.progress.line, again.progress.line, "{name}");
                assert_eq!(choice.progress.value, again.progress.value, "{name}");
                assert!(choice.progress.nodes <= nodes.max(1), "{name}: {}", choice.progress.nodes);
            }
        }
    }
}

#[test]
fn a_stopped_or_late_search_still_answers_at_once() {
    for (name, sit) in REFERENCES {
        for side in [8, 18, 100] {
            let position = start(RuleSet::SQUARE, side, side, 2, 3, 5);
            let stop = Stop::default();
            stop.stop();
            let stopped = sit().search(&position, context(&Limits::default()).with_stop(&stop)).unwrap();
            let late = Limits::for_time(Duration::ZERO);
            let late = sit().search(&position, context(&late)).unwrap();
            for choice in [stopped, late] {
                assert!(choice.progress.nodes <= 64, "{name}: {}", choice.progress.nodes);
                assert!(position.is_legal(choice.turn), "{name}");
            }
        }
    }
}

#[test]
fn a_forced_turn_needs_no_thought() {
    let setup = floe_rules::board_file::read(&b"1 5\n00 01 10 02 10\nA 1 1\nB 2 1\n"[..]).unwrap();
    let position = Position::new(&setup, &RuleSet::SQUARE, &Stage::Movement).unwrap();
    for (name, sit) in REFERENCES {
        let choice = sit().search(&position, context(&Limits::default())).unwrap();
        assert!(choice.progress.nodes <= 1, "{name}");
    }
}

/// Plays games of two, each board with both seats; returns the share won by `one`, a draw being half.
fn share(rules: RuleSet, side: u32, boards: u64, one: (Sit, u64), two: (Sit, u64)) -> f64 {
    let mut points = 0.0;
    for game in 0..2 * boards {
        let mut position = start(rules, side, side, 2, side / 3, game / 2);
        let mut player_infos = vec![(one.0(), one.1), (two.0(), two.1)];
        let swapped = game % 2 == 1;
        if swapped {
            player_infos.reverse();
        }
        play(&mut position, &mut player_infos, 1000 * game);
        let leaders = position.leaders();
        let one = position.seats().nth(usize::from(swapped)).unwrap();
        points += if leaders.contains(&one) { 1.0 / leaders.len() as f64 } else { 0.0 };
    }
    points / (2 * boards) as f64
}

#[test]
fn playouts_beat_random_turns_and_greed() {
    for rules in [RuleSet::SQUARE, RuleSet::HEX] {
        let random = share(rules, 6, 5, (playouts, 300), (random, 1));
        let greedy = share(rules, 6, 10, (playouts, 2000), (greedy, 1000));
        println!("{}: playouts against random {random}, against greedy {greedy}", rules.name);
        assert!(random >= 0.9, "{}: {random}", rules.name);
        assert!(greedy >= 0.75, "{}: {greedy}", rules.name);
    }
}

#[test]
fn territory_beats_playouts_with_as_many_nodes() {
    for rules in [RuleSet::SQUARE, RuleSet::HEX] {
        let share = share(rules, 7, 10, (tree, 800), (playouts, 800));
        println!("{}: territory against playouts {share}", rules.name);
        assert!(share >= 0.6, "{}: {share}", rules.name);
    }
}

#[test]
fn of_four_the_one_who_searches_wins_most() {
    for (sit, nodes) in [(playouts as Sit, 600), (tree as Sit, 600)] {
        let mut points = 0.0;
        for game in 0..12 {
            let mut position = start(RuleSet::SQUARE, 8, 8, 4, 2, game / 4);
            let at = (game % 4) as usize;
            let mut player_infos: Vec<_> = (0..4).map(|_| (greedy(), 1000)).collect();
            player_infos[at] = (sit(), nodes);
            play(&mut position, &mut player_infos, 1000 * game);
            let leaders = position.leaders();
            let one = position.seats().nth(at).unwrap();
            points += if leaders.contains(&one) { 1.0 / leaders.len() as f64 } else { 0.0 };
        }
        println!("one of four: {}", points / 12.0);
        assert!(points / 12.0 >= 0.45, "{}", points / 12.0);
    }
}
