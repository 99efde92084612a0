//! The content of a game whose cards need no facts: enums and other things, each with its names.

use crate::build::Files;
use crate::catalogue::Catalogue;
use crate::kinds::Kinds;
use crate::labels::Labels;
use crate::row::{Id, Row};
use crate::rust::camel_case;
use crate::source::Fault;
use crate::texts::Texts;
use crate::words::PhraseBook;

/// What a game asks of its content.
const TOGETHER: &str = "/// Everything that the game says.
pub const BOOK: ::gueridon_game::Phrasebook =
    ::gueridon_game::Phrasebook { phrases: PHRASES, names: CATALOGUE };

/// Everything that has a name, the codes of refusals, and the labels, in one language.
pub fn catalogue(
    language: ::gueridon_game::Language,
) -> ::std::vec::Vec<::gueridon_game::CatalogueEntry> {
    let all = CATALOGUE.iter().chain(REFUSALS).chain(LABELS);
    all.map(|named| named.entry(language)).collect()
}
";

/// Reads `data/cards.toml`, `data/labels.toml` and `data/words.toml`, for a game whose cards have names
/// and no numbers.
///
/// In `data/cards.toml` a table below `enum` is an enum of Rust, with a row for each value in their
/// order; a table below `named` has other things of one kind, as the lines of the score pad. A row has
/// its names, and may have a `text` and a `noun`:
///
/// ```toml
/// [enum.Card]
/// one = { en = "One", fr = "Un" }
/// two = { en = "Two", fr = "Deux", text = { en = "It counts twice.", fr = "Il compte double." } }
///
/// [named.scoreLine]
/// rounds = { en = "Rounds", fr = "Manches" }
/// ```
///
/// It writes these enums and what [`Catalogue`], [`Labels`] and [`PhraseBook`] write, and besides `BOOK`
/// and `catalogue`, which the game answers with.
///
/// # Errors
/// When a file is not there, or has a fault.
pub fn content(files: &mut Files) -> Result<String, Fault> {
    let mut catalogue = Catalogue::new();
    let mut rust = String::new();
    files.read("data/cards.toml", |file| {
        each_kind(file, "enum", |name, rows| {
            let mut kinds = Kinds::new(name, described(name, rows)?);
            each_thing(rows, &mut catalogue, &camel_case(name), |id, names| {
                kinds.add(id, names.english())
            })?;
            rust.push_str(&kinds.to_rust());
            Ok(())
        })?;
        each_kind(file, "named", |kind, rows| each_thing(rows, &mut catalogue, kind, |_, _| Ok(())))
    })?;
    let labels = files.read("data/labels.toml", Labels::read)?;
    let phrases = files.read("data/words.toml", PhraseBook::read)?;
    Ok([&rust, &catalogue.to_rust(), &labels.to_rust(), &phrases.to_rust(), TOGETHER].concat())
}

/// Reads each table below `key`, if there is one.
fn each_kind(
    file: &mut Row,
    key: &str,
    mut take: impl FnMut(&str, &mut Row) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if !file.has(key) {
        return Ok(());
    }
    file.table(key, |kinds| {
        kinds
            .keys_as_written()
            .into_iter()
            .try_for_each(|name| kinds.table(&name, |rows| take(&name, rows)))
    })
}

/// What is said of an enum of that name.
fn described(name: &str, rows: &Row) -> Result<String, Fault> {
    let is_type = name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_type {
        let what = format!("'{name}' is no name of an enum: expected one such as Card");
        return Err(rows.place().fault(what));
    }
    let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "An" } else { "A" };
    Ok(format!("{article} {}.", camel_case(name)))
}

/// Reads a row for each thing, which is named after its id, and puts it into the catalogue.
fn each_thing(
    rows: &mut Row,
    catalogue: &mut Catalogue,
    kind: &str,
    mut take: impl FnMut(&Id, &Texts) -> Result<(), Fault>,
) -> Result<(), Fault> {
    rows.keys_as_written().into_iter().try_for_each(|key| {
        rows.table(&key, |row| {
            let (id, (names, _)) = (Id::new(&key, row.place())?, Texts::take(row)?);
            catalogue.add(&id, kind, &names, &row.optional_texts("text")?)?;
            catalogue.decline(&id, row.optional_nouns("noun", &names)?);
            take(&id, &names)
        })
    })
}
