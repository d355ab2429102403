//! What programs leave in their folders.

use std::fs;
use std::time::Duration;

use floe_arena::sandbox::{ExitReason, FoundFile, NotAFile, ResourceLimits};

use crate::sandboxes::{generous, run_in, tiers, walled, words};

#[test]
fn only_regular_files_are_read() {
    let cases: [(&str, FoundFile); 10] = [
        ("true", FoundFile::Bytes(b"given".to_vec())),
        ("printf new > out", FoundFile::Bytes(b"new".to_vec())),
        (": > out", FoundFile::Bytes(Vec::new())),
        ("rm out", FoundFile::Missing),
        ("rm out; ln -s /etc/passwd out", FoundFile::NotAFile(NotAFile::Link)),
        ("rm out; ln -s nowhere out", FoundFile::NotAFile(NotAFile::Link)),
        ("rm out; mkfifo out", FoundFile::NotAFile(NotAFile::Pipe)),
        ("rm out; mkdir out", FoundFile::NotAFile(NotAFile::Folder)),
        ("head -c 101 /dev/zero > out", FoundFile::TooLarge),
        ("head -c 100 /dev/zero > out", FoundFile::Bytes(vec![0; 100])),
    ];
    for sandbox in tiers() {
        for (text, wanted) in &cases {
            let folder = sandbox.folder().unwrap();
            folder.put("out", b"given").unwrap();
            let ran = run_in(sandbox, text, &[], &folder, &generous());
            assert_eq!(ran.ended, ExitReason::Exit(0), "{}: {text}: {}", sandbox.tier(), words(&ran));
            assert_eq!(folder.take("out", 100).unwrap(), *wanted, "{}: {text}", sandbox.tier());
            // The next file replaces it, whatever it was.
            folder.put("out", b"again").unwrap();
            assert_eq!(
                folder.take("out", 100).unwrap(),
                FoundFile::Bytes(b"again".to_vec()),
                "{}: {text}",
                sandbox.tier()
            );
        }
    }
}

#[test]
fn a_file_with_two_names_or_without_permissions_is_not_read() {
    for sandbox in tiers() {
        for (text, words) in
            [("ln out other", "more than one name"), ("rm out; (umask 777; : > out)", "permission denied")]
        {
            let folder = sandbox.folder().unwrap();
            folder.put("out", b"given").unwrap();
            run_in(sandbox, text, &[], &folder, &generous());
            let taken = folder.take("out", 100).unwrap();
            assert!(
                matches!(&taken, FoundFile::Unreadable(why) if why.contains(words)),
                "{}: {taken:?}",
                sandbox.tier()
            );
        }
    }
}

#[test]
fn names_that_lead_out_of_the_folder_are_refused() {
    for sandbox in tiers() {
        let folder = sandbox.folder().unwrap();
        for name in ["", ".", "..", "../x", "/etc/passwd", "a/b", "a\0b"] {
            assert!(folder.put(name, b"").is_err(), "{name:?}");
            assert!(folder.take(name, 10).is_err(), "{name:?}");
        }
    }
}

#[test]
fn a_folder_is_removed_whatever_is_in_it() {
    for sandbox in tiers() {
        let limits = ResourceLimits { files: 1 << 30, ..generous() };
        for text in [
            "mkdir -p a/b/c && touch a/b/c/d && chmod 000 a/b/c a/b a",
            "(umask 777; mkdir a); : > b; chmod 000 b .",
            "i=0; while [ $i -lt 1000 ]; do : > f$i; i=$((i+1)); done",
            "ln -s / root; ln -s .. up; mkfifo pipe; mkdir d; ln -s ../d d/loop",
            "mkdir -p $(printf 'd/%.0s' $(seq 90)); : > lifted-1",
            "mkdir -p lifted-1/$(printf 'd/%.0s' $(seq 90)); mkdir -p $(printf 'e/%.0s' $(seq 90))",
        ] {
            let folder = sandbox.folder().unwrap();
            let path = folder.path().to_owned();
            let ran = run_in(sandbox, text, &[], &folder, &limits);
            assert_eq!(ran.ended, ExitReason::Exit(0), "{}: {text}: {}", sandbox.tier(), words(&ran));
            drop(folder);
            assert!(!fs::exists(&path).unwrap(), "{}: {text}", sandbox.tier());
        }
        assert!(fs::exists("/etc/passwd").unwrap());
    }
}

#[test]
fn a_very_deep_tree_is_removed_too() {
    // It can be made in tier `none` only: elsewhere it exceeds the limit on files.
    let sandbox = tiers().first().unwrap();
    let folder = sandbox.folder().unwrap();
    let path = folder.path().to_owned();
    let text =
        "p=$(printf 'd/%.0s' $(seq 500)); for i in $(seq 10); do mkdir -p $p && cd $p || exit 1; : > f; done";
    let ran = run_in(sandbox, text, &[], &folder, &generous());
    assert!(matches!(ran.ended, ExitReason::Exit(_)), "{}", words(&ran));
    drop(folder);
    assert!(!fs::exists(&path).unwrap());
}

#[test]
fn no_process_writes_after_the_end() {
    for sandbox in tiers() {
        let folder = sandbox.folder().unwrap();
        let text = "(sleep 0.3; echo late > out) & echo early > out";
        let ran = run_in(sandbox, text, &[], &folder, &generous());
        assert_eq!(ran.ended, ExitReason::Exit(0), "{}: {}", sandbox.tier(), words(&ran));
        // The subshell, and the process that it waits for.
        assert!((1..=2).contains(&ran.leftovers), "{}", sandbox.tier());
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(
            folder.take("out", 100).unwrap(),
            FoundFile::Bytes(b"early\n".to_vec()),
            "{}",
            sandbox.tier()
        );
    }
}

#[test]
fn every_folder_is_as_new() {
    for sandbox in tiers() {
        for text in [
            "i=0; while [ $i -lt 300 ]; do : > a-long-name-to-make-the-folder-grow-$i; i=$((i+1)); done",
            ":",
        ] {
            let folder = sandbox.folder().unwrap();
            let before = folder.path().to_owned();
            run_in(sandbox, &format!("mkdir .hidden; {text}"), &[], &folder, &generous());
            drop(folder);
            assert!(!fs::exists(&before).unwrap());
            let folder = sandbox.folder().unwrap();
            assert_ne!(folder.path(), before);
            let ran = run_in(sandbox, "ls -A; stat -c '%a %h %s' .", &[], &folder, &generous());
            let fresh = tempfile::tempdir().unwrap();
            let size = fs::metadata(fresh.path()).unwrap().len();
            assert_eq!(words(&ran), format!("700 2 {size}\n|"), "{}: {text}", sandbox.tier());
        }
    }
}

#[test]
fn folders_of_other_programs_are_out_of_reach() {
    for sandbox in walled() {
        let theirs = sandbox.folder().unwrap();
        theirs.put("out", b"theirs").unwrap();
        let folder = sandbox.folder().unwrap();
        let text = "cat $1/out; ls $1; ls $1/..; echo x > $1/out; rm $1/out; exit 0";
        let ran = run_in(sandbox, text, &[theirs.path().to_str().unwrap()], &folder, &generous());
        assert_eq!(ran.stdout, b"", "{}: {}", sandbox.tier(), words(&ran));
        assert_eq!(theirs.take("out", 100).unwrap(), FoundFile::Bytes(b"theirs".to_vec()));
    }
}
