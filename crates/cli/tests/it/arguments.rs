//! The arguments: what is accepted in any order, and what is rejected with exit code 3, a hint and an
//! unchanged output.

use crate::sandbox::{Sandbox, assert_text, check_each};

/// A board with several turns to choose from.
const STATE: &str = "3 4\n10 20 30 10\n20 01 10 30\n02 10 20 10\nFloe 1 1\nBea 2 1\n";
/// The same before anything was placed by us.
const EMPTY: &str = "3 4\n10 20 30 10\n20 20 10 30\n02 10 20 10\nBea 2 1\n";

#[test]
fn arguments_come_in_any_order() {
    let all = [
        "phase=placement",
        "penguins=2",
        "in.txt",
        "rules=hex",
        "layout=even-r",
        "name=Someone",
        "players=3",
        "out.txt",
        "time=200",
        "nodes=50",
        "level=5",
        "seed=11",
        "threads=1",
        "guard=off",
        "journal=notes.txt",
    ];
    let run = |arguments: &[&str]| {
        let sandbox = Sandbox::with("in.txt", EMPTY);
        sandbox.run(arguments).expect(&arguments.join(" "), 0);
        assert_eq!(sandbox.names(), ["in.txt", "notes.txt", "out.txt"], "{arguments:?}");
        sandbox.read("out.txt")
    };
    let expected = run(&all);
    assert!(String::from_utf8_lossy(&expected).ends_with("\nSomeone 3 0\n"));
    for turn in 1..all.len() {
        // The order of the two files among themselves has a meaning.
        let mut arguments = all.to_vec();
        arguments.rotate_left(turn);
        let files: Vec<usize> = (0..all.len()).filter(|&at| !arguments[at].contains('=')).collect();
        (arguments[files[0]], arguments[files[1]]) = ("in.txt", "out.txt");
        assert_text(&arguments.join(" "), &run(&arguments), &expected);
    }
}

#[test]
fn every_option_is_accepted_by_itself() {
    let options = [
        "rules=square",
        "rules=hex",
        "rules=classic",
        "rules=hex layout=odd-q",
        "rules=hex layout=even-q",
        "rules=hex layout=odd-r",
        "rules=hex layout=even-r",
        "name=Bea",
        "name=Floe",
        "players=2",
        "players=9",
        "time=1",
        "time=30",
        "nodes=1",
        "nodes=1000",
        "level=1",
        "level=10",
        "seed=0",
        "seed=18446744073709551615",
        "threads=1",
        "threads=2",
        "guard=off",
        "guard=warn",
        "journal=notes.txt",
    ];
    check_each(options, |option| {
        // The time limit is short unless the option is about time.
        let short = if option.contains("time=") || option.contains("nodes=") { "" } else { "time=30" };
        for phase in ["phase=movement", "phase=placement penguins=2"] {
            let sandbox = Sandbox::with("in.txt", STATE);
            let line = format!("{phase} {option} {short} in.txt out.txt");
            let run = sandbox.run_line(&line).expect(&line, 0);
            assert!(run.stdout.is_empty(), "{line}: {}", run.told());
        }
    });
}

#[test]
fn movement_ignores_the_number_of_penguins() {
    for penguins in ["penguins=1", "penguins=3", "penguins=0", "penguins=-1", "penguins=many", "penguins="] {
        let sandbox = Sandbox::with("b.txt", "1 3\n01 20 00\nFloe 1 1\n");
        let run = sandbox.run(["phase=movement", "nodes=20", penguins, "b.txt", "b.txt"]);
        run.expect(penguins, 0).expect_silence(penguins);
        assert_text(penguins, &sandbox.read("b.txt"), b"1 3\n00 01 00\nFloe 1 3\n");
    }
}

