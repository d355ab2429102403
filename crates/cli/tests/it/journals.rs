//! The journal as a file: when it is written, refused, or started again.

use std::fs;

use crate::sandbox::{Sandbox, check_each};

const STATE: &str = "3 4\n10 20 30 10\n20 01 10 30\n02 10 20 10\nFloe 1 1\nBea 2 1\n";
const BLOCKED: &str = "1 4\n01 00 10 02\nFloe 1 4\nBea 2 4\n";

#[test]
fn every_call_is_written_to_the_journal() {
    let cases = [
        ("a turn", STATE, "phase=movement", 0),
        ("a placement", STATE, "phase=placement penguins=2", 0),
        ("no turn", BLOCKED, "phase=movement", 1),
        ("all placed", STATE, "phase=placement penguins=1", 1),
    ];
    check_each(cases, |(name, state, called, code)| {
        for guard in ["off", "warn", "strict"] {
            let case = format!("{name}, {guard}");
            let sandbox = Sandbox::with("board.txt", state);
            let line = format!("{called} guard={guard} journal=notes nodes=20 board.txt board.txt");
            sandbox.run_line(&line).expect(&case, code);
            assert_eq!(sandbox.names(), ["board.txt", "notes"], "{case}");
            assert!(!sandbox.read("notes").is_empty(), "{case}");
            // The journal is valid for the next call in every mode.
            let board = String::from_utf8(sandbox.read("board.txt")).unwrap();
            sandbox.write("board.txt", board.replace("Bea 2 ", "Bea 2 1"));
            let line = line.replace(&format!("guard={guard}"), "guard=strict");
            sandbox.run_line(&line).expect(&format!("{case}, tampered"), 2);
        }
    });
}

#[test]
fn what_was_seen_without_a_turn_counts() {
    // None of our penguins can move, but the other player still must not jump.
    let sandbox = Sandbox::with("board.txt", BLOCKED);
    let line = "phase=movement guard=strict journal=notes nodes=20 board.txt board.txt";
    sandbox.run_line(line).expect("blocked", 1).expect_silence("blocked");
    sandbox.run_line(line).expect("blocked again", 1).expect_silence("blocked again");
    sandbox.write("board.txt", "1 4\n01 00 02 00\nFloe 1 4\nBea 2 5\n");
    sandbox.run_line(line).expect("a legal turn", 1).expect_silence("a legal turn");
    sandbox.write("board.txt", "1 4\n01 10 02 00\nFloe 1 4\nBea 2 5\n");
    sandbox.run_line(line).expect("a floe came back", 2);
}

#[test]
fn a_file_that_is_not_a_journal_is_refused_and_not_changed() {
    let texts: [(&str, &[u8]); 4] = [
        ("a letter", b"Dear Floe,\nhow are you?\n"),
        ("a board file", STATE.as_bytes()),
        ("bytes", b"\x7fELF\0\0\xff\xfe"),
        ("a newline", b"\n"),
    ];
    check_each(texts, |(name, text)| {
        for guard in ["off", "warn", "strict"] {
            let sandbox = Sandbox::with("board.txt", STATE);
            sandbox.write("notes", text);
            let look = || (sandbox.snapshot("board.txt"), sandbox.snapshot("notes"), sandbox.names());
            let before = look();
            let line = format!("phase=movement guard={guard} journal=notes nodes=20 board.txt board.txt");
            sandbox.run_line(&line).expect(name, 3).expect_message(name, "notes");
            assert!(look() == before, "{name}, {guard}: a file was touched");
        }
    });
}

#[test]
fn a_journal_that_cannot_be_one_is_refused() {
    let cases = [
        ("the input", "in.txt", "old.txt"),
        ("the input by another path", "./in.txt", "old.txt"),
        ("the output", "old.txt", "old.txt"),
        ("the output by another path", "folder/../old.txt", "old.txt"),
        ("an output yet to be made", "new.txt", "new.txt"),
        ("an output yet to be made, by another path", "./new.txt", "new.txt"),
        ("a folder", "folder", "old.txt"),
        ("in a missing folder", "missing/notes", "old.txt"),
        ("below a file", "in.txt/notes", "old.txt"),
    ];
    check_each(cases, |(name, journal, output)| {
        let sandbox = Sandbox::with("in.txt", STATE);
        sandbox.write("old.txt", "");
        fs::create_dir(sandbox.path("folder")).unwrap();
        let look = || (sandbox.snapshot("in.txt"), sandbox.snapshot("old.txt"), sandbox.names());
        let before = look();
        let argument = format!("journal={journal}");
        let run = sandbox.run(["phase=movement", "nodes=20", &argument, "in.txt", output]);
        run.expect(name, 3).expect_message(name, journal);
        assert!(look() == before, "{name}: a file was touched");
    });
}

