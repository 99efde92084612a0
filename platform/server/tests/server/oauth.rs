//! Signing in to somebody else's client: the whole authorisation code grant with PKCE, over real
//! sockets, and the ways in which it is refused.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::{Response, StatusCode};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::support::server::{Client, Server, command, home, module};

const VERIFIER: &str = "a-verifier-that-is-long-enough-to-be-one-by-the-rule";
const BACK: &str = "http://127.0.0.1:4711/back?a=b";
const ISSUER: &str = "https://play.example";

fn started(test: &str) -> Server {
    let sealed = module("libsealed.so");
    let home = home(&format!("oauth-{test}"), &[sealed]);
    let mut command = command(&home, "127.0.0.1:0");
    command.args(["--public-url", ISSUER]);
    Server::of(command, &home)
}

fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()))
}

/// The parameters of a client's request with these changes; empty ones are left out.
fn asked(otherwise: &[(&str, &str)]) -> Vec<(String, String)> {
    let challenge = challenge(VERIFIER);
    let usual = [
        ("response_type", "code"),
        ("client_id", "A client"),
        ("redirect_uri", BACK),
        ("scope", "play"),
        ("state", "st&te"),
        ("code_challenge", &*challenge),
        ("code_challenge_method", "S256"),
    ];
    changed(&usual, otherwise)
}

/// The parameters with which a client redeems a code.
fn redemption(code: &str, otherwise: &[(&str, &str)]) -> Vec<(String, String)> {
    let usual = [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("client_id", "A client"),
        ("redirect_uri", BACK),
        ("code_verifier", VERIFIER),
    ];
    changed(&usual, otherwise)
}

fn changed(usual: &[(&str, &str)], otherwise: &[(&str, &str)]) -> Vec<(String, String)> {
    let value = |name: &str, usual: &str| {
        let found = otherwise.iter().find(|(other, _)| *other == name);
        found.map_or(usual, |(_, value)| value).to_owned()
    };
    let form = usual.iter().map(|(name, usual)| ((*name).to_owned(), value(name, usual)));
    form.filter(|(_, value)| !value.is_empty()).collect()
}

fn encoded(form: &[(String, String)]) -> String {
    let url = reqwest::Url::parse_with_params("http://none.example", form).unwrap();
    url.query().unwrap_or_default().to_owned()
}

async fn post(of: &Client, path: &str, form: &[(String, String)]) -> Response {
    let url = format!("http://{}{path}", of.address);
    let mut request = reqwest::Client::new()
        .post(url)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(encoded(form));
    if let Some(token) = &of.token {
        request = request.bearer_auth(token);
    }
    request.send().await.unwrap()
}

/// The parameters with which the client is answered.
async fn granted(of: &Client, form: &[(String, String)]) -> (String, Vec<(String, String)>) {
    let answer: Json = post(of, "/oauth/grant", form).await.json().await.unwrap();
    let redirect = answer["redirect"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    let url = reqwest::Url::parse(&redirect).unwrap();
    (redirect, url.query_pairs().into_owned().collect())
}

async fn code(of: &Client, form: &[(String, String)]) -> String {
    let (_, answer) = granted(of, form).await;
    answer.into_iter().find(|(name, _)| name == "code").unwrap().1
}

/// OAuth's error code in a response with status 400.
async fn error(response: Response) -> String {
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    assert_eq!(response.headers()["cache-control"], "no-store");
    let said: Json = response.json().await.unwrap();
    said["error"].as_str().unwrap_or_else(|| panic!("{said}")).to_owned()
}

async fn redeemed(server: &Server, code: &str) -> Json {
    let response = post(&server.stranger(), "/oauth/token", &redemption(code, &[])).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["cache-control"], "no-store");
    response.json().await.unwrap()
}

fn with(of: &Client, token: &Json) -> Client {
    let mut client = of.clone();
    client.token = Some(token["access_token"].as_str().unwrap().into());
    client
}

async fn is_good(client: &Client) -> bool {
    client.post("{ me { id } }", json!({})).await.get("errors").is_none()
}

