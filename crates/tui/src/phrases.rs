//! Sentences about a game that full screen and plain mode share: turns, refusals, skips, winners, standings.

use floe_locale::{Lang, tr};
use floe_rules::game::{Action, Game, IllegalTurn, Turn};
use floe_rules::gamma;
use floe_rules::grid::{Cell, Coord, Direction};
use floe_rules::penguins::{self, Move, Seat};
use floe_session::{Roster, Session, SessionRefusal, ranking};

use crate::host::ResumeError;
pub(crate) use crate::spec_phrases::{bad_name, spec_error};

/// Returns the session of an interrupted game, or a sentence that says why it cannot be resumed.
pub(crate) fn restored(lang: Lang, stored: Result<Vec<u8>, ResumeError>) -> Result<Session, String> {
    let reason = match stored.map(|bytes| Session::from_stored(&bytes)) {
        Ok(Ok(session)) => return Ok(session),
        Ok(Err(error)) => error.to_string(),
        Err(ResumeError::Busy) => tr!(lang, "files-busy-game"),
        Err(ResumeError::Failed(reason)) => reason,
    };
    Err(tr!(lang, "files-not-resumed", reason = reason))
}

/// Returns the letters of a direction, such as `ne`.
pub(crate) fn direction_letters(lang: Lang, way: Direction) -> String {
    let index = match way {
        Direction::North => 0,
        Direction::NorthEast => 1,
        Direction::East => 2,
        Direction::SouthEast => 3,
        Direction::South => 4,
        Direction::SouthWest => 5,
        Direction::West => 6,
        Direction::NorthWest => 7,
    };
    let all = tr!(lang, "plain-direction-letters");
    all.split(' ').nth(index).unwrap_or_default().to_owned()
}

/// How the tiles of Penguins are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TileNames {
    /// `r4c7`: row 4, column 7, counted from 1.
    #[default]
    RowColumn,
    /// `x 6 y 3`: counted from 0, columns first, as plain squares do.
    FromZero,
}

impl TileNames {
    /// Returns the name of a tile.
    pub(crate) fn name(self, at: Coord) -> String {
        match self {
            TileNames::RowColumn => format!("r{}c{}", at.row + 1, at.col + 1),
            TileNames::FromZero => format!("x {} y {}", at.col, at.row),
        }
    }
}

/// Returns the symbol of a player on the board: a letter in Penguins, a number in Gamma.
pub(crate) fn mark(game: &Game, player: u32) -> String {
    match (game, u8::try_from(player).ok().and_then(Seat::new)) {
        (Game::Penguins(_), Some(seat)) => seat.letter().to_string(),
        _ => player.to_string(),
    }
}

/// Returns a score with its unit.
pub(crate) fn amount(lang: Lang, game: &Game, score: u64) -> String {
    match game {
        Game::Penguins(_) => tr!(lang, "amount-fish", count = score),
        Game::Gamma(_) => tr!(lang, "amount-cells", count = score),
    }
}

/// Returns names as a list: `Ann`, `Ann and Ben`, `Ann, Ben and Cleo`.
pub(crate) fn list(lang: Lang, names: &[String]) -> String {
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => tr!(lang, "list-and", others = others.join(", "), last = last.as_str()),
    }
}

/// Returns why a session refused an event, other than for an illegal turn.
pub(crate) fn session_refusal(lang: Lang, refusal: &SessionRefusal) -> String {
    match refusal {
        SessionRefusal::EngineToMove => tr!(lang, "refused-engine-to-move"),
        SessionRefusal::Ended => tr!(lang, "refused-ended"),
        SessionRefusal::NothingToUndo => tr!(lang, "refused-nothing-to-undo"),
        SessionRefusal::NothingToRedo => tr!(lang, "refused-nothing-to-redo"),
        SessionRefusal::NoHintNow => tr!(lang, "refused-no-hint-now"),
        SessionRefusal::NoTask => tr!(lang, "refused-no-task"),
        other => sentence(&other.to_string()),
    }
}

/// Returns a fragment as a sentence: with a capital and a full stop.
pub(crate) fn sentence(fragment: &str) -> String {
    let mut letters = fragment.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let stop = if fragment.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

/// Returns the name of a person who gave none, with the letter or number on the board.
pub(crate) fn default_name(lang: Lang, mark: &str) -> String {
    tr!(lang, "default-player", mark = mark)
}

/// Returns how many turns were undone; 0 means that only the end of the game was.
pub(crate) fn undone(lang: Lang, turns: usize) -> String {
    tr!(lang, "undone", turns = turns)
}

/// Returns how many turns were redone; 0 means that only the end of the game was.
pub(crate) fn redone(lang: Lang, turns: usize) -> String {
    tr!(lang, "redone", turns = turns)
}

/// Returns the sentence for a search that found no hint.
pub(crate) fn no_hint(lang: Lang) -> String {
    tr!(lang, "no-hint")
}

/// Returns the sentence for a search that found no legal turn.
pub(crate) fn no_legal_turn(lang: Lang) -> String {
    tr!(lang, "no-legal-turn")
}

/// Returns the name of a cell of Gamma in a sentence.
fn cell(x: u32, y: u32) -> String {
    format!("x {x} y {y}")
}

/// Sentences about one game, in a language, with the names and coordinates that its players see.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Phrases<'a> {
    pub(crate) lang: Lang,
    pub(crate) game: &'a Game,
    pub(crate) roster: &'a Roster,
    pub(crate) tiles: TileNames,
}

