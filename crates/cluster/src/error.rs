//! Why a cluster cannot be used.

/// Why a cluster cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The server cannot be reached, or refuses us.
    #[error("cannot connect to {server}: {cause}")]
    Connect {
        /// Its address, without secrets.
        server: String,
        /// The cause.
        cause: String,
    },
    /// The credentials cannot be read.
    #[error("cannot read the credentials in '{path}': {cause}")]
    Credentials {
        /// The file.
        path: String,
        /// The cause.
        cause: String,
    },
    /// The server lacks JetStream, or forbids what is needed.
    #[error("the NATS server cannot {doing}: {cause}")]
    Server {
        /// What was tried.
        doing: &'static str,
        /// The cause.
        cause: String,
    },
    /// Something that was received is not what it should be.
    #[error("{what} cannot be read: {cause}")]
    Content {
        /// What was received.
        what: &'static str,
        /// The cause.
        cause: String,
    },
    /// A machine is not set up as it must be.
    #[error("{0}")]
    Machine(String),
    /// Threads cannot be started.
    #[error("cannot start the threads of the cluster")]
    Threads(#[source] std::io::Error),
}

impl ClusterError {
    /// Returns a closure that wraps an error of the server with what was tried.
    pub(crate) fn doing<E: std::fmt::Display>(doing: &'static str) -> impl FnOnce(E) -> ClusterError {
        move |error| ClusterError::Server { doing, cause: error.to_string() }
    }

    pub(crate) fn content(what: &'static str, cause: impl std::fmt::Display) -> ClusterError {
        ClusterError::Content { what, cause: cause.to_string() }
    }
}

/// Returns an error with its causes.
pub(crate) fn with_causes(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        words = format!("{words}: {cause}");
        source = cause.source();
    }
    words
}
