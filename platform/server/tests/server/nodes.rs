//! Objects by their ids alone, against the real binary: each is found by those who may see it, and
//! is null to all others.

use serde_json::{Value as Json, json};

use crate::support::people::with_role;
use crate::support::server::{Client, Server, home, module};

/// What a client is answered for an id.
async fn node(client: &Client, id: &str) -> Json {
    let document = "query($id: ID!) { node(id: $id) { __typename id \
        ... on Game { seats } ... on Table { status } ... on Player { name } \
        ... on Message { text } ... on Token { label isOwn } ... on Webhook { url } \
        ... on Report { reason } } }";
    client.ask(document, json!({ "id": id })).await["node"].clone()
}

/// Runs a mutation; returns one field of its result.
async fn does(client: &Client, what: &str, done: &str) -> Json {
    let document = format!("mutation {{ it: {what} {{ ok ... on {done} }} }}");
    let answer = client.ask(&document, json!({})).await["it"].clone();
    assert_eq!(answer["ok"], true, "{what}: {answer}");
    answer
}

fn text(json: &Json) -> String {
    json.as_str().unwrap_or_else(|| panic!("{json} is a text")).to_owned()
}

#[tokio::test]
async fn objects_are_found_by_id_by_those_who_may_see_them_and_are_null_to_others() {
    let sealed = module("libsealed.so");
    let home = home("nodes", &[sealed]);
    let server = Server::start(&home);
    let stranger = server.stranger();
    let moderator = with_role(&home, &server, "Mo", "moderator").await;
    let ada = with_role(&home, &server, "Ada", "moderator").await;
    let bea = server.player("Bea").await;
    let me = text(&bea.ask("{ me { id } }", json!({})).await["me"]["id"]);

    let open = "openTable(options: {sealed: {}}, seats: 2, settings: {visibility: PRIVATE})";
    let opened = does(&bea, open, "TableChanged { table { id } }").await;
    let table = text(&opened["table"]["id"]);
    does(&bea, &format!("sit(table: \"{table}\")"), "TableChanged { __typename }").await;
    let say = format!("say(table: \"{table}\", text: \"Hello\", key: \"1\")");
    let message = text(&does(&bea, &say, "Said { message { id } }").await["message"]["id"]);
    let made = does(&ada, "makeToken(label: \"a bot\")", "TokenMade { token { id } secret }").await;
    let token = text(&made["token"]["id"]);
    let mut program = ada.clone();
    program.token = Some(text(&made["secret"]).into());
    let add = "addWebhook(url: \"https://example.org/\")";
    let webhook = text(&does(&ada, add, "WebhookMade { webhook { id } }").await["webhook"]["id"]);
    let tell = format!("report(player: \"{me}\", reason: \"Noise\")");
    let report = text(&does(&ada, &tell, "Reported { reportId }").await["reportId"]);

    let everybody = [&stranger, &bea, &ada, &moderator, &program];
    let cases = [
        ("sealed", json!({"__typename": "Game", "seats": [2, 3, 4, 5, 6]}), &everybody[..]),
        (&me, json!({"__typename": "Player", "name": "Bea"}), &everybody),
        (&table, json!({"__typename": "Table", "status": "OPEN"}), &[&bea, &ada, &moderator]),
        (&message, json!({"__typename": "Message", "text": "Hello"}), &[&bea, &ada, &moderator]),
        (&token, json!({"__typename": "Token", "label": "a bot", "isOwn": false}), &[&ada]),
        (&webhook, json!({"__typename": "Webhook", "url": "https://example.org/"}), &[&ada]),
        (&report, json!({"__typename": "Report", "reason": "Noise"}), &[&ada, &moderator]),
    ];
    for (id, mut found, who) in cases {
        found["id"] = json!(id);
        for client in everybody {
            let may = who.iter().any(|one| one.token == client.token);
            let expected = if may { &found } else { &Json::Null };
            assert_eq!(node(client, id).await, *expected, "{id}");
        }
    }
    for nothing in ["", "nothing", "01a1fec0-0000-7000-8000-000000000000"] {
        assert_eq!(node(&ada, nothing).await, Json::Null);
    }

    let several = "query($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }";
    let ids = [&*table, "nothing", "sealed", &me, "sealed"];
    let found = stranger.ask(several, json!({ "ids": ids })).await["nodes"].clone();
    let game = json!({"__typename": "Game", "id": "sealed"});
    let player = json!({"__typename": "Player", "id": me});
    assert_eq!(found, json!([null, null, game, player, game]));
    let too_many = stranger.post(several, json!({ "ids": vec!["sealed"; 101] })).await;
    assert_eq!(too_many["errors"][0]["extensions"]["code"], "BAD_INPUT");
}

#[tokio::test]
async fn messages_of_a_muted_player_are_not_found_by_id() {
    let sealed = module("libsealed.so");
    let server = Server::start(&home("nodes-muted", &[sealed]));
    let (ada, bea) = (server.player("Ada").await, server.player("Bea").await);
    let me = text(&bea.ask("{ me { id } }", json!({})).await["me"]["id"]);
    let open = "openTable(options: {sealed: {}}, seats: 2)";
    let opened = does(&bea, open, "TableChanged { table { id } }").await;
    let table = text(&opened["table"]["id"]);
    does(&bea, &format!("sit(table: \"{table}\")"), "TableChanged { __typename }").await;
    let mut said = Vec::new();
    for n in 0..3 {
        let say = format!("say(table: \"{table}\", text: \"Hello\", key: \"{n}\")");
        said.push(text(&does(&bea, &say, "Said { message { id } }").await["message"]["id"]));
    }
    for id in &said {
        assert_eq!(node(&ada, id).await["id"], json!(id));
    }
    does(&ada, &format!("mute(player: \"{me}\")"), "PlayerChanged { __typename }").await;
    for id in &said {
        assert_eq!(node(&ada, id).await, Json::Null);
        assert_eq!(node(&bea, id).await["id"], json!(id));
    }
}
