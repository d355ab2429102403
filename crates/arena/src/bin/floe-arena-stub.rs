//! The stub as a separate program, for tests of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    floe_arena::sandbox::stub::main(std::env::args_os().skip(1))
}
