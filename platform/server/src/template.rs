//! `gueridon new`: writes a small complete game into a new folder, to be changed into one's own. It is the
//! same game in every language in which there is a template.

use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{env, fs};

use thiserror::Error;

/// A path in the new folder, and what the file has.
type File = (&'static str, &'static str);

/// The schema of the game.
const SCHEMA: File =
    ("schema/{{id}}.graphql", include_str!("../templates/rust/schema/game.graphql"));

/// The files of the template in Rust. Names of files that tools would take for their own here end in
/// `.txt` in this repository.
const IN_RUST: [File; 17] = [
    ("Cargo.toml", include_str!("../templates/rust/Cargo.toml.txt")),
    ("README.md", include_str!("../templates/rust/README.md.txt")),
    (".gitignore", include_str!("../templates/rust/gitignore.txt")),
    (".github/workflows/checks.yml", include_str!("../templates/rust/ci/checks.yml")),
    ("build.rs", include_str!("../templates/rust/build.rs")),
    ("src/lib.rs", include_str!("../templates/rust/src/lib.rs")),
    ("src/cards.rs", include_str!("../templates/rust/src/cards.rs")),
    ("data/cards.toml", include_str!("../templates/rust/data/cards.toml")),
    ("data/labels.toml", include_str!("../templates/rust/data/labels.toml")),
    ("data/words.toml", include_str!("../templates/rust/data/words.toml")),
    SCHEMA,
    ("tests/laws.rs", include_str!("../templates/rust/tests/laws.rs")),
    ("tests/rules.rs", include_str!("../templates/rust/tests/rules.rs")),
    ("rustfmt.toml", include_str!("../templates/rust/rustfmt.toml")),
    // The playthroughs depend on none of the game's names but its id.
    ("tests/playthroughs/2.txt", include_str!("../templates/rust/tests/playthroughs/2.txt")),
    ("tests/playthroughs/3.txt", include_str!("../templates/rust/tests/playthroughs/3.txt")),
    ("tests/playthroughs/4.txt", include_str!("../templates/rust/tests/playthroughs/4.txt")),
];

/// The files of the template in C.
const IN_C: [File; 18] = [
    ("Makefile", include_str!("../templates/c/Makefile.txt")),
    ("README.md", include_str!("../templates/c/README.md.txt")),
    (".gitignore", include_str!("../templates/c/gitignore.txt")),
    (".github/workflows/checks.yml", include_str!("../templates/c/ci/checks.yml")),
    SCHEMA,
    ("include/gueridon.h", include_str!("../../game/include/gueridon.h")),
    ("src/game.h", include_str!("../templates/c/src/game.h")),
    ("src/game.c", include_str!("../templates/c/src/game.c")),
    ("src/words.c", include_str!("../templates/c/src/words.c")),
    ("src/module.h", include_str!("../templates/c/src/module.h")),
    ("src/module.c", include_str!("../templates/c/src/module.c")),
    ("src/json.h", include_str!("../templates/c/src/json.h")),
    ("src/json.c", include_str!("../templates/c/src/json.c")),
    ("src/say.h", include_str!("../templates/c/src/say.h")),
    ("src/say.c", include_str!("../templates/c/src/say.c")),
    ("src/dice.h", include_str!("../templates/c/src/dice.h")),
    ("src/dice.c", include_str!("../templates/c/src/dice.c")),
    ("tests/rules.c", include_str!("../templates/c/tests/rules.c")),
];

/// Words that no crate can be called, or that name a crate which the module uses: Rust's keywords, its
/// own crates, and ours.
const TAKEN: [&str; 57] = [
    "abstract", "alloc", "as", "async", "await", "become", "box", "break", "build", "const",
    "continue", "core", "crate", "do", "dyn", "else", "enum", "examples", "extern", "false",
    "final", "fn", "for", "gen", "gueridon", "if", "impl", "in", "let", "loop", "macro", "match",
    "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "serde", "static",
    "std", "struct", "super", "test", "trait", "true", "try", "type", "typeof", "unsafe", "use",
    "virtual", "where", "while",
];

