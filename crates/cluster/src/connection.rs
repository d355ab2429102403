//! The connection to a NATS server, with credentials by its usual means.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::{self, AckKind, Context};
use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use percent_encoding::percent_decode_str;
use tokio::time::sleep;

use crate::error::{ClusterError, with_causes};

/// How long a request to the server may take.
const REQUEST: Duration = Duration::from_secs(10);
/// The complaints of a server that are kept.
const MOST_COMPLAINTS: usize = 100;
/// The longest pause between two attempts to connect again.
const MOST_PAUSE: Duration = Duration::from_secs(2);
/// How often it is checked whether the connection is there.
const CONNECTION_CHECK: Duration = Duration::from_millis(100);

/// A NATS server and what it needs to know of us.
#[derive(Clone, Debug)]
pub struct NatsServer {
    /// Its address, such as `nats://lab:4222`; a user and password or a token may be part of it. Several are separated by
    /// commas.
    pub address: String,
    /// Credentials that are not in the address.
    pub credentials: Credentials,
}

/// Credentials, and certificates for TLS.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    /// A file with a JWT and the seed of an nkey.
    pub creds: Option<PathBuf>,
    /// A file with the seed of an nkey.
    pub nkey: Option<PathBuf>,
    /// A file with a token.
    pub token: Option<PathBuf>,
    /// A certificate of an authority that the server's is signed by.
    pub tls_ca: Option<PathBuf>,
    /// A certificate of ours.
    pub tls_cert: Option<PathBuf>,
    /// Its key.
    pub tls_key: Option<PathBuf>,
}

fn read(path: &PathBuf) -> Result<String, ClusterError> {
    let text = std::fs::read_to_string(path);
    text.map(|text| text.trim().to_owned()).map_err(|error| ClusterError::Credentials {
        path: path.display().to_string(),
        cause: error.to_string(),
    })
}

impl NatsServer {
    /// Returns the addresses without secrets, for messages.
    pub fn shown(&self) -> String {
        let without = |address: &str| match (address.split_once("://"), address.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_owned(),
            _ => address.to_owned(),
        };
        self.address.split(',').map(|address| without(address.trim())).collect::<Vec<_>>().join(",")
    }

    /// Connects, and connects again whenever the connection is lost. Answers come to inboxes of a role, so that a server can
    /// keep workers from hearing those of others.
    pub(crate) async fn connect(&self, role: ClusterRole, name: &str) -> Result<Link, ClusterError> {
        let failed = |cause: String| ClusterError::Connect { server: self.shown(), cause };
        let addresses: Vec<ServerAddr> = self
            .address
            .split(',')
            .map(|address| address.trim().parse())
            .collect::<Result<_, std::io::Error>>()
            .map_err(|error| failed(error.to_string()))?;
        let pause = |attempts: usize| Duration::from_millis(100 << attempts.min(5)).min(MOST_PAUSE);
        let complaints = Complaints::default();
        let heard = complaints.clone();
        let mut options = ConnectOptions::new()
            .name(name)
            .custom_inbox_prefix(role.inbox())
            .request_timeout(Some(REQUEST))
            .ping_interval(Duration::from_secs(10))
            .reconnect_delay_callback(pause)
            .event_callback(move |event| {
                heard.hear(&event);
                async {}
            });
        let Credentials { creds, nkey, token, tls_ca, tls_cert, tls_key } = &self.credentials;
        if let Some(path) = creds {
            // The file is passed on as it is: its last line must have an end.
            let text = read(path)? + "\n";
            options = options.credentials(&text).map_err(|error| ClusterError::Credentials {
                path: path.display().to_string(),
                cause: error.to_string(),
            })?;
        }
        if let Some(path) = nkey {
            options = options.nkey(read(path)?);
        }
        if let Some(path) = token {
            options = options.token(read(path)?);
        }
        if let Some(path) = tls_ca {
            options = options.add_root_certificates(path.clone()).require_tls(true);
        }
        if let (Some(cert), Some(key)) = (tls_cert, tls_key) {
            options = options.add_client_certificate(cert.clone(), key.clone()).require_tls(true);
        }
        if let Some((user, password)) = addresses.iter().find_map(user_of) {
            options = match password {
                Some(password) => options.user_and_password(user, password),
                None => options.token(user),
            };
        }
        let client = options.connect(addresses).await.map_err(|error| failed(with_causes(&error)))?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(REQUEST);
        Ok(Link { client, context, complaints })
    }
}

