//! Queries by GET: what they may do, persisted queries, and which sites' pages may send them.

use reqwest::header::{ACCEPT, ALLOW, ORIGIN};
use reqwest::{RequestBuilder, Response};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::requests::sealed;
use crate::support::server::{Server, home};

const TITLE: &str = "query Title($id: ID!) { game(id: $id) { title } }";

fn get(server: &Server, parameters: &[(&str, &str)]) -> RequestBuilder {
    let url = format!("http://{}/graphql", server.address);
    reqwest::Client::new().get(url).query(parameters)
}

async fn json_of(request: RequestBuilder) -> (u16, Json) {
    let response: Response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

fn code(answer: &Json) -> &Json {
    &answer["errors"][0]["extensions"]["code"]
}

#[tokio::test]
async fn queries_are_answered_by_get_and_mutations_are_not() {
    let server = Server::start(&home("get", &[sealed()]));
    let variables = r#"{"id":"sealed"}"#;
    let asked = [("query", TITLE), ("variables", variables), ("operationName", "Title")];
    let (status, answer) = json_of(get(&server, &asked)).await;
    assert_eq!(status, 200);
    assert!(answer["data"]["game"]["title"].is_string(), "{answer}");

    let player = server.player("Ada").await;
    let me = get(&server, &[("query", "{ me { name } }")]).bearer_auth(player.token.unwrap());
    assert_eq!(json_of(me).await, (200, json!({"data": {"me": {"name": "Ada"}}})));

    let change = r#"mutation { signIn(name: "Bo") { __typename } }"#;
    for accept in ["application/json", "application/graphql-response+json", "text/event-stream"] {
        let sent = get(&server, &[("query", change)]).header(ACCEPT, accept).send().await.unwrap();
        assert_eq!(
            (sent.status().as_u16(), &sent.headers()[ALLOW]),
            (405, &"POST".parse().unwrap())
        );
        assert_eq!(code(&sent.json().await.unwrap()), "METHOD_NOT_ALLOWED", "{accept}");
    }
    let two = format!("{change} query Q {{ me {{ id }} }}");
    let (status, _) = json_of(get(&server, &[("query", &two), ("operationName", "Q")])).await;
    assert_eq!(status, 200, "only what is run counts");
    for parameters in
        [vec![], vec![("variables", "{}")], vec![("query", "{ me"), ("extensions", "1")]]
    {
        let (status, answer) = json_of(get(&server, &parameters)).await;
        assert_eq!((status, code(&answer)), (400, &json!("BAD_INPUT")), "{parameters:?}");
    }
}

#[tokio::test]
async fn a_page_of_another_site_may_not_query_by_get() {
    let server = Server::start(&home("get-site", &[sealed()]));
    let ask = || get(&server, &[("query", "{ games { id } }")]);
    let status = async |request: RequestBuilder| request.send().await.unwrap().status().as_u16();
    assert_eq!(status(ask()).await, 200);
    assert_eq!(status(ask().header("sec-fetch-site", "same-origin")).await, 200);
    assert_eq!(status(ask().header(ORIGIN, format!("http://{}", server.address))).await, 200);
    assert_eq!(status(ask().header("sec-fetch-site", "cross-site")).await, 403);
    assert_eq!(status(ask().header(ORIGIN, "https://other.example")).await, 403);
    let stream = format!("http://{}/graphql/stream?query={{games{{id}}}}", server.address);
    let stream = reqwest::Client::new().get(stream).header(ORIGIN, "https://other.example");
    assert_eq!(status(stream).await, 403);
}

#[tokio::test]
async fn a_document_that_was_sent_once_is_named_by_its_hash_afterwards() {
    let server = Server::start(&home("persisted", &[sealed()]));
    let variables = r#"{"id":"sealed"}"#;
    let hash = gueridon_game::border::hex(&Sha256::digest(TITLE));
    let named = json!({"persistedQuery": {"version": 1, "sha256Hash": hash}});
    let by_get = |with_text: bool| {
        let extensions = named.to_string();
        let mut parameters = vec![("variables", variables), ("extensions", &*extensions)];
        if with_text {
            parameters.push(("query", TITLE));
        }
        json_of(get(&server, &parameters))
    };
    let (status, answer) = by_get(false).await;
    assert_eq!((status, code(&answer)), (200, &json!("PERSISTED_QUERY_NOT_FOUND")));
    assert_eq!(answer["errors"][0]["message"], "PersistedQueryNotFound");
    let (status, first) = by_get(true).await;
    assert_eq!((status, first.get("errors")), (200, None), "{first}");
    assert_eq!(by_get(false).await, (200, first.clone()));

    // By POST and over a socket, too, with the same answer.
    let body = json!({"variables": {"id": "sealed"}, "extensions": named});
    assert_eq!(json_of(server.stranger().request().json(&body)).await, (200, first.clone()));
    let mut socket = server.stranger().socket().await;
    socket.send(json!({"type": "subscribe", "id": "1", "payload": body})).await;
    assert_eq!(socket.next().await.unwrap()["payload"], first);

    let other = json!({"query": "{ me { id } }", "extensions": named});
    let (status, answer) = json_of(server.stranger().request().json(&other)).await;
    assert_eq!((status, code(&answer)), (400, &json!("BAD_INPUT")));
}
