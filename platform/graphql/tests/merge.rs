//! Merging schemas: what a part may define, and what is refused.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

use std::sync::Arc;

use gueridon_graphql::document::{Cost, Documents};
use gueridon_graphql::sdl::print::print;
use gueridon_graphql::sdl::{Merged, Part, PartRules, SdlError, Types};

const BASE: &str = r#"
scalar JSON
enum Language { EN FR }
type Query { table: Table }
type Mutation { "Opens a table." openTable(options: Options!): Table play(steps: [Move!]): Result! }
type Table { view: View events: [Event!]! }
"What may be known."
interface View { "Who is to act." toAct: [Int!]! }
interface Event { seat: Int! }
interface Result { ok: Boolean! }
type Done implements Result { ok: Boolean! }
input Move @oneOf
input Options @oneOf
"#;

const RULES: PartRules = PartRules {
    inputs: &["Move", "Options"],
    interfaces: &["View", "Event"],
    required: &["View"],
    shared: &["Language", "JSON"],
};

/// Checks that documents can be validated against a schema.
fn build(merged: &Merged) {
    let types = Arc::new(Types::new(merged));
    Documents::new(merged, types, |_| Cost::default()).unwrap();
}

const PART: &str = r#"
extend input Options { tiny: TinyOptions }
extend input Move { tiny: TinyMove }
input TinyOptions { long: Boolean = false }
input TinyMove @oneOf { go: TinyYes }
enum TinyYes { YES }
"The view."
type TinyView implements View { "How far." far: Int! }
type TinyWent implements Event { seat: Int! far: Int! }
"#;

fn part(sdl: &str) -> Part<'_> {
    Part { id: "tiny", prefix: "Tiny", sdl }
}

fn refused(sdl: &str) -> String {
    let mut merged = Merged::base(BASE).unwrap();
    let before = print(&merged);
    let error: SdlError = merged.add(part(sdl), &RULES).expect_err(sdl);
    assert_eq!(print(&merged), before, "what is refused leaves nothing behind");
    error.to_string()
}

#[test]
fn a_parts_types_get_the_fields_of_the_bases_interfaces() {
    let mut merged = Merged::base(BASE).unwrap();
    merged.add(part(PART), &RULES).unwrap();
    let text = print(&merged);
    assert!(text.contains("  tiny: TinyMove\n"), "{text}");
    let view = text.split("type TinyView").nth(1).unwrap().split('}').next().unwrap();
    assert!(view.contains("toAct: [Int!]!"), "{view}");
    let went = text.split("type TinyWent").nth(1).unwrap().split('}').next().unwrap();
    assert!(went.contains("seat: Int!"), "{went}");
}

#[test]
fn a_printed_schema_reads_back_as_itself() {
    let mut merged = Merged::base(BASE).unwrap();
    merged.add(part(PART), &RULES).unwrap();
    let text = print(&merged);
    assert_eq!(print(&Merged::base(&text).unwrap()), text);
}

#[test]
fn the_base_alone_is_served_without_inputs_that_need_a_part() {
    let served = Merged::base(BASE).unwrap().served();
    let text = print(&served);
    assert!(!text.contains("input Move") && !text.contains("openTable("), "{text}");
    build(&served);
}

#[test]
fn inputs_of_the_base_are_served_with_what_of_them_needs_no_part() {
    let more = "
        input Offer { game: ID!, moves: [Move!] }
        input Kind { moves: Move!, seats: Int! }
        input Around { kind: Kind!, seats: Int! }
        input Perhaps { kind: Kind, around: [Around!] }
        input Loose { kind: Kind, seats: Int! }";
    let text = print(&Merged::base(&format!("{BASE}{more}")).unwrap().served());
    for served in ["input Offer {\n  game: ID!\n}", "input Loose {\n  seats: Int!\n}"] {
        assert!(text.contains(served), "{served} in {text}");
    }
    for left_out in ["input Kind", "input Around", "input Perhaps"] {
        assert!(!text.contains(left_out), "{left_out} in {text}");
    }
}

#[test]
fn definitions_that_a_part_may_not_have_are_refused_with_their_place() {
    let with = |more: &str| format!("{PART}\n{more}");
    let cases = [
        ("type {", "not a GraphQL schema"),
        (&with("type Other { a: Int }"), "line 11: type Other, which does not begin with Tiny"),
        (&with("type TinyView { a: Int }"), "line 11: type TinyView is defined twice"),
        (&with("scalar TinyTime"), "line 11: TinyTime, a union or scalar,"),
        (&with("union TinyAny = TinyView | TinyWent"), "line 11: TinyAny, a union or scalar,"),
        (&with("directive @tiny on FIELD"), "line 11: a directive"),
        (&with("schema { query: TinyView }"), "line 11: schema"),
        (&with("extend type Query { tiny: Int }"), "line 11: an extension of Query"),
        (
            &with("extend input Move { other: TinyMove }"),
            "line 11: anything but the field tiny of Move",
        ),
        (&with("extend input Move { tiny: TinyMove }"), "line 11: type Move.tiny is defined twice"),
        (&with("type TinyA { }"), "not a GraphQL schema"),
        (&with("type TinyA { a: TinyB }"), "TinyA.a: there is no type TinyB"),
        (&with("type TinyA { a: TinyMove }"), "TinyA.a: TinyMove is an input"),
        (&with("input TinyA { a: TinyView }"), "TinyA.a: TinyView is not an input"),
        (&with("type TinyA { a: Table }"), "TinyA.a: a part's fields are of its own types"),
        (&with("type TinyA { a(b: Int): Int }"), "TinyA.a: a part's fields take no arguments"),
        (&with("type TinyA { a: Int a: Int }"), "TinyA.a: the field is there twice"),
        (&with("enum TinyA { B B }"), "TinyA: a value is there twice"),
        (&with("input TinyA @oneOf { a: Int! }"), "TinyA.a: a field of a oneOf input is nullable"),
        (
            &with("input TinyA @oneOf { a: Int = 1 }"),
            "TinyA.a: a field of a oneOf input is nullable",
        ),
        (
            &with("type TinyA implements Result { ok: Boolean! }"),
            "TinyA: a part implements View, Event or its own",
        ),
        (
            &with("type TinyA implements TinyI { a: Int } interface TinyI { a: Int! }"),
            "TinyA.a: in TinyI it is Int!",
        ),
        (
            &with("type TinyA implements TinyI { a: Int } interface TinyI { b: Int }"),
            "TinyA.b: TinyI has this field",
        ),
        (
            &with("type TinyA implements TinyNone { a: Int }"),
            "TinyA: there is no interface TinyNone",
        ),
        (
            &PART.replace("type TinyView implements View", "type TinySight"),
            "TinyView: a part has this type",
        ),
        (
            &PART.replace("extend input Move { tiny: TinyMove }", ""),
            "Move.tiny: a part adds this field",
        ),
    ];
    for (sdl, reason) in cases {
        let said = refused(sdl);
        assert!(said.contains(reason), "{said}\nexpected: {reason}");
    }
}

#[test]
fn two_parts_do_not_get_in_each_others_way() {
    let mut merged = Merged::base(BASE).unwrap();
    merged.add(part(PART), &RULES).unwrap();
    let again = merged.add(part(PART), &RULES).expect_err("the same once more");
    assert!(again.to_string().contains("is defined twice"), "{again}");
    let other = PART.replace("Tiny", "Wee").replace("tiny", "wee");
    merged.add(Part { id: "wee", prefix: "Wee", sdl: &other }, &RULES).unwrap();
    build(&merged.served());
}
