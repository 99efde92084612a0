//! Writes the SDL of a game: its inputs, what it shows, what happens in it, and its enums.

use std::collections::{BTreeSet, VecDeque};

use serde_json::Value;

use super::description::{self, Descriptions, ended, written};
use super::shape::{
    Field, Inside, Name, Object, Sdl, Shape, Values, Variant, Variants, Word, default_of,
};
use super::source::SdlSource;
use crate::catalogue::REFUSAL;
use crate::{About, CatalogueEntry, Game, Language};

/// What the events of every game have.
const SEAT: &str = "seat";
/// What is said of an event that no seat caused.
const NOBODY: &str = "Always null: it is about no one seat.";

/// The SDL of a game's options, moves, events and view, for [`About::sdl`](crate::About::sdl).
#[must_use]
pub const fn of<G: Game>() -> SdlSource
where
    G::Options: Sdl,
    G::Move: Sdl,
    G::Event: Sdl,
    G::View: Sdl,
{
    SdlSource::Types(write::<G>)
}

/// The SDL of a game.
fn write<G: Game>() -> String
where
    G::Options: Sdl,
    G::Move: Sdl,
    G::Event: Sdl,
    G::View: Sdl,
{
    let entries = G::catalogue(&G::Options::default(), Language::En);
    let mut document = Document::new(G::ABOUT.prefix, Descriptions::of(&entries));
    let (steps, refusals) = (G::Move::shape(), refusals(&entries));
    if let Shape::Variants(variants) = &steps {
        document.refusals = (format!("{}{}", G::ABOUT.prefix, variants.name.sent), refusals);
    }
    let mut options = G::Options::shape();
    if let Shape::Object(Object { default, .. }) = &mut options {
        *default = Some(|| default_of(&G::Options::default()));
    }
    let inputs = [("Options", options), ("Move", steps)]
        .map(|(input, shape)| (input, document.named(&shape, Role::Sent)));
    document.finish();
    document.show(&G::View::shape());
    document.finish();
    document.tell(G::Event::shape());
    document.finish();
    let head = heads(&G::ABOUT, &inputs);
    [head, document.sections.concat()].concat()
}

/// What the game refuses with, as the end of a description.
fn refusals(entries: &[CatalogueEntry]) -> String {
    let refusals = entries.iter().filter(|entry| entry.kind == REFUSAL);
    let each: String =
        refusals.map(|refusal| format!("\n{}: {}", refusal.key, ended(refusal.text))).collect();
    match each.is_empty() {
        true => each,
        false => {
            format!("\n\nA step that is not open, or a deal, is refused with one of these:{each}")
        }
    }
}

/// What is said of the game, and what it adds to the platform's inputs.
fn heads(about: &About, inputs: &[(&str, String); 2]) -> String {
    let title = about.titles.iter().find(|(language, _)| *language == Language::En);
    let title = title.or(about.titles.first()).map_or(about.id, |(_, title)| title);
    let (fewest, most) = (about.fewest_seats, about.most_seats);
    let players = if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
    let mut head = format!(
        "# {title}: what clients see of the game and send. Made of the Rust types by\n\
         # `UPDATE_SCHEMA=1 cargo test`: change it there.\n"
    );
    let said = [format!("{title}, for {players} players."), format!("A step in {title}.")];
    for ((input, of), said) in inputs.iter().zip(said) {
        let description = written(&said, "  ");
        head += &format!("\nextend input {input} {{\n{description}  {}: {of}\n}}\n", about.id);
    }
    head
}

/// Whether clients are shown a type or send it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    Shown,
    Sent,
}

/// A type to be defined.
#[derive(Debug)]
struct Definition {
    name: String,
    role: Role,
    shape: Shape,
    implements: Option<String>,
}

/// A definition that is written: its head and its body tell it from others.
type Written = (String, String);

/// What is written so far: types in the order in which they are met, enums after the others.
#[derive(Debug)]
struct Document {
    prefix: &'static str,
    descriptions: Descriptions,
    next: VecDeque<Definition>,
    met: BTreeSet<(String, Role)>,
    written: BTreeSet<Written>,
    /// Everything but the enums, and they.
    sections: [String; 2],
    /// The input that is a step, and what its description ends with.
    refusals: (String, String),
}

impl Document {
    fn new(prefix: &'static str, descriptions: Descriptions) -> Self {
        Self {
            prefix,
            descriptions,
            next: VecDeque::new(),
            met: BTreeSet::new(),
            written: BTreeSet::new(),
            sections: Default::default(),
            refusals: Default::default(),
        }
    }

    /// The name of a type, for whose definition it is noted.
    fn named(&mut self, shape: &Shape, role: Role) -> String {
        let name = match shape {
            Shape::Object(object) => &object.name,
            Shape::Values(values) => &values.name,
            Shape::Variants(variants) => &variants.name,
            Shape::Given(name) => return (*name).to_owned(),
            Shape::Seat => return "Int".to_owned(),
            Shape::Nullable(of) => return self.named(of, role),
            Shape::List(of) => return format!("[{}]", self.reference(of, role)),
        };
        let own = if role == Role::Shown { &name.shown } else { &name.sent };
        let name = format!("{}{own}", self.prefix);
        self.define(Definition {
            name: name.clone(),
            role,
            shape: shape.clone(),
            implements: None,
        });
        name
    }

