//! The number of penguins follows from the number of players, however that is given.

use floe_rules::game::Game;
use floe_rules::penguins::{Phase, Stage};
use floe_session::{GameKind, GameSpec, Placement, Session};
use floe_tui::app::Opening;

use crate::app_driver::Driver;
use crate::plain_scripts::{budget, people, played, spec};

/// All numbers of players of a game, with the penguins that each player has.
fn counts(kind: GameKind) -> Vec<(usize, usize)> {
    let penguins: &[usize] = match kind {
        GameKind::Square => &[3; 9],
        GameKind::Hex => &[4, 3, 2, 2, 2],
        GameKind::Classic => &[4, 3, 2],
        GameKind::Gamma => &[0; 9],
    };
    let counts: Vec<(usize, usize)> = kind.players().zip(penguins.iter().copied()).collect();
    assert_eq!(counts.len(), penguins.len(), "{kind}");
    counts
}

/// Returns the numbers of players and of penguins that each of them has or will place.
fn numbers(game: &Game) -> (usize, usize) {
    let Game::Penguins(history) = game else {
        return (game.players().len(), 0);
    };
    let position = history.position();
    let mut each: Vec<usize> = position.seats().map(|seat| position.penguins(seat).len()).collect();
    if position.phase() == Phase::Placement {
        each = match history.stage() {
            Stage::Placement { penguins, seats } => vec![*penguins as usize; seats.len()],
            Stage::Movement => Vec::new(),
        };
    }
    each.dedup();
    assert_eq!(each.len(), 1, "all have the same number");
    (game.players().len(), each[0])
}

#[test]
fn by_questions_of_plain_mode() {
    for kind in [GameKind::Hex, GameKind::Classic] {
        for (players, penguins) in counts(kind) {
            let script = format!("{players}\n{}9 9\n", "\n".repeat(players));
            let screen = played(&spec(kind), script.as_bytes()).screen;
            assert!(screen.contains(&format!("Which penguin? (1 to {penguins})")), "{players}: {screen}");
            let last = ["A", "B", "C", "D", "E", "F"][players - 1];
            assert!(screen.contains(&format!("Player {last}: ")), "{players}: {screen}");
        }
    }
    for (players, _) in counts(GameKind::Gamma) {
        let screen = played(&spec(GameKind::Gamma), format!("\n\n{players}\n\n").as_bytes()).screen;
        assert!(screen.contains(&format!("Player {players}: 0 cells")), "{players}: {screen}");
    }
}

#[test]
fn by_options_in_plain_mode() {
    for kind in GameKind::ALL {
        for (players, penguins) in counts(kind) {
            for named in [false, true] {
                let names = ["Ann", "Ben", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy"];
                let mut fixed = GameSpec { players: Some(players), ..spec(kind) };
                if named {
                    fixed.seats = people(&names[..players]);
                }
                fixed.fill_in();
                let screen = played(&fixed, b"board\nquit\n").screen;
                let standings = screen.lines().filter(|line| line.starts_with("1. ")).count();
                assert_eq!(standings, players, "{kind}: {screen}");
                let session = Session::new(fixed.clone(), budget()).expect("the game can start");
                assert_eq!(numbers(session.game()), (players, penguins), "{kind}");
                if matches!(kind, GameKind::Hex | GameKind::Classic) {
                    fixed.placement = Some(Placement::Automatic);
                    let screen = played(&fixed, b"").screen;
                    let asked = format!("Which penguin? (1 to {penguins})");
                    assert!(screen.contains(&asked) || !named, "{kind} {players}: {screen}");
                }
            }
        }
    }
}

#[test]
fn on_the_full_screen() {
    for kind in GameKind::ALL {
        for (players, penguins) in counts(kind) {
            let given = GameSpec { players: Some(players), ..spec(kind) };
            let mut driver = Driver::waiting(Opening::Setup(Box::new(given)), (80, 24));
            driver.press("Enter");
            assert_eq!(numbers(driver.game()), (players, penguins), "{kind}");
        }
    }
}

#[test]
fn on_the_set_up_screen() {
    // From two players up, line by line: the penguins follow each change.
    for kind in [GameKind::Hex, GameKind::Classic] {
        let two = GameSpec { players: Some(2), ..spec(kind) };
        let mut driver = Driver::waiting(Opening::Setup(Box::new(two)), (80, 40));
        driver.click_text("Players");
        for (players, penguins) in counts(kind) {
            let line = |driver: &Driver| {
                let screen = driver.text();
                let line = screen
                    .lines()
                    .find(|line| line.trim_start().starts_with("Penguins "))
                    .unwrap_or_default();
                line.to_owned()
            };
            let shown = line(&driver);
            assert!(shown.contains(&penguins.to_string()), "{kind} {players}: {shown}\n{}", driver.text());
            driver.press("Right");
        }
    }
}
