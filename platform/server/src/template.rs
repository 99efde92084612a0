//! `gueridon new`: writes a small complete game into a new folder, to be changed into one's own.

use std::io;
use std::path::{Path, PathBuf};
use std::{env, fs};

use thiserror::Error;

/// The files of the template, by their path in the new folder. Names of files that tools would take for
/// their own here end in `.txt` in this repository.
const FILES: [(&str, &str); 14] = [
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
    ("schema/{{id}}.graphql", include_str!("../templates/rust/schema/game.graphql")),
    ("tests/laws.rs", include_str!("../templates/rust/tests/laws.rs")),
    ("tests/rules.rs", include_str!("../templates/rust/tests/rules.rs")),
    ("rustfmt.toml", include_str!("../templates/rust/rustfmt.toml")),
];

/// The playthroughs of the template's game, which depend on none of its names.
const PLAYTHROUGHS: [(&str, &str); 3] = [
    ("tests/playthroughs/2.txt", include_str!("../templates/rust/tests/playthroughs/2.txt")),
    ("tests/playthroughs/3.txt", include_str!("../templates/rust/tests/playthroughs/3.txt")),
    ("tests/playthroughs/4.txt", include_str!("../templates/rust/tests/playthroughs/4.txt")),
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

/// The longest name: it stands before each of the game's types.
const LONGEST: usize = 24;

/// The types of the platform, among which a game's own must be told apart.
const PLATFORM: &str = include_str!("../../../schema/platform.graphql");

/// What is to be written, and where.
#[derive(Debug)]
pub struct Options {
    /// The game's id: lower-case letters.
    pub name: String,
    /// The folder in which the new one is made.
    pub into: PathBuf,
    /// What the module depends on; none for the checkout found above the folder, or that this
    /// program was built in.
    pub source: Option<Source>,
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
    let Options { name, into, source } = options;
    check_name(name)?;
    let folder = into.join(name);
    let source = match source {
        Some(source) => source.clone(),
        None => Source::Checkout(found_from(into).ok_or(Error::NoSource)?),
    };
    let dependencies = Dependencies::of(&source)?;
    fs::create_dir_all(into).map_err(unwritable(into))?;
    // Whatever is there already, even a link to nowhere, is left as it is.
    fs::create_dir(&folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Error::Exists(folder.clone()),
        _ => unwritable(&folder)(error),
    })?;
    if let Err(error) = fill(&folder, name, &dependencies) {
        // The first error is the one to report.
        let _ = fs::remove_dir_all(&folder);
        return Err(error);
    }
    let place = folder.display();
    Ok(format!(
        "{place} is a game that can be played.\n\n    cd {place}\n    cargo test\n    cargo build \
         --release\n    mkdir -p modules && cp target/release/lib{name}.so modules/{name}.so\n    \
         gueridon serve --modules modules\n"
    ))
}

/// Writes all files into the new folder.
fn fill(folder: &Path, name: &str, dependencies: &Dependencies) -> Result<(), Error> {
    for (path, text) in FILES.iter().chain(&PLAYTHROUGHS) {
        let path = folder.join(path.replace("{{id}}", name));
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(unwritable(parent))?;
        fs::write(&path, dependencies.filled(text, name)).map_err(unwritable(&path))?;
    }
    Ok(())
}

fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |error| Error::Unwritable { path, error }
}

fn check_name(name: &str) -> Result<(), Error> {
    let is_identifier = (1..=LONGEST).contains(&name.len())
        && name.chars().all(|letter| letter.is_ascii_lowercase());
    if !is_identifier {
        return Err(Error::NoIdentifier(name.to_owned()));
    }
    let taken = |by: &str| Error::Taken { name: name.to_owned(), by: by.to_owned() };
    if TAKEN.contains(&name) {
        return Err(taken("by Rust, or by a crate that the module uses"));
    }
    let prefix = prefix_of(name);
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

/// The name with a capital: what the game's types begin with.
fn prefix_of(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
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

/// What the module's manifest says of our crates, and its checks of where they come from.
struct Dependencies {
    game: String,
    game_with_testkit: String,
    data: String,
    ci_checkout: String,
}

impl Dependencies {
    fn of(source: &Source) -> Result<Self, Error> {
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
        Ok(Self {
            game_with_testkit: format!("{{ {game}, features = [\"testkit\"] }}"),
            game: format!("{{ {game} }}"),
            data: format!("{{ {data} }}"),
            ci_checkout,
        })
    }

    fn filled(&self, text: &str, name: &str) -> String {
        let prefix = prefix_of(name);
        [
            ("{{gueridon-game}}", self.game.as_str()),
            ("{{gueridon-game-testkit}}", &self.game_with_testkit),
            ("{{gueridon-data}}", &self.data),
            ("{{ci-checkout}}", &self.ci_checkout),
            ("{{id}}", name),
            ("{{Prefix}}", &prefix),
            ("{{Title}}", &prefix),
        ]
        .iter()
        .fold(text.to_owned(), |text, (blank, with)| text.replace(blank, with))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_an_identifier_that_nothing_else_has() {
        for good in ["mygame", "hearts"] {
            assert!(check_name(good).is_ok(), "{good}");
        }
        for bad in ["", "My", "my-game", "my_game", "2game", "a/b", "..", "é", &"a".repeat(25)] {
            assert!(matches!(check_name(bad), Err(Error::NoIdentifier(_))), "{bad}");
        }
        for taken in ["std", "match", "gueridon", "table", "move", "player", "m"] {
            assert!(matches!(check_name(taken), Err(Error::Taken { .. })), "{taken}");
        }
    }
}
