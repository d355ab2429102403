//! Drives the full-screen interface without a terminal: keys and clicks go in, screens come out, and effects
//! are carried out at once, so that a test never waits.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use floe_engine::{Engine, Limits, MonotonicClock, SearchContext};
use floe_locale::Lang;
use floe_rules::game::Game;
use floe_rules::grid::Coord;
use floe_rules::record::{self, Ending, PlayerInfo, PlayerKind, Record};
use floe_session::{EngineTask, GameKind, GameSpec, SearchBudget, SeatSpec, Session, SessionEvent};
use floe_tui::app::{App, Effect, Input, Opening, Options};
use floe_tui::{
    Appearance, Colors, FileListing, Host, InterruptedGame, ListedFile, Palette, ResumeError, SaveError,
    Settings, Theme,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;

/// How long the turns of engines are shown.
pub(crate) const PACE: Duration = Duration::from_millis(100);

/// How the interface came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Quit,
    Interrupted,
}

/// What a host remembers besides files.
#[derive(Default)]
pub(crate) struct MemoryStore {
    /// The game being played, as it was kept last.
    pub(crate) kept: Option<Vec<u8>>,
    /// How often a game was kept.
    pub(crate) keepings: usize,
    /// How often a game was forgotten.
    pub(crate) forgettings: usize,
    pub(crate) interrupted: Vec<InterruptedGame>,
    /// Those that were set aside as broken.
    pub(crate) set_aside: Vec<String>,
    /// What board files do not contain, by the bytes of the files.
    pub(crate) boards: Vec<(Vec<u8>, GameSpec)>,
    /// Why games cannot be kept.
    pub(crate) fault: Option<String>,
}

/// Files and autosaved games in memory. There are no folders but `folder`.
struct MemoryHost<'a> {
    files: &'a mut BTreeMap<String, Vec<u8>>,
    store: &'a mut MemoryStore,
}

impl Host for MemoryHost<'_> {
    fn load(&mut self, path: &str) -> Result<Vec<u8>, String> {
        self.files.get(path).cloned().ok_or("there is no such file".to_owned())
    }

    fn save(&mut self, path: &str, bytes: &[u8], overwrite: bool) -> Result<(), SaveError> {
        if path == "folder" {
            return Err(SaveError::Directory);
        }
        if path.contains('/') {
            return Err(SaveError::Failed("there is no such folder".to_owned()));
        }
        if self.files.contains_key(path) && !overwrite {
            return Err(SaveError::Exists);
        }
        self.files.insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn new_seed(&mut self) -> u64 {
        7
    }

    fn complete(&mut self, typed: &str) -> Vec<String> {
        let mut paths: Vec<String> = self.files.keys().cloned().collect();
        paths.push("folder/".to_owned());
        paths.retain(|path| path.starts_with(typed));
        paths
    }

    fn list(&mut self) -> FileListing {
        let file = |(path, bytes): (&String, &Vec<u8>)| ListedFile {
            path: path.clone(),
            modified: "2026-11-16 18:05".to_owned(),
            contents: Ok(Some(bytes.clone())),
        };
        FileListing { files: self.files.iter().map(file).collect(), left_out: 0 }
    }

    fn remember_board(&mut self, _: &str, bytes: &[u8], spec: &GameSpec) {
        self.store.boards.push((bytes.to_vec(), spec.clone()));
    }

    fn recall_board(&mut self, _: &str, bytes: &[u8]) -> Option<GameSpec> {
        self.store.boards.iter().find(|(known, _)| known == bytes).map(|(_, spec)| spec.clone())
    }

    fn autosave_game(&mut self, bytes: &[u8]) -> Result<(), String> {
        if let Some(fault) = &self.store.fault {
            return Err(fault.clone());
        }
        self.store.keepings += 1;
        self.store.kept = Some(bytes.to_vec());
        Ok(())
    }

    fn remove_autosave(&mut self) {
        self.store.forgettings += 1;
        self.store.kept = None;
    }

    fn interrupted_games(&mut self) -> Vec<InterruptedGame> {
        self.store.interrupted.clone()
    }

    fn resume_game(&mut self, id: &str) -> Result<Vec<u8>, ResumeError> {
        let at = self.store.interrupted.iter().position(|game| game.id == id);
        // Another window has taken it.
        self.store.interrupted.remove(at.ok_or(ResumeError::Busy)?).contents.map_err(ResumeError::Failed)
    }

    fn discard_game(&mut self, id: &str, broken: bool) -> Result<(), String> {
        if let Some(fault) = &self.store.fault {
            return Err(fault.clone());
        }
        if broken {
            self.store.set_aside.push(id.to_owned());
        }
        self.store.interrupted.retain(|game| game.id != id);
        Ok(())
    }
}

