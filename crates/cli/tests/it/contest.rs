//! The effect of a turn on the state, joining, and exit codes.

use std::collections::BTreeSet;

use crate::sandbox::{Sandbox, assert_text, check_each};

/// One state with a single legal turn: arguments, input, and the output.
type Turn<'a> = (&'a str, &'a str, &'a str, &'a str);

fn check_turns(cases: &[Turn]) {
    check_each(cases, |&(name, arguments, input, output)| {
        let sandbox = Sandbox::with("in.txt", input);
        sandbox.run_line(&format!("{arguments} nodes=20 in.txt out.txt")).expect(name, 0);
        assert_text(name, &sandbox.read("out.txt"), output.as_bytes());
        // The result is the same when input and output are the same file.
        sandbox.run_line(&format!("{arguments} nodes=20 in.txt in.txt")).expect(name, 0);
        assert_text(name, &sandbox.read("in.txt"), output.as_bytes());
        assert_eq!(sandbox.names(), ["in.txt", "out.txt"], "{name}");
    });
}

#[test]
fn square_scores_on_arrival() {
    check_turns(&[
        ("placing", "phase=placement penguins=1", "1 3\n20 10 30\n", "1 3\n20 01 30\nFloe 1 1\n"),
        (
            "placing another",
            "phase=placement penguins=2",
            "1 3\n01 10 30\nFloe 1 1\n",
            "1 3\n01 01 30\nFloe 1 2\n",
        ),
        ("moving", "phase=movement", "1 3\n01 30 00\nFloe 1 1\n", "1 3\n00 01 00\nFloe 1 4\n"),
        ("moving down", "phase=movement", "2 1\n01\n20\nFloe 1 1\n", "2 1\n00\n01\nFloe 1 3\n"),
        ("moving up", "phase=movement", "2 1\n20\n01\nFloe 1 1\n", "2 1\n01\n00\nFloe 1 3\n"),
        ("moving left", "phase=movement", "1 2\n20 01\nFloe 1 1\n", "1 2\n01 00\nFloe 1 3\n"),
        (
            "stopped by a penguin",
            "phase=movement",
            "1 4\n01 10 02 30\nFloe 1 1\nBea 2 1\n",
            "1 4\n00 01 02 30\nFloe 1 2\nBea 2 1\n",
        ),
        (
            "stopped by a hole",
            "phase=movement",
            "1 4\n01 10 00 30\nFloe 1 1\n",
            "1 4\n00 01 00 30\nFloe 1 2\n",
        ),
        (
            "never diagonally",
            "phase=movement",
            "2 3\n01 10 00\n00 30 30\nFloe 1 1\n",
            "2 3\n00 01 00\n00 30 30\nFloe 1 2\n",
        ),
        (
            "never around the edge",
            "phase=movement",
            "2 2\n30 01\n30 00\nFloe 1 1\n",
            "2 2\n01 00\n30 00\nFloe 1 4\n",
        ),
        (
            "a penguin on fish leaves a hole",
            "phase=movement",
            "1 2\n31 10\nFloe 1 7\n",
            "1 2\n00 01\nFloe 1 8\n",
        ),
        (
            "rules=square by name",
            "phase=movement rules=square",
            "1 2\n01 10\nFloe 1 1\n",
            "1 2\n00 01\nFloe 1 2\n",
        ),
    ]);
}

#[test]
fn hex_scores_on_departure() {
    check_turns(&[
        (
            "placing collects nothing and keeps the fish",
            "phase=placement penguins=1 rules=hex",
            "1 3\n20 10 30\n",
            "1 3\n20 11 30\nFloe 1 0\n",
        ),
        (
            "placing another",
            "phase=placement penguins=2 rules=hex",
            "1 4\n11 10 30 12\nFloe 1 0\nBea 2 0\n",
            "1 4\n11 11 30 12\nFloe 1 0\nBea 2 0\n",
        ),
        (
            "moving scores what is left behind",
            "phase=movement rules=hex",
            "2 1\n21\n30\nFloe 1 4\nBea 2 0\n",
            "2 1\n00\n31\nFloe 1 6\nBea 2 0\n",
        ),
        (
            "others keep the fish beneath them",
            "phase=movement rules=hex",
            "3 1\n11\n20\n32\nFloe 1 0\nBea 2 0\n",
            "3 1\n00\n21\n32\nFloe 1 1\nBea 2 0\n",
        ),
    ]);
}

#[test]
fn classic_scores_on_arrival_on_hexagons() {
    check_turns(&[
        (
            "placing",
            "phase=placement penguins=1 rules=classic",
            "1 3\n20 10 30\n",
            "1 3\n20 01 30\nFloe 1 1\n",
        ),
        (
            // The second row is shifted half a tile to the right, so its first tile touches the second above.
            "moving up to the right",
            "phase=movement rules=classic",
            "2 2\n00 30\n01 00\nFloe 1 1\nBea 2 0\n",
            "2 2\n00 01\n00 00\nFloe 1 4\nBea 2 0\n",
        ),
    ]);
}

