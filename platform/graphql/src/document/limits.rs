//! How much a document may ask for, measured before anything walks through it: fragments make a
//! short text long, and cycles make it endless.

use std::cell::Cell;
use std::collections::HashMap;

use async_graphql_parser::Pos;
use async_graphql_parser::types::{ExecutableDocument, Field, Selection, SelectionSet};
use async_graphql_value::{ConstValue, Value as Literal};

use super::plan::root_type;
use crate::fault::{Code, Fault};
use crate::sdl::types::{TypeId, Types};

/// How deep fields may be nested; the standard introspection query needs 15.
pub const DEPTH: usize = 20;
/// How much the fields of a document may cost together, over all its operations; the standard
/// introspection query costs 230.
pub const COST: usize = 2_000;
/// How many fields an operation may come to when it is spelled out for every type that it can
/// meet.
pub const SPELLED_OUT: usize = 20_000;
/// How much may be compared to see whether the fields of a document can be merged.
pub const COMPARED: usize = 100_000;
/// How deep brackets may be nested in the text of a document.
pub const NESTING: usize = 64;
/// How deep selections and the fragments between them may be nested: as deep as anything that
/// walks through a document has to call itself.
pub(super) const LEVELS: usize = 64;
/// How many fragments a document may have.
const FRAGMENTS: usize = 200;
/// How many operations a document may have.
const OPERATIONS: usize = 20;
/// How many directives a document may carry.
const DIRECTIVES: usize = 64;
/// How long an alias may be, in bytes: each time that its field is answered, so is it.
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
            return Err(Fault::new(Code::TooDeep, message));
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
pub fn check(types: &Types, document: &ExecutableDocument) -> Result<(), Fault> {
    at_most("operations", document.operations.iter().count(), OPERATIONS)?;
    at_most("fragments", document.fragments.len(), FRAGMENTS)?;
    let fragments = HashMap::new();
    let mut scale = Scale { types, document, fragments, written: 0, directives: 0 };
    // Every fragment is walked through by the validation, used or not.
    for name in document.fragments.keys() {
        scale.fragment(name, 1)?;
    }
    let mut whole = Weight::default();
    for (_, operation) in document.operations.iter() {
        let root = types.find(root_type(operation.node.ty));
        whole.add(scale.weigh(root, &operation.node.selection_set.node, 1)?);
    }
    if whole.depth > DEPTH {
        let message = format!("fields are nested {} deep; the most is {DEPTH}", whole.depth);
        return Err(Fault::new(Code::TooDeep, message));
    }
    let cost = whole.cost.max(scale.written);
    if cost > COST {
        let message = format!("the document costs {cost}; the most is {COST}");
        return Err(Fault::new(Code::TooCostly, message));
    }
    at_most("directives", scale.directives, DIRECTIVES)
}

fn at_most(what: &str, count: usize, most: usize) -> Result<(), Fault> {
    if count <= most {
        return Ok(());
    }
    let message = format!("the document has {count} {what}; the most is {most}");
    Err(Fault::new(Code::TooCostly, message))
}

pub(super) fn too_deep(place: Pos) -> Fault {
    let message = format!("selections and fragments are nested more than {LEVELS} deep");
    Fault::new(Code::TooDeep, message).at(place)
}

/// What may still be done before it is too much.
#[derive(Debug)]
pub(super) struct Budget(Cell<usize>);

impl Budget {
    pub(super) fn new(most: usize) -> Self {
        Self(Cell::new(most))
    }

    /// How much there is left.
    pub(super) fn left(&self) -> usize {
        self.0.get()
    }

    /// Takes one.
    ///
    /// # Errors
    /// `TOO_COSTLY` when there is none left.
    pub(super) fn spend(&self) -> Result<(), Fault> {
        let Some(left) = self.0.get().checked_sub(1) else {
            let message = "the document asks for too much of too many types";
            return Err(Fault::new(Code::TooCostly, message));
        };
        self.0.set(left);
        Ok(())
    }
}

