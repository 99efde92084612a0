//! The subscription loop of `docs/client-developer.md`, as it stands there: with
//! the real graphql-ws client, and a real server that is killed and stopped meanwhile.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};
use tokio::sync::mpsc;

use crate::support::node;
use crate::support::server::{Server, home, module};
use crate::support::tables::{begun, play, table};

/// The loop in a process of its own.
struct Sample {
    child: Child,
    shown: mpsc::UnboundedReceiver<Json>,
}

impl Sample {
    fn start(server: &Server, token: &str, id: &str) -> Self {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/client-developer.md");
        let url = format!("ws://{}/graphql", server.address);
        let mut command = node::script("sample.mjs");
        command.arg(page).args([&*url, token, id]).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, shown) = mpsc::unbounded_channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                // The test may have ended.
                let _ = sender.send(serde_json::from_str(&line).unwrap());
            }
        });
        Self { child, shown }
    }

    /// Its next line of output; none at the end.
    async fn next(&mut self) -> Option<Json> {
        let next = tokio::time::timeout(Duration::from_secs(60), self.shown.recv()).await;
        next.expect("something is shown within a minute")
    }

    /// Checks that entries are shown in order until this one.
    async fn shows(&mut self, from: u64, until: u64) {
        let mut seq = from;
        while seq < until {
            let update = self.next().await.expect("there is more to come");
            if !update["entry"].is_null() {
                seq += 1;
                assert_eq!(update["entry"]["seq"], seq, "without gap and without duplicate");
            }
        }
    }
}

impl Drop for Sample {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn sealed(test: &str) -> Server {
    let sealed = module("libsealed.so");
    Server::start(&home(test, &[sealed]))
}

#[tokio::test]
async fn it_goes_on_when_the_server_was_killed_or_stopped_and_ends_with_the_game() {
    let mut server = sealed("sample");
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 3).await;
    let mut sample = Sample::start(&server, players[1].token.as_ref().unwrap(), &id);
    let mut dice = ChaCha8Rng::seed_from_u64(2);
    let mut played = 0;
    for end in [Server::kill_and_start, Server::stop_and_start] {
        let before = played;
        played += play(&players, &id, &mut dice, 5).await as u64;
        sample.shows(before, played).await;
        server = tokio::task::spawn_blocking(move || {
            end(&mut server);
            server
        })
        .await
        .unwrap();
    }
    play(&players, &id, &mut dice, usize::MAX).await;
    let last = table(&players[0], &id).await["seq"].as_u64().unwrap();
    assert!(last > played);
    sample.shows(played, last).await;
    while let Some(update) = sample.next().await {
        assert_eq!(update["entry"], Json::Null, "{update}");
    }
    assert!(sample.child.wait().unwrap().success());
}

#[tokio::test]
async fn it_gives_up_where_trying_again_does_not_help() {
    let server = sealed("sample-wrong");
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let token = players[0].token.as_ref().unwrap();
    for (token, id, failed) in
        [("nobody", &*id, json!(4403)), (&**token, "nowhere", json!("NOT_FOUND"))]
    {
        let mut sample = Sample::start(&server, token, id);
        assert_eq!(sample.next().await, Some(json!({ "failed": failed })));
    }
}
