//! The speed of `gamma`: wall time and memory of each workload, and the ratio to reading alone.
//!
//! `cargo bench -p floe --bench gamma`, or only the shapes that are hard for golden moves:
//! `cargo bench -p floe --bench gamma -- shapes`
//!
//! The program that only reads is this file itself, started with an argument: it parses the same input and answers nothing.
//! Each figure is the best of five runs, with the two programs in alternation.

mod shapes;

use std::error::Error;
use std::fmt::Write;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io};

use floe_rules::random::Random;

const GAMMA: &str = env!("CARGO_BIN_EXE_gamma");
const RUNS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    match arguments.get(1).map(String::as_str) {
        Some("--read") => {
            floe::gamma::parse_only(io::stdin().lock())?;
            Ok(())
        }
        Some("--measure") => measure_child(&arguments[2], &arguments[3..]),
        only => {
            let folder = tempfile::tempdir()?;
            let this = env::current_exe()?;
            let this = this.to_string_lossy();
            if only != Some("shapes") {
                compare(&this, folder.path())?;
            }
            shapes::measure(&this, folder.path())
        }
    }
}

fn compare(this: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    println!("{:6} {:>9} {:>9} {:>7} {:>8} {:>9}", "", "gamma", "reading", "ratio", "aim", "memory");
    for (name, aim, workload) in WORKLOADS {
        let input = folder.join(name);
        fs::write(&input, workload())?;
        let (mut best, mut floor, mut memory) = (Duration::MAX, Duration::MAX, 0);
        for _ in 0..RUNS {
            floor = floor.min(run(this, &[this, "--read"], &input)?.0);
            let (time, used) = run(this, &[GAMMA], &input)?;
            best = best.min(time);
            memory = memory.max(used);
        }
        let ratio = best.as_secs_f64() / floor.as_secs_f64();
        let late = if best.as_secs_f64() > *aim { "  missed" } else { "" };
        println!(
            "{name:6} {:>7.3} s {:>7.3} s {ratio:>7.1} {aim:>6} s {:>6.1} MB{late}",
            best.as_secs_f64(),
            floor.as_secs_f64(),
            memory as f64 / 1024.0
        );
        fs::remove_file(&input)?;
    }
    Ok(())
}

/// Runs a program in a process that measures it; returns its time and kilobytes.
fn run(this: &str, program: &[&str], input: &Path) -> Result<(Duration, u64), Box<dyn Error>> {
    let output =
        Command::new(this).arg("--measure").arg(input).args(program).stdin(Stdio::null()).output()?;
    let text = String::from_utf8(output.stdout)?;
    let (nanoseconds, kilobytes) = text.trim().split_once(' ').ok_or("the child was not measured")?;
    Ok((Duration::from_nanos(nanoseconds.parse()?), kilobytes.parse()?))
}

/// Runs one child and prints its wall time in nanoseconds and its memory in kilobytes.
fn measure_child(input: &str, program: &[String]) -> Result<(), Box<dyn Error>> {
    let mut command = Command::new(&program[0]);
    command.args(&program[1..]).stdin(File::open(input)?).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status()?;
    let time = start.elapsed();
    if !status.success() {
        return Err(format!("{program:?}: {status}").into());
    }
    println!("{} {}", time.as_nanos(), memory_of_children());
    Ok(())
}

fn memory_of_children() -> i64 {
    #[cfg(target_os = "linux")]
    if let Ok(usage) = nix::sys::resource::getrusage(nix::sys::resource::UsageWho::RUSAGE_CHILDREN) {
        return usage.max_rss();
    }
    0
}

