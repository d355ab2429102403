//! `gamma`: plays Gamma in batch mode or interactively.

use std::process::ExitCode;

fn main() -> ExitCode {
    floe::gamma::main(std::env::args_os().skip(1)).into()
}
