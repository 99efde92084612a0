//! Opens WebSockets.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request};
use axum::response::{IntoResponse, Response};
use gueridon_graphql::request_id::RequestId;
use gueridon_graphql::service::Service;
use gueridon_graphql::websocket::{self, SocketOptions};
use gueridon_host::people::Origin;

use super::{ConnectionPermit, Server};
use crate::request_limits::BODY_BYTES;
use gueridon_host::tallies::Share;

/// Where a request or a socket comes from.
#[derive(Debug, Clone, Default)]
pub struct SocketPeer {
    /// Where it comes from, if known.
    pub from: Option<Origin>,
    /// What a socket takes of the quota of its address.
    pub socket: Option<Arc<Share<Origin>>>,
}

/// Opens a WebSocket, unless a page of another site asks for it.
pub(super) async fn upgrade(server: Server, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    if let Some(refusal) = server.refuse_other_site(&parts.headers) {
        return refusal;
    }
    let permit = parts.extensions.remove::<ConnectionPermit>();
    let peer = server.peer(&parts);
    let share = server.quotas.socket(peer.from);
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut parts, &server).await {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let id = parts.extensions.get::<RequestId>().cloned();
    let options = SocketOptions {
        id: id.unwrap_or_else(RequestId::generate),
        stop: server.stop.clone(),
        idle: server.idle,
        recheck: server.recheck,
        max_message: BODY_BYTES,
    };
    let guard = (server.sockets.token(), permit);
    let mut response = match share {
        Ok(socket) => {
            let peer = SocketPeer { socket, ..peer };
            websocket::accept(upgrade, server, peer, options, guard)
        }
        // Pages see the code of a close frame, but not the status of a refused upgrade.
        Err(too_many) => websocket::refuse(upgrade, 4429, too_many.to_string(), guard),
    };
    // They include how the client spells `Sec-WebSocket-Protocol`: see `serve::connections`.
    response.extensions_mut().extend(parts.extensions);
    response
}