type Workload = (&'static str, f64, fn() -> String);

/// The workloads, each with its target time in seconds.
const WORKLOADS: &[Workload] = &[
    ("a", 0.08, || random_moves(1_000_000_000, false)),
    ("b", 0.08, || random_moves(1_000_000_000, true)),
    ("b100", 0.3, || random_moves(100, true)),
    ("c1", 0.12, || {
        let mut random = Random::new(1);
        let mut text = filled(1000, 110, 1_000_000_000, |_, _| 1 + random.below(110) as u32);
        golden_moves(&mut text, 1000, 1..=100);
        text
    }),
    ("c2", 0.2, || {
        let mut text = filled(1000, 110, 2, |_, _| 1);
        golden_moves(&mut text, 1000, 2..=101);
        text
    }),
    ("c3", 0.2, || {
        let mut text = serpentine(1000, 600, 5);
        golden_moves(&mut text, 1000, 2..=101);
        text
    }),
    ("d1", 0.03, || {
        let mut text = crowded();
        for turn in 0..10_000 {
            let _ = writeln!(text, "q {}", 1 + turn % 10);
        }
        text
    }),
    ("d2", 0.1, || {
        let mut text = serpentine(300, 150, 1);
        for turn in 0..10_000 {
            let _ = writeln!(text, "q {}", 1 + turn % 150);
        }
        text
    }),
    ("d3", 0.03, || {
        let mut text = crowded();
        let mut random = Random::new(3);
        for turn in 0..1000 {
            let player = 1 + turn % 10;
            let _ = writeln!(text, "m {player} {} {}\nq {player}", random.below(300), random.below(300));
        }
        text
    }),
    ("e", 0.03, || {
        let mut random = Random::new(1);
        let mut text = filled(500, 9, 1_000_000_000, |_, _| 1 + random.below(9) as u32);
        text.push_str(&"p\n".repeat(100));
        text
    }),
    // Besides the public workloads: cached knowledge of an area must survive its growth.
    ("ring", 0.05, || {
        let mut text = ring(300);
        text.push_str(&"q 1\n".repeat(10_000));
        text
    }),
    ("grow", 0.3, || {
        let mut text = serpentine_rows(1000, 600, 1, 0..=992);
        for x in 1..1000 {
            let _ = writeln!(text, "m 1 {x} 992\nq 3\ng 4 500 500\nq 5");
        }
        text
    }),
];

fn random_moves(areas: u32, with_questions: bool) -> String {
    let mut random = Random::new(1);
    let mut text = format!("B 1000 1000 10 {areas}\n");
    for _ in 0..1_000_000 {
        let player = 1 + random.below(10);
        let _ = if with_questions && random.below(5) == 0 {
            writeln!(text, "{} {player}", ["q", "f", "b"][random.index(3)])
        } else {
            writeln!(text, "m {player} {} {}", random.below(1000), random.below(1000))
        };
    }
    text
}

/// Fills a board row by row in alternating directions, so that an area grows from its end.
fn filled(side: u32, players: u32, areas: u32, mut owner: impl FnMut(u32, u32) -> u32) -> String {
    let mut text = format!("B {side} {side} {players} {areas}\n");
    for y in 0..side {
        for step in 0..side {
            let x = if y % 2 == 0 { step } else { side - 1 - step };
            let _ = writeln!(text, "m {} {x} {y}", owner(x, y));
        }
    }
    text
}

/// Makes a ring of one player along the edge, with another player everywhere inside.
fn ring(side: u32) -> String {
    let mut text = format!("B {side} {side} 2 1\n");
    let last = side - 1;
    let edge = (0..side).map(|x| (x, 0)).chain((1..side).map(|y| (last, y)));
    let edge = edge.chain((0..last).rev().map(|x| (x, last))).chain((1..last).rev().map(|y| (0, y)));
    for (x, y) in edge {
        let _ = writeln!(text, "m 2 {x} {y}");
    }
    for y in 1..last {
        for x in 1..last {
            let _ = writeln!(text, "m 1 {x} {y}");
        }
    }
    text
}

/// Makes a snake of one player over the whole board, with another player in each gap.
fn serpentine(side: u32, players: u32, areas: u32) -> String {
    serpentine_rows(side, players, areas, 0..=side)
}

/// The same, but only in some rows and at the start of the last of them.
fn serpentine_rows(side: u32, players: u32, areas: u32, rows: std::ops::RangeInclusive<u32>) -> String {
    let last = *rows.end();
    filled(side, players, areas, |x, y| match y % 4 {
        _ if y > last || (y == last && x > 0) => 0,
        0 | 2 => 1,
        1 if x == side - 1 => 1,
        3 if x == 0 => 1,
        _ => 2 + y / 2 % (players - 1),
    })
}

fn golden_moves(text: &mut String, side: u64, players: std::ops::RangeInclusive<u32>) {
    let mut random = Random::new(2);
    for player in players {
        let _ = writeln!(text, "g {player} {} {}", random.below(side), random.below(side));
    }
}

/// Makes a 300 x 300 board that ten players with five areas each fill to 99 percent.
fn crowded() -> String {
    const SIDE: u32 = 300;
    const LIMIT: usize = 5;
    let mut random = Random::new(7);
    let mut text = format!("B {SIDE} {SIDE} 10 {LIMIT}\n");
    let mut owner = vec![0u32; (SIDE * SIDE) as usize];
    let mut edge: Vec<(u32, u32, u32)> = Vec::new();
    for player in 1..=10 {
        for _ in 0..LIMIT {
            edge.push((player, random.below(SIDE.into()) as u32, random.below(SIDE.into()) as u32));
        }
    }
    let mut taken = 0;
    while taken < SIDE * SIDE * 99 / 100 && !edge.is_empty() {
        let (player, x, y) = edge.swap_remove(random.index(edge.len()));
        let cell = &mut owner[(y * SIDE + x) as usize];
        if *cell != 0 {
            continue;
        }
        *cell = player;
        taken += 1;
        let _ = writeln!(text, "m {player} {x} {y}");
        for (x, y) in [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)] {
            if x < SIDE && y < SIDE {
                edge.push((player, x, y));
            }
        }
    }
    text
}
