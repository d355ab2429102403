//! Folders that last for several calls of a program.

use floe_arena::sandbox::{ExitReason, FoundFile};

use crate::sandboxes::{generous, run_in, tiers, words};

/// Prints everything in the current folder, with modes, sizes and contents.
const LIST: &str = r#"
find . -mindepth 1 | sort | while read -r name; do
    stat -c '%n %F %a %s' "$name"
    [ -L "$name" ] && readlink "$name"
    [ -f "$name" ] && [ ! -L "$name" ] && cksum < "$name"
done
exit 0
"#;

#[test]
fn calls_in_one_folder_find_what_earlier_ones_left() {
    for sandbox in tiers() {
        let folder = sandbox.folder().unwrap();
        let text = r#"
            [ "$PWD" = "$HOME" ] && [ "$PWD" = "$TMPDIR" ] || exit 9
            [ -e first ] && { [ "$(cat first)" = "$PWD" ] || exit 8; }
            pwd > first
            for name in here "$HOME/home" "$TMPDIR/temporary"; do
                count=$(cat "$name" 2>/dev/null || echo 0)
                echo $((count + 1)) > "$name"
            done
            cat here home temporary
        "#;
        for call in 1..=3 {
            folder.put("board", b"given").unwrap();
            let ran = run_in(sandbox, text, &[], &folder, &generous());
            assert_eq!(ran.ended, ExitReason::Exit(0), "{}: {}", sandbox.tier(), words(&ran));
            assert_eq!(words(&ran), format!("{call}\n{call}\n{call}\n|"), "{}", sandbox.tier());
        }
    }
}

#[test]
fn a_folder_returns_to_what_was_saved() {
    for sandbox in tiers() {
        let mut folder = sandbox.folder().unwrap();
        let text = r#"
            mkdir -p a/b 'odd
name'; echo deep > a/b/file; ln -s a/b/file link; ln -s /nowhere broken; ln a/b/file hard
            truncate -s 1000000 sparse; printf x >> sparse; : > empty; head -c 100000 /dev/urandom > bytes
            touch -d 2001-02-03 old; (umask 777; echo secret > locked; mkdir shut); mkfifo pipe; exit 0
        "#;
        let ran = run_in(sandbox, text, &[], &folder, &generous());
        assert_eq!(ran.ended, ExitReason::Exit(0), "{}: {}", sandbox.tier(), words(&ran));
        folder.save().unwrap();
        run_in(sandbox, "rm pipe", &[], &folder, &generous());
        folder.restore().unwrap();
        let saved = words(&run_in(sandbox, LIST, &[], &folder, &generous()));
        for wanted in
            ["./a/b/file regular file 644 5", "./sparse regular file 644 1000001", "a/b/file\n", "/nowhere"]
        {
            assert!(saved.contains(wanted), "{}: '{wanted}' is missing in {saved}", sandbox.tier());
        }
        assert!(!saved.contains("pipe"), "{saved}");
        for text in
            ["rm -rf ./*", "echo more >> a/b/file; rm link; mkdir empty2; : > bytes; rm -rf a", "exit 3"]
        {
            run_in(sandbox, text, &[], &folder, &generous());
            folder.restore().unwrap();
            let found = words(&run_in(sandbox, LIST, &[], &folder, &generous()));
            assert_eq!(found, saved, "{}: {text}", sandbox.tier());
        }
        // An empty folder can be saved as well.
        run_in(sandbox, "chmod -R 700 .; rm -rf ./*", &[], &folder, &generous());
        folder.save().unwrap();
        run_in(sandbox, ": > new", &[], &folder, &generous());
        folder.restore().unwrap();
        assert_eq!(words(&run_in(sandbox, LIST, &[], &folder, &generous())), "|", "{}", sandbox.tier());
    }
}

#[test]
fn nothing_that_a_call_leaves_stops_the_next_one() {
    let traps = [
        "rm board; mkdir -p board/a/b; : > board/a/b/c; chmod 000 board",
        "rm board; ln -s /etc/passwd board",
        "rm board; ln -s . board",
        "rm board; mkfifo board",
        "ln board twin",
        "rm board; (umask 777; : > board)",
        "rm board; (umask 777; mkdir board)",
        "chmod 000 . board",
        "rm -rf board; mkdir -p $(printf 'd/%.0s' $(seq 90)); : > lifted-1; ln -s lifted-1 lifted-2",
        "i=0; while [ $i -lt 500 ]; do : > \"f$i\"; i=$((i+1)); done; rm board",
        "sleep 1000 & (sleep 1000; echo late > board) & rm board",
    ];
    for sandbox in tiers() {
        let mut folder = sandbox.folder().unwrap();
        for trap in traps {
            folder.put("board", b"given").unwrap();
            run_in(sandbox, trap, &[], &folder, &generous());
            let _ = folder.take("board", 100).unwrap();
            folder.save().unwrap();
            for restored in [false, true] {
                if restored {
                    folder.restore().unwrap();
                }
                folder.put("board", b"given").unwrap();
                let ran = run_in(sandbox, "cat board; echo taken > board", &[], &folder, &generous());
                assert_eq!(words(&ran), "given|", "{}: {trap}", sandbox.tier());
                let board = folder.take("board", 100).unwrap();
                assert_eq!(board, FoundFile::Bytes(b"taken\n".to_vec()), "{}: {trap}", sandbox.tier());
            }
        }
    }
}

#[test]
fn content_that_cannot_be_copied_is_removed() {
    // A tree this deep can be made in tier `none` only: elsewhere it exceeds the limit on files.
    let sandbox = tiers().first().unwrap();
    let mut folder = sandbox.folder().unwrap();
    let text =
        "p=$(printf 'd/%.0s' $(seq 500)); for i in $(seq 4); do mkdir -p $p && cd $p || exit 1; : > f; done";
    run_in(sandbox, text, &[], &folder, &generous());
    folder.save().unwrap();
    assert_eq!(words(&run_in(sandbox, "ls -A", &[], &folder, &generous())), "|");
}
