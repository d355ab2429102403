//! `floe perft`: counts legal turn sequences.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use floe_rules::penguins::{Move, Position, RuleSet, Seat, Stage, divide, perft};
use serde_json::json;

use super::load::load;
use super::{RulesArgs, print};
use crate::exit::Exit;

/// Count the sequences of exactly D legal turns
///
/// A game that ends earlier counts 0, and a skipped player takes no turn. Without --penguins the count
/// starts in the movement phase. The last line of the output is the total and nothing else.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  floe perft board.txt --depth 4\n  \
                        floe perft empty.txt --depth 3 --rules hex --players 2 --penguins 4 --divide")]
pub(super) struct Perft {
    /// The board file
    file: PathBuf,
    /// How many turns
    #[arg(long, value_name = "D")]
    depth: u32,
    #[command(flatten)]
    rules: RulesArgs,
    /// With --penguins: how many play, those who have yet to join included [default: 2, or the players in
    /// the file]
    #[arg(long, value_name = "K")]
    players: Option<u8>,
    /// Count from the placement phase, with so many penguins each
    #[arg(long, value_name = "N")]
    penguins: Option<u32>,
    /// Whose turn it is [default: the lowest number's]
    #[arg(long, value_name = "P")]
    turn: Option<u8>,
    /// Also list the count behind each first turn
    #[arg(long)]
    divide: bool,
    /// Print the counts as JSON instead
    #[arg(long)]
    json: bool,
}

impl Perft {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let rules = self.rules.rules()?;
        let position = self.position(&rules)?;
        let parts = if self.divide { divide(&position, self.depth) } else { Vec::new() };
        let total = if parts.is_empty() {
            perft(&position, self.depth)
        } else {
            parts.iter().map(|&(_, count)| count).sum()
        };
        let grid = position.grid();
        let notation = |turn: Move| turn.notation(&grid).to_string();
        if self.json {
            let part = |&(turn, count): &(Move, u64)| json!({ "turn": notation(turn), "count": count });
            let mut answer = json!({ "depth": self.depth, "total": total });
            if self.divide {
                answer["divide"] = parts.iter().map(part).collect();
            }
            print(&format!("{answer:#}\n"))?;
        } else {
            let mut text: String =
                parts.iter().map(|&(turn, count)| format!("{}: {count}\n", notation(turn))).collect();
            text += &format!("{total}\n");
            print(&text)?;
        }
        Ok(Exit::Done)
    }

    fn position(&self, rules: &RuleSet) -> anyhow::Result<Position> {
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
        Ok(position)
    }
}
