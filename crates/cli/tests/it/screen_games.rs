//! Whole games on the full screen of the real program, each with keys or the mouse as a person uses them.
//!
//! Every screen on the way is compared with a [`Mirror`] of the game: names, scores, whose turn it is, what
//! the last turn was. At the end the record is saved, and `floe replay` shows and prints it.

use floe_rules::game::{Action, Game, Turn};
use floe_rules::gamma::Move as Taking;
use floe_rules::grid::{Cell, Coord, Direction};
use floe_rules::penguins::Move;
use floe_rules::record::{self, Ending, PlayerKind};
use floe_session::GameKind;
use serde_json::Value;

use crate::mirror::{Mirror, WantedGame};
use crate::sandbox::Sandbox;
use crate::terminal::{DOWN, END, HOME, LEFT, RIGHT, Screen, Session, Size, UP};

/// Tells whether the panel beside the board shows the state of a game.
fn shows_state(screen: &Screen, mirror: &Mirror) -> bool {
    let lines = screen.lines();
    let shows_player = |number: u32| {
        // After the end, ranks stand before the players.
        let turn = match mirror.game.to_move() {
            Some(player) if player == number => ">",
            Some(_) => " ",
            None => "",
        };
        let start = format!("{turn}[{}] {} ", mirror.mark(number), mirror.name(number));
        lines.iter().filter_map(|line| line.split_once(&start)).any(|(_, rest)| {
            let words = rest.split_whitespace().filter(|word| !word.starts_with('('));
            words.eq(mirror.numbers(number))
        })
    };
    let last = |told: String| move_shown(screen).is_some_and(|shown| shown.starts_with(&told));
    mirror.game.players().into_iter().all(shows_player) && mirror.last_told().is_none_or(last)
}

/// Returns the move that the move list points at, with its number and its player, and a blank behind it.
fn move_shown(screen: &Screen) -> Option<String> {
    let shown = |line: &String| {
        let (before, entry) = line.rsplit_once('>')?;
        // Fish have such signs too.
        let entry = if before.ends_with('<') { return None } else { entry.trim() };
        let mut words = entry.split_whitespace();
        let is_number = words.next()?.parse::<usize>().is_ok();
        let player = words.next()?.trim_matches(['[', ']']);
        (is_number && player.len() == 1).then(|| format!("{entry} "))
    };
    // The choices after the end are above the list.
    screen.lines().iter().rev().find_map(shown)
}

/// Waits until the screen shows the state of a game.
#[track_caller]
pub(crate) fn wait_state(session: &Session, mirror: &Mirror) {
    let turn = format!("Turn {}\n", mirror.game.made() + 1);
    let over = mirror.game.is_over();
    session.wait_until(&format!("{turn}{:?}", mirror.last_told()), |screen| {
        (over || screen.shows(&turn)) && shows_state(screen, mirror)
    });
}

/// Returns the keys that lead to a place from anywhere: first into the corner, where arrows end.
pub(crate) fn arrows(mirror: &Mirror, to: Coord) -> String {
    let grid = mirror.grid();
    let times = |key: &str, count: u32| key.repeat(count as usize);
    times(UP, grid.rows()) + &times(LEFT, grid.cols()) + &times(DOWN, to.row) + &times(RIGHT, to.col)
}

/// Makes a turn of Penguins with arrows and Enter.
pub(crate) fn by_arrows(session: &mut Session, mirror: &mut Mirror, turn: Turn) {
    let Turn::Penguins(turn) = turn else { panic!("no penguins") };
    match turn {
        Move::Place(at) => session.press(arrows(mirror, mirror.coord(at)) + "\r"),
        Move::Slide { from, to } => {
            session.press(arrows(mirror, mirror.coord(from)) + "\r");
            session.wait_for("choose where the penguin goes.");
            session.press(arrows(mirror, mirror.coord(to)) + "\r");
        }
    }
    mirror.play(Turn::Penguins(turn));
    wait_state(session, mirror);
}

/// Plays a game to its end with arrows and Enter.
pub(crate) fn play_by_arrows(session: &mut Session, mirror: &mut Mirror) {
    wait_state(session, mirror);
    while !mirror.game.is_over() {
        let turn = mirror.pick();
        by_arrows(session, mirror, turn);
    }
}

