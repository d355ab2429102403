//! Snapshots of boards as a terminal shows them.

use floe_rules::board_file;
use floe_rules::grid::{Layout, Topology};
use floe_rules::penguins::Setup;
use floe_tui::{Charset, Palette};

mod app_driver;
mod app_files;
mod app_games;
mod app_hints;
mod app_next;
mod app_panel;
mod app_play;
mod app_resume;
mod app_screens;
mod app_setup;
mod app_shots;
mod app_steps;
mod app_storm;
mod app_tiles;
mod contrast;
mod gamma_frames;
mod pictures;
mod plain_autosave;
mod plain_cells;
mod plain_hexagons;
mod plain_languages;
mod plain_once;
mod plain_scripts;
mod plain_squares;
mod plain_torture;
mod player_counts;

const BOARD: &str = "4 6\n10 20 30 00 10 11\n00 02 10 20 22 10\n30 10 00 00 31 20\n10 00 20 10 10 09\n\
                     Floe 1 3\nŁoś 2 14\nlast 9 0\n";

fn setup() -> Setup {
    board_file::read(BOARD.as_bytes()).expect("the board is good")
}

fn plain(topology: Topology) -> String {
    floe_tui::draw(&setup(), topology, Charset::Ascii).plain()
}

#[test]
fn squares_without_colour() {
    insta::assert_snapshot!(plain(Topology::Square));
}

#[test]
fn squares_in_colour() {
    insta::assert_snapshot!(
        floe_tui::draw(&setup(), Topology::Square, Charset::Ascii)
            .colored(Palette::default())
            .replace('\u{1b}', "␛")
    );
}

#[test]
fn hexagons_in_every_layout() {
    for layout in Layout::ALL {
        insta::assert_snapshot!(layout.name(), plain(Topology::Hex(layout)));
    }
}

#[test]
fn hexagons_in_colour() {
    let picture = floe_tui::draw(&setup(), Topology::Hex(Layout::OddQ), Charset::Ascii);
    insta::assert_snapshot!(picture.colored(Palette::default()).replace('\u{1b}', "␛"));
}

#[test]
fn the_players_are_listed() {
    insta::assert_snapshot!(floe_tui::roster(&setup(), Palette::default()).replace('\u{1b}', "␛"));
}

#[test]
fn colour_changes_nothing_but_colour() {
    for topology in [Topology::Square, Topology::Hex(Layout::OddQ), Topology::Hex(Layout::OddR)] {
        let picture = floe_tui::draw(&setup(), topology, Charset::Ascii);
        let mut bare = String::new();
        let mut escaped = false;
        for letter in picture.colored(Palette::default()).chars() {
            match letter {
                '\u{1b}' => escaped = true,
                'm' if escaped => escaped = false,
                _ if escaped => {}
                _ => bare.push(letter),
            }
        }
        let bare: Vec<&str> = bare.lines().map(str::trim_end).collect();
        assert_eq!(bare, picture.plain().lines().collect::<Vec<_>>());
    }
}

#[test]
fn wide_boards_keep_their_labels_apart() {
    let text = format!("2 120\n{}", (vec!["10"; 120].join(" ") + "\n").repeat(2));
    let setup = board_file::read(text.as_bytes()).expect("the board is good");
    for topology in [Topology::Square, Topology::Hex(Layout::OddQ), Topology::Hex(Layout::EvenR)] {
        let picture = floe_tui::draw(&setup, topology, Charset::Ascii).plain();
        let labels: Vec<u32> = picture
            .lines()
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .map(|label| label.parse().unwrap())
            .collect();
        assert_eq!(labels, (1..=120).collect::<Vec<_>>());
    }
}
