//! How long a message may be, and how long a socket may be silent: the API says both to clients.

use std::time::Duration;

/// The longest body of a request, in bytes; also the longest message on a WebSocket.
pub(crate) const BODY_BYTES: usize = 256 * 1024;
/// How long a WebSocket may be open without an operation.
pub(crate) const IDLE: Duration = Duration::from_secs(300);
