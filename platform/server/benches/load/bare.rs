//! The endpoint for comparison: axum, its WebSockets, one channel to all of them, a table of SQLite
//! for moves, and nothing else.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path as InPath, State};
use axum::response::Response;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use futures_util::SinkExt;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};
use tokio::net::TcpListener;
use tokio::sync::broadcast::Sender;
use tokio::sync::{mpsc, oneshot};

/// How many moves one transaction takes at most, as in the journal that it is compared with.
const BATCH: usize = 512;

/// Prints its free port, and serves until it is killed. Moves are kept in a file of this directory.
pub(crate) async fn serve(home: &Path) {
    let updates = Sender::<Utf8Bytes>::new(64);
    let tables = Tables { seats: Arc::default(), moves: writer(home).await };
    let router = Router::new()
        .route("/socket", get(listen))
        .route("/send", post(send))
        .with_state(updates)
        .merge(Router::new().route("/table/{table}/{seat}", get(sit)).with_state(tables));
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
    // Before the response, so that a client that has it misses nothing.
    let updates = updates.subscribe();
    like_ours(upgrade).on_upgrade(|socket| pass_on(socket, updates))
}

fn like_ours(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .protocols(["graphql-transport-ws"])
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_write_buffer_size(4 * 1024 * 1024)
}

async fn pass_on(mut socket: WebSocket, mut updates: tokio::sync::broadcast::Receiver<Utf8Bytes>) {
    while let Ok(update) = updates.recv().await {
        if socket.send(Message::Text(update)).await.is_err() {
            return;
        }
    }
}

/// A move that is to be kept.
struct Move {
    table: u32,
    seat: u32,
    body: Utf8Bytes,
    kept: oneshot::Sender<()>,
}

/// By table and seat, where it is said that there is a move.
type Seats = HashMap<(u32, u32), mpsc::UnboundedSender<()>>;

/// The tables that are played at, and what keeps their moves.
#[derive(Clone)]
struct Tables {
    seats: Arc<Mutex<Seats>>,
    moves: mpsc::Sender<Move>,
}

/// A seat at a table of two. Its first message is what it is sent after each move; each other one is a
/// move, which is on the disk before both seats are sent theirs.
async fn sit(
    InPath((table, seat)): InPath<(u32, u32)>,
    State(tables): State<Tables>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let (tell, told) = mpsc::unbounded_channel();
    tables.seats.lock().unwrap().insert((table, seat), tell);
    like_ours(upgrade).on_upgrade(move |socket| play(socket, (table, seat), tables, told))
}

async fn play(
    mut socket: WebSocket,
    (table, seat): (u32, u32),
    tables: Tables,
    mut told: mpsc::UnboundedReceiver<()>,
) {
    let Some(Ok(Message::Text(update))) = socket.recv().await else { return };
    let mut others = None;
    loop {
        tokio::select! {
            Some(()) = told.recv() => {
                if socket.send(Message::Text(update.clone())).await.is_err() {
                    return;
                }
            }
            received = socket.recv() => {
                let Some(Ok(Message::Text(body))) = received else { return };
                let (kept, is_kept) = oneshot::channel();
                tables.moves.send(Move { table, seat, body, kept }).await.unwrap();
                is_kept.await.unwrap();
                let other = others.get_or_insert_with(|| {
                    tables.seats.lock().unwrap()[&(table, 1 - seat)].clone()
                });
                // The other may have left.
                let _ = other.send(());
                for text in [update.clone(), Utf8Bytes::from(ANSWER), Utf8Bytes::from(END)] {
                    if socket.feed(Message::Text(text)).await.is_err() {
                        return;
                    }
                }
                if socket.flush().await.is_err() {
                    return;
                }
            }
        }
    }
}

/// What else is sent to who has played.
const ANSWER: &str =
    r#"{"id":"play","type":"next","payload":{"data":{"play":{"ok":true,"seq":1}}}}"#;
const END: &str = r#"{"id":"play","type":"complete"}"#;

/// Starts the task that keeps moves, in batches, as safely as the journal that it is compared with.
async fn writer(home: &Path) -> mpsc::Sender<Move> {
    let options = SqliteConnectOptions::new()
        .filename(home.join("moves.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // As in the journal: 32 MiB of memory, and a log of 16 MB.
        .pragma("cache_size", "-32768")
        .pragma("wal_autocheckpoint", "4000")
        .disable_statement_logging();
    let mut connection = options.connect().await.unwrap();
    let create = "create table moves (table_id integer, seat integer, body text)";
    sqlx::query(create).execute(&mut connection).await.unwrap();
    let (moves, mut moved) = mpsc::channel(BATCH);
    tokio::spawn(async move {
        let mut batch = Vec::with_capacity(BATCH);
        while moved.recv_many(&mut batch, BATCH).await > 0 {
            keep(&mut connection, &batch).await.unwrap();
            for Move { kept, .. } in batch.drain(..) {
                // Its player may have left.
                let _ = kept.send(());
            }
        }
    });
    moves
}

async fn keep(connection: &mut SqliteConnection, batch: &[Move]) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    for Move { table, seat, body, .. } in batch {
        sqlx::query("insert into moves (table_id, seat, body) values (?, ?, ?)")
            .bind(table)
            .bind(seat)
            .bind(body.as_str())
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await
}
