//! The example client in Rust plays a whole game of each game, with a server that is killed and
//! started again meanwhile; and its types can be generated from the schema that a server serves.
#[path = "../../../../examples/rust/build.rs"]
#[allow(dead_code, clippy::print_stdout, reason = "the build runs it")]
mod build;

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::support::server::{GUERIDON, Server, command, home, module};

const GAMES: [&str; 3] = ["abyss", "allegeance", "astoria"];
/// How long the client may be silent.
const PATIENCE: Duration = Duration::from_secs(120);

/// The example client, playing.
struct Player {
    child: Child,
    lines: mpsc::Receiver<String>,
}

impl Player {
    fn start(server: &Server, game: &str) -> Self {
        let client = Path::new(GUERIDON).with_file_name(format!("example-client{EXE_SUFFIX}"));
        let mut command = Command::new(client);
        command.args([&format!("http://{}", server.address), game]).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in output.map_while(Result::ok) {
                // The test may have ended.
                let _ = sender.send(line);
            }
        });
        Self { child, lines }
    }

    /// Its next line of output; none at the end.
    fn next(&self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(mpsc::RecvTimeoutError::Disconnected) => None,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("the client is silent"),
        }
    }

    /// Whether it succeeded, and its stderr.
    fn end(mut self) -> (bool, String) {
        let mut complaints = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        (self.child.wait().unwrap().success(), complaints)
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn modules() -> [PathBuf; 3] {
    GAMES.map(|game| module(&format!("{DLL_PREFIX}{game}{DLL_SUFFIX}")))
}

fn serve(home: &Path, listen: &str) -> Server {
    let mut serve = command(home, listen);
    serve.args(["--bot-pause", "0"]);
    Server::of(serve, home)
}

/// The entries of a finished game, through the eyes of the first seat.
async fn told(server: &Server, table: &str) -> Vec<String> {
    let query = "query($id: ID!, $after: ID) { table(id: $id) { snapshot(seat: 0) {
        entries(first: 100, after: $after) {
            nodes { told { words } } pageInfo { endCursor hasNextPage }
        } } } }";
    let mut words = Vec::new();
    let mut after = Json::Null;
    loop {
        let variables = json!({"id": table, "after": after});
        let answer = server.stranger().ask(query, variables).await;
        let entries = &answer["table"]["snapshot"]["entries"];
        for node in entries["nodes"].as_array().unwrap() {
            let told = node["told"].as_array().unwrap();
            words.extend(told.iter().map(|told| told["words"].as_str().unwrap().to_owned()));
        }
        if entries["pageInfo"]["hasNextPage"] == false {
            return words;
        }
        after = entries["pageInfo"]["endCursor"].clone();
    }
}

#[tokio::test]
async fn the_example_client_plays_every_game_to_its_result_although_the_server_is_killed() {
    let home = home("example", &modules());
    let mut server = serve(&home, "127.0.0.1:0");
    for game in GAMES {
        let player = Player::start(&server, game);
        let mut said: Vec<String> = (0..6).map_while(|_| player.next()).collect();
        assert_eq!(said.len(), 6, "{game} has begun: {said:?}");
        assert_eq!(server.stop("KILL"), None);
        server = serve(&home, &server.address);
        while let Some(line) = player.next() {
            said.push(line);
        }
        let (has_ended_well, complaints) = player.end();
        assert!(has_ended_well, "{game}: {complaints}");
        assert!(complaints.contains(": trying again\n"), "{game}: {complaints}");
        let table = said.remove(0).split_off("table ".len());
        let ranks = said.split_off(said.len() - 2);
        for (seat, rank) in ranks.iter().enumerate() {
            assert!(rank.starts_with("rank ") && rank.contains(&format!("seat {seat},")), "{rank}");
        }
        let said: Vec<&str> = said.iter().map(|line| line.trim()).collect();
        assert_eq!(said, told(&server, &table).await, "{game}: without gap, without duplicate");
    }
    assert_eq!(server.stop("TERM"), Some(0));
    assert!(server.errors().is_empty(), "{:?}", server.errors());
}

#[tokio::test]
async fn its_documents_become_types_by_the_schema_that_a_server_serves() {
    let home = home("example-schema", &modules());
    let server = serve(&home, "127.0.0.1:0");
    let url = format!("http://{}/schema.graphql", server.address);
    let schema = reqwest::get(url).await.unwrap().text().await.unwrap();
    assert!(schema.contains("input Move @oneOf {"), "what games add is there");
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/play.graphql");
    let types = build::types(&schema, &documents, &home).unwrap();
    assert!(types.contains("pub struct Follow ;"), "{types}");
    assert!(!types.contains("Abyss"), "moves are sent back as they came");
}
