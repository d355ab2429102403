//! The files: where the output goes, its mode and links, and exit code 3 for files that cannot
//! be read or written.

use std::fs;

#[cfg(unix)]
use crate::sandbox::skipped;
use crate::sandbox::{Sandbox, assert_text, check_each};

const BEFORE: &str = "1 3\n01 20 00\nFloe 1 1\n";
const AFTER: &[u8] = b"1 3\n00 01 00\nFloe 1 3\n";

fn turn(output: &str) -> [&str; 4] {
    ["phase=movement", "nodes=20", "in.txt", output]
}

#[test]
fn input_and_output_may_be_the_same_or_not() {
    let sandbox = Sandbox::with("in.txt", BEFORE);
    fs::create_dir(sandbox.path("sub")).unwrap();
    sandbox.write("old.txt", "a much longer text than any state that could be written here\n".repeat(9));
    let absolute = sandbox.path("absolute.txt").display().to_string();
    for output in ["new.txt", "old.txt", "./dot.txt", "sub/../up.txt", "sub/deep.txt", &absolute] {
        sandbox.run(turn(output)).expect(output, 0).expect_silence(output);
        assert_text(output, &sandbox.read(output), AFTER);
        assert_text("the input", &sandbox.read("in.txt"), BEFORE.as_bytes());
    }
    sandbox.run(turn("in.txt")).expect("over itself", 0).expect_silence("over itself");
    assert_text("over itself", &sandbox.read("in.txt"), AFTER);
    let names = ["absolute.txt", "dot.txt", "in.txt", "new.txt", "old.txt", "sub", "sub/deep.txt", "up.txt"];
    assert_eq!(sandbox.names(), names);
}

#[test]
fn odd_file_names_are_files() {
    let sandbox = Sandbox::new();
    for name in ["with blank.txt", "łoś.txt", "./phase=movement", "./-v", "./id", "./name"] {
        sandbox.write(name, BEFORE);
        sandbox.run(["phase=movement", "nodes=20", name, name]).expect(name, 0);
        assert_text(name, &sandbox.read(name), AFTER);
    }
}

