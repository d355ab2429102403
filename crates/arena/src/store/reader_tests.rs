//! Tests of databases that are only read.

use std::fs;
use std::path::Path;

use rusqlite::Connection;

use super::tests::game;
use super::*;
use crate::store::charter_for_tests as charter;

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}

#[test]
fn a_database_is_read_while_it_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a cup?#%.db");
    let mut player = Store::open(&path, &charter(1)).unwrap();
    player.add([&game(2)]).unwrap();

    assert_eq!(player.reader().unwrap().games().unwrap().len(), 1);
    let reader = StoreReader::open(&path, &charter(1)).unwrap();
    assert!(reader.is_played());
    assert_eq!(reader.charter(), player.charter());
    let mut results = reader.games().unwrap();
    assert_eq!((results.len(), reader.record(2).unwrap()), (1, game(2).record));
    assert!(reader.record(1).is_err());
    let before = reader.version().unwrap();
    assert_eq!(reader.version().unwrap(), before);

    player.add([&game(1), &game(3)]).unwrap();
    assert_ne!(reader.version().unwrap(), before);
    assert_eq!(reader.add_new_games(&mut results).unwrap(), 2);
    let mut first = results.get(1).unwrap().clone();
    reader.load_texts(&mut first).unwrap();
    assert_eq!(first, game(1));

    // The player can end and start again while somebody reads, and all results are in the database itself.
    drop(player);
    assert!(!reader.is_played());
    let copy = folder.path().join("copy.db");
    fs::copy(&path, &copy).unwrap();
    assert_eq!(StoreReader::open(&copy, &charter(1)).unwrap().games().unwrap().len(), 3);
    let mut player = Store::open(&path, &charter(1)).unwrap();
    player.add([&game(4)]).unwrap();
    assert!(reader.is_played());
    assert_eq!(reader.games().unwrap().len(), 4);
    assert!(matches!(Store::open(&path, &charter(1)), Err(StoreError::InUse(_))));
    drop((player, reader));
    drop(Store::open(&path, &charter(1)).unwrap());
}

#[test]
fn a_finished_database_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.db");
    let mut player = Store::open(&path, &charter(1)).unwrap();
    player.add([&game(1)]).unwrap();
    drop(player);
    assert_eq!(names(folder.path()), ["cup.db", "cup.db-lock"]);
    let before = fs::read(&path).unwrap();
    let reader = StoreReader::open(&path, &charter(1)).unwrap();
    assert_eq!(reader.games().unwrap().len(), 1);
    let version = reader.version().unwrap();
    assert_eq!(names(folder.path()), ["cup.db", "cup.db-lock"]);
    assert!(fs::read(&path).unwrap() == before);

    // It goes on after all, and ends again.
    let mut player = Store::open(&path, &charter(1)).unwrap();
    player.add([&game(2)]).unwrap();
    assert_ne!(reader.version().unwrap(), version);
    assert_eq!(reader.games().unwrap().len(), 2);
    player.add([&game(3)]).unwrap();
    drop(player);
    assert_eq!(reader.games().unwrap().len(), 3);
}

#[test]
fn only_databases_of_this_tournament_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.db");
    assert!(matches!(StoreReader::open(&path, &charter(1)), Err(StoreError::Sqlite { .. })));
    assert_eq!(names(folder.path()), Vec::<String>::new());
    drop(Store::open(&path, &charter(1)).unwrap());
    assert!(matches!(StoreReader::open(&path, &charter(2)), Err(StoreError::Other { .. })));
    let text = folder.path().join("text.db");
    fs::write(&text, "this is not a database".repeat(300)).unwrap();
    assert!(matches!(StoreReader::open(&text, &charter(1)), Err(StoreError::NoTournament(_))));
}

#[test]
fn older_databases_are_read_without_an_upgrade() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.db");
    let database = Connection::open(&path).unwrap();
    database.execute_batch(TABLES).unwrap();
    database.execute("INSERT INTO about VALUES ('charter', ?1)", [charter(1).to_json()]).unwrap();
    database
        .execute_batch(
            "INSERT INTO games VALUES (1, 1, 0, 'a record');
             INSERT INTO seats VALUES (1, 0, 0, 7, 1, NULL, 3, 10, 10, x'6f68');",
        )
        .unwrap();
    database.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
    database.pragma_update(None, "user_version", VERSION_2).unwrap();
    drop(database);
    let before = fs::read(&path).unwrap();
    let reader = StoreReader::open(&path, &charter(1)).unwrap();
    let mut game = reader.games().unwrap().into_iter().next().unwrap();
    reader.load_texts(&mut game).unwrap();
    assert_eq!((&game.record[..], &game.results[0].stderr[..]), ("a record", &b"oh"[..]));
    assert!(game.results[0].cpu.is_none() && game.replays.is_empty());
    assert!(fs::read(&path).unwrap() == before);
}

/// The games that the process below adds.
const GAMES: usize = 300;

/// Adds games to the database that the environment names, as another process.
#[test]
#[ignore = "started by the test below"]
fn play_in_another_process() {
    let path = std::env::var_os("FLOE_TEST_DATABASE").unwrap();
    let mut player = Store::open(Path::new(&path), &charter(1)).unwrap();
    for number in 1..=GAMES {
        player.add([&game(number)]).unwrap();
    }
}

#[test]
fn a_database_is_read_while_another_process_plays_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.db");
    drop(Store::open(&path, &charter(1)).unwrap());
    let reader = StoreReader::open(&path, &charter(1)).unwrap();
    let mut child = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "store::reader_tests::play_in_another_process", "--ignored"])
        .env("FLOE_TEST_DATABASE", &path)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut results = Results::new();
    let ended = loop {
        let ended = child.try_wait().unwrap();
        let version = reader.version().unwrap();
        let added = reader.add_new_games(&mut results).unwrap();
        assert!(added == 0 || reader.record(results.len()).unwrap() == game(1).record);
        // What was read before the version was asked for is never newer than it.
        assert!(ended.is_none() || (version == reader.version().unwrap() && !reader.is_played()));
        if let Some(ended) = ended {
            break ended;
        }
    };
    assert!(ended.success(), "a reader has stopped the player");
    assert_eq!(results.len(), GAMES);
    assert!(results.iter().all(|game| game.seats.len() == 2 && game.faults.len() == 2));
}