/// Waits for the end, saves the record, quits, and lets `floe replay` show it.
fn save_and_replay(mut session: Session, sandbox: &Sandbox, mirror: &Mirror, size: Size) {
    session.wait_for("The game is over");
    session.wait_for(&mirror.winner_told());
    session.press("s");
    session.wait_for("Enter: save");
    session.press("\x15my game.floe\r");
    session.wait_for("Saved as my game.floe.");
    // Saving it again asks before anything is replaced.
    session.press("s");
    session.wait_for("Enter: save");
    session.press("\x15my game.floe\r");
    session.wait_for("my game.floe already exists. Overwrite?");
    session.press("n");
    session.wait_without("Overwrite?");
    // The name can still be changed.
    session.press("\x1b");
    session.wait_without("Enter: save");
    session.press("q");
    session.end().expect_code(0);
    let bytes = sandbox.read("my game.floe");
    let text = mirror.record(Ending::Over);
    assert_eq!(String::from_utf8_lossy(&bytes), text);
    let read = record::read(&bytes).unwrap();
    assert_eq!((read.game().made(), read.game().leaders()), (mirror.game.made(), mirror.game.leaders()));
    std::fs::rename(sandbox.path("my game.floe"), sandbox.path("g.floe")).unwrap();
    step_through(sandbox, mirror, size);
    printed(sandbox, mirror);
}

/// Steps through the record on the screen.
fn step_through(sandbox: &Sandbox, mirror: &Mirror, size: Size) {
    let mut session = Session::floe(sandbox, "replay g.floe", size);
    let count = mirror.game.made();
    let mut at = mirror.again();
    let mut wait_at = |session: &Session, turn: usize| {
        at.game.go_to(turn);
        let told = format!("Turn {turn} of {count}\n");
        session.wait_until(&told, |screen| screen.shows(&told) && shows_state(screen, &at));
    };
    wait_at(&session, 0);
    for turn in 1..=count {
        session.press(RIGHT);
        wait_at(&session, turn);
    }
    session.wait_for(mirror.winner_told().split(" with").next().unwrap());
    session.press(HOME);
    wait_at(&session, 0);
    session.press(END);
    wait_at(&session, count);
    session.press(LEFT);
    wait_at(&session, count - 1);
    session.press("3\r");
    wait_at(&session, 3);
    session.press("++++p");
    session.wait_until("the end", |screen| screen.shows(&format!("Turn {count} of {count}\n")));
    session.press("q");
    session.end().expect_code(0);
}

/// Has the record printed.
fn printed(sandbox: &Sandbox, mirror: &Mirror) {
    let game = &mirror.game;
    let turns: Vec<(u32, String)> = (0..game.made())
        .map(|index| game.action(index).unwrap())
        .map(|(number, turn)| (number, game.notation(turn).to_string()))
        .collect();
    let plain = sandbox.run_floe("replay g.floe --plain").expect("plain", 0);
    let title = plain.stdout.lines().next().unwrap();
    assert!(title.ends_with(&format!(", {} turns", turns.len())), "{}", plain.told());
    let mut rest = plain.stdout.as_str();
    for (index, (number, _)) in turns.iter().enumerate() {
        let line = format!(" {}. {}", index + 1, mirror.name(*number));
        rest = rest.split_once(&line).unwrap_or_else(|| panic!("{line}: {}", plain.told())).1;
    }
    for number in game.players() {
        let (name, score) = (mirror.name(number), format!(": {} ", game.score(number)));
        let told = rest.lines().any(|line| line.contains(name) && line.contains(&score));
        assert!(told, "{name}{score}: {}", plain.told());
    }
    assert!(rest.contains(" wins with ") || rest.contains(" share the win "), "{}", plain.told());
    // Without a terminal it is the same.
    assert_eq!(sandbox.run_floe("replay g.floe").expect("piped", 0).stdout, plain.stdout);
    let json = sandbox.run_floe("replay g.floe --json").expect("json", 0);
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    let told = json["turns"].as_array().unwrap().iter();
    let told = told.map(|turn| (turn["player"].as_u64().unwrap() as u32, turn["turn"].as_str().unwrap()));
    assert!(told.eq(turns.iter().map(|(number, turn)| (*number, turn.as_str()))), "{json}");
    assert_eq!(json["ending"], "over");
    assert_eq!(json["winners"], serde_json::json!(game.leaders()));
    for (player, number) in json["players"].as_array().unwrap().iter().zip(game.players()) {
        assert_eq!(player["score"], game.score(number));
        assert_eq!(player["name"], mirror.name(number));
    }
}

