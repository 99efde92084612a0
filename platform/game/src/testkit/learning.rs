//! What a game brings for those who learn it, `<id>.learning.json`: whole in both languages, and
//! about nothing that the game does not have.

mod condition;
mod content;
mod paths;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::json;
use super::schema::{Kind, Schema, base_of};
use crate::catalogue::{LABEL, REFUSAL};
use crate::{Dice, Eyes, Game, Language, Log, Seat, Seed, reading};
use condition::Look;
use content::{Content, Step, Text};
use paths::Paths;

/// In how many sentences a game says what it is.
const SENTENCES: usize = 3;
/// The steepest a game can be to learn, where 1 is the gentlest.
const HEAVIEST: u8 = 5;
/// How many steps a game is played for at most: none of ours comes near.
const LONGEST: usize = 5_000;

/// Checks the content of a game's `<id>.learning.json`: that it has the form that
/// `docs/module-author.md` describes, that every text is there in both languages, that its cards,
/// options, paths and kinds of steps are the game's, and that in so many random games, played with
/// the options and seats of the first game, each explanation comes up.
///
/// # Panics
/// When a check fails, with everything that is wrong.
pub fn check_learning<G: Game>(text: &str, games: u64) {
    let faults = match reading::read(text) {
        Ok(content) => faults::<G>(&content, games),
        Err(error) => vec![error],
    };
    assert!(faults.is_empty(), "{}.learning.json:\n{}", G::ABOUT.id, faults.join("\n"));
}

fn faults<G: Game>(content: &Content, games: u64) -> Vec<String> {
    let mut faults = form(content);
    match Schema::merge(&G::ABOUT.sdl.text()) {
        Ok(schema) => faults.extend(strangers::<G>(content, &schema)),
        Err(error) => faults.push(error),
    }
    // What a game does not have can never come up.
    if faults.is_empty() {
        faults.extend(never_met::<G>(content, games));
    }
    faults
}

/// What is wrong with the content, whatever game it is of.
fn form(content: &Content) -> Vec<String> {
    let mut faults = Vec::new();
    if content.version != 1 {
        faults.push(format!("version is {}: there is only 1", content.version));
    }
    if !(1..=HEAVIEST).contains(&content.weight) {
        faults.push(format!("weight is {}: it goes from 1 to {HEAVIEST}", content.weight));
    }
    if content.minutes[0] == 0 || content.minutes[0] > content.minutes[1] {
        faults.push(format!("minutes are {:?}: the least comes first", content.minutes));
    }
    if content.summary.len() != SENTENCES {
        faults.push(format!("summary has {} sentences, not 3", content.summary.len()));
    }
    if !content.picture.starts_with("<svg") || !content.picture.ends_with("</svg>") {
        faults.push("picture is no SVG".to_owned());
    }
    for (place, text) in content.texts() {
        for (language, words) in [("en", &text.en), ("fr", &text.fr)] {
            if words.trim().is_empty() {
                faults.push(format!("{place}.{language} is empty"));
            }
        }
    }
    faults.extend(forms(content));
    let mut ids = BTreeSet::new();
    let again = content.first_game.steps.iter().filter(|step| !ids.insert(&step.id));
    faults.extend(again.map(|step| format!("there are two steps {:?}", step.id)));
    faults
}

/// Forms of the glossary that are missing, or of two terms.
fn forms(content: &Content) -> Vec<String> {
    let mut faults = Vec::new();
    let mut known = BTreeMap::new();
    for term in &content.glossary {
        for (language, forms) in [("en", &term.forms.en), ("fr", &term.forms.fr)] {
            if forms.is_empty() {
                faults.push(format!("glossary.{}.forms.{language} is empty", term.key));
            }
            for form in forms {
                let other = known.insert((language, form.as_str()), &term.key);
                if let Some(other) = other {
                    let key = &term.key;
                    faults.push(format!("{form:?} is of {other:?} and of {key:?} in {language}"));
                }
            }
        }
    }
    faults
}

/// What the game does not have.
fn strangers<G: Game>(content: &Content, schema: &Schema) -> Vec<String> {
    let mut faults = Vec::new();
    let first = &content.first_game;
    if G::ABOUT.check_seats(first.seats).is_err() {
        faults.push(format!("the first game has {} seats, the game never", first.seats));
    }
    if let Err(error) = json::read::<G::Options>(&first.options) {
        faults.push(format!("the options of the first game: {error}"));
    }
    let catalogue = G::catalogue(&G::Options::default(), Language::En);
    let things: BTreeSet<&str> = catalogue
        .iter()
        .filter(|entry| entry.kind != LABEL && entry.kind != REFUSAL)
        .map(|entry| entry.key)
        .collect();
    let cards = content.how_to_play.iter().flat_map(|section| &section.cards);
    let unknown = cards.filter(|card| !things.contains(card.as_str()));
    faults.extend(unknown.map(|card| format!("there is no card {card:?}")));
    let options = own_fields::<G>(schema, "Options");
    let unknown = content.beginner_options.iter().filter(|option| !options.contains(*option));
    faults.extend(unknown.map(|option| format!("there is no option {option:?}")));
    let view = format!("{}View", G::ABOUT.prefix);
    let paths = Paths { schema, view: &view, moves: own_fields::<G>(schema, "Move") };
    for step in &first.steps {
        let pointed = step.point.iter().filter_map(|name| name.strip_prefix("move:"));
        let wrong = pointed.filter(|kind| !paths.moves.contains(*kind));
        let wrong = wrong.map(|kind| format!("there is no kind of step {kind:?}"));
        let wrong = wrong.chain(step.when.iter().flat_map(|when| paths.faults(when)));
        faults.extend(wrong.map(|what| format!("step {:?}: {what}", step.id)));
    }
    faults
}

