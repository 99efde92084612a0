//! The documents that the page sends.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::json;

use crate::page::{built, sealed, serving};

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

#[tokio::test]
async fn no_document_of_the_page_costs_more_than_a_document_may() {
    let server = serving(&built("documents", &[sealed()]), &[]);
    let definitions = definitions();
    let is_asked = |text: &str| text.starts_with("query ") || text.starts_with("mutation ");
    let mut asked = 0;
    for (name, operation) in definitions.iter().filter(|(_, text)| is_asked(text)) {
        let mut used = BTreeSet::new();
        add_used(&definitions, name, &mut used);
        let fragments = used.iter().map(|name| &*definitions[name]);
        let document: String = std::iter::once(&**operation).chain(fragments).collect();
        let answer = server.stranger().post(&document, json!({})).await;
        let errors = answer["errors"].to_string();
        assert!(!errors.contains("TOO_COSTLY"), "{name}: {errors}");
        asked += 1;
    }
    assert!(asked > 50, "{asked}");
}
