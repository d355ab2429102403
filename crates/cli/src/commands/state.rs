//! The arguments that describe a position: a board file, and what the file does not say.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use floe_rules::penguins::{Position, Seat, Stage};

use super::RulesArgs;
use super::load::{Loaded, load};
use super::values::whole;

/// A position of Penguins.
#[derive(Debug, Args)]
pub(super) struct StateArgs {
    /// The board file
    file: PathBuf,
    #[command(flatten)]
    rules: RulesArgs,
    /// With --penguins: the number of players, including those who have not joined yet [default: 2, or the players in the
    /// file]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<u8>)]
    players: Option<u8>,
    /// Start in the placement phase, with so many penguins per player
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>)]
    penguins: Option<u32>,
    /// The player to move [default: the one with the lowest number]
    #[arg(long, value_name = "P", allow_negative_numbers = true, value_parser = whole::<u8>)]
    turn: Option<u8>,
}

impl StateArgs {
    /// Reads the file, and returns its position.
    pub(super) fn load(&self) -> anyhow::Result<(Loaded, Position)> {
        let rules = &self.rules.rules()?;
        let loaded = load(&self.file)?;
        let rows = loaded.setup.players.len();
        if let Some(players) = self.players {
            if self.penguins.is_none() {
                bail!("--players {players} is for the placement phase: give --penguins N as well");
            }
            if usize::from(players) < rows {
                bail!("--players {players}: {} has rows of {rows} players", loaded.name);
            }
            if !rules.allows_players(players) {
                let (fewest, most) = (rules.fewest_players, rules.most_players);
                bail!("--players {players}: a game under the rules '{}' has {fewest} to {most}", rules.name);
            }
        }
        let stage = match self.penguins {
            None => Stage::Movement,
            Some(0) => bail!("--penguins 0: each player needs at least one penguin"),
            Some(penguins) => {
                let players = self.players.unwrap_or(2);
                Stage::Placement { penguins, seats: loaded.setup.seats_for(players) }
            }
        };
        let mut position = loaded.position(rules, &stage)?;
        if let Some(number) = self.turn {
            let seat = Seat::new(number).filter(|&seat| position.set_turn(seat));
            if seat.is_none() {
                bail!("--turn {number}: there is no player {number} in this game");
            }
        }
        Ok((loaded, position))
    }

    /// Reads the file, and returns its position, unless the penguins that would play are not on the board yet.
    pub(super) fn load_to_play(&self) -> anyhow::Result<(Loaded, Position)> {
        let (loaded, position) = self.load()?;
        if self.penguins.is_none() && loaded.setup.tiles().iter().all(|tile| tile.seat().is_none()) {
            bail!(
                "{} has no penguins yet: give --penguins N to start with the placement of N for each player",
                loaded.name
            );
        }
        Ok((loaded, position))
    }
}