/// Slides a penguin by choosing it, a direction and a distance out of what the screen offers.
fn by_steps(session: &mut Session, mirror: &Mirror, from: Cell, to: Cell) {
    let grid = mirror.grid();
    let name = Move::Place(from).notation(&grid).to_string();
    let (index, way) = (1..)
        .zip(grid.topology().directions())
        .find(|&(_, &way)| grid.line(from, way).any(|cell| cell == to))
        .unwrap();
    let distance = 1 + grid.line(from, *way).position(|cell| cell == to).unwrap();
    let reach = |cell: &Cell| mirror.legal().contains(&Turn::Penguins(Move::Slide { from, to: *cell }));
    let far = grid.line(from, *way).take_while(reach).count();
    let initials = match way {
        Direction::North => "N",
        Direction::NorthEast => "NE",
        Direction::SouthEast => "SE",
        Direction::South => "S",
        Direction::SouthWest => "SW",
        Direction::NorthWest => "NW",
        other => panic!("{other:?} does not exist here"),
    };
    session.press("d");
    let offered = |screen: &Screen, number: u32| screen.words().contains(&format!("{number} {name}"));
    let others =
        |turn: &Turn| matches!(turn, Turn::Penguins(Move::Slide { from: other, .. }) if *other != from);
    // A lone penguin that can move is not asked for.
    if mirror.legal().iter().any(others) {
        let asked = |screen: &Screen| screen.shows("Which penguin?") && (1..9).any(|it| offered(screen, it));
        session.wait_until("the penguins", asked);
        let number = session.look(|screen| (1..9).find(|&number| offered(screen, number)).unwrap());
        session.press(number.to_string());
    }
    session.wait_until(&format!("direction {initials}"), |screen| {
        let words = screen.words();
        words.contains(&format!("Direction of {name}?"))
            && words.contains(&format!("{index} {initials} (to {far})"))
    });
    session.press(index.to_string());
    session.wait_for(&format!("How far {initials}, 1 to {far}?"));
    session.press(distance.to_string());
}

/// Returns where a tile of squares is on the screen: below the number of its column, beside that of its row.
fn place(screen: &Screen, mirror: &Mirror, at: Coord) -> (u16, u16) {
    let lines = screen.lines();
    let numbers: Vec<String> = (1..=mirror.grid().cols()).map(|number| number.to_string()).collect();
    let board = |line: &str| line.chars().take(50).collect::<String>();
    let header = lines.iter().map(|line| board(line)).find(|line| line.split_whitespace().eq(&numbers));
    let column = header.unwrap().find(&(at.col + 1).to_string()).unwrap();
    let number = (at.row + 1).to_string();
    let is_row = |line: &String| {
        let line = board(line);
        line.split_whitespace().next() == Some(&number) && !line.split_whitespace().eq(&numbers)
    };
    (column as u16, lines.iter().position(is_row).unwrap() as u16)
}

/// Returns where a text is on the screen.
fn place_of_text(session: &Session, text: &str) -> (u16, u16) {
    session.wait_for(text);
    session.look(|screen| {
        let found = (0..).zip(screen.lines()).find_map(|(row, line)| Some((line.find(text)?, row)));
        let (at, row) = found.unwrap();
        let column = screen.lines()[usize::from(row)][..at].chars().count();
        (column as u16, row)
    })
}

/// Fails unless every penguin stands where it should.
fn check_penguins(session: &Session, mirror: &Mirror) {
    let Game::Penguins(history) = &mirror.game else { return };
    let position = history.position();
    let penguins = position.seats().flat_map(|seat| position.penguins(seat).into_iter().zip([seat; 9]));
    session.look(|screen| {
        for (cell, seat) in penguins {
            let (column, row) = place(screen, mirror, mirror.coord(cell));
            let letter = screen.lines()[usize::from(row)].chars().nth(column.into());
            assert_eq!(letter, Some(seat.letter()), "{column} {row}:\n{}", screen.text());
        }
    });
}

#[test]
fn squares_by_arrows_and_enter() {
    let sandbox = Sandbox::new();
    let wanted = WantedGame { sides: Some((4, 4)), penguins: Some(1), ..WantedGame::new(GameKind::Square) };
    let mut mirror = wanted.mirror();
    let mut session = Session::floe(&sandbox, &wanted.line(), (80, 24));
    play_by_arrows(&mut session, &mut mirror);
    save_and_replay(session, &sandbox, &mirror, (80, 24));
}

