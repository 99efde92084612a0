//! Opens WebSockets.

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request};
use axum::response::{IntoResponse, Response};
use gueridon_graphql::service::Service;
use gueridon_graphql::websocket::{self, SocketOptions};

use super::{BODY_BYTES, ConnectionPermit, Server};

/// Opens a WebSocket, unless a page of another site asks for it.
pub(super) async fn upgrade(server: Server, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    if let Some(refusal) = server.refuse_other_site(&parts.headers) {
        return refusal;
    }
    let permit = parts.extensions.remove::<ConnectionPermit>();
    let peer = server.peer(&parts);
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut parts, &server).await {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let options = SocketOptions {
        stop: server.stop.clone(),
        idle: server.idle,
        recheck: server.recheck,
        max_message: BODY_BYTES,
    };
    let guard = (server.sockets.token(), permit);
    let mut response = websocket::accept(upgrade, server, peer, options, guard);
    // They include how the client spells `Sec-WebSocket-Protocol`: see `serve::connections`.
    response.extensions_mut().extend(parts.extensions);
    response
}
