//! The phrases of steps and events speak of what the SDL says they have, in every language.
//!
//! A placeholder that stays unfilled in a playout is found there. This finds the others: in parts that
//! are left out when a field is empty, and in phrases that no playout says.

use super::failure::{Failure, Law};
use super::schema::{Fields, Kind, Schema, base_of};
use crate::{About, Language, Phrasebook};

fn broken(what: String) -> Failure {
    Failure::new(Law::HasWords, "phrases", what)
}

/// Checks a phrasebook against the schema of its game.
pub(super) fn check(about: &About, book: &Phrasebook) -> Result<(), Failure> {
    let schema = Schema::merge(&about.sdl.text()).map_err(broken)?;
    for (topic, spoken) in spoken_of(about, &schema) {
        let Ok(found) = book.phrases.binary_search_by_key(&topic.as_str(), |phrase| phrase.0)
        else {
            return Err(broken(format!("there is no phrase {topic}")));
        };
        for language in Language::ALL {
            let template = book.phrases[found].1[language.index()];
            let unknown = fields_of(template)
                .find(|field| !spoken.is_some_and(|fields| fields.contains_key(*field)));
            if let Some(field) = unknown {
                let what = format!("{topic} in {language:?} speaks of {field:?}, which it has not");
                return Err(broken(format!("{what}:\n{template}")));
            }
        }
    }
    Ok(())
}

/// The topics of all steps and events, with their fields if they have any.
fn spoken_of<'a>(about: &About, schema: &'a Schema) -> Vec<(String, Option<&'a Fields>)> {
    let step = match schema.get("Move") {
        Some(Kind::Input { fields, .. }) => fields.get(about.id),
        _ => None,
    };
    let mut spoken = Vec::new();
    if let Some(Kind::Input { fields, .. }) = step.and_then(|step| schema.get(base_of(&step.kind)))
    {
        for (name, field) in fields {
            let content = match schema.get(base_of(&field.kind)) {
                Some(Kind::Input { fields, .. }) => Some(fields),
                _ => None,
            };
            spoken.push((format!("move.{name}"), content));
        }
    }
    for (name, kind) in schema.types().filter(|(name, _)| schema.implements(name, "Event")) {
        if let (Kind::Object { fields, .. }, Some(tag)) = (kind, name.strip_prefix(about.prefix)) {
            spoken.push((format!("event.{tag}"), Some(fields)));
        }
    }
    spoken
}

/// The fields that a template speaks of.
fn fields_of(template: &str) -> impl Iterator<Item = &str> {
    template.split('{').skip(1).filter_map(|rest| {
        let inner = rest.split('}').next()?;
        let what = inner.split_once(':').map_or(inner, |(_, what)| what);
        what.split('|').next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SdlSource;

    const ABOUT: About = About {
        id: "x",
        prefix: "X",
        titles: &[],
        rules_version: 1,
        fewest_seats: 2,
        most_seats: 2,
        sdl: SdlSource::Text(
            "
            extend input Move { x: XMove }
            input XMove @oneOf { bid: XBid  pass: Yes }
            input XBid { card: Int! }
            type XPaid implements Event { seat: Int  by: Int!  pearls: Int! }
        ",
        ),
        longest: 1,
    };

    fn checked(phrases: &'static [(&'static str, [&'static str; 2])]) -> Result<(), String> {
        check(&ABOUT, &Phrasebook { phrases, names: &[] }).map_err(|failure| failure.what)
    }

    #[test]
    fn a_phrase_speaks_of_the_fields_there_are() {
        let done = checked(&[
            ("event.Paid", ["{seat:by}: {count:pearls|Pearl|Pearls}", "{seat:by}[ {pearls}]"]),
            ("move.bid", ["Bid {card}", "Miser {card}"]),
            ("move.pass", ["Pass", "Passer"]),
        ]);
        assert_eq!(done, Ok(()));
    }

    #[test]
    fn a_phrase_that_is_missing_or_speaks_of_another_field_is_caught() {
        let found = checked(&[("event.Paid", ["Paid.", "Payé[ {perles}]."])]).unwrap_err();
        assert!(found.contains("no phrase move.bid"), "{found}");
        let found = checked(&[
            ("event.Paid", ["Paid.", "Payé[ {count:perles|Perle|Perles}]."]),
            ("move.bid", ["Bid", "Miser"]),
            ("move.pass", ["Pass", "Passer"]),
        ]);
        let found = found.unwrap_err();
        assert!(found.contains("event.Paid in Fr speaks of \"perles\""), "{found}");
        let found = checked(&[
            ("event.Paid", ["Paid.", "Payé."]),
            ("move.bid", ["Bid", "Miser"]),
            ("move.pass", ["Pass {card}", "Passer"]),
        ]);
        assert!(found.unwrap_err().contains("move.pass in En speaks of \"card\""));
    }
}
