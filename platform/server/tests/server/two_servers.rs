//! Two servers on one PostgreSQL journal, of a database server that the test starts itself.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use gueridon_journal::scratch;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::support::server::{Client, GUERIDON, Server, Socket, home, module, on_database};
use crate::support::tables::{PLAY, begun, begun_with, play, step, table};

/// Two servers of a new journal, and its URL.
async fn two(test: &str) -> ([Server; 2], String) {
    two_with(test, &[]).await
}

/// The same with these flags.
async fn two_with(test: &str, flags: &[&str]) -> ([Server; 2], String) {
    let database = scratch::Server::shared();
    let url = database.url(&database.new_journal().await);
    let sealed = module("libsealed.so");
    let servers = ["one", "two"].map(|name| {
        let home = home(&format!("{test}-{name}"), std::slice::from_ref(&sealed));
        let mut command = on_database(&home, &url);
        command.args(flags);
        Server::of(command, &home)
    });
    (servers, url)
}

/// The next update of a subscription.
async fn update(socket: &mut Socket) -> Json {
    let message = socket.next().await.expect("the socket is open");
    assert_eq!(message["type"], "next", "{message}");
    message["payload"]["data"].clone()
}

/// The seq of the next entry that a subscription to a table brings.
async fn entry(socket: &mut Socket) -> usize {
    loop {
        // That somebody sits there, or that the table has begun, comes without one.
        if let Some(seq) = update(socket).await["table"]["entry"]["seq"].as_u64() {
            return usize::try_from(seq).unwrap();
        }
    }
}

/// A subscription to a table with all entries from the first on, and what is said there. How the
/// table is now has been read.
async fn listen(client: &Client, id: &str) -> Socket {
    let mut socket = client.socket().await;
    let listen = "subscription($id: ID!) { table(id: $id, messages: true) \
                  { entry { seq } message { text } table { status seq } } }";
    socket.subscribe("1", listen, json!({ "id": id })).await;
    assert_eq!(update(&mut socket).await["table"]["table"]["seq"], 0);
    socket
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[tokio::test]
async fn a_table_is_played_on_two_servers_and_each_hears_what_was_done_on_the_other() {
    let ([one, two], _) = two("played").await;
    let (id, players) = begun(&one.stranger(), json!({"sealed": {}}), 3).await;
    let mut hearing = [listen(&players[0], &id).await, listen(&players[1].of(&two), &id).await];
    let mut dice = ChaCha8Rng::seed_from_u64(17);
    let (mut seq, mut took) = (0, Vec::new());
    loop {
        // Every step is made on the server on which the one before it was not.
        let server = [&one, &two][seq % 2];
        let mut has_played = false;
        for player in &players {
            let key = format!("step {seq}");
            if step(&player.of(server), &id, &mut dice, &key).await {
                has_played = true;
                break;
            }
        }
        if !has_played {
            break;
        }
        let played = Instant::now();
        seq += 1;
        // Where it was not played first: for how long is noted.
        for listener in [seq % 2, (seq + 1) % 2] {
            assert_eq!(entry(&mut hearing[listener]).await, seq, "no gap and nothing twice");
            if listener == seq % 2 {
                took.push(played.elapsed());
            }
        }
    }
    assert!(seq > 10, "{seq} steps were played");
    println!(
        "a play is heard on the other server {:?} after its answer, in the median",
        median(took)
    );
    for player in &players {
        let (here, there) = (table(player, &id).await, table(&player.of(&two), &id).await);
        assert_eq!(here["status"], "OVER");
        assert_eq!(here, there);
    }
    let say = "mutation($id: ID!, $text: String!, $key: ID!) { say(table: $id, text: $text, key: $key) { ok } }";
    for (server, listener) in [(&one, 1), (&two, 0)] {
        let text = format!("heard on {listener}");
        let variables = json!({ "id": id, "text": text, "key": text });
        assert_eq!(players[2].of(server).ask(say, variables).await["say"]["ok"], true);
        // The other listener has it, too, and hears it before its own.
        loop {
            let heard = update(&mut hearing[listener]).await;
            if heard["table"]["message"]["text"] == json!(text) {
                break;
            }
        }
    }
    for server in [&one, &two] {
        assert_eq!(server.errors(), [""; 0]);
    }
}

#[tokio::test]
async fn lists_of_tables_and_rights_are_the_same_on_both() {
    let ([one, two], url) = two("lists").await;
    let ada = one.player("Ada").await;
    let mut lobby = ada.of(&two).socket().await;
    lobby.subscribe("1", "subscription { tables { table { id } } }", json!({})).await;
    assert_eq!(update(&mut lobby).await, json!({"tables": {"table": null}}));
    let open = "mutation { openTable(options: {sealed: {}}, seats: 2) \
                { ... on TableChanged { table { id } } } }";
    let opened = ada.ask(open, json!({})).await["openTable"]["table"].clone();
    assert_eq!(update(&mut lobby).await["tables"]["table"], opened);

    let register = "mutation { register(name: \"Mo\", password: \"correct horse\") \
                    { ... on SignedIn { token } } }";
    let token = one.stranger().ask(register, json!({})).await["register"]["token"].clone();
    let mut mo = two.stranger();
    mo.token = Some(token.as_str().unwrap().into());
    let admin = ["admin", "--journal", &url, "role", "Mo", "moderator"];
    assert!(Command::new(GUERIDON).args(admin).output().unwrap().status.success());
    let is_moderator =
        async || mo.post("{ reports { nodes { id } } }", json!({})).await.get("errors").is_none();
    let began = Instant::now();
    while !is_moderator().await {
        assert!(began.elapsed() < Duration::from_secs(20), "the role is not known there");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }

    let found = async |begins: &str, after: Json| {
        let document = "query($begins: String!, $after: ID) {
            registeredPlayers(begins: $begins, after: $after) { nodes { player { name } } } }";
        mo.post(document, json!({ "begins": begins, "after": after })).await
    };
    let mo_alone = json!({"registeredPlayers": {"nodes": [{"player": {"name": "Mo"}}]}});
    assert_eq!(found("m", Json::Null).await["data"], mo_alone);
    // PostgreSQL takes no text with a zero in it.
    let nobody = json!({"registeredPlayers": {"nodes": []}});
    assert_eq!(found("m\0", Json::Null).await["data"], nobody);
    let refused = found("", json!("m\0")).await;
    assert_eq!(refused["errors"][0]["extensions"]["code"], "BAD_INPUT", "{refused}");
}

