//! Conformance tests of the programs: the real binaries, run over real files, judged from outside.
//!
//! Each test states a sentence of the contract. What it expects of a turn is worked out by plain code in
//! [`plain_board`], never by the crates that the programs are made of. Only where a whole game at a terminal is to
//! be followed does [`mirror`] take the rules from there: those tests are about keys and screens.

#![expect(
    clippy::unwrap_used,
    reason = "clippy.toml allows it in tests, but sees only the functions marked so"
)]

mod arguments;
mod board_files_accepted;
mod board_files_refused;
#[cfg(target_os = "linux")]
mod bot_check;
#[cfg(unix)]
mod characters;
#[cfg(target_os = "linux")]
mod cluster;
mod commands;
mod contest;
mod engine_process;
#[cfg(target_os = "linux")]
mod game_master;
mod gamma_batch;
mod gamma_keys;
#[cfg(unix)]
mod gamma_terminal;
mod generating;
mod guarding;
mod guarding_hex;
#[cfg(target_os = "linux")]
mod identity;
#[cfg(feature = "interactive")]
mod interactive;
mod journals;
#[cfg(target_os = "linux")]
mod kept_state;
#[cfg(target_os = "linux")]
mod killed_tournament;
#[cfg(unix)]
mod lost_output;
#[cfg(unix)]
mod mirror;
mod never_half_written;
#[cfg(target_os = "linux")]
mod odd_starts;
mod output_files;
mod plain_board;
mod plain_games;
mod protocol_page;
mod real_files;
#[cfg(unix)]
mod resuming;
#[cfg(target_os = "linux")]
mod runtimes;
mod sandbox;
#[cfg(unix)]
mod screen_games;
#[cfg(unix)]
mod screen_given_back;
#[cfg(unix)]
mod screen_options;
#[cfg(unix)]
mod screen_play;
#[cfg(unix)]
mod serving;
#[cfg(unix)]
mod settings;
mod starters;
#[cfg(unix)]
mod terminal;
mod whole_games;
