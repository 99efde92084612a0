//! Code generators for the schema, unmodified: each reads the schema that a
//! server serves and the documents of `docs/client-developer.md`, and the generated client plays a
//! whole game. What each needs is documented there, under "Your tool".

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value as Json;

use crate::support::node;
use crate::support::server::{Server, command, home, module};

/// A server with a game, and a folder of its own for what a tool makes.
struct Workshop {
    server: Server,
    base: String,
    /// The folder of the packages, which is all that tests share.
    packages: PathBuf,
    place: PathBuf,
}

impl Workshop {
    /// For a tool in TypeScript.
    async fn of(tool: &str) -> Self {
        let packages = node::installed("tools");
        let place = packages.join(format!("made-{tool}"));
        let workshop = Self::open(tool, &packages, &place).await;
        let page = repository("docs/client-developer.md");
        workshop.run("node", &["documents.mjs", page.to_str().unwrap()], &place);
        workshop
    }

    async fn open(tool: &str, packages: &Path, place: &Path) -> Self {
        let home = home(&format!("tools-{tool}"), &[module("libabyss.so")]);
        let mut serve = command(&home, "127.0.0.1:0");
        serve.args(["--bot-pause", "0"]);
        let server = Server::of(serve, &home);
        let base = format!("http://{}", server.address);
        let _ = fs::remove_dir_all(place); // It may not be there.
        copy(&node::scripts("tools"), place);
        let schema = reqwest::get(format!("{base}/schema.graphql")).await.unwrap();
        fs::write(place.join("schema.graphql"), schema.text().await.unwrap()).unwrap();
        Self { server, base, packages: packages.to_owned(), place: place.to_owned() }
    }

    /// Runs a program to its end; returns its stdout.
    fn run(&self, program: impl AsRef<Path>, arguments: &[&str], place: &Path) -> String {
        let program = program.as_ref();
        let mut command = Command::new(program);
        command.args(arguments).current_dir(place).stdin(Stdio::null());
        let output = command.output().unwrap_or_else(|error| panic!("{program:?}: {error}"));
        let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        assert!(output.status.success(), "{program:?} {arguments:?}:\n{out}\n{err}");
        out
    }

    /// Runs a program of a package in the tool's own folder.
    fn tool(&self, folder: &str, program: &str, arguments: &[&str]) {
        let program = self.packages.join("node_modules/.bin").join(program);
        self.run(program, arguments, &self.place.join(folder));
    }

    /// Checks the types of the tool's client, and lets it play.
    fn play(&self, folder: &str) {
        self.tool(folder, "tsc", &["--project", ".", "--outDir", "../out", "--rootDir", ".."]);
        let client = format!("out/{folder}/play.js");
        self.has_played(&self.run("node", &[&client, &self.base], &self.place));
    }

    fn has_played(&self, report: &str) {
        let report: Json = serde_json::from_str(report).unwrap();
        assert_eq!(report["seats"], 2, "the game is over: {report}");
        let [plays, words] = ["plays", "words"].map(|name| report[name].as_u64().unwrap());
        assert!(plays > 10 && words > plays, "{report}");
        assert_eq!(self.server.errors(), [""; 0]);
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.place.join(file), text).unwrap();
    }
}

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path).canonicalize().unwrap()
}

/// Copies a folder with its content.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

#[tokio::test]
async fn graphql_codegen_with_the_settings_of_the_examples_makes_types_that_play() {
    let workshop = Workshop::of("graphql-codegen").await;
    let page = fs::read_to_string(repository("examples/README.md")).unwrap();
    let settings = page.split_once("```ts\n").unwrap().1.split_once("```").unwrap().0;
    let settings = settings.replace("\"schema.graphql\"", "\"../schema.graphql\"");
    workshop.write(
        "graphql-codegen/codegen.ts",
        &settings.replace("\"play.graphql\"", "\"../play.graphql\""),
    );
    workshop.tool("graphql-codegen", "graphql-codegen", &[]);
    workshop.play("graphql-codegen");
}

#[tokio::test]
async fn gql_tada_makes_types_that_play() {
    let workshop = Workshop::of("gql-tada").await;
    workshop.tool("gql-tada", "gql.tada", &["generate-output"]);
    workshop.play("gql-tada");
}

#[tokio::test]
async fn genql_makes_a_client_that_plays() {
    let workshop = Workshop::of("genql").await;
    workshop.tool("genql", "genql", &["--schema", "../schema.graphql", "--output", "api"]);
    // Its imports name folders, which only CommonJS and bundlers resolve.
    fs::create_dir_all(workshop.place.join("out")).unwrap();
    workshop.write("out/package.json", r#"{ "type": "commonjs" }"#);
    workshop.play("genql");
}

#[tokio::test]
async fn relays_compiler_makes_artifacts_that_play() {
    let workshop = Workshop::of("relay").await;
    fs::create_dir_all(workshop.place.join("relay/__generated__")).unwrap();
    workshop.tool("relay", "relay-compiler", &[]);
    workshop.play("relay");
}

/// A private environment of Python with the packages of `requirements.txt`.
///
/// # Panics
/// If it cannot be made, with what to install.
fn python(workshop: &Workshop) -> PathBuf {
    let home = workshop.packages.join("environment");
    let python = home.join("bin/python");
    let wanted = fs::read(workshop.place.join("python/requirements.txt")).unwrap();
    let done = home.join(".installed");
    if fs::read(&done).ok().as_ref() != Some(&wanted) {
        let run = |program: &str, arguments: &[&str]| {
            let status = Command::new(program).args(arguments).stdin(Stdio::null()).status();
            assert!(
                status.is_ok_and(|status| status.success()),
                "{program} {arguments:?} failed: this test needs Python 3.10 or newer with venv \
                 (on Debian: sudo apt-get install python3-venv), and PyPI the first time"
            );
        };
        let packages = workshop.place.join("python/requirements.txt");
        run("python3", &["-m", "venv", home.to_str().unwrap()]);
        let install = ["-m", "pip", "install", "--quiet", "--requirement"];
        let install = [&install[..], &[packages.to_str().unwrap()]].concat();
        run(python.to_str().unwrap(), &install);
        fs::write(done, wanted).unwrap();
    }
    python
}

#[tokio::test]
#[ignore = "needs packages of PyPI: make soak"]
async fn ariadne_codegen_makes_a_client_that_plays_and_every_transport_of_gql_works() {
    let packages = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gueridon-tools-python");
    let place = packages.join("made");
    let workshop = Workshop::open("python", &packages, &place).await;
    let page = fs::read_to_string(repository("docs/client-developer.md")).unwrap();
    let documents = page.split("```graphql\n").find(|text| text.starts_with("query Games"));
    workshop.write("play.graphql", documents.unwrap().split_once("```").unwrap().0);
    let python = python(&workshop);
    let folder = place.join("python");
    workshop.run(python.with_file_name("ariadne-codegen"), &[], &folder);
    workshop.has_played(&workshop.run(&python, &["play.py", &workshop.base], &folder));
    let report = workshop.run(&python, &["transports.py", &workshop.base], &folder);
    let report: Json = serde_json::from_str(&report).unwrap();
    let asks = report["asks"].as_object().unwrap();
    assert!(asks.len() == 6 && asks.values().all(|name| name == "Ada"), "{report}");
    let listens = report["listens"].as_object().unwrap();
    assert!(listens.len() == 2 && listens.values().all(|status| status == "OPEN"), "{report}");
    assert_eq!(workshop.server.errors(), [""; 0]);
}
