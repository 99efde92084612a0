//! Responses that are compressed, or not sent again.

use reqwest::header::{ACCEPT_ENCODING, CONTENT_ENCODING, ETAG, IF_NONE_MATCH, VARY};
use serde_json::json;

use crate::requests::sealed;
use crate::support::server::{Server, home, module};

#[tokio::test]
async fn the_schema_is_sent_again_only_when_it_has_changed() {
    let server = Server::start(&home("schema-tag", &[sealed()]));
    let url = format!("http://{}/schema.graphql", server.address);
    let http = reqwest::Client::new();
    let first = http.get(&url).send().await.unwrap();
    let tag = first.headers()[ETAG].clone();
    let again = http.get(&url).header(IF_NONE_MATCH, &tag).send().await.unwrap();
    assert_eq!((again.status().as_u16(), &again.headers()[ETAG]), (304, &tag));
    assert_eq!(again.text().await.unwrap(), "");
    let abyss = module("libabyss.so");
    let other = Server::start(&home("schema-tag-other", &[sealed(), abyss]));
    let url = format!("http://{}/schema.graphql", other.address);
    let changed = http.get(url).header(IF_NONE_MATCH, &tag).send().await.unwrap();
    assert_eq!(changed.status(), 200);
}

#[tokio::test]
async fn long_responses_are_compressed_for_clients_that_accept_it() {
    let server = Server::start(&home("compressed", &[sealed()]));
    let http = reqwest::Client::new();
    let schema = || http.get(format!("http://{}/schema.graphql", server.address));
    let document = "{ __schema { types { name description fields { name description } } } }";
    let answer = || server.stranger().request().json(&json!({ "query": document }));
    for (what, ask) in
        [("the schema", &schema as &dyn Fn() -> reqwest::RequestBuilder), ("an answer", &answer)]
    {
        let plain = ask().send().await.unwrap();
        assert_eq!(plain.headers().get(CONTENT_ENCODING), None);
        let plain = plain.bytes().await.unwrap().len();
        for coding in ["br", "gzip"] {
            let sent = ask().header(ACCEPT_ENCODING, coding).send().await.unwrap();
            assert_eq!(sent.headers()[CONTENT_ENCODING], coding, "{what}");
            assert!(sent.headers()[VARY].to_str().unwrap().contains("accept-encoding"), "{what}");
            let bytes = sent.bytes().await.unwrap().len();
            assert!(bytes * 3 < plain, "{what}, {coding}: {bytes} of {plain} bytes");
        }
    }
    let short = server.stranger().request().json(&json!({"query": "{ me { id } }"}));
    let short = short.header(ACCEPT_ENCODING, "br, gzip").send().await.unwrap();
    assert_eq!(short.headers().get(CONTENT_ENCODING), None);
}
