//! The catalogue of a game: the same things in every language, each with a name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gueridon_game::border::Op;
use gueridon_game::catalogue::{LABEL, REFUSAL};
use gueridon_game::{Language, Refusal};
use gueridon_graphql::sdl::types::{Base, Shape};
use gueridon_modules::Module;
use serde_json::Value;
use serde_json::value::RawValue;

use super::conformity::Schema;
use super::coverage::Thing;
use super::findings::{Findings, Law, Lost, unfit};
use super::json::tree;

/// What the catalogue has.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Every key.
    pub(super) keys: BTreeSet<String>,
    /// The codes of refusals, with those of every table.
    pub(super) refusals: BTreeSet<String>,
    /// Everything but labels and refusals.
    pub(super) things: BTreeMap<String, Thing>,
}

/// Reads the catalogue in every language, and checks it.
pub(super) fn read(
    module: &Arc<Module>,
    options: Option<&RawValue>,
    schema: &Schema,
    findings: &mut Findings,
) -> Result<Words, Lost> {
    let of_the_table = Refusal::OF_THE_TABLE.into_iter().map(str::to_owned);
    let mut words = Words { refusals: of_the_table.collect(), ..Words::default() };
    let shape = schema.types.find("CatalogueEntry").map(Base::Named);
    let mut first: Option<BTreeSet<(String, String)>> = None;
    for language in Language::ALL {
        let answer = module.catalogue(options, language);
        let Some(catalogue) = findings.heard(Op::Catalogue, answer)? else { continue };
        let Value::Array(entries) = tree(&catalogue) else {
            findings.fail(Law::Catalogue, "the catalogue is not a list", catalogue.get());
            continue;
        };
        let mut keys = BTreeSet::new();
        for entry in &entries {
            if let Some(base) = &shape {
                let shape = Shape { nullable: false, base: base.clone() };
                let misfits = schema.misfits(&shape, entry, &mut |_, _| {});
                unfit(findings, Law::Catalogue, "", misfits, entry);
            }
            let field = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
            let (key, kind, name) = (field("key"), field("kind"), field("name"));
            let is_named = !key.is_empty() && !name.trim().is_empty();
            findings.must(Law::Catalogue, is_named, "a thing has no key or no name", || {
                entry.to_string()
            });
            words.keys.insert(key.clone());
            if kind == REFUSAL {
                words.refusals.insert(key.clone());
            } else if kind != LABEL && language == Language::default() {
                words.things.insert(key.clone(), Thing { kind: kind.clone(), name });
            }
            let is_new = keys.insert((kind, key));
            findings.must(Law::Catalogue, is_new, "a key is there twice", || entry.to_string());
        }
        let is_same = first.as_ref().is_none_or(|first| *first == keys);
        findings.must(
            Law::Catalogue,
            is_same,
            &format!("there are other things in {language:?} than in {:?}", Language::default()),
            || {
                let first = first.clone().unwrap_or_default();
                let differs: Vec<_> = first.symmetric_difference(&keys).take(5).collect();
                format!("{differs:?}")
            },
        );
        first.get_or_insert(keys);
    }
    Ok(words)
}