/// What a selection weighs with all its fragments in place.
#[derive(Debug, Clone, Copy, Default)]
struct Weight {
    /// How deep its fields are nested.
    depth: usize,
    /// How deep its fields and fragments are nested.
    levels: usize,
    cost: usize,
}

impl Weight {
    fn add(&mut self, other: Self) {
        self.depth = self.depth.max(other.depth);
        self.levels = self.levels.max(other.levels);
        self.cost = self.cost.saturating_add(other.cost);
    }
}

struct Scale<'a> {
    types: &'a Types,
    document: &'a ExecutableDocument,
    /// The weight of each fragment; none while it is being weighed.
    fragments: HashMap<&'a str, Option<Weight>>,
    /// How many fields stand in the document.
    written: usize,
    directives: usize,
}

impl<'a> Scale<'a> {
    /// Weighs a selection of type `of`, if there is such a type, below so many others.
    fn weigh(
        &mut self,
        of: Option<TypeId>,
        set: &'a SelectionSet,
        level: usize,
    ) -> Result<Weight, Fault> {
        let mut sum = Weight::default();
        for selection in &set.items {
            self.directives += selection.node.directives().len();
            let weight = match &selection.node {
                Selection::Field(field) => self.field(of, &field.node, field.pos, level)?,
                _ if level >= LEVELS => return Err(too_deep(selection.pos)),
                Selection::InlineFragment(inline) => {
                    let condition = inline.node.type_condition.as_ref();
                    let of = match condition {
                        Some(condition) => self.types.find(&condition.node.on.node),
                        None => of,
                    };
                    self.weigh(of, &inline.node.selection_set.node, level + 1)?
                }
                Selection::FragmentSpread(spread) => {
                    let weight = self.fragment(&spread.node.fragment_name.node, level + 1)?;
                    if level + weight.levels > LEVELS {
                        return Err(too_deep(selection.pos));
                    }
                    weight
                }
            };
            sum.add(weight);
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
    ) -> Result<Weight, Fault> {
        self.written += 1;
        if field.alias.as_ref().is_some_and(|alias| alias.node.len() > ALIAS) {
            let message = format!("an alias has at most {ALIAS} bytes");
            return Err(Fault::new(Code::TooCostly, message).at(place));
        }
        let inside = &field.selection_set.node;
        let mut inner = Weight::default();
        if !inside.items.is_empty() {
            if level >= LEVELS {
                return Err(too_deep(place));
            }
            let ty = of.and_then(|of| self.types.field(of, &field.name.node));
            inner = self.weigh(ty.map(|field| field.ty.named()), inside, level + 1)?;
        }
        let (own, times) = of.map_or((1, 1), |of| price(self.types, of, field));
        let cost = inner.cost.saturating_mul(times).saturating_add(own);
        Ok(Weight { depth: inner.depth + 1, cost, ..inner })
    }

    fn fragment(&mut self, name: &str, level: usize) -> Result<Weight, Fault> {
        let Some((name, fragment)) = self.document.fragments.get_key_value(name) else {
            return Ok(Weight::default()); // The validation has the better sentence for it.
        };
        match self.fragments.get(name.as_str()) {
            Some(Some(weight)) => return Ok(*weight),
            Some(None) => {
                let message = format!("fragment {name} contains itself");
                return Err(Fault::bad_input(message).at(fragment.pos));
            }
            None => {}
        }
        self.fragments.insert(name, None);
        let of = self.types.find(&fragment.node.type_condition.node.on.node);
        let weight = self.weigh(of, &fragment.node.selection_set.node, level)?;
        self.fragments.insert(name, Some(weight));
        Ok(weight)
    }
}

/// What a field costs by itself, and how often what is selected in it is paid.
fn price(types: &Types, of: TypeId, field: &Field) -> (usize, usize) {
    match (&*types.get(of).name, field.name.node.as_str()) {
        ("__Schema" | "__Type" | "Subscription", _) => (1, 1),
        // Each is a password to be hashed, for which others wait.
        (
            "Mutation",
            "signIn" | "register" | "resetPassword" | "setEmail" | "setPassword" | "deleteAccount",
        ) => (400, 1),
        // Others wait for it, and it waits for somebody else.
        ("Mutation", "testWebhook") => (400, 1),
        // Each is a module's work, and a line in the journal.
        ("Mutation", name) if name != "__typename" => (100, 1),
        ("Query", "preview") => (100, 1),
        // Read from the journal, whole.
        ("Query", "exportAccount") => (200, 1),
        ("Query", "account") | ("Account", "tokens" | "webhooks" | "mail") => (10, 1),
        ("Game", "catalogue") => (50, 1),
        // The game is played anew up to there.
        ("Query", "table") if field.get_argument("at").is_some() => (200, 1),
        ("Query", "table") | ("Table" | "Previewed", "view" | "moves" | "score") => (10, 1),
        ("Account", "mutes") | ("Report", "table") | ("Query", "player") | ("Table", "result") => {
            (10, 1)
        }
        // Each is read from the journal, or looked up there.
        ("Table", "owner" | "inviteCode" | "rematch") => (5, 1),
        ("Query", "tables" | "myTables" | "invitations" | "reports" | "results") => {
            (10, page(types, of, field))
        }
        // What is asked of an entry is copied out of what the journal has: far less than a look.
        ("Table", "entries" | "messages") => (10, page(types, of, field).div_ceil(10)),
        _ => (1, 1),
    }
}

/// How many things a page has: what stands in the document, or the most if a variable does.
fn page(types: &Types, of: TypeId, field: &Field) -> usize {
    const MOST: usize = 100;
    let number = match field.get_argument("first").map(|first| &first.node) {
        Some(Literal::Number(number)) => number.as_u64(),
        Some(_) => None,
        None => types.field(of, &field.name.node).and_then(|field| {
            match &field.arguments.iter().find(|input| &*input.name == "first")?.default {
                Some(ConstValue::Number(number)) => number.as_u64(),
                _ => None,
            }
        }),
    };
    number.and_then(|number| usize::try_from(number).ok()).unwrap_or(MOST).clamp(1, MOST)
}

#[cfg(test)]
mod prices;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sdl::{Merged, PLATFORM};

