//! What is generated, and that it fits what `gueridon_game` expects.

use std::path::PathBuf;

use gueridon_data::{Fault, Files, LANGUAGES, Labels, PhraseBook, content};
use gueridon_game::{Language, Refusal, catalogue};

/// The phrases generated from `text`, in the file `name`.
fn phrases(name: &str, text: &str) -> Result<String, Fault> {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(home.join(name), text).unwrap();
    Files::below(home).read(name, PhraseBook::read).map(|phrases| phrases.to_rust())
}

#[test]
fn languages_stand_in_the_order_of_the_games() {
    let of_games = Language::ALL.map(|language| format!("{language:?}").to_lowercase());
    assert_eq!(LANGUAGES.map(str::to_owned), of_games);
}

#[test]
fn the_longest_label_is_the_same_as_in_games() {
    assert_eq!(Labels::LONGEST, catalogue::LONGEST_LABEL);
}

#[test]
fn a_label_is_an_entry_of_its_own_kind_under_its_coordinate() {
    let text = "[PondView]\ndeckSize.name = { en = 'Draw pile', fr = 'Pioche' }\n\n\
                [PondOptions]\nrare.name = { en = 'Rare fish', fr = 'Poissons rares' }\n\
                rare.text = { en = 'With them.', fr = 'Avec eux.' }\n";
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(home.join("labels.toml"), text).unwrap();
    let labels = Files::below(home).read("labels.toml", Labels::read).unwrap();
    let rust = labels.to_rust();
    let named = |id: &str, rest: &str| {
        format!(
            "    ::gueridon_game::catalogue::Named {{ key: {id:?}, \
             kind: ::gueridon_game::catalogue::LABEL, {rest}, reconstructed: &[], nouns: None }},\n"
        )
    };
    let entries = [
        named(
            "PondOptions.rare",
            "names: [\"Rare fish\", \"Poissons rares\"], texts: [\"With them.\", \"Avec eux.\"]",
        ),
        named("PondView.deckSize", "names: [\"Draw pile\", \"Pioche\"], texts: [\"\", \"\"]"),
    ];
    assert!(rust.contains(&format!("= &[\n{}];", entries.concat())), "{rust}");
}

#[test]
fn types_share_a_label_and_english_follows_from_the_name() {
    let text = "['PondOptions PondTable']\nrareFish.name.fr = 'Poissons rares'\n\
                [PondAsked]\nNEXT_FISH.name.fr = 'Prochain poisson'\n";
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(home.join("shared.toml"), text).unwrap();
    let rust = Files::below(home).read("shared.toml", Labels::read).unwrap().to_rust();
    for of in ["PondOptions", "PondTable"] {
        let entry = format!("key: \"{of}.rareFish\"");
        let line = rust.lines().find(|line| line.contains(&entry)).unwrap();
        assert!(line.contains("[\"Rare fish\", \"Poissons rares\"]"), "{line}");
    }
    assert!(rust.contains("[\"Next fish\", \"Prochain poisson\"]"), "{rust}");
}

/// What is generated of a game whose cards are `cards`.
fn content_of(test: &str, cards: &str) -> Result<String, Fault> {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(home.join("data")).unwrap();
    let labels = "[PondView]\npike.name = { en = 'Pikes', fr = 'Brochets' }\n";
    for (file, text) in [("cards", cards), ("labels", labels), ("words", "")] {
        std::fs::write(home.join(format!("data/{file}.toml")), text).unwrap();
    }
    content(&mut Files::below(home))
}

#[test]
fn the_tables_of_a_game_become_enums_in_the_order_of_the_file() {
    let cards = "[enum.OldFish]\npike = { en = 'Pike', fr = 'Brochet' }\n\
                 carp.en = 'Carp'\ncarp.fr = 'Carpe'\n\
                 carp.text = { en = 'It swims.', fr = 'Elle nage.' }\n\
                 carp.noun = { proper = true }\n[named.line]\nrounds = { en = 'Rounds', fr = 'Manches' }\n";
    let rust = content_of("tables", cards).unwrap();
    assert!(rust.contains("const NOUN: &'static str = \"oldFish\";"), "{rust}");
    assert!(rust.contains("&[Self::Pike, Self::Carp, ]"), "{rust}");
    assert!(rust.contains("/// An oldFish.\n#[derive("), "{rust}");
    let carp = rust.lines().find(|line| line.contains("key: \"carp\"")).unwrap();
    assert!(carp.contains("kind: \"oldFish\"") && carp.contains("Elle nage."), "{carp}");
    assert!(carp.contains("Gender::Proper"), "{carp}");
    assert!(rust.contains("key: \"rounds\", kind: \"line\""), "{rust}");
    for generated in ["pub const BOOK", "pub fn catalogue(", "static LABELS", "static REFUSALS"] {
        assert!(rust.contains(generated), "{generated}");
    }
}

