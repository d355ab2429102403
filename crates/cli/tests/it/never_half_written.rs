//! Writing is atomic: a program that is killed at any moment leaves the old file or the
//! new one, and a concurrent reader sees one of the two.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::plain_board::{Phase, PlainBoard, SQUARE};
use crate::sandbox::Sandbox;

const TURN: [&str; 5] = ["phase=movement", "nodes=1", "seed=3", "board.txt", "board.txt"];
/// Large enough that writing takes a measurable part of the run.
const SIDE: usize = 400;
const KILLS: u32 = 180;

/// A state whose blanks are not canonical, so that old and new differ in every line.
fn old_text() -> Vec<u8> {
    let mut board = PlainBoard { fields: vec![vec![(1, 0); SIDE]; SIDE], players: Vec::new() };
    for (index, field) in board.fields.iter_mut().flatten().enumerate() {
        *field = [(1, 0), (2, 0), (0, 0), (3, 0), (1, 0)][index * index % 5];
    }
    board.set((SIDE / 2, SIDE / 2), (0, 1));
    board.set((SIDE / 2, SIDE / 2 + 1), (1, 0));
    let mut text = board.canonical();
    text.extend_from_slice(b"Floe 1 1\n");
    String::from_utf8(text).unwrap().replace('\n', "  \n").into_bytes()
}

/// Makes the turn without interruption, checks it, and returns what it wrote and how long it took.
fn new_text(sandbox: &Sandbox, old: &[u8]) -> (Vec<u8>, Duration) {
    let mut times = Vec::new();
    for _ in 0..9 {
        sandbox.write("board.txt", old);
        let started = Instant::now();
        sandbox.run(TURN).expect("undisturbed", 0);
        times.push(started.elapsed());
    }
    times.sort();
    let new = sandbox.read("board.txt");
    let before = PlainBoard::parse(old).unwrap();
    before.judge(SQUARE, Phase::Movement, b"Floe", &new).unwrap();
    (new, times[times.len() / 2])
}

#[test]
fn a_kill_leaves_the_old_file_or_the_new() {
    let sandbox = Sandbox::new();
    let old = old_text();
    let (new, usual) = new_text(&sandbox, &old);
    let (mut olds, mut news) = (0, 0);
    // Evenly spread over the usual time and beyond it, in an order that slow drifts of the machine's speed
    // cannot follow. The machine may also be much slower or faster now than when it was measured: then the
    // spread is moved until both outcomes have been seen.
    let mut span = usual.mul_f64(1.25);
    for round in 0..20 {
        for kill in 0..KILLS {
            let share = f64::from(kill * 37 % KILLS) / f64::from(KILLS);
            if hit(&sandbox, &old, &new, span.mul_f64(share)) { news += 1 } else { olds += 1 }
        }
        eprintln!("round {round}: {olds} times the old file, {news} times the new, within {span:?}");
        if olds > 0 && news > 0 {
            return;
        }
        span = span.mul_f64(if news == 0 { 2.0 } else { 0.5 });
    }
    panic!("only one outcome was ever seen: {olds} times the old file, {news} times the new");
}

/// Kills one run after a while; returns whether the file is the new one. Anything but old or new fails.
fn hit(sandbox: &Sandbox, old: &[u8], new: &[u8], delay: Duration) -> bool {
    sandbox.write("board.txt", old);
    let mut child = sandbox.penguins(TURN).spawn().unwrap();
    thread::sleep(delay);
    // It may have ended by itself.
    let _ = child.kill();
    child.wait().unwrap();
    let found = sandbox.read("board.txt");
    let state = PlainBoard::parse(&found).unwrap_or_else(|why| panic!("half written after {delay:?}: {why}"));
    assert!(found == old || found == new, "neither old nor new after {delay:?}: {:?}", state.players);
    found == new
}

#[test]
fn a_reader_sees_whole_files_only() {
    let sandbox = Sandbox::new();
    let old = old_text();
    let (new, _) = new_text(&sandbox, &old);
    // Beginning with a file as long as the others: the reader must never see the setting up.
    sandbox.write("in.txt", &old);
    let done = AtomicBool::new(false);
    let read = thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut read = 0u32;
            while !done.load(Ordering::Relaxed) {
                let found = sandbox.read("board.txt");
                assert!(found == new, "a reader saw {} of {} bytes", found.len(), new.len());
                read += 1;
            }
            read
        });
        for _ in 0..30 {
            let run = sandbox.run(["phase=movement", "nodes=1", "seed=3", "in.txt", "board.txt"]);
            // Letting the reader go comes before failing, which would wait for it.
            if run.code != Some(0) {
                done.store(true, Ordering::Relaxed);
            }
            run.expect("beside a reader", 0);
        }
        done.store(true, Ordering::Relaxed);
        reader.join().unwrap()
    });
    assert!(read > 0, "the reader never got to read");
}
