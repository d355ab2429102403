//! The players of a game: their names, and which of them are engines.

use floe_engine::Level;
use floe_rules::game::Game;
use floe_rules::penguins::{Id, Seat, Setup};
use floe_rules::record::{PlayerInfo, PlayerKind, Record};
use serde::{Deserialize, Serialize};

use crate::event::SessionRefusal;

/// Returns the symbol of a player on the board: a letter in Penguins, a number in Gamma.
fn mark(game: &Game, number: u32) -> String {
    match (game, u8::try_from(number).ok().and_then(Seat::new)) {
        (Game::Penguins(_), Some(seat)) => seat.letter().to_string(),
        _ => number.to_string(),
    }
}

/// The players of a game, by number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roster(Vec<(u32, PlayerInfo)>);

impl Roster {
    /// Makes a roster of players, numbered from 1.
    pub fn new(players: Vec<PlayerInfo>) -> Roster {
        Roster((1..).zip(players).collect())
    }

    /// Makes a roster of players who already have numbers.
    pub fn numbered(players: Vec<(u32, PlayerInfo)>) -> Roster {
        Roster(players)
    }

    /// Makes a roster of the players of a record. A player who is only named on the board is a person.
    pub fn from_record(record: &Record) -> Roster {
        let game = record.game();
        let id = |number: u32| match game {
            Game::Penguins(history) => {
                let seat = u8::try_from(number).ok().and_then(Seat::new)?;
                history.start().player_at(seat).map(|player| player.id.to_string())
            }
            Game::Gamma(_) => None,
        };
        let info = |number: u32| {
            let known = record.player_info(number).cloned();
            let named = || PlayerInfo::new(&id(number)?, PlayerKind::Person).ok();
            let marked =
                || PlayerInfo::new(&format!("Player {}", mark(game, number)), PlayerKind::Person).ok();
            known.or_else(named).or_else(marked).map(|info| (number, info))
        };
        Roster(game.players().into_iter().filter_map(info).collect())
    }

    /// Returns the players with their numbers.
    pub fn seats(&self) -> &[(u32, PlayerInfo)] {
        &self.0
    }

    fn player(&self, number: u32) -> Option<&PlayerInfo> {
        self.0.iter().find(|(other, _)| *other == number).map(|(_, info)| info)
    }

    /// Returns a player's name.
    pub fn name(&self, number: u32) -> String {
        self.player(number).map_or_else(|| format!("Player {number}"), |info| info.name().to_owned())
    }

    /// Changes the name of a player.
    pub(crate) fn rename(&mut self, number: u32, name: &str) -> Result<(), SessionRefusal> {
        let kind = self.player(number).ok_or(SessionRefusal::NoSuchPlayer(number))?.kind;
        let renamed = PlayerInfo::new(name, kind)?;
        if self.0.iter().any(|(other, info)| *other != number && info.name() == renamed.name()) {
            return Err(SessionRefusal::NameTaken);
        }
        self.0.iter_mut().filter(|(other, _)| *other == number).for_each(|(_, info)| *info = renamed.clone());
        Ok(())
    }

    /// Returns the level of a player that is an engine; `None` for a person.
    pub fn engine(&self, number: u32) -> Option<Level> {
        match self.player(number)?.kind {
            PlayerKind::Engine { level } => Some(Level::new(level).unwrap_or(Level::FULL)),
            // A session has no program to ask: the person at the front end plays for it.
            PlayerKind::Person | PlayerKind::Program => None,
        }
    }

    /// Returns whether a player is a person.
    pub fn is_person(&self, number: u32) -> bool {
        self.engine(number).is_none()
    }

    /// Returns whether any player is a person.
    pub fn has_people(&self) -> bool {
        self.0.iter().any(|&(number, _)| self.is_person(number))
    }

    /// Returns the ids under which players join a board file: their names, made different from each other and from the
    /// ids on the board.
    pub fn ids(&self, setup: &Setup) -> impl Fn(Seat) -> Id + use<> {
        let mut taken: Vec<Id> = setup.players.iter().map(|player| player.id.clone()).collect();
        let mut ids: Vec<(u32, Id)> = Vec::new();
        for (number, info) in &self.0 {
            let id = info.id(&taken);
            taken.push(id.clone());
            ids.push((*number, id));
        }
        move |seat| {
            let known = ids.iter().find(|&&(number, _)| number == u32::from(seat.number()));
            let unknown = || Id::new(&[b'0' + seat.number()]).expect("a digit is an id");
            known.map_or_else(unknown, |(_, id)| id.clone())
        }
    }
}