/// How often both servers in turn do what is asked of them before both refuse.
async fn in_turn(servers: &[Server; 2], mut ask: impl AsyncFnMut(&Server) -> bool) -> usize {
    let (mut done, mut refused) = (0, 0);
    for server in servers.iter().cycle() {
        (done, refused) = if ask(server).await { (done + 1, 0) } else { (done, refused + 1) };
        if refused == 2 {
            break;
        }
    }
    done
}

#[tokio::test]
async fn who_asks_two_servers_in_turn_gets_little_more_than_one_would_give() {
    let flags = [
        "--trust-proxy",
        "--budget",
        "8000",
        "--guests-per-hour",
        "80",
        "--max-per-address",
        "160",
    ];
    let (servers, _) = two_with("in-turn", &flags).await;
    let http = reqwest::Client::new();
    let post = async |server: &Server, address: &str, query: &str| {
        let url = format!("http://{}/graphql", server.address);
        let request = http.post(url).header("x-forwarded-for", address);
        request.json(&json!({ "query": query })).send().await.unwrap()
    };
    // A half is more than an eighth and what is asked before the other server has heard of it.
    let little_more = |one: usize| one..=one + one / 2;

    let guests = in_turn(&servers, async |server| {
        let sign_in = "mutation { signIn(name: \"Cy\") { ... on SignedIn { token } } }";
        let answer: Json = post(server, "192.0.2.1", sign_in).await.json().await.unwrap();
        answer["data"]["signIn"]["token"].is_string()
    });
    let guests = guests.await;
    assert!(little_more(80).contains(&guests), "{guests} guests");

    // 4,000 a second and 80,000 at once.
    let (began, mut cost) = (Instant::now(), 0);
    let answered = in_turn(&servers, async |server| {
        let list = "{ tables(first: 100) { nodes { id } } }";
        let answer = post(server, "192.0.2.2", list).await;
        if let Some(left) = answer.headers().get("ratelimit").filter(|_| cost == 0) {
            let left = left.to_str().unwrap().trim_start_matches("\"cost\";r=");
            cost = 80_000 - left.split(';').next().unwrap().parse::<usize>().unwrap();
        }
        answer.status() == 200
    });
    let answered = answered.await;
    let came_in = 4_000 * (usize::try_from(began.elapsed().as_secs()).unwrap() + 1);
    println!("{answered} answers of {cost}");
    assert!(answered * cost <= 120_000 + came_in, "{answered} answers of {cost}");

    let mut sockets = Vec::new();
    let opened = in_turn(&servers, async |server| {
        let mut socket = Socket::open_from(&server.address, "192.0.2.3").await;
        socket.send(json!({ "type": "connection_init" })).await;
        let is_open = socket.next_or_close().await.is_ok();
        sockets.push(socket);
        is_open
    });
    let opened = opened.await;
    assert!(little_more(160).contains(&opened), "{opened} sockets");
    for server in &servers {
        assert_eq!(server.errors(), [""; 0]);
    }
}

