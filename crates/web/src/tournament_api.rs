//! The page of a tournament, and its part of the interface.

use std::io;
use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

use crate::api::{BodyError, read, secret};
use crate::assets::Asset;
use crate::error::ApiError;
use crate::games::Services;
use crate::limits::Visitor;
use crate::live::{Attention, POLICY, RESTART, has_stopped, limited, say_goodbye, send};
use crate::tournament::{ControlRequest, TournamentFeed};

/// What handlers share.
#[derive(Clone)]
pub(crate) struct TournamentState {
    pub(crate) feed: Arc<TournamentFeed>,
    pub(crate) services: Arc<Services>,
    pub(crate) stopping: watch::Receiver<bool>,
}

/// Returns the routes of a tournament.
pub(crate) fn routes(state: TournamentState) -> Router {
    Router::new()
        .route("/tournament", get(|| async { Redirect::permanent("/tournament/") }))
        .route("/tournament/", get(page))
        .route("/tournament/{*file}", get(file))
        .route("/api/v1/tournament", get(report))
        .route("/api/v1/tournament/live", get(follow))
        .route("/api/v1/tournament/control", post(control))
        .layer(DefaultBodyLimit::max(state.services.limits.request_bytes))
        .with_state(state)
}

/// Does something that may take long, on another thread.
async fn blocking<T: Send + 'static>(
    feed: &Arc<TournamentFeed>,
    work: impl FnOnce(&TournamentFeed) -> io::Result<T> + Send + 'static,
) -> Result<T, ApiError> {
    // One at a time: those who want the same report wait here, not on a thread.
    let _turn = feed.making.lock().await;
    let feed = feed.clone();
    let done = tokio::task::spawn_blocking(move || work(&feed)).await;
    done.map_err(|error| ApiError::failed(&error))?.map_err(|error| ApiError::failed(&error))
}

async fn page(State(state): State<TournamentState>, headers: HeaderMap) -> Result<Response, ApiError> {
    let shown = blocking(&state.feed, |feed| Ok(feed.shown())).await?;
    let mut response = shown.page.answer(&headers, false);
    let policy = &shown.served.page().policy;
    let policy = HeaderValue::from_str(policy).map_err(|error| ApiError::failed(&error))?;
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

async fn file(
    State(state): State<TournamentState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let part = blocking(&state.feed, move |feed| {
        Ok(feed.file(&name)?.map(|text| Asset::new("text/javascript; charset=utf-8", text)))
    });
    let part = part.await?.ok_or_else(|| ApiError::not_found("there is no such part of the report"))?;
    Ok(part.answer(&headers, false))
}

async fn report(State(state): State<TournamentState>) -> Result<Response, ApiError> {
    let text = blocking(&state.feed, TournamentFeed::json).await?;
    let kind: (HeaderName, &str) = (header::CONTENT_TYPE, "application/json");
    Ok(([kind], text).into_response())
}

async fn control(
    State(state): State<TournamentState>,
    headers: HeaderMap,
    body: Result<axum::body::Bytes, BodyError>,
) -> Result<StatusCode, ApiError> {
    let request: ControlRequest = read(&headers, body)?;
    let secret = secret(&headers);
    let feed = state.feed.clone();
    let done = tokio::task::spawn_blocking(move || feed.control(secret, request)).await;
    done.map_err(|error| ApiError::failed(&error))??;
    Ok(StatusCode::NO_CONTENT)
}

async fn follow(
    State(state): State<TournamentState>,
    Extension(visitor): Extension<Visitor>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|error| ApiError::bad_request(error.body_text()))?;
    let permit = state.services.visitors.connect(visitor, 1)?;
    let slot = state.services.follower(1)?;
    let upgrade = limited(upgrade, state.services.limits.message_bytes);
    Ok(upgrade
        .on_upgrade(move |socket| async move {
            show(socket, &state).await;
            drop((permit, slot));
        })
        .into_response())
}

/// Tells a client what happens, until it or the server leaves.
async fn show(mut socket: WebSocket, state: &TournamentState) {
    let mut stopping = state.stopping.clone();
    let (mut messages, standing) = state.feed.follow();
    for text in standing {
        if !send(&mut socket, Message::Text(text)).await {
            return;
        }
    }
    let mut ping = tokio::time::interval(state.services.limits.ping);
    let mut attention = Attention::new();
    loop {
        tokio::select! {
            received = messages.recv() => match received {
                Ok(text) => {
                    if !send(&mut socket, Message::Text(text)).await {
                        return;
                    }
                }
                // It could not keep up: it gets everything anew.
                Err(RecvError::Lagged(_)) => {
                    let (new, standing) = state.feed.follow();
                    messages = new;
                    for text in standing {
                        if !send(&mut socket, Message::Text(text)).await {
                            return;
                        }
                    }
                }
                Err(RecvError::Closed) => return,
            },
            received = socket.recv() => match received {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) if attention.hear() => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                // Nothing is expected from a client.
                Some(Ok(_)) => {
                    say_goodbye(&mut socket, POLICY, "bad-request").await;
                    return;
                }
            },
            _ = ping.tick() => {
                if attention.is_lost(state.services.limits.ping) {
                    return;
                }
                if !send(&mut socket, Message::Ping(Vec::new().into())).await {
                    return;
                }
            }
            () = has_stopped(&mut stopping) => {
                say_goodbye(&mut socket, RESTART, "stopping").await;
                return;
            }
        }
    }
}
