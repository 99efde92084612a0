//! Everything a game shows, tells and accepts is as its SDL says, and every part of the SDL is met
//! at least once.

use std::collections::{BTreeMap, BTreeSet};

use async_graphql_parser::types::Type;
use serde_json::Value;

use super::failure::{Failure, Law};
use super::json;
use super::schema::{Kind, Misfit, Schema};
use crate::{Game, Language};

/// How many parts that were never met a failure names.
const NAMED: usize = 40;

/// How often a part of a game's SDL was met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reach {
    /// In steps that were taken and in events.
    pub told: u64,
    /// In views, and in steps that were open, each different step once.
    pub shown: u64,
}

/// Checks JSON against the schema of one game, and counts which parts of the schema were met.
#[derive(Debug)]
pub(super) struct Conform {
    schema: Schema,
    prefix: &'static str,
    step: Type,
    options: Type,
    keys: BTreeSet<String>,
    parts: BTreeMap<String, BTreeMap<String, Reach>>,
}

fn broken(clause: &'static str, what: impl Into<String>) -> Failure {
    Failure::new(Law::FitsSchema, clause, what)
}

impl Conform {
    /// The schema of a game under these options.
    pub(super) fn new<G: Game>(options: &G::Options) -> Result<Self, Failure> {
        let about = G::ABOUT;
        let schema = Schema::merge(&about.sdl.text()).map_err(|what| broken("SDL", what))?;
        let field_of = |input: &str| match schema.get(input) {
            Some(Kind::Input { fields, .. }) => {
                fields.get(about.id).map(|field| field.kind.clone()).ok_or_else(|| {
                    let id = about.id;
                    broken("SDL", format!("`extend input {input}` has no field `{id}`"))
                })
            }
            _ => Err(broken("SDL", format!("there is no input {input}"))),
        };
        let (step, chosen) = (field_of("Move")?, field_of("Options")?);
        let view = format!("{}View", about.prefix);
        if !schema.implements(&view, "View") {
            return Err(broken("SDL", format!("there is no `type {view} implements View`")));
        }
        let parts = parts_of(&schema, about.prefix);
        let keys = BTreeSet::new();
        let mut found = Self { schema, prefix: about.prefix, step, options: chosen, keys, parts };
        found.catalogue::<G>(options)?;
        found.options(&json::tree(options))?;
        Ok(found)
    }

    fn catalogue<G: Game>(&mut self, options: &G::Options) -> Result<(), Failure> {
        for language in Language::ALL {
            let mut keys = BTreeSet::new();
            for entry in G::catalogue(options, language) {
                let written = json::tree(&entry);
                self.fits("catalogue", "CatalogueEntry", &written, |_| {})?;
                if entry.key.is_empty()
                    || entry.name.is_empty()
                    || !keys.insert(entry.key.to_owned())
                {
                    let what = format!("no key, no name or a key twice: {written}");
                    return Err(broken("catalogue", what));
                }
            }
            if language != Language::En && keys != self.keys {
                let what = format!("other keys in {language:?} than in En");
                return Err(broken("catalogue", what));
            }
            self.keys = keys;
        }
        Ok(())
    }

    /// Checks the options of a table.
    pub(super) fn options(&mut self, written: &Value) -> Result<(), Failure> {
        let options = self.options.clone();
        self.fits_kind("options", &options, written, |reach| reach.told += 1)
    }

    /// Checks a step that is taken, or only open.
    pub(super) fn step(&mut self, written: &Value, taken: bool) -> Result<(), Failure> {
        let step = self.step.clone();
        self.fits_kind("step", &step, written, |reach| {
            *(if taken { &mut reach.told } else { &mut reach.shown }) += 1;
        })
    }

    /// Whether the schema takes this as a step.
    pub(super) fn takes(&self, written: &Value) -> bool {
        self.schema.check_kind(&self.step, written, &mut |_, _| {}).is_ok()
    }

    /// Checks an event.
    pub(super) fn event(&mut self, written: &Value) -> Result<(), Failure> {
        let name = format!("{}{}", self.prefix, json::tag(written));
        if !self.schema.implements(&name, "Event") {
            let what = format!("there is no `type {name} implements Event` for {written}");
            return Err(broken("event", what));
        }
        self.fits("event", &name, written, |reach| reach.told += 1)
    }

    /// Checks a view.
    pub(super) fn view(&mut self, written: &Value) -> Result<(), Failure> {
        let name = format!("{}View", self.prefix);
        self.fits("view", &name, written, |reach| reach.shown += 1)
    }

    /// Checks a score pad.
    pub(super) fn score(&mut self, written: &Value) -> Result<(), Failure> {
        self.fits("score", "Score", written, |_| {})?;
        let seats = written["seats"].as_array().into_iter().flatten();
        let lines = seats.flat_map(|seat| [&seat["lines"], &seat["tieBreaks"]]);
        for line in lines.flat_map(|lines| lines.as_array().into_iter().flatten()) {
            let key = line["line"].as_str().unwrap_or_default();
            if !self.keys.contains(key) {
                let what = format!("the catalogue has no name for the line {key:?}");
                return Err(broken("score", what));
            }
        }
        Ok(())
    }

    fn fits(
        &mut self,
        clause: &'static str,
        name: &str,
        written: &Value,
        count: impl Fn(&mut Reach),
    ) -> Result<(), Failure> {
        let Self { schema, parts, .. } = self;
        let fitted = schema.check(name, written, &mut |name, part| met(parts, name, part, &count));
        told(clause, fitted, written)
    }