#[test]
fn a_hex_penguin_on_no_fish_is_accepted_with_a_warning() {
    let sandbox = Sandbox::with("in.txt", "2 1\n01\n30\nFloe 1 4\nBea 2 0\n");
    let run = sandbox.run_line("phase=movement rules=hex nodes=20 in.txt out.txt").expect("01", 0);
    run.expect_message("01", "in.txt:2:1: warning: ");
    assert_text("01", &sandbox.read("out.txt"), b"2 1\n00\n31\nFloe 1 4\nBea 2 0\n");
}

/// From the middle of 3 x 3 tiles, which single floe can be reached?
#[test]
fn each_layout_has_its_own_neighbours() {
    let sides = ["01", "10", "12", "21"];
    let cases = [
        ("", sides.to_vec()),
        ("rules=square", sides.to_vec()),
        ("rules=hex", [&sides[..], &["20", "22"]].concat()),
        ("rules=hex layout=odd-q", [&sides[..], &["20", "22"]].concat()),
        ("layout=even-q rules=hex", [&sides[..], &["00", "02"]].concat()),
        ("rules=hex layout=odd-r", [&sides[..], &["02", "22"]].concat()),
        ("rules=hex layout=even-r", [&sides[..], &["00", "20"]].concat()),
        ("rules=classic", [&sides[..], &["02", "22"]].concat()),
    ];
    check_each(cases, |(rules, reachable)| {
        let mut found = BTreeSet::new();
        for (row, col) in (0..9).map(|cell| (cell / 3, cell % 3)).filter(|&at| at != (1, 1)) {
            let mut fields = [["00"; 3]; 3];
            fields[1][1] = "11";
            fields[row][col] = "20";
            let board = fields.map(|row| row.join(" ")).join("\n");
            let sandbox = Sandbox::with("b.txt", format!("3 3\n{board}\nFloe 1 5\nBea 2 5\n"));
            let run = sandbox.run_line(&format!("phase=movement nodes=20 b.txt b.txt {rules}"));
            if run.code == Some(0) {
                found.insert(format!("{row}{col}"));
            } else {
                run.expect(rules, 1);
            }
        }
        assert_eq!(found, reachable.iter().map(|&at| at.to_owned()).collect(), "{rules}");
    });
}

#[test]
fn a_new_player_takes_the_next_number() {
    let numbers: &[(&str, &[u8], u8)] = &[
        ("nobody yet", &[], 1),
        ("one", &[1], 2),
        ("two", &[1, 2], 3),
        ("the highest counts, not the last", &[3, 1], 4),
        ("a gap is left", &[1, 5], 6),
        ("only number two", &[2], 3),
        ("past nine comes the lowest free", &[1, 9], 2),
        ("past nine, one free", &[1, 2, 3, 4, 5, 6, 7, 9], 8),
        ("only number nine", &[9], 1),
        ("eight", &[1, 2, 3, 4, 5, 6, 7, 8], 9),
    ];
    check_each(numbers, |&(name, taken, expected)| {
        let rows: String = taken.iter().map(|number| format!("p{number} {number} 0\n")).collect();
        let sandbox = Sandbox::with("b.txt", format!("1 2\n20 10\n{rows}"));
        sandbox.run_line("phase=placement penguins=1 nodes=20 b.txt b.txt").expect(name, 0);
        let after = format!("1 2\n20 0{expected}\n{rows}Floe {expected} 1\n");
        assert_text(name, &sandbox.read("b.txt"), after.as_bytes());
    });
}

#[test]
fn a_tenth_player_cannot_join() {
    let rows: String = (1..=9).map(|number| format!("p{number} {number} 0\n")).collect();
    let sandbox = Sandbox::with("b.txt", format!("1 2\n20 10\n{rows}"));
    let before = sandbox.snapshot("b.txt");
    let run = sandbox.run_line("phase=placement penguins=1 nodes=20 b.txt b.txt").expect("nine", 2);
    run.expect_message("nine", "b.txt:");
    assert_eq!(sandbox.snapshot("b.txt"), before);
    // One of the nine may still play.
    sandbox.run_line("phase=placement penguins=1 nodes=20 name=p4 b.txt b.txt").expect("one of nine", 0);
}

#[test]
fn hexagons_know_how_many_penguins_each_player_has() {
    let cases = [
        ("hex", 2, 4),
        ("hex", 3, 3),
        ("hex", 4, 2),
        ("hex", 5, 2),
        ("hex", 6, 2),
        ("classic", 2, 4),
        ("classic", 3, 3),
        ("classic", 4, 2),
    ];
    check_each(cases, |(rules, players, penguins)| {
        let case = format!("{rules}, {players} players");
        let sandbox = Sandbox::with("b.txt", "2 3\n10 10 10\n10 10 10\n");
        let line = format!("phase=placement rules={rules} players={players} nodes=20 b.txt b.txt");
        for _ in 0..penguins {
            sandbox.run_line(&line).expect(&case, 0);
        }
        sandbox.run_line(&line).expect(&case, 1);
    });
}

