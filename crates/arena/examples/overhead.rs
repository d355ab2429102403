//! Measures the overhead of the sandbox: the time of a whole call of a program that does nothing, in every tier, against
//! starting the same program directly and waiting for it.
//!
//! ```sh
//! cargo run --release -p floe-arena --example overhead
//! ```

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use floe_arena::sandbox::{ExitReason, Program, ResourceLimits, Sandbox, Stub, Tier, TierChoice, stub};

const STUB: &str = "--stub";
const ROUNDS: usize = 300;

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let first = arguments.next();
    if first.as_deref() == Some(STUB.as_ref()) {
        return stub::main(arguments);
    }
    match measure(first.map_or_else(|| "/bin/true".into(), PathBuf::from), arguments.collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn measure(path: PathBuf, arguments: Vec<OsString>) -> Result<(), Box<dyn Error>> {
    let program = Program { path, folder: PathBuf::new(), arguments, readable: Vec::new() };
    let limits = ResourceLimits { wall: Duration::from_secs(10), ..ResourceLimits::default() };
    let stub = Stub { program: env::current_exe()?, arguments: vec![STUB.into()] };
    let mut sandboxes = Vec::new();
    for tier in Tier::ALL {
        match Sandbox::new(TierChoice::Exactly(tier), stub.clone()) {
            Ok(sandbox) => sandboxes.push((sandbox.admit(&program)?, sandbox)),
            Err(fault) => println!("{tier}: skipped, {fault}"),
        }
    }
    // In turns, so that other load on the machine affects all of them equally.
    let mut plain = Vec::new();
    let mut shut: Vec<Vec<Duration>> = vec![Vec::new(); sandboxes.len()];
    for _ in 0..ROUNDS {
        let start = Instant::now();
        Command::new(&program.path).args(&program.arguments).stdout(Stdio::null()).status()?;
        plain.push(start.elapsed());
        for ((admitted, sandbox), times) in sandboxes.iter().zip(&mut shut) {
            let start = Instant::now();
            let folder = sandbox.folder()?;
            let ran = sandbox.run(admitted, &[], &folder, &limits)?;
            drop(folder);
            times.push(start.elapsed());
            if ran.ended != ExitReason::Exit(0) {
                return Err(format!("{}: {:?}", sandbox.tier(), ran.ended).into());
            }
        }
    }
    let plain = median(plain);
    println!("plain: {:.2} ms", millis(plain));
    for ((_, sandbox), times) in sandboxes.iter().zip(shut) {
        let time = median(times);
        let added = time.saturating_sub(plain);
        println!("{}: {:.2} ms, {:.2} ms more", sandbox.description(), millis(time), millis(added));
    }
    Ok(())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
