//! The document in which the page runs boards that are not trusted.

use serde_json::json;

use crate::page::{built, sealed, send, serving, visit, write};

#[tokio::test]
async fn the_document_of_a_frame_may_do_nothing_but_run_what_it_has() {
    let home = built("frame", &[]);
    write(&home, "web/frame.html", "<title>Frame</title>");
    let server = serving(&home, &[]);
    for path in ["/frame.html", "/frame.html?anything", "/fr%61me.html"] {
        let answer = visit(&server, path).await;
        assert_eq!((answer.status, &*answer.text()), (200, "<title>Frame</title>"), "{path}");
        assert_eq!(answer.header("cache-control"), "no-cache");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("x-dns-prefetch-control"), "off");
        assert_eq!(answer.header("origin-agent-cluster"), "");
        let policy = answer.header("content-security-policy");
        // An origin of its own, nothing by default, and nowhere a server's name.
        assert!(policy.starts_with("sandbox allow-scripts; default-src 'none'; "), "{policy}");
        assert!(!policy.contains("http") && !policy.contains('*'), "{policy}");
        let selves: Vec<_> = policy.split("; ").filter(|one| one.contains("'self'")).collect();
        assert_eq!(selves, ["frame-ancestors 'self'"]);
    }
    assert_eq!(send(&server, "POST /frame.html", &[]).await.status, 405);
    std::fs::remove_file(home.join("web/frame.html")).unwrap();
    // Not the page: that would be guarded less.
    assert_eq!(visit(&server, "/frame.html").await.status, 404);
}

#[tokio::test]
async fn the_api_says_which_games_have_isolated_modules() {
    let home = built("frame-isolated", &[sealed()]);
    for (arguments, is_isolated) in [(&[][..], false), (&["--isolate"], true)] {
        let server = serving(&home, arguments);
        let games = server.stranger().ask("{ games { id isIsolated } }", json!({})).await;
        let sealed = json!([{"id": "sealed", "isIsolated": is_isolated}]);
        assert_eq!(games["games"], sealed);
    }
}
