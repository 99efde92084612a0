//! The contract of a module's SDL: it defines its own types, and nothing else.
//!
//! A game defines types whose names begin with its prefix, and adds one field each to the inputs
//! `Move` and `Options`. So any number of games fit into one schema, and none can change the
//! meaning of another.

mod compatibility;
mod error;
mod size;

use std::collections::{BTreeMap, BTreeSet};

use async_graphql_parser::Positioned;
use async_graphql_parser::parse_schema;
use async_graphql_parser::types::{
    FieldDefinition, TypeDefinition, TypeKind, TypeSystemDefinition,
};
use gueridon_game::Seats;

use crate::module::About;
pub use error::ContractError;

/// The inputs that a game extends, with one field each.
const EXTENDED: [&str; 2] = ["Move", "Options"];

/// The types that a module defines, by name.
#[derive(Debug)]
pub struct Contract {
    types: BTreeMap<String, TypeDefinition>,
}

impl Contract {
    /// Checks what a module says about itself.
    ///
    /// # Errors
    /// The first violation.
    pub fn of(about: &About) -> Result<Self, ContractError> {
        check_names(about)?;
        size::check(&about.sdl)?;
        let document = parse_schema(&about.sdl).map_err(|error| unreadable(&error))?;
        let mut types = BTreeMap::new();
        let mut extended = BTreeSet::new();
        for definition in document.definitions {
            match definition {
                TypeSystemDefinition::Type(Positioned { pos, node }) if node.extend => {
                    check_extension(about, &node).map_err(|error| error.at(pos))?;
                    if !extended.insert(node.name.node.to_string()) {
                        return Err(
                            ContractError(format!("it extends `{}` twice", node.name)).at(pos)
                        );
                    }
                }
                TypeSystemDefinition::Type(Positioned { pos, node }) => {
                    check_definition(about, &node).map_err(|error| error.at(pos))?;
                    let name = node.name.node.to_string();
                    if types.insert(name, node).is_some() {
                        return Err(ContractError("a type is defined twice".to_owned()).at(pos));
                    }
                }
                TypeSystemDefinition::Schema(Positioned { pos, .. }) => {
                    return Err(ContractError("a module defines no schema".to_owned()).at(pos));
                }
                TypeSystemDefinition::Directive(Positioned { pos, .. }) => {
                    return Err(ContractError("a module defines no directive".to_owned()).at(pos));
                }
            }
        }
        match EXTENDED.into_iter().find(|&input| !extended.contains(input)) {
            Some(input) => {
                Err(ContractError(format!("its SDL does not extend the input `{input}`")))
            }
            None => Ok(Self { types }),
        }
    }

    /// The names of the types that the module defines.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.types.keys().map(String::as_str)
    }

    /// Whether no output type has a field `id`. Client caches treat objects with the same `id` as
    /// the same entity; a game's cards, points and places look different to different eyes, so none
    /// of them is an entity.
    ///
    /// Builds that tables began with before this rule existed are exempt.
    ///
    /// # Errors
    /// The first type with such a field, and its line.
    pub fn check_identity(&self) -> Result<(), ContractError> {
        self.types.iter().try_for_each(|(name, defined)| {
            let fields = match &defined.kind {
                TypeKind::Object(object) => &object.fields,
                TypeKind::Interface(interface) => &interface.fields,
                _ => return Ok(()),
            };
            match fields.iter().find(|field| field.node.name.node == "id") {
                Some(field) => Err(ContractError(format!(
                    "field `{name}.id`: call it by what it names, such as `card`; to clients an \
                     `id` is the identity of an entity, and a game shows none"
                ))
                .at(field.pos)),
                None => Ok(()),
            }
        })
    }

    /// Whether tables of a build with the contract `older` can be served through this one: nothing
    /// is missing, new outputs are nullable, new inputs are optional.
    ///
    /// # Errors
    /// The first thing that a table of the older build, or a client made for it, would miss.
    pub fn serves(&self, older: &Self) -> Result<(), ContractError> {
        older.types.iter().try_for_each(|(name, old)| {
            let new = self.types.get(name);
            let new = new.ok_or_else(|| ContractError(format!("type `{name}` is gone")))?;
            compatibility::check_type(&new.kind, &old.kind)
                .map_err(|ContractError(why)| ContractError(format!("{name}{why}")))
        })
    }
}

