//! Plain mode on hexagons: a penguin, a direction, a distance.

use floe_rules::grid::Layout;
use floe_rules::penguins::RuleSet;
use floe_rules::record::{self, Ending};
use floe_tui::Placement;
use floe_tui::plain::{Ended, Request, Wanted};

use crate::plain_scripts::{board, engine, people, played, request};

fn hexagons(rules: RuleSet) -> Request {
    request(Wanted::Penguins(rules))
}

fn small(rules: RuleSet) -> Request {
    let text = "3 4\n10 20 30 10\n20 10 00 20\n10 30 20 10\n";
    Request { board: Some(board(text)), penguins: Some(2), ..hexagons(rules) }
}

#[test]
fn names_and_sizes_are_asked_and_chance_places() {
    let script = "7\n3\nAnn\nann\n\nPlayer 2\n  Cleo  \n8 9\n9\n10\n";
    insta::assert_snapshot!(played(&hexagons(RuleSet::HEX), script.as_bytes()).screen);
}

#[test]
fn a_whole_game() {
    let request = Request { placement: Some(Placement::Manual), ..small(RuleSet::HEX) };
    let setting_up = "2\nAnn\nBen\n";
    let placing = "1\n1\n3 4\n1,4\n3 1\n";
    let moving = "2\nnw\n1\n1\n3\n1\n2 SW 2\n1 north 2\n2 se\n2\n1 s 1\n2 ne 1\n";
    let played =
        played(&request, [setting_up, placing, moving, "board\nsave a.game\nn\n"].concat().as_bytes());
    insta::assert_snapshot!(played.screen);
    assert_eq!(played.ended, Ended::Finished);
    let record = record::read(&played.host.files["a.game"]).expect("what is saved reads back");
    assert_eq!((record.ending(), record.game().made()), (Ending::Over, 11));
}

#[test]
fn classic_asks_for_names_only() {
    insta::assert_snapshot!(played(&hexagons(RuleSet::CLASSIC), b"2\n\n\n4 ne 3\n1 se\n2\nquit\n").screen);
}

#[test]
fn a_whole_game_of_classic() {
    let script = "2\n\n\n2 w 2\n1 e 2\n2 nw 1\n1 w 1\n2 e 1\n1 se 1\n1 se 1\nundo\n1\n3\n1\nn\n";
    let played = played(&small(RuleSet::CLASSIC), script.as_bytes());
    insta::assert_snapshot!(played.screen);
    assert_eq!(played.ended, Ended::Finished);
}

#[test]
fn wrong_answers_are_explained_and_asked_again() {
    let text = "4 4\n11 20 30 00\n20 12 10 20\n00 10 11 12\n00 00 10 21\nAnn 1 0\nBen 2 0\n";
    let player_infos = Some(people(&["Ann", "Ben"]));
    let request =
        Request { board: Some(board(text)), player_infos, penguins: Some(4), ..hexagons(RuleSet::HEX) };
    let placement = Some(Placement::Manual);
    let request = Request { placement, ..request };
    let wrong_place = "help\n0 1\n1 5\n1 4\n2 2\n1 2\nx y\n1 2 3\n";
    let placed = "2 3\n4 3\nundo\nredo\n3 2\n";
    let wrong_penguin = "0\n5\nx\n4\n";
    let wrong_way = "1\n7\ne\n\n1\n1\nup\nsouth\n0\n1 s x\n1 s 2\n1 se 9\n1 s 1 1\n3 n 1\n3\nne\n1 1 1\n";
    let script = [wrong_place, placed, wrong_penguin, wrong_way].concat();
    insta::assert_snapshot!(played(&request, script.as_bytes()).screen);
}

#[test]
fn every_layout_names_its_own_directions() {
    for layout in Layout::ALL {
        let rules = RuleSet::HEX.with_layout(layout).expect("hexagons can be laid out in any way");
        let player_infos = Some(people(&["Ann", "Ben"]));
        let fixed = Request { player_infos, rows: Some(9), cols: Some(9), ..hexagons(rules) };
        let screen = played(&fixed, b"1\nnowhere\n").screen;
        let (yes, no) =
            if layout.shifts_columns() { (" south (", " east (") } else { (" east (", " south (") };
        assert!(screen.contains(yes) && !screen.contains(no), "{layout:?}: {screen}");
    }
}

#[test]
fn six_engines_play_to_the_end() {
    let player_infos = Some(["A1", "B2", "C3", "D4", "E5", "F6"].map(engine).to_vec());
    let fixed = Request { player_infos, rows: Some(9), cols: Some(9), ..hexagons(RuleSet::HEX) };
    let played = played(&fixed, b"");
    assert_eq!(played.ended, Ended::Finished);
    assert!(played.screen.contains(" cannot move and "), "{}", played.screen);
}
