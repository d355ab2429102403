//! The true state of a game as a board file tells it, and the copies of it that players see.

use floe_rules::penguins::{Id, Move, PlayerRow, Position, Seat, Setup};

/// The most bytes of an id that others see as it is.
const LONGEST_EASY: usize = 64;

/// The board and the rows of the players, under the ids that they gave themselves: two may be the same.
#[derive(Clone, Debug)]
pub(super) struct BoardState {
    setup: Setup,
    /// Who plays under another id than it told, as `penguins name=Ann` does.
    renamed: Vec<Seat>,
}

impl BoardState {
    /// Starts from a board without players.
    pub(super) fn new(setup: Setup) -> BoardState {
        BoardState { setup, renamed: Vec::new() }
    }

    /// Tells whether a player has its row.
    pub(super) fn has_joined(&self, seat: Seat) -> bool {
        self.setup.player_at(seat).is_some()
    }

    /// Returns the id in the row of a player.
    pub(super) fn id(&self, seat: Seat) -> Option<&Id> {
        self.setup.player_at(seat).map(|row| &row.id)
    }

    /// Gives a player its row before its first penguin, so that those who come after it get their right numbers.
    pub(super) fn register(&mut self, seat: Seat, id: Id) {
        if !self.has_joined(seat) {
            self.setup.players.push(PlayerRow::new(id, seat, 0));
        }
    }

    /// Notes the id that a player told before it joined under one.
    pub(super) fn note_told(&mut self, seat: Seat, told: Option<&Id>) {
        if self.id(seat) != told {
            self.renamed.push(seat);
        }
    }

    /// Brings the state up to date with a turn that was made.
    pub(super) fn follow(&mut self, position: &Position, turn: Move, seat: Seat, id: &Id) {
        self.setup.follow(position, &turn.cells().collect::<Vec<_>>(), seat, id);
    }

    /// Returns the state as one player sees it: it keeps its id, and of others with the same id only the first.
    ///
    /// Nobody wins by an id that others stumble over: one that is very long or no text gets an alias too. While
    /// the player's own id is not known, any of the others could be the same; and until it has joined, so could
    /// that of one who joined otherwise than it had told.
    pub(super) fn shown_to(&self, seat: Seat, told: Option<&Id>) -> Setup {
        let mut shown = self.setup.clone();
        let own = self.id(seat).or(told);
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

/// Returns an id for a player that has not told one.
pub(super) fn made_up(seat: Seat) -> Id {
    Id::new(format!("player-{}", seat.number()).as_bytes()).expect("letters, a hyphen and a digit are an id")
}

/// Tells whether programs that are not very careful can read an id.
fn is_easy(id: &Id) -> bool {
    id.as_bytes().len() <= LONGEST_EASY && str::from_utf8(id.as_bytes()).is_ok()
}

/// Returns an id like another's that nobody has.
fn alias(id: &Id, seat: Seat, shown: &Setup, own: Option<&Id>) -> Id {
    let mut bytes = id.as_bytes().to_vec();
    loop {
        bytes.push(b'-');
        bytes.push(b'0' + seat.number());
        let alias = Id::new(&bytes).expect("a hyphen and a digit leave an id what it was");
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
        // Before it has joined, only what it says of itself is known.
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
    fn copies_that_play_under_another_id_than_they_tell_can_meet() {
        let seat = |number| Seat::new(number).unwrap();
        let mut state = BoardState::new(board_file::read(b"1 3\n10 10 10\n").unwrap());
        state.register(seat(1), id("Ann"));
        state.note_told(seat(1), Some(&id("Floe")));
        let shown = state.shown_to(seat(2), Some(&id("Floe")));
        assert_eq!(shown.players[0].id, id("Ann-1"));
        state.register(seat(2), id("Ben"));
        assert_eq!(state.shown_to(seat(2), Some(&id("Floe"))).players[0].id, id("Ann"));
    }

    #[test]
    fn ids_that_others_stumble_over_get_an_alias() {
        let seat = |number| Seat::new(number).unwrap();
        let mut state = BoardState::new(board_file::read(b"1 3\n10 10 10\n").unwrap());
        state.register(seat(1), id(&"x".repeat(65)));
        state.register(seat(2), Id::new(b"caf\xe9").unwrap());
        state.register(seat(3), id(&"y".repeat(64)));
        let shown = state.shown_to(seat(4), Some(&id("player-1-1")));
        let ids: Vec<&[u8]> = shown.players.iter().map(|row| row.id.as_bytes()).collect();
        assert_eq!(ids, [b"player-1-1-1".as_slice(), b"player-2-2", "y".repeat(64).as_bytes()]);
        // Everyone keeps its own.
        assert_eq!(state.shown_to(seat(2), None).players[1].id.as_bytes(), b"caf\xe9");
    }
}
