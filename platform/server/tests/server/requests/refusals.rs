//! Refusals: every code, with its sentence and in the schema.

use std::collections::BTreeSet;

use gueridon::errors;
use gueridon_graphql::fault::Code as Fault;
use serde_json::json;

use crate::requests::sealed;
use crate::support::server::{Client, Server, home};

#[tokio::test]
async fn refusals_have_their_codes_and_sentences() {
    let home = home("codes", &[sealed()]);
    let server = Server::start(&home);
    let (ada, bob, eve) =
        (server.player("Ada").await, server.player("Bob").await, server.player("Eve").await);
    let refused = "ok ... on Refused { code gameCode rule step message(language: FR) }";
    let ask = async |who: &Client, mutation: &str| {
        let document = format!("mutation {{ r: {mutation} {{ {refused} }} }}");
        who.ask(&document, json!({})).await["r"].clone()
    };
    let opened = ada
        .ask(
            "mutation { openTable(options: {sealed: {rounds: 2}}, seats: 2) \
             { ... on TableChanged { table { id } } } }",
            json!({}),
        )
        .await;
    let id = opened["openTable"]["table"]["id"].as_str().unwrap().to_owned();
    let nowhere = "01a1fec0-0000-7000-8000-000000000000";
    let play = |since: i32, key: &str, card: i32| {
        format!(
            "play(table: \"{id}\", since: {since}, key: \"{key}\", \
             steps: [{{sealed: {{bid: {{card: {card}}}}}}}])"
        )
    };
    let expected = [
        (&ada, "signIn(name: \"\")".to_owned(), "BAD_NAME"),
        (&ada, "openTable(options: {sealed: {rounds: 9}}, seats: 2)".to_owned(), "BAD_OPTIONS"),
        (&ada, "openTable(options: {sealed: {}}, seats: 7)".to_owned(), "BAD_SEATS"),
        (&ada, "openTable(options: {sealed: {}}, seats: -300)".to_owned(), "BAD_SEATS"),
        (&ada, format!("sit(table: \"{nowhere}\")"), "UNKNOWN_TABLE"),
        (&ada, "sit(table: \"x\")".to_owned(), "UNKNOWN_TABLE"),
        (&ada, format!("sit(table: \"{id}\", seat: 2)"), "NO_SUCH_SEAT"),
        (&ada, format!("sit(table: \"{id}\", seat: -1)"), "NO_SUCH_SEAT"),
        (&ada, format!("leave(table: \"{id}\")"), "NOT_SEATED"),
        (&ada, format!("sit(table: \"{id}\", seat: 1)"), ""),
        (&ada, format!("sit(table: \"{id}\", seat: 0)"), "ALREADY_SEATED"),
        (&bob, format!("sit(table: \"{id}\", seat: 1)"), "SEAT_TAKEN"),
        (&ada, format!("start(table: \"{id}\")"), "NOT_ALL_SEATED"),
        (&ada, play(0, "k", 1), "NOT_STARTED"),
        (&bob, format!("sit(table: \"{id}\")"), ""),
        (&eve, format!("sit(table: \"{id}\")"), "TABLE_FULL"),
        (&eve, format!("start(table: \"{id}\")"), "NOT_OWNER"),
        (&bob, format!("start(table: \"{id}\")"), "NOT_OWNER"),
        (&ada, format!("start(table: \"{id}\")"), ""),
        (&ada, format!("start(table: \"{id}\")"), ""),
        (&bob, format!("start(table: \"{id}\")"), "TABLE_STARTED"),
        (&bob, format!("leave(table: \"{id}\")"), "TABLE_STARTED"),
        (&eve, play(0, "k", 1), "NOT_SEATED"),
        (&ada, play(0, "", 1), "BAD_KEY"),
        (&ada, play(0, "k", 11), "BAD_MOVE"),
        (&ada, play(7, "k", 1), "STALE"),
        (&ada, play(-1, "k", 1), "STALE"),
        (&ada, format!("play(table: \"{id}\", since: 0, key: \"k\", steps: [])"), "NO_STEPS"),
    ];
    for (who, mutation, code) in expected {
        let answer = ask(who, &mutation).await;
        assert_eq!(answer["code"].as_str().unwrap_or_default(), code, "{mutation}: {answer}");
        assert_eq!(answer["ok"], code.is_empty(), "{mutation}: {answer}");
        if !code.is_empty() {
            assert!(!answer["message"].as_str().unwrap().is_empty());
        }
    }
    let held =
        ada.ask("query($id: ID!) { table(id: $id) { moves { move } } }", json!({ "id": id })).await;
    let held: Vec<_> = held["table"]["moves"].as_array().unwrap().iter().collect();
    let card = (1..=10).find(|card| {
        held.iter().all(|one| one["move"] != json!({"sealed": {"bid": {"card": card}}}))
    });
    let illegal = ask(&ada, &play(0, "k", card.unwrap())).await;
    assert_eq!(illegal["code"], "ILLEGAL_MOVE");
    assert_eq!(illegal["gameCode"], "NOT_IN_HAND");
    assert_eq!(illegal["step"], 0);
    let bad = ask(&ada, "openTable(options: {sealed: {rounds: 9}}, seats: 2)").await;
    assert_eq!(bad["gameCode"], "BAD_ROUNDS");
    let document = "{ game(id: \"sealed\") { catalogue { key kind text(language: FR) } } }";
    let answer = ada.ask(document, json!({})).await;
    let catalogue = answer["game"]["catalogue"].as_array().unwrap();
    let listed = catalogue.iter().filter(|entry| entry["kind"] == "refusal");
    assert_eq!(
        listed.map(|entry| (&entry["key"], &entry["text"])).collect::<Vec<_>>(),
        [
            (&bad["gameCode"], &json!("Une partie a 1 à 5 manches")),
            (&illegal["gameCode"], &json!("Vous n’avez pas cette carte")),
        ]
    );
}

#[test]
fn every_code_is_documented_and_nothing_else() {
    use gueridon_host::refusal::Code;
    let schema = gueridon::schema::PLATFORM;
    let values = schema.split("enum RefusalCode {\n").nth(1).unwrap().split('}').next().unwrap();
    let lines: Vec<&str> = values.lines().map(str::trim).collect();
    let documented: BTreeSet<&str> = lines.chunks(2).map(|value| value[1]).collect();
    assert!(lines.chunks(2).all(|value| value[0].starts_with('"')), "a value without description");
    // These are always errors, never a `Refused`.
    let as_errors = [Code::Unavailable, Code::Internal];
    let all = Code::ALL.iter().filter(|code| !as_errors.contains(code));
    assert_eq!(documented, all.map(|code| code.word()).collect());

    let head = schema.lines().take_while(|line| line.starts_with('#'));
    let listed = head.filter_map(|line| line.strip_prefix("#   ")?.split_whitespace().next());
    let codes = Fault::ALL.iter().chain(&errors::ALL).map(|code| code.as_str());
    assert_eq!(listed.collect::<BTreeSet<_>>(), codes.collect());
}
