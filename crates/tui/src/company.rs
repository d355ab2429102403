//! Who sits at the table, by player number.

use floe_engine::Level;
use floe_rules::game::Game;
use floe_rules::penguins::Seat;
use floe_rules::record::{PlayerInfo, PlayerKind, Record};

/// The players of a game.
#[derive(Clone, Debug)]
pub(crate) struct Company(Vec<(u32, PlayerInfo)>);

impl Company {
    /// Seats the players of a record; those that it knows only from its board are people of that id.
    pub(crate) fn of_record(record: &Record) -> Company {
        let game = record.game();
        let id = |number: u32| match game {
            Game::Penguins(history) => {
                let seat = u8::try_from(number).ok().and_then(Seat::new)?;
                history.start().player_at(seat).map(|player| player.id.to_string())
            }
            Game::Gamma(_) => None,
        };
        let player_info = |number: u32| {
            let known = record.player_info(number).cloned();
            let named = || PlayerInfo::new(&id(number)?, PlayerKind::Person).ok();
            let numbered = || PlayerInfo::new(&format!("Player {number}"), PlayerKind::Person).ok();
            known.or_else(named).or_else(numbered).map(|player_info| (number, player_info))
        };
        Company(game.players().into_iter().filter_map(player_info).collect())
    }

    /// Seats players from number 1 on.
    pub(crate) fn of(player_infos: Vec<PlayerInfo>) -> Company {
        Company((1..).zip(player_infos).collect())
    }

    /// Seats players by their numbers.
    pub(crate) fn seated(player_infos: Vec<(u32, PlayerInfo)>) -> Company {
        Company(player_infos)
    }

    fn player_info(&self, player: u32) -> Option<&PlayerInfo> {
        self.0.iter().find(|(number, _)| *number == player).map(|(_, player_info)| player_info)
    }

    /// Returns who sits where.
    pub(crate) fn seats(&self) -> &[(u32, PlayerInfo)] {
        &self.0
    }

    /// Returns a player's name.
    pub(crate) fn name(&self, player: u32) -> String {
        self.player_info(player)
            .map_or_else(|| format!("Player {player}"), |player_info| player_info.name().to_owned())
    }

    /// Returns a player's name in brackets after a blank, unless it tells no more than `mark` does.
    pub(crate) fn name_after(&self, player: u32, mark: &str) -> String {
        let name = self.name(player);
        if name.eq_ignore_ascii_case(&format!("player {mark}")) {
            String::new()
        } else {
            format!(" ({name})")
        }
    }

    /// Returns how well a player plays that is an engine; nothing for people.
    pub(crate) fn engine(&self, player: u32) -> Option<Level> {
        match self.player_info(player)?.kind {
            PlayerKind::Engine { level } => Some(Level::new(level).unwrap_or(Level::FULL)),
            // There is no program here to ask: whoever sits at the terminal answers for it.
            PlayerKind::Person | PlayerKind::Program => None,
        }
    }

    /// Tells whether a player must be asked for its turns.
    pub(crate) fn is_person(&self, player: u32) -> bool {
        self.engine(player).is_none()
    }

    /// Tells whether anybody at the table must be asked.
    pub(crate) fn has_people(&self) -> bool {
        self.0.iter().any(|&(player, _)| self.engine(player).is_none())
    }

    /// Returns the names of players in a row: `Ann`, `Ann and Ben`, `Ann, Ben and Cleo`.
    pub(crate) fn names(&self, players: &[u32]) -> String {
        let names: Vec<String> = players.iter().map(|&player| self.name(player)).collect();
        match names.split_last() {
            None => String::new(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }
}

/// Returns what stands for a player on the board: a letter for Penguins, a number for Gamma.
pub(crate) fn mark(game: &Game, player: u32) -> String {
    match (game, u8::try_from(player).ok().and_then(Seat::new)) {
        (Game::Penguins(_), Some(seat)) => seat.letter().to_string(),
        _ => player.to_string(),
    }
}
