//! Clients that disconnect while they are answered, at each point where an answer waits: what was
//! written is announced all the same.

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use futures_util::StreamExt;
use gueridon::api::{Api, Caller};
use gueridon::http::{Server, SocketPeer};
use gueridon_graphql::request::Request;
use gueridon_graphql::service::{Service, Started, Terms, Updates};
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host};
use gueridon_journal::sqlite::Sqlite;
use gueridon_modules::builds::LinkedModules;
use gueridon_modules::module::Module;
use reqwest::header::{AUTHORIZATION, HeaderMap};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::support::server::module;

/// The most waits before a client disconnects; more than any request has.
const WAITS: usize = 30;

struct Stage {
    server: Server,
    ada: Caller,
    basile: Caller,
    _directory: TempDir,
}

impl Stage {
    async fn set() -> Self {
        let file = module("libsealed.so");
        let bytes = std::fs::read(file).unwrap();
        let sealed = Module::open(&bytes, Sha256::digest(&bytes).into()).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let journal = Sqlite::open(&directory.path().join("journal.db")).await.unwrap();
        let library = Arc::new(LinkedModules(vec![sealed]));
        // Nothing is read again by itself: what is not announced is not heard.
        // Ada, a guest, opens more tables than guests may.
        let config = Config {
            reread: Duration::from_secs(3_600),
            most_tables_of_guest: 200,
            ..Config::default()
        };
        let host = Host::start(config, Arc::new(journal), library, Clock::system()).await.unwrap();
        let guests = [
            host.people().guest("Ada").await.unwrap(),
            host.people().guest("Basile").await.unwrap(),
        ];
        let api = Api::new(host).unwrap();
        let server = Server::new(api, CancellationToken::new(), Vec::new());
        let [ada, basile] = guests.map(|guest| {
            let mut headers = HeaderMap::new();
            let token = format!("Bearer {}", guest.token.secret());
            headers.insert(AUTHORIZATION, token.parse().unwrap());
            headers
        });
        let ada = server.authenticate(&ada, SocketPeer::default()).await.unwrap();
        let basile = server.authenticate(&basile, SocketPeer::default()).await.unwrap();
        Self { server, ada, basile, _directory: directory }
    }

    async fn start(&self, caller: &Caller, document: &str, variables: &Json) -> Started {
        let request = json!({ "query": document, "variables": variables });
        let request: Request = serde_json::from_value(request).unwrap();
        self.server.start(&request, caller, Terms::ALL).await.unwrap()
    }

    /// Sends a request of Ada's; returns the data of the answer.
    async fn ask(&self, document: &str, variables: &Json) -> Json {
        self.ask_as(&self.ada, document, variables).await
    }

    async fn ask_as(&self, caller: &Caller, document: &str, variables: &Json) -> Json {
        let Started::Answered(response) = self.start(caller, document, variables).await else {
            panic!("{document} is answered once")
        };
        let answer: Json = serde_json::from_slice(&response.body).unwrap();
        assert!(answer.get("errors").is_none(), "{answer}");
        answer["data"].clone()
    }

    async fn listen(&self, caller: &Caller, document: &str, variables: &Json) -> Updates {
        let Started::Subscribed(updates) = self.start(caller, document, variables).await else {
            panic!("{document} is listened to")
        };
        updates
    }

    /// Waits until everything that was started is done, by tasks of the server and by the journal.
    async fn settle(&self) {
        self.server.mutations.close();
        self.server.mutations.wait().await;
        sleep(Duration::from_millis(30)).await;
    }

    /// Sends a request of Ada's and drops it after it has waited that many times; returns whether
    /// the answer came before that.
    async fn ask_and_go(&self, document: &str, variables: &Json, waits: usize) -> bool {
        let mut asked = Box::pin(self.start(&self.ada, document, variables));
        let mut left = waits;
        let answered = poll_fn(|task| {
            if left == 0 {
                return Poll::Ready(None);
            }
            left -= 1;
            asked.as_mut().poll(task).map(Some)
        });
        answered.await.is_some()
    }
}

/// All that `of` has found in the updates of a listener so far.
fn heard(
    mut updates: Updates,
    of: impl Fn(&Json) -> Option<String> + Send + 'static,
) -> watch::Receiver<BTreeSet<String>> {
    let (heard, so_far) = watch::channel(BTreeSet::new());
    tokio::spawn(async move {
        while let Some(Ok(update)) = updates.next().await {
            let update: Json = serde_json::from_slice(update.body.json()).unwrap();
            heard.send_modify(|heard| heard.extend(of(&update["data"])));
        }
    });
    so_far
}

/// Waits until a listener knows all that is written, although nothing happens any more.
async fn hears(listener: &mut watch::Receiver<BTreeSet<String>>, written: &BTreeSet<String>) {
    let knows_all = listener.wait_for(|heard| heard.is_superset(written));
    let knows_all = timeout(Duration::from_secs(5), knows_all).await.is_ok();
    assert!(knows_all, "of {written:?} only this is heard: {:?}", *listener.borrow());
}

fn texts(list: &Json, field: &str) -> BTreeSet<String> {
    list.as_array().unwrap().iter().map(|one| one[field].as_str().unwrap().to_owned()).collect()
}

const OPEN: &str = "mutation($options: Options!) { openTable(options: $options, seats: 2) { \
                    __typename ... on TableChanged { table { id } } } }";

