//! The overhead of the referee: whole games by `floe match` against a bare shell loop over the same programs.
//!
//! `cargo bench -p floe --bench referee`
//!
//! The programs are this file itself, started with an argument: they make the first legal turn, at once or after some work.
//! The loop trusts them, like a simple script: it calls each until it exits with 1, in one folder, with one board file.

use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, hint};

use floe_rules::board_file;
use floe_rules::penguins::{Id, Phase, Position, RuleSet, Stage};
use floe_rules::random::scramble;

const FLOE: &str = env!("CARGO_BIN_EXE_floe");
const PLAYER: &str = "--player";
const BOARDS: usize = 6;
const PENGUINS: u32 = 3;
const ROUNDS: usize = 3;

const LOOP: &str = r#"
first=$1 second=$2 penguins=$3; shift 3
game() {
    cp "$3" board.txt
    for phase in placement movement; do
        one= two=
        while [ -z "$one$two" ] || [ -z "$one" ] || [ -z "$two" ]; do
            [ -n "$one" ] || $1 phase=$phase penguins=$penguins board.txt board.txt || one=1
            [ -n "$two" ] || $2 phase=$phase penguins=$penguins board.txt board.txt || two=1
        done
    done
}
for board; do
    game "$first" "$second" "$board"
    game "$second" "$first" "$board"
done
"#;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    if arguments.get(1).is_some_and(|argument| argument == PLAYER) {
        return answer(&arguments[2..]);
    }
    let folder = tempfile::Builder::new().prefix("floe-bench").tempdir()?;
    let boards = folder.path().join("boards");
    fs::create_dir(&boards)?;
    for seed in 1..=BOARDS {
        let board = boards.join(format!("{seed}.txt"));
        let mut generate = Command::new(FLOE);
        generate.args(["generate", "--rows", "8", "--cols", "8", "--penguins", &PENGUINS.to_string()]);
        succeed(generate.args(["--seed", &seed.to_string(), "--output"]).arg(&board))?;
    }
    println!(
        "whole games of two through 'floe match', against a bare shell loop over the same programs and boards"
    );
    println!(
        "({} games one after the other, best of {ROUNDS} runs, start of floe and its probes included)\n",
        BOARDS * 2
    );
    overhead(folder.path(), &boards)?;
    scaling(folder.path(), &boards)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the command of a player that does so much work before its turn.
fn player(id: &str, work: u64) -> Result<String, Box<dyn Error>> {
    Ok(format!("{} {PLAYER} {id} {work}", env::current_exe()?.display()))
}

/// Does a fixed amount of work on the processor.
fn work(amount: u64) {
    hint::black_box((0..amount).fold(0, |mixed, number| scramble(mixed ^ number)));
}

/// Returns the work that takes so many milliseconds on an idle machine.
fn work_of(millis: u64) -> u64 {
    const SAMPLE: u64 = 10_000_000;
    let fastest = (0..5).map(|_| {
        let begin = Instant::now();
        work(SAMPLE);
        begin.elapsed()
    });
    let nanos = fastest.min().unwrap_or_default().as_nanos().max(1) as u64;
    SAMPLE * millis * 1_000_000 / nanos
}

fn overhead(folder: &Path, boards: &Path) -> Result<(), Box<dyn Error>> {
    for (busy, name) in [(0, "programs that answer at once"), (20, "programs that think for 20 ms")] {
        let programs = [player("one", work_of(busy))?, player("two", work_of(busy))?];
        let (mut bare, mut tiers) = (Vec::new(), vec![Vec::new(); 3]);
        let mut turns = 0;
        // In rounds, so that a slow phase of the machine affects all of them.
        for _ in 0..ROUNDS {
            bare.push(shell_loop(folder, boards, &programs)?);
            for (times, tier) in tiers.iter_mut().zip(["none", "basic", "strict"]) {
                let (time, made) = game_master(folder, boards, &programs, tier, 1)?;
                times.push(time);
                turns = made;
            }
        }
        let bare = *bare.iter().min().ok_or("no runs")?;
        println!("{name}: {turns} turns, shell loop {:.2} ms a turn", millis(bare) / turns as f64);
        for (times, (tier, allowed)) in
            tiers.iter().zip([("none", ""), ("basic", " (allowed 3)"), ("strict", " (allowed 10)")])
        {
            let time = *times.iter().min().ok_or("no runs")?;
            let added = (millis(time) - millis(bare)) / turns as f64;
            let ratio = time.as_secs_f64() / bare.as_secs_f64();
            let allowed = if busy == 0 { allowed } else { "" };
            println!("  tier {tier:6}  {added:5.2} ms added a turn{allowed}, ratio {ratio:.2}");
        }
    }
    Ok(())
}

