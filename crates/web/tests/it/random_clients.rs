//! Random clients with random, late, repeated and hostile messages: the stored game always replays, and all clients end
//! with the same state.

use floe_rules::random::Random;
use floe_web::ServerOptions;
use hyper::Method;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::client::{Client, Follower, NewGame, TestServer, legal_turns, made, quick};

fn any_of<'a, T>(random: &mut Random, all: &'a [T]) -> Option<&'a T> {
    all.get(random.index(all.len().max(1)))
}

fn any_game(random: &mut Random) -> Value {
    let who =
        |random: &mut Random| any_of(random, &["me", "link", "link", "engine"]).map(|who| (*who).to_owned());
    let seats: Vec<Value> =
        (0..2 + random.index(2)).map(|_| json!({ "who": who(random), "level": 1 })).collect();
    let mut game = json!({ "seed": random.below(1000), "seats": seats, "public": random.below(2) == 0 });
    let more = match random.below(4) {
        0 => json!({ "kind": "gamma", "rows": 3, "cols": 4, "areas": 2 }),
        1 => json!({ "kind": "hex", "penguins": 1, "layout": "even-q" }),
        2 => json!({ "kind": "classic", "placement": "automatic" }),
        _ => json!({ "kind": "square", "rows": 5, "cols": 6, "penguins": 2 }),
    };
    game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    if random.below(4) == 0 {
        game["clock"] = json!({ "seconds": 600, "increment": random.below(3) });
    }
    game
}

/// Returns a request, sensible or not, of somebody who knows a state that may be old.
fn any_action(random: &mut Random, known: &Value) -> Value {
    match random.below(20) {
        0 | 1 => json!({ "action": "undo" }),
        2 => json!({ "action": "redo" }),
        3 | 4 => json!({ "action": "answer", "accept": random.below(3) > 0 }),
        5 => json!({ "action": "hint" }),
        6 => json!({ "action": "dismiss-hint" }),
        7 => json!({ "action": "pause" }),
        8 | 9 => json!({ "action": "resume" }),
        10 => json!({ "action": "move-now" }),
        11 if random.below(6) == 0 => json!({ "action": "stop" }),
        12 => json!({ "action": "rename", "name": format!("Name {}\u{202e}", random.below(5)) }),
        13 => json!({ "action": "turn", "turn": "pass" }),
        14 => json!({ "action": "turn", "turn": { "to": random.below(200), "from": random.below(200) } }),
        15 => json!({ "action": "turn", "turn": format!("r{}c{}", random.below(9), random.below(9)) }),
        _ => {
            let turns = legal_turns(known);
            let turn = any_of(random, &turns).cloned().unwrap_or(Value::Null);
            let at = if random.below(3) == 0 { Value::Null } else { json!(made(known)) };
            json!({ "action": "turn", "turn": turn, "at": at })
        }
    }
}

/// Sends something that is no request at all.
async fn nonsense(random: &mut Random, client: &mut Client, game: &NewGame) {
    let path = format!("/api/v1/games/{}/actions", game.id);
    let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
    let secret = format!("Bearer {}", game.seats.first().map_or("", |(_, secret)| secret));
    let headers = [("content-type", "application/json"), ("authorization", &secret[..])];
    let reply = client.send(Method::POST, &path, &headers, bytes).await;
    assert!(reply.status.is_client_error(), "{reply:?}");
}

async fn random_player(seed: u64, address: std::net::SocketAddr, game: NewGame) -> Follower {
    let mut random = Random::new(seed);
    let mut client = Client::connect(address).await;
    let secrets: Vec<String> = game.seats.iter().map(|(_, secret)| secret.clone()).collect();
    let mine: Vec<&str> =
        secrets.iter().map(String::as_str).filter(|_| random.below(3) > 0).chain(["nonsense"]).collect();
    let mut follower = Follower::connect(address, &game.id, &mine).await;
    let mut last = json!({ "action": "undo" });
    for _ in 0..40 {
        let secret = any_of(&mut random, &mine).copied().unwrap_or("");
        match random.below(12) {
            0 => nonsense(&mut random, &mut client, &game).await,
            // The same once more.
            1 => {
                client.act(&game, secret, last.clone()).await;
            }
            2 => follower = Follower::connect(address, &game.id, &mine).await,
            3 => {
                let question = ["analyse", "solve", "stop", "dance"][random.index(4)];
                follower.say(&json!({ "type": question, "at": random.below(10) })).await;
            }
            // Somebody who does not look acts on an old state.
            4 | 5 => {}
            _ => {
                let known = client.state(&game).await;
                last = any_action(&mut random, &known);
            }
        }
        let reply = client.act(&game, secret, last.clone()).await;
        assert!(!reply.status.is_server_error(), "{last}: {reply:?}");
    }
    follower
}

async fn check(seed: u64) {
    let mut random = Random::new(seed);
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(quick(folder.path())).await;
    let mut client = server.client().await;
    let game = client.start(any_game(&mut random)).await;
    let players: Vec<_> = (0..4)
        .map(|_| tokio::spawn(random_player(random.next_u64(), server.address, game.clone())))
        .collect();
    let mut followers = Vec::new();
    for player in players {
        followers.push(player.await.unwrap());
    }
    // Engines stop, so that the state stays as it is.
    if let Some((_, secret)) = game.seats.first() {
        client.act(&game, secret, json!({ "action": "pause" })).await;
        client.act(&game, secret, json!({ "action": "dismiss-hint" })).await;
    }
    let settled = |state: &Value| state["thinking"].is_null() || state["paused"] == true;
    client.wait(&game, "no search", settled).await;
    let last = client.state(&game).await;
    for follower in &mut followers {
        follower.wait("the last state", |state| state["version"].as_u64() >= last["version"].as_u64()).await;
        for field in ["steps", "start", "to_move", "turns", "ending", "request"] {
            assert_eq!(follower.state[field], last[field], "{field}");
        }
    }
    let record = client.get(&format!("/api/v1/games/{}/record", game.id)).await;
    floe_rules::record::read(&record.body).expect("the record replays");
    server.stop().await;

    let server = TestServer::start(ServerOptions { ..quick(folder.path()) }).await;
    let mut client = server.client().await;
    let stored = client.state(&game).await;
    let common = last["steps"].as_array().unwrap().len().min(made(&stored));
    assert_eq!(stored["steps"].as_array().unwrap()[..common], last["steps"].as_array().unwrap()[..common]);
    assert!(common == made(&last), "turns are lost");
    server.stop().await;
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn random_clients_do_not_spoil_a_game(seed in any::<u64>()) {
        tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(check(seed));
    }
}
