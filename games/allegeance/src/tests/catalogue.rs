//! The catalogue: everything has a name, and what is reconstructed is said.

use gueridon_game::{CatalogueEntry, Game, Kind, Language};

use crate::cards::{Card, Gem, Guild, Oath};
use crate::{Allegeance, Options};

fn entry(id: &str, language: Language) -> CatalogueEntry {
    let all = Allegeance::catalogue(&Options::default(), language);
    all.into_iter().find(|entry| entry.key == id).unwrap_or_else(|| panic!("{id}"))
}

#[test]
fn everything_has_a_name_and_cards_have_a_text() {
    for language in Language::ALL {
        let ids = Card::ALL.iter().map(|card| card.id());
        let ids = ids.chain(Oath::ALL.iter().map(|oath| oath.id()));
        let ids = ids.chain(Gem::ALL.iter().map(|gem| gem.id()));
        for id in ids {
            let entry = entry(id, language);
            assert!(!entry.name.is_empty() && !entry.text.is_empty(), "{id}");
        }
    }
}

#[test]
fn what_no_source_gives_is_marked() {
    let marked = |id| entry(id, Language::En).reconstructed;
    for guild in Guild::ALL {
        assert!(marked(guild.id()).contains(&"copies"), "{guild:?}");
    }
    assert!(!marked("diplomates").contains(&"gems"), "one gem card is given by a source");
    assert!(!marked("magiciennes").contains(&"cost"), "a passive power has none");
    assert_eq!(marked("deexos"), ["gems", "power"], "one of the two effects is");
    assert!(marked("ervane").contains(&"name") && !marked("valdyr").contains(&"name"));
    assert!(Oath::ALL.iter().all(|oath| marked(oath.id()).contains(&"effect")));
    assert!(marked("allegiance").is_empty());
}

#[test]
fn cards_say_their_allegiance_and_for_what_they_count() {
    for (id, language, what) in [
        ("diplomates", Language::En, "Royal guild. "),
        ("assassins", Language::Fr, "Guilde indépendante. "),
        ("damnes", Language::Fr, "Guilde sans Allégeance. "),
        ("sireth", Language::En, "Counts as one of the Assassins, breaks ties"),
        ("oath_veil", Language::Fr, "Allégeance des Médiums\u{a0}: à la fin"),
        ("oath_veil", Language::En, "counts as 1 towards their majority"),
        ("oath_titan", Language::En, "counts as 3 towards their majority"),
    ] {
        let text = entry(id, language).text;
        assert!(text.contains(what), "{text}");
    }
}

#[test]
fn the_catalogue_says_what_is_agreed_on() {
    let text = |options: Options, id| {
        let all = Allegeance::catalogue(&options, Language::En);
        all.into_iter().find(|entry| entry.key == id).expect("a guild").text
    };
    let usual = Options::default();
    let dear = Options { dear_protection: true, ..usual };
    let capped = Options { capped_diplomats: true, ..usual };
    assert!(text(usual, "gardiennes").contains("(cost 1)"));
    assert!(text(dear, "gardiennes").contains("(cost 2)"));
    assert_eq!(text(capped, "gardiennes"), text(usual, "gardiennes"));
    assert!(text(capped, "diplomates").contains("at most 10"));
    assert!(!text(dear, "diplomates").contains("at most"));
}

#[test]
fn a_text_has_the_numbers_of_its_row() {
    let text = entry("assassins", Language::Fr).text;
    let cost = format!("coût {}", Guild::Assassins.facts().cost);
    assert!(text.contains(&cost) && !text.contains(['{', '}']), "{text}");
    assert!(entry("oath_titan", Language::En).text.contains("counts as 3 Colossi"));
}
