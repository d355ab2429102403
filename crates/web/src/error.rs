//! Errors as clients see them: a status, a code and a message.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use floe_session::{SessionRefusal, SpecError};
use serde::Serialize;

/// A refused request. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct ApiError {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
    /// The faults of a file, one per line.
    faults: Vec<String>,
    /// When to try again, in seconds.
    retry_after: Option<u64>,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = $name:literal, $status:ident;)*) => {
        /// The codes of errors.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        pub(crate) enum ErrorCode {
            $($(#[$doc])* #[serde(rename = $name)] $code,)*
        }

        impl ErrorCode {
            fn status(self) -> StatusCode {
                match self {
                    $(ErrorCode::$code => StatusCode::$status,)*
                }
            }
        }
    };
}

codes! {
    /// The request is not what was expected.
    BadRequest = "bad-request", BAD_REQUEST;
    /// Such a game cannot start.
    BadGame = "bad-game", BAD_REQUEST;
    /// A board or record has faults.
    BadFile = "bad-file", BAD_REQUEST;
    /// A secret is missing, unknown or revoked.
    NoSecret = "no-secret", UNAUTHORIZED;
    /// The secret does not give this right.
    NotYours = "not-yours", FORBIDDEN;
    /// Engine help is not allowed in this game now.
    NoHelp = "no-help", FORBIDDEN;
    /// A page of another site sent it.
    OtherOrigin = "other-origin", FORBIDDEN;
    /// There is no such game or page.
    NotFound = "not-found", NOT_FOUND;
    /// The request has another method.
    BadMethod = "bad-method", METHOD_NOT_ALLOWED;
    /// The client took too long.
    TimedOut = "timed-out", REQUEST_TIMEOUT;
    /// The rules forbid the turn.
    IllegalTurn = "illegal-turn", CONFLICT;
    /// The game has gone on in the meantime.
    Stale = "stale", CONFLICT;
    /// The game does not allow it now.
    Refused = "refused", CONFLICT;
    /// The request is too large.
    TooLarge = "too-large", PAYLOAD_TOO_LARGE;
    /// Too many requests, games or connections.
    TooMany = "too-many", TOO_MANY_REQUESTS;
    /// The visitor has used up its engine time.
    EngineTime = "engine-time", TOO_MANY_REQUESTS;
    /// The queue for the engine is full.
    Busy = "busy", SERVICE_UNAVAILABLE;
    /// The server is about to stop.
    Stopping = "stopping", SERVICE_UNAVAILABLE;
    /// The server failed, not the client.
    Failed = "failed", INTERNAL_SERVER_ERROR;
}

impl ApiError {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> ApiError {
        ApiError { code, message: message.into(), faults: Vec::new(), retry_after: None }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> ApiError {
        ApiError::new(ErrorCode::BadRequest, message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> ApiError {
        ApiError::new(ErrorCode::NotFound, message)
    }

    pub(crate) fn no_game() -> ApiError {
        ApiError::not_found("there is no such game")
    }

    pub(crate) fn stopping() -> ApiError {
        ApiError::new(ErrorCode::Stopping, "the server is about to stop")
    }

    /// The server failed. The cause goes to the log of the server, not to the client.
    pub(crate) fn failed(cause: &dyn std::fmt::Display) -> ApiError {
        eprintln!("floe: {cause}");
        ApiError::new(ErrorCode::Failed, "the server failed; its log says why")
    }

    pub(crate) fn with_faults(mut self, faults: Vec<String>) -> ApiError {
        self.faults = faults;
        self
    }

    pub(crate) fn retry_after(mut self, seconds: u64) -> ApiError {
        self.retry_after = Some(seconds);
        self
    }

    /// Returns the error as the content of a message or an answer.
    pub(crate) fn body(&self) -> ErrorBody<'_> {
        ErrorBody { code: self.code, message: &self.message, faults: &self.faults }
    }
}

/// The content of an error.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorBody<'a> {
    code: ErrorCode,
    message: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    faults: &'a [String],
}

#[derive(Serialize)]
struct ErrorAnswer<'a> {
    error: ErrorBody<'a>,
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.code.status(), Json(ErrorAnswer { error: self.body() })).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<SpecError> for ApiError {
    fn from(reason: SpecError) -> ApiError {
        ApiError::new(ErrorCode::BadGame, reason.to_string())
    }
}

impl From<SessionRefusal> for ApiError {
    fn from(reason: SessionRefusal) -> ApiError {
        let code = match reason {
            SessionRefusal::IllegalTurn(_) => ErrorCode::IllegalTurn,
            SessionRefusal::EngineToMove => ErrorCode::NotYours,
            SessionRefusal::Name(_) => ErrorCode::BadRequest,
            _ => ErrorCode::Refused,
        };
        ApiError::new(code, reason.to_string())
    }
}
