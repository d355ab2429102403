//! The server: it accepts connections, limits and times them, and ends them when it stops.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use floe_locale::Lang;
use floe_session::SearchBudget;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use crate::api::{self, ApiState};
use crate::assets::assets;
use crate::database::{Database, DatabaseError};
use crate::engine_pool::EnginePool;
use crate::error::{ApiError, ErrorCode};
use crate::games::Services;
use crate::limits::{ServerLimits, Visitor};
use crate::live::has_stopped;
use crate::tournament::{TournamentFeed, keep_up};
use crate::tournament_api::{self, TournamentState};

/// What the page may load and do: only what comes from this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// What search engines are asked to leave alone.
const ROBOTS: &str = "User-agent: *\nDisallow: /game/\nDisallow: /api/\n";
/// How often the stop flag is looked at.
const STOP_CHECK: Duration = Duration::from_millis(50);
/// How long clients have to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);
/// How often games and visitors that are gone are looked for.
const TIDY: Duration = Duration::from_secs(600);

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Where games are stored; without a folder, the server offers no games, but only a tournament.
    pub data: Option<PathBuf>,
    /// A tournament to show.
    pub tournament: Option<Arc<TournamentFeed>>,
    /// Whether public games are listed.
    pub lobby: bool,
    /// The language of visitors whose browser asks for none that there is.
    pub lang: Lang,
    /// Whether a proxy in front of the server tells who a visitor is, in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// How long an engine may think about a turn.
    pub engine_time: Duration,
    /// The threads of the engine.
    pub threads: NonZeroUsize,
    /// The limits.
    pub limits: ServerLimits,
}

impl ServerOptions {
    /// Returns the default options for a data folder.
    pub fn new(data: impl Into<PathBuf>) -> ServerOptions {
        ServerOptions { data: Some(data.into()), ..ServerOptions::default() }
    }
}

impl Default for ServerOptions {
    /// A server without games.
    fn default() -> ServerOptions {
        ServerOptions {
            data: None,
            tournament: None,
            lobby: false,
            lang: Lang::English,
            behind_proxy: false,
            engine_time: Duration::from_millis(500),
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            limits: ServerLimits::default(),
        }
    }
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The address cannot be used.
    #[error("cannot listen on {address}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The cause.
        source: io::Error,
    },
    /// Threads cannot be started.
    #[error("cannot start the threads of the server")]
    Threads(#[source] io::Error),
}

/// A server that has its address and its database, and is ready to run.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    options: ServerOptions,
    services: Arc<Services>,
    database: std::thread::JoinHandle<()>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

/// What the middleware needs.
#[derive(Clone)]
struct Gate {
    services: Arc<Services>,
    behind_proxy: bool,
    /// Whether the server is only for this machine.
    is_local: bool,
    request_time: Duration,
}

/// The address of the other end of a connection.
#[derive(Clone, Copy)]
struct Peer(IpAddr);

impl Server {
    /// Opens the database and the address.
    pub async fn bind(address: SocketAddr, options: ServerOptions) -> Result<Server, ServeError> {
        let listen = |source: io::Error| ServeError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let bound = listener.local_addr().map_err(listen)?;
        let (database, thread) = Database::open(options.data.as_deref())?;
        let pool = EnginePool::start(options.threads, options.limits.queue).map_err(ServeError::Threads)?;
        let budget = SearchBudget { time: options.engine_time, nodes: None };
        let services = Services::new(database, pool, options.limits.clone(), budget);
        Ok(Server { listener, address: bound, options, services, database: thread })
    }

    /// Returns the address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is done. Then it tells all clients, and waits a little for them to leave.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { listener, address, options, services, database } = self;
        let (stopper, stopping) = watch::channel(false);
        let gate = Gate {
            services: services.clone(),
            behind_proxy: options.behind_proxy,
            is_local: address.ip().is_loopback() && !options.behind_proxy,
            request_time: options.limits.request_time,
        };
        let state = ApiState {
            services: services.clone(),
            lobby: options.lobby,
            tournament: options.tournament.is_some(),
            stopping: stopping.clone(),
        };
        let shown = options.tournament.clone().map(|feed| TournamentState {
            feed,
            services: services.clone(),
            stopping: stopping.clone(),
        });
        let keeping_up = options.tournament.clone().map(|feed| tokio::spawn(keep_up(feed)));
        let app = app(options.data.is_some().then_some(state), shown, options.lang, gate);
        let slots = Arc::new(Semaphore::new(options.limits.connections));
        let mut connections = JoinSet::new();
        let mut tidy = interval(TIDY);
        let accept = async {
            loop {
                tokio::select! {
                    accepted = listener.accept() => match accepted {
                        Ok((stream, peer)) => {
                            // A connection too many is closed at once.
                            let Ok(slot) = slots.clone().try_acquire_owned() else { continue };
                            // All come from the same proxy, which has to limit them.
                            let permit = (!options.behind_proxy)
                                .then(|| services.visitors.socket(Visitor::from(peer.ip())));
                            if let Some(None) = permit {
                                continue;
                            }
                            // Turns are small, and must not wait for more to send.
                            let _ = stream.set_nodelay(true);
                            let app = app.clone();
                            let (stopping, limit) = (stopping.clone(), options.limits.request_time);
                            connections.spawn(async move {
                                serve_connection(stream, peer.ip(), app, stopping, limit).await;
                                drop((slot, permit));
                            });
                        }
                        // Out of files, perhaps: others must close theirs first.
                        Err(error) => {
                            eprintln!("floe: cannot accept a connection: {error}");
                            sleep(Duration::from_millis(100)).await;
                        }
                    },
                    Some(_) = connections.join_next(), if !connections.is_empty() => {}
                    _ = tidy.tick() => {
                        services.visitors.forget_idle();
                        let services = services.clone();
                        tokio::spawn(async move { services.delete_idle().await });
                    }
                }
            }
        };
        tokio::select! {
            () = accept => {}
            () = stop => {}
        }
        drop(listener);
        // Receivers may be gone already.
        let _ = stopper.send(true);
        let all_left = async {
            while connections.join_next().await.is_some() {}
            services.all_left().await;
        };
        let _ = timeout(FAREWELL, all_left).await;
        connections.shutdown().await;
        if let Some(task) = keeping_up {
            task.abort();
        }
        services.pool.close();
        services.close().await;
        drop((services, app));
        // The last turns are on disk when its thread has ended.
        let _ = timeout(FAREWELL, tokio::task::spawn_blocking(move || database.join())).await;
    }
}