    fn define(&mut self, definition: Definition) {
        // A type that is met again is written once; another of the same name is written, too, so that
        // whoever reads the SDL reports that there are two.
        if self.met.insert((identity(&definition), definition.role)) {
            self.next.push_back(definition);
        }
    }

    fn reference(&mut self, shape: &Shape, role: Role) -> String {
        let name = self.named(shape, role);
        if matches!(shape, Shape::Nullable(_)) { name } else { format!("{name}!") }
    }

    /// Defines the view.
    fn show(&mut self, view: &Shape) {
        if let Shape::Object(object) = view {
            self.define(Definition {
                name: format!("{}{}", self.prefix, object.name.shown),
                role: Role::Shown,
                shape: view.clone(),
                implements: Some("View".to_owned()),
            });
        }
    }

    /// Defines the events.
    fn tell(&mut self, events: Shape) {
        let events = match events {
            Shape::Variants(variants) => variants.each,
            Shape::Values(values) => {
                let variant = |word: Word| Variant {
                    name: word.name,
                    doc: word.doc,
                    content: word.name,
                    content_doc: word.doc,
                    inside: Inside::Fields(Vec::new()),
                };
                values.words.into_iter().map(variant).collect()
            }
            _ => Vec::new(),
        };
        for event in events {
            self.tell_one(event, "Event");
        }
    }

    /// Defines a variant that is told apart by its `__typename`: that of an event has no prefix yet.
    fn tell_one(&mut self, variant: Variant, interface: &str) {
        let fields = match variant.inside {
            Inside::Fields(fields) => fields,
            Inside::One(shape) => shape().into_fields(),
        };
        self.define(Definition {
            name: match interface != "Event" && variant.name.starts_with(self.prefix) {
                true => variant.name.to_owned(),
                false => format!("{}{}", self.prefix, variant.name),
            },
            role: Role::Shown,
            shape: Shape::Object(Object {
                name: Name::of(variant.name),
                doc: variant.doc,
                fields,
                default: None,
            }),
            implements: Some(interface.to_owned()),
        });
    }

    /// Writes what is noted, and what it is made of.
    fn finish(&mut self) {
        while let Some(Definition { name, role, shape, implements }) = self.next.pop_front() {
            let (section, doc, (head, body)) = match shape {
                Shape::Object(object) => {
                    (0, object.doc, self.object(&name, role, &object, implements))
                }
                Shape::Variants(variants) => {
                    (0, variants.doc, self.variants(&name, role, variants.each))
                }
                Shape::Values(values) => (1, values.doc, self.values(&name, &values)),
                _ => continue,
            };
            let own = name.strip_prefix(self.prefix).unwrap_or(&name);
            let mut description =
                if doc.is_empty() { description::of_name(own) } else { doc.to_owned() };
            if name == self.refusals.0 {
                description += &self.refusals.1;
            }
            let bare = without_descriptions(&body);
            if self.written.insert((head.clone(), bare)) {
                let description = written(&description, "");
                self.sections[section] += &format!("\n{description}{head} {{\n{body}}}\n");
            }
        }
    }

    fn object(
        &mut self,
        name: &str,
        role: Role,
        object: &Object,
        implements: Option<String>,
    ) -> Written {
        let is_event = implements.as_deref() == Some("Event");
        let default = object.default.filter(|_| role == Role::Sent);
        let default = default.map(|default| default()).unwrap_or_default();
        let mut body = String::new();
        if is_event && object.fields.iter().all(|field| field.shown != Some(SEAT)) {
            body += &format!("{}  {SEAT}: Int\n", written(NOBODY, "  "));
        }
        for field in &object.fields {
            body += &self.field(name, role, field, &default, is_event);
        }
        let head = match (role, implements) {
            (Role::Sent, _) => format!("input {name}"),
            (Role::Shown, None) => format!("type {name}"),
            (Role::Shown, Some(interface)) => format!("type {name} implements {interface}"),
        };
        (head, body)
    }

    /// A field with its description; nothing where it is not shown or not sent.
    fn field(
        &mut self,
        of: &str,
        role: Role,
        field: &Field,
        default: &Value,
        is_event: bool,
    ) -> String {
        let name = if role == Role::Shown { field.shown } else { field.sent };
        let Some(name) = name else { return String::new() };
        let shape = (field.shape)();
        let default = default.get(name).and_then(|value| literal(value, &shape));
        let may_be_null = match role {
            Role::Shown => field.may_be_absent,
            Role::Sent => field.is_optional || default.is_some(),
        };
        let kind = match may_be_null {
            true => self.named(&shape, role),
            false => self.reference(&shape, role),
        };
        let otherwise = match is_event && name == SEAT {
            true => description::of_seat(&shape),
            false => description::of_field(name, &shape),
        };
        // A label does not say that a number is a seat's, and clients show those as players.
        let description = match (shape.innermost(), field.doc) {
            (Shape::Seat, "") => otherwise,
            (_, doc) => self.descriptions.of_part(of, name, doc, &otherwise),
        };
        let default = default.map(|default| format!(" = {default}")).unwrap_or_default();
        format!("{}  {name}: {kind}{default}\n", written(&description, "  "))
    }

