//! The start of a recorded game, from its headers and board.

use super::error::{self, RecordError};
use super::error_kind::{ErrorCollector, RecordErrorKind, number};
use super::headers::Headers;
use super::sections::{Part, Section};
use crate::board_file::{self, TextLines, quoted, tokens};
use crate::game::Game;
use crate::gamma::Gamma;
use crate::grid::UnknownLayout;
use crate::penguins::{RuleSet, Seat, Setup, Stage};

/// Sets up the game at its start, or adds errors.
pub(super) fn game<'a>(
    headers: &Headers<'a>,
    start: Option<Part<'a>>,
    errors: &mut ErrorCollector<'a>,
) -> Option<Game> {
    let named = headers.need("game", errors);
    if named.is_some_and(|value| value.text == "gamma") {
        if let Some(part) = start {
            errors.at(part.heading, RecordErrorKind::StartOfGamma);
        }
        return seated(gamma(headers, errors)?, headers, errors);
    }
    // The board is read in any case, to report all errors at once.
    let heading = start.as_ref().map(|part| part.heading);
    let setup = start.and_then(|part| board(part, errors));
    let named = named?;
    let Ok(rules) = RuleSet::named(named.text) else {
        errors.at(named.place, RecordErrorKind::UnknownGame { text: quoted(named.text.as_bytes()) });
        return None;
    };
    let Some(heading) = heading else {
        errors.at(named.place, RecordErrorKind::HasNo(Section::Start));
        return None;
    };
    let terms = Terms::read(rules, headers, errors);
    let (setup, terms) = (setup?, terms?);
    let stage = terms.stage(&setup, headers, errors);
    match Game::penguins(setup, &terms.rules, stage, terms.first) {
        Ok(game) => seated(game, headers, errors),
        Err(invalid) => {
            for fault in invalid.0 {
                errors.at(heading, fault);
            }
            None
        }
    }
}

/// Returns the game if its players are valid.
fn seated(game: Game, headers: &Headers<'_>, errors: &mut ErrorCollector<'_>) -> Option<Game> {
    // A player with an invalid header is not reported as missing as well.
    if errors.list.is_empty() {
        for error in error::check_players(&game, &headers.player_infos) {
            errors.at(headers.place_of_error(&error), error);
        }
    }
    errors.list.is_empty().then_some(game)
}

/// Reads the starting board.
fn board(part: Part<'_>, errors: &mut ErrorCollector<'_>) -> Option<Setup> {
    let Some(lines) = without_blank_lines(part.lines) else {
        errors.at(part.heading, RecordErrorKind::EmptyStart);
        return None;
    };
    match board_file::read_lines(lines, "[start] ends here") {
        Ok(setup) => Some(setup),
        Err(board) => {
            errors.list.add_all(board, RecordErrorKind::Board);
            None
        }
    }
}

