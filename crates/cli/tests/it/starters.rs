//! The starters: each answers every file, valid or invalid, as `penguins` does.
//!
//! A starter whose compiler or interpreter is missing is skipped loudly. `STARTER_CASES=N` tries more files than the few
//! hundred of an ordinary run.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::plain_board::{Phase, PlainBoard, SQUARE};
use crate::sandbox::{Run, Sandbox, files, shared_data, skipped};

/// A starter that can be run here.
pub(crate) struct Starter {
    pub(crate) id: &'static str,
    /// The program, with the interpreter before it where it needs one.
    pub(crate) command: Vec<OsString>,
}

impl Starter {
    fn run(&self, sandbox: &Sandbox, arguments: &[String]) -> Run {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).args(arguments).current_dir(sandbox.path("")).stdin(Stdio::null());
        Run::from(command.output().unwrap())
    }
}

/// Returns where a starter's files are.
fn folder(language: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../starters").join(language)
}

/// Builds the starters once, and returns those that this machine has the tools for.
pub(crate) fn starters() -> &'static [Starter] {
    static STARTERS: OnceLock<Vec<Starter>> = OnceLock::new();
    STARTERS.get_or_init(|| {
        let mut cc = Command::new("cc");
        cc.args(["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic"]);
        cc.arg(folder("c").join("penguins.c"));
        let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        rustc.args(["--edition=2021", "-O", "-Dwarnings"]).arg(folder("rust").join("src/main.rs"));

        let mut found = Vec::new();
        if let Some(program) = build(&mut cc, "C starter") {
            found.push(Starter { id: "CStarter", command: vec![program.into()] });
        }
        match python() {
            Some(python) => {
                let script = folder("python").join("penguins.py");
                found.push(Starter { id: "PythonStarter", command: vec![python, script.into()] });
            }
            None => skipped("the Python starter: there is no python3 from 3.8 on"),
        }
        if let Some(program) = build(&mut rustc, "Rust starter") {
            found.push(Starter { id: "RustStarter", command: vec![program.into()] });
        }
        found
    })
}

/// Builds a starter, or says that its compiler is missing; a compiler that finds fault with it fails.
fn build(compiler: &mut Command, starter: &str) -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("starters");
    std::fs::create_dir_all(&target).unwrap();
    // Whoever runs these tests at the same time must never meet half a program.
    let (new, program) = (target.join(format!("{starter} {}", std::process::id())), target.join(starter));
    let Ok(output) = compiler.arg("-o").arg(&new).stdin(Stdio::null()).output() else {
        skipped(&format!("the {starter}: there is no {}", compiler.get_program().to_string_lossy()));
        return None;
    };
    assert!(output.status.success(), "the {starter} does not build: {}", Run::from(output).told());
    std::fs::rename(new, &program).unwrap();
    Some(program)
}

/// Returns the interpreter itself: the `python3` that is found may be a script that only looks for it.
fn python() -> Option<OsString> {
    let mut env = Command::new("/usr/bin/env");
    env.args(["python3", "-c", "import sys; print(sys.version_info >= (3, 8) and sys.executable or '')"]);
    let run = Run::from(env.stdin(Stdio::null()).output().ok()?);
    let path = run.stdout.trim_end();
    (run.code == Some(0) && !path.is_empty()).then(|| path.into())
}

/// Repeatable chance.
struct Dice(u64);

impl Dice {
    /// Returns a number below `sides`.
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.roll(choices.len())]
    }
}