/// Words that no game in C can be called, so that it can have a type of its name: C's keywords, and ours.
const TAKEN_IN_C: [&str; 33] = [
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
    "enum", "extern", "float", "for", "goto", "gueridon", "if", "inline", "int", "long",
    "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch",
    "typedef", "union", "unsigned", "void",
];

/// The longest name: it stands before each of the game's types.
const LONGEST: usize = 24;

/// The longest title, in characters.
const LONGEST_TITLE: usize = 40;

/// The types of the platform, among which a game's own must be told apart.
const PLATFORM: &str = include_str!("../../../schema/platform.graphql");

/// What is to be written, and where.
#[derive(Debug)]
pub struct Options {
    /// The game's id: lower-case letters.
    pub name: String,
    /// What people call it; none for the id with a capital.
    pub title: Option<String>,
    /// In which language the module is written.
    pub language: Language,
    /// The folder in which the new one is made.
    pub into: PathBuf,
    /// What the module depends on; none for the checkout found above the folder, or that this
    /// program was built in.
    pub source: Option<Source>,
}

/// A language in which there is a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// A crate, built with cargo.
    Rust,
    /// Sources that depend on nothing but the header beside them, built with make and a C compiler.
    C,
}

impl FromStr for Language {
    type Err = Error;

    fn from_str(language: &str) -> Result<Self, Error> {
        match language {
            "rust" => Ok(Self::Rust),
            "c" => Ok(Self::C),
            _ => Err(Error::NoLanguage(language.to_owned())),
        }
    }
}

/// Where `gueridon-game` and `gueridon-data` come from.
#[derive(Debug, Clone)]
pub enum Source {
    /// A checkout of the repository.
    Checkout(PathBuf),
    /// A version in the registry.
    Version(String),
}

/// Why nothing was written.
#[derive(Debug, Error)]
pub enum Error {
    /// The name is none that a game can have.
    #[error(
        "`{0}` cannot name a game: it takes lower-case letters from a to z, {LONGEST} at most, such as `mygame`"
    )]
    NoIdentifier(String),
    /// Something else is called so.
    #[error("`{name}` is taken {by}: choose another name")]
    Taken {
        /// The name.
        name: String,
        /// By what.
        by: String,
    },
    /// There is no template in that language.
    #[error("there is no template in {0:?}: --lang takes rust or c")]
    NoLanguage(String),
    /// The title could not stand in every file.
    #[error(
        "{0:?} cannot be a title: it takes 1 to {LONGEST_TITLE} letters, digits, spaces and the signs ' ’ - , ! ?"
    )]
    NoTitle(String),
    /// Where crates come from was said for a module that depends on none.
    #[error(
        "a module in C depends on no crate, and has the header in its folder: leave out --checkout and --crates"
    )]
    NeedsNoSource,
    /// There is something in that place.
    #[error("{} is there already: choose another name, or another folder with --into", .0.display())]
    Exists(PathBuf),
    /// The checkout is none.
    #[error("{} is no checkout of Guéridon: platform/game and platform/data are not in it", .0.display())]
    NoCheckout(PathBuf),
    /// No checkout was found.
    #[error(
        "no checkout of Guéridon was found: say where one is with --checkout DIR, or which version to use with --crates VERSION"
    )]
    NoSource,
    /// A file could not be written.
    #[error("{} cannot be written: {error}", .path.display())]
    Unwritable {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Writes the module.
///
/// # Errors
/// Why it was not written; then nothing that was there has changed.
pub fn write(options: &Options) -> Result<String, Error> {
    let Options { name, title, language, into, source } = options;
    let title = title.as_deref();
    check_name(name, title, *language)?;
    title.map_or(Ok(()), check_title)?;
    let folder = into.join(name);
    let mut blanks = names(name, title);
    let files: &[File] = match (language, source) {
        (Language::C, Some(_)) => return Err(Error::NeedsNoSource),
        (Language::C, None) => &IN_C,
        (Language::Rust, source) => {
            let found = || found_from(into).map(Source::Checkout).ok_or(Error::NoSource);
            blanks.extend(dependencies(&source.clone().map_or_else(found, Ok)?)?);
            &IN_RUST
        }
    };
    fs::create_dir_all(into).map_err(unwritable(into))?;
    // Whatever is there already, even a link to nowhere, is left as it is.
    fs::create_dir(&folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Error::Exists(folder.clone()),
        _ => unwritable(&folder)(error),
    })?;
    if let Err(error) = fill(&folder, files, &blanks) {
        // The first error is the one to report.
        let _ = fs::remove_dir_all(&folder);
        return Err(error);
    }
    let place = folder.display();
    let build = match language {
        Language::Rust => format!(
            "    cargo build --release\n    mkdir -p modules && cp target/release/lib{name}.so \
             modules/{name}.so\n"
        ),
        Language::C => "    make\n".to_owned(),
    };
    let test = match language {
        Language::Rust => "cargo test",
        Language::C => "make test",
    };
    Ok(format!(
        "{place} is a game that can be played.\n\n    cd {place}\n    {test}\n    gueridon dev\n\nTo \
         play it as players do:\n\n{build}    gueridon serve --modules modules\n"
    ))
}