#[tokio::test]
async fn a_client_signs_a_player_in_without_a_password() {
    let server = started("whole");
    let ada = server.player("Ada").await;
    let described = post(&server.stranger(), "/oauth/request", &asked(&[])).await;
    let described: Json = described.json().await.unwrap();
    let back = "http://127.0.0.1:4711/back?a=b&error=access_denied&state=st%26te\
                &iss=https%3A%2F%2Fplay.example";
    let expected = json!({
        "client": "A client", "kind": "device", "place": "127.0.0.1:4711",
        "scopes": ["LOOK", "PLAY"], "error": null, "back": back,
    });
    assert_eq!(described, expected);
    let (redirect, answer) = granted(&ada, &asked(&[])).await;
    assert!(redirect.starts_with("http://127.0.0.1:4711/back?a=b&code="), "{redirect}");
    let names: Vec<_> = answer.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["a", "code", "state", "iss"]);
    assert_eq!((&*answer[2].1, &*answer[3].1), ("st&te", ISSUER));
    let token = redeemed(&server, &answer[1].1).await;
    assert_eq!((&token["token_type"], &token["scope"]), (&json!("Bearer"), &json!("look play")));
    assert_eq!(token["expires_in"], 90 * 24 * 60 * 60);
    let client = with(&ada, &token);
    assert_eq!(client.ask("{ me { name } }", json!({})).await["me"]["name"], "Ada");
    let say = "mutation { it: say(table: \"no\", text: \"x\", key: \"k\") \
               { ... on Refused { code } } }";
    assert_eq!(client.ask(say, json!({})).await["it"]["code"], "INSUFFICIENT_SCOPE");
    // The player finds it in the list, and ends it.
    let listed = "{ account { tokens { nodes { id purpose scopes client label } } } }";
    let listed = ada.ask(listed, json!({})).await["account"]["tokens"]["nodes"][1].clone();
    let id = listed["id"].as_str().unwrap();
    let expected = json!({
        "id": id, "purpose": "CLIENT", "scopes": ["LOOK", "PLAY"], "client": "A client",
        "label": "127.0.0.1:4711",
    });
    assert_eq!(listed, expected);
    ada.ask(&format!("mutation {{ revokeToken(id: \"{id}\") {{ ok }} }}"), json!({})).await;
    assert!(!is_good(&client).await && is_good(&ada).await);
}

#[tokio::test]
async fn a_code_is_valid_only_for_its_client_and_its_redirect_uri() {
    let mut server = started("other");
    let ada = server.player("Ada").await;
    let code = code(&ada, &asked(&[])).await;
    let stranger = server.stranger();
    for (otherwise, expected) in [
        (("code_verifier", "another-verifier-that-is-long-enough-by-the-rule"), "invalid_grant"),
        (("code_verifier", "short"), "invalid_grant"),
        (("code_verifier", ""), "invalid_request"),
        (("redirect_uri", "http://127.0.0.1:4711/back"), "invalid_grant"),
        (("redirect_uri", ""), "invalid_request"),
        (("client_id", "Another"), "invalid_grant"),
        (("code", "no"), "invalid_grant"),
        (("grant_type", "password"), "unsupported_grant_type"),
    ] {
        let response = post(&stranger, "/oauth/token", &redemption(&code, &[otherwise])).await;
        assert_eq!(error(response).await, expected, "{otherwise:?}");
    }
    // It is still valid, also on another server with the same journal.
    server.stop_and_start();
    redeemed(&server, &code).await;
}

#[tokio::test]
async fn a_code_that_is_used_again_ends_its_token() {
    let server = started("again");
    let ada = server.player("Ada").await;
    let code = code(&ada, &asked(&[])).await;
    let client = with(&ada, &redeemed(&server, &code).await);
    assert!(is_good(&client).await);
    let again = post(&server.stranger(), "/oauth/token", &redemption(&code, &[])).await;
    assert_eq!(error(again).await, "invalid_grant");
    assert!(!is_good(&client).await && is_good(&ada).await);
}

