//! Subscribers to a table: one from each of its seats, and the public.

use serde_json::{Value as Json, json};

use crate::support::schema::Schema;
use crate::support::server::{Client, Server, Socket};

/// The documents for the tables of one game, with every field of its view and of its events.
#[derive(Debug, Clone)]
pub(crate) struct Documents {
    /// Updates of a table from an entry on.
    pub(crate) listen: String,
    /// A table, with some entries.
    pub(crate) look: String,
}

impl Documents {
    pub(crate) async fn of(server: &Server, game: &str) -> Self {
        let url = format!("http://{}/schema.graphql", server.address);
        let sdl = reqwest::get(url).await.unwrap().text().await.unwrap();
        let schema = Schema::of(&sdl);
        let (view, event) = (schema.of_game(game, "View"), schema.of_game(game, "Event"));
        let told = format!("told {{ words event {{ __typename seat {event} }} }}");
        let view = format!("view {{ __typename toAct {view} }}");
        Self {
            listen: format!(
                "subscription($id: ID!, $after: Int!) {{ table(id: $id, after: $after) {{ seq \
                 entry {{ seq seat at {told} }} \
                 table {{ status seq toAct moves {{ move words }} {view} }} }} }}"
            ),
            look: format!(
                "query($id: ID!, $after: ID) {{ table(id: $id) {{ options status seq toAct prompt \
                 {view} moves {{ move words }} score {{ seats {{ points }} }} \
                 entries(first: 10, after: $after) {{ nodes {{ {told} }} }} }} }}"
            ),
        }
    }
}

/// A subscriber, and the updates it has received.
#[derive(Debug)]
pub(crate) struct Listener {
    socket: Socket,
    /// Every update, in order.
    pub(crate) heard: Vec<Json>,
    /// The newest entry that was received.
    pub(crate) seq: u64,
}

impl Listener {
    /// Subscribes after an entry.
    pub(crate) async fn of(client: &Client, documents: &Documents, id: &str, after: u64) -> Self {
        let mut socket = client.socket().await;
        let variables = json!({ "id": id, "after": after });
        socket.subscribe("1", &documents.listen, variables).await;
        Self { socket, heard: Vec::new(), seq: after }
    }

    /// Receives updates until this entry has come, or without one until the end; every entry comes
    /// once and in order.
    pub(crate) async fn hear(&mut self, until: Option<u64>) {
        while until != Some(self.seq) {
            let mut frame = self.socket.next().await.expect("the socket stays open");
            match frame["type"].as_str().unwrap() {
                "next" => self.note(frame["payload"].take()),
                "complete" if until.is_none() => return,
                other => panic!("{other}: {frame}"),
            }
        }
    }

    fn note(&mut self, mut payload: Json) {
        assert!(payload.get("errors").is_none(), "{payload}");
        let update = payload["data"]["table"].take();
        if let Some(seq) = update["entry"]["seq"].as_u64() {
            assert_eq!(seq, self.seq + 1, "without gap and without duplicate");
            assert_eq!(update["seq"], seq);
            // Missed entries come without the table, except the last.
            assert!(update["table"]["seq"].as_u64().is_none_or(|now| now >= seq), "{update}");
            for told in update["entry"]["told"].as_array().unwrap() {
                assert!(!told["words"].as_str().unwrap().is_empty(), "{told}");
            }
            self.seq = seq;
        }
        self.heard.push(update);
    }
}

/// A listener at each of these clients' places.
pub(crate) async fn listeners(
    clients: &[Client],
    documents: &Documents,
    id: &str,
) -> Vec<Listener> {
    let mut listeners = Vec::new();
    for client in clients {
        listeners.push(Listener::of(client, documents, id, 0).await);
    }
    listeners
}
