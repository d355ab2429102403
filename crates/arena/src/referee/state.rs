//! The true state of a game as a board file tells it, and the copies of it that players see.

use floe_rules::penguins::{Id, Move, Player, Position, Seat, Setup};

/// The board and the rows of the players, under the ids that they gave themselves: two may be the same.
#[derive(Clone, Debug)]
pub(super) struct State {
    setup: Setup,
}

impl State {
    /// Starts from a board without players.
    pub(super) fn new(setup: Setup) -> State {
        State { setup }
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
            self.setup.players.push(Player::new(id, seat, 0));
        }
    }

    /// Brings the state up to date with a turn that was made.
    pub(super) fn follow(&mut self, position: &Position, turn: Move, seat: Seat, id: &Id) {
        self.setup.follow(position, &turn.cells().collect::<Vec<_>>(), seat, id);
    }

    /// Returns the state as one player sees it: it keeps its id, and of others with the same id only the first.
    pub(super) fn shown_to(&self, seat: Seat, told: Option<&Id>) -> Setup {
        let mut shown = self.setup.clone();
        let own = self.id(seat).or(told);
        for index in 0..shown.players.len() {
            let row = &shown.players[index];
            let clashes =
                own == Some(&row.id) || shown.players[..index].iter().any(|other| other.id == row.id);
            if row.seat != seat && clashes {
                shown.players[index].id = alias(&row.id, row.seat, &shown);
            }
        }
        shown
    }
}

/// Returns an id like another's that nobody has.
fn alias(id: &Id, seat: Seat, shown: &Setup) -> Id {
    let mut bytes = id.as_bytes().to_vec();
    loop {
        bytes.push(b'-');
        bytes.push(b'0' + seat.number());
        let alias = Id::new(&bytes).expect("a hyphen and a digit leave an id what it was");
        if shown.player_named(&alias).is_none() {
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
        let mut state = State::new(board_file::read(b"1 3\n10 10 10\n").unwrap());
        state.register(seat(1), id("Floe"));
        state.register(seat(2), id("Floe-1"));
        // Before it has joined, only what it says of itself is known.
        let ids =
            |shown: Setup| -> Vec<String> { shown.players.iter().map(|row| row.id.to_string()).collect() };
        assert_eq!(ids(state.shown_to(seat(3), Some(&id("Floe")))), ["Floe-1-1", "Floe-1"]);
        assert_eq!(ids(state.shown_to(seat(3), None)), ["Floe", "Floe-1"]);
        state.register(seat(3), id("Floe"));
        assert_eq!(ids(state.shown_to(seat(1), None)), ["Floe", "Floe-1", "Floe-3"]);
        assert_eq!(ids(state.shown_to(seat(2), None)), ["Floe", "Floe-1", "Floe-3"]);
        assert_eq!(ids(state.shown_to(seat(3), None)), ["Floe-1-1", "Floe-1", "Floe"]);
    }
}