#[tokio::test]
async fn spectators_are_counted_on_both() {
    let ([one, two], _) = two("spectators").await;
    let (id, players) = begun(&one.stranger(), json!({"sealed": {}}), 2).await;
    let counted = async |server: &Server| {
        let count = "query($id: ID!) { table(id: $id) { spectators } }";
        let table = players[0].of(server).ask(count, json!({ "id": id })).await["table"].clone();
        table["spectators"].as_u64().unwrap()
    };
    let become_so = async |count| {
        let began = Instant::now();
        while [counted(&one).await, counted(&two).await] != [count; 2] {
            assert!(began.elapsed() < Duration::from_secs(20), "not both count {count}");
        }
    };
    let here = listen(&one.stranger(), &id).await;
    let there = listen(&two.stranger(), &id).await;
    become_so(2).await;
    drop(here);
    become_so(1).await;
    drop(there);
    become_so(0).await;
}

#[tokio::test]
async fn a_server_that_dies_takes_nothing_with_it() {
    let ([mut one, two], _) = two("dies").await;
    let (id, players) = begun(&one.stranger(), json!({"sealed": {}}), 2).await;
    let mut dice = ChaCha8Rng::seed_from_u64(4);
    let mut played = play(&players, &id, &mut dice, 5).await;
    assert_eq!(one.stop("KILL"), None);
    let there: Vec<_> = players.iter().map(|player| player.of(&two)).collect();
    assert_eq!(table(&there[0], &id).await["seq"], played);
    played += play(&there, &id, &mut dice, 500).await;
    let over = table(&there[0], &id).await;
    assert_eq!((&over["status"], &over["seq"]), (&json!("OVER"), &json!(played)));
}

#[tokio::test]
async fn a_clock_that_runs_out_is_told_once_although_both_servers_know_the_table() {
    let ([one, two], _) = two("clocks").await;
    let settings = json!({"clock": {"live": {"bankSeconds": 10}}, "onTimeUp": "RESIGN"});
    let mut dice = ChaCha8Rng::seed_from_u64(9);
    let mut tables = Vec::new();
    for _ in 0..8 {
        let (id, players) =
            begun_with(&one.stranger(), json!({"sealed": {}}), 2, settings.clone()).await;
        let sockets = [listen(&players[0], &id).await, listen(&players[1].of(&two), &id).await];
        // Both bid at once; the other's clock runs on.
        assert!(step(&players[0], &id, &mut dice, "bid").await);
        tables.push((id, players, sockets));
    }
    let document = "query($id: ID!) { table(id: $id) { status \
                    entries(first: 100) { nodes { seq seat by action } } } }";
    for (id, players, mut sockets) in tables {
        for socket in &mut sockets {
            assert_eq!(entry(socket).await, 1);
            assert_eq!(entry(socket).await, 2, "it is told without a question");
        }
        for server in [&one, &two] {
            let table = players[0].of(server).ask(document, json!({ "id": id })).await;
            let entries = table["table"]["entries"]["nodes"].as_array().unwrap();
            let (first, rest) = entries.split_first().unwrap();
            assert_eq!(first["seat"], 0);
            let late = json!([{"seq": 2, "seat": 1, "by": "HOST", "action": "TIME_UP"}]);
            assert_eq!(json!(rest), late);
            assert_eq!(table["table"]["status"], "OVER");
        }
    }
    for server in [&one, &two] {
        assert_eq!(server.errors(), [""; 0]);
    }
}

