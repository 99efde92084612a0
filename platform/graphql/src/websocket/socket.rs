//! Writing to a socket, and closing it.

use std::future::poll_fn;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::{FutureExt, SinkExt};
use tokio::time::timeout;

/// How long a client may take to read a frame.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);
/// How long closing a socket may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// The longest reason with which a socket can be closed, in bytes.
const REASON_BYTES: usize = 123;

/// Why a socket is closed: a code of the protocol and a reason, which is cut where it is too long.
pub(super) type Close = (u16, String);

/// Sends a message; says whether the client took it in time.
pub(super) async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SEND_TIMEOUT, socket.send(message)).await, Ok(Ok(())))
}

/// Waits until the socket's buffer has room for a message; says whether the client reads in time.
pub(super) async fn has_room(socket: &mut WebSocket) -> bool {
    let mut ready = poll_fn(|task| socket.poll_ready_unpin(task));
    // Most often it has, and then no timer is made.
    match (&mut ready).now_or_never() {
        Some(ready) => ready.is_ok(),
        None => matches!(timeout(SEND_TIMEOUT, ready).await, Ok(Ok(()))),
    }
}

/// Writes what is in the socket's buffer; says whether the client took it in time.
pub(super) async fn flush(socket: &mut WebSocket) -> bool {
    matches!(timeout(SEND_TIMEOUT, socket.flush()).await, Ok(Ok(())))
}

/// Ends a socket as RFC 6455 (5.5.1, 7.1.1) has it: sends a close frame, unless the client has sent
/// one, and reads until the client's has come; reading also sends the answer to the client's own.
/// A client that no longer reads or answers is not waited for.
pub(super) async fn close(socket: &mut WebSocket, reason: Option<Close>) {
    let closing = async {
        if let Some((code, reason)) = reason {
            let reason = &reason[..reason.floor_char_boundary(REASON_BYTES)];
            let frame = CloseFrame { code, reason: reason.into() };
            // An error means that the other side has closed it already.
            let _ = socket.send(Message::Close(Some(frame))).await;
        }
        while let Some(Ok(_)) = socket.recv().await {}
    };
    // A client that does not close in time is cut off.
    let _ = timeout(CLOSE_TIMEOUT, closing).await;
}
