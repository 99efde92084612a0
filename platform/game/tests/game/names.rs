//! The platform knows no game: no source file of it has a game's name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders whose files may name games, or are not ours.
const SKIPPED: [&str; 7] =
    ["tests", "e2e", "benches", "node_modules", "dist", "target", "test-results"];

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
        if path.is_file() {
            files.push(path);
        } else if !SKIPPED.iter().any(|skipped| name == *skipped) {
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
        // What is no text names nothing.
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let text = text.to_lowercase();
        let named =
            text.split(|letter: char| !letter.is_alphanumeric()).find(|&word| games.contains(word));
        assert_eq!(named, None, "{} names a game", file.display());
    }
}
