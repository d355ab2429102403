//! A server to test, and clients as others would write them: plain HTTP and WebSockets.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use floe_web::{Server, ServerOptions};
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long anything may take, however busy the machine is.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server in this process.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// Returns options for tests: engines answer at once.
pub(crate) fn quick(data: &Path) -> ServerOptions {
    ServerOptions { engine_time: Duration::from_millis(5), ..ServerOptions::new(data) }
}

impl TestServer {
    pub(crate) async fn start(options: ServerOptions) -> TestServer {
        TestServer::start_at("127.0.0.1:0".parse().unwrap(), options).await
    }

    pub(crate) async fn start_at(address: SocketAddr, options: ServerOptions) -> TestServer {
        let server = Server::bind(address, options).await.unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        TestServer { address, stop, task }
    }

    /// Stops the server, and waits until its database is closed.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        self.task.await.unwrap();
    }

    pub(crate) async fn client(&self) -> Client {
        Client::connect(self.address).await
    }
}

/// A connection for requests.
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    sender: SendRequest<Full<Bytes>>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: hyper::HeaderMap,
    pub(crate) body: Bytes,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Returns the code of an error.
    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// A new game: its id, the secret of the host, and those of the seats.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) id: String,
    pub(crate) host: String,
    pub(crate) seats: Vec<(u64, String)>,
}

