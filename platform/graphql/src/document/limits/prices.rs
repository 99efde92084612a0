//! What fields cost is what the page for client developers says.

use std::collections::HashMap;

use async_graphql_parser::types::Selection;

use super::price;
use crate::sdl::types::{Kind, TypeId, Types};
use crate::sdl::{Merged, PLATFORM};

/// What the page for client developers says of each field's price; `Type.*` is all others of a
/// type.
fn said_of_prices() -> HashMap<&'static str, (usize, usize)> {
    let page = include_str!("../../../../../docs/client-developer.md");
    let (_, rest) = page.split_once("\n## What a document costs\n").unwrap();
    let (section, _) = rest.split_once("\n## ").unwrap();
    let mut said = HashMap::new();
    for row in section.lines().filter_map(|line| line.strip_prefix("| ")) {
        let (cost, fields) = row.split_once(" | ").unwrap();
        let digits: String = cost.chars().take_while(char::is_ascii_digit).collect();
        let Ok(own) = digits.parse() else { continue };
        let times = match cost {
            _ if cost.ends_with("a tenth of `first` times") => 10,
            _ if cost.ends_with("`first` times") => 100,
            _ => 1,
        };
        for field in fields.split('`').skip(1).step_by(2).filter(|name| name.contains('.')) {
            assert_eq!(said.insert(field, (own, times)), None, "{field} is said twice");
        }
    }
    said
}

#[test]
fn fields_cost_what_the_page_for_client_developers_says() {
    let merged = Merged::platform(PLATFORM).unwrap();
    let types = Types::new(&merged);
    let mut said = said_of_prices();
    let others = said.remove("Mutation.*").unwrap();
    let cost = |of: TypeId, name: &str, arguments: &str| {
        let text = format!("{{ {name}({arguments}) }}");
        let document = async_graphql_parser::parse_query(text).unwrap();
        let (_, operation) = document.operations.iter().next().unwrap();
        let Selection::Field(field) = &operation.node.selection_set.node.items[0].node else {
            panic!("{name} is a field")
        };
        price(&types, of, &field.node)
    };
    for named in merged.types() {
        let of = types.find(&named.name.node).unwrap();
        let ty = types.get(of);
        let (Kind::Object(fields) | Kind::Interface { fields, .. }) = &ty.kind else {
            continue;
        };
        for field in fields {
            let name = format!("{}.{}", ty.name, field.name);
            let usual = if &*ty.name == "Mutation" { others } else { (1, 1) };
            let expected = said.remove(&*name).unwrap_or(usual);
            assert_eq!(cost(of, &field.name, "first: 100"), expected, "{name}");
            if let Some(expected) = said.remove(&*format!("{name}(at:)")) {
                assert_eq!(cost(of, &field.name, "at: 1"), expected, "{name}(at:)");
            }
        }
    }
    assert!(said.is_empty(), "there is no such field: {said:?}");
}
