//! `floe generate`: what it makes can be played by the real `penguins`, and what it cannot make is refused.

use crate::plain_board::PlainBoard;
use crate::sandbox::{Sandbox, check_each};

#[test]
fn boards_go_to_standard_output_or_a_file() {
    let sandbox = Sandbox::new();
    let printed = sandbox.run_floe("generate --seed 5").expect("printed", 0);
    assert!(printed.stderr.is_empty(), "a given seed need not be told");
    assert!(printed.stdout.starts_with("8 8\n"), "{}", printed.told());
    sandbox.run_floe("generate --seed 5 -o b.txt").expect("written", 0).expect_silence("written");
    assert_eq!(sandbox.read("b.txt"), printed.stdout.as_bytes());
    assert_eq!(sandbox.names(), ["b.txt"]);
    sandbox.run_floe("generate --seed 5 -o missing/b.txt").expect("no such folder", 3);
}

#[test]
fn a_drawn_seed_is_told_and_gives_the_board_again() {
    let sandbox = Sandbox::new();
    let drawn = sandbox.run_floe("generate").expect("drawn", 0);
    let seed = drawn.stderr.strip_prefix("seed ").expect("the seed is told").trim().to_owned();
    let again = sandbox.run_floe(&format!("generate --seed {seed}")).expect("again", 0);
    assert_eq!(again.stdout, drawn.stdout);
}

#[test]
fn every_shape_can_be_played_to_the_last_placement() {
    let cases = [
        ("--rules square --rows 6 --cols 9 --players 3 --penguins 4", "square", 3, 4),
        ("--rules square --shape island --rows 7 --cols 7 --penguins 5", "square", 2, 5),
        ("--rules square --shape mirrored --rows 5 --cols 5 --penguins 2", "square", 2, 2),
        ("--rules square --rows 1 --cols 9 --players 9 --penguins 1", "square", 9, 1),
        ("--rules square --rows 1 --cols 1 --players 1 --penguins 1", "square", 1, 1),
        ("--rules hex --players 6", "hex", 6, 2),
        ("--rules hex --layout even-r --shape island --holes 60 --players 3", "hex", 3, 3),
        ("--rules classic --players 4", "classic", 4, 2),
        ("--rules classic --shape island --rows 5 --cols 12 --players 2", "classic", 2, 4),
    ];
    check_each(cases, |(options, rules, players, penguins)| {
        let sandbox = Sandbox::new();
        for seed in 0..5 {
            sandbox.run_floe(&format!("generate {options} --seed {seed} -o b.txt")).expect(options, 0);
            for _ in 0..penguins {
                for player in 1..=players {
                    let line = format!(
                        "phase=placement penguins={penguins} rules={rules} name=p{player} players={players} nodes=20 b.txt b.txt"
                    );
                    sandbox.run_line(&line).expect(options, 0).expect_silence(options);
                }
            }
            assert!(PlainBoard::parse(&sandbox.read("b.txt")).is_ok(), "{options}");
        }
    });
}

#[test]
fn impossible_demands_are_refused_with_a_reason() {
    let cases = [
        ("--rows 0", "at least one row"),
        ("--cols 0", "at least one row"),
        ("--rows 100000 --cols 100000", "too many"),
        ("--rows 4294967295 --cols 4294967295", "too many"),
        ("--rows 99999999999", "99999999999"),
        ("--rows 2 --cols 2", "need 6 floes"),
        ("--players 0", "0 players"),
        ("--players 10", "10 players"),
        ("--rules hex --players 1", "2 to 6"),
        ("--rules classic --players 5", "2 to 4"),
        ("--penguins 0", "at least one penguin"),
        ("--penguins 4294967295", "need 8589934590 floes"),
        ("--holes 100", "leave no ice"),
        ("--holes 95", "need 6 floes"),
        ("--fish 0,1,1", "one fish"),
        ("--fish 1,2", "three weights"),
        ("--fish 1,2,3,4", "three weights"),
        ("--fish a,b,c", "invalid value"),
        ("--shape classic", "odd-r"),
        ("--rules classic --rows 9", "8 x 8"),
        ("--rules classic --holes 10", "its own holes"),
        ("--layout odd-r", "only be chosen with the rules 'hex'"),
        ("--shape star", "possible values"),
    ];
    check_each(cases, |(options, reason)| {
        let run = Sandbox::new().run_floe(&format!("generate {options}")).expect(options, 3);
        assert!(run.stderr.contains(reason) && run.stdout.is_empty(), "{options}: {}", run.told());
    });
}
