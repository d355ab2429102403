//! A small tournament, its players, and machines that play it.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use floe_arena::bot::StateLifetime;
use floe_arena::event::{
    Entrant, LocalGames, NamedBoard, PlayerFactory, RunControl, Tournament, Update, run,
};
use floe_arena::referee::{GameTerms, Player, Policy, Reply, TurnOutput, TurnRequest};
use floe_arena::result::GameResult;
use floe_arena::sandbox::{ExitReason, FoundFile, ResourceLimits, Tier};
use floe_arena::schedule::{ByeValue, Fixture, Format, Schedule, ScheduleSettings, Seating};
use floe_arena::store::{Charter, StoredProgram};
use floe_rules::board_file;
use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{Id, RuleSet, Seat};
use floe_rules::random::Random;
use floe_rules::record::PlayerKind;

use crate::connection::{Link, NatsServer};
use crate::coordinator::{ClusterSettings, Coordinator};
use crate::protocol::{FloeVersion, TournamentKey};
use crate::sheet::{ClockRule, SheetEntrant, SheetPlayer, TournamentSheet};
use crate::worker::{Worker, WorkerOptions};

const ENTRANTS: usize = 4;

/// Which turn a player makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habit {
    First,
    Last,
    /// It prints a lot, and makes no turn.
    Talking,
}

struct HabitualPlayer(Habit, Duration);

impl Player for HabitualPlayer {
    fn id(&self) -> Option<&Id> {
        None
    }

    fn is_asked_when_blocked(&self) -> bool {
        false
    }

    fn answer(&mut self, request: &TurnRequest<'_>) -> io::Result<Reply> {
        std::thread::sleep(self.1);
        let turns = request.position.turns();
        let turn = match self.0 {
            Habit::First => turns.first(),
            Habit::Last => turns.last(),
            Habit::Talking => return Ok(Reply::Ran(Box::new(talk(request.seat)))),
        };
        Ok(Reply::Turn { turn: turn.copied(), took: self.1, cpu: Duration::ZERO })
    }
}

/// Returns the output of a program that printed as much as is kept, which compression does not make smaller.
fn talk(seat: Seat) -> TurnOutput {
    let mut random = Random::new(seat.number().into());
    let mut noise = || (0..256 << 10).map(|_| random.below(256) as u8).collect();
    TurnOutput {
        ended: ExitReason::Exit(3),
        took: Duration::ZERO,
        cpu: Duration::ZERO,
        replayed: None,
        board: FoundFile::Missing,
        stdout: noise(),
        stderr: noise(),
        limits: ResourceLimits::default(),
        max_output: 1 << 20,
    }
}

/// Makes players of a habit that take some time for a turn.
pub(super) struct Habitual(pub(super) Habit, pub(super) Duration);

impl PlayerFactory for Habitual {
    fn player(&self, _: usize, _: &Fixture) -> io::Result<Box<dyn Player>> {
        Ok(Box::new(HabitualPlayer(self.0, self.1)))
    }
}

/// Returns a tournament of four in which all meet, and its charter.
pub(super) fn tournament(boards: usize) -> (Tournament, Charter) {
    let board = |seed: usize| {
        let recipe = Recipe::plain(RuleSet::SQUARE, 4, 4);
        let setup = generate(&Recipe { players: 2, penguins: 1, seed: seed as u64, ..recipe }).unwrap();
        NamedBoard { name: format!("board {seed}"), setup }
    };
    let boards: Vec<NamedBoard> = (0..boards).map(board).collect();
    let schedule = ScheduleSettings {
        entrants: ENTRANTS,
        seats: 2,
        boards: boards.len(),
        spare_boards: 0,
        format: Format::RoundRobin,
        seating: Seating::Rotations,
        repeats: 1,
        seed: 3,
        bye: ByeValue::default(),
        entries: Vec::new(),
    };
    let terms = GameTerms { rules: RuleSet::SQUARE, penguins: 1, policy: Policy::Forfeit };
    let charter = Charter {
        schedule: schedule.clone(),
        rules: "square".to_owned(),
        layout: None,
        penguins: 1,
        policy: terms.policy,
        limits: ResourceLimits::default(),
        cores: 1,
        state: StateLifetime::default(),
        programs: vec![StoredProgram::default(); ENTRANTS],
        boards: boards
            .iter()
            .map(|board| String::from_utf8(board_file::write(&board.setup)).unwrap())
            .collect(),
    };
    let entrant = |name: &str| Entrant::new(name, "", PlayerKind::Engine { level: 1 });
    let tournament = Tournament {
        title: "cup".to_owned(),
        terms,
        terms_in_words: Vec::new(),
        entrants: ["a", "b", "c", "d"].map(entrant).to_vec(),
        boards,
        schedule: Schedule::new(schedule).unwrap(),
        cores: Vec::new(),
    };
    (tournament, charter)
}

pub(super) fn sheet(tournament: &Tournament, charter: Charter) -> TournamentSheet {
    let player = || SheetPlayer::Engine { options: "engine:level=1".to_owned() };
    TournamentSheet {
        title: tournament.title.clone(),
        charter,
        terms_in_words: Vec::new(),
        board_names: tournament.boards.iter().map(|board| board.name.clone()).collect(),
        entrants: tournament.entrants.iter().map(|entrant| SheetEntrant::new(entrant, player())).collect(),
        tier: None,
        clock: ClockRule::Same,
        other_systems: false,
    }
}

pub(super) fn version() -> FloeVersion {
    FloeVersion::new("test", "0123456789abcdef")
}

