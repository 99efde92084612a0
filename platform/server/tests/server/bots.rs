//! Many tables of every game at once, at which only bots sit.

use std::collections::BTreeMap;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::support::server::{Client, Server, command, home, module};
use crate::support::setting::setting;

/// How many seats there are at each.
const SEATS: usize = 4;
/// How many seconds the games may take, even on a slow machine.
const PATIENCE_S: u32 = 600;

/// After how many seconds the tables are looked at again: bots alone whom nobody has watched for
/// five minutes are closed, and a slow machine plays for longer.
const LOOKS_EVERY_S: u32 = 30;

const GAMES: [&str; 3] = ["abyss", "allegeance", "astoria"];

async fn begin(owner: &Client, game: &str) -> String {
    let open = "mutation($options: Options!, $seats: Int!) { \
        openTable(options: $options, seats: $seats) \
        { ok ... on TableChanged { table { id } } ... on Refused { code message } } }";
    let options = json!({ game: {} });
    let opened = owner.ask(open, json!({ "options": options, "seats": SEATS })).await;
    let id = opened["openTable"]["table"]["id"].as_str();
    let id = id.unwrap_or_else(|| panic!("{opened}")).to_owned();
    for seat in 0..SEATS {
        let bot = "mutation($id: ID!, $seat: Int!) { seatBot(table: $id, seat: $seat, bot: BEGINNER) { ok } }";
        let seated = owner.ask(bot, json!({ "id": id, "seat": seat })).await;
        assert_eq!(seated, json!({"seatBot": {"ok": true}}));
    }
    let start = "mutation($id: ID!) { start(table: $id) { ok ... on Refused { code } } }";
    let started = owner.ask(start, json!({ "id": id })).await;
    assert_eq!(started, json!({"start": {"ok": true}}));
    id
}

/// How many of the tables have come how far, as the lists say.
async fn statuses(client: &Client) -> BTreeMap<String, usize> {
    let list = "query($after: ID) { tables(first: 100, after: $after) \
        { nodes { status } pageInfo { hasNextPage endCursor } } }";
    let (mut found, mut after) = (BTreeMap::new(), Json::Null);
    loop {
        let page = client.ask(list, json!({ "after": after })).await;
        let page = &page["tables"];
        for table in page["nodes"].as_array().unwrap() {
            *found.entry(table["status"].as_str().unwrap().to_owned()).or_default() += 1;
        }
        if page["pageInfo"]["hasNextPage"] == false {
            return found;
        }
        after = page["pageInfo"]["endCursor"].clone();
    }
}

async fn look_at(client: &Client, tables: &[String]) {
    for table in tables {
        let look = "query($id: ID!) { table(id: $id) { seq view { __typename } } }";
        client.ask(look, json!({ "id": table })).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tables_of_bots_are_played_to_the_end_without_a_word_in_the_log() {
    let number_of_tables: usize = setting("BOT_TABLES", 9);
    // Each may have three tables of bots alone in play.
    let number_of_owners = number_of_tables.div_ceil(3);
    let modules = GAMES.map(|game| module(&format!("{DLL_PREFIX}{game}{DLL_SUFFIX}")));
    let home = home("bots", &modules);
    let mut serve = command(&home, "127.0.0.1:0");
    serve.args(["--bot-pause", "0"]);
    let mut server = Server::of(serve, &home);
    let mut owners = Vec::new();
    for number in 0..number_of_owners {
        owners.push(server.player(&format!("Owner {number}")).await);
    }
    let mut tables = Vec::new();
    for number in 0..number_of_tables {
        tables.push(begin(&owners[number % number_of_owners], GAMES[number % GAMES.len()]).await);
    }
    let over = BTreeMap::from([("OVER".to_owned(), number_of_tables)]);
    let mut waited_s = 0;
    while statuses(&owners[0]).await != over {
        assert!(waited_s < PATIENCE_S, "{:?}", statuses(&owners[0]).await);
        if waited_s.is_multiple_of(LOOKS_EVERY_S) {
            look_at(&owners[0], &tables).await;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        waited_s += 1;
    }
    for (table, game) in tables.iter().zip(GAMES.iter().cycle()).take(6) {
        let asked = "query($id: ID!) { table(id: $id) { game { id } status seq \
            result { isFinal seats { seat rank } } seats { bot condition name } \
            entries(first: 1) { nodes { by action } } } }";
        let found = owners[0].ask(asked, json!({ "id": table })).await["table"].clone();
        assert_eq!(found["game"]["id"], *game);
        assert_eq!(found["result"]["isFinal"], true, "{found}");
        assert_eq!(found["result"]["seats"].as_array().unwrap().len(), SEATS);
        assert!(found["seats"].as_array().unwrap().iter().all(|seat| seat["bot"] == "BEGINNER"));
        assert_eq!(found["entries"]["nodes"], json!([{"by": "BOT", "action": "PLAYED"}]));
    }
    assert_eq!(server.stop("TERM"), Some(0));
    assert!(server.errors().is_empty(), "{:?}", server.errors());
}
