//! Any two states and options: reader, guard and turn together, as the contest program runs them.
//!
//! The first byte picks the options; the rest is the state noted in the journal and the state read now,
//! with a byte 0xff between them.
#![no_main]

mod allocations;

use std::num::NonZeroUsize;

use floe::contest::{Given, GuardMode, Order, Outcome, by_engine, play};
use floe_engine::Level;
use floe_rules::board_file;
use floe_rules::grid::Layout;
use floe_rules::guard::{Calling, Journal, compare};
use floe_rules::penguins::{Id, Move, Position, RuleSet, Setup, Stage};
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
    let order = Order {
        calling: Some(calling),
        rules,
        id: id.clone(),
        players: None,
        guard: if options & 128 == 0 { GuardMode::Warn } else { GuardMode::Strict },
        nodes: Some(1000),
        level: Level::FULL,
        threads: NonZeroUsize::MIN,
        seed: 0,
    };
    let journal = noted.and_then(|text| board_file::read(text).ok()).map(|read| {
        let turn = if options & 32 == 0 { None } else { some_turn(&read, &rules, calling, &id) };
        Journal { rules, calling, id: id.clone(), read, turn }
    });
    let given = Given { name: "board.txt", text: now, journal: journal.as_ref() };
    let answer = allocations::at_most(bytes, 64, 4_000_000, || {
        play(&order, &given, |decision| by_engine(&order, None, decision))
    });
    match answer.outcome {
        Outcome::BadState => {
            assert!(answer.messages.contains(": error: "));
            assert!(
                board_file::read(now).is_err()
                    || order.guard == GuardMode::Strict
                    || !answer.messages.is_empty()
            );
        }
        Outcome::Undecided => panic!("the engine decides whenever a turn is possible"),
        Outcome::NoTurn { journal } => {
            assert_eq!(Journal::parse(&journal.to_bytes()).as_ref(), Ok(&journal));
        }
        Outcome::Turn { text, journal } => {
            let (before, after) = (board_file::read(now).unwrap(), board_file::read(&text).unwrap());
            assert_eq!(Journal::parse(&journal.to_bytes()).as_ref(), Ok(&journal));
            assert_eq!(journal.read, before);
            // What we did must look innocent to everyone else's guard.
            let findings = compare(&before, &after, &rules, calling, None);
            assert!(!findings.iter().any(|finding| finding.is_accusation()), "{findings:?}");
            // And our own must take it for the state that we wrote.
            let findings = journal.check(&after);
            assert!(!findings.iter().any(|finding| finding.is_accusation()), "{findings:?}");
        }
    }
});

/// Returns a turn that we could have made, so that the journal notes one.
fn some_turn(setup: &Setup, rules: &RuleSet, calling: Calling, id: &Id) -> Option<Move> {
    let us = setup.player_named(id)?.seat;
    let stage = match calling {
        Calling::Movement => Stage::Movement,
        Calling::Placement { penguins } => Stage::Placement { penguins, seats: vec![us] },
    };
    let mut position = Position::new(setup, rules, &stage).ok()?;
    position.set_turn(us);
    if position.to_move() == Some(us) { position.turns().first().copied() } else { None }
}
