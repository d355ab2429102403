//! The journal: what the contest program read and did in its last call.
//!
//! ```text
//! floe journal 1
//! rules hex odd-q
//! calling placement 3
//! id Floe
//! turn r3c4
//! <the board file that was read>
//! ```
//!
//! The turn is `none` if the program made none. The state that was written follows from the state that was read and
//! the turn, so it is not stored.

use super::{Finding, compare};
use crate::board_file;
use crate::contest::{Calling, ContestAnswer, ContestCall};
use crate::grid::{Cell, Grid, Layout};
use crate::penguins::{Id, Move, RuleSet, Seat, Setup};

const MAGIC: &str = "floe journal 1";

/// What the contest program read and did in its last call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    /// The rules of the game.
    pub rules: RuleSet,
    /// What the referee asked for.
    pub calling: Calling,
    /// The id under which the program played.
    pub id: Id,
    /// The state that it read.
    pub read: Setup,
    /// The turn that it made.
    pub turn: Option<Move>,
}

/// Why a file is not a valid journal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JournalFault {
    /// The file is something else, and must not be overwritten.
    #[error("this is not a floe journal")]
    NotAJournal,
    /// The file is a journal, but damaged.
    #[error("line {line} of the journal is damaged")]
    Damaged {
        /// The line, from 1.
        line: usize,
    },
}

impl Journal {
    /// Writes the journal.
    pub fn to_bytes(&self) -> Vec<u8> {
        let layout =
            self.rules.chosen_layout().map_or_else(String::new, |layout| format!(" {}", layout.name()));
        let calling = match self.calling {
            Calling::Placement { penguins } => format!("placement {penguins}"),
            Calling::Movement => "movement".to_owned(),
        };
        let grid = Grid::new(self.read.rows(), self.read.cols(), self.rules.topology);
        let turn = self.turn.zip(grid).map(|(turn, grid)| turn.notation(&grid).to_string());
        let turn = turn.unwrap_or_else(|| "none".to_owned());
        let mut bytes =
            format!("{MAGIC}\nrules {}{layout}\ncalling {calling}\nid ", self.rules.name).into_bytes();
        bytes.extend_from_slice(self.id.as_bytes());
        bytes.extend_from_slice(format!("\nturn {turn}\n").as_bytes());
        bytes.extend_from_slice(&board_file::write(&self.read));
        bytes
    }

    /// Parses a journal.
    pub fn parse(bytes: &[u8]) -> Result<Journal, JournalFault> {
        let mut rest = bytes;
        let mut line = || {
            let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            rest = after.get(1..).unwrap_or(&[]);
            text
        };
        if line() != MAGIC.as_bytes() {
            return Err(JournalFault::NotAJournal);
        }
        let damaged = |line| move || JournalFault::Damaged { line };
        let rules = parse_rules(line()).ok_or_else(damaged(2))?;
        let calling = parse_calling(line()).ok_or_else(damaged(3))?;
        let id = line().strip_prefix(b"id ").and_then(|id| Id::new(id).ok()).ok_or_else(damaged(4))?;
        let turn = line();
        let read = board_file::read(rest).map_err(|errors| {
            let line = errors.listed().first().map_or(1, |error| error.place.line);
            JournalFault::Damaged { line: line + 5 }
        })?;
        let grid = Grid::new(read.rows(), read.cols(), rules.topology).ok_or_else(damaged(6))?;
        let turn = parse_turn(turn, &grid).ok_or_else(damaged(5))?;
        Ok(Journal { rules, calling, id, read, turn })
    }

    /// Returns the state that the program wrote and its seat, or `None` if it made no legal turn.
    fn written(&self) -> Option<(Setup, Seat)> {
        let turn = self.turn?;
        let (calling, rules, id) = (Some(self.calling), self.rules, self.id.clone());
        let call = ContestCall { calling, rules, id, players: None };
        let ContestAnswer::Turn(pending) = call.expected_answer(&self.read).ok()? else {
            return None;
        };
        let (mut position, seat) = (pending.position, pending.seat);
        let _ = position.play(turn).ok()?;
        let mut setup = self.read.clone();
        setup.follow(&position, &turn.cells().collect::<Vec<Cell>>(), seat, &self.id);
        Some((setup, seat))
    }

    /// Returns the findings about a state that is read now, compared with the journal (rules G3 and G4).
    pub fn check(&self, now: &Setup) -> Vec<Finding> {
        let Some((written, us)) = self.written() else {
            let us = self.read.player_named(&self.id).map(|player| player.seat);
            return compare(&self.read, now, &self.rules, self.calling, us);
        };
        let after_ours = compare(&written, now, &self.rules, self.calling, Some(us));
        if !after_ours.iter().any(Finding::is_accusation) {
            return after_ours;
        }
        // The referee may have discarded our turn. If that turn was our first, we have no row yet.
        let us = Some(us).filter(|&us| self.read.player_at(us).is_some());
        let mut without_ours = compare(&self.read, now, &self.rules, self.calling, us);
        if without_ours.iter().any(Finding::is_accusation) {
            after_ours
        } else {
            without_ours.insert(0, Finding::TurnTaken);
            without_ours
        }
    }
}

fn words(line: &[u8]) -> Option<Vec<&str>> {
    Some(std::str::from_utf8(line).ok()?.split(' ').collect())
}

fn parse_rules(line: &[u8]) -> Option<RuleSet> {
    match words(line)?[..] {
        ["rules", name] => RuleSet::named(name).ok(),
        ["rules", name, layout] => {
            RuleSet::named(name).ok()?.with_layout(layout.parse::<Layout>().ok()?).ok()
        }
        _ => None,
    }
}

fn parse_calling(line: &[u8]) -> Option<Calling> {
    match words(line)?[..] {
        ["calling", "movement"] => Some(Calling::Movement),
        ["calling", "placement", penguins] => Some(Calling::Placement { penguins: penguins.parse().ok()? }),
        _ => None,
    }
}

/// Parses the turn, which may be `none`; returns `None` when the line is damaged.
fn parse_turn(line: &[u8], grid: &Grid) -> Option<Option<Move>> {
    match words(line)?[..] {
        ["turn", "none"] => Some(None),
        ["turn", notation] => Move::parse(notation, grid).ok().map(Some),
        _ => None,
    }
}
