//! A tournament that is followed while it is played.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use floe_arena::bot::StateLifetime;
use floe_arena::event::{Entrant, LocalGames, NamedBoard, PlayerFactory, RunControl, Tournament, run};
use floe_arena::referee::{GameTerms, Player, Policy, Reply, TurnRequest};
use floe_arena::sandbox::{CoreSet, ResourceLimits};
use floe_arena::schedule::{ByeValue, Fixture, Format, Schedule, ScheduleSettings, Seating};
use floe_arena::store::{Charter, Store, StoredProgram};
use floe_rules::board_file;
use floe_rules::generate::{Recipe, generate};
use floe_rules::penguins::{Id, RuleSet};
use floe_rules::record::PlayerKind;
use floe_web::{ServerOptions, TournamentFeed};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;

use crate::client::{PATIENCE, TestServer};

/// A player that makes the first turn, after a moment.
struct FirstTurn(Duration);

impl Player for FirstTurn {
    fn id(&self) -> Option<&Id> {
        None
    }

    fn is_asked_when_blocked(&self) -> bool {
        false
    }

    fn answer(&mut self, request: &TurnRequest<'_>) -> io::Result<Reply> {
        thread::sleep(self.0);
        let turn = request.position.turns().first().copied();
        Ok(Reply::Turn { turn, took: self.0, cpu: Duration::ZERO })
    }
}

/// Makes players that think for so long.
pub(crate) struct FirstTurns(pub(crate) Duration);

impl PlayerFactory for FirstTurns {
    fn player(&self, _: usize, _: &Fixture) -> io::Result<Box<dyn Player>> {
        Ok(Box::new(FirstTurn(self.0)))
    }
}

/// A round robin of three with twelve games.
pub(crate) fn cup() -> (Tournament, Charter) {
    let (rules, penguins, policy) = (RuleSet::SQUARE, 2, Policy::Forfeit);
    let recipe = Recipe { players: 2, penguins, ..Recipe::plain(rules, 6, 6) };
    let setup = generate(&recipe).unwrap();
    let schedule = ScheduleSettings {
        entrants: 3,
        seats: 2,
        boards: 1,
        spare_boards: 0,
        format: Format::RoundRobin,
        seating: Seating::Rotations,
        repeats: 2,
        seed: 3,
        bye: ByeValue::default(),
        entries: Vec::new(),
    };
    let names = ["<b>Ann</b>", "Bob", "Cy"];
    let charter = Charter {
        schedule: schedule.clone(),
        rules: rules.name.to_owned(),
        layout: None,
        penguins,
        policy,
        limits: ResourceLimits::default(),
        cores: 1,
        state: StateLifetime::default(),
        programs: names
            .map(|name| StoredProgram {
                name: Some(name.to_owned()),
                command: name.to_owned(),
                ..StoredProgram::default()
            })
            .to_vec(),
        boards: vec![String::from_utf8(board_file::write(&setup)).unwrap()],
    };
    let tournament = Tournament {
        title: "Cup & Co".to_owned(),
        terms: GameTerms { rules, penguins, policy },
        terms_in_words: Vec::new(),
        entrants: names.map(|name| Entrant::new(name, "", PlayerKind::Program)).to_vec(),
        boards: vec![NamedBoard { name: "board".to_owned(), setup }],
        schedule: Schedule::new(schedule).unwrap(),
        cores: vec![CoreSet::any(); 2],
    };
    (tournament, charter)
}

/// Plays the cup in a thread, and passes its updates on to a feed, which a server shows.
pub(crate) struct PlayedCup {
    pub(crate) feed: Arc<TournamentFeed>,
    pub(crate) token: String,
    thread: thread::JoinHandle<()>,
}

