//! Any bytes: the reader lists errors, or returns a record that can be written and read back unchanged.
#![no_main]

mod allocations;

use floe_rules::record::{Record, read, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // An empty board of Gamma takes far more memory than its two numbers in the file.
    let extra = if bytes.windows(5).any(|word| word == b"gamma") { usize::MAX / 2 } else { 200_000 };
    match allocations::at_most(bytes, 200, extra, || read(bytes)) {
        Ok(record) => {
            let text = write(&record);
            let again = read(&text).unwrap_or_else(|faults| panic!("{}", faults.report("again", &text)));
            assert_eq!(write(&again), text);
            assert!(record.player_infos().eq(again.player_infos()));
            assert_eq!((record.more(), record.ending()), (again.more(), again.ending()));
            let player_infos: Vec<_> =
                record.player_infos().map(|(player, player_info)| (player, player_info.clone())).collect();
            let (more, ending) = (record.more().to_vec(), record.ending());
            let mut game = record.into_game();
            assert!(Record::new(game.clone(), player_infos, more, ending).is_ok());
            // Undo and redo of all turns gives the same game.
            let made = game.made();
            let scores: Vec<u64> = game.players().iter().map(|&player| game.score(player)).collect();
            game.go_to(0);
            game.go_to(made);
            assert!(game.players().iter().map(|&player| game.score(player)).eq(scores));
            assert_eq!(game.to_move(), again.game().to_move());
        }
        Err(faults) => {
            assert!(faults.total() > 0);
            let report = allocations::at_most(bytes, 4, 200_000, || faults.report("game.floe", bytes));
            assert!(report.starts_with("game.floe:"));
            assert!(report.chars().all(|letter| letter == '\n' || !letter.is_control()));
        }
    }
});
