//! What a game says, in every language, from data.
//!
//! A phrase is a template. What it speaks of is the JSON of the move, event, prompt or refusal
//! itself, so that a game needs no code to speak:
//!
//! | in the template | becomes |
//! |---|---|
//! | `{amount}` | the value of the field `amount` |
//! | `{seat:by}` | the player in the field `by`, as `{seat:2}`; the host puts in the name |
//! | `{name:lord}` | the catalogue's name for the key in the field `lord` |
//! | `{a:gem}`, `{the:gem}`, `{of:gem}` | the same with an article, if the data says which: `a Gem`, `the Gem`, `of the Gem`; `une Gemme`, `la Gemme`, `de la Gemme` |
//! | `{count:pearls\|Pearl\|Pearls}` | `1 Pearl`, `3 Pearls` |
//! | `[ and {count:keys\|Key\|Keys}]` | nothing at all if a field in it is absent, null, zero (unless a seat), false or empty |
//!
//! A placeholder outside brackets whose field is absent, null or an empty list stays as it is,
//! which the test kit reports. A boolean is never put into words: it only decides about brackets.
//!
//! A field that is a list becomes `a, b and c`. A list of objects with a `count` and what it is of,
//! as a bag is written, becomes `2 a and b`, with the plural if the data has it.

pub(crate) mod noun;
mod thing;

use std::fmt::Write;

use serde::Serialize;

use crate::catalogue::Named;
use crate::{Eyes, Game, Language, Utterance};
use noun::Form;
pub use noun::{Gender, Noun};
use thing::Thing;

/// Everything a game says: its phrases by topic, and the names of its catalogue.
#[derive(Debug, Clone, Copy)]
pub struct Phrasebook {
    /// Templates by topic, in the order of the topics, each by [`Language::index`].
    pub phrases: &'static [(&'static str, [&'static str; Language::ALL.len()])],
    /// What has a name, in the order of the keys.
    pub names: &'static [Named],
}

impl Phrasebook {
    /// Says `what` in `language`. Its phrase is found under `topic.tag`, where the tag is that of
    /// the enum variant that `what` is; a game without such a phrase says the topic itself, which
    /// the test kit reports.
    #[must_use]
    pub fn say(&self, topic: &str, what: &impl Serialize, language: Language) -> String {
        let thing = Thing::of(what);
        let (tag, fields) = tag_and_fields(&thing);
        let topic = [topic, ".", tag].concat();
        let Ok(found) = self.phrases.binary_search_by_key(&topic.as_str(), |phrase| phrase.0)
        else {
            return topic;
        };
        let template = self.phrases[found].1[language.index()];
        let mut said = String::with_capacity(2 * template.len());
        Speaker { book: self, fields, language }.fill(template, &mut said);
        said
    }

    /// Says anything that a game is asked to put into words: its prompts under the topic `prompt`, its
    /// steps under `move`, its events under `event` and its refusals under `refusal`.
    #[must_use]
    pub fn words<G: Game, P: Serialize>(
        &self,
        said: &Utterance<'_, G>,
        prompt: impl FnOnce(&G, Eyes) -> P,
        language: Language,
    ) -> String {
        match said {
            Utterance::Prompt(game, eyes) => self.say("prompt", &prompt(game, *eyes), language),
            Utterance::Move(step) => self.say("move", step, language),
            Utterance::Event(event) => self.say("event", event, language),
            Utterance::Refusal(refusal) => self.say("refusal", refusal, language),
        }
    }

    /// The catalogue's name for `key`, or the key itself.
    #[must_use]
    pub fn name<'a>(&self, key: &'a str, language: Language) -> &'a str {
        self.named(key).map_or(key, |named| named.names[language.index()])
    }

    fn named(&self, key: &str) -> Option<&'static Named> {
        let found = self.names.binary_search_by_key(&key, |named| named.key).ok()?;
        Some(&self.names[found])
    }
}

