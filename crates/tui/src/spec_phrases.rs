//! Sentences about settings with which a game cannot start.

use floe_locale::{Lang, tr};
use floe_rules::gamma::BoardSizeError;
use floe_rules::generate::GenerateError;
use floe_rules::penguins::{InvalidSetup, Seat, SetupFault};
use floe_rules::record::{BadName, LONGEST_NAME};
use floe_session::{GameKind, SpecError};

use crate::phrases::sentence;

/// Returns why a game cannot start, as a sentence.
pub(crate) fn spec_error(lang: Lang, error: &SpecError) -> String {
    match error {
        &SpecError::Players { players, fewest, most, .. } => {
            tr!(lang, "spec-players", players = players, fewest = fewest, most = most)
        }
        &SpecError::TooManySeats { seats, players } => {
            tr!(lang, "spec-seats", seats = seats, players = players)
        }
        &SpecError::Name { kind, number, reason } => {
            tr!(lang, "spec-name", player = mark(kind, number), reason = bad_name(lang, reason))
        }
        SpecError::SameName { kind, first, second, name } => {
            let (first, second) = (mark(*kind, *first), mark(*kind, *second));
            tr!(lang, "spec-same-name", first = first, second = second, name = name.as_str())
        }
        SpecError::Layout(_) => tr!(lang, "spec-layout"),
        SpecError::Areas(_) => tr!(lang, "spec-areas"),
        SpecError::NoAreas => tr!(lang, "spec-no-areas"),
        SpecError::PenguinsInGamma => tr!(lang, "spec-penguins-in-gamma"),
        SpecError::ClassicSize => tr!(lang, "spec-classic-size"),
        &SpecError::Rows { rows, shortest, longest, .. } => {
            tr!(lang, "spec-rows", rows = rows, shortest = shortest, longest = longest)
        }
        &SpecError::Cols { cols, shortest, longest, .. } => {
            tr!(lang, "spec-cols", cols = cols, shortest = shortest, longest = longest)
        }
        SpecError::SizeWithBoard => tr!(lang, "spec-size-with-board"),
        SpecError::GammaBoard(BoardSizeError::Memory) => tr!(lang, "illegal-no-memory"),
        SpecError::Board(GenerateError::TooFewFloes { players, penguins, needed, floes }) => {
            too_few_floes(lang, usize::from(*players), *penguins, *needed, *floes as u64)
        }
        SpecError::Setup(InvalidSetup(faults)) => {
            let reasons: Vec<String> = faults.iter().map(|fault| setup_fault(lang, fault)).collect();
            reasons.join(" ")
        }
        SpecError::NoPenguins => tr!(lang, "spec-no-penguins"),
        &SpecError::TooFewFloes { players, penguins, needed, floes } => {
            too_few_floes(lang, players, penguins, needed, floes)
        }
        SpecError::EmptySeat(seat) => tr!(lang, "spec-empty-seat", player = seat.letter().to_string()),
        SpecError::NotOnBoard(seat) => {
            tr!(lang, "spec-not-on-board", player = seat.letter().to_string())
        }
        SpecError::FirstWithoutBoard => tr!(lang, "spec-first-without-board"),
        SpecError::NoSuchFirst { first, players } => {
            tr!(lang, "spec-no-such-first", player = first.letter().to_string(), players = *players)
        }
        SpecError::OverAlready => tr!(lang, "spec-over-already"),
        // The checks before leave no other reason.
        other => sentence(&other.to_string()),
    }
}

/// Returns why a name cannot be used, as a sentence.
pub(crate) fn bad_name(lang: Lang, reason: BadName) -> String {
    match reason {
        BadName::Empty => tr!(lang, "name-empty"),
        BadName::Long => tr!(lang, "name-long", most = LONGEST_NAME),
        BadName::Control => tr!(lang, "name-control"),
        other => sentence(&other.to_string()),
    }
}

fn too_few_floes(lang: Lang, players: usize, penguins: u32, needed: u64, floes: u64) -> String {
    tr!(lang, "spec-too-few-floes", players = players, penguins = penguins, needed = needed, floes = floes)
}

fn setup_fault(lang: Lang, fault: &SetupFault) -> String {
    match fault {
        SetupFault::TooManyPlayers { found, most, .. } => {
            tr!(lang, "spec-board-players", found = *found, most = *most)
        }
        SetupFault::SeatTwice(seat) => {
            tr!(lang, "spec-board-seat-twice", player = seat.letter().to_string())
        }
        SetupFault::NoRow { at, seat } => {
            let at = crate::phrases::TileNames::RowColumn.name(*at);
            tr!(lang, "spec-board-no-row", at = at, player = seat.letter().to_string())
        }
        SetupFault::ScoreTooHigh { id, score } => {
            tr!(lang, "spec-board-score", name = id.to_string(), score = score.to_string())
        }
        other => sentence(&other.to_string()),
    }
}

/// Returns the symbol of a player on the board, counted from 1.
fn mark(kind: GameKind, number: usize) -> String {
    match u8::try_from(number).ok().and_then(Seat::new) {
        Some(seat) if kind != GameKind::Gamma => seat.letter().to_string(),
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use floe_session::GameSpec;

    use super::*;

    #[test]
    fn a_refusal_is_a_sentence_in_each_language() {
        let new = GameSpec::new;
        let specs = [
            GameSpec { players: Some(12), ..new(GameKind::Hex) },
            GameSpec { rows: Some(3), ..new(GameKind::Hex) },
            GameSpec { cols: Some(5000), ..new(GameKind::Square) },
            GameSpec { penguins: Some(0), ..new(GameKind::Square) },
            GameSpec { penguins: Some(99), ..new(GameKind::Square) },
            GameSpec { areas: Some(0), ..new(GameKind::Gamma) },
            GameSpec { areas: Some(2), ..new(GameKind::Square) },
            GameSpec { first: Seat::new(2), ..new(GameKind::Square) },
        ];
        for spec in specs {
            let error = spec.start().expect_err("the game cannot start");
            let said = Lang::ALL.map(|lang| spec_error(lang, &error));
            assert!(said.iter().all(|text| text.ends_with('.')), "{said:?}");
            assert!(said[0] != said[1] && said[0] != said[2] && said[1] != said[2], "{said:?}");
        }
    }

    #[test]
    fn players_have_the_letter_or_number_of_the_board() {
        let named = |kind| {
            let mut spec = GameSpec::new(kind);
            (0..2).for_each(|seat| spec.seat_mut(seat).name = "Ann".to_owned());
            spec_error(Lang::English, &spec.start().expect_err("the names are the same"))
        };
        assert_eq!(named(GameKind::Hex), "Players A and B are both called Ann: change one of the names.");
        assert_eq!(named(GameKind::Gamma), "Players 1 and 2 are both called Ann: change one of the names.");
    }
}
