//! Queries over persistent connections: how many are answered per second, and for how much CPU
//! time.

use std::slice::from_ref;
use std::time::Instant;

use bytes::Bytes;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::json;

use crate::client::question;
use crate::documents::{HELLO, VIEW};
use crate::extent::Extent;
use crate::pair::Pair;
use crate::process::Server;
use crate::report::{Measured, Work, percentiles};
use crate::table::{Manner, Table};

/// The same number of connections as in the figures of the peers.
const CONNECTIONS: usize = 32;
/// How many steps into the game the view is.
const STEPS: usize = 60;

/// Measures a minimal query, and the view of a seat in the middle of a game.
pub(crate) async fn run(extent: Extent) -> Vec<Measured> {
    let server = Server::gueridon();
    let mut table =
        Table::begin([server.address; 2], ChaCha8Rng::seed_from_u64(1), Manner::unheard()).await;
    for _ in 0..STEPS {
        table.step().await;
        table.go_on().await;
    }
    let view = question(VIEW, &json!({ "id": table.id }));
    let answer = table.connection().post("/graphql", view.clone()).await;
    vec![
        measure(&server, &table, extent, "hello".to_owned(), question(HELLO, &json!({}))).await,
        measure(&server, &table, extent, format!("a view of {} bytes", answer.len()), view).await,
    ]
}

async fn measure(
    server: &Server,
    table: &Table,
    extent: Extent,
    what: String,
    body: Bytes,
) -> Measured {
    let from = Instant::now() + extent.warm_up;
    let until = from + extent.long;
    let mut asking = tokio::task::JoinSet::new();
    for _ in 0..CONNECTIONS {
        let mut connection = table.connection();
        let body = body.clone();
        asking.spawn(async move {
            let mut times = Vec::new();
            while Instant::now() < until {
                let began = Instant::now();
                connection.post("/graphql", body.clone()).await;
                if began >= from {
                    times.push(began.elapsed());
                }
            }
            times
        });
    }
    tokio::time::sleep_until(from.into()).await;
    let work = Work::begin(from_ref(server));
    tokio::time::sleep_until(until.into()).await;
    let used = work.end(from_ref(server));
    let mut times = asking.join_all().await.concat();
    Measured { what, done: times.len(), used, latency: Some(percentiles(&mut times)) }
}
