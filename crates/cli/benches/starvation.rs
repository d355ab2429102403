//! Whether a program can keep the opponents of other games from thinking.
//!
//! `cargo bench -p floe --bench starvation`
//!
//! A program that needs 150 ms of its 500 ms in each turn plays against an honest one, and against a hog: 50 busy children,
//! each in a session of its own, for most of its turn. As many games as there are cores are played at the same time, so
//! that there is always a hog beside it. Its time-outs against the hog must not be more than against the honest program.
//! The programs are this file itself, started with an argument.

use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, hint, thread};

use floe_rules::board_file;
use floe_rules::penguins::{Id, Phase, Position, RuleSet, Stage};
use floe_rules::random::scramble;

const FLOE: &str = env!("CARGO_BIN_EXE_floe");
const PLAYER: &str = "--player";
const BURN: &str = "--burn";
const TIME_MS: u64 = 500;
const NEEDED_MS: u64 = 150;
/// How long the hog takes for a turn.
const HOG_MS: u64 = 350;
const CHILDREN: usize = 50;
const BOARDS: usize = 3;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    match arguments.get(1).map(String::as_str) {
        Some(PLAYER) => return answer(&arguments[2..]),
        Some(BURN) => burn(),
        _ => {}
    }
    let cores = thread::available_parallelism().map_or(1, usize::from);
    println!(
        "a program that needs {NEEDED_MS} ms of {TIME_MS} ms, in {cores} games at a time, {} games",
        BOARDS * 2
    );
    let folder = tempfile::Builder::new().prefix("floe-bench").tempdir()?;
    let work = work_of(NEEDED_MS);
    let mut fair = true;
    for tier in ["basic", "strict"] {
        let honest = play(folder.path(), tier, work, "honest")?;
        let hog = play(folder.path(), tier, work, "hog")?;
        for (opponent, Outcome { turns, time_outs, replays, slowest }) in [("honest", &honest), ("hog", &hog)]
        {
            println!(
                "tier {tier:6}  against {opponent:6}  {turns} turns, {time_outs} time-outs, {replays} replayed, at most \
                 {slowest} ms"
            );
        }
        fair &= hog.time_outs <= honest.time_outs;
    }
    println!("{}", if fair { "no more time-outs against the hog" } else { "MORE time-outs against the hog" });
    Ok(if fair { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What happened to the program that needs its time.
struct Outcome {
    turns: u64,
    time_outs: usize,
    replays: usize,
    /// The longest turn, in milliseconds.
    slowest: u64,
}

/// Lets the program play against an opponent.
fn play(folder: &Path, tier: &str, work: u64, opponent: &str) -> Result<Outcome, Box<dyn Error>> {
    let this = env::current_exe()?;
    let player = |kind: &str| format!("{} {PLAYER} {kind} {work}", this.display());
    let records = folder.join(format!("{tier}-{opponent}"));
    let mut floe = Command::new(FLOE);
    floe.args(["match", &player("thinker"), &player(opponent), "--tier", tier, "--json", "--quiet"])
        .args(["--time", &TIME_MS.to_string(), "--boards", &BOARDS.to_string(), "--rows", "4", "--cols", "4"])
        .args(["--penguins", "1", "--faults", "0", "--seed", "7", "--records"])
        .arg(&records);
    let output = floe.current_dir(folder).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("floe failed: {}", output.status).into());
    }
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    let own = |fault: &&serde_json::Value| fault["entrant"] == 0 && fault["name"] == "time-out";
    let time_outs = list(&report["faults"]).iter().filter(own).count();
    let (mut turns, mut replays, mut slowest) = (0, 0, 0);
    for game in list(&report["games"]) {
        let seat = list(&game["seats"]).iter().position(|entrant| *entrant == 0).ok_or("it does not play")?;
        replays += list(&game["replays"]).iter().filter(|replay| replay["seat"] == seat).count();
        let record = game["record"].as_str().ok_or("there is no record")?;
        let line = format!("used by player {}: ", seat + 1);
        let used = record.lines().find_map(|found| found.strip_prefix(&line)).ok_or("no times")?;
        let numbers: Vec<u64> = used
            .split(|letter: char| !letter.is_ascii_digit())
            .filter_map(|word| word.parse().ok())
            .collect();
        turns += numbers.first().ok_or("no calls")?;
        slowest = slowest.max(*numbers.get(2).ok_or("no slowest call")?);
    }
    Ok(Outcome { turns, time_outs, replays, slowest })
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

/// Computes forever, in a session of its own where there is such a thing.
fn burn() -> ! {
    #[cfg(unix)]
    let _ = nix::unistd::setsid();
    let _ = fs::write("/proc/self/autogroup", "-20");
    loop {
        work(1_000_000);
    }
}

/// Thinks as a kind of player does.
fn think(kind: &str, amount: u64) -> Result<(), Box<dyn Error>> {
    if kind != "hog" {
        work(amount);
        return Ok(());
    }
    let (this, begin) = (env::current_exe()?, Instant::now());
    let left = || Duration::from_millis(HOG_MS).saturating_sub(begin.elapsed());
    for _ in 0..CHILDREN {
        // It plays with as many as it may start in its time.
        if left().is_zero() || Command::new(&this).arg(BURN).spawn().is_err() {
            break;
        }
    }
    thread::sleep(left());
    Ok(())
}

/// Makes the first legal turn after thinking: `KIND WORK phase=... [penguins=N] BOARD BOARD`, or `KIND WORK name`.
fn answer(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let [kind, amount, rest @ ..] = arguments else {
        return Ok(ExitCode::from(3));
    };
    if rest == ["name"] {
        println!("{kind}");
        return Ok(ExitCode::SUCCESS);
    }
    let path = rest.last().ok_or("no board")?;
    let mut setup =
        board_file::read(&fs::read(path)?).map_err(|faults| format!("{} faults", faults.total()))?;
    let own = Id::new(kind.as_bytes())?;
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
    think(kind, amount.parse()?)?;
    let turn = *position.turns().first().ok_or("no turn")?;
    let _ = position.play(turn)?;
    setup.follow(&position, &turn.cells().collect::<Vec<_>>(), seat, &own);
    fs::write(path, board_file::write(&setup))?;
    Ok(ExitCode::SUCCESS)
}
