//! Snapshots of an interactive game of Gamma, on terminals of all sizes.

use floe_locale::Lang;
use floe_rules::gamma::{Gamma, Turns};
use floe_tui::gamma::{Keyboard, frame};
use unicode_width::UnicodeWidthStr;

fn keyboard(width: u32, height: u32, players: u32, areas: u32, keys: &[u8]) -> Keyboard {
    let game = Gamma::new(width, height, players, areas).expect("a small board can be had");
    let mut keyboard = Keyboard::new(Turns::new(game));
    keys.iter().for_each(|&key| keyboard.press(key));
    keyboard
}

fn shown(keyboard: &Keyboard, lang: Lang, columns: usize, rows: usize) -> String {
    let (lines, cursor) = frame(keyboard, lang, columns, rows);
    format!("{}\ncursor {cursor:?}", lines.join("\n").replace('\u{1b}', "␛"))
}

#[test]
fn a_game_fits_into_80x24() {
    let keyboard = keyboard(6, 4, 2, 2, b" \x1b[C \x1b[A \x1b[C ");
    insta::assert_snapshot!(shown(&keyboard, Lang::English, 80, 24));
    insta::assert_snapshot!(shown(&keyboard, Lang::French, 80, 24));
    insta::assert_snapshot!(shown(&keyboard, Lang::Polish, 80, 24));
}

#[test]
fn words_are_left_out_but_never_cut() {
    let game = keyboard(6, 4, 2, 2, b" ");
    let mut text = String::new();
    for lang in Lang::ALL {
        for (columns, rows) in [(44, 16), (30, 8), (20, 4), (9, 6), (3, 2)] {
            let (lines, _) = frame(&game, lang, columns, rows);
            let words: Vec<&String> = lines.iter().filter(|line| !line.contains(['.', '\u{1b}'])).collect();
            text += &format!("{lang} {columns}x{rows}\n");
            words.iter().for_each(|line| text += &format!("  {line}\n"));
            assert!(words.iter().all(|line| line.width() <= columns), "{lang} {columns}x{rows}");
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn many_players_get_wider_cells_and_a_small_terminal_scrolls() {
    let mut keys = b" ".to_vec();
    for _ in 0..30 {
        keys.extend_from_slice(b"\x1b[C\x1b[A");
    }
    keys.push(b' ');
    let keyboard = keyboard(100, 100, 120, 5, &keys);
    insta::assert_snapshot!(shown(&keyboard, Lang::English, 40, 10));
}

#[test]
fn no_terminal_is_too_small_and_none_overflows() {
    let up_and_right = b"\x1b[A\x1b[C\x1b[A\x1b[C";
    for (width, height, players) in [(1, 1, 1), (3, 50, 9), (50, 3, 4_000_000_000), (500, 500, 12)] {
        let keyboard = keyboard(width, height, players, 1, up_and_right);
        for (columns, rows) in [(1, 1), (2, 1), (1, 5), (10, 3), (80, 24), (120, 40), (1000, 1000)] {
            let (lines, (column, row)) = frame(&keyboard, Lang::English, columns, rows);
            assert!(lines.len() <= rows, "{columns}x{rows}");
            assert!(column < columns && row < rows, "{columns}x{rows}");
            for line in &lines {
                let bare = line.replace("\u{1b}[7m", "").replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
                assert!(bare.len() <= columns, "{columns}x{rows}: {bare:?}");
            }
        }
    }
}