/// The fields of the game's own type in an input of the platform.
fn own_fields<G: Game>(schema: &Schema, input: &str) -> BTreeSet<String> {
    let Some(Kind::Input { fields, .. }) = schema.get(input) else { return BTreeSet::new() };
    let own = fields.get(G::ABOUT.id).and_then(|field| schema.get(base_of(&field.kind)));
    match own {
        Some(Kind::Input { fields, .. }) => fields.keys().cloned().collect(),
        _ => BTreeSet::new(),
    }
}

/// The explanations that come up in none of so many random games.
fn never_met<G: Game>(content: &Content, games: u64) -> Vec<String> {
    let mut left: Vec<&Step> = content.first_game.steps.iter().collect();
    for number in 0..games {
        if left.is_empty() {
            break;
        }
        play_through::<G>(content, number, &mut left);
    }
    let said = |step: &&Step| format!("step {:?} came up in none of {games} games", step.id);
    left.iter().map(said).collect()
}

/// Plays one random game, and drops the steps that come up in it.
fn play_through<G: Game>(content: &Content, number: u64, left: &mut Vec<&Step>) {
    let first = &content.first_game;
    let mut dice = Dice::new(&Seed::of_test(number), 0);
    let mut choice = Dice::new(&Seed::of_test(number), 1);
    let Ok(options) = json::read(&first.options) else { return };
    let Ok(mut game) = G::deal(&options, first.seats, &mut dice) else {
        panic!("the first game cannot be dealt")
    };
    let (mut log, mut moves) = (Log::muted(), Vec::new());
    for _ in 0..LONGEST {
        let active = game.to_act().lowest();
        // The first seat learns; what the others see is asked at the first's turns as well.
        let seat = active.unwrap_or(Seat(0));
        moves.clear();
        if active.is_some() {
            game.moves(seat, &mut moves);
        }
        let view = json::tree(&game.view(Eyes::Seat(seat)));
        let open: Vec<Value> = moves.iter().map(json::tree).collect();
        let look = Look { view: &view, moves: &open, seat: seat.0 };
        left.retain(|step| step.when.as_ref().is_some_and(|when| !when.holds(&look)));
        if active.is_none() {
            return;
        }
        let step = choice.pick(&moves).expect("a seat that is to act has a move");
        let played = game.play(seat, step, &mut dice, &mut log);
        assert!(played.is_ok(), "a listed step is refused: {played:?}");
    }
}

impl Content {
    /// Every text, and where it stands.
    fn texts(&self) -> Vec<(String, &Text)> {
        let mut texts = Vec::new();
        for (number, text) in self.summary.iter().enumerate() {
            texts.push((format!("summary.{number}"), text));
        }
        for (number, section) in self.how_to_play.iter().enumerate() {
            let place = format!("howToPlay.{number}");
            texts.push((format!("{place}.heading"), &section.heading));
            texts.extend(section.text.iter().map(|text| (format!("{place}.text"), text)));
        }
        for term in &self.glossary {
            texts.push((format!("glossary.{}.name", term.key), &term.name));
            texts.push((format!("glossary.{}.text", term.key), &term.text));
        }
        let steps = &self.first_game.steps;
        texts.extend(steps.iter().map(|step| (format!("firstGame.{}", step.id), &step.say)));
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(change: impl FnOnce(&mut Value)) -> Result<Content, String> {
        let mut whole = serde_json::json!({
            "version": 1,
            "minutes": [20, 40],
            "weight": 2,
            "picture": "<svg></svg>",
            "summary": vec![serde_json::json!({ "en": "A.", "fr": "A." }); 3],
            "howToPlay": [],
            "glossary": [],
            "beginnerOptions": [],
            "firstGame": { "seats": 2, "options": {}, "steps": [] },
        });
        change(&mut whole);
        serde_json::from_value(whole).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_missing_in_one_language_is_named() {
        assert_eq!(form(&content(|_| {}).unwrap()), [""; 0]);
        let empty = content(|whole| whole["summary"][1]["fr"] = " ".into()).unwrap();
        assert_eq!(form(&empty), ["summary.1.fr is empty"]);
        let missing = content(|whole| whole["summary"][1] = serde_json::json!({ "en": "A." }));
        assert!(missing.unwrap_err().contains("missing field `fr`"));
    }

    #[test]
    fn numbers_out_of_bounds_are_named() {
        let wrong = content(|whole| {
            whole["weight"] = 6.into();
            whole["minutes"] = serde_json::json!([40, 20]);
            whole["picture"] = "picture.png".into();
        });
        assert_eq!(form(&wrong.unwrap()).len(), 3);
    }

    #[test]
    fn a_form_of_two_terms_and_a_step_that_is_there_twice_are_named() {
        let term = |key: &str| {
            serde_json::json!({
                "key": key,
                "name": { "en": key, "fr": key },
                "forms": { "en": ["gem"], "fr": [key] },
                "text": { "en": "A.", "fr": "A." },
            })
        };
        let step = serde_json::json!({ "id": "one", "say": { "en": "A.", "fr": "A." } });
        let twice = content(|whole| {
            whole["glossary"] = serde_json::json!([term("a"), term("b")]);
            whole["firstGame"]["steps"] = serde_json::json!([step, step]);
        });
        let faults = form(&twice.unwrap());
        assert_eq!(
            faults,
            ["\"gem\" is of \"a\" and of \"b\" in en", "there are two steps \"one\""]
        );
    }
}
