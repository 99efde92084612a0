//! The guide for authors names commands and options that the program has.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// What the program says of a command; nothing if there is none of that name.
fn help(command: &str) -> Option<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_gueridon")).args([command, "--help"]).output();
    let output = output.unwrap();
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

/// The long options in a text.
fn options(text: &str) -> BTreeSet<String> {
    let is_of_a_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let words = text.split(|letter| !is_of_a_name(letter));
    let named = |word: &&str| word.starts_with("--") && word.len() > 2;
    words.filter(named).map(|word| word.trim_end_matches('-').to_owned()).collect()
}

/// Everything in a page that is typed: the lines of blocks for a shell, and what stands in backticks.
fn typed(page: &str) -> Vec<&str> {
    let (mut typed, mut block) = (Vec::new(), None);
    for line in page.lines() {
        match (block, line.trim_start().strip_prefix("```")) {
            (None, Some(language)) => block = Some(language),
            (Some(_), Some(_)) => block = None,
            (Some("sh"), None) => typed.push(line),
            (Some(_), None) => {}
            (None, None) => typed.extend(line.split('`').skip(1).step_by(2)),
        }
    }
    typed
}

/// The command of ours that is typed, if it is one: with or without the place of the program.
fn command(typed: &str) -> Option<&str> {
    let mut words = typed.split_whitespace();
    let program = words.find(|word| !word.contains('='))?;
    let is_ours = program == "gueridon" || program.ends_with("/gueridon");
    words
        .next()
        .filter(|word| is_ours && word.starts_with(|letter: char| letter.is_ascii_lowercase()))
}

#[test]
fn each_command_and_option_that_authors_are_told_of_is_there() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/module-author.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut known = BTreeMap::new();
    let mut told: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for section in page.split("\n## ") {
        let mut named = Vec::new();
        for typed in typed(section) {
            if let Some(command) = command(typed) {
                let has: &mut BTreeSet<String> = known.entry(command).or_insert_with(|| {
                    options(&help(command).unwrap_or_else(|| panic!("no `gueridon {command}`")))
                });
                let unknown: Vec<_> = options(typed).difference(has).cloned().collect();
                assert!(unknown.is_empty(), "`gueridon {command}` has no {unknown:?}: {typed}");
                told.entry(command).or_default().extend(options(typed));
                named.push(command);
            } else if typed.starts_with("--") && !named.is_empty() {
                // Alone, it is one of a command that its section has named.
                for option in options(typed) {
                    let of: Vec<_> =
                        named.iter().filter(|one| known[*one].contains(&option)).collect();
                    assert!(!of.is_empty(), "none of {named:?} has {option}");
                    for command in of {
                        told.entry(command).or_default().insert(option.clone());
                    }
                }
            }
        }
    }
    for named in ["new", "dev", "check", "serve", "probe", "arena", "upgrade"] {
        assert!(told.contains_key(named), "the guide does not name `gueridon {named}`");
    }
    // What authors can set while they write and check is told of, too.
    for command in ["new", "dev", "check"] {
        let is_everywhere = |option: &&String| ["--help", "--log"].contains(&option.as_str());
        let untold = known[command].difference(&told[command]);
        let untold: Vec<_> = untold.filter(|option| !is_everywhere(option)).collect();
        assert!(untold.is_empty(), "the guide does not tell of {untold:?} of `gueridon {command}`");
    }
}
