//! The settings in what operators copy are settings that the server has.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The names of the environment in a text.
fn names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with("GUERIDON_")).collect()
}

#[test]
fn what_contrib_and_the_operators_page_set_the_server_reads() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let help = Command::new(env!("CARGO_BIN_EXE_gueridon")).args(["serve", "--help"]).output();
    let help = String::from_utf8(help.unwrap().stdout).unwrap();
    // It is read before the command line is.
    let known: BTreeSet<_> = names(&help).into_iter().chain(["GUERIDON_LOG"]).collect();
    assert!(known.len() > 20, "{known:?}");
    let page = file("docs/operator.md");
    let told = names(&page);
    let untold: Vec<_> = known.difference(&told).collect();
    assert!(untold.is_empty(), "docs/operator.md does not tell of {untold:?}");
    for path in [
        "docs/operator.md",
        "contrib/gueridon.service",
        "contrib/container/Containerfile",
        "contrib/container/compose.yaml",
    ] {
        let text = file(path);
        let set = names(&text);
        assert!(!set.is_empty(), "{path}");
        let unknown: Vec<_> = set.difference(&known).collect();
        assert!(unknown.is_empty(), "{path} sets {unknown:?}, which the server does not read");
    }
}
