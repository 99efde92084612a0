//! Turns a game's data files into Rust at build time.
//!
//! A game keeps its content (cards, tokens, names, labels, phrases) in TOML. Its `build.rs` reads
//! those files through this crate and writes the enums, tables and constants that the rules use. So
//! a card is changed in one place, without knowing Rust, and a mistake stops the build with the
//! file, the line and what was expected there.
//!
//! Where cards have names and no numbers, [`content()`] is the whole of it:
//! `gueridon_data::build("cards.rs", gueridon_data::content)`. Otherwise a build script reads rows.
//!
//! ```no_run
//! use gueridon_data::{Catalogue, Fault, Files, Kinds, Labels, PhraseBook};
//!
//! fn generate(files: &mut Files) -> Result<String, Fault> {
//!     let mut fish = Kinds::new("Fish", "A fish of the pond.");
//!     let mut catalogue = Catalogue::new();
//!     files.read("data/fish.toml", |file| {
//!         file.rows("fish", |row| {
//!             let id = row.id("id")?;
//!             let name = row.texts("name")?;
//!             fish.add(&id, name.english())?;
//!             catalogue.add(&id, "fish", &name, &row.optional_texts("text")?)
//!         })
//!     })?;
//!     let labels = files.read("data/labels.toml", Labels::read)?;
//!     let phrases = files.read("data/words.toml", PhraseBook::read)?;
//!     Ok([fish.to_rust(), catalogue.to_rust(), labels.to_rust(), phrases.to_rust()].concat())
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     gueridon_data::build("cards.rs", generate)
//! }
//! ```

mod build;
mod source;

mod row;
mod texts;

mod catalogue;
mod content;
mod kinds;
mod labels;
mod noun;
mod rust;
mod template;
mod words;

pub use build::{Files, build};
pub use catalogue::Catalogue;
pub use content::content;
pub use kinds::{Kinds, Variant};
pub use labels::Labels;
pub use noun::Nouns;
pub use row::{Id, Row};
pub use rust::{constant, pascal_case};
pub use source::{Fault, SourceLocation};
pub use texts::{LANGUAGES, Texts};
pub use words::PhraseBook;
