//! How games are learned: the files that they bring for it, under the versions that the API names.

use std::path::Path;

use serde_json::{Value as Json, json};

use super::element::{changed, put};
use crate::page::{built, sealed, send, serving, visit};
use crate::support::server::{Server, module};

const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// `Game.learning` of every game, with the ids.
async fn learning(server: &Server) -> Vec<(String, Json)> {
    let answer = server.stranger().ask("{ games { id learning } }", json!({})).await;
    let games = answer["games"].as_array().unwrap().iter();
    games.map(|game| (game["id"].as_str().unwrap().to_owned(), game["learning"].clone())).collect()
}

async fn only(server: &Server) -> Json {
    learning(server).await.remove(0).1
}

#[tokio::test]
async fn what_our_games_bring_is_served_as_it_is() {
    let ids = ["abyss", "allegeance", "astoria"];
    let modules = ids.map(|id| module(&format!("lib{id}.so")));
    let home = built("learning-ours", &modules);
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for id in ids {
        let file = games.join(id).join("learning.json");
        std::fs::copy(file, home.join(format!("modules/{id}.learning.json"))).unwrap();
    }
    let server = serving(&home, &[]);
    let served = learning(&server).await;
    assert_eq!(served.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ids);
    for (id, path) in served {
        let path = path.as_str().unwrap();
        let version = path.strip_prefix(&format!("/games/{id}.learning.json?v=")).unwrap();
        assert!(version.len() == 16 && version.bytes().all(|b| b.is_ascii_hexdigit()), "{path}");
        let written = std::fs::read_to_string(games.join(&id).join("learning.json")).unwrap();
        let plain = send(&server, &format!("GET {path}"), &[]).await;
        assert_eq!((plain.status, plain.text()), (200, written.clone()));
        assert_eq!(plain.header("content-type"), "application/json");
        assert_eq!(plain.header("cache-control"), FOR_EVER);
        assert_eq!(plain.header("x-content-type-options"), "nosniff");
        assert_eq!(plain.header("etag"), format!("\"{version}\""));
        let zipped = send(&server, &format!("GET {path}"), &[("accept-encoding", "gzip")]).await;
        assert_eq!((zipped.status, zipped.unzipped()), (200, written));
    }
}

#[tokio::test]
async fn it_is_not_interpreted_and_may_come_and_go_without_the_element() {
    let home = built("learning-comes", &[sealed()]);
    put(&home, "sealed.js", "the element", 0o644);
    put(&home, "other.learning.json", "of a game that is not here", 0o644);
    let server = serving(&home, &[]);
    assert_eq!(only(&server).await, Json::Null);
    for path in ["/games/sealed.learning.json", "/games/other.learning.json"] {
        assert_eq!(visit(&server, path).await.status, 404, "{path}");
    }
    put(&home, "sealed.learning.json", "no JSON at all", 0o644);
    let come = changed(&Json::Null, || only(&server)).await;
    let answer = visit(&server, come.as_str().unwrap()).await;
    assert_eq!((answer.status, &*answer.text()), (200, "no JSON at all"));
    assert_eq!(visit(&server, "/games/sealed.js").await.text(), "the element");
    assert_eq!(visit(&server, "/games/sealed.learning").await.status, 404);
    assert_eq!(visit(&server, "/games/sealed.learning.js").await.status, 404);

    put(&home, "sealed.learning.json", &" ".repeat((1 << 20) + 1), 0o644);
    assert_eq!(changed(&come, || only(&server)).await, Json::Null);
    assert_eq!(visit(&server, "/games/sealed.js").await.status, 200);
}