#[tokio::test]
async fn a_wrong_request_is_shown_to_the_person_and_gives_no_code() {
    let server = started("wrongly");
    let ada = server.player("Ada").await;
    for (otherwise, expected) in [
        (("response_type", "token"), "unsupported_response_type"),
        (("response_type", ""), "invalid_request"),
        (("code_challenge_method", "plain"), "invalid_request"),
        (("code_challenge_method", ""), "invalid_request"),
        (("code_challenge", ""), "invalid_request"),
        (("code_challenge", "short"), "invalid_request"),
        (("scope", "everything"), "invalid_scope"),
    ] {
        let form = asked(&[otherwise]);
        let described: Json = post(&ada, "/oauth/request", &form).await.json().await.unwrap();
        assert_eq!(described["error"], expected, "{otherwise:?}");
        assert!(described["back"].as_str().unwrap().contains(&format!("error={expected}")));
        assert_eq!(error(post(&ada, "/oauth/grant", &form).await).await, expected);
    }
    // Without a usable client or redirect URI there is no address to go back to.
    for otherwise in [
        ("client_id", ""),
        ("client_id", "a\u{202e}b"),
        ("redirect_uri", ""),
        ("redirect_uri", "http://client.example/"),
        ("redirect_uri", "javascript:alert(1)"),
    ] {
        let response = post(&ada, "/oauth/request", &asked(&[otherwise])).await;
        assert_eq!(error(response).await, "invalid_request", "{otherwise:?}");
    }
}

#[tokio::test]
async fn only_a_signed_in_person_can_let_a_client_in() {
    let server = started("person");
    let ada = server.player("Ada").await;
    let nobody = post(&server.stranger(), "/oauth/grant", &asked(&[])).await;
    assert_eq!(nobody.status(), StatusCode::UNAUTHORIZED);
    let made = "mutation { makeToken(label: \"\", scopes: [PLAY, CHAT, ACCOUNT]) \
                { ... on TokenMade { secret } } }";
    let made = ada.ask(made, json!({})).await["makeToken"]["secret"].clone();
    let program = with(&ada, &json!({ "access_token": made }));
    let refused = post(&program, "/oauth/grant", &asked(&[])).await;
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    // A page of another site cannot.
    let url = format!("http://{}/oauth/grant", server.address);
    let foreign = reqwest::Client::new()
        .post(url)
        .bearer_auth(ada.token.as_deref().unwrap())
        .header("origin", "https://other.example")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(encoded(&asked(&[])));
    assert_eq!(foreign.send().await.unwrap().status(), StatusCode::FORBIDDEN);
    // After signing out everywhere, a code gives no token any more.
    let code = code(&ada, &asked(&[])).await;
    ada.ask("mutation { signOut(everywhere: true) { ok } }", json!({})).await;
    let late = post(&server.stranger(), "/oauth/token", &redemption(&code, &[])).await;
    assert_eq!(error(late).await, "invalid_grant");
}

#[tokio::test]
async fn a_client_finds_the_endpoints_from_any_site_and_ends_its_token() {
    let server = started("metadata");
    let ada = server.player("Ada").await;
    let url = format!("http://{}/.well-known/oauth-authorization-server", server.address);
    let asked_from = reqwest::Client::new().get(url).header("origin", "https://client.example");
    let answer = asked_from.send().await.unwrap();
    assert_eq!(answer.headers()["access-control-allow-origin"], "*");
    let metadata: Json = answer.json().await.unwrap();
    assert_eq!(metadata["issuer"], ISSUER);
    assert_eq!(metadata["token_endpoint"], format!("{ISSUER}/oauth/token"));
    assert_eq!(metadata["code_challenge_methods_supported"], json!(["S256"]));
    let code = code(&ada, &asked(&[])).await;
    let token = redeemed(&server, &code).await;
    let client = with(&ada, &token);
    let secret = client.token.as_deref().unwrap().to_owned();
    for _ in 0..2 {
        let form = [("token".to_owned(), secret.clone())];
        let revoked = post(&server.stranger(), "/oauth/revoke", &form).await;
        assert_eq!(revoked.status(), StatusCode::OK);
        assert!(!is_good(&client).await);
    }
}
