//! The state of the engine process: options, game and search.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use floe_engine::{Engine, Limits};
use floe_rules::game::Game;

use super::command::{EngineCommand, GoLimits};
use super::options::ProtocolOptions;
use super::thinking::Thinking;
use super::{Failure, position, print_line};

/// The version of the protocol: another one if a client would misread it.
const PROTOCOL: u32 = 1;
/// The time of a search that lasts until it is stopped.
const FOREVER: Duration = Duration::from_secs(1000 * 24 * 3600);

/// What to do after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Followup {
    /// Read the next one.
    Read,
    /// End the program.
    Quit,
}

/// The options, the game and the search.
#[derive(Debug, Default)]
pub(super) struct EngineSession {
    options: ProtocolOptions,
    game: Option<Arc<Game>>,
    /// The engine, unless it is thinking.
    engine: Engine,
    thinking: Option<Thinking>,
}

impl EngineSession {
    /// Carries out a command; `board` holds the lines of a board that followed it.
    pub(super) fn obey(
        &mut self,
        command: EngineCommand,
        board: Option<anyhow::Result<Vec<u8>>>,
    ) -> Result<Followup, Failure> {
        match command {
            EngineCommand::Hello => self.hello()?,
            EngineCommand::Ping => print_line("pong")?,
            EngineCommand::Stop => self.stop(),
            EngineCommand::Quit => {
                self.stop();
                return Ok(Followup::Quit);
            }
            EngineCommand::Set { name, value } => self.idle()?.options.set_named(&name, &value)?,
            EngineCommand::NewGame => {
                self.idle()?;
                (self.game, self.engine) = (None, Engine::default());
            }
            EngineCommand::Position(start) => {
                let game = position::start(&start, board, &self.idle()?.options).context("position")?;
                self.set_game(game);
            }
            EngineCommand::Turns(turns) => self.idle()?.play(&turns)?,
            EngineCommand::Go(limits) => self.idle()?.go(&limits)?,
        }
        Ok(Followup::Read)
    }

    /// Ends a search that would never end, and waits for any other.
    pub(super) fn end_of_input(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            if thinking.is_infinite {
                thinking.stop();
            }
            thinking.wait();
        }
    }

    fn hello(&self) -> std::io::Result<()> {
        let mut lines =
            vec![format!("id name floe {}", env!("CARGO_PKG_VERSION")), format!("id protocol {PROTOCOL}")];
        lines.extend(self.options.listing());
        lines.push("ready".to_owned());
        print_line(&lines.join("\n"))
    }

    /// Returns the session with its engine at rest, or an error if it is thinking.
    fn idle(&mut self) -> anyhow::Result<&mut EngineSession> {
        match self.thinking.take_if(|thinking| thinking.is_over()) {
            Some(thinking) => self.engine = thinking.wait(),
            None if self.thinking.is_some() => bail!("the engine is thinking: 'stop' it first"),
            None => {}
        }
        Ok(self)
    }

    /// Stops the search, if any, and waits until its answer is printed.
    fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop();
            self.engine = thinking.wait();
        }
    }

    fn set_game(&mut self, game: Game) {
        // The keys of the table do not include rules and size, so entries of one game would match positions of another.
        if self.game.as_ref().is_some_and(|old| !is_same_kind(old, &game)) {
            self.engine = Engine::default();
        }
        self.game = Some(Arc::new(game));
    }

    /// Plays all of some turns, or none.
    fn play(&mut self, turns: &[String]) -> anyhow::Result<()> {
        let game = self.game.as_mut().ok_or_else(|| anyhow!("turns: there is no position"))?;
        let game = Arc::make_mut(game);
        let made = game.made();
        for turn in turns {
            let played = game.parse_turn(turn).map_err(anyhow::Error::from);
            let played = played.and_then(|turn| game.play(turn).map_err(anyhow::Error::from));
            if let Err(error) = played {
                game.go_to(made);
                game.forget_undone();
                return Err(error.context(format!("turns: {turn}")));
            }
        }
        Ok(())
    }

    fn go(&mut self, wanted: &GoLimits) -> anyhow::Result<()> {
        let game = self.game.clone().ok_or_else(|| anyhow!("go: there is no position"))?;
        let limits = Limits {
            time: if wanted.infinite { Some(FOREVER) } else { wanted.time },
            nodes: wanted.nodes,
            depth: wanted.depth,
            ..self.options.unlimited()
        };
        let engine = mem::take(&mut self.engine);
        let thinking = Thinking::start(engine, game, limits, self.options.clock, wanted.infinite);
        self.thinking = Some(thinking.context("go: cannot start a thread")?);
        Ok(())
    }
}

/// Returns whether two games have the same rules and size.
fn is_same_kind(one: &Game, other: &Game) -> bool {
    match (one, other) {
        (Game::Penguins(one), Game::Penguins(other)) => {
            let kind = |position: &floe_rules::penguins::Position| (*position.rules(), position.grid());
            kind(one.position()) == kind(other.position())
        }
        (Game::Gamma(_), Game::Gamma(_)) => true,
        (Game::Penguins(_), Game::Gamma(_)) | (Game::Gamma(_), Game::Penguins(_)) => false,
    }
}
