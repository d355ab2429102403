//! Descriptions of games: defaults, names, boards, and what is refused.

use floe_engine::Level;
use floe_rules::board_file;
use floe_rules::game::Game;
use floe_rules::grid::Layout;
use floe_rules::penguins::{Phase, Seat};
use floe_rules::record::PlayerKind;
use floe_session::{BoardPhase, GameKind, GameSpec, Placement, SeatSpec, SpecError};

fn refusal(spec: &GameSpec) -> String {
    spec.start().expect_err("the game cannot start").to_string()
}

#[test]
fn every_game_starts_by_default_with_any_number_of_players() {
    for kind in GameKind::ALL {
        for players in kind.players() {
            let spec = GameSpec { players: Some(players), ..GameSpec::new(kind) };
            let game = spec.start().expect("the defaults can be played");
            assert_eq!(game.players().len(), players);
            let (Game::Penguins(history), Some(seat)) = (&game, Seat::new(1)) else { continue };
            let expected = match (kind, players) {
                (GameKind::Square, _) | (_, 3) => 3,
                (_, 2) => 4,
                _ => 2,
            };
            assert_eq!(history.position().unplaced(seat), Some(expected), "{kind} with {players}");
        }
    }
}

#[test]
fn the_number_of_players_is_limited() {
    for (kind, players, reason) in [
        (GameKind::Square, 12, "a game of square has 1 to 9 players, not 12"),
        (GameKind::Hex, 1, "a game of hex has 2 to 6 players, not 1"),
        (GameKind::Classic, 5, "a game of classic has 2 to 4 players, not 5"),
        (GameKind::Gamma, 0, "a game of gamma has 1 to 9 players, not 0"),
        (GameKind::Gamma, usize::MAX, "a game of gamma has 1 to 9 players, not 18446744073709551615"),
    ] {
        assert_eq!(refusal(&GameSpec { players: Some(players), ..GameSpec::new(kind) }), reason);
    }
    let mut spec = GameSpec { players: Some(3), ..GameSpec::new(GameKind::Square) };
    spec.seat_mut(3);
    assert_eq!(refusal(&spec), "4 seats given for 3 players");
}

#[test]
fn naming_the_first_player_keeps_the_opponent() {
    let mut spec = GameSpec::new(GameKind::Square);
    spec.seat_mut(0).name = "Ann".to_owned();
    assert_eq!((spec.player_count(), spec.seat_name(0), spec.seat_name(1)), (2, "Ann".into(), "Floe".into()));
    assert_eq!(spec.start().unwrap().players(), [1, 2]);
}

#[test]
fn players_have_names_that_differ() {
    let named = |name: &str| SeatSpec { name: name.to_owned(), kind: PlayerKind::Person };
    let mut spec = GameSpec::new(GameKind::Square);
    assert_eq!([0, 1].map(|seat| spec.seat_name(seat)), ["Player A", "Floe"]);
    spec.players = Some(3);
    assert_eq!([0, 1, 2].map(|seat| spec.seat_name(seat)), ["Player A", "Floe B", "Floe C"]);
    spec.seats = vec![named(""), named(" "), named(" Ann ")];
    assert_eq!([0, 1, 2].map(|seat| spec.seat_name(seat)), ["Player A", "Player B", "Ann"]);
    spec.person_word = Some("Joueur".to_owned());
    assert_eq!(spec.seat_name(1), "Joueur B");
    let gamma = GameSpec { players: Some(3), ..GameSpec::new(GameKind::Gamma) };
    assert_eq!([0, 1, 2].map(|seat| gamma.seat_name(seat)), ["Player 1", "Floe 2", "Floe 3"]);
    spec.seats[1] = named("Ann");
    assert_eq!(refusal(&spec), "players B and C are both called Ann");
    spec.seats[1] = named("a\u{1b}b");
    assert_eq!(refusal(&spec), "player B: a name cannot contain control characters");
}

#[test]
fn known_names_belong_to_people_without_a_name() {
    let known_names = ["Ann", "Ben", "Ann", ""].map(str::to_owned).to_vec();
    let mut spec = GameSpec { known_names, players: Some(4), ..GameSpec::new(GameKind::Hex) };
    assert_eq!([0, 1].map(|seat| spec.seat_name(seat)), ["Ann", "Floe B"]);
    (0..4).for_each(|seat| spec.seat_mut(seat).kind = PlayerKind::Person);
    let names = |spec: &GameSpec| [0, 1, 2, 3].map(|seat| spec.seat_name(seat));
    assert_eq!(names(&spec), ["Ann", "Ben", "Player C", "Player D"], "no name is there twice");
    spec.seat_mut(3).name = "Ben".to_owned();
    assert_eq!(names(&spec), ["Ann", "Player B", "Player C", "Ben"]);
    spec.roster().expect("all names differ");
}

