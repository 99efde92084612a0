//! The address that shows metrics. It is not that of the API, so that an operator can decide who
//! can reach it.

use std::io;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::net::TcpListener;

use super::Metrics;
use crate::http::health;

/// The media type of OpenMetrics.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Opens the address for metrics.
///
/// # Errors
/// When the address is in use, or is not one of this machine.
pub(crate) async fn listen(address: &str) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    tracing::info!(%address, "showing metrics");
    Ok(listener)
}

/// Shows metrics, and whether the server is ready, to everybody who connects.
pub(crate) async fn serve(listener: TcpListener, metrics: Metrics) {
    let server = metrics.server.clone();
    let router = Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .with_state(server)
        .route("/metrics", get(show))
        .with_state(Arc::new(metrics));
    if let Err(error) = axum::serve(listener, router).await {
        tracing::error!(%error, "metrics are no longer shown");
    }
}

async fn show(State(metrics): State<Arc<Metrics>>) -> impl IntoResponse {
    let headers = [(header::CONTENT_TYPE, OPEN_METRICS), (header::CACHE_CONTROL, "no-store")];
    (headers, metrics.text())
}
