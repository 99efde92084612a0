//! HTTP that the API does not accept: other methods and bodies, other sites, slow clients, and too
//! many connections.

use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::requests::sealed;
use crate::support::server::{Server, Socket, command, home};

#[tokio::test]
async fn http_takes_bodies_of_json_and_nothing_else() {
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
    assert_eq!(http.put(url).body(good).send().await.unwrap().status(), 405);
    let odd = stranger.request().header(ACCEPT, "text/html").header(CONTENT_TYPE, json).body(good);
    assert_eq!(odd.send().await.unwrap().status(), 406);
    let schema = http.get(format!("http://{}/schema.graphql", server.address)).send().await;
    assert!(schema.unwrap().text().await.unwrap().contains("type SealedView implements View"));
}

#[tokio::test]
async fn header_names_are_sent_in_their_usual_spelling() {
    let home = home("usual-case", &[]);
    let server = Server::start(&home);
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    let asked = "GET /schema.graphql HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    stream.write_all(asked.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.contains("\r\nContent-Type: text/plain; charset=utf-8\r\n"), "{answer}");

    // In a WebSocket handshake they are spelled as the client spelled them, with capitals inside.
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    let asked = "GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                 Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
                 Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n";
    stream.write_all(asked.as_bytes()).await.unwrap();
    let mut answer = vec![0; 1_024];
    let length = stream.read(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer[..length]);
    let protocol = "\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n";
    assert!(answer.starts_with("HTTP/1.1 101 ") && answer.contains(protocol), "{answer}");
}

#[tokio::test]
async fn pages_of_other_sites_are_let_in_only_if_the_operator_allowed_them() {
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
async fn the_page_is_recognised_by_the_public_url_whatever_host_a_proxy_sends() {
    let home = home("public-name", &[]);
    let mut command = command(&home, "127.0.0.1:0");
    command.args(["--public-url", "https://Games.example.org:443/"]);
    let server = Server::of(command, &home);
    for (origin, is_let_in) in [
        ("https://games.example.org", true),
        ("http://games.example.org", false),
        ("https://games.example.org:8443", false),
        ("https://games.example.org.other.example", false),
    ] {
        assert_eq!(Socket::is_opened(&server.address, Some(origin)).await, is_let_in, "{origin}");
    }
}

#[tokio::test]
async fn a_slow_request_times_out() {
    let home = home("slow", &[sealed()]);
    let server = Server::start(&home);
    let never_ends = async |text: &str| {
        let mut stream = TcpStream::connect(&server.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let patience = Duration::from_secs(40);
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
async fn a_client_that_does_not_read_is_disconnected() {
    let home = home("unread", &[sealed()]);
    let server = Server::start(&home);
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    // Far more than the buffers of both sides hold.
    let asked = "GET /schema.graphql HTTP/1.1\r\nhost: x\r\n\r\n".repeat(600);
    stream.write_all(asked.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_secs(35)).await;
    let mut answers = Vec::new();
    // A connection that is closed early may be reset.
    let _ = stream.read_to_end(&mut answers).await;
    let heads = String::from_utf8_lossy(&answers).matches("HTTP/1.1 200 OK").count();
    assert!((1..600).contains(&heads), "{heads} answers were sent");
}

#[tokio::test]
async fn a_connection_beyond_the_limit_waits_until_one_ends() {
    let home = home("room", &[sealed()]);
    let mut command = command(&home, "127.0.0.1:0");
    command.args(["--max-connections", "2"]);
    let server = Server::of(command, &home);
    let stranger = server.stranger();
    let (one, _other) = (stranger.socket().await, stranger.socket().await);
    let asking = tokio::spawn(async move { stranger.ask("{ games { id } }", json!({})).await });
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!asking.is_finished());
    drop(one);
    assert_eq!(asking.await.unwrap()["games"][0]["id"], "sealed");
}