pub(super) fn settings(server: NatsServer) -> ClusterSettings {
    ClusterSettings {
        server,
        key: TournamentKey::random(),
        version: version(),
        lease: Duration::from_secs(2),
        floor: 0.0,
        compare: 0.0,
        live: true,
    }
}

/// What does not depend on who has played a game.
pub(super) type Course = (usize, Vec<(u64, u32)>, String);

pub(super) fn course(game: &GameResult) -> Course {
    let seats = game.results.iter().map(|seat| (seat.fish, seat.place)).collect();
    let turns: Vec<&str> = game.record.lines().filter(|line| line.contains('r')).collect();
    let turns = turns.into_iter().filter(|line| line.split(' ').any(is_turn)).collect::<Vec<_>>().join("\n");
    (game.number, seats, turns)
}

fn is_turn(word: &str) -> bool {
    word.starts_with('r') && word[1..].starts_with(|digit: char| digit.is_ascii_digit())
}

/// Plays a tournament on this machine.
pub(super) fn played_here(tournament: &Tournament) -> Vec<Course> {
    played_here_by(Habit::First, tournament)
}

/// Plays a tournament on this machine with players of a habit.
pub(super) fn played_here_by(habit: Habit, tournament: &Tournament) -> Vec<Course> {
    let players = Habitual(habit, Duration::ZERO);
    let mut games = Vec::new();
    let mut observer = |update: Update<'_>| {
        if let Update::Finished(game) = update {
            games.push(course(game));
        }
        Ok(ControlFlow::Continue(()))
    };
    run(tournament, &mut LocalGames::new(&players), None, &mut observer, &RunControl::new()).unwrap();
    games.sort();
    games
}

/// A tournament that is played by a cluster, in a thread.
pub(super) struct PlayedElsewhere {
    thread: JoinHandle<Vec<Course>>,
    notes: Arc<Mutex<Vec<String>>>,
    links: Receiver<Link>,
    pub(super) control: Arc<RunControl>,
}

impl PlayedElsewhere {
    pub(super) fn start(settings: ClusterSettings, boards: usize) -> PlayedElsewhere {
        let (tournament, charter) = tournament(boards);
        let sheet = sheet(&tournament, charter);
        let notes: Arc<Mutex<Vec<String>>> = Arc::default();
        let (told, control) = (notes.clone(), Arc::new(RunControl::new()));
        let stop = control.clone();
        let (sender, links) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let tell = move |words: &str| told.lock().unwrap().push(words.to_owned());
            let mut coordinator = Coordinator::connect(settings, &sheet, &[], Box::new(tell)).unwrap();
            // The test may not want it.
            let _ = sender.send(coordinator.link().clone());
            let mut games = Vec::new();
            let mut observer = |update: Update<'_>| {
                if let Update::Finished(game) = update {
                    games.push(course(game));
                }
                Ok(ControlFlow::Continue(()))
            };
            let played = run(&tournament, &mut coordinator, None, &mut observer, &stop).unwrap();
            coordinator.close(played.complete);
            games.sort();
            games
        });
        PlayedElsewhere { thread, notes, links, control }
    }

    /// Returns the connection of the coordinator.
    pub(super) fn link(&self) -> Link {
        self.links.recv_timeout(super::PATIENCE).unwrap()
    }

    pub(super) fn notes(&self) -> Vec<String> {
        self.notes.lock().unwrap().clone()
    }

    /// Waits until something was told.
    pub(super) fn wait_note(&self, part: &str) {
        let start = std::time::Instant::now();
        while !self.notes().iter().any(|note| note.contains(part)) {
            assert!(start.elapsed() < super::PATIENCE, "'{part}' was not told: {:#?}", self.notes());
            assert!(!self.thread.is_finished(), "it is over, but '{part}' was not told: {:#?}", self.notes());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for the end, and returns the games.
    pub(super) fn end(self) -> Vec<Course> {
        let start = std::time::Instant::now();
        while !self.thread.is_finished() {
            assert!(start.elapsed() < 2 * super::PATIENCE, "it does not end: {:#?}", self.notes());
            std::thread::sleep(Duration::from_millis(20));
        }
        self.thread.join().unwrap()
    }
}

/// A worker in a thread, which is stopped when this is dropped.
pub(super) struct TestWorker {
    stop: Arc<AtomicBool>,
    notes: Arc<Mutex<Vec<String>>>,
    thread: Option<JoinHandle<()>>,
}

impl TestWorker {
    /// Returns what it has told.
    pub(super) fn notes(&self) -> String {
        self.notes.lock().unwrap().join("\n")
    }

    pub(super) fn start(server: NatsServer, name: &str, habit: Habit, pace: Duration) -> TestWorker {
        TestWorker::start_as(server, name, version(), habit, pace)
    }

    pub(super) fn start_as(
        server: NatsServer,
        name: &str,
        version: FloeVersion,
        habit: Habit,
        pace: Duration,
    ) -> TestWorker {
        let (stop, notes) = (Arc::new(AtomicBool::new(false)), Arc::<Mutex<Vec<String>>>::default());
        let (stopped, told) = (stop.clone(), notes.clone());
        let options = WorkerOptions {
            server,
            name: name.to_owned(),
            version,
            parallel: std::num::NonZeroUsize::new(1),
            weakest_tier: Tier::None,
            sandbox: Box::new(|_| Err("there is no sandbox".to_owned())),
            players: Box::new(move |_| Ok(Box::new(Habitual(habit, pace)))),
            notes: Box::new(move |words| told.lock().unwrap().push(words.to_owned())),
        };
        let thread = std::thread::spawn(move || Worker::connect(options).unwrap().run(&stopped).unwrap());
        TestWorker { stop, notes, thread: Some(thread) }
    }
}

impl Drop for TestWorker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
