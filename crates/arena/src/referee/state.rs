//! The true state of a game as a board file, and the copies of it that players see.

use floe_rules::penguins::{Id, Move, PlayerRow, Position, Seat, Setup};

/// The longest id, in bytes, that others see unchanged.
const LONGEST_EASY: usize = 64;

/// The board and the rows of the players under their own ids, of which two may be equal.
#[derive(Clone, Debug)]
pub(super) struct BoardState {
    setup: Setup,
    /// Players whose id differs from the one they reported, as with `penguins name=Ann`.
    renamed: Vec<Seat>,
}

impl BoardState {
    /// Starts from a board without players.
    pub(super) fn new(setup: Setup) -> BoardState {
        BoardState { setup, renamed: Vec::new() }
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
    /// another id than it reported.
    pub(super) fn shown_to(&self, seat: Seat, reported: Option<&Id>) -> Setup {
        let mut shown = self.setup.clone();
        let own = self.id(seat).or(reported);
        for index in 0..shown.players.len() {
            let row = &shown.players[index];
            let clashes = own.is_none_or(|own| *own == row.id)
                || shown.players[..index].iter().any(|other| other.id == row.id)
                || (!self.has_joined(seat) && self.renamed.contains(&row.seat));
            if row.seat == seat {
                continue;
            }
            if !is_easy(&row.id) {
                shown.players[index].id = alias(&made_up(row.seat), row.seat, &shown, own);
            } else if clashes {
                shown.players[index].id = alias(&row.id, row.seat, &shown, own);
            }
        }
        shown
    }
}

/// Returns an id for a player that has not reported one.
pub(super) fn made_up(seat: Seat) -> Id {
    Id::new(format!("player-{}", seat.number()).as_bytes()).expect("letters, a hyphen and a digit are an id")
}

/// Returns whether every program can be expected to read an id.
fn is_easy(id: &Id) -> bool {
    id.as_bytes().len() <= LONGEST_EASY && str::from_utf8(id.as_bytes()).is_ok()
}

/// Returns an unused id that starts like another.
fn alias(id: &Id, seat: Seat, shown: &Setup, own: Option<&Id>) -> Id {
    let mut bytes = id.as_bytes().to_vec();
    loop {
        bytes.push(b'-');
        bytes.push(b'0' + seat.number());
        let alias = Id::new(&bytes).expect("an id followed by a hyphen and a digit is an id");
        if shown.player_named(&alias).is_none() && own != Some(&alias) {
            return alias;
        }
    }
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
        state.register(seat(2), id("Floe-1"));
        // Before it has joined, only the id that it reported is known.
        let ids =
            |shown: Setup| -> Vec<String> { shown.players.iter().map(|row| row.id.to_string()).collect() };
        assert_eq!(ids(state.shown_to(seat(3), Some(&id("Floe")))), ["Floe-1-1", "Floe-1"]);
        assert_eq!(ids(state.shown_to(seat(3), None)), ["Floe-1-1", "Floe-1-2"]);
        state.register(seat(3), id("Floe"));
        assert_eq!(ids(state.shown_to(seat(1), None)), ["Floe", "Floe-1", "Floe-3"]);
        assert_eq!(ids(state.shown_to(seat(2), None)), ["Floe", "Floe-1", "Floe-3"]);
        assert_eq!(ids(state.shown_to(seat(3), None)), ["Floe-1-1", "Floe-1", "Floe"]);
    }

    #[test]
    fn copies_that_play_under_another_id_than_they_report_can_meet() {
        let seat = |number| Seat::new(number).unwrap();
        let mut state = BoardState::new(board_file::read(b"1 3\n10 10 10\n").unwrap());
        state.register(seat(1), id("Ann"));
        state.note_reported(seat(1), Some(&id("Floe")));
        let shown = state.shown_to(seat(2), Some(&id("Floe")));
        assert_eq!(shown.players[0].id, id("Ann-1"));
        state.register(seat(2), id("Ben"));
        assert_eq!(state.shown_to(seat(2), Some(&id("Floe"))).players[0].id, id("Ann"));
    }

    #[test]
    fn ids_that_are_hard_to_read_get_an_alias() {
        let seat = |number| Seat::new(number).unwrap();
        let mut state = BoardState::new(board_file::read(b"1 3\n10 10 10\n").unwrap());
        state.register(seat(1), id(&"x".repeat(65)));
        state.register(seat(2), Id::new(b"caf\xe9").unwrap());
        state.register(seat(3), id(&"y".repeat(64)));
        let shown = state.shown_to(seat(4), Some(&id("player-1-1")));
        let ids: Vec<&[u8]> = shown.players.iter().map(|row| row.id.as_bytes()).collect();
        assert_eq!(ids, [b"player-1-1-1".as_slice(), b"player-2-2", "y".repeat(64).as_bytes()]);
        // Each player keeps its own.
        assert_eq!(state.shown_to(seat(2), None).players[1].id.as_bytes(), b"caf\xe9");
    }
}
