//! Passwords and tokens are not in the database, not in the log, and not in the debug text of
//! values.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use gueridon::api::Api;
use gueridon::http::Server;
use gueridon_graphql::request::Request;
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host};
use gueridon_host::people::AccountsConfig;
use gueridon_journal::memory::Memory;
use gueridon_modules::builds::LinkedModules;
use serde_json::{Map, Value as Json, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::support::server::{GUERIDON, Socket, command, home, module};

/// It is in the database, and not in the log.
const EMAIL: &str = "ada.lovelace@example.org";
const PASSWORDS: [&str; 3] = ["correct horse", "battery staple", "wrong donkey"];

/// A server inside the test, whose clock the test sets.
async fn inside(clock: &Clock, recheck: Duration) -> (Host, String) {
    let (journal, library) = (Arc::new(Memory::new()), Arc::new(LinkedModules(Vec::new())));
    let host = Host::start(Config::default(), journal, library, clock.clone()).await.unwrap();
    let api = Api::new(host.clone()).unwrap();
    let server = Server::new(api, CancellationToken::new(), Vec::new());
    let router = Server { recheck, ..server }.router();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    (host, address)
}

#[tokio::test]
async fn an_expired_token_is_refused_and_its_sockets_are_closed() {
    let clock = Clock::standing(1_800_000_000_000);
    let (host, address) = inside(&clock, Duration::from_secs(3_600)).await;
    let signed = host.people().guest("Ada").await.unwrap();
    let secret = signed.token.secret();
    let mut socket = Socket::open(&address).await;
    socket.send(json!({"type": "connection_init", "payload": {"token": secret}})).await;
    assert_eq!(socket.next().await, Some(json!({"type": "connection_ack"})));
    socket.subscribe("a", "{ me { name } }", json!({})).await;
    assert_eq!(socket.next().await.unwrap()["payload"]["data"]["me"]["name"], "Ada");
    assert_eq!(socket.next().await.unwrap()["type"], "complete");
    let life_ms = i64::try_from(AccountsConfig::default().token_life.as_millis()).unwrap();
    clock.set(clock.now_ms() + life_ms);
    socket.subscribe("b", "{ me { name } }", json!({})).await;
    assert_eq!(socket.next_or_close().await, Err(Some(4403)));
    let answer = ask(&address, Some(secret), "{ me { name } }", json!({})).await;
    assert_eq!(answer["errors"][0]["extensions"]["code"], "UNAUTHENTICATED");
}

#[tokio::test]
async fn an_idle_socket_is_closed_when_its_token_ends() {
    let clock = Clock::standing(1_800_000_000_000);
    let (host, address) = inside(&clock, Duration::from_millis(50)).await;
    let signed = host.people().guest("Ada").await.unwrap();
    let mut socket = Socket::open(&address).await;
    let payload = json!({"token": signed.token.secret()});
    socket.send(json!({"type": "connection_init", "payload": payload})).await;
    assert_eq!(socket.next().await, Some(json!({"type": "connection_ack"})));
    // It is checked again and again and stays open while the token is valid.
    let still = tokio::time::timeout(Duration::from_millis(300), socket.next_or_close()).await;
    assert!(still.is_err(), "{still:?}");
    let life_ms = i64::try_from(AccountsConfig::default().token_life.as_millis()).unwrap();
    clock.set(clock.now_ms() + life_ms);
    assert_eq!(socket.next_or_close().await, Err(Some(4403)));
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

/// Sends a request over HTTP.
async fn ask(address: &str, token: Option<&str>, document: &str, variables: Json) -> Json {
    let body = json!({ "query": document, "variables": variables });
    let mut request = reqwest::Client::new().post(format!("http://{address}/graphql")).json(&body);
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    request.send().await.unwrap().json().await.unwrap()
}

/// Uses every field that takes or makes secrets; adds them to `secrets`.
async fn live(address: &str, secrets: &mut Vec<String>) {
    let [old, new, wrong] = PASSWORDS;
    let named = json!({"name": "Ada", "password": old, "email": EMAIL});
    let register = "mutation($name: String!, $password: String!, $email: String) \
                    { it: register(name: $name, password: $password, email: $email) \
                    { ... on SignedIn { token } } }";
    let secret =
        |answer: &Json, name: &str| answer["data"]["it"][name].as_str().unwrap().to_owned();
    let ada = secret(&ask(address, None, register, named).await, "token");
    let inline =
        format!("mutation {{ it: signIn(name: \"Ada\", password: \"{wrong}\") {{ ok }} }}");
    assert_eq!(ask(address, None, &inline, json!({})).await["data"]["it"]["ok"], false);
    let broken = format!("mutation {{ it: signIn(name: 3, password: \"{wrong}\" ");
    assert!(ask(address, None, &broken, json!({})).await["data"].is_null());
    let change =
        "mutation($old: String!, $new: String!) { it: setPassword(old: $old, new: $new) { ok } }";
    let answer = ask(address, Some(&ada), change, json!({"old": old, "new": new})).await;
    assert_eq!(answer["data"]["it"]["ok"], true, "{answer}");
    let make = "mutation { it: makeToken(label: \"bot\") { ... on TokenMade { secret } } }";
    let bot = secret(&ask(address, Some(&ada), make, json!({})).await, "secret");
    let guest = "mutation { it: signIn(name: \"Bo\") { ... on SignedIn { token } } }";
    let bo = secret(&ask(address, None, guest, json!({})).await, "token");
    let mut socket = Socket::open(address).await;
    socket.send(json!({"type": "connection_init", "payload": {"token": bot}})).await;
    assert_eq!(socket.next().await, Some(json!({"type": "connection_ack"})));
    socket.subscribe("a", &inline, json!({})).await;
    assert_eq!(socket.next().await.unwrap()["type"], "next");
    let mut nobodys = Socket::open(address).await;
    let wrong_token = "f".repeat(64);
    nobodys.send(json!({"type": "connection_init", "payload": {"token": wrong_token}})).await;
    assert_eq!(nobodys.next_or_close().await, Err(Some(4403)));
    assert!(ask(address, Some(&wrong_token), "{ me { id } }", json!({})).await["data"].is_null());
    secrets.extend([ada, bot, bo, wrong_token]);
    secrets.extend(PASSWORDS.map(str::to_owned));
}

/// Sets a forgotten password with a token from an operator; adds the secrets.
async fn reset(home: &Path, address: &str, secrets: &mut Vec<String>) {
    let journal = format!("sqlite:{}", home.join("journal.db").display());
    let admin = ["admin", "--journal", &journal, "reset", "Ada"];
    let admin = Command::new(GUERIDON).args(admin).env("GUERIDON_LOG", "trace").output().unwrap();
    let [said, logged] = [admin.stdout, admin.stderr].map(|it| String::from_utf8(it).unwrap());
    let made = said.lines().next().unwrap().to_owned();
    assert!(!logged.contains(&made) && logged.contains("a password reset was made"), "{logged}");
    let document = "mutation($token: String!, $password: String!) \
                    { it: resetPassword(token: $token, password: $password) \
                    { ... on SignedIn { token } } }";
    let [old, ..] = PASSWORDS;
    let answer = ask(address, None, document, json!({"token": made, "password": old})).await;
    secrets.push(answer["data"]["it"]["token"].as_str().unwrap().to_owned());
    secrets.push(made);
}

/// The address from a log, once it is there.
async fn address(log: &Path) -> String {
    for _ in 0..600 {
        let said = fs::read_to_string(log).unwrap();
        let serving = said.lines().find_map(|line| {
            let entry: Json = serde_json::from_str(line).ok()?;
            let fields = &entry["fields"];
            if fields["message"] != "serving" {
                return None;
            }
            fields["address"].as_str().map(str::to_owned)
        });
        if let Some(address) = serving {
            return address;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it does not serve: {}", fs::read_to_string(log).unwrap());
}

fn is_in(secret: &str, bytes: &[u8]) -> bool {
    bytes.windows(secret.len()).any(|window| window == secret.as_bytes())
}

#[tokio::test]
async fn no_password_and_no_token_is_in_the_database_or_in_the_log() {
    let sealed = module("libsealed.so");
    let home = home("secrets", &[sealed]);
    let log = home.join("log");
    let mut command = command(&home, "127.0.0.1:0");
    // With every log message of every part of the program.
    let all = "trace,tungstenite=trace,tungstenite::protocol=trace,tokio_tungstenite=trace";
    command.env("GUERIDON_LOG", all).env("GUERIDON_TRUST_PROXY", "1");
    command.stderr(File::create(&log).unwrap());
    let child = Child(command.spawn().unwrap());
    let address = address(&log).await;
    let mut secrets = Vec::new();
    live(&address, &mut secrets).await;
    reset(&home, &address, &mut secrets).await;
    drop(child);
    assert!(!is_in(EMAIL, &fs::read(&log).unwrap()));
    let mut has_hashes = false;
    for file in ["log", "journal.db", "journal.db-wal"] {
        let Ok(bytes) = fs::read(home.join(file)) else { continue };
        has_hashes |= is_in("$argon2id$", &bytes);
        for secret in &secrets {
            assert!(!is_in(secret, &bytes), "{secret} is in {file}");
            // Nor the bytes that the digits encode.
            let bits: Option<Vec<u8>> = (0..secret.len() / 2)
                .map(|at| u8::from_str_radix(secret.get(2 * at..2 * at + 2)?, 16).ok())
                .collect();
            let is_hidden =
                bits.is_none_or(|bits| !bytes.windows(bits.len()).any(|one| one == bits));
            assert!(is_hidden, "{secret} is in {file}");
        }
    }
    assert!(has_hashes, "the passwords are somewhere");
}

#[test]
fn debug_text_of_a_request_has_no_document_or_variables() {
    let variables = Map::from_iter([("password".to_owned(), json!("correct horse"))]);
    let request = Request {
        query: "{ battery staple }".to_owned(),
        operation_name: Some("wrong donkey".to_owned()),
        variables: Some(variables),
        extensions: None,
    };
    let text = format!("{request:?}");
    assert!(PASSWORDS.iter().all(|password| !text.contains(password)), "{text}");
}
