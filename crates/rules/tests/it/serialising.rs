//! Games and their states survive JSON, and illegal ones are refused.

use floe_rules::game::{Game, GameState, Turn};
use floe_rules::gamma::{Gamma, Move};
use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{RuleSet, Stage};
use floe_rules::random::Random;
use floe_rules::record::{Ending, PlayerInfo, PlayerKind, Record};
use proptest::prelude::*;

fn penguins(rules: RuleSet, seed: u64) -> Game {
    let recipe = Recipe { players: 3, penguins: 2, seed, ..Recipe::plain(rules, 6, 5) };
    let setup = generate(&recipe).unwrap();
    let stage = Stage::Placement { penguins: 2, seats: setup.seats_for(3) };
    Game::penguins(setup, &rules, stage, None).unwrap()
}

fn games(seed: u64) -> Vec<Game> {
    let mut games: Vec<Game> = RuleSet::PRESETS.into_iter().map(|rules| penguins(rules, seed)).collect();
    games.push(Game::gamma(Gamma::new(5, 4, 3, 2).unwrap()));
    games
}

/// Makes a legal turn or a penalty.
fn advance(game: &mut Game, random: &mut Random) {
    let turn = match &*game {
        Game::Penguins(history) => {
            let turns = history.position().turns();
            match random.below(12) {
                0 => return game.lose_turn().unwrap(),
                1 => return game.eliminate(1 + random.below(3) as u32).unwrap_or(()),
                _ => Turn::Penguins(turns[random.index(turns.len())]),
            }
        }
        Game::Gamma(_) => {
            let (x, y) = (random.below(5) as u32, random.below(4) as u32);
            Turn::Gamma(match random.below(6) {
                0 => Move::Pass,
                1 => Move::Golden { x, y },
                _ => Move::Take { x, y },
            })
        }
    };
    let _ = game.play(turn);
}

fn through_json<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

fn assert_same_state(one: &GameState, other: &GameState) {
    assert_eq!(one.to_move(), other.to_move());
    match (one, other) {
        (GameState::Penguins(one), GameState::Penguins(other)) => {
            assert_eq!((one.hash(), one.turns(), one.phase()), (other.hash(), other.turns(), other.phase()));
            for seat in one.seats() {
                assert_eq!((one.score(seat), one.is_out(seat)), (other.score(seat), other.is_out(seat)));
            }
        }
        (GameState::Gamma(one), GameState::Gamma(other)) => {
            let (one, other) = (one.game(), other.game());
            for player in 1..=one.players() {
                let facts = |board: &Gamma| {
                    (board.busy(player), board.areas(player), board.free(player), board.has_golden(player))
                };
                assert_eq!(facts(one), facts(other));
            }
        }
        _ => panic!("these are different games"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn games_and_states_survive(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        for mut game in games(seed) {
            for _ in 0..random.below(60) {
                if !game.is_over() {
                    advance(&mut game, &mut random);
                }
                assert_same_state(&game.state(), &through_json(&game.state()));
            }
            for _ in 0..random.below(5) {
                game.undo();
            }
            let mut again = through_json(&game);
            prop_assert_eq!((again.made(), again.undone()), (game.made(), game.undone()));
            loop {
                prop_assert!(game.actions().eq(again.actions()));
                assert_same_state(&game.state(), &again.state());
                if !game.redo() {
                    break;
                }
                again.redo();
            }
        }
    }
}

#[test]
fn records_and_players_survive() {
    let ann = PlayerInfo::new("Ann", PlayerKind::Person).unwrap();
    let floe = PlayerInfo::new("Floe", PlayerKind::Engine { level: 3 }).unwrap();
    assert_eq!(serde_json::to_string(&floe).unwrap(), r#"{"name":"Floe","kind":"engine level 3"}"#);
    assert_eq!(through_json(&floe), floe);
    let players = [(1, ann.clone()), (2, floe), (3, ann)];
    let record = Record::new(penguins(RuleSet::HEX, 1), players, Vec::new(), Ending::Unfinished).unwrap();
    let again: Record = through_json(&record);
    assert_eq!(floe_rules::record::write(&again), floe_rules::record::write(&record));
}

#[test]
fn illegal_games_are_refused() {
    let start = r#"{"penguins":{"rules":{"name":"square"},"board":"1 3\n10 10 20\n","stage":{"placement":{"penguins":1,"seats":[1,2]}},"first":null}}"#;
    let game = |actions: &str, undone: usize| {
        let text = format!(r#"{{"start":{start},"actions":{actions},"undone":{undone}}}"#);
        serde_json::from_str::<Game>(&text).map_err(|error| error.to_string())
    };
    assert_eq!(game(r#"[[1,"r1c1"],[2,"r1c2"]]"#, 1).unwrap().to_move(), Some(2));
    for (actions, undone, why) in [
        (r#"[[1,"r1c3"]]"#, 0, "turn 1, '1 r1c3'"),
        (r#"[[2,"r1c1"]]"#, 0, "it is another player's turn"),
        (r#"[[1,"x1y1"]]"#, 0, "is not a turn on this board"),
        (r#"[[1,"r1c1"]]"#, 2, "more turns are undone than were made"),
    ] {
        let error = game(actions, undone).unwrap_err();
        assert!(error.contains(why), "{error}");
    }
    let huge = r#"{"start":{"gamma":{"width":4000000000,"height":1,"players":2,"areas":1}},"actions":[]}"#;
    assert!(serde_json::from_str::<Game>(huge).is_err());
    let state = r#"{"gamma":{"width":2,"height":1,"players":1,"areas":1,"cells":[0,2],"golden_used":[],"to_move":1}}"#;
    assert!(serde_json::from_str::<GameState>(state).is_err());
}
