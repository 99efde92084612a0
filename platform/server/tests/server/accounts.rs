//! Accounts over the API, against the real binary: guests, registration, changes, deletion, and
//! refusals with their reasons.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::support::server::{Client, GUERIDON, Server, command, home, module};

const PASSWORD: &str = "correct horse";
/// How long to wait between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

fn sealed() -> PathBuf {
    module("libsealed.so")
}

fn started(test: &str) -> (PathBuf, Server) {
    let home = home(&format!("accounts-{test}"), &[sealed()]);
    let server = Server::start(&home);
    (home, server)
}

/// Runs a mutation; returns its result with all fields that results about accounts have.
async fn does(client: &Client, what: &str) -> Json {
    let done = match what.split('(').next().unwrap() {
        "signIn" | "register" | "resetPassword" => {
            "... on SignedIn { token player { id name standing } }"
        }
        "makeToken" | "makePasswordReset" => {
            "... on TokenMade { secret made: token { id purpose label isOwn } }"
        }
        "rename" | "setEmail" | "setPassword" => {
            "... on AccountChanged { account { player { name standing } email } }"
        }
        "setRole" => "... on PlayerChanged { player { name } }",
        _ => "",
    };
    let document = format!(
        "mutation {{ it: {what} {{ __typename ok {done} \
         ... on Refused {{ code retryAfter message(language: FR) }} }} }}"
    );
    client.ask(&document, json!({})).await["it"].clone()
}

async fn code(client: &Client, what: &str) -> String {
    let result = does(client, what).await;
    assert_eq!(
        (&result["__typename"], &result["ok"]),
        (&json!("Refused"), &json!(false)),
        "{what}"
    );
    assert!(!result["message"].as_str().unwrap().contains('{'), "{result}");
    result["code"].as_str().unwrap().to_owned()
}

/// The player whom a result has signed in.
fn with(client: &Client, secret: &Json) -> Client {
    let token = secret.as_str().unwrap_or_else(|| panic!("{secret}")).into();
    let mut signed_in = client.clone();
    signed_in.token = Some(token);
    signed_in
}

async fn registered(server: &Server, name: &str) -> Client {
    let stranger = server.stranger();
    let what = format!("register(name: \"{name}\", password: \"{PASSWORD}\")");
    with(&stranger, &does(&stranger, &what).await["token"])
}

async fn sign_in(server: &Server, name: &str, password: &str) -> Json {
    let what = format!("signIn(name: \"{name}\", password: \"{password}\", label: \"desk\")");
    does(&server.stranger(), &what).await
}

async fn is_good(client: &Client) -> bool {
    client.post("{ me { id } }", json!({})).await.get("errors").is_none()
}

/// `gueridon admin` beside the server.
fn admin(home: &Path, arguments: &[&str]) -> Result<String, String> {
    let journal = format!("sqlite:{}", home.join("journal.db").display());
    let done = Command::new(GUERIDON)
        .args(["admin", "--journal", &journal])
        .args(arguments)
        .output()
        .unwrap();
    let [out, err] = [done.stdout, done.stderr].map(|said| String::from_utf8(said).unwrap());
    if done.status.success() { Ok(out) } else { Err(err) }
}

/// A table that the client has opened and sits at.
async fn seated(client: &Client) -> String {
    let opened = "mutation { openTable(options: {sealed: {}}, seats: 2) \
                  { ... on TableChanged { table { id } } } }";
    let id = client.ask(opened, json!({})).await["openTable"]["table"]["id"].clone();
    let id = id.as_str().unwrap().to_owned();
    client.ask(&format!("mutation {{ sit(table: \"{id}\") {{ ok }} }}"), json!({})).await;
    id
}

async fn players(client: &Client, table: &str) -> Json {
    let asked =
        format!("{{ table(id: \"{table}\") {{ seats {{ player {{ name standing }} }} }} }}");
    client.ask(&asked, json!({})).await["table"]["seats"].clone()
}