/// The tag of a serialised enum and the object of its fields: `{"__typename": tag, ..}`,
/// `{"code": tag, "args": {..}}`, `{tag: {..}}` or just `"tag"`.
fn tag_and_fields(thing: &Thing) -> (&str, &Thing) {
    match thing {
        Thing::Text(tag) => (tag, &Thing::Nothing),
        Thing::Fields(fields) => match (thing.field("__typename"), thing.field("code")) {
            (Thing::Text(tag), _) => (tag, thing),
            (_, Thing::Text(code)) => (code, thing.field("args")),
            _ => fields.first().map_or(("", &Thing::Nothing), |(tag, fields)| (tag, fields)),
        },
        _ => ("", &Thing::Nothing),
    }
}

/// Fills templates with the fields of one thing said.
struct Speaker<'a> {
    book: &'a Phrasebook,
    fields: &'a Thing,
    language: Language,
}

impl Speaker<'_> {
    fn fill(&self, template: &str, said: &mut String) {
        let mut rest = template;
        // By bytes, which takes a fraction of the time of a search by characters.
        while let Some(open) = rest.bytes().position(|byte| matches!(byte, b'{' | b'[')) {
            said.push_str(&rest[..open]);
            rest = &rest[open..];
            let close = if rest.starts_with('{') { b'}' } else { b']' };
            let Some(length) = rest.bytes().position(|byte| byte == close) else { break };
            let inner = &rest[1..length];
            if close == b'}' {
                self.put(inner, said);
            } else if self.has_all_fields(inner) {
                self.fill(inner, said);
            }
            rest = &rest[length + 1..];
        }
        said.push_str(rest);
    }

    fn put(&self, placeholder: &str, said: &mut String) {
        let (how, what) = placeholder.split_once(':').unwrap_or(("", placeholder));
        let mut parts = what.split('|');
        let thing = self.fields.field(parts.next().unwrap_or_default());
        let is_hole = match thing {
            Thing::Nothing => true,
            Thing::List(list) => list.is_empty(),
            _ => false,
        };
        if is_hole {
            said.extend(["{", placeholder, "}"]);
            return;
        }
        if how == "count" {
            let count = if let Thing::Number(count) = thing { *count } else { 0 };
            let (one, many) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            put_number(count, said);
            said.extend([" ", if self.language.is_singular(count) { one } else { many }]);
            return;
        }
        match thing {
            Thing::List(list) => {
                let last = list.len().saturating_sub(1);
                for (index, one) in list.iter().enumerate() {
                    said.push_str(match index {
                        0 => "",
                        _ if index == last => self.language.and(),
                        _ => ", ",
                    });
                    self.put_one(how, one, said);
                }
            }
            one => self.put_one(how, one, said),
        }
    }

    fn put_one(&self, how: &str, thing: &Thing, said: &mut String) {
        match thing {
            Thing::Text(text) if how.is_empty() || how == "seat" => said.push_str(text),
            Thing::Text(key) => self.put_name(how, key, said),
            Thing::Number(number) if how == "seat" => {
                said.push_str("{seat:");
                put_number(*number, said);
                said.push('}');
            }
            Thing::Number(number) => put_number(*number, said),
            Thing::Fields(_) => {
                let key = thing.counted();
                let Thing::Number(count @ 2..) = thing.field("count") else {
                    return self.put_one(how, key, said);
                };
                let noun = if let Thing::Text(key) = key { self.noun(key) } else { None };
                match noun {
                    Some(noun) => noun.put_many(*count, Form::asked(how), self.language, said),
                    None => {
                        put_number(*count, said);
                        said.push(' ');
                        self.put_one("name", key, said);
                    }
                }
            }
            Thing::Truth(_) | Thing::Nothing | Thing::List(_) => {}
        }
    }

    /// Writes the name of a thing in the form that is asked for, or its id if it has no name.
    fn put_name(&self, how: &str, id: &str, said: &mut String) {
        let (form, named) = (Form::asked(how), self.book.named(id));
        let name = named.map_or(id, |named| named.names[self.language.index()]);
        match named.and_then(|named| named.noun(self.language)) {
            Some(noun) => noun.put(form, name, self.language, said),
            None if form == Form::Of => said.extend([noun::of(false, self.language), name]),
            None => said.push_str(name),
        }
    }

    fn noun(&self, id: &str) -> Option<&'static Noun> {
        self.book.named(id)?.noun(self.language)
    }

    fn has_all_fields(&self, optional: &str) -> bool {
        optional.split('{').skip(1).all(|placeholder| {
            let placeholder = placeholder.split('}').next().unwrap_or_default();
            let (how, what) = placeholder.split_once(':').unwrap_or(("", placeholder));
            match self.fields.field(what.split('|').next().unwrap_or_default()) {
                Thing::Nothing | Thing::Truth(false) => false,
                // Seat 0 is a player like the others.
                Thing::Number(number) => how == "seat" || *number != 0,
                Thing::List(list) => !list.is_empty(),
                Thing::Text(text) => !text.is_empty(),
                Thing::Truth(true) | Thing::Fields(_) => true,
            }
        })
    }
}