impl NewGame {
    pub(crate) fn secret(&self, number: u64) -> &str {
        let seat = self.seats.iter().find(|(other, _)| *other == number);
        seat.map_or("", |(_, secret)| secret)
    }
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(async {
            // The server may close it.
            let _ = connection.await;
        });
        Client { address, sender }
    }

    /// Sends a request; an error where the server is gone.
    pub(crate) async fn try_send(
        &mut self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Vec<u8>,
    ) -> Result<Reply, hyper::Error> {
        let mut request =
            Request::builder().method(method).uri(path).header("host", self.address.to_string());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(Bytes::from(body))).unwrap();
        self.sender.ready().await?;
        let response = self.sender.send_request(request).await?;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.into_body().collect().await?.to_bytes();
        Ok(Reply { status, headers, body })
    }

    pub(crate) async fn send(
        &mut self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Vec<u8>>,
    ) -> Reply {
        self.try_send(method, path, headers, body.into()).await.unwrap()
    }

    pub(crate) async fn get(&mut self, path: &str) -> Reply {
        self.send(Method::GET, path, &[], "").await
    }

    pub(crate) async fn post(&mut self, path: &str, secret: &str, body: &Value) -> Reply {
        let bearer = format!("Bearer {secret}");
        let headers = [("content-type", "application/json"), ("authorization", &bearer)];
        self.send(Method::POST, path, &headers, body.to_string()).await
    }

    /// Starts a game that can start.
    pub(crate) async fn start(&mut self, request: Value) -> NewGame {
        let reply = self.post("/api/v1/games", "", &request).await;
        assert_eq!(reply.status, StatusCode::CREATED, "{reply:?}");
        let game = reply.json();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let seats = game["seats"].as_array().unwrap();
        NewGame {
            id: text(&game["id"]),
            host: text(&game["host"]),
            seats: seats
                .iter()
                .map(|seat| (seat["number"].as_u64().unwrap(), text(&seat["secret"])))
                .collect(),
        }
    }

    pub(crate) async fn act(&mut self, game: &NewGame, secret: &str, action: Value) -> Reply {
        self.post(&format!("/api/v1/games/{}/actions", game.id), secret, &action).await
    }

    pub(crate) async fn state(&mut self, game: &NewGame) -> Value {
        let reply = self.get(&format!("/api/v1/games/{}", game.id)).await;
        assert_eq!(reply.status, StatusCode::OK, "{reply:?}");
        reply.json()
    }

    /// Waits until a state fulfils a condition.
    pub(crate) async fn wait(&mut self, game: &NewGame, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let start = std::time::Instant::now();
        loop {
            let state = self.state(game).await;
            if is_so(&state) {
                return state;
            }
            assert!(start.elapsed() < PATIENCE, "never {what}: {state}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Returns every legal turn of a state, as a request.
pub(crate) fn legal_turns(state: &Value) -> Vec<Value> {
    let turns = &state["turns"];
    let cells = |name: &str| turns[name].as_array().cloned().unwrap_or_default();
    let mut all: Vec<Value> = Vec::new();
    all.extend(["places", "takes"].iter().flat_map(|name| cells(name)).map(|to| json!({ "to": to })));
    all.extend(cells("golden").into_iter().map(|to| json!({ "to": to, "golden": true })));
    for slide in cells("slides") {
        let to = slide[1].as_array().cloned().unwrap_or_default();
        all.extend(to.into_iter().map(|to| json!({ "from": slide[0], "to": to })));
    }
    all
}

pub(crate) fn made(state: &Value) -> usize {
    state["steps"].as_array().map_or(0, Vec::len)
}

/// A client that follows a game.
pub(crate) struct Follower {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The state as far as the client knows it.
    pub(crate) state: Value,
    pub(crate) member: Value,
    /// Messages that are neither states nor welcomes.
    pub(crate) others: Vec<Value>,
    pub(crate) is_closed: bool,
}

impl Follower {
    pub(crate) async fn connect(address: SocketAddr, id: &str, secrets: &[&str]) -> Follower {
        let mut follower = Follower::open(address, id).await.unwrap();
        follower.say(&json!({ "type": "hello", "secrets": secrets })).await;
        while follower.state.is_null() {
            assert!(follower.next().await, "the connection was closed");
        }
        follower
    }

    /// Connects without a word.
    pub(crate) async fn open(
        address: SocketAddr,
        id: &str,
    ) -> Result<Follower, tokio_tungstenite::tungstenite::Error> {
        let (socket, _) = connect_async(format!("ws://{address}/api/v1/games/{id}/live")).await?;
        Ok(Follower { socket, state: Value::Null, member: Value::Null, others: Vec::new(), is_closed: false })
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        self.say_raw(Message::text(message.to_string())).await;
    }

    pub(crate) async fn say_raw(&mut self, message: Message) {
        // The server may have closed the connection.
        let _ = self.socket.send(message).await;
    }

    /// Takes the next message; false when there are no more.
    pub(crate) async fn next(&mut self) -> bool {
        let received = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("a message in time");
        let Some(Ok(message)) = received else {
            self.is_closed = true;
            return false;
        };
        let Message::Text(text) = message else { return true };
        self.take(serde_json::from_str(&text).unwrap());
        true
    }

    /// Does with a message what docs/http.md says.
    fn take(&mut self, mut message: Value) {
        match message["type"].as_str() {
            Some("state") => self.state = message,
            Some("change") => {
                let version = self.state["version"].as_u64().expect("a state comes before changes");
                assert_eq!(message["version"].as_u64(), Some(version + 1), "a change follows its version");
                let kept = message["kept"].as_u64().unwrap() as usize;
                let mut steps = self.state["steps"].as_array().unwrap()[..kept].to_vec();
                steps.extend(message["steps"].as_array().unwrap().iter().cloned());
                message["steps"] = Value::Array(steps);
                message["start"] = self.state["start"].take();
                message["type"] = json!("state");
                message["kept"] = json!(0);
                self.state = message;
            }
            Some("welcome") => self.member = message,
            _ => self.others.push(message),
        }
    }

    /// Follows until the state fulfils a condition.
    pub(crate) async fn wait(&mut self, what: &str, is_so: impl Fn(&Value) -> bool) {
        while !is_so(&self.state) {
            assert!(self.next().await, "closed before {what}: {}", self.state);
        }
    }

    /// Follows until a message of another type arrives, and takes it.
    pub(crate) async fn other(&mut self, kind: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let found = self.others.iter().position(|message| message["type"] == kind && is_it(message));
            if let Some(at) = found {
                return self.others.remove(at);
            }
            assert!(self.next().await, "closed before {kind}: {:?}", self.others);
        }
    }
}