fn check_names(about: &About) -> Result<(), ContractError> {
    let words = |text: &str| text.chars().all(|letter| letter.is_ascii_alphanumeric());
    let About { id, prefix, fewest_seats, most_seats, .. } = about;
    if !id.starts_with(|letter: char| letter.is_ascii_lowercase()) || !words(id) {
        return Err(ContractError(format!(
            "its id `{id}` is not a lower-case letter and then letters"
        )));
    }
    if !prefix.starts_with(|letter: char| letter.is_ascii_uppercase()) || !words(prefix) {
        return Err(ContractError(format!(
            "its prefix `{prefix}` is not a capital and then letters"
        )));
    }
    if !(1..=Seats::MOST).contains(fewest_seats)
        || !(*fewest_seats..=Seats::MOST).contains(most_seats)
    {
        let most = Seats::MOST;
        return Err(ContractError(format!(
            "it is for {fewest_seats} to {most_seats} seats, and a table has 1 to {most}"
        )));
    }
    Ok(())
}

/// A parser's error shows where it stopped; this is its last line.
fn unreadable(error: &async_graphql_parser::Error) -> ContractError {
    let said = error.to_string();
    let said = said.lines().last().unwrap_or_default().trim_start_matches([' ', '=']);
    let unreadable = ContractError(format!("its SDL cannot be read: {said}"));
    match error.positions().next() {
        Some(pos) => unreadable.at(pos),
        None => unreadable,
    }
}

fn check_definition(about: &About, defined: &TypeDefinition) -> Result<(), ContractError> {
    let (name, prefix) = (&defined.name.node, &about.prefix);
    // `SealedView` is Sealed's; `Sealedge` is of a game called Sealedge.
    let is_own = name.strip_prefix(prefix.as_str()).is_some_and(|rest| {
        !rest.is_empty() && !rest.starts_with(|letter: char| letter.is_ascii_lowercase())
    });
    if !is_own {
        return Err(ContractError(format!(
            "type `{name}` does not begin with its prefix `{prefix}`"
        )));
    }
    match &defined.kind {
        TypeKind::Union(_) => Err(ContractError(format!("`{name}` is a union; use an interface"))),
        TypeKind::Object(object) => check_arguments(name, &object.fields),
        TypeKind::Interface(interface) => check_arguments(name, &interface.fields),
        TypeKind::Scalar | TypeKind::Enum(_) | TypeKind::InputObject(_) => Ok(()),
    }
}

/// What a module shows is plain JSON, so nothing could read an argument.
fn check_arguments(
    name: &str,
    fields: &[Positioned<FieldDefinition>],
) -> Result<(), ContractError> {
    match fields.iter().find(|field| !field.node.arguments.is_empty()) {
        Some(field) => {
            Err(ContractError(format!("field `{name}.{}` takes arguments", field.node.name)))
        }
        None => Ok(()),
    }
}

