//! The labels of a game's SDL: a page that can draw any game needs one for every option, every kind
//! of step, every field of the view and every value of their enums.
//!
//! A game has all of them or none.

use std::collections::BTreeSet;

use super::conform::is_one_of;
use super::failure::{Failure, Law};
use super::json;
use super::schema::{Kind, Schema, base_of};
use crate::catalogue::{LABEL, LONGEST_LABEL, REFUSAL};
use crate::{About, CatalogueEntry, Game, Language};

/// How many missing labels a failure names.
const NAMED: usize = 40;

fn broken(what: String) -> Failure {
    Failure::new(Law::HasWords, "labels", what)
}

/// Checks the labels of a game under these options, which leave out what is met `never`.
pub(super) fn check<G: Game>(options: &G::Options, never: &[String]) -> Result<(), Failure> {
    let parts = Parts::of(&G::ABOUT).map_err(broken)?;
    Language::ALL.into_iter().try_for_each(|language| {
        let faults = parts.check(&G::catalogue(options, language), never);
        faults.map_err(|what| broken(format!("in {language:?}, {what}")))
    })
}

/// The parts of a game's SDL that people can be shown.
struct Parts {
    prefix: &'static str,
    schema: Schema,
    /// The game's types that its options are made of.
    options: BTreeSet<String>,
    /// The input that is a step.
    step: Option<String>,
    /// The game's types that its view is made of.
    view: BTreeSet<String>,
}

impl Parts {
    fn of(about: &About) -> Result<Self, String> {
        let schema = Schema::merge(&about.sdl.text())?;
        let own_of = |input: &str| match schema.get(input) {
            Some(Kind::Input { fields, .. }) => {
                fields.get(about.id).map(|field| base_of(&field.kind).to_owned())
            }
            _ => None,
        };
        let prefix = about.prefix;
        let options = made_of(&schema, prefix, own_of("Options"));
        let view = made_of(&schema, prefix, Some(format!("{prefix}View")));
        let step = own_of("Move");
        Ok(Self { prefix, schema, options, step, view })
    }

    fn check(&self, entries: &[CatalogueEntry], never: &[String]) -> Result<(), String> {
        let (labels, things): (Vec<_>, Vec<_>) =
            entries.iter().partition(|entry| entry.kind == LABEL);
        if labels.is_empty() {
            return Ok(());
        }
        labels.iter().try_for_each(|label| self.check_label(label))?;
        let labelled: BTreeSet<&str> = labels.iter().map(|label| label.key).collect();
        let things = things.iter().filter(|thing| thing.kind != REFUSAL);
        let things: BTreeSet<&str> = things.map(|thing| thing.key).collect();
        let mut wanted = self.wanted(&self.view, &things);
        wanted.extend(self.wanted(&self.step, &things));
        wanted.retain(|id| !is_one_of(id, never));
        // Options need their labels even if these options leave them out: people choose among all.
        wanted.extend(self.wanted(&self.options, &things));
        wanted.retain(|id| !labelled.contains(id.as_str()));
        if wanted.is_empty() {
            return Ok(());
        }
        let missing: Vec<&str> = wanted.iter().map(String::as_str).collect();
        let more = missing.len().saturating_sub(NAMED);
        let mut what =
            format!("there is no label for\n{}", missing[..missing.len() - more].join("\n"));
        if more > 0 {
            what += &format!("\nand {more} more");
        }
        Err(what)
    }

    /// Refuses a label for an unknown part, one that is empty or too long, and an option without a
    /// sentence.
    fn check_label(&self, label: &CatalogueEntry) -> Result<(), String> {
        let CatalogueEntry { key, name, text, .. } = *label;
        let (of, part) = key.split_once('.').unwrap_or_default();
        let kind = self.schema.get(of).filter(|_| of.starts_with(self.prefix));
        let is_there = match kind {
            Some(
                Kind::Object { fields, .. } | Kind::Interface(fields) | Kind::Input { fields, .. },
            ) => fields.contains_key(part),
            Some(Kind::Enum(values)) => values.contains(part),
            Some(Kind::Scalar) | None => false,
        };
        if !is_there {
            return Err(format!("{key:?} has a label, and the game's SDL has no such part"));
        }
        let (length, most) = (name.trim().chars().count(), LONGEST_LABEL);
        if !(1..=most).contains(&length) {
            let what = format!("the label of {key} has {length} characters, and not 1 to {most}");
            return Err(format!("{what}: {name:?}"));
        }
        let is_option = matches!(kind, Some(Kind::Input { .. })) && self.options.contains(of);
        if is_option && text.trim().is_empty() {
            return Err(format!("the option {key} has no text that says what it means"));
        }
        Ok(())
    }

