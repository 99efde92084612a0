//! The files of the page, and `index.html` for the page's links.

use std::fs::File;
use std::os::unix::fs::symlink;
use std::process::Command;
use std::time::SystemTime;

use crate::page::{BROWSER, POLICY, built, home, send, serving, visit, write};

#[tokio::test]
async fn files_named_by_their_hash_are_cached_for_ever_and_all_others_revalidated() {
    let server = serving(&built("kept", &[]), &[]);
    for (path, text, ty, kept) in [
        ("/", "<title>the page</title>", "text/html", "no-cache"),
        ("/index.html", "<title>the page</title>", "text/html", "no-cache"),
        ("/favicon.svg", "<svg/>", "image/svg+xml", "no-cache"),
        ("/assets/index-1.js", "plain()", "text/javascript", "public, max-age=31536000, immutable"),
        ("/assets/index-1.css", "a {}", "text/css", "public, max-age=31536000, immutable"),
    ] {
        let answer = send(&server, &format!("GET {path}"), &[]).await;
        assert_eq!((answer.status, &*answer.text()), (200, text), "{path}");
        assert_eq!(answer.header("content-type"), ty, "{path}");
        assert_eq!(answer.header("cache-control"), kept, "{path}");
        assert_eq!(answer.header("content-security-policy"), POLICY, "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin", "{path}");
        assert_eq!(answer.header("origin-agent-cluster"), "?1", "{path}");

        let known = ("if-none-match", answer.header("etag"));
        let again = send(&server, &format!("GET {path}"), &[known]).await;
        let is_asset = path.starts_with("/assets/");
        assert_eq!(known.1.is_empty(), !is_asset, "{path}");
        let expected = if is_asset { (304, "") } else { (200, text) };
        assert_eq!((again.status, &*again.text()), expected, "{path}");
        for about in ["cache-control", "vary", "etag"] {
            assert_eq!(again.header(about), answer.header(about), "{path}: {about}");
        }
        let head = send(&server, &format!("HEAD {path}"), &[]).await;
        assert_eq!((head.status, &*head.body), (200, &b""[..]), "{path}");
        assert_eq!(head.header("content-length"), text.len().to_string(), "{path}");
    }
}

#[tokio::test]
async fn two_builds_of_the_same_size_and_time_are_told_apart() {
    let home = built("one-time", &[]);
    let server = serving(&home, &[]);
    for page in ["index.html", "graphiql/index.html"] {
        let build = |text: &str| {
            let file = format!("web/{page}");
            write(&home, &file, text);
            let file = File::options().write(true).open(home.join(file)).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        };
        let request = format!("GET /{page}");
        build("<script src=/assets/one.js>");
        let one = send(&server, &request, &[]).await;
        build("<script src=/assets/two.js>");
        let known = [
            ("if-none-match", one.header("etag")),
            ("if-modified-since", one.header("last-modified")),
        ];
        let known = known.into_iter().filter(|(_, value)| !value.is_empty()).collect::<Vec<_>>();
        let newer = [("if-modified-since", "Fri, 31 Dec 2100 23:59:59 GMT")];
        for headers in [&known[..], &newer] {
            let two = send(&server, &request, headers).await;
            assert_eq!((two.status, &*two.text()), (200, "<script src=/assets/two.js>"), "{page}");
        }
    }
}

#[tokio::test]
async fn a_compressed_copy_of_a_file_is_sent_to_clients_that_accept_it() {
    let server = serving(&built("compressed", &[]), &[]);
    for (takes, text, encoding) in [
        ("gzip, deflate, br, zstd", "brotli", "br"),
        ("gzip", "gzip", "gzip"),
        ("br;q=0, gzip", "gzip", "gzip"),
        ("zstd", "plain()", ""),
        ("identity", "plain()", ""),
    ] {
        let headers = [("accept-encoding", takes)];
        let answer = send(&server, "GET /assets/index-1.js", &headers).await;
        assert_eq!((answer.status, &*answer.text()), (200, text), "{takes}");
        assert_eq!(answer.header("content-encoding"), encoding, "{takes}");
        assert_eq!(answer.header("content-type"), "text/javascript", "{takes}");
        assert_eq!(answer.header("vary"), "accept-encoding", "{takes}");
        let css = send(&server, "GET /assets/index-1.css", &headers).await;
        assert_eq!((&*css.text(), css.header("content-encoding")), ("a {}", ""), "{takes}");
    }
}

