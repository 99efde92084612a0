//! `gueridon check`: a sound module passes and is described, each broken promise is found and named, and
//! what is no module is refused in a line.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value as Json, json};

use crate::support::server::{GUERIDON, home, module};

fn example(name: &str) -> PathBuf {
    module(&format!("lib{name}.so"))
}

fn check(file: &Path, arguments: &[&str]) -> Output {
    Command::new(GUERIDON).arg("check").arg(file).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The report on a module as JSON, with the exit code.
fn report(place: &Path, file: &Path, arguments: &[&str]) -> (Option<i32>, Json) {
    let written = place.join("report.json");
    let arguments = [arguments, &["--force", "--json", written.to_str().unwrap()]].concat();
    let output = check(file, &arguments);
    assert_eq!(text(&output.stderr), "", "{file:?}");
    (output.status.code(), serde_json::from_slice(&fs::read(written).unwrap()).unwrap())
}

/// Asserts that a module passes with a few games of each number of seats.
pub(crate) fn passes(place: &Path, file: &Path) {
    let arguments = ["--games", "6", "--contest-games", "4", "--iterations", "10"];
    let (code, report) = report(place, file, &arguments);
    assert_eq!((code, &report["passed"]), (Some(0), &json!(true)), "{file:?}: {report}");
}

/// The laws with this verdict.
fn laws(report: &Json, verdict: &str) -> BTreeSet<String> {
    let laws = report["laws"].as_array().unwrap().iter();
    laws.filter(|law| law["verdict"] == verdict)
        .map(|law| law["law"].as_str().unwrap().to_owned())
        .collect()
}

/// Everything that was found of a law, in words.
fn found(report: &Json, law: &str) -> String {
    let laws = report["laws"].as_array().unwrap().iter();
    let findings = laws.filter(|one| one["law"] == law).flat_map(|law| law["findings"].as_array());
    findings.flatten().map(|finding| format!("{}; ", finding["what"].as_str().unwrap())).collect()
}

#[test]
fn a_sound_module_passes_and_is_described() {
    let place = home("check-sound", &[]);
    let arguments = ["--games", "12", "--contest-games", "4", "--iterations", "20"];
    let (code, report) = report(&place, &example("sealed"), &arguments);
    assert_eq!((code, &report["passed"]), (Some(0), &json!(true)), "{report}");
    assert_eq!(laws(&report, "passed").len(), 20, "{:?}", report["laws"]);
    assert_eq!(report["game"]["id"], "sealed");

    let tables = report["tables"].as_array().unwrap();
    let seats: Vec<u64> = tables.iter().map(|table| table["seats"].as_u64().unwrap()).collect();
    assert_eq!(seats, [2, 3, 4, 5, 6]);
    for table in tables {
        let seats = table["seats"].as_u64().unwrap();
        let counted = [&table["games"], &table["over"], &table["endless"], &table["stuck"]];
        assert_eq!(counted, [&json!(12), &json!(12), &json!(0), &json!(0)]);
        // Five prizes, and everybody bids for each.
        let steps = &table["steps"];
        assert_eq!([&steps["least"], &steps["most"]], [&json!(5 * seats), &json!(5 * seats)]);
        let open = &table["branching"];
        assert!(open["least"] == 1 && open["most"].as_u64().unwrap() <= 5, "{open}");
        assert_eq!(table["branchingByTenth"].as_array().unwrap().len(), 10);
        assert!(table["decisionsPerSecond"].as_f64().unwrap() > 0.0);
        let wins = table["wins"].as_array().unwrap();
        let sum: f64 = wins.iter().map(|won| won["share"].as_f64().unwrap()).sum();
        assert!(wins.len() as u64 == seats && (sum - 1.0).abs() < 0.01, "{wins:?}");
        for won in wins {
            let [low, share, high] = ["low", "share", "high"].map(|key| won[key].as_f64().unwrap());
            assert!(low <= share && share <= high && low < high, "{won}");
        }
        assert!(table["luck"]["share"].is_number(), "{table}");
    }

    let coverage = &report["coverage"];
    assert_eq!(coverage["steps"]["never"], json!([]));
    assert_eq!(coverage["events"]["met"], 2);
    assert!(coverage["refusals"]["met"].as_u64().unwrap() >= 4, "{}", coverage["refusals"]);
    assert!(coverage["endings"]["times"][0]["name"].as_str().unwrap().contains("after bid"));
    assert_eq!(coverage["schema"]["never"], json!([]), "odd deals have options of every sort");
    assert_eq!(coverage["things"]["scoreLine"]["met"], 1);

    let hidden = report["imagined"]["hidden"].as_array().unwrap();
    let hand = hidden.iter().find(|hidden| hidden["path"] == "seats.*.hand.*").unwrap();
    // There are ten cards, four of each.
    for key in ["alike", "right"] {
        let part = hand[key].as_f64().unwrap();
        assert!((0.05..0.4).contains(&part), "{key}: {hand}");
    }
    assert_eq!(report["imagined"]["pairs"], report["imagined"]["equal"]);

    let contests = report["contests"].as_array().unwrap();
    let players: Vec<usize> =
        contests.iter().map(|contest| contest["players"].as_array().unwrap().len()).collect();
    assert_eq!(players, [2, 2, 2, 1]);
    assert_eq!(contests[1]["players"][1]["player"], "search:20");
    assert!(contests[1]["choice"]["share"].is_number() && contests[3]["choice"].is_null());
    let calls: Vec<&str> = report["calls"]
        .as_array()
        .unwrap()
        .iter()
        .map(|call| call["operation"].as_str().unwrap())
        .collect();
    assert!(["PLAY", "VIEW", "IMAGINE", "SEARCH"].iter().all(|op| calls.contains(op)), "{calls:?}");
}

#[test]
fn the_same_seed_finds_the_same_and_another_one_plays_others() {
    let place = home("check-seeds", &[]);
    let told = |seed: &str| {
        let arguments = ["--games", "6", "--seats", "2,3", "--seed", seed, "--contest-games", "2"];
        let (code, mut report) = report(&place, &example("sealed"), &arguments);
        assert_eq!(code, Some(0), "{report}");
        // All that depends on how fast a machine is.
        report["seconds"].take();
        report["calls"].take();
        let tables = report["tables"].as_array_mut().unwrap().iter_mut();
        tables.for_each(|table| drop(table["decisionsPerSecond"].take()));
        for contest in report["contests"].as_array_mut().unwrap() {
            let players = contest["players"].as_array_mut().unwrap().iter_mut();
            players.for_each(|player| drop(player["millisecondsEach"].take()));
        }
        report
    };
    let (one, other) = (told("7"), told("8"));
    assert_eq!(one, told("7"));
    assert_ne!(one["tables"], other["tables"]);
    assert_eq!(one["settings"]["seats"], json!([2, 3]));
}

#[test]
fn every_broken_promise_is_found_and_named() {
    let place = home("check-flawed", &[]);
    let flawed = example("flawed");
    let sound = report(&place, &flawed, &["--games", "8", "--no-contests"]);
    assert_eq!((sound.0, laws(&sound.1, "failed").len()), (Some(0), 0), "{}", sound.1["laws"]);
    for (fault, law, said) in [
        ("VIEW", "views", "FlawedView has no field `layed`"),
        ("MISSING", "views", "FlawedView.laid is missing, and its type forbids null"),
        ("EVENT", "events", "there is no `type FlawedVanished implements Event`"),
        ("LEAK", "leaks", "eyes tell an imagined game from the real one by the view"),
        ("PEEK", "imagining", "ever imagined otherwise than it is"),
        ("LEANS", "imagining", "depends on what the eyes do not know"),
        ("UNLISTED", "unchanged", "a step is accepted that is not listed"),
        ("REFUSES", "moves", "a listed step is refused: NOT_IN_HAND"),
        ("ENDLESS", "ends", "a game is not over after 40 steps"),
        ("UNSTEADY", "replay", "the same seed and steps lead to another game"),
        ("FORGETS", "restore", "a saved game that is opened again shows something else"),
        ("SUM", "score", "the lines do not add up to the points"),
        ("SILENT", "words", "a prompt has no words in Fr"),
        ("CODE", "refusals", "the code ODD_ONE_OUT is not in the catalogue"),
        ("CATALOGUE", "catalogue", "there are other things in Fr than in En"),
        ("HANGS", "border", "asked for PLAY, it did not answer within 3s"),
        ("CRASHES", "border", "asked for PLAY, it aborted"),
        ("DEALS", "deals", "a game of 3 seats is refused: BAD_SEATS"),
    ] {
        let options = json!({ "fault": fault }).to_string();
        // Three processes hang before it gives up; a busy machine needs the usual time for the others.
        let time = if fault == "HANGS" { "3" } else { "10" };
        let arguments =
            ["--games", "12", "--no-contests", "--time", time, "--options", options.as_str()];
        let (code, report) = report(&place, &flawed, &arguments);
        assert_eq!((code, &report["passed"]), (Some(1), &json!(false)), "{fault}");
        assert!(laws(&report, "failed").contains(law), "{fault}: {:?}", laws(&report, "failed"));
        assert!(found(&report, law).contains(said), "{fault}: {}", found(&report, law));
    }
}

#[test]
fn a_finding_says_where_it_was_and_how_one_gets_there() {
    let place = home("check-places", &[]);
    let arguments = ["--games", "4", "--seats", "2", "--no-contests", "--options"];
    let arguments = [&arguments[..], &[r#"{"fault":"ENDLESS"}"#]].concat();
    let (_, report) = report(&place, &example("flawed"), &arguments);
    let laws = report["laws"].as_array().unwrap();
    let ends = laws.iter().find(|law| law["law"] == "ends").unwrap();
    let finding = &ends["findings"][0];
    assert_eq!(finding["times"], 4);
    assert_eq!(finding["place"], json!({"seats": 2, "game": 0, "step": 40}));
    assert_eq!(finding["seed"].as_str().unwrap().len(), 64);
    let steps = finding["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 40);
    assert!(steps[0]["move"]["lay"]["card"].is_number(), "{}", steps[0]);
    assert_eq!(steps[39], json!({"seat": 1, "move": {"wait": "YES"}}));
    assert_eq!(report["tables"][0]["endless"], 4);
}

#[test]
fn modules_that_break_in_play_are_checked_to_the_end() {
    let place = home("check-fragile", &[]);
    let arguments = ["--games", "6", "--contest-games", "2"];
    let (code, fragile) = report(&place, &example("fragile"), &arguments);
    assert_eq!(code, Some(1));
    assert!(found(&fragile, "border").contains("the button came off"), "{}", fragile["laws"]);
    assert!(found(&fragile, "score").contains("no name for the line `sum`"));
    assert!(fragile["contests"][0]["failed"].as_str().unwrap().contains("the button came off"));
    let (code, extends) = report(&place, &example("broken_extends"), &arguments);
    assert_eq!(code, Some(1));
    assert!(found(&extends, "schema").contains("it extends `Seating`"), "{}", extends["laws"]);
    assert_eq!(laws(&extends, "notChecked").len(), 19);
}

#[test]
fn a_module_in_c_is_checked_like_any_other() {
    let place = home("check-in-c", &[]);
    let library = place.join("counter.so");
    let platform = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let compiler = Command::new("cc")
        .args(["-std=c11", "-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(format!("-I{platform}/game/include"))
        .arg(format!("{platform}/modules/tests/modules/counter.c"))
        .output();
    let said = compiler.expect("a C compiler, cc");
    assert!(said.status.success(), "{}", text(&said.stderr));
    let (code, report) = report(&place, &library, &["--games", "2"]);
    // It has as much as a server's tests need, and no more.
    assert_eq!(code, Some(1));
    assert!(found(&report, "border").contains("it does not know the operation MOVES"));
    assert!(found(&report, "deals").contains("a game is dealt with 2 seats"), "{}", report["laws"]);
    assert_eq!(report["tables"][0]["stuck"], 2);
}

#[test]
fn what_cannot_be_checked_is_refused_in_a_line() {
    let place = home("check-none", &[]);
    let notes = place.join("notes.so");
    fs::write(&notes, "no module\n").unwrap();
    let is_refused = |file: &Path, arguments: &[&str], why: &str| {
        let output = check(file, arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{file:?}: {said}");
        assert!(said.lines().count() == 1 && said.contains(why), "{file:?}: {said}");
        assert_eq!(text(&output.stdout), "", "{file:?}");
    };
    is_refused(&notes, &[], "it cannot be opened as a library");
    is_refused(&place, &[], "it is no file");
    is_refused(&place.join("nowhere.so"), &[], "No such file");
    is_refused(&example("sealed"), &["--seats", "7"], "for 2 to 6 seats");
    for (name, why) in [
        ("abi", "it speaks version 2 of the border, and this host version 1"),
        ("size", "it exports 16 bytes"),
        ("symbol", "it is no game module"),
        ("unwinds", "panic = \"unwind\""),
        ("aborts", "it aborted"),
        ("panics", "it aborted"),
    ] {
        is_refused(&example(&format!("broken_{name}")), &[], why);
    }
    is_refused(&example("broken_hangs"), &["--time", "2"], "it did not answer within 2s");
    let output = check(&example("sealed"), &["--games", "many"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_page_needs_nothing_else_and_reports_are_never_overwritten_unasked() {
    let place = home("check-page", &[]);
    let (page, data) = (place.join("report.html"), place.join("report.json"));
    let flawed = example("flawed");
    let paths = ["--html", page.to_str().unwrap(), "--json", data.to_str().unwrap()];
    let few = ["--games", "4", "--contest-games", "2", "--options", r#"{"fault":"VIEW"}"#];
    let output = check(&flawed, &[&few[..], &paths[..]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!doctype html>") && html.ends_with("</html>\n"));
    for absent in ["<script", "http", "src=", "href=", "url(", "@import"] {
        assert!(!html.contains(absent), "{absent}");
    }
    let present = [
        "<html lang=\"en\">",
        "prefers-color-scheme: dark",
        "role=\"img\" aria-label=\"How long games are",
        "FlawedView has no field `layed`",
        "1 promise is not kept",
        "Wins by seat",
        "random against search:100",
        "What is hidden",
    ];
    assert!(present.iter().all(|present| html.contains(present)), "{html}");

    for (kind, file) in [("--html", &page), ("--json", &data)] {
        fs::write(file, "mine").unwrap();
        let output = check(&flawed, &["--games", "1", kind, file.to_str().unwrap()]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.lines().count() == 1 && said.contains("is there already"), "{said}");
        assert_eq!(fs::read(file).unwrap(), b"mine");
        // Nor by a file that cannot be checked, even if it may be.
        let output = check(&place, &["--force", kind, file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(fs::read(file).unwrap(), b"mine");
    }
    let output = check(&flawed, &[&few[..], &paths[..], &["--force"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(fs::read_to_string(&page).unwrap().starts_with("<!doctype html>"));
    let nowhere = place.join("nowhere/report.html");
    let twice = place.join("twice");
    let (nowhere, twice) = (nowhere.to_str().unwrap(), twice.to_str().unwrap());
    for paths in [&["--html", nowhere][..], &["--html", twice, "--json", twice]] {
        let output = check(&flawed, paths);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
        assert!(text(&output.stderr).contains("cannot be written"), "{paths:?}");
    }
}
