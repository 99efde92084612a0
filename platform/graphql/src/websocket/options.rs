//! The settings of sockets.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::request_id::RequestId;

/// The settings of sockets.
#[derive(Debug, Clone)]
pub struct SocketOptions {
    /// The id of the request that opened it. Its operations have this id with a number, from 1.
    pub id: RequestId,
    /// Closes every socket when it is cancelled.
    pub stop: CancellationToken,
    /// How long a socket may be open without an operation.
    pub idle: Duration,
    /// How often the credentials of an open socket are checked again.
    pub recheck: Duration,
    /// The longest message that is read, in bytes.
    pub max_message: usize,
}
