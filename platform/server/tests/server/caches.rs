//! Client caches hold what the server answers: games through Apollo Client and urql's Graphcache
//! without settings, compared with uncached answers.

use serde_json::{Value as Json, json};

use crate::support::node;
use crate::support::server::{Server, home, module};

/// After how many steps somebody resigns, unless whole games are asked for: after that hardly anything
/// comes that caches have not held before.
const ENOUGH_STEPS: &str = "60";

/// Plays a game with two players and a spectator; `PLAYOUTS` sets how many whole ones it plays
/// instead.
fn caches_are_right(game: &str) {
    let home = home(&format!("caches-{game}"), &[module(&format!("lib{game}.so"))]);
    let server = Server::start(&home);
    let base = format!("http://{}", server.address);
    let mut script = node::script("caches.mjs");
    script.args([&base, game]);
    match std::env::var("PLAYOUTS") {
        Ok(playouts) => script.arg(playouts),
        Err(_) => script.args(["1", ENOUGH_STEPS]),
    };
    let output = script.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let report: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["compared"].as_u64().unwrap() > 200, "{report}");
    assert_eq!(report["wrong"], json!([]), "{report:#}");
    assert_eq!(report["missing"], json!([]), "{report:#}");
    assert_eq!(server.errors(), [""; 0]);
}

#[test]
fn caches_are_right_about_abyss() {
    caches_are_right("abyss");
}

#[test]
fn caches_are_right_about_allegeance() {
    caches_are_right("allegeance");
}

#[test]
fn caches_are_right_about_astoria() {
    caches_are_right("astoria");
}
