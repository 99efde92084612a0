//! The games of `examples/modules`: each is loaded by a real server and played through the API to its
//! end.

use std::path::PathBuf;
use std::process::Command;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value as Json, json};

use crate::border::{Subject, keeps_the_laws};
use crate::check::passes;
use crate::play::games::{Game, Variant};
use crate::play::whole::whole_game;
use crate::support::server::{GUERIDON, Server, home, module};
use crate::support::tables::{PLAY, begun};

/// A folder of `examples/modules`.
fn folder(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../examples/modules", name].iter().collect()
}

/// Crazy Eights, in Rust.
fn crazy_eights() -> PathBuf {
    module("libcrazyeights.so")
}

/// What a player asks before a step.
const LOOK: &str = "query($id: ID!) { table(id: $id) { status since toAct moves { move words } \
    view { ... on CrazyEightsView { players { seat points hand handSize } } } \
    score { isFinal seats { points rank } } } }";

#[tokio::test]
async fn crazy_eights_is_played_to_its_end_and_shows_no_hand() {
    let server = Server::start(&home("crazy-eights", &[crazy_eights()]));
    let mut dice = ChaCha8Rng::seed_from_u64(8);
    for seats in [2, 6] {
        let options = json!({"crazyeights": {"target": 30}});
        let (id, players) = begun(&server.stranger(), options, seats).await;
        let mut played = 0;
        let over = loop {
            let public = server.stranger().ask(LOOK, json!({ "id": id })).await["table"].clone();
            let Some(next) = public["toAct"][0].as_u64() else { break public };
            let next = usize::try_from(next).unwrap();
            assert!(public["moves"].as_array().unwrap().is_empty());
            let table = players[next].ask(LOOK, json!({ "id": id })).await["table"].clone();
            for (view, own) in [(&public["view"], None), (&table["view"], Some(next))] {
                for player in view["players"].as_array().unwrap() {
                    let is_own = own.is_some() && player["seat"] == json!(own);
                    assert_eq!(player["hand"].is_array(), is_own, "{player}");
                }
            }
            // Who draws whenever that is possible never ends a round.
            let moves = table["moves"].as_array().unwrap();
            let plays: Vec<&Json> = moves
                .iter()
                .filter(|choice| !choice["move"]["crazyeights"]["play"].is_null())
                .collect();
            let open = if plays.is_empty() { moves.iter().collect() } else { plays };
            let step = &open[dice.random_range(0..open.len())]["move"];
            let key = format!("{seats}-{played}");
            let play = json!({"table": id, "since": table["since"], "key": key, "steps": [step]});
            let answer = players[next].ask(PLAY, play).await;
            assert_eq!(answer["play"]["ok"], true, "{answer} {step}");
            played += 1;
            assert!(played < 2000, "the game does not end");
        };
        assert_eq!((&over["status"], &over["score"]["isFinal"]), (&json!("OVER"), &json!(true)));
        let points = over["score"]["seats"].as_array().unwrap().iter();
        assert!(points.max_by_key(|seat| seat["points"].as_i64()).unwrap()["rank"] == 1);
        let hands = over["view"]["players"].as_array().unwrap().iter();
        assert!(hands.clone().all(|player| player["hand"].is_array()), "what was left is shown");
        assert!(hands.clone().any(|player| player["points"].as_i64().unwrap() >= 30));
        assert!(played >= 5, "{played}");
    }
    assert_eq!(server.errors(), [""; 0]);
}

#[test]
fn crazy_eights_passes_the_check() {
    passes(tempfile::tempdir().unwrap().path(), &crazy_eights());
}

#[test]
fn crazy_eights_keeps_the_laws_over_the_border() {
    let subject = Subject {
        library: &crazy_eights(),
        options: json!({"target": 10}),
        seats: 2..=4,
        playouts: 1,
        hides: true,
    };
    let met = keeps_the_laws(&subject);
    assert!(met.steps > 20 && met.reveals[0] > 5, "{met:?}");
}

