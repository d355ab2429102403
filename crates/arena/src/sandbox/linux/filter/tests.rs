//! Tests of the filter, which is interpreted like in the kernel.

use seccompiler::sock_filter;

use super::assembly::{
    ALLOW, ANSWER, ARGUMENTS, IF_ANY_BIT, IF_AT_LEAST, IF_EQUAL, JUMP, KILL, KIND, LOAD, NUMBER, X32,
};
use super::*;

/// Interprets the filter like the kernel.
fn answer(program: &[sock_filter], kind: u32, number: u32, arguments: [u32; 6]) -> u32 {
    let (mut at, mut word) = (0, 0);
    loop {
        let here = &program[at];
        at += 1;
        let skip = |yes: bool| usize::from(if yes { here.jt } else { here.jf });
        match here.code {
            LOAD if here.k == NUMBER => word = number,
            LOAD if here.k == KIND => word = kind,
            LOAD => word = arguments[((here.k - ARGUMENTS) / 8) as usize],
            JUMP => at += here.k as usize,
            IF_EQUAL => at += skip(word == here.k),
            IF_AT_LEAST => at += skip(word >= here.k),
            IF_ANY_BIT => at += skip(word & here.k != 0),
            ANSWER => return here.k,
            other => panic!("unknown instruction {other:#x}"),
        }
    }
}

/// Returns whether a condition holds.
fn holds(when: When, arguments: [u32; 6]) -> bool {
    let argument = |which: u8| arguments[usize::from(which)];
    match when {
        Always => true,
        Is(which, value) => argument(which) == value,
        Not(which, value) => argument(which) != value,
        Neither(which, values) => !values.contains(&argument(which)),
        NotOneOf(which, values) => !values.contains(&argument(which)),
        AnyBit(which, bits) => argument(which) & bits != 0,
        BitWithout(which, has, lacks) => argument(which) & has != 0 && argument(which) & lacks == 0,
        BothBits(which, bits) => bits.iter().all(|bit| argument(which) & bit != 0),
    }
}

#[test]
fn the_tree_answers_like_a_list_of_rules() {
    let fallback = without_scopes(100);
    let rules: Vec<&Rule> = RULES.iter().chain(OLD_RULES).chain(&fallback).collect();
    let program = assemble(7, rules.iter().copied());
    let values = [0, 1, 2, 7, 8, 21, 100, 1031, 0x21, 0x22, 0x5401, 0x1_0000, 0x1_0400, u32::MAX];
    for number in 0..1000 {
        for value in values {
            for arguments in [[value; 6], [value, 0, 0, 0, 0, 0], [3, value, 0, value, 0, value]] {
                let found = answer(&program, 7, u32::try_from(number).unwrap(), arguments);
                let rule = rules.iter().find(|(of, when, _)| *of == number && holds(*when, arguments));
                let wanted = rule.map_or(ALLOW, |(.., answer)| answer.word());
                assert_eq!(found, wanted, "{number} {arguments:?}");
            }
        }
    }
}

#[test]
fn each_call_gets_its_action() {
    const KIND: u32 = 7;
    let fallback = without_scopes(100);
    let open = assemble(KIND, RULES.iter().chain(OLD_RULES));
    let tight = assemble(KIND, RULES.iter().chain(OLD_RULES).chain(&fallback));
    let ask = |program: &[sock_filter], number: libc::c_long, arguments: [u32; 6]| {
        answer(program, KIND, u32::try_from(number).unwrap(), arguments)
    };
    let first = |value| [value, 0, 0, 0, 0, 0];
    let second = |value| [3, value, 0, 0, 0, 0];
    for program in [&open, &tight] {
        assert_eq!(ask(program, libc::SYS_read, [0; 6]), ALLOW);
        assert_eq!(ask(program, libc::SYS_socket, first(1)), NotPermitted.word());
        assert_eq!(ask(program, libc::SYS_socketpair, first(1)), ALLOW);
        assert_eq!(ask(program, libc::SYS_socketpair, first(2)), NotPermitted.word());
        assert_eq!(ask(program, libc::SYS_clone3, [0; 6]), NotKnown.word());
        assert_eq!(ask(program, libc::SYS_clone, first(0x0120_0011)), ALLOW);
        for bit in [17, 25, 26, 27, 28, 29, 30] {
            assert_eq!(ask(program, libc::SYS_clone, first(1 << bit)), NotPermitted.word(), "bit {bit}");
        }
        for (flags, wanted) in
            [(0x22, ALLOW), (0x1, ALLOW), (0x21, NotPermitted.word()), (0x4023, NotPermitted.word())]
        {
            assert_eq!(ask(program, libc::SYS_mmap, [0, 4096, 3, flags, 0, 0]), wanted, "{flags:#x}");
        }
        for mode in [0, 1] {
            assert_eq!(ask(program, libc::SYS_fallocate, [3, mode, 0, 0, 9, 0]), NotSupported.word());
        }
        assert_eq!(ask(program, libc::SYS_preadv2, [3, 0, 1, 0, 0, 0]), ALLOW);
        assert_eq!(ask(program, libc::SYS_preadv2, [3, 0, 1, 0, 0, 8]), NotSupported.word());
        assert_eq!(ask(program, libc::SYS_madvise, [0, 4096, 4, 0, 0, 0]), ALLOW);
        assert_eq!(ask(program, libc::SYS_madvise, [0, 4096, PAGE_OUT, 0, 0, 0]), Done.word());
        assert_eq!(ask(program, libc::SYS_sendto, [0; 6]), ALLOW);
        assert_eq!(ask(program, libc::SYS_sendmsg, [0; 6]), NotPermitted.word());
        for request in ALLOWED_IOCTLS {
            assert_eq!(ask(program, libc::SYS_ioctl, second(*request)), ALLOW);
        }
        assert_eq!(ask(program, libc::SYS_ioctl, second(0x4008_6602)), NotTerminal.word());
        assert_eq!(ask(program, libc::SYS_fchmodat, [0; 6]), Done.word());
        assert_eq!(ask(program, libc::SYS_setpriority, [0, 0, 19, 0, 0, 0]), ALLOW);
        assert_eq!(ask(program, libc::SYS_setpriority, [2, 0, 19, 0, 0, 0]), NotPermitted.word());
        assert_eq!(ask(program, libc::SYS_setpriority, [0, 5, 19, 0, 0, 0]), NotPermitted.word());
        assert_eq!(answer(program, 8, 0, [0; 6]), KILL);
        if cfg!(target_arch = "x86_64") {
            assert_eq!(answer(program, KIND, X32, [0; 6]), KILL);
        }
    }
    assert_eq!(ask(&open, libc::SYS_kill, first(1)), ALLOW);
    for (target, wanted) in
        [(1, NotPermitted.word()), (u32::MAX, NotPermitted.word()), (0, ALLOW), (100, ALLOW)]
    {
        assert_eq!(ask(&tight, libc::SYS_kill, first(target)), wanted, "{target}");
    }
    assert_eq!(ask(&tight, libc::SYS_fcntl, second(8)), NotPermitted.word());
    assert_eq!(ask(&tight, libc::SYS_fcntl, second(2)), ALLOW);
}
