//! `floe` and its commands.

mod bench;
mod best;
mod bot_check;
mod check;
mod engine;
mod generate;
pub(crate) mod load;
mod match_;
mod pages;
mod perft;
mod play;
pub(crate) mod recipe;
mod replay;
mod serve;
mod show;
mod solve;
mod state;
mod tournament;
pub(crate) mod values;
mod worker;
mod workers;

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic;
use std::process::ExitCode;

use anyhow::bail;
use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory, Parser, Subcommand};
use floe_arena::printable::printable_lines;
use floe_arena::report::{self, Records, Report};
use floe_arena::sandbox::stub;
use floe_rules::grid::Layout;
use floe_rules::penguins::RuleSet;
use floe_tui::app::Opening;

use crate::exit::Exit;
use crate::gamemaster::STUB;
use crate::output;
use crate::play::{has_screen, play_full_screen};

#[derive(Debug, Parser)]
#[command(
    name = "floe",
    version,
    about = "Play Penguins and Gamma, and run contests between programs",
    after_help = "The contest program is 'penguins'; see 'penguins --help'.\n\
                  Exit codes: 0 success; 1 no proof, no legal turn or a failed check; 2 invalid file; 3 any other error."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    display: play::DisplayArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::PlayArgs),
    Replay(replay::ReplayArgs),
    Serve(serve::Serve),
    Match(Box<match_::MatchArgs>),
    Tournament(Box<tournament::TournamentArgs>),
    Worker(worker::WorkerArgs),
    Workers(workers::WorkersArgs),
    BotCheck(bot_check::BotCheck),
    Generate(generate::Generate),
    Show(show::Show),
    Check(check::Check),
    Perft(perft::Perft),
    Best(best::Best),
    Solve(solve::Solve),
    Engine(engine::EngineArgs),
    Bench(bench::Bench),
    Completions(pages::Completions),
    Man(pages::Man),
}

/// Options that select the rules.
#[derive(Debug, Args)]
struct RulesArgs {
    /// The rules of the game
    #[arg(long, value_name = "RULES", default_value = "square", value_parser = rules_parser())]
    rules: String,
    /// The layout of hexagons, with the rules 'hex' [default: odd-q]
    #[arg(long, value_name = "LAYOUT", value_parser = layout_parser())]
    layout: Option<String>,
}

impl RulesArgs {
    fn rules(&self) -> anyhow::Result<RuleSet> {
        let rules = RuleSet::named(&self.rules)?;
        match &self.layout {
            Some(layout) => Ok(rules.with_layout(layout.parse()?)?),
            None => Ok(rules),
        }
    }
}

fn rules_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(RuleSet::PRESETS.map(|rules| rules.name))
}

fn layout_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(Layout::ALL.map(Layout::name))
}

/// Runs the program with its arguments, of which the first is its name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.collect();
    // The sandbox starts floe again as its stub.
    if arguments.get(1).is_some_and(|argument| argument == STUB) {
        return stub::main(arguments.into_iter().skip(2));
    }
    // The exit code of a panic could be mistaken for a result.
    panic::catch_unwind(|| parse_and_run(arguments)).unwrap_or(Exit::Failed).into()
}

fn parse_and_run(arguments: Vec<OsString>) -> Exit {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            if error.use_stderr() {
                // There is nowhere to report a message that cannot be printed.
                let _ = error.print();
                return Exit::Failed;
            }
            // The help, or the version.
            return exit_of(
                print(&error.render().ansi().to_string()).map(|()| Exit::Done).map_err(Into::into),
            );
        }
    };
    exit_of(run(cli))
}

fn run(Cli { command, display }: Cli) -> anyhow::Result<Exit> {
    let is_game = matches!(command, None | Some(Command::Play(_) | Command::Replay(_)));
    if !is_game && display != play::DisplayArgs::default() {
        bail!(
            "options before the command are those of games ('play', 'replay'); give other options after the command"
        );
    }
    match command {
        Some(Command::Play(command)) => command.run(&display),
        Some(Command::Replay(command)) => command.run(&display),
        Some(Command::Serve(command)) => command.run(),
        Some(Command::Match(command)) => command.run(),
        Some(Command::Tournament(command)) => command.run(),
        Some(Command::Worker(command)) => command.run(),
        Some(Command::Workers(command)) => command.run(),
        Some(Command::BotCheck(command)) => command.run(),
        Some(Command::Generate(command)) => command.run(),
        Some(Command::Show(command)) => command.run(),
        Some(Command::Check(command)) => command.run(),
        Some(Command::Perft(command)) => command.run(),
        Some(Command::Best(command)) => command.run(),
        Some(Command::Solve(command)) => command.run(),
        Some(Command::Engine(command)) => command.run(),
        Some(Command::Bench(command)) => command.run(),
        Some(Command::Completions(command)) => command.run(),
        Some(Command::Man(command)) => command.run(),
        None if has_screen() => {
            play_full_screen(Opening::Menu, &display.options())?;
            Ok(Exit::Done)
        }
        None => {
            print(&Cli::command().render_help().ansi().to_string())?;
            Ok(Exit::Done)
        }
    }
}

/// Maps the result of a command to an exit code, and prints errors.
fn exit_of(outcome: anyhow::Result<Exit>) -> Exit {
    let error = match outcome {
        Ok(exit) => return exit,
        Err(error) => error,
    };
    if let Some(load::BadState(report)) = error.downcast_ref() {
        let _ = anstream::stderr().write_all(report.as_bytes());
        return Exit::BadState;
    }
    let closed = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    // A reader such as 'head' that closes the pipe is not an error.
    if error.chain().any(closed) {
        return Exit::Done;
    }
    // Messages quote programs and files.
    let _ = writeln!(anstream::stderr(), "floe: {}", printable_lines(&with_causes(&error)));
    Exit::Failed
}

/// Returns an error with its causes, each once: some messages already contain their cause.
pub(crate) fn with_causes(error: &anyhow::Error) -> String {
    let mut message = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if message.is_empty() {
            message = cause;
        } else if !message.contains(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    message
}

/// Prints a report as text or as JSON.
fn print_report(report: &Report, records: &Records<'_>, is_json: bool) -> io::Result<()> {
    if is_json {
        let mut out = io::BufWriter::new(output::stdout());
        report::json(report, records, &mut out)?;
        return out.flush();
    }
    print(&report::text(report))
}

/// Prints text, and strips colours if standard output does not support them.
fn print(text: &str) -> io::Result<()> {
    output::write_colored(text)
}

#[cfg(test)]
mod tests {
    use anyhow::{Context, anyhow};

    #[test]
    fn a_cause_is_printed_once() {
        let error = Err::<(), _>(anyhow!("no space left")).context("cannot write b.txt").unwrap_err();
        assert_eq!(super::with_causes(&error), "cannot write b.txt: no space left");
        let error =
            Err::<(), _>(anyhow!("no room")).context("such a board cannot be made: no room").unwrap_err();
        assert_eq!(super::with_causes(&error), "such a board cannot be made: no room");
    }
}