fn scaling(folder: &Path, boards: &Path) -> Result<(), Box<dyn Error>> {
    let amount = work_of(20);
    let programs = [player("one", amount)?, player("two", amount)?];
    println!("\nprograms that think for 20 ms, games in parallel");
    for tier in ["basic", "strict"] {
        let mut times = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            for (time, parallel) in times.iter_mut().zip([1, 2]) {
                *time = (*time).min(game_master(folder, boards, &programs, tier, parallel)?.0);
            }
        }
        let ratio = times[0].as_secs_f64() / times[1].as_secs_f64();
        println!("  tier {tier:6}  two at a time are {ratio:.2} times as fast as one (wanted 1.7)");
    }
    Ok(())
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn succeed(command: &mut Command) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    let output = command.stdin(Stdio::null()).output()?;
    let time = start.elapsed();
    if output.status.success() {
        return Ok(time);
    }
    Err(format!("{command:?}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr)).into())
}

fn shell_loop(folder: &Path, boards: &Path, programs: &[String; 2]) -> Result<Duration, Box<dyn Error>> {
    let mut files: Vec<_> =
        fs::read_dir(boards)?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    files.sort();
    let mut shell = Command::new("sh");
    shell.args(["-c", LOOP, "sh"]).args(programs).arg(PENGUINS.to_string()).args(files);
    succeed(shell.current_dir(folder))
}

/// Plays all games by floe; returns their time and number of turns.
fn game_master(
    folder: &Path,
    boards: &Path,
    programs: &[String; 2],
    tier: &str,
    parallel: usize,
) -> Result<(Duration, usize), Box<dyn Error>> {
    let records = tempfile::tempdir_in(folder)?;
    let mut floe = Command::new(FLOE);
    floe.arg("match").args(programs).arg("--board").arg(boards);
    floe.args(["--penguins", &PENGUINS.to_string(), "--tier", tier, "--quiet", "--records"])
        .arg(records.path());
    let time = succeed(floe.args(["--parallel", &parallel.to_string()]))?;
    let mut turns = 0;
    for entry in fs::read_dir(records.path())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "floe") {
            let text = fs::read_to_string(path)?;
            if text.contains("\nfault 1:") {
                return Err(format!("a program was at fault:\n{text}").into());
            }
            let (_, after) = text.split_once("[turns]\n").ok_or("no turns")?;
            turns += after.lines().take_while(|line| !line.is_empty()).count();
        }
    }
    Ok((time, turns))
}

/// Makes the first legal turn after some work: `ID WORK phase=... [penguins=N] BOARD BOARD`, or `ID WORK name`.
fn answer(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let [id, amount, rest @ ..] = arguments else {
        return Ok(ExitCode::from(3));
    };
    if rest == ["name"] {
        println!("{id}");
        return Ok(ExitCode::SUCCESS);
    }
    let path = rest.last().ok_or("no board")?;
    let mut setup =
        board_file::read(&fs::read(path)?).map_err(|faults| format!("{} faults", faults.total()))?;
    let own = Id::new(id.as_bytes())?;
    let penguins = rest.iter().find_map(|word| word.strip_prefix("penguins=")).unwrap_or("0").parse()?;
    let placing = rest[0] == "phase=placement";
    let stage =
        if placing { Stage::Placement { penguins, seats: setup.seats_for(2) } } else { Stage::Movement };
    let mut position = Position::new(&setup, &RuleSet::SQUARE, &stage)?;
    let seat = setup.player_named(&own).map(|row| row.seat).or(setup.next_seat()).ok_or("no seat")?;
    position.set_turn(seat);
    let wanted = if placing { Phase::Placement } else { Phase::Movement };
    if position.to_move() != Some(seat) || position.phase() != wanted {
        return Ok(ExitCode::from(1));
    }
    work(amount.parse()?);
    let turn = *position.turns().first().ok_or("no turn")?;
    let _ = position.play(turn)?;
    setup.follow(&position, &turn.cells().collect::<Vec<_>>(), seat, &own);
    fs::write(path, board_file::write(&setup))?;
    Ok(ExitCode::SUCCESS)
}
