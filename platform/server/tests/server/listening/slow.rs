//! A listener who does not read, over a real connection.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::json;
use tokio::net::TcpSocket;

use crate::listening::stage::{Short, Stage, after, one_step, update};
use crate::support::server::{Client, Socket};
use crate::support::tables::begun;

/// Updates that are so large that a connection holds few of them.
fn large() -> String {
    let views: String = (0..20)
        .map(|n| {
            format!("v{n}: view {{ ... on SealedView {{ seats {{ seat cards spent hand }} }} }} ")
        })
        .collect();
    format!(
        "subscription($id: ID!, $after: Int!) {{ table(id: $id, after: $after) \
         {{ seq entry {{ seq }} table {{ {views} }} }} }}"
    )
}

/// A socket with a small receive buffer.
async fn narrow(client: &Client, address: &str) -> Socket {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4 * 1024).unwrap();
    let stream = socket.connect(address.parse().unwrap()).await.unwrap();
    client.greet(Socket::over(stream, address).await).await
}

#[tokio::test]
async fn a_slow_reader_is_told_to_resume_misses_nothing_and_delays_nobody() {
    let short = Short { lag: 4, buffer: Some(8 * 1024), ..Short::default() };
    let stage = Stage::set(short).await;
    let (id, players) = begun(&stage.stranger(), json!({"sealed": {}}), 6).await;
    let mut slow = narrow(&players[0], &stage.address).await;
    let mut quick = players[0].socket().await;
    for socket in [&mut slow, &mut quick] {
        socket.subscribe("1", &large(), after(&id, 0)).await;
        assert!(update(socket).await["entry"].is_null());
    }
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let mut played = 0;
    // All but the last round, while one reads and the other does not.
    while played < 24 {
        assert!(one_step(&players, &id, &mut dice).await);
        played += 1;
        assert_eq!(update(&mut quick).await["entry"]["seq"], played);
    }
    let mut heard = 0;
    let error = loop {
        let frame = slow.next().await.expect("the socket stays open");
        if frame["type"] != "next" {
            break frame;
        }
        heard += 1;
        assert_eq!(frame["payload"]["data"]["table"]["seq"], heard);
    };
    assert!((1..played).contains(&heard), "{heard} of {played}");
    assert_eq!([&error["id"], &error["type"]], ["1", "error"], "{error}");
    assert_eq!(error["payload"][0]["extensions"]["code"], "RESUME");
    let message = error["payload"][0]["message"].as_str().unwrap();
    assert!(message.ends_with(&format!("after: {heard}")), "{message}");
    // On the same socket, under the same id, and however far it has fallen behind.
    slow.subscribe("1", &large(), after(&id, heard)).await;
    assert!(update(&mut slow).await["entry"].is_null());
    while heard < played {
        heard += 1;
        assert_eq!(update(&mut slow).await["entry"]["seq"], heard);
    }
    while one_step(&players, &id, &mut dice).await {
        played += 1;
        for socket in [&mut slow, &mut quick] {
            assert_eq!(update(socket).await["entry"]["seq"], played);
        }
    }
    for socket in [&mut slow, &mut quick] {
        assert_eq!(socket.next().await.unwrap()["type"], "complete");
    }
}
