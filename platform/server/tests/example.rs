//! The example client in Rust plays a whole game of each game.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "support/server.rs"]
#[allow(dead_code, reason = "each test uses its part")]
mod server;

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::process::{Command, Stdio};

use server::{Server, command, home, module};

const GAMES: [&str; 3] = ["abyss", "allegeance", "astoria"];

#[test]
fn the_example_client_plays_every_game_to_its_result() {
    let build = "cargo build --workspace --all-targets";
    let modules = GAMES.map(|game| module(&format!("{DLL_PREFIX}{game}{DLL_SUFFIX}"), build));
    let client = module(&format!("example-client{EXE_SUFFIX}"), build);
    let home = home("example", &modules);
    let mut serve = command(&home, "127.0.0.1:0");
    serve.args(["--bot-pause", "0"]);
    let mut server = Server::of(serve, &home);
    for game in GAMES {
        let url = format!("http://{}", server.address);
        let played =
            Command::new(&client).args([url.as_str(), game]).stdin(Stdio::null()).output().unwrap();
        let (said, faults) = (String::from_utf8_lossy(&played.stdout), played.stderr);
        assert!(played.status.success(), "{game}: {}", String::from_utf8_lossy(&faults));
        for seat in 0..2 {
            let is_said = said
                .lines()
                .any(|line| line.starts_with("rank ") && line.contains(&format!("seat {seat},")));
            assert!(is_said, "{game}: no result of seat {seat} in\n{said}");
        }
        assert!(said.lines().count() > 10, "{game}: the log is said in words:\n{said}");
    }
    assert_eq!(server.stop("TERM"), Some(0));
    assert!(server.errors().is_empty(), "{:?}", server.errors());
}
