//! Shapes that are hard for golden moves, and how the time grows when the side of the board doubles.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;

use floe_rules::random::Random;

use super::{GAMMA, RUNS, run};

/// A shape: its name, the target time in seconds of one of its sizes, its sizes, and a function that makes it.
struct Shape {
    name: &'static str,
    aim: (u32, f64),
    sizes: [u32; 3],
    commands: fn(u32) -> String,
}

const SHAPES: &[Shape] = &[
    Shape { name: "touching", aim: (1000, 0.2), sizes: [500, 1000, 2000], commands: touching },
    Shape { name: "refused", aim: (400, 0.03), sizes: [400, 800, 1600], commands: refused },
    Shape {
        name: "players",
        aim: (65_537, f64::INFINITY),
        sizes: [65_535, 65_536, 65_537],
        commands: players,
    },
    Shape { name: "lattice", aim: (115, 0.05), sizes: [115, 230, 460], commands: lattice },
    Shape { name: "rectangle", aim: (400, 0.05), sizes: [400, 800, 1600], commands: rectangle },
    Shape { name: "room", aim: (400, 0.05), sizes: [400, 800, 1600], commands: room },
    Shape { name: "diagonals", aim: (400, 0.05), sizes: [400, 800, 1600], commands: diagonals },
];

/// Prints for each shape and size the time, and by how much it grew in proportion to the commands: 1 is linear.
pub(super) fn measure(this: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    println!(
        "\n{:10} {:>6} {:>9} {:>9} {:>9} {:>7} {:>8} {:>9}",
        "", "size", "commands", "gamma", "reading", "growth", "aim", "memory"
    );
    for shape in SHAPES {
        let mut before: Option<f64> = None;
        for size in shape.sizes {
            let input = folder.join(shape.name);
            let text = (shape.commands)(size);
            let commands = text.lines().count();
            fs::write(&input, text)?;
            let (mut best, mut floor, mut memory) = (Duration::MAX, Duration::MAX, 0);
            for _ in 0..RUNS {
                floor = floor.min(run(this, &[this, "--read"], &input)?.0);
                let (time, used) = run(this, &[GAMMA], &input)?;
                best = best.min(time);
                memory = memory.max(used);
            }
            fs::remove_file(&input)?;
            let per_command = best.as_secs_f64() / commands as f64;
            let growth = before.map_or(String::new(), |before| format!("{:.2}", per_command / before));
            before = Some(per_command);
            let (at, aim) = shape.aim;
            let aimed = at == size && aim.is_finite();
            let aim_text = if aimed { format!("{aim} s") } else { String::new() };
            let late = if aimed && best.as_secs_f64() > aim { "  missed" } else { "" };
            println!(
                "{:10} {size:>6} {commands:>9} {:>7.3} s {:>7.3} s {growth:>7} {aim_text:>8} {:>6.1} MB{late}",
                shape.name,
                best.as_secs_f64(),
                floor.as_secs_f64(),
                memory as f64 / 1024.0
            );
        }
    }
    Ok(())
}

fn take(text: &mut String, player: u32, x: u32, y: u32) {
    let _ = writeln!(text, "m {player} {x} {y}");
}

/// Areas of three cells, each of another player, that touch a comb of player 1 only in the middle; one question.
fn touching(side: u32) -> String {
    let teeth: Vec<u32> = (0..side - 2).step_by(4).collect();
    let middles: Vec<u32> = (3..side - 1).step_by(4).collect();
    let mut text = format!("B {side} {side} {} 1\n", teeth.len() * middles.len() + 1);
    (0..side).for_each(|x| take(&mut text, 1, x, 0));
    let mut player = 1;
    for x in teeth {
        (1..side).for_each(|y| take(&mut text, 1, x, y));
        for &y in &middles {
            player += 1;
            take(&mut text, 1, x + 1, y);
            (y - 1..=y + 1).for_each(|y| take(&mut text, player, x + 2, y));
        }
    }
    text.push_str("q 1\n");
    text
}

