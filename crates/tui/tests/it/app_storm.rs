//! Random inputs on every screen: nothing panics, the game stays legal, and the cursor stays on the board.

use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use floe_engine::{Choice, Progress, Value};
use floe_rules::game::{Game, Turn};
use floe_rules::gamma;
use floe_rules::grid::{Cell, Coord, Layout};
use floe_rules::penguins::Move;
use floe_rules::random::Random;
use floe_rules::record::{self, PlayerKind};
use floe_session::{GameKind, GameSpec, SessionEvent, TaskId};
use floe_tui::app::{Input, Opening};
use floe_tui::{FileListing, HostReply, InterruptedGame, ListedFile, SaveError};
use ratatui::layout::Position;

use crate::app_driver::{Driver, key, mouse, people, play, record as read, record_of, resume, small};
use crate::app_games::state;
use crate::app_play::ROW;

/// Events on each screen, and how many of them before it is opened anew.
const EVENTS: usize = 10_000;
const LIFE: usize = 400;

/// Keys that mean something somewhere; those that lead away from a screen are rare.
const KEYS: &str = "Up Down Left Right Up Down Left Right Enter Enter Enter Enter Space Space Tab Tab BackTab \
                    Home End PageUp PageDown 1 2 3 4 5 6 7 8 9 0 h j k l y u b n Backspace Delete F1 ? d d r : / \
                    z x z x i m p G C g c t s o + - = Ctrl-U Ctrl-W Ctrl-D n y";
const RARE_KEYS: &str = "Esc q Ctrl-C Ctrl-Z Esc";

#[derive(Default)]
struct Seen {
    turns: usize,
    undone: usize,
    ends: usize,
    games: usize,
    without: usize,
}

fn chance(random: &mut Random, one_in: u64) -> bool {
    random.below(one_in) == 0
}

fn one_of<'a>(random: &mut Random, words: &'a str) -> &'a str {
    let words: Vec<&str> = words.split_whitespace().collect();
    words[random.index(words.len())]
}

fn size(random: &mut Random) -> (u16, u16) {
    let (columns, rows) = if chance(random, 4) { (300, 120) } else { (140, 50) };
    (1 + random.below(columns) as u16, 1 + random.below(rows) as u16)
}

fn letters(random: &mut Random) -> String {
    let words = [
        "3 4",
        "r1c1",
        "r2c2-r2c3",
        "ne 2",
        "g 1 1",
        "pass",
        "q",
        "Łoś 日本",
        "\u{1b}[2J\n",
        "%s",
        "e\u{301}",
    ];
    match random.below(12) {
        0 => "7".repeat(3000),
        1 => (0..random.below(40)).filter_map(|_| char::from_u32(random.below(0x3000) as u32)).collect(),
        _ => words[random.index(words.len())].to_owned(),
    }
}

fn click(random: &mut Random, driver: &Driver) -> Input {
    let area = driver.buffer().area;
    let kind = match random.below(16) {
        0 => MouseEventKind::ScrollUp,
        1 => MouseEventKind::ScrollDown,
        2 => MouseEventKind::ScrollLeft,
        3 => MouseEventKind::ScrollRight,
        4 => MouseEventKind::Moved,
        5 => MouseEventKind::Drag(MouseButton::Left),
        6 => MouseEventKind::Down(MouseButton::Right),
        7 => MouseEventKind::Down(MouseButton::Middle),
        8..=10 => MouseEventKind::Up(MouseButton::Left),
        _ => MouseEventKind::Down(MouseButton::Left),
    };
    let (x, y) = match random.below(30) {
        0 => (u16::MAX, u16::MAX),
        1 => (area.width, area.height),
        _ => (random.below(area.width.into()) as u16, random.below(area.height.into()) as u16),
    };
    mouse(kind, x, y)
}

/// Returns what an engine might report: an honest answer or progress, or nonsense about another task.
fn engine_event(random: &mut Random, driver: &mut Driver) -> Input {
    let recent = driver.tasks.len().min(3);
    if recent > 0 && !chance(random, 4) {
        let (game, task) = driver.tasks.remove(driver.tasks.len() - 1 - random.index(recent));
        let event = driver.search(&task);
        let event = match event {
            SessionEvent::Answer { choice: Some(choice), .. } if chance(random, 4) => {
                let event = SessionEvent::Progress { task: task.id, progress: choice.progress };
                driver.tasks.push((game, task));
                event
            }
            event => event,
        };
        return Input::Engine { game, event };
    }
    let turns = [
        Turn::Penguins(Move::Place(Cell(random.below(50) as u32))),
        Turn::Penguins(Move::Slide { from: Cell(0), to: Cell(u32::MAX) }),
        Turn::Gamma(gamma::Move::Golden { x: u32::MAX, y: 0 }),
        Turn::Gamma(gamma::Move::Pass),
    ];
    let line = turns.into_iter().skip(random.index(5)).collect();
    let elapsed = Duration::from_millis(random.below(3));
    let considered = Vec::new();
    let progress = Progress { depth: 1, nodes: u64::MAX, elapsed, value: Value(i64::MIN), line, considered };
    // Tasks count from 1, so there never is such a task.
    let task = TaskId(0);
    let event = match (progress.line.first().copied(), chance(random, 2)) {
        (_, true) => SessionEvent::Progress { task, progress },
        (turn, false) => SessionEvent::Answer { task, choice: turn.map(|turn| Choice { turn, progress }) },
    };
    Input::Engine { game: random.below(3), event }
}