/// Makes up a state in which `me` often has a row, and often something is wrong.
fn made_up_file(dice: &mut Dice, me: &str) -> Vec<u8> {
    let (rows, cols) = (1 + dice.roll(5), 1 + dice.roll(5));
    let mut ids = vec!["Bea", "Łoś", "C", "Starter", "12", "a=b", "#x", "me"];
    if dice.roll(4) > 0 {
        ids.insert(dice.roll(3), me);
    }
    let most = *dice.pick(&[4, 4, 4, 4, 4, 9]);
    ids.truncate(1 + dice.roll(most));
    let mut numbers: Vec<usize> = (1..=9).collect();
    if dice.roll(2) == 0 {
        numbers.rotate_left(dice.roll(9));
    }
    let blank = |dice: &mut Dice| *dice.pick(&[" ", " ", " ", " ", " ", "  ", "\t", " \t "]);
    let end = *dice.pick(&["\n", "\n", "\r\n", " \n", "\t\r\n"]);
    let mut text = String::new();
    if dice.roll(10) == 0 {
        text.push('\u{feff}');
    }
    text += &format!("{rows}{}{cols}{end}", blank(dice));
    for _ in 0..rows {
        for col in 0..cols {
            text += if col == 0 { "" } else { blank(dice) };
            let number = numbers[dice.roll(ids.len())];
            let field = match dice.roll(12) {
                0..=1 => "00".to_owned(),
                2..=5 => "10".to_owned(),
                6..=7 => "20".to_owned(),
                8 => "30".to_owned(),
                9..=10 => format!("0{number}"),
                _ => format!("{}{number}", dice.roll(4)),
            };
            text += &field;
        }
        text += end;
    }
    for (id, number) in ids.iter().zip(&numbers) {
        text += *dice.pick(&["", "", "", "", "\n", " \t"]);
        let score = dice.pick(&["0", "7", "12", "007", "4294967295", "4294967200"]);
        let score = if dice.roll(5) > 0 { "5" } else { score };
        text += &format!("{id}{}{number}{}{score}{end}", blank(dice), blank(dice));
    }
    if dice.roll(5) == 0 {
        text.truncate(text.trim_end().len());
    }
    text.into_bytes()
}

/// Breaks a file here and there; often it stays a good one.
fn mutate(dice: &mut Dice, bytes: &mut Vec<u8>) {
    const BYTES: &[u8] = b"0123456789 \t\n\r\"-+.xA\0\x0b\x7f\x85\xa0\xff";
    for _ in 0..dice.roll(4) {
        let at = dice.roll(bytes.len() + 1);
        let end = (at + 1 + dice.roll(4)).min(bytes.len());
        match dice.roll(6) {
            0 | 1 => bytes.insert(at, *dice.pick(BYTES)),
            2 if at < bytes.len() => bytes[at] = *dice.pick(BYTES),
            3 if at < bytes.len() => drop(bytes.drain(at..end)),
            4 if dice.roll(4) == 0 => bytes.truncate(at),
            5 => {
                let mut lines: Vec<Vec<u8>> =
                    bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
                let (one, other) = (dice.roll(lines.len()), dice.roll(lines.len()));
                match dice.roll(3) {
                    0 => lines.swap(one, other),
                    1 => lines.insert(one, lines[other].clone()),
                    _ => drop(lines.remove(one)),
                }
                *bytes = lines.join(&b'\n');
            }
            _ => {}
        }
    }
}

/// Makes up a call; sometimes one that makes no sense.
fn made_up_arguments(dice: &mut Dice) -> (Phase, Vec<String>) {
    let penguins = 1 + dice.roll(4);
    let mut arguments = vec!["board.txt".to_owned()];
    arguments.push((*dice.pick(&["board.txt", "old.txt", "new.txt"])).to_owned());
    let phase = if dice.roll(2) == 0 { Phase::Placement { penguins } } else { Phase::Movement };
    let (name, given) = match phase {
        Phase::Placement { .. } => ("phase=placement", true),
        Phase::Movement => ("phase=movement", dice.roll(3) == 0),
    };
    arguments.insert(dice.roll(3), name.to_owned());
    if given {
        arguments.insert(dice.roll(4), format!("penguins={penguins}"));
    }
    if dice.roll(12) == 0 {
        let at = dice.roll(arguments.len());
        let odd = [
            "phase=moving",
            "phase=",
            "phase=placement",
            "penguins=0",
            "penguins=",
            "penguins=-1",
            "penguins=+2",
            "penguins=2x",
            "pengiuns=2",
            "--help-me",
            "-x",
            "third.txt",
            "",
            "./a=b",
            "missing.txt",
            "folder",
        ];
        match dice.roll(3) {
            0 => drop(arguments.remove(at)),
            1 => arguments[at] = (*dice.pick(&odd)).to_owned(),
            _ => arguments.insert(at, (*dice.pick(&odd)).to_owned()),
        }
    }
    (phase, arguments)
}

