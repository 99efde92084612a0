//! What was acknowledged of a table, and whether it is a history that can have been.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::{Value as Json, json};

use crate::support::server::Client;
use crate::support::tables::{PLAY, TABLE};

/// A play that was acknowledged.
#[derive(Debug)]
pub(super) struct Acknowledged {
    /// As it was sent.
    pub(super) play: Json,
    /// By the player at this place of the table's.
    pub(super) by: usize,
    pub(super) seq: u64,
    /// When it was sent for the first time, and when it was acknowledged.
    pub(super) sent: Instant,
    pub(super) told: Instant,
}

/// Everything that was acknowledged at a table.
#[derive(Debug)]
pub(super) struct History {
    pub(super) id: String,
    /// Who sits there; each at every server.
    pub(super) players: Vec<Vec<Client>>,
    pub(super) plays: Vec<Acknowledged>,
    /// What was said there, each with its key.
    pub(super) said: Vec<String>,
    /// The last entry that each listener was told of.
    pub(super) heard: Vec<u64>,
}

impl History {
    pub(super) fn plays(&self) -> usize {
        self.plays.len()
    }

    /// Checks that the acknowledged plays could have been made one after the other, that each server
    /// knows all of them and everything that was said, and that all show the same.
    pub(super) async fn check(&self, strangers: &[Client]) {
        self.check_order();
        let mut seen = Vec::new();
        for (place, _) in strangers.iter().enumerate() {
            seen.push(self.seen_at(place).await);
        }
        assert!(seen.iter().all(|one| *one == seen[0]), "{}: {seen:#?}", self.id);
        let last = seen[0]["table"]["seq"].as_u64().unwrap();
        assert_eq!(seen[0]["table"]["status"], "OVER");
        assert_eq!(self.heard, vec![last; self.heard.len()], "{}", self.id);
        let seqs = (1..=last).collect::<Vec<_>>();
        let entries = seen[0]["entries"].as_array().unwrap();
        let told: Vec<_> = entries.iter().map(|entry| entry["seq"].as_u64().unwrap()).collect();
        assert_eq!(told, seqs, "{}", self.id);
        let mut said: Vec<_> = seen[0]["messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|message| message["text"].as_str().unwrap())
            .collect();
        said.sort_unstable();
        let mut expected: Vec<_> = self.said.iter().map(String::as_str).collect();
        expected.sort_unstable();
        assert_eq!(said, expected, "{}", self.id);
        for (number, one) in self.plays.iter().enumerate() {
            // Sent once more, a play is answered as it was.
            let at = &self.players[one.by][number % strangers.len()];
            let again = at.ask(PLAY, one.play.clone()).await["play"].clone();
            assert_eq!((&again["ok"], &again["seq"]), (&json!(true), &json!(one.seq)), "{again}");
        }
    }

    /// A list to which each play appends, in the order of their seqs: no two have the same place,
    /// and one that was acknowledged before another was sent comes before it. For a list whose
    /// places are known, this is all that being linearizable asks.
    fn check_order(&self) {
        let by_seq: BTreeMap<u64, &Acknowledged> =
            self.plays.iter().map(|one| (one.seq, one)).collect();
        assert_eq!(by_seq.len(), self.plays.len(), "{}: one entry for two plays", self.id);
        let mut sent = None;
        for (seq, one) in &by_seq {
            // The latest time at which a play of a smaller seq was sent.
            let is_in_order = sent.is_none_or(|sent| sent < one.told);
            assert!(is_in_order, "{}: {seq} was acknowledged before an earlier was sent", self.id);
            sent = sent.max(Some(one.sent));
        }
    }

    /// The table, its entries and its messages as the first player is shown them at a server.
    async fn seen_at(&self, server: usize) -> Json {
        let client = &self.players[0][server];
        let id = json!({ "id": self.id });
        let mut table = client.ask(TABLE, id.clone()).await["table"].clone();
        // Each server counts for itself since when somebody has been asked.
        let listed = "query($id: ID!) { table(id: $id) { \
            entries(first: 100) { nodes { seq seat action told { words } } } \
            messages(first: 100) { nodes { id text } } } }";
        let mut lists = client.ask(listed, id).await["table"].take();
        json!({
            "table": table.take(),
            "entries": lists["entries"]["nodes"].take(),
            "messages": lists["messages"]["nodes"].take(),
        })
    }
}