#[cfg(unix)]
#[test]
fn a_journal_that_is_linked_with_the_board_is_refused() {
    for (link, to) in [("notes", "board.txt"), ("out.txt", "notes")] {
        let sandbox = Sandbox::with("board.txt", STATE);
        std::os::unix::fs::symlink(to, sandbox.path(link)).unwrap();
        let before = (sandbox.snapshot("board.txt"), sandbox.names());
        let run = sandbox.run_line("phase=movement nodes=20 journal=notes board.txt out.txt");
        run.expect(link, 3).expect_message(link, "notes");
        assert!((sandbox.snapshot("board.txt"), sandbox.names()) == before, "{link}: a file was touched");
    }
}

#[cfg(unix)]
#[test]
fn a_journal_without_write_permission_is_refused() {
    use std::os::unix::fs::PermissionsExt;

    let sandbox = Sandbox::with("board.txt", STATE);
    let line = "phase=movement journal=notes nodes=20 board.txt out.txt";
    sandbox.run_line(line).expect("the first call", 0);
    fs::remove_file(sandbox.path("out.txt")).unwrap();
    fs::set_permissions(sandbox.path("notes"), fs::Permissions::from_mode(0o444)).unwrap();
    let look = || (sandbox.snapshot("board.txt"), sandbox.snapshot("notes"), sandbox.names());
    let before = look();
    sandbox.run_line(line).expect("read-only", 3).expect_message("read-only", "notes");
    assert!(look() == before, "a file was touched");
}

/// A turn that is in the journal but could not be written must not cause an accusation later.
#[test]
fn a_turn_that_was_not_written_does_no_harm() {
    let sandbox = Sandbox::with("board.txt", STATE);
    let line = "phase=movement guard=strict journal=notes nodes=20 board.txt";
    sandbox.run_line(&format!("{line} missing/out.txt")).expect("not written", 3);
    sandbox.run_line(&format!("{line} board.txt")).expect("once more", 0);
}

#[test]
fn a_failed_call_leaves_the_journal_alone() {
    let cases = [
        ("a bad state", "1 2\n01 xx\nFloe 1 4\n", "phase=movement", 2),
        ("a cheat", &STATE.replace("Bea 2 1", "Bea 2 0")[..], "phase=movement", 2),
        ("bad arguments", STATE, "phase=movement level=99", 3),
    ];
    check_each(cases, |(name, state, called, code)| {
        let sandbox = Sandbox::with("board.txt", STATE);
        let rest = "guard=strict journal=notes nodes=20 board.txt out.txt";
        sandbox.run_line(&format!("phase=movement {rest}")).expect(name, 0);
        let notes = sandbox.snapshot("notes");
        sandbox.write("board.txt", state);
        sandbox.run_line(&format!("{called} {rest}")).expect(name, code);
        assert_eq!(sandbox.snapshot("notes"), notes, "{name}");
    });
}

#[test]
fn a_placement_without_our_row_starts_a_new_game_and_a_new_journal() {
    let sandbox = Sandbox::with("board.txt", STATE);
    let run = |called: &str, case: &str, code: i32| {
        let line = format!("{called} guard=strict journal=notes nodes=20 board.txt board.txt");
        sandbox.run_line(&line).expect(case, code)
    };
    run("phase=movement", "the old game", 0);

    // A different board: the journal of the old game does not apply.
    let old_notes = sandbox.read("notes");
    sandbox.write("board.txt", "2 4\n10 10 20 30\n10 10 03 10\nCid 3 1\n");
    run("phase=placement penguins=2", "the new game", 0).expect_silence("the new game");
    assert_ne!(sandbox.read("notes"), old_notes, "nothing was noted about the new game");
    run("phase=placement penguins=2", "the new game goes on", 0).expect_silence("the new game goes on");

    // The new journal is checked like the old one.
    let board = String::from_utf8(sandbox.read("board.txt")).unwrap();
    sandbox.write("board.txt", board.replace("30", "20"));
    run("phase=movement", "fish vanish", 2);
    // The same board again is a new game, although all penguins were placed before.
    sandbox.write("board.txt", "2 4\n10 10 20 30\n10 10 03 10\nCid 3 1\n");
    run("phase=placement penguins=2", "once more", 0).expect_silence("once more");
}
