//! The reference opponents: whole games in which every turn must be legal, limits, and relative strength.

use std::time::Duration;

use floe_engine::reference::{PenguinsGreedy, PlayoutTree, RandomPlayer, TerritoryTree};
use floe_engine::{Choice, Limits, Search, Stop};
use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{Move, Position, RuleSet, Stage};

use crate::context;

type Player = Box<dyn Search<Position = Position, Move = Move>>;
/// Creates a player for a game.
type NewPlayer = fn() -> Player;

const REFERENCES: [(&str, NewPlayer); 4] =
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

fn choose(player: &mut Player, position: &Position, nodes: u64, seed: u64) -> Choice<Move> {
    let limits = Limits { nodes: Some(nodes), seed, ..Limits::default() };
    player.search(position, context(&limits)).unwrap()
}

/// Plays a game to its end, each player with its number of nodes.
fn play(position: &mut Position, players: &mut [(Player, u64)], seed: u64) -> u64 {
    let seats: Vec<_> = position.seats().collect();
    let mut made = 0;
    while let Some(seat) = position.to_move() {
        let at = seats.iter().position(|&other| other == seat).unwrap();
        let (player, nodes) = &mut players[at];
        let choice = choose(player, position, *nodes, seed + made);
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
    for (name, new_player) in REFERENCES {
        for rules in RuleSet::PRESETS {
            for players in 2..=5.min(rules.most_players) {
                for (rows, cols) in [(4, 4), (3, 9), (9, 8), (11, 12)] {
                    let mut position = start(rules, rows, cols, players, 2, u64::from(players));
                    let mut seated: Vec<_> = (0..players).map(|_| (new_player(), 12)).collect();
                    let made = play(&mut position, &mut seated, 1);
                    assert!(made >= u64::from(players) * 2, "{name}: {made} turns");
                }
            }
        }
    }
}

#[test]
fn nine_players_and_boards_beyond_bitboards_are_possible() {
    for (_, new_player) in REFERENCES {
        let mut nine: Vec<_> = (0..9).map(|_| (new_player(), 6)).collect();
        play(&mut start(RuleSet::SQUARE, 7, 7, 9, 2, 3), &mut nine, 1);
        for (rules, players) in [(RuleSet::SQUARE, 2), (RuleSet::HEX, 3)] {
            let mut seated: Vec<_> = (0..players).map(|_| (new_player(), 3)).collect();
            play(&mut start(rules, 18, 18, players, 2, 4), &mut seated, 1);
        }
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_turn_and_nodes_are_limited() {
    for (name, new_player) in REFERENCES {
        for (rules, side) in [(RuleSet::SQUARE, 8), (RuleSet::HEX, 9), (RuleSet::SQUARE, 18)] {
            let position = start(rules, side, side, 3, 2, 9);
            for nodes in [0, 1, 2, 50, 300] {
                let choice = choose(&mut new_player(), &position, nodes, nodes);
                let again = choose(&mut new_player(), &position, nodes, nodes);
                assert_eq!(choice.turn, again.turn, "{name}");
                assert_eq!(choice.progress.line, again.progress.line, "{name}");
                assert_eq!(choice.progress.value, again.progress.value, "{name}");
                assert!(choice.progress.nodes <= nodes.max(1), "{name}: {}", choice.progress.nodes);
            }
        }
    }
}

#[test]
fn a_stopped_or_late_search_answers_at_once() {
    for (name, new_player) in REFERENCES {
        for side in [8, 18, 100] {
            let position = start(RuleSet::SQUARE, side, side, 2, 3, 5);
            let stop = Stop::default();
            stop.stop();
            let stopped =
                new_player().search(&position, context(&Limits::default()).with_stop(&stop)).unwrap();
            let late = Limits::for_time(Duration::ZERO);
            let late = new_player().search(&position, context(&late)).unwrap();
            for choice in [stopped, late] {
                assert!(choice.progress.nodes <= 64, "{name}: {}", choice.progress.nodes);
                assert!(position.is_legal(choice.turn), "{name}");
            }
        }
    }
}

#[test]
fn a_forced_turn_needs_no_search() {
    let setup = floe_rules::board_file::read(&b"1 5\n00 01 10 02 10\nA 1 1\nB 2 1\n"[..]).unwrap();
    let position = Position::new(&setup, &RuleSet::SQUARE, &Stage::Movement).unwrap();
    for (name, new_player) in REFERENCES {
        let choice = new_player().search(&position, context(&Limits::default())).unwrap();
        assert!(choice.progress.nodes <= 1, "{name}");
    }
}

/// Plays games of two, each board from both seats; returns the share won by `one`. A draw counts half.
fn share(rules: RuleSet, side: u32, boards: u64, one: (NewPlayer, u64), two: (NewPlayer, u64)) -> f64 {
    let mut points = 0.0;
    for game in 0..2 * boards {
        let mut position = start(rules, side, side, 2, side / 3, game / 2);
        let mut players = vec![(one.0(), one.1), (two.0(), two.1)];
        let swapped = game % 2 == 1;
        if swapped {
            players.reverse();
        }
        play(&mut position, &mut players, 1000 * game);
        let leaders = position.leaders();
        let one = position.seats().nth(usize::from(swapped)).unwrap();
        points += if leaders.contains(&one) { 1.0 / leaders.len() as f64 } else { 0.0 };
    }
    points / (2 * boards) as f64
}

#[test]
fn playouts_beat_random_and_greedy_players() {
    for rules in [RuleSet::SQUARE, RuleSet::HEX] {
        let random = share(rules, 6, 5, (playouts, 300), (random, 1));
        let greedy = share(rules, 6, 10, (playouts, 2000), (greedy, 1000));
        println!("{}: playouts against random {random}, against greedy {greedy}", rules.name);
        assert!(random >= 0.9, "{}: {random}", rules.name);
        assert!(greedy >= 0.75, "{}: {greedy}", rules.name);
    }
}

#[test]
fn territory_beats_playouts_at_equal_nodes() {
    for rules in [RuleSet::SQUARE, RuleSet::HEX] {
        let share = share(rules, 7, 10, (tree, 800), (playouts, 800));
        println!("{}: territory against playouts {share}", rules.name);
        assert!(share >= 0.6, "{}: {share}", rules.name);
    }
}

#[test]
fn a_searching_player_beats_three_greedy_ones() {
    for (new_player, nodes) in [(playouts as NewPlayer, 600), (tree as NewPlayer, 600)] {
        let mut points = 0.0;
        for game in 0..12 {
            let mut position = start(RuleSet::SQUARE, 8, 8, 4, 2, game / 4);
            let at = (game % 4) as usize;
            let mut players: Vec<_> = (0..4).map(|_| (greedy(), 1000)).collect();
            players[at] = (new_player(), nodes);
            play(&mut position, &mut players, 1000 * game);
            let leaders = position.leaders();
            let one = position.seats().nth(at).unwrap();
            points += if leaders.contains(&one) { 1.0 / leaders.len() as f64 } else { 0.0 };
        }
        println!("one of four: {}", points / 12.0);
        assert!(points / 12.0 >= 0.45, "{}", points / 12.0);
    }
}
