//! The time to draw a frame of the full-screen interface, and from a key press to its frame while an engine thinks.
//!
//! `cargo bench -p floe-tui`
//!
//! Frames are drawn on a terminal in memory, which compares each with the previous one as a real terminal does; the time
//! that a real terminal takes to show the bytes is not included.

use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use floe_engine::{Engine, Limits, MonotonicClock, Search, SearchContext, Stop};
use floe_rules::game::{Game, Turn};
use floe_rules::gamma::Move;
use floe_rules::record::PlayerKind;
use floe_session::{EngineTask, GameKind, GameSpec, Placement, SearchBudget, Session};
use floe_tui::Appearance;
use floe_tui::app::{App, Effect, Input, Opening, Options};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// The longest that a frame should take.
const AIM: Duration = Duration::from_millis(5);
const ROUNDS: usize = 1000;
const SIZES: [(u16, u16); 2] = [(200, 60), (80, 24)];

fn main() {
    println!("one frame, median and longest of {ROUNDS} (wanted: at most 5 ms)");
    for (columns, rows) in SIZES {
        for (name, spec) in specs() {
            let mut screen = BenchScreen::new(&spec, (columns, rows));
            // A penguin with its highlighted targets is the most that there is to draw.
            screen.press(KeyCode::Tab);
            let times = (0..ROUNDS).map(|_| timed(|| screen.draw())).collect();
            report(&format!("{name}, {columns} x {rows}"), times);
        }
    }
    println!("from a key press to its frame while an engine thinks, median and longest of {ROUNDS}");
    for (columns, rows) in SIZES {
        for (name, spec) in specs() {
            report(&format!("{name}, {columns} x {rows}"), keys_while_thinking(spec, (columns, rows)));
        }
    }
}

/// The boards: squares and hexagons full of fish, and Gamma with three of four cells taken.
fn specs() -> [(&'static str, GameSpec); 3] {
    let penguins = |kind| GameSpec {
        rows: Some(20),
        cols: Some(20),
        penguins: Some(4),
        placement: Some(Placement::Automatic),
        seed: Some(7),
        ..GameSpec::new(kind)
    };
    let gamma =
        GameSpec { rows: Some(50), cols: Some(50), areas: Some(2500), ..GameSpec::new(GameKind::Gamma) };
    [
        ("square 20 x 20", penguins(GameKind::Square)),
        ("hex 20 x 20", penguins(GameKind::Hex)),
        ("gamma 50 x 50", gamma),
    ]
}

/// The interface with a game, on a terminal in memory.
struct BenchScreen {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl BenchScreen {
    fn new(spec: &GameSpec, size: (u16, u16)) -> BenchScreen {
        let mut game = spec.start().expect("the boards can be played");
        if let Game::Gamma(_) = game {
            let cells = (0..spec.rows()).flat_map(|y| (0..spec.cols()).map(move |x| (x, y)));
            for (x, y) in cells.filter(|(x, y)| (x / 2 + y) % 4 > 0) {
                game.play(Turn::Gamma(Move::Take { x, y })).expect("everybody may have many areas");
            }
        }
        let second = Duration::from_secs(1);
        let budget = SearchBudget::default();
        let options = Options {
            appearance: Appearance::default(),
            budget,
            pace: second,
            seed: 7,
            ..Options::default()
        };
        let session = Session::from_game(game, spec.roster().expect("the players are good"), budget, 7);
        let app = App::new(Opening::Play(Box::new(session)), options, size);
        let terminal = Terminal::new(TestBackend::new(size.0, size.1)).expect("memory does not fail");
        BenchScreen { app, terminal }
    }

    fn press(&mut self, code: KeyCode) -> Vec<Effect> {
        let event = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
        self.app.update(Input::Terminal(event))
    }

    fn draw(&mut self) {
        let app = &self.app;
        self.terminal.draw(|frame| app.draw(frame)).expect("memory does not fail");
    }
}

fn timed(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn keys_while_thinking(mut spec: GameSpec, size: (u16, u16)) -> Vec<Duration> {
    let engine = PlayerKind::Engine { level: 10 };
    (0..2).for_each(|seat| spec.seat_mut(seat).kind = engine);
    let mut screen = BenchScreen::new(&spec, size);
    let asked = screen.app.update(Input::Tick(Duration::ZERO));
    let task = asked.into_iter().find_map(task_of).expect("the engine is first to move");
    let stop = Stop::default();
    let flag = stop.clone();
    let thinker = thread::spawn(move || think(&task, &flag));
    let keys = [KeyCode::Down, KeyCode::Right, KeyCode::Up, KeyCode::Left];
    let times = (0..ROUNDS)
        .map(|round| {
            timed(|| {
                screen.press(keys[round % keys.len()]);
                screen.draw();
            })
        })
        .collect();
    stop.stop();
    let searches = thinker.join().expect("the engine does not fail");
    assert!(searches > 0, "the engine was at work");
    times
}

fn task_of(effect: Effect) -> Option<EngineTask> {
    match effect {
        Effect::Think { task, .. } => Some(*task),
        _ => None,
    }
}

/// Thinks about a task again and again until it is stopped, and returns how often.
fn think(task: &EngineTask, stop: &Stop) -> u64 {
    let mut engine = Engine::default();
    let limits = Limits { level: task.level, seed: task.seed, ..Limits::default() };
    let mut searches = 0;
    while searches == 0 || !stop.is_stopped() {
        let clock = MonotonicClock::start();
        engine.search(&task.state, SearchContext::new(&limits, &clock).with_stop(stop));
        searches += 1;
    }
    searches
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let ratio = median.as_secs_f64() / AIM.as_secs_f64();
    println!(
        "{name:28} {:>8.3} ms   longest {:>8.3} ms   ratio to the aim {ratio:.3}",
        milliseconds(median),
        milliseconds(longest)
    );
}
