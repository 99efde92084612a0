//! The data files in the guide for authors are such as the build takes.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The file that a block is, in the process that plays its build script.
const INSIDE: &str = "GUERIDON_DATA_INSIDE_GUIDE";

/// What stands in the files of which a block says nothing.
const OTHERS: [(&str, &str); 3] = [
    ("data/cards.toml", "[enum.Card]\ngem = { en = \"Gem\", fr = \"Gemme\" }\n"),
    ("data/labels.toml", "[MineMove]\ntake.name = { en = \"Take\", fr = \"Prendre\" }\n"),
    ("data/words.toml", "[move.take]\nen = \"Take\"\nfr = \"Prendre\"\n"),
];

/// The blocks of TOML in the guide, each with the name of the file that its first line says it is.
fn blocks(guide: &str) -> Vec<(&str, &str)> {
    let toml = guide.split("```toml\n").skip(1);
    toml.map(|rest| {
        let block = rest.split("```").next().unwrap();
        let name = block.lines().next().unwrap().strip_prefix("# ");
        (name.unwrap_or_else(|| panic!("a block does not say which file it is:\n{block}")), block)
    })
    .collect()
}

/// Builds a game whose file of this name has this text, in a process of its own; gives what it wrote.
fn built(place: &Path, name: &str, text: &str) -> String {
    std::fs::create_dir_all(place.join("data")).unwrap();
    for (other, standard) in OTHERS {
        std::fs::write(place.join(other), if other == name { text } else { standard }).unwrap();
    }
    let test = "guide::the_data_files_of_the_guide_are_built_and_its_manifest_is_one";
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture", test])
        .env(INSIDE, name)
        .env("CARGO_MANIFEST_DIR", place)
        .env("OUT_DIR", place)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{name} cannot be built:\n{text}\n{said}");
    std::fs::read_to_string(place.join("cards.rs")).unwrap()
}

#[test]
fn the_data_files_of_the_guide_are_built_and_its_manifest_is_one() -> ExitCode {
    if std::env::var_os(INSIDE).is_some() {
        return gueridon_data::build("cards.rs", gueridon_data::content);
    }
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/module-author.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    let mut written = String::new();
    for (number, (name, block)) in blocks(&guide).into_iter().enumerate() {
        if name == "Cargo.toml" {
            let manifest: toml::Table = block.parse().unwrap();
            assert_eq!(manifest["lib"]["crate-type"].as_array().map(Vec::len), Some(2));
            continue;
        }
        assert!(OTHERS.iter().any(|(other, _)| *other == name), "what is {name}?");
        let place = format!("guide-{number}");
        written += &built(&PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(place), name, block);
    }
    // Something of each block.
    let shown = ["Crown", "Gemmes", "{a:card}", "MinePlayer.handSize", "NOT_IN_HAND"];
    shown.iter().for_each(|what| assert!(written.contains(what), "{what} in:\n{written}"));
    ExitCode::SUCCESS
}
