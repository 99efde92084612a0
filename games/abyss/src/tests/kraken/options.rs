//! Without the option nothing of Kraken shows: not in a view, not in a step, not in the catalogue.

use gueridon_game::{Eyes, Game, Language, Seat, Utterance};
use serde_json::Value;

use super::super::scene::{Scene, playout};
use crate::{Abyss, Options};

const WITH: Options = Options { return_black_smokers: false, kraken: true };

/// Every text in this JSON.
fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|one| texts(one, found)),
        Value::Object(fields) => {
            fields.keys().for_each(|key| found.push(key.clone()));
            fields.values().for_each(|one| texts(one, found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn ids_in(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    texts(value, &mut found);
    found.retain(|text| crate::cards::is_of_kraken(text));
    found
}

#[test]
fn the_catalogue_of_a_table_has_the_extension_only_with_the_option() {
    for language in [Language::En, Language::Fr] {
        let without = Abyss::catalogue(&Options::default(), language);
        let with = Abyss::catalogue(&WITH, language);
        assert_eq!(with.len() - without.len(), 37);
        let is_new = |id: &str| crate::cards::is_of_kraken(id);
        assert!(without.iter().all(|entry| !is_new(entry.key)));
        assert_eq!(with.iter().filter(|entry| is_new(entry.key)).count(), 37);
    }
}

#[test]
fn without_the_option_no_view_and_no_step_speaks_of_the_extension() {
    for seed in 0..6 {
        playout(2 + (seed % 3) as u8, seed, |before, step, _, after| {
            assert_eq!(ids_in(&serde_json::to_value(step).unwrap()), [""; 0]);
            let mut view = serde_json::to_value(after.view(Eyes::All)).unwrap();
            assert_eq!(view["kraken"], Value::Null);
            assert_eq!(view["options"]["kraken"], false);
            assert!(
                view["players"].as_array().unwrap().iter().all(|side| side["nebulis"].is_null())
            );
            for side in view["players"].as_array_mut().unwrap() {
                side.as_object_mut().unwrap().remove("nebulis");
            }
            assert_eq!(ids_in(&view), [""; 0]);
            let pad = serde_json::to_value(before.score(Eyes::All)).unwrap();
            assert_eq!(ids_in(&pad), [""; 0]);
        });
    }
}

#[test]
fn with_the_option_everybody_sees_what_it_adds() {
    let game = Scene::with_kraken(2).nebulis(Seat(1), 2).figure(Seat(1)).game;
    let view = serde_json::to_value(game.view(Eyes::Public)).unwrap();
    assert_eq!(view["options"]["kraken"], true);
    assert_eq!(view["kraken"]["holder"], 1);
    assert_eq!(view["players"][1]["nebulis"], 2);
    assert_eq!(view["kraken"]["lootDeckSize"], 25);
    let prompt = Abyss::words(Utterance::Prompt(&game, Eyes::Public), Language::En);
    assert!(!prompt.is_empty());
}