#[test]
fn a_mistake_in_the_tables_names_its_line() {
    let pike = "pike = { en = 'Pike', fr = 'Brochet' }";
    for (cards, why) in [
        (format!("\n[enum.fish]\n{pike}"), "cards.toml:2: 'fish' is no name of an enum"),
        (format!("[enum.Fish]\n{pike}\n[enum.Prey]\n{pike}"), "cards.toml:4: 'pike' is the id of"),
        (
            "[enum.Fish]\nPike = { en = 'Pike', fr = 'Brochet' }".to_owned(),
            "cards.toml:2: 'Pike' is no id",
        ),
        ("[enum.Fish]\npike = { en = 'Pike' }".to_owned(), "cards.toml:2: 'pike' lacks 'fr'"),
        (format!("[fish]\n{pike}"), "cards.toml:1: the file has no key 'fish'"),
    ] {
        let fault = content_of("mistakes", &cards).unwrap_err().to_string();
        assert!(fault.contains(why), "{fault}");
    }
}

#[test]
fn every_game_has_words_for_the_refusals_of_the_table() {
    let rust = phrases("silent.toml", "# A game of few words.\n").unwrap();
    for code in Refusal::OF_THE_TABLE {
        assert!(rust.contains(&format!("(\"refusal.{code}\", ")), "{code}");
    }
}

#[test]
fn a_game_can_replace_the_standard_words() {
    let text = "[refusal.GAME_OVER]\nen = 'The pond is empty.'\nfr = \"L'étang est vide.\"\n";
    let rust = phrases("better.toml", text).unwrap();
    let expected = "(\"refusal.GAME_OVER\", [\"The pond is empty.\", \"L'étang est vide.\"])";
    assert_eq!(rust.matches("refusal.GAME_OVER").count(), 1);
    assert!(rust.contains(expected), "{rust}");
}

#[test]
fn a_refusal_of_the_game_is_listed_with_its_general_sentence() {
    let text = "[refusal.NO_BAIT]\nen = 'No bait[ for {name:fish}].'\nfr = \"Pas d'appât.[ {name:fish}]\"\n\
                [refusal.TOO_SMALL]\nen = '{name:fish} is too small.'\nfr = 'Trop petit : {name:fish}.'\n\
                [refusal.GAME_OVER]\nen = 'The pond is empty.'\nfr = \"L'étang est vide.\"\n\
                [event.Caught]\nen = 'Caught.'\nfr = 'Pêché.'\n\
                [refusal.TOO_SMALL.general]\nen = 'The fish is too small.'\nfr = 'Trop petit.'\n";
    let rust = phrases("refusals.toml", text).unwrap();
    let listed = rust.split_once("REFUSALS").unwrap().1;
    let refusal = "::gueridon_game::catalogue::Named::refusal";
    let expected = format!(
        "= &[\n    {refusal}(\"NO_BAIT\", [\"No bait.\", \"Pas d'appât.\"]),\n    \
         {refusal}(\"TOO_SMALL\", [\"The fish is too small.\", \"Trop petit.\"]),\n];"
    );
    assert!(listed.contains(&expected), "{listed}");
    assert!(rust.contains("(\"refusal.TOO_SMALL\", [\"{name:fish} is too small.\""), "{rust}");
}

#[test]
fn phrases_stand_in_the_order_of_their_bytes() {
    let text = "[move.b]\nen='1'\nfr='1'\n[move.Z]\nen='1'\nfr='1'\n[a-b]\nen='1'\nfr='1'\n\
                [a.c]\nen='1'\nfr='1'\n[move.a]\nen='1'\nfr='1'\n";
    let rust = phrases("order.toml", text).unwrap();
    let topics: Vec<&str> =
        rust.split("    (\"").skip(1).map(|line| line.split('"').next().unwrap()).collect();
    assert!(topics.is_sorted(), "{topics:?}");
    assert!(topics.len() > 5);
}
