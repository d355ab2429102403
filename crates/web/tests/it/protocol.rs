//! Bad input and bad people: every wrong request is refused with its cause, and changes nothing.

use std::time::Duration;

use floe_web::{Rate, ServerLimits, ServerOptions};
use hyper::{Method, StatusCode};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Follower, TestServer, legal_turns, made, quick};

const JSON: (&str, &str) = ("content-type", "application/json");

#[tokio::test(flavor = "multi_thread")]
async fn wrong_requests_are_refused_with_their_cause() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(quick(folder.path())).await;
    let mut client = server.client().await;
    let game = client.start(json!({ "kind": "square", "seats": [{ "who": "me" }, { "who": "link" }] })).await;
    let before = client.state(&game).await;
    let actions = format!("/api/v1/games/{}/actions", game.id);
    let bearer = format!("Bearer {}", game.secret(1));
    let mine = ("authorization", &bearer[..]);
    let big = format!("{{\"action\":\"rename\",\"name\":\"{}\"}}", "x".repeat(20_000));
    let deep = "[".repeat(10_000);
    for (method, path, headers, body, status, code) in [
        (Method::GET, "/nothing", vec![], "", 404, "not-found"),
        (Method::GET, "/api/v1/games/../../etc/passwd", vec![], "", 404, "not-found"),
        (Method::GET, "/api/v1/games/abcdefghijkm", vec![], "", 404, "not-found"),
        (Method::GET, "/assets/..%2f..%2fCargo.toml", vec![], "", 404, "not-found"),
        (Method::DELETE, &actions[..], vec![], "", 405, "bad-method"),
        (Method::GET, "/api/v1/lobby", vec![], "", 404, "not-found"),
        (Method::POST, "/api/v1/games", vec![], "{}", 400, "bad-request"),
        (Method::POST, "/api/v1/games", vec![JSON], "", 400, "bad-request"),
        (Method::POST, "/api/v1/games", vec![JSON], "{}", 400, "bad-game"),
        (Method::POST, "/api/v1/games", vec![JSON], r#"{"kind":"chess"}"#, 400, "bad-request"),
        (Method::POST, "/api/v1/games", vec![JSON], r#"{"kind":"square","rows":0}"#, 400, "bad-game"),
        (
            Method::POST,
            "/api/v1/games",
            vec![JSON],
            r#"{"kind":"square","rows":1000,"cols":1000}"#,
            400,
            "bad-game",
        ),
        (
            Method::POST,
            "/api/v1/games",
            vec![JSON],
            r#"{"kind":"gamma","rows":4294967295,"cols":4294967295}"#,
            400,
            "bad-game",
        ),
        (Method::POST, "/api/v1/games", vec![JSON], r#"{"kind":"hex","layout":"odd"}"#, 400, "bad-game"),
        (Method::POST, "/api/v1/games", vec![JSON], r#"{"kind":"square","players":10}"#, 400, "bad-game"),
        (
            Method::POST,
            "/api/v1/games",
            vec![JSON],
            r#"{"kind":"square","penguins":4000000000}"#,
            400,
            "bad-game",
        ),
        (
            Method::POST,
            "/api/v1/games",
            vec![JSON],
            r#"{"kind":"square","clock":{"seconds":0}}"#,
            400,
            "bad-game",
        ),
        (Method::POST, "/api/v1/games", vec![JSON], r#"{"kind":"square","board":"x"}"#, 400, "bad-file"),
        (Method::POST, "/api/v1/games", vec![JSON], r#"{"record":"floe record 9"}"#, 400, "bad-file"),
        (
            Method::POST,
            "/api/v1/games",
            vec![JSON],
            r#"{"kind":"gamma","board":"1 1\n10\n"}"#,
            400,
            "bad-game",
        ),
        (
            Method::POST,
            "/api/v1/games",
            vec![JSON],
            r#"{"kind":"square","seats":[{"who":"engine","level":11}]}"#,
            400,
            "bad-game",
        ),
        (Method::POST, "/api/v1/games", vec![JSON], &deep, 400, "bad-request"),
        (
            Method::POST,
            "/api/v1/games",
            vec![JSON, ("origin", "https://evil.example")],
            "{}",
            403,
            "other-origin",
        ),
        (Method::POST, &actions, vec![JSON], r#"{"action":"undo"}"#, 401, "no-secret"),
        (
            Method::POST,
            &actions,
            vec![JSON, ("authorization", "Bearer x")],
            r#"{"action":"undo"}"#,
            401,
            "no-secret",
        ),
        (
            Method::POST,
            &actions,
            vec![JSON, ("authorization", "Basic x")],
            r#"{"action":"undo"}"#,
            401,
            "no-secret",
        ),
        (Method::POST, &actions, vec![JSON, mine], r#"{"action":"undo"}"#, 409, "refused"),
        (Method::POST, &actions, vec![JSON, mine], r#"{"action":"fly"}"#, 400, "bad-request"),
        (Method::POST, &actions, vec![JSON, mine], r#"{"action":"turn","turn":"zzz"}"#, 400, "bad-request"),
        (
            Method::POST,
            &actions,
            vec![JSON, mine],
            r#"{"action":"turn","turn":{"to":4000000000}}"#,
            400,
            "bad-request",
        ),
        (
            Method::POST,
            &actions,
            vec![JSON, mine],
            r#"{"action":"turn","turn":{"from":1,"to":2}}"#,
            409,
            "illegal-turn",
        ),
        (Method::POST, &actions, vec![JSON, mine], r#"{"action":"turn","turn":"r1c1","at":7}"#, 409, "stale"),
        (Method::POST, &actions, vec![JSON, mine], r#"{"action":"rename","name":" "}"#, 400, "bad-request"),
        (Method::POST, &actions, vec![JSON, mine], &big, 413, "too-large"),
        (Method::POST, &actions, vec![JSON, mine], "{\"action\":\"undo\"}garbage", 400, "bad-request"),
    ] {
        let reply = client.send(method.clone(), path, &headers, body).await;
        let shown = &body[..body.len().min(80)];
        assert_eq!((reply.status.as_u16(), &reply.code()[..]), (status, code), "{method} {path} {shown}");
        assert!(!reply.json()["error"]["message"].as_str().unwrap().is_empty());
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
    }
    assert_eq!(client.state(&game).await, before);
    // A board with faults names all of them.
    let reply =
        client.post("/api/v1/boards", "", &json!({ "kind": "square", "board": "1 2\n1x 40\n" })).await;
    assert_eq!(reply.json()["error"]["faults"].as_array().unwrap().len(), 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_another_site_is_kept_out() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(quick(folder.path())).await;
    let mut client = server.client().await;
    let game = client.start(json!({ "kind": "square" })).await;
    let path = format!("/api/v1/games/{}/live", game.id);
    let upgrade = [
        ("connection", "upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ("origin", "http://evil.example"),
    ];
    let reply = client.send(Method::GET, &path, &upgrade, "").await;
    assert_eq!((reply.status, &reply.code()[..]), (StatusCode::FORBIDDEN, "other-origin"));
    // A name of another site that leads to this machine.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    let headers = client.get("/").await.headers;
    let policy = headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_messages_end_or_are_refused_and_others_do_not_notice() {
    let folder = tempfile::tempdir().unwrap();
    let limits = ServerLimits { ping: Duration::from_millis(200), ..ServerLimits::default() };
    let server = TestServer::start(ServerOptions { limits, ..quick(folder.path()) }).await;
    let mut client = server.client().await;
    let game = client.start(json!({ "kind": "square", "seats": [{ "who": "me" }, { "who": "me" }] })).await;
    for first in [
        Message::text("hello"),
        Message::text(r#"{"type":"stop"}"#),
        Message::binary(vec![1, 2, 3]),
        Message::text(json!({ "type": "hello", "secrets": vec!["x"; 17] }).to_string()),
        Message::text("x".repeat(10_000)),
    ] {
        let mut bad = Follower::open(server.address, &game.id).await.unwrap();
        bad.say_raw(first).await;
        while bad.next().await {}
        assert!(bad.state.is_null());
    }
    let mut bad = Follower::connect(server.address, &game.id, &["wrong", ""]).await;
    assert_eq!(bad.member["seats"], json!([]));
    for wrong in
        [r#"{"type":"analyse"}"#, r#"{"type":"analyse","at":-1}"#, "[]", r#"{"type":"hello","secrets":[]}"#]
    {
        bad.say_raw(Message::text(wrong)).await;
        assert_eq!(bad.other("error", |_| true).await["code"], "bad-request", "{wrong}");
    }
    // One that says too much is sent away.
    for _ in 0..200 {
        bad.say(&json!({ "type": "stop" })).await;
    }
    while bad.next().await {}
    // One that is silent, and does not even answer pings, is sent away too.
    let mut silent = Follower::connect(server.address, &game.id, &[]).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    while silent.next().await {}
    assert!(silent.is_closed);

    let mut good = Follower::connect(server.address, &game.id, &[game.secret(1)]).await;
    let turn = legal_turns(&good.state).remove(0);
    let reply = client.act(&game, game.secret(1), json!({ "action": "turn", "turn": turn })).await;
    assert!(reply.status.is_success());
    good.wait("the turn", |state| made(state) == 1).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_and_silent_connections_hold_nobody_up() {
    let folder = tempfile::tempdir().unwrap();
    let limits = ServerLimits { request_time: Duration::from_millis(300), ..ServerLimits::default() };
    let server = TestServer::start(ServerOptions { limits, ..quick(folder.path()) }).await;
    let mut slow = Vec::new();
    for start in [
        "",
        "GET / HT",
        "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(start.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    let mut client = server.client().await;
    client.start(json!({ "kind": "square" })).await;
    // The server ends all of them; the last one gets an answer first.
    for mut stream in slow {
        let mut rest = Vec::new();
        tokio::time::timeout(crate::client::PATIENCE, stream.read_to_end(&mut rest)).await.unwrap().unwrap();
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_nobody_reads_are_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let limits = ServerLimits { request_time: Duration::from_millis(300), ..ServerLimits::default() };
    let server = TestServer::start(ServerOptions { limits, ..quick(folder.path()) }).await;
    let page = String::from_utf8(server.client().await.get("/").await.body.to_vec()).unwrap();
    let script = page.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".js")).unwrap();
    let size = server.client().await.get(script).await.body.len();
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let count = 300;
    let request = format!("GET {script} HTTP/1.1\r\nHost: localhost\r\n\r\n").repeat(count);
    stream.write_all(request.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1500)).await;
    // What is left in the buffers arrives, and the connection is over.
    let mut rest = Vec::new();
    let ended = tokio::time::timeout(crate::client::PATIENCE, stream.read_to_end(&mut rest)).await;
    assert!(ended.is_ok() && rest.len() < count * size / 2, "{} of {}", rest.len(), count * size);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_has_limits() {
    let folder = tempfile::tempdir().unwrap();
    let few = Rate { burst: 3, per_second: 0.01 };
    let limits = ServerLimits { games: few, visitor_connections: 2, ..ServerLimits::default() };
    let server = TestServer::start(ServerOptions { limits, ..quick(folder.path()) }).await;
    let mut client = server.client().await;
    let game = client.start(json!({ "kind": "square" })).await;
    client.start(json!({ "kind": "square" })).await;
    client.start(json!({ "kind": "square" })).await;
    let reply = client.post("/api/v1/games", "", &json!({ "kind": "square" })).await;
    assert_eq!((reply.status.as_u16(), &reply.code()[..]), (429, "too-many"));
    assert!(reply.headers.contains_key("retry-after"));
    let _two = [
        Follower::connect(server.address, &game.id, &[]).await,
        Follower::connect(server.address, &game.id, &[]).await,
    ];
    assert!(Follower::open(server.address, &game.id).await.is_err());
    server.stop().await;

    let limits = ServerLimits { requests: few, ..ServerLimits::default() };
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(ServerOptions { limits, ..quick(folder.path()) }).await;
    let mut client = server.client().await;
    let mut answers = Vec::new();
    for _ in 0..6 {
        answers.push(client.get("/api/v1/info").await.status.as_u16());
    }
    assert_eq!(answers, [200, 200, 200, 429, 429, 429]);
    server.stop().await;
}
