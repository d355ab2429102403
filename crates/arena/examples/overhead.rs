//! Measures the overhead of the sandbox: the time of a whole call of a program that does nothing, in every tier, against
//! starting the same program directly and waiting for it.
//!
//! Everything runs on one core, as in a game. Medians are for an idle machine. On a busy one, the fastest calls show what
//! the sandbox itself costs.
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

use floe_arena::sandbox::{
    CoreSet, ExitReason, Program, ResourceLimits, Sandbox, Stub, Tier, TierChoice, stub,
};

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
    if let Some(core) = CoreSet::of_this_thread().numbers().last()
        && let Some(cores) = CoreSet::of_this_thread().only(*core)
    {
        cores.confine_this_thread()?;
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
    let plain = Times::new(plain);
    println!("plain: median {:.2} ms, fastest {:.2} ms", millis(plain.median), millis(plain.fastest));
    for ((_, sandbox), times) in sandboxes.iter().zip(shut) {
        let times = Times::new(times);
        println!(
            "{}: median {:.2} ms ({:.2} more), fastest {:.2} ms ({:.2} more){}",
            sandbox.description(),
            millis(times.median),
            millis(times.median.saturating_sub(plain.median)),
            millis(times.fastest),
            millis(times.fastest.saturating_sub(plain.fastest)),
            match sandbox.tier() {
                Tier::None => "",
                Tier::Basic => "; at most 3 more on an idle machine",
                Tier::Strict => "; at most 10 more on an idle machine",
            }
        );
    }
    Ok(())
}

/// The times of all calls in short.
struct Times {
    median: Duration,
    fastest: Duration,
}

impl Times {
    fn new(mut times: Vec<Duration>) -> Times {
        times.sort_unstable();
        Times { median: times[times.len() / 2], fastest: times[0] }
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