    fn checked(text: &str) -> Result<(), Code> {
        check_nesting(text).map_err(|fault| fault.code)?;
        let types = Types::new(&Merged::platform(PLATFORM).unwrap());
        let document = async_graphql_parser::parse_query(text).unwrap();
        check(&types, &document).map_err(|fault| fault.code)
    }

    #[test]
    fn depth_counts_through_fragments() {
        let nested = |depth| format!("{}{}", "{a".repeat(depth), "}".repeat(depth));
        assert_eq!(checked(&nested(DEPTH)), Ok(()));
        assert_eq!(checked(&nested(DEPTH + 1)), Err(Code::TooDeep));
        let spread = format!("{{...F}} fragment F on Query {}", nested(DEPTH + 1));
        assert_eq!(checked(&spread), Err(Code::TooDeep));
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
        assert_eq!(checked(&chain(LEVELS - 1)), Err(Code::TooDeep));
        assert_eq!(checked(&chain(FRAGMENTS)), Err(Code::TooCostly));
        let inline = |levels| format!("{}{{a}}{}", "{...".repeat(levels), "}".repeat(levels));
        let spread = |levels| {
            let before = chain(30).replace("{a}", "{...G}");
            format!("{before} fragment G on Query {}", inline(levels))
        };
        assert_eq!(checked(&spread(LEVELS - 33)), Ok(()));
        assert_eq!(checked(&spread(LEVELS - 32)), Err(Code::TooDeep));
    }

    #[test]
    fn brackets_are_counted_outside_of_strings_and_comments() {
        let brackets = "[".repeat(1_000);
        assert_eq!(checked(&format!("{{ a(b: {brackets}) }}")), Err(Code::TooDeep));
        assert_eq!(checked(&format!("{{ a(b: \"{brackets}\\\"{{\") # {brackets}\n }}")), Ok(()));
        assert_eq!(checked(&format!("{{ a(b: \"\"\"{brackets}\\\"\"\"\"\"\") }}")), Ok(()));
        assert_eq!(checked(&format!("{{ a # \r (b: {brackets}")), Err(Code::TooDeep));
        assert_eq!(checked(&format!("{{ a(b: [\"\"\" x\" {brackets}")), Err(Code::BadInput));
    }

