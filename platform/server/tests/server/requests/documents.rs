//! Documents and variables that are not what the schema says.

use serde_json::json;

use crate::requests::{code, sealed};
use crate::support::server::{Server, home};

#[tokio::test]
async fn documents_that_do_not_fit_the_schema_or_the_limits_are_refused_before_they_run() {
    let home = home("refused", &[sealed()]);
    let server = Server::start(&home);
    let stranger = server.stranger();
    let deep = format!(
        "{{ table(id: 1) {{ {}id{} }} }}",
        "game { catalogue { ".repeat(12),
        "} }".repeat(12)
    );
    let nested = format!("{{ games {{ id }} }} # {}\n{{ a(b: {}", "x", "[".repeat(100_000));
    let wide: String = (0..300).map(|n| format!("t{n}: table(id: 1) {{ id }} ")).collect();
    let mut bomb = String::from("{ ...F0 } fragment F30 on Query { me { id } }");
    for n in 0..30 {
        bomb += &format!(" fragment F{n} on Query {{ ...F{} ...F{} }}", n + 1, n + 1);
    }
    let cases = [
        ("{ nothing }", "BAD_INPUT"),
        ("{ games { nothing } }", "BAD_INPUT"),
        ("{ game(id: 1) { ... on Nothing { id } } }", "BAD_INPUT"),
        ("{ game(id: 1, id: 2) { id } }", "BAD_INPUT"),
        ("{ games", "BAD_INPUT"),
        ("", "BAD_INPUT"),
        ("{ tables(first: 3000000000) { nodes { id } } }", "BAD_INPUT"),
        ("query A { me { id } } query B { me { id } }", "BAD_INPUT"),
        ("subscription { table(id: 1) { seq } }", "BAD_INPUT"),
        ("subscription { a: table(id: 1) { seq } b: table(id: 2) { seq } }", "BAD_INPUT"),
        ("{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }", "BAD_INPUT"),
        (&deep, "TOO_DEEP"),
        (&nested, "TOO_DEEP"),
        (&format!("{{ {wide} }}"), "TOO_COSTLY"),
        (&bomb, "TOO_COSTLY"),
    ];
    for (document, expected) in cases {
        let answer = stranger.post(document, json!({})).await;
        let shown = &document[..document.len().min(80)];
        assert_eq!(code(&answer), expected, "{shown}: {answer}");
        assert!(answer.get("data").is_none(), "{shown}: {answer}");
        let [cost, limit] =
            ["cost", "limit"].map(|name| answer["errors"][0]["extensions"][name].as_u64());
        let is_over_limit = expected.starts_with("TOO_");
        assert_eq!(
            cost.zip(limit).is_some_and(|(cost, limit)| cost > limit),
            is_over_limit,
            "{shown}"
        );
    }
    assert_eq!(stranger.ask("{ games { id } }", json!({})).await["games"][0]["id"], "sealed");
}

#[tokio::test]
async fn a_step_of_the_wrong_shape_is_refused_with_the_path_into_it() {
    let home = home("shapes", &[sealed()]);
    let server = Server::start(&home);
    let player = server.player("Ada").await;
    let document = "mutation($steps: [Move!]!) { \
                    play(table: \"x\", since: 0, key: \"k\", steps: $steps) { ok } }";
    let cases = [
        (json!([{"sealed": {"bid": {"card": "three"}}}]), "$steps[0].sealed.bid.card"),
        (json!([{"sealed": {"bid": {}}}]), "$steps[0].sealed.bid.card"),
        (json!([{"sealed": {"bid": {"card": 3_000_000_000_u32}}}]), "$steps[0].sealed.bid.card"),
        (json!([{"sealed": {"bid": {"card": 3}}}, {"sealed": {}}]), "$steps[1].sealed"),
        (json!([{"sealed": {"bid": {"card": 3, "x": 1}}}]), "$steps[0].sealed.bid"),
        (json!([{"sealed": null}]), "$steps[0]"),
        (json!([{"other": {}}]), "$steps[0]"),
        (json!([null]), "$steps[0]"),
        (json!(null), "$steps"),
    ];
    for (steps, path) in cases {
        let answer = player.post(document, json!({ "steps": steps })).await;
        assert_eq!(code(&answer), "BAD_INPUT");
        let message = answer["errors"][0]["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("{path}: ")), "{steps}: {message}");
    }
}
