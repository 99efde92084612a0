//! The documents that the page sends: none costs more than a document may, and nobody who uses the
//! page empties their budget with them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};
use tokio::time::sleep;

use crate::page::{built, sealed, serving};
use crate::play::games::abyss::GAME as ABYSS;
use crate::support::server::{Client, Server, command, home};
use crate::support::tables::{begun, play};

/// The definitions in the page's files, by their names: what begins at the start of a line.
fn definitions() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/api");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut found = BTreeMap::new();
    for file in files.filter(|file| file.extension().is_some_and(|end| end == "graphql")) {
        let text = std::fs::read_to_string(file).unwrap();
        let mut name = String::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if line.starts_with(|first: char| first.is_ascii_lowercase()) {
                let mut words = line.split(|one: char| !one.is_ascii_alphanumeric());
                name = words.nth(1).unwrap().to_owned();
            }
            let definition: &mut String = found.entry(name.clone()).or_default();
            definition.push_str(line);
            definition.push('\n');
        }
    }
    found
}

/// Adds to `names` the fragments that a definition uses, and those that they use.
fn add_used(definitions: &BTreeMap<String, String>, name: &str, names: &mut BTreeSet<String>) {
    for spread in definitions[name].split("...").skip(1) {
        let used = spread.split(|one: char| !one.is_ascii_alphanumeric()).next().unwrap();
        if definitions.contains_key(used) && names.insert(used.to_owned()) {
            add_used(definitions, used, names);
        }
    }
}

/// An operation with the fragments that it needs.
fn whole(definitions: &BTreeMap<String, String>, name: &str) -> String {
    let mut used = BTreeSet::new();
    add_used(definitions, name, &mut used);
    let fragments = used.iter().map(|name| &*definitions[name]);
    std::iter::once(&*definitions[name]).chain(fragments).collect()
}

#[tokio::test]
async fn no_document_of_the_page_costs_more_than_a_document_may() {
    let server = serving(&built("documents", &[sealed()]), &[]);
    let definitions = definitions();
    let is_asked = |text: &str| text.starts_with("query ") || text.starts_with("mutation ");
    let mut asked = 0;
    for (name, _) in definitions.iter().filter(|(_, text)| is_asked(text)) {
        let document = whole(&definitions, name);
        let answer = server.stranger().post(&document, json!({})).await;
        let errors = answer["errors"].to_string();
        assert!(!errors.contains("TOO_COSTLY"), "{name}: {errors}");
        asked += 1;
    }
    assert!(asked > 50, "{asked}");
}

/// Somebody at the page, with the limits that operators get.
struct Visitor {
    definitions: BTreeMap<String, String>,
    client: Client,
    table: String,
}

impl Visitor {
    /// What the server answers to an operation of the page; `more` are variables beside the table's.
    async fn answer(&self, name: &str, more: Json) -> Json {
        let mut variables = json!({"id": self.table, "table": self.table, "language": "EN"});
        variables.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.client.post(&whole(&self.definitions, name), variables).await
    }

    /// The same, of which nothing may be refused.
    async fn sees(&self, name: &str, more: Json) {
        let answer = self.answer(name, more).await;
        assert!(answer.get("errors").is_none(), "{name}: {answer}");
    }

    /// Loads the page of the table anew.
    async fn reloads(&self) {
        for name in ["Me", "ServerMail", "Games", "TableHead", "TableNow", "Undoable"] {
            self.sees(name, json!({})).await;
        }
        self.sees("GameCatalogue", json!({"game": "abyss", "options": {"abyss": {}}})).await;
        for name in ["EntryPage", "MessagePage"] {
            self.sees(name, json!({"first": 100})).await;
        }
    }

    /// Tries a payment, and another, looks at what it would bring, and plays something.
    async fn plays(&self) {
        let steps = json!([{"abyss": {"explore": "YES"}}]);
        for _ in 0..3 {
            self.sees("PreviewSteps", json!({ "steps": steps })).await;
        }
        self.sees("Play", json!({"since": 0, "key": "k", "steps": steps})).await;
        self.sees("TableNow", json!({})).await;
    }

    /// Pulls the slider of the replay.
    async fn looks_back(&self, at: u64) {
        self.sees("TableThen", json!({"at": at, "sight": "OWN"})).await;
    }

    async fn browses(&self) {
        for name in ["Tables", "MyTables", "Invitations"] {
            self.sees(name, json!({"status": "OPEN"})).await;
        }
    }
}

#[tokio::test]
async fn who_hurries_at_the_page_for_half_a_minute_never_meets_the_budget_and_a_script_does() {
    let home = home("page-hurry", &[ABYSS.module()]);
    let mut serve = command(&home, "127.0.0.1:0");
    serve.env_remove("GUERIDON_BUDGET");
    let server = Server::of(serve, &home);
    let (table, players) = begun(&server.stranger(), ABYSS.plain(), 2).await;
    play(&players, &table, &mut ChaCha8Rng::seed_from_u64(1), 40).await;
    let definitions = definitions();
    let visitor = |nth: usize| Visitor {
        definitions: definitions.clone(),
        client: players[nth].clone(),
        table: table.clone(),
    };
    let (person, script) = (visitor(0), visitor(1));
    for deed in 0..30 {
        match deed % 10 {
            0..=3 => person.plays().await,
            4..=6 => {
                for at in 0..8 {
                    person.looks_back(at).await;
                }
            }
            7 => person.reloads().await,
            _ => person.browses().await,
        }
        // Nobody does all of this in less.
        sleep(Duration::from_secs(1)).await;
    }
    let mut asked = 0;
    loop {
        let answer = script.answer("TableThen", json!({"at": asked % 40, "sight": "OWN"})).await;
        if answer.get("errors").is_some() {
            assert_eq!(answer["errors"][0]["extensions"]["code"], "TOO_MANY_ATTEMPTS", "{answer}");
            break;
        }
        asked += 1;
        assert!(asked < 1_000, "nothing is refused");
    }
}
