//! Which WebSockets are opened: those of clients that are no pages, of our own pages, and of pages of
//! sites that the operator named.

use std::sync::Once;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use gueridon_graphql::service::Service;
use gueridon_graphql::websocket::{self, SocketOptions};

use super::{BODY_BYTES, ConnectionPermit, Server};

/// Opens a socket; any other GET is answered that a request is a POST.
pub(super) async fn upgrade(State(server): State<Server>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    let permit = parts.extensions.remove::<ConnectionPermit>();
    let peer = server.peer(&parts);
    let Ok(upgrade) = WebSocketUpgrade::from_request_parts(&mut parts, &server).await else {
        let about = [(header::ALLOW, "POST"), (header::CACHE_CONTROL, "no-store")];
        let message = "questions are sent by POST; a GET here opens a WebSocket";
        return (StatusCode::METHOD_NOT_ALLOWED, about, message).into_response();
    };
    if !is_welcome(&parts.headers, &server.origins) {
        static WARNED: Once = Once::new();
        WARNED.call_once(|| {
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
    let options = SocketOptions {
        stop: server.stop.clone(),
        idle: server.idle,
        recheck: server.recheck,
        max_message: BODY_BYTES,
    };
    let guard = (server.sockets.token(), permit);
    websocket::accept(upgrade, server, peer, options, guard)
}

/// Whether a client may open a socket: one that is no page, or a page of the site under whose name the
/// request came or of one that the operator named.
fn is_welcome(headers: &HeaderMap, origins: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_ours = origin.split_once("://").map(|(_, authority)| authority) == host;
    is_ours || origins.iter().any(|known| known == origin || known == "*")
}
