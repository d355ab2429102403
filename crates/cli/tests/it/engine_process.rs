//! `floe engine`: the protocol, through the real program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use floe_rules::board_file;
use floe_rules::game::Game;
use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{RuleSet, Stage};

use crate::sandbox::{Run, Sandbox, check_each, feed, piped};

const BOARD: &str = "3 4\n10 20 00 30\n01 10 10 02\n10 00 20 10\nFloe 1 1\nRival 2 4\n";

/// A running engine, which ends with the test.
struct EngineProcess {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl EngineProcess {
    fn start(sandbox: &Sandbox) -> EngineProcess {
        let mut child = piped(&mut sandbox.floe("engine")).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        EngineProcess { child, input, output }
    }

    fn send(&mut self, text: &str) {
        self.input.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// Reads lines up to one that starts with a word, and returns them all.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the output ended after {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.split_whitespace().next() == Some(word) {
                return lines;
            }
        }
    }

    /// Sends commands, and returns the answers without waiting for a search.
    fn answers(&mut self, text: &str) -> Vec<String> {
        self.send(&format!("{text}\nping\n"));
        let mut lines = self.until("pong");
        lines.pop();
        lines
    }

    /// Searches, and returns the turn.
    fn best(&mut self, go: &str) -> String {
        self.send(&format!("{go}\n"));
        let lines = self.until("bestturn");
        lines.last().unwrap().strip_prefix("bestturn ").unwrap().to_owned()
    }

    /// Closes the input, and returns the exit code.
    fn end(mut self) -> Option<i32> {
        self.input.take();
        self.child.wait().unwrap().code()
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn position(board: &str) -> String {
    format!("position movement\n{board}end")
}

/// Runs the engine over commands that start no search, and returns its answers.
fn talk(commands: &str) -> String {
    feed(&mut Sandbox::new().floe("engine"), commands.as_bytes()).expect(commands, 0).stdout
}

#[test]
fn engine_help_is_as_it_was() {
    let sandbox = Sandbox::new();
    let mut call = sandbox.floe("engine --help");
    let run = Run::from(call.env("COLUMNS", "100").output().unwrap()).expect("engine", 0);
    insta::assert_snapshot!("help_floe_engine", run.stdout);
}

#[test]
fn it_introduces_itself_and_its_options() {
    let hello = talk("hello\n");
    let expected = format!(
        "id name floe {}\nid protocol 1\noption rules square square|hex|classic\n\
         option layout default odd-q|even-q|odd-r|even-r|default\noption players default 1..9|default\n\
         option penguins default 1..|default\noption threads 1 1..256\noption memory 64 1..4096\noption seed 0 0..\n\
         option level 10 1..10\noption early-stop off on|off\noption clock wall wall|processor\nready\n",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(hello, expected);
    let set = "set rules hex\nset layout even-r\nset players 3\nset penguins 2\nset threads 2\nset memory 8\nset seed 7\n\
               set level 4\nset early-stop on\nhello\n";
    let hello = talk(set);
    for line in [
        "rules hex",
        "layout even-r",
        "players 3",
        "penguins 2",
        "threads 2",
        "memory 8",
        "seed 7",
        "level 4",
        "early-stop on",
    ] {
        assert!(hello.contains(&format!("option {line} ")), "{line}: {hello}");
    }
    let answers =
        talk("set players 0\nset players 10\nset rules hex\nset layout even-r\nset layout default\nhello\n");
    assert_eq!(answers.matches("error ").count(), 2, "{answers}");
    assert!(
        answers.contains("option players default ") && answers.contains("option layout odd-q "),
        "{answers}"
    );
}

#[test]
fn a_search_reports_and_answers_with_a_legal_turn() {
    let sandbox = Sandbox::with("b.txt", BOARD);
    let mut engine = EngineProcess::start(&sandbox);
    engine.send(&format!("{}\ngo nodes 2000\n", position(BOARD)));
    let lines = engine.until("bestturn");
    let turn = lines.last().unwrap().strip_prefix("bestturn ").unwrap();
    let info = &lines[lines.len() - 2];
    for part in ["info depth ", " nodes ", " time ", " value ", &format!(" line {turn}")] {
        assert!(info.contains(part), "{info}");
    }
    assert_eq!(engine.answers(&format!("turns {turn}")), [""; 0]);
    // The same position from a file, with the other player to move.
    assert_eq!(engine.answers("position movement turn 2 file b.txt"), [""; 0]);
    assert!(engine.best("go nodes 100").starts_with("r2c4-"));
    assert_eq!(engine.end(), Some(0));
}

#[test]
fn a_whole_game_by_turns_follows_the_rules() {
    let setup = generate(&Recipe { penguins: 2, ..Recipe::plain(RuleSet::CLASSIC, 6, 6) }).unwrap();
    let board = String::from_utf8(board_file::write(&setup)).unwrap();
    let stage = Stage::Placement { penguins: 2, seats: setup.seats_for(2) };
    let mut game = Game::penguins(setup, &RuleSet::CLASSIC, stage, None).unwrap();
    let mut engine = EngineProcess::start(&Sandbox::new());
    let start = format!("set rules classic\nset penguins 2\nnew game\nposition placement\n{board}end");
    assert_eq!(engine.answers(&start), [""; 0]);
    while !game.is_over() {
        let text = engine.best("go nodes 300");
        let turn = game.parse_turn(&text).unwrap();
        game.play(turn).unwrap();
        assert_eq!(engine.answers(&format!("turns {text}")), [""; 0]);
    }
    assert_eq!(engine.best("go"), "none");
}

#[test]
fn nodes_and_one_thread_repeat() {
    let setup = generate(&Recipe::plain(RuleSet::SQUARE, 8, 8)).unwrap();
    let board = String::from_utf8(board_file::write(&setup)).unwrap();
    let start = format!("set penguins 3\nposition placement\n{board}end\ngo nodes 3000\n");
    let without_time = |lines: Vec<String>| -> Vec<String> {
        let drop_time = |line: String| match line.split_once(" time ") {
            Some((before, after)) => format!("{before} {}", after.split_once(' ').unwrap().1),
            None => line,
        };
        lines.into_iter().map(drop_time).collect()
    };
    let run = || {
        let mut engine = EngineProcess::start(&Sandbox::new());
        engine.send(&start);
        let first = without_time(engine.until("bestturn"));
        // The position again, after the table is forgotten.
        engine.send(&format!("new game\n{start}"));
        assert_eq!(without_time(engine.until("bestturn")), first);
        first
    };
    assert_eq!(run(), run());
}

#[test]
fn it_reads_while_it_thinks_and_stops_at_once() {
    let setup = generate(&Recipe::plain(RuleSet::CLASSIC, 8, 8)).unwrap();
    let board = String::from_utf8(board_file::write(&setup)).unwrap();
    let mut engine = EngineProcess::start(&Sandbox::new());
    assert_eq!(engine.answers(&format!("set rules classic\nposition placement\n{board}end")), [""; 0]);
    engine.send("go infinite\n");
    engine.until("info");
    let busy = ["set level 3", "new game", &position(BOARD), "turns r1c1", "go nodes 1"];
    for command in busy {
        let answers = engine.answers(command);
        let errors: Vec<&String> = answers.iter().filter(|line| line.starts_with("error")).collect();
        assert_eq!(errors.len(), 1, "{command}: {answers:?}");
        assert!(errors[0].contains("the engine is thinking"), "{}", errors[0]);
    }
    engine.send("stop\n");
    engine.until("bestturn");
    // Nothing was changed, and the engine is ready at once; stopping what does not run is no error.
    assert_eq!(engine.answers("stop\nset level 3"), [""; 0]);
    engine.send("go infinite\nstop\ngo depth 1\n");
    engine.until("bestturn");
    engine.until("bestturn");
    // The end of the input ends a search that would not end.
    engine.send("set level 10\ngo infinite\n");
    assert_eq!(engine.end(), Some(0));
}

#[test]
fn the_end_of_the_input_waits_for_a_limited_search_and_quit_does_not() {
    let run = |end: &str| talk(&format!("{}\ngo nodes 500\n{end}", position(BOARD)));
    for end in ["", "quit\n", "quit"] {
        let answer = run(end);
        let last = answer.lines().last().unwrap();
        assert!(last.starts_with("bestturn r2c1-"), "{end}: {answer}");
    }
    assert_eq!(talk("quit\nping\n"), "");
    assert_eq!(talk("\n  \nping"), "pong\n");
}

#[cfg(unix)]
#[test]
fn time_can_be_processor_time() {
    let mut engine = EngineProcess::start(&Sandbox::new());
    assert_eq!(engine.answers(&format!("set clock processor\n{}", position(BOARD))), [""; 0]);
    assert!(engine.best("go time 20").starts_with("r2c1-"));
}

#[cfg(unix)]
#[test]
fn an_early_stop_leaves_time_unused() {
    let setup = generate(&Recipe { players: 3, ..Recipe::plain(RuleSet::CLASSIC, 8, 8) }).unwrap();
    let board = String::from_utf8(board_file::write(&setup)).unwrap();
    let mut engine = EngineProcess::start(&Sandbox::new());
    let start =
        format!("set clock processor\nset rules classic\nset players 3\nposition placement\n{board}end");
    assert_eq!(engine.answers(&start), [""; 0]);
    // The milliseconds that a search of 100 takes. Its turn is made if it may end early.
    let mut search = |early_stop: &str| -> f64 {
        engine.send(&format!("set early-stop {early_stop}\ngo time 100\n"));
        let lines = engine.until("bestturn");
        let words: Vec<&str> = lines[lines.len() - 2].split_whitespace().collect();
        let time = words.iter().position(|&word| word == "time").unwrap();
        let turn = lines.last().unwrap().strip_prefix("bestturn ").unwrap();
        if early_stop == "on" {
            assert_eq!(engine.answers(&format!("turns {turn}")), [""; 0]);
        }
        words[time + 1].parse().unwrap()
    };
    // A clear choice comes up before half of the tiles are gone. Nothing is solved so early.
    let ends_early = (0..24).any(|_| {
        let whole = search("off");
        assert!(whole >= 99.0, "{whole}");
        search("on") < 90.0
    });
    assert!(ends_early);
}

#[test]
fn gamma_is_played_too() {
    let mut engine = EngineProcess::start(&Sandbox::new());
    assert_eq!(engine.answers("position gamma 5 4 2 2\nturns x0y0 x1y0 x0y1"), [""; 0]);
    let turn = engine.best("go nodes 200");
    assert!(turn.starts_with('x'), "{turn}");
    assert_eq!(engine.answers(&format!("turns {turn}")), [""; 0]);
}

#[test]
fn wrong_lines_get_one_error_that_names_the_cause() {
    let long = "x".repeat((1 << 20) + 1);
    let wide = format!("position movement\n{long}\n1 1\n10\nend");
    let cases = [
        ("nonsense", "unknown command 'nonsense'"),
        ("set color red", "set color: there is no such option"),
        ("set rules chess", "unknown rules 'chess'"),
        ("set layout odd-q", "only be chosen with the rules 'hex'"),
        ("set threads 0", "'0': it must be at least 1"),
        ("set threads 257", "at most 256"),
        ("set level 11", "levels go from 1 to 10"),
        ("set penguins 0", "at least one penguin"),
        ("set early-stop 1", "'1' is neither on nor off"),
        ("set clock sun", "'sun' is no clock"),
        ("go", "go: there is no position"),
        ("turns r1c1", "turns: there is no position"),
        ("go time soon", "go: time: it must be a time in milliseconds"),
        ("position sideways\n1 1\n10\nend", "position: 'sideways' is no phase"),
        ("position placement\n1 2\n10 10\nend", "'set penguins N' first"),
        ("position movement turn 3\n1 2\n01 10\nFloe 1 1\nend", "there is no player 3"),
        ("position movement turn 0\n1 2\n01 10\nFloe 1 1\nend", "there is no player 0"),
        ("position movement\n1 2\n1x 4x\nend", "board line 2, column 1: "),
        ("position movement\n1 2\n01 10\nend", "who has no player row"),
        ("position movement file missing.txt", "cannot read missing.txt"),
        ("position movement file .", "cannot read .: "),
        ("position gamma 0 1 1 1", "position: "),
        ("position movement\n1 1\n10\n", "the input ended before the 'end' of the board"),
        (&long, "the line has more than 1048576 bytes"),
        (&wide, "the line has more than 1048576 bytes"),
    ];
    check_each(cases, |(line, cause)| {
        let answer = talk(line);
        let case = &line[..line.len().min(60)];
        assert!(answer.starts_with("error ") && answer.contains(cause), "{case}: {answer}");
        assert_eq!(answer.lines().count(), 1, "{case}: {answer}");
    });
    let answer = feed(&mut Sandbox::new().floe("engine"), b"\xff\n").expect("bytes", 0).stdout;
    assert_eq!(answer, "error the line is not UTF-8 text\n");
}

#[test]
fn refused_turns_change_nothing() {
    let mut engine = EngineProcess::start(&Sandbox::new());
    assert_eq!(engine.answers(&position(BOARD)), [""; 0]);
    let expected = engine.best("go depth 2");
    for turns in ["r2c1-r2c2 r2c1-r2c3", "r2c1-r2c2 nonsense", "r9c9"] {
        let answers = engine.answers(&format!("turns {turns}"));
        assert!(answers.len() == 1 && answers[0].starts_with("error turns: "), "{answers:?}");
    }
    let refused = engine.answers("position movement\n1 1\n1x\nend");
    assert!(refused[0].starts_with("error position: "), "{refused:?}");
    assert_eq!(engine.best("go depth 2"), expected);
}