/// Nine Men's Morris, in C.
const MORRIS: Game = Game {
    id: "morris",
    variants: &[
        Variant { options: r#"{"flying": true}"#, seats: 2..=2 },
        Variant { options: r#"{"flying": false}"#, seats: 2..=2 },
    ],
    fewest_plays: 20,
    hides: |sight| assert_eq!(sight.view["board"].as_array().unwrap().len(), 24),
};

/// Runs make for a game in C, which builds outside of the repository; returns the folder with the module.
fn made(name: &str, target: &[&str]) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    let build = format!("BUILD={}", place.path().join("build").display());
    let modules = format!("MODULES={}", place.path().display());
    let output = Command::new("make")
        .args(["-C", folder(name).to_str().unwrap(), "CFLAGS=-O2 -Werror", &build, &modules])
        .args(target)
        .output()
        .unwrap();
    let said =
        [output.stderr, output.stdout].map(|said| String::from_utf8_lossy(&said).into_owned());
    assert!(output.status.success(), "make:\n{}", said.concat());
    place
}

#[tokio::test]
async fn nine_mens_morris_keeps_the_laws_over_the_border_and_is_played_to_its_end() {
    let place = made("nine-mens-morris", &[]);
    let library = place.path().join("morris.so");
    passes(place.path(), &library);
    for (number, variant) in MORRIS.variants.iter().enumerate() {
        let subject = Subject {
            library: &library,
            options: serde_json::from_str(variant.options).unwrap(),
            seats: 2..=2,
            playouts: 10,
            hides: false,
        };
        let met = keeps_the_laws(&subject);
        assert_eq!((met.reveals[0], met.lists[1]), (0, 0), "{met:?}");
        assert!(met.lists[0] > 5, "a mill and what it takes are one move: {met:?}");
        whole_game(&format!("morris-{number}"), &library, &MORRIS, variant, 2).await;
    }
}

#[test]
fn the_rules_of_nine_mens_morris_hold_and_each_has_a_test() {
    made("nine-mens-morris", &["test"]);
    let read = |file: &str| std::fs::read_to_string(folder("nine-mens-morris").join(file)).unwrap();
    let (table, tests) = (read("RULES.md"), read("tests/rules.c"));
    let named =
        |test: &str| test.strip_prefix('n').is_some_and(|rest| rest.starts_with(char::is_numeric));
    let mut defined: Vec<&str> = tests
        .lines()
        .filter_map(|line| line.strip_prefix("static void ")?.strip_suffix("(void)"))
        .filter(|test| named(test))
        .collect();
    let rows = table.lines().filter(|line| line.starts_with("| N"));
    let mut listed = Vec::new();
    for (row, number) in rows.zip(1..) {
        let [id, what, shown] =
            row.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("three cells: {row}")
        };
        assert_eq!(id, format!("N{number}"));
        assert!(what.ends_with('.'), "{what}");
        let before = listed.len();
        listed.extend(shown.split('`').skip(1).step_by(2));
        assert!(listed.len() > before, "{id} has no test");
        let begins = format!("n{number}_");
        assert!(listed[before..].iter().all(|test| test.starts_with(&begins)), "{row}");
    }
    defined.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, defined);
    let is_called = |test: &&str| tests.contains(&format!("    {test}();"));
    assert!(defined.len() >= 9 && defined.iter().all(is_called), "{defined:?}");
}

#[test]
fn a_game_in_c_has_the_templates_border() {
    let place = tempfile::tempdir().unwrap();
    let made = Command::new(GUERIDON)
        .args(["new", "morris", "--lang", "c", "--title", "Nine Men’s Morris", "--into"])
        .arg(place.path())
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    let files = ["module.h", "module.c", "json.h", "json.c", "say.h", "say.c", "dice.h", "dice.c"];
    let files = files.map(|file| format!("src/{file}"));
    let others = ["Makefile", "README.md", ".gitignore", "include/gueridon.h"].map(str::to_owned);
    for file in files.iter().chain(&others) {
        let read = |folder: PathBuf| std::fs::read_to_string(folder.join(file)).unwrap();
        let (ours, new) = (read(folder("nine-mens-morris")), read(place.path().join("morris")));
        assert!(ours == new, "{file} of nine-mens-morris is not that of the template");
    }
}