/// Writes a number with a true minus sign, as both languages print it.
fn put_number(number: i64, said: &mut String) {
    let sign = if number < 0 { "−" } else { "" };
    // Writing to a string cannot fail.
    let _ = write!(said, "{sign}{}", number.unsigned_abs());
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const BOOK: Phrasebook = Phrasebook {
        phrases: &[
            (
                "event.Paid",
                [
                    "{seat:by} pays {count:pearls|Pearl|Pearls}[ and {name:cards}] to {seat:to}.",
                    "{seat:by} paie {count:pearls|Perle|Perles}[ et {name:cards}] à {seat:to}.",
                ],
            ),
            ("refusal.TOO_POOR", ["You need {needed}.", "Il vous faut {needed}."]),
        ],
        names: &[ally("crab_1", ["Crab 1", "Crabe 1"]), ally("crab_2", ["Crab 2", "Crabe 2"])],
    };

    const fn ally(key: &'static str, names: [&'static str; 2]) -> Named {
        Named { key, kind: "ally", names, texts: ["", ""], reconstructed: &[], nouns: None }
    }

    const fn noun(
        id: &'static str,
        one: [&'static str; 2],
        many: [&'static str; 2],
        gender: Gender,
        vowel: [bool; 2],
    ) -> Named {
        let names = if matches!(gender, Gender::Masculine) { many } else { one };
        let english = if matches!(gender, Gender::Proper) { gender } else { Gender::Neuter };
        let en = Noun { one: one[0], many: many[0], gender: english, vowel: vowel[0] };
        let fr = Noun { one: one[1], many: many[1], gender, vowel: vowel[1] };
        Named { nouns: Some([en, fr]), ..ally(id, names) }
    }

    /// A proper name, names in the singular, and a guild that the catalogue names in the plural.
    const NOUNS: &[Named] = &[
        noun("ervane", ["Ervane"; 2], ["Ervane"; 2], Gender::Proper, [true, true]),
        noun("gem", ["Gem", "Gemme"], ["Gems", "Gemmes"], Gender::Feminine, [false, false]),
        noun(
            "killer",
            ["Assassin", "Assassin"],
            ["Assassins", "Assassins"],
            Gender::Masculine,
            [true, true],
        ),
        noun("skill", ["Art", "Épée"], ["Arts", "Épées"], Gender::Feminine, [true, true]),
    ];

    #[test]
    fn a_name_takes_its_article_number_and_elision() {
        const BOOK: Phrasebook = Phrasebook {
            phrases: &[("event.Used", ["{a:id}, {the:id}, {of:id}", "{a:id}, {the:id}, {of:id}"])],
            names: NOUNS,
        };
        let said = |id: &str| {
            let used = json!({"__typename": "Used", "id": id});
            Language::ALL.map(|language| BOOK.say("event", &used, language))
        };
        assert_eq!(said("ervane"), ["Ervane, Ervane, of Ervane", "Ervane, Ervane, d’Ervane"]);
        assert_eq!(said("gem"), ["a Gem, the Gem, of the Gem", "une Gemme, la Gemme, de la Gemme"]);
        let killers = [
            "an Assassin, the Assassins, of the Assassins",
            "un Assassin, les Assassins, des Assassins",
        ];
        assert_eq!(said("killer"), killers);
        assert_eq!(said("skill"), ["an Art, the Art, of the Art", "une Épée, l’Épée, de l’Épée"]);
        assert_eq!(
            said("stranger"),
            ["stranger, stranger, of stranger", "stranger, stranger, de stranger"]
        );
    }

    #[test]
    fn more_than_one_of_a_kind_is_said_in_the_plural() {
        const BOOK: Phrasebook = Phrasebook {
            phrases: &[("event.Drew", ["{name:gems}; {a:gems}", "{a:gems} ; {of:gems}"])],
            names: NOUNS,
        };
        let gems = json!([{"guild": "gem", "count": 2}, {"guild": "killer", "count": 1}]);
        let drew = json!({"__typename": "Drew", "gems": gems});
        let said = Language::ALL.map(|language| BOOK.say("event", &drew, language));
        assert_eq!(said[0], "2 Gems and Assassins; 2 Gems and an Assassin");
        assert_eq!(said[1], "2 Gemmes et un Assassin ; des 2 Gemmes et des Assassins");
    }

    #[test]
    fn a_number_below_zero_has_a_minus_sign() {
        let refusal = crate::Refusal::new("TOO_POOR", "E4").number("needed", -3);
        let said = Language::ALL.map(|language| BOOK.say("refusal", &refusal, language));
        assert_eq!(said, ["You need −3.", "Il vous faut −3."]);
    }

    fn paid(pearls: u8, cards: &Value) -> Value {
        json!({"__typename": "Paid", "by": 2, "to": 0, "pearls": pearls, "cards": cards})
    }

    #[test]
    fn a_phrase_speaks_of_the_fields_of_what_is_said() {
        let said =
            BOOK.say("event", &paid(2, &json!(["crab_1", "crab_1", "crab_2"])), Language::En);
        assert_eq!(said, "{seat:2} pays 2 Pearls and Crab 1, Crab 1 and Crab 2 to {seat:0}.");
        let said =
            BOOK.say("event", &paid(1, &json!([{"ally": "crab_2", "count": 3}])), Language::Fr);
        assert_eq!(said, "{seat:2} paie 1 Perle et 3 Crabe 2 à {seat:0}.");
    }

    #[test]
    fn an_optional_part_is_left_out_when_a_field_of_it_is_empty() {
        let said = BOOK.say("event", &paid(0, &json!([])), Language::Fr);
        assert_eq!(said, "{seat:2} paie 0 Perle à {seat:0}.");
        assert_eq!(
            BOOK.say("event", &paid(0, &Value::Null), Language::En),
            "{seat:2} pays 0 Pearls to {seat:0}."
        );
    }

    #[test]
    fn an_optional_part_about_seat_0_is_said() {
        const BOOK: Phrasebook = Phrasebook {
            phrases: &[("event.Healed", ["Healed[ by {seat:by}].", "Soigné[ par {seat:by}]."])],
            names: &[],
        };
        let healed = |by| json!({"__typename": "Healed", "by": by});
        assert_eq!(BOOK.say("event", &healed(Some(0)), Language::En), "Healed by {seat:0}.");
        assert_eq!(BOOK.say("event", &healed(None), Language::En), "Healed.");
    }

    #[test]
    fn an_unfilled_placeholder_stays_visible() {
        let said = BOOK.say("event", &json!({"__typename": "Paid", "by": 2}), Language::En);
        assert_eq!(said, "{seat:2} pays {count:pearls|Pearl|Pearls} to {seat:to}.");
    }

    #[test]
    fn a_refusal_is_found_by_its_code() {
        let refusal = crate::Refusal::new("TOO_POOR", "E4").number("needed", 3);
        assert_eq!(BOOK.say("refusal", &refusal, Language::En), "You need 3.");
    }

    #[test]
    fn a_missing_phrase_is_said_as_its_topic() {
        assert_eq!(BOOK.say("move", &"pass", Language::En), "move.pass");
    }
}
