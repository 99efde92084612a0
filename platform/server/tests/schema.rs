//! The merging of schemas: what a game may bring, and what is refused with its reason.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

use gueridon_graphql::document::Stop;
use gueridon_graphql::sdl::build::build;
use gueridon_graphql::sdl::print::print;
use gueridon_graphql::sdl::{GamePart, Merged, PLATFORM, SdlError};

const GAME: &str = r#"
extend input Options { tiny: TinyOptions }
extend input Move { tiny: TinyMove }
input TinyOptions { long: Boolean = false }
input TinyMove @oneOf { go: TinyYes }
enum TinyYes { YES }
"The view."
type TinyView implements View { "How far." far: Int! }
type TinyWent implements Event { seat: Int! far: Int! }
"#;

fn part(sdl: &str) -> GamePart<'_> {
    GamePart { id: "tiny", prefix: "Tiny", sdl }
}

fn refused(sdl: &str) -> String {
    let mut merged = Merged::platform(PLATFORM).unwrap();
    let before = print(&merged);
    let error: SdlError = merged.add(part(sdl)).expect_err(sdl);
    assert_eq!(print(&merged), before, "what is refused leaves nothing behind");
    error.to_string()
}

#[test]
fn a_games_types_get_the_fields_of_the_platforms_interfaces() {
    let mut merged = Merged::platform(PLATFORM).unwrap();
    merged.add(part(GAME)).unwrap();
    let text = print(&merged);
    assert!(text.contains("  tiny: TinyMove\n"), "{text}");
    let view = text.split("type TinyView").nth(1).unwrap().split('}').next().unwrap();
    assert!(view.contains("toAct: [Int!]!"), "{view}");
    let went = text.split("type TinyWent").nth(1).unwrap().split('}').next().unwrap();
    assert!(went.contains("seat: Int!"), "{went}");
}

#[test]
fn a_printed_schema_reads_back_as_itself() {
    let mut merged = Merged::platform(PLATFORM).unwrap();
    merged.add(part(GAME)).unwrap();
    let text = print(&merged);
    assert_eq!(print(&Merged::platform(&text).unwrap()), text);
}

#[test]
fn the_platform_alone_is_a_schema_without_what_needs_a_game() {
    let served = Merged::platform(PLATFORM).unwrap().served();
    let text = print(&served);
    assert!(!text.contains("input Move") && !text.contains("openTable("), "{text}");
    build(&served, Stop).unwrap();
}

#[test]
fn what_is_not_a_games_own_is_refused_with_its_place() {
    let with = |more: &str| format!("{GAME}\n{more}");
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
        (&with("type TinyA { a: Table }"), "TinyA.a: a game's fields are of its own types"),
        (&with("type TinyA { a(b: Int): Int }"), "TinyA.a: a game's fields take no arguments"),
        (&with("type TinyA { a: Int a: Int }"), "TinyA.a: the field is there twice"),
        (&with("enum TinyA { B B }"), "TinyA: a value is there twice"),
        (&with("input TinyA @oneOf { a: Int! }"), "TinyA.a: a field of a oneOf input is nullable"),
        (
            &with("input TinyA @oneOf { a: Int = 1 }"),
            "TinyA.a: a field of a oneOf input is nullable",
        ),
        (
            &with("type TinyA implements PlayResult { ok: Boolean! }"),
            "TinyA: a game's types are views",
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
            &GAME.replace("type TinyView implements View", "type TinySight"),
            "TinyView: a game has this type",
        ),
        (
            &GAME.replace("extend input Move { tiny: TinyMove }", ""),
            "Move.tiny: a game adds this field",
        ),
    ];
    for (sdl, reason) in cases {
        let said = refused(sdl);
        assert!(said.contains(reason), "{said}\nexpected: {reason}");
    }
}

#[test]
fn two_games_do_not_get_in_each_others_way() {
    let mut merged = Merged::platform(PLATFORM).unwrap();
    merged.add(part(GAME)).unwrap();
    let again = merged.add(part(GAME)).expect_err("the same once more");
    assert!(again.to_string().contains("is defined twice"), "{again}");
    let other = GAME.replace("Tiny", "Wee").replace("tiny", "wee");
    merged.add(GamePart { id: "wee", prefix: "Wee", sdl: &other }).unwrap();
    build(&merged.served(), Stop).unwrap();
}
