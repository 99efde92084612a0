//! GraphQL over a WebSocket: the graphql-transport-ws protocol, and no older one.
//!
//! One task reads the socket, polls its operations, and writes what they answer. While a client does
//! not read, or its credentials are looked up, each of its operations goes on until it has a message
//! and no further: so a slow client holds nothing that others wait for.

mod activity;

mod messages;

mod operation;

mod operations;

mod options;

mod session;

mod socket;

mod woken;

use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;

use crate::answer::MAX_BYTES;
use crate::service::Service;
pub use options::SocketOptions;
pub use session::OPERATIONS;
use session::Session;

/// The only subprotocol that is spoken.
pub const PROTOCOL: &str = "graphql-transport-ws";
/// How much is written together, in bytes; a longer message is written at once.
const WRITTEN_TOGETHER: usize = 16 * 1024;
/// How much may wait to be written, in bytes: the longest answer, its faults, and what comes before.
const WRITE_BUFFER: usize = 2 * MAX_BYTES;

/// Accepts an upgrade and serves the socket to its end. `guard` lives as long as the socket: a permit,
/// or a token of a task tracker.
pub fn accept<S: Service>(
    upgrade: WebSocketUpgrade,
    service: S,
    peer: S::Peer,
    options: SocketOptions,
    guard: impl Send + 'static,
) -> Response {
    let upgrade = upgrade
        .protocols([PROTOCOL])
        .read_buffer_size(1024)
        .write_buffer_size(WRITTEN_TOGETHER)
        .max_write_buffer_size(WRITE_BUFFER)
        .max_message_size(options.max_message)
        .max_frame_size(options.max_message);
    upgrade.on_upgrade(async move |mut socket| {
        if socket.protocol().is_some_and(|protocol| protocol == PROTOCOL) {
            // Boxed, as futures around it would have room for what it keeps once more.
            Box::pin(Session::run(service, peer, options, socket)).await;
        } else {
            let reason = (4406, "Subprotocol not acceptable".to_owned());
            Box::pin(socket::close(&mut socket, Some(reason))).await;
        }
        drop(guard);
    })
}

/// Accepts an upgrade only to close the socket with this code and reason, which browsers show to a
/// page; a refused upgrade they do not. `guard` lives as long as the socket.
pub fn refuse(
    upgrade: WebSocketUpgrade,
    code: u16,
    reason: String,
    guard: impl Send + 'static,
) -> Response {
    upgrade.protocols([PROTOCOL]).on_upgrade(async move |mut socket| {
        socket::close(&mut socket, Some((code, reason))).await;
        drop(guard);
    })
}
