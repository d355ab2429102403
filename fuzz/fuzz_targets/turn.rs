//! Any two states and options: reader, guard and turn together, as the contest program runs them.
//!
//! The first byte picks the options; the rest is the state in the journal and the state read now, with a byte
//! 0xff between them.
#![no_main]

mod allocations;

use std::num::NonZeroUsize;
use std::time::Duration;

use floe::contest::{GuardMode, TurnInput, TurnSettings, by_engine, play};
use floe_engine::Level;
use floe_rules::board_file;
use floe_rules::contest::{Calling, ContestAnswer, ContestCall, Exit};
use floe_rules::grid::Layout;
use floe_rules::guard::{Journal, compare};
use floe_rules::penguins::{Id, RuleSet};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&options, rest)) = bytes.split_first() else {
        return;
    };
    let (noted, now) = match rest.iter().position(|&byte| byte == 0xff) {
        Some(at) => (Some(&rest[..at]), &rest[at + 1..]),
        None => (None, rest),
    };
    let rules = match options % 6 {
        0 => RuleSet::SQUARE,
        1 => RuleSet::CLASSIC,
        layout => RuleSet::HEX.with_layout(Layout::ALL[usize::from(layout) - 2]).unwrap(),
    };
    let calling = if options & 64 == 0 { Calling::Movement } else { Calling::Placement { penguins: 2 } };
    let id = Id::new(b"Floe").unwrap();
    let call = ContestCall { calling: Some(calling), rules, id: id.clone(), players: None };
    let settings = TurnSettings {
        call: call.clone(),
        guard: if options & 128 == 0 { GuardMode::Warn } else { GuardMode::Strict },
        nodes: Some(1000),
        level: Level::FULL,
        threads: NonZeroUsize::MIN,
        seed: 0,
    };
    let journal = noted.and_then(|text| board_file::read(text).ok()).map(|read| {
        let turn = match call.expected_answer(&read) {
            Ok(ContestAnswer::Turn(pending)) if options & 32 != 0 => {
                pending.position.turns().first().copied()
            }
            _ => None,
        };
        Journal { rules, calling, id: id.clone(), read, turn }
    });
    let input = TurnInput { name: "board.txt", text: now, journal: journal.as_ref() };
    let answer = allocations::at_most(bytes, 64, 4_000_000, || {
        play(&settings, &input, |_, pending| by_engine(&settings, Duration::MAX, pending))
    });
    if let Some(journal) = &answer.journal {
        assert_eq!(Journal::parse(&journal.to_bytes()).as_ref(), Ok(journal));
    }
    match answer.exit {
        Exit::BadState => {
            assert!(answer.messages.contains(": error: "));
        }
        Exit::Failed => panic!("the engine decides whenever a turn is possible"),
        Exit::NoTurn => assert!(answer.text.is_none() && answer.journal.is_some()),
        Exit::Done => {
            let (text, journal) = (answer.text.unwrap(), answer.journal.unwrap());
            let (before, after) = (board_file::read(now).unwrap(), board_file::read(&text).unwrap());
            assert_eq!(journal.read, before);
            // Our turn must be legal for the guards of other players.
            let findings = compare(&before, &after, &rules, calling, None);
            assert!(!findings.iter().any(|finding| finding.is_accusation()), "{findings:?}");
            // And our own guard must recognise the state that we wrote.
            let findings = journal.check(&after);
            assert!(!findings.iter().any(|finding| finding.is_accusation()), "{findings:?}");
        }
    }
});
