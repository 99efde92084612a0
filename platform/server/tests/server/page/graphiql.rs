//! GraphiQL beside the page.

use crate::page::{POLICY, built, send, serving, visit, write};

#[tokio::test]
async fn graphiql_is_there_with_a_policy_of_its_own() {
    let home = built("graphiql", &[]);
    write(&home, "web/graphiql/worker.js", "work()");
    let server = serving(&home, &[]);
    for (path, text) in [
        ("/graphiql", "<title>GraphiQL</title>"),
        ("/graphiql/", "<title>GraphiQL</title>"),
        ("/graphiql/index.html", "<title>GraphiQL</title>"),
        ("/graphiql/worker.js", "work()"),
    ] {
        let answer = visit(&server, path).await;
        assert_eq!((answer.status, &*answer.text()), (200, text), "{path}");
        assert_eq!(answer.header("cache-control"), "no-cache", "{path}");
        let policy = answer.header("content-security-policy");
        let own = "; script-src 'self'; worker-src 'self' blob:; font-src 'self' data:";
        assert_eq!(policy, format!("{POLICY}{own}"), "{path}");
    }
    let missing = visit(&server, "/graphiql/missing").await;
    assert_eq!((missing.status, missing.header("content-security-policy")), (404, POLICY));
    assert_eq!(visit(&server, "/").await.header("content-security-policy"), POLICY);
}

#[tokio::test]
async fn an_operator_can_turn_graphiql_off() {
    let home = built("no-graphiql", &[]);
    for (number, is_there) in [(0, true), (1, false)] {
        let server = serving(&home, &["--no-graphiql"][..number]);
        for path in [
            "/graphiql",
            "/graphiql/",
            "/graphiql/index.html",
            "/%67raphiql/index.html",
            "/graphiql%2findex.html",
            "//graphiql/index.html",
            "/./graphiql/index.html",
        ] {
            let answer = visit(&server, path).await;
            let is_plain = path.starts_with("/g") || path.starts_with("/%");
            let is_plain = is_plain && !path.contains("%2f");
            assert_eq!(answer.status, if is_there && is_plain { 200 } else { 404 }, "{path}");
            assert_eq!(answer.text().contains("GraphiQL"), is_there && is_plain, "{path}");
        }
        assert_eq!(visit(&server, "/lobby").await.status, 200);
    }
}

#[tokio::test]
async fn a_page_built_without_graphiql_has_none() {
    let home = built("bare", &[]);
    std::fs::remove_dir_all(home.join("web/graphiql")).unwrap();
    let server = serving(&home, &[]);
    assert_eq!(visit(&server, "/graphiql").await.status, 404);
    assert_eq!(send(&server, "POST /graphiql", &[]).await.status, 405);
}
