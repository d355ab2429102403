//! Scenes: the calls and boards on which the animals are run.

use floe_rules::penguins::Id;

/// A call of an animal, with its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// The middle of a game, with turns, holes, own penguins, and penguins of others within reach.
    Movement,
    /// Penguins are placed; the animal has one and places its second.
    Placement,
    /// Penguins are placed; the animal has yet to join.
    Joining,
    /// The animal cannot move.
    Blocked,
    /// The animal has placed all its penguins.
    Placed,
    /// The animal is asked for its id.
    Name,
}

/// The animal is player 2 on each board.
const MOVEMENT: &str = "\
6 7
10 20 01 10 00 10 20
30 10 20 10 10 00 10
10 02 00 10 20 10 30
20 10 10 02 01 10 10
00 30 10 20 10 10 00
10 10 20 10 30 20 10
Rival 1 5
";

const PLACEMENT: &str = "\
5 6
10 20 01 10 00 10
30 10 20 10 10 00
10 02 00 10 20 10
20 10 10 10 30 10
00 30 10 20 10 10
Rival 1 1
";

const JOINING: &str = "\
5 6
10 20 01 10 00 10
30 10 20 10 10 00
10 10 00 10 20 10
20 10 10 10 30 10
00 30 10 20 10 10
Rival 1 1
";

const BLOCKED: &str = "\
4 5
02 00 10 20 10
00 10 01 10 30
10 20 10 00 01
30 10 00 02 00
Rival 1 9
";

const PLACED: &str = "\
4 5
02 00 10 20 10
00 10 01 10 30
10 20 10 00 01
30 10 10 02 10
Rival 1 2
";

impl Scene {
    /// Returns the board file, with the animal as player 2 and a `Rival` as player 1.
    pub fn board(self, id: &Id) -> Vec<u8> {
        let (text, score) = match self {
            Scene::Movement | Scene::Name => (MOVEMENT, Some(4)),
            Scene::Placement => (PLACEMENT, Some(1)),
            Scene::Joining => (JOINING, None),
            Scene::Blocked => (BLOCKED, Some(7)),
            Scene::Placed => (PLACED, Some(2)),
        };
        let mut board = text.as_bytes().to_vec();
        if let Some(score) = score {
            board.extend_from_slice(id.as_bytes());
            board.extend_from_slice(format!(" 2 {score}\n").as_bytes());
        }
        board
    }

    /// Returns the number of penguins of each player in the placement phase.
    pub fn penguins(self) -> Option<u32> {
        matches!(self, Scene::Placement | Scene::Joining | Scene::Placed).then_some(2)
    }

    /// Returns the arguments of the call, with the board file in and out.
    pub fn arguments(self, board: &str) -> Vec<String> {
        let board = board.to_owned();
        match (self, self.penguins()) {
            (Scene::Name, _) => vec!["name".to_owned()],
            (_, Some(penguins)) => {
                vec!["phase=placement".to_owned(), format!("penguins={penguins}"), board.clone(), board]
            }
            (_, None) => vec!["phase=movement".to_owned(), board.clone(), board],
        }
    }

    /// Returns whether the animal has a turn.
    pub fn has_a_turn(self) -> bool {
        !matches!(self, Scene::Blocked | Scene::Placed | Scene::Name)
    }
}
