//! A client that follows a game over a WebSocket.
//!
//! A client gets the newest state whenever it can take it: one that is slow skips versions, and holds nobody up.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::analysis::{Analysis, Question};
use crate::error::{ApiError, ErrorBody};
use crate::games::Services;
use crate::limits::Visitor;
use crate::room::{RoomCommand, RoomHandle};
use crate::room_record::Membership;
use crate::secret::SecretDigest;
use crate::snapshot::{Snapshot, message};

/// How long a client may take to say hello.
const HELLO: Duration = Duration::from_secs(10);
/// How long a client may take to receive a message.
const SEND: Duration = Duration::from_secs(20);
/// The most secrets of a client.
const MOST_SECRETS: usize = 16;
/// The most messages of a client in a second, and at once.
const MESSAGES: f64 = 5.0;
const MESSAGES_AT_ONCE: f64 = 30.0;
/// How often an analysis is checked for others that wait.
const CHECK: Duration = Duration::from_millis(500);

/// The code of a closed connection: the server restarts, and the client should connect again.
pub(crate) const RESTART: u16 = 1012;
pub(crate) const POLICY: u16 = 1008;
const NORMAL: u16 = 1000;

/// A message of a client.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
enum ClientMessage {
    Hello {
        #[serde(default)]
        secrets: Vec<String>,
    },
    Analyse {
        at: usize,
    },
    Solve {
        at: usize,
    },
    Stop,
}

#[derive(Serialize)]
struct Welcome<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    member: &'a Membership,
}

#[derive(Serialize)]
struct Refusal<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    error: ErrorBody<'a>,
}

#[derive(Serialize)]
struct Bye<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    reason: &'a str,
}

/// Why a connection ends.
enum Farewell {
    /// The client is gone, or cannot be reached.
    Gone,
    /// The server tells the client why.
    Say(u16, &'static str),
}

type Flow = Result<(), Farewell>;

/// Sends a message, unless the client does not take it in time.
pub(crate) async fn send(socket: &mut WebSocket, content: Message) -> bool {
    matches!(timeout(SEND, socket.send(content)).await, Ok(Ok(())))
}

/// Says why a connection ends, and closes it.
pub(crate) async fn say_goodbye(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let text = message(&Bye { kind: "bye", reason });
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    if send(socket, Message::Text(text)).await {
        send(socket, Message::Close(Some(frame))).await;
    }
}

/// A connection to one game.
struct Connection {
    socket: WebSocket,
    services: Arc<Services>,
    room: RoomHandle,
    visitor: Visitor,
    number: u64,
    secrets: Vec<SecretDigest>,
    /// The version that the client has.
    known: Option<u64>,
    epoch: u64,
    analysis: Option<Analysis>,
    attention: Attention,
}

/// How much has come from a client, and when.
#[derive(Debug)]
pub(crate) struct Attention {
    /// How many messages the client may send now.
    allowance: f64,
    heard: Instant,
}

impl Attention {
    pub(crate) fn new() -> Attention {
        Attention { allowance: MESSAGES_AT_ONCE, heard: Instant::now() }
    }

    /// Counts a message, and returns whether the client may send it.
    pub(crate) fn hear(&mut self) -> bool {
        let now = Instant::now();
        let gained = now.duration_since(self.heard).as_secs_f64() * MESSAGES;
        (self.allowance, self.heard) = ((self.allowance + gained).min(MESSAGES_AT_ONCE) - 1.0, now);
        self.allowance >= 0.0
    }

    /// Returns whether the client has not even answered pings.
    pub(crate) fn is_lost(&self, ping: Duration) -> bool {
        self.heard.elapsed() > 2 * ping
    }
}

/// Serves a client until it or the server leaves.
pub(crate) async fn follow(
    socket: WebSocket,
    services: Arc<Services>,
    room: RoomHandle,
    visitor: Visitor,
    mut stopping: watch::Receiver<bool>,
) {
    let number = services.connection();
    let mut connection = Connection {
        socket,
        services,
        room,
        visitor,
        number,
        secrets: Vec::new(),
        known: None,
        epoch: 0,
        analysis: None,
        attention: Attention::new(),
    };
    let Err(farewell) = connection.run(&mut stopping).await;
    connection.room.tell(RoomCommand::Leave { connection: number }).await;
    if let Farewell::Say(code, reason) = farewell {
        say_goodbye(&mut connection.socket, code, reason).await;
    }
}

/// Limits what a client may send, and what the server keeps for it.
pub(crate) fn limited(upgrade: WebSocketUpgrade, most: usize) -> WebSocketUpgrade {
    // By default, each connection has a buffer of 128 KiB.
    upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(most)
}

/// Waits until the server stops.
pub(crate) async fn has_stopped(stopping: &mut watch::Receiver<bool>) {
    // Without a sender, the server is gone.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// Waits for the next message of an analysis; forever where there is none.
async fn next_of(analysis: &mut Option<Analysis>) -> Option<Utf8Bytes> {
    match analysis {
        Some(analysis) => analysis.next().await,
        None => std::future::pending().await,
    }
}

impl Connection {
    async fn run(&mut self, stopping: &mut watch::Receiver<bool>) -> Result<Infallible, Farewell> {
        self.hello(stopping).await?;
        let mut snapshots = self.room.snapshots();
        let current = snapshots.borrow_and_update().clone();
        self.show(&current).await?;
        let mut ping = interval(self.services.limits.ping);
        let mut check = interval(CHECK);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        check.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                changed = snapshots.changed() => {
                    if changed.is_err() {
                        return Err(Farewell::Say(RESTART, "gone"));
                    }
                    let snapshot = snapshots.borrow_and_update().clone();
                    self.show(&snapshot).await?;
                }
                received = self.socket.recv() => {
                    let Some(Ok(received)) = received else {
                        return Err(Farewell::Gone);
                    };
                    self.receive(received).await?;
                }
                found = next_of(&mut self.analysis) => match found {
                    Some(found) => self.send(found).await?,
                    None => self.analysis = None,
                },
                _ = check.tick(), if self.analysis.is_some() => {
                    if let Some(analysis) = &self.analysis {
                        analysis.make_room(&self.services);
                    }
                }
                _ = ping.tick() => {
                    if self.attention.is_lost(self.services.limits.ping) {
                        return Err(Farewell::Say(NORMAL, "idle"));
                    }
                    if !send(&mut self.socket, Message::Ping(Vec::new().into())).await {
                        return Err(Farewell::Gone);
                    }
                }
                () = has_stopped(stopping) => return Err(Farewell::Say(RESTART, "stopping")),
            }
        }
    }

