//! Where in which game a command starts: a board file and what it does not say.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use floe_rules::penguins::{Position, Seat, Stage};

use super::RulesArgs;
use super::load::{Loaded, load};

/// A state of Penguins.
#[derive(Debug, Args)]
pub(super) struct StateArgs {
    /// The board file
    file: PathBuf,
    #[command(flatten)]
    rules: RulesArgs,
    /// With --penguins: how many play, those who have yet to join included [default: 2, or the players in
    /// the file]
    #[arg(long, value_name = "K")]
    players: Option<u8>,
    /// Start in the placement phase, with so many penguins each
    #[arg(long, value_name = "N")]
    penguins: Option<u32>,
    /// Whose turn it is [default: the lowest number's]
    #[arg(long, value_name = "P")]
    turn: Option<u8>,
}

impl StateArgs {
    /// Reads the file, and takes its state where the arguments say.
    pub(super) fn load(&self) -> anyhow::Result<(Loaded, Position)> {
        let rules = &self.rules.rules()?;
        let loaded = load(&self.file)?;
        let rows = loaded.setup.players.len();
        if let Some(players) = self.players {
            if usize::from(players) < rows {
                bail!("--players {players}, but {rows} players have rows in {}", loaded.name);
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
}
