//! Who sits at the table, by player number.

use floe_engine::Level;
use floe_rules::record::{Kind, Sitter};

/// The players of a game.
#[derive(Clone, Debug)]
pub(super) struct Company(Vec<(u32, Sitter)>);

impl Company {
    /// Seats players from number 1 on.
    pub(super) fn of(sitters: Vec<Sitter>) -> Company {
        Company((1..).zip(sitters).collect())
    }

    /// Seats players by their numbers.
    pub(super) fn seated(sitters: Vec<(u32, Sitter)>) -> Company {
        Company(sitters)
    }

    fn sitter(&self, player: u32) -> Option<&Sitter> {
        self.0.iter().find(|(number, _)| *number == player).map(|(_, sitter)| sitter)
    }

    /// Returns the sitters in the order of their numbers.
    pub(super) fn sitters(&self) -> Vec<Sitter> {
        self.0.iter().map(|(_, sitter)| sitter.clone()).collect()
    }

    /// Returns the sitters with their numbers.
    pub(super) fn numbered(&self) -> Vec<(u32, Sitter)> {
        self.0.clone()
    }

    /// Returns a player's name.
    pub(super) fn name(&self, player: u32) -> String {
        self.sitter(player).map_or_else(|| format!("Player {player}"), |sitter| sitter.name().to_owned())
    }

    /// Returns a player's name in brackets after a blank, unless it tells no more than `mark` does.
    pub(super) fn name_after(&self, player: u32, mark: &str) -> String {
        let name = self.name(player);
        if name.eq_ignore_ascii_case(&format!("player {mark}")) {
            String::new()
        } else {
            format!(" ({name})")
        }
    }

    /// Returns how well a player plays that is an engine; nothing for people.
    pub(super) fn engine(&self, player: u32) -> Option<Level> {
        match self.sitter(player)?.kind {
            Kind::Engine { level } => Some(Level::new(level).unwrap_or(Level::FULL)),
            // There is no program here to ask: whoever sits at the terminal answers for it.
            Kind::Person | Kind::Program => None,
        }
    }

    /// Tells whether anybody at the table must be asked.
    pub(super) fn has_people(&self) -> bool {
        self.0.iter().any(|&(player, _)| self.engine(player).is_none())
    }

    /// Returns the names of players in a row: `Ann`, `Ann and Ben`, `Ann, Ben and Cleo`.
    pub(super) fn names(&self, players: &[u32]) -> String {
        let names: Vec<String> = players.iter().map(|&player| self.name(player)).collect();
        match names.split_last() {
            None => String::new(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }
}
