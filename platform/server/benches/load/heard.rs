//! How long it takes until people at one server hear what is done at another that shares its
//! database: a table that is opened, an invitation, and what is said.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::client::{Http, Socket};
use crate::documents::{OPEN, SIGN_IN, SIT};
use crate::extent::Extent;
use crate::nodes::Site;
use crate::report::percentiles;

/// Tables that two of one pair open; each player may do only so much in a short time.
const TABLES_OF_A_PAIR: usize = 5;

const LOBBY: &str = "subscription { tables { tableId } }";
const MINE: &str = "subscription { tables(mine: true) { tableId } }";
const MESSAGES: &str = "subscription Messages($id: ID!) { table(id: $id, messages: true) \
    { message { text } } }";
const ME: &str = "{ me { id } }";
const INVITE: &str = "mutation Invite($id: ID!, $player: ID!) { invite(table: $id, player: $player) \
    { ok } }";
const SAY: &str = "mutation Say($id: ID!, $text: String!) { say(table: $id, text: $text, key: $id) \
    { ok } }";
const CLOSE: &str = "mutation Close($id: ID!) { closeTable(table: $id) { ok } }";

/// What is heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// A new table, by who listens to the lobby.
    Table,
    /// An invitation, by who is invited.
    Invitation,
    /// A message, by who sits at the table.
    Message,
}

impl What {
    pub(crate) const ALL: [Self; 3] = [Self::Table, Self::Invitation, Self::Message];

    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Table => "a new table in the lobby",
            Self::Invitation => "an invitation",
            Self::Message => "a message",
        }
    }
}

/// From sending each until it is heard at the other server: the median, and the 99th percentile.
pub(crate) async fn run(extent: Extent) -> Vec<(What, [Duration; 2])> {
    let site = Site::set(2).await;
    let [one, other] = [&site.servers[0], &site.servers[1]].map(|server| server.address);
    let mut times = Vec::new();
    for _ in 0..extent.listening_pairs {
        times.extend(of_a_pair(one, other).await);
    }
    let of = |what| {
        let own = times.iter().filter(|(of, _)| *of == what).map(|(_, took)| *took);
        percentiles(&mut own.collect::<Vec<_>>())
    };
    What::ALL.map(|what| (what, of(what))).into()
}

/// One opens tables, invites the other and says something; the other listens elsewhere.
async fn of_a_pair(one: SocketAddr, other: SocketAddr) -> Vec<(What, Duration)> {
    let (mut opener, _) = signed_in(one).await;
    let (mut guest, token) = signed_in(other).await;
    let me = guest.ask(ME, &json!({})).await["me"]["id"].clone();
    let mut socket = Socket::greet(other, Some(&token)).await;
    for (operation, document) in [("lobby", LOBBY), ("mine", MINE)] {
        socket.subscribe(operation, document, &json!({})).await;
        hear(&mut socket, operation, &Json::Null).await;
    }
    let mut times = Vec::new();
    for _ in 0..TABLES_OF_A_PAIR {
        let began = Instant::now();
        let id = opener.ask(OPEN, &json!({})).await["openTable"]["table"]["id"].clone();
        hear(&mut socket, "lobby", &id).await;
        times.push((What::Table, began.elapsed()));
        let began = Instant::now();
        done(&mut opener, INVITE, &json!({ "id": id, "player": me })).await;
        hear(&mut socket, "mine", &id).await;
        times.push((What::Invitation, began.elapsed()));
        for player in [&mut opener, &mut guest] {
            done(player, SIT, &json!({ "id": id })).await;
        }
        let operation = id.as_str().unwrap();
        socket.subscribe(operation, MESSAGES, &json!({ "id": id })).await;
        hear(&mut socket, operation, &Json::Null).await;
        let began = Instant::now();
        let text = format!("to {operation}");
        done(&mut opener, SAY, &json!({ "id": id, "text": text })).await;
        hear(&mut socket, operation, &json!(text)).await;
        times.push((What::Message, began.elapsed()));
        done(&mut opener, CLOSE, &json!({ "id": id })).await;
    }
    times
}

async fn signed_in(address: SocketAddr) -> (Http, String) {
    let mut stranger = Http::to(address, None);
    let answer = stranger.ask(SIGN_IN, &json!({ "name": "Load" })).await;
    let token = answer["signIn"]["token"].as_str().unwrap().to_owned();
    (Http::to(address, Some(token.clone())), token)
}

async fn done(player: &mut Http, document: &str, variables: &Json) {
    let answer = player.ask(document, variables).await;
    let is_done = answer.as_object().unwrap().values().all(|result| result["ok"] == true);
    assert!(is_done, "{document}\n{answer}");
}

/// Waits until an operation brings this table or this text; null for the first thing that it
/// brings. What comes meanwhile is passed over.
async fn hear(socket: &mut Socket, operation: &str, what: &Json) {
    loop {
        let message: Json = serde_json::from_str(&socket.next().await).unwrap();
        assert_ne!(message["type"], "error", "{message}");
        let data = &message["payload"]["data"];
        let heard = [&data["tables"]["tableId"], &data["table"]["message"]["text"]];
        if message["id"] == *operation && (what.is_null() || heard.contains(&what)) {
            return;
        }
    }
}