#[test]
fn another_name_plays_under_the_same_rules_for_its_bytes() {
    let names = ["x", "O'Hara", "Łoś", "a=b", "1", "-", "Bea Bee", "", "a\"b", "a\tb", "a\u{7f}b", "a\nb"];
    check_each(names, |name| {
        let sandbox = Sandbox::with("b.txt", "1 2\n20 10\nBea 1 0\n");
        let argument = format!("name={name}");
        let run = sandbox.run(["phase=placement", "penguins=1", "nodes=20", &argument, "b.txt", "b.txt"]);
        let bad = name.is_empty() || name.contains([' ', '"', '\t', '\n', '\u{7f}']);
        if bad {
            run.expect(name, 3).expect_message(name, "name=");
        } else {
            run.expect(name, 0);
            let expected = format!("1 2\n20 02\nBea 1 0\n{name} 2 1\n");
            assert_text(name, &sandbox.read("b.txt"), expected.as_bytes());
        }
    });
}

#[cfg(unix)]
#[test]
fn a_name_and_file_names_may_be_any_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let odd = OsStr::from_bytes(b"in \xff put");
    let sandbox = Sandbox::new();
    sandbox.write(odd, "1 2\n20 10\n");
    let arguments: [&[u8]; 6] =
        [b"phase=placement", b"penguins=1", b"nodes=20", b"name=\xff\xfe", b"in \xff put", b"out\xff"];
    let run = sandbox.run(arguments.map(OsStr::from_bytes));
    run.expect("odd bytes", 0);
    assert_text("odd bytes", &sandbox.read(OsStr::from_bytes(b"out\xff")), b"1 2\n20 01\n\xff\xfe 1 1\n");
}

/// Exit code 3: the arguments, and a word that the message must contain.
const BAD_ARGUMENTS: &[(&str, &str)] = &[
    ("", "phase"),
    ("in.txt old.txt", "phase"),
    ("phase=movement", "file"),
    ("phase=movement in.txt", "file"),
    ("phase=movement in.txt old.txt new.txt", "new.txt"),
    ("phase=placement in.txt old.txt", "penguins"),
    ("phase=placement penguins=0 in.txt old.txt", "penguins="),
    ("phase=placement penguins=-1 in.txt old.txt", "penguins="),
    ("phase=placement penguins= in.txt old.txt", "penguins="),
    ("phase=placement penguins=two in.txt old.txt", "penguins="),
    ("phase=placement penguins=1.5 in.txt old.txt", "penguins="),
    ("phase=placement penguins=+2 in.txt old.txt", "penguins="),
    ("phase=placement penguins=99999999999999999999999 in.txt old.txt", "penguins="),
    ("phase= in.txt old.txt", "phase="),
    ("phase=moving in.txt old.txt", "phase="),
    ("phase=placement,movement penguins=2 in.txt old.txt", "phase="),
    ("phase=placement phase=movement penguins=2 in.txt old.txt", "phase="),
    ("phase=movement rules= in.txt old.txt", "rules="),
    ("phase=movement rules=chess in.txt old.txt", "rules="),
    ("phase=movement rules=hex layout= in.txt old.txt", "layout="),
    ("phase=movement rules=hex layout=odd in.txt old.txt", "layout="),
    ("phase=movement layout=odd-q in.txt old.txt", "layout"),
    ("phase=movement rules=square layout=odd-q in.txt old.txt", "layout"),
    ("phase=movement rules=classic layout=odd-r in.txt old.txt", "layout"),
    ("phase=movement players= in.txt old.txt", "players="),
    ("phase=movement players=0 in.txt old.txt", "players="),
    ("phase=movement players=10 in.txt old.txt", "players="),
    ("phase=movement players=1000 in.txt old.txt", "players="),
    ("phase=movement players=few in.txt old.txt", "players="),
    ("phase=movement rules=hex players=7 in.txt old.txt", "players="),
    ("phase=movement rules=hex players=1 in.txt old.txt", "players="),
    ("phase=movement rules=classic players=5 in.txt old.txt", "players="),
    ("phase=movement time= in.txt old.txt", "time="),
    ("phase=movement time=-1 in.txt old.txt", "time="),
    ("phase=movement time=1s in.txt old.txt", "time="),
    ("phase=movement time=0.5 in.txt old.txt", "time="),
    ("phase=movement time=99999999999999999999999 in.txt old.txt", "time="),
    ("phase=movement nodes= in.txt old.txt", "nodes="),
    ("phase=movement nodes=-1 in.txt old.txt", "nodes="),
    ("phase=movement nodes=all in.txt old.txt", "nodes="),
    ("phase=movement level= in.txt old.txt", "level="),
    ("phase=movement level=0 in.txt old.txt", "level="),
    ("phase=movement level=11 in.txt old.txt", "level="),
    ("phase=movement level=hard in.txt old.txt", "level="),
    ("phase=movement seed= in.txt old.txt", "seed="),
    ("phase=movement seed=-1 in.txt old.txt", "seed="),
    ("phase=movement seed=x in.txt old.txt", "seed="),
    ("phase=movement threads= in.txt old.txt", "threads="),
    ("phase=movement threads=0 in.txt old.txt", "threads="),
    ("phase=movement threads=x in.txt old.txt", "threads="),
    ("phase=movement guard= in.txt old.txt", "guard="),
    ("phase=movement guard=on in.txt old.txt", "guard="),
    ("phase=movement journal= in.txt old.txt", "journal="),
    ("phase=movement name= in.txt old.txt", "name="),
    ("phase=movement colour=red in.txt old.txt", "colour=red"),
    ("phase=movement --verbose in.txt old.txt", "--verbose"),
    ("phase=movement -v in.txt old.txt", "-v"),
    ("phase=movement sede=1 in.txt old.txt", "seed="),
    ("phase=movement thread=1 in.txt old.txt", "threads="),
    ("phase=placement pengiuns=2 in.txt old.txt", "penguins="),
    ("fase=movement in.txt old.txt", "fase=movement"),
    ("placement penguins=2 in.txt old.txt", ""),
];