    #[test]
    fn fragments_that_double_each_other_are_too_costly() {
        let mut text = String::from("{...F0} fragment F40 on Query {a}");
        for level in 0..40 {
            let next = level + 1;
            text += &format!(" fragment F{level} on Query {{...F{next} ...F{next}}}");
        }
        assert_eq!(checked(&text), Err(Code::TooCostly));
    }

    #[test]
    fn a_fragment_that_contains_itself_is_refused() {
        let text = "{...A} fragment A on Query {a {...B}} fragment B on Query {...A}";
        assert_eq!(checked(text), Err(Code::BadInput));
    }

    #[test]
    fn operations_are_paid_together_and_fragments_that_nobody_uses_too() {
        let fields: String = (0..500).map(|n| format!("a{n}:a ")).collect();
        let asked = |n| -> String { (0..n).map(|n| format!("query Q{n} {{...F}} ")).collect() };
        let text = |n| format!("{} fragment F on Query {{{fields}}}", asked(n));
        assert_eq!(checked(&text(4)), Ok(()));
        assert_eq!(checked(&text(5)), Err(Code::TooCostly));
        let few: String = (0..21).map(|n| format!("query Q{n} {{a}} ")).collect();
        assert_eq!(checked(&few), Err(Code::TooCostly));
        let unused = format!("{{a}} fragment F on Query {{{}}}", fields.repeat(5));
        assert_eq!(checked(&unused), Err(Code::TooCostly));
    }

    #[test]
    fn a_page_costs_as_much_as_it_can_hold() {
        let view =
            |page: &str| format!("query($n: Int!) {{tables{page} {{nodes {{view {{toAct}}}}}}}}");
        assert_eq!(checked(&view("")), Ok(()));
        assert_eq!(checked(&view("(first: 100)")), Ok(()));
        let views = |page: &str| view(page).replace("view", "view a: view");
        assert_eq!(checked(&views("(first: 50)")), Ok(()));
        assert_eq!(checked(&views("(first: 100)")), Err(Code::TooCostly));
        assert_eq!(checked(&views("(first: $n)")), Err(Code::TooCostly));
    }

    #[test]
    fn a_mutation_costs_by_its_place_and_not_by_its_name() {
        let many =
            |n, field: &str| -> String { (0..n).map(|i| format!("a{i}: {field} ")).collect() };
        assert_eq!(checked(&format!("mutation {{{}}}", many(20, "leave"))), Ok(()));
        assert_eq!(checked(&format!("mutation {{{}}}", many(21, "leave"))), Err(Code::TooCostly));
        let spread = format!("mutation {{...F}} fragment F on Mutation {{{}}}", many(21, "leave"));
        assert_eq!(checked(&spread), Err(Code::TooCostly));
        assert_eq!(checked(&format!("{{me {{{}}}}}", many(21, "leave"))), Ok(()));
        for password in ["signIn", "register", "resetPassword", "setPassword", "deleteAccount"] {
            let guesses = |n| format!("mutation {{{}}}", many(n, password));
            assert_eq!(checked(&guesses(5)), Ok(()));
            assert_eq!(checked(&guesses(6)), Err(Code::TooCostly));
        }
        let export = |n| format!("{{{}}}", many(n, "exportAccount"));
        assert_eq!(checked(&export(10)), Ok(()));
        assert_eq!(checked(&export(11)), Err(Code::TooCostly));
    }

    #[test]
    fn what_is_answered_again_and_again_is_short() {
        assert_eq!(checked(&format!("{{ {}: a }}", "x".repeat(ALIAS))), Ok(()));
        assert_eq!(checked(&format!("{{ {}: a }}", "x".repeat(ALIAS + 1))), Err(Code::TooCostly));
        assert_eq!(
            checked(&format!("{{ a {} }}", "@skip(if: true) ".repeat(65))),
            Err(Code::TooCostly)
        );
    }
}