/// A snake of a player in every other row, from the lower left.
fn snake(text: &mut String, player: u32, side: u32, rows: std::ops::Range<u32>) {
    for (index, y) in rows.enumerate() {
        match index % 4 {
            0 => (0..side).for_each(|x| take(text, player, x, y)),
            1 => take(text, player, side - 1, y),
            2 => (0..side).rev().for_each(|x| take(text, player, x, y)),
            _ => take(text, player, 0, y),
        }
    }
}

/// Two long snakes that would break apart, and golden moves in both alternately that are refused.
fn refused(side: u32) -> String {
    let (middle, upper) = (side / 2, side / 2);
    let mut text = format!("B {side} {side} 4 1\n");
    snake(&mut text, 1, side, 0..upper - 1);
    snake(&mut text, 2, side, upper..side);
    take(&mut text, 3, middle, 1);
    take(&mut text, 4, middle, upper + 1);
    for _ in 0..200 {
        let _ = writeln!(text, "g 3 {middle} 0\ng 4 {middle} {upper}");
    }
    text
}

/// A million random moves of so many players.
fn players(count: u32) -> String {
    let mut random = Random::new(1);
    let mut text = format!("B 1000 1000 {count} 1000\n");
    for _ in 0..1_000_000 {
        let player = 1 + random.below(u64::from(count)) as u32;
        take(&mut text, player, random.below(1000) as u32, random.below(1000) as u32);
    }
    text
}

/// An area that grows row by row around holes, so that it closes a ring with every other cell, and a question after each.
fn lattice(side: u32) -> String {
    let mut text = format!("B {side} {side} 2 1\n");
    take(&mut text, 1, 1, 1);
    for (x, y) in holes(0..side, 0..side) {
        take(&mut text, 2, x, y);
        text.push_str("q 1\n");
    }
    text
}

/// The cells of a rectangle without those in every other column of every other row.
fn holes(xs: std::ops::Range<u32>, ys: std::ops::Range<u32>) -> impl Iterator<Item = (u32, u32)> {
    let (left, bottom) = (xs.start, ys.start);
    let cells = ys.flat_map(move |y| xs.clone().map(move |x| (x, y)));
    cells.filter(move |(x, y)| (x - left) % 2 == 0 || (y - bottom) % 2 == 0)
}

/// A player whose rectangle grows with each move, beside a wall of articulation points, while another closes rings;
/// a question after each.
fn rectangle(side: u32) -> String {
    let last = side - 1;
    let mut text = format!("B {side} {side} 3 1\n");
    (0..side).for_each(|y| take(&mut text, 1, 0, y));
    (1..last - 1).for_each(|y| take(&mut text, 2, 1, y));
    take(&mut text, 2, 2, 1);
    take(&mut text, 2, 2, last - 2);
    let grows = (1..side).map(|x| (x, last)).chain((0..last).rev().map(|y| (last, y)));
    for ((x, y), (other_x, other_y)) in grows.zip(holes(5..last - 2, 2..last - 2)) {
        take(&mut text, 1, x, y);
        take(&mut text, 3, other_x, other_y);
        text.push_str("q 1\n");
    }
    text
}

/// A long wall of articulation points whose owner by turns begins a second area and joins it; questions in between.
fn room(side: u32) -> String {
    let mut text = format!("B {side} {side} 2 2\n");
    (0..side).for_each(|x| take(&mut text, 2, x, 0));
    (1..side - 1).for_each(|x| take(&mut text, 1, x, 1));
    take(&mut text, 1, side / 2, side - 1);
    for y in (1..side - 3).step_by(2) {
        take(&mut text, 2, 0, y + 1);
        text.push_str("q 1\n");
        take(&mut text, 2, 0, y);
        text.push_str("q 1\n");
    }
    text
}

/// Diagonal stairs of many players, each with a rectangle that is much larger than its area, and a question of each.
fn diagonals(side: u32) -> String {
    let count = (side - 1) / 2;
    let mut text = format!("B {side} {side} {count} 1\n");
    for player in 1..=count {
        for (x, y) in (2 * (player - 1)..side).enumerate() {
            take(&mut text, player, x as u32, y);
            if x as u32 + 1 < side {
                take(&mut text, player, x as u32 + 1, y);
            }
        }
    }
    for player in 1..=count {
        let _ = writeln!(text, "q {player}");
    }
    text
}
