//! Requests that are not as they should be: each is refused as documented, before anything runs,
//! and the server goes on.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "support/server.rs"]
#[allow(dead_code, reason = "each test uses its part")]
mod server;

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use gueridon::fault::Code as Fault;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use serde_json::{Value as Json, json};
use server::{GUERIDON, Server, Socket, command, home, module};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn sealed() -> PathBuf {
    module("libsealed.so", "cargo build -p gueridon-game --examples")
}

fn code(answer: &Json) -> &str {
    answer["errors"][0]["extensions"]["code"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

#[tokio::test]
async fn what_no_schema_has_or_no_server_would_answer_is_refused_before_it_runs() {
    let home = home("refused", &[sealed()]);
    let server = Server::start(&home);
    let stranger = server.stranger();
    let deep = format!(
        "{{ table(id: 1) {{ {}id{} }} }}",
        "game { catalogue { ".repeat(12),
        "} }".repeat(12)
    );
    let nested = format!("{{ games {{ id }} }} # {}\n{{ a(b: {}", "x", "[".repeat(100_000));
    let wide: String = (0..300).map(|n| format!("t{n}: table(id: 1) {{ id }} ")).collect();
    let mut bomb = String::from("{ ...F0 } fragment F30 on Query { me { id } }");
    for n in 0..30 {
        bomb += &format!(" fragment F{n} on Query {{ ...F{} ...F{} }}", n + 1, n + 1);
    }
    let cases = [
        ("{ nothing }", "BAD_INPUT"),
        ("{ games { nothing } }", "BAD_INPUT"),
        ("{ game(id: 1) { ... on Nothing { id } } }", "BAD_INPUT"),
        ("{ game(id: 1, id: 2) { id } }", "BAD_INPUT"),
        ("{ games", "BAD_INPUT"),
        ("", "BAD_INPUT"),
        ("{ tables(first: 3000000000) { nodes { id } } }", "BAD_INPUT"),
        ("query A { me { id } } query B { me { id } }", "BAD_INPUT"),
        ("subscription { table(id: 1) { seq } }", "BAD_INPUT"),
        ("subscription { a: table(id: 1) { seq } b: table(id: 2) { seq } }", "BAD_INPUT"),
        ("{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }", "BAD_INPUT"),
        (&deep, "TOO_DEEP"),
        (&nested, "TOO_DEEP"),
        (&format!("{{ {wide} }}"), "TOO_COSTLY"),
        (&bomb, "TOO_COSTLY"),
    ];
    for (document, expected) in cases {
        let answer = stranger.post(document, json!({})).await;
        let shown = &document[..document.len().min(80)];
        assert_eq!(code(&answer), expected, "{shown}: {answer}");
        assert!(answer.get("data").is_none(), "{shown}: {answer}");
    }
    assert_eq!(stranger.ask("{ games { id } }", json!({})).await["games"][0]["id"], "sealed");
}

#[tokio::test]
async fn a_step_of_the_wrong_shape_is_refused_with_the_path_into_it() {
    let home = home("shapes", &[sealed()]);
    let server = Server::start(&home);
    let player = server.player("Ada").await;
    let document = "mutation($steps: [Move!]!) { \
                    play(table: \"x\", since: 0, key: \"k\", steps: $steps) { ok } }";
    let cases = [
        (json!([{"sealed": {"bid": {"card": "three"}}}]), "$steps[0].sealed.bid.card"),
        (json!([{"sealed": {"bid": {}}}]), "$steps[0].sealed.bid.card"),
        (json!([{"sealed": {"bid": {"card": 3_000_000_000_u32}}}]), "$steps[0].sealed.bid.card"),
        (json!([{"sealed": {"bid": {"card": 3}}}, {"sealed": {}}]), "$steps[1].sealed"),
        (json!([{"sealed": {"bid": {"card": 3, "x": 1}}}]), "$steps[0].sealed.bid"),
        (json!([{"sealed": null}]), "$steps[0]"),
        (json!([{"other": {}}]), "$steps[0]"),
        (json!([null]), "$steps[0]"),
        (json!(null), "$steps"),
    ];
    for (steps, path) in cases {
        let answer = player.post(document, json!({ "steps": steps })).await;
        assert_eq!(code(&answer), "BAD_INPUT");
        let message = answer["errors"][0]["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("{path}: ")), "{steps}: {message}");
    }
}

#[tokio::test]
async fn refusals_have_their_codes_and_sentences() {
    let home = home("codes", &[sealed()]);
    let server = Server::start(&home);
    let (ada, bob, eve) =
        (server.player("Ada").await, server.player("Bob").await, server.player("Eve").await);
    let refused = "ok ... on Refused { code gameCode rule step message(language: FR) }";
    let ask = async |who: &server::Client, mutation: &str| {
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
        (&eve, format!("start(table: \"{id}\")"), "NOT_SEATED"),
        (&bob, format!("start(table: \"{id}\")"), ""),
        (&bob, format!("start(table: \"{id}\")"), ""),
        (&ada, format!("start(table: \"{id}\")"), "TABLE_STARTED"),
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
}

#[tokio::test]
async fn http_takes_json_by_post_and_nothing_else() {
    let home = home("http", &[sealed()]);
    let server = Server::start(&home);
    let stranger = server.stranger();
    let good = r#"{"query":"{ games { id } }"}"#;
    let big = format!(r#"{{"query":"{{ games {{ id }} }} #{}"}}"#, "x".repeat(256 * 1024));
    let json = "application/json";
    let cases = [
        (Some("text/plain"), good, 415),
        (Some("application/x-www-form-urlencoded"), good, 415),
        (Some("application/json; charset=latin1"), good, 415),
        (None, good, 415),
        (Some(json), big.as_str(), 413),
        (Some(json), "[{\"query\":\"{ games { id } }\"}]", 400),
        (Some(json), "{", 400),
        (Some(json), "{}", 400),
        (Some(json), "null", 400),
        (Some(json), r#"{"query":1}"#, 400),
        (Some(json), r#"{"query":"{ me { id } }","variables":[]}"#, 400),
        (Some("application/json; charset=utf-8"), good, 200),
    ];
    for (content_type, body, status) in cases {
        let mut request = stranger.request().body(body.to_owned());
        if let Some(content_type) = content_type {
            request = request.header(CONTENT_TYPE, content_type);
        }
        let response = request.send().await.unwrap();
        let shown = &body[..body.len().min(60)];
        assert_eq!(response.status(), status, "{content_type:?} {shown}");
    }
    let http = reqwest::Client::new();
    let url = format!("http://{}/graphql", server.address);
    let got = http.get(format!("{url}?query={{games{{id}}}}")).send().await.unwrap();
    assert_eq!(got.status(), 405);
    let odd = stranger.request().header(ACCEPT, "text/html").header(CONTENT_TYPE, json).body(good);
    assert_eq!(odd.send().await.unwrap().status(), 406);
    let schema = http.get(format!("http://{}/schema.graphql", server.address)).send().await;
    assert!(schema.unwrap().text().await.unwrap().contains("type SealedView implements View"));
}

#[tokio::test]
async fn pages_of_other_sites_are_let_in_only_where_the_operator_named_them() {
    let home = home("origins", &[]);
    let friend = "https://friend.example";
    for (named, origin, is_let_in) in [
        (Some(friend), friend, true),
        (Some(friend), "https://other.example", false),
        (None, friend, false),
    ] {
        let mut command = command(&home, "127.0.0.1:0");
        if let Some(named) = named {
            command.args(["--allow-origin", named]);
        }
        let server = Server::of(command, &home);
        let preflight = reqwest::Client::new()
            .request(reqwest::Method::OPTIONS, format!("http://{}/graphql", server.address))
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "authorization,content-type");
        let allowed = preflight.send().await.unwrap();
        assert_eq!(allowed.headers()["access-control-max-age"], "3600");
        let allowed = allowed.headers().get("access-control-allow-origin").cloned();
        assert_eq!(allowed.is_some_and(|allowed| allowed == origin), is_let_in, "{origin}");
        assert_eq!(Socket::is_opened(&server.address, Some(origin)).await, is_let_in, "{origin}");
        assert!(Socket::is_opened(&server.address, None).await);
        let own = format!("http://{}", server.address);
        assert!(Socket::is_opened(&server.address, Some(&own)).await);
    }
}

#[tokio::test]
async fn without_a_token_or_with_a_strangers_there_is_nothing_to_be_done() {
    let home = home("tokens", &[sealed()]);
    let server = Server::start(&home);
    let stranger = server.stranger();
    assert_eq!(stranger.ask("{ me { id } }", json!({})).await, json!({"me": null}));
    for document in [
        "mutation { openTable(options: {sealed: {}}, seats: 2) { ok } }",
        "mutation { sit(table: 1) { ok } }",
        "{ tables(mine: true) { nodes { id } } }",
    ] {
        let answer = stranger.post(document, json!({})).await;
        assert_eq!(code(&answer), "UNAUTHENTICATED", "{document}");
    }
    for token in ["Bearer nobody", "Bearer ", "Basic abc", "nobody"] {
        let request = stranger.request().header(AUTHORIZATION, token);
        let response = request.json(&json!({"query": "{ games { id } }"})).send().await.unwrap();
        assert_eq!(response.status(), 401, "{token}");
        assert_eq!(response.headers()["www-authenticate"], "Bearer");
        assert_eq!(code(&response.json().await.unwrap()), "UNAUTHENTICATED", "{token}");
    }
    let mut socket = Socket::open(&server.address).await;
    socket.send(json!({"type": "connection_init", "payload": {"token": "nobody"}})).await;
    assert_eq!(socket.next_or_close().await, Err(Some(4403)));
}

#[tokio::test]
async fn a_socket_speaks_its_protocol_and_is_closed_where_a_client_does_not() {
    let home = home("socket", &[sealed()]);
    let server = Server::start(&home);
    let player = server.player("Ada").await;
    let closed_after = async |lines: &[&str], is_greeted: bool| {
        let mut socket =
            if is_greeted { player.socket().await } else { Socket::open(&server.address).await };
        for line in lines {
            socket.say(line).await;
        }
        loop {
            if let Err(code) = socket.next_or_close().await {
                return code;
            }
        }
    };
    let init = r#"{"type":"connection_init"}"#;
    let listen = r#"{"type":"subscribe","id":"1","payload":{"query":"subscription { table(id: \"x\") { seq } }"}}"#;
    assert_eq!(closed_after(&["no json"], false).await, Some(4400));
    assert_eq!(closed_after(&[r#"{"type":"unknown"}"#], true).await, Some(4400));
    assert_eq!(closed_after(&[r#"{"type":"subscribe","id":"1"}"#], true).await, Some(4400));
    assert_eq!(closed_after(&[r#"{"type":"complete","id":""}"#], true).await, Some(4400));
    let long = format!(r#"{{"type":"complete","id":"{}"}}"#, "é".repeat(65));
    assert_eq!(closed_after(&[&long], true).await, Some(4400));
    assert_eq!(closed_after(&[listen], false).await, Some(4401));
    assert_eq!(closed_after(&[init], true).await, Some(4429));
    assert_eq!(closed_after(&[], false).await, Some(4408));

    let mut socket = player.socket().await;
    socket.send(json!({"type": "ping", "payload": {"a": 1}})).await;
    assert_eq!(socket.next().await, Some(json!({"type": "pong", "payload": {"a": 1}})));
    socket.subscribe("q", "{ me { name } }", json!({})).await;
    let payload = json!({"data": {"me": {"name": "Ada"}}});
    assert_eq!(socket.next().await, Some(json!({"id": "q", "type": "next", "payload": payload})));
    assert_eq!(socket.next().await, Some(json!({"id": "q", "type": "complete"})));
    socket.say(listen).await;
    let frame = socket.next().await.unwrap();
    assert_eq!(frame["type"], "error");
    assert_eq!(frame["payload"][0]["extensions"]["code"], "NOT_FOUND");

    let opened = player
        .ask(
            "mutation { openTable(options: {sealed: {}}, seats: 2) { ... on TableChanged { table { id } } } }",
            json!({}),
        )
        .await;
    let id = &opened["openTable"]["table"]["id"];
    let document = "subscription($id: ID!) { ...F } fragment F on Subscription { table(id: $id) \
                    { seq entry { seq } table { seats { player { name } } } } }";
    let same = format!("{}x", "é".repeat(63));
    let payload = json!({"query": document, "variables": {"id": id}});
    let twice = json!({"type": "subscribe", "id": same, "payload": payload}).to_string();
    assert_eq!(closed_after(&[&twice, &twice], true).await, Some(4409));
    for number in 0..20 {
        socket.subscribe(&format!("s{number}"), document, json!({ "id": id })).await;
    }
    socket.subscribe("s20", document, json!({ "id": id })).await;
    let mut begun = BTreeSet::new();
    let frame = loop {
        let frame = socket.next().await.unwrap();
        if frame["type"] != "next" {
            break frame;
        }
        assert_eq!(frame["payload"]["data"]["table"]["entry"], Json::Null);
        assert!(begun.insert(frame["id"].to_string()), "each tells once how the table stands");
    };
    assert_eq!(frame["id"], "s20");
    assert_eq!(frame["payload"][0]["extensions"]["code"], "TOO_COSTLY");
    player.ask("mutation($id: ID!) { sit(table: $id) { ok } }", json!({ "id": id })).await;
    loop {
        let frame = socket.next().await.unwrap();
        let update = &frame["payload"]["data"]["table"];
        assert_eq!(update["entry"], Json::Null);
        if begun.insert(frame["id"].to_string()) {
            continue;
        }
        assert_eq!(update["table"]["seats"][0]["player"]["name"], "Ada");
        break;
    }
}

#[tokio::test]
async fn a_subscription_first_tells_how_the_table_stands_and_takes_no_seq_below_0() {
    let home = home("first", &[sealed()]);
    let server = Server::start(&home);
    let player = server.player("Ada").await;
    let id = opened(&player).await;
    let document = "subscription($id: ID!, $after: Int) { table(id: $id, after: $after) \
                    { seq entry { seq } table { id status seq } } }";
    let mut socket = player.socket().await;
    socket.subscribe("1", document, json!({ "id": id, "after": -1 })).await;
    let frame = socket.next().await.unwrap();
    assert_eq!(frame["type"], "error");
    assert_eq!(frame["payload"][0]["extensions"]["code"], "BAD_INPUT");
    socket.subscribe("1", document, json!({ "id": id, "after": 0 })).await;
    let frame = socket.next().await.unwrap();
    let table = json!({"id": id, "status": "OPEN", "seq": 0});
    let update = json!({"seq": 0, "entry": null, "table": table});
    assert_eq!(frame["payload"], json!({"data": {"table": update}}));
}

/// A table that nobody sits at.
async fn opened(player: &server::Client) -> String {
    let document = "mutation { openTable(options: {sealed: {}}, seats: 2) \
                    { ... on TableChanged { table { id } } } }";
    let opened = player.ask(document, json!({})).await;
    opened["openTable"]["table"]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_table_says_how_it_is_played_and_since_when() {
    let home = home("about", &[sealed()]);
    let server = Server::start(&home);
    let player = server.player("Ada").await;
    let id = opened(&player).await;
    let document = "query($id: ID!) { table(id: $id) { options openedAt startedAt stoppedReason } \
                    games { options } }";
    let answer = player.ask(document, json!({ "id": id })).await;
    assert_eq!(answer["table"]["options"], answer["games"][0]["options"]);
    assert!(answer["table"]["openedAt"].as_str().unwrap().ends_with('Z'), "{answer}");
    assert_eq!(answer["table"]["startedAt"], Json::Null);
    assert_eq!(answer["table"]["stoppedReason"], Json::Null);
}

#[tokio::test]
async fn who_takes_long_to_ask_is_not_waited_for() {
    let home = home("slow", &[sealed()]);
    let server = Server::start(&home);
    let never_ends = async |text: &str| {
        let mut stream = TcpStream::connect(&server.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let patience = std::time::Duration::from_secs(40);
        let read = tokio::time::timeout(patience, stream.read_to_string(&mut answer));
        // A connection that is closed early may be reset.
        let _ = read.await.expect("the server ends it within 40 seconds");
        answer
    };
    let body = "POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                content-length: 100\r\n\r\n{";
    let (silent, headers, body) = tokio::join!(
        never_ends(""),
        never_ends("POST /graphql HTTP/1.1\r\nhost: x\r\n"),
        never_ends(body)
    );
    assert!(!silent.contains(" 200 ") && !headers.contains(" 200 "), "{silent} {headers}");
    assert!(body.starts_with("HTTP/1.1 408 "), "{body}");
}

#[tokio::test]
async fn one_connection_more_than_there_is_room_for_waits_until_one_ends() {
    let home = home("room", &[sealed()]);
    let mut command = command(&home, "127.0.0.1:0");
    command.args(["--max-connections", "2"]);
    let server = Server::of(command, &home);
    let stranger = server.stranger();
    let (one, _other) = (stranger.socket().await, stranger.socket().await);
    let asking = tokio::spawn(async move { stranger.ask("{ games { id } }", json!({})).await });
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert!(!asking.is_finished());
    drop(one);
    assert_eq!(asking.await.unwrap()["games"][0]["id"], "sealed");
}

#[test]
fn every_code_is_documented_and_nothing_else() {
    use gueridon_host::refusal::Code;
    let schema = gueridon::sdl::PLATFORM;
    let is_code = |word: &&str| {
        word.len() > 3 && word.chars().all(|one| one.is_ascii_uppercase() || one == '_')
    };
    let refused = schema.split("Why, as a stable word.").nth(1).unwrap();
    let refused = refused.split("\"\"\"").next().unwrap();
    let words = refused.split_whitespace().filter_map(|word| word.strip_suffix(':'));
    let documented: BTreeSet<&str> = words.filter(is_code).collect();
    // These are never answered by a `Refused`, but as errors.
    let errors = [Code::NotOver, Code::Unavailable, Code::Internal];
    let all = Code::ALL.iter().filter(|code| !errors.contains(code));
    assert_eq!(documented, all.map(|code| code.word()).collect());

    let head = schema.lines().take_while(|line| line.starts_with('#'));
    let listed = head.filter_map(|line| line.strip_prefix("#   ")?.split_whitespace().next());
    let listed: BTreeSet<String> = listed.map(str::to_owned).collect();
    assert_eq!(listed, FAULTS.map(word).into());
}

const FAULTS: [Fault; 10] = [
    Fault::BadInput,
    Fault::TooDeep,
    Fault::TooCostly,
    Fault::TooLarge,
    Fault::Unauthenticated,
    Fault::Unavailable,
    Fault::Resume,
    Fault::NotFound,
    Fault::Forbidden,
    Fault::Internal,
];

/// A code as it is sent.
fn word(code: Fault) -> String {
    match code {
        // A new one is to be added above, too.
        Fault::BadInput | Fault::TooDeep | Fault::TooCostly | Fault::TooLarge => {}
        Fault::Unauthenticated | Fault::Unavailable | Fault::Resume | Fault::NotFound => {}
        Fault::Forbidden | Fault::Internal => {}
    }
    serde_json::to_value(code).unwrap().as_str().unwrap().to_owned()
}

#[tokio::test]
async fn sigterm_and_ctrl_c_close_sockets_properly_and_exit_with_0() {
    for signal in ["TERM", "INT"] {
        let home = home(&format!("sig{signal}"), &[sealed()]);
        let mut server = Server::start(&home);
        let mut socket = server.player("Ada").await.socket().await;
        let ended = tokio::task::spawn_blocking(move || server.stop(signal));
        assert_eq!(socket.next_or_close().await, Err(Some(1001)));
        assert_eq!(ended.await.unwrap(), Some(0), "{signal}");
    }
}

#[test]
fn what_keeps_the_server_from_starting_is_one_clear_line() {
    let good = home("start", &[sealed()]);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let text = home("start-text", &[]);
    std::fs::write(
        text.join("journal.db"),
        "This is a shopping list, and no journal at all.\n".repeat(200),
    )
    .unwrap();
    let bare = home("start-bare", &[]);
    std::fs::remove_dir(bare.join("modules")).unwrap();
    let free = "127.0.0.1:0";
    let mut unknown = command(&good, free);
    unknown.args(["--journal", "mysql:x"]);
    let cases = [
        (command(&good, &taken), taken.as_str()),
        (command(&good, "nowhere"), "nowhere"),
        (command(&text, free), "is not a Guéridon journal"),
        (command(&bare, free), "modules"),
    ];
    for (mut command, expected) in cases {
        let output = command.stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{expected}");
        let said = String::from_utf8(output.stderr).unwrap();
        let last: Vec<&str> = said.lines().filter(|line| line.starts_with("gueridon: ")).collect();
        assert_eq!(last.len(), 1, "{said}");
        assert!(last[0].contains(expected), "{said}");
    }
    assert!(!unknown.stderr(Stdio::null()).status().unwrap().success());
}

#[test]
fn games_schema_and_probe_say_what_is_there() {
    let home = home("commands", &[sealed()]);
    let modules = home.join("modules");
    let run = |arguments: &[&str]| {
        let output = Command::new(GUERIDON).args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let directory = modules.to_str().unwrap();
    let (code, games) = run(&["games", "--modules", directory]);
    assert_eq!(code, Some(0));
    assert!(games.starts_with("sealed\tSealed / Sous pli\t2-6 seats\trules 1\t"), "{games}");
    let (code, schema) = run(&["schema", "--modules", directory]);
    assert_eq!(code, Some(0));
    assert!(schema.contains("input Move @oneOf {"), "{schema}");
    let (code, report) = run(&["probe", modules.join("libsealed.so").to_str().unwrap()]);
    assert_eq!(code, Some(0));
    assert!(report.contains("\"sealed\""), "{report}");
    let (code, _) = run(&["probe", GUERIDON]);
    assert_eq!(code, Some(1));
}

#[tokio::test]
async fn a_game_that_comes_while_the_server_runs_is_served() {
    let home = home("comes", &[]);
    let server = Server::start(&home);
    let stranger = server.stranger();
    assert_eq!(stranger.ask("{ games { id } }", json!({})).await, json!({"games": []}));
    let module = sealed();
    let file = home.join("modules").join("libsealed.so");
    let part = home.join("libsealed.part");
    std::fs::copy(module, &part).unwrap();
    std::fs::rename(part, file).unwrap();
    for _ in 0..200 {
        if stranger.ask("{ games { id } }", json!({})).await == json!({"games": [{"id": "sealed"}]})
        {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the game was not served within 20 seconds");
}
