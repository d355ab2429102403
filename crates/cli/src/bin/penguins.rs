//! `penguins`: the contest program.

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let started = Instant::now();
    floe::contest::main(started, std::env::args_os().skip(1)).into()
}
