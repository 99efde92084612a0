//! Turns `data/*.toml` into the cards, names, labels and phrases of `src/cards.rs`.

use std::process::ExitCode;

use gueridon_data::{Catalogue, Fault, Files, Kinds, Labels, PhraseBook};

fn main() -> ExitCode {
    gueridon_data::build("cards.rs", generate)
}

fn generate(files: &mut Files) -> Result<String, Fault> {
    let mut cards = Kinds::new("Card", "A card.");
    let mut catalogue = Catalogue::new();
    files.read("data/cards.toml", |file| {
        file.rows("card", |row| {
            let (id, name) = (row.id("id")?, row.texts("name")?);
            cards.add(&id, name.english())?;
            catalogue.add(&id, "card", &name, &row.optional_texts("text")?)
        })?;
        file.rows("score", |row| {
            let (id, name) = (row.id("id")?, row.texts("name")?);
            catalogue.add(&id, "scoreLine", &name, &row.texts("text")?)
        })
    })?;
    let labels = files.read("data/labels.toml", Labels::read)?;
    let phrases = files.read("data/words.toml", PhraseBook::read)?;
    Ok([cards.to_rust(), catalogue.to_rust(), labels.to_rust(), phrases.to_rust()].concat())
}
