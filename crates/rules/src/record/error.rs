//! Why a game, its players and its ending do not make a valid record.

use std::collections::BTreeMap;

use super::player_info::{LEVELS, PlayerInfo, PlayerKind};
use super::{Ending, MOST_CELLS, MOST_PLAYERS};
use crate::game::{Game, GameHistory};
use crate::penguins::{self, Id, Position, RuleSet, Stage};

/// Why a game, its players and its ending do not make a valid record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the variants and their fields are")]
#[non_exhaustive]
pub enum RecordError {
    #[error("the rules '{0}' are not one of the presets")]
    Rules(&'static str),
    #[error("each player needs at least one penguin")]
    NoPenguins,
    #[error("two players in the starting board have the id '{0}'")]
    IdTwice(Id),
    #[error("a board of {width} x {height} cells is too large for a record: the limit is {MOST_CELLS} cells")]
    TooManyCells { width: u32, height: u32 },
    #[error("the game did not start on an empty board")]
    NotEmpty,
    #[error("{found} players are too many: there are at most {most}")]
    TooManyPlayers { found: usize, most: u32 },
    #[error("there are no players")]
    NoPlayers,
    #[error("player {0} is to act first, but is not in the game")]
    First(u32),
    #[error("player {0} is not in the game")]
    NotPlaying(u32),
    #[error("player {0} is given twice")]
    PlayerTwice(u32),
    #[error("no name is given for player {0}")]
    NoName(u32),
    #[error("player {player}: {level} is not an engine level (1 to 10)")]
    Level { player: u32, level: u8 },
    #[error("the key '{0}' is given twice")]
    KeyTwice(String),
    #[error("the game is over, so the result cannot be '{0}'")]
    IsOver(Ending),
    #[error(
        "the game is not over (player {to_move} is to move): \
         the result must be 'unfinished', or begin with 'stopped'"
    )]
    NotOver { to_move: u32 },
}

/// Returns an error if a board of Gamma is too large; checked before it is made.
pub(super) fn check_board_size(width: u32, height: u32) -> Option<RecordError> {
    let cells = u64::from(width) * u64::from(height);
    (cells > MOST_CELLS).then_some(RecordError::TooManyCells { width, height })
}

/// Returns all errors of a game and its players.
pub(super) fn check_players(game: &Game, player_infos: &BTreeMap<u32, PlayerInfo>) -> Vec<RecordError> {
    let mut errors = Vec::new();
    let playing = game.players();
    let (most, named) = match game {
        Game::Penguins(history) => {
            errors.extend(check_penguins(history));
            let rows = history.start().players.iter().map(|player| u32::from(player.seat.number()));
            (u32::from(history.position().rules().most_players), rows.collect())
        }
        Game::Gamma(history) => {
            errors.extend(check_board_size(history.board().width(), history.board().height()));
            if !history.started_empty() {
                errors.push(RecordError::NotEmpty);
            }
            (MOST_PLAYERS, Vec::new())
        }
    };
    if playing.is_empty() {
        errors.push(RecordError::NoPlayers);
    }
    if playing.len() > most as usize {
        errors.push(RecordError::TooManyPlayers { found: playing.len(), most });
    }
    let nameless = |player: &&u32| !player_infos.contains_key(player) && !named.contains(*player);
    errors.extend(playing.iter().filter(nameless).map(|&player| RecordError::NoName(player)));
    for (&player, player_info) in player_infos {
        // The numbers are sorted.
        if playing.binary_search(&player).is_err() {
            errors.push(RecordError::NotPlaying(player));
        }
        if let PlayerKind::Engine { level } = player_info.kind
            && !LEVELS.contains(&level)
        {
            errors.push(RecordError::Level { player, level });
        }
    }
    errors
}

fn check_penguins(history: &GameHistory<Position>) -> Vec<RecordError> {
    let mut errors = Vec::new();
    let rules = history.position().rules();
    let preset = RuleSet::named(rules.name).ok().and_then(|preset| match rules.chosen_layout() {
        Some(layout) => preset.with_layout(layout).ok(),
        None => Some(preset),
    });
    if preset.as_ref() != Some(rules) {
        errors.push(RecordError::Rules(rules.name));
    }
    if matches!(history.stage(), Stage::Placement { penguins: 0, .. }) {
        errors.push(RecordError::NoPenguins);
    }
    let rows = &history.start().players;
    let twice = |&(index, player): &(usize, &penguins::PlayerRow)| {
        rows[..index].iter().any(|other| other.id == player.id)
    };
    errors.extend(
        rows.iter().enumerate().filter(twice).map(|(_, player)| RecordError::IdTwice(player.id.clone())),
    );
    if let Some(seat) = history.first()
        && !history.position().seats().any(|playing| playing == seat)
    {
        errors.push(RecordError::First(u32::from(seat.number())));
    }
    errors
}

