//! Animals run by hand, as may happen by mistake.

use std::fs;
use std::process::Command;

use floe_rules::penguins::Id;
use floe_zoo::{ANIMALS, ExpectedVerdict, NOT_RUN};
use tempfile::TempDir;

#[test]
fn dangerous_animals_do_nothing_without_a_sandbox() {
    // In a container with its own filter, an animal believes that it is sandboxed, and must not be run.
    let status = fs::read_to_string("/proc/self/status").unwrap();
    if status.lines().any(|line| line.split_whitespace().eq(["Seccomp:", "2"])) {
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "SKIPPED: this process already has a filter of system calls");
        return;
    }
    let dangerous: Vec<_> = ANIMALS.iter().filter(|animal| animal.dangerous).collect();
    assert!(dangerous.len() > 15);
    for animal in dangerous {
        assert!(matches!(animal.expects.none, ExpectedVerdict::NotRun(_)), "{}", animal.name);
        let folder = TempDir::new().unwrap();
        let board = animal.scene.board(&Id::new(animal.name.as_bytes()).unwrap());
        fs::write(folder.path().join("board.txt"), &board).unwrap();
        let ran = Command::new(env!("CARGO_BIN_EXE_zoo"))
            .arg(animal.name)
            .args(animal.scene.arguments("board.txt"))
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(ran.status.code(), Some(NOT_RUN), "{}", animal.name);
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(left, [folder.path().join("board.txt")], "{}", animal.name);
        assert_eq!(fs::read(&left[0]).unwrap(), board, "{}", animal.name);
    }
}
