//! The list of animals.

use std::collections::BTreeSet;
use std::process::Command;

use floe_rules::penguins::Id;
use floe_zoo::ANIMALS;
#[cfg(target_os = "linux")]
use floe_zoo::{Animal, Expectations, ExpectedVerdict};

/// Returns the names of all faults that an animal must get in some tier.
#[cfg(target_os = "linux")]
fn expected_faults() -> BTreeSet<&'static str> {
    let faults = |animal: &Animal| {
        let Expectations { none, basic, strict } = animal.expects;
        [none, basic, strict].into_iter().filter_map(|expected| match expected {
            ExpectedVerdict::Fault(name) => Some(name),
            ExpectedVerdict::Accepted | ExpectedVerdict::NameRefused | ExpectedVerdict::NotRun(_) => None,
        })
    };
    ANIMALS.iter().flat_map(faults).collect()
}

#[test]
fn names_are_ids_and_differ() {
    let mut names = BTreeSet::new();
    for animal in ANIMALS {
        assert!(Id::new(animal.name.as_bytes()).is_ok(), "{}", animal.name);
        assert!(names.insert(animal.name), "{} twice", animal.name);
        assert!(animal.what.ends_with('.') && animal.what.len() > 10, "{}", animal.name);
    }
    assert!(ANIMALS.len() > 150 || !cfg!(target_os = "linux"), "the list is too short");
}

/// The names of all faults of the referee.
#[cfg(target_os = "linux")]
const ALL_FAULTS: [&str; 32] = [
    "changed-anyway",
    "crash",
    "field-changed",
    "floe-restored",
    "gave-up",
    "illegal-turn",
    "internal-error",
    "moved-twice",
    "no-turn-to-make",
    "not-joined",
    "not-started",
    "nothing-changed",
    "other-size",
    "others-penguin",
    "others-row-changed",
    "others-row-gone",
    "output-broken",
    "output-closed",
    "output-gone",
    "output-not-a-file",
    "output-too-large",
    "placed-twice",
    "refused-good-file",
    "row-added",
    "time-out",
    "too-much-cpu",
    "too-much-memory",
    "too-much-printed",
    "too-much-written",
    "unknown-exit-code",
    "unwatchable",
    "wrong-number",
];

#[test]
#[cfg(target_os = "linux")]
fn every_fault_has_an_animal() {
    let expected = expected_faults();
    let known: BTreeSet<&str> = ALL_FAULTS.into_iter().chain(["wrong-score"]).collect();
    let unknown: Vec<&&str> = expected.difference(&known).collect();
    assert!(unknown.is_empty(), "no referee gives {unknown:?}");
    // No animal is a program that cannot be started.
    let missing: Vec<&str> = known.difference(&expected).copied().collect();
    assert_eq!(missing, ["not-started"]);
}

#[test]
fn the_program_lists_them_all() {
    let listed = Command::new(env!("CARGO_BIN_EXE_zoo")).arg("list").output().unwrap();
    let text = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.status.success());
    for animal in ANIMALS {
        assert!(text.contains(animal.name) && text.contains(animal.what), "{}", animal.name);
    }
}

#[test]
fn the_program_refuses_unknown_animals_and_wrong_arguments() {
    let code = |arguments: &[&str]| {
        let ran = Command::new(env!("CARGO_BIN_EXE_zoo")).args(arguments).output().unwrap();
        assert!(!ran.stderr.is_empty());
        ran.status.code()
    };
    assert_eq!(code(&[]), Some(3));
    assert_eq!(code(&["unicorn", "name"]), Some(3));
    assert_eq!(code(&["honest"]), Some(3));
    assert_eq!(code(&["honest", "phase=movement", "one.txt"]), Some(3));
    assert_eq!(code(&["honest", "phase=placement", "penguins=x", "a", "b"]), Some(3));
    assert_eq!(code(&["honest", "phase=movement", "no/such/file", "no/such/file"]), Some(3));
}

#[test]
#[cfg(target_os = "linux")]
fn the_readme_has_the_table_of_animals() {
    let listed = Command::new(env!("CARGO_BIN_EXE_zoo")).arg("table").output().unwrap();
    let table = String::from_utf8(listed.stdout).unwrap();
    assert!(table.lines().count() == ANIMALS.len() + 2);
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&table), "README.md must contain the output of `zoo table`");
}