/// Skips blank lines. Returns `None` if there are no others.
fn without_blank_lines(mut lines: TextLines<'_>) -> Option<TextLines<'_>> {
    loop {
        let here = lines.clone();
        if tokens(lines.next()?.text).next().is_some() {
            return Some(here);
        }
    }
}

/// The headers of a game of Penguins.
struct Terms {
    rules: RuleSet,
    /// The penguins of each player, unless the game starts in the movement phase.
    penguins: Option<u32>,
    first: Option<Seat>,
}

impl Terms {
    fn read<'a>(rules: RuleSet, headers: &Headers<'a>, errors: &mut ErrorCollector<'a>) -> Option<Terms> {
        let keys: &[&str] = if rules.chosen_layout().is_some() {
            &["game", "layout", "penguins", "phase", "turn"]
        } else {
            &["game", "penguins", "phase", "turn"]
        };
        headers.allow_only(keys, rules.name, errors);
        let rules = Terms::laid_out(rules, headers, errors);
        let penguins = Terms::penguins(headers, errors);
        let turn = headers.get("turn");
        let first = turn.and_then(|value| seat(value.number(1, u32::from(Seat::MOST), errors)?));
        Some(Terms { rules: rules?, penguins: penguins?, first })
    }

    fn laid_out<'a>(
        rules: RuleSet,
        headers: &Headers<'a>,
        errors: &mut ErrorCollector<'a>,
    ) -> Option<RuleSet> {
        let Some(value) = headers.get("layout").filter(|_| rules.chosen_layout().is_some()) else {
            return Some(rules);
        };
        let layout = value.text.parse();
        if layout.is_err() {
            let unknown = UnknownLayout(quoted(value.text.as_bytes()));
            errors.at(value.place, RecordErrorKind::Layout(unknown));
        }
        rules.with_layout(layout.ok()?).ok()
    }

    /// Returns the penguins of each player: `None` when the game starts in the movement phase.
    fn penguins<'a>(headers: &Headers<'a>, errors: &mut ErrorCollector<'a>) -> Option<Option<u32>> {
        let penguins = headers.get("penguins");
        match headers.get("phase").map(|value| (value.text, value.place)) {
            None | Some(("placement", _)) => {}
            Some(("movement", _)) => {
                let Some(value) = penguins else {
                    return Some(None);
                };
                let (key, with) = (value.key, "phase: movement");
                errors.at(value.place, RecordErrorKind::DoesNotGoWith { key, with });
                return None;
            }
            Some((text, place)) => {
                errors.at(place, RecordErrorKind::UnknownPhase { text: quoted(text.as_bytes()) });
                return None;
            }
        }
        let Some(value) = penguins else {
            errors.at(headers.place_of("game"), RecordErrorKind::PenguinsMissing);
            return None;
        };
        value.number(1, u32::MAX, errors).map(Some)
    }

    /// Returns the stage with all players: those with rows, and those with headers.
    fn stage(&self, setup: &Setup, headers: &Headers<'_>, errors: &mut ErrorCollector<'_>) -> Stage {
        let mut seats: Vec<Seat> = setup.players.iter().map(|player| player.seat).collect();
        for &player in headers.player_infos.keys() {
            let Some(seat) = seat(player) else {
                let (text, most) = (player.to_string(), u32::from(Seat::MOST));
                errors.at(headers.place_of_player(player), RecordErrorKind::PlayerNumber { text, most });
                continue;
            };
            if seats.contains(&seat) {
                continue;
            }
            if self.penguins.is_none() {
                errors.at(headers.place_of_player(player), RecordErrorKind::NoRow(player));
            }
            seats.push(seat);
        }
        seats.sort_unstable();
        match self.penguins {
            Some(penguins) => Stage::Placement { penguins, seats },
            None => Stage::Movement,
        }
    }
}

fn seat(player: u32) -> Option<Seat> {
    u8::try_from(player).ok().and_then(Seat::new)
}

/// Sets up a game of Gamma.
fn gamma<'a>(headers: &Headers<'a>, errors: &mut ErrorCollector<'a>) -> Option<Game> {
    headers.allow_only(&["game", "board", "areas"], "gamma", errors);
    let areas = headers.need("areas", errors).map(|value| value.number(1, u32::MAX, errors));
    let board = headers.need("board", errors)?;
    let mut words = board.text.split_ascii_whitespace().map(number::<u32>);
    let (Some(Some(width @ 1..)), Some(Some(height @ 1..)), None) =
        (words.next(), words.next(), words.next())
    else {
        errors.at(board.place, RecordErrorKind::BoardSize { text: quoted(board.text.as_bytes()) });
        return None;
    };
    if let Some(error) = error::check_board_size(width, height) {
        errors.at(board.place, error);
        return None;
    }
    if headers.has_no_players() {
        errors.at(headers.place_of("game"), RecordError::NoPlayers);
    }
    // Missing players below the highest number are reported later.
    let (&players, _) = headers.player_infos.last_key_value()?;
    match Gamma::new(width, height, players, areas??) {
        Ok(empty) => Some(Game::gamma(empty)),
        Err(no_room) => {
            errors.at(board.place, no_room);
            None
        }
    }
}
