//! The metrics of a server, at an address of their own.

use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::requests::sealed;
use crate::support::server::{Server, command, home, module};
use crate::support::tables::{PLAY, begun, play};

/// A server that shows metrics, and their URL.
fn watched(home: &Path) -> (Server, String) {
    let mut watched = command(home, "127.0.0.1:0");
    watched.args(["--metrics", "127.0.0.1:0"]);
    let server = Server::of(watched, home);
    let lines = server.log().lines().map(|line| serde_json::from_str::<Json>(line).unwrap());
    let mut shown = lines.filter(|line| line["fields"]["message"] == "showing metrics");
    let address = shown.next().unwrap()["fields"]["address"].as_str().unwrap().to_owned();
    (server, format!("http://{address}/metrics"))
}

/// The samples of a text in the format OpenMetrics by name and labels, and the names alone.
#[derive(Debug, Default)]
struct Shown {
    samples: BTreeMap<String, f64>,
    names: BTreeSet<String>,
    /// The names that the documentation has: those of histograms are without the endings of their
    /// samples.
    families: BTreeSet<String>,
}

impl Shown {
    /// Reads a text according to the specification of OpenMetrics 1.0.
    fn read(text: &str) -> Self {
        let body = text.strip_suffix("# EOF\n").expect("it ends with # EOF");
        let (mut shown, mut families) = (Self::default(), BTreeMap::new());
        let mut family = ("", "");
        for line in body.lines() {
            if let Some(about) = line.strip_prefix("# TYPE ") {
                family = about.split_once(' ').unwrap();
                assert_eq!(families.insert(family.0, family.1), None, "{line} comes twice");
                continue;
            }
            if let Some(about) = line.strip_prefix("# UNIT ") {
                let (name, unit) = about.split_once(' ').unwrap();
                assert!(name.ends_with(&format!("_{unit}")), "{line}");
                continue;
            }
            if let Some(about) = line.strip_prefix("# HELP ") {
                assert!(about.split_once(' ').unwrap().1.ends_with('.'), "{line}");
                continue;
            }
            let (sample, value) = line.rsplit_once(' ').unwrap();
            let name = sample.split('{').next().unwrap();
            let suffixes: &[&str] = match family.1 {
                "counter" => &["_total"],
                "gauge" => &[""],
                "histogram" => &["_bucket", "_sum", "_count"],
                "info" => &["_info"],
                unknown => panic!("{unknown}: {line}"),
            };
            let suffix = name.strip_prefix(family.0).expect(line);
            assert!(suffixes.contains(&suffix), "{line} is no {}", family.1);
            let of_histogram = ["_bucket", "_sum", "_count"].contains(&suffix);
            let called = if of_histogram { family.0 } else { name };
            shown.families.insert(called.to_owned());
            shown.names.insert(name.to_owned());
            let again = shown.samples.insert(sample.to_owned(), value.parse().unwrap());
            assert_eq!(again, None, "{line} comes twice");
        }
        shown
    }

    async fn at(url: &str) -> Self {
        let answer = reqwest::get(url).await.unwrap();
        assert_eq!(answer.status(), 200);
        let media = answer.headers()["content-type"].to_str().unwrap().to_owned();
        assert_eq!(media, "application/openmetrics-text; version=1.0.0; charset=utf-8");
        Self::read(&answer.text().await.unwrap())
    }

    fn of(&self, sample: &str) -> f64 {
        self.samples.get(sample).copied().unwrap_or_default()
    }
}

/// Plays a step at a table of one; returns the answer.
async fn play_one(player: &crate::support::server::Client, id: &str, step: Json) -> Json {
    let document = "query($id: ID!) { table(id: $id) { since } }";
    let since = player.ask(document, json!({ "id": id })).await["table"]["since"].clone();
    let key = step.to_string();
    player.post(PLAY, json!({"table": id, "since": since, "key": key, "steps": [step]})).await
}