/// Who connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClusterRole {
    Organiser,
    Worker,
}

impl ClusterRole {
    fn inbox(self) -> &'static str {
        match self {
            ClusterRole::Organiser => "_INBOX_floe_organiser",
            ClusterRole::Worker => "_INBOX_floe_worker",
        }
    }
}

/// A connection to a server.
#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) client: Client,
    pub(crate) context: Context,
    pub(crate) complaints: Complaints,
}

impl Link {
    /// Returns whether the connection is there. While it is not, nothing must be sent: the client queues what it is given,
    /// and when the queue is full, it waits until it has connected again.
    pub(crate) fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Waits until the connection is there.
    pub(crate) async fn connected(&self) {
        while !self.is_connected() {
            sleep(CONNECTION_CHECK).await;
        }
    }

    /// Does something that needs the connection, and gives it up when the connection is lost.
    pub(crate) async fn while_connected<T>(
        &self,
        work: impl Future<Output = Result<T, ClusterError>>,
    ) -> Result<T, ClusterError> {
        let lost = async {
            while self.is_connected() {
                sleep(CONNECTION_CHECK).await;
            }
        };
        tokio::select! {
            biased;
            () = lost => Err(ClusterError::doing("be reached")("the connection is lost")),
            done = work => done,
        }
    }

    /// Publishes a message that needs no answer.
    pub(crate) async fn tell(
        &self,
        doing: &'static str,
        subject: String,
        content: Vec<u8>,
    ) -> Result<(), ClusterError> {
        let told = self.client.publish(subject, content.into());
        self.while_connected(async { told.await.map_err(ClusterError::doing(doing)) }).await
    }

    /// Acknowledges a message, if the connection is there; otherwise it comes again.
    pub(crate) async fn acknowledge(&self, message: &jetstream::Message, kind: AckKind) {
        let acknowledged = message.ack_with(kind);
        let _ =
            self.while_connected(async { acknowledged.await.map_err(ClusterError::doing("be told")) }).await;
    }
}

/// What the server complains about, such as missing permissions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Complaints(Arc<Mutex<Vec<String>>>);

impl Complaints {
    fn hear(&self, event: &Event) {
        if let Event::ServerError(error) = event {
            let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let words = error.to_string();
            if list.len() < MOST_COMPLAINTS && !list.contains(&words) {
                list.push(words);
            }
        }
    }

    /// Returns what is new.
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Returns the user and the password in an address, or a token alone.
fn user_of(address: &ServerAddr) -> Option<(String, Option<String>)> {
    let user = decoded(address.username()?);
    Some((user, address.password().map(decoded)))
}

/// Replaces `%40` and the like by what they stand for.
fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        let server = NatsServer {
            address: "nats://ann:secret@lab:4222, tls://token@other, plain:4222".to_owned(),
            credentials: Credentials::default(),
        };
        assert_eq!(server.shown(), "nats://lab:4222,tls://other,plain:4222");
        let user = |address: &str| user_of(&address.parse().unwrap());
        assert_eq!(user("nats://ann:a%40b%c3%a9@lab"), Some(("ann".to_owned(), Some("a@bé".to_owned()))));
        assert_eq!(user("tls://token@lab:1"), Some(("token".to_owned(), None)));
        assert_eq!(user("nats://lab"), None);
    }
}
