//! Tests of databases: what survives, what is refused, and older versions.

use super::charter_for_tests as charter;
use super::*;
use crate::result::CpuTimes;

pub(crate) fn game(number: usize) -> GameResult {
    let score = |fish| SeatResult {
        fish,
        place: 1,
        out: (fish == 0).then(|| "forfeit after 3 faults in a row".to_owned()),
        calls: 7,
        thought: Duration::from_micros(1234),
        slowest: Duration::from_micros(56),
        stdout: b"\x80 said".to_vec(),
        cpu: (fish > 0)
            .then_some(CpuTimes { total: Duration::from_micros(1200), most: Duration::from_micros(50) }),
        stderr: b"\xff\0".to_vec(),
    };
    let fault = FaultNote { seat: 1, after: 3, name: "crash".to_owned(), explanation: "why".to_owned() };
    GameResult {
        number,
        round: 2,
        board: 1,
        seats: vec![4, 0],
        results: vec![score(5), score(0)],
        faults: vec![fault.clone(), fault],
        replays: vec![ReplayNote { seat: 0, after: 2, reason: "the machine was busy".to_owned() }],
        record: "floe record 2\n".to_owned(),
    }
}

#[test]
fn games_survive_reopening() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.db");
    let mut store = Store::open(&path, &charter(1)).unwrap();
    store.add([&game(2)]).unwrap();
    store.add([&game(1)]).unwrap();
    // Adding a game twice would be a bug.
    assert!(store.add([&game(1)]).is_err());
    drop(store);
    let store = Store::open(&path, &charter(1)).unwrap();
    let mut games: Vec<GameResult> = store.games().unwrap().into_iter().collect();
    // Records and output are loaded only when it is asked for.
    assert!(
        games
            .iter()
            .flat_map(|game| &game.results)
            .all(|result| result.stdout.is_empty() && result.stderr.is_empty())
    );
    games.iter_mut().for_each(|game| store.load_texts(game).unwrap());
    assert_eq!(games, [game(1), game(2)]);
    games[0].drop_texts();
    assert_eq!(Some(&games[0]), store.games().unwrap().iter().next());
}

#[test]
fn a_second_process_cannot_open_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.db");
    let first = Store::open(&path, &charter(1)).unwrap();
    assert!(matches!(Store::open(&path, &charter(1)), Err(StoreError::InUse(_))));
    drop(first);
    Store::open(&path, &charter(1)).unwrap();
}

#[test]
fn other_tournaments_and_other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.db");
    drop(Store::open(&path, &charter(1)).unwrap());
    let error = Store::open(&path, &charter(2)).unwrap_err().to_string();
    assert!(error.ends_with("holds another tournament: seed changed from '1' to '2'"), "{error}");

    let text = folder.path().join("text.db");
    std::fs::write(&text, "this is not a database".repeat(300)).unwrap();
    assert!(matches!(Store::open(&text, &charter(1)), Err(StoreError::NoTournament(_))));

    let foreign = folder.path().join("foreign.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE cats (name TEXT)").unwrap();
    let before = std::fs::read(&foreign).unwrap();
    assert!(matches!(Store::open(&foreign, &charter(1)), Err(StoreError::NoTournament(_))));
    assert!(std::fs::read(&foreign).unwrap() == before, "it is left as it was");

    let other = folder.path().join("other.db");
    Connection::open(&other).unwrap().pragma_update(None, "application_id", 7).unwrap();
    Connection::open(&other).unwrap().execute_batch(TABLES).unwrap();
    assert!(matches!(Store::open(&other, &charter(1)), Err(StoreError::NoTournament(_))));

    let newer = folder.path().join("newer.db");
    drop(Store::open(&newer, &charter(1)).unwrap());
    Connection::open(&newer).unwrap().pragma_update(None, "user_version", 4).unwrap();
    let error = Store::open(&newer, &charter(1)).unwrap_err().to_string();
    assert!(
        error.ends_with("was made by another version of floe (schema version 4; this floe supports 1 to 3)"),
        "{error}"
    );

    let missing = folder.path().join("no folder").join("cup.db");
    assert!(matches!(Store::open(&missing, &charter(1)), Err(StoreError::Sqlite { .. })));
}

/// Creates an empty database of version 1.
fn old_database(path: &Path, tables: &str, seed: &str) {
    let database = Connection::open(path).unwrap();
    database.execute_batch(TABLES).unwrap();
    let mut insert = database.prepare("INSERT INTO about VALUES (?1, ?2)").unwrap();
    insert.execute(["tables", tables]).unwrap();
    for (key, value) in charter_v1::tests::old_entries(seed) {
        insert.execute([format!("charter {key}"), value]).unwrap();
    }
}

#[test]
fn databases_of_version_2_are_continued() {
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
    for opened in 1..3 {
        let mut store = Store::open(&path, &charter(1)).unwrap();
        let mut games: Vec<GameResult> = store.games().unwrap().into_iter().collect();
        assert_eq!(games.len(), opened);
        store.load_texts(&mut games[0]).unwrap();
        assert_eq!(
            (&games[0].results[0].stdout[..], &games[0].results[0].stderr[..]),
            (&b""[..], &b"oh"[..])
        );
        assert_eq!(games[0].results[0].cpu, None, "its processor time is not known");
        assert!(games[1..].iter().all(|game| !game.replays.is_empty() && game.results[0].cpu.is_some()));
        store.add([&game(opened + 1)]).unwrap();
    }
}

#[test]
fn databases_of_version_1_are_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.db");
    old_database(&path, "1", "1");
    let mut store = Store::open(&path, &charter(1)).unwrap();
    store.add([&game(1)]).unwrap();
    drop(store);
    assert_eq!(Store::open(&path, &charter(1)).unwrap().games().unwrap().len(), 1);
    let error = Store::open(&path, &charter(2)).unwrap_err().to_string();
    assert!(error.ends_with("holds another tournament: seed changed from '1' to '2'"), "{error}");
    // Nobody could be withdrawn then: it is a change like any other.
    let withdrawing = folder.path().join("withdrawing.db");
    old_database(&withdrawing, "1", "1");
    let mut withdrawn = charter(1);
    withdrawn.programs[1].withdrawn = true;
    assert!(matches!(Store::open(&withdrawing, &withdrawn), Err(StoreError::Changed { .. })));
    let newer = folder.path().join("unknown.db");
    old_database(&newer, "7", "1");
    assert!(matches!(Store::open(&newer, &charter(1)), Err(StoreError::Version { .. })));
}