#[test]
fn an_engine_without_a_level_is_easy() {
    let mut spec = GameSpec::new(GameKind::Square);
    assert_eq!(spec.seat(1).kind, PlayerKind::Engine { level: 3 });
    spec.level = Level::new(7);
    assert_eq!(spec.seat(1).kind, PlayerKind::Engine { level: 7 });
}

#[test]
fn a_board_names_people_unless_a_seat_was_given() {
    let setup =
        || board_file::read(b"2 4\n01 10 20 02\n10 10 10 00\nAnn 1 1\nBen 2 4\n").expect("a good board");
    let mut spec = GameSpec::new(GameKind::Hex);
    spec.set_board("ice.txt", setup());
    assert!((0..2).all(|seat| spec.seat(seat).kind == PlayerKind::Person), "{:?}", spec.seats);
    let mut spec = GameSpec::new(GameKind::Hex);
    spec.seat_mut(1);
    spec.set_board("ice.txt", setup());
    assert_eq!(spec.seat(1), SeatSpec { name: "Ben".to_owned(), kind: PlayerKind::Engine { level: 3 } });
}

#[test]
fn the_phase_on_a_board_can_be_chosen() {
    let phase_of = |game: &Game| match game {
        Game::Penguins(history) => history.position().phase(),
        Game::Gamma(_) => panic!("no penguins"),
    };
    let setup = board_file::read(b"2 4\n01 10 20 10\n10 10 10 01\nAnn 1 1\nBen 2 4\n").expect("a good board");
    let mut spec = GameSpec::new(GameKind::Square);
    spec.set_board("ice.txt", setup);
    assert_eq!(spec.phase(), BoardPhase::Placement, "Ben has no penguin yet");
    assert_eq!(phase_of(&spec.start().unwrap()), Phase::Placement);
    spec.phase = Some(BoardPhase::Movement);
    assert_eq!(phase_of(&spec.start().unwrap()), Phase::Movement);
    spec.players = Some(3);
    assert!(refusal(&spec).starts_with("player 3 is not on the board"), "{}", refusal(&spec));
}

#[test]
fn values_of_other_games_are_refused() {
    let square = || GameSpec::new(GameKind::Square);
    let gamma = || GameSpec::new(GameKind::Gamma);
    assert_eq!(
        refusal(&GameSpec { layout: Some(Layout::EvenR), ..square() }),
        "a layout can only be chosen with the rules 'hex', not 'square'"
    );
    assert_eq!(
        GameSpec { areas: Some(1), ..square() }.start().err(),
        Some(SpecError::Areas(GameKind::Square))
    );
    assert_eq!(GameSpec { penguins: Some(1), ..gamma() }.start().err(), Some(SpecError::PenguinsInGamma));
    assert_eq!(GameSpec { areas: Some(0), ..gamma() }.start().err(), Some(SpecError::NoAreas));
    assert_eq!(
        GameSpec { first: Seat::new(2), ..square() }.start().err(),
        Some(SpecError::FirstWithoutBoard)
    );
    let classic = GameSpec { rows: Some(9), ..GameSpec::new(GameKind::Classic) };
    assert_eq!(classic.start().err(), Some(SpecError::ClassicSize));
    assert_eq!(GameSpec { penguins: Some(0), ..square() }.start().err(), Some(SpecError::NoPenguins));
    let tiny = GameSpec { rows: Some(1), cols: Some(1), ..square() };
    assert!(matches!(tiny.start(), Err(SpecError::Board(_) | SpecError::TooFewFloes { .. })));
}

