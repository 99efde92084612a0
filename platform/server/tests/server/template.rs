//! A game from `gueridon new`, written into an empty folder elsewhere, is whole: it builds, keeps the
//! laws, and is played through a server.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::json;

use crate::support::server::{GUERIDON, Server, home};
use crate::support::tables::{begun, play, table};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn new(into: &Path, arguments: &[&str]) -> Output {
    Command::new(GUERIDON).arg("new").args(arguments).arg("--into").arg(into).output().unwrap()
}

/// Runs cargo in the new folder, without a network: with the versions of this repository, which are
/// there. What it builds of other crates is kept from one run to the next.
fn cargo(folder: &Path, subcommand: &str) {
    let output = Command::new(env!("CARGO"))
        .args([subcommand, "--offline"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", repository().join("target/new"))
        .output()
        .unwrap();
    let said =
        [output.stderr, output.stdout].map(|said| String::from_utf8_lossy(&said).into_owned());
    assert!(output.status.success(), "cargo {subcommand}:\n{}", said.concat());
}

#[tokio::test]
async fn a_new_game_builds_elsewhere_keeps_the_laws_and_is_played() {
    let place = tempfile::tempdir().unwrap();
    let made = new(place.path(), &["newgame", "--checkout", repository().to_str().unwrap()]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let folder = place.path().join("newgame");
    assert!(String::from_utf8(made.stdout).unwrap().contains("cargo test"));
    fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    cargo(&folder, "test");
    cargo(&folder, "build");

    let home = home("template", &[repository().join("target/new/debug/libnewgame.so")]);
    let server = Server::start(&home);
    let stranger = &server.stranger();
    let (id, players) = begun(stranger, json!({"newgame": {}}), 3).await;
    let played = play(&players, &id, &mut ChaCha8Rng::seed_from_u64(1), 100).await;
    assert_eq!(played, 15, "three hands of five");
    let over = table(stranger, &id).await;
    assert_eq!((&over["status"], &over["score"]["isFinal"]), (&json!("OVER"), &json!(true)));
    assert_eq!(server.errors(), [""; 0]);
}

#[test]
fn a_new_game_overwrites_nothing_and_says_in_a_line_why_it_is_not_written() {
    let place = tempfile::tempdir().unwrap();
    let repository = repository();
    fs::create_dir(place.path().join("mine")).unwrap();
    fs::write(place.path().join("mine/notes.txt"), "mine").unwrap();
    fs::write(place.path().join("file"), "a file").unwrap();
    std::os::unix::fs::symlink("nowhere", place.path().join("dangling")).unwrap();
    let is_refused = |arguments: &[&str], why: &str| {
        let output = new(place.path(), arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.lines().count() == 1 && said.contains(why), "{arguments:?}: {said}");
    };
    let here = repository.to_str().unwrap();
    for name in ["mine", "file", "dangling"] {
        is_refused(&[name, "--checkout", here], "is there already");
    }
    for name in ["My", "my-game", "2game", "../escaped", "", "a.b"] {
        is_refused(&[name, "--checkout", here], "cannot name a game");
    }
    for name in ["std", "match", "gueridon", "table"] {
        is_refused(&[name, "--checkout", here], "is taken");
    }
    is_refused(&["other", "--checkout", place.path().to_str().unwrap()], "is no checkout");
    let mut found: Vec<_> =
        fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    found.sort();
    assert_eq!(found, ["dangling", "file", "mine"]);
    assert_eq!(fs::read(place.path().join("mine/notes.txt")).unwrap(), b"mine");
    assert_eq!(fs::read(place.path().join("file")).unwrap(), b"a file");
}

#[test]
fn a_new_game_can_depend_on_a_version() {
    let place = tempfile::tempdir().unwrap();
    assert!(new(place.path(), &["versioned", "--crates", "0.1"]).status.success());
    let manifest = fs::read_to_string(place.path().join("versioned/Cargo.toml")).unwrap();
    assert!(manifest.contains(r#"gueridon-data = { version = "0.1" }"#), "{manifest}");
    assert!(!manifest.contains("path") && !manifest.contains("{{"), "{manifest}");
}
