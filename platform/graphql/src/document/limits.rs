//! How much a document may ask for, measured before anything else walks through it: fragments make
//! a short text long, and cycles make it endless.

use std::collections::HashMap;

use async_graphql_parser::Pos;
use async_graphql_parser::types::{
    ExecutableDocument, Field, OperationDefinition, Selection, SelectionSet,
};

use super::budget::{LEVELS, too_deep};
use super::cost::{Call, CostOf, MOST};
use super::introspection_cost;
use crate::fault::{Code, Fault};
use crate::sdl::types::{TypeId, Types};

/// How deep fields may be nested; the standard introspection query needs 15.
pub const DEPTH: usize = 20;
/// How many fields an operation may have when its fragments are spread for every possible type.
pub const SPELLED_OUT: usize = 20_000;
/// How many steps checking the merging of a document's fields may take.
pub const COMPARED: usize = 100_000;
/// How deep brackets may be nested in the text of a document.
pub const NESTING: usize = 64;
/// How many fragments a document may have.
const FRAGMENTS: usize = 200;
/// How many operations a document may have.
const OPERATIONS: usize = 20;
/// How many directives a document may carry.
const DIRECTIVES: usize = 64;
/// How long an alias may be, in bytes: an answer repeats it for every value of its field.
const ALIAS: usize = 128;

/// Refuses a text whose brackets nest too deep, before a recursive parser reads it.
///
/// # Errors
/// `TOO_DEEP`, or `BAD_INPUT` for a block string without an end.
pub fn check_nesting(text: &str) -> Result<(), Fault> {
    let mut depth = 0_usize;
    let mut bytes = text.as_bytes();
    while let [first, rest @ ..] = bytes {
        bytes = rest;
        match first {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth = depth.saturating_sub(1),
            b'#' => bytes = after_comment(bytes),
            b'"' if bytes.starts_with(b"\"\"") => {
                // The parser takes one without an end for an empty string, and reads on.
                let end = after_block(&bytes[2..]);
                bytes = end.ok_or_else(|| Fault::bad_input("a block string has no end"))?;
            }
            b'"' => bytes = after_string(bytes),
            _ => {}
        }
        if depth > NESTING {
            let message = format!("brackets are nested more than {NESTING} deep");
            return Err(Fault::over_limit(Code::TOO_DEEP, message, depth, NESTING));
        }
    }
    Ok(())
}

fn after_comment(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    &bytes[end.unwrap_or(bytes.len())..]
}

fn after_string(mut bytes: &[u8]) -> &[u8] {
    loop {
        match bytes {
            [b'\\', _, rest @ ..] => bytes = rest,
            [b'"' | b'\n', rest @ ..] => return rest,
            [_, rest @ ..] => bytes = rest,
            [] => return bytes,
        }
    }
}

fn after_block(mut bytes: &[u8]) -> Option<&[u8]> {
    loop {
        match bytes {
            [b'\\', b'"', b'"', b'"', rest @ ..] | [b'\\', rest @ ..] => bytes = rest,
            [b'"', b'"', b'"', rest @ ..] => return Some(rest),
            [_, rest @ ..] => bytes = rest,
            [] => return None,
        }
    }
}

/// Refuses a document that is nested too deep, costs too much or never ends.
///
/// # Errors
/// `TOO_DEEP`, `TOO_COSTLY`, or `BAD_INPUT` for fragments that contain themselves.
pub fn check(types: &Types, document: &ExecutableDocument, cost: CostOf) -> Result<(), Fault> {
    at_most("operations", document.operations.iter().count(), OPERATIONS)?;
    at_most("fragments", document.fragments.len(), FRAGMENTS)?;
    let fragments = HashMap::new();
    let mut measurer =
        Measurer { types, document, cost_of: cost, fragments, written: 0, directives: 0 };
    // Every fragment is walked through by the validation, used or not.
    for name in document.fragments.keys() {
        measurer.fragment(name, 1)?;
    }
    let mut whole = Measure::default();
    for (_, operation) in document.operations.iter() {
        let root = types.root(operation.node.ty);
        whole.add(measurer.measure(root, &operation.node.selection_set.node, 1)?);
    }
    if whole.depth > DEPTH {
        let message = format!("fields are nested {} deep; the most is {DEPTH}", whole.depth);
        return Err(Fault::over_limit(Code::TOO_DEEP, message, whole.depth, DEPTH));
    }
    let cost = whole.cost.max(measurer.written);
    affordable(cost)?;
    // Counting introspection needs a document that is known to end.
    affordable(cost.saturating_add(introspection_cost::cost(types, document)))?;
    at_most("directives", measurer.directives, DIRECTIVES)
}

