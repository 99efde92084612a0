//! The endpoint for comparison: axum, its WebSockets, one channel to all of them, and nothing else.

use std::io::Write;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::broadcast::Sender;

/// Prints its free port, and serves until it is killed.
pub(crate) async fn serve() {
    let updates = Sender::<Utf8Bytes>::new(64);
    let router =
        Router::new().route("/socket", get(listen)).route("/send", post(send)).with_state(updates);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut stdout = std::io::stdout();
    writeln!(stdout, "{}", listener.local_addr().unwrap()).unwrap();
    stdout.flush().unwrap();
    let listener = listener.tap_io(|stream| stream.set_nodelay(true).unwrap());
    axum::serve(listener, router).await.unwrap();
}

async fn send(State(updates): State<Sender<Utf8Bytes>>, body: String) {
    updates.send(body.into()).unwrap();
}

/// Uses the same buffer sizes as the server that it is compared with.
async fn listen(State(updates): State<Sender<Utf8Bytes>>, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade
        .protocols(["graphql-transport-ws"])
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_write_buffer_size(4 * 1024 * 1024);
    // Before the response, so that a client that has it misses nothing.
    let updates = updates.subscribe();
    upgrade.on_upgrade(|socket| pass_on(socket, updates))
}

async fn pass_on(mut socket: WebSocket, mut updates: tokio::sync::broadcast::Receiver<Utf8Bytes>) {
    while let Ok(update) = updates.recv().await {
        if socket.send(Message::Text(update)).await.is_err() {
            return;
        }
    }
}
