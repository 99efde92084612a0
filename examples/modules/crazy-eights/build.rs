//! Turns `data/*.toml` into the cards, suits, names, labels and phrases of `src/cards.rs`.

use std::process::ExitCode;

use gueridon_data::{Catalogue, Fault, Files, Kinds, Labels, PhraseBook};

fn main() -> ExitCode {
    gueridon_data::build("cards.rs", generate)
}

fn generate(files: &mut Files) -> Result<String, Fault> {
    let mut suits = Kinds::new("Suit", "One of the four suits.");
    let mut cards = Kinds::new("Card", "A card.");
    let mut catalogue = Catalogue::new();
    files.read("data/cards.toml", |file| {
        for (kinds, kind) in [(&mut suits, "suit"), (&mut cards, "card")] {
            file.rows(kind, |row| {
                let (id, name) = (row.id("id")?, row.texts("name")?);
                kinds.add(&id, name.english())?;
                catalogue.add(&id, kind, &name, &row.optional_texts("text")?)
            })?;
        }
        file.rows("score", |row| {
            let (id, name) = (row.id("id")?, row.texts("name")?);
            catalogue.add(&id, "scoreLine", &name, &row.texts("text")?)
        })
    })?;
    let labels = files.read("data/labels.toml", Labels::read)?;
    let phrases = files.read("data/words.toml", PhraseBook::read)?;
    let (cards, suits, catalogue) = (cards.to_rust(), suits.to_rust(), catalogue.to_rust());
    Ok([suits, cards, catalogue, labels.to_rust(), phrases.to_rust()].concat())
}
