//! The stub alone, for tests of this crate: what `floe` does when it starts itself again.

use std::process::ExitCode;

fn main() -> ExitCode {
    floe_arena::sandbox::stub::main(std::env::args_os().skip(1))
}
