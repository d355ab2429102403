//! `floe serve`: play, analyse and watch in a browser.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use floe_locale::Lang;
use floe_web::{ServerOptions, TournamentFeed, serve};

use super::values::milliseconds;
use crate::exit::Exit;
use crate::folders;
use crate::gamemaster::{StoredTournament, TournamentFile, note, stop_flag};
use crate::locale;

/// Play, analyse and watch in a browser
///
/// Starts a server and prints its address. Games are stored in the data folder after every turn, and go on after a restart.
/// The server is for this machine only, unless --addr names another address.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  floe serve --open\n  floe serve --addr 0.0.0.0:8080 --lobby --data games"
)]
pub(super) struct Serve {
    /// The address to listen on; port 0 picks a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    addr: SocketAddr,
    /// Where games are stored [default: a folder of the user]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// List public games for everybody
    #[arg(long)]
    lobby: bool,
    /// Take the addresses of visitors from the proxy in front of the server
    #[arg(long)]
    behind_proxy: bool,
    /// How long an engine may think about a turn, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 500, allow_negative_numbers = true, value_parser = milliseconds::<u64>)]
    engine_time: u64,
    /// Show the tournament of this configuration as well: as far as it was played, and as it goes on
    #[arg(long, value_name = "CONFIG")]
    tournament: Option<PathBuf>,
    /// The language for browsers that ask for none of en, fr and pl
    #[arg(long, value_name = "LANG")]
    lang: Option<Lang>,
}

impl Serve {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let data = match &self.data {
            Some(folder) => folder.clone(),
            None => folders::state()
                .context("there is no folder of the user to store games in: name one with --data")?
                .join("serve"),
        };
        let tournament = self.tournament.as_deref().map(stored_tournament).transpose()?;
        let options = ServerOptions {
            tournament,
            lobby: self.lobby,
            behind_proxy: self.behind_proxy,
            lang: locale::lang(self.lang),
            engine_time: Duration::from_millis(self.engine_time),
            ..ServerOptions::new(&data)
        };
        warn_of_network(self.addr, "play here, see public games and use the engine");
        let ready = |address: SocketAddr| {
            let page = page_address(address);
            eprintln!("floe is at {page} (Ctrl-C stops it); games are in {}", data.display());
            if self.tournament.is_some() {
                eprintln!("the tournament is at {page}tournament/");
            }
            if self.open && !open_browser(&page) {
                note("no browser could be started: open the address yourself");
            }
        };
        let stop = stop_flag()?;
        serve(self.addr, options, &stop, ready)?;
        eprintln!("floe has stopped; games go on with the next start");
        Ok(Exit::Done)
    }
}

/// Opens the tournament of a configuration, to show it.
fn stored_tournament(config: &Path) -> anyhow::Result<Arc<TournamentFeed>> {
    let StoredTournament { tournament, store, sprt } = TournamentFile::read(config)?.open_stored()?;
    Ok(TournamentFeed::stored(tournament, sprt, store))
}

/// Explains what it means to open a server to a network.
pub(super) fn warn_of_network(address: SocketAddr, possible: &str) {
    if !address.ip().is_loopback() {
        note(&format!(
            "anyone who can reach {address} over the network can {possible}. The connection is not encrypted: outside a \
             network that you trust, put a proxy with TLS in front (docs/web.md)"
        ));
    }
}

/// Returns the address of the page. A server on all addresses is reached on this machine.
pub(super) fn page_address(address: SocketAddr) -> String {
    let port = address.port();
    match address {
        SocketAddr::V4(address) if address.ip().is_unspecified() => format!("http://127.0.0.1:{port}/"),
        SocketAddr::V6(address) if address.ip().is_unspecified() => format!("http://[::1]:{port}/"),
        address => format!("http://{address}/"),
    }
}

/// Opens an address in the user's browser, and returns whether that was possible.
fn open_browser(address: &str) -> bool {
    let commands: &[&[&str]] = if cfg!(target_os = "macos") {
        &[&["open"]]
    } else if cfg!(windows) {
        &[&["cmd", "/C", "start"]]
    } else {
        &[&["xdg-open"], &["sensible-browser"], &["x-www-browser"]]
    };
    commands.iter().any(|words| {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).arg(address);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_where_a_browser_on_this_machine_finds_it() {
        for (address, page) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080/"),
            ("0.0.0.0:80", "http://127.0.0.1:80/"),
            ("[::]:8080", "http://[::1]:8080/"),
            ("192.0.2.1:8080", "http://192.0.2.1:8080/"),
        ] {
            assert_eq!(page_address(address.parse().unwrap()), page);
        }
    }
}
