//! A payload may have been computed for another subscriber: it is what each would be answered.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::listening::stage::{Short, Stage, one_step, update};
use crate::support::server::{Client, Socket};
use crate::support::tables::begun;

/// What is asked of a table, and of an entry.
const SELECTIONS: [[&str; 2]; 4] = [
    [
        "status seat seq since toAct prompt(language: $language) moves(language: $language) { move words } \
         view { __typename toAct ... on SealedView { prize seats { seat cards bid hand } } } \
         score { seats { points rank } }",
        "seq seat at told { words(language: $language) event { __typename seat } }",
    ],
    [
        "seq words: prompt(language: $language) view { ... on SealedView { seats { hand spent hasBid } } }",
        "seq told { event { ... on SealedBid { card } ... on SealedOpened { bids to } } } \
         __typename said: told { words(language: $language) }",
    ],
    [
        "seq toAct moves(language: $language) { move declines } view { __typename }",
        "seq told { words(language: $language) }",
    ],
    [
        "seq score { isFinal seats { points } } moves(language: $language) { move }",
        "seq told { words(language: $language) }",
    ],
];

/// A subscriber with one language and one document.
struct Listener {
    client: Client,
    socket: Socket,
    language: &'static str,
    /// The query for the same fields of the table and its newest entry as the subscription.
    query: String,
}

impl Listener {
    async fn of(client: &Client, id: &str, language: &'static str, document: [&str; 2]) -> Self {
        let [table, entry] = document;
        let mut socket = client.socket().await;
        let listen = format!(
            "subscription($id: ID!, $language: Language!) {{ table(id: $id) \
             {{ entry {{ {entry} }} table {{ {table} }} }} }}"
        );
        let variables = json!({ "id": id, "language": language });
        socket.subscribe("1", &listen, variables).await;
        // The first update shows the table as it stands and is not shared.
        socket.text_or_close().await.unwrap();
        let query = format!(
            "query($id: ID!, $language: Language!, $after: ID) {{ \
             entries: table(id: $id) {{ entries(first: 1, after: $after) {{ nodes {{ {entry} }} }} }} \
             table(id: $id) {{ {table} }} }}"
        );
        Self { client: client.clone(), socket, language, query }
    }

