//! What authors of games depend on can be published, and nothing else is.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

/// What cargo says of every crate of the workspace.
fn crates() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--no-deps", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    said["packages"].as_array().unwrap().clone()
}

/// Whether a crate may be published: cargo says `null` where it may be, and lists no registry where
/// it may not.
fn is_published(package: &Value) -> bool {
    package["publish"].is_null()
}

#[test]
fn what_authors_depend_on_says_all_that_a_registry_asks() {
    let crates = crates();
    let mut published: Vec<&Value> = crates.iter().filter(|one| is_published(one)).collect();
    published.sort_by_key(|package| package["name"].as_str());
    let names: Vec<_> = published.iter().map(|package| package["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["gueridon-data", "gueridon-derive", "gueridon-game"]);
    for package in published {
        let name = &package["name"];
        for field in ["description", "license", "documentation", "readme", "rust_version"] {
            let is_said = package[field].as_str().is_some_and(|text| !text.is_empty());
            assert!(is_said, "{name} has no {field}");
        }
        assert!(
            package["metadata"]["docs"]["rs"].is_object(),
            "{name}: [package.metadata.docs.rs]"
        );
        let listed = |field: &str| package[field].as_array().unwrap().len();
        // A registry takes at most five of each.
        assert!((1..=5).contains(&listed("keywords")), "{name}: {}", package["keywords"]);
        assert!((1..=5).contains(&listed("categories")), "{name}: {}", package["categories"]);
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            let size = std::fs::metadata(folder.join(file)).map(|file| file.len());
            assert!(size.is_ok_and(|size| size > 100), "{name}: {file}");
        }
        // A path is only for this repository: elsewhere the version is what counts.
        let of_ours = package["dependencies"].as_array().unwrap().iter();
        for dependency in of_ours.filter(|one| !one["path"].is_null() && one["name"] != *name) {
            let asked = json!(format!("^{}", package["version"].as_str().unwrap()));
            assert_eq!(dependency["req"], asked, "{name} on {}", dependency["name"]);
        }
    }
}