fn sandbox_with(bytes: &[u8]) -> Sandbox {
    let sandbox = Sandbox::with("board.txt", bytes);
    sandbox.write("old.txt", "what was here before\n");
    std::fs::create_dir(sandbox.path("folder")).unwrap();
    sandbox
}

/// The names of all files, and what is in those that a program might write to.
fn all(sandbox: &Sandbox) -> (Vec<String>, Vec<Option<crate::sandbox::Snapshot>>) {
    (sandbox.names(), ["board.txt", "old.txt"].map(|name| sandbox.snapshot(name)).into())
}

#[test]
fn every_file_gets_the_answer_that_penguins_gives() {
    let cases: u64 = env::var("STARTER_CASES").map_or(400, |count| count.parse().unwrap());
    let mut exits = [0; 4];
    for starter in starters() {
        let fewer = if starter.command.len() > 1 { cases / 4 } else { cases };
        for seed in 0..fewer {
            let dice = &mut Dice(seed * 77);
            let mut bytes = made_up_file(dice, starter.id);
            mutate(dice, &mut bytes);
            let (phase, arguments) = made_up_arguments(dice);
            let case = format!("{} {arguments:?}, case {seed}, on\n{}", starter.id, bytes.escape_ascii());

            let (ours, theirs) = (sandbox_with(&bytes), sandbox_with(&bytes));
            let before = all(&theirs);
            let options = [format!("name={}", starter.id), "nodes=1".to_owned()];
            let expected = ours.run(arguments.iter().chain(&options));
            let run = starter.run(&theirs, &arguments);
            assert_eq!(
                run.code,
                expected.code,
                "{case}\npenguins: {}\nstarter: {}",
                expected.told(),
                run.told()
            );
            assert!(run.stdout.is_empty(), "{case}: {}", run.told());
            exits[usize::try_from(run.code.unwrap()).unwrap()] += 1;
            if run.code == Some(0) {
                let is_key =
                    |argument: &str| argument.starts_with("phase=") || argument.starts_with("penguins=");
                let output = arguments.iter().filter(|argument| !is_key(argument)).nth(1).unwrap();
                let written = theirs.read(output);
                let state = PlainBoard::parse(&bytes).unwrap();
                let judged = state.judge(SQUARE, phase, starter.id.as_bytes(), &written);
                judged.unwrap_or_else(|why| panic!("{case}: {why}\n{}", written.escape_ascii()));
                if output != "board.txt" {
                    assert!(theirs.snapshot("board.txt") == before.1[0], "{case}: the input was touched");
                }
                continue;
            }
            assert!(all(&theirs) == before, "{case}: exit code {:?}, but a file was touched", run.code);
            match run.code {
                Some(2) => assert!(names_a_place(&run.stderr), "{case}: no place: {}", run.told()),
                Some(3) => assert!(!run.stderr.is_empty(), "{case}: no message"),
                _ => assert!(run.stderr.is_empty(), "{case}: {}", run.told()),
            }
        }
    }
    // A test that never saw one of them would prove little.
    assert!(starters().is_empty() || exits.iter().all(|&count| count > 5), "{exits:?}");
}

/// Tells whether a message starts with `board.txt:LINE:COLUMN: error: `.
fn names_a_place(message: &str) -> bool {
    let place = message.strip_prefix("board.txt:").and_then(|rest| rest.split_once(": error: "));
    let Some((line, column)) = place.and_then(|(place, _)| place.split_once(':')) else {
        return false;
    };
    [line, column].iter().all(|number| number.parse::<usize>().is_ok_and(|number| number > 0))
}

#[test]
fn starters_play_a_whole_game_with_each_other() {
    for (penguins, board) in [(2, "--rows 7 --cols 6"), (1, "--rows 1 --cols 12"), (3, "--rows 5 --cols 9")] {
        let sandbox = Sandbox::new();
        let players = starters().len().max(1);
        let line =
            format!("generate {board} --players {players} --penguins {penguins} --seed 4 -o board.txt");
        sandbox.run_floe(&line).expect(&line, 0);
        for phase in [Phase::Placement { penguins }, Phase::Movement] {
            let arguments = match phase {
                Phase::Placement { penguins } => {
                    format!("phase=placement penguins={penguins} board.txt board.txt")
                }
                Phase::Movement => "phase=movement board.txt board.txt".to_owned(),
            };
            let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
            while starters().iter().filter(|starter| took_turn(&sandbox, starter, phase, &arguments)).count()
                > 0
            {}
        }
        assert_eq!(sandbox.names(), ["board.txt"]);
    }
}