/// What one operation of a document costs that has passed [`check`].
#[must_use]
pub fn cost_of(
    types: &Types,
    document: &ExecutableDocument,
    operation: &OperationDefinition,
    cost: CostOf,
) -> usize {
    let fragments = HashMap::new();
    let mut measurer =
        Measurer { types, document, cost_of: cost, fragments, written: 0, directives: 0 };
    let measure = measurer.measure(types.root(operation.ty), &operation.selection_set.node, 1);
    let listed = introspection_cost::cost_of(types, document, operation);
    measure.map_or(MOST, |measure| measure.cost.saturating_add(listed))
}

fn affordable(cost: usize) -> Result<(), Fault> {
    if cost <= MOST {
        return Ok(());
    }
    let message = format!("the document costs {cost}; the most is {MOST}");
    Err(Fault::over_limit(Code::TOO_COSTLY, message, cost, MOST))
}

fn at_most(what: &str, count: usize, most: usize) -> Result<(), Fault> {
    if count <= most {
        return Ok(());
    }
    let message = format!("the document has {count} {what}; the most is {most}");
    Err(Fault::over_limit(Code::TOO_COSTLY, message, count, most))
}

/// The measure of a selection with all its fragments in place.
#[derive(Debug, Clone, Copy, Default)]
struct Measure {
    /// How deep its fields are nested.
    depth: usize,
    /// How deep its fields and fragments are nested.
    levels: usize,
    cost: usize,
}

impl Measure {
    fn add(&mut self, other: Self) {
        self.depth = self.depth.max(other.depth);
        self.levels = self.levels.max(other.levels);
        self.cost = self.cost.saturating_add(other.cost);
    }
}

struct Measurer<'a> {
    types: &'a Types,
    document: &'a ExecutableDocument,
    cost_of: CostOf,
    /// The measure of each fragment; none while it is being measured.
    fragments: HashMap<&'a str, Option<Measure>>,
    /// How many fields are written in the document.
    written: usize,
    directives: usize,
}

impl<'a> Measurer<'a> {
    /// Measures a selection of type `of`, if there is such a type, at a level of nesting.
    fn measure(
        &mut self,
        of: Option<TypeId>,
        set: &'a SelectionSet,
        level: usize,
    ) -> Result<Measure, Fault> {
        let mut sum = Measure::default();
        for selection in &set.items {
            self.directives += selection.node.directives().len();
            let measure = match &selection.node {
                Selection::Field(field) => self.field(of, &field.node, field.pos, level)?,
                _ if level >= LEVELS => return Err(too_deep(selection.pos)),
                Selection::InlineFragment(inline) => {
                    let condition = inline.node.type_condition.as_ref();
                    let of = match condition {
                        Some(condition) => self.types.find(&condition.node.on.node),
                        None => of,
                    };
                    self.measure(of, &inline.node.selection_set.node, level + 1)?
                }
                Selection::FragmentSpread(spread) => {
                    let measure = self.fragment(&spread.node.fragment_name.node, level + 1)?;
                    if level + measure.levels > LEVELS {
                        return Err(too_deep(selection.pos));
                    }
                    measure
                }
            };
            sum.add(measure);
        }
        sum.levels += 1;
        Ok(sum)
    }

    fn field(
        &mut self,
        of: Option<TypeId>,
        field: &'a Field,
        place: Pos,
        level: usize,
    ) -> Result<Measure, Fault> {
        self.written += 1;
        let alias = field.alias.as_ref().map_or(0, |alias| alias.node.len());
        if alias > ALIAS {
            let message = format!("an alias has at most {ALIAS} bytes");
            return Err(Fault::over_limit(Code::TOO_COSTLY, message, alias, ALIAS).at(place));
        }
        let inside = &field.selection_set.node;
        let mut inner = Measure::default();
        if !inside.items.is_empty() {
            if level >= LEVELS {
                return Err(too_deep(place));
            }
            let ty = of.and_then(|of| self.types.field(of, &field.name.node));
            inner = self.measure(ty.map(|field| field.ty.named()), inside, level + 1)?;
        }
        let own = of
            .map_or_else(Default::default, |of| (self.cost_of)(&Call::new(self.types, of, field)));
        let cost = inner.cost.saturating_mul(own.times).saturating_add(own.own);
        Ok(Measure { depth: inner.depth + 1, cost, ..inner })
    }

