//! The full-screen interface at a real terminal, with the engine on a thread of its own.

use std::io::{self, Stdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::Event;
use floe_engine::{Engine, MonotonicClock, Progress, SearchContext, Stop};
use floe_rules::game::Turn;
use floe_session::{EngineTask, SessionEvent};
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

use crate::app::{App, Effect, Input, Opening, Options};
use crate::host::Host;
use crate::terminal::{Hold, interrupt, screen_size, suspend, while_held};

/// The time between two ticks, while time matters.
const TICK: Duration = Duration::from_millis(50);
/// The shortest time between two reports of the engine.
const REPORT: Duration = Duration::from_millis(50);

/// An event of the main loop.
enum LoopEvent {
    Terminal(Event),
    Engine {
        game: u64,
        event: SessionEvent,
    },
    Redraw,
    /// The input has ended.
    End,
    /// The engine has panicked, which is a bug.
    EngineFailed,
}

/// Runs the interface until the user quits.
pub fn run(opening: Opening, options: Options, host: &mut dyn Host) -> io::Result<()> {
    // Colour is up to the theme: without this, crossterm would drop the colours of an explicitly chosen theme if
    // NO_COLOR is set.
    crossterm::style::force_color_output(true);
    let (sender, events) = channel();
    let redraw = sender.clone();
    let _hold = Hold::take(true, move || _ = redraw.send(LoopEvent::Redraw))?;
    let keys = sender.clone();
    thread::spawn(move || read_terminal(&keys));
    let mut worker = EngineWorker::start(sender)?;
    let mut screen = DiffScreen::new()?;
    let started = Instant::now();
    let mut app = App::new(opening, options, screen.size);
    // An engine may be first to move.
    let mut waiting = vec![Input::Tick(Duration::ZERO)];
    loop {
        for input in waiting.drain(..) {
            let effects = app.update(input);
            if carry_out(effects, &mut app, &mut worker, &mut screen, host) {
                return Ok(());
            }
        }
        screen.draw(&app)?;
        let wait = app.wants_ticks().then_some(TICK);
        let Some(first) = next(&events, wait) else {
            waiting.push(Input::Tick(started.elapsed()));
            continue;
        };
        waiting.push(Input::Tick(started.elapsed()));
        // All events that wait are handled before anything is drawn again.
        for event in std::iter::once(first).chain(events.try_iter().take(1000)) {
            match event {
                LoopEvent::Terminal(Event::Resize(..)) | LoopEvent::Redraw => {
                    screen.invalidate();
                    // The size may have changed again, but this is the one that will be drawn on.
                    let (columns, rows) = screen.size;
                    waiting.push(Input::Terminal(Event::Resize(columns, rows)));
                }
                LoopEvent::Terminal(event) => waiting.push(Input::Terminal(event)),
                LoopEvent::Engine { game, event } => waiting.push(Input::Engine { game, event }),
                LoopEvent::End => return Ok(()),
                LoopEvent::EngineFailed => return Err(io::Error::other("the engine thread panicked")),
            }
        }
    }
}

/// Waits for an event, but not longer than `wait`.
fn next(events: &Receiver<LoopEvent>, wait: Option<Duration>) -> Option<LoopEvent> {
    match wait {
        None => Some(events.recv().unwrap_or(LoopEvent::End)),
        Some(wait) => match events.recv_timeout(wait) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(LoopEvent::End),
        },
    }
}