#[tokio::test]
async fn a_guest_registers_and_keeps_everything() {
    let (_, mut server) = started("registers");
    let guest = server.player("Ada").await;
    let id = guest.ask("{ me { id standing } }", json!({})).await["me"].clone();
    assert_eq!(id["standing"], "GUEST");
    let table = seated(&guest).await;
    let what =
        format!("register(name: \"Ada  L\", password: \"{PASSWORD}\", email: \"ada@example.org\")");
    let signed = does(&guest, &what).await;
    let expected = json!({"id": id["id"], "name": "Ada L", "standing": "REGISTERED"});
    assert_eq!(signed["player"], expected);
    // Both tokens are valid, the table is still theirs, and a restart changes nothing.
    server.stop_and_start();
    let again = sign_in(&server, "ADA L", PASSWORD).await;
    for token in [&json!(guest.token.as_deref()), &signed["token"], &again["token"]] {
        let client = with(&server.stranger(), token);
        let mine = "{ account { player { name } role email registeredAt createdAt } \
                    tables(mine: true) { nodes { id } } }";
        let mine = client.ask(mine, json!({})).await;
        assert_eq!(mine["tables"]["nodes"][0]["id"], json!(table));
        assert_eq!(mine["account"]["email"], "ada@example.org");
        assert_eq!(mine["account"]["role"], "PLAYER");
        assert!(mine["account"]["registeredAt"].as_str().unwrap().ends_with('Z'));
    }
    let seats = players(&server.stranger(), &table).await;
    assert_eq!(seats[0]["player"], json!({"name": "Ada L", "standing": "REGISTERED"}));
    assert!(server.stranger().ask("{ account { role } }", json!({})).await["account"].is_null());
}

#[tokio::test]
async fn bad_names_and_passwords_are_refused_with_a_code() {
    let (_, server) = started("no-account");
    let (stranger, ada) = (server.stranger(), registered(&server, "Éloïse").await);
    let guest = server.player("Bo").await;
    let register = |name: &str, password: &str, rest: &str| {
        format!("register(name: \"{name}\", password: \"{password}\"{rest})")
    };
    for (client, what, expected) in [
        (&stranger, register("éLOÏSE", PASSWORD, ""), "NAME_TAKEN"),
        (&stranger, "signIn(name: \"éloïse\")".to_owned(), "NAME_TAKEN"),
        (&stranger, "signIn(name: \"a\\u202eb\")".to_owned(), "BAD_NAME"),
        (&stranger, register("", PASSWORD, ""), "BAD_NAME"),
        (&stranger, register("Cy", "short", ""), "BAD_PASSWORD"),
        (&stranger, register("Cy", PASSWORD, ", email: \"no\""), "BAD_EMAIL"),
        (&stranger, register("Cy", PASSWORD, ", label: \"\\u0007\""), "BAD_LABEL"),
        (&ada, register("Cy", PASSWORD, ""), "ALREADY_REGISTERED"),
        (&stranger, "signIn(name: \"Éloïse\", password: \"no\")".to_owned(), "WRONG_PASSWORD"),
        (&stranger, "signIn(name: \"Nobody\", password: \"no\")".to_owned(), "WRONG_PASSWORD"),
        (&stranger, "resetPassword(token: \"no\", password: \"x\")".to_owned(), "UNKNOWN_TOKEN"),
        (&guest, "rename(name: \"ÉLOÏSE\")".to_owned(), "NAME_TAKEN"),
        (&guest, "setEmail(email: \"a@b\", password: \"\")".to_owned(), "NOT_REGISTERED"),
        (&guest, format!("setPassword(old: \"\", new: \"{PASSWORD}\")"), "NOT_REGISTERED"),
        (&ada, format!("setPassword(old: \"no\", new: \"{PASSWORD}\")"), "WRONG_PASSWORD"),
        (&ada, "deleteAccount".to_owned(), "WRONG_PASSWORD"),
        (&ada, "revokeToken(id: \"no\")".to_owned(), "UNKNOWN_TOKEN"),
        (&ada, "setRole(player: \"no\", role: OPERATOR)".to_owned(), "NOT_ALLOWED"),
        (&ada, "makePasswordReset(player: \"no\")".to_owned(), "NOT_ALLOWED"),
    ] {
        assert_eq!(code(client, &what).await, expected, "{what}");
    }
    for what in ["signOut", "makeToken(label: \"\")", "rename(name: \"x\")", "deleteAccount"] {
        let asked = format!("mutation {{ {what} {{ ok }} }}");
        let answer = stranger.post(&asked, json!({})).await;
        assert_eq!(answer["errors"][0]["extensions"]["code"], "UNAUTHENTICATED", "{what}");
    }
}