/// Exit code 3 by files: a name, the input, and the output.
#[test]
fn what_cannot_be_read_or_written_is_refused() {
    let cases = [
        ("a missing input", "missing.txt", "old.txt", "missing.txt"),
        ("a missing input for output too", "missing.txt", "missing.txt", "missing.txt"),
        ("an input in a missing folder", "missing/in.txt", "old.txt", "missing/in.txt"),
        ("an input below a file", "old.txt/in.txt", "old.txt", "old.txt/in.txt"),
        ("an empty input name", "", "old.txt", ""),
        ("a folder for input", "folder", "old.txt", "folder"),
        ("a missing output folder", "in.txt", "missing/out.txt", "missing/out.txt"),
        ("an output below a file", "in.txt", "old.txt/out.txt", "old.txt/out.txt"),
        ("a folder for output", "in.txt", "folder", "folder"),
        ("this folder for output", "in.txt", ".", "."),
        ("an empty output name", "in.txt", "", ""),
    ];
    check_each(cases, |(name, input, output, word)| {
        let sandbox = Sandbox::with("in.txt", BEFORE);
        sandbox.write("old.txt", "what was here before\n");
        fs::create_dir(sandbox.path("folder")).unwrap();
        let look = || (sandbox.snapshot("in.txt"), sandbox.snapshot("old.txt"), sandbox.names());
        let before = look();
        let run = sandbox.run(["phase=movement", "nodes=20", input, output]).expect(name, 3);
        let run = run.expect_message(name, word);
        assert!(!run.stderr.trim().is_empty() && run.stdout.is_empty(), "{name}: {}", run.told());
        assert!(look() == before, "{name}: a file was touched");
    });
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;

    use super::*;

    fn set_mode(sandbox: &Sandbox, name: &str, mode: u32) {
        fs::set_permissions(sandbox.path(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    fn mode(sandbox: &Sandbox, name: &str) -> u32 {
        fs::metadata(sandbox.path(name)).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn the_target_keeps_its_mode() {
        for wanted in [0o600, 0o640, 0o644, 0o660, 0o664, 0o666, 0o700, 0o755, 0o777] {
            let case = format!("mode {wanted:o}");
            for output in ["old.txt", "in.txt"] {
                let sandbox = Sandbox::with("in.txt", BEFORE);
                sandbox.write("old.txt", "old");
                set_mode(&sandbox, output, wanted);
                // A umask is for new files.
                let line = turn(output).join(" ");
                sandbox.run_after("umask 077", &line).expect(&case, 0);
                assert_text(&case, &sandbox.read(output), AFTER);
                assert_eq!(format!("{:o}", mode(&sandbox, output)), format!("{wanted:o}"), "{output}");
            }
        }
    }

    #[test]
    fn a_new_file_gets_its_mode_from_the_umask() {
        for (umask, expected) in
            [("022", 0o644), ("027", 0o640), ("077", 0o600), ("002", 0o664), ("000", 0o666)]
        {
            let sandbox = Sandbox::with("in.txt", BEFORE);
            // The input's mode has nothing to do with it.
            set_mode(&sandbox, "in.txt", 0o600);
            let run = sandbox.run_after(&format!("umask {umask}"), &turn("new.txt").join(" "));
            run.expect(umask, 0);
            assert_eq!(format!("{:o}", mode(&sandbox, "new.txt")), format!("{expected:o}"), "umask {umask}");
        }
    }

    #[test]
    fn a_target_without_write_permission_is_refused() {
        for wanted in [0o444, 0o400, 0o555] {
            let case = format!("mode {wanted:o}");
            for output in ["old.txt", "in.txt", "link"] {
                let sandbox = Sandbox::with("in.txt", BEFORE);
                sandbox.write("old.txt", "old");
                symlink("old.txt", sandbox.path("link")).unwrap();
                set_mode(&sandbox, output, wanted);
                let before = (sandbox.snapshot(output), sandbox.names());
                let run = sandbox.run(turn(output)).expect(&case, 3).expect_message(&case, output);
                assert!(run.stdout.is_empty(), "{case}: {}", run.told());
                assert!(
                    (sandbox.snapshot(output), sandbox.names()) == before,
                    "{case}: {output} was touched"
                );
            }
        }
    }

    #[test]
    fn an_unreadable_input_is_refused() {
        let sandbox = Sandbox::with("in.txt", BEFORE);
        set_mode(&sandbox, "in.txt", 0o000);
        if fs::read(sandbox.path("in.txt")).is_ok() {
            skipped("an unreadable input: this user may read everything");
            return;
        }
        sandbox.run(turn("out.txt")).expect("mode 0", 3).expect_message("mode 0", "in.txt");
        assert_eq!(sandbox.names(), ["in.txt"]);
    }

    #[test]
    fn a_folder_without_write_permission_is_refused() {
        let sandbox = Sandbox::with("in.txt", BEFORE);
        fs::create_dir(sandbox.path("closed")).unwrap();
        set_mode(&sandbox, "closed", 0o555);
        if fs::write(sandbox.path("closed/probe"), "").is_ok() {
            skipped("a closed folder: this user may write everywhere");
            return;
        }
        sandbox.run(turn("closed/out.txt")).expect("closed", 3).expect_message("closed", "closed/out.txt");
        assert_eq!(sandbox.names(), ["closed", "in.txt"]);
        set_mode(&sandbox, "closed", 0o755);
    }

    #[test]
    fn links_are_followed_and_stay() {
        // A name, the links from one to the next, and the target.
        type Links<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str);
        let cases: &[Links] = &[
            ("a link beside its target", &[("out", "real/board.txt")], "real/board.txt"),
            ("a chain", &[("out", "b"), ("b", "c"), ("c", "real/board.txt")], "real/board.txt"),
            ("a link in another folder", &[("links/out", "../real/board.txt")], "real/board.txt"),
            (
                "a chain over folders",
                &[("out", "links/b"), ("links/b", "c"), ("links/c", "../real/board.txt")],
                "real/board.txt",
            ),
            ("a link to a folder on the way", &[("out", "way/board.txt"), ("way", "real")], "real/board.txt"),
            ("a link to the input", &[("out", "in.txt")], "in.txt"),
        ];
        check_each(cases, |&(name, links, target)| {
            for dangling in [false, true] {
                if dangling && target == "in.txt" {
                    continue;
                }
                let sandbox = Sandbox::with("in.txt", BEFORE);
                fs::create_dir(sandbox.path("real")).unwrap();
                fs::create_dir(sandbox.path("links")).unwrap();
                if !dangling && target != "in.txt" {
                    sandbox.write(target, "old");
                    set_mode(&sandbox, target, 0o640);
                }
                for (link, to) in links {
                    symlink(to, sandbox.path(link)).unwrap();
                }
                let mut names = sandbox.names();
                sandbox.run(turn(links[0].0)).expect(name, 0).expect_silence(name);
                for (link, to) in links {
                    assert_eq!(fs::read_link(sandbox.path(link)).unwrap(), Path::new(to), "{name}: {link}");
                }
                let file = fs::symlink_metadata(sandbox.path(target)).unwrap();
                assert!(file.is_file(), "{name}: the target is no file any more");
                assert_text(name, &sandbox.read(target), AFTER);
                if dangling {
                    names.push(target.to_owned());
                    names.sort();
                } else if target != "in.txt" {
                    assert_eq!(mode(&sandbox, target), 0o640, "{name}");
                }
                assert_eq!(sandbox.names(), names, "{name}, dangling {dangling}");
            }
        });
    }

    #[test]
    fn an_absolute_link_is_followed() {
        let sandbox = Sandbox::with("in.txt", BEFORE);
        let elsewhere = Sandbox::with("board.txt", "old");
        symlink(elsewhere.path("board.txt"), sandbox.path("out")).unwrap();
        sandbox.run(turn("out")).expect("absolute", 0);
        assert_text("absolute", &elsewhere.read("board.txt"), AFTER);
        assert!(fs::symlink_metadata(sandbox.path("out")).unwrap().is_symlink());
        assert_eq!(
            (sandbox.names(), elsewhere.names()),
            (vec!["in.txt".into(), "out".into()], vec!["board.txt".into()])
        );
    }

    #[test]
    fn links_that_lead_nowhere_are_refused() {
        let cases = [
            ("a link into a missing folder", "missing/board.txt"),
            ("a link to itself", "out"),
            ("a link to a folder", "folder"),
        ];
        check_each(cases, |(name, to)| {
            let sandbox = Sandbox::with("in.txt", BEFORE);
            fs::create_dir(sandbox.path("folder")).unwrap();
            symlink(to, sandbox.path("out")).unwrap();
            let names = sandbox.names();
            sandbox.run(turn("out")).expect(name, 3).expect_message(name, "out");
            assert_eq!(sandbox.names(), names, "{name}");
            assert_eq!(fs::read_link(sandbox.path("out")).unwrap(), Path::new(to), "{name}");
        });
    }

    #[test]
    fn the_input_may_be_a_link() {
        let sandbox = Sandbox::with("board.txt", BEFORE);
        symlink("board.txt", sandbox.path("in.txt")).unwrap();
        sandbox.run(turn("in.txt")).expect("over a link", 0);
        assert_text("over a link", &sandbox.read("board.txt"), AFTER);
        assert!(fs::symlink_metadata(sandbox.path("in.txt")).unwrap().is_symlink());
    }

    /// Writing fails half way, as on a full disk: the old file stays and nothing else does.
    #[test]
    fn a_write_that_fails_half_way_leaves_the_old_file() {
        let holes = "00 ".repeat(100_000);
        let state = format!("1 100002\n01 10 {holes}\nFloe 1 1\n");
        for output in ["in.txt", "old.txt", "new.txt"] {
            let sandbox = Sandbox::with("in.txt", &state);
            sandbox.write("old.txt", "what was here before\n");
            let before = (sandbox.snapshot(output), sandbox.names());
            let limits = "trap '' XFSZ; ulimit -f 8";
            let run = sandbox.run_after(limits, &turn(output).join(" ")).expect(output, 3);
            run.expect_message(output, output);
            assert!((sandbox.snapshot(output), sandbox.names()) == before, "{output} was touched");
        }
    }
}

/// Pipes and the like are written to directly, and redirected standard output is not replaced.
#[cfg(unix)]
#[test]
fn pipes_and_standard_output_are_written_to() {
    let board = "1 2\n01 10\nFloe 1 1\n";
    let after = "1 2\n00 01\nFloe 1 2\n";
    for output in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let sandbox = Sandbox::with("in.txt", board);
        let run = sandbox.run_line(&format!("phase=movement in.txt {output}")).expect(output, 0);
        assert_eq!(run.stdout, after, "{output}");
        let script = format!("exec >> log; echo before; \"$0\" phase=movement in.txt {output}; echo after");
        let mut shell = std::process::Command::new("sh");
        shell.arg("-c").arg(script).arg(env!("CARGO_BIN_EXE_penguins")).current_dir(sandbox.path(""));
        assert!(shell.status().unwrap().success());
        assert_text(output, &sandbox.read("log"), format!("before\n{after}after\n").as_bytes());
    }
    let sandbox = Sandbox::with("in.txt", board);
    sandbox.run_line("phase=movement in.txt /dev/null").expect("/dev/null", 0).expect_silence("/dev/null");
    sandbox.run_line("phase=movement in.txt out.txt journal=/dev/null").expect("no journal", 3);
    assert_eq!(sandbox.names(), ["in.txt"]);
}

#[test]
fn names_may_be_as_long_as_names_can_be() {
    let sandbox = Sandbox::with("in.txt", "1 2\n01 10\nFloe 1 1\n");
    let long = "x".repeat(250);
    sandbox.run(["phase=movement", "in.txt", &long]).expect("a long name", 0);
    assert_text("a long name", &sandbox.read(&long), b"1 2\n00 01\nFloe 1 2\n");
}

#[test]
fn messages_do_not_mention_temporary_files() {
    let sandbox = Sandbox::with("in.txt", "1 2\n01 10\nFloe 1 1\n");
    for output in ["missing/out.txt", ""] {
        let run = sandbox.run(["phase=movement", "in.txt", output]).expect(output, 3);
        assert!(run.stderr.contains("cannot write") && !run.stderr.contains(".tmp"), "{}", run.told());
    }
}