impl PlayedCup {
    /// Starts the cup in a folder, paused.
    pub(crate) fn start(folder: &std::path::Path, thinks: Duration) -> PlayedCup {
        let (tournament, charter) = cup();
        let mut store = Store::open(&folder.join("cup.db"), &charter).unwrap();
        let control = Arc::new(RunControl::new());
        control.pause();
        let (feed, token) =
            TournamentFeed::played_here(tournament.clone(), None, store.reader().unwrap(), control.clone());
        let token = token.expose().to_owned();
        let thread = thread::spawn({
            let feed = feed.clone();
            move || {
                let mut observe = |update: floe_arena::event::Update<'_>| {
                    feed.update(&update);
                    Ok(ControlFlow::Continue(()))
                };
                run(
                    &tournament,
                    &mut LocalGames::new(&FirstTurns(thinks)),
                    Some(&mut store),
                    &mut observe,
                    &control,
                )
                .unwrap();
                feed.finish();
            }
        });
        PlayedCup { feed, token, thread }
    }

    pub(crate) fn wait(self) {
        self.thread.join().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_followed_paused_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let cup = PlayedCup::start(folder.path(), Duration::from_millis(1));
    let options = ServerOptions { tournament: Some(cup.feed.clone()), ..ServerOptions::default() };
    let server = TestServer::start(options).await;
    let mut client = server.client().await;
    // There are no games to play on this server.
    assert_eq!(client.get("/").await.headers["location"], "/tournament/");
    assert_eq!(client.get("/api/v1/info").await.code(), "not-found");
    let control = "/api/v1/tournament/control";
    assert_eq!(client.post(control, "wrong", &json!({ "action": "resume" })).await.code(), "no-secret");
    assert_eq!(client.post(control, &cup.token, &json!({ "action": "win" })).await.code(), "bad-request");

    let address = format!("ws://{}/api/v1/tournament/live", server.address);
    let (mut socket, _) = connect_async(address).await.unwrap();
    let mut seen: Vec<Value> = Vec::new();
    let mut next = async |until: &dyn Fn(&Value) -> bool| loop {
        let message = tokio::time::timeout(PATIENCE, socket.next()).await.unwrap().unwrap().unwrap();
        let Ok(text) = message.to_text() else { continue };
        let Ok(message) = serde_json::from_str::<Value>(text) else { continue };
        seen.push(message.clone());
        if until(&message) {
            return message;
        }
    };
    let state = |name: &'static str| move |message: &Value| message["state"] == name;
    next(&state("paused")).await;
    assert_eq!(client.post(control, &cup.token, &json!({ "action": "resume" })).await.status, 204);
    next(&state("running")).await;
    let last = next(&state("finished")).await;
    assert_eq!((&last["played"], &last["total"]), (&json!(12), &json!(12)));
    let ended = seen.iter().filter(|message| message["type"] == "ended").count();
    let whole = seen.iter().filter(|message| message["whole"] == true).count();
    // In a fast tournament, whole lists replace steps.
    assert!(ended > 0 && (ended == 12 || whole > 1), "{ended} games ended, {whole} whole lists");
    assert!(seen.iter().any(|message| message["type"] == "step" && message["step"]["path"].is_array()));
    assert_eq!(client.post(control, &cup.token, &json!({ "action": "pause" })).await.code(), "refused");

    let page = client.get("/tournament/").await;
    let policy = page.headers["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("connect-src 'self'") && !policy.contains("unsafe"), "{policy}");
    let text = String::from_utf8_lossy(&page.body).into_owned();
    assert!(text.contains("Cup &amp; Co") && !text.contains("<b>Ann</b>"));
    let part = client.get("/tournament/report-data/games/0/0.js?v=3").await;
    assert!(part.body.starts_with(b"floeReportPart("), "{part:?}");
    for name in ["nothing.js", "report-data/games/0/1.js", "..%2f..%2fetc%2fpasswd", "report-data/../cup.db"]
    {
        assert_eq!(client.get(&format!("/tournament/{name}")).await.status, 404, "{name}");
    }
    let report = client.get("/api/v1/tournament").await.json();
    assert_eq!(report["games"].as_array().unwrap().len(), 12);
    server.stop().await;
    cup.wait();

    // The database alone shows the same.
    let (tournament, charter) = crate::tournament::cup();
    let reader = floe_arena::store::StoreReader::open(&folder.path().join("cup.db"), &charter).unwrap();
    let feed = TournamentFeed::stored(tournament, None, reader);
    let server =
        TestServer::start(ServerOptions { tournament: Some(feed), ..ServerOptions::default() }).await;
    let mut client = server.client().await;
    let start = std::time::Instant::now();
    while client.get("/api/v1/tournament").await.json()["games"].as_array().unwrap().len() < 12 {
        assert!(start.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.stop().await;
}
