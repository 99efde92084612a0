//! A game from `gueridon new`, written into an empty folder elsewhere, is whole: it builds, keeps the
//! laws, and is played through a server.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::border::{Subject, keeps_the_laws};
use crate::check::passes;
use crate::dev::Dev;
use crate::play::games::{Game, Variant};
use crate::play::whole::whole_game;
use crate::support::server::{GUERIDON, Server, home};
use crate::support::tables::{begun, play, table};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn new(into: &Path, arguments: &[&str]) -> Output {
    Command::new(GUERIDON).arg("new").args(arguments).arg("--into").arg(into).output().unwrap()
}

/// Runs cargo in the new folder, without a network: with the versions of this repository, which are
/// there; returns what it wrote. What it builds of other crates is kept from one run to the next.
fn cargo(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--offline")
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", repository().join("target/new"))
        .output()
        .unwrap();
    let said = [&output.stderr, &output.stdout].map(|said| String::from_utf8_lossy(said));
    assert!(output.status.success(), "cargo {arguments:?}:\n{}", said.concat());
    output.stdout
}

#[tokio::test]
async fn a_new_game_builds_elsewhere_keeps_the_laws_and_is_played() {
    let place = tempfile::tempdir().unwrap();
    let made = new(place.path(), &["newgame", "--checkout", repository().to_str().unwrap()]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let folder = place.path().join("newgame");
    assert!(String::from_utf8(made.stdout).unwrap().contains("cargo test"));
    fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let rules = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    assert!(rules.lines().filter(is_code).count() < 200, "it is a small game");
    cargo(&folder, &["test"]);
    cargo(&folder, &["build"]);

    let home = home("template", &[repository().join("target/new/debug/libnewgame.so")]);
    let server = Server::start(&home);
    let stranger = &server.stranger();
    let (id, players) = begun(stranger, json!({"newgame": {}}), 3).await;
    let played = play(&players, &id, &mut ChaCha8Rng::seed_from_u64(1), 100).await;
    assert_eq!(played, 15, "three hands of five");
    let over = table(stranger, &id).await;
    assert_eq!((&over["status"], &over["score"]["isFinal"]), (&json!("OVER"), &json!(true)));
    assert_eq!(server.errors(), [""; 0]);
    is_shown_while_it_is_written(&folder, "src/lib.rs", "rules_version: 1", "rules_version: 2")
        .await;
}

/// A new game is built and shown in its folder, and again when a file is saved.
async fn is_shown_while_it_is_written(folder: &Path, file: &str, was: &str, becomes: &str) {
    let mut command = Command::new(GUERIDON);
    command.arg("dev").current_dir(folder).env("CARGO_NET_OFFLINE", "true");
    command.env("CARGO_TARGET_DIR", repository().join("target/new"));
    let dev = Dev::start(command);
    let played = dev.act(json!({"do": "chance", "to": 3})).await;
    assert_eq!((&played["table"]["at"], &played["game"]["rulesVersion"]), (&json!(3), &json!(1)));
    let file = folder.join(file);
    let source = fs::read_to_string(&file).unwrap();
    assert!(source.contains(was), "{source}");
    fs::write(&file, format!("{source}\nthis is no code\n")).unwrap();
    let failed = dev.until("a failure", |state| state["build"]["state"] == "failed").await;
    assert!(failed["build"]["said"].as_str().unwrap().contains("error"), "{}", failed["build"]);
    assert_eq!(failed["table"]["at"], 3);
    fs::write(&file, source.replace(was, becomes)).unwrap();
    let built = dev.until("the new rules", |state| state["game"]["rulesVersion"] == 2).await;
    assert_eq!((&built["table"]["at"], &built["build"]["state"]), (&json!(3), &json!("ready")));
    assert_eq!(built["build"]["warning"], Json::Null);
}

/// Builds a new game in C, with nothing but what is in its folder.
fn make(folder: &Path) {
    let output =
        Command::new("make").arg("CFLAGS=-O1 -Werror").current_dir(folder).output().unwrap();
    let said =
        [output.stderr, output.stdout].map(|said| String::from_utf8_lossy(&said).into_owned());
    assert!(output.status.success(), "make:\n{}", said.concat());
}

/// The game in C, played with every number of players.
const IN_C: Game = Game {
    id: "plainc",
    variants: &[Variant { options: r#"{"hand": 3}"#, seats: 2..=4 }],
    fewest_plays: 6,
    hides: |sight| {
        for player in sight.view["players"].as_array().unwrap() {
            let is_own = sight.is_own(player);
            assert_eq!(player["hand"].is_array(), is_own, "{player}");
            assert_eq!(player["chosen"].is_string(), is_own && player["hasChosen"] == true);
        }
    },
};

#[tokio::test]
async fn a_new_game_in_c_builds_elsewhere_keeps_the_laws_and_is_played() {
    let place = tempfile::tempdir().unwrap();
    let made = new(place.path(), &["plainc", "--lang", "c", "--title", "Plain C"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let folder = place.path().join("plainc");
    assert!(String::from_utf8(made.stdout).unwrap().contains("make\n"));
    make(&folder);
    let library = folder.join("modules/plainc.so");
    let probed = Command::new(GUERIDON).arg("probe").arg(&library).output().unwrap();
    let about: Json = serde_json::from_slice(&probed.stdout).unwrap();
    assert_eq!((&about["id"], &about["prefix"]), (&json!("plainc"), &json!("PlainC")));
    assert_eq!(about["titles"], json!([["EN", "Plain C"], ["FR", "Plain C"]]));
    passes(place.path(), &library);
    let met = keeps_the_laws(&Subject {
        library: &library,
        options: json!({}),
        seats: 2..=4,
        playouts: 3,
        hides: true,
    });
    // Others cannot tell one hidden choice from another; what all have chosen is news to everybody.
    assert!(met.reveals[0] > 0 && met.reveals[1] > 5 && met.lists[1] > 0, "{met:?}");
    for seats in IN_C.variants[0].seats.clone() {
        let test = format!("template-in-c-{seats}");
        whole_game(&test, &library, &IN_C, &IN_C.variants[0], seats).await;
    }
    let [was, becomes] = ["1", "2"].map(|number| format!(".rules_version = {number}"));
    is_shown_while_it_is_written(&folder, "src/words.c", &was, &becomes).await;
}

#[test]
fn a_new_game_in_c_has_the_schema_and_the_labels_of_that_in_rust() {
    let place = tempfile::tempdir().unwrap();
    for (name, language) in [("inrust", "rust"), ("inc", "c")] {
        assert!(new(place.path(), &[name, "--lang", language]).status.success());
    }
    let read = |file: &str| fs::read_to_string(place.path().join(file)).unwrap();
    let schema = read("inrust/schema/inrust.graphql");
    let renamed = schema.replace("inrust", "inc").replace("Inrust", "Inc");
    assert_eq!(read("inc/schema/inc.graphql"), renamed);
    let labels = read("inrust/data/labels.toml");
    let mut kind = "";
    let mut labelled = 0;
    let words = read("inc/src/words.c");
    for line in labels.lines() {
        kind = line.strip_prefix('[').map_or(kind, |kind| kind.trim_end_matches(']'));
        let Some((field, names)) = line.split_once(".name = ") else { continue };
        let key = format!("{:?}", format!("{}.{field}", kind.replace("Inrust", "Inc")));
        let row = words.lines().find(|row| row.contains(&key)).unwrap_or_else(|| panic!("{key}"));
        for name in names.split('"').skip(1).step_by(2) {
            assert!(row.contains(&format!("{name:?}")), "{row}: {name}");
        }
        labelled += 1;
    }
    assert_eq!(words.matches("\"label\"").count(), labelled);
    assert!(labelled > 8);
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
    for arguments in [&["mine", "--lang", "c"][..], &["file", "--lang", "c"]] {
        is_refused(arguments, "is there already");
    }
    is_refused(&["my-game", "--lang", "c"], "cannot name a game");
    for name in ["int", "gueridon", "table"] {
        is_refused(&[name, "--lang", "c"], "is taken");
    }
    for language in ["zig", "C++", ""] {
        is_refused(&["other", "--lang", language], "there is no template in");
    }
    is_refused(&["other", "--lang", "c", "--checkout", here], "depends on no crate");
    is_refused(&["other", "--lang", "c", "--title", "a \"b\"\n"], "cannot be a title");
    is_refused(&["other", "--checkout", place.path().to_str().unwrap()], "is no checkout");
    let mut found: Vec<_> =
        fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    found.sort();
    assert_eq!(found, ["dangling", "file", "mine"]);
    assert_eq!(fs::read(place.path().join("mine/notes.txt")).unwrap(), b"mine");
    assert_eq!(fs::read(place.path().join("file")).unwrap(), b"a file");
}

#[test]
fn a_new_game_can_depend_on_a_version_and_is_otherwise_the_same() {
    let here = repository();
    let [from_checkout, from_version] =
        [["--checkout", here.to_str().unwrap()], ["--crates", "0.1"]].map(|source| {
            let place = tempfile::tempdir().unwrap();
            assert!(new(place.path(), &[&["mine"], &source[..]].concat()).status.success());
            place
        });
    let folder = from_version.path().join("mine");
    let mut expected = files(&from_checkout.path().join("mine"));
    let written = files(&folder);
    let manifest = expected.get_mut(Path::new("Cargo.toml")).unwrap();
    for name in ["game", "data"] {
        let of_checkout = format!("path = {:?}", crate_at(name));
        *manifest = manifest.replace(&of_checkout, r#"version = "0.1""#);
    }
    // In the checks, a comment says what to do about the paths.
    let checks = expected.get_mut(Path::new(".github/workflows/checks.yml")).unwrap();
    let is_of_paths =
        |line: &&str| line.contains("# The paths in") || line.contains("# a checkout");
    assert_eq!(checks.lines().filter(is_of_paths).count(), 2, "{checks}");
    *checks = checks.split_inclusive('\n').filter(|line| !is_of_paths(line)).collect();
    assert_eq!(written, expected);

    let manifest = &written[Path::new("Cargo.toml")];
    assert!(manifest.contains(r#"gueridon-data = { version = "0.1" }"#), "{manifest}");
    assert!(!manifest.contains("path") && !manifest.contains("{{"), "{manifest}");
    // The crates of that version are those of this repository, as if the registry had them.
    const CRATES: [&str; 3] = ["data", "derive", "game"];
    let of_here = |name: &str| format!("gueridon-{name} = {{ path = {:?} }}\n", crate_at(name));
    let patched = format!("{manifest}\n[patch.crates-io]\n{}", CRATES.map(of_here).concat());
    fs::write(folder.join("Cargo.toml"), patched).unwrap();
    fs::copy(here.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let resolved = String::from_utf8(cargo(&folder, &["tree", "--prefix", "none"])).unwrap();
    for name in CRATES {
        let is_it = |line: &&str| line.starts_with(&format!("gueridon-{name} "));
        let line = resolved.lines().find(is_it).unwrap();
        assert!(line.contains(&format!("({})", crate_at(name).display())), "{line}");
    }
}

/// The files in a folder and in those within, by their place in it, with what is written in them.
fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(within) = folders.pop() {
        for entry in fs::read_dir(within).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = fs::read_to_string(&path).unwrap();
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), text);
            }
        }
    }
    found
}

/// The folder of one of the crates that games depend on.
fn crate_at(name: &str) -> PathBuf {
    repository().join("platform").join(name)
}
