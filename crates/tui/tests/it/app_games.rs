//! Whole games of every kind, played by keys, by the mouse, by typing and step by step, with undo and redo.

use floe_rules::game::{Game, Turn};
use floe_rules::gamma;
use floe_rules::grid::{Coord, Layout};
use floe_rules::penguins::{Move, Phase};
use floe_rules::random::Random;
use floe_rules::record::PlayerKind;
use floe_session::{GameKind, GameSpec};

use crate::app_driver::{Driver, people, play};

/// How a person makes a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hands {
    Keys,
    Mouse,
    Pulling,
    Words,
    Steps,
}

const ALL_HANDS: [Hands; 5] = [Hands::Keys, Hands::Mouse, Hands::Pulling, Hands::Words, Hands::Steps];

/// Returns all that the player to move may do; in Gamma without passing.
pub(crate) fn legal(game: &Game) -> Vec<Turn> {
    match game {
        Game::Penguins(history) => history.position().turns().into_iter().map(Turn::Penguins).collect(),
        Game::Gamma(history) => {
            let (width, height) = (history.board().width(), history.board().height());
            let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            let turns = cells.flat_map(|(x, y)| [gamma::Move::Take { x, y }, gamma::Move::Golden { x, y }]);
            turns.map(Turn::Gamma).filter(|&turn| game.clone().play(turn).is_ok()).collect()
        }
    }
}

/// Goes somewhere with the arrows.
pub(crate) fn walk(driver: &mut Driver, to: Coord) {
    loop {
        let at = driver.app.cursor().expect("a game is on the screen");
        driver.press(match (at.row.cmp(&to.row), at.col.cmp(&to.col)) {
            (std::cmp::Ordering::Less, _) => "Down",
            (std::cmp::Ordering::Greater, _) => "Up",
            (_, std::cmp::Ordering::Less) => "Right",
            (_, std::cmp::Ordering::Greater) => "Left",
            _ => return,
        });
        assert_ne!(driver.app.cursor(), Some(at), "an arrow towards {to} moves the cursor from {at}");
    }
}

/// Makes a turn, and makes sure that it was made.
pub(crate) fn make(driver: &mut Driver, hands: Hands, turn: Turn) {
    let made = driver.game().made();
    match turn {
        Turn::Penguins(turn) => slide_or_place(driver, hands, turn),
        Turn::Gamma(turn) => take(driver, hands, turn),
    }
    let told = driver.game().action(made).and_then(|(_, action)| action.turn());
    assert_eq!(told, Some(turn), "by {hands:?}:\n{}", driver.text());
}

fn slide_or_place(driver: &mut Driver, hands: Hands, turn: Move) {
    let Game::Penguins(history) = driver.game() else { panic!("this is another game") };
    let grid = history.position().grid();
    let typed = turn.notation(&grid).to_string();
    let places: Vec<Coord> = turn.cells().map(|cell| grid.coord(cell)).collect();
    match (hands, turn) {
        (Hands::Words, _) => {
            let numbers = places.iter().map(|at| format!("{} {}", at.row + 1, at.col + 1));
            // Both ways of writing it, in turn.
            let typed = if driver.game().made().is_multiple_of(2) {
                typed
            } else {
                numbers.collect::<Vec<_>>().join(" ")
            };
            driver.enter(&typed);
            driver.press("Enter");
        }
        (Hands::Steps, Move::Slide { from, to }) => {
            let position = history.position();
            let way = |&way: &floe_rules::grid::Direction| {
                grid.line(from, way).position(|cell| cell == to).map(|steps| (way, steps + 1))
            };
            let ways = grid.topology().directions();
            let (way, distance) = ways.iter().find_map(way).expect("a slide is straight");
            let seat = position.to_move().expect("somebody is to move");
            let can_move = |&cell: &floe_rules::grid::Cell| position.ice().reach(cell).next().is_some();
            let movable: Vec<_> = position.penguins(seat).into_iter().filter(can_move).collect();
            let penguin = movable.iter().position(|&cell| cell == from).expect("the penguin can move") + 1;
            let direction = ways.iter().position(|&known| known == way).expect("the way is known") + 1;
            // A lone penguin that can move is chosen already.
            driver.press(&if movable.len() > 1 { format!("d {penguin}") } else { "d".to_owned() });
            if movable.len() > 9 && penguin * 10 <= movable.len() {
                driver.press("Enter");
            }
            driver.press(&direction.to_string());
            driver.enter(&distance.to_string());
            if driver.shows("How far") {
                driver.press("Enter");
            }
        }
        (Hands::Pulling, Move::Slide { .. }) => {
            use crossterm::event::{MouseButton, MouseEventKind};
            let from = driver.place_of(places[0]);
            driver.update(crate::app_driver::mouse(MouseEventKind::Down(MouseButton::Left), from.x, from.y));
            let to = driver.place_of(places[1]);
            driver.update(crate::app_driver::mouse(MouseEventKind::Up(MouseButton::Left), to.x, to.y));
        }
        (Hands::Mouse | Hands::Pulling, _) => places.iter().for_each(|&at| driver.click_tile(at)),
        (Hands::Keys | Hands::Steps, _) => {
            for at in places {
                walk(driver, at);
                driver.press("Enter");
            }
        }
    }
}