/// Writes files into the new folder, with their blanks filled.
fn fill(folder: &Path, files: &[File], blanks: &[Blank]) -> Result<(), Error> {
    let filled = |text: &str| {
        blanks.iter().fold(text.to_owned(), |text, (blank, with)| text.replace(blank, with))
    };
    for (path, text) in files {
        let path = folder.join(filled(path));
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(unwritable(parent))?;
        fs::write(&path, filled(text)).map_err(unwritable(&path))?;
    }
    Ok(())
}

fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |error| Error::Unwritable { path, error }
}

fn check_name(name: &str, title: Option<&str>, language: Language) -> Result<(), Error> {
    let is_identifier = (1..=LONGEST).contains(&name.len())
        && name.chars().all(|letter| letter.is_ascii_lowercase());
    if !is_identifier {
        return Err(Error::NoIdentifier(name.to_owned()));
    }
    let taken = |by: &str| Error::Taken { name: name.to_owned(), by: by.to_owned() };
    match language {
        Language::Rust if TAKEN.contains(&name) => {
            return Err(taken("by Rust, or by a crate that the module uses"));
        }
        Language::C if TAKEN_IN_C.contains(&name) => return Err(taken("by C, or by the header")),
        Language::Rust | Language::C => {}
    }
    let prefix = prefix_of(name, title);
    if language == Language::Rust && IN_RUST.iter().any(|file| mentions(file, &prefix)) {
        return Err(taken("by a type that the module uses"));
    }
    let is_type = |line: &str| {
        let mut words = line.split_whitespace();
        let keywords = ["type", "input", "enum", "interface", "union", "scalar"];
        words.next().is_some_and(|word| keywords.contains(&word))
            && words.next().is_some_and(|name| name.starts_with(&prefix))
    };
    if PLATFORM.lines().any(is_type) {
        return Err(taken("by types of the platform that begin so"));
    }
    Ok(())
}

/// Whether a source in Rust has a name, other than in a comment or a blank.
fn mentions((path, text): &File, name: &str) -> bool {
    let is_in = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        let words = code.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.filter(|word| !["Prefix", "Title"].contains(word)).any(|word| word == name)
    };
    path.ends_with(".rs") && text.lines().any(is_in)
}

/// Refuses a title that would mean something else in a string of Rust or C, in TOML or in Markdown.
fn check_title(title: &str) -> Result<(), Error> {
    let may_stand = |letter: char| letter.is_alphanumeric() || " '’-,!?".contains(letter);
    let is_title = (1..=LONGEST_TITLE).contains(&title.chars().count())
        && title.chars().all(may_stand)
        && title.trim() == title;
    if is_title { Ok(()) } else { Err(Error::NoTitle(title.to_owned())) }
}

/// A text with its first letter as a capital.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// What the game's types begin with: the words of the title, where together they are the name, or else
/// the name with a capital.
fn prefix_of(name: &str, title: Option<&str>) -> String {
    let words = title.unwrap_or_default().split(|letter: char| !letter.is_ascii_alphanumeric());
    let joined: String = words.map(capitalised).collect();
    if joined.to_ascii_lowercase() == name { joined } else { capitalised(name) }
}

fn is_checkout(folder: &Path) -> bool {
    ["platform/game/Cargo.toml", "platform/data/Cargo.toml"]
        .iter()
        .all(|file| folder.join(file).is_file())
}