#[test]
fn bad_arguments_are_refused_with_a_hint() {
    check_each(BAD_ARGUMENTS, |&(line, word)| {
        let sandbox = Sandbox::with("in.txt", STATE);
        sandbox.write("old.txt", "what was here before\n");
        let before = (sandbox.snapshot("in.txt"), sandbox.snapshot("old.txt"), sandbox.names());
        let run = sandbox.run_line(line).expect(line, 3).expect_message(line, word);
        let hinted = ["--help", "did you mean", "use "].iter().any(|hint| run.stderr.contains(hint));
        assert!(hinted, "'{line}': no hint: {}", run.told());
        assert!(run.stdout.is_empty(), "'{line}': {}", run.told());
        let after = (sandbox.snapshot("in.txt"), sandbox.snapshot("old.txt"), sandbox.names());
        assert!(before == after, "'{line}': a file was touched");
    });
}

#[test]
fn help_documents_everything() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(["--help"]).expect("--help", 0);
    assert!(run.stderr.is_empty(), "{}", run.told());
    let words = [
        "phase=placement",
        "phase=movement",
        "penguins=",
        "INPUT",
        "OUTPUT",
        "penguins id",
        "penguins name",
        "rules=",
        "square",
        "hex",
        "classic",
        "layout=",
        "odd-q",
        "even-q",
        "odd-r",
        "even-r",
        "name=",
        "players=",
        "time=",
        "nodes=",
        "level=",
        "seed=",
        "threads=",
        "guard=",
        "off",
        "warn",
        "strict",
        "journal=",
    ];
    let missing: Vec<&str> = words.into_iter().filter(|word| !run.stdout.contains(word)).collect();
    assert!(missing.is_empty(), "not in --help: {missing:?}");
    for code in ["0 ", "1 ", "2 ", "3 "] {
        let told = run.stdout.lines().any(|line| line.trim_start().starts_with(code));
        assert!(told, "exit code {code}is not in --help");
    }
    assert!(run.stdout.lines().all(|line| line.chars().count() <= 110), "lines of --help are too long");
}
