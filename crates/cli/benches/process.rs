//! The speed of `penguins` as a whole process, relative to a program that only copies the board.
//!
//! `cargo bench -p floe`
//!
//! The copying program is this file itself, started with an argument: it reads the board, writes it to a
//! temporary file and renames that, which every contest program must do.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

use floe_rules::board_file;
use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::RuleSet;

const PENGUINS: &str = env!("CARGO_BIN_EXE_penguins");
const ROUNDS: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    if let [_, mode, input, output] = &arguments[..]
        && mode == "--copy"
    {
        let temporary = format!("{output}.tmp");
        fs::write(&temporary, fs::read(input)?)?;
        fs::rename(&temporary, output)?;
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    forced_turn(folder.path())?;
    large_turn(folder.path())
}

fn timed(command: &mut Command) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    let status = command.status()?;
    let time = start.elapsed();
    if status.success() { Ok(time) } else { Err(format!("{command:?}: {status}").into()) }
}

fn forced_turn(folder: &Path) -> Result<(), Box<dyn Error>> {
    // One penguin with one way to go, on a 20 x 20 board of floes that nobody can reach.
    let mut board = "20 20\n01 10 00".to_owned() + &" 20".repeat(17) + "\n";
    board += &("00 00 00".to_owned() + &" 20".repeat(17) + "\n").repeat(19);
    board += "Floe 1 1\n";
    let (input, output) = (folder.join("board.txt"), folder.join("out.txt"));
    fs::write(&input, board)?;
    let this = env::current_exe()?;
    let (mut ours, mut copies) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        copies.push(timed(Command::new(&this).arg("--copy").args([&input, &output]))?);
        ours.push(timed(Command::new(PENGUINS).arg("phase=movement").args([&input, &output]))?);
    }
    ours.sort();
    copies.sort();
    let (ours, copies) = (ours[ROUNDS / 2], copies[ROUNDS / 2]);
    let ratio = ours.as_secs_f64() / copies.as_secs_f64();
    println!("forced turn on 20 x 20, median of {ROUNDS} (wanted: ratio at most 2)");
    println!("  penguins {ours:.1?}   copying program {copies:.1?}   ratio {ratio:.2}");
    Ok(())
}

fn large_turn(folder: &Path) -> Result<(), Box<dyn Error>> {
    println!(
        "turn with time=MS on large boards (wanted: MS + 5% + 10 ms up to 1000; 2.5 s and 400 MB for 2000)"
    );
    for (side, millis) in [(100, 50), (1000, 50), (1000, 500), (2000, 500)] {
        let recipe = Recipe { penguins: 3, ..Recipe::plain(RuleSet::SQUARE, side, side) };
        let board = folder.join("large.txt");
        fs::write(&board, board_file::write(&generate(&recipe)?))?;
        for phase in ["placement", "movement"] {
            let time = timed(
                Command::new(PENGUINS)
                    .arg(format!("phase={phase}"))
                    .args(["penguins=3".to_owned(), format!("time={millis}")])
                    .args([&board, &board]),
            )?;
            println!("  {side} x {side} {phase} time={millis}: {time:.1?}{}", most_memory());
        }
    }
    Ok(())
}

/// Returns the peak memory of all children so far, which is that of the last one because boards only grow.
fn most_memory() -> String {
    #[cfg(target_os = "linux")]
    if let Ok(usage) = nix::sys::resource::getrusage(nix::sys::resource::UsageWho::RUSAGE_CHILDREN) {
        return format!(", {:.1} MB", usage.max_rss() as f64 / 1024.0);
    }
    String::new()
}
