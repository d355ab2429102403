//! The true state of a game as a board file, and the copies of it that players see.

use std::collections::BTreeMap;

use floe_rules::penguins::{Id, Move, PlayerRow, Position, Seat, Setup};

/// The longest id, in bytes, that others see unchanged.
const LONGEST_EASY: usize = 64;

/// The board and the rows of the players under their own ids, of which two may be equal.
#[derive(Clone, Debug)]
pub(super) struct BoardState {
    setup: Setup,
    /// Players whose id differs from the one they reported, as with `penguins name=Ann`.
    renamed: Vec<Seat>,
    /// The aliases given so far, by the player who sees them and the player they stand for.
    aliases: BTreeMap<(Seat, Seat), Id>,
}

impl BoardState {
    /// Starts from a board without players.
    pub(super) fn new(setup: Setup) -> BoardState {
        BoardState { setup, renamed: Vec::new(), aliases: BTreeMap::new() }
    }

    /// Returns whether a player has its row.
    pub(super) fn has_joined(&self, seat: Seat) -> bool {
        self.setup.player_at(seat).is_some()
    }

    /// Returns the id in the row of a player.
    pub(super) fn id(&self, seat: Seat) -> Option<&Id> {
        self.setup.player_at(seat).map(|row| &row.id)
    }

    /// Adds the row of a player before its first penguin, so that later players get their right numbers.
    pub(super) fn register(&mut self, seat: Seat, id: Id) {
        if !self.has_joined(seat) {
            self.setup.players.push(PlayerRow::new(id, seat, 0));
        }
    }

    /// Compares the id of a player that has just joined with the id that it reported before.
    pub(super) fn note_reported(&mut self, seat: Seat, reported: Option<&Id>) {
        if self.id(seat) != reported {
            self.renamed.push(seat);
        }
    }

    /// Applies a turn.
    pub(super) fn follow(&mut self, position: &Position, turn: Move, seat: Seat, id: &Id) {
        self.setup.follow(position, &turn.cells().collect::<Vec<_>>(), seat, id);
    }

    /// Returns the state as one player sees it, with an alias for every other player whose id clashes.
    ///
    /// The player itself keeps its id, and so does the first of several others with the same id. Very long ids and ids
    /// that are not UTF-8 get an alias too, so that no player can confuse others by its id. While the player's own id
    /// is unknown, every other id may clash with it; until it has joined, so may the id of a player that joined under
    /// another id than it reported. An alias lasts for the whole game.
    pub(super) fn shown_to(&mut self, seat: Seat, reported: Option<&Id>) -> Setup {
        let mut shown = self.setup.clone();
        let own = self.id(seat).or(reported).cloned();
        let own = own.as_ref();
        let mut given = vec![false; shown.players.len()];
        for (row, given) in shown.players.iter_mut().zip(&mut given) {
            let alias = self.aliases.get(&(seat, row.seat)).filter(|alias| own != Some(*alias));
            if let Some(alias) = alias {
                (row.id, *given) = (alias.clone(), true);
            }
        }
        for index in 0..shown.players.len() {
            let row = &shown.players[index];
            if row.seat == seat || given[index] {
                continue;
            }
            let is_taken = |(other, known): (usize, &PlayerRow)| {
                (other < index || given[other]) && other != index && known.id == row.id
            };
            let clashes = own.is_none_or(|own| *own == row.id)
                || shown.players.iter().enumerate().any(is_taken)
                || (!self.has_joined(seat) && self.renamed.contains(&row.seat));
            let alias = if !is_easy(&row.id) {
                unused(made_up(row.seat), row.seat, &shown, own)
            } else if clashes {
                unused(extended(&row.id, row.seat), row.seat, &shown, own)
            } else {
                continue;
            };
            self.aliases.insert((seat, row.seat), alias.clone());
            (shown.players[index].id, given[index]) = (alias, true);
        }
        shown
    }
}

/// Returns an id for a player that has not reported one.
pub(super) fn made_up(seat: Seat) -> Id {
    let letter = char::from(b'A' + seat.number() - 1);
    Id::new(format!("Player{letter}").as_bytes()).expect("letters are an id")
}

/// Returns whether every program can be expected to read an id.
fn is_easy(id: &Id) -> bool {
    id.as_bytes().len() <= LONGEST_EASY && str::from_utf8(id.as_bytes()).is_ok()
}

/// Extends an id until no other player has it, in any case: some programs compare ids without it.
fn unused(mut alias: Id, seat: Seat, shown: &Setup, own: Option<&Id>) -> Id {
    let same = |id: &Id, alias: &Id| id.as_bytes().eq_ignore_ascii_case(alias.as_bytes());
    while own.is_some_and(|own| same(own, &alias)) || shown.players.iter().any(|row| same(&row.id, &alias)) {
        alias = extended(&alias, seat);
    }
    alias
}

/// Returns an id that begins like another, by one more character of a kind that it has already: a letter, else a digit,
/// else its last character once more. Programs exist that accept nothing but letters.
fn extended(id: &Id, seat: Seat) -> Id {
    let mut text = String::from_utf8_lossy(id.as_bytes()).into_owned();
    let has = |kind: fn(&char) -> bool| text.chars().any(|letter| kind(&letter));
    let last = if has(char::is_ascii_uppercase) {
        char::from(b'A' + seat.number() - 1)
    } else if has(char::is_ascii_lowercase) {
        char::from(b'a' + seat.number() - 1)
    } else if has(char::is_ascii_digit) {
        char::from(b'0' + seat.number())
    } else {
        text.chars().next_back().unwrap_or('x')
    };
    text.push(last);
    Id::new(text.as_bytes()).expect("an id stays one with another of its own kind of characters")
}

