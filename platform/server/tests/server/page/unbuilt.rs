//! A server without a page.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::Value as Json;

use crate::page::{POLICY, command, home, send, serving, visit, write};

#[tokio::test]
async fn without_a_page_a_built_in_one_says_in_both_languages_how_to_build_it() {
    let home = home("page-unbuilt", &[]);
    write(&home, "web/favicon.svg", "<svg/>");
    let server = serving(&home, &[]);
    let top = visit(&server, "/").await;
    assert_eq!((top.status, top.header("content-type")), (200, "text/html; charset=utf-8"));
    assert_eq!(top.header("cache-control"), "no-cache");
    assert_eq!(top.header("content-security-policy"), POLICY);
    let text = top.text();
    for said in ["<html lang=\"en\">", "lang=\"fr\"", "/graphql", "/schema.graphql", "make build"] {
        assert!(text.contains(said), "{said}");
    }
    for said in ["Node.js 22.12 or newer", "Node.js 22.12 ou plus récent", "light dark"] {
        assert!(text.contains(said), "{said}");
    }
    // It loads nothing else.
    for tag in ["<script", "<link", "<img", "@import", "url(", "://"] {
        assert!(!text.contains(tag), "{tag}");
    }
    assert_eq!(send(&server, "GET /", &[("accept", "*/*")]).await.text(), text);
    for path in ["/lobby", "/table/0194", "/graphiql"] {
        let answer = visit(&server, path).await;
        assert_eq!((answer.status, answer.text()), (404, text.clone()), "{path}");
    }
    assert_eq!(visit(&server, "/assets/index-1.js").await.text(), "there is nothing here\n");

    // Once the page is built, it is served at once.
    write(&home, "web/index.html", "the page");
    for path in ["/", "/lobby"] {
        let answer = visit(&server, path).await;
        assert_eq!((answer.status, &*answer.text()), (200, "the page"));
    }
}

#[test]
fn the_log_says_in_one_line_that_there_is_no_page() {
    for (is_there, warnings, place) in [(false, 1, "page-unbuilt-log"), (true, 0, "page-built-log")]
    {
        let home = home(place, &[]);
        if is_there {
            write(&home, "web/index.html", "the page");
        }
        let mut command = command(&home, "127.0.0.1:0");
        command.arg("--page").arg(home.join("web")).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let entries = lines.map(|line| serde_json::from_str::<Json>(&line.unwrap()).unwrap());
        let told: Vec<_> = entries
            .take_while(|entry| entry["fields"]["message"] != "serving")
            .filter(|entry| entry["level"] == "WARN")
            .collect();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(told.len(), warnings, "{told:?}");
        for warning in told {
            let message = warning["fields"]["message"].as_str().unwrap();
            assert!(
                message.contains("Node.js 22.12") && message.contains("make build"),
                "{message}"
            );
        }
    }
}