/// Carries out effects and feeds their results back to the app; returns true if the program should exit.
fn carry_out(
    effects: Vec<Effect>,
    app: &mut App,
    worker: &mut EngineWorker,
    screen: &mut DiffScreen,
    host: &mut dyn Host,
) -> bool {
    let mut waiting: Vec<Effect> = effects;
    while !waiting.is_empty() {
        let mut more = Vec::new();
        for effect in waiting {
            match effect {
                Effect::Think { game, task } => worker.run(game, task),
                Effect::StopThinking => worker.stop(),
                Effect::Host(request) => {
                    if let Some(reply) = request.carry_out(host) {
                        more.extend(app.update(Input::Host(reply)));
                    }
                }
                Effect::Remember(settings) => {
                    if let Err(notice) = host.remember(&settings) {
                        more.extend(app.update(Input::Notice(notice)));
                    }
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

/// Sends the events of the terminal, until it ends or the receiver is gone.
fn read_terminal(sender: &Sender<LoopEvent>) {
    while let Ok(event) = crossterm::event::read() {
        if sender.send(LoopEvent::Terminal(event)).is_err() {
            return;
        }
    }
    let _ = sender.send(LoopEvent::End);
}

/// The screen, on which only differences are drawn.
struct DiffScreen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    size: (u16, u16),
    /// Whether the next frame must redraw the whole screen.
    stale: bool,
}

impl DiffScreen {
    fn new() -> io::Result<DiffScreen> {
        let size = screen_size();
        Ok(DiffScreen { terminal: terminal_of(size)?, size, stale: false })
    }

    /// Makes the next frame draw the whole screen.
    fn invalidate(&mut self) {
        self.size = screen_size();
        self.stale = true;
    }

    fn draw(&mut self, app: &App) -> io::Result<()> {
        let Some(drawn) = while_held(|| self.draw_now(app)) else {
            // The screen is suspended; redraw everything once the program resumes.
            self.stale = true;
            return Ok(());
        };
        drawn
    }

    fn draw_now(&mut self, app: &App) -> io::Result<()> {
        if std::mem::take(&mut self.stale) {
            // `Terminal::clear` is avoided: it queries the cursor position, and the reply would have to
            // come from the keys, which another thread is reading.
            self.terminal = terminal_of(self.size)?;
            self.terminal.backend_mut().clear()?;
        }
        self.terminal.draw(|frame| app.draw(frame))?;
        Ok(())
    }
}

/// Returns a terminal of the given size, even if the real terminal does not report one.
fn terminal_of((width, height): (u16, u16)) -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    let viewport = Viewport::Fixed(Rect { x: 0, y: 0, width, height });
    Terminal::with_options(CrosstermBackend::new(io::stdout()), TerminalOptions { viewport })
}

/// The engine on a thread of its own, so that no key waits for it.
struct EngineWorker {
    jobs: Sender<EngineJob>,
    current: Stop,
}

/// A task with the number of its game, and the flag that stops it.
struct EngineJob {
    game: u64,
    task: Box<EngineTask>,
    stop: Stop,
}

impl EngineWorker {
    fn start(sender: Sender<LoopEvent>) -> io::Result<EngineWorker> {
        let (jobs, receiver) = channel::<EngineJob>();
        thread::Builder::new().name("engine".to_owned()).spawn(move || {
            let alarm = PanicAlarm(sender.clone());
            let mut engine = Engine::default();
            for job in receiver {
                run_job(&mut engine, &job, &sender);
            }
            // The program ends: nothing has failed.
            std::mem::forget(alarm);
        })?;
        Ok(EngineWorker { jobs, current: Stop::default() })
    }

    fn run(&mut self, game: u64, task: Box<EngineTask>) {
        self.stop();
        self.current = Stop::default();
        // A thread that has panicked has reported it.
        let _ = self.jobs.send(EngineJob { game, task, stop: self.current.clone() });
    }

    fn stop(&self) {
        self.current.stop();
    }
}

/// Reports a panic of the engine thread when dropped.
struct PanicAlarm(Sender<LoopEvent>);

impl Drop for PanicAlarm {
    fn drop(&mut self) {
        let _ = self.0.send(LoopEvent::EngineFailed);
    }
}

fn run_job(engine: &mut Engine, job: &EngineJob, sender: &Sender<LoopEvent>) {
    let (game, task) = (job.game, &job.task);
    let clock = MonotonicClock::start();
    let mut last: Option<Instant> = None;
    let mut report = |progress: &Progress<Turn>| {
        if last.is_none_or(|last| last.elapsed() >= REPORT) {
            last = Some(Instant::now());
            let event = SessionEvent::Progress { task: task.id, progress: progress.clone() };
            let _ = sender.send(LoopEvent::Engine { game, event });
        }
    };
    let context = SearchContext::new(&task.limits(), &clock).with_stop(&job.stop).with_report(&mut report);
    let event = task.run(engine, context);
    let _ = sender.send(LoopEvent::Engine { game, event });
}
