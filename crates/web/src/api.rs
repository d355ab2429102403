//! The HTTP interface, as docs/http.md describes it.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use floe_rules::board_file;
use floe_rules::grid::{Layout, Topology};
use floe_rules::penguins::Setup;
use floe_session::{GameKind, LEVEL_NAMES, MOST_PENGUINS_OFFERED, default_level};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::error::{ApiError, ErrorCode};
use crate::games::Services;
use crate::limits::Visitor;
use crate::live;
use crate::new_game::{NewGame, SeatOwner};
use crate::room::{CommandReply, ExportKind, PlayerAction, RoomCommand, RoomHandle};
use crate::secret::{GameId, Secret, SecretDigest};
use crate::snapshot::GameSummary;

/// What handlers share.
#[derive(Clone)]
pub(crate) struct ApiState {
    pub(crate) services: Arc<Services>,
    pub(crate) lobby: bool,
    pub(crate) tournament: bool,
    pub(crate) stopping: watch::Receiver<bool>,
}

/// The bytes of a state for which a connection counts twice.
const LARGE_MESSAGE: usize = 64 << 10;

type Answer<T> = Result<T, ApiError>;

/// Returns the routes of the interface.
pub(crate) fn routes(state: ApiState) -> Router {
    let limits = &state.services.limits;
    let uploads = Router::new()
        .route("/games", post(start))
        .route("/boards", post(board))
        .layer(DefaultBodyLimit::max(limits.upload_bytes));
    let others = Router::new()
        .route("/info", get(info))
        .route("/lobby", get(lobby))
        .route("/games/{id}", get(game))
        .route("/games/{id}/record", get(record))
        .route("/games/{id}/board", get(position))
        .route("/games/{id}/actions", post(act))
        .route("/games/{id}/seats/{number}/renew", post(renew))
        .route("/games/{id}/rematch", post(rematch))
        .route("/games/{id}/live", get(follow))
        .layer(DefaultBodyLimit::max(limits.request_bytes));
    uploads.merge(others).with_state(state)
}

/// Reads the body of a request.
pub(crate) fn read<T: DeserializeOwned>(headers: &HeaderMap, body: Result<Bytes, BodyError>) -> Answer<T> {
    let body = body.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(ErrorCode::TooLarge, "the request is too large"),
        _ => ApiError::bad_request(error.body_text()),
    })?;
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    // A page of another site can send anything else without asking.
    if !kind.trim_start().to_ascii_lowercase().starts_with("application/json") {
        return Err(ApiError::bad_request("the content type must be application/json"));
    }
    serde_json::from_slice(&body).map_err(|error| ApiError::bad_request(error.to_string()))
}

pub(crate) type BodyError = axum::extract::rejection::BytesRejection;

/// Returns the secret of a request.
pub(crate) fn secret(headers: &HeaderMap) -> Option<SecretDigest> {
    let text = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, secret) = text.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| SecretDigest::of(secret.trim()))
}

fn game_id(text: &str) -> Answer<GameId> {
    GameId::parse(text).ok_or_else(ApiError::no_game)
}

async fn room(state: &ApiState, id: &str, visitor: Visitor) -> Answer<RoomHandle> {
    state.services.open(&game_id(id)?, visitor).await
}

/// Sends a command to a game, and waits for its answer.
async fn ask<T>(
    state: &ApiState,
    id: &str,
    visitor: Visitor,
    command: impl Fn(CommandReply<T>) -> RoomCommand,
) -> Answer<T> {
    let game = room(state, id, visitor).await?;
    match game.ask(&command).await {
        // The game has just left the memory before it took the command, and comes back.
        Err(error) if error.code == ErrorCode::Stopping && game.is_closed() => {
            room(state, id, visitor).await?.ask(command).await
        }
        answer => answer,
    }
}

#[derive(Serialize)]
struct Started {
    id: GameId,
    host: Secret,
    seats: Vec<StartedSeat>,
}

#[derive(Serialize)]
struct StartedSeat {
    number: u32,
    who: SeatOwner,
    secret: Secret,
}