fn take(driver: &mut Driver, hands: Hands, turn: gamma::Move) {
    let Game::Gamma(history) = driver.game() else { panic!("this is another game") };
    let (gamma::Move::Take { x, y } | gamma::Move::Golden { x, y }) = turn else {
        return driver.press("C");
    };
    let golden = matches!(turn, gamma::Move::Golden { .. });
    let at = Coord { row: history.board().height() - 1 - y, col: x };
    match hands {
        Hands::Words if golden => driver.enter_turn(&format!(":g {x} {y}")),
        Hands::Words => driver.enter_turn(&format!("{x} {y}")),
        Hands::Mouse | Hands::Pulling if !golden => driver.click_tile(at),
        _ => {
            walk(driver, at);
            driver.press(if golden { "G" } else { "Space" });
        }
    }
}

/// Tells all about the state of a game.
pub(crate) fn state(game: &Game) -> String {
    let scores: Vec<u64> = game.players().into_iter().map(|player| game.score(player)).collect();
    let board = match game {
        Game::Penguins(history) => {
            format!("{:?} {:?}", history.position().phase(), history.position().ice().tiles())
        }
        Game::Gamma(history) => {
            let board = history.board();
            let golden: Vec<bool> = (1..=board.players()).map(|player| board.has_golden(player)).collect();
            let areas: Vec<u32> = (1..=board.players()).map(|player| board.areas(player)).collect();
            let cells = (0..board.height()).flat_map(|y| (0..board.width()).map(move |x| (x, y)));
            let owners: Vec<Option<u32>> = cells.map(|(x, y)| board.owner(x, y)).collect();
            format!("{owners:?} {golden:?} {areas:?}")
        }
    };
    format!("{:?} {scores:?} {board}", game.to_move())
}

/// Plays turns by chance until the game is over, and returns the states on the way.
fn play_out(driver: &mut Driver, hands: Hands, random: &mut Random) -> Vec<(Vec<u8>, String)> {
    let mut seen = vec![(driver.bytes(), state(driver.game()))];
    while !driver.game().is_over() {
        let turns = legal(driver.game());
        make(driver, hands, turns[random.index(turns.len())]);
        seen.push((driver.bytes(), state(driver.game())));
    }
    seen
}

fn specs() -> Vec<GameSpec> {
    let hexagons = |layout| GameSpec { layout: Some(layout), ..people(GameKind::Hex) };
    vec![
        GameSpec {
            rows: Some(5),
            cols: Some(6),
            penguins: Some(2),
            players: Some(3),
            ..people(GameKind::Square)
        },
        hexagons(Layout::OddQ),
        hexagons(Layout::EvenR),
        people(GameKind::Classic),
        GameSpec { cols: Some(6), rows: Some(5), areas: Some(2), ..people(GameKind::Gamma) },
    ]
}

#[test]
fn whole_games_by_any_hands_back_to_the_start_and_forth_again() {
    let mut random = Random::new(3);
    for hands in ALL_HANDS {
        for (spec, size) in specs().into_iter().zip([(80, 24), (120, 40), (80, 24), (44, 16), (60, 20)]) {
            let mut driver = Driver::new(play(&spec), size);
            let seen = play_out(&mut driver, hands, &mut random);
            driver.sees("The game is over");
            for before in seen.iter().rev().skip(1) {
                driver.press("z");
                assert_eq!((driver.bytes(), state(driver.game())), *before, "{hands:?}, {:?}", spec.kind);
            }
            driver.press("z");
            driver.sees("There is nothing to undo.");
            for after in seen.iter().skip(1) {
                driver.press("x");
                assert_eq!((driver.bytes(), state(driver.game())), *after, "{hands:?}, {:?}", spec.kind);
            }
            driver.sees("The game is over");
            driver.press("x");
            driver.sees("There is nothing to redo.");
        }
    }
}