fn file(random: &mut Random, driver: &Driver) -> Input {
    match random.below(12) {
        0 => {
            let paths = ["game.floe", "g", "łoś/"].map(str::to_owned);
            let (typed, paths) = (paths[1].clone(), paths[random.index(4)..].to_vec());
            return Input::Host(HostReply::Completed { typed, paths });
        }
        1 => return Input::Host(HostReply::AutosaveFailed("the disk is full".to_owned())),
        2 => {
            let game = |contents| InterruptedGame { id: "x".to_owned(), age: Duration::MAX, contents };
            let games = [Ok(driver.store.kept.clone().unwrap_or_default()), Err("no".to_owned())];
            return Input::Host(HostReply::Interrupted(games.map(game).to_vec()));
        }
        3 => return Input::Host(HostReply::Resumed(Ok(driver.store.kept.clone().unwrap_or_default()))),
        4 => {
            let file = |contents| ListedFile { path: "x".to_owned(), modified: String::new(), contents };
            let files =
                [Ok(None), Ok(Some(ROW.as_bytes().to_vec())), Err("no".to_owned())].map(file).to_vec();
            return Input::Host(HostReply::Listed(FileListing { files, left_out: 3 }));
        }
        _ => {}
    }
    let path = ["game.floe", "b.txt", "no/where", ""][random.index(4)].to_owned();
    if chance(random, 2) {
        let result = match random.below(3) {
            0 => Ok(()),
            1 => Err(SaveError::Exists),
            _ => Err(SaveError::Failed("the disk is full".to_owned())),
        };
        return Input::Host(HostReply::Saved { path, result });
    }
    let result = match random.below(5) {
        0 => Err("there is no such file".to_owned()),
        1 => Ok(ROW.as_bytes().to_vec()),
        2 => Ok(b"3 4\n10 20 30 10\n20 10 00 20\n10 30 20 10\nZoe 3 0\n".to_vec()),
        3 => Ok((0..random.below(200)).map(|_| random.next_u64() as u8).collect()),
        _ => {
            let whole = driver.app.game().map(|game| record::write(&record_of(game))).unwrap_or_default();
            let end = random.index(whole.len() + 1);
            Ok(if chance(random, 2) { whole } else { whole[..end].to_vec() })
        }
    };
    let board = chance(random, 4).then(|| Box::new(GameSpec::new(GameKind::Hex)));
    Input::Host(HostReply::Loaded { path, result, board })
}

/// Clicks on the tiles of a legal turn where they are seen, or no game would get far.
fn sensible(random: &mut Random, driver: &mut Driver) -> Option<Input> {
    let (game, view) = (driver.app.game()?, driver.app.view()?);
    let places: Vec<Coord> = match game {
        Game::Penguins(history) => {
            let (turns, grid) = (history.position().turns(), history.position().grid());
            turns.get(random.index(turns.len()))?.cells().map(|cell| grid.coord(cell)).collect()
        }
        Game::Gamma(history) => {
            let (rows, cols) = (history.board().height(), history.board().width());
            vec![Coord { row: random.below(rows.into()) as u32, col: random.below(cols.into()) as u32 }]
        }
    };
    let places: Option<Vec<Position>> = places.into_iter().map(|at| view.place_of(at)).collect();
    let mut clicks: Vec<Input> =
        places?.into_iter().map(|at| mouse(MouseEventKind::Down(MouseButton::Left), at.x, at.y)).collect();
    let last = clicks.pop();
    clicks.into_iter().for_each(|click| driver.update_unseen(click));
    last
}