/// The checkout around a folder, or around this program.
fn found_from(folder: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    let program = env::current_exe().ok();
    let places = folder.ancestors().chain(program.iter().flat_map(|program| program.ancestors()));
    places.into_iter().find(|place| is_checkout(place)).map(Path::to_owned)
}

/// What a file of a template leaves open, and what comes there.
type Blank = (&'static str, String);

/// What the game is called.
fn names(name: &str, title: Option<&str>) -> Vec<Blank> {
    let title = title.map_or_else(|| capitalised(name), str::to_owned);
    vec![
        ("{{id}}", name.to_owned()),
        ("{{Prefix}}", prefix_of(name, Some(&title))),
        ("{{Title}}", title),
    ]
}

/// What the module's manifest says of our crates, and its checks of where they come from.
fn dependencies(source: &Source) -> Result<[Blank; 4], Error> {
    // A string in JSON is one in TOML.
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let (game, data, ci_checkout) = match source {
        Source::Version(version) => {
            let version = format!("version = {}", quoted(version));
            (version.clone(), version, String::new())
        }
        Source::Checkout(folder) => {
            let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
            if !is_checkout(&folder) {
                return Err(Error::NoCheckout(folder));
            }
            let path =
                |part: &str| format!("path = {}", quoted(&folder.join(part).to_string_lossy()));
            let ci = "      # The paths in Cargo.toml are those of the machine on which this was \
                      written: put\n      # a checkout there, or depend on a version.\n";
            (path("platform/game"), path("platform/data"), ci.to_owned())
        }
    };
    Ok([
        ("{{gueridon-game-testkit}}", format!("{{ {game}, features = [\"testkit\"] }}")),
        ("{{gueridon-game}}", format!("{{ {game} }}")),
        ("{{gueridon-data}}", format!("{{ {data} }}")),
        ("{{ci-checkout}}", ci_checkout),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_an_identifier_that_nothing_else_has() {
        let check = |name: &str| check_name(name, None, Language::Rust);
        for good in ["mygame", "hearts"] {
            assert!(check(good).is_ok(), "{good}");
        }
        for bad in ["", "My", "my-game", "my_game", "2game", "a/b", "..", "é", &"a".repeat(25)] {
            assert!(matches!(check(bad), Err(Error::NoIdentifier(_))), "{bad}");
        }
        for taken in [
            "std",
            "match",
            "gueridon",
            "table",
            "move",
            "player",
            "m",
            "about",
            "card",
            "cards",
            "default",
            "deserialize",
            "dice",
            "eyes",
            "kind",
            "line",
            "log",
            "prompt",
            "seats",
            "serialize",
            "string",
            "utterance",
            "vec",
        ] {
            assert!(matches!(check(taken), Err(Error::Taken { .. })), "{taken}");
        }
    }

    #[test]
    fn each_language_has_words_of_its_own() {
        for (name, language) in [("int", Language::C), ("match", Language::Rust)] {
            let other = if language == Language::C { Language::Rust } else { Language::C };
            assert!(matches!(check_name(name, None, language), Err(Error::Taken { .. })), "{name}");
            assert!(check_name(name, None, other).is_ok(), "{name}");
        }
        assert!(matches!("zig".parse::<Language>(), Err(Error::NoLanguage(_))));
    }

    #[test]
    fn types_begin_with_the_words_of_a_title_that_are_the_name() {
        let prefix = |title| prefix_of("sevenwells", title);
        assert_eq!(prefix(None), "Sevenwells");
        assert_eq!(prefix(Some("Seven wells!")), "SevenWells");
        assert_eq!(prefix(Some("Les sept puits")), "Sevenwells");
    }

    #[test]
    fn a_title_is_what_can_stand_in_every_file() {
        for good in ["mygame", "L’Été, c'est fini !", "7 Wells"] {
            assert!(check_title(good).is_ok(), "{good}");
        }
        for bad in ["", " x", "a\"b", "a\\b", "{{id}}", "a\nb", "*x*", &"a".repeat(41)] {
            assert!(matches!(check_title(bad), Err(Error::NoTitle(_))), "{bad}");
        }
    }
}
