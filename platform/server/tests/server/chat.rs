//! Messages at tables, against the real binary: who may write them, who reads them, and what
//! moderators do.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::support::people::with_role;
use crate::support::server::{Client, Server, Socket, command, home, module};

const MESSAGE: &str = "id player { id name standing } at text isRemoved removedBy { name }";

fn started(test: &str) -> (PathBuf, Server) {
    let sealed = module("libsealed.so");
    let home = home(&format!("chat-{test}"), &[sealed]);
    let server = Server::start(&home);
    (home, server)
}

/// Runs a mutation; returns its result.
async fn does(client: &Client, what: &str) -> Json {
    let done = match what.split('(').next().unwrap() {
        "say" | "removeMessage" => format!("... on Said {{ message {{ {MESSAGE} }} }}"),
        "mute" | "unmute" | "silence" | "setRole" => {
            "... on PlayerChanged { player { name } }".to_owned()
        }
        "report" => "... on Reported { reportId }".to_owned(),
        "resolveReport" => {
            "... on ReportResolved { report { status outcome note resolvedBy { name } resolvedAt } }"
                .to_owned()
        }
        "deleteAccount" => "... on SignedOut { __typename }".to_owned(),
        _ => "... on TableChanged { table { id } }".to_owned(),
    };
    let document = format!(
        "mutation {{ it: {what} {{ __typename ok {done} \
         ... on Refused {{ code retryAfter message_fr: message(language: FR) }} }} }}"
    );
    client.ask(&document, json!({})).await["it"].clone()
}

async fn code(client: &Client, what: &str) -> String {
    let result = does(client, what).await;
    assert_eq!(result["__typename"], "Refused", "{what}: {result}");
    assert!(!result["message_fr"].as_str().unwrap().contains('{'), "{result}");
    result["code"].as_str().unwrap().to_owned()
}

/// Writes a message; returns it.
async fn say(client: &Client, table: &str, text: &str, key: &str) -> Json {
    let what = format!("say(table: \"{table}\", text: \"{text}\", key: \"{key}\")");
    let said = does(client, &what).await;
    assert_eq!(said["__typename"], "Said", "{said}");
    said["message"].clone()
}

/// A table at which they sit.
async fn table_of(clients: &[&Client]) -> String {
    let opened = does(clients[0], "openTable(options: {sealed: {}}, seats: 2)").await;
    let id = opened["table"]["id"].as_str().unwrap().to_owned();
    for client in clients {
        does(client, &format!("sit(table: \"{id}\")")).await;
    }
    id
}

async fn messages(client: &Client, table: &str, page: &str) -> Json {
    let asked = format!(
        "{{ table(id: \"{table}\") {{ messages{page} {{ edges {{ cursor node {{ id }} }} \
         nodes {{ {MESSAGE} }} \
         pageInfo {{ hasNextPage hasPreviousPage startCursor endCursor }} }} }} }}"
    );
    client.ask(&asked, json!({})).await["table"]["messages"].clone()
}

fn texts(page: &Json) -> Vec<&str> {
    page["nodes"].as_array().unwrap().iter().map(|it| it["text"].as_str().unwrap_or("-")).collect()
}

/// A socket with a subscription to a table, after its first update.
async fn listener(client: &Client, table: &str) -> Socket {
    let mut socket = client.socket().await;
    let document = format!(
        "subscription {{ table(id: \"{table}\", messages: true) {{ seq entry {{ seq }} \
         message {{ {MESSAGE} }} table {{ id status }} }} }}"
    );
    socket.subscribe("1", &document, json!({})).await;
    let first = update(&mut socket).await;
    assert!(first["message"].is_null() && first["entry"].is_null(), "{first}");
    socket
}

async fn update(socket: &mut Socket) -> Json {
    let next = socket.next().await.unwrap();
    assert_eq!(next["type"], "next", "{next}");
    assert!(next["payload"].get("errors").is_none(), "{next}");
    next["payload"]["data"]["table"].clone()
}

/// The next message that comes.
async fn heard(socket: &mut Socket) -> Json {
    loop {
        let update = update(socket).await;
        if !update["message"].is_null() {
            assert!(update["entry"].is_null(), "{update}");
            return update["message"].clone();
        }
    }
}

async fn id_of(client: &Client) -> String {
    client.ask("{ me { id } }", json!({})).await["me"]["id"].as_str().unwrap().to_owned()
}

