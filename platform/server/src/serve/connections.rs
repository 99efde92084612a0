//! Connections: limits on their number, timeouts for slow clients, and a shutdown that lets
//! requests finish.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use gueridon_graphql::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncWriteExt, copy, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::http::{ConnectionPermit, Peer, Server};
use crate::quota::{RETRY_S, TooMany};

/// How long a client may take to send its headers; also how long a connection may be idle.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a write may wait for a client that does not read. Without it, such a client would hold
/// its connection and event stream for ever. WebSockets have a shorter timeout of their own.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a shutdown waits for requests under way.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);
/// How many refused connections are waited for, so that their clients read why.
const REFUSALS: usize = 100;
/// How long each of them is.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(1);
/// How long to wait after the system failed to accept a connection.
const ACCEPT_RETRY: Duration = Duration::from_millis(200);

/// Serves connections until the server stops, at most `most` at a time.
pub(super) async fn serve(listener: TcpListener, server: Server, most: u32) {
    let stop = server.stop.clone();
    let [sockets, mutations] = [server.sockets.clone(), server.mutations.clone()];
    let quotas = server.quotas.clone();
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    let permits = Arc::new(Semaphore::new(usize::try_from(most).unwrap_or(Semaphore::MAX_PERMITS)));
    let (router, connections) = (server.router(), TaskTracker::new());
    while let Some((stream, peer, permit)) =
        stop.run_until_cancelled(next(&listener, &permits)).await.flatten()
    {
        match quotas.connection(peer.0) {
            Ok(share) => {
                let permit = ConnectionPermit(Arc::new((permit, share)));
                connections.spawn(answer(stream, peer, router.clone(), permit, stop.clone()));
            }
            Err(too_many) => refuse(stream, too_many, &refusals),
        }
    }
    drop(listener);
    connections.close();
    sockets.close();
    mutations.close();
    let ended = async {
        connections.wait().await;
        sockets.wait().await;
        mutations.wait().await;
    };
    if timeout(SHUTDOWN_TIMEOUT, ended).await.is_err() {
        tracing::warn!("some requests were not waited for");
    }
}

/// Answers a connection too many, and closes it. If many are refused at once, further ones are only
/// told why, which some clients do not read.
fn refuse(stream: TcpStream, too_many: TooMany, refusals: &Arc<Semaphore>) {
    let refusal = refusal(too_many);
    let Ok(permit) = Arc::clone(refusals).try_acquire_owned() else {
        // It fits into the buffer of a new connection. An error means that the client has gone.
        let _ = stream.try_write(refusal.as_bytes());
        return;
    };
    tokio::spawn(async move {
        // A client that takes longer, or has gone, is cut off.
        let _ = timeout(REFUSAL_TIMEOUT, tell(stream, &refusal)).await;
        drop(permit);
    });
}

/// Answers a request whatever it is, and reads it to its end: closing a connection with something
/// unread in it would take the answer from the client.
async fn tell(mut stream: TcpStream, refusal: &str) -> io::Result<()> {
    // Clients do not expect an answer before they have asked. Readiness alone may be a false alarm.
    stream.peek(&mut [0]).await?;
    stream.write_all(refusal.as_bytes()).await?;
    stream.shutdown().await?;
    copy(&mut stream, &mut sink()).await.map(drop)
}

/// The answer to a connection too many.
fn refusal(too_many: TooMany) -> String {
    let body = String::from_utf8_lossy(&Response::refused(&[too_many.into()]).body).into_owned();
    format!(
        "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\n\
         Retry-After: {RETRY_S}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

/// The next connection, with its permit; none if the semaphore is closed, which never happens.
async fn next(
    listener: &TcpListener,
    permits: &Arc<Semaphore>,
) -> Option<(TcpStream, Peer, OwnedSemaphorePermit)> {
    let permit = permits.clone().acquire_owned().await.ok()?;
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return Some((stream, Peer(peer.ip()), permit)),
            Err(error) if is_of_the_client(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                sleep(ACCEPT_RETRY).await;
            }
        }
    }
}

fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Serves one connection.
async fn answer(
    stream: TcpStream,
    peer: Peer,
    router: Router,
    permit: ConnectionPermit,
    stop: CancellationToken,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY could not be set");
    }
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        // A WebSocket keeps the permit of its connection.
        request.extensions_mut().insert(permit.clone());
        request.extensions_mut().insert(peer);
        router.call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
    // Header names are case-insensitive, but some clients look them up in the usual spelling, and
    // those of a WebSocket handshake in their own.
    http.title_case_headers(true).preserve_header_case(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIMEOUT));
    // Pinned on the heap, because an upgrade moves the stream and its timers must not be moved.
    let stream = TokioIo::new(Box::pin(stream));
    let mut connection = pin!(http.serve_connection(stream, service).with_upgrades());
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
