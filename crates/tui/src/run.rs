//! The full-screen interface at a real terminal: keys come in, screens go out, and engines think beside.

use std::io::{self, Stdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::Event;
use floe_engine::{Engine, Limits, MonotonicClock, Progress, Search, SearchContext, Stop};
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

use crate::app::{App, Effect, Input, NotSaved, Opening, Options, Task, Thought};
use crate::terminal::{Hold, interrupt, screen_size, suspend, while_held};

/// What the interface needs from outside: files.
pub trait Host {
    /// Reads a file, or says why it cannot be read.
    fn load(&mut self, path: &str) -> Result<Vec<u8>, String>;

    /// Writes a file; one that is there already only if it may be replaced.
    fn save(&mut self, path: &str, bytes: &[u8], replace: bool) -> Result<(), NotSaved>;
}

/// How often time is told while it matters.
const TICK: Duration = Duration::from_millis(50);
/// How often an engine is heard at most.
const REPORT: Duration = Duration::from_millis(50);

/// Something for the loop to deal with.
enum Happening {
    Terminal(Event),
    Thought(Thought),
    Redraw,
    /// Nothing more will be typed.
    End,
    /// The engine has failed, which is a bug.
    Broken,
}

/// Runs the interface until somebody quits.
pub fn run(opening: Opening, options: Options, host: &mut dyn Host) -> io::Result<()> {
    // The theme says whether there are colours; the library would drop those of a theme asked for by name
    // where NO_COLOR is set.
    crossterm::style::force_color_output(true);
    let (sender, happenings) = channel();
    let redraw = sender.clone();
    let _hold = Hold::take(true, move || _ = redraw.send(Happening::Redraw))?;
    let keys = sender.clone();
    thread::spawn(move || read_terminal(&keys));
    let mut thinker = Thinker::start(sender)?;
    let mut screen = Screen::new()?;
    let started = Instant::now();
    let mut app = App::new(opening, options, screen.size);
    // An engine may be first to move.
    let mut waiting = vec![Input::Tick(Duration::ZERO)];
    loop {
        for input in waiting.drain(..) {
            let effects = app.update(input);
            if carry_out(effects, &mut app, &mut thinker, &mut screen, host) {
                return Ok(());
            }
        }
        screen.draw(&app)?;
        let wait = app.wants_ticks().then_some(TICK);
        let Some(first) = next(&happenings, wait) else {
            waiting.push(Input::Tick(started.elapsed()));
            continue;
        };
        waiting.push(Input::Tick(started.elapsed()));
        // All that is there already is dealt with before anything is drawn again.
        for happening in std::iter::once(first).chain(happenings.try_iter().take(1000)) {
            match happening {
                Happening::Terminal(Event::Resize(..)) | Happening::Redraw => {
                    screen.anew();
                    // The size may have changed again, but this is the one that will be drawn on.
                    let (columns, rows) = screen.size;
                    waiting.push(Input::Terminal(Event::Resize(columns, rows)));
                }
                Happening::Terminal(event) => waiting.push(Input::Terminal(event)),
                Happening::Thought(thought) => waiting.push(Input::Thought(thought)),
                Happening::End => return Ok(()),
                Happening::Broken => return Err(io::Error::other("the engine has failed")),
            }
        }
    }
}

/// Waits for something to happen, but not longer than told.
fn next(happenings: &Receiver<Happening>, wait: Option<Duration>) -> Option<Happening> {
    match wait {
        None => Some(happenings.recv().unwrap_or(Happening::End)),
        Some(wait) => match happenings.recv_timeout(wait) {
            Ok(happening) => Some(happening),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Happening::End),
        },
    }
}

/// Does what the interface asks for, and tells it how that went; true when it wants to end.
fn carry_out(
    effects: Vec<Effect>,
    app: &mut App,
    thinker: &mut Thinker,
    screen: &mut Screen,
    host: &mut dyn Host,
) -> bool {
    let mut waiting: Vec<Effect> = effects;
    while !waiting.is_empty() {
        let mut more = Vec::new();
        for effect in waiting {
            match effect {
                Effect::Think(task) => thinker.think(task),
                Effect::StopThinking => thinker.stop(),
                Effect::Load { path } => {
                    let result = host.load(&path);
                    more.extend(app.update(Input::Loaded { path, result }));
                }
                Effect::Save { path, bytes, replace } => {
                    let result = host.save(&path, &bytes, replace);
                    more.extend(app.update(Input::Saved { path, result }));
                }
                Effect::Quit => return true,
                Effect::Interrupt => interrupt(),
                Effect::Suspend => {
                    suspend();
                    screen.stale = true;
                }
            }
        }
        waiting = more;
    }
    false
}

