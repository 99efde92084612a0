//! Several servers over one PostgreSQL, all on this machine: how many moves they carry together, and
//! how long a move takes to those who play on another server.

use gueridon_journal::scratch;
use tokio::task::spawn_blocking;

use crate::closed_loop::{begin, play, what};
use crate::extent::Extent;
use crate::process::{Server, cpu_of};
use crate::report::{Measured, percentiles};
use crate::table::{Manner, Transport};

/// A database that waits for the disk at each commit, and the servers that share it.
pub(crate) struct Site {
    pub(crate) database: std::sync::Arc<scratch::Server>,
    pub(crate) name: String,
    pub(crate) servers: Vec<Server>,
}

/// Where the two players of a table are connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Players {
    /// To the same server, as with a proxy that sends a table's requests to one.
    Together,
    /// To two servers, so that every move has to be heard on another one.
    Apart,
}

/// What was measured with so many servers and tables.
pub(crate) struct OfNodes {
    /// Steps, with the time until both players had them.
    pub(crate) steps: Measured,
    /// With the players apart, the time until the other player had a step: the median and the 99th
    /// percentile.
    pub(crate) heard: Option<[std::time::Duration; 2]>,
    /// Steps for each second of processor time of the database.
    pub(crate) a_database_second: f64,
}

impl Site {
    /// So many servers over a new database.
    pub(crate) async fn set(nodes: usize) -> Self {
        let database = spawn_blocking(scratch::Server::start_durable).await.unwrap();
        let name = database.new_database().await;
        let url = database.url(&name);
        let servers = (0..nodes).map(|_| Server::node(&url, "127.0.0.1:0")).collect();
        Self { database: std::sync::Arc::new(database), name, servers }
    }
}

/// Plays at so many tables over so many servers, each table with its players at one of them, or at
/// two.
pub(crate) async fn run(nodes: usize, tables: u64, players: Players, extent: Extent) -> OfNodes {
    let site = Site::set(nodes).await;
    let addresses: Vec<_> = site.servers.iter().map(|server| server.address).collect();
    let at = |number: u64| {
        let first = usize::try_from(number).unwrap() % nodes;
        let second = if players == Players::Apart { (first + 1) % nodes } else { first };
        [addresses[first], addresses[second]]
    };
    let before = cpu_of(&site.database.processes());
    let ready = begin(tables, at, &Manner::by(Transport::Post)).await;
    let playing = what(ready.len());
    let mut steps = play(&site.servers, ready, extent).await;
    let of_database = cpu_of(&site.database.processes()).saturating_sub(before);
    // The database worked from the first sign-in on, and steps are counted after the warm-up.
    let (counted, worked) = (extent.long, extent.warm_up + extent.long);
    let of_steps = of_database.as_secs_f64() * counted.as_secs_f64() / worked.as_secs_f64();
    let servers = if nodes == 1 { "server" } else { "servers" };
    let apart = if players == Players::Apart { ", players apart" } else { "" };
    OfNodes {
        a_database_second: steps.took.len() as f64 / of_steps,
        heard: (players == Players::Apart).then(|| percentiles(&mut steps.heard)),
        steps: Measured {
            what: format!("{nodes} {servers}, {playing}{apart}"),
            done: steps.took.len(),
            used: steps.used,
            latency: Some(percentiles(&mut steps.took)),
        },
    }
}