#[tokio::test]
async fn a_message_is_announced_even_if_its_author_disconnects() {
    let stage = Stage::set().await;
    let opened = stage.ask(OPEN, &json!({ "options": { "sealed": {} } })).await;
    let id = opened["openTable"]["table"]["id"].clone();
    stage.ask("mutation($id: ID!) { sit(table: $id) { ok } }", &json!({ "id": id })).await;
    let follow = "subscription($id: ID!) { table(id: $id, messages: true) { message { text } } }";
    let of = |data: &Json| data["table"]["message"]["text"].as_str().map(str::to_owned);
    let mut listener = heard(stage.listen(&stage.ada, follow, &json!({ "id": id })).await, of);
    let say = "mutation($id: ID!, $text: String!, $key: ID!) { \
               say(table: $id, text: $text, key: $key) { ok } }";
    let asked = "query($id: ID!) { table(id: $id) { messages(first: 100) { nodes { text } } } }";
    let said = |text: &str| json!({ "id": id, "text": text, "key": text });
    // Once to the end: a document that is read for the first time waits more often.
    stage.ask(say, &said("first")).await;
    let mut answered = 1;
    // Few enough to stay within Ada's limit of messages.
    for waits in 1..=8 {
        let said = said(&format!("after {waits}"));
        answered += usize::from(stage.ask_and_go(say, &said, waits).await);
        stage.settle().await;
        stage.settle().await;
        let written = stage.ask(asked, &json!({ "id": id })).await;
        hears(&mut listener, &texts(&written["table"]["messages"]["nodes"], "text")).await;
    }
    let heard = listener.borrow().len();
    assert!(answered < heard, "{heard} are heard, and {answered} were answered: nobody has gone");
}

#[tokio::test]
async fn an_opened_table_is_announced_even_if_the_client_disconnects() {
    let stage = Stage::set().await;
    let follow = "subscription { tables { tableId table { id } } }";
    let of = |data: &Json| data["tables"]["table"]["id"].as_str().map(str::to_owned);
    let mut listener = heard(stage.listen(&stage.ada, follow, &json!({})).await, of);
    let options = json!({ "options": { "sealed": {} } });
    // Once to the end: a document that is read for the first time waits more often.
    stage.ask(OPEN, &options).await;
    let mut answered = 1;
    for waits in 1..=WAITS {
        answered += usize::from(stage.ask_and_go(OPEN, &options, waits).await);
        stage.settle().await;
        stage.settle().await;
        let written = stage.ask("{ tables(first: 100) { nodes { id } } }", &json!({})).await;
        hears(&mut listener, &texts(&written["tables"]["nodes"], "id")).await;
    }
    let heard = listener.borrow().len();
    assert!(answered < heard, "{heard} are heard, and {answered} were answered: nobody has gone");
}

#[tokio::test]
async fn a_started_game_is_announced_even_if_the_client_disconnects() {
    let stage = Stage::set().await;
    let follow = "subscription { tables(playing: true) { table { id status } } }";
    let of = |data: &Json| {
        let table = &data["tables"]["table"];
        (table["status"] == "PLAYING").then(|| table["id"].as_str().unwrap().to_owned())
    };
    let mut listener = heard(stage.listen(&stage.basile, follow, &json!({})).await, of);
    let full = "mutation($id: ID!) { sit(table: $id) { ok } \
                seatBot(table: $id, seat: 1, bot: RANDOM) { ok } }";
    let begin = "mutation($id: ID!) { start(table: $id) { ok } }";
    let asked = "{ tables(first: 100, status: PLAYING) { nodes { id } } }";
    let mut answered = 0;
    for waits in 0..=WAITS {
        let opened = stage.ask(OPEN, &json!({ "options": { "sealed": {} } })).await;
        let id = json!({ "id": opened["openTable"]["table"]["id"] });
        stage.ask(full, &id).await;
        // The first is not dropped: a document that is read for the first time waits more often.
        let waits = if waits == 0 { usize::MAX } else { waits };
        answered += usize::from(stage.ask_and_go(begin, &id, waits).await);
        stage.settle().await;
        stage.settle().await;
        let written = stage.ask(asked, &json!({})).await;
        hears(&mut listener, &texts(&written["tables"]["nodes"], "id")).await;
    }
    let heard = listener.borrow().len();
    assert!(answered < heard, "{heard} are heard, and {answered} were answered: nobody has gone");
}

#[tokio::test]
async fn an_invitation_is_announced_even_if_the_inviter_disconnects() {
    let stage = Stage::set().await;
    let follow = "subscription { tables(mine: true) { table { id } } }";
    let of = |data: &Json| data["tables"]["table"]["id"].as_str().map(str::to_owned);
    let mut listener = heard(stage.listen(&stage.basile, follow, &json!({})).await, of);
    let basile = stage.ask_as(&stage.basile, "{ me { id } }", &json!({})).await;
    let invite = "mutation($id: ID!, $player: ID!) { invite(table: $id, player: $player) { ok } }";
    let asked = "{ invitations(first: 100) { nodes { table { id } } } }";
    let mut answered = 0;
    for waits in 0..=WAITS {
        let opened = stage.ask(OPEN, &json!({ "options": { "sealed": {} } })).await;
        let invited =
            json!({ "id": opened["openTable"]["table"]["id"], "player": basile["me"]["id"] });
        // The first is not dropped: a document that is read for the first time waits more often.
        let waits = if waits == 0 { usize::MAX } else { waits };
        answered += usize::from(stage.ask_and_go(invite, &invited, waits).await);
        stage.settle().await;
        stage.settle().await;
        let written = stage.ask_as(&stage.basile, asked, &json!({})).await;
        let nodes = written["invitations"]["nodes"].as_array().unwrap();
        let tables = nodes.iter().map(|one| one["table"]["id"].as_str().unwrap().to_owned());
        hears(&mut listener, &tables.collect()).await;
    }
    let heard = listener.borrow().len();
    assert!(answered < heard, "{heard} are heard, and {answered} were answered: nobody has gone");
}
