//! Somebody who follows the lobby of a server, and knows in the end what it lists.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use tokio::time::{sleep, timeout};

use crate::support::server::Client;

/// How long it may take after the last fault until the lobby is known as it is.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long to wait for an update before the list is looked at.
const A_WHILE: Duration = Duration::from_millis(500);

const LISTED: &str =
    "{ tables(status: OPEN, first: 100) { nodes { id seats { number player { name } } } } }";
const CHANGES: &str =
    "subscription { tables { tableId table { id seats { number player { name } } } } }";

/// Open tables, and who sits there.
type Open = BTreeMap<String, Json>;

/// Follows the open tables of a server until it is late, and then until what was followed is what
/// the server lists.
///
/// # Panics
/// If it does not become so.
pub(super) async fn follow(stranger: Client, is_late: Arc<AtomicBool>) {
    let mut late = None;
    loop {
        if let Some(known) = follow_once(&stranger, &is_late).await {
            return assert!(known, "{}", stranger.address);
        }
        if is_late.load(Ordering::Relaxed) {
            let since = *late.get_or_insert_with(Instant::now);
            assert!(since.elapsed() < PATIENCE, "{}: the lobby cannot be read", stranger.address);
        }
        sleep(Duration::from_millis(100)).await;
    }
}

/// Follows them over one socket. Returns whether what was followed is what is listed in the end;
/// nothing if the socket was closed before.
async fn follow_once(stranger: &Client, is_late: &AtomicBool) -> Option<bool> {
    let mut socket = stranger.try_socket().await?;
    socket.subscribe("1", CHANGES, json!({})).await;
    // It listens.
    (socket.next().await?["type"] == "next").then_some(())?;
    let mut known = listed(stranger).await?;
    let mut late = None;
    loop {
        match timeout(A_WHILE, socket.next()).await {
            Ok(message) => {
                let message = message?;
                (message["type"] == "next").then_some(())?;
                let update = &message["payload"]["data"]["tables"];
                let id = update["tableId"].as_str()?.to_owned();
                match &update["table"] {
                    Json::Null => known.remove(&id),
                    table => known.insert(id, table["seats"].clone()),
                };
            }
            Err(_) if !is_late.load(Ordering::Relaxed) => {}
            Err(_) => {
                if listed(stranger).await? == known {
                    return Some(true);
                }
                if late.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                    return Some(false);
                }
            }
        }
    }
}

async fn listed(stranger: &Client) -> Option<Open> {
    let answer = stranger.try_post(LISTED, json!({})).await.ok()?;
    let nodes = answer["data"]["tables"]["nodes"].as_array()?;
    Some(
        nodes
            .iter()
            .map(|one| (one["id"].to_string(), one["seats"].clone()))
            .map(unquoted)
            .collect(),
    )
}

fn unquoted((id, seats): (String, Json)) -> (String, Json) {
    (id.trim_matches('"').to_owned(), seats)
}