/// Hands on what happens at the terminal, until there is no more or nobody listens.
fn read_terminal(sender: &Sender<Happening>) {
    while let Ok(event) = crossterm::event::read() {
        if sender.send(Happening::Terminal(event)).is_err() {
            return;
        }
    }
    let _ = sender.send(Happening::End);
}

/// The screen, drawn by differences.
struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    size: (u16, u16),
    /// Whether something else may have been drawn on it.
    stale: bool,
}

impl Screen {
    fn new() -> io::Result<Screen> {
        let size = screen_size();
        Ok(Screen { terminal: terminal_of(size)?, size, stale: false })
    }

    /// Forgets what is on the screen.
    fn anew(&mut self) {
        self.size = screen_size();
        self.stale = true;
    }

    fn draw(&mut self, app: &App) -> io::Result<()> {
        let Some(drawn) = while_held(|| self.draw_now(app)) else {
            // When the terminal is ours again, it shows something else.
            self.stale = true;
            return Ok(());
        };
        drawn
    }

    fn draw_now(&mut self, app: &App) -> io::Result<()> {
        if std::mem::take(&mut self.stale) {
            // Not the terminal's own way to clear: it asks where the cursor is, and the answer would have to
            // come from the keys, which another thread is reading.
            self.terminal = terminal_of(self.size)?;
            self.terminal.backend_mut().clear()?;
        }
        self.terminal.draw(|frame| app.draw(frame))?;
        Ok(())
    }
}

/// Returns a terminal of a size, also where the real one does not tell its own.
fn terminal_of((width, height): (u16, u16)) -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    let viewport = Viewport::Fixed(Rect { x: 0, y: 0, width, height });
    Terminal::with_options(CrosstermBackend::new(io::stdout()), TerminalOptions { viewport })
}

/// An engine on a thread of its own, so that no key waits for it.
struct Thinker {
    tasks: Sender<(Box<Task>, Stop)>,
    current: Stop,
}

impl Thinker {
    fn start(sender: Sender<Happening>) -> io::Result<Thinker> {
        let (tasks, receiver) = channel::<(Box<Task>, Stop)>();
        thread::Builder::new().name("engine".to_owned()).spawn(move || {
            let alarm = Alarm(sender.clone());
            let mut engine = Engine::default();
            for (task, stop) in receiver {
                think(&mut engine, &task, &stop, &sender);
            }
            // Nobody asks any more: that is a good end.
            std::mem::forget(alarm);
        })?;
        Ok(Thinker { tasks, current: Stop::default() })
    }

    fn think(&mut self, task: Box<Task>) {
        self.stop();
        self.current = Stop::default();
        // A thread that has failed has told so.
        let _ = self.tasks.send((task, self.current.clone()));
    }

    fn stop(&self) {
        self.current.stop();
    }
}

/// Tells the loop when the engine's thread ends by a panic.
struct Alarm(Sender<Happening>);

impl Drop for Alarm {
    fn drop(&mut self) {
        let _ = self.0.send(Happening::Broken);
    }
}

fn think(engine: &mut Engine, task: &Task, stop: &Stop, sender: &Sender<Happening>) {
    let ticket = task.ticket;
    let clock = MonotonicClock::start();
    let limits = Limits { level: task.level, seed: task.seed, ..Limits::for_time(task.time) };
    let mut heard: Option<Instant> = None;
    let mut report = |progress: &_| {
        if heard.is_none_or(|heard| heard.elapsed() >= REPORT) {
            heard = Some(Instant::now());
            let progress = Some(Progress::clone(progress));
            let _ = sender.send(Happening::Thought(Thought { ticket, progress, done: false }));
        }
    };
    let context = SearchContext::new(&limits, &clock).with_stop(stop).with_report(&mut report);
    let choice = engine.search(&task.game.state(), context);
    let progress = choice.map(|choice| choice.progress);
    let _ = sender.send(Happening::Thought(Thought { ticket, progress, done: true }));
}