/// Checks that a game in its current state can have this ending.
pub(super) fn check_ending(game: &Game, ending: Ending) -> Result<(), RecordError> {
    match (ending, game.to_move()) {
        (Ending::Over, Some(to_move)) => Err(RecordError::NotOver { to_move }),
        (Ending::Unfinished | Ending::Stopped, None) => Err(RecordError::IsOver(ending)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Header, Record, read, write};
    use super::*;
    use crate::board_file;
    use crate::gamma::Gamma;
    use crate::grid::Layout;
    use crate::penguins::{PlayerRow, Scoring, Seat, Setup};

    fn player_info(level: u8) -> PlayerInfo {
        PlayerInfo::new("Ann", PlayerKind::Engine { level }).unwrap()
    }

    fn setup() -> Setup {
        board_file::read(b"1 3\n10 10 20\nAnn 1 0\n").unwrap()
    }

    fn game(setup: Setup, rules: RuleSet, penguins: u32, seats: &[u8], first: Option<u8>) -> Game {
        let seats = seats.iter().copied().filter_map(Seat::new).collect();
        let stage = Stage::Placement { penguins, seats };
        Game::penguins(setup, &rules, stage, first.and_then(Seat::new)).unwrap()
    }

    fn plain() -> Game {
        game(setup(), RuleSet::SQUARE, 1, &[2], None)
    }

    fn gamma(width: u32, players: u32) -> Gamma {
        Gamma::new(width, 1, players, 1).unwrap()
    }

    fn why(game: Game, player_infos: &[u32]) -> String {
        let player_infos = player_infos.iter().map(|&player| (player, player_info(10)));
        Record::new(game, player_infos, Vec::new(), Ending::Unfinished).unwrap_err().to_string()
    }

    #[test]
    fn what_fits_is_written_and_read() {
        let hex = RuleSet::HEX.with_layout(Layout::EvenR).unwrap();
        for (game, player_infos) in [
            (plain(), &[2][..]),
            (plain(), &[1, 2]),
            (game(setup(), hex, 1, &[2, 1], Some(2)), &[2]),
            (Game::gamma(gamma(3, 2)), &[2, 1]),
        ] {
            let player_infos = player_infos.iter().map(|&player| (player, player_info(1)));
            let record = Record::new(game, player_infos, Vec::new(), Ending::Stopped).unwrap();
            let text = write(&record);
            assert_eq!(write(&read(&text).unwrap()), text);
        }
    }

    #[test]
    fn what_does_not_is_refused() {
        let mut namesakes = setup();
        namesakes.players.push(PlayerRow::new(namesakes.players[0].id.clone(), Seat::new(2).unwrap(), 0));
        let mut taken = gamma(3, 1);
        assert!(taken.take(1, 0, 0));
        let mut other = RuleSet::SQUARE;
        other.scoring = Scoring::Departure;
        for (game, player_infos, message) in [
            (plain(), &[][..], "no name is given for player 2"),
            (plain(), &[2, 3], "player 3 is not in the game"),
            (plain(), &[2, 10], "player 10 is not in the game"),
            (plain(), &[2, 2], "player 2 is given twice"),
            (game(setup(), other, 1, &[2], None), &[2], "the rules 'square' are not one of the presets"),
            (game(setup(), RuleSet::SQUARE, 0, &[], None), &[], "each player needs at least one penguin"),
            (
                game(setup(), RuleSet::SQUARE, 1, &[], Some(2)),
                &[],
                "player 2 is to act first, but is not in the game",
            ),
            (
                game(setup(), RuleSet::CLASSIC, 1, &[2, 3, 4, 5], None),
                &[2, 3, 4, 5],
                "5 players are too many: there are at most 4",
            ),
            (
                game(namesakes, RuleSet::SQUARE, 1, &[], None),
                &[],
                "two players in the starting board have the id 'Ann'",
            ),
            (Game::gamma(gamma(3, 2)), &[1], "no name is given for player 2"),
            (Game::gamma(gamma(3, 2)), &[1, 2, 3], "player 3 is not in the game"),
            (Game::gamma(taken), &[1], "the game did not start on an empty board"),
            (Game::gamma(gamma(3, 1001)), &[1], "1001 players are too many: there are at most 1000"),
            (
                Game::gamma(gamma(25_000_001, 1)),
                &[1],
                "a board of 25000001 x 1 cells is too large for a record: the limit is 25000000 cells",
            ),
        ] {
            assert_eq!(why(game, player_infos), message);
        }
        let refused = |player_info: PlayerInfo, more: Vec<Header>, ending: Ending| {
            Record::new(plain(), [(2, player_info)], more, ending).unwrap_err()
        };
        assert_eq!(
            refused(player_info(11), Vec::new(), Ending::Unfinished),
            RecordError::Level { player: 2, level: 11 }
        );
        let twice = vec![Header::new("a", "1").unwrap(), Header::new("a", "2").unwrap()];
        assert_eq!(refused(player_info(1), twice, Ending::Unfinished), RecordError::KeyTwice("a".to_owned()));
        assert_eq!(refused(player_info(1), Vec::new(), Ending::Over), RecordError::NotOver { to_move: 1 });
    }

    #[test]
    fn undone_turns_are_not_in_the_record() {
        let mut game = plain();
        for text in ["r1c1", "r1c2"] {
            let turn = game.parse_turn(text).unwrap();
            game.play(turn).unwrap();
        }
        assert_eq!(Ending::of(&game), Ending::Unfinished);
        game.undo();
        let record = Record::new(game, [(2, player_info(1))], Vec::new(), Ending::Unfinished).unwrap();
        let text = String::from_utf8(write(&record)).unwrap();
        assert!(text.ends_with("[turns]\n1 r1c1\n\n[result]\nunfinished\n"), "{text}");
    }
}