async fn start(
    State(state): State<ApiState>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    body: Result<Bytes, BodyError>,
) -> Answer<impl IntoResponse> {
    let request: NewGame = read(&headers, body)?;
    state.services.visitors.new_game(visitor)?;
    let (id, secrets) = state.services.start(request, visitor).await?;
    let seats = secrets.seats.into_iter();
    let seats = seats.map(|(number, who, secret)| StartedSeat { number, who, secret }).collect();
    Ok((StatusCode::CREATED, Json(Started { id, host: secrets.host, seats })))
}

#[derive(Serialize)]
struct BoardAnswer {
    kind: GameKind,
    layout: &'static str,
    rows: u32,
    cols: u32,
    tiles: String,
    players: Vec<BoardPlayer>,
    text: String,
}

#[derive(Serialize)]
struct BoardPlayer {
    number: u8,
    id: String,
    score: u64,
}

async fn board(
    State(state): State<ApiState>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    body: Result<Bytes, BodyError>,
) -> Answer<Json<BoardAnswer>> {
    let request: NewGame = read(&headers, body)?;
    // A board takes as long to make or read as a game.
    state.services.visitors.new_board(visitor)?;
    let cells = state.services.limits.cells;
    let (kind, topology, setup) = state.services.off_thread(move || request.board(cells)).await?;
    Ok(Json(board_answer(kind, topology, &setup)))
}

fn board_answer(kind: GameKind, topology: Topology, setup: &Setup) -> BoardAnswer {
    let player = |player: &floe_rules::penguins::PlayerRow| BoardPlayer {
        number: player.seat.number(),
        id: player.id.to_string(),
        score: player.score,
    };
    BoardAnswer {
        kind,
        layout: match topology {
            Topology::Square => "square",
            Topology::Hex(layout) => layout.name(),
        },
        rows: setup.rows(),
        cols: setup.cols(),
        tiles: setup.tiles().iter().map(ToString::to_string).collect(),
        players: setup.players.iter().map(player).collect(),
        text: String::from_utf8_lossy(&board_file::write(setup)).into_owned(),
    }
}

/// An answer that is JSON already.
fn raw_json(text: Bytes) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], text).into_response()
}

async fn game(
    State(state): State<ApiState>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Answer<Response> {
    let room = room(&state, &id, visitor).await?;
    Ok(raw_json(room.snapshot().whole().into()))
}

fn download(name: &str, bytes: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, bytes).into_response()
}

