//! The connections of a server: no more than it has room for, none that takes its time to ask,
//! and at the end each is let finish what it is at.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::http::{Peer, Place, Server};

/// How long a client may take to say what it asks, the body not included; also how long a
/// connection may lie idle.
const HEADERS: Duration = Duration::from_secs(10);
/// How long what is under way may take to end.
const FAREWELL: Duration = Duration::from_secs(10);
/// How long to wait when the system gives no more connections.
const BREATH: Duration = Duration::from_millis(200);

/// Answers whoever comes until the server stops, at most so many connections at a time.
pub(super) async fn serve(listener: TcpListener, server: Server, most: u32) {
    let (stop, sockets) = (server.stop.clone(), server.sockets.clone());
    let room = Arc::new(Semaphore::new(usize::try_from(most).unwrap_or(Semaphore::MAX_PERMITS)));
    let (router, connections) = (server.router(), TaskTracker::new());
    while let Some((stream, peer, place)) =
        stop.run_until_cancelled(next(&listener, &room)).await.flatten()
    {
        connections.spawn(answer(stream, peer, router.clone(), place, stop.clone()));
    }
    drop(listener);
    connections.close();
    sockets.close();
    let ended = async {
        connections.wait().await;
        sockets.wait().await;
    };
    if timeout(FAREWELL, ended).await.is_err() {
        tracing::warn!("some requests were not waited for");
    }
}

/// The next connection and the place it has, once there is one; none never.
async fn next(listener: &TcpListener, room: &Arc<Semaphore>) -> Option<(TcpStream, Peer, Place)> {
    let place = Place(Arc::new(room.clone().acquire_owned().await.ok()?));
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return Some((stream, Peer(peer.ip()), place)),
            Err(error) if is_of_the_client(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                sleep(BREATH).await;
            }
        }
    }
}

fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers what one client asks on one connection.
async fn answer(
    stream: TcpStream,
    peer: Peer,
    router: Router,
    place: Place,
    stop: CancellationToken,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection could not be told to hurry");
    }
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        // A socket keeps the place of the connection that it was.
        request.extensions_mut().insert(place.clone());
        request.extensions_mut().insert(peer);
        router.call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADERS);
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}