#[cfg(test)]
mod tests {
    use floe_rules::board_file;

    use super::*;

    fn id(text: &str) -> Id {
        Id::new(text.as_bytes()).unwrap()
    }

    #[test]
    fn namesakes_get_an_alias_in_each_others_copies() {
        let seat = |number| Seat::new(number).unwrap();
        let mut state = BoardState::new(board_file::read(b"1 3\n10 10 10\n").unwrap());
        state.register(seat(1), id("Floe"));
        state.register(seat(2), id("FloeA"));
        // Before it has joined, only the id that it reported is known.
        let ids =
            |shown: Setup| -> Vec<String> { shown.players.iter().map(|row| row.id.to_string()).collect() };
        assert_eq!(ids(state.shown_to(seat(3), Some(&id("Floe")))), ["FloeAA", "FloeA"]);
        assert_eq!(ids(state.shown_to(seat(4), None)), ["FloeAA", "FloeAB"]);
        state.register(seat(3), id("Floe"));
        assert_eq!(ids(state.shown_to(seat(1), None)), ["Floe", "FloeA", "FloeC"]);
        assert_eq!(ids(state.shown_to(seat(2), None)), ["Floe", "FloeA", "FloeC"]);
        assert_eq!(ids(state.shown_to(seat(3), None)), ["FloeAA", "FloeA", "Floe"]);
    }

    #[test]
    fn aliases_consist_of_what_the_id_consists_of() {
        let seat = |number| Seat::new(number).unwrap();
        for (plain, alias) in [
            ("Floe", "FloeB"),
            ("floe", "floeb"),
            ("TEAM7", "TEAM7B"),
            ("42", "422"),
            ("企鵝", "企鵝鵝"),
            ("#", "##"),
        ] {
            let mut state = BoardState::new(board_file::read(b"1 3\n10 10 10\n").unwrap());
            state.register(seat(1), id(plain));
            state.register(seat(2), id(plain));
            let shown = state.shown_to(seat(1), None);
            assert_eq!(shown.players[1].id, id(alias));
        }
    }

    #[test]
    fn an_alias_lasts_for_the_whole_game() {
        let seat = |number| Seat::new(number).unwrap();
        let mut state = BoardState::new(board_file::read(b"1 3\n10 10 10\n").unwrap());
        state.register(seat(1), id("Floe"));
        let ids =
            |shown: Setup| -> Vec<String> { shown.players.iter().map(|row| row.id.to_string()).collect() };
        assert_eq!(ids(state.shown_to(seat(2), Some(&id("Floe")))), ["FloeA"]);
        state.register(seat(2), id("Floe"));
        // The third joins under the id that has become an alias.
        state.register(seat(3), id("FloeA"));
        assert_eq!(ids(state.shown_to(seat(2), None)), ["FloeA", "Floe", "FloeAC"]);
        assert_eq!(ids(state.shown_to(seat(1), None)), ["Floe", "FloeB", "FloeA"]);
        // Ids that differ in case are no namesakes, but no alias differs from an id in case only.
        state.register(seat(4), id("fLOEb"));
        assert_eq!(ids(state.shown_to(seat(1), None)), ["Floe", "FloeB", "FloeA", "fLOEb"]);
        assert_eq!(ids(state.shown_to(seat(4), None)), ["Floe", "FloeBB", "FloeA", "fLOEb"]);
    }

    #[test]
    fn copies_that_play_under_another_id_than_they_report_can_meet() {
        let seat = |number| Seat::new(number).unwrap();
        let mut state = BoardState::new(board_file::read(b"1 3\n10 10 10\n").unwrap());
        state.register(seat(1), id("Ann"));
        state.note_reported(seat(1), Some(&id("Floe")));
        let shown = state.shown_to(seat(2), Some(&id("Floe")));
        assert_eq!(shown.players[0].id, id("AnnA"));
        state.register(seat(2), id("Ben"));
        assert_eq!(state.shown_to(seat(2), Some(&id("Floe"))).players[0].id, id("AnnA"));
        assert_eq!(state.shown_to(seat(3), Some(&id("Cid"))).players[1].id, id("Ben"));
    }

    #[test]
    fn ids_that_are_hard_to_read_get_an_alias() {
        let seat = |number| Seat::new(number).unwrap();
        let mut state = BoardState::new(board_file::read(b"1 3\n10 10 10\n").unwrap());
        state.register(seat(1), id(&"x".repeat(65)));
        state.register(seat(2), Id::new(b"caf\xe9").unwrap());
        state.register(seat(3), id(&"y".repeat(64)));
        let shown = state.shown_to(seat(4), Some(&id("PlayerA")));
        let ids: Vec<&[u8]> = shown.players.iter().map(|row| row.id.as_bytes()).collect();
        assert_eq!(ids, [b"PlayerAA".as_slice(), b"PlayerB", "y".repeat(64).as_bytes()]);
        // Each player keeps its own.
        assert_eq!(state.shown_to(seat(2), None).players[1].id.as_bytes(), b"caf\xe9");
    }
}
