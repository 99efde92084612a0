//! The custom elements of games.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::page::{BROWSER, built, command, home, sealed, send, serving, visit, write};
use crate::support::server::Server;

const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// `Game.element` of the only game.
async fn element(server: &Server) -> Json {
    let answer = server.stranger().ask("{ games { id element } }", json!({})).await;
    assert_eq!(answer["games"][0]["id"], "sealed");
    answer["games"][0]["element"].clone()
}

/// What `ask` answers once it has changed: the directory is checked every two seconds.
pub(super) async fn changed<A: Future<Output = Json>>(before: &Json, ask: impl Fn() -> A) -> Json {
    for _ in 0..400 {
        let now = ask().await;
        if now != *before {
            return now;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it was still {before} after 20 seconds");
}

/// Puts a file among the modules as one should: whole under another name, and then in place.
pub(super) fn put(home: &Path, name: &str, text: &str, mode: u32) {
    let (whole, file) = (home.join("part"), home.join("modules").join(name));
    std::fs::write(&whole, text).unwrap();
    std::fs::set_permissions(&whole, std::fs::Permissions::from_mode(mode)).unwrap();
    std::fs::rename(whole, file).unwrap();
}

#[tokio::test]
async fn a_games_element_is_served_under_the_version_that_the_api_names() {
    let home = built("element", &[sealed()]);
    let script = "export const table = 'sealed';\n".repeat(50);
    put(&home, "sealed.js", &script, 0o644);
    put(&home, "other.js", "of a game that is not here", 0o644);
    let server = serving(&home, &[]);
    let path = element(&server).await;
    let path = path.as_str().unwrap();
    let version = path.strip_prefix("/games/sealed.js?v=").unwrap();
    assert!(version.len() == 16 && version.bytes().all(|b| b.is_ascii_hexdigit()), "{path}");

    let plain = send(&server, &format!("GET {path}"), &[]).await;
    assert_eq!((plain.status, plain.text()), (200, script.clone()));
    assert_eq!(plain.header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(plain.header("cache-control"), FOR_EVER);
    assert_eq!(plain.header("x-content-type-options"), "nosniff");
    assert_eq!(plain.header("etag"), format!("\"{version}\""));
    let takes_gzip = ("accept-encoding", "gzip, br");
    let zipped = send(&server, &format!("GET {path}"), &[takes_gzip]).await;
    assert_eq!((zipped.status, zipped.unzipped()), (200, script.clone()));
    assert_eq!(zipped.header("cache-control"), FOR_EVER);
    assert_ne!(zipped.header("etag"), plain.header("etag"));
    for answer in [&plain, &zipped] {
        assert!(answer.header("vary").contains("accept-encoding"), "{answer:?}");
        assert_eq!(answer.header("content-length"), answer.body.len().to_string());
    }
    let known = ("if-none-match", zipped.header("etag"));
    let again = send(&server, &format!("GET {path}"), &[takes_gzip, known]).await;
    assert_eq!((again.status, &*again.body), (304, &b""[..]));
    assert_eq!(again.header("etag"), zipped.header("etag"));
    let head = send(&server, &format!("HEAD {path}"), &[]).await;
    assert_eq!((head.status, &*head.body), (200, &b""[..]));

    for path in ["/games/sealed.js", "/games/sealed.js?v=0123456789abcdef", "/games/sealed.js?v="] {
        let answer = send(&server, &format!("GET {path}"), &[]).await;
        assert_eq!((answer.status, answer.text()), (200, script.clone()), "{path}");
        assert_eq!(answer.header("cache-control"), "no-cache", "{path}");
    }
    for path in ["/games/other.js", "/games/none.js", "/games/sealed", "/games/sealed.JS"] {
        assert_eq!(visit(&server, path).await.status, 404, "{path}");
    }
    let modules = ["/games/libsealed.so", "/games/.js", "/games/sealed.js/", "/games/sealed.js.js"];
    for path in modules {
        assert_eq!(visit(&server, path).await.status, 404, "{path}");
    }
    assert_eq!(send(&server, &format!("POST {path}"), &[]).await.status, 405);
}

#[tokio::test]
async fn an_element_may_come_change_and_go_while_the_server_runs() {
    let home = home("page-element-comes", &[sealed()]);
    let server = serving(&home, &[]);
    let mut socket = server.player("Ada").await.socket().await;
    let none = element(&server).await;
    assert_eq!(none, Json::Null);
    assert_eq!(visit(&server, "/games/sealed.js").await.status, 404);

    put(&home, "sealed.js", "one", 0o644);
    let one = changed(&none, || element(&server)).await;
    assert_eq!(visit(&server, one.as_str().unwrap()).await.text(), "one");
    put(&home, "sealed.js", "two", 0o644);
    let two = changed(&one, || element(&server)).await;
    let answer = visit(&server, two.as_str().unwrap()).await;
    assert_eq!((&*answer.text(), answer.header("cache-control")), ("two", FOR_EVER));
    // The old version's URL gives the current element, which must not be cached under it.
    let old = visit(&server, one.as_str().unwrap()).await;
    assert_eq!((&*old.text(), old.header("cache-control")), ("two", "no-cache"));

    // A file that anybody could have written is not served.
    put(&home, "sealed.js", "evil", 0o646);
    assert_eq!(changed(&two, || element(&server)).await, Json::Null);
    assert_eq!(visit(&server, "/games/sealed.js").await.status, 404);
    put(&home, "sealed.js", "two", 0o644);
    assert_eq!(changed(&Json::Null, || element(&server)).await, two);
    std::fs::remove_file(home.join("modules/sealed.js")).unwrap();
    assert_eq!(changed(&two, || element(&server)).await, Json::Null);

    // The games have not changed, so open sockets are still served.
    let document = "{ me { name } }";
    socket.subscribe("1", document, json!({})).await;
    assert_eq!(socket.next().await.unwrap()["payload"]["data"]["me"]["name"], "Ada");
}

#[tokio::test]
async fn a_bad_element_does_not_affect_its_game() {
    let large = home("page-element-large", &[sealed()]);
    put(&large, "sealed.js", &" ".repeat((8 << 20) + 1), 0o644);
    let folder = home("page-element-folder", &[sealed()]);
    write(&folder, "modules/sealed.js/index.js", "no file");
    for home in [large, folder] {
        let server = serving(&home, &[]);
        assert_eq!(element(&server).await, Json::Null);
        let answer = visit(&server, "/games/sealed.js").await;
        assert_eq!((answer.status, &*answer.text()), (404, "there is nothing here\n"));
    }
}

#[tokio::test]
async fn pages_of_allowed_sites_may_use_elements_too() {
    let home = built("element-elsewhere", &[sealed()]);
    put(&home, "sealed.js", "one", 0o644);
    let friend = "https://friend.example";
    let mut command = command(&home, "127.0.0.1:0");
    command.args(["--allow-origin", friend, "--page"]).arg(home.join("web"));
    let server = Server::of(command, &home);
    for (origin, allowed) in [(friend, friend), ("https://other.example", "")] {
        let headers = [("origin", origin), ("accept", BROWSER)];
        let script = send(&server, "GET /games/sealed.js", &headers).await;
        assert_eq!(script.header("access-control-allow-origin"), allowed, "{origin}");
        let page = send(&server, "GET /", &headers).await;
        assert_eq!(page.header("access-control-allow-origin"), "", "{origin}");
    }
}
