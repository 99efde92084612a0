//! A whole server inside the test, for situations that a client cannot cause: its buffers are
//! small, its timeouts are short, and the test has access to its journal.

use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use gueridon::api::Api;
use gueridon::http;
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host};
use gueridon_journal::memory::Memory;
use gueridon_modules::builds::LinkedModules;
use gueridon_modules::module::Module;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpSocket;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::support::server::{Client, Socket, module};
use crate::support::tables::step;

/// A server with the example as its game.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) journal: Arc<Memory>,
    pub(crate) address: String,
    _stop: DropGuard,
}

/// The limits of a stage, lower than those of a server.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Short {
    /// How long a socket may be open without an operation.
    pub(crate) idle: Duration,
    /// How many entries a listener may fall behind.
    pub(crate) lag: u64,
    /// The size of a connection's send buffer, in bytes.
    pub(crate) buffer: Option<u32>,
}

impl Default for Short {
    fn default() -> Self {
        Self { idle: Duration::from_secs(300), lag: 1_000, buffer: None }
    }
}

impl Stage {
    pub(crate) async fn set(short: Short) -> Self {
        let file = module("libsealed.so");
        let bytes = std::fs::read(file).unwrap();
        let sealed = Module::open(&bytes, Sha256::digest(&bytes).into()).unwrap();
        let config = Config { lag: short.lag, ..Config::default() };
        let journal = Arc::new(Memory::new());
        let library = Arc::new(LinkedModules(vec![sealed]));
        let host = Host::start(config, journal.clone(), library, Clock::system()).await.unwrap();
        let stop = CancellationToken::new();
        let api = Api::new(host).unwrap();
        let mut server = http::Server::new(api, stop.clone(), Vec::new());
        server.idle = short.idle;
        let socket = TcpSocket::new_v4().unwrap();
        if let Some(buffer) = short.buffer {
            // Connections inherit it from the listener.
            socket.set_send_buffer_size(buffer).unwrap();
        }
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let listener = socket.listen(64).unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let listener = listener.tap_io(|stream| stream.set_nodelay(true).unwrap());
        let stopped = stop.clone().cancelled_owned();
        tokio::spawn(async move {
            axum::serve(listener, server.router()).with_graceful_shutdown(stopped).await.unwrap();
        });
        Self { journal, address, _stop: stop.drop_guard() }
    }

    pub(crate) fn stranger(&self) -> Client {
        Client::at(&self.address)
    }
}

/// The next update of the only subscription of a socket.
pub(crate) async fn update(socket: &mut Socket) -> Json {
    let mut frame = socket.next().await.expect("the socket stays open");
    assert_eq!(frame["type"], "next", "{frame}");
    assert!(frame["payload"].get("errors").is_none(), "{frame}");
    frame["payload"]["data"]["table"].take()
}

/// Lets a player who is to act play; returns whether there was one.
pub(crate) async fn one_step(players: &[Client], id: &str, dice: &mut ChaCha8Rng) -> bool {
    for player in players {
        let key = dice.random::<u64>().to_string();
        if step(player, id, dice, &key).await {
            return true;
        }
    }
    false
}

/// Variables with a table's id and the entry to begin after.
pub(crate) fn after(id: &str, after: u64) -> Json {
    json!({ "id": id, "after": after })
}