/// Calls a starter once; tells whether it made a turn.
fn took_turn(sandbox: &Sandbox, starter: &Starter, phase: Phase, arguments: &[String]) -> bool {
    let text = sandbox.read("board.txt");
    let before = PlainBoard::parse(&text).unwrap();
    let run = starter.run(sandbox, arguments);
    let case = format!("{} on\n{}", starter.id, String::from_utf8_lossy(&text));
    let written = sandbox.read("board.txt");
    if run.code == Some(0) {
        let judged = before.judge(SQUARE, phase, starter.id.as_bytes(), &written);
        judged.unwrap_or_else(|why| panic!("{case}: {why}"));
        return true;
    }
    let run = run.expect(&case, 1);
    assert!(before.turns(SQUARE, phase, starter.id.as_bytes()).is_empty(), "{case}: {}", run.told());
    assert!(written == text, "{case}: the board was touched");
    false
}

/// The states of real tournaments, with each starter in the place of one of the players.
#[test]
fn starters_play_on_in_real_tournaments() {
    let Some(states) = shared_data("states") else {
        return;
    };
    for path in files(&states, "txt").into_iter().step_by(5) {
        let text = std::fs::read(&path).unwrap();
        let mut before = PlainBoard::parse(&text).unwrap();
        if before.players.is_empty() {
            continue;
        }
        for starter in starters() {
            before.players[0].id = starter.id.into();
            let state = before.canonical();
            for (phase, line) in [
                (Phase::Placement { penguins: 3 }, "phase=placement penguins=3 board.txt board.txt"),
                (Phase::Movement, "phase=movement board.txt board.txt"),
            ] {
                let sandbox = Sandbox::with("board.txt", &state);
                let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
                took_turn(&sandbox, starter, phase, &arguments);
            }
        }
    }
}

#[test]
fn starters_write_through_links_and_respect_permissions() {
    const BOARD: &str = "1 2\n10 20\n";
    for starter in starters() {
        let place = |output: &str| ["phase=placement", "penguins=1", "board.txt", output].map(str::to_owned);
        let sandbox = Sandbox::with("board.txt", BOARD);
        let case = starter.id;
        starter.run(&sandbox, &["name".to_owned()]).expect(case, 0);
        starter.run(&sandbox, &place("missing/new.txt")).expect(case, 3);
        starter.run(&sandbox, &place("./new.txt")).expect(case, 0);
        std::fs::create_dir(sandbox.path("folder")).unwrap();
        starter.run(&sandbox, &place("folder")).expect(case, 3);
        starter.run(&sandbox, &place("folder/new.txt")).expect(case, 0);
        assert_eq!(sandbox.read("folder/new.txt"), sandbox.read("new.txt"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::{PermissionsExt, symlink};
            let mode =
                |name: &str| std::fs::metadata(sandbox.path(name)).unwrap().permissions().mode() & 0o777;
            let set_mode = |name: &str, mode| {
                std::fs::set_permissions(sandbox.path(name), PermissionsExt::from_mode(mode)).unwrap();
            };
            sandbox.write("folder/new.txt", "old");
            symlink("folder/new.txt", sandbox.path("link")).unwrap();
            set_mode("folder/new.txt", 0o640);
            starter.run(&sandbox, &place("link")).expect(case, 0);
            assert!(sandbox.path("link").is_symlink(), "{case}: the link is gone");
            assert_eq!(sandbox.read("folder/new.txt"), sandbox.read("new.txt"), "{case}");
            assert_eq!(mode("folder/new.txt"), 0o640, "{case}");
            sandbox.write("folder/new.txt", "old");
            set_mode("folder/new.txt", 0o444);
            starter.run(&sandbox, &place("link")).expect(case, 3);
            assert_eq!(sandbox.read("folder/new.txt"), b"old", "{case}");
        }
        let names = ["board.txt", "folder", "folder/new.txt", "link", "new.txt"];
        assert!(sandbox.names().iter().all(|name| names.contains(&name.as_str())), "{:?}", sandbox.names());
    }
}