#[tokio::test]
async fn a_server_that_is_told_to_stop_hands_over_its_tables_and_listeners() {
    let ([mut one, two], _) = two("stopped").await;
    let (id, players) = begun(&one.stranger(), json!({"sealed": {}}), 3).await;
    let mut dice = ChaCha8Rng::seed_from_u64(12);
    let mut socket = listen(&players[0], &id).await;
    let mut played = play(&players, &id, &mut dice, 3).await;
    let mut heard = 0;
    while heard < played {
        heard += 1;
        assert_eq!(entry(&mut socket).await, heard);
    }
    // Each play is sent to the first server, and, where that does not answer, to the second under
    // the same key.
    one.signal("TERM");
    let mut there = 0;
    while table(&players[0].of(&two), &id).await["status"] != "OVER" {
        for player in &players {
            let now = table(&player.of(&two), &id).await;
            let Some(chosen) = now["moves"].get(0) else { continue };
            let play = json!({"table": id, "since": now["since"], "key": format!("play {played}"),
                              "steps": [chosen["move"]]});
            let here = player.try_post(PLAY, play.clone()).await.unwrap_or_default();
            if here["data"]["play"]["ok"] != true {
                let answer = player.of(&two).ask(PLAY, play).await;
                assert_eq!(answer["play"]["ok"], true, "{answer} after {here}");
                there += 1;
            }
            played += 1;
        }
    }
    assert!(there > 0, "the second server played on");
    // The listener is sent away, and has missed nothing where it goes on.
    let goes = loop {
        match socket.next_or_close().await {
            Ok(message) if message["type"] == "next" => {
                if let Some(seq) = message["payload"]["data"]["table"]["entry"]["seq"].as_u64() {
                    heard += 1;
                    assert_eq!(seq, heard as u64);
                }
            }
            Ok(_) => {}
            Err(code) => break code,
        }
    };
    assert_eq!(goes, Some(1001));
    let mut socket = players[0].of(&two).socket().await;
    let listen = "subscription($id: ID!, $after: Int) { table(id: $id, after: $after) \
                  { entry { seq } } }";
    socket.subscribe("1", listen, json!({ "id": id, "after": heard })).await;
    while heard < played {
        heard += 1;
        assert_eq!(entry(&mut socket).await, heard);
    }
    assert_eq!(one.wait(), Some(0));
    assert_eq!([one.errors(), two.errors()], [[""; 0]; 2]);
}

#[tokio::test]
async fn a_journal_is_copied_by_the_command_line_once_no_server_uses_its_file() {
    let sealed = module("libsealed.so");
    let there = home("copied", std::slice::from_ref(&sealed));
    let mut server = Server::start(&there);
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let mut dice = ChaCha8Rng::seed_from_u64(2);
    let played = play(&players, &id, &mut dice, 4).await;
    let file = format!("sqlite:{}", there.join("journal.db").display());
    let database = scratch::Server::shared();
    let url = database.url(&database.new_database().await);
    let copy = || Command::new(GUERIDON).args(["copy", &file, &url]).output().unwrap();
    let refused = String::from_utf8(copy().stderr).unwrap();
    assert!(refused.ends_with("is open already: stop the other process first\n"), "{refused}");
    assert_eq!(server.stop("TERM"), Some(0));
    let copied = copy();
    let rows = String::from_utf8(copied.stdout).unwrap();
    assert!(copied.status.success() && rows.contains("entries\t4\n"), "{rows}");
    let migrate = ["migrate", "--journal", &url];
    assert!(Command::new(GUERIDON).args(migrate).status().unwrap().success());
    let here = home("copied-here", &[sealed]);
    let server = Server::of(on_database(&here, &url), &here);
    let players: Vec<_> = players.iter().map(|player| player.of(&server)).collect();
    assert_eq!(table(&players[0], &id).await["seq"], played);
    assert!(play(&players, &id, &mut dice, 500).await > 0);
    assert_eq!(table(&players[0], &id).await["status"], "OVER");
}

#[test]
fn a_journal_that_cannot_be_opened_costs_one_line_without_the_password() {
    let home = home("no-database", &[]);
    for (url, why) in [
        ("mysql://ada:secret@db/games", "of no known kind: say sqlite:FILE or postgres://"),
        ("postgres://ada:secret@127.0.0.1:1/games", "cannot open the journal postgres://ada@127."),
    ] {
        let output = on_database(&home, url).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{said}");
        assert!(said.starts_with("gueridon: ") && said.contains(why), "{said}");
        assert!(!said.contains("secret"), "{said}");
    }
}
