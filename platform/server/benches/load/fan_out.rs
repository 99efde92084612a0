//! Fan-out: sockets that watch one table, and for comparison as many at an endpoint that
//! does nothing but send the same bytes.

use std::slice::from_ref;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::json;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::client::{Http, Socket};
use crate::documents::WATCH;
use crate::extent::Extent;
use crate::pair::Pair;
use crate::process::Server;
use crate::report::{Measured, Used, Work};
use crate::table::{Manner, Table};

/// The endpoints take turns after so many, so that both run under the same conditions.
const UPDATES_A_ROUND: usize = 5;

/// The measured results.
pub(crate) struct FanOut {
    pub(crate) gueridon: Measured,
    pub(crate) bare: Measured,
    /// KiB per socket: after `connection_ack`, after subscribing, and after all updates.
    pub(crate) memory_kib: [f64; 3],
    /// The average size of an update.
    pub(crate) bytes: usize,
}

/// Opens the sockets, sends updates, and looks at the memory on the way.
pub(crate) async fn run(extent: Extent) -> FanOut {
    let Extent { subscribers, rounds, .. } = extent;
    let server = Server::gueridon();
    let mut table =
        Table::begin([server.address; 2], ChaCha8Rng::seed_from_u64(3), Manner::unheard()).await;
    // Memory that is allocated once must not be counted as the sockets'.
    warm_up(&server, &table.id).await;
    let before = server.settled_kib().await;
    let a_socket = async || (server.settled_kib().await - before) / subscribers as f64;
    let mut sockets = Vec::with_capacity(subscribers);
    for _ in 0..subscribers {
        sockets.push(Socket::greet(server.address, None).await);
    }
    let greeted = a_socket().await;
    watch(&mut sockets, &table.id).await;
    let listening = a_socket().await;
    let (mut watching, mut frames) = Audience::of(sockets);

    let endpoint = Server::bare();
    let mut sockets = Vec::with_capacity(subscribers);
    for _ in 0..subscribers {
        sockets.push(Socket::open(endpoint.address, "/socket").await);
    }
    let (mut hearing, _same_frames) = Audience::of(sockets);
    let mut sender = Http::to(endpoint.address, None);

    let (mut ours, mut theirs, mut bytes) = (Used::default(), Used::default(), 0);
    for _ in 0..rounds {
        let mut sent = Vec::with_capacity(UPDATES_A_ROUND);
        let work = Work::begin(from_ref(&server));
        for _ in 0..UPDATES_A_ROUND {
            table.step().await;
            watching.all_have_heard().await;
            sent.push(frames.recv().await.unwrap());
        }
        ours += work.end(from_ref(&server));
        let work = Work::begin(from_ref(&endpoint));
        for frame in sent {
            bytes += frame.len();
            sender.post("/send", Bytes::from(frame)).await;
            hearing.all_have_heard().await;
        }
        theirs += work.end(from_ref(&endpoint));
    }
    let updates = rounds * UPDATES_A_ROUND;
    let measured =
        |what: String, used| Measured { what, done: updates * subscribers, used, latency: None };
    FanOut {
        gueridon: measured(format!("one update to {subscribers} subscribers"), ours),
        bare: measured("the same bytes from a bare axum endpoint".to_owned(), theirs),
        memory_kib: [greeted, listening, a_socket().await],
        bytes: bytes / updates,
    }
}

/// Sends updates only from the server, to so many sockets.
pub(crate) async fn alone(subscribers: usize, updates: usize) -> Measured {
    let server = Server::gueridon();
    let manner = Manner::unheard().endless();
    let mut table = Table::begin([server.address; 2], ChaCha8Rng::seed_from_u64(3), manner).await;
    let mut sockets = Vec::with_capacity(subscribers);
    for _ in 0..subscribers {
        sockets.push(Socket::greet(server.address, None).await);
    }
    watch(&mut sockets, &table.id).await;
    let (mut watching, _frames) = Audience::of(sockets);
    let work = Work::begin(from_ref(&server));
    for _ in 0..updates {
        table.step().await;
        watching.all_have_heard().await;
    }
    Measured {
        what: format!("{updates} updates to {subscribers} subscribers"),
        done: updates * subscribers,
        used: work.end(from_ref(&server)),
        latency: None,
    }
}

/// Subscribes sockets to a table, and waits until each has received it as it is.
async fn watch(sockets: &mut [Socket], table: &str) {
    for socket in &mut *sockets {
        socket.subscribe("1", WATCH, &json!({ "id": table })).await;
    }
    for socket in sockets {
        let first = socket.next().await;
        assert!(first.contains("\"next\""), "{first}");
    }
}

/// Opens and closes a few sockets, so that the document is compiled.
async fn warm_up(server: &Server, table: &str) {
    for _ in 0..20 {
        let mut socket = Socket::greet(server.address, None).await;
        socket.subscribe("1", WATCH, &json!({ "id": table })).await;
        socket.next().await;
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
}

/// All sockets of one endpoint, each read by a task of its own.
struct Audience {
    heard: Arc<AtomicUsize>,
    everybody: Arc<Notify>,
    subscribers: usize,
    updates: usize,
    /// They end with it, before their server does.
    _reading: JoinSet<()>,
}

impl Audience {
    /// Also returns what the first of them is sent.
    fn of(sockets: Vec<Socket>) -> (Self, mpsc::UnboundedReceiver<Utf8Bytes>) {
        let subscribers = sockets.len();
        let (heard, everybody) = (Arc::<AtomicUsize>::default(), Arc::<Notify>::default());
        let (first, frames) = mpsc::unbounded_channel();
        let mut first = Some(first);
        let mut reading = JoinSet::new();
        for mut socket in sockets {
            let (heard, everybody, tell) = (heard.clone(), everybody.clone(), first.take());
            reading.spawn(async move {
                loop {
                    let frame = socket.next().await;
                    if let Some(tell) = &tell {
                        // The receiver is gone if the update need not be forwarded.
                        let _ = tell.send(frame);
                    }
                    if (heard.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(subscribers) {
                        everybody.notify_one();
                    }
                }
            });
        }
        (Self { heard, everybody, subscribers, updates: 0, _reading: reading }, frames)
    }

    /// Waits until every socket has received the next update.
    async fn all_have_heard(&mut self) {
        self.updates += 1;
        self.everybody.notified().await;
        assert_eq!(self.heard.load(Ordering::Relaxed), self.updates * self.subscribers);
    }
}
