//! The paths that load balancers and supervisors ask.

use std::process::Command;

use serde_json::{Value as Json, json};

use crate::requests::sealed;
use crate::support::server::{Server, command, home};

/// The status and the body of what a server answers at a path.
async fn get(address: &str, path: &str) -> (u16, String) {
    let answer = reqwest::get(format!("http://{address}{path}")).await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

/// The status of `/readyz`, and why the server is not ready.
async fn obstacles(address: &str) -> (u16, Json) {
    let (status, body) = get(address, "/readyz").await;
    assert_eq!(body.lines().count(), 1);
    let body: Json = serde_json::from_str(&body).unwrap();
    assert_eq!(body["ready"], json!(status == 200));
    (status, body["because"].clone())
}

#[tokio::test]
async fn a_server_is_ready_while_its_journal_answers_and_it_has_a_game() {
    let with_game = home("ready", &[sealed()]);
    let server = Server::start(&with_game);
    assert_eq!(obstacles(&server.address).await, (200, json!([])));
    assert_eq!(get(&server.address, "/healthz").await, (200, "ok\n".to_owned()));
    for entry in std::fs::read_dir(&with_game).unwrap().map(Result::unwrap) {
        if entry.file_name().to_string_lossy().starts_with("journal.db") {
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
    // The loss of the file is noticed within half a second, and an answer of the journal is valid
    // for a second.
    let mut found = obstacles(&server.address).await;
    for _ in 0..100 {
        if found.0 == 503 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        found = obstacles(&server.address).await;
    }
    assert_eq!(found, (503, json!(["journal"])));
    assert_eq!(get(&server.address, "/healthz").await.0, 200);

    let server = Server::start(&home("ready-without-games", &[]));
    assert_eq!(obstacles(&server.address).await, (503, json!(["modules"])));
}

#[tokio::test]
async fn a_server_that_is_told_to_stop_says_so_and_closes_its_sockets_later() {
    let home = home("drained", &[sealed()]);
    let mut draining = command(&home, "127.0.0.1:0");
    draining.args(["--drain", "2"]);
    let mut server = Server::of(draining, &home);
    let mut socket = server.player("Ada").await.socket().await;
    let term = Command::new("kill").args(["-TERM", &server.id().to_string()]).status();
    assert!(term.unwrap().success());
    let mut found = obstacles(&server.address).await;
    while found.0 == 200 {
        found = obstacles(&server.address).await;
    }
    assert_eq!(found, (503, json!(["stopping"])));
    // Everything else is still answered meanwhile.
    let data = server.stranger().ask("{ games { id } }", json!({})).await;
    assert_eq!(data["games"][0]["id"], "sealed");
    socket.subscribe("1", "{ me { name } }", json!({})).await;
    assert_eq!(socket.next().await.unwrap()["payload"]["data"]["me"]["name"], "Ada");
    assert_eq!(socket.next().await.unwrap()["type"], "complete");
    assert_eq!(socket.next_or_close().await, Err(Some(1001)));
    assert_eq!(server.wait(), Some(0));
}