/// The interface on a terminal in memory, with an engine that no clock can change.
pub(crate) struct Driver {
    pub(crate) app: App,
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    pub(crate) store: MemoryStore,
    /// The tasks that the engine has not answered, with the numbers of their games.
    pub(crate) tasks: Vec<(u64, EngineTask)>,
    /// How often the engine was told to stop.
    pub(crate) stops: usize,
    pub(crate) suspended: usize,
    pub(crate) ended: Option<Ended>,
    /// What the interface wanted to be remembered.
    pub(crate) remembered: Vec<Settings>,
    terminal: Terminal<TestBackend>,
    engine: Engine,
    /// Whether the engine answers at once.
    thinks: bool,
    clock: Duration,
}

pub(crate) fn options(theme: Theme) -> Options {
    let palette = Palette { theme, colors: Colors::Many };
    let appearance = Appearance { palette, ..Appearance::default() };
    Options { appearance, budget: SearchBudget::default(), pace: PACE, seed: 7, ..Options::default() }
}

/// Returns a game of two people on a fixed board.
pub(crate) fn people(kind: GameKind) -> GameSpec {
    let person = |name: &str| SeatSpec { name: name.to_owned(), kind: PlayerKind::Person };
    let seats = ["Ann", "Ben", "Cyd", "Dan", "Eve"].map(person).to_vec();
    GameSpec { seed: Some(11), players: Some(2), seats, ..GameSpec::new(kind) }
}

/// Returns a small square board for two people with a penguin or more each.
pub(crate) fn small(penguins: u32) -> GameSpec {
    GameSpec { rows: Some(4), cols: Some(4), penguins: Some(penguins), ..people(GameKind::Square) }
}

/// Starts a game with as many of its seats as there are players.
pub(crate) fn play(spec: &GameSpec) -> Opening {
    let mut spec = spec.clone();
    spec.seats.truncate(spec.player_count());
    Opening::Play(Box::new(Session::new(spec, SearchBudget::default()).expect("the game can start")))
}

/// Continues a recorded game.
pub(crate) fn resume(record: Record) -> Opening {
    Opening::Play(Box::new(Session::from_record(record, SearchBudget::default(), 7)))
}

/// Returns a record of text.
pub(crate) fn record(text: &str) -> Box<Record> {
    Box::new(record::read(text.as_bytes()).expect("the record is good"))
}

impl Driver {
    /// Opens the interface in monochrome.
    pub(crate) fn new(opening: Opening, size: (u16, u16)) -> Driver {
        Driver::in_theme(opening, size, Theme::Monochrome)
    }

    pub(crate) fn in_theme(opening: Opening, size: (u16, u16), theme: Theme) -> Driver {
        Driver::with_engine(opening, size, theme, true)
    }

    /// Opens the interface in monochrome, in a language.
    pub(crate) fn in_lang(opening: Opening, size: (u16, u16), lang: Lang) -> Driver {
        Driver::with_store(opening, size, lang, |_| {})
    }

    /// Opens the interface with an engine that answers only on request.
    pub(crate) fn waiting(opening: Opening, size: (u16, u16)) -> Driver {
        Driver::with_engine(opening, size, Theme::Monochrome, false)
    }

    /// Opens the interface in a language, with a host that remembers something.
    pub(crate) fn with_store(
        opening: Opening,
        size: (u16, u16),
        lang: Lang,
        fill: impl FnOnce(&mut MemoryStore),
    ) -> Driver {
        let mut options = options(Theme::Monochrome);
        options.appearance.lang = lang;
        let mut store = MemoryStore::default();
        fill(&mut store);
        Driver::start(App::new(opening, options, size), size, true, store)
    }

    fn with_engine(opening: Opening, size: (u16, u16), theme: Theme, thinks: bool) -> Driver {
        Driver::start(App::new(opening, options(theme), size), size, thinks, MemoryStore::default())
    }

