//! A tournament of many tiny games between engines: how fast games are played and stored, how much memory that takes, and
//! how large the database and the reports become.
//!
//! ```sh
//! cargo bench -p floe --bench tournament            # 32 engines, 992 games
//! cargo bench -p floe --bench tournament -- 317     # 100,172 games
//! ```
//!
//! With a folder as a second argument, the reports are kept there.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo passes `--bench`.
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let engines: usize = arguments.next().map_or(Ok(32), |count| count.parse())?;
    let scratch = tempfile::tempdir()?;
    let folder = arguments.next().map_or_else(|| scratch.path().to_owned(), PathBuf::from);
    fs::create_dir_all(&folder)?;
    let config = folder.join("cup.toml");
    fs::write(&config, configuration(engines))?;
    let games = engines * (engines - 1);
    for (what, options) in [("play", &["-q"][..]), ("report again", &["-q", "--report-only"])] {
        let begin = Instant::now();
        let status = Command::new(env!("CARGO_BIN_EXE_floe"))
            .arg("tournament")
            .arg(&config)
            .args(options)
            .stdout(Stdio::null())
            .status()?;
        if !status.success() {
            return Err(format!("floe ended with {status}").into());
        }
        let seconds = begin.elapsed().as_secs_f64();
        println!("{what}: {games} games in {seconds:.1} s, {:.0} games a second", games as f64 / seconds);
    }
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
        let (user, system) = (usage.user_time(), usage.system_time());
        println!("peak memory: {} MiB", usage.max_rss() / 1024);
        println!("processor time of both: {} s", user.tv_sec() + system.tv_sec());
    }
    println!("database: {:.1} MB", fs::metadata(folder.join("cup.db"))?.len() as f64 / 1e6);
    let reports = folder.join("cup-reports");
    for part in ["report.html", "report-data", "report.json", "games"] {
        let (files, bytes, most) = measured(&reports.join(part))?;
        println!("{part}: {files} files, {:.1} MB, at most {most} in a folder", bytes as f64 / 1e6);
    }
    Ok(())
}

/// A round robin of engines on one board of 4 x 4 with one penguin each.
fn configuration(engines: usize) -> String {
    let mut text =
        "format = \"round-robin\"\nplayers = 2\nseed = 7\n[game]\nrules = \"square\"\npenguins = 1\n\
                    [boards]\ncount = 1\nmake = { rows = 4, cols = 4 }\n"
            .to_owned();
    for number in 1..=engines {
        let _ = writeln!(
            text,
            "[[program]]\nname = \"Engine {number}\"\ncommand = \"engine:level={},nodes={},seed={number}\"",
            number % 3 + 1,
            number + 20
        );
    }
    text
}

/// Returns the number of files, their size, and the most entries of a folder.
fn measured(path: &Path) -> std::io::Result<(usize, u64, usize)> {
    let Ok(metadata) = fs::metadata(path) else { return Ok((0, 0, 0)) };
    if metadata.is_file() {
        return Ok((1, metadata.len(), 1));
    }
    let (mut files, mut bytes, mut entries, mut most) = (0, 0, 0, 0);
    for entry in fs::read_dir(path)? {
        let inside = measured(&entry?.path())?;
        (files, bytes, entries) = (files + inside.0, bytes + inside.1, entries + 1);
        most = most.max(inside.2);
    }
    Ok((files, bytes, most.max(entries)))
}
