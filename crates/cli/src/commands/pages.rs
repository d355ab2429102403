//! `floe completions` and `floe man`: shell completions and man pages.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man as Page;

use super::{Cli, print};
use crate::exit::Exit;

/// Print shell completions
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  floe completions bash > ~/.local/share/bash-completion/completions/floe")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "floe", &mut script);
        print(&String::from_utf8_lossy(&script))?;
        Ok(Exit::Done)
    }
}

/// Print man pages
///
/// Without arguments it prints the page of floe itself; with a command, the page of that command.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  floe man | man -l -\n  floe man generate\n  floe man --output /usr/local/share/man/man1"
)]
pub(super) struct Man {
    /// Print the page of this command
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    page: Option<String>,
    /// Write all pages into this folder
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

impl Man {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let mut command = Cli::command();
        command.build();
        if let Some(folder) = &self.output {
            fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
            clap_mangen::generate_to(command, folder)
                .with_context(|| format!("cannot write to {}", folder.display()))?;
            return Ok(Exit::Done);
        }
        let command = match &self.page {
            None => command,
            Some(name) => match command.find_subcommand(name) {
                Some(found) => found.clone(),
                None => bail!("floe has no command '{name}': see floe --help"),
            },
        };
        let mut page = Vec::new();
        Page::new(command).render(&mut page)?;
        print(&String::from_utf8_lossy(&page))?;
        Ok(Exit::Done)
    }
}
