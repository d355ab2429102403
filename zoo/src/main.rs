//! The program `zoo`: lets one animal out, as its first argument says.
//!
//! ```text
//! zoo list                                           every animal, with what it does and what it must get
//! zoo ANIMAL phase=movement board.txt board.txt      one turn of an animal, as the contest program is called
//! zoo ANIMAL name                                    its id
//! ```

use std::env;
use std::ffi::OsString;
use std::process;

use floe_zoo::{ANIMALS, Call, Expectation, Expected};

fn main() {
    let mut arguments = env::args_os().skip(1);
    let name = arguments.next().unwrap_or_default();
    let rest: Vec<OsString> = arguments.collect();
    let code = match name.to_str() {
        Some("list") => {
            list();
            0
        }
        name => match name.and_then(floe_zoo::named) {
            Some(animal) => match Call::new(animal.name, &rest) {
                Ok(call) => animal.act(&call),
                Err(woe) => {
                    eprintln!("zoo: {woe}");
                    woe.exit_code()
                }
            },
            None => {
                eprintln!("zoo: there is no such animal; `zoo list` prints them all");
                3
            }
        },
    };
    process::exit(code);
}

fn list() {
    for animal in ANIMALS {
        println!("{:<28} {}", animal.name, animal.what);
        let Expectation { none, basic, strict } = animal.expects;
        println!("{:<28}   none: {}; basic: {}; strict: {}", "", words(none), words(basic), words(strict));
    }
}

fn words(expected: Expected) -> String {
    match expected {
        Expected::Honest => "the turn counts".to_owned(),
        Expected::Fault(name) => name.to_owned(),
        Expected::NoName => "its name is refused".to_owned(),
        Expected::Never(why) => format!("not let out ({why})"),
    }
}
