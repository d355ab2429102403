//! `Engine` plays whole games of every kind.

use floe_engine::{Engine, Limits, Progress, Search};
use floe_rules::game::{Game, Turn};
use floe_rules::gamma::Gamma;
use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{RuleSet, Stage};

use crate::context;

fn games() -> Vec<Game> {
    let penguins = RuleSet::PRESETS.into_iter().map(|rules| {
        let setup = generate(&Recipe { players: 3, penguins: 2, ..Recipe::plain(rules, 6, 7) }).unwrap();
        let stage = Stage::Placement { penguins: 2, seats: setup.seats_for(3) };
        Game::penguins(setup, &rules, stage, None).unwrap()
    });
    penguins.chain([Game::gamma(Gamma::new(6, 7, 3, 2).unwrap())]).collect()
}

#[test]
fn every_game_is_played_to_its_end() {
    let mut names = Vec::new();
    for mut game in games() {
        let mut engine = Engine::default();
        while !game.is_over() {
            let mut reported = Vec::new();
            let mut report = |progress: &Progress<Turn>| reported.push(progress.line.clone());
            let limits = Limits { seed: game.made() as u64, nodes: Some(500), ..Limits::default() };
            let choice = engine.search(&game.state(), context(&limits).with_report(&mut report)).unwrap();
            assert_eq!(choice.progress.line.first(), Some(&choice.turn));
            assert_eq!(reported.last(), Some(&choice.progress.line));
            game.play(choice.turn).unwrap();
        }
        assert!(engine.search(&game.state(), context(&Limits::default())).is_none());
        assert!(game.made() > 20);
        names.push(game.name());
    }
    assert_eq!(names, ["square", "hex", "classic", "gamma"]);
}