impl<'a> Phrases<'a> {
    pub(crate) fn new(lang: Lang, game: &'a Game, roster: &'a Roster) -> Phrases<'a> {
        Phrases { lang, game, roster, tiles: TileNames::RowColumn }
    }

    pub(crate) fn with_tiles(self, tiles: TileNames) -> Phrases<'a> {
        Phrases { tiles, ..self }
    }

    /// Returns a player with the letter or number on the board, such as `Ann (A)`; only the name if it ends in it.
    pub(crate) fn player(&self, player: u32) -> String {
        let (name, mark) = (self.roster.name(player), mark(self.game, player));
        if name.split(' ').next_back() == Some(&mark) {
            return name;
        }
        tr!(self.lang, "player-with-mark", name = name, mark = mark)
    }

    /// Returns players as a list.
    pub(crate) fn players(&self, players: &[u32]) -> String {
        let names: Vec<String> = players.iter().map(|&player| self.player(player)).collect();
        list(self.lang, &names)
    }

    fn seat(&self, seat: Seat) -> String {
        self.player(u32::from(seat.number()))
    }

    /// Returns a sentence about a turn. `gain` is the fish it gets, `loser` who held the cell of a golden move.
    pub(crate) fn turn(&self, player: u32, turn: Turn, gain: u64, loser: Option<u32>) -> String {
        let (lang, player) = (self.lang, self.player(player));
        match turn {
            Turn::Penguins(turn) => {
                let place = |cell| self.tile(cell);
                match turn {
                    Move::Place(to) if gain == 0 => tr!(lang, "turn-place", player = player, to = place(to)),
                    Move::Place(to) => {
                        tr!(lang, "turn-place-gain", player = player, to = place(to), fish = gain)
                    }
                    Move::Slide { from, to } if gain == 0 => {
                        tr!(lang, "turn-slide", player = player, from = place(from), to = place(to))
                    }
                    Move::Slide { from, to } => {
                        let (from, to) = (place(from), place(to));
                        tr!(lang, "turn-slide-gain", player = player, from = from, to = to, fish = gain)
                    }
                }
            }
            Turn::Gamma(gamma::Move::Take { x, y }) => {
                tr!(lang, "turn-take", player = player, to = cell(x, y))
            }
            Turn::Gamma(gamma::Move::Golden { x, y }) => match loser {
                Some(loser) => {
                    let loser = self.player(loser);
                    tr!(lang, "turn-golden-from", player = player, to = cell(x, y), loser = loser)
                }
                None => tr!(lang, "turn-golden", player = player, to = cell(x, y)),
            },
            Turn::Gamma(gamma::Move::Pass) => tr!(lang, "turn-pass", player = player),
        }
    }

    /// Returns a hint as a sentence: what the player to move should do.
    pub(crate) fn hint(&self, turn: Turn) -> String {
        let lang = self.lang;
        match turn {
            Turn::Penguins(Move::Place(to)) => tr!(lang, "hint-place", to = self.tile(to)),
            Turn::Penguins(Move::Slide { from, to }) => {
                tr!(lang, "hint-slide", from = self.tile(from), to = self.tile(to))
            }
            Turn::Gamma(gamma::Move::Take { x, y }) => tr!(lang, "hint-take", to = cell(x, y)),
            Turn::Gamma(gamma::Move::Golden { x, y }) => tr!(lang, "hint-golden", to = cell(x, y)),
            Turn::Gamma(gamma::Move::Pass) => tr!(lang, "hint-pass"),
        }
    }

    /// Returns the name of a tile of Penguins.
    pub(crate) fn tile(&self, cell: Cell) -> String {
        match self.game {
            Game::Penguins(history) => self.tiles.name(history.position().grid().coord(cell)),
            Game::Gamma(_) => String::new(),
        }
    }

    /// Returns a sentence about an action: a turn, or a referee's penalty.
    pub(crate) fn action(&self, player: u32, action: Action<Turn>, gain: u64) -> String {
        match action {
            Action::Turn(turn) => self.turn(player, turn, gain, None),
            Action::LostTurn => tr!(self.lang, "turn-lost", player = self.player(player)),
            Action::Eliminated => tr!(self.lang, "turn-eliminated", player = self.player(player)),
        }
    }

    /// Returns a sentence about skipped players, if there are any.
    pub(crate) fn skipped(&self, skipped: &[u32]) -> Option<String> {
        let (count, players) = (skipped.len(), self.players(skipped));
        (count > 0).then(|| tr!(self.lang, "skipped-move", count = count, players = players))
    }

    /// Returns who has won, as a sentence.
    pub(crate) fn winner(&self) -> String {
        let (lang, leaders) = (self.lang, self.game.leaders());
        let score = leaders.first().map_or(0, |&player| self.game.score(player));
        let players = self.players(&leaders);
        match (self.game, leaders.len()) {
            (Game::Penguins(_), 1) => tr!(lang, "win-fish", players = players, score = score),
            (Game::Penguins(_), _) => tr!(lang, "shared-win-fish", players = players, score = score),
            (Game::Gamma(_), 1) => tr!(lang, "win-cells", players = players, score = score),
            (Game::Gamma(_), _) => tr!(lang, "shared-win-cells", players = players, score = score),
        }
    }

    /// Returns the players with their ranks and scores, a line each, the best first.
    pub(crate) fn standings(&self) -> Vec<String> {
        let line = |(rank, player): (usize, u32)| {
            let amount = amount(self.lang, self.game, self.game.score(player));
            tr!(self.lang, "standing", rank = rank, player = self.player(player), amount = amount)
        };
        ranking(self.game).into_iter().map(line).collect()
    }

    /// Returns why the rules forbid a turn.
    pub(crate) fn refusal(&self, reason: IllegalTurn) -> String {
        match reason {
            IllegalTurn::Penguins(reason) => self.penguins_refusal(reason),
            IllegalTurn::Gamma(reason) => self.gamma_refusal(reason),
            // No front end offers such a turn.
            other => sentence(&other.to_string()),
        }
    }

    fn penguins_refusal(&self, reason: penguins::IllegalMove) -> String {
        use penguins::IllegalMove;
        let (lang, place) = (self.lang, |at| self.tiles.name(at));
        match reason {
            IllegalMove::GameOver => tr!(lang, "illegal-game-over"),
            IllegalMove::OffBoard => tr!(lang, "illegal-off-board"),
            IllegalMove::StillPlacing => tr!(lang, "illegal-still-placing"),
            IllegalMove::AllPlaced => tr!(lang, "illegal-all-placed"),
            IllegalMove::NoFloe(at) => tr!(lang, "illegal-no-floe", at = place(at)),
            IllegalMove::Occupied { at, seat } => {
                tr!(lang, "illegal-occupied", player = self.seat(seat), at = place(at))
            }
            IllegalMove::NotOneFish { at, fish } => {
                tr!(lang, "illegal-not-one-fish", at = place(at), fish = fish.count())
            }
            IllegalMove::NoPenguin { at, seat } => {
                tr!(lang, "illegal-no-penguin", player = self.seat(seat), at = place(at))
            }
            IllegalMove::NoDistance => tr!(lang, "illegal-no-distance"),
            IllegalMove::NotInLine { from, to } => {
                tr!(lang, "illegal-not-in-line", from = place(from), to = place(to))
            }
            IllegalMove::WaterBetween(at) => tr!(lang, "illegal-water-between", at = place(at)),
            IllegalMove::PenguinBetween { at, seat } => {
                tr!(lang, "illegal-penguin-between", player = self.seat(seat), at = place(at))
            }
            other => sentence(&other.to_string()),
        }
    }

    fn gamma_refusal(&self, reason: gamma::IllegalMove) -> String {
        use gamma::IllegalMove;
        let (lang, player) = (self.lang, |number| self.player(number));
        match reason {
            IllegalMove::GameOver => tr!(lang, "illegal-game-over"),
            IllegalMove::OffBoard => tr!(lang, "illegal-off-board"),
            IllegalMove::Taken(holder) => tr!(lang, "illegal-taken", player = player(holder)),
            IllegalMove::TooManyAreas { player: holder, most } => {
                tr!(lang, "illegal-too-many-areas", player = player(holder), most = most.0)
            }
            IllegalMove::GoldenUsed(holder) => tr!(lang, "illegal-golden-used", player = player(holder)),
            IllegalMove::EmptyCell => tr!(lang, "illegal-empty-cell"),
            IllegalMove::OwnCell(holder) => tr!(lang, "illegal-own-cell", player = player(holder)),
            IllegalMove::Breaks { holder, most } => {
                tr!(lang, "illegal-breaks", player = player(holder), most = most.0)
            }
            IllegalMove::NoMemory => tr!(lang, "illegal-no-memory"),
            other => sentence(&other.to_string()),
        }
    }
}
