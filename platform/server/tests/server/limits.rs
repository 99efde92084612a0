//! Requests that exceed a limit: each is refused, and the server goes on. A request is at most 256
//! KiB long, and all of these are shorter.

use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::play::games::abyss::GAME as ABYSS;
use crate::support::server::{Client, Server, Socket, command, home, module};
use crate::support::tables::{begun, play};

const BODY_BYTES: usize = 256 * 1024;

fn started(test: &str) -> Server {
    let sealed = module("libsealed.so");
    Server::start(&home(test, &[sealed]))
}

fn code(answer: &Json) -> &str {
    answer["errors"][0]["extensions"]["code"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

async fn refused(client: &Client, document: &str) -> String {
    assert!(document.len() < BODY_BYTES, "{}", document.len());
    let answer = client.post(document, json!({})).await;
    assert!(answer.get("data").is_none(), "{answer}");
    code(&answer).to_owned()
}

/// A chain of fragments, each in the one before.
fn chain(links: usize) -> String {
    let mut text = String::from("{...F0}");
    for link in 0..links {
        text += &format!("fragment F{link} on Query{{...F{}}}", link + 1);
    }
    text + &format!("fragment F{links} on Query{{me{{id}}}}")
}

#[tokio::test]
async fn the_limits_that_the_server_tells_are_those_that_it_keeps() {
    let server = started("told");
    let stranger = server.stranger();
    let asked = "{ server { version apiVersion limits { documentCost documentDepth requestBytes page \
                 answerBytes answerValues steps stepsBytes messageLength socketOperations socketIdleSeconds \
                 accountSockets accountSubscriptions } } }";
    let answer = stranger.ask(asked, json!({})).await;
    let told = &answer["server"];
    assert_eq!(told["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(told["apiVersion"], "1.0");
    let limits = &told["limits"];
    assert_eq!(limits["requestBytes"], BODY_BYTES);
    assert_eq!(limits["answerValues"], gueridon_graphql::answer::MAX_VALUES);

    let limit_of = async |document: &str| {
        let refused = stranger.post(document, json!({})).await;
        let extensions = refused["errors"][0]["extensions"].clone();
        assert!(extensions["cost"].as_u64() > extensions["limit"].as_u64(), "{refused}");
        extensions["limit"].clone()
    };
    let page = limits["page"].as_u64().unwrap();
    let wide = format!(
        "{{ tables(first: {page}) {{ nodes {{ view {{ toAct }} score {{ isFinal }} }} }} }}"
    );
    assert_eq!(limit_of(&wide).await, limits["documentCost"]);
    let nested = format!("{{ me {} }}", "{ a ".repeat(25) + &"}".repeat(25));
    assert_eq!(limit_of(&nested).await, limits["documentDepth"]);
    let too_long = format!("{{ tables(first: {}) {{ nodes {{ id }} }} }}", page + 1);
    let refused = stranger.post(&too_long, json!({})).await;
    assert_eq!(code(&refused), "BAD_INPUT", "{refused}");
}

#[tokio::test]
async fn looks_back_cost_what_they_replay() {
    const ENTRIES: usize = 100;
    const LOOKS: usize = 60;
    let home = home("replays", &[ABYSS.module()]);
    let mut server = Server::start(&home);
    let (id, players) = begun(&server.stranger(), ABYSS.plain(), 2).await;
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    assert_eq!(play(&players, &id, &mut dice, ENTRIES).await, ENTRIES);
    assert_eq!(server.stop("TERM"), Some(0));
    let mut command = command(&home, "127.0.0.1:0");
    // What is saved up is twenty times as much.
    command.env("GUERIDON_BUDGET", "1000");
    let server = Server::of(command, &home);
    let watcher = server.player("Watcher").await;
    let document = "query($id: ID!, $at: Int!) { table(id: $id) { snapshot(at: $at) { seq } } }";
    let looks = async |positions: &[usize]| {
        for at in positions {
            let answer = watcher.post(document, json!({"id": id, "at": at})).await;
            if answer.get("errors").is_some() {
                return code(&answer).to_owned();
            }
        }
        "OK".to_owned()
    };
    // Each look goes on from the one before, or begins at the deal again.
    let forth: Vec<usize> = (1..=LOOKS).collect();
    assert_eq!(looks(&forth).await, "OK");
    let back: Vec<usize> = (1..=LOOKS).map(|look| ENTRIES - look).collect();
    assert_eq!(looks(&back).await, "TOO_MANY_ATTEMPTS");
}

#[tokio::test]
async fn what_a_list_says_of_a_table_is_told_without_a_replay() {
    const ENTRIES: usize = 100;
    /// So little a second that hardly any comes in meanwhile; twenty times as much is there at first.
    const BUDGET: u32 = 100;
    let home = home("rows", &[ABYSS.module()]);
    let mut server = Server::start(&home);
    let (id, players) = begun(&server.stranger(), ABYSS.plain(), 2).await;
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    assert_eq!(play(&players, &id, &mut dice, ENTRIES).await, ENTRIES);
    assert_eq!(server.stop("TERM"), Some(0));
    let mut command = command(&home, "127.0.0.1:0");
    command.env("GUERIDON_BUDGET", BUDGET.to_string());
    let server = Server::of(command, &home);
    let watcher = server.player("Watcher").await;
    // What is left of the budget once this was answered.
    let left_after = async |fields: &str| {
        let query = format!("query($id: ID!) {{ table(id: $id) {{ {fields} }} }}");
        let body = json!({"query": query, "variables": {"id": id}});
        let token = watcher.token.as_deref().unwrap();
        let answer = watcher.request().json(&body).bearer_auth(token).send().await.unwrap();
        let limit = answer.headers()["ratelimit"].to_str().unwrap().to_owned();
        let left = limit.split(';').find_map(|part| part.trim().strip_prefix("r="));
        left.and_then(|left| left.parse::<u32>().ok()).unwrap_or_else(|| panic!("{limit}"))
    };
    let full = left_after("id").await;
    let asked = Instant::now();
    let told = left_after("status openedAt game { id } seats { bot player { name } }").await;
    assert!(told + 10 * ENTRIES as u32 > full, "{told} of {full}");
    left_after("seats { toAct }").await;
    let replayed = left_after("id").await;
    let came_in = (f64::from(BUDGET) * asked.elapsed().as_secs_f64()) as u32;
    assert!(replayed + 9 * (ENTRIES as u32) < told + came_in, "{replayed} of {told} + {came_in}");
}

#[tokio::test]
async fn no_document_is_so_deep_that_the_server_crashes() {
    let server = started("deep");
    let stranger = server.stranger();
    assert_eq!(refused(&stranger, &chain(7_000)).await, "TOO_COSTLY");
    assert_eq!(refused(&stranger, &chain(150)).await, "TOO_DEEP");
    assert!(stranger.ask(&chain(40), json!({})).await["me"].is_null());
    let inline = |depth, innermost: &str| {
        format!("{}{{{innermost}}}{}", "{...".repeat(depth), "}".repeat(depth))
    };
    let mut both = String::from("{...F0}");
    for link in 0..150 {
        both += &format!("fragment F{link} on Query{}", inline(30, &format!("...F{}", link + 1)));
    }
    both += "fragment F150 on Query{me{id}}";
    assert_eq!(refused(&stranger, &both).await, "TOO_DEEP");
    assert_eq!(refused(&stranger, &inline(50_000, "me{id}")).await, "TOO_DEEP");
    for open in ["{", "[", "(", "{a:", "[{a:", "{...{", "{a(b:["] {
        let many = open.repeat(200_000 / open.len());
        // As it is, and after text that another parser would take for a comment or a string.
        for before in ["", "{a#\r", "{game(id:[\"\"\" x\"", "{game(id:\"\"\"\"", "query Q($a:"] {
            let code = refused(&stranger, &format!("{before}{many}")).await;
            assert!(matches!(&*code, "TOO_DEEP" | "BAD_INPUT"), "{before}{open}: {code}");
        }
    }
    stranger.ask("{ games { id } }", json!({})).await;
}

#[tokio::test]
async fn operations_of_one_document_share_what_they_may_cost() {
    let server = started("shared");
    let stranger = server.stranger();
    let fields: String = (0..1_390).map(|n| format!("a{n}:id ")).collect();
    let asked: String = (0..20).map(|n| format!("query Q{n}{{me{{...F}}}}")).collect();
    let text = format!("{asked}fragment F on Player{{{fields}}}");
    assert_eq!(refused(&stranger, &text).await, "TOO_COSTLY");
    let same = format!("{{me{{{}}}}}", "a:id ".repeat(1_390));
    assert_eq!(refused(&stranger, &same).await, "TOO_COSTLY");
    let many: String = (0..21).map(|n| format!("query Q{n}{{me{{id}}}}")).collect();
    assert_eq!(refused(&stranger, &many).await, "TOO_COSTLY");
}

#[tokio::test]
async fn many_different_documents_do_not_keep_others_from_being_answered() {
    let server = started("unseen");
    let stranger = server.stranger();
    let fields: String = (0..1_000).map(|n| format!("a{n}:id ")).collect();
    let asked = (0..40).map(|n| {
        let stranger = stranger.clone();
        let text = format!("query Q{n}{{me{{{fields}}}}}");
        async move { stranger.ask(&text, json!({})).await }
    });
    let answers = futures_util::future::join_all(asked).await;
    assert!(answers.iter().all(|answer| answer["me"].is_null()));
}

#[tokio::test]
async fn an_answer_that_grows_too_large_is_refused_as_a_whole() {
    let abyss = module("libabyss.so");
    let server = Server::start(&home("large", &[abyss]));
    let stranger = server.stranger();
    // A catalogue of many cards, the text of each many times under long names, all of it many times.
    let long = "a".repeat(100);
    let texts: String = (0..40).map(|n| format!("{long}{n}:text ")).collect();
    let games: String =
        (0..15).map(|n| format!("g{n}:game(id:\"abyss\"){{catalogue{{{texts}}}}}")).collect();
    let text = format!("{{{games}}}");
    let answer = stranger.post(&text, json!({})).await;
    assert_eq!(code(&answer), "TOO_LARGE");
    assert_eq!(answer["data"], Json::Null);
    assert_eq!(answer["errors"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_subscriptions_variables_are_short() {
    let server = started("variables");
    let player = server.player("Ada").await;
    let opened = "mutation { openTable(options: {sealed: {}}, seats: 2) \
                  { ... on TableChanged { table { id } } } }";
    let id = player.ask(opened, json!({})).await["openTable"]["table"]["id"].clone();
    let document = "subscription($id: ID!, $cursor: ID) \
                    { table(id: $id) { table { entries(after: $cursor) { nodes { seq } } } } }";
    let mut socket = player.socket().await;
    for (length, expected) in [(9_000, "error"), (5, "next")] {
        let variables = json!({ "id": id, "cursor": "9".repeat(length) });
        let name = format!("s{length}");
        socket.subscribe(&name, document, variables).await;
        let frame = socket.next().await.unwrap();
        assert_eq!((&frame["id"], &frame["type"]), (&json!(name), &json!(expected)), "{frame}");
        if expected == "error" {
            assert_eq!(frame["payload"][0]["extensions"]["code"], "TOO_COSTLY");
        }
    }
}

#[tokio::test]
async fn a_cached_catalogue_has_the_requested_options_and_language() {
    let server = started("catalogue");
    let stranger = server.stranger();
    let ask = async |arguments: &str, fields: &str| {
        let text =
            format!("{{ game(id: \"sealed\") {{ catalogue{arguments} {{ key {fields} }} }} }}");
        stranger.ask(&text, json!({})).await["game"]["catalogue"].clone()
    };
    let (english, french) = (ask("", "name").await, ask("", "name(language: FR)").await);
    assert_eq!(english[0], json!({ "key": "prizes", "name": "Prizes" }));
    assert_eq!(french[0], json!({ "key": "prizes", "name": "Prix" }));
    for _ in 0..2 {
        assert_eq!(ask("", "name(language: EN)").await, english);
        assert_eq!(ask("(options: {sealed: {rounds: 2}})", "name").await, english);
        let both = ask("", "en: name(language: EN) fr: text(language: FR)").await;
        let expected = json!({
            "key": "prizes", "en": "Prizes", "fr": "La somme des prix remportés."
        });
        assert_eq!(both[0], expected);
    }
    let bad = "{ game(id: \"sealed\") { catalogue(options: {sealed: {rounds: 900}}) { key } } }";
    for _ in 0..2 {
        assert_eq!(code(&stranger.post(bad, json!({})).await), "BAD_INPUT");
    }
}

#[tokio::test]
async fn introspection_in_circles_is_refused_before_it_runs_and_the_whole_schema_is_not() {
    let server = started("circles");
    let stranger = server.stranger();
    for leaf in ["name", "name @skip(if: true)"] {
        let turn = "possibleTypes { interfaces { ";
        let circle =
            format!("{{ __schema {{ types {{ {}{leaf}{} }} }} }}", turn.repeat(4), "}".repeat(8));
        assert_eq!(refused(&stranger, &circle).await, "TOO_COSTLY");
    }
    let whole = include_str!("../../../graphql/tests/conformance/introspection.graphql");
    let answer = stranger.ask(whole, json!({})).await;
    assert!(answer["__schema"]["types"].as_array().unwrap().len() > 50);
}

#[tokio::test]
async fn a_caller_over_budget_waits_and_nobody_else_does() {
    let sealed = module("libsealed.so");
    let home = home("budget", &[sealed]);
    let mut command = command(&home, "127.0.0.1:0");
    // 50 a second and 1,000 at once for an address.
    command.env("GUERIDON_BUDGET", "100");
    let server = Server::of(command, &home);
    let signed_in = "mutation { signIn(name: \"Ada\") { ... on SignedIn { token } } }";
    let token = server.stranger().ask(signed_in, json!({})).await["signIn"]["token"].clone();

    let client = reqwest::Client::new();
    let url = format!("http://{}/graphql", server.address);
    let ask = async |token: Option<&str>| {
        let request =
            client.post(&url).json(&json!({ "query": "{ tables(first: 100) { nodes { id } } }" }));
        let request = match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        request.send().await.unwrap()
    };
    let first = ask(None).await;
    assert_eq!(first.headers()["ratelimit-policy"], "\"cost\";q=1000;w=20");
    let left = first.headers()["ratelimit"].to_str().unwrap();
    assert!(left.starts_with("\"cost\";r="), "{left}");

    let mut refused = None;
    for _ in 0..20 {
        let answer = ask(None).await;
        if answer.status() == 429 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("20 times 200 is more than 1,000");
    let seconds: u64 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=5).contains(&seconds), "{seconds}");
    let body: Json = refused.json().await.unwrap();
    assert_eq!(code(&body), "TOO_MANY_ATTEMPTS", "{body}");
    assert_eq!(body["errors"][0]["extensions"]["retryAfter"], seconds);
    assert!(body.get("data").is_none(), "{body}");

    // A player from the same address has a bucket of their own.
    assert_eq!(ask(token.as_str()).await.status(), 200);

    // Documents that are wrong cost their sender as well.
    let mut statuses = Vec::new();
    for n in 0..60 {
        let wrong = json!({ "query": format!("{{ nothing{n} }}") });
        statuses.push(client.post(&url).json(&wrong).send().await.unwrap().status().as_u16());
        if statuses.ends_with(&[429]) {
            break;
        }
    }
    assert!(statuses.contains(&429), "{statuses:?}");
}

/// A server where an address may have 3 connections, or sockets behind a proxy.
fn narrow(test: &str, flags: &[&str]) -> Server {
    let sealed = module("libsealed.so");
    let home = home(test, &[sealed]);
    let mut command = command(&home, "127.0.0.1:0");
    command.args(["--max-per-address", "3"]).args(flags);
    Server::of(command, &home)
}

#[tokio::test]
async fn an_address_has_so_many_connections_and_one_more_is_told_to_wait() {
    let server = narrow("narrow", &[]);
    let stranger = server.stranger();
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(stranger.socket().await);
    }
    let ask = async || stranger.request().json(&json!({ "query": "{ me { id } }" })).send().await;
    let refused = ask().await.unwrap();
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.headers()["retry-after"], "10");
    let body: Json = refused.json().await.unwrap();
    assert_eq!(code(&body), "TOO_MANY_ATTEMPTS", "{body}");
    drop(sockets.pop());
    for _ in 0..50 {
        if ask().await.unwrap().status() == 200 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the end of a connection lets in no other");
}

#[tokio::test]
async fn behind_a_proxy_an_address_has_so_many_sockets_and_event_streams() {
    let server = narrow("narrow_proxy", &["--trust-proxy"]);
    let player = server.player("Ada").await;
    let listen = async |address: &str| {
        let asked = json!({ "query": "subscription { tables { __typename } }" });
        let request = player.request().json(&asked).header("x-forwarded-for", address);
        request.header("accept", "text/event-stream").send().await.unwrap()
    };
    let mut streams = Vec::new();
    for _ in 0..3 {
        let stream = listen("192.0.2.1").await;
        assert_eq!(stream.status(), 200);
        streams.push(stream);
    }
    let refused = listen("192.0.2.1").await;
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.headers()["retry-after"], "10");
    assert_eq!(listen("192.0.2.2").await.status(), 200);
    let mut socket = Socket::open_from(&server.address, "192.0.2.1").await;
    assert_eq!(socket.next_or_close().await, Err(Some(4429)));
    player.greet(Socket::open_from(&server.address, "192.0.2.2").await).await;
}

#[tokio::test]
async fn an_account_has_so_many_sockets_and_subscriptions_as_it_is_told() {
    let server = started("account");
    let (ada, bo) = (server.player("Ada").await, server.player("Bo").await);
    let asked = "{ server { limits { accountSockets accountSubscriptions socketOperations } } }";
    let limits = ada.ask(asked, json!({})).await["server"]["limits"].clone();
    let limit = |name: &str| usize::try_from(limits[name].as_u64().unwrap()).unwrap();
    let mut sockets = Vec::new();
    for _ in 0..limit("accountSockets") {
        sockets.push(ada.socket().await);
    }
    let init = json!({"type": "connection_init", "payload": {"token": ada.token.as_deref()}});
    let mut refused = Socket::open(&server.address).await;
    refused.send(init).await;
    assert_eq!(refused.next_or_close().await, Err(Some(4429)));

    let document = "subscription { tables { __typename } }";
    let each = limit("socketOperations");
    let full = limit("accountSubscriptions") / each;
    for socket in &mut sockets[..full] {
        for number in 0..each {
            socket.subscribe(&format!("s{number}"), document, json!({})).await;
        }
        for _ in 0..each {
            let frame = socket.next().await.unwrap();
            assert_eq!(frame["type"], "next", "{frame}");
        }
    }
    sockets[full].subscribe("more", document, json!({})).await;
    let frame = sockets[full].next().await.unwrap();
    assert_eq!(frame["payload"][0]["extensions"]["code"], "TOO_MANY_ATTEMPTS", "{frame}");
    // Another account has its own.
    let mut other = bo.socket().await;
    other.subscribe("s", document, json!({})).await;
    assert_eq!(other.next().await.unwrap()["type"], "next");
}
