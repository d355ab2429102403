//! Workers that come and go, are slow or of another version, and a tournament that is paused and stopped.

use std::time::Duration;

use super::TestServer;
use super::site::{Habit, PlayedElsewhere, TestWorker, played_here, settings, tournament};
use crate::connection::{Credentials, NatsServer};
use crate::fleet::watch_workers;
use crate::protocol::FloeVersion;

#[test]
fn a_tournament_is_played_by_workers_as_it_is_played_here() {
    let Some(mut server) = TestServer::start("games by workers") else { return };
    let wanted = played_here(&tournament(5).0);
    assert_eq!(wanted.len(), 60);
    let pace = Duration::from_millis(2);
    let played = PlayedElsewhere::start(settings(server.address()), 5);
    let workers: Vec<TestWorker> =
        ["one", "two"].map(|name| TestWorker::start(server.address(), name, Habit::First, pace)).into();
    played.wait_note("is here");
    // A server that is killed has lost nothing.
    server.restart();
    let listed = watch_workers(&server.address()).unwrap();
    assert!(!listed.is_empty() && listed.iter().all(|worker| worker.speed > 0.0), "{listed:?}");
    assert_eq!(played.end(), wanted);
    drop(workers);
}

#[test]
fn a_server_that_has_lost_everything_gets_it_again() {
    let Some(mut server) = TestServer::start("a server that loses its store") else { return };
    let wanted = played_here(&tournament(10).0);
    let played = PlayedElsewhere::start(settings(server.address()), 10);
    let pace = Duration::from_millis(5);
    let _old = TestWorker::start(server.address(), "old", Habit::First, pace);
    played.wait_note("is here");
    std::thread::sleep(Duration::from_secs(1));
    server.replace();
    // It needs the sheet, which was lost too.
    let _new = TestWorker::start(server.address(), "new", Habit::First, pace);
    assert_eq!(played.end(), wanted);
}

#[test]
fn users_and_tokens_in_addresses_are_told_to_the_server() {
    let test = "users and tokens";
    for (options, good, bad) in [
        (&["--user", "ann", "--pass", "a@b"][..], "ann:a%40b@", "ann:wrong@"),
        (&["--auth", "s3cret"], "s3cret@", ""),
    ] {
        let Some(server) = TestServer::start_with(test, options) else { return };
        let at = |user: &str| NatsServer {
            address: format!("nats://{user}127.0.0.1:{}", server.port),
            credentials: Credentials::default(),
        };
        assert!(watch_workers(&at(good)).unwrap().is_empty());
        let refused = watch_workers(&at(bad)).unwrap_err().to_string();
        assert!(refused.contains("authorization violation"), "{refused}");
        assert!(!refused.contains("wrong"), "{refused}");
        let folder = tempfile::tempdir().unwrap();
        let token = folder.path().join("token");
        std::fs::write(&token, "s3cret\n").unwrap();
        let credentials = Credentials { token: Some(token), ..Credentials::default() };
        let by_file = NatsServer { credentials, ..at("") };
        assert_eq!(watch_workers(&by_file).is_ok(), options[0] == "--auth");
    }
}

#[test]
fn a_worker_of_another_version_is_told_so() {
    let Some(server) = TestServer::start("workers of other versions") else { return };
    let played = PlayedElsewhere::start(settings(server.address()), 1);
    let other = FloeVersion::new("test", "fedcba9876543210");
    let stranger = TestWorker::start_as(server.address(), "stranger", other, Habit::Last, Duration::ZERO);
    played.wait_note("gets no games: it has floe test (protocol 1, build fedcba987654)");
    while !stranger.notes().contains("gets no games from here: it needs floe test") {
        std::thread::sleep(Duration::from_millis(20));
    }
    let _worker = TestWorker::start(server.address(), "worker", Habit::First, Duration::ZERO);
    assert_eq!(played.end(), played_here(&tournament(1).0));
    assert!(!stranger.notes().contains("takes games"));
}

#[test]
fn a_worker_that_is_too_slow_gets_no_games() {
    let Some(server) = TestServer::start("slow workers") else { return };
    let mut settings = settings(server.address());
    settings.floor = 1e9;
    let played = PlayedElsewhere::start(settings, 1);
    let _worker = TestWorker::start(server.address(), "snail", Habit::First, Duration::ZERO);
    played.wait_note("and the tournament needs 1000000000");
    played.control.stop();
    assert!(played.end().is_empty());
}

#[test]
fn a_paused_tournament_starts_no_games_and_a_stopped_one_leaves_no_jobs() {
    let Some(server) = TestServer::start("a paused cluster") else { return };
    let played = PlayedElsewhere::start(settings(server.address()), 10);
    played.control.pause();
    let _worker = TestWorker::start(server.address(), "worker", Habit::First, Duration::from_millis(5));
    played.wait_note("is here");
    std::thread::sleep(Duration::from_secs(3));
    let status = || watch_workers(&server.address()).unwrap().remove(0);
    let before = status();
    assert!(before.games.is_empty(), "{before:?}");
    played.control.resume();
    while status().played == before.played {}
    played.control.stop();
    let games = played.end().len();
    assert!(games < 120, "it was stopped");
    // Nothing is left to play: the worker is idle.
    while !status().games.is_empty() {}
    let idle = status().played;
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(status().played, idle);
}
