//! The guide for authors names the settings of the test kit as they are.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// What only the kit's own tests and benches set, or the macro itself.
const OF_THE_KIT: [&str; 3] = ["judge_all", "sample", "playthroughs"];

#[test]
fn the_settings_of_the_laws_are_those_that_the_guide_tells_of() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
    let laws = read("platform/game/src/testkit/laws.rs");
    let methods = laws.split("pub fn ").skip(1).filter_map(|method| {
        let (name, arguments) = method.split_once('(')?;
        arguments.trim_start().starts_with("mut self").then_some(name.split('<').next()?)
    });
    let methods: BTreeSet<&str> = methods.filter(|name| !OF_THE_KIT.contains(name)).collect();
    assert!(methods.len() > 10, "{methods:?}");
    let guide = read("docs/module-author.md");
    let section = guide.split("\n## ").find(|section| section.starts_with("How you test it"));
    let table = section.unwrap().split_once("| setting | says |").unwrap().1;
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let told = rows.flat_map(|row| row.split(" | ").next().unwrap().split('`').skip(1).step_by(2));
    let mut told: BTreeSet<&str> = told.map(|set| set.split(':').next().unwrap()).collect();
    // These two stand in the line above the table.
    told.extend(["seats", "playouts"]);
    assert_eq!(told, methods);
}
