//! The program `zoo`: runs the animal that its first argument names.
//!
//! ```text
//! zoo list                                           all animals, with what they do and the verdicts that they must get
//! zoo table                                          the same, for the README
//! zoo ANIMAL phase=movement board.txt board.txt      one turn of an animal, as the contest program is called
//! zoo ANIMAL name                                    its id
//! ```

use std::env;
use std::ffi::OsString;
use std::process::{self, ExitCode};

use floe_arena::sandbox::stub;
use floe_rules::contest::Exit;
use floe_zoo::{ANIMALS, Call, Expectations, ExpectedVerdict};

/// The argument with which the sandbox in tests starts this program as its stub.
const STUB: &str = "stub";

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let name = arguments.next().unwrap_or_default();
    let rest: Vec<OsString> = arguments.collect();
    let code = match name.to_str() {
        Some(STUB) => return stub::main(rest),
        Some("list") => {
            list();
            0
        }
        Some("table") => {
            table();
            0
        }
        name => match name.and_then(floe_zoo::named) {
            Some(animal) => match Call::new(animal.name, &rest) {
                Ok(call) => animal.act(&call),
                Err(error) => {
                    eprintln!("zoo: {error}");
                    error.exit_code()
                }
            },
            None => {
                eprintln!("zoo: there is no such animal; `zoo list` prints them all");
                i32::from(Exit::Failed.code())
            }
        },
    };
    process::exit(code);
}

fn list() {
    for animal in ANIMALS {
        println!("{:<28} {}", animal.name, animal.what);
        let Expectations { none, basic, strict } = animal.expects;
        println!("{:<28}   none: {}; basic: {}; strict: {}", "", words(none), words(basic), words(strict));
    }
}

fn table() {
    println!("| animal | what it does | none | basic | strict |\n|---|---|---|---|---|");
    for animal in ANIMALS {
        let Expectations { none, basic, strict } = animal.expects;
        let [none, basic, strict] = [none, basic, strict].map(|expected| match expected {
            ExpectedVerdict::Accepted => "accepted".to_owned(),
            ExpectedVerdict::Fault(name) => format!("`{name}`"),
            ExpectedVerdict::NameRefused => "refused".to_owned(),
            ExpectedVerdict::NotRun(_) => "–".to_owned(),
        });
        println!("| `{}` | {} | {none} | {basic} | {strict} |", animal.name, animal.what);
    }
}

fn words(expected: ExpectedVerdict) -> String {
    match expected {
        ExpectedVerdict::Accepted => "accepted".to_owned(),
        ExpectedVerdict::Fault(name) => name.to_owned(),
        ExpectedVerdict::NameRefused => "its name is refused".to_owned(),
        ExpectedVerdict::NotRun(why) => format!("not run ({why})"),
    }
}
