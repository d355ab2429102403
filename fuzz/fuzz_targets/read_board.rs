//! Any bytes: the reader lists errors, or returns a setup that can be written and read back unchanged.
#![no_main]

mod allocations;

use floe_rules::board_file;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match allocations::at_most(bytes, 4, 100_000, || board_file::read(bytes)) {
        Ok(setup) => {
            let text = board_file::write(&setup);
            assert!(text.len() <= bytes.len() + 1, "canonical text has the fewest blanks");
            assert_eq!(board_file::read(&text).as_ref(), Ok(&setup));
            assert_eq!(board_file::write(&setup), text);
        }
        Err(faults) => {
            assert!(faults.total() > 0);
            let report = allocations::at_most(bytes, 4, 200_000, || faults.report("board.txt", bytes));
            assert!(report.lines().next().is_some_and(|line| line.starts_with("board.txt:")));
            assert!(report.chars().all(|letter| letter == '\n' || !letter.is_control()));
        }
    }
});