    fn start(app: App, size: (u16, u16), thinks: bool, store: MemoryStore) -> Driver {
        let backend = TestBackend::new(size.0, size.1);
        let mut driver = Driver {
            app,
            files: BTreeMap::new(),
            store,
            tasks: Vec::new(),
            stops: 0,
            suspended: 0,
            ended: None,
            remembered: Vec::new(),
            terminal: Terminal::new(backend).expect("a terminal in memory does not fail"),
            engine: Engine::default(),
            thinks,
            clock: Duration::ZERO,
        };
        // As at a real terminal, an engine may be first to move.
        driver.update(Input::Tick(Duration::ZERO));
        driver
    }

    /// Hands in an input, carries out the effects, and draws.
    pub(crate) fn update(&mut self, input: Input) {
        self.update_unseen(input);
        self.draw();
    }

    /// Hands in an input and carries out the effects.
    pub(crate) fn update_unseen(&mut self, input: Input) {
        let mut waiting = VecDeque::from(self.app.update(input));
        while let Some(effect) = waiting.pop_front() {
            match effect {
                Effect::Think { game, task } if self.thinks => {
                    let event = self.search(&task);
                    waiting.extend(self.app.update(Input::Engine { game, event }));
                }
                Effect::Think { game, task } => self.tasks.push((game, *task)),
                Effect::StopThinking => self.stops += 1,
                Effect::Host(request) => {
                    let mut host = MemoryHost { files: &mut self.files, store: &mut self.store };
                    if let Some(reply) = request.carry_out(&mut host) {
                        waiting.extend(self.app.update(Input::Host(reply)));
                    }
                }
                Effect::Remember(settings) => self.remembered.push(*settings),
                Effect::Quit => self.ended = Some(Ended::Quit),
                Effect::Interrupt => self.ended = Some(Ended::Interrupted),
                Effect::Suspend => self.suspended += 1,
            }
        }
    }

    /// Returns what the engine finds within a few nodes.
    pub(crate) fn search(&mut self, task: &EngineTask) -> SessionEvent {
        let limits = Limits { nodes: Some(200), time: None, ..task.limits() };
        task.run(&mut self.engine, SearchContext::new(&limits, &MonotonicClock::start()))
    }

    /// Lets the engine answer its last task.
    pub(crate) fn answer(&mut self) {
        let (game, task) = self.tasks.pop().expect("the engine has a task");
        let event = self.search(&task);
        self.update(Input::Engine { game, event });
    }

    pub(crate) fn draw(&mut self) {
        let app = &self.app;
        self.terminal.draw(|frame| app.draw(frame)).expect("a terminal in memory does not fail");
    }

    /// Presses keys by their names, with blanks between them: `Down Down Enter`, `Ctrl-D`, `q`.
    pub(crate) fn press(&mut self, names: &str) {
        for name in names.split_whitespace() {
            self.update(key(name));
        }
    }

    /// Types text, letter by letter.
    pub(crate) fn enter(&mut self, text: &str) {
        for letter in text.chars() {
            self.update(pressed(KeyCode::Char(letter), KeyModifiers::NONE));
        }
    }

    /// Types a turn, and lets engines answer it.
    pub(crate) fn enter_turn(&mut self, text: &str) {
        self.enter(text);
        self.press("Enter");
        self.settle();
    }

    /// Answers the question for a name.
    pub(crate) fn enter_path(&mut self, path: &str) {
        self.press("Ctrl-U");
        self.enter(path);
        self.press("Enter");
    }

    pub(crate) fn click(&mut self, x: u16, y: u16) {
        self.update(mouse(MouseEventKind::Down(MouseButton::Left), x, y));
        self.update(mouse(MouseEventKind::Up(MouseButton::Left), x, y));
    }

    /// Clicks on some text of the screen.
    pub(crate) fn click_text(&mut self, text: &str) {
        let (x, y) = self.find(text).unwrap_or_else(|| panic!("no '{text}' on the screen:\n{}", self.text()));
        self.click(x, y);
    }