/// Exit code 1: a name, the arguments, and the state.
const NO_TURN: &[(&str, &str, &str)] = &[
    ("all placed", "phase=placement penguins=2", "1 4\n01 01 10 10\nFloe 1 2\n"),
    ("more than all placed", "phase=placement penguins=1", "1 4\n01 01 10 10\nFloe 1 2\n"),
    ("no one-fish floe for us", "phase=placement penguins=2", "1 4\n01 20 30 00\nFloe 1 1\n"),
    ("no one-fish floe for a newcomer", "phase=placement penguins=2", "1 3\n20 30 02\nBea 2 1\n"),
    ("no one-fish floe on an untouched board", "phase=placement penguins=1", "1 2\n20 30\n"),
    ("one-fish floes under penguins only", "phase=placement penguins=2", "1 2\n11 12\nFloe 1 1\nBea 2 1\n"),
    ("holes only", "phase=placement penguins=1", "1 2\n00 00\n"),
    ("all blocked by holes", "phase=movement", "1 4\n01 00 10 10\nFloe 1 1\n"),
    ("all blocked by penguins", "phase=movement", "1 4\n01 02 10 10\nFloe 1 1\nBea 2 1\n"),
    ("all blocked by our own", "phase=movement", "1 4\n01 01 00 10\nFloe 1 2\n"),
    ("blocked in the corner", "phase=movement", "2 2\n01 00\n00 30\nFloe 1 1\n"),
    ("a board of one field", "phase=movement", "1 1\n01\nFloe 1 1\n"),
    ("no penguins of ours", "phase=movement", "1 3\n02 10 10\nFloe 1 0\nBea 2 1\n"),
    ("no row of ours", "phase=movement", "1 3\n02 10 10\nBea 2 1\n"),
    ("no row at all", "phase=movement", "1 3\n10 10 10\n"),
    (
        "nine others and no row of ours",
        "phase=movement",
        "1 2\n10 09\na 1 0\nb 2 0\nc 3 0\nd 4 0\ne 5 0\nf 6 0\ng 7 0\nh 8 0\ni 9 1\n",
    ),
    ("hex: blocked", "phase=movement rules=hex", "2 2\n21 00\n00 10\nFloe 1 0\nBea 2 0\n"),
    ("hex: all placed", "phase=placement penguins=1 rules=hex", "1 3\n11 10 10\nFloe 1 0\n"),
];

#[test]
fn no_turn_leaves_the_output_alone() {
    check_each(NO_TURN, |&(name, arguments, state)| {
        for output in ["in.txt", "old.txt", "new.txt"] {
            let sandbox = Sandbox::with("in.txt", state);
            sandbox.write("old.txt", "what was here before\n");
            let before = (sandbox.snapshot(output), sandbox.names());
            let run = sandbox.run_line(&format!("{arguments} nodes=20 in.txt {output}"));
            let run = run.expect(name, 1);
            assert!(!run.stderr.contains("error:"), "{name}: {}", run.told());
            assert!((sandbox.snapshot(output), sandbox.names()) == before, "{name}: {output} was touched");
        }
    });
}

#[test]
fn nodes_and_seed_make_play_repeatable() {
    let mut fish = (1..=3).cycle();
    let mut board: Vec<Vec<String>> = (0..12)
        .map(|row| (0..12 + row % 2).map(|_| format!("{}0", fish.next().unwrap())).take(12).collect())
        .collect();
    for (row, col, field) in [(2, 3, "01"), (7, 8, "01"), (4, 9, "02"), (10, 1, "02")] {
        board[row][col] = field.to_owned();
    }
    let board: Vec<String> = board.iter().map(|row| row.join(" ")).collect();
    let state = format!("12 12\n{}\nFloe 1 2\nBea 2 2\n", board.join("\n"));
    for options in ["nodes=300 seed=1", "nodes=300 seed=99", "nodes=300 seed=1 level=3", "nodes=5000 seed=7"]
    {
        let sandbox = Sandbox::with("in.txt", &state);
        let line = format!("phase=movement threads=1 {options} in.txt out.txt");
        sandbox.run_line(&line).expect(options, 0);
        let first = sandbox.read("out.txt");
        for _ in 0..4 {
            sandbox.run_line(&line).expect(options, 0);
            assert_text(options, &sandbox.read("out.txt"), &first);
        }
    }
}

#[test]
fn the_id_is_printed_and_nothing_else() {
    let lines = [
        "id",
        "name",
        "id name",
        "id phase=placement penguins=3 b.txt b.txt",
        "phase=movement b.txt b.txt id",
        "phase=movement name b.txt b.txt",
        "b.txt id phase=nonsense --what-is-this b.txt b.txt b.txt",
        "name rules=none layout=none guard=none",
        "id name=Someone",
        "id missing.txt missing.txt",
        "id penguins=0",
    ];
    check_each(lines, |line| {
        let sandbox = Sandbox::with("b.txt", "1 2\n01 20\nFloe 1 1\n");
        let before = (sandbox.snapshot("b.txt"), sandbox.names());
        let run = sandbox.run_line(line).expect(line, 0);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("Floe\n", ""), "{line}");
        assert!((sandbox.snapshot("b.txt"), sandbox.names()) == before, "{line}: the board was touched");
    });
}