#[test]
fn hexagons_by_penguin_direction_and_distance() {
    let sandbox = Sandbox::new();
    let wanted = WantedGame { sides: Some((9, 9)), penguins: Some(2), ..WantedGame::new(GameKind::Hex) };
    let mut mirror = wanted.mirror();
    let mut session = Session::floe(&sandbox, &wanted.line(), (80, 24));
    wait_state(&session, &mirror);
    while !mirror.game.is_over() {
        let turn = mirror.pick();
        match turn {
            Turn::Penguins(Move::Slide { from, to }) => {
                by_steps(&mut session, &mirror, from, to);
                mirror.play(turn);
                wait_state(&session, &mirror);
            }
            _ => by_arrows(&mut session, &mut mirror, turn),
        }
    }
    save_and_replay(session, &sandbox, &mirror, (80, 24));
}

#[test]
fn classic_against_the_engine_by_typed_turns() {
    let sandbox = Sandbox::new();
    let opponent = PlayerKind::Engine { level: 3 };
    let wanted = WantedGame { penguins: Some(2), opponent, ..WantedGame::new(GameKind::Classic) };
    let mut mirror = wanted.mirror();
    let mut session = Session::floe(&sandbox, &wanted.line(), (120, 40));
    wait_state(&session, &mirror);
    while mirror.to_move() == Some("Ann") {
        let turn = mirror.pick();
        session.press(typed(&mirror, turn));
        mirror.play(turn);
        if mirror.to_move() == Some("Ben") && !follow_engine(&session, &mut mirror) {
            break;
        }
        wait_state(&session, &mirror);
    }
    // Once Ann is stuck the engine is too quick to be followed: the record tells the rest.
    session.wait_for("The game is over");
    session.press("s");
    session.wait_for("Enter: save");
    session.press("\x15rest.floe\r");
    session.wait_for("Saved as rest.floe.");
    let rest = record::read(&sandbox.read("rest.floe")).unwrap();
    for index in 0..rest.game().made() {
        if index < mirror.game.made() {
            assert_eq!(mirror.game.action(index), rest.game().action(index), "turn {index}");
        } else {
            mirror.play(rest.game().action(index).unwrap().1.turn().unwrap());
        }
    }
    wait_state(&session, &mirror);
    save_and_replay(session, &sandbox, &mirror, (120, 40));
}

/// Returns what a person may type for a turn, in one way or another.
fn typed(mirror: &Mirror, turn: Turn) -> String {
    let notation = mirror.game.notation(turn).to_string();
    let numbers = notation.replace(['r', 'c', '-'], " ").trim().to_owned();
    match mirror.game.made() / 2 % 3 {
        0 => format!("{notation}\r"),
        1 => format!("{numbers}\r"),
        _ => format!(":{numbers}\r"),
    }
}

/// Takes the engine's turn from the screen; false when the screen has gone on, as nobody else can move.
fn follow_engine(session: &Session, mirror: &mut Mirror) -> bool {
    let next = mirror.game.made() + 1;
    // Its number, its player and its short form.
    let shown = |screen: &Screen| -> Option<(usize, String)> {
        let entry = move_shown(screen)?;
        let mut words = entry.split_whitespace();
        Some((words.next()?.parse().ok()?, words.nth(1)?.to_owned()))
    };
    // A screen that is only half drawn may show a part of it.
    let is_whole = |turn: &str| {
        let turn = mirror.game.parse_turn(turn.trim());
        turn.is_ok_and(|turn| mirror.game.clone().play(turn).is_ok())
    };
    session.wait_until("the engine's turn", |screen| {
        shown(screen).is_some_and(|(number, turn)| number > next || number == next && is_whole(&turn))
    });
    let told =
        session.look(|screen| shown(screen).filter(|&(number, _)| number == next)).map(|(_, turn)| turn);
    told.is_some_and(|turn| mirror.play_text(turn.trim())) && mirror.to_move() == Some("Ann")
}

