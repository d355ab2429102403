//! Games over the interface: whole games, people and engines, requests, links, clocks and restarts.

use floe_web::ServerLimits;
use serde_json::{Value, json};

use crate::client::{Client, Follower, NewGame, TestServer, legal_turns, made, quick};

/// Makes turns for all people in a game until it is over, always the first legal one.
async fn play_out(client: &mut Client, game: &NewGame) -> Value {
    loop {
        let state = client
            .wait(game, "a person's turn or the end", |state| {
                let player = state["to_move"].as_u64();
                player.is_none_or(|player| !game.secret(player).is_empty())
            })
            .await;
        let Some(player) = state["to_move"].as_u64() else {
            return state;
        };
        let turn = legal_turns(&state).into_iter().next().unwrap_or_else(|| json!("pass"));
        let action = json!({ "action": "turn", "turn": turn, "at": made(&state) });
        let reply = client.act(game, game.secret(player), action).await;
        assert!(reply.status.is_success(), "{reply:?}");
    }
}

/// Checks that the record of a game replays to its final state.
async fn check_record(client: &mut Client, game: &NewGame, state: &Value) {
    let reply = client.get(&format!("/api/v1/games/{}/record", game.id)).await;
    let record = floe_rules::record::read(&reply.body).expect("the record replays");
    assert_eq!(record.game().made(), made(state));
    for player in state["players"].as_array().unwrap() {
        let number = player["number"].as_u64().unwrap() as u32;
        assert_eq!(record.game().score(number), player["score"].as_u64().unwrap());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_of_each_kind_against_an_engine() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(quick(folder.path())).await;
    let mut client = server.client().await;
    for request in [
        json!({ "kind": "square", "rows": 6, "cols": 6, "penguins": 2, "seed": 3 }),
        json!({ "kind": "hex", "layout": "even-r", "players": 3 }),
        json!({ "kind": "classic", "placement": "automatic" }),
        json!({ "kind": "gamma", "rows": 4, "cols": 5, "areas": 2 }),
    ] {
        let game = client.start(request.clone()).await;
        let mut spectator = Follower::connect(server.address, &game.id, &[]).await;
        let state = play_out(&mut client, &game).await;
        assert_eq!(state["ending"], "over", "{request}");
        assert!(!state["winners"].as_array().unwrap().is_empty());
        check_record(&mut client, &game, &state).await;
        spectator.wait("the end", |shown| shown["ending"] == "over").await;
        for field in ["steps", "players", "start", "winners"] {
            assert_eq!(spectator.state[field], client.state(&game).await[field], "{field}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_play_each_other_while_somebody_watches() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(quick(folder.path())).await;
    let mut client = server.client().await;
    let seats = json!([{ "who": "engine", "level": 1 }, { "who": "engine", "level": "novice" }]);
    let game =
        client.start(json!({ "kind": "square", "rows": 5, "cols": 5, "penguins": 1, "seats": seats })).await;
    assert!(game.seats.is_empty());
    let mut spectator = Follower::connect(server.address, &game.id, &[]).await;
    spectator.wait("the end", |state| state["ending"] == "over").await;
    server.stop().await;
}

/// Starts a game between two people by link.
async fn two_people(client: &mut Client, more: Value) -> NewGame {
    let mut request = json!({
        "kind": "square", "rows": 6, "cols": 6, "penguins": 2, "seed": 1,
        "seats": [{ "who": "me", "name": "Ann" }, { "who": "link", "name": "Bob" }],
    });
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    client.start(request).await
}

async fn turn(client: &mut Client, game: &NewGame, player: u64) {
    let state = client.state(game).await;
    let turn = legal_turns(&state).remove(0);
    let reply = client.act(game, game.secret(player), json!({ "action": "turn", "turn": turn })).await;
    assert!(reply.status.is_success(), "{reply:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_between_people_asks_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(quick(folder.path())).await;
    let mut client = server.client().await;
    let game = two_people(&mut client, json!({})).await;
    let (ann, bob) = (game.secret(1).to_owned(), game.secret(2).to_owned());
    // Nobody has opened the link: there is nobody to ask.
    turn(&mut client, &game, 1).await;
    assert!(client.act(&game, &ann, json!({ "action": "undo" })).await.status.is_success());
    assert_eq!(made(&client.state(&game).await), 0);

    let mut other = Follower::connect(server.address, &game.id, &[&bob]).await;
    assert_eq!(other.member["seats"], json!([2]));
    turn(&mut client, &game, 1).await;
    let reply = client.act(&game, &bob, json!({ "action": "hint" })).await;
    assert_eq!(reply.code(), "no-help");
    client.act(&game, &ann, json!({ "action": "undo" })).await;
    other.wait("the request", |state| !state["request"].is_null()).await;
    assert_eq!(other.state["request"], json!({ "what": "undo", "by": 1, "waiting_for": [2] }));
    assert_eq!(made(&other.state), 1);
    // The one who asks cannot accept, and the other may decline.
    assert_eq!(
        client.act(&game, &ann, json!({ "action": "answer", "accept": true })).await.code(),
        "refused"
    );
    client.act(&game, &bob, json!({ "action": "answer", "accept": false })).await;
    other.wait("no request", |state| state["request"].is_null()).await;
    assert_eq!(made(&other.state), 1);
    client.act(&game, &ann, json!({ "action": "undo" })).await;
    client.act(&game, &bob, json!({ "action": "answer", "accept": true })).await;
    other.wait("the undo", |state| made(state) == 0).await;
    assert!(other.state["can_redo"].as_bool().unwrap());
    // A turn makes a request pointless.
    client.act(&game, &bob, json!({ "action": "redo" })).await;
    turn(&mut client, &game, 1).await;
    other.wait("the turn", |state| made(state) == 1 && state["request"].is_null()).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_can_be_renewed_and_names_changed() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(quick(folder.path())).await;
    let mut client = server.client().await;
    let game = two_people(&mut client, json!({})).await;
    let bob = game.secret(2).to_owned();
    let mut other = Follower::connect(server.address, &game.id, &[&bob]).await;
    let name = "<b>B\u{202e}ob</b>\u{0}";
    client.act(&game, &bob, json!({ "action": "rename", "name": name })).await;
    other.wait("the name", |state| state["players"][1]["name"] != "Bob").await;
    let shown = other.state["players"][1]["name"].as_str().unwrap().to_owned();
    assert!(!shown.contains(['\u{202e}', '\u{0}']), "{shown:?}");
    assert_eq!(client.act(&game, &bob, json!({ "action": "rename", "name": "Ann" })).await.code(), "refused");

    let path = format!("/api/v1/games/{}/seats/2/renew", game.id);
    assert_eq!(client.post(&path, game.secret(1), &json!({})).await.code(), "not-yours");
    assert_eq!(client.post(&path, "", &json!({})).await.code(), "no-secret");
    let renewed = client.post(&path, &game.host, &json!({})).await.json();
    let new = renewed["secret"].as_str().unwrap();
    while other.member["seats"] != json!([]) {
        assert!(other.next().await);
    }
    turn(&mut client, &game, 1).await;
    let state = client.state(&game).await;
    let action = json!({ "action": "turn", "turn": legal_turns(&state)[0] });
    assert_eq!(client.act(&game, &bob, action.clone()).await.code(), "no-secret");
    assert!(client.act(&game, new, action).await.status.is_success());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_swaps_the_seats_and_keeps_the_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(quick(folder.path())).await;
    let mut client = server.client().await;
    let game = two_people(&mut client, json!({ "clock": { "seconds": 3600 } })).await;
    let path = format!("/api/v1/games/{}/rematch", game.id);
    assert_eq!(client.post(&path, game.secret(1), &json!({})).await.code(), "refused");
    let mut other = Follower::connect(server.address, &game.id, &[game.secret(2)]).await;
    play_out(&mut client, &game).await;
    let first = client.post(&path, game.secret(1), &json!({})).await.json();
    let second = client.post(&path, game.secret(2), &json!({})).await.json();
    assert_eq!(first, second);
    other.wait("the rematch", |state| state["rematch"] == first["id"]).await;
    let again = NewGame { id: first["id"].as_str().unwrap().to_owned(), ..game.clone() };
    let state = client.state(&again).await;
    assert_eq!((&state["players"][0]["name"], &state["players"][1]["name"]), (&json!("Bob"), &json!("Ann")));
    let member = Follower::connect(server.address, &again.id, &[game.secret(1)]).await.member;
    assert_eq!(member["seats"], json!([2]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_requests_start_one_rematch_whatever_the_names_are() {
    let folder = tempfile::tempdir().unwrap();
    let options = floe_web::ServerOptions { lobby: true, ..quick(folder.path()) };
    let server = TestServer::start(options).await;
    let mut client = server.client().await;
    let link = json!({ "who": "link" });
    let game = json!({ "kind": "square", "players": 3, "public": true, "seats": [link, link, link] });
    let game = client.start(game).await;
    let state = client.state(&game).await;
    let third = state["players"][2]["name"].clone();
    for (player, name) in [(3, json!("Cy")), (2, third)] {
        let rename = json!({ "action": "rename", "name": name });
        assert!(client.act(&game, game.secret(player), rename).await.status.is_success());
    }
    assert!(client.act(&game, game.secret(1), json!({ "action": "stop" })).await.status.is_success());
    for player in [2, 3] {
        client.act(&game, game.secret(player), json!({ "action": "answer", "accept": true })).await;
    }
    assert_eq!(client.state(&game).await["ending"], "stopped");
    let path = format!("/api/v1/games/{}/rematch", game.id);
    let mut asking = Vec::new();
    for player in [1, 2, 3, 1, 2, 3] {
        let (mut client, path, secret) =
            (server.client().await, path.clone(), game.secret(player).to_owned());
        asking.push(tokio::spawn(async move { client.post(&path, &secret, &json!({})).await.json() }));
    }
    let mut answers = Vec::new();
    for task in asking {
        answers.push(task.await.unwrap());
    }
    assert!(
        answers[0]["id"].is_string() && answers.iter().all(|answer| *answer == answers[0]),
        "{answers:?}"
    );
    let lobby = client.get("/api/v1/lobby").await.json();
    assert_eq!(lobby["games"].as_array().unwrap().len(), 1);
    assert_eq!(client.act(&game, game.secret(1), json!({ "action": "undo" })).await.code(), "refused");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_while_a_request_waits_is_asked_too() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(quick(folder.path())).await;
    let mut client = server.client().await;
    let seats = json!([{ "who": "me" }, { "who": "link" }, { "who": "link" }]);
    let game = client.start(json!({ "kind": "square", "players": 3, "seats": seats })).await;
    turn(&mut client, &game, 1).await;
    let _second = Follower::connect(server.address, &game.id, &[game.secret(2)]).await;
    client.act(&game, game.secret(1), json!({ "action": "undo" })).await;
    assert_eq!(client.state(&game).await["request"]["waiting_for"], json!([2]));
    let _third = Follower::connect(server.address, &game.id, &[game.secret(3)]).await;
    client.act(&game, game.secret(2), json!({ "action": "answer", "accept": true })).await;
    let state = client.state(&game).await;
    assert_eq!((&state["request"]["waiting_for"], made(&state)), (&json!([3]), 1));
    client.act(&game, game.secret(3), json!({ "action": "answer", "accept": true })).await;
    assert_eq!(made(&client.state(&game).await), 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_nothing_but_passes_does_not_grow_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(quick(folder.path())).await;
    let mut client = server.client().await;
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let game =
        client.start(json!({ "kind": "gamma", "rows": 1, "cols": 2, "areas": 1, "seats": seats })).await;
    let pass = json!({ "action": "turn", "turn": "pass" });
    let mut passes = 0;
    let refusal = loop {
        let reply = client.act(&game, game.secret(1), pass.clone()).await;
        if !reply.status.is_success() {
            break reply;
        }
        passes += 1;
    };
    assert_eq!((passes, &refusal.code()[..]), (202, "refused"));
    let record = client.get(&format!("/api/v1/games/{}/record", game.id)).await;
    let record = String::from_utf8(record.body.to_vec()).unwrap();
    let longer = record.replacen("pass\n", "pass\npass\n", 1);
    assert_ne!(record, longer, "{record}");
    for (text, status) in [(record, 201), (longer, 400)] {
        let reply = client.post("/api/v1/games", "", &json!({ "record": text })).await;
        assert_eq!(reply.status.as_u16(), status, "{reply:?}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_runs_out_eliminates_its_player() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(quick(folder.path())).await;
    let mut client = server.client().await;
    let game = two_people(&mut client, json!({ "clock": { "seconds": 1 } })).await;
    let state = client.state(&game).await;
    assert_eq!((&state["running"], &state["players"][1]["clock_ms"]), (&Value::Null, &json!(1000)));
    turn(&mut client, &game, 1).await;
    let state = client.wait(&game, "out of time", |state| state["players"][1]["out"] == true).await;
    assert_eq!(state["steps"][1]["kind"], "out");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(quick(folder.path())).await;
    let address = server.address;
    let mut client = server.client().await;
    let people = two_people(&mut client, json!({ "public": true })).await;
    let engine =
        client.start(json!({ "kind": "gamma", "seats": [{ "who": "engine" }, { "who": "me" }] })).await;
    let mut follower = Follower::connect(address, &people.id, &[people.secret(1)]).await;
    turn(&mut client, &people, 1).await;
    turn(&mut client, &people, 2).await;
    let before = client.state(&people).await;
    follower.wait("both turns", |state| made(state) == 2).await;
    server.stop().await;
    while follower.next().await {}
    assert_eq!(follower.others.last().map(|bye| &bye["reason"]), Some(&json!("stopping")));

    let options = floe_web::ServerOptions { lobby: true, ..quick(folder.path()) };
    let server = TestServer::start_at(address, options).await;
    let mut client = server.client().await;
    let follower = Follower::connect(address, &people.id, &[people.secret(1)]).await;
    for field in ["steps", "start", "to_move", "turns", "phase"] {
        assert_eq!(follower.state[field], before[field], "{field}");
    }
    turn(&mut client, &people, 1).await;
    client.wait(&engine, "the engine's turn", |state| state["to_move"] == 2).await;
    let lobby = client.get("/api/v1/lobby").await.json();
    let ids: Vec<_> = lobby["games"].as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert_eq!(ids, [&json!(people.id)]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_nobody_uses_leaves_the_memory_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let limits = ServerLimits { unload: std::time::Duration::from_millis(20), ..ServerLimits::default() };
    let server = TestServer::start(floe_web::ServerOptions { limits, ..quick(folder.path()) }).await;
    let mut client = server.client().await;
    let game = two_people(&mut client, json!({})).await;
    for player in [1, 2, 1, 2] {
        turn(&mut client, &game, player).await;
        tokio::time::sleep(std::time::Duration::from_millis(60)).await;
    }
    assert_eq!(made(&client.state(&game).await), 4);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_analyses_gives_hints_and_solves() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(quick(folder.path())).await;
    let mut client = server.client().await;
    let board = "3 4\n01 10 30 10\n10 20 20 02\n10 10 10 30\nAnn 1 0\nBen 2 0\n";
    let request = json!({
        "kind": "square", "board": board, "phase": "movement", "players": 2,
        "seats": [{ "who": "me" }, { "who": "me" }],
    });
    let game = client.start(request).await;
    let mut follower = Follower::connect(server.address, &game.id, &[game.secret(1)]).await;
    assert_eq!(follower.state["players"][0]["name"], "Ann");
    client.act(&game, game.secret(1), json!({ "action": "hint" })).await;
    follower.wait("a hint", |state| !state["hint"].is_null()).await;
    let hint = follower.state["hint"].clone();
    assert!(
        legal_turns(&follower.state).contains(&json!({ "from": hint["path"][0], "to": hint["path"][1] }))
    );

    follower.say(&json!({ "type": "analyse", "at": 0 })).await;
    let analysis = follower.other("analysis", |message| message["done"] == true).await;
    assert_eq!(analysis["player"], 1);
    let line = analysis["line"].as_array().unwrap();
    assert!(!line.is_empty() && !analysis["considered"].as_array().unwrap().is_empty(), "{analysis}");
    follower.say(&json!({ "type": "solve", "at": 0 })).await;
    let solution = follower.other("solution", |message| message["done"] == true).await;
    assert_eq!(solution["proved"], true);
    assert_eq!(solution["scores"].as_array().unwrap().len(), 2);
    follower.say(&json!({ "type": "analyse", "at": 9 })).await;
    assert_eq!(follower.other("error", |_| true).await["code"], "stale");
    server.stop().await;
}
