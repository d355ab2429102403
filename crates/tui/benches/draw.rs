//! How long a frame of the full-screen interface takes, and how long a key press until its frame is there
//! while an engine thinks.
//!
//! `cargo bench -p floe-tui`
//!
//! Frames are drawn on a terminal in memory, which compares each with the one before as a real one does; what
//! the real one takes to show the bytes is not in the figures.

use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use floe_engine::{Engine, Limits, MonotonicClock, Search, SearchContext, Stop};
use floe_rules::game::{Game, Turn};
use floe_rules::gamma::Move;
use floe_rules::record::PlayerKind;
use floe_tui::app::{App, Draft, Effect, GameKind, Input, Opening, Options, Task};
use floe_tui::{Look, Placement};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// The longest that a frame should take.
const AIM: Duration = Duration::from_millis(5);
const ROUNDS: usize = 1000;
const SIZES: [(u16, u16); 2] = [(200, 60), (80, 24)];

fn main() {
    println!("one frame, median and longest of {ROUNDS} (wanted: at most 5 ms)");
    for (columns, rows) in SIZES {
        for (name, draft) in drafts() {
            let mut table = Table::new(&draft, (columns, rows));
            // A penguin with its targets lit up is the most that there is to draw.
            table.press(KeyCode::Tab);
            let times = (0..ROUNDS).map(|_| timed(|| table.draw())).collect();
            report(&format!("{name}, {columns} x {rows}"), times);
        }
    }
    println!("from a key press to its frame while an engine thinks, median and longest of {ROUNDS}");
    for (columns, rows) in SIZES {
        for (name, draft) in drafts() {
            report(&format!("{name}, {columns} x {rows}"), keys_while_thinking(draft, (columns, rows)));
        }
    }
}

/// The boards: squares and hexagons full of fish, and cells of which three in four are taken.
fn drafts() -> [(&'static str, Draft); 3] {
    let penguins = |kind| Draft {
        rows: 20,
        cols: 20,
        penguins: Some(4),
        placement: Placement::Automatic,
        seed: Some(7),
        ..Draft::new(kind)
    };
    let gamma = Draft { width: 50, height: 50, areas: 2500, ..Draft::new(GameKind::Gamma) };
    [
        ("square 20 x 20", penguins(GameKind::Square)),
        ("hex 20 x 20", penguins(GameKind::Hex)),
        ("gamma 50 x 50", gamma),
    ]
}

/// The interface with a game, on a terminal in memory.
struct Table {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Table {
    fn new(draft: &Draft, size: (u16, u16)) -> Table {
        let (plan, mut game) = draft.start().expect("the boards can be played");
        if let Game::Gamma(_) = game {
            let cells = (0..draft.height).flat_map(|y| (0..draft.width).map(move |x| (x, y)));
            for (x, y) in cells.filter(|(x, y)| (x / 2 + y) % 4 > 0) {
                game.play(Turn::Gamma(Move::Take { x, y })).expect("everybody may have many areas");
            }
        }
        let second = Duration::from_secs(1);
        let options = Options { look: Look::default(), think: second, pace: second, seed: 7 };
        let app = App::new(Opening::Play(Box::new(plan), game), options, size);
        let terminal = Terminal::new(TestBackend::new(size.0, size.1)).expect("memory does not fail");
        Table { app, terminal }
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

fn keys_while_thinking(mut draft: Draft, size: (u16, u16)) -> Vec<Duration> {
    let engine = PlayerKind::Engine { level: 10 };
    draft.chairs.iter_mut().for_each(|chair| chair.kind = engine);
    let mut table = Table::new(&draft, size);
    let asked = table.app.update(Input::Tick(Duration::ZERO));
    let task = asked.into_iter().find_map(task_of).expect("the engine is first to move");
    let stop = Stop::default();
    let flag = stop.clone();
    let thinker = thread::spawn(move || think(&task, &flag));
    let keys = [KeyCode::Down, KeyCode::Right, KeyCode::Up, KeyCode::Left];
    let times = (0..ROUNDS)
        .map(|round| {
            timed(|| {
                table.press(keys[round % keys.len()]);
                table.draw();
            })
        })
        .collect();
    stop.stop();
    let thoughts = thinker.join().expect("the engine does not fail");
    assert!(thoughts > 0, "the engine was at work");
    times
}

fn task_of(effect: Effect) -> Option<Task> {
    match effect {
        Effect::Think(task) => Some(*task),
        _ => None,
    }
}

/// Thinks about a task again and again until it is stopped, and returns how often.
fn think(task: &Task, stop: &Stop) -> u64 {
    let mut engine = Engine::default();
    let limits = Limits { level: task.level, seed: task.seed, ..Limits::default() };
    let mut thoughts = 0;
    while thoughts == 0 || !stop.is_stopped() {
        let clock = MonotonicClock::start();
        engine.search(&task.game.state(), SearchContext::new(&limits, &clock).with_stop(stop));
        thoughts += 1;
    }
    thoughts
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
