//! The crates use each other as `docs/architecture.md` says, and no file of the platform has a game's
//! name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Files and folders that may name games, or are not written by hand.
const SKIPPED: [&str; 8] =
    ["tests", "e2e", "benches", "node_modules", "dist", "target", "test-results", "generated.ts"];

/// Where the repository begins.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The folders of all games, which are their ids.
fn games() -> BTreeSet<String> {
    let folders = fs::read_dir(root().join("games")).unwrap().map(Result::unwrap);
    let folders = folders.filter(|entry| entry.path().join("Cargo.toml").is_file());
    folders.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name());
        if SKIPPED.iter().any(|skipped| name == *skipped) {
            continue;
        }
        if path.is_file() {
            files.push(path);
        } else {
            collect(&path, files);
        }
    }
}

#[test]
fn no_file_of_the_platform_names_a_game() {
    let games = games();
    assert!(games.len() >= 3, "{games:?}");
    let mut files = Vec::new();
    collect(&root().join("platform"), &mut files);
    assert!(files.len() > 300, "only {} files were found", files.len());
    for file in files {
        // Files that are not text name nothing.
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let text = text.to_lowercase();
        let named =
            text.split(|letter: char| !letter.is_alphanumeric()).find(|&word| games.contains(word));
        assert_eq!(named, None, "{} names a game", file.display());
    }
}

/// Our crates under `[dependencies]` of a manifest.
fn used(manifest: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(manifest).unwrap();
    let section = text.split("\n[").find(|section| section.starts_with("dependencies]")).unwrap();
    let names = section.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
    names.filter(|name| name.starts_with("gueridon")).map(str::to_owned).collect()
}

/// What stands in backticks in a cell of a table in Markdown.
fn quoted(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn crates_use_the_crates_that_the_architecture_names() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let section = page.split("\n## ").find(|section| section.starts_with("Crates")).unwrap();
    let mut drawn = BTreeMap::new();
    for row in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<_> = row.trim_matches('|').split('|').collect();
        let [_, folder, _, uses] = cells[..] else { panic!("four cells: {row}") };
        for folder in quoted(folder) {
            // The crate that only a build script uses is not among `[dependencies]`.
            let uses = uses.split(", and ").next().unwrap();
            drawn.insert(folder, quoted(uses));
        }
    }
    let mut built = BTreeMap::new();
    for folder in fs::read_dir(root().join("platform")).unwrap().map(Result::unwrap) {
        let manifest = folder.path().join("Cargo.toml");
        if manifest.is_file() {
            let name = format!("platform/{}", folder.file_name().into_string().unwrap());
            built.insert(name, used(&manifest));
        }
    }
    let all: Vec<_> = games()
        .iter()
        .map(|game| used(&root().join("games").join(game).join("Cargo.toml")))
        .collect();
    assert!(all.iter().all(|one| one == &all[0]), "games use different crates: {all:?}");
    built.insert("games/*".to_owned(), all[0].clone());
    assert_eq!(drawn, built);
}
