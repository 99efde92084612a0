//! The games of `examples/modules`: each is loaded by a real server and played through the API to its
//! end, with every number of players.

use std::path::PathBuf;
use std::process::Command;

use serde_json::json;

use crate::border::{Subject, keeps_the_laws};
use crate::play::games::{Game, Variant};
use crate::play::whole::whole_game;
use crate::support::server::GUERIDON;

/// A folder of `examples/modules`.
fn folder(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../examples/modules", name].iter().collect()
}

/// Crazy Eights, in Rust.
const CRAZY_EIGHTS: Game = Game {
    id: "crazyeights",
    build: "cargo build -p crazyeights",
    variants: &[Variant { options: r#"{"target": 10}"#, seats: 2..=6 }],
    fewest_plays: 7,
    hides: |sight| {
        for player in sight.view["players"].as_array().unwrap() {
            assert_eq!(player["hand"].is_array(), sight.is_own(player), "{player}");
        }
    },
};

#[tokio::test]
async fn crazy_eights_is_played_to_its_end_and_shows_no_hand() {
    let [variant] = CRAZY_EIGHTS.variants else { panic!("one way to play it") };
    for seats in [2, 6] {
        let test = format!("crazy-eights-{seats}");
        whole_game(&test, &CRAZY_EIGHTS.module(), &CRAZY_EIGHTS, variant, seats).await;
    }
}

#[test]
fn crazy_eights_keeps_the_laws_over_the_border() {
    let subject = Subject {
        library: &CRAZY_EIGHTS.module(),
        options: json!({"target": 10}),
        seats: 2..=4,
        playouts: 1,
        hides: true,
    };
    let met = keeps_the_laws(&subject);
    assert!(met.steps > 100, "{met:?}");
}

/// Nine Men's Morris, in C.
const MORRIS: Game = Game {
    id: "morris",
    build: "make -C examples/modules/nine-mens-morris",
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
