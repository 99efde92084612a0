//! What must not be in any answer: the hidden parts of a game, while it is on, and the table's
//! seed.

use std::collections::BTreeSet;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use gueridon_journal::Journal;
use gueridon_journal::sqlite::Sqlite;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::play::games::{Game, Perspective, sealed};
use crate::support::server::{Client, Server, home};
use crate::support::tables::{begun, step};

/// Everything that the clients at a table were answered.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// Tables as they were seen, with the seat that they were seen from.
    seen: Vec<(Option<usize>, Json)>,
    text: String,
}

impl Answers {
    /// Records what a seat was answered: a table, and all that came with it.
    pub(crate) fn note(&mut self, seat: Option<usize>, table: &Json, answer: &Json) {
        // An entry that was missed comes without a table.
        assert!(table.is_object() || answer["entry"].is_object(), "{answer}");
        if table.is_object() {
            self.seen.push((seat, table.clone()));
        }
        self.text += &answer.to_string();
    }

    /// Checks every view that was seen while the game was on. The events are what the public was
    /// told: what had happened when the view was taken decides what it may show.
    pub(crate) fn hide(&self, game: &Game, events: &[(u64, String)]) {
        let on = self.seen.iter().filter(|(_, table)| table["status"] == "PLAYING");
        let mut checked = 0;
        for (seat, table) in on {
            let seq = table["seq"].as_u64().unwrap();
            let told = events.iter().filter(|(at, _)| *at <= seq).map(|(_, kind)| &**kind);
            (game.hides)(&Perspective { view: &table["view"], seat: *seat, told: told.collect() });
            checked += 1;
        }
        assert!(checked > events.last().map_or(0, |(seq, _)| *seq), "{checked} views are too few");
    }

    /// Checks that the seed is not in any of them.
    pub(crate) fn have_no(&self, seed: &[u8; 32]) {
        for form in forms(seed) {
            assert!(!self.text.contains(&form), "the seed is in an answer: {form}");
        }
    }
}

/// The events that a listener was told, each with its entry.
pub(crate) fn events(heard: &[Json]) -> Vec<(u64, String)> {
    let mut events = Vec::new();
    for entry in heard.iter().map(|update| &update["entry"]) {
        for told in entry["told"].as_array().into_iter().flatten() {
            let kind = told["event"]["__typename"].as_str().unwrap().to_owned();
            events.push((entry["seq"].as_u64().unwrap(), kind));
        }
    }
    events
}

/// The seed of a table, as the journal of a server that has ended has it.
pub(crate) async fn seed(home: &Path, id: &str) -> [u8; 32] {
    let journal = Sqlite::open(&home.join("journal.db")).await.unwrap();
    let row = journal.table(id.parse().unwrap()).await.unwrap().unwrap();
    journal.close().await;
    row.seed.unwrap()
}

/// How a seed could be written.
fn forms(seed: &[u8; 32]) -> BTreeSet<String> {
    let hex: String = seed.iter().map(|byte| format!("{byte:02x}")).collect();
    let numbers = serde_json::to_string(seed).unwrap();
    let words = seed.as_chunks::<8>().0.iter();
    let words = words.flat_map(|word| [u64::from_le_bytes(*word), u64::from_be_bytes(*word)]);
    let mut forms: BTreeSet<String> = words.map(|word| word.to_string()).collect();
    // Each half, too: a part of the seed must not leak either.
    for part in [&seed[..], &seed[..15], &seed[15..30]] {
        forms.insert(STANDARD_NO_PAD.encode(part));
        forms.insert(URL_SAFE_NO_PAD.encode(part));
        forms.insert(String::from_utf8_lossy(part).into_owned());
    }
    forms.extend([hex[..16].to_owned(), hex[16..32].to_owned(), hex.to_uppercase()[..16].into()]);
    forms.insert(numbers.trim_matches(['[', ']']).to_owned());
    forms
}

#[tokio::test]
async fn hands_are_in_no_answer_but_their_owners() {
    let home = home("play-secrets", &[sealed::GAME.module()]);
    let server = Server::start(&home);
    let (id, players) = begun(&server.stranger(), sealed::GAME.plain(), 3).await;
    let document = "query($id: ID!) { table(id: $id) { view { ... on SealedView { \
        seats { seat cards hand hasBid bid } } } \
        entries { nodes { told { event { ... on SealedBid { seat card } } } } } } }";
    let mut dice = ChaCha8Rng::seed_from_u64(4);
    step(&players[0], &id, &mut dice, "k").await;
    let eyes: Vec<Client> = players.iter().cloned().chain([server.stranger()]).collect();
    for (own, client) in eyes.iter().enumerate() {
        let table = client.ask(document, json!({ "id": id })).await["table"].clone();
        let seat = Some(own).filter(|&own| own < players.len());
        (sealed::GAME.hides)(&Perspective { view: &table["view"], seat, told: BTreeSet::new() });
        let told = &table["entries"]["nodes"][0]["told"][0]["event"];
        assert_eq!(told["seat"], 0);
        assert_eq!(told["card"].is_number(), own == 0, "{told}");
    }
    let all = "query($id: ID!) { table(id: $id) { snapshot(sight: ALL) { seq } } }";
    let answer = players[0].post(all, json!({ "id": id })).await;
    assert_eq!(answer["errors"][0]["extensions"]["code"], "FORBIDDEN");
    assert_eq!(answer["data"], json!({"table": {"snapshot": null}}));
}
