//! A server that is killed while people play: no turn that was acknowledged is lost.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use floe_rules::random::Random;
use floe_web::{Rate, serve};
use hyper::Method;
use serde_json::{Value, json};

use crate::client::{Client, Follower, NewGame, legal_turns, made, quick};

const GAMES: usize = 40;
const KILLS: usize = 5;

/// The server that is going to be killed; the test below starts it.
#[test]
#[ignore = "it is a part of another test"]
fn a_server_at_work() {
    let Ok(folder) = std::env::var("FLOE_TEST_DATA") else { return };
    let file = Path::new(&folder).join("address");
    let ready = |address: SocketAddr| {
        // It appears in one piece.
        std::fs::write(file.with_extension("new"), address.to_string()).unwrap();
        std::fs::rename(file.with_extension("new"), &file).unwrap();
    };
    let address = std::env::var("FLOE_TEST_ADDRESS").unwrap().parse().unwrap();
    let mut options = quick(Path::new(&folder));
    // All players come from one address, and make as many turns as they can.
    options.limits.requests = Rate { burst: 1_000_000, per_second: 1e6 };
    serve(address, options, &AtomicBool::new(false), ready).unwrap();
}

struct KilledLater(Child);

impl Drop for KilledLater {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn start(folder: &Path, address: &str) -> (KilledLater, SocketAddr) {
    let file = folder.join("address");
    let _ = std::fs::remove_file(&file);
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killed::a_server_at_work", "--ignored", "--nocapture"])
        .env("FLOE_TEST_DATA", folder)
        .env("FLOE_TEST_ADDRESS", address)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let child = KilledLater(child);
    loop {
        if let Ok(address) = std::fs::read_to_string(&file) {
            return (child, address.parse().unwrap());
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Makes turns until the server is gone, and returns the steps that were acknowledged.
async fn play(address: SocketAddr, game: NewGame, seed: u64) -> Vec<Value> {
    let mut random = Random::new(seed);
    let mut client = Client::connect(address).await;
    let mut follower = Follower::connect(address, &game.id, &[]).await;
    let mut known = follower.state.clone();
    loop {
        let turns = legal_turns(&known);
        let Some(player) = known["to_move"].as_u64().filter(|_| !turns.is_empty()) else {
            return known["steps"].as_array().unwrap().clone();
        };
        let turn = &turns[random.index(turns.len())];
        let body = json!({ "action": "turn", "turn": turn, "at": made(&known) }).to_string();
        let bearer = format!("Bearer {}", game.secret(player));
        let headers = [("content-type", "application/json"), ("authorization", &bearer[..])];
        let path = format!("/api/v1/games/{}/actions", game.id);
        let Ok(reply) = client.try_send(Method::POST, &path, &headers, body.into_bytes()).await else {
            return known["steps"].as_array().unwrap().clone();
        };
        assert!(reply.status.is_success(), "{reply:?}");
        let before = made(&known);
        // Whoever follows is told of the turn, unless the server dies first: it was acknowledged all the same.
        while made(&follower.state) == before {
            if !follower.next().await {
                let mut steps = known["steps"].as_array().unwrap().clone();
                steps.push(json!({ "acknowledged": turn }));
                return steps;
            }
        }
        known = follower.state.clone();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_turn_is_lost_when_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(5);
    let (mut server, address) = start(folder.path(), "127.0.0.1:0").await;
    let mut client = Client::connect(address).await;
    let mut games = Vec::new();
    for seed in 0..GAMES {
        let seats = json!([{ "who": "me" }, { "who": "link" }]);
        let request =
            json!({ "kind": "square", "rows": 20, "cols": 20, "penguins": 4, "seed": seed, "seats": seats });
        games.push(client.start(request).await);
    }
    for _ in 0..KILLS {
        let players: Vec<_> =
            games.iter().map(|game| tokio::spawn(play(address, game.clone(), random.next_u64()))).collect();
        tokio::time::sleep(Duration::from_millis(30 + random.below(400))).await;
        // `Child::kill` is SIGKILL.
        server.0.kill().unwrap();
        let mut told = Vec::new();
        for player in players {
            told.push(player.await.unwrap());
        }
        drop(server);
        (server, _) = start(folder.path(), &address.to_string()).await;
        let mut client = Client::connect(address).await;
        for (game, told) in games.iter().zip(told) {
            let state = client.state(game).await;
            let stored = state["steps"].as_array().unwrap();
            assert!(stored.len() >= told.len(), "{} of {} turns", stored.len(), told.len());
            let same = told.iter().zip(stored).all(|(told, stored)| {
                let to = &told["acknowledged"]["to"];
                told == stored || (!to.is_null() && stored["path"].as_array().unwrap().last() == Some(to))
            });
            assert!(same, "the stored turns differ from those that were told");
        }
    }
}