#[test]
fn gamma_by_arrows_space_g_and_c() {
    let sandbox = Sandbox::new();
    let wanted = WantedGame { sides: Some((4, 5)), areas: Some(2), ..WantedGame::new(GameKind::Gamma) };
    let mut mirror = wanted.mirror();
    let mut session = Session::floe(&sandbox, &wanted.line(), (80, 24));
    wait_state(&session, &mirror);
    while !mirror.game.is_over() {
        let turn = if mirror.game.made() == 3 { Turn::Gamma(Taking::Pass) } else { mirror.pick() };
        let Turn::Gamma(taking) = turn else { panic!("no Gamma") };
        match taking {
            Taking::Take { x, y } | Taking::Golden { x, y } => {
                session.press(arrows(&mirror, Coord { row: 3 - y, col: x }));
                session.wait_for(&format!("x {x} y {y}: "));
                session.press(if matches!(taking, Taking::Take { .. }) { " " } else { "G" });
            }
            Taking::Pass => session.press("C"),
        }
        mirror.play(turn);
        wait_state(&session, &mirror);
    }
    let made = mirror.game.actions();
    let golden = |&(_, action): &(u32, Action<Turn>)| {
        matches!(action, Action::Turn(Turn::Gamma(Taking::Golden { .. })))
    };
    assert!(made.filter(golden).count() > 0, "a golden move belongs to this test");
    save_and_replay(session, &sandbox, &mirror, (80, 24));
}

#[test]
fn squares_with_nothing_but_the_mouse() {
    let sandbox = Sandbox::new();
    let wanted = WantedGame { sides: Some((4, 5)), penguins: Some(2), ..WantedGame::new(GameKind::Square) };
    let mut mirror = wanted.mirror();
    let mut session = Session::floe(&sandbox, &wanted.line().replace("--start ", ""), (80, 24));
    session.click(place_of_text(&session, "START THE GAME"));
    wait_state(&session, &mirror);
    while !mirror.game.is_over() {
        let turn = mirror.pick();
        let at = |cell| session.look(|screen| place(screen, &mirror, mirror.coord(cell)));
        match turn {
            Turn::Penguins(Move::Place(cell)) => {
                let at = at(cell);
                session.click(at);
            }
            Turn::Penguins(Move::Slide { from, to }) => {
                let (from, to) = (at(from), at(to));
                session.mouse_down(from);
                // Pulling it along is as good as two clicks.
                if mirror.game.made().is_multiple_of(2) {
                    session.mouse_up(to);
                } else {
                    session.mouse_up(from);
                    session.wait_for("choose where the penguin goes.");
                    session.click(to);
                }
            }
            Turn::Gamma(_) => panic!("no penguins"),
        }
        mirror.play(turn);
        wait_state(&session, &mirror);
        if !mirror.game.is_over() {
            check_penguins(&session, &mirror);
        }
    }
    session.wait_for(&mirror.winner_told());
    session.click(place_of_text(&session, "Save the record"));
    session.click(place_of_text(&session, "Enter: save"));
    session.wait_for("Saved as game.floe.");
    session.click(place_of_text(&session, "7 Quit"));
    session.end().expect_code(0);
    assert_eq!(String::from_utf8_lossy(&sandbox.read("game.floe")), mirror.record(Ending::Over));
}

#[test]
fn the_terminals_cursor_stands_where_the_keys_lead() {
    let sandbox = Sandbox::new();
    let wanted = WantedGame { sides: Some((4, 4)), penguins: Some(1), ..WantedGame::new(GameKind::Square) };
    let mirror = wanted.mirror();
    let mut session = Session::floe(&sandbox, &wanted.line(), (80, 24));
    wait_state(&session, &mirror);
    let mut wait_at = |keys: &str, row: u32, col: u32| {
        session.press(keys);
        session.wait_until(&format!("{row} {col}"), |screen| {
            screen.cursor() == Some(place(screen, &mirror, Coord { row, col }))
        });
    };
    wait_at(&arrows(&mirror, Coord { row: 0, col: 0 }), 0, 0);
    let way = [(DOWN, 1, 0), (RIGHT, 1, 1), (UP, 0, 1), (LEFT, 0, 0), (LEFT, 0, 0), ("j", 1, 0), ("l", 1, 1)];
    for (key, row, col) in way.into_iter().chain([("k", 0, 1), ("h", 0, 0), (END, 0, 3), (HOME, 0, 0)]) {
        wait_at(key, row, col);
    }
    session.press("q");
    session.end().expect_code(0);
}