#[tokio::test]
async fn what_players_do_is_counted_and_shown_as_open_metrics() {
    let fragile = module("libfragile.so");
    let (server, url) = watched(&home("metrics", &[sealed(), fragile]));
    let before = Shown::at(&url).await;
    assert_eq!(before.of("gueridon_plays_accepted_total"), 0.0);
    assert_eq!(before.of("gueridon_tables_loaded"), 0.0);
    assert_eq!(before.of("gueridon_games"), 2.0);

    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let played = play(&players, &id, &mut ChaCha8Rng::seed_from_u64(1), 6).await as f64;
    let mut socket = players[0].socket().await;
    let document = "subscription($id: ID!) { table(id: $id) { seq } }";
    socket.subscribe("1", document, json!({ "id": id })).await;
    assert_eq!(socket.next().await.unwrap()["type"], "next");
    let (id, players) = begun(&server.stranger(), json!({"fragile": {}}), 1).await;
    let refused = play_one(&players[0], &id, json!({"fragile": {"add": 3}})).await;
    assert_eq!(refused["data"]["play"]["code"], "ILLEGAL_MOVE", "{refused}");
    let failed = play_one(&players[0], &id, json!({"fragile": {"fail": "YES"}})).await;
    assert_eq!(failed["errors"][0]["extensions"]["code"], "INTERNAL", "{failed}");

    let after = Shown::at(&url).await;
    for (sample, expected) in [
        ("gueridon_plays_accepted_total", played),
        ("gueridon_plays_refused_total{code=\"ILLEGAL_MOVE\"}", 1.0),
        ("gueridon_plays_refused_total{code=\"INTERNAL\"}", 1.0),
        ("gueridon_play_seconds_count{step=\"document\"}", played),
        ("gueridon_play_seconds_count{step=\"projection\"}", played),
        ("gueridon_play_seconds_count{step=\"journal\"}", played),
        ("gueridon_play_seconds_count{step=\"module\"}", played + 2.0),
        ("gueridon_module_call_seconds_count{game=\"sealed\",op=\"play\"}", played),
        ("gueridon_module_failures_total{game=\"fragile\",op=\"play\",why=\"failed\"}", 1.0),
        ("gueridon_tables_loaded", 2.0),
        ("gueridon_sockets_open", 1.0),
        ("gueridon_subscriptions_open", 1.0),
        ("gueridon_journal_writes_waiting", 0.0),
        ("gueridon_budget_refusals_total", 0.0),
        ("gueridon_build_info{version=\"0.1.0\"}", 1.0),
    ] {
        assert_eq!(after.of(sample), expected, "{sample} {after:#?}");
    }
    for grown in [
        "gueridon_journal_write_seconds_count",
        "gueridon_journal_batch_writes_sum",
        "gueridon_operation_seconds_count{kind=\"mutation\"}",
        "gueridon_operation_seconds_count{kind=\"query\"}",
        "gueridon_operation_seconds_count{kind=\"subscription\"}",
    ] {
        assert!(after.of(grown) > before.of(grown), "{grown} {after:#?}");
    }
    assert!(after.of("process_resident_memory_bytes") > 1e6 && after.of("process_open_fds") > 5.0);
    // The histogram of a step is cumulative, and its last bucket is its count.
    let all = "gueridon_play_seconds_bucket{le=\"+Inf\",step=\"module\"}";
    assert_eq!(after.of(all), played + 2.0, "{after:#?}");

    let ready = url.replace("/metrics", "/readyz");
    assert_eq!(reqwest::get(ready).await.unwrap().status(), 200);
    let answer = reqwest::get(format!("http://{}/metrics", server.address)).await.unwrap();
    assert_eq!(answer.status(), 404, "the port of the API shows no metrics");
    assert_eq!(unknown(&file("contrib/grafana.json"), &after.names), BTreeSet::new());
    let page = file("docs/operator.md");
    let told: BTreeSet<_> = metrics_in(&page).map(str::to_owned).collect();
    assert_eq!(told, after.families, "the table in docs/operator.md has every metric and no other");
}

/// A file of the repository.
fn file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap()
}

/// The names of metrics in a text.
fn metrics_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| ["gueridon_", "process_"].iter().any(|ours| word.starts_with(ours)))
}

/// The metrics that a dashboard asks for but that are not shown.
fn unknown(dashboard: &str, shown: &BTreeSet<String>) -> BTreeSet<String> {
    let dashboard: Json = serde_json::from_str(dashboard).unwrap();
    let panels = dashboard["panels"].as_array().unwrap().iter();
    let targets = panels.flat_map(|panel| panel["targets"].as_array().unwrap());
    let queries: Vec<_> = targets.map(|target| target["expr"].as_str().unwrap()).collect();
    assert!(queries.len() >= 10);
    let names = queries.iter().flat_map(|query| metrics_in(query));
    names.filter(|name| !shown.contains(*name)).map(str::to_owned).collect()
}

#[test]
fn a_metric_of_a_dashboard_that_is_not_shown_is_found() {
    let target =
        |name: &str| json!({"targets": [{"expr": format!("sum(rate({name}[5m])) by (le)")}]});
    let panels: Vec<_> =
        (0..9).map(|_| target("gueridon_a_total")).chain([target("gueridon_b_total")]).collect();
    let dashboard = json!({ "panels": panels }).to_string();
    let shown = BTreeSet::from(["gueridon_a_total".to_owned()]);
    assert_eq!(unknown(&dashboard, &shown), BTreeSet::from(["gueridon_b_total".to_owned()]));
}

#[test]
fn a_server_does_not_start_if_the_address_for_metrics_is_in_use() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let home = home("metrics-taken", &[sealed()]);
    let mut command = command(&home, "127.0.0.1:0");
    let output = command.args(["--metrics", &taken]).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<_> = said.lines().filter(|line| line.starts_with("gueridon: ")).collect();
    assert_eq!(lines.len(), 1, "{said}");
    assert!(lines[0].contains(&format!("metrics cannot be shown at {taken}: ")), "{said}");
}
