//! The API over a WebSocket: the graphql-transport-ws protocol, and nothing of an older one.
//!
//! One task reads the socket, asks its operations for what there is to say, and writes it. While a
//! client does not read, its operations are not asked, and its subscriptions fall behind until they
//! are told to resume: nobody else notices.

mod frames;
mod session;

use std::sync::Once;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use gueridon_host::accounts::Origin;

use super::{BODY_BYTES, Place, Server};
use session::Session;

/// The only protocol that is spoken.
const PROTOCOL: &str = "graphql-transport-ws";
/// The longest reason with which a socket can be closed, in bytes.
const REASON_BYTES: usize = 123;

/// Opens a socket; every other GET is told to POST.
pub(super) async fn upgrade(State(server): State<Server>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    let place = parts.extensions.remove::<Place>();
    let from = server.origin(&parts.headers, &parts.extensions);
    let Ok(upgrade) = WebSocketUpgrade::from_request_parts(&mut parts, &server).await else {
        let about = [(header::ALLOW, "POST"), (header::CACHE_CONTROL, "no-store")];
        let message = "questions are sent by POST; a GET here opens a WebSocket";
        return (StatusCode::METHOD_NOT_ALLOWED, about, message).into_response();
    };
    if !is_welcome(&parts.headers, &server.origins) {
        static TOLD: Once = Once::new();
        TOLD.call_once(|| {
            let [origin, host] = [header::ORIGIN, header::HOST].map(|name| parts.headers.get(name));
            tracing::warn!(
                ?origin,
                ?host,
                "a page of another site was refused a socket; if it is this server's own page, \
                 have the proxy pass Host as it is, or say --public-url"
            );
        });
        return (StatusCode::FORBIDDEN, "pages of this site are not welcome here").into_response();
    }
    let upgrade = upgrade
        .protocols([PROTOCOL])
        // A frame is written as it comes: what the buffers would hold is held once for all.
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_write_buffer_size(4 * 1024 * 1024)
        .max_message_size(BODY_BYTES)
        .max_frame_size(BODY_BYTES);
    let tracker = server.sockets.clone();
    upgrade.on_upgrade(move |socket| {
        tracker.track_future(async move {
            run(server, socket, from).await;
            drop(place);
        })
    })
}

async fn run(server: Server, mut socket: WebSocket, from: Option<Origin>) {
    if socket.protocol().is_none_or(|protocol| protocol != PROTOCOL) {
        close(&mut socket, 4406, "Subprotocol not acceptable").await;
        return;
    }
    Session::new(server, from).run(socket).await;
}

/// Whether a page may open a socket: one of our own, by the name under which it was asked for or the
/// one that the operator gave it, one of a site that the operator named, or no page at all.
fn is_welcome(headers: &HeaderMap, origins: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_ours = origin.split_once("://").map(|(_, authority)| authority) == host;
    is_ours || origins.iter().any(|known| known == origin || known == "*")
}

async fn close(socket: &mut WebSocket, code: u16, reason: &str) {
    // A frame that ends a socket has room for no more.
    let reason = &reason[..reason.floor_char_boundary(REASON_BYTES)];
    let frame = CloseFrame { code, reason: reason.into() };
    // The other side may be gone already, and then there is nobody to tell.
    let _ = socket.send(Message::Close(Some(frame))).await;
}
