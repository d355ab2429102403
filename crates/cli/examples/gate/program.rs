//! A build of `floe` as an engine process.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use floe_rules::board_file;
use floe_rules::penguins::{Move, Position};

use crate::game::Board;
use crate::options::{Options, Side, TurnLimit};
use crate::player::{Effort, Fault, Player};

/// The wall-clock time after which an engine counts as hanging: far more than a busy machine needs.
const LEAST_PATIENCE: Duration = Duration::from_secs(120);
/// The same for a search that is limited by nodes.
const PATIENCE_FOR_NODES: Duration = Duration::from_secs(1800);

/// An engine process, which is started again after a fault.
pub(crate) struct Program<'a> {
    path: &'a Path,
    side: &'a Side,
    options: &'a Options,
    process: Option<Process>,
    /// How many turns of the game the engine knows.
    told: usize,
}

/// A running engine.
struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl<'a> Program<'a> {
    /// Starts the engine.
    pub(crate) fn start(path: &'a Path, side: &'a Side, options: &'a Options) -> Result<Program<'a>, Fault> {
        let mut program = Program { path, side, options, process: None, told: 0 };
        // Options that the engine does not know are found before the first game.
        let commands = format!("{}ping\n", program.settings());
        program.with_process(|process| {
            process.send(commands.as_bytes())?;
            process.answer("pong", LEAST_PATIENCE, |_| {})
        })?;
        Ok(program)
    }

    /// Returns the commands that set the options of the side.
    fn settings(&self) -> String {
        let mut commands = format!("set clock {}\n", self.options.clock);
        for (name, value) in &self.side.settings {
            commands += &format!("set {name} {value}\n");
        }
        commands
    }

    /// Talks to the engine; one that fails is ended.
    fn with_process<T>(&mut self, talk: impl FnOnce(&mut Process) -> Result<T, Fault>) -> Result<T, Fault> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => Process::start(self.path)?,
        };
        let answer = talk(&mut process)?;
        self.process = Some(process);
        Ok(answer)
    }
}

impl Player for Program<'_> {
    fn start_game(&mut self, board: &Board, seed: u64) -> Result<(), Fault> {
        let commands = format!(
            "new game\nset rules {}\nset players {}\nset penguins {}\nset seed {seed}\n{}position placement\n",
            board.rules.name,
            board.players,
            board.penguins,
            self.settings()
        );
        let mut commands = commands.into_bytes();
        commands.extend(board_file::write(&board.setup));
        commands.extend(b"end\nping\n");
        self.told = 0;
        self.with_process(|process| {
            process.send(&commands)?;
            process.answer("pong", LEAST_PATIENCE, |_| {}).map(drop)
        })
    }

    fn choose(&mut self, position: &Position, played: &[Move]) -> Result<(Move, Effort), Fault> {
        let grid = position.grid();
        let mut commands = String::new();
        if let Some(new @ [_, ..]) = played.get(self.told..) {
            commands += "turns";
            for turn in new {
                commands += &format!(" {}", turn.notation(&grid));
            }
            commands += "\n";
        }
        self.told = played.len();
        let patience = match self.side.limit {
            TurnLimit::Time(time) => {
                commands += &format!("go time {}\n", time.as_millis());
                LEAST_PATIENCE.saturating_add(time.saturating_mul(100))
            }
            TurnLimit::Nodes(nodes) => {
                commands += &format!("go nodes {nodes}\n");
                PATIENCE_FOR_NODES
            }
        };
        let mut effort = Effort::of_turn(0, Duration::ZERO);
        let answer = self.with_process(|process| {
            process.send(commands.as_bytes())?;
            process.answer("bestturn", patience, |line| {
                if let Some(info) = effort_of(line) {
                    effort = info;
                }
            })
        })?;
        let turn = answer.strip_prefix("bestturn ").unwrap_or_default();
        let turn = Move::parse(turn, &grid).map_err(|why| Fault(why.to_string()))?;
        Ok((turn, effort))
    }
}

/// Reads the nodes and time of an `info` line.
fn effort_of(line: &str) -> Option<Effort> {
    let words = line.strip_prefix("info ")?;
    let after = |key: &str| words.split_whitespace().skip_while(|&word| word != key).nth(1);
    let milliseconds: f64 = after("time")?.parse().ok()?;
    let time = Duration::try_from_secs_f64(milliseconds / 1000.0).ok()?;
    Some(Effort::of_turn(after("nodes")?.parse().ok()?, time))
}

impl Process {
    fn start(path: &Path) -> Result<Process, Fault> {
        let mut command = Command::new(path);
        command.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| Fault(format!("cannot be started: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault("it has no pipes".to_owned()));
        };
        let (sender, lines) = mpsc::channel();
        // The thread ends with the output of the engine.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut process = Process { child, input, lines };
        process.send(b"hello\n")?;
        let mut knows = false;
        process.answer("ready", LEAST_PATIENCE, |line| knows |= line == "id protocol 1")?;
        if knows { Ok(process) } else { Err(Fault("it does not speak protocol 1".to_owned())) }
    }

    fn send(&mut self, commands: &[u8]) -> Result<(), Fault> {
        let sent = self.input.write_all(commands).and_then(|()| self.input.flush());
        sent.map_err(|error| self.died(&error.to_string()))
    }

    /// Reads lines up to the one that starts with a word, and returns it.
    fn answer(&mut self, word: &str, patience: Duration, mut see: impl FnMut(&str)) -> Result<String, Fault> {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Fault(format!("it gave no answer for {} s", patience.as_secs())),
                RecvTimeoutError::Disconnected => self.died("it closed its output"),
            })?;
            match line.split_whitespace().next() {
                Some(first) if first == word => return Ok(line),
                Some("error") => return Err(Fault(line)),
                _ => see(&line),
            }
        }
    }

    /// Describes the end of the process.
    fn died(&mut self, why: &str) -> Fault {
        // Its output is closed before the process ends.
        thread::sleep(Duration::from_millis(100));
        match self.child.try_wait() {
            Ok(Some(status)) => Fault(format!("it ended with {status}")),
            _ => Fault(why.to_owned()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail only if it is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
