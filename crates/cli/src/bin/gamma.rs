//! The game of Gamma, by commands or by keys.

use std::process::ExitCode;

fn main() -> ExitCode {
    floe::gamma::main(std::env::args_os().skip(1)).into()
}