#[test]
fn a_new_board_has_an_allowed_size_and_a_file_any() {
    let sized = |kind, rows, cols| GameSpec { rows: Some(rows), cols: Some(cols), ..GameSpec::new(kind) };
    for (kind, rows, cols, reason) in [
        (GameKind::Square, 0, 5, "a new board of square has 1 to 1000 rows, not 0"),
        (GameKind::Square, 5, 0, "a new board of square has 1 to 1000 columns, not 0"),
        (GameKind::Square, 5000, 5000, "a new board of square has 1 to 1000 rows, not 5000"),
        (GameKind::Hex, 3, 3, "a new board of hex has 9 to 1000 rows, not 3"),
        (GameKind::Hex, 9, 8, "a new board of hex has 9 to 1000 columns, not 8"),
        (GameKind::Hex, 9, u32::MAX, "a new board of hex has 9 to 1000 columns, not 4294967295"),
        (GameKind::Classic, 9, 9, "the classic board is 8 x 8"),
        (GameKind::Gamma, 0, 1, "a new board of gamma has 1 to 1000 rows, not 0"),
        (GameKind::Gamma, 1, 1001, "a new board of gamma has 1 to 1000 columns, not 1001"),
    ] {
        let spec = sized(kind, rows, cols);
        assert_eq!(spec.check().expect_err("the size is refused").to_string(), reason);
        assert_eq!(refusal(&spec), reason);
    }
    sized(GameKind::Square, 1000, 4).start().expect("the longest board");

    let small = b"2 3\n10 10 10\n10 10 10\n";
    let mut spec = sized(GameKind::Hex, 12, 12);
    spec.penguins = Some(1);
    spec.set_board("ice.txt", board_file::read(small).expect("a good board"));
    spec.start().expect("the board of a file may have any size");
    spec.fill_in();
    spec.start().expect("filling in changes nothing about a board");
    for (rows, cols) in [(Some(2), None), (None, Some(3))] {
        assert_eq!(
            refusal(&GameSpec { rows, cols, ..spec.clone() }),
            "a board from a file has its own size: rows and columns are for new boards only"
        );
    }
    spec.first = Seat::new(3);
    assert_eq!(refusal(&spec), "player 3 cannot move first in a game of 2 players");
}

#[test]
fn another_game_keeps_what_fits_it() {
    let mut spec = GameSpec::new(GameKind::Square);
    (spec.players, spec.rows, spec.cols, spec.penguins) = (Some(9), Some(5), Some(50), Some(2));
    spec.set_kind(GameKind::Hex);
    assert_eq!((spec.player_count(), spec.rows(), spec.cols(), spec.penguins()), (6, 9, 50, 2));
    spec.layout = Some(Layout::EvenR);
    for kind in GameKind::ALL {
        let mut spec = spec.clone();
        spec.set_kind(kind);
        spec.start().expect("what does not fit is dropped");
    }
}

#[test]
fn a_board_brings_its_players_and_penguins() {
    let setup = board_file::read(b"2 4\n01 10 20 03\n10 10 10 00\nAnn 1 1\nBen 3 4\n").expect("a good board");
    let mut spec = GameSpec { first: Seat::new(3), ..GameSpec::new(GameKind::Square) };
    spec.set_board("ice.txt", setup);
    assert_eq!((spec.player_count(), spec.penguins()), (3, 1));
    assert_eq!([0, 1, 2].map(|seat| spec.seat_name(seat)), ["Ann", "Floe", "Ben"]);
    (spec.players, spec.first) = (Some(2), None);
    spec.seats.truncate(2);
    assert_eq!(refusal(&spec), "the board has a row for player 3, but fewer players take part");
    spec.clear_board();
    assert_eq!((spec.penguins(), spec.first), (3, None));
}

#[test]
fn chance_places_and_nothing_is_left_to_undo() {
    let spec =
        GameSpec { placement: Some(Placement::Automatic), seed: Some(4), ..GameSpec::new(GameKind::Hex) };
    let (first, second) = (spec.start().expect("it starts"), spec.start().expect("it starts"));
    assert_eq!((first.made(), first.is_over()), (0, false));
    let text = |game: &Game| serde_json::to_string(game).expect("a game can be stored");
    assert_eq!(text(&first), text(&second), "the same seed gives the same game");
}

#[test]
fn filling_in_leaves_nothing_to_ask() {
    for kind in GameKind::ALL {
        let mut spec = GameSpec::new(kind);
        spec.fill_in();
        assert_eq!((spec.player_count(), spec.seats.len()), (2, 2));
        assert!(spec.penguins.is_some() != spec.areas.is_some());
        spec.start().expect("the defaults can be played");
    }
}

#[test]
fn a_description_can_be_short_in_json() {
    let spec: GameSpec =
        serde_json::from_str(r#"{"kind": "hex", "players": 3}"#).expect("it is a description");
    assert_eq!((spec.kind, spec.penguins()), (GameKind::Hex, 3));
}
