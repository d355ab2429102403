//! `floe bot-check`: checks that a program follows the protocol.

mod progress;
mod text;

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use floe_arena::check::{self, CheckSettings, Group, ProgramRunner, SandboxedProgram};
use floe_arena::sandbox::{CorePlan, ResourceLimits};

use super::values::milliseconds;
use super::{RulesArgs, print};
use progress::CheckProgress;
use text::TextOptions;

use crate::exit::Exit;
use crate::gamemaster::{Contender, StateName, TierName, note, open_sandbox, print_isolation};

/// Check that a program follows the protocol
///
/// Plays practice games and makes a few hundred single calls, in the same sandbox as in a match. The first line says whether
/// the program can play a match. Then follows what is wrong, each cause once: first what costs games, by how often it would;
/// then what the original task requires besides; then advice that goes beyond the task, such as byte-order marks and
/// arguments in any order. docs/bot-check.md tells more.
///
/// Exit code 0 when the program does what the task requires, 1 when it does not, 3 when it cannot be checked.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  floe bot-check ./mine\n  floe bot-check 'python3 bot.py' --time 500\n  \
                  floe bot-check ./mine --only wrong,files --verbose\n  floe bot-check ./mine --json"
)]
pub(super) struct BotCheck {
    /// The program: a path, or a command with arguments in quotes
    program: String,
    #[command(flatten)]
    rules: RulesArgs,
    /// Time for a call, in milliseconds
    #[arg(long, value_name = "MS", default_value = "1000", allow_negative_numbers = true, value_parser = milliseconds::<NonZeroU64>)]
    time: NonZeroU64,
    /// How the program is isolated [default: strict, or basic where that is not possible]
    #[arg(long, value_name = "TIER")]
    tier: Option<TierName>,
    /// A file or folder that the program may read, besides its own folder and the system's
    #[arg(long = "read", value_name = "PATH")]
    read: Vec<PathBuf>,
    /// Whether the program may keep files between the calls of a game, as a tournament with state = "game" allows
    #[arg(long, value_name = "STATE")]
    state: Option<StateName>,
    /// Check only these groups, besides a few practice games: arguments, files, placement, movement, spelling, wrong, sizes, games
    #[arg(long, value_name = "GROUP", value_delimiter = ',', hide_possible_values = true, value_parser = groups())]
    only: Vec<Group>,
    /// List all problems, and all checks with their results
    #[arg(long, short)]
    all: bool,
    /// Show a call for each problem: arguments, files and output
    #[arg(long, short)]
    verbose: bool,
    /// Fail for advice too
    #[arg(long)]
    strict: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Do not print progress
    #[arg(long, short)]
    quiet: bool,
}

/// How much later a program that has timed out is killed, as in a match.
const GRACE: Duration = Duration::from_millis(100);

impl BotCheck {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let rules = self.rules.rules()?;
        let here = std::env::current_dir().context("cannot find the current folder")?;
        let program = match Contender::parse(&self.program, &here, &self.read)? {
            Contender::Program(program) => program,
            Contender::Missing { why, .. } => bail!(why),
            Contender::Engine(_) => {
                bail!("'{}' is the built-in engine; bot-check needs an external program", self.program)
            }
        };
        let sandbox = open_sandbox(self.tier)?;
        if !self.json && !self.quiet {
            print_isolation(&sandbox);
        }
        let admitted = sandbox.admit(&program)?;
        if !self.json && !self.quiet {
            admitted.warnings().iter().for_each(|warning| note(warning));
        }
        let time = Duration::from_millis(self.time.get());
        let limits = ResourceLimits { wall: time, cpu: time, grace: GRACE, ..ResourceLimits::default() };
        // As in a match by default, the program has one core.
        let plan = CorePlan::new(Some(NonZeroUsize::MIN), NonZeroUsize::MIN)?;
        for core in &plan.games {
            core.confine_this_thread().context("cannot choose a core")?;
        }
        let runner: Arc<dyn ProgramRunner> = Arc::new(SandboxedProgram::new(sandbox, admitted, limits));
        let settings = CheckSettings {
            rules,
            time,
            only: self.only.clone(),
            state: self.state.unwrap_or_default().into(),
        };
        let mut progress = CheckProgress::new(self.quiet);
        let report = check::run(&runner, &settings, &mut |done, of| progress.show(done, of));
        progress.clear();
        let report = report?;
        if self.json {
            print(&format!("{}\n", serde_json::to_string_pretty(&report)?))?;
        } else {
            print(&text::text(&report, self.text_options()))?;
        }
        let good = if self.strict { report.is_flawless() } else { report.passed() };
        Ok(if good { Exit::Done } else { Exit::NoTurn })
    }
}

impl BotCheck {
    fn text_options(&self) -> TextOptions {
        TextOptions { all: self.all, verbose: self.verbose, strict: self.strict }
    }
}

fn groups() -> impl TypedValueParser<Value = Group> {
    let group = |name: String| Group::ALL.into_iter().find(|group| group.name() == name);
    PossibleValuesParser::new(Group::ALL.map(Group::name))
        .try_map(move |name| group(name).ok_or("no such group"))
}