/// Runs a server until `stop` is set. `ready` is told the address that it listens on.
pub fn serve(
    address: SocketAddr,
    options: ServerOptions,
    stop: &AtomicBool,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServeError::Threads)?;
    let served = runtime.block_on(async {
        let server = Server::bind(address, options).await?;
        ready(server.address());
        server
            .run(async {
                while !stop.load(Ordering::Relaxed) {
                    sleep(STOP_CHECK).await;
                }
            })
            .await;
        Ok(())
    });
    // Work that nobody waits for any more does not hold the end up.
    runtime.shutdown_timeout(FAREWELL);
    served
}

fn app(games: Option<ApiState>, tournament: Option<TournamentState>, lang: Lang, gate: Gate) -> Router {
    let shell = move |headers: HeaderMap| async move { assets().shell(lang).answer(&headers, false) };
    let mut app =
        Router::new().route("/assets/{name}", get(asset)).route("/robots.txt", get(|| async { ROBOTS }));
    app = match games {
        Some(state) => app
            .route("/", get(shell))
            .route("/analysis", get(shell))
            .route("/game/{id}", get(shell))
            .nest("/api/v1", api::routes(state)),
        None => app.route("/", get(|| async { Redirect::temporary("/tournament/") })),
    };
    if let Some(state) = tournament {
        app = app.merge(tournament_api::routes(state));
    }
    app.fallback(|| async { ApiError::not_found("there is no such page") })
        .method_not_allowed_fallback(|| async {
            ApiError::new(ErrorCode::BadMethod, "this address takes another method")
        })
        .layer(middleware::from_fn_with_state(gate, guard))
}

async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    match assets().get(&name) {
        Some(asset) => asset.answer(&headers, true),
        None => ApiError::not_found("there is no such file; reload the page").into_response(),
    }
}

/// Checks and limits every request, and adds the headers that every answer has.
async fn guard(State(gate): State<Gate>, mut request: Request, next: Next) -> Response {
    let visitor = gate.visitor(&request);
    request.extensions_mut().insert(visitor);
    let is_api = request.uri().path().starts_with("/api/");
    let admitted = gate.admit(&request, visitor);
    let mut response = match admitted {
        Ok(()) => match timeout(gate.request_time, next.run(request)).await {
            Ok(response) => response,
            Err(_) => ApiError::new(ErrorCode::TimedOut, "the request took too long").into_response(),
        },
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if is_api {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

impl Gate {
    fn visitor(&self, request: &Request) -> Visitor {
        let peer = request.extensions().get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0);
        // A proxy adds the address that it saw at the end.
        let forwarded = || {
            let list = request.headers().get_all("x-forwarded-for").into_iter().next_back()?.to_str().ok()?;
            list.rsplit(',').next()?.trim().parse().ok()
        };
        let address = if self.behind_proxy { forwarded().unwrap_or(peer) } else { peer };
        Visitor::from(address)
    }

    fn admit(&self, request: &Request, visitor: Visitor) -> Result<(), ApiError> {
        self.services.visitors.request(visitor)?;
        let text = |name: HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
        let host = text(header::HOST).unwrap_or_default();
        let foreign = |message: &str| Err(ApiError::new(ErrorCode::OtherOrigin, message));
        // A page of another site could use a name that leads to this machine.
        if self.is_local && !is_local_name(host) {
            return foreign("this server is only for this machine; see --addr and --behind-proxy");
        }
        let is_upgrade = request.headers().contains_key(header::UPGRADE);
        if (is_upgrade || *request.method() != Method::GET)
            && let Some(origin) = text(header::ORIGIN)
        {
            let authority = origin.split_once("://").map(|(_, authority)| authority);
            if !authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host)) {
                return foreign("a page of another site sent this request");
            }
        }
        Ok(())
    }
}

/// Returns whether the `Host` of a request is a name of this machine.
fn is_local_name(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Serves one connection.
async fn serve_connection(
    stream: tokio::net::TcpStream,
    peer: IpAddr,
    app: Router,
    mut stopping: watch::Receiver<bool>,
    limit: Duration,
) {
    // Whoever does not read an answer must not keep it in memory.
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limit));
    let service = app.map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        request
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limit)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(service))
        .with_upgrades();
    tokio::pin!(connection);
    // A connection that fails is the client's affair.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = has_stopped(&mut stopping) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for host in ["localhost", "localhost:8080", "127.0.0.1:80", "[::1]:8080", "LOCALHOST:1", "127.1.2.3"]
        {
            assert!(is_local_name(host), "{host}");
        }
        for host in
            ["", "example.org", "localhost.example.org:8080", "192.0.2.1:8080", "127.0.0.1.example.org"]
        {
            assert!(!is_local_name(host), "{host}");
        }
    }
}
