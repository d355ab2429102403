//! The server under load, on loopback: how long a turn takes to reach everybody, and how much memory games and clients need.
//!
//! `cargo bench -p floe-web --bench load` starts the server in a process of its own and plays against it from this one, so
//! both share the machine. Times are from sending a turn until it is acknowledged, and until all who follow the game have
//! it. Ratios are to one game with one spectator in the same run.

#[path = "../tests/it/client.rs"]
#[expect(dead_code, clippy::unwrap_used, reason = "the tests need more of it, and may unwrap")]
mod client;

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use floe_rules::random::Random;
use floe_web::{Rate, ServerLimits, ServerOptions, serve};
use serde_json::json;
use tokio::sync::watch;

use client::{Client, Follower, NewGame, legal_turns, made};

const DATA: &str = "FLOE_BENCH_DATA";
const GAMES: usize = 200;
const SPECTATORS: usize = 1000;
const ENGINE_GAMES: usize = 50;
/// How long players of many games think about a turn.
const THINK: Duration = Duration::from_millis(500);

fn main() {
    if let Ok(folder) = std::env::var(DATA) {
        serve_here(Path::new(&folder));
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime starts");
    runtime.block_on(measure());
}

/// The server in its own process.
fn serve_here(folder: &Path) {
    let many = Rate { burst: 1_000_000, per_second: 1e6 };
    let limits = ServerLimits { requests: many, games: many, ..ServerLimits::default() };
    let options = ServerOptions { limits, ..ServerOptions::new(folder) };
    let ready = |address: SocketAddr| {
        std::fs::write(folder.join("address.new"), address.to_string()).expect("the folder can be written");
        std::fs::rename(folder.join("address.new"), folder.join("address")).expect("the file can be renamed");
    };
    let address = "127.0.0.1:0".parse().expect("it is an address");
    serve(address, options, &AtomicBool::new(false), ready).expect("the server starts");
}

struct Server {
    child: Child,
    address: SocketAddr,
    _folder: tempfile::TempDir,
}

impl Server {
    fn start() -> Server {
        let folder = tempfile::tempdir().expect("there is a folder for temporary files");
        let program = std::env::current_exe().expect("this program has a path");
        let child = Command::new(program).env(DATA, folder.path()).stdin(Stdio::null()).spawn();
        let child = child.expect("this program can be started again");
        let file = folder.path().join("address");
        let address = loop {
            if let Ok(text) = std::fs::read_to_string(&file) {
                break text.parse().expect("the server writes its address");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        Server { child, address, _folder: folder }
    }

    /// Returns the memory of the server in KiB, where the system tells it.
    fn memory(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_ascii_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Times in milliseconds.
#[derive(Default)]
struct Times(Vec<f64>);

impl Times {
    fn add(&mut self, time: Duration) {
        self.0.push(time.as_secs_f64() * 1000.0);
    }

    fn percentile(&mut self, share: f64) -> f64 {
        self.0.sort_by(f64::total_cmp);
        let last = self.0.len().saturating_sub(1);
        self.0.get((last as f64 * share).round() as usize).copied().unwrap_or(f64::NAN)
    }

    fn line(&mut self, what: &str, base: Option<f64>) -> f64 {
        let [p50, p90, p99] = [0.5, 0.9, 0.99].map(|share| self.percentile(share));
        let most = self.percentile(1.0);
        let ratio =
            base.map_or(String::new(), |base| format!(", p99 {:.1} times that of one game", p99 / base));
        println!(
            "{what}: {} turns, p50 {p50:.1} ms, p90 {p90:.1}, p99 {p99:.1}, most {most:.1}{ratio}",
            self.0.len()
        );
        p99
    }
}

fn two_people(seed: usize) -> serde_json::Value {
    json!({ "kind": "square", "seed": seed, "seats": [{ "who": "me" }, { "who": "link" }] })
}

/// Plays a game with a pause before each turn until a time, and returns how long turns took: acknowledged, and told.
async fn play(
    address: SocketAddr,
    game: NewGame,
    think: Duration,
    until: Instant,
    seed: u64,
) -> (Times, Times) {
    let mut random = Random::new(seed);
    let (mut acknowledged, mut told) = (Times::default(), Times::default());
    let mut client = Client::connect(address).await;
    let secrets: Vec<&str> = game.seats.iter().map(|(_, secret)| &secret[..]).collect();
    let mut follower = Follower::connect(address, &game.id, &secrets).await;
    // Players do not all move at the same moment.
    tokio::time::sleep(think.mul_f64(random.below(1000) as f64 / 1000.0)).await;
    while Instant::now() < until {
        let player = follower.state["to_move"].as_u64();
        let Some(player) = player else {
            // The game is over: it is taken back and goes on.
            return (acknowledged, told);
        };
        let turns = legal_turns(&follower.state);
        let turn = &turns[random.index(turns.len())];
        let before = made(&follower.state);
        let action = json!({ "action": "turn", "turn": turn, "at": before });
        let start = Instant::now();
        let reply = client.act(&game, game.secret(player), action).await;
        assert!(reply.status.is_success(), "{reply:?}");
        acknowledged.add(start.elapsed());
        follower.wait("the turn", |state| made(state) > before).await;
        told.add(start.elapsed());
        tokio::time::sleep(think).await;
    }
    (acknowledged, told)
}

async fn many_games(address: SocketAddr, count: usize, time: Duration) -> (Times, Times) {
    let mut client = Client::connect(address).await;
    let until = Instant::now() + time;
    let mut players = Vec::new();
    for seed in 0..count {
        let game = client.start(two_people(seed)).await;
        players.push(tokio::spawn(play(address, game, THINK, until, seed as u64)));
    }
    let (mut acknowledged, mut told) = (Times::default(), Times::default());
    for player in players {
        let (its, theirs) = player.await.expect("a player does not panic");
        acknowledged.0.extend(its.0);
        told.0.extend(theirs.0);
    }
    (acknowledged, told)
}

/// Makes turns in a game that many watch, and returns how long each took to reach all of them.
async fn many_spectators(address: SocketAddr, count: usize, turns: usize) -> Times {
    let mut client = Client::connect(address).await;
    let game = client.start(two_people(1)).await;
    let (news, made_known) = watch::channel(0usize);
    let news = Arc::new(news);
    let arrived: Arc<Vec<std::sync::atomic::AtomicUsize>> =
        Arc::new((0..=turns).map(|_| std::sync::atomic::AtomicUsize::new(0)).collect());
    let mut spectators = Vec::new();
    for _ in 0..count {
        let mut follower = Follower::connect(address, &game.id, &[]).await;
        let (arrived, news) = (arrived.clone(), news.clone());
        spectators.push(tokio::spawn(async move {
            let mut seen = 0;
            while seen < turns {
                follower.wait("a turn", |state| made(state) > seen).await;
                for turn in seen + 1..=made(&follower.state).min(turns) {
                    if arrived[turn].fetch_add(1, Ordering::SeqCst) + 1 == count {
                        news.send_replace(turn);
                    }
                }
                seen = made(&follower.state);
            }
        }));
    }
    let mut times = Times::default();
    let mut made_known = made_known;
    for turn in 1..=turns {
        let state = client.state(&game).await;
        let player = state["to_move"].as_u64().expect("the game is long enough");
        let choice = legal_turns(&state).remove(0);
        let start = Instant::now();
        client.act(&game, game.secret(player), json!({ "action": "turn", "turn": choice })).await;
        made_known.wait_for(|known| *known >= turn).await.expect("spectators live");
        times.add(start.elapsed());
    }
    for spectator in spectators {
        spectator.await.expect("a spectator does not panic");
    }
    times
}

/// Plays against engines, and returns how long the engines' answers took.
async fn engine_games(address: SocketAddr, count: usize, time: Duration) -> Times {
    let mut client = Client::connect(address).await;
    let until = Instant::now() + time;
    let mut players = Vec::new();
    for seed in 0..count {
        let seats = json!([{ "who": "me" }, { "who": "engine", "level": 10 }]);
        let game = client.start(json!({ "kind": "classic", "seed": seed, "seats": seats })).await;
        players.push(tokio::spawn(async move {
            let mut times = Times::default();
            let mut client = Client::connect(address).await;
            let mut follower = Follower::connect(address, &game.id, &[game.secret(1)]).await;
            while Instant::now() < until && follower.state["to_move"] == 1 {
                let before = made(&follower.state);
                let turn = legal_turns(&follower.state).remove(0);
                let start = Instant::now();
                client.act(&game, game.secret(1), json!({ "action": "turn", "turn": turn })).await;
                let answered = |state: &serde_json::Value| {
                    made(state) > before && (state["to_move"] == 1 || state["to_move"].is_null())
                };
                follower.wait("the engine's turn", answered).await;
                times.add(start.elapsed());
            }
            times
        }));
    }
    let mut all = Times::default();
    for player in players {
        all.0.extend(player.await.expect("a player does not panic").0);
    }
    all
}

async fn measure() {
    let server = Server::start();
    let address = server.address;
    let time = Duration::from_secs(10);
    let (mut acknowledged, mut told) = many_games(address, 1, time).await;
    acknowledged.line("one game, acknowledged", None);
    let base = told.line("one game, told", None);
    let (mut acknowledged, mut told) = many_games(address, GAMES, time).await;
    acknowledged.line(&format!("{GAMES} games, acknowledged"), Some(base));
    told.line(&format!("{GAMES} games, told"), Some(base));
    many_spectators(address, 1, 20).await.line("one spectator", None);
    many_spectators(address, SPECTATORS, 40)
        .await
        .line(&format!("{SPECTATORS} spectators, all told"), Some(base));
    engine_games(address, ENGINE_GAMES, time)
        .await
        .line(&format!("{ENGINE_GAMES} games against engines, answered"), None);
    drop(server);

    let server = Server::start();
    let mut client = Client::connect(server.address).await;
    let game = client.start(two_people(0)).await;
    let start = server.memory();
    for seed in 0..GAMES * 5 {
        client.start(two_people(seed)).await;
    }
    let games = server.memory();
    let mut followers = Vec::new();
    for _ in 0..SPECTATORS {
        followers.push(Follower::connect(server.address, &game.id, &[]).await);
    }
    let connections = server.memory();
    if let (Some(start), Some(games), Some(connections)) = (start, games, connections) {
        println!(
            "memory: {:.1} KiB for a game, {:.1} KiB for a connection, {:.0} MiB at the start",
            (games - start) / (GAMES * 5) as f64,
            (connections - games) / SPECTATORS as f64,
            start / 1024.0
        );
    }
}