#[test]
fn whole_games_against_the_engine_back_and_forth() {
    let mut random = Random::new(4);
    for mut spec in specs() {
        spec.players = Some(2);
        spec.seat_mut(0).kind = PlayerKind::Engine { level: 10 };
        let mut driver = Driver::new(play(&spec), (80, 24));
        driver.settle();
        while !driver.game().is_over() {
            assert_eq!(driver.game().to_move(), Some(2), "the engine has moved:\n{}", driver.text());
            let turns = legal(driver.game());
            make(&mut driver, Hands::Words, turns[random.index(turns.len())]);
            driver.settle();
        }
        let (bytes, end) = (driver.bytes(), state(driver.game()));
        let mut steps = 0;
        while driver.game().made() > 1 {
            driver.press("z");
            assert_eq!(driver.game().to_move(), Some(2), "undo goes to the turn of a person");
            assert!(!driver.app.wants_ticks());
            steps += 1;
        }
        driver.press("z");
        driver.sees("There is nothing to undo.");
        for _ in 0..steps {
            driver.press("x");
        }
        assert_eq!((driver.bytes(), state(driver.game())), (bytes, end), "{:?}", spec.kind);
    }
}

#[test]
fn enter_and_enter_is_a_game_against_the_engine() {
    let mut driver = Driver::new(floe_tui::app::Opening::Menu, (80, 24));
    driver.press("Enter Enter");
    assert_eq!(driver.game().name(), "square");
    driver.sees("Player A");
    driver.sees("Floe (3)");
    let mut random = Random::new(5);
    while !driver.game().is_over() {
        let turns = legal(driver.game());
        make(&mut driver, Hands::Keys, turns[random.index(turns.len())]);
        driver.settle();
    }
    driver.sees("The game is over");
}

#[test]
fn all_games_of_the_menu_start_by_keys_and_clicks() {
    for (digit, words, name) in [
        ("1", "Penguins on squares", "square"),
        ("2", "Penguins on hexagons", "hex"),
        ("3", "the classic board", "classic"),
        ("4", "take cells", "gamma"),
    ] {
        let mut driver = Driver::new(floe_tui::app::Opening::Menu, (80, 24));
        driver.press(digit);
        driver.press("Enter");
        assert_eq!(driver.game().name(), name);
        let mut driver = Driver::new(floe_tui::app::Opening::Menu, (120, 40));
        driver.click_text(words);
        driver.click_text("START");
        assert_eq!(driver.game().name(), name);
    }
}

#[test]
fn engines_alone_play_to_the_end() {
    for mut spec in specs() {
        spec.seats.iter_mut().for_each(|seat| seat.kind = PlayerKind::Engine { level: 3 });
        let mut driver = Driver::new(play(&spec), (80, 24));
        driver.settle();
        driver.sees("The game is over");
        let placed =
            matches!(driver.game(), Game::Penguins(history) if history.position().phase() == Phase::Over);
        assert!(placed || matches!(driver.game(), Game::Gamma(_)));
        driver.press("z z z");
        assert!(!driver.app.wants_ticks(), "engines wait when turns are undone");
        driver.press("p");
        driver.settle();
        driver.sees("The game is over");
    }
}

#[test]
fn the_cursor_stays_where_the_person_left_it_on_a_board_that_scrolls() {
    let mut spec = GameSpec::new(GameKind::Gamma);
    (spec.cols, spec.rows, spec.players) = (Some(60), Some(40), Some(5));
    let mut driver = Driver::new(play(&spec), (80, 24));
    driver.press("Right Up");
    let at = driver.app.cursor();
    driver.press("Space");
    driver.settle();
    assert_eq!(driver.game().to_move(), Some(1), "the engines have answered");
    assert_eq!(driver.app.cursor(), at);
    assert!(driver.cursor().is_some(), "the view is back at the cursor");
}