#[tokio::test]
async fn a_link_of_the_page_leads_to_the_page_and_nothing_else_does() {
    let server = serving(&built("links", &[]), &[]);
    let page = |accept: Option<&'static str>, path: &'static str| {
        let server = &server;
        async move {
            let headers: Vec<_> = accept.iter().map(|accept| ("accept", *accept)).collect();
            let answer = send(server, &format!("GET {path}"), &headers).await;
            let is_page = answer.text() == "<title>the page</title>";
            assert_eq!(answer.status, if is_page { 200 } else { 404 }, "{path}");
            assert_eq!(answer.header("cache-control"), "no-cache", "{path}");
            assert_eq!(answer.header("content-security-policy"), POLICY, "{path}");
            is_page
        }
    };
    for path in ["/lobby", "/table/0194?at=3", "/table/0194/", "/games", "/joueur/Zo%C3%A9", "/a.b"]
    {
        assert!(page(Some(BROWSER), path).await, "{path}");
        assert!(!page(Some("application/json"), path).await, "{path}");
    }
    for accept in [None, Some("*/*")] {
        assert!(page(accept, "/table/0194").await);
        assert!(!page(accept, "/missing.js").await, "a page is no script");
    }
    for path in [
        "/graphql/",
        "/graphql/lobby",
        "/schema.graphql/",
        "/games/",
        "/games/lobby",
        "/games/a/b",
        "/assets/",
        "/assets/missing.js",
        "/assets/missing",
    ] {
        assert!(!page(Some(BROWSER), path).await, "{path}");
    }
    let head = send(&server, "HEAD /lobby", &[("accept", BROWSER)]).await;
    assert_eq!((head.status, head.header("content-length"), &*head.body), (200, "23", &b""[..]));
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let refused = send(&server, &format!("{method} /lobby"), &[("accept", BROWSER)]).await;
        assert_eq!((refused.status, refused.header("allow")), (405, "GET, HEAD"), "{method}");
        assert_eq!(refused.header("cache-control"), "no-cache", "{method}");
    }
    let api = send(&server, "GET /graphql", &[("accept", BROWSER)]).await;
    assert_eq!((api.status, api.header("cache-control")), (400, "no-store"));
    let schema = send(&server, "GET /schema.graphql", &[("accept", BROWSER)]).await;
    assert!(schema.text().contains("type Query"));
    assert_eq!(schema.header("cache-control"), "no-cache");
}

#[tokio::test]
async fn nothing_outside_of_the_pages_folder_is_served() {
    let home = built("outside", &[]);
    write(&home, "secret", "the secret");
    write(&home, "web/.git/config", "the secret");
    write(&home, "webs/secret", "the secret");
    symlink(home.join("secret"), home.join("web/secret.txt")).unwrap();
    symlink(home.join("secret"), home.join("web/assets/index-1.css.gz")).unwrap();
    symlink(&home, home.join("web/up")).unwrap();
    symlink("index.html", home.join("web/same.html")).unwrap();
    let pipe = home.join("web/pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let server = serving(&home, &[]);
    for path in [
        "/../secret",
        "/../webs/secret",
        "/a/../../secret",
        "/..%2fsecret",
        "/..%2Fsecret",
        "/%2e%2e/secret",
        "/%2e%2e%2fsecret",
        "/.%2e/secret",
        "/..%5csecret",
        "/..\\secret",
        "//secret",
        "/./secret.txt",
        "/%2fetc/passwd",
        "//etc/passwd",
        "/..%c0%afsecret",
        "/%252e%252e%252fsecret",
        "/secret.txt",
        "/secret%2etxt",
        "/secret.txt%00.html",
        "/up/secret",
        "/up/web/index.html/../../secret",
        "/.git/config",
        "/%2egit/config",
        "/pipe",
        "/assets",
        "/assets/index-1.css.gz",
        "/assets/..%2f..%2fsecret",
        "/assets/../../secret",
        "/graphiql/../../secret",
        "/games/..%2f..%2fsecret.js",
        "/games/%2e%2e/secret.js",
    ] {
        for accept in ["*/*", BROWSER] {
            let request = format!("GET {path}");
            let answer = send(&server, &request, &[("accept", accept)]).await;
            assert!(matches!(answer.status, 200 | 400 | 404), "{path}: {}", answer.status);
            let is_page = answer.text() == "<title>the page</title>";
            assert_eq!(answer.status == 200, is_page, "{path}: {}", answer.text());
        }
    }
    // A link out of the folder is as if it did not exist; one within it is followed.
    let css = send(&server, "GET /assets/index-1.css", &[("accept-encoding", "gzip")]).await;
    assert_eq!((&*css.text(), css.header("content-encoding")), ("a {}", ""));
    assert_eq!(visit(&server, "/same.html").await.text(), "<title>the page</title>");
    let long = format!("/{}", "a".repeat(5_000));
    assert_eq!(visit(&server, &long).await.status, 200);
    assert_eq!(server.errors(), Vec::<String>::new());
}

#[tokio::test]
async fn the_folder_may_be_a_link_and_be_replaced_while_the_server_runs() {
    let home = home("page-replaced", &[]);
    write(&home, "one/index.html", "one");
    write(&home, "two/index.html", "two");
    symlink("one", home.join("web")).unwrap();
    let server = serving(&home, &[]);
    assert_eq!(visit(&server, "/lobby").await.text(), "one");
    symlink("two", home.join("next")).unwrap();
    std::fs::rename(home.join("next"), home.join("web")).unwrap();
    assert_eq!(visit(&server, "/lobby").await.text(), "two");
}
