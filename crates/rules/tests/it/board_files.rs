//! Reading and writing board files: round trips, and random text.

use floe_rules::board_file::{self, BoardErrorKind, MOST_ERRORS};
use floe_rules::penguins::Seat;
use proptest::prelude::*;

use crate::boards::{all_rules, samples};

fn faults(text: &str) -> Vec<(usize, usize, String)> {
    let faults = board_file::read(text.as_bytes()).unwrap_err();
    faults
        .listed()
        .iter()
        .map(|fault| (fault.place.line, fault.place.column, fault.kind.to_string()))
        .collect()
}

#[test]
fn every_error_in_a_file_is_listed_in_order() {
    let text = "3 3\n10 40 1x\n10 10 10 10\n\n10 12\nFoo 3 -5\nFoo 3 1\nBar 11 2\n";
    let found: Vec<(usize, usize)> =
        faults(text).into_iter().map(|(line, column, _)| (line, column)).collect();
    assert_eq!(
        found,
        [(2, 4), (2, 7), (3, 10), (4, 1), (5, 4), (5, 6), (6, 7), (7, 1), (7, 5), (8, 5)],
        "{:#?}",
        faults(text)
    );
}

#[test]
fn a_missing_row_is_distinguished_from_a_short_one() {
    let message = |text: &str| faults(text).remove(0).2;
    assert!(message("3 2\n10 10\n10 10\nFoo 1 0\n").contains("row 3 of 3 is missing"));
    assert!(message("3 2\n10 10\n10 10\n").contains("the file ends here"));
    assert!(message("2 2\n10 10\n10\nFoo 1 0\n").contains("row 2 has 1 of 2 fields"));
    assert!(message("2 3\n10 10 10\n10 10 10\n10 10 10\nFoo 1 0\n").contains("extra row"));
}

#[test]
fn a_penguin_whose_player_row_is_wrong_is_not_reported() {
    let found = faults("1 2\n01 10\nFoo 1 x\n");
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn many_errors_are_counted_but_not_all_listed() {
    let text = format!("50 8\n{}", "xx xx xx xx xx xx xx xx\n".repeat(50));
    let faults = board_file::read(text.as_bytes()).unwrap_err();
    assert_eq!((faults.listed().len(), faults.total()), (MOST_ERRORS, 400));
    let report = faults.report("b", text.as_bytes());
    assert!(report.ends_with("b: 300 more errors, 400 in all\n"), "{report}");
    assert_eq!(report.lines().filter(|line| line.contains(": error: ")).count(), MOST_ERRORS);

    // Penguins without a player row are found last but listed first.
    let text = format!("60 4\n{}{}", "01 02 10 10\n".repeat(55), "xx xx xx xx\n".repeat(5));
    let faults = board_file::read(text.as_bytes()).unwrap_err();
    assert_eq!((faults.listed().len(), faults.total()), (MOST_ERRORS, 130));
    assert!(matches!(faults.listed()[0].kind, BoardErrorKind::PenguinWithoutPlayer { .. }));
}

#[test]
fn leading_zeros_of_other_scores_are_kept() {
    let text = "1 2\n01 10\nFoo 1 007\nBar 2 00\n";
    let setup = board_file::read(text.as_bytes()).unwrap();
    assert_eq!(setup.players[0].score, 7);
    assert_eq!(String::from_utf8(board_file::write(&setup)).unwrap(), text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back(sample in samples(9)) {
        let text = board_file::write(&sample.setup);
        prop_assert_eq!(board_file::read(&text).unwrap(), sample.setup);
    }

    #[test]
    fn blanks_line_ends_and_marks_do_not_matter(sample in samples(5), seed in any::<u64>()) {
        let mut random = floe_rules::random::Random::new(seed);
        let plain = board_file::write(&sample.setup);
        let mut text = if random.below(2) == 0 { b"\xef\xbb\xbf".to_vec() } else { Vec::new() };
        let blanks = |random: &mut floe_rules::random::Random, least| {
            let count = least + random.below(3);
            (0..count).map(|_| if random.below(2) == 0 { b' ' } else { b'\t' }).collect::<Vec<u8>>()
        };
        let lines: Vec<&[u8]> = plain.strip_suffix(b"\n").unwrap().split(|&byte| byte == b'\n').collect();
        for (number, line) in (0u32..).zip(&lines) {
            for word in line.split(|&byte| byte == b' ') {
                text.extend(blanks(&mut random, u64::from(text.last().is_some_and(u8::is_ascii_alphanumeric))));
                text.extend_from_slice(word);
            }
            text.extend(blanks(&mut random, 0));
            if number as usize + 1 < lines.len() || random.below(2) == 0 {
                text.extend_from_slice(if random.below(2) == 0 { b"\r\n" } else { b"\n" });
                if number >= sample.setup.rows() && random.below(3) == 0 {
                    text.extend_from_slice(b" \t\r\n\n");
                }
            }
        }
        prop_assert_eq!(board_file::read(&text).unwrap(), sample.setup);
    }

    #[test]
    fn a_damaged_file_never_panics(sample in samples(5), edits in prop::collection::vec((any::<u16>(), any::<u8>(), 0u8..3), 1..6)) {
        let mut text = board_file::write(&sample.setup);
        for (at, byte, kind) in edits {
            let at = usize::from(at) % (text.len() + 1);
            match kind {
                0 => text.insert(at, byte),
                1 if at < text.len() => text[at] = byte,
                _ => text.truncate(at),
            }
        }
        check(&text);
    }

    #[test]
    fn any_bytes_never_panic(text in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(b"0123 \n\r\tA\"".to_vec())], 0..200)) {
        check(&text);
    }
}

fn check(text: &[u8]) {
    match board_file::read(text) {
        Ok(setup) => {
            let tidy = board_file::write(&setup);
            assert_eq!(board_file::read(&tidy).unwrap(), setup);
            for rules in all_rules() {
                for cell in setup.oddities(&rules) {
                    let place = board_file::locate(text, board_file::Spot::Field(setup.coord(cell)));
                    assert_eq!(place.line, setup.coord(cell).row as usize + 2);
                }
            }
            assert!(setup.players.len() <= usize::from(Seat::MOST));
        }
        Err(faults) => {
            assert!(faults.total() >= faults.listed().len() && faults.total() > 0);
            assert!(faults.listed().is_sorted_by_key(|fault| fault.place.line));
            let report = faults.report("b", text);
            assert!(report.lines().all(|line| line.chars().all(|letter| !letter.is_control())));
        }
    }
}
