//! Who sits at the table, by player number.

use floe_engine::Level;
use floe_rules::game::Game;
use floe_rules::penguins::Seat;
use floe_rules::record::{Kind, Record, Sitter};

/// The players of a game.
#[derive(Clone, Debug)]
pub(crate) struct Company(Vec<(u32, Sitter)>);

impl Company {
    /// Seats the players of a record; those that it knows only from its board are people of that id.
    pub(crate) fn of_record(record: &Record) -> Company {
        let game = record.game();
        let id = |number: u32| match game {
            Game::Penguins(course) => {
                let seat = u8::try_from(number).ok().and_then(Seat::new)?;
                course.start().player_at(seat).map(|player| player.id.to_string())
            }
            Game::Gamma(_) => None,
        };
        let sitter = |number: u32| {
            let known = record.sitter(number).cloned();
            let named = || Sitter::new(&id(number)?, Kind::Person).ok();
            let numbered = || Sitter::new(&format!("Player {number}"), Kind::Person).ok();
            known.or_else(named).or_else(numbered).map(|sitter| (number, sitter))
        };
        Company(game.players().into_iter().filter_map(sitter).collect())
    }

    /// Seats players from number 1 on.
    pub(crate) fn of(sitters: Vec<Sitter>) -> Company {
        Company((1..).zip(sitters).collect())
    }

    /// Seats players by their numbers.
    pub(crate) fn seated(sitters: Vec<(u32, Sitter)>) -> Company {
        Company(sitters)
    }

    fn sitter(&self, player: u32) -> Option<&Sitter> {
        self.0.iter().find(|(number, _)| *number == player).map(|(_, sitter)| sitter)
    }

    /// Returns who sits where.
    pub(crate) fn seats(&self) -> &[(u32, Sitter)] {
        &self.0
    }

    /// Returns a player's name.
    pub(crate) fn name(&self, player: u32) -> String {
        self.sitter(player).map_or_else(|| format!("Player {player}"), |sitter| sitter.name().to_owned())
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
        match self.sitter(player)?.kind {
            Kind::Engine { level } => Some(Level::new(level).unwrap_or(Level::FULL)),
            // There is no program here to ask: whoever sits at the terminal answers for it.
            Kind::Person | Kind::Program => None,
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
