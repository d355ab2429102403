//! Plain mode on hexagons: a penguin, a direction, a distance.

use floe_rules::grid::Layout;
use floe_rules::record::{self, Ending};
use floe_session::{GameKind, GameSpec, Placement};
use floe_tui::plain::PlainOutcome;

use crate::plain_scripts::{board, engine, people, played, spec};

fn small(kind: GameKind) -> GameSpec {
    let text = "3 4\n10 20 30 10\n20 10 00 20\n10 30 20 10\n";
    GameSpec { board: Some(board(text)), penguins: Some(2), ..spec(kind) }
}

#[test]
fn names_and_sizes_are_asked_and_chance_places() {
    let script = "7\n3\nAnn\nann\n\nPlayer B\n  Cleo  \n8 9\n9\n10\n";
    insta::assert_snapshot!(played(&spec(GameKind::Hex), script.as_bytes()).screen);
}

#[test]
fn a_whole_game() {
    let spec = GameSpec { placement: Some(Placement::Manual), ..small(GameKind::Hex) };
    let setting_up = "2\nAnn\nBen\n";
    let placing = "1\n1\n3 4\n1,4\n3 1\n";
    let moving = "2\nnw\n1\n1\n3\n1\n2 SW 2\n1 north 2\n2 se\n2\n1 s 1\n2 ne 1\n";
    let played = played(&spec, [setting_up, placing, moving, "board\nsave a.game\nn\n"].concat().as_bytes());
    insta::assert_snapshot!(played.screen);
    assert_eq!(played.ended, PlainOutcome::Finished);
    let record = record::read(&played.host.files["a.game"]).expect("what is saved reads back");
    assert_eq!((record.ending(), record.game().made()), (Ending::Over, 11));
}

#[test]
fn classic_asks_for_names_only() {
    insta::assert_snapshot!(played(&spec(GameKind::Classic), b"2\n\n\n4 ne 3\n1 se\n2\nquit\n").screen);
}

#[test]
fn a_whole_game_of_classic() {
    let script = "2\n\n\n2 w 2\n1 e 2\n2 nw 1\n1 w 1\n2 e 1\n1 se 1\n1 se 1\nundo\n1\n3\n1\nn\n";
    let played = played(&small(GameKind::Classic), script.as_bytes());
    insta::assert_snapshot!(played.screen);
    assert_eq!(played.ended, PlainOutcome::Finished);
}

#[test]
fn wrong_answers_are_explained_and_asked_again() {
    let text = "4 4\n11 20 30 00\n20 12 10 20\n00 10 11 12\n00 00 10 21\nAnn 1 0\nBen 2 0\n";
    let seats = people(&["Ann", "Ben"]);
    let spec = GameSpec { board: Some(board(text)), seats, penguins: Some(4), ..spec(GameKind::Hex) };
    let placement = Some(Placement::Manual);
    let spec = GameSpec { placement, ..spec };
    let wrong_place = "help\n0 1\n1 5\n1 4\n2 2\n1 2\nx y\n1 2 3\n";
    let placed = "2 3\n4 3\nundo\nredo\n3 2\n";
    let wrong_penguin = "0\n5\nx\n4\n";
    let wrong_way = "1\n7\ne\n\n1\n1\nup\nsouth\n0\n1 s x\n1 s 2\n1 se 9\n1 s 1 1\n3 n 1\n3\nne\n1 1 1\n";
    let script = [wrong_place, placed, wrong_penguin, wrong_way].concat();
    insta::assert_snapshot!(played(&spec, script.as_bytes()).screen);
}

#[test]
fn every_layout_names_its_own_directions() {
    for layout in Layout::ALL {
        let seats = people(&["Ann", "Ben"]);
        let fixed =
            GameSpec { seats, layout: Some(layout), rows: Some(9), cols: Some(9), ..spec(GameKind::Hex) };
        let screen = played(&fixed, b"1\nnowhere\n").screen;
        let (yes, no) =
            if layout.shifts_columns() { (" south (", " east (") } else { (" east (", " south (") };
        assert!(screen.contains(yes) && !screen.contains(no), "{layout:?}: {screen}");
    }
}

#[test]
fn six_engines_play_to_the_end() {
    let seats = ["A1", "B2", "C3", "D4", "E5", "F6"].map(engine).to_vec();
    let fixed = GameSpec { seats, rows: Some(9), cols: Some(9), ..spec(GameKind::Hex) };
    let played = played(&fixed, b"");
    assert_eq!(played.ended, PlainOutcome::Finished);
    assert!(played.screen.contains(" cannot move and "), "{}", played.screen);
}

#[test]
fn the_number_of_penguins_follows_from_the_number_of_players() {
    for (kind, most) in [(GameKind::Hex, 6), (GameKind::Classic, 4)] {
        for players in 2..=most {
            let names = "\n".repeat(players);
            let screen = played(&spec(kind), format!("{players}\n{names}9 9\n").as_bytes()).screen;
            let penguins = [4, 3, 2, 2, 2][players - 2];
            assert!(screen.contains(&format!("Which penguin? (1 to {penguins})")), "{kind}: {screen}");
        }
    }
}
