//! The WebSocket protocol, and when a socket is closed.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::requests::sealed;
use crate::support::server::{Server, Socket, home};
use crate::support::tables::opened;

#[tokio::test]
async fn a_socket_follows_its_protocol_and_is_closed_if_the_client_does_not() {
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
async fn messages_that_are_ready_together_arrive_together() {
    let home = home("frames", &[sealed()]);
    let server = Server::start(&home);
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    let upgrade = format!(
        "GET /graphql HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\
         sec-websocket-protocol: graphql-transport-ws\r\n\r\n",
        server.address
    );
    stream.write_all(upgrade.as_bytes()).await.unwrap();
    assert!(read(&mut stream).await.contains("101 Switching Protocols"));
    // A text of up to 125 bytes, with a mask that changes nothing.
    let framed = |text: &str| {
        let length = u8::try_from(text.len()).unwrap();
        [&[0x81, 0x80 | length, 0, 0, 0, 0], text.as_bytes()].concat()
    };
    stream.write_all(&framed(r#"{"type":"connection_init"}"#)).await.unwrap();
    assert!(read(&mut stream).await.contains("connection_ack"));
    for _ in 0..20 {
        let ask = r#"{"id":"q","type":"subscribe","payload":{"query":"{ __typename }"}}"#;
        stream.write_all(&framed(ask)).await.unwrap();
        let read = read(&mut stream).await;
        assert!(read.contains(r#""next""#) && read.contains(r#""complete""#), "{read}");
    }
}

/// What one read of the stream gives.
async fn read(stream: &mut TcpStream) -> String {
    let mut bytes = [0; 4_096];
    let length = stream.read(&mut bytes).await.unwrap();
    String::from_utf8_lossy(&bytes[..length]).into_owned()
}

#[tokio::test]
async fn closing_a_socket_is_answered_with_the_same_code() {
    let home = home("closing", &[sealed()]);
    let server = Server::start(&home);
    let player = server.player("Ada").await;
    for is_greeted in [false, true] {
        let mut socket =
            if is_greeted { player.socket().await } else { Socket::open(&server.address).await };
        socket.close(1000).await;
        assert_eq!(socket.next_or_close().await, Err(Some(1000)), "greeted: {is_greeted}");
    }
}

#[tokio::test]
async fn a_subscription_first_sends_the_table_and_refuses_a_negative_seq() {
    let home = home("first", &[sealed()]);
    let server = Server::start(&home);
    let player = server.player("Ada").await;
    let id = opened(&player, json!({"sealed": {}}), 2).await;
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
