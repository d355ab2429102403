//! Plain mode of Gamma.

use floe_rules::record::{self, Ending};
use floe_session::{GameKind, GameSpec};
use floe_tui::plain::PlainOutcome;

use crate::plain_scripts::{engine, people, played, spec};

#[test]
fn a_whole_game() {
    let setting_up = "0\n4\n3\n\n1\n";
    let wrong = "4 0\nx\ng 1 1\n1\n2 3\ng\n";
    let moves = "0 0\n3 2\n0 1\n3 1\n3,1\n2 0\n1\n1\n2 2\n1 0\n3 0\n0 2\n2 0\n2 1\n1 2\n";
    let golden = "g 0 0\nG 1 2\ng 1 0\n";
    let after = "hint\nundo\nc\nn\n";
    let script = [setting_up, "back\n", wrong, "back\n", moves, golden, after].concat();
    insta::assert_snapshot!(played(&spec(GameKind::Gamma), script.as_bytes()).screen);
}

#[test]
fn stop_ends_the_game_and_shows_the_result() {
    let seats = people(&["Ann", "Ben"]);
    let fixed = GameSpec { seats, areas: Some(2), rows: Some(3), cols: Some(12), ..spec(GameKind::Gamma) };
    let played = played(
        &fixed,
        b"11 2\nc 1\nc\n10 0\nhelp\nsave a.game\nstop\nsave b.txt\nundo\nsave c.game\nstop\nn\n",
    );
    insta::assert_snapshot!(played.screen);
    assert_eq!(played.ended, PlainOutcome::Finished);
    let ending = |name: &str| record::read(&played.host.files[name]).map(|record| record.ending());
    assert_eq!(ending("a.game"), Ok(Ending::Unfinished));
    assert_eq!(ending("b.txt"), Ok(Ending::Stopped));
    assert_eq!(ending("c.game"), Ok(Ending::Unfinished), "after an undo the game continues");
}

#[test]
fn engines_finish_any_board() {
    let seats = ["One", "Two", "Three"].map(engine).to_vec();
    let fixed = GameSpec { seats, areas: Some(2), rows: Some(5), cols: Some(5), ..spec(GameKind::Gamma) };
    let played = played(&fixed, b"");
    assert_eq!(played.ended, PlainOutcome::Finished);
    assert!(played.screen.contains("\nThe game is over: no player can move any more.\n"));
}