    async fn send(&mut self, text: Utf8Bytes) -> Flow {
        if send(&mut self.socket, Message::Text(text)).await { Ok(()) } else { Err(Farewell::Gone) }
    }

    /// Waits for the secrets of the client.
    async fn hello(&mut self, stopping: &mut watch::Receiver<bool>) -> Flow {
        let first = tokio::select! {
            first = timeout(HELLO, self.socket.recv()) => first,
            () = has_stopped(stopping) => return Err(Farewell::Say(RESTART, "stopping")),
        };
        let text = match first {
            Ok(Some(Ok(Message::Text(text)))) => text,
            Ok(Some(Ok(_))) => return Err(Farewell::Say(POLICY, "bad-request")),
            Ok(_) => return Err(Farewell::Gone),
            Err(_) => return Err(Farewell::Say(POLICY, "idle")),
        };
        match serde_json::from_str(&text) {
            Ok(ClientMessage::Hello { secrets }) if secrets.len() <= MOST_SECRETS => {
                self.secrets = secrets.iter().map(|secret| SecretDigest::of(secret)).collect();
                self.epoch = self.room.snapshot().epoch;
                self.welcome().await
            }
            _ => Err(Farewell::Say(POLICY, "bad-request")),
        }
    }

    /// Tells the game of the connection, and the client what its secrets give it.
    async fn welcome(&mut self) -> Flow {
        let (connection, visitor, secrets) = (self.number, self.visitor, self.secrets.clone());
        let joined = self
            .room
            .ask(|reply| RoomCommand::Join { connection, visitor, secrets, reply })
            .await
            .map_err(|_| Farewell::Say(RESTART, "stopping"))?;
        self.send(message(&Welcome { kind: "welcome", member: &joined })).await
    }

    async fn show(&mut self, snapshot: &Snapshot) -> Flow {
        if snapshot.epoch != self.epoch {
            self.epoch = snapshot.epoch;
            self.welcome().await?;
        }
        let text = snapshot.after(self.known);
        self.known = Some(snapshot.version);
        self.send(text).await
    }

    async fn receive(&mut self, received: Message) -> Flow {
        if !self.attention.hear() {
            return Err(Farewell::Say(POLICY, "too-many"));
        }
        let text = match received {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Close(_) => return Err(Farewell::Gone),
            Message::Binary(_) => return self.refuse(&ApiError::bad_request("messages are text")).await,
        };
        let question = match serde_json::from_str(&text) {
            Ok(ClientMessage::Analyse { at }) => (Question::Analysis, at),
            Ok(ClientMessage::Solve { at }) => (Question::Solution, at),
            Ok(ClientMessage::Stop) => {
                self.analysis = None;
                return Ok(());
            }
            Ok(ClientMessage::Hello { .. }) => {
                return self.refuse(&ApiError::bad_request("hello was said already")).await;
            }
            Err(error) => return self.refuse(&ApiError::bad_request(error.to_string())).await,
        };
        // The old search ends first, so that it is not counted twice.
        self.analysis = None;
        let (room, services, visitor) = (self.room.clone(), self.services.clone(), self.visitor);
        match start_analysis(&room, &services, visitor, question).await {
            Ok(analysis) => {
                self.analysis = Some(analysis);
                Ok(())
            }
            Err(error) => self.refuse(&error).await,
        }
    }

    async fn refuse(&mut self, error: &ApiError) -> Flow {
        self.send(message(&Refusal { kind: "error", error: error.body() })).await
    }
}

async fn start_analysis(
    room: &RoomHandle,
    services: &Arc<Services>,
    visitor: Visitor,
    (question, at): (Question, usize),
) -> Result<Analysis, ApiError> {
    let permit = services.visitors.analyse(visitor)?;
    let state = room.ask(|reply| RoomCommand::Position { at, reply }).await?;
    Analysis::start(services, permit, question, at, state)
}