    /// Returns where a tile is drawn, after scrolling to it where it is out of sight.
    pub(crate) fn place_of(&mut self, at: Coord) -> Position {
        for _ in 0..10_000 {
            let view = self.app.view().expect("a game is on the screen");
            if let Some(place) = view.place_of(at) {
                return place;
            }
            let (x, y) = view.pattern().origin(at);
            let (left, top) = view.scroll();
            let mut wheel = |before: bool, after: bool, [back, forth]: [MouseEventKind; 2]| {
                if before || after {
                    self.update(mouse(if before { back } else { forth }, 1, 1));
                }
            };
            wheel(y < top, y > top + 2, [MouseEventKind::ScrollUp, MouseEventKind::ScrollDown]);
            wheel(x < left, x > left + 2, [MouseEventKind::ScrollLeft, MouseEventKind::ScrollRight]);
        }
        panic!("scrolling does not lead to {at}");
    }

    pub(crate) fn click_tile(&mut self, at: Coord) {
        let place = self.place_of(at);
        self.click(place.x, place.y);
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.terminal.backend_mut().resize(columns, rows);
        self.update(Input::Terminal(Event::Resize(columns, rows)));
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, time: Duration) {
        self.clock += time;
        self.update(Input::Tick(self.clock));
    }

    /// Lets time pass until nothing more happens by itself.
    pub(crate) fn settle(&mut self) {
        for _ in 0..100_000 {
            if !self.app.wants_ticks() {
                return;
            }
            self.wait(PACE);
        }
        panic!("this never ends");
    }

    pub(crate) fn game(&self) -> &Game {
        self.app.game().expect("a game is on the screen")
    }

    /// Returns the game so far in writing, as far as all games have it.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        record::write(&record_of(self.game()))
    }

    pub(crate) fn buffer(&self) -> &Buffer {
        self.terminal.backend().buffer()
    }

    /// Returns where the cursor is shown, if it is.
    pub(crate) fn cursor(&self) -> Option<Position> {
        let backend = self.terminal.backend();
        backend.cursor_visible().then(|| backend.cursor_position())
    }

    /// Returns the letters on the screen, without blanks at the ends of lines.
    pub(crate) fn text(&self) -> String {
        let screen = self.buffer();
        let line = |y| (0..screen.area.width).map(|x| screen[(x, y)].symbol()).collect::<String>();
        (0..screen.area.height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
    }

    /// Returns the place of some text.
    fn find(&self, text: &str) -> Option<(u16, u16)> {
        let screen = self.text();
        let at =
            |(y, line): (usize, &str)| line.find(text).map(|x| (line[..x].chars().count() as u16, y as u16));
        screen.lines().enumerate().find_map(at)
    }

    /// Fails unless some text is on the screen, whatever its lines are broken at.
    #[track_caller]
    pub(crate) fn sees(&self, text: &str) {
        assert!(self.shows(text), "no '{text}' on the screen:\n{}", self.text());
    }

    pub(crate) fn shows(&self, text: &str) -> bool {
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        squeezed(&self.text()).contains(&squeezed(text))
    }
}

/// Puts a record together for any game.
pub(crate) fn record_of(game: &Game) -> Record {
    let player_info = |number: u32| {
        (number, PlayerInfo::new(&format!("Player {number}"), PlayerKind::Person).expect("the name is good"))
    };
    let player_infos = game.players().into_iter().map(player_info);
    Record::new(game.clone(), player_infos, Vec::new(), Ending::of(game)).expect("a game can be recorded")
}

fn pressed(code: KeyCode, modifiers: KeyModifiers) -> Input {
    Input::Terminal(Event::Key(KeyEvent::new(code, modifiers)))
}

/// Returns the key of a name.
pub(crate) fn key(name: &str) -> Input {
    let code = match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Tab" => KeyCode::Tab,
        "BackTab" => KeyCode::BackTab,
        "Backspace" => KeyCode::Backspace,
        "Delete" => KeyCode::Delete,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PageUp" => KeyCode::PageUp,
        "PageDown" => KeyCode::PageDown,
        "F1" => KeyCode::F(1),
        "Space" => KeyCode::Char(' '),
        _ => {
            let (letter, modifiers) = match name.strip_prefix("Ctrl-") {
                Some(letter) => (letter.to_lowercase(), KeyModifiers::CONTROL),
                None => (name.to_owned(), KeyModifiers::NONE),
            };
            let mut letters = letter.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                panic!("there is no key '{name}'");
            };
            return pressed(KeyCode::Char(letter), modifiers);
        }
    };
    pressed(code, KeyModifiers::NONE)
}

pub(crate) fn mouse(kind: MouseEventKind, column: u16, row: u16) -> Input {
    Input::Terminal(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
}
