//! `floe serve` and `floe tournament --serve` as whole programs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::sandbox::Sandbox;

/// A server that is killed if a test fails.
struct Served {
    child: Child,
    lines: std::io::Lines<BufReader<ChildStderr>>,
}

impl Served {
    fn start(sandbox: &Sandbox, arguments: &str) -> Served {
        let mut command = sandbox.floe(arguments);
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        Served { child, lines }
    }

    /// Reads standard error up to a line that contains a word, and returns it.
    fn line(&mut self, word: &str) -> String {
        let mut seen = Vec::new();
        for line in self.lines.by_ref() {
            let line = line.unwrap();
            if line.contains(word) {
                return line;
            }
            seen.push(line);
        }
        panic!("'{word}' was never printed: {seen:?}");
    }

    fn stop(mut self, signal: Signal) -> Option<i32> {
        kill(Pid::from_raw(self.child.id().cast_signed()), signal).unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the address in a line such as `floe is at http://127.0.0.1:1234/ (...)`.
fn address(line: &str) -> String {
    let rest = line.split_once("http://").unwrap().1;
    rest.split('/').next().unwrap().to_owned()
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_server_starts_refuses_a_second_one_and_stops() {
    let sandbox = Sandbox::new();
    let mut served = Served::start(&sandbox, "serve --addr 127.0.0.1:0 --data games");
    let address = address(&served.line("floe is at"));
    assert!(get(&address, "/").starts_with("HTTP/1.1 200"));
    assert!(get(&address, "/api/v1/info").contains("\"lobby\":false"));
    let second = sandbox.run_floe("serve --addr 127.0.0.1:0 --data games").expect("a folder in use", 3);
    assert!(second.stderr.contains("in use by another server"), "{}", second.stderr);
    let taken =
        sandbox.run_floe(&format!("serve --addr {address} --data others")).expect("an address in use", 3);
    assert!(taken.stderr.contains(&format!("cannot listen on {address}")), "{}", taken.stderr);
    sandbox.run_floe("serve --addr nowhere").expect("no address", 3);
    assert_eq!(served.stop(Signal::SIGTERM), Some(0));
}

#[test]
fn a_network_is_warned_of() {
    let sandbox = Sandbox::new();
    let mut served = Served::start(&sandbox, "serve --addr 0.0.0.0:0 --data games");
    assert!(served.line("over the network").contains("not encrypted"));
    served.line("floe is at");
    assert_eq!(served.stop(Signal::SIGINT), Some(0));
}

const CUP: &str = "title = \"Cup\"\nformat = \"round-robin\"\nseed = 7\n[game]\npenguins = 1\n[boards]\ncount = 2\n\
                   make = { rows = 5, cols = 5 }\n[[program]]\nname = \"One\"\ncommand = \"engine:level=1,nodes=10\"\n\
                   [[program]]\nname = \"Two\"\ncommand = \"engine:level=2,nodes=10\"\n";

#[test]
fn a_tournament_is_shown_while_it_is_played_and_afterwards() {
    let sandbox = Sandbox::with("cup.toml", CUP);
    let nothing =
        sandbox.run_floe("serve --tournament cup.toml --addr 127.0.0.1:0").expect("nothing played", 3);
    assert!(nothing.stderr.contains("nothing has been played yet"), "{}", nothing.stderr);
    let mut played = Served::start(&sandbox, "tournament cup.toml --serve 127.0.0.1:0");
    let address_of = address(&played.line("the tournament is at"));
    assert!(played.line("to pause, resume and stop it").contains("/tournament/#token="));
    played.line("the page stays until Ctrl-C");
    let page = get(&address_of, "/tournament/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<bdi>Cup</bdi>"), "{page}");
    assert!(get(&address_of, "/api/v1/tournament").contains("\"games\":["));
    // Another server may show the database at the same time.
    let mut shown = Served::start(&sandbox, "serve --tournament cup.toml --addr 127.0.0.1:0 --data games");
    let other = address(&shown.line("the tournament is at"));
    assert!(get(&other, "/tournament/").contains("<bdi>Cup</bdi>"));
    assert_eq!(shown.stop(Signal::SIGTERM), Some(0));
    assert_eq!(played.stop(Signal::SIGINT), Some(0));
}