    /// The coordinates of all parts of these types that need a label; a value that is the key of a
    /// thing has a name already.
    fn wanted<'a>(
        &self,
        types: impl IntoIterator<Item = &'a String>,
        things: &BTreeSet<&str>,
    ) -> BTreeSet<String> {
        let mut wanted = BTreeSet::new();
        for name in types {
            let parts: Vec<&String> = match self.schema.get(name) {
                Some(Kind::Object { fields, implements }) => {
                    fields.keys().filter(|field| !self.is_given(implements, field)).collect()
                }
                Some(Kind::Input { fields, .. }) => fields.keys().collect(),
                Some(Kind::Enum(values)) => {
                    values.iter().filter(|value| !things.contains(value.as_str())).collect()
                }
                Some(Kind::Scalar | Kind::Interface(_)) | None => Vec::new(),
            };
            wanted.extend(parts.into_iter().map(|part| json::under(name, part)));
        }
        wanted
    }

    /// Whether one of these interfaces is the platform's and has this field.
    fn is_given(&self, interfaces: &[String], field: &str) -> bool {
        interfaces.iter().filter(|name| !name.starts_with(self.prefix)).any(|name| {
            matches!(self.schema.get(name), Some(Kind::Interface(given)) if given.contains_key(field))
        })
    }
}

