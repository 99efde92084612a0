//! The settings of sockets.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// The settings of sockets.
#[derive(Debug, Clone)]
pub struct SocketOptions {
    /// Closes every socket when it is cancelled.
    pub stop: CancellationToken,
    /// How long a socket may be open without an operation.
    pub idle: Duration,
    /// How often the credentials of an open socket are checked again.
    pub recheck: Duration,
    /// The longest message that is read, in bytes.
    pub max_message: usize,
}