fn error_code(answer: &Json) -> &str {
    answer["errors"][0]["extensions"]["code"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn a_message_reaches_every_listener_once() {
    let (_, mut server) = started("talks");
    let [ada, bo] = [server.player("Ada").await, server.player("Bo").await];
    let table = table_of(&[&ada, &bo]).await;
    let mut listeners = [
        listener(&ada, &table).await,
        listener(&bo, &table).await,
        listener(&server.stranger(), &table).await,
    ];
    let said = say(&ada, &table, "  Bonjour\\n à tous !  ", "1").await;
    assert_eq!(said["text"], "Bonjour\n à tous !");
    assert_eq!(said["player"]["name"], "Ada");
    assert_eq!(said["isRemoved"], false);
    assert!(said["at"].as_str().unwrap().ends_with('Z'));
    // Sent again, it is the same message and not announced twice.
    assert_eq!(say(&ada, &table, "Bonjour\\n à tous !", "1").await, said);
    let answer = say(&bo, &table, "salut", "1").await;
    for listener in &mut listeners {
        assert_eq!(heard(listener).await, said);
        assert_eq!(heard(listener).await, answer);
    }
    // The game begins, and they go on talking.
    does(&ada, &format!("start(table: \"{table}\")")).await;
    let third = say(&ada, &table, "go", "2").await;
    for listener in &mut listeners {
        assert_eq!(heard(listener).await, third);
    }
    let all = messages(&server.stranger(), &table, "").await;
    assert_eq!(all["nodes"], json!([said, answer, third]));
    assert_eq!(all["edges"][2]["node"]["id"], third["id"]);
    let page = &all["pageInfo"];
    assert_eq!((&page["hasNextPage"], &page["hasPreviousPage"]), (&json!(false), &json!(false)));
    let newest = messages(&ada, &table, "(first: 2)").await;
    assert_eq!(texts(&newest), ["salut", "go"]);
    assert_eq!(newest["pageInfo"]["hasPreviousPage"], true);
    let cursor = newest["pageInfo"]["startCursor"].as_str().unwrap();
    let before = messages(&ada, &table, &format!("(first: 2, before: \"{cursor}\")")).await;
    assert_eq!(texts(&before), ["Bonjour\n à tous !"]);
    assert_eq!(before["pageInfo"]["hasPreviousPage"], false);
    assert_eq!(before["pageInfo"]["hasNextPage"], true);
    let cursor = before["pageInfo"]["endCursor"].as_str().unwrap();
    let after = messages(&ada, &table, &format!("(first: 1, after: \"{cursor}\")")).await;
    assert_eq!((texts(&after), &after["pageInfo"]["hasNextPage"]), (vec!["salut"], &json!(true)));
    // All of it is still there after a restart.
    server.stop_and_start();
    assert_eq!(messages(&ada, &table, "").await, all);
}

#[tokio::test]
async fn a_player_who_may_not_write_is_told_why() {
    let (_, server) = started("may-not-speak");
    let [ada, bo, eve] =
        [server.player("Ada").await, server.player("Bo").await, server.player("Eve").await];
    let table = table_of(&[&ada, &bo]).await;
    let say = |text: &str, key: &str| {
        format!("say(table: \"{table}\", text: \"{text}\", key: \"{key}\")")
    };
    assert_eq!(code(&eve, &say("hello", "1")).await, "NOT_SEATED");
    assert_eq!(code(&ada, &say(" ", "1")).await, "BAD_MESSAGE");
    assert_eq!(code(&ada, &say(&"x".repeat(501), "1")).await, "BAD_MESSAGE");
    assert_eq!(code(&ada, &say("a\\u202eb", "1")).await, "BAD_MESSAGE");
    assert_eq!(code(&ada, &say("hello", "")).await, "BAD_KEY");
    assert_eq!(code(&ada, "say(table: \"x\", text: \"hello\", key: \"1\")").await, "UNKNOWN_TABLE");
    let document = format!("mutation {{ {} {{ ok }} }}", say("hello", "1"));
    let stranger = server.stranger().post(&document, json!({})).await;
    assert_eq!(error_code(&stranger), "UNAUTHENTICATED");
    for number in 0..10 {
        assert_eq!(does(&ada, &say("hello", &number.to_string())).await["ok"], true);
    }
    // The real clock runs, so that more messages may be granted meanwhile.
    let mut number = 10;
    let refused = loop {
        let said = does(&ada, &say("hello", &number.to_string())).await;
        if said["ok"] == false {
            break said;
        }
        number += 1;
        assert!(number < 100, "nobody was kept from saying so much");
    };
    assert_eq!(refused["code"], "TOO_MANY_ATTEMPTS");
    assert!((1..=2).contains(&refused["retryAfter"].as_i64().unwrap()), "{refused}");
    assert_eq!(code(&ada, &say("something else", "0")).await, "KEY_REUSED");
    for (document, expected) in [
        (
            format!("{{ table(id: \"{table}\") {{ messages(first: 0) {{ nodes {{ id }} }} }} }}"),
            "BAD_INPUT",
        ),
        (
            format!(
                "{{ table(id: \"{table}\") {{ messages(after: \"x\") {{ nodes {{ id }} }} }} }}"
            ),
            "BAD_INPUT",
        ),
        (
            format!(
                "{{ table(id: \"{table}\") {{ messages(after: \"1\", before: \"2\") {{ nodes {{ id }} }} }} }}"
            ),
            "BAD_INPUT",
        ),
        ("{ reports { nodes { id } } }".to_owned(), "FORBIDDEN"),
        (
            format!("mutation {{ silence(player: \"{table}\", until: \"now\") {{ ok }} }}"),
            "BAD_INPUT",
        ),
    ] {
        let answer = ada.post(&document, json!({})).await;
        assert_eq!(error_code(&answer), expected, "{document}\n{answer}");
    }
}

#[tokio::test]
async fn a_muted_player_is_hidden_from_the_one_who_muted_them_only() {
    let (_, server) = started("mutes");
    let [ada, bo] = [server.player("Ada").await, server.player("Bo").await];
    let table = table_of(&[&ada, &bo]).await;
    let [ada_id, bo_id] = [id_of(&ada).await, id_of(&bo).await];
    say(&bo, &table, "before", "1").await;
    let mut listeners = [listener(&ada, &table).await, listener(&server.stranger(), &table).await];
    let muted = does(&ada, &format!("mute(player: \"{bo_id}\")")).await;
    assert_eq!(muted["player"]["name"], "Bo", "{muted}");
    assert_eq!(code(&ada, &format!("mute(player: \"{ada_id}\")")).await, "NOT_YOURSELF");
    assert_eq!(code(&ada, "mute(player: \"nobody\")").await, "UNKNOWN_PLAYER");
    assert_eq!(texts(&messages(&ada, &table, "").await), [""; 0]);
    say(&bo, &table, "unheard", "2").await;
    let own = say(&ada, &table, "peace", "1").await;
    assert_eq!(heard(&mut listeners[0]).await, own);
    assert_eq!(heard(&mut listeners[1]).await["text"], "unheard");
    assert_eq!(texts(&messages(&ada, &table, "").await), ["peace"]);
    assert_eq!(texts(&messages(&bo, &table, "").await), ["before", "unheard", "peace"]);
    let asked = "{ account { silencedUntil mutes { edges { cursor } nodes { player { id name } at } \
                 pageInfo { hasNextPage } } } }";
    let account = ada.ask(asked, json!({})).await["account"].clone();
    assert!(account["silencedUntil"].is_null());
    assert_eq!(account["mutes"]["nodes"][0]["player"], json!({"id": bo_id, "name": "Bo"}));
    assert_eq!(account["mutes"]["edges"][0]["cursor"], json!(bo_id));
    does(&ada, &format!("unmute(player: \"{bo_id}\")")).await;
    assert_eq!(texts(&messages(&ada, &table, "").await), ["before", "unheard", "peace"]);
    let program = async |scopes: &str| {
        let made = "mutation($scopes: [Scope!]!) { makeToken(label: \"\", scopes: $scopes) \
                    { ... on TokenMade { secret } } }";
        let made = ada.ask(made, json!({ "scopes": [scopes] })).await;
        let mut program = ada.clone();
        program.token = Some(made["makeToken"]["secret"].as_str().unwrap().into());
        program
    };
    let silent = program("PLAY").await;
    let mute = format!("mute(player: \"{bo_id}\")");
    assert_eq!(code(&silent, &mute).await, "INSUFFICIENT_SCOPE");
    let answer = silent.post("{ account { mutes { nodes { at } } } }", json!({})).await;
    assert_eq!(error_code(&answer), "FORBIDDEN");
    say(&program("CHAT").await, &table, "beep", "2").await;
}

#[tokio::test]
async fn moderators_see_reports_and_resolve_each_once() {
    let (home, server) = started("moderates");
    let [ada, bo] = [server.player("Ada").await, server.player("Bo").await];
    let table = table_of(&[&ada, &bo]).await;
    let bo_id = id_of(&bo).await;
    let moderator = with_role(&home, &server, "Mo", "moderator").await;
    let operator = with_role(&home, &server, "Op", "operator").await;
    let mut listening = listener(&ada, &table).await;
    let said = say(&bo, &table, "something unkind", "1").await;
    heard(&mut listening).await;
    let message = said["id"].as_str().unwrap();
    let report = format!("report(player: \"{bo_id}\", message: \"{message}\", reason: \"rude\")");
    let first = does(&ada, &report).await;
    assert_eq!(first["__typename"], "Reported", "{first}");
    assert_eq!(does(&ada, &report).await["reportId"], first["reportId"]);
    let ada_id = id_of(&ada).await;
    let other = format!("report(player: \"{ada_id}\", message: \"{message}\", reason: \"rude\")");
    assert_eq!(code(&bo, &other).await, "UNKNOWN_MESSAGE");
    let empty = format!("report(player: \"{bo_id}\", reason: \" \")");
    assert_eq!(code(&ada, &empty).await, "BAD_REASON");
    let queue = "{ reports { nodes { id status player { name } reporter { name } reason text \
                 table { id status } message { text removedBy { name } } outcome resolvedBy { name } } \
                 pageInfo { hasNextPage } } }";
    let found = moderator.ask(queue, json!({})).await["reports"]["nodes"].clone();
    let expected = json!([{
        "id": first["reportId"], "status": "OPEN", "player": {"name": "Bo"}, "reporter": {"name": "Ada"},
        "reason": "rude", "text": "something unkind", "table": {"id": table, "status": "OPEN"},
        "message": {"text": "something unkind", "removedBy": null}, "outcome": null,
        "resolvedBy": null,
    }]);
    assert_eq!(found, expected);
    // The text is removed; everybody is told, and moderators also by whom.
    assert_eq!(code(&ada, &format!("removeMessage(message: \"{message}\")")).await, "NOT_ALLOWED");
    let removed = does(&moderator, &format!("removeMessage(message: \"{message}\")")).await;
    assert_eq!(removed["message"]["removedBy"]["name"], "Mo", "{removed}");
    let told = heard(&mut listening).await;
    let id = &told["id"];
    assert_eq!((id, &told["text"], &told["isRemoved"]), (&said["id"], &Json::Null, &json!(true)));
    assert!(told["removedBy"].is_null(), "{told}");
    assert_eq!(messages(&ada, &table, "").await["nodes"], json!([told]));
    let seen = messages(&operator, &table, "").await;
    assert_eq!(seen["nodes"][0]["removedBy"]["name"], "Mo");
    // The player is silenced, and then no longer.
    let until = "2100-01-01T00:00:00+00:00";
    let silence = |until: &str| format!("silence(player: \"{bo_id}\", until: {until})");
    assert_eq!(code(&ada, &silence("null")).await, "NOT_ALLOWED");
    let silenced = does(&moderator, &silence(&format!("\"{until}\""))).await;
    assert_eq!(silenced["player"]["name"], "Bo", "{silenced}");
    let refused = does(&bo, &format!("say(table: \"{table}\", text: \"no\", key: \"2\")")).await;
    assert_eq!(refused["code"], "SILENCED");
    assert!(refused["message_fr"].as_str().unwrap().contains("2100-01-01 00:00"), "{refused}");
    // Longer than an Int can express.
    assert_eq!(refused["retryAfter"], i32::MAX);
    let own = bo.ask("{ account { silencedUntil } }", json!({})).await;
    assert_eq!(own["account"]["silencedUntil"], "2100-01-01T00:00:00.000Z");
    does(&moderator, &silence("null")).await;
    say(&bo, &table, "sorry", "3").await;
    let of_operator =
        format!("silence(player: \"{}\", until: \"{until}\")", id_of(&operator).await);
    assert_eq!(code(&moderator, &of_operator).await, "NOT_ALLOWED");
    // Two moderators resolve it at the same time.
    let resolve = |outcome: &str| {
        let id = first["reportId"].as_str().unwrap();
        format!("resolveReport(id: \"{id}\", outcome: {outcome}, note: \"n\")")
    };
    let (removed, dismissed) = (resolve("REMOVED"), resolve("DISMISSED"));
    let results = tokio::join!(does(&moderator, &removed), does(&operator, &dismissed));
    let mut results = [results.0, results.1];
    results.sort_by_key(|result| result["ok"] == false);
    assert_eq!(results[0]["report"]["status"], "RESOLVED", "{results:?}");
    assert!(results[0]["report"]["resolvedAt"].is_string());
    assert_eq!(results[1]["code"], "ALREADY_RESOLVED", "{results:?}");
    let none = moderator.ask(queue, json!({})).await;
    assert_eq!(none["reports"]["nodes"], json!([]));
    let done = queue.replace("reports {", "reports(status: RESOLVED) {");
    let done = moderator.ask(&done, json!({})).await["reports"]["nodes"].clone();
    assert_eq!(done[0]["resolvedBy"], results[0]["report"]["resolvedBy"]);
    assert_eq!(code(&ada, &resolve("OTHER")).await, "NOT_ALLOWED");
}

#[tokio::test]
async fn a_deleted_players_messages_are_removed_and_could_be_exported_before() {
    let (_, server) = started("goes");
    let [ada, bo] = [server.player("Ada").await, server.player("Bo").await];
    let table = table_of(&[&ada, &bo]).await;
    let [ada_id, bo_id] = [id_of(&ada).await, id_of(&bo).await];
    let said = say(&bo, &table, "my own words", "1").await;
    does(&bo, &format!("mute(player: \"{ada_id}\")")).await;
    does(&bo, &format!("report(player: \"{ada_id}\", reason: \"cheats\")")).await;
    let export = "{ exportAccount { data messagePageInfo { hasNextPage endCursor } } }";
    let export = bo.ask(export, json!({})).await["exportAccount"].clone();
    let data = &export["data"];
    assert_eq!(data["messages"][0]["text"], "my own words");
    assert_eq!(data["messages"][0]["table"], json!(table));
    assert_eq!(data["mutes"][0]["player"], json!(ada_id));
    assert_eq!(data["reports"][0]["reason"], "cheats");
    assert_eq!(export["messagePageInfo"], json!({"hasNextPage": false, "endCursor": said["id"]}));
    let mut listening = listener(&ada, &table).await;
    does(&bo, "deleteAccount").await;
    let told = heard(&mut listening).await;
    assert_eq!((&told["id"], &told["text"]), (&said["id"], &Json::Null));
    assert_eq!(told["player"]["standing"], "DELETED");
    let left = messages(&ada, &table, "").await;
    assert_eq!(left["nodes"], json!([told]));
    let again = format!("report(player: \"{bo_id}\", reason: \"gone\")");
    assert_eq!(code(&ada, &again).await, "UNKNOWN_PLAYER");
}

/// The address from a log, once it is there.
async fn address(log: &Path) -> String {
    for _ in 0..600 {
        let said = fs::read_to_string(log).unwrap();
        let serving = said.lines().find_map(|line| {
            let entry: Json = serde_json::from_str(line).ok()?;
            let fields = &entry["fields"];
            let is_it = fields["message"] == "serving";
            is_it.then(|| fields["address"].as_str().map(str::to_owned))?
        });
        if let Some(address) = serving {
            return address;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it does not serve: {}", fs::read_to_string(log).unwrap());
}

/// Kills the server when it is dropped.
struct Child(std::process::Child);

impl Drop for Child {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn no_message_is_in_the_log() {
    let sealed = module("libsealed.so");
    let home = home("chat-log", &[sealed]);
    let log = home.join("log");
    let mut command = command(&home, "127.0.0.1:0");
    // With every log message of every part of the program.
    command.env("GUERIDON_LOG", "trace,tungstenite=trace,tokio_tungstenite=trace");
    command.stderr(File::create(&log).unwrap());
    let child = Child(command.spawn().unwrap());
    let nobody = Client::at(&address(&log).await);
    let [ada, bo] = [nobody.player("Ada").await, nobody.player("Bo").await];
    let table = table_of(&[&ada, &bo]).await;
    let mut listening = listener(&ada, &table).await;
    let said = say(&bo, &table, "pomegranate", "1").await;
    assert_eq!(heard(&mut listening).await["text"], "pomegranate");
    let too_long =
        format!("say(table: \"{table}\", text: \"quince {}\", key: \"2\")", "x".repeat(500));
    assert_eq!(code(&bo, &too_long).await, "BAD_MESSAGE");
    let (id, bo_id) = (said["id"].as_str().unwrap(), id_of(&bo).await);
    let report = format!("report(player: \"{bo_id}\", message: \"{id}\", reason: \"medlar\")");
    assert_eq!(does(&ada, &report).await["ok"], true);
    does(&bo, "deleteAccount").await;
    drop(child);
    let logged = fs::read_to_string(&log).unwrap();
    assert!(logged.contains("serving"));
    for word in ["pomegranate", "quince", "medlar"] {
        assert!(!logged.contains(word), "{word} is in the log");
    }
}
