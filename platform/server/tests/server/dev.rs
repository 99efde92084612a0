//! `gueridon dev`: one table for the author of a module, on every build that they make of it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use reqwest::header::{HOST, ORIGIN};
use reqwest::{Client, StatusCode};
use serde_json::{Value as Json, json};

use crate::support::server::{GUERIDON, home, module};

/// How long something may take, even on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) fn example(name: &str) -> PathBuf {
    module(&format!("lib{name}.so"))
}

/// A running `gueridon dev`, which ends when this is dropped.
pub(crate) struct Dev {
    process: Child,
    url: String,
    client: Client,
}

impl Dev {
    /// Starts it, and waits until its page is there.
    pub(crate) fn start(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let dev = Self { process, url: url.trim().to_owned(), client: Client::new() };
        assert!(dev.url.starts_with("http://127.0.0.1:"), "it did not start: {url:?}");
        dev
    }

    fn of(file: &Path, arguments: &[&str]) -> Self {
        Self::start(command(file, arguments))
    }

    async fn get(&self, path: &str) -> String {
        let answer = self.client.get(format!("{}{path}", self.url)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        answer.text().await.unwrap()
    }

    pub(crate) async fn state(&self) -> Json {
        serde_json::from_str(&self.get("/state").await).unwrap()
    }

    /// What it answers to an act.
    async fn answer(&self, act: &Json) -> (StatusCode, Json) {
        let answer = self.client.post(format!("{}/act", self.url)).json(act).send().await.unwrap();
        (answer.status(), answer.json().await.unwrap())
    }

    /// The state after an act.
    pub(crate) async fn act(&self, act: Json) -> Json {
        let (status, state) = self.answer(&act).await;
        assert_eq!(status, StatusCode::OK, "{act}: {state}");
        state
    }

    /// Why an act is not done.
    async fn refused(&self, act: Json) -> Json {
        let (status, said) = self.answer(&act).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{act}: {said}");
        said
    }

    /// Waits for a state.
    pub(crate) async fn until(&self, what: &str, is_there: impl Fn(&Json) -> bool) -> Json {
        let began = Instant::now();
        loop {
            let state = self.state().await;
            if is_there(&state) {
                return state;
            }
            assert!(began.elapsed() < PATIENCE, "never: {what}; {}", state["build"]);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Drop for Dev {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn command(file: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(GUERIDON);
    command.arg("dev").arg("--module").arg(file).args(arguments);
    command
}

/// The column of these eyes.
fn column(state: &Json, eyes: &Json) -> Json {
    let columns = state["table"]["columns"].as_array().unwrap();
    columns.iter().find(|column| column["eyes"] == *eyes).unwrap().clone()
}

fn steps(entries: &Json) -> Vec<Json> {
    entries.as_array().unwrap().iter().map(|entry| entry["steps"].clone()).collect()
}

#[tokio::test]
async fn every_seat_is_shown_and_played_taken_back_and_branched() {
    let dev = Dev::of(&example("sealed"), &["--seats", "3", "--seed", "5"]);
    let state = dev.state().await;
    assert_eq!(state["game"]["id"], "sealed");
    assert_eq!(state["build"]["state"], "ready");
    assert_eq!(state["build"]["warning"], Json::Null);
    let eyes: Vec<&Json> =
        state["table"]["columns"].as_array().unwrap().iter().map(|one| &one["eyes"]).collect();
    let seat = |seat: u8| json!({ "seat": seat });
    assert_eq!(eyes, [&json!("all"), &seat(0), &seat(1), &seat(2), &json!("public")]);
    // Seats see their own hand, all-seeing eyes see all, the public none.
    for (eyes, seen) in
        [(json!("all"), [0, 1, 2].as_slice()), (seat(1), &[1]), (json!("public"), &[])]
    {
        let view = column(&state, &eyes)["view"].clone();
        for place in 0..3 {
            assert_eq!(view["seats"][place]["hand"].is_array(), seen.contains(&place), "{view}");
        }
    }
    let own = column(&state, &seat(1));
    assert_ne!(own["prompt"]["EN"], own["prompt"]["FR"]);
    let step = own["moves"][0]["move"].clone();
    assert_ne!(own["moves"][0]["words"]["EN"], own["moves"][0]["words"]["FR"]);

    let state = dev.act(json!({"do": "play", "seat": 1, "steps": [step]})).await;
    let table = &state["table"];
    assert_eq!((&table["at"], &table["toAct"]), (&json!(1), &json!([0, 2])));
    assert_eq!(table["entries"], json!([{"seat": 1, "steps": [step]}]));
    // Its player and all-seeing eyes know which card it was.
    assert_eq!(table["told"][0][0]["knows"], json!([0, 2]));
    assert_eq!(table["told"][0][0]["event"]["card"], step["bid"]["card"]);
    assert_eq!(table["told"][0][0]["others"][0]["card"], Json::Null);
    let public = column(&state, &json!("public"));
    assert_eq!(
        (&public["before"]["seats"][1]["hasBid"], &public["view"]["seats"][1]["hasBid"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(table["saved"]["players"][1]["bid"], step["bid"]["card"]);

    // Out of turn, and what is no step at all.
    let said = dev.refused(json!({"do": "play", "seat": 1, "steps": [step]})).await;
    assert_eq!(said["refused"]["code"], "NOT_YOUR_TURN");
    assert_ne!(said["refused"]["words"]["EN"], said["refused"]["words"]["FR"]);
    let said = dev.refused(json!({"do": "play", "seat": 0, "steps": [{"fly": 1}]})).await;
    assert!(said["said"].as_str().unwrap().len() > 5, "{said}");
    assert_eq!(dev.state().await["table"]["at"], 1);

    dev.act(json!({"do": "chance", "to": 6})).await;
    dev.act(json!({"do": "keep", "name": "six"})).await;
    let back = dev.act(json!({"do": "go", "to": 1})).await;
    assert_eq!((&back["table"]["at"], &back["table"]["digest"]), (&json!(1), &table["digest"]));
    assert_eq!(back["table"]["entries"].as_array().unwrap().len(), 6);
    let other =
        column(&back, &seat(2))["moves"].as_array().unwrap().last().unwrap()["move"].clone();
    let other = dev.act(json!({"do": "play", "seat": 2, "steps": [other]})).await;
    let names: Vec<&Json> =
        other["branches"].as_array().unwrap().iter().map(|branch| &branch["name"]).collect();
    assert!(names.contains(&&json!("six")), "{names:?}");
    let six = dev.act(json!({"do": "branch", "name": "six"})).await;
    assert_eq!(six["table"]["at"], 6);
    let six = dev.act(json!({"do": "forget", "name": "six"})).await;
    assert!(six["branches"].as_array().unwrap().iter().all(|branch| branch["name"] != "six"));
    for wrong in [
        json!({"do": "branch", "name": "six"}),
        json!({"do": "forget", "name": "six"}),
        json!({"do": "keep", "name": " "}),
        json!({"do": "go", "to": 7}),
        json!({"do": "chance", "to": 6}),
        json!({"do": "chance", "to": 1_000_000_000}),
        json!({"do": "play", "seat": 9, "steps": [{"bid": {"card": 1}}]}),
        json!({"do": "play", "seat": 0, "steps": []}),
    ] {
        dev.refused(wrong).await;
    }
    let new = dev.act(json!({"do": "new", "seats": 2, "options": {"rounds": 1}})).await;
    assert_eq!((&new["table"]["seats"], &new["table"]["at"]), (&json!(2), &json!(0)));
    let over = dev.act(json!({"do": "chance", "to": 100})).await;
    assert_eq!((&over["table"]["over"], &over["table"]["at"]), (&json!(true), &json!(2)));
    // What the game does not deal is said, and another can be dealt.
    let none = dev.act(json!({"do": "new", "options": {"rounds": 9}})).await;
    assert!(none["table"]["problem"].as_str().unwrap().contains("BAD_ROUNDS"), "{none}");
    dev.refused(json!({"do": "chance", "to": 1})).await;
    let own = dev.act(json!({"do": "new", "options": ""})).await;
    assert_eq!(own["table"]["problem"], Json::Null);
}

#[tokio::test]
async fn chance_plays_the_same_from_the_same_seed() {
    let played = async |seed: &str, luck: u64| {
        let dev = Dev::of(&example("sealed"), &["--seed", seed, "--seats", "2"]);
        let state = dev.act(json!({"do": "chance", "to": 7, "luck": luck})).await;
        assert_eq!(state["table"]["at"], 7);
        (steps(&state["table"]["entries"]), state["table"]["digest"].clone())
    };
    let one = played("3", 0).await;
    assert_eq!(one, played("3", 0).await);
    assert_ne!(one, played("3", 1).await);
    assert_ne!(one, played("4", 0).await);
}

#[tokio::test]
async fn the_page_is_whole_and_no_other_page_may_ask() {
    let dev = Dev::of(&example("sealed"), &[]);
    let page = dev.client.get(&dev.url).send().await.unwrap();
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'sha256-"));
    let page = page.text().await.unwrap();
    assert!(page.starts_with("<!doctype html>") && !page.contains("{{"), "{page}");
    for absent in ["src=", "@import", "url(", "innerHTML"] {
        assert!(!page.contains(absent), "{absent}");
    }
    let ask = |method: &str, path: &str| {
        let method = method.parse().unwrap();
        let asked = dev.client.request(method, format!("{}{path}", dev.url));
        if path == "/act" { asked.json(&json!({"do": "chance", "to": 1})) } else { asked }
    };
    for (method, path) in [("GET", "/"), ("GET", "/state"), ("GET", "/events"), ("POST", "/act")] {
        for (name, value) in [
            (HOST, "evil.example"),
            (HOST, "localhost:1"),
            (ORIGIN, "http://evil.example"),
            (ORIGIN, "null"),
        ] {
            let answer = ask(method, path).header(name, value).send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{method} {path} {value}");
        }
        let answer = ask(method, path).header("sec-fetch-site", "cross-site").send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{method} {path}");
    }
    assert_eq!(dev.state().await["table"]["at"], 0);
    let own = ask("POST", "/act").header(ORIGIN, &dev.url).send().await.unwrap();
    assert_eq!(own.status(), StatusCode::OK);
    // What a plain form of another site can send is not taken either.
    let text = dev.client.post(format!("{}/act", dev.url)).body(r#"{"do":"go","to":0}"#);
    assert_eq!(text.send().await.unwrap().status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(dev.state().await["table"]["at"], 1);
}

#[tokio::test]
async fn another_build_is_shown_where_the_table_was_and_the_page_is_told() {
    let place = home("dev-reload", &[]);
    let file = place.join("modules/twin.so");
    fs::copy(example("twin_one"), &file).unwrap();
    let dev = Dev::of(&file, &["--seats", "2"]);
    let before = dev.act(json!({"do": "chance", "to": 2})).await;
    assert_eq!(before["game"]["rulesVersion"], 1);
    let mut events = dev.client.get(format!("{}/events", dev.url)).send().await.unwrap();
    let first = events.chunk().await.unwrap().unwrap();
    assert_eq!(first, format!("data: {}\n\n", before["number"]).as_bytes());

    let began = Instant::now();
    let draft = place.join("modules/draft");
    fs::copy(example("twin_one_revised"), &draft).unwrap();
    fs::rename(&draft, &file).unwrap();
    let after = dev.until("the new build", |state| state["game"]["rulesVersion"] == 2).await;
    // A second on a free machine.
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    assert_eq!(after["table"]["at"], 2);
    assert_ne!(after["build"]["sha256"], before["build"]["sha256"]);
    let told = events.chunk().await.unwrap().unwrap();
    assert!(told.starts_with(b"data: ") && told != first, "{told:?}");

    // A file that is no module leaves the last build; one that does not know the entries stops.
    fs::write(&draft, "no module").unwrap();
    fs::rename(&draft, &file).unwrap();
    let failed = dev.until("a failure", |state| state["build"]["state"] == "failed").await;
    assert_eq!(failed["build"]["sha256"], after["build"]["sha256"]);
    assert!(failed["build"]["said"].as_str().unwrap().contains("library"), "{}", failed["build"]);
    assert_eq!(failed["table"]["at"], 2);
    fs::copy(example("sealed"), &draft).unwrap();
    fs::rename(&draft, &file).unwrap();
    let sealed = dev.until("another game", |state| state["game"]["id"] == "sealed").await;
    let table = &sealed["table"];
    assert_eq!((&table["at"], &table["wanted"]), (&json!(0), &json!(2)));
    assert!(table["problem"].as_str().unwrap().contains("entry 1 of seat"), "{table}");
    // The entries wait for a build that takes them.
    fs::copy(example("twin_one"), &draft).unwrap();
    fs::rename(&draft, &file).unwrap();
    let again = dev
        .until("the first build", |state| {
            state["game"]["rulesVersion"] == 1 && state["game"]["id"] == "twinOne"
        })
        .await;
    assert_eq!(again["table"]["digest"], before["table"]["digest"]);
    assert_eq!((&again["table"]["at"], &again["table"]["problem"]), (&json!(2), &Json::Null));
}

#[tokio::test]
async fn a_table_is_set_up_where_a_test_failed() {
    let place = home("dev-replay", &[example("sealed")]);
    let file = place.join("modules/libsealed.so");
    let dev = Dev::of(&file, &["--seed", "1", "--seats", "3"]);
    let played = dev.act(json!({"do": "chance", "to": 7})).await;
    let at_five = dev.act(json!({"do": "go", "to": 5})).await;
    drop(dev);
    // As the test kit keeps it beside what cargo builds.
    let kept = json!({
        "game": "sealed",
        "options": {"rounds": 5},
        "seats": 3,
        "seed": 1,
        "entries": played["table"]["entries"],
    });
    let folder = place.join("replays/sealed");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("1,3.json"), kept.to_string()).unwrap();
    let by_file = format!("{}@5", folder.join("1,3.json").display());
    for replay in ["1,3@5", &by_file] {
        let dev = Dev::of(&file, &["--replay", replay]);
        let state = dev.state().await;
        assert_eq!(state["table"]["digest"], at_five["table"]["digest"]);
        assert_eq!((&state["table"]["at"], &state["table"]["seats"]), (&json!(5), &json!(3)));
        // What follows is there to be gone through.
        let last = dev.act(json!({"do": "go", "to": 7})).await;
        assert_eq!(last["table"]["digest"], played["table"]["digest"]);
    }
    is_refused(command(&file, &["--replay", "1,3@8"]), 1, "has 7 entries");
    is_refused(command(&file, &["--replay", "2,3@1"]), 1, "no game of seed 2 with 3 seats is kept");
    is_refused(command(&file, &["--replay", "nowhere.json"]), 1, "nowhere.json cannot be read");
    fs::write(folder.join("1,4.json"), "{}").unwrap();
    is_refused(command(&file, &["--replay", "1,4"]), 1, "is no game to replay");
    fs::write(folder.join("1,2.json"), kept.to_string().replace("\"sealed\"", "\"other\""))
        .unwrap();
    is_refused(command(&file, &["--replay", "1,2"]), 1, "a game of other");
    fs::write(folder.join("9,3.json"), kept.to_string().replace("\"seats\":3", "\"seats\":7"))
        .unwrap();
    is_refused(command(&file, &["--replay", "9,3"]), 1, "2 to 6 seats");
}

#[tokio::test]
async fn a_module_that_crashes_or_hangs_is_a_message() {
    for (name, why) in [("broken_aborts", "it aborted"), ("broken_hangs", "did not answer within")]
    {
        let dev = Dev::of(&example(name), &["--time", "1"]);
        let state = dev.state().await;
        assert_eq!((&state["build"]["state"], &state["game"]), (&json!("failed"), &Json::Null));
        assert!(state["build"]["said"].as_str().unwrap().contains(why), "{}", state["build"]);
        dev.refused(json!({"do": "chance", "to": 1})).await;
        assert!(dev.get("/").await.contains("</html>"));
    }
    // In play: the table stays where it was, and can be played otherwise.
    for (fault, why) in [("CRASHES", "it aborted"), ("HANGS", "it did not answer within")] {
        let options = json!({ "fault": fault }).to_string();
        let dev = Dev::of(&example("flawed"), &["--time", "2", "--options", &options]);
        let (mut luck, mut said) = (0, Json::Null);
        while said.is_null() {
            assert!(luck < 50, "no card is cursed");
            dev.act(json!({"do": "new", "seed": luck.to_string()})).await;
            let (status, answer) = dev.answer(&json!({"do": "chance", "to": 100})).await;
            if status != StatusCode::OK {
                said = answer["said"].clone();
            }
            luck += 1;
        }
        assert!(said.as_str().unwrap().contains(why), "{said}");
        let state = dev.act(json!({"do": "new", "seed": "1", "options": ""})).await;
        assert_eq!(state["table"]["problem"], Json::Null, "{fault}");
        assert!(state["table"]["columns"].as_array().unwrap().len() > 2);
    }
}

fn is_refused(mut command: Command, code: i32, why: &str) {
    let Output { status, stdout, stderr } = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8(stderr).unwrap();
    let said: Vec<&str> = said.lines().collect();
    assert_eq!((status.code(), stdout.as_slice()), (Some(code), &b""[..]), "{said:?}");
    assert!(said.len() == 1 && said[0].contains(why), "{said:?}");
}

#[test]
fn what_cannot_be_shown_is_refused_in_a_line() {
    let place = home("dev-none", &[]);
    let in_folder = |folder: &Path| {
        let mut command = Command::new(GUERIDON);
        command.arg("dev").arg(folder);
        command
    };
    is_refused(in_folder(&place), 1, "neither a Cargo.toml nor a Makefile");
    is_refused(in_folder(&place.join("nowhere")), 1, "is no folder");
    let notes = place.join("notes.so");
    fs::write(&notes, "no module\n").unwrap();
    is_refused(command(&notes, &[]), 1, "it cannot be opened as a library");
    is_refused(command(&place, &[]), 1, "it is no file");
    is_refused(command(&place.join("nowhere.so"), &[]), 1, "No such file");
    is_refused(command(&example("broken_symbol"), &[]), 1, "it is no game module");
    is_refused(command(&example("sealed"), &["--seats", "7"]), 1, "2 to 6 seats");
    is_refused(command(&example("sealed"), &["--seats", "1"]), 1, "2 to 6 seats");
    for wrong in [
        &["--listen", "0.0.0.0:0"][..],
        &["--listen", "example.org:80"],
        &["--replay", "1"],
        &["--replay", "1,3@2", "--seed", "1"],
        &["--options", "{"],
        &["--seats", "many"],
    ] {
        let output = command(&example("sealed"), wrong).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
}
