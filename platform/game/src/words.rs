//! What a game says, in every language, from data.
//!
//! A phrase is a template. What it speaks of is the JSON of the move, event, prompt or refusal
//! itself, so that a game needs no code to speak:
//!
//! | in the template | becomes |
//! |---|---|
//! | `{amount}` | the value of the field `amount` |
//! | `{seat:by}` | the player in the field `by`, as `{seat:2}`; the host puts in the name |
//! | `{name:lord}` | the catalogue's name for the id in the field `lord` |
//! | `{count:pearls\|Pearl\|Pearls}` | `1 Pearl`, `3 Pearls` |
//! | `[ and {count:keys\|Key\|Keys}]` | nothing at all if a field in it is absent, null, zero, false or empty |
//!
//! A placeholder outside brackets whose field is absent, null or an empty list stays as it is,
//! which the test kit reports. A truth is never put into words: it only decides about brackets.
//!
//! A field that is a list becomes `a, b and c`. A list of objects with `id` and `count` becomes
//! `2 a and b`.

use serde::Serialize;
use serde_json::Value;

use crate::Language;
use crate::catalogue::Named;

/// Everything a game says: its phrases by topic, and the names of its catalogue.
#[derive(Debug, Clone, Copy)]
pub struct Phrasebook {
    /// Templates by topic, in the order of the topics, each by [`Language::index`].
    pub phrases: &'static [(&'static str, [&'static str; Language::ALL.len()])],
    /// What has a name, in the order of the ids.
    pub names: &'static [Named],
}

impl Phrasebook {
    /// Says `what` in `language`. Its phrase is found under `topic.tag`, where the tag is that of
    /// the enum variant that `what` is; a game without such a phrase says the topic itself, which
    /// the test kit reports.
    #[must_use]
    pub fn say(&self, topic: &str, what: &impl Serialize, language: Language) -> String {
        let value = serde_json::to_value(what).unwrap_or_default();
        let (tag, fields) = tag_and_fields(&value);
        let topic = format!("{topic}.{tag}");
        let Ok(found) = self.phrases.binary_search_by_key(&topic.as_str(), |phrase| phrase.0)
        else {
            return topic;
        };
        let template = self.phrases[found].1[language.index()];
        Speaker { book: self, fields, language }.fill(template)
    }

    /// The catalogue's name for `id`, or the id itself.
    #[must_use]
    pub fn name<'a>(&self, id: &'a str, language: Language) -> &'a str {
        match self.names.binary_search_by_key(&id, |named| named.id) {
            Ok(found) => self.names[found].names[language.index()],
            Err(_) => id,
        }
    }
}

/// The tag of a serialised enum and the object of its fields: `{"__typename": tag, ..}`,
/// `{"code": tag, "args": {..}}`, `{tag: {..}}` or just `"tag"`.
fn tag_and_fields(value: &Value) -> (&str, &Value) {
    const NOTHING: &Value = &Value::Null;
    match value {
        Value::String(tag) => (tag, NOTHING),
        Value::Object(object) => {
            if let Some(Value::String(tag)) = object.get("__typename") {
                return (tag, value);
            }
            if let Some(Value::String(code)) = object.get("code") {
                return (code, object.get("args").unwrap_or(NOTHING));
            }
            object.iter().next().map_or(("", NOTHING), |(tag, fields)| (tag, fields))
        }
        _ => ("", NOTHING),
    }
}

/// Fills templates with the fields of one thing said.
struct Speaker<'a> {
    book: &'a Phrasebook,
    fields: &'a Value,
    language: Language,
}