#[tokio::test]
async fn a_token_that_a_document_ends_is_refused_in_the_rest_of_it() {
    let (_, server) = started("one-document");
    let ada = registered(&server, "Ada").await;
    let asked = "mutation { signOut(everywhere: true) { ok } \
                 makeToken(label: \"x\") { ok } rename(name: \"Bo\") { ok } }";
    let answer = ada.post(asked, json!({})).await;
    assert_eq!(answer["data"]["signOut"]["ok"], true, "{answer}");
    for (number, field) in ["makeToken", "rename"].into_iter().enumerate() {
        assert!(answer["data"][field].is_null(), "{answer}");
        assert_eq!(answer["errors"][number]["extensions"]["code"], "UNAUTHENTICATED");
    }
    let again = sign_in(&server, "Ada", PASSWORD).await;
    let tokens = "{ account { tokens { nodes { purpose } } } }";
    let tokens = with(&ada, &again["token"]).ask(tokens, json!({})).await;
    assert_eq!(tokens["account"]["tokens"]["nodes"], json!([{"purpose": "SESSION"}]));
}

#[tokio::test]
async fn tokens_are_listed_page_by_page_and_revoked_one_by_one() {
    let (_, server) = started("tokens");
    let ada = registered(&server, "Ada").await;
    let desk = with(&ada, &sign_in(&server, "Ada", PASSWORD).await["token"]);
    let bot = does(&ada, "makeToken(label: \"my bot\")").await;
    let made = &bot["made"];
    assert_eq!((&made["purpose"], &made["label"]), (&json!("API"), &json!("my bot")));
    let list = async |arguments: &str| {
        let asked = format!(
            "{{ account {{ tokens{arguments} {{ edges {{ cursor node {{ id }} }} \
             nodes {{ id purpose label isOwn createdAt usedAt expiresAt }} \
             pageInfo {{ hasNextPage endCursor }} }} }} }}"
        );
        desk.ask(&asked, json!({})).await["account"]["tokens"].clone()
    };
    let all = list("").await;
    let labels = |page: &Json| {
        let nodes = page["nodes"].as_array().unwrap();
        nodes.iter().map(|node| node["label"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(labels(&all), ["", "desk", "my bot"]);
    let own: Vec<_> = all["nodes"].as_array().unwrap().iter().map(|node| &node["isOwn"]).collect();
    assert_eq!(own, [&json!(false), &json!(true), &json!(false)]);
    assert_eq!(all["pageInfo"]["hasNextPage"], false);
    let first = list("(first: 2)").await;
    assert_eq!((labels(&first).len(), &first["pageInfo"]["hasNextPage"]), (2, &json!(true)));
    let cursor = first["pageInfo"]["endCursor"].as_str().unwrap();
    let rest = list(&format!("(first: 2, after: \"{cursor}\")")).await;
    assert_eq!(labels(&rest), ["my bot"]);
    // The bot plays, and leaves the account alone.
    let bot = with(&ada, &bot["secret"]);
    seated(&bot).await;
    for what in ["makeToken(label: \"\")", "rename(name: \"Bot\")", "signOut(everywhere: true)"] {
        assert_eq!(code(&bot, what).await, "INSUFFICIENT_SCOPE", "{what}");
    }
    for asked in [
        "{ exportAccount { data } }",
        "{ account { email } }",
        "{ account { tokens { nodes { id } } } }",
    ] {
        let answer = bot.post(asked, json!({})).await;
        assert_eq!(answer["errors"][0]["extensions"]["code"], "FORBIDDEN", "{asked}");
        assert!(answer["data"]["account"]["email"].is_null(), "{answer}");
    }
    let role = bot.ask("{ account { role } }", json!({})).await;
    assert_eq!(role["account"]["role"], "PLAYER");
    let id = rest["nodes"][0]["id"].as_str().unwrap();
    assert_eq!(does(&ada, &format!("revokeToken(id: \"{id}\")")).await["ok"], true);
    assert!(!is_good(&bot).await && is_good(&ada).await && is_good(&desk).await);
    assert_eq!(does(&desk, "signOut").await["__typename"], "SignedOut");
    assert!(!is_good(&desk).await && is_good(&ada).await);
    let desk = with(&ada, &sign_in(&server, "Ada", PASSWORD).await["token"]);
    assert_eq!(does(&ada, "signOut(everywhere: true)").await["ok"], true);
    assert!(!is_good(&desk).await && !is_good(&ada).await);
}

#[tokio::test]
async fn a_socket_is_closed_when_its_token_ends_and_is_answered_first() {
    let (_, server) = started("sockets");
    let ada = registered(&server, "Ada").await;
    let table = seated(&ada).await;
    let desk = with(&ada, &sign_in(&server, "Ada", PASSWORD).await["token"]);
    let (mut open, mut own) = (ada.socket().await, desk.socket().await);
    let mut strangers = server.stranger().socket().await;
    let listen = format!("subscription {{ table(id: \"{table}\") {{ seq }} }}");
    for socket in [&mut open, &mut strangers] {
        socket.subscribe("s", &listen, json!({})).await;
        assert_eq!(socket.next().await.unwrap()["type"], "next");
    }
    let out = "mutation { signOut { ok } }";
    own.subscribe("out", out, json!({})).await;
    assert_eq!(own.next().await.unwrap()["payload"]["data"]["signOut"]["ok"], true);
    let last = loop {
        // `complete` may come before the socket is closed.
        if let Err(code) = own.next_or_close().await {
            break code;
        }
    };
    assert_eq!(last, Some(4403));
    ada.ask("mutation { signOut(everywhere: true) { ok } }", json!({})).await;
    assert_eq!(open.next_or_close().await, Err(Some(4403)));
    strangers.subscribe("me", "{ me { id } }", json!({})).await;
    assert_eq!(strangers.next().await.unwrap()["payload"]["data"]["me"], Json::Null);
}

#[tokio::test]
async fn a_new_name_is_shown_at_the_players_tables() {
    let (_, server) = started("renamed");
    let (ada, bo) = (server.player("Ada").await, registered(&server, "Bo").await);
    let table = seated(&ada).await;
    bo.ask(&format!("mutation {{ sit(table: \"{table}\") {{ ok }} }}"), json!({})).await;
    let changed = does(&bo, "rename(name: \"Bo II\")").await;
    assert_eq!(changed["account"]["player"]["name"], "Bo II");
    assert_eq!(players(&ada, &table).await[1]["player"]["name"], "Bo II");
    let changed =
        does(&bo, &format!("setEmail(email: \"bo@example.org\", password: \"{PASSWORD}\")")).await;
    assert_eq!(changed["account"]["email"], "bo@example.org");
    ada.ask(&format!("mutation {{ start(table: \"{table}\") {{ ok }} }}"), json!({})).await;
    assert_eq!(players(&ada, &table).await[1]["player"]["name"], "Bo II");
    let mut socket = ada.socket().await;
    let listen = format!("subscription {{ table(id: \"{table}\") {{ seq }} }}");
    socket.subscribe("s", &listen, json!({})).await;
    assert_eq!(socket.next().await.unwrap()["type"], "next");
    // A table in play is loaded again, and its subscribers have to resume.
    does(&bo, "rename(name: \"Bo III\")").await;
    let resume = socket.next().await.unwrap();
    assert_eq!(resume["payload"][0]["extensions"]["code"], "RESUME", "{resume}");
    let mut now = players(&ada, &table).await[1]["player"]["name"].clone();
    for _ in 0..200 {
        if now == "Bo III" {
            break;
        }
        tokio::time::sleep(PAUSE).await;
        now = players(&ada, &table).await[1]["player"]["name"].clone();
    }
    assert_eq!(now, "Bo III");
}

#[tokio::test]
async fn deleting_an_account_leaves_the_tables_of_others_whole() {
    let (_, server) = started("deleted");
    let (ada, bo) = (server.player("Ada").await, registered(&server, "Bo").await);
    let (open, begun) = (seated(&ada).await, seated(&ada).await);
    for table in [&open, &begun] {
        bo.ask(&format!("mutation {{ sit(table: \"{table}\") {{ ok }} }}"), json!({})).await;
    }
    ada.ask(&format!("mutation {{ start(table: \"{begun}\") {{ ok }} }}"), json!({})).await;
    assert_eq!(players(&ada, &begun).await[1]["player"]["name"], "Bo");
    let deleted = does(&bo, &format!("deleteAccount(password: \"{PASSWORD}\")")).await;
    assert_eq!(deleted["__typename"], "SignedOut");
    assert!(!is_good(&bo).await);
    assert_eq!(players(&ada, &open).await[1]["player"], Json::Null);
    // Until the task of the table has looked at its seats.
    let mut gone = players(&ada, &begun).await[1]["player"].clone();
    for _ in 0..200 {
        if gone["name"] != "Bo" {
            break;
        }
        tokio::time::sleep(PAUSE).await;
        gone = players(&ada, &begun).await[1]["player"].clone();
    }
    assert_eq!(gone["standing"], "DELETED");
    assert!(gone["name"].as_str().unwrap().starts_with("N. N. "), "{gone}");
    assert_eq!(sign_in(&server, "Bo", PASSWORD).await["code"], "WRONG_PASSWORD");
    registered(&server, "Bo").await;
    let asked = format!("{{ table(id: \"{begun}\") {{ status view {{ toAct }} }} }}");
    assert_eq!(ada.ask(&asked, json!({})).await["table"]["status"], "PLAYING");
}

#[tokio::test]
async fn an_export_has_everything_that_is_kept_about_a_player() {
    let (_, server) = started("export");
    let (ada, bo) = (registered(&server, "Ada").await, server.player("Bo").await);
    let table = seated(&ada).await;
    bo.ask(&format!("mutation {{ sit(table: \"{table}\") {{ ok }} }}"), json!({})).await;
    ada.ask(&format!("mutation {{ start(table: \"{table}\") {{ ok }} }}"), json!({})).await;
    for client in [&ada, &bo] {
        let asked = format!("{{ table(id: \"{table}\") {{ since moves {{ move }} }} }}");
        let seen = client.ask(&asked, json!({})).await["table"].clone();
        let play = "mutation($t: ID!, $since: Int!, $steps: [Move!]!) \
                    { play(table: $t, since: $since, key: \"k\", steps: $steps) { ok } }";
        let steps = json!([seen["moves"][0]["move"]]);
        let variables = json!({"t": table, "since": seen["since"], "steps": steps});
        assert_eq!(client.ask(play, variables).await["play"]["ok"], true);
    }
    let newer = seated(&ada).await;
    let document = "query($first: Int!, $after: ID) { exportAccount(first: $first, after: $after) \
                    { data pageInfo { hasNextPage endCursor } } }";
    let page = ada.ask(document, json!({"first": 1})).await["exportAccount"].clone();
    assert_eq!(page["data"]["account"]["name"], "Ada");
    assert_eq!(page["data"]["tokens"].as_array().unwrap().len(), 1);
    assert_eq!(page["data"]["tables"][0]["id"], json!(newer));
    assert_eq!(page["pageInfo"]["hasNextPage"], true);
    let after = json!({"first": 5, "after": page["pageInfo"]["endCursor"]});
    let rest = ada.ask(document, after).await["exportAccount"].clone();
    let tables = rest["data"]["tables"].as_array().unwrap();
    assert_eq!((tables.len(), &tables[0]["id"]), (1, &json!(table)));
    // What other players did is not in the export.
    assert_eq!(tables[0]["entries"].as_array().unwrap().len(), 1);
    assert_eq!((&tables[0]["seat"], &tables[0]["isOpener"]), (&json!(0), &json!(true)));
    assert_eq!(rest["pageInfo"]["hasNextPage"], false);
    // A table that the player has opened and left is in it, too.
    ada.ask(&format!("mutation {{ leave(table: \"{newer}\") {{ ok }} }}"), json!({})).await;
    let page = ada.ask(document, json!({"first": 1})).await["exportAccount"]["data"].clone();
    assert_eq!(page["tables"][0]["id"], json!(newer));
    assert!(page["tables"][0]["seat"].is_null(), "{page}");
    let twice = "{ a: exportAccount { data } b: exportAccount { data } }";
    let twice = ada.post(twice, json!({})).await;
    assert_eq!(twice["errors"][0]["extensions"]["code"], "TOO_COSTLY");
}

#[tokio::test]
async fn an_operator_gives_roles_and_resets_passwords() {
    let (home, server) = started("operator");
    let (ada, bo) = (registered(&server, "Ada").await, registered(&server, "Bo").await);
    let id = bo.ask("{ me { id } }", json!({})).await["me"]["id"].as_str().unwrap().to_owned();
    assert_eq!(admin(&home, &["role", "ada", "operator"]).unwrap(), "Ada is now OPERATOR\n");
    // The server caches identities for a moment.
    let set = format!("setRole(player: \"{id}\", role: MODERATOR)");
    let mut done = does(&ada, &set).await;
    for _ in 0..200 {
        if done["code"] != "NOT_ALLOWED" {
            break;
        }
        tokio::time::sleep(PAUSE).await;
        done = does(&ada, &set).await;
    }
    assert_eq!(done["player"]["name"], "Bo");
    assert_eq!(bo.ask("{ account { role } }", json!({})).await["account"]["role"], "MODERATOR");
    assert_eq!(code(&bo, &set).await, "NOT_ALLOWED");
    let by_operator = does(&ada, &format!("makePasswordReset(player: \"{id}\")")).await;
    assert_eq!(by_operator["made"]["purpose"], "RESET");
    let said = admin(&home, &["reset", "BO"]).unwrap();
    let secret = said.lines().next().unwrap();
    assert!(said.contains("Bo can set a new password"), "{said}");
    let reset =
        |secret: &str| format!("resetPassword(token: \"{secret}\", password: \"another one\")");
    let old = reset(by_operator["secret"].as_str().unwrap());
    assert_eq!(code(&server.stranger(), &old).await, "UNKNOWN_TOKEN");
    // It is valid for nothing else.
    assert!(!is_good(&with(&bo, &json!(secret))).await);
    let signed = does(&server.stranger(), &reset(secret)).await;
    assert!(is_good(&with(&bo, &signed["token"])).await && !is_good(&bo).await);
    assert_eq!(code(&server.stranger(), &reset(secret)).await, "UNKNOWN_TOKEN");
    assert_eq!(sign_in(&server, "Bo", PASSWORD).await["code"], "WRONG_PASSWORD");
    assert_eq!(sign_in(&server, "Bo", "another one").await["ok"], true);
    for (arguments, line) in [
        (["role", "Nobody", "operator"].as_slice(), "gueridon: There is no such player.\n"),
        (&["reset", ""], "gueridon: There is no such player.\n"),
    ] {
        assert_eq!(admin(&home, arguments).unwrap_err(), line);
    }
    let nowhere = admin(&home.join("nowhere"), &["reset", "Bo"]).unwrap_err();
    assert!(nowhere.ends_with("there is no journal yet: serve once\n"), "{nowhere}");
    assert!(!home.join("nowhere").exists());
}

#[tokio::test]
async fn attempts_are_limited_by_address_and_a_proxy_is_trusted_only_if_configured() {
    let home = home("attempts", &[sealed()]);
    for trusted in [false, true] {
        let mut command = command(&home, "127.0.0.1:0");
        if trusted {
            command.arg("--trust-proxy");
        }
        let server = Server::of(command, &home);
        let stranger = server.stranger();
        let guess = async |number: usize, by: &str| {
            let document = format!(
                "mutation {{ it: resetPassword(token: \"{number}\", password: \"{PASSWORD}\") \
                 {{ ... on Refused {{ code retryAfter }} }} }}"
            );
            let request = stranger.request().json(&json!({ "query": document }));
            // What a client claims about itself stands before what the proxy adds.
            let said = format!("192.0.2.{number}, {by}");
            let answer = request.header("x-forwarded-for", said).send().await.unwrap();
            answer.json::<Json>().await.unwrap()["data"]["it"].clone()
        };
        // On a slow machine more attempts are granted meanwhile.
        let mut number = 0;
        let late = loop {
            let answer = guess(number, "198.51.100.1").await;
            if answer["code"] != "UNKNOWN_TOKEN" {
                break answer;
            }
            number += 1;
            assert!(number < 100, "nothing is limited");
        };
        assert!(number >= 30, "{number}");
        assert_eq!(late["code"], "TOO_MANY_ATTEMPTS");
        assert!((1..=10).contains(&late["retryAfter"].as_u64().unwrap()), "{late}");
        let other = guess(100, "198.51.100.2").await;
        assert_eq!(other["code"] == "UNKNOWN_TOKEN", trusted, "{other}");
    }
}
