//! What is counted over all nodes: three hosts in one process, over one journal.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, OpenTable, Viewer};
use gueridon_host::people::Origin;
use gueridon_host::tallies::GATHERED;
use gueridon_journal::memory::Memory;
use serde_json::json;
use tokio::time::sleep;

use crate::tables::stage::host_over;

/// Nodes that hear each other.
async fn nodes() -> [Host; 3] {
    let (journal, clock) = (Arc::new(Memory::interleaving()), Clock::standing(1_000));
    let config = Config::default();
    let node = async || host_over(&journal, &clock, config.clone()).await;
    [node().await, node().await, node().await]
}

/// Lets everything that was told arrive.
async fn told() {
    sleep(2 * GATHERED).await;
}

fn from(address: &str) -> Option<Origin> {
    Some(address.parse::<IpAddr>().unwrap().into())
}

/// How many guests somebody makes who asks each node in turn, until all refuse.
async fn guests(nodes: &[Host], address: &str, between: Duration) -> usize {
    let (mut made, mut refused) = (0, 0);
    for node in nodes.iter().cycle() {
        let guest = node.people().accounts().guest("Cy", "", from(address)).await;
        (made, refused) = if guest.is_ok() { (made + 1, 0) } else { (made, refused + 1) };
        if refused == nodes.len() {
            break;
        }
        sleep(between).await;
    }
    made
}

#[tokio::test(start_paused = true)]
async fn who_asks_every_node_gets_an_eighth_more_for_each_other_node_at_most() {
    let nodes = nodes().await;
    let made = guests(&nodes, "192.0.2.1", 2 * GATHERED).await;
    assert!((200..=200 + 2 * 25).contains(&made), "{made} guests");
    // Another address has its own.
    assert!((200..=250).contains(&guests(&nodes, "192.0.2.2", 2 * GATHERED).await));
}

#[tokio::test(start_paused = true)]
async fn nodes_that_hear_nothing_of_each_other_go_by_their_own_count() {
    let nodes = [nodes().await, nodes().await].map(|[one, ..]| one);
    assert_eq!(guests(&nodes, "192.0.2.1", 2 * GATHERED).await, 400);
}

#[tokio::test(start_paused = true)]
async fn every_node_counts_the_spectators_of_all() {
    let nodes = nodes().await;
    let people = nodes[0].people();
    let (ada, bo) =
        (people.guest("Ada").await.unwrap().player, people.guest("Bo").await.unwrap().player);
    let open = OpenTable::of("marathon", Some(json!({ "rounds": 1 })), 2);
    let table = nodes[0].lobby().open(ada.id, open).await.unwrap();
    for player in [&ada, &bo] {
        nodes[1].lobby().sit(table, player.id, None).await.unwrap();
    }
    nodes[2].lobby().start_table(table, ada.id).await.unwrap();
    let counts = || nodes.each_ref().map(|node| node.watching().spectators(table));
    let subscribe = async |node: usize, viewer: Viewer| {
        nodes[node].watching().subscribe(table, viewer, 0).await.unwrap()
    };
    let _playing = subscribe(0, ada.id.into()).await;
    let (one, other) =
        (subscribe(0, Viewer::default()).await, subscribe(1, Viewer::default()).await);
    // At once where they listen, and a moment later everywhere.
    assert_eq!(counts(), [1, 1, 0]);
    told().await;
    assert_eq!(counts(), [2; 3]);
    drop(one);
    told().await;
    assert_eq!(counts(), [1; 3]);
    drop(other);
    told().await;
    assert_eq!(counts(), [0; 3]);
}
