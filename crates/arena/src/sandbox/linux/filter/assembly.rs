//! The instructions of the filter, assembled from its rules.
//!
//! They are assembled here, since `seccompiler` supports only one action for a whole filter, and a filter for each action
//! would be run at every call.

use std::collections::BTreeMap;

use nix::libc;
use seccompiler::{BpfProgram, sock_filter};

use super::Answer::{self, Done, NotKnown, NotPermitted, NotSupported, NotTerminal};
use super::Rule;
use super::When::{self, Always, AnyBit, BitWithout, BothBits, Is, Neither, Not, NotOneOf};

/// The bit that marks calls through the x32 ABI on x86-64, which are numbered differently.
pub(super) const X32: u32 = 0x4000_0000;

// Instructions of the filter: load a word of the call, jump, compare the word, return an action.
pub(super) const LOAD: u16 = 0x20;
pub(super) const JUMP: u16 = 0x05;
pub(super) const IF_EQUAL: u16 = 0x15;
pub(super) const IF_AT_LEAST: u16 = 0x35;
pub(super) const IF_ANY_BIT: u16 = 0x45;
pub(super) const ANSWER: u16 = 0x06;

// The offsets of the words.
pub(super) const NUMBER: u32 = 0;
pub(super) const KIND: u32 = 4;
pub(super) const ARGUMENTS: u32 = 16;

pub(super) const ALLOW: u32 = 0x7fff_0000;
pub(super) const KILL: u32 = 0x8000_0000;
const ERROR: u32 = 0x0005_0000;

/// Returns an instruction that skips `yes` or `no` of the following ones.
fn step(code: u16, k: u32, yes: u8, no: u8) -> sock_filter {
    sock_filter { code, jt: yes, jf: no, k }
}

/// Assembles the rules, as a search tree over the numbers: the kernel runs a new filter once for every number there is.
pub(super) fn assemble<'a>(architecture: u32, rules: impl Iterator<Item = &'a Rule>) -> BpfProgram {
    // Numbers of another architecture have other meanings; honest programs do not use them.
    let mut program = vec![
        step(LOAD, KIND, 0, 0),
        step(IF_EQUAL, architecture, 1, 0),
        step(ANSWER, KILL, 0, 0),
        step(LOAD, NUMBER, 0, 0),
    ];
    if cfg!(target_arch = "x86_64") {
        program.extend([step(IF_AT_LEAST, X32, 0, 1), step(ANSWER, KILL, 0, 0)]);
    }
    let mut calls = BTreeMap::<u32, BpfProgram>::new();
    for &(number, when, answer) in rules {
        let number = u32::try_from(number).expect("numbers of calls are small");
        let body = calls.entry(number).or_default();
        body.extend(test(when));
        body.push(step(ANSWER, answer.word(), 0, 0));
    }
    let calls: Vec<(u32, BpfProgram)> = calls.into_iter().collect();
    program.extend(tree(&calls));
    program
}

/// Returns the instructions that answer some calls, which are sorted by their numbers, and allow all others.
fn tree(calls: &[(u32, BpfProgram)]) -> BpfProgram {
    /// Fewer calls are tested one after another.
    const FEW: usize = 3;
    let allow = || step(ANSWER, ALLOW, 0, 0);
    if calls.len() <= FEW {
        let mut program = Vec::new();
        for (number, body) in calls {
            let length = u8::try_from(body.len() + 1).expect("a call has few rules");
            program.push(step(IF_EQUAL, *number, 0, length));
            program.extend_from_slice(body);
            program.push(allow());
        }
        program.push(allow());
        return program;
    }
    let (low, high) = calls.split_at(calls.len() / 2);
    let (first, low, high) = (high[0].0, tree(low), tree(high));
    let length = u32::try_from(low.len()).expect("a filter has few instructions");
    // A conditional jump is short.
    let mut program = vec![step(IF_AT_LEAST, first, 0, 1), step(JUMP, length, 0, 0)];
    program.extend(low);
    program.extend(high);
    program
}

/// Returns the instructions that skip the action unless the condition holds.
fn test(when: When) -> Vec<sock_filter> {
    let argument = |which: u8| step(LOAD, ARGUMENTS + 8 * u32::from(which), 0, 0);
    let none_of = |which: u8, values: &[u32]| {
        let skips = (1..=u8::MAX).take(values.len()).rev();
        let tests = values.iter().zip(skips).map(|(&value, skip)| step(IF_EQUAL, value, skip, 0));
        std::iter::once(argument(which)).chain(tests).collect()
    };
    match when {
        Always => Vec::new(),
        Is(which, value) => vec![argument(which), step(IF_EQUAL, value, 0, 1)],
        AnyBit(which, bits) => vec![argument(which), step(IF_ANY_BIT, bits, 0, 1)],
        BitWithout(which, has, lacks) => {
            vec![argument(which), step(IF_ANY_BIT, has, 0, 2), step(IF_ANY_BIT, lacks, 1, 0)]
        }
        BothBits(which, [one, other]) => {
            vec![argument(which), step(IF_ANY_BIT, one, 0, 2), step(IF_ANY_BIT, other, 0, 1)]
        }
        Not(which, value) => none_of(which, &[value]),
        Neither(which, values) => none_of(which, &values),
        NotOneOf(which, values) => none_of(which, values),
    }
}

impl Answer {
    pub(super) fn word(self) -> u32 {
        let error = match self {
            Done => 0,
            NotKnown => libc::ENOSYS,
            NotPermitted => libc::EPERM,
            NotSupported => libc::EOPNOTSUPP,
            NotTerminal => libc::ENOTTY,
        };
        ERROR | error.cast_unsigned()
    }
}