async fn record(
    State(state): State<ApiState>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Answer<Response> {
    let command = |reply| RoomCommand::Export { kind: ExportKind::Record, reply };
    let bytes = ask(&state, &id, visitor, command).await?;
    Ok(download(&format!("floe-{id}.floe"), bytes))
}

#[derive(Deserialize)]
struct AtTurn {
    turn: Option<usize>,
}

async fn position(
    State(state): State<ApiState>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    at: Result<Query<AtTurn>, axum::extract::rejection::QueryRejection>,
) -> Answer<Response> {
    let Query(at) = at.map_err(|error| ApiError::bad_request(error.body_text()))?;
    let kind = ExportKind::Board(at.turn);
    let bytes = ask(&state, &id, visitor, |reply| RoomCommand::Export { kind, reply }).await?;
    Ok(download(&format!("floe-{id}.txt"), bytes))
}

#[derive(Serialize)]
struct Acted {
    version: u64,
}

async fn act(
    State(state): State<ApiState>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BodyError>,
) -> Answer<Json<Acted>> {
    let action: PlayerAction = read(&headers, body)?;
    let secret = secret(&headers);
    let command = |reply| RoomCommand::Act { secret, visitor, action: action.clone(), reply };
    let version = ask(&state, &id, visitor, command).await?;
    Ok(Json(Acted { version }))
}

#[derive(Serialize)]
struct Renewed {
    number: u32,
    secret: Secret,
}

async fn renew(
    State(state): State<ApiState>,
    Extension(visitor): Extension<Visitor>,
    Path((id, number)): Path<(String, String)>,
    headers: HeaderMap,
) -> Answer<Json<Renewed>> {
    let number = number.parse().map_err(|_| ApiError::not_found("there is no such seat"))?;
    let host = secret(&headers);
    let command = |reply| RoomCommand::Renew { secret: host, number, reply };
    let secret = ask(&state, &id, visitor, command).await?;
    Ok(Json(Renewed { number, secret }))
}

#[derive(Serialize)]
struct RematchAnswer {
    id: GameId,
}

async fn rematch(
    State(state): State<ApiState>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer<Json<RematchAnswer>> {
    let secret = secret(&headers);
    let id = ask(&state, &id, visitor, |reply| RoomCommand::Rematch { secret, visitor, reply }).await?;
    Ok(Json(RematchAnswer { id }))
}

async fn follow(
    State(state): State<ApiState>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Answer<Response> {
    let upgrade = upgrade.map_err(|error| ApiError::bad_request(error.body_text()))?;
    let room = room(&state, &id, visitor).await?;
    // A connection keeps a buffer as large as its largest message.
    let slots = 1 + u32::try_from(room.snapshot().whole().len() / LARGE_MESSAGE).unwrap_or(u32::MAX);
    let permit = state.services.visitors.connect(visitor, slots)?;
    let slot = state.services.follower(slots)?;
    let upgrade = live::limited(upgrade, state.services.limits.message_bytes);
    Ok(upgrade
        .on_upgrade(move |socket| async move {
            live::follow(socket, state.services, room, visitor, state.stopping).await;
            drop((permit, slot));
        })
        .into_response())
}

#[derive(Serialize)]
struct LobbyAnswer {
    games: Vec<GameSummary>,
}

async fn lobby(
    State(state): State<ApiState>,
    Extension(visitor): Extension<Visitor>,
) -> Answer<Json<LobbyAnswer>> {
    if !state.lobby {
        return Err(ApiError::not_found("this server has no lobby"));
    }
    Ok(Json(LobbyAnswer { games: state.services.lobby(visitor).await? }))
}

#[derive(Serialize)]
struct Info {
    version: &'static str,
    api: u32,
    lobby: bool,
    tournament: bool,
    games: Vec<GameInfo>,
    levels: [&'static str; LEVEL_NAMES.len()],
    default_level: u8,
    limits: InfoLimits,
}

#[derive(Serialize)]
struct InfoLimits {
    upload_bytes: usize,
    cells: usize,
}

#[derive(Serialize)]
struct GameInfo {
    kind: GameKind,
    /// The fewest and the most players.
    players: (usize, usize),
    default_players: usize,
    /// The shortest and the longest side of a new board.
    sides: (u32, u32),
    default_rows: u32,
    default_cols: u32,
    /// The layouts that can be chosen, the default first.
    layouts: Vec<&'static str>,
    /// The default number of penguins, for each number of players from the fewest on.
    #[serde(skip_serializing_if = "Option::is_none")]
    penguins: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most_penguins: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    areas: Option<u32>,
    board_files: bool,
}

fn game_info(kind: GameKind, most_cells: usize) -> GameInfo {
    let players = (*kind.players().start(), *kind.players().end());
    let is_penguins = kind != GameKind::Gamma;
    let sides = kind.offered_sides();
    let longest = (*sides.end()).min(most_cells.isqrt() as u32);
    let (default_rows, default_cols) = kind.default_size();
    let layouts = match kind {
        GameKind::Hex => Layout::ALL.map(Layout::name).to_vec(),
        GameKind::Square => vec!["square"],
        GameKind::Classic => vec!["odd-r"],
        GameKind::Gamma => vec!["gamma"],
    };
    GameInfo {
        kind,
        players,
        default_players: 2.clamp(players.0, players.1),
        sides: if kind == GameKind::Classic { (8, 8) } else { (*sides.start(), longest) },
        default_rows,
        default_cols,
        layouts,
        penguins: is_penguins
            .then(|| (players.0..=players.1).map(|players| kind.default_penguins(players)).collect()),
        most_penguins: is_penguins.then_some(MOST_PENGUINS_OFFERED),
        areas: (!is_penguins).then(|| kind.default_areas()),
        board_files: is_penguins,
    }
}

async fn info(State(state): State<ApiState>) -> Json<Info> {
    let limits = &state.services.limits;
    Json(Info {
        version: env!("CARGO_PKG_VERSION"),
        api: 1,
        lobby: state.lobby,
        tournament: state.tournament,
        games: GameKind::ALL.into_iter().map(|kind| game_info(kind, limits.cells)).collect(),
        levels: LEVEL_NAMES,
        default_level: default_level().get(),
        limits: InfoLimits { upload_bytes: limits.upload_bytes, cells: limits.cells },
    })
}