impl Speaker<'_> {
    fn fill(&self, template: &str) -> String {
        let mut said = String::with_capacity(template.len() * 2);
        let mut rest = template;
        while let Some(open) = rest.find(['{', '[']) {
            said.push_str(&rest[..open]);
            let close = if rest[open..].starts_with('{') { '}' } else { ']' };
            let Some(length) = rest[open..].find(close) else {
                rest = &rest[open..];
                break;
            };
            let inner = &rest[open + 1..open + length];
            if close == '}' {
                self.put(inner, &mut said);
            } else if self.has_all_fields(inner) {
                said.push_str(&self.fill(inner));
            }
            rest = &rest[open + length + 1..];
        }
        said.push_str(rest);
        said
    }

    fn put(&self, placeholder: &str, said: &mut String) {
        let (how, what) = placeholder.split_once(':').unwrap_or(("", placeholder));
        let mut parts = what.split('|');
        let value = &self.fields[parts.next().unwrap_or_default()];
        let is_hole = match value {
            Value::Null => true,
            Value::Array(list) => list.is_empty(),
            _ => false,
        };
        if is_hole {
            said.push_str(&format!("{{{placeholder}}}"));
            return;
        }
        if how == "count" {
            let count = value.as_i64().unwrap_or_default();
            let (one, many) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let noun = if self.language.is_singular(count) { one } else { many };
            said.push_str(&format!("{count} {noun}"));
            return;
        }
        match value {
            Value::Array(list) => {
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

    fn put_one(&self, how: &str, value: &Value, said: &mut String) {
        match value {
            Value::String(id) if how == "name" => said.push_str(self.book.name(id, self.language)),
            Value::String(text) => said.push_str(text),
            Value::Number(number) if how == "seat" => said.push_str(&format!("{{seat:{number}}}")),
            Value::Number(number) => said.push_str(&number.to_string()),
            Value::Object(object) => {
                if let Some(count) = object.get("count").and_then(Value::as_u64).filter(|&n| n > 1)
                {
                    said.push_str(&format!("{count} "));
                }
                self.put_one(how, object.get("id").unwrap_or(&Value::Null), said);
            }
            Value::Bool(_) | Value::Null | Value::Array(_) => {}
        }
    }

    fn has_all_fields(&self, optional: &str) -> bool {
        optional.split('{').skip(1).all(|placeholder| {
            let placeholder = placeholder.split('}').next().unwrap_or_default();
            let what = placeholder.split_once(':').map_or(placeholder, |(_, what)| what);
            match &self.fields[what.split('|').next().unwrap_or_default()] {
                Value::Null | Value::Bool(false) => false,
                Value::Number(number) => number.as_i64() != Some(0),
                Value::Array(list) => !list.is_empty(),
                Value::String(text) => !text.is_empty(),
                Value::Bool(true) | Value::Object(_) => true,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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
        names: &[
            Named { id: "crab_1", kind: "ally", names: ["Crab 1", "Crabe 1"], texts: ["", ""] },
            Named { id: "crab_2", kind: "ally", names: ["Crab 2", "Crabe 2"], texts: ["", ""] },
        ],
    };

    fn paid(pearls: u8, cards: &Value) -> Value {
        json!({"__typename": "Paid", "by": 2, "to": 0, "pearls": pearls, "cards": cards})
    }

    #[test]
    fn a_phrase_speaks_of_the_fields_of_what_is_said() {
        let said =
            BOOK.say("event", &paid(2, &json!(["crab_1", "crab_1", "crab_2"])), Language::En);
        assert_eq!(said, "{seat:2} pays 2 Pearls and Crab 1, Crab 1 and Crab 2 to {seat:0}.");
        let said =
            BOOK.say("event", &paid(1, &json!([{"id": "crab_2", "count": 3}])), Language::Fr);
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
    fn a_hole_is_left_to_be_seen() {
        let said = BOOK.say("event", &json!({"__typename": "Paid", "by": 2}), Language::En);
        assert_eq!(said, "{seat:2} pays {count:pearls|Pearl|Pearls} to {seat:to}.");
    }

    #[test]
    fn a_refusal_is_found_by_its_code() {
        let refusal = crate::Refusal::new("TOO_POOR", "E4").number("needed", 3);
        assert_eq!(BOOK.say("refusal", &refusal, Language::En), "You need 3.");
    }

    #[test]
    fn what_has_no_phrase_says_its_topic() {
        assert_eq!(BOOK.say("move", &"pass", Language::En), "move.pass");
    }
}
