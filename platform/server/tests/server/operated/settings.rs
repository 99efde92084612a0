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
fn the_unit_lets_workers_confine_themselves() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let unit = std::fs::read_to_string(root.join("contrib/gueridon.service")).unwrap();
    let calls = unit.lines().filter_map(|line| line.strip_prefix("SystemCallFilter="));
    let calls: Vec<_> = calls.flat_map(str::split_whitespace).collect();
    for call in
        ["landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", "seccomp"]
    {
        assert!(calls.contains(&call), "{call} is not among {calls:?}");
    }
}

#[test]
fn settings_that_mean_nothing_are_refused_in_a_line() {
    for (variable, value, said) in [
        ("GUERIDON_LOG", "gueridon=loud", "GUERIDON_LOG is no filter of the log"),
        ("GUERIDON_ALLOW_ORIGIN", "example.org", "--allow-origin example.org is no address"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gueridon"));
        command.arg("serve").env(variable, value);
        // Whatever else may be wrong there: nothing is begun.
        let nowhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-such-directory");
        let done = command.arg("--modules").arg(nowhere).output().unwrap();
        let lines = String::from_utf8(done.stderr).unwrap();
        assert!(!done.status.success() && lines.contains(said), "{lines}");
    }
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
