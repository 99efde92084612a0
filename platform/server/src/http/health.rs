//! The paths that load balancers and supervisors ask: whether the process answers, and whether it
//! can serve players.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;

use super::Server;
use crate::readiness::Obstacle;

/// The answer of `/readyz`.
#[derive(Debug, Serialize)]
struct Ready {
    ready: bool,
    /// Why it is not ready; empty if it is.
    because: Vec<Obstacle>,
}

/// Answers are true only at the moment, so they are not cached.
const NOT_CACHED: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "no-store")];

/// `/healthz`: the process answers.
pub(crate) async fn alive() -> impl IntoResponse {
    (NOT_CACHED, "ok\n")
}

/// `/readyz`: 200, or 503 with the reasons.
pub(crate) async fn ready(State(server): State<Server>) -> impl IntoResponse {
    let because = match &server.readiness {
        Some(readiness) => readiness.obstacles(server.api.load().games.len()).await,
        None => Vec::new(),
    };
    let ready = because.is_empty();
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, NOT_CACHED, Json(Ready { ready, because }))
}