    /// Compares the next update with the answer to a query.
    async fn compare(&mut self, id: &str, seq: u64) {
        let pushed = self.socket.text_or_close().await.unwrap();
        let variables = json!({
            "id": id, "language": self.language, "after": (seq - 1).to_string()
        });
        let answer = self.client.text(&self.query, variables).await;
        let between = |text: &str, before: &str, after: &str| {
            let inner = text.strip_prefix(before).and_then(|text| text.strip_suffix(after));
            inner.unwrap_or_else(|| panic!("{text}")).to_owned()
        };
        let pushed = between(
            &pushed,
            r#"{"id":"1","type":"next","payload":{"data":{"table":{"entry":"#,
            "}}}}",
        );
        let answer = between(&answer, r#"{"data":{"entries":{"entries":{"nodes":["#, "}}");
        assert_eq!(
            pushed.replacen(r#","table":"#, "", 1),
            answer.replacen(r#"]}},"table":"#, "", 1)
        );
        assert!(pushed.contains(&format!(r#""seq":{seq}"#)), "{pushed}");
    }
}

#[tokio::test]
async fn a_shared_payload_is_what_each_subscriber_would_be_answered() {
    let stage = Stage::set(Short::default()).await;
    let (id, players) = begun(&stage.stranger(), json!({"sealed": {"rounds": 3}}), 3).await;
    // Two of each kind, so that payloads are shared.
    let eyes: Vec<Client> = players.iter().cloned().chain([stage.stranger()]).collect();
    let mut listeners = Vec::new();
    for client in eyes.iter().chain(&eyes) {
        for language in ["EN", "FR"] {
            for document in SELECTIONS {
                listeners.push(Listener::of(client, &id, language, document).await);
            }
        }
    }
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    let mut seq = 0;
    while one_step(&players, &id, &mut dice).await {
        seq += 1;
        for listener in &mut listeners {
            listener.compare(&id, seq).await;
        }
    }
    assert_eq!(seq, 9);
    for listener in &mut listeners {
        let last = listener.socket.next().await;
        assert_eq!(last, Some(json!({"id": "1", "type": "complete"})));
    }
}

#[tokio::test]
async fn who_asks_for_no_words_is_told_the_same_and_keeps_them_from_nobody() {
    let stage = Stage::set(Short::default()).await;
    let (id, players) = begun(&stage.stranger(), json!({"sealed": {"rounds": 3}}), 3).await;
    let mut socket = players[0].socket().await;
    let seen = "seq toAct view { ... on SealedView { prize seats { hand bid } } }";
    let listen = format!(
        "subscription($id: ID!) {{ table(id: $id) {{ table {{ {seen} moves {{ move }} }} }} }}"
    );
    socket.subscribe("1", &listen, json!({ "id": id })).await;
    update(&mut socket).await;
    let ask = format!(
        "query($id: ID!) {{ table(id: $id) {{ {seen} moves {{ move words }} status prompt
         prompted: prompt(language: FR) score {{ isFinal seats {{ points }} }} }} }}"
    );
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    while one_step(&players[1..], &id, &mut dice).await
        || one_step(&players[..1], &id, &mut dice).await
    {
        let mut told = update(&mut socket).await["table"].take();
        // Who makes a step asks for words. So of each three updates the last two are of looks that were
        // taken for somebody who does not, until words are asked for here.
        let seq = told["seq"].as_u64().unwrap();
        if seq % 3 != 2 && seq != 9 {
            continue;
        }
        let table = players[0].ask(&ask, json!({ "id": id })).await["table"].take();
        let is_over = table["status"] == "OVER";
        for words in [&table["prompt"], &table["prompted"]] {
            assert!(!words.as_str().unwrap().is_empty(), "{table}");
        }
        assert_eq!(table["score"]["isFinal"], is_over);
        assert_eq!(table["score"]["seats"].as_array().unwrap().len(), 3);
        let moves = table["moves"].as_array().unwrap();
        assert!(moves.iter().all(|one| !one["words"].as_str().unwrap().is_empty()));
        let steps: Vec<_> = moves.iter().map(|one| json!({"move": one["move"]})).collect();
        assert_eq!(told["moves"].take(), json!(steps));
        for field in ["seq", "toAct", "view"] {
            assert_eq!(told[field], table[field], "{field}");
        }
    }
    assert_eq!(players[0].ask(&ask, json!({ "id": id })).await["table"]["status"], "OVER");
}

#[tokio::test]
async fn a_late_subscriber_is_sent_the_entries_as_they_were_told() {
    let stage = Stage::set(Short::default()).await;
    let (id, players) = begun(&stage.stranger(), json!({"sealed": {"rounds": 2}}), 2).await;
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    let document = "subscription($id: ID!, $after: Int!) { table(id: $id, after: $after) \
                    { seq entry { seq seat told { words event { seat ... on SealedBid { card } } } } } }";
    let listen = async |client: &Client, after: u64| {
        let mut socket = client.socket().await;
        socket.subscribe("1", document, json!({ "id": id, "after": after })).await;
        socket.next().await.unwrap();
        socket
    };
    let first = listen(&players[0], 0).await;
    while one_step(&players, &id, &mut dice).await {}
    let rest = async |mut socket: Socket| {
        let mut entries: Vec<Json> = Vec::new();
        loop {
            let frame = socket.next().await.unwrap();
            if frame["type"] == "complete" {
                return entries;
            }
            entries.push(frame["payload"].clone());
        }
    };
    let live = rest(first).await;
    assert_eq!(live.len(), 4);
    for after in 0..4 {
        let late = rest(listen(&players[0], after).await).await;
        assert_eq!(late, live[usize::try_from(after).unwrap()..]);
    }
    assert_ne!(rest(listen(&players[1], 0).await).await, live, "each has their own");
}

#[tokio::test]
async fn a_subscriber_who_comes_back_is_sent_no_table_older_than_before() {
    let stage = Stage::set(Short::default()).await;
    let (id, players) = begun(&stage.stranger(), json!({"sealed": {"rounds": 2}}), 2).await;
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    let document = "subscription($id: ID!, $after: Int!) { table(id: $id, after: $after) \
                    { entry { seq } table { seq status } } }";
    let mut live = players[0].socket().await;
    live.subscribe("1", document, json!({ "id": id, "after": 0 })).await;
    let shown = |update: &Json| [update["entry"]["seq"].clone(), update["table"]["seq"].clone()];
    assert_eq!(shown(&update(&mut live).await), [Json::Null, json!(0)]);
    for seq in 1..=4 {
        assert!(one_step(&players, &id, &mut dice).await);
        assert_eq!(shown(&update(&mut live).await), [json!(seq), json!(seq)]);
    }
    // A payload made for those who were there is not sent to the one who was away.
    let mut late = players[0].socket().await;
    late.subscribe("1", document, json!({ "id": id, "after": 1 })).await;
    assert_eq!(shown(&update(&mut late).await), [Json::Null, json!(4)]);
    for seq in 2..=3 {
        assert_eq!(update(&mut late).await, json!({"entry": {"seq": seq}, "table": null}));
    }
    let last = update(&mut late).await;
    assert_eq!(last, json!({"entry": {"seq": 4}, "table": {"seq": 4, "status": "OVER"}}));
}
