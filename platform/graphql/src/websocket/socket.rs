//! Writing to a socket.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use tokio::time::timeout;

/// How long a client may take to read a frame.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);
/// The longest reason with which a socket can be closed, in bytes.
const REASON_BYTES: usize = 123;

/// Sends a message; says whether the client took it in time.
pub(super) async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SEND_TIMEOUT, socket.send(message)).await, Ok(Ok(())))
}

/// Closes a socket with a code of the protocol and a reason, which is cut where it is too long.
pub(super) async fn close(socket: &mut WebSocket, code: u16, reason: &str) {
    let reason = &reason[..reason.floor_char_boundary(REASON_BYTES)];
    let frame = CloseFrame { code, reason: reason.into() };
    // An error means that the other side has closed it already.
    let _ = socket.send(Message::Close(Some(frame))).await;
}