    fn fits_kind(
        &mut self,
        clause: &'static str,
        kind: &Type,
        written: &Value,
        count: impl Fn(&mut Reach),
    ) -> Result<(), Failure> {
        let Self { schema, parts, .. } = self;
        let met = &mut |name: &str, part: &str| met(parts, name, part, &count);
        told(clause, schema.check_kind(kind, written, met), written)
    }

    /// Forgets what was met so far.
    pub(super) fn forget(&mut self) {
        let reaches = self.parts.values_mut().flat_map(BTreeMap::values_mut);
        reaches.for_each(|reach| *reach = Reach::default());
    }

    /// Every part with how often it was met: `Type`, `Type.field` or `Type.VALUE`.
    pub(super) fn reached(&self) -> BTreeMap<String, Reach> {
        let named = |name: &str, part: &str| {
            if part.is_empty() { name.to_owned() } else { json::under(name, part) }
        };
        let each = self.parts.iter().flat_map(|(name, parts)| {
            parts.iter().map(move |(part, reach)| (named(name, part), *reach))
        });
        each.collect()
    }

    /// The values of every enum, with how often each was met.
    pub(super) fn enums(&self) -> BTreeMap<String, BTreeMap<String, Reach>> {
        let is_enum = |name: &str| matches!(self.schema.get(name), Some(Kind::Enum(_)));
        let enums = self.parts.iter().filter(|(name, _)| is_enum(name));
        enums.map(|(name, values)| (name.clone(), values.clone())).collect()
    }
}

/// Whether `part` is one of these; one that ends in `*` stands for all parts that begin so.
pub(super) fn is_one_of(part: &str, named: &[String]) -> bool {
    named.iter().any(|name| match name.strip_suffix('*') {
        Some(start) => part.starts_with(start),
        None => part == name,
    })
}

/// Fails when a part was met that must never be met, or when there is no such part.
pub(super) fn never_reached(
    reached: &BTreeMap<String, Reach>,
    never: &[String],
) -> Result<(), Failure> {
    let is_none =
        |name: &&String| !reached.keys().any(|part| is_one_of(part, std::slice::from_ref(*name)));
    if let Some(unknown) = never.iter().find(is_none) {
        return Err(broken("never", format!("the SDL has no {unknown}, said to be met never")));
    }
    let was_met =
        |(part, reach): &(&String, &Reach)| **reach != Reach::default() && is_one_of(part, never);
    match reached.iter().find(was_met) {
        Some((part, _)) => Err(broken("never", format!("{part} was met under these options"))),
        None => Ok(()),
    }
}

/// Fails when a part was met nowhere and is not said to be met `elsewhere`, or `never`.
pub(super) fn all_reached(
    reached: &BTreeMap<String, Reach>,
    elsewhere: &[String],
    never: &[String],
) -> Result<(), Failure> {
    if let Some(unknown) = elsewhere.iter().find(|part| !reached.contains_key(*part)) {
        return Err(broken(
            "reached",
            format!("the SDL has no {unknown}, said to be met elsewhere"),
        ));
    }
    let missed = |(part, reach): &(&String, &Reach)| {
        **reach == Reach::default() && !elsewhere.contains(part) && !is_one_of(part, never)
    };
    let missed: Vec<&str> = reached.iter().filter(missed).map(|(part, _)| part.as_str()).collect();
    if missed.is_empty() {
        return Ok(());
    }
    let more = missed.len().saturating_sub(NAMED);
    let mut what =
        format!("of the SDL, and never met:\n{}", missed[..missed.len() - more].join("\n"));
    if more > 0 {
        what += &format!("\nand {more} more");
    }
    what +=
        "\nplay more games; or, if a test of its own meets it, list it with .met_elsewhere(&[..])";
    Err(broken("reached", what))
}

fn met(
    parts: &mut BTreeMap<String, BTreeMap<String, Reach>>,
    name: &str,
    part: &str,
    count: impl Fn(&mut Reach),
) {
    if let Some(reach) = parts.get_mut(name).and_then(|parts| parts.get_mut(part)) {
        count(reach);
    }
}

fn told(clause: &'static str, fitted: Result<(), Misfit>, written: &Value) -> Result<(), Failure> {
    fitted.map_err(|misfit| {
        let (text, short) = (written.to_string(), 600);
        let text: String = text.chars().take(short).collect();
        broken(clause, format!("{misfit}\nin {text}"))
    })
}

/// The parts of a game's own types that must be met. A field that a type has only because of an
/// interface may always be null.
fn parts_of(schema: &Schema, prefix: &str) -> BTreeMap<String, BTreeMap<String, Reach>> {
    let mut found = BTreeMap::new();
    for (name, kind) in schema.types().filter(|(name, _)| name.starts_with(prefix)) {
        let given = |interface: &String| match schema.get(interface) {
            Some(Kind::Interface(fields)) => fields.keys().cloned().collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        let parts: Vec<String> = match kind {
            Kind::Enum(values) => values.iter().cloned().collect(),
            Kind::Input { fields, .. } => fields.keys().cloned().collect(),
            Kind::Object { fields, implements } => {
                let given: Vec<String> = implements.iter().flat_map(given).collect();
                let own = fields.keys().filter(|field| !given.contains(field)).cloned();
                own.chain([String::new()]).collect()
            }
            Kind::Scalar | Kind::Interface(_) => Vec::new(),
        };
        found.insert(
            name.to_owned(),
            parts.into_iter().map(|part| (part, Reach::default())).collect(),
        );
    }
    found
}