    fn fragment(&mut self, name: &str, level: usize) -> Result<Measure, Fault> {
        let Some((name, fragment)) = self.document.fragments.get_key_value(name) else {
            return Ok(Measure::default()); // The validation refuses it with a better message.
        };
        match self.fragments.get(name.as_str()) {
            Some(Some(measure)) => return Ok(*measure),
            Some(None) => {
                let message = format!("fragment {name} contains itself");
                return Err(Fault::bad_input(message).at(fragment.pos));
            }
            None => {}
        }
        self.fragments.insert(name, None);
        let of = self.types.find(&fragment.node.type_condition.node.on.node);
        let measure = self.measure(of, &fragment.node.selection_set.node, level)?;
        self.fragments.insert(name, Some(measure));
        Ok(measure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sdl::Merged;

    const SCHEMA: &str = include_str!("../../tests/conformance/schema.graphql");

    fn checked(text: &str) -> Result<(), Code> {
        check_nesting(text).map_err(|fault| fault.code)?;
        let types = Types::new(&Merged::base(SCHEMA).unwrap());
        let document = async_graphql_parser::parse_query(text).unwrap();
        check(&types, &document, |_| Default::default()).map_err(|fault| fault.code)
    }

    #[test]
    fn depth_counts_through_fragments() {
        let nested = |depth| format!("{}{}", "{a".repeat(depth), "}".repeat(depth));
        assert_eq!(checked(&nested(DEPTH)), Ok(()));
        assert_eq!(checked(&nested(DEPTH + 1)), Err(Code::TOO_DEEP));
        let spread = format!("{{...F}} fragment F on Query {}", nested(DEPTH + 1));
        assert_eq!(checked(&spread), Err(Code::TOO_DEEP));
    }

    /// A chain of fragments, each in the one before.
    fn chain(links: usize) -> String {
        let mut text = String::from("{...F0}");
        for link in 0..links {
            text += &format!(" fragment F{link} on Query {{...F{}}}", link + 1);
        }
        text + &format!(" fragment F{links} on Query {{a}}")
    }

    #[test]
    fn fragments_and_selections_without_fields_are_levels_too() {
        assert_eq!(checked(&chain(LEVELS - 2)), Ok(()));
        assert_eq!(checked(&chain(LEVELS - 1)), Err(Code::TOO_DEEP));
        assert_eq!(checked(&chain(FRAGMENTS)), Err(Code::TOO_COSTLY));
        let inline = |levels| format!("{}{{a}}{}", "{...".repeat(levels), "}".repeat(levels));
        let spread = |levels| {
            let before = chain(30).replace("{a}", "{...G}");
            format!("{before} fragment G on Query {}", inline(levels))
        };
        assert_eq!(checked(&spread(LEVELS - 33)), Ok(()));
        assert_eq!(checked(&spread(LEVELS - 32)), Err(Code::TOO_DEEP));
    }

    #[test]
    fn brackets_are_counted_outside_of_strings_and_comments() {
        let brackets = "[".repeat(1_000);
        assert_eq!(checked(&format!("{{ a(b: {brackets}) }}")), Err(Code::TOO_DEEP));
        assert_eq!(checked(&format!("{{ a(b: \"{brackets}\\\"{{\") # {brackets}\n }}")), Ok(()));
        assert_eq!(checked(&format!("{{ a(b: \"\"\"{brackets}\\\"\"\"\"\"\") }}")), Ok(()));
        assert_eq!(checked(&format!("{{ a # \r (b: {brackets}")), Err(Code::TOO_DEEP));
        assert_eq!(checked(&format!("{{ a(b: [\"\"\" x\" {brackets}")), Err(Code::BAD_INPUT));
    }

    #[test]
    fn fragments_that_double_again_and_again_are_too_costly() {
        let mut text = String::from("{...F0} fragment F40 on Query {a}");
        for level in 0..40 {
            let next = level + 1;
            text += &format!(" fragment F{level} on Query {{...F{next} ...F{next}}}");
        }
        assert_eq!(checked(&text), Err(Code::TOO_COSTLY));
    }

    #[test]
    fn a_fragment_that_contains_itself_is_refused() {
        let text = "{...A} fragment A on Query {a {...B}} fragment B on Query {...A}";
        assert_eq!(checked(text), Err(Code::BAD_INPUT));
    }

    #[test]
    fn operations_cost_together_and_unused_fragments_too() {
        let fields: String = (0..500).map(|n| format!("a{n}:a ")).collect();
        let asked = |n| -> String { (0..n).map(|n| format!("query Q{n} {{...F}} ")).collect() };
        let text = |n| format!("{} fragment F on Query {{{fields}}}", asked(n));
        assert_eq!(checked(&text(4)), Ok(()));
        assert_eq!(checked(&text(5)), Err(Code::TOO_COSTLY));
        let few: String = (0..21).map(|n| format!("query Q{n} {{a}} ")).collect();
        assert_eq!(checked(&few), Err(Code::TOO_COSTLY));
        let unused = format!("{{a}} fragment F on Query {{{}}}", fields.repeat(5));
        assert_eq!(checked(&unused), Err(Code::TOO_COSTLY));
    }

    #[test]
    fn long_aliases_and_many_directives_are_refused() {
        assert_eq!(checked(&format!("{{ {}: a }}", "x".repeat(ALIAS))), Ok(()));
        assert_eq!(checked(&format!("{{ {}: a }}", "x".repeat(ALIAS + 1))), Err(Code::TOO_COSTLY));
        assert_eq!(
            checked(&format!("{{ a {} }}", "@skip(if: true) ".repeat(65))),
            Err(Code::TOO_COSTLY)
        );
    }
}