fn event(random: &mut Random, driver: &mut Driver) -> Input {
    match random.below(100) {
        0..=6 => sensible(random, driver).unwrap_or_else(|| key("Esc")),
        7..=54 => key(one_of(random, KEYS)),
        55 => key(one_of(random, RARE_KEYS)),
        56..=59 => {
            let letter = char::from_u32(random.below(0x400) as u32).unwrap_or('?');
            let modifiers = if chance(random, 4) { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
            Input::Terminal(Event::Key(KeyEvent::new(KeyCode::Char(letter), modifiers)))
        }
        60..=74 => click(random, driver),
        75..=78 => {
            let (columns, rows) = size(random);
            driver.resize(columns, rows);
            Input::Terminal(Event::FocusGained)
        }
        79..=86 => {
            driver.wait(Duration::from_millis(random.below(300)));
            // A clock that goes back must do no harm either.
            Input::Tick(Duration::from_millis(random.below(300)))
        }
        87..=95 => engine_event(random, driver),
        96..=98 => Input::Terminal(Event::Paste(letters(random))),
        _ => file(random, driver),
    }
}

/// Fails unless the game can be told and played again from its start, with the cursor on its board.
fn check(driver: &Driver, thoroughly: bool, seen: &mut Seen) {
    let (Some(game), Some(cursor)) = (driver.app.game(), driver.app.cursor()) else {
        seen.without += 1;
        return;
    };
    seen.games += 1;
    seen.turns = seen.turns.max(game.made());
    seen.undone = seen.undone.max(game.undone());
    seen.ends += usize::from(game.is_over());
    let (rows, cols) = match game {
        Game::Penguins(history) => (history.position().grid().rows(), history.position().grid().cols()),
        Game::Gamma(history) => (history.board().height(), history.board().width()),
    };
    assert!(cursor.row < rows && cursor.col < cols, "the cursor is at {cursor} of {rows} x {cols}");
    // Boards of a million cells are checked less often, or they would take all the time.
    if thoroughly && u64::from(rows) * u64::from(cols) < 2000 {
        let bytes = record::write(&record_of(game));
        let again = record::read(&bytes).expect("what is written can be read");
        assert_eq!(state(again.game()), state(game));
    }
}

fn storm(name: &str, opening: impl Fn() -> Opening) -> Seen {
    let mut seen = Seen::default();
    let mut random = Random::new(name.bytes().map(u64::from).sum());
    for life in 0..EVENTS / LIFE {
        let size = if life % 2 == 0 { (80, 24) } else { size(&mut random) };
        let mut driver = Driver::waiting(opening(), size);
        if life % 3 == 0 {
            driver.press("t");
        }
        for step in 0..LIFE {
            let event = event(&mut random, &mut driver);
            driver.update_unseen(event);
            if step % 2 == 0 {
                driver.draw();
                let area = driver.buffer().area;
                assert!(driver.cursor().is_none_or(|at| area.contains(at)), "{name}: {:?}", driver.cursor());
            }
            check(&driver, step % 5 == 0, &mut seen);
            driver.tasks.truncate(20);
        }
    }
    let Seen { turns, undone, ends, without, .. } = seen;
    println!(
        "{name}: up to {turns} turns made and {undone} undone; of {EVENTS} states {without} without a game \
         and {ends} at its end"
    );
    seen
}

fn engines(mut spec: GameSpec, which: &[usize]) -> GameSpec {
    which.iter().for_each(|&index| spec.seat_mut(index).kind = PlayerKind::Engine { level: 10 });
    spec
}

#[test]
fn storms_on_the_menu_and_in_the_set_up() {
    let menu = storm("menu", || Opening::Menu);
    assert!(menu.without > 1000 && menu.games > 1000, "games start from the menu");
    for kind in GameKind::ALL {
        let seen = storm(kind.name(), || Opening::Setup(Box::new(GameSpec::new(kind))));
        assert!(seen.without > 1000 && seen.games > 100, "{kind:?}: the form is seen, and games start");
    }
}

#[test]
fn storms_in_games_of_people() {
    let pointy = GameSpec { layout: Some(Layout::EvenR), players: Some(5), ..people(GameKind::Hex) };
    for (name, spec) in [
        ("small square", small(2)),
        (
            "large square",
            GameSpec { rows: Some(20), cols: Some(20), players: Some(5), ..people(GameKind::Square) },
        ),
        ("hex", people(GameKind::Hex)),
        ("even-r", pointy),
        ("classic", people(GameKind::Classic)),
        ("gamma", GameSpec { cols: Some(5), rows: Some(4), ..people(GameKind::Gamma) }),
    ] {
        let seen = storm(name, || play(&spec));
        assert!(seen.turns > 5 && seen.undone > 0, "{name}: turns are made and undone");
    }
}

#[test]
fn storms_in_games_with_engines() {
    for (name, spec) in [
        ("square against the engine", engines(small(1), &[1])),
        ("hex against the engine", engines(people(GameKind::Hex), &[0])),
        ("classic of engines", engines(people(GameKind::Classic), &[0, 1])),
        ("gamma against the engine", engines(people(GameKind::Gamma), &[1])),
    ] {
        let seen = storm(name, || play(&spec));
        assert!(seen.turns > 5, "{name}: turns are made");
    }
}

#[test]
fn storms_at_the_end_and_in_replays() {
    let ended = || {
        let mut driver = Driver::new(play(&engines(small(1), &[0, 1])), (80, 24));
        driver.settle();
        Box::new(record_of(driver.game()))
    };
    let seen = storm("replay", || Opening::Replay(ended()));
    assert!(seen.ends > 100);
    let seen = storm("end", || resume(*ended()));
    assert!(seen.ends > 100);
    storm("middle", || resume(*read(ROW)));
}