    fn variants(&mut self, name: &str, role: Role, each: Vec<Variant>) -> Written {
        match role {
            Role::Sent => (format!("input {name} @oneOf"), self.one_of(name, each)),
            Role::Shown => (format!("interface {name}"), self.interface(name, each)),
        }
    }

    fn one_of(&mut self, name: &str, each: Vec<Variant>) -> String {
        let mut body = String::new();
        for Variant { name: variant, doc, content, content_doc, inside } in each {
            let kind = match inside {
                Inside::One(shape) => self.named(&shape(), Role::Sent),
                Inside::Fields(fields) => {
                    let name = Name::of(content);
                    let content = Object { name, doc: content_doc, fields, default: None };
                    self.named(&Shape::Object(content), Role::Sent)
                }
            };
            let description =
                self.descriptions.of_part(name, variant, doc, &description::of_name(variant));
            body += &format!("{}  {variant}: {kind}\n", written(&description, "  "));
        }
        body
    }

    /// The fields that all variants have, and the variants as kinds of this.
    fn interface(&mut self, name: &str, each: Vec<Variant>) -> String {
        let mut common: Option<Vec<String>> = None;
        for variant in &each {
            let fields = match &variant.inside {
                Inside::Fields(fields) => fields.clone(),
                Inside::One(shape) => shape().into_fields(),
            };
            let written: Vec<String> = fields
                .iter()
                .map(|field| self.field(name, Role::Shown, field, &Value::Null, false))
                .collect();
            common = Some(match common {
                None => written,
                Some(common) => common.into_iter().filter(|one| written.contains(one)).collect(),
            });
        }
        for variant in each {
            self.tell_one(variant, name);
        }
        common.unwrap_or_default().concat()
    }

    fn values(&self, name: &str, values: &Values) -> Written {
        let mut body = String::new();
        for word in &values.words {
            let otherwise = description::of_name(word.name);
            let description = self.descriptions.of_part(name, word.name, word.doc, &otherwise);
            body += &format!("{}  {}\n", written(&description, "  "), word.name);
        }
        (format!("enum {name}"), body)
    }
}

/// What tells a type from others before it is written: its name, and what it is made of.
fn identity(Definition { name, shape, .. }: &Definition) -> String {
    let field =
        |field: &Field| format!("{:?}{:?}: {}", field.shown, field.sent, spelled(&(field.shape)()));
    let parts: Vec<String> = match shape {
        Shape::Object(object) => object.fields.iter().map(field).collect(),
        Shape::Values(values) => values.words.iter().map(|word| word.name.to_owned()).collect(),
        Shape::Variants(Variants { each, .. }) => {
            each.iter().map(|variant| variant.name.to_owned()).collect()
        }
        _ => Vec::new(),
    };
    format!("{name} {}", parts.join(" "))
}

/// A shape by its name, without a look into it.
fn spelled(shape: &Shape) -> String {
    match shape {
        Shape::Given(name) => (*name).to_owned(),
        Shape::Seat => "seat".to_owned(),
        Shape::Nullable(of) => format!("{}?", spelled(of)),
        Shape::List(of) => format!("[{}]", spelled(of)),
        Shape::Object(Object { name, .. })
        | Shape::Values(Values { name, .. })
        | Shape::Variants(Variants { name, .. }) => format!("{}/{}", name.shown, name.sent),
    }
}

/// The lines of a body that are no descriptions.
fn without_descriptions(body: &str) -> String {
    let mut is_inside = false;
    let lines = body.lines().filter(|line| {
        let line = line.trim_start();
        if line == "\"\"\"" {
            is_inside = !is_inside;
            return false;
        }
        !is_inside && !line.starts_with('"')
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A default value in GraphQL's syntax; none for null, and for what has no short form.
fn literal(value: &Value, shape: &Shape) -> Option<String> {
    match (value, shape) {
        (Value::Bool(_) | Value::Number(_), _) => Some(value.to_string()),
        (Value::String(word), Shape::Values(_) | Shape::Given("Yes")) => Some(word.clone()),
        (Value::String(_), Shape::Given(_)) => Some(value.to_string()),
        (Value::Array(values), Shape::List(of)) => {
            let each: Option<Vec<String>> = values.iter().map(|value| literal(value, of)).collect();
            each.map(|each| format!("[{}]", each.join(", ")))
        }
        (value, Shape::Nullable(of)) => literal(value, of),
        _ => None,
    }
}