fn check_extension(about: &About, extension: &TypeDefinition) -> Result<(), ContractError> {
    let name = &extension.name.node;
    let input = match &extension.kind {
        TypeKind::InputObject(input) if EXTENDED.contains(&name.as_str()) => input,
        _ => {
            return Err(ContractError(format!(
                "it extends `{name}`; a module extends Move and Options"
            )));
        }
    };
    let [Positioned { node: field, .. }] = input.fields.as_slice() else {
        return Err(ContractError(format!("it extends `{name}` by more or less than one field")));
    };
    if field.name.node != about.id.as_str() {
        let (found, id) = (&field.name, &about.id);
        return Err(ContractError(format!(
            "it extends `{name}` by `{found}`, and its id is `{id}`"
        )));
    }
    if !field.ty.node.nullable || field.default_value.is_some() {
        return Err(ContractError(format!(
            "its field of `{name}` must be nullable and without default"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = "
        extend input Move { abc: AbcMove }
        extend input Options { abc: AbcOptions }
        input AbcMove @oneOf { take: Int pass: Yes }
        input AbcOptions { size: Int! = 3 }
        enum AbcColour { RED BLUE }
        type AbcView implements View { toAct: [Int!]! colour: AbcColour }
    ";

    fn about(sdl: &str) -> About {
        About {
            id: "abc".to_owned(),
            prefix: "Abc".to_owned(),
            rules_version: 1,
            fewest_seats: 2,
            most_seats: Seats::MOST,
            sdl: sdl.to_owned(),
            longest: 9,
            ..About::default()
        }
    }

    fn error_of(about: &About) -> String {
        Contract::of(about).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn types_of_its_own_and_one_field_of_each_input_are_a_contract() {
        let contract = Contract::of(&about(SOUND)).unwrap();
        let names: Vec<&str> = contract.names().collect();
        assert_eq!(names, ["AbcColour", "AbcMove", "AbcOptions", "AbcView"]);
    }

    #[test]
    fn whatever_is_not_its_own_is_an_error() {
        for (more, why) in [
            ("type View { a: Int }", "does not begin with its prefix"),
            ("type Abcde { a: Int }", "does not begin with its prefix"),
            ("type Abc { a: Int }", "does not begin with its prefix"),
            ("union AbcAll = AbcView", "use an interface"),
            ("schema { query: AbcView }", "defines no schema"),
            ("directive @abc on FIELD", "defines no directive"),
            ("extend type Query { abc: Int }", "extends `Query`"),
            ("extend type Move { abc: Int }", "extends `Move`"),
            ("extend input Seat { abc: Int }", "extends `Seat`"),
            ("extend input Move { abc: Int }", "twice"),
            ("enum AbcColour { GREEN }", "defined twice"),
            ("type AbcMore { a(b: Int): Int }", "takes arguments"),
            ("type AbcMore {", "cannot be read"),
        ] {
            let said = error_of(&about(&format!("{SOUND}{more}")));
            assert!(said.contains(why), "{more}: {said:?} should say {why:?}");
        }
    }

    #[test]
    fn a_field_id_in_what_a_game_shows_is_refused_with_its_type_and_line() {
        let identity = |more: &str| {
            let contract = Contract::of(&about(&format!("{SOUND}{more}"))).unwrap();
            contract.check_identity().map_err(|error| error.to_string())
        };
        assert_eq!(identity("input AbcDrop { id: ID! }"), Ok(()));
        for (more, field) in [
            ("\ntype AbcCards {\n  count: Int!\n  id: ID!\n}", "`AbcCards.id`"),
            ("\n\ninterface AbcThing {\n  id: AbcColour }", "`AbcThing.id`"),
        ] {
            let said = identity(more).unwrap_err();
            assert!(said.contains(field) && said.contains("(line 11 of its SDL)"), "{said}");
        }
    }

    #[test]
    fn an_sdl_that_nobody_could_read_is_not_read() {
        let deep =
            |depth| format!("input AbcDeep {{ a: {}Int{} }}", "[".repeat(depth), "]".repeat(depth));
        let said = |more: &str| Contract::of(&about(&format!("{SOUND}{more}"))).map(|_| ());
        assert_eq!(said(&deep(31)), Ok(()));
        for more in [deep(32), deep(100_000), format!("\"a\" {}", deep(32)), "{".repeat(500_000)] {
            let said = said(&more).unwrap_err().to_string();
            assert!(said.contains("more than 32 brackets"), "{said}");
        }
        let long = format!("#{}", " ".repeat(1 << 20));
        assert!(said(&long).unwrap_err().to_string().contains("longer than 1 MiB"));
        let brackets = "[({".repeat(50);
        for text in [
            format!("\"{brackets}\\\"{brackets}\" scalar AbcText"),
            format!("\"\"\"{brackets}\"{brackets}\\\"\"\"{brackets}\"\"\" scalar AbcText"),
            format!("# {brackets} \"\nscalar AbcText"),
        ] {
            assert_eq!(said(&text), Ok(()), "brackets in a text are none");
        }
        let unreadable = said("type AbcMore {").unwrap_err().to_string();
        assert!(!unreadable.contains('\n') && unreadable.contains("line"), "{unreadable}");
    }

    #[test]
    fn each_input_is_extended_by_one_nullable_field_with_the_games_id() {
        for (field, why) in [
            ("{ abd: AbcMove }", "its id is `abc`"),
            ("{ abc: AbcMove abd: AbcMove }", "more or less than one"),
            ("{ abc: AbcMove! }", "nullable"),
            ("{ abc: AbcMove = null }", "without default"),
        ] {
            let sdl = SOUND.replacen("{ abc: AbcMove }", field, 1);
            let said = error_of(&about(&sdl));
            assert!(said.contains(why), "{field}: {said:?} should say {why:?}");
        }
        let said = error_of(&about("type AbcView { a: Int }"));
        assert!(said.contains("does not extend the input `Move`"), "{said}");
    }

    #[test]
    fn names_and_seats_are_checked() {
        for (id, prefix, seats) in [
            ("", "Abc", (2, 4)),
            ("Abc", "Abc", (2, 4)),
            ("a-b", "Abc", (2, 4)),
            ("abc", "", (2, 4)),
            ("abc", "abc", (2, 4)),
            ("abc", "Abc", (0, 4)),
            ("abc", "Abc", (3, 2)),
            ("abc", "Abc", (2, Seats::MOST + 1)),
        ] {
            let (fewest_seats, most_seats) = seats;
            let (id, prefix) = (id.to_owned(), prefix.to_owned());
            error_of(&About { id, prefix, fewest_seats, most_seats, ..about(SOUND) });
        }
    }

    #[test]
    fn a_build_that_only_adds_what_may_be_absent_serves_the_one_before() {
        let old = Contract::of(&about(SOUND)).unwrap();
        let serves = |what: &str, by: &str| {
            let sdl = SOUND.replacen(what, by, 1);
            assert_ne!(sdl, SOUND);
            let new = Contract::of(&about(&sdl)).unwrap();
            new.serves(&old).map_err(|error| error.to_string())
        };
        assert_eq!(old.serves(&old), Ok(()));
        for (what, by) in [
            ("colour: AbcColour", "colour: AbcColour more: Int"),
            ("size: Int! = 3", "size: Int! = 3 more: Int"),
            ("size: Int! = 3", "size: Int! = 3 more: Int! = 1"),
            ("RED BLUE", "RED BLUE GREEN"),
            ("enum AbcColour", "type AbcMore { a: Int! } enum AbcColour"),
        ] {
            assert_eq!(serves(what, by), Ok(()), "{by}");
        }
        for (what, by, why) in [
            ("colour: AbcColour", "colour: AbcColour more: Int!", "AbcView.more is new"),
            ("colour: AbcColour", "", "AbcView.colour is gone"),
            ("colour: AbcColour", "colour: AbcColour!", "AbcView.colour was AbcColour and is"),
            ("size: Int! = 3", "size: Int! = 3 more: Int!", "AbcOptions.more is new"),
            ("take: Int pass: Yes", "take: Int", "AbcMove.pass is gone"),
            ("RED BLUE", "RED", "AbcColour.BLUE is gone"),
            ("implements View", "", "AbcView implements `View` no more"),
            ("enum AbcColour { RED BLUE }", "scalar AbcColour", "another kind of type"),
            ("input AbcOptions { size: Int! = 3 }", "", "type `AbcOptions` is gone"),
        ] {
            let said = serves(what, by).unwrap_err();
            assert!(said.contains(why), "{by}: {said:?} should say {why:?}");
        }
    }
}