/// The game's own types that a type is made of, itself included.
fn made_of(schema: &Schema, prefix: &str, of: Option<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut next = Vec::from_iter(of);
    while let Some(name) = next.pop() {
        if !name.starts_with(prefix) || found.contains(&name) {
            continue;
        }
        match schema.get(&name) {
            Some(
                Kind::Object { fields, .. } | Kind::Interface(fields) | Kind::Input { fields, .. },
            ) => next.extend(fields.values().map(|field| base_of(&field.kind).to_owned())),
            Some(Kind::Enum(_) | Kind::Scalar) | None => {}
        }
        let kinds = schema.types().filter(|(kind, _)| schema.implements(kind, &name));
        next.extend(kinds.map(|(kind, _)| kind.to_owned()));
        found.insert(name);
    }
    found
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
            extend input Options { x: XOptions }
            input XOptions { wind: XWind = CALM  sails: Int = 2 }
            enum XWind { CALM STORM }
            extend input Move { x: XMove }
            input XMove @oneOf { bid: XBid  pass: Yes }
            input XBid { card: Int! }
            type XView implements View { toAct: [Int!]!  fleet: [XShip!]!  asked: XQuestion! }
            interface XShip { crew: Int! }
            type XSloop implements XShip { crew: Int!  sort: XSort! }
            enum XSort { sloop brig }
            enum XQuestion { BID }
            type XPaid implements Event { seat: Int  pearls: Int! }
        ",
        ),
        longest: 1,
    };

    /// Everything that needs a label; the values of `XSort` do not, since they are things.
    const WANTED: [&str; 10] = [
        "XMove.bid",
        "XMove.pass",
        "XOptions.sails",
        "XOptions.wind",
        "XQuestion.BID",
        "XSloop.crew",
        "XSloop.sort",
        "XView.asked",
        "XView.fleet",
        "XWind.STORM",
    ];

    const fn entry(key: &'static str, kind: &'static str, name: &'static str) -> CatalogueEntry {
        CatalogueEntry { key, kind, name, text: "As it is.", reconstructed: &[] }
    }

    /// The things and labels of a game that has them all.
    fn whole() -> Vec<CatalogueEntry> {
        let things = ["sloop", "brig", "CALM"].map(|id| entry(id, "ship", "A ship"));
        let labels = WANTED.map(|id| entry(id, LABEL, "A part"));
        things.into_iter().chain(labels).collect()
    }

    fn checked(entries: &[CatalogueEntry], never: &[&str]) -> Result<(), String> {
        let never: Vec<String> = never.iter().map(|&part| part.to_owned()).collect();
        Parts::of(&ABOUT).unwrap().check(entries, &never)
    }

    /// Checks that a game is refused in which one entry is replaced.
    #[track_caller]
    fn refused(key: &'static str, instead: CatalogueEntry, why: &str) {
        let mut entries = whole();
        let entry = entries.iter_mut().find(|entry| entry.key == key).expect("it is there");
        *entry = instead;
        assert_eq!(checked(&entries, &[]), Err(why.to_owned()));
    }

    #[test]
    fn a_game_with_every_label_passes_and_so_does_one_with_none() {
        assert_eq!(checked(&whole(), &[]), Ok(()));
        assert_eq!(checked(&[entry("brig", "ship", "Brig")], &[]), Ok(()));
        let mut more = whole();
        more.extend(["XBid.card", "XPaid.pearls"].map(|id| entry(id, LABEL, "More")));
        assert_eq!(checked(&more, &[]), Ok(()));
    }

    #[test]
    fn parts_without_a_label_are_reported() {
        for id in WANTED {
            let mut entries = whole();
            entries.retain(|entry| entry.key != id);
            assert_eq!(checked(&entries, &[]), Err(format!("there is no label for\n{id}")));
        }
        let found = checked(&[entry("XView.fleet", LABEL, "Fleet")], &[]).unwrap_err();
        let others = ["XSort.brig", "XSort.sloop", "XWind.CALM"];
        assert!(others.iter().all(|id| found.contains(id)), "{found}");
        assert_eq!(found.lines().count(), WANTED.len() + others.len(), "{found}");
    }

    #[test]
    fn a_value_that_is_called_like_a_refusal_needs_its_label() {
        let mut entries = whole();
        entries.retain(|entry| entry.key != "XQuestion.BID");
        entries.push(entry("BID", REFUSAL, "BID"));
        let why = "there is no label for\nXQuestion.BID";
        assert_eq!(checked(&entries, &[]), Err(why.to_owned()));
    }

    #[test]
    fn parts_that_the_options_leave_out_need_no_label_but_options_do() {
        let mut entries = whole();
        let left_out = ["XSloop.crew", "XMove.bid", "XQuestion.BID", "brig"];
        entries.retain(|entry| !left_out.contains(&entry.key));
        let never = ["XSloop*", "XMove.bid", "XQuestion.BID", "XSort.brig", "XOptions.wind"];
        assert_eq!(checked(&entries, &never), Ok(()));
        entries.retain(|entry| entry.key != "XOptions.wind");
        let why = "there is no label for\nXOptions.wind";
        assert_eq!(checked(&entries, &never), Err(why.to_owned()));
    }

    #[test]
    fn a_label_of_an_unknown_part_is_caught() {
        for id in ["XView.flet", "XFleet.fleet", "XView", "fleet", "View.toAct", "XWind.storm"] {
            let why = format!("{id:?} has a label, and the game's SDL has no such part");
            refused("XView.fleet", entry(id, LABEL, "Fleet"), &why);
        }
    }

    #[test]
    fn an_empty_or_too_long_label_is_caught() {
        const LONG: &str = "A fleet of more ships than anybody counts";
        let why = |length, name| {
            let what = format!("has {length} characters, and not 1 to 40: {name:?}");
            format!("the label of XView.fleet {what}")
        };
        refused("XView.fleet", entry("XView.fleet", LABEL, " "), &why(0, " "));
        refused("XView.fleet", entry("XView.fleet", LABEL, LONG), &why(41, LONG));
    }

    #[test]
    fn an_option_without_a_sentence_is_caught() {
        let silent = |id| CatalogueEntry { text: "", ..entry(id, LABEL, "A part") };
        let why = "the option XOptions.sails has no text that says what it means";
        refused("XOptions.sails", silent("XOptions.sails"), why);
        let mut entries = whole();
        let others = entries.iter_mut().filter(|entry| !entry.key.starts_with("XOptions"));
        others.for_each(|entry| entry.text = "");
        assert_eq!(checked(&entries, &[]), Ok(()));
    }
}
