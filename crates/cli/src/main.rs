//! The program `floe`.

use std::process::ExitCode;

fn main() -> ExitCode {
    floe::commands::main(std::env::args_os())
}
